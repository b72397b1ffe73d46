import numpy
from torch._C import _seed, _generator, _draw

def seed(seed=None):
    _seed(0 if seed is None else seed)

# Without a size it is a plain number.
def _drawn(state, kind, size, a=0.0, b=1.0):
    if size is None or size == ():
        return _draw(state, kind, (), a, b).item()
    return _draw(state, kind, size, a, b)

def _whole(state, low, high, size):
    if size is None:
        return _draw(state, "integers", (), first=low, last=high)
    return _draw(state, "integers", size, first=low, last=high)

def rand(*size):
    return _drawn(None, "uniform", size)

def randn(*size):
    return _drawn(None, "normal", size)

def random(size=None):
    return _drawn(None, "uniform", size)

def random_sample(size=None):
    return _drawn(None, "uniform", size)

def standard_normal(size=None):
    return _drawn(None, "normal", size)

def uniform(low=0.0, high=1.0, size=None):
    return _drawn(None, "uniform", size, low, high)

def _scale(scale):
    if scale < 0:
        raise ValueError("scale < 0")
    return scale

def normal(loc=0.0, scale=1.0, size=None):
    return _drawn(None, "normal", size, loc, _scale(scale))

def randint(low, high=None, size=None):
    low, high = (0, low) if high is None else (low, high)
    drawn = _whole(None, low, high - 1, size)
    return drawn.item() if size is None else drawn

def permutation(x):
    order = _draw(None, "order", x if isinstance(x, int) else len(x))
    return order if isinstance(x, int) else numpy.asarray(x)[order]

def shuffle(x):
    x[...] = numpy.asarray(x)[_draw(None, "order", len(x))]

class Generator:
    def __init__(self, seed=None):
        self._state = _generator(0 if seed is None else seed)

    def random(self, size=None):
        return _drawn(self._state, "uniform", size)

    def standard_normal(self, size=None):
        return _drawn(self._state, "normal", size)

    def uniform(self, low=0.0, high=1.0, size=None):
        return _drawn(self._state, "uniform", size, low, high)

    def normal(self, loc=0.0, scale=1.0, size=None):
        return _drawn(self._state, "normal", size, loc, _scale(scale))

    def integers(self, low, high=None, size=None, endpoint=False):
        low, high = (0, low) if high is None else (low, high)
        return _whole(self._state, low, high - 1 + endpoint, size)

    def permutation(self, x):
        order = _draw(self._state, "order", x if isinstance(x, int) else len(x))
        return order if isinstance(x, int) else numpy.asarray(x)[order]

    def shuffle(self, x):
        x[...] = numpy.asarray(x)[_draw(self._state, "order", len(x))]

    def __repr__(self):
        return "Generator(PCG64)"

def default_rng(seed=None):
    return Generator(seed)
