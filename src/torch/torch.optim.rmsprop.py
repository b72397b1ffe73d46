from torch.optim.optimizer import Optimizer, _check, _refuse

class RMSprop(Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        alpha=0.99,
        eps=1e-8,
        weight_decay=0,
        momentum=0,
        centered=False,
        capturable=False,
        foreach=None,
        maximize=False,
        differentiable=False,
    ):
        _check("learning rate", lr)
        _check("epsilon value", eps)
        _check("momentum value", momentum)
        _check("weight_decay value", weight_decay)
        _check("alpha value", alpha)
        _refuse(capturable=capturable, differentiable=differentiable)
        defaults = dict(
            lr=lr,
            momentum=momentum,
            alpha=alpha,
            eps=eps,
            centered=centered,
            weight_decay=weight_decay,
            capturable=capturable,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
        )
        super().__init__(params, defaults)

    def step(self, closure=None):
        return self._step(closure)

    def _begin(self, p, group):
        state = self.state[p]
        if not state:
            state["step"] = torch.tensor(0.0)
            state["square_avg"] = torch.zeros_like(p)
            if group["momentum"] > 0:
                state["momentum_buffer"] = torch.zeros_like(p)
            if group["centered"]:
                state["grad_avg"] = torch.zeros_like(p)
        self._count(state)
        return state

    def _move(self, p, grad, group):
        state, alpha, lr = self._begin(p, group), group["alpha"], group["lr"]
        square = state["square_avg"]
        if group["weight_decay"] != 0:
            grad = torch.add(grad, p, alpha=group["weight_decay"])
        square.copy_(torch.addcmul(square * alpha, grad, grad, value=1 - alpha))
        if group["centered"]:
            mean = state["grad_avg"]
            mean.copy_(torch.lerp(mean, grad, 1 - alpha))
            square = torch.addcmul(square, mean, mean, value=-1)
        spread = square.sqrt() + group["eps"]
        if group["momentum"] > 0:
            buffer = state["momentum_buffer"]
            buffer.copy_(torch.addcdiv(buffer * group["momentum"], grad, spread))
            p.add_(buffer, alpha=-lr)
        else:
            p.copy_(torch.addcdiv(p, grad, spread, value=-lr))
