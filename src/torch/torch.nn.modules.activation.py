"""Layers without parameters that stand for a function; and the attention of all heads."""

from torch._C import _fail, _integer
from torch.nn.functional import _multi_head
from torch.nn.modules.linear import NonDynamicallyQuantizableLinear
from torch.nn.modules.module import Module

class _InPlace(Module):
    def __init__(self, inplace=False):
        super().__init__()
        self.inplace = inplace

    def extra_repr(self):
        return "inplace=True" if self.inplace else ""

class ReLU(_InPlace):
    def forward(self, input):
        return F.relu(input, self.inplace)

class ReLU6(_InPlace):
    def forward(self, input):
        return F.relu6(input, self.inplace)

class SiLU(_InPlace):
    def forward(self, input):
        return F.silu(input, self.inplace)

class Tanh(Module):
    def forward(self, input):
        return F.tanh(input)

class Sigmoid(Module):
    def forward(self, input):
        return F.sigmoid(input)

class LogSigmoid(Module):
    def forward(self, input):
        return F.logsigmoid(input)

class GELU(Module):
    def __init__(self, approximate="none"):
        super().__init__()
        self.approximate = approximate

    def forward(self, input):
        return F.gelu(input, approximate=self.approximate)

    def extra_repr(self):
        return f"approximate={self.approximate!r}"

class _Along(Module):
    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def extra_repr(self):
        return f"dim={self.dim}"

class Softmax(_Along):
    def forward(self, input):
        return F.softmax(input, self.dim)

class LogSoftmax(_Along):
    def forward(self, input):
        return F.log_softmax(input, self.dim)

class LeakyReLU(Module):
    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope, self.inplace = negative_slope, inplace

    def forward(self, input):
        return F.leaky_relu(input, self.negative_slope, self.inplace)

    def extra_repr(self):
        return f"negative_slope={self.negative_slope}" + (", inplace=True" if self.inplace else "")

class ELU(Module):
    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha, self.inplace = alpha, inplace

    def forward(self, input):
        return F.elu(input, self.alpha, self.inplace)

    def extra_repr(self):
        return f"alpha={self.alpha}" + (", inplace=True" if self.inplace else "")

class Softplus(Module):
    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta, self.threshold = beta, threshold

    def forward(self, input):
        return F.softplus(input, self.beta, self.threshold)

    def extra_repr(self):
        return f"beta={self.beta}, threshold={self.threshold}"

class MultiheadAttention(Module):
    """softmax(q k^T / sqrt(d)) v in each head, and the heads side by side through the last layer."""

    def __init__(
        self, embed_dim, num_heads, dropout=0.0, bias=True, add_bias_kv=False, add_zero_attn=False,
        kdim=None, vdim=None, batch_first=False, device=None, dtype=None
    ):
        super().__init__()
        self._drawn(dtype)
        self.embed_dim = _integer(embed_dim, "embed_dim")
        self.num_heads = _integer(num_heads, "num_heads")
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == embed_dim and self.vdim == embed_dim
        self.dropout, self.batch_first, self.add_zero_attn = dropout, batch_first, add_zero_attn
        if embed_dim < 1 or num_heads < 1 or embed_dim % num_heads:
            said = "embed_dim must be divisible by num_heads"
            _fail("AssertionError", said, f"{said}, but they are {embed_dim} and {num_heads}")
        self.head_dim = embed_dim // num_heads
        # A single weight for all three, as long as they have the same width.
        same = self._qkv_same_embed_dim
        for name, rows, width in (
            ("in_proj_weight", 3 * embed_dim, embed_dim if same else None),
            ("q_proj_weight", embed_dim, None if same else embed_dim),
            ("k_proj_weight", embed_dim, None if same else self.kdim),
            ("v_proj_weight", embed_dim, None if same else self.vdim)
        ):
            weight = None if width is None else nn.Parameter(torch.empty(rows, width))
            self.register_parameter(name, weight)
        self.register_parameter(
            "in_proj_bias", nn.Parameter(torch.empty(3 * embed_dim)) if bias else None
        )
        self.out_proj = NonDynamicallyQuantizableLinear(embed_dim, embed_dim, bias=bias)
        for name in ("bias_k", "bias_v"):
            more = nn.Parameter(torch.empty(1, 1, embed_dim)) if add_bias_kv else None
            self.register_parameter(name, more)
        self._reset_parameters()

    def _reset_parameters(self):
        for name in ("in_proj_weight", "q_proj_weight", "k_proj_weight", "v_proj_weight"):
            if self._parameters[name] is not None:
                nn.init.xavier_uniform_(self._parameters[name])
        if self.in_proj_bias is not None:
            nn.init.zeros_(self.in_proj_bias)
            nn.init.zeros_(self.out_proj.bias)
        for name in ("bias_k", "bias_v"):
            if self._parameters[name] is not None:
                nn.init.xavier_normal_(self._parameters[name])

    def forward(
        self, query, key, value, key_padding_mask=None, need_weights=True, attn_mask=None,
        average_attn_weights=True, is_causal=False
    ):
        same = query is key and key is value
        fast = same and not self._why_slow(query, key_padding_mask, attn_mask)
        return _multi_head(
            query, key, value, self.num_heads, self.in_proj_weight,
            (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight), self.in_proj_bias,
            self.bias_k, self.bias_v, self.add_zero_attn, self.dropout if self.training else 0,
            self.out_proj.weight, self.out_proj.bias, key_padding_mask, attn_mask, need_weights,
            average_attn_weights, self.batch_first, is_causal, fast
        )

    # Why PyTorch does not go its fast way with x as query, key and value; "" where it does.
    def _why_slow(self, x, key_mask, mask):
        if mask is not None and mask.is_floating_point():
            return "floating-point masks are not supported for fast path."
        if key_mask is not None and key_mask.is_floating_point():
            return "floating-point masks are not supported for fast path."
        if not torch.backends.mha.get_fastpath_enabled():
            return "torch.backends.mha.get_fastpath_enabled() was not True"
        if x.dim() != 3:
            return f"input not batched; expected query.dim() of 3 but got {x.dim()}"
        if self.in_proj_weight is None:
            return "in_proj_weight was None"
        if self.training:
            return "training is enabled"
        if self.num_heads % 2 != 0:
            return "self.num_heads is not even"
        if not self.batch_first:
            return "batch_first was not True"
        if self.bias_k is not None or self.bias_v is not None or self.add_zero_attn:
            return "there is one more key"
        given = (
            x, self.in_proj_weight, self.in_proj_bias, self.out_proj.weight, self.out_proj.bias
        )
        if _wants_gradient(given):
            return (
                "grad is enabled and at least one of query or the "
                "input/output projection weights or biases requires_grad"
            )
        return "in_proj_bias was None" if self.in_proj_bias is None else ""

def _wants_gradient(tensors):
    return torch.is_grad_enabled() and any([t is not None and t.requires_grad for t in tensors])
