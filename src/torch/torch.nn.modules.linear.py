"""Layers that multiply with a weight."""

from torch._C import _integer
from torch.nn.modules.module import Module

class Identity(Module):
    def __init__(self, *args, **kwargs):
        super().__init__()

    def forward(self, input):
        return input

class Linear(Module):
    """input @ weight.T + bias"""

    def __init__(self, in_features, out_features, bias=True, device=None, dtype=None):
        super().__init__()
        self._drawn(dtype, half=True)
        self.in_features = _integer(in_features, "in_features")
        self.out_features = _integer(out_features, "out_features")
        self.weight = nn.Parameter(torch.empty(out_features, in_features, dtype=dtype))
        if bias:
            self.bias = nn.Parameter(torch.empty(out_features, dtype=dtype))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1 / math.sqrt(self.in_features) if self.in_features > 0 else 0
        nn.init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            nn.init.uniform_(self.bias, -bound, bound)

    def forward(self, input):
        return F.linear(input, self.weight, self.bias)

    def extra_repr(self):
        return (
            f"in_features={self.in_features}, out_features={self.out_features}, "
            f"bias={self.bias is not None}"
        )

class NonDynamicallyQuantizableLinear(Linear):
    """The last layer of MultiheadAttention has a class of its own."""

class LazyLinear(Linear):
    """A Linear that learns its first size from what it is called with."""

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        Module.__init__(self)
        self._drawn(dtype)
        self.in_features = 0
        self.out_features = _integer(out_features, "out_features")
        self.has_bias = bias

    def forward(self, input):
        if input.dim() == 0:
            raise RuntimeError("LazyLinear: the input has no last axis to take its size from")
        has_bias = self.has_bias
        del self.has_bias
        self.__class__ = Linear
        self.__init__(input.shape[-1], self.out_features, has_bias)
        return self(input)

    def extra_repr(self):
        return f"in_features=0, out_features={self.out_features}, bias={self.has_bias}"

class Bilinear(Module):
    def __init__(
        self, in1_features, in2_features, out_features, bias=True, device=None, dtype=None
    ):
        super().__init__()
        self._drawn(dtype)
        self.in1_features, self.in2_features = in1_features, in2_features
        self.out_features = out_features
        self.weight = nn.Parameter(torch.empty(out_features, in1_features, in2_features))
        if bias:
            self.bias = nn.Parameter(torch.empty(out_features))
        else:
            self.register_parameter("bias", None)
        self.reset_parameters()

    def reset_parameters(self):
        bound = 1 / math.sqrt(self.weight.size(1))
        nn.init.uniform_(self.weight, -bound, bound)
        if self.bias is not None:
            nn.init.uniform_(self.bias, -bound, bound)

    def forward(self, input1, input2):
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self):
        return (
            f"in1_features={self.in1_features}, in2_features={self.in2_features}, "
            f"out_features={self.out_features}, bias={self.bias is not None}"
        )
