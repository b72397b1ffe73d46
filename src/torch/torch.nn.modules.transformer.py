"""The Transformer of Vaswani et al., "Attention Is All You Need" (2017), out of other modules."""

import copy

from torch._C import _told
from torch.nn.functional import _FAST_WAY, _as_numbers, _multi_head
from torch.nn.modules.activation import _wants_gradient
from torch.nn.modules.module import Module

def _copies(module, count):
    return nn.ModuleList([copy.deepcopy(module) for _ in range(count)])

# A copy of PyTorch's layer of a decoder takes F.relu where it was given a module: its __setstate__ looks for
# `activation` among the attributes, and modules do not stand there.
def _decoder_copies(layer, count):
    made = _copies(layer, count)
    for copied in made:
        if isinstance(layer, TransformerDecoderLayer) and "activation" in layer._modules:
            copied.__dict__["activation"] = F.relu
    return made

def _activation(given):
    if given == "relu":
        return F.relu
    if given == "gelu":
        return F.gelu
    if isinstance(given, str):
        raise RuntimeError(f"activation should be relu/gelu, not {given}")
    return given

class _Layer(Module):
    """What layers of encoder and decoder have in common; `_parts` are each a norm and a dropout."""

    def __init__(
        self, d_model, nhead, dim_feedforward=2048, dropout=0.1, activation=F.relu,
        layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True, device=None,
        dtype=None
    ):
        super().__init__()
        self._drawn(dtype)
        options = {"dropout": dropout, "bias": bias, "batch_first": batch_first}
        self.self_attn = nn.MultiheadAttention(d_model, nhead, **options)
        if "3" in self._parts:
            self.multihead_attn = nn.MultiheadAttention(d_model, nhead, **options)
        self.linear1 = nn.Linear(d_model, dim_feedforward, bias=bias)
        self.dropout = nn.Dropout(dropout)
        self.linear2 = nn.Linear(dim_feedforward, d_model, bias=bias)
        self.norm_first = norm_first
        for part in self._parts:
            setattr(self, "norm" + part, nn.LayerNorm(d_model, eps=layer_norm_eps, bias=bias))
        for part in self._parts:
            setattr(self, "dropout" + part, nn.Dropout(dropout))
        self.activation = _activation(activation)

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal=False):
        x, _ = self.self_attn(
            x, x, x, key_padding_mask=key_padding_mask, need_weights=False, attn_mask=attn_mask,
            is_causal=is_causal
        )
        return self.dropout1(x)

    def _feed_forward(self, x):
        return self.linear2(self.dropout(self.activation(self.linear1(x))))

class TransformerEncoderLayer(_Layer):
    _parts = "12"

    def __init__(self, *args, **named):
        super().__init__(*args, **named)
        given = self.activation
        self.activation_relu_or_gelu = 0
        if given is F.relu or isinstance(given, nn.ReLU):
            self.activation_relu_or_gelu = 1
        elif given is F.gelu or isinstance(given, nn.GELU):
            self.activation_relu_or_gelu = 2

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        if not self._why_slow(src):
            return self._fast_way(src, src_mask, src_key_padding_mask)
        if not self.self_attn._why_slow(src, src_key_padding_mask, src_mask):
            # PyTorch hands masks on as numbers: with them attention does not go its own fast way.
            src_mask, src_key_padding_mask = _as_numbers(src_mask), _as_numbers(src_key_padding_mask)
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask, is_causal)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, src_mask, src_key_padding_mask, is_causal))
        return self.norm2(x + self._ff_block(x))

    def _ff_block(self, x):
        return self.dropout2(self._feed_forward(x))

    # Why PyTorch does not go its fast way; "" where it does.
    def _why_slow(self, src):
        if not torch.backends.mha.get_fastpath_enabled():
            return "torch.backends.mha.get_fastpath_enabled() was not True"
        if src.dim() != 3:
            return f"input not batched; expected src.dim() of 3 but got {src.dim()}"
        if self.training:
            return "training is enabled"
        if _why_not_packed(self):
            return _why_not_packed(self)
        if any([_hooks(module) for module in self.modules()]):
            return "forward pre-/hooks are attached to the module"
        if _wants_gradient(_weights(src, self)):
            return (
                "grad is enabled and at least one of query or the "
                "input/output projection weights or biases requires_grad"
            )
        return ""

    # A single call in PyTorch, which knows nothing but the weights: no module inside is called, nor what a class
    # of one's own makes of the blocks. Each number of a mask but 0 hides.
    def _fast_way(self, src, mask, padding):
        attention, norm1, norm2 = self.self_attn, self.norm1, self.norm2
        activation = F.gelu if self.activation_relu_or_gelu == 2 else F.relu
        width, eps = (attention.embed_dim,), norm1.eps
        pairs, keys, is_told = _truths(mask, padding, src, attention.num_heads)
        x = src
        if self.norm_first:
            x = F.layer_norm(x, width, norm1.weight, norm1.bias, eps)
        attended, _ = _multi_head(
            x, x, x, attention.num_heads, attention.in_proj_weight, None, attention.in_proj_bias, None, None,
            False, 0, attention.out_proj.weight, attention.out_proj.bias, keys, pairs, False, True, True, False,
            True
        )
        x = src + attended
        if not self.norm_first:
            x = F.layer_norm(x, width, norm1.weight, norm1.bias, eps)
        inner = F.layer_norm(x, width, norm2.weight, norm2.bias, eps) if self.norm_first else x
        hidden = activation(F.linear(inner, self.linear1.weight, self.linear1.bias))
        x = x + F.linear(hidden, self.linear2.weight, self.linear2.bias)
        if not self.norm_first:
            x = F.layer_norm(x, width, norm2.weight, norm2.bias, eps)
        if is_told:
            _told(x, _FAST_WAY + "each number of a mask but 0 hides. Otherwise it would be added.")
        return _told(x, attended)

class TransformerDecoderLayer(_Layer):
    _parts = "123"

    def forward(
        self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
        memory_key_padding_mask=None, tgt_is_causal=False, memory_is_causal=False
    ):
        x, own = tgt, (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        others = memory, memory_mask, memory_key_padding_mask, memory_is_causal
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), *own)
            x = x + self._mha_block(self.norm2(x), *others)
            return x + self._ff_block(self.norm3(x))
        x = self.norm1(x + self._sa_block(x, *own))
        x = self.norm2(x + self._mha_block(x, *others))
        return self.norm3(x + self._ff_block(x))

    def _mha_block(self, x, mem, attn_mask, key_padding_mask, is_causal=False):
        x, _ = self.multihead_attn(
            x, mem, mem, key_padding_mask=key_padding_mask, need_weights=False,
            attn_mask=attn_mask, is_causal=is_causal
        )
        return self.dropout2(x)

    def _ff_block(self, x):
        return self.dropout3(self._feed_forward(x))

class _Stack(Module):
    def __init__(self, layers, num_layers, norm):
        super().__init__()
        self.layers = layers
        self.num_layers = num_layers
        self.norm = norm

    def _through(self, x, *args):
        for layer in self.layers:
            x = layer(x, *args)
        return x if self.norm is None else self.norm(x)

class TransformerEncoder(_Stack):
    def __init__(
        self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True
    ):
        super().__init__(_copies(encoder_layer, num_layers), num_layers, norm)
        self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check
        self.use_nested_tensor = enable_nested_tensor and not (
            not isinstance(encoder_layer, TransformerEncoderLayer) or encoder_layer.norm_first
            or _why_not_packed(encoder_layer)
        )

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        padding = src_key_padding_mask
        if self._packs(src, mask, padding):
            for layer in self.layers:
                _check_packed(layer, src)
            if not (padding == 0).all():
                return self._packed(src, (padding == 0).sum(-1).tolist())
        return self._through(src, mask, padding)

    # Tells whether PyTorch leaves the padding out: it packs the tokens of all sequences into a nested tensor.
    def _packs(self, src, mask, padding):
        first = self.layers[0]
        if not torch.backends.mha.get_fastpath_enabled() or not self.use_nested_tensor:
            return False
        if first.training or src.dim() != 3 or padding is None or mask is not None:
            return False
        if padding.shape != src.shape[:2] or _wants_gradient(_weights(src, first)):
            return False
        given = padding == 0
        ahead = torch.arange(src.shape[1]) < given.sum(-1, keepdim=True)
        return not self.mask_check or given.equal(ahead)

    # Each sequence alone, at its own length.
    def _packed(self, src, lengths):
        if not any(lengths):
            raise RuntimeError(
                "to_padded_tensor: at least one constituent tensor should have non-zero numel"
            )
        rows = []
        for tokens, length in zip(src, lengths):
            row = tokens[:length].unsqueeze(0)
            if length > 0:
                for layer in self.layers:
                    row = layer(row)
            rows.append(F.pad(row.squeeze(0), (0, 0, 0, src.shape[1] - length)))
        padded = torch.stack(rows)
        _told(padded, _FAST_WAY + "padding goes through no layer, and comes back as 0.")
        return padded if self.norm is None else _told(self.norm(padded), padded)

# Why a layer takes no nested tensor, as far as it is made so; "" where it does.
def _why_not_packed(layer):
    attention = layer.self_attn
    if not attention.batch_first:
        return "self_attn.batch_first was not True"
    if attention.in_proj_bias is None:
        return "self_attn was passed bias=False"
    if not attention._qkv_same_embed_dim:
        return "self_attn._qkv_same_embed_dim was not True"
    if not layer.activation_relu_or_gelu:
        return "activation_relu_or_gelu was not True"
    if layer.norm1.eps != layer.norm2.eps:
        return "norm1.eps is not equal to norm2.eps"
    return "num_head is odd" if attention.num_heads % 2 == 1 else ""

def _hooks(module):
    return module.__dict__.get("_forward_hooks") or module.__dict__.get("_forward_pre_hooks")

def _weights(src, layer):
    attention = layer.self_attn
    return (
        src, attention.in_proj_weight, attention.in_proj_bias, attention.out_proj.weight,
        attention.out_proj.bias, layer.norm1.weight, layer.norm1.bias, layer.norm2.weight, layer.norm2.bias,
        layer.linear1.weight, layer.linear1.bias, layer.linear2.weight, layer.linear2.bias
    )

# The masks of pairs and of keys as truths, and whether numbers among them mean another thing so.
def _truths(pairs, keys, src, heads):
    if pairs is None and keys is None:
        return None, None, False
    if all([mask is None or mask.dtype == torch.bool for mask in (pairs, keys)]):
        return pairs, keys, False
    if pairs is None:
        return None, keys != 0, _is_told(keys)
    if keys is None:
        return pairs != 0, None, _is_told(pairs)
    batch, tokens = src.shape[0], src.shape[1]
    if pairs.dim() == 2:
        pairs = pairs.expand(batch * heads, tokens, tokens)
    numbers = _as_numbers(pairs) + _as_numbers(keys).repeat_interleave(heads, 0)[:, None, :]
    return numbers != 0, None, _is_told(numbers)

def _is_told(numbers):
    return not (numbers != 0).equal(numbers == -math.inf)

def _check_packed(layer, src):
    if type(layer).forward is not TransformerEncoderLayer.forward or any([_hooks(m) for m in layer.modules()]):
        raise RuntimeError(
            "TransformerEncoder would give this layer a nested tensor here, which lessons do not have: "
            "enable_nested_tensor=False, or gradients switched on"
        )
    why = layer._why_slow(src) and layer.self_attn._why_slow(src, None, None)
    if why:
        raise AssertionError(
            "MultiheadAttention does not support NestedTensor outside of its fast path. "
            f"The fast path was not hit because {why}"
        )

class TransformerDecoder(_Stack):
    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__(_decoder_copies(decoder_layer, num_layers), num_layers, norm)

    def forward(
        self, tgt, memory, tgt_mask=None, memory_mask=None, tgt_key_padding_mask=None,
        memory_key_padding_mask=None, tgt_is_causal=None, memory_is_causal=False
    ):
        return self._through(
            tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        )

class Transformer(Module):
    def __init__(
        self, d_model=512, nhead=8, num_encoder_layers=6, num_decoder_layers=6,
        dim_feedforward=2048, dropout=0.1, activation=F.relu, custom_encoder=None,
        custom_decoder=None, layer_norm_eps=1e-05, batch_first=False, norm_first=False, bias=True,
        device=None, dtype=None
    ):
        super().__init__()
        self._drawn(dtype)
        options = (
            d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps, batch_first,
            norm_first, bias
        )
        self.encoder, self.decoder = custom_encoder, custom_decoder
        if custom_encoder is None:
            layer = TransformerEncoderLayer(*options)
            norm = nn.LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        if custom_decoder is None:
            layer = TransformerDecoderLayer(*options)
            norm = nn.LayerNorm(d_model, eps=layer_norm_eps, bias=bias)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.xavier_uniform_(p)
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(
        self, src, tgt, src_mask=None, tgt_mask=None, memory_mask=None, src_key_padding_mask=None,
        tgt_key_padding_mask=None, memory_key_padding_mask=None, src_is_causal=None,
        tgt_is_causal=None, memory_is_causal=False
    ):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.shape[batch] != tgt.shape[batch]:
            raise RuntimeError("the batch number of src and tgt must be equal")
        if src.shape[-1] != self.d_model or tgt.shape[-1] != self.d_model:
            raise RuntimeError("the feature number of src and tgt must be equal to d_model")
        memory = self.encoder(src, src_mask, src_key_padding_mask)
        return self.decoder(
            tgt, memory, tgt_mask, memory_mask, tgt_key_padding_mask, memory_key_padding_mask
        )

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        return torch.triu(torch.full((sz, sz), -math.inf, dtype=dtype), diagonal=1)
