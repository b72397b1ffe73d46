import numpy
from numpy import sum, prod, any, all, max, min, argmax, argmin, cumsum, cumprod, dot
from numpy import mean, var, std, round, repeat, swapaxes, squeeze, diagonal, trace, clip, take
from numpy import argsort, nonzero, ravel, copy, ptp
from torch._C import _astype as astype, item, tolist

def reshape(self, *shape):
    return torch.reshape(self, shape[0] if len(shape) == 1 and not isinstance(shape[0], int) else shape)

def transpose(self, *axes):
    if not axes or axes[0] is None:
        return self.T
    return torch.permute(self, axes[0] if len(axes) == 1 else axes)

def flatten(self):
    return torch.reshape(self, (-1,)).copy()

def fill(self, value):
    self[...] = value

def sort(self, axis=-1):
    self[...] = numpy.sort(self, axis)

def conj(self):
    return self
