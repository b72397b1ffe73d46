from functools import wraps
from torch._C import _gradients, _inference, _mode
from torch.autograd.function import Function

class _Mode:
    def __enter__(self):
        self._was = _mode(self._on)

    def __exit__(self, *error):
        _mode(self._was)

    def __call__(self, function):
        on = self._on

        @wraps(function)
        def _within(*args, **named):
            was = _mode(on)
            try:
                return function(*args, **named)
            finally:
                _mode(was)

        return _within

class no_grad(_Mode):
    _on = False

    def __new__(cls, function=None):
        made = object.__new__(cls)
        return made if function is None else made(function)

class inference_mode(_Mode):
    def __new__(cls, mode=True):
        made = object.__new__(cls)
        made._infers = callable(mode) or bool(mode)
        made._on = not made._infers
        return made(mode) if callable(mode) else made

    def __enter__(self):
        self._was = _mode(self._on)
        self._inferred = _inference(self._infers)

    def __exit__(self, *error):
        _inference(self._inferred)
        _mode(self._was)

    def __call__(self, function):
        @wraps(function)
        def _within(*args, **named):
            with inference_mode(self._infers):
                return function(*args, **named)

        return _within

class enable_grad(no_grad):
    _on = True

class set_grad_enabled(_Mode):
    def __init__(self, mode):
        self._on = bool(mode)
        self._was = _mode(self._on)

    def __call__(self, function):
        _mode(self._was)
        return _Mode.__call__(self, function)

    def __enter__(self):
        _mode(self._on)

    def __repr__(self):
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self._on})"

def _several(x):
    return [x] if torch.is_tensor(x) else list(x)

def _begins(tensors, given):
    several = _several(tensors)
    given = [None] * len(several) if given is None else _several(given)
    if len(given) != len(several):
        raise RuntimeError(f"got {len(several)} tensors and {len(given)} gradients")
    for t, g in zip(several, given):
        if g is None and t.numel() != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
    if all(g is None for g in given):
        return several, []
    return several, [torch.ones_like(t) if g is None else g for t, g in zip(several, given)]

def grad(
    outputs,
    inputs,
    grad_outputs=None,
    retain_graph=None,
    create_graph=False,
    allow_unused=None,
    is_grads_batched=False,
    materialize_grads=False,
):
    if create_graph:
        raise NotHere("a gradient of a gradient is not computed here")
    inputs = _several(inputs)
    if not inputs:
        raise RuntimeError("`inputs` argument to `grad()` cannot be empty.")
    outputs, given = _begins(outputs, grad_outputs)
    found = _gradients(outputs, inputs, given, bool(retain_graph))
    for i, g in enumerate(found):
        if g is None and materialize_grads:
            found[i] = torch.zeros_like(inputs[i])
        elif g is None and not allow_unused:
            raise RuntimeError(
                f"The differentiated Tensor at index {i} appears to not have been used in the "
                "graph. Set allow_unused=True if this is the desired behavior."
            )
    return tuple(found)

def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False):
    if create_graph:
        raise NotHere("a gradient of a gradient is not computed here")
    several, given = _begins(tensors, grad_tensors)
    _gradients(several, [], given, bool(retain_graph))

def Variable(data, requires_grad=False, volatile=False):
    return data.requires_grad_() if requires_grad else data
