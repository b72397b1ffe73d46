"""The Transformer of Vaswani et al., "Attention Is All You Need" (2017), out of other modules."""

import copy

from torch.nn.modules.module import Module

def _copies(module, count):
    return nn.ModuleList([copy.deepcopy(module) for _ in range(count)])

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

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        x = src
        if self.norm_first:
            x = x + self._sa_block(self.norm1(x), src_mask, src_key_padding_mask, is_causal)
            return x + self._ff_block(self.norm2(x))
        x = self.norm1(x + self._sa_block(x, src_mask, src_key_padding_mask, is_causal))
        return self.norm2(x + self._ff_block(x))

    def _ff_block(self, x):
        return self.dropout2(self._feed_forward(x))

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
    def __init__(self, layer, num_layers, norm):
        super().__init__()
        self.layers = _copies(layer, num_layers)
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
        super().__init__(encoder_layer, num_layers, norm)

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        return self._through(src, mask, src_key_padding_mask)

class TransformerDecoder(_Stack):
    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__(decoder_layer, num_layers, norm)

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
        return torch.triu(torch.full((sz, sz), -math.inf), diagonal=1)
