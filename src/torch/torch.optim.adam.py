from torch.optim.optimizer import Optimizer, _check, _refuse

class Adam(Optimizer):
    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=0,
        amsgrad=False,
        *,
        foreach=None,
        maximize=False,
        capturable=False,
        differentiable=False,
        fused=None,
        decoupled_weight_decay=False,
    ):
        _check("learning rate", lr)
        _check("epsilon value", eps)
        _check("beta parameter at index 0", betas[0], 1.0)
        _check("beta parameter at index 1", betas[1], 1.0)
        _check("weight_decay value", weight_decay)
        if not (isinstance(betas[0], float) and isinstance(betas[1], float)):
            raise ValueError("betas must be either both floats or both Tensors")
        _refuse(capturable=capturable, differentiable=differentiable)
        defaults = dict(
            lr=lr,
            betas=tuple(betas),
            eps=eps,
            weight_decay=weight_decay,
            amsgrad=amsgrad,
            maximize=maximize,
            foreach=foreach,
            capturable=capturable,
            differentiable=differentiable,
            fused=fused,
            decoupled_weight_decay=decoupled_weight_decay,
        )
        super().__init__(params, defaults)

    def step(self, closure=None):
        return self._step(closure)

    def _begin(self, p, group):
        state = self.state[p]
        if not state:
            state["step"] = torch.tensor(0.0)
            state["exp_avg"] = torch.zeros_like(p)
            state["exp_avg_sq"] = torch.zeros_like(p)
            if group["amsgrad"]:
                state["max_exp_avg_sq"] = torch.zeros_like(p)
        return state

    def _move(self, p, grad, group):
        state, lr, decay = self._begin(p, group), group["lr"], group["weight_decay"]
        beta1, beta2 = group["betas"]
        mean, square = state["exp_avg"], state["exp_avg_sq"]
        steps, old = self._count(state), p
        if decay != 0 and group["decoupled_weight_decay"]:
            old = p * (1 - lr * decay)
        elif decay != 0:
            grad = torch.add(grad, p, alpha=decay)
        mean.copy_(torch.lerp(mean, grad, 1 - beta1))
        square.copy_(torch.addcmul(square * beta2, grad, grad, value=1 - beta2))
        if group["amsgrad"]:
            square = state["max_exp_avg_sq"].copy_(torch.maximum(state["max_exp_avg_sq"], square))
        spread = square.sqrt() / (1 - beta2**steps) ** 0.5 + group["eps"]
        p.copy_(torch.addcdiv(old, mean, spread, value=-(lr / (1 - beta1**steps))))
