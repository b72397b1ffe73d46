"""What lessons import from qkv, the attention classes, for a real PyTorch.

What a call
returns carries its stages: `y.stages["weights"]` is what a lesson calls `expect y.weights`, and the
module keeps as `attention_weights` those that the values were mixed with. A keep mask given to a
call (1 = kept) stands in for the one that dropout would draw.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F

__all__ = [
    "SelfAttentionV1",
    "SelfAttentionV2",
    "SelfAttentionV3",
    "SelfAttentionV4",
    "SelfAttentionInterView",
    "MultiHeadAttention",
    "SelfAttentionAISummer",
    "MultiHeadSelfAttentionAISummer",
    "Atten",
    "Attention",
]


def fits(mask, scores):
    """Whether a mask broadcasts, and leaves the scores as large as they are."""
    return torch.broadcast_shapes(mask.shape, scores.shape) == scores.shape


class Staged(nn.Module):
    """A module whose result knows the steps that led to it."""

    def __init__(self):
        super().__init__()
        self.stages = {}

    def note(self, **stages):
        """Keeps results under their names; returns the last."""
        self.stages.update(stages)
        return list(stages.values())[-1] if stages else None

    def finish(self, result):
        result.stages, self.stages = self.stages, {}
        return result

    def drop(self, dropout, weights, keep):
        """Dropout, with a recorded mask where there is one."""
        if not self.training or (keep is None and dropout.p == 0):
            return weights
        if keep is None:
            return self.note(dropped=dropout(weights))
        assert fits(keep, weights)
        return self.note(dropped=weights * (keep.to(weights.dtype) / (1 - dropout.p)))

    def mix(self, weights, v):
        self.attention_weights = weights
        return self.note(context=weights @ v)

    def project(self, x, names):
        q, k, v = (getattr(self, name)(x) for name in names)
        self.note(q=q, k=k, v=v)
        return q, k, v

    def project_fused(self, x, dim):
        qkv = self.note(qkv=self.proj(x))
        q, k, v = qkv.split(dim, dim=-1)
        self.note(q=q, k=k, v=v)
        return q, k, v

    def scale(self, q, k, dim):
        scores = self.note(scores=q @ k.transpose(-1, -2))
        return self.note(scaled=scores / math.sqrt(dim))

    def fill(self, scores, mask, value):
        """Replaces the scores where the mask, 1 = look, is 0."""
        if mask is None:
            return scores
        assert fits(mask, scores)
        return self.note(masked=scores.masked_fill(mask == 0, value))


SHORT = ("q", "k", "v")
LONG = ("query_proj", "key_proj", "value_proj")


class SelfAttentionV1(Staged):
    """The formula alone; its layers have the names that go with or without a bias."""

    def __init__(self, dim, bias=True):
        super().__init__()
        self.dim = self.head_dim = dim
        self.names = SHORT if bias else LONG
        for name in self.names:
            setattr(self, name, nn.Linear(dim, dim, bias=bias))

    def forward(self, x):
        q, k, v = self.project(x, self.names)
        weights = torch.softmax(self.scale(q, k, self.dim), dim=-1)
        return self.finish(self.mix(self.note(weights=weights), v))


class SelfAttentionV2(Staged):
    """One fused projection; scale="after" divides the weights instead of the scores."""

    def __init__(self, dim, scale="after"):
        super().__init__()
        assert scale in ("before", "after")
        self.dim = self.head_dim = dim
        self.where = scale
        self.proj = nn.Linear(dim, dim * 3)

    def forward(self, x):
        q, k, v = self.project_fused(x, self.dim)
        if self.where == "after":
            scores = self.note(scores=q @ k.transpose(-1, -2))
            weights = self.note(weights=torch.softmax(scores, dim=-1))
            weights = self.note(scaled=weights / math.sqrt(self.dim))
        else:
            weights = self.note(weights=torch.softmax(self.scale(q, k, self.dim), dim=-1))
        return self.finish(self.mix(weights, v))


class SelfAttentionV3(Staged):
    """Fused, with a mask, dropout on the weights, and an output projection."""

    def __init__(self, dim, dropout_rate=0.8, mask_fill=float("-inf")):
        super().__init__()
        self.dim = self.head_dim = dim
        self.mask_fill = mask_fill
        self.proj = nn.Linear(dim, dim * 3)
        self.dropout = nn.Dropout(dropout_rate)
        self.output_proj = nn.Linear(dim, dim)

    def forward(self, x, mask=None, keep=None):
        q, k, v = self.project_fused(x, self.dim)
        scores = self.fill(self.scale(q, k, self.dim), mask, self.mask_fill)
        weights = self.note(weights=torch.softmax(scores, dim=-1))
        context = self.mix(self.drop(self.dropout, weights, keep), v)
        return self.finish(self.note(output=self.output_proj(context)))


class SelfAttentionV4(Staged):
    """Three projections, a mask and dropout; no output projection."""

    def __init__(self, dim, dropout_rate=0.8):
        super().__init__()
        self.dim = self.head_dim = dim
        for name in SHORT:
            setattr(self, name, nn.Linear(dim, dim))
        self.dropout = nn.Dropout(dropout_rate)

    def forward(self, x, mask=None, keep=None):
        q, k, v = self.project(x, SHORT)
        scores = self.fill(self.scale(q, k, self.dim), mask, float("-inf"))
        weights = self.note(weights=torch.softmax(scores, dim=-1))
        return self.finish(self.mix(self.drop(self.dropout, weights, keep), v))


class SelfAttentionInterView(Staged):
    """Three projections, a mask, dropout and an output projection."""

    def __init__(self, dim, dropout_rate=0.1):
        super().__init__()
        self.dim = self.head_dim = dim
        for name in LONG:
            setattr(self, name, nn.Linear(dim, dim))
        self.dropout = nn.Dropout(dropout_rate)
        self.output_proj = nn.Linear(dim, dim)

    def forward(self, x, mask=None, keep=None):
        q, k, v = self.project(x, LONG)
        scores = self.fill(self.scale(q, k, self.dim), mask, float("-inf"))
        weights = self.note(weights=torch.softmax(scores, dim=-1))
        context = self.mix(self.drop(self.dropout, weights, keep), v)
        return self.finish(self.note(output=self.output_proj(context)))


class MultiHeadAttention(Staged):
    """Heads side by side: split by reshape and permute, joined again before the output."""

    def __init__(self, hidden_dim, num_heads, dropout_rate=0.1):
        super().__init__()
        assert hidden_dim % num_heads == 0
        self.hidden_dim, self.num_heads = hidden_dim, num_heads
        self.head_dim = hidden_dim // num_heads
        for name in LONG:
            setattr(self, name, nn.Linear(hidden_dim, hidden_dim))
        self.dropout = nn.Dropout(dropout_rate)
        self.output_proj = nn.Linear(hidden_dim, hidden_dim)

    def split(self, x):
        batch, length, _ = x.shape
        return x.reshape(batch, length, -1, self.head_dim).permute(0, 2, 1, 3)

    def forward(self, x, mask=None, keep=None):
        q, k, v = (self.split(getattr(self, name)(x)) for name in LONG)
        self.note(q=q, k=k, v=v)
        scores = self.fill(self.scale(q, k, self.head_dim), mask, -1e20)
        weights = self.note(weights=torch.softmax(scores, dim=-1))
        context = self.mix(self.drop(self.dropout, weights, keep), v)
        merged = context.permute(0, 2, 1, 3).reshape(x.shape[0], x.shape[1], -1)
        return self.finish(self.note(output=self.output_proj(self.note(merged=merged))))


def hide(scores, mask):
    """Minus infinity where the mask, True = hide, says so; it is shared by batch and heads."""
    if mask is None:
        return scores
    assert mask.shape == scores.shape[-2:] and mask.dtype == torch.bool
    return scores.masked_fill(mask, -math.inf)


class SelfAttentionAISummer(Staged):
    """The columns of the fused projection are interleaved: those of q, k and v take turns."""

    def __init__(self, dim):
        super().__init__()
        self.dim = self.head_dim = dim
        self.to_qvk = nn.Linear(dim, dim * 3, bias=False)
        self.scale_factor = dim**-0.5

    def forward(self, x, mask=None):
        assert x.dim() == 3
        qkv = self.note(qkv=self.to_qvk(x))
        q, k, v = qkv.reshape(*x.shape[:2], -1, 3).permute(3, 0, 1, 2)
        self.note(q=q, k=k, v=v)
        scores = self.note(scores=q @ k.transpose(-1, -2))
        scaled = self.note(scaled=scores * self.scale_factor)
        if mask is not None:
            scaled = self.note(masked=hide(scaled, mask))
        weights = self.note(weights=torch.softmax(scaled, dim=-1))
        return self.finish(self.mix(weights, v))


class MultiHeadSelfAttentionAISummer(Staged):
    """The same with heads: columns are numbered by feature, then q, k or v, then head."""

    def __init__(self, dim, heads=8, dim_head=None):
        super().__init__()
        self.dim, self.heads = dim, heads
        self.dim_head = int(dim / heads) if dim_head is None else dim_head
        assert self.dim_head > 0
        self.to_qvk = nn.Linear(dim, self.dim_head * heads * 3, bias=False)
        self.W_0 = nn.Linear(self.dim_head * heads, dim, bias=False)
        self.scale_factor = self.dim_head**-0.5

    def forward(self, x, mask=None):
        assert x.dim() == 3
        qkv = self.note(qkv=self.to_qvk(x))
        q, k, v = qkv.reshape(*x.shape[:2], -1, 3, self.heads).permute(3, 0, 4, 1, 2)
        self.note(q=q, k=k, v=v)
        scores = self.note(scores=q @ k.transpose(-1, -2))
        scaled = self.note(scaled=scores * self.scale_factor)
        if mask is not None:
            scaled = self.note(masked=hide(scaled, mask))
        weights = self.note(weights=torch.softmax(scaled, dim=-1))
        context = self.mix(weights, v)
        merged = self.note(merged=context.permute(0, 2, 1, 3).reshape(*x.shape[:2], -1))
        return self.finish(self.note(output=self.W_0(merged)))


class Atten(Staged):
    """One-hot words are embedded; masked by multiplying, then subtracting infinity."""

    def __init__(self, vocab_size, embedding_dim=4, d=3):
        super().__init__()
        self.embedding_dim, self.d = embedding_dim, d
        self.word_embeddings = nn.Linear(vocab_size, embedding_dim)
        self.q_w = nn.Linear(embedding_dim, d)
        self.k_w = nn.Linear(embedding_dim, d)
        self.v_w = nn.Linear(embedding_dim, d)

    def forward(self, x, mask):
        assert x.dim() == 3 and mask.shape == x.shape[:2]
        embedded = self.note(embedded=self.word_embeddings(x.float()))
        q, k, v = self.project(embedded, ("q_w", "k_w", "v_w"))
        scaled = self.scale(q, k, self.d)
        mask = self.note(mask=mask.unsqueeze(1).repeat(1, scaled.shape[1], 1))
        masked = self.note(masked=scaled * mask)
        hidden = torch.where(mask > 0, torch.zeros_like(masked), torch.ones_like(masked) * math.inf)
        weights = self.note(weights=torch.softmax(self.note(prepared=masked - hidden), dim=-1))
        return self.finish(self.mix(weights, v))


class Attention(Staged):
    """All the switches: each is one of the words (or numbers) that stand beside it."""

    def __init__(
        self,
        dim,
        *,
        heads=None,
        head_dim=None,
        vocab_size=None,
        projections="separate",  # none fused
        bias=True,
        columns="k h d",  # d k h
        split="transpose",  # reshape
        scale="head",  # none model given
        scale_form="divide",  # multiply
        scale_place="before",  # after
        scale_value=1.0,
        mask_means="look",  # hide
        mask_action="fill",  # multiply add
        mask_shape="any",  # shared keys
        mask_fill=-math.inf,
        causal=False,
        softmax_over="keys",  # queries
        dropout_rate=0.0,
        output=False,
        output_bias=True,
    ):
        super().__init__()
        assert head_dim or not heads or dim % heads == 0
        self.dim, self.heads = dim, heads or 0
        self.head_dim = head_dim or (dim // heads if heads else dim)
        self.set = {name: value for name, value in locals().items() if name != "self"}
        width = self.head_dim * max(self.heads, 1)
        if vocab_size:
            self.word_embeddings = nn.Linear(vocab_size, dim)
        if projections == "separate":
            for name in LONG:
                setattr(self, name, nn.Linear(dim, width, bias=bias))
        if projections == "fused":
            self.proj = nn.Linear(dim, 3 * width, bias=bias)
        self.dropout = nn.Dropout(dropout_rate)
        if output:
            self.output_proj = nn.Linear(width, dim, bias=output_bias)

    def embed(self, x):
        return self.word_embeddings(x.float()) if self.set["vocab_size"] else x

    def part(self, t):
        """(.., T, H d) in heads: (.., H, T, d)."""
        if not self.heads:
            return t
        tokens, width = t.shape[-2:]
        if self.set["split"] == "reshape":
            return t.reshape(*t.shape[:-2], self.heads, tokens, width // self.heads)
        return t.reshape(*t.shape[:-1], self.heads, width // self.heads).transpose(-3, -2)

    def parts(self, x, key, value):
        if self.set["projections"] == "fused":
            assert key is x and value is x
            qkv = self.note(qkv=self.proj(x))
            if self.set["columns"] == "k h d":
                q, k, v = (self.part(t) for t in qkv.chunk(3, dim=-1))
            elif self.heads:
                numbered = qkv.reshape(*qkv.shape[:-1], -1, 3, self.heads)
                q, k, v = (numbered[..., i, :].movedim(-1, -3) for i in range(3))
            else:
                q, k, v = (qkv[..., i::3] for i in range(3))
        else:
            inputs = (x, key, value)
            if self.set["projections"] == "separate":
                inputs = (getattr(self, name)(t) for name, t in zip(LONG, inputs))
            q, k, v = (self.part(t) for t in inputs)
        if self.heads or self.set["projections"] != "none":
            self.note(q=q, k=k, v=v)
        return q, k, v

    def scaled(self, t, model, head):
        by, form = self.set["scale"], self.set["scale_form"]
        if by == "none":
            return t
        if by == "given":
            return self.note(scaled=t * self.set["scale_value"])
        size = head if by == "head" else model
        return self.note(scaled=t / math.sqrt(size) if form == "divide" else t * size**-0.5)

    def ready(self, mask, scores):
        """The mask as it is applied: with the axes it lacks, and with the causal one."""
        if mask is not None and self.set["mask_shape"] == "keys":
            assert mask.shape == (scores.shape[0], scores.shape[-1])
            mask = mask.unsqueeze(1).unsqueeze(1) if self.heads else mask.unsqueeze(1)
            mask = self.note(mask=mask.expand(*mask.shape[:-2], scores.shape[-2], -1))
        if mask is not None and self.set["mask_shape"] == "shared":
            assert mask.shape == scores.shape[-2:]
        if mask is not None:
            assert fits(mask, scores)
        if not self.set["causal"]:
            return mask
        look = torch.ones(scores.shape[-2:], dtype=torch.bool).tril()
        if self.set["mask_means"] == "look":
            return self.note(mask=look if mask is None else (mask != 0) & look)
        return self.note(mask=~look if mask is None else (mask != 0) | ~look)

    def masked(self, scores, mask):
        given, action = mask, self.set["mask_action"]
        assert given is None or not self.set["causal"] or action != "add"
        mask = self.ready(mask, scores)
        if mask is None:
            return scores
        if action == "add" and given is not None:
            return self.note(masked=scores + mask)
        if action == "multiply":
            mask = mask == 0 if self.set["mask_means"] == "hide" else mask
            masked = self.note(masked=scores * mask)
            away = torch.where(mask > 0, torch.tensor(0.0), torch.tensor(math.inf))
            return self.note(prepared=masked - away)
        hidden = mask == 0 if self.set["mask_means"] == "look" else mask
        assert hidden.dtype == torch.bool
        return self.note(masked=scores.masked_fill(hidden, self.set["mask_fill"]))

    def forward(self, x, mask=None, keep=None, key=None, value=None):
        key = x if key is None else key
        value = key if value is None else value
        embedded = self.embed(x)
        if self.set["vocab_size"]:
            self.note(embedded=embedded)
        key_in = embedded if key is x else self.embed(key)
        value_in = key_in if value is key else self.embed(value)
        q, k, v = self.parts(embedded, key_in, value_in)
        if self.set["vocab_size"] and self.set["projections"] == "none" and not self.heads:
            self.note(**({} if key is x else {"k": k}), **({} if value is key else {"v": v}))
        sizes = embedded.shape[-1], q.shape[-1]
        scores = self.note(scores=q @ k.transpose(-2, -1))
        before = self.set["scale_place"] == "before"
        scores = self.masked(self.scaled(scores, *sizes) if before else scores, mask)
        dim = -1 if self.set["softmax_over"] == "keys" else -2
        weights = self.note(weights=torch.softmax(scores, dim=dim))
        weights = weights if before else self.scaled(weights, *sizes)
        result = self.mix(self.drop(self.dropout, weights, keep), v)
        if self.heads:
            mixes = self.set["split"] == "reshape" and not (
                self.set["projections"] == "fused" and self.set["columns"] == "d k h"
            )
            result = result if mixes else result.transpose(-3, -2)
            lead = result.shape[:-3]
            result = self.note(merged=result.reshape(*lead, x.shape[-2], -1))
        if self.set["output"]:
            result = self.note(output=self.output_proj(result))
        return self.finish(result)


class ScaledDotProductAttention(Staged):
    """The function of torch.nn.functional, as it is documented."""

    def forward(self, query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa):
        assert {query.dtype, key.dtype, value.dtype} == {torch.float32}
        if enable_gqa:
            key, value = (t.repeat_interleave(query.shape[-3] // t.shape[-3], -3) for t in (key, value))
        scale = query.shape[-1] ** -0.5 if scale is None else scale
        scores = self.note(scores=query @ key.transpose(-2, -1))
        scores = self.note(scaled=scores * scale)
        if is_causal:
            assert attn_mask is None
            attn_mask = self.note(mask=torch.ones(scores.shape[-2:], dtype=torch.bool).tril())
        assert attn_mask is None or fits(attn_mask, scores)
        if attn_mask is not None and attn_mask.dtype == torch.bool:
            scores = self.note(masked=scores.masked_fill(~attn_mask, -math.inf))
        elif attn_mask is not None:
            assert attn_mask.dtype == query.dtype
            scores = self.note(masked=scores + attn_mask)
        empty, weights = (scores == -math.inf).all(-1, keepdim=True), torch.softmax(scores, dim=-1)
        if empty.any():
            self.note(softmax=weights)
        weights = self.note(weights=weights.masked_fill(empty, 0))
        if dropout_p > 0:
            weights = self.note(dropped=F.dropout(weights, dropout_p))
        return self.finish(self.note(context=weights @ value))


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, scale=None, enable_gqa=False
):
    """For PyTorch before 2.0, which does not have it."""
    call = ScaledDotProductAttention()
    return call(query, key, value, attn_mask, dropout_p, is_causal, scale, enable_gqa)


if not hasattr(F, "scaled_dot_product_attention"):
    F.scaled_dot_product_attention = scaled_dot_product_attention
