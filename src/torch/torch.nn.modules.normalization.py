"""Layers that give their input a mean and a spread."""

from torch._C import _integer
from torch.nn.modules.module import Module

class LayerNorm(Module):
    def __init__(
        self, normalized_shape, eps=1e-05, elementwise_affine=True, bias=True, device=None,
        dtype=None
    ):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(
            [_integer(size, "normalized_shape") for size in normalized_shape]
        )
        self.eps, self.elementwise_affine = eps, elementwise_affine
        shape, has_bias = self.normalized_shape, elementwise_affine and bias
        weight = nn.Parameter(torch.ones(shape, dtype=dtype)) if elementwise_affine else None
        self.register_parameter("weight", weight)
        self.register_parameter("bias", nn.Parameter(torch.zeros(shape, dtype=dtype)) if has_bias else None)

    def reset_parameters(self):
        if self.elementwise_affine:
            nn.init.ones_(self.weight)
            if self.bias is not None:
                nn.init.zeros_(self.bias)

    def forward(self, input):
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self):
        affine, has_bias = self.elementwise_affine, self.bias is not None
        return (
            f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={affine}, bias={has_bias}"
        )

class RMSNorm(Module):
    def __init__(
        self, normalized_shape, eps=None, elementwise_affine=True, device=None, dtype=None
    ):
        super().__init__()
        if isinstance(normalized_shape, int):
            normalized_shape = (normalized_shape,)
        self.normalized_shape = tuple(
            [_integer(size, "normalized_shape") for size in normalized_shape]
        )
        self.eps, self.elementwise_affine = eps, elementwise_affine
        weight = nn.Parameter(torch.ones(self.normalized_shape, dtype=dtype)) if elementwise_affine else None
        self.register_parameter("weight", weight)

    def reset_parameters(self):
        if self.elementwise_affine:
            nn.init.ones_(self.weight)

    def forward(self, x):
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)

    def extra_repr(self):
        affine = self.elementwise_affine
        return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={affine}"
