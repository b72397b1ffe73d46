"""Where PyTorch's last bits depend on how it was built and on the processor.

Nothing of this is just tolerated: for each such function there stands here, in other operations of
PyTorch, what qkv computes instead, and its value must agree with that to the bit.
"""

import math

import torch
from torch.overrides import TorchFunctionMode


def fused(total, a, b):
    """fmaf for float32. The product is exact in float64; the sum is rounded to odd there, so that
    rounding it again to float32 is rounding once."""
    product, total = torch.broadcast_tensors(a.double() * b.double(), total.double())
    rounded = product + total
    other = rounded - product
    lost = (product - (rounded - other)) + (total - other)
    is_even = rounded.view(torch.int64) % 2 == 0
    odd = torch.nextafter(rounded, lost * math.inf)
    return torch.where(is_even & (lost != 0) & lost.isfinite(), odd, rounded).float()


def is_fused(a, b):
    """Not for vectors on the right, and not for small matrices of a batch."""
    if b.dim() == 1 or (a.dim() == 1 and b.dim() > 2):
        return False
    is_batch = a.dim() > 2 and b.dim() > 2
    return not is_batch or a.shape[-2] * a.shape[-1] * b.shape[-1] >= 400


def product(a, b):
    """Each cell is a sum of products over k, in order."""
    plain = torch.matmul(a, b)
    if a.dtype != torch.float32:
        return plain
    left = a.unsqueeze(0) if a.dim() == 1 else a
    right = b.unsqueeze(1) if b.dim() == 1 else b
    total = torch.zeros_like(torch.matmul(left, right))
    for k in range(left.shape[-1]):
        row, column = left[..., :, k : k + 1], right[..., k : k + 1, :]
        total = fused(total, row, column) if is_fused(a, b) else total + row * column
    return total.reshape(plain.shape)


def linear(x, weight, bias=None):
    result = product(x, weight.mT)
    return result if bias is None else result + bias


def cell_by_cell(function, swapped=False):
    """The function on tensors of one cell, which PyTorch computes without vectors."""

    def definition(a, b):
        a, b = (b, a) if swapped else (a, b)
        whole = function(a, b)
        if whole.dtype != torch.float32:
            return whole
        pairs = torch.broadcast_tensors(torch.as_tensor(a).float(), torch.as_tensor(b).float())
        cells = [function(x, y) for x, y in zip(*(t.reshape(-1, 1) for t in pairs))]
        return torch.cat(cells).reshape(whole.shape) if cells else whole

    return definition


def of_two(function):
    """Of two tensors cell by cell; else as it is."""

    def definition(*args, **kwargs):
        is_pair = len(args) == 2 and isinstance(args[1], torch.Tensor)
        return (cell_by_cell(function) if is_pair else function)(*args, **kwargs)

    return definition


VECTORS = "whole vectors go another way for denormals and for the signs of zeros; qkv as single cells"
BLAS = "each BLAS library adds up products in its own way; qkv in order, fused for matrices"

# By the name that PyTorch knows the function under, which is also that of the operation; the
# operations at the end have another name.
CHOICES = {
    **dict.fromkeys(("matmul", "__matmul__", "mm", "bmm", "mv", "dot"), (BLAS, product)),
    "linear": (BLAS, linear),
    **dict.fromkeys(
        ("floor_divide", "__floordiv__"), (VECTORS, cell_by_cell(torch.floor_divide))
    ),
    "__rfloordiv__": (VECTORS, cell_by_cell(torch.floor_divide, swapped=True)),
    **dict.fromkeys(("remainder", "__mod__"), (VECTORS, cell_by_cell(torch.remainder))),
    "__rmod__": (VECTORS, cell_by_cell(torch.remainder, swapped=True)),
    "minimum": (VECTORS, cell_by_cell(torch.minimum)),
    "maximum": (VECTORS, cell_by_cell(torch.maximum)),
    "max": (VECTORS, of_two(torch.max)),
    "min": (VECTORS, of_two(torch.min)),
    "max of two": (VECTORS, None),
    "Linear": (BLAS, None),
}


def with_way_back(function, definition, args, kwargs):
    """The value of a definition, as a result that PyTorch's own function made: with its way back."""
    whole = function(*args, **kwargs) if torch.is_grad_enabled() else None
    if not (isinstance(whole, torch.Tensor) and whole.requires_grad) or whole.is_leaf:
        return definition(*args, **kwargs)
    with torch.no_grad():
        whole.data.copy_(definition(*args, **kwargs))
    return whole


class Defined(TorchFunctionMode):
    """While it lasts, functions of the table are computed as it says."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        _, definition = CHOICES.get(getattr(func, "__name__", ""), (None, func))
        if definition is not func:  # the second operand has many names
            args += tuple(kwargs.pop(name) for name in ("other", "mat2", "vec", "tensor") if name in kwargs)
        return definition(*args, **kwargs) if definition is func else with_way_back(func, definition, args, kwargs)
