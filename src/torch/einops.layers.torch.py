"""The functions of einops as layers."""

from einops import _check, rearrange, reduce

class _Pattern(nn.Module):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        _check(self._get_name(), pattern)
        self.pattern, self.axes_lengths = pattern, axes_lengths

    def extra_repr(self):
        how = f", {self.reduction!r}" if hasattr(self, "reduction") else ""
        sizes = [f", {name}={size}" for name, size in self.axes_lengths.items()]
        return f"{self.pattern!r}{how}" + "".join(sizes)

class Rearrange(_Pattern):
    def forward(self, input):
        return rearrange(input, self.pattern, **self.axes_lengths)

class Reduce(_Pattern):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__(pattern, **axes_lengths)
        self.reduction = reduction

    def forward(self, input):
        return reduce(input, self.pattern, self.reduction, **self.axes_lengths)
