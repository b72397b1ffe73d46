"""Rearrange, Reduce as modules; the repr is that of einops."""
import torch
from .. import rearrange, reduce


class Rearrange(torch.nn.Module):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self.pattern, self.axes_lengths = pattern, axes_lengths

    def forward(self, x):
        return rearrange(x, self.pattern, **self.axes_lengths)

    def __repr__(self):
        return "Rearrange(" + ", ".join([repr(self.pattern)] + [f"{k}={v}" for k, v in self.axes_lengths.items()]) + ")"


class Reduce(torch.nn.Module):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.pattern, self.reduction, self.axes_lengths = pattern, reduction, axes_lengths

    def forward(self, x):
        return reduce(x, self.pattern, self.reduction, **self.axes_lengths)
