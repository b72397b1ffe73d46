from torch._C import _hooks, _write
from torch.utils.hooks import RemovableHandle
from torch import cov, corrcoef, diff, take, dist, isclose, median, quantile, count_nonzero
from torch import bincount, histc, unique, cummax, cummin, renorm, kron, cross, rot90, lerp, mode
from torch import tensor_split, diag_embed
from torch import addcmul, addcdiv

def lerp_(self, end, weight):
    return _write(self, self.lerp(end, weight), [end])

def addcmul_(self, tensor1, tensor2, *, value=1):
    return _write(self, self.addcmul(tensor1, tensor2, value=value), [tensor1, tensor2])

def addcdiv_(self, tensor1, tensor2, *, value=1):
    return _write(self, self.addcdiv(tensor1, tensor2, value=value), [tensor1, tensor2])

def register_hook(self, hook):
    if not self.requires_grad:
        raise RuntimeError("cannot register a hook on a tensor that doesn't require gradient")
    return RemovableHandle(_hooks(self), hook)
