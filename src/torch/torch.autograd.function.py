"""Functions whose way back a lesson writes itself."""

from functools import wraps
from torch._C import _lead_back, _mode, _steps

class FunctionCtx:
    """What forward leaves for backward, which can also have attributes of its own."""

    def __init__(self, needs):
        self.needs_input_grad = needs
        self._saved, self._plain, self._zeros = (), (), True

    def save_for_backward(self, *tensors):
        for t in tensors:
            if t is not None and not torch.is_tensor(t):
                raise TypeError(
                    f"save_for_backward can only save variables, but argument {tensors.index(t)} "
                    f"is of type {type(t).__name__}"
                )
        self._saved = tensors

    @property
    def saved_tensors(self):
        return self._saved

    def mark_non_differentiable(self, *tensors):
        self._plain = tensors

    def mark_dirty(self, *tensors):
        raise NotHere("mark_dirty: a forward that writes to its operands has no way back here")

    def set_materialize_grads(self, value):
        self._zeros = value

class Function:
    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError(
            "You must implement the forward function for custom autograd.Function."
        )

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError(
            "You must implement either the backward or vjp method for your custom "
            "autograd.Function to use it with backward mode AD."
        )

    @classmethod
    def apply(cls, *args, **kwargs):
        args += tuple(kwargs.values())
        ctx = FunctionCtx(tuple(torch.is_tensor(a) and a.requires_grad for a in args))
        since, was = _steps(), _mode(False)
        try:
            if hasattr(cls, "setup_context"):
                out = cls.forward(*args)
                cls.setup_context(ctx, args, out)
            else:
                out = cls.forward(ctx, *args)
        finally:
            _mode(was)
        several = out if isinstance(out, tuple) else (out,)
        led = [
            torch.is_tensor(t) and t.is_floating_point() and all(t is not p for p in ctx._plain)
            for t in several
        ]
        results = iter(
            _lead_back(
                cls.__name__ + "Backward",
                since,
                [t for t, is_led in zip(several, led) if is_led],
                [a for a in args if torch.is_tensor(a)],
                [t for t in ctx._saved if t is not None],
                lambda *gradients: _backward(cls, ctx, args, several, led, gradients),
            )
        )
        several = tuple(next(results) if is_led else t for t, is_led in zip(several, led))
        return several if isinstance(out, tuple) else several[0]

# The gradients of the tensors among the arguments, of those of the results that are led back from.
def _backward(cls, ctx, args, several, led, gradients):
    found, gradients = [], iter(gradients)
    for t, is_led in zip(several, led):
        g = next(gradients) if is_led else None
        is_zero = g is None and ctx._zeros and torch.is_tensor(t)
        found.append(torch.zeros_like(t) if is_zero else g)
    given = cls.backward(ctx, *found)
    given = given if isinstance(given, tuple) else (given,)
    count, name = len(args), cls.__name__ + "Backward"
    if len(given) < count or any(g is not None for g in given[count:]):
        raise RuntimeError(
            f"function {name} returned an incorrect number of gradients "
            f"(expected {count}, got {len(given)})"
        )
    for i, (a, g) in enumerate(zip(args, given)):
        if g is not None and not torch.is_tensor(a):
            raise RuntimeError(
                f"function {name} returned a gradient different than None at position {i + 1}, "
                "but the corresponding forward input was not a Variable"
            )
    return [g for a, g in zip(args, given) if torch.is_tensor(a)]

def once_differentiable(function):
    return wraps(function)(lambda *args: function(*args))
