"""Attention as people have written it down. The steps of a call are stages with these names: embedded,
qkv, q, k, v, scores, scaled, mask, masked, prepared, weights, dropped, context, merged, output."""

from torch._C import _axes, _axes_like, _fits_scores

_SHORT = ("q", "k", "v")
_LONG = ("query_proj", "key_proj", "value_proj")

class _Attention(nn.Module):
    """The steps that all of them share."""

    heads = 0

    def _layers(self, names, width, out, bias=True):
        self._names = names
        for name in names:
            setattr(self, name, nn.Linear(width, out, bias=bias))

    def _sizes(self, dim, heads=None, head_dim=None, rounds=False):
        name = self._get_name()
        if dim < 1:
            raise RuntimeError(f"{name}: a token needs at least 1 feature")
        if heads is not None and heads < 1:
            raise RuntimeError(f"{name}: there must be at least 1 head")
        size = head_dim or (dim // heads if heads else dim)
        if heads and not head_dim and (size == 0 or (size * heads != dim and not rounds)):
            raise RuntimeError(f"{name}: {dim} features cannot be divided among {heads} heads")
        return size

    def _check(self, x, what="x", wants_batch=False):
        if wants_batch and x.dim() != 3:
            raise RuntimeError(
                f"attention: {what} needs the three axes (batch, token, feature), "
                f"but it is {tuple(x.shape)}"
            )
        if x.dim() < 2:
            raise RuntimeError(
                f"attention: {what} needs the axes (token, feature) at its end, "
                f"but it is {tuple(x.shape)}"
            )

    # q, k and v.

    def _name_axes(self, q, k, v):
        for part, tokens in ((q, "query"), (k, "key"), (v, "key")):
            _axes(part, "head" if self.heads else None, tokens, "feature")

    def _separate(self, x, key=None, value=None):
        key = x if key is None else key
        inputs = (x, key, key if value is None else value)
        parts = [self._split(self._modules[n](t)) for n, t in zip(self._names, inputs)]
        q, k, v = parts
        self._name_axes(q, k, v)
        return q, k, v

    def _blocks(self, x, layer):
        qkv = layer(x)
        width = qkv.shape[-1] // 3
        parts = [self._split(qkv[..., i * width : (i + 1) * width]) for i in range(3)]
        q, k, v = parts
        self._name_axes(q, k, v)
        return q, k, v

    # The columns of q, k and v take turns.
    def _turns(self, x, layer):
        qkv = layer(x)
        numbered = [qkv.reshape(*qkv.shape[:-1], -1, 3, *([self.heads] if self.heads else []))]
        parts = [numbered[0][..., i, :] if self.heads else numbered[0][..., i] for i in range(3)]
        q, k, v = [part.movedim(-1, -3) if self.heads else part for part in parts]
        self._name_axes(q, k, v)
        return q, k, v

    # (.., T, H d) -> (.., H, T, d)
    def _split(self, t):
        if not self.heads:
            return t
        if t.shape[-1] % self.heads:
            raise RuntimeError(
                f"attention: {t.shape[-1]} columns do not make {self.heads} heads of one size, "
                f"but it is {tuple(t.shape)}"
            )
        return t.reshape(*t.shape[:-1], self.heads, -1).transpose(-3, -2)

    # (.., H, T, d) -> (.., T, H d)
    def _merge(self, context):
        turned = [context.transpose(-3, -2)]
        merged = turned[0].reshape(*turned[0].shape[:-2], -1)
        return merged

    # Scores and weights.

    def _scores(self, q, k):
        scores = q @ k.transpose(-2, -1)
        _axes(scores, None, "query", "key")
        return scores

    def _scaled(self, scores, size):
        scaled = scores / math.sqrt(size)
        return scaled

    # Where the mask is 0, 1 = look.
    def _fill(self, scores, mask, value):
        if mask is None:
            return scores
        _fits_scores("mask", mask, scores, self.heads > 0)
        masked = scores.masked_fill(_axes_like(mask == 0, scores), value)
        return masked

    # Where the mask, one for all, is True.
    def _hide(self, scores, mask):
        if mask is None:
            return scores
        self._check_shared(mask, scores)
        masked = scores.masked_fill(mask, -math.inf)
        return masked

    def _check_shared(self, mask, scores):
        if mask.shape != scores.shape[-2:]:
            self._refuse_mask("(query, key), one for all", mask, scores)

    def _refuse_mask(self, wanted, mask, scores):
        names = ("head", "query", "key") if self.heads else ("query", "key")
        names = ("...",) * (scores.dim() - len(names) - 1) + ("batch",) + names
        raise RuntimeError(
            f"attention: this mask must be {wanted}, but it is {tuple(mask.shape)}: the scores "
            f"{tuple(scores.shape)}, which are ({', '.join(names[-scores.dim():])})"
        )

    def _soften(self, scores, dim=-1):
        weights = torch.softmax(scores, dim=dim)
        return weights

    # A recorded mask, 1 = kept, stands in for the one that dropout draws.
    def _drop(self, weights, keep):
        p = self.dropout.p
        if not self.dropout.training or (p == 0 and keep is None):
            return weights
        if keep is None:
            dropped = F.dropout(weights, p)
            return dropped
        _fits_scores("keep mask", keep, weights, self.heads > 0)
        dropped = weights * _axes_like(keep.to(weights.dtype) / (1 - p), weights)
        return dropped

    def _mix(self, weights, v):
        self.attention_weights = weights
        context = weights @ v
        return context

class SelfAttentionV1(_Attention):
    """The formula alone; its layers have the names that go with or without a bias."""

    def __init__(self, dim, bias=True):
        super().__init__()
        self.dim = self.head_dim = self._sizes(dim)
        self._layers(_SHORT if bias else _LONG, dim, dim, bias)

    def forward(self, x):
        self._check(x)
        q, k, v = self._separate(x)
        return self._mix(self._soften(self._scaled(self._scores(q, k), self.dim)), v)

class SelfAttentionV2(_Attention):
    """One fused layer. scale="after" divides the weights instead of the scores, a mistake."""

    def __init__(self, dim, scale="after"):
        super().__init__()
        if scale not in ("before", "after"):
            raise ValueError("'scale' must be 'before' or 'after'")
        self.dim = self.head_dim = self._sizes(dim)
        self.scale_place = scale
        self.proj = nn.Linear(dim, 3 * dim)

    def forward(self, x):
        self._check(x)
        q, k, v = self._blocks(x, self.proj)
        scores = self._scores(q, k)
        if self.scale_place == "before":
            return self._mix(self._soften(self._scaled(scores, self.dim)), v)
        return self._mix(self._scaled(self._soften(scores), self.dim), v)

class _Masked(_Attention):
    """With a mask, dropout of the weights and, at times, a last layer."""

    mask_fill = float("-inf")

    def _finish(self, dropout_rate, width=None):
        self.dropout = nn.Dropout(dropout_rate)
        if width is not None:
            self.output_proj = nn.Linear(width, width)

    def forward(self, x, mask=None, keep=None):
        self._check(x, wants_batch=self.heads > 0)
        q, k, v = self._blocks(x, self.proj) if "proj" in self._modules else self._separate(x)
        scores = self._fill(self._scaled(self._scores(q, k), self.head_dim), mask, self.mask_fill)
        context = self._mix(self._drop(self._soften(scores), keep), v)
        return self._last(self._merge(context) if self.heads else context)

    def _last(self, result):
        if "output_proj" not in self._modules:
            return result
        output = self.output_proj(result)
        return output

class SelfAttentionV3(_Masked):
    """One fused layer, a mask, dropout and a last layer."""

    def __init__(self, dim, dropout_rate=0.8, mask_fill=float("-inf")):
        super().__init__()
        self.dim = self.head_dim = self._sizes(dim)
        self.mask_fill = mask_fill
        self.proj = nn.Linear(dim, 3 * dim)
        self._finish(dropout_rate, dim)

class SelfAttentionV4(_Masked):
    """Three layers, a mask and dropout; no last layer."""

    def __init__(self, dim, dropout_rate=0.8):
        super().__init__()
        self.dim = self.head_dim = self._sizes(dim)
        self._layers(_SHORT, dim, dim)
        self._finish(dropout_rate)

class SelfAttentionInterView(_Masked):
    """Three layers, a mask, dropout and a last layer."""

    def __init__(self, dim, dropout_rate=0.1):
        super().__init__()
        self.dim = self.head_dim = self._sizes(dim)
        self._layers(_LONG, dim, dim)
        self._finish(dropout_rate, dim)

class MultiHeadAttention(_Masked):
    """The same with heads side by side."""

    mask_fill = -1e20

    def __init__(self, hidden_dim, num_heads, dropout_rate=0.1):
        super().__init__()
        self.head_dim = self._sizes(hidden_dim, num_heads)
        self.hidden_dim, self.num_heads, self.heads = hidden_dim, num_heads, num_heads
        self._layers(_LONG, hidden_dim, hidden_dim)
        self._finish(dropout_rate, hidden_dim)

class SelfAttentionAISummer(_Attention):
    """The columns of one layer take turns: q, k, v, q, k, v, ..."""

    def __init__(self, dim):
        super().__init__()
        self.dim = self.head_dim = self._sizes(dim)
        self.to_qvk = nn.Linear(dim, 3 * dim, bias=False)

    def forward(self, x, mask=None):
        self._check(x, wants_batch=True)
        q, k, v = self._turns(x, self.to_qvk)
        scaled = self._scores(q, k) * self.head_dim**-0.5
        context = self._mix(self._soften(self._hide(scaled, mask)), v)
        if not self.heads:
            return context
        output = self.W_0(self._merge(context))
        return output

class MultiHeadSelfAttentionAISummer(SelfAttentionAISummer):
    """The same with heads: columns are numbered by feature, then q, k or v, then head."""

    def __init__(self, dim, heads=8, dim_head=None):
        nn.Module.__init__(self)
        self.dim_head = self.head_dim = self._sizes(dim, heads, dim_head, rounds=True)
        self.dim, self.heads = dim, heads
        self.to_qvk = nn.Linear(dim, 3 * heads * self.dim_head, bias=False)
        self.W_0 = nn.Linear(heads * self.dim_head, dim, bias=False)

class Atten(_Attention):
    """One-hot words are embedded; masked by multiplying, and then infinity is taken away."""

    def __init__(self, vocab_size, embedding_dim=4, d=3):
        super().__init__()
        self._sizes(embedding_dim)
        self.embedding_dim, self.d = embedding_dim, d
        self.word_embeddings = nn.Linear(vocab_size, embedding_dim)
        self._layers(("q_w", "k_w", "v_w"), embedding_dim, d)

    def forward(self, x, mask):
        self._check(x, wants_batch=True)
        embedded = self.word_embeddings(x.float())
        q, k, v = self._separate(embedded)
        scaled = self._scaled(self._scores(q, k), self.d)
        return self._mix(self._soften(self._multiply(scaled, self._ready(mask, scaled))), v)

    # (B, S), the keys that count in each sentence -> (B, T, S), or (B, 1, T, S) for all heads.
    def _repeat(self, given, scores):
        batch, keys = scores.shape[0], scores.shape[-1]
        if scores.dim() != 3 + (self.heads > 0) or given.shape != (batch, keys):
            self._refuse_mask("(batch, key), the keys that count in each sentence", given, scores)
        given = given[:, None, None, :] if self.heads else given[:, None, :]
        return given.expand(*given.shape[:-2], scores.shape[-2], -1)

    # The mask as it is applied.
    def _ready(self, given, scores):
        mask = self._repeat(given, scores)
        return _axes_like(mask, scores)

    # scores * mask leaves 0 where nothing may be looked at, which softmax would still count.
    def _multiply(self, scores, mask):
        masked = scores * mask
        away = [torch.where(_axes_like(mask > 0, scores), 0.0, math.inf)]
        prepared = masked - away[0]
        return prepared

class Attention(Atten):
    """Everything that the others do, and more, by switches: their words stand behind them."""

    def __init__(
        self,
        dim,
        *,
        vocab_size=None,
        heads=None,
        head_dim=None,
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
        mask_fill=float("-inf"),
        causal=False,
        softmax_over="keys",  # queries
        dropout_rate=0.0,
        output=False,
        output_bias=True,
    ):
        nn.Module.__init__(self)
        for name, value, words in (
            ("projections", projections, ("none", "separate", "fused")),
            ("columns", columns, ("k h d", "d k h")), ("split", split, ("transpose", "reshape")),
            ("scale", scale, ("none", "head", "model", "given")),
            ("scale_form", scale_form, ("divide", "multiply")),
            ("scale_place", scale_place, ("before", "after")),
            ("mask_means", mask_means, ("look", "hide")),
            ("mask_action", mask_action, ("fill", "multiply", "add")),
            ("mask_shape", mask_shape, ("any", "shared", "keys")),
            ("softmax_over", softmax_over, ("keys", "queries"))
        ):
            if value not in words:
                listed = ", ".join([repr(word) for word in words[:-1]])
                raise ValueError(f"{name!r} must be {listed} or {words[-1]!r}")
        self.dim, self.heads = dim, heads or 0
        self.head_dim = self._sizes(dim, heads or None, head_dim)
        self.projections, self.columns, self.split = projections, columns, split
        self.scale, self.scale_form, self.scale_place = scale, scale_form, scale_place
        self.scale_value, self.causal, self.softmax_over = scale_value, causal, softmax_over
        self.mask_means, self.mask_action = mask_means, mask_action
        self.mask_shape, self.mask_fill = mask_shape, mask_fill
        width = self.head_dim * max(self.heads, 1)
        if vocab_size:
            self.word_embeddings = nn.Linear(vocab_size, dim)
        if projections == "separate":
            self._layers(_LONG, dim, width, bias)
        if projections == "fused":
            self.proj = nn.Linear(dim, 3 * width, bias=bias)
        self.dropout = nn.Dropout(dropout_rate)
        if output:
            self.output_proj = nn.Linear(width, dim, bias=output_bias)

    def forward(self, x, mask=None, keep=None, key=None, value=None):
        key = x if key is None else key
        value = key if value is None else value
        self._check(x)
        self._check(key, "the input of the keys")
        self._check(value, "the input of the values")
        if "word_embeddings" in self._modules:
            embedded = self.word_embeddings(x.float())
            value = None if value is key else self.word_embeddings(value.float())
            key = embedded if key is x else self.word_embeddings(key.float())
            x, value = embedded, key if value is None else value
        q, k, v = self._parts(x, key, value)
        if q.shape[-1] != k.shape[-1]:
            self._refuse_pair("queries and keys need the same number of features", q, k)
        if k.shape[-2] != v.shape[-2]:
            self._refuse_pair("there must be a value for each key", k, v)
        size = x.shape[-1] if self.scale == "model" else q.shape[-1]
        result = self._divided(self._scores(q, k), size, "before")
        result = self._masked(result, mask)
        result = self._soften(result, -1 if self.softmax_over == "keys" else -2)
        result = self._drop(self._divided(result, size, "after"), keep)
        result = self._mix(result, v)
        result = self._merge(result) if self.heads else result
        if "output_proj" in self._modules:
            output = self.output_proj(result)
            return output
        return result

    def _refuse_pair(self, why, a, b):
        raise RuntimeError(f"attention: {why}: {tuple(a.shape)} and {tuple(b.shape)}")

    def _parts(self, x, key, value):
        if self.projections == "separate":
            return self._separate(x, key, value)
        if self.projections == "fused":
            if key is not x or value is not x:
                raise RuntimeError(
                    "attention: a fused projection makes q, k and v from one x: "
                    "keys and values from elsewhere need projections of their own"
                )
            return (self._blocks if self.columns == "k h d" else self._turns)(x, self.proj)
        if not self.heads:
            return x, key, value
        q, k, v = [self._split(part) for part in (x, key, value)]
        self._name_axes(q, k, v)
        return q, k, v

    # "reshape" is a mistake that goes unnoticed: it mixes the features of different tokens.
    def _split(self, t):
        if self.heads and self.split == "reshape" and t.shape[-1] % self.heads == 0:
            return t.reshape(*t.shape[:-2], self.heads, t.shape[-2], -1)
        return super()._split(t)

    def _merge(self, context):
        turns = self.projections == "fused" and self.columns == "d k h"
        if self.split == "transpose" or turns:
            return super()._merge(context)
        merged = context.reshape(*context.shape[:-3], context.shape[-2], -1)
        return merged

    def _divided(self, scores, size, place):
        if self.scale == "none" or self.scale_place != place:
            return scores
        if self.scale != "given" and self.scale_form == "divide":
            return self._scaled(scores, size)
        scaled = scores * (self.scale_value if self.scale == "given" else size**-0.5)
        return scaled

    # The mask that is given, and that of causal attention, as one.
    def _ready(self, given, scores):
        if given is not None and self.mask_shape == "keys":
            if not self.causal:
                return super()._ready(given, scores)
            given = self._repeat(given, scores)
        elif given is not None and self.mask_shape == "shared":
            self._check_shared(given, scores)
        elif given is not None:
            _fits_scores("mask", given, scores, self.heads > 0)
        if not self.causal:
            return given
        looks = self.mask_means == "look"
        if given is None:
            mask = _causal(looks, *scores.shape[-2:])
            return _axes_like(mask, scores)
        given = given if given.dtype == torch.bool else given != 0
        causal = [_causal(looks, *scores.shape[-2:])]
        mask = given & causal[0] if looks else given | causal[0]
        return _axes_like(mask, scores)

    def _masked(self, scores, given):
        if given is not None and self.causal and self.mask_action == "add":
            raise RuntimeError(
                "attention: a mask that is added, and causal attention: give one of them"
            )
        mask = self._ready(given, scores)
        if mask is None:
            return scores
        if self.mask_action == "add" and given is not None:
            masked = scores + mask
            return masked
        zero = [_axes_like(mask == 0, scores)] if self.mask_means == "look" else [mask]
        if self.mask_action == "multiply":
            hides = self.mask_means == "hide"
            return self._multiply(scores, _axes_like(mask == 0, scores) if hides else mask)
        masked = scores.masked_fill(zero[0], self.mask_fill)
        return masked

# (T, S): key j stands no later than query i; or, where a mask means hiding, later.
def _causal(looks, queries, keys):
    places = torch.arange(queries).unsqueeze(1), torch.arange(keys)
    return places[1] <= places[0] if looks else places[1] > places[0]
