import numpy
from numpy import sum, prod, any, all, max, min, argmax, argmin, cumsum, cumprod, dot
from numpy import mean, var, std, round, repeat, swapaxes, squeeze, diagonal, trace, clip, take
from numpy import argsort, nonzero, ravel, ptp
from torch._C import _astype as astype, item, tolist

def reshape(self, *shape):
    return torch.reshape(self, shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape)

def transpose(self, *axes):
    if not axes or axes[0] is None:
        return self.T
    return torch.permute(self, axes[0] if len(axes) == 1 else axes)

# Of a plain number it is a plain number.
def copy(self):
    copied = numpy.array(self)
    return copied if isinstance(self, numpy.ndarray) else copied[()]

def flatten(self):
    return numpy.array(torch.reshape(self, (-1,)))

def fill(self, value):
    self[...] = value

def sort(self, axis=-1):
    self[...] = numpy.sort(self, axis)

def conj(self):
    return self
