"""Windows that are moved over a row or a picture."""

from torch.nn.modules.module import Module

class _ConvNd(Module):
    def __init__(
        self, in_channels, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1,
        bias=True, padding_mode="zeros", device=None, dtype=None
    ):
        super().__init__()
        self._drawn(dtype)
        if padding_mode != "zeros":
            raise NotHere(f"{self._get_name()}: lessons have only padding_mode='zeros'")
        if in_channels % groups:
            raise ValueError("in_channels must be divisible by groups")
        if out_channels % groups:
            raise ValueError("out_channels must be divisible by groups")
        one = lambda size: size if isinstance(size, tuple) else (size,) * self._axes
        self.in_channels, self.out_channels, self.groups = in_channels, out_channels, groups
        self.kernel_size, self.stride = one(kernel_size), one(stride)
        self.padding = padding if isinstance(padding, str) else one(padding)
        self.dilation = one(dilation)
        self.weight = nn.Parameter(
            torch.empty(out_channels, in_channels // groups, *self.kernel_size)
        )
        if bias:
            self.bias = nn.Parameter(torch.empty(out_channels))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        nn.init.kaiming_uniform_(self.weight, a=math.sqrt(5))
        if self.bias is not None:
            bound = 1 / math.sqrt(self.weight[0].numel())
            nn.init.uniform_(self.bias, -bound, bound)

    def extra_repr(self):
        text = f"{self.in_channels}, {self.out_channels}, kernel_size={self.kernel_size}, stride={self.stride}"
        text += "" if self.padding == (0,) * self._axes else f", padding={self.padding}"
        text += "" if self.dilation == (1,) * self._axes else f", dilation={self.dilation}"
        text += "" if self.groups == 1 else f", groups={self.groups}"
        return text if self.bias is not None else text + ", bias=False"

class Conv1d(_ConvNd):
    _axes = 1

    def forward(self, input):
        return F.conv1d(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups
        )

class Conv2d(_ConvNd):
    _axes = 2

    def forward(self, input):
        return F.conv2d(
            input, self.weight, self.bias, self.stride, self.padding, self.dilation, self.groups
        )
