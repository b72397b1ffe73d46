from torch.optim.optimizer import Optimizer, _check, _refuse

class Adagrad(Optimizer):
    def __init__(
        self,
        params,
        lr=1e-2,
        lr_decay=0,
        weight_decay=0,
        initial_accumulator_value=0,
        eps=1e-10,
        foreach=None,
        *,
        maximize=False,
        differentiable=False,
        fused=None,
    ):
        _check("learning rate", lr)
        _check("lr_decay value", lr_decay)
        _check("weight_decay value", weight_decay)
        _check("initial_accumulator_value value", initial_accumulator_value)
        _check("epsilon value", eps)
        _refuse(differentiable=differentiable)
        defaults = dict(
            lr=lr,
            lr_decay=lr_decay,
            eps=eps,
            weight_decay=weight_decay,
            initial_accumulator_value=initial_accumulator_value,
            foreach=foreach,
            maximize=maximize,
            differentiable=differentiable,
            fused=fused,
        )
        super().__init__(params, defaults)
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                state["step"] = torch.tensor(0.0)
                state["sum"] = torch.full_like(p, initial_accumulator_value)

    def step(self, closure=None):
        return self._step(closure)

    def _move(self, p, grad, group):
        state = self.state[p]
        steps, total = self._count(state), state["sum"]
        if group["weight_decay"] != 0:
            grad = torch.add(grad, p, alpha=group["weight_decay"])
        total.copy_(torch.addcmul(total, grad, grad))
        spread = total.sqrt() + group["eps"]
        lr = group["lr"] / (1 + (steps - 1) * group["lr_decay"])
        p.copy_(torch.addcdiv(p, grad, spread, value=-lr))
