from torch.optim.optimizer import Optimizer, _check, _refuse

class SGD(Optimizer):
    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        _check("learning rate", lr)
        _check("momentum value", momentum)
        _check("weight_decay value", weight_decay)
        _refuse(differentiable=differentiable)
        defaults = dict(
            lr=lr,
            momentum=momentum,
            dampening=dampening,
            weight_decay=weight_decay,
            nesterov=nesterov,
            maximize=maximize,
            foreach=foreach,
            differentiable=differentiable,
            fused=fused,
        )
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, defaults)

    def step(self, closure=None):
        return self._step(closure)

    def _move(self, p, grad, group):
        momentum = group["momentum"]
        if group["weight_decay"] != 0:
            grad = torch.add(grad, p, alpha=group["weight_decay"])
        if momentum != 0:
            buffer = self._buffer(p, grad, group)
            grad = torch.add(grad, buffer, alpha=momentum) if group["nesterov"] else buffer
        p.add_(grad, alpha=-group["lr"])

    def _buffer(self, p, grad, group):
        state = self.state[p]
        if state.get("momentum_buffer") is None:
            buffer = grad.clone()
            state["momentum_buffer"] = buffer
            return buffer
        slowed = state["momentum_buffer"] * group["momentum"]
        return state["momentum_buffer"].copy_(torch.add(slowed, grad, alpha=1 - group["dampening"]))
