from functools import wraps
from torch._C import _gradients, _mode

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

class inference_mode(no_grad):
    def __new__(cls, mode=True):
        made = object.__new__(cls)
        made._on = mode is not True and not callable(mode) and torch.is_grad_enabled()
        return made(mode) if callable(mode) else made

class enable_grad(no_grad):
    _on = True

class set_grad_enabled(_Mode):
    def __init__(self, mode):
        self._on = bool(mode)
        self._was = _mode(self._on)

    def __enter__(self):
        _mode(self._on)

def _several(x):
    return [x] if torch.is_tensor(x) else list(x)

def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False,
         allow_unused=None):
    if create_graph:
        raise RuntimeError("a gradient of a gradient is not computed here")
    given = [] if grad_outputs is None else _several(grad_outputs)
    found = _gradients(_several(outputs), _several(inputs), given, bool(retain_graph))
    if not allow_unused and None in [g if g is None else 0 for g in found]:
        raise RuntimeError("One of the differentiated Tensors appears to not have been used in the "
                           "graph. Set allow_unused=True if this is the desired behavior.")
    return tuple(found)

def backward(tensors, grad_tensors=None, retain_graph=None):
    several = _several(tensors)
    given = [None] * len(several) if grad_tensors is None else _several(grad_tensors)
    for i, (t, g) in enumerate(zip(several, given)):
        t.backward(g, retain_graph=bool(retain_graph) or i + 1 < len(several))

def Variable(data, requires_grad=False, volatile=False):
    return data.requires_grad_() if requires_grad else data
