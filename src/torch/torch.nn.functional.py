from torch._C import _axes, _loss_way, _told

def _reduced(loss, reduction):
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()

# The reduction that the older words for it mean, where one of them is given.
def _reduction(size_average, reduce, reduction):
    if size_average is None and reduce is None:
        return reduction
    if reduce is not None and not reduce:
        return "none"
    return "mean" if size_average is None or size_average else "sum"

def binary_cross_entropy(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    reduction = _reduction(size_average, reduce, reduction)
    if input.shape != target.shape:
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input "
            f"size ({input.size()}) is deprecated. Please ensure they have the same size."
        )
    with torch.no_grad():
        no = (-input).log1p().clamp(min=-100)
        yes = input.log().clamp(min=-100)
        loss = (target - 1) * no - target * yes
        loss = _reduced(loss if weight is None else loss * weight, reduction)
    is_mean = reduction == "mean"
    return _loss_way(loss, "binary_cross_entropy", input, target, weight, None, is_mean)

def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    reduction = _reduction(size_average, reduce, reduction)
    if input.shape != target.shape:
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})"
        )
    if input.dtype in (torch.bfloat16, torch.float16):
        raise NotHere(f"binary_cross_entropy_with_logits: of {input.dtype}: use .float()")
    with torch.no_grad():
        most = (-input).clamp(min=0)
        rest = ((-most).exp() + (-input - most).exp()).log() + most
        if pos_weight is not None:
            rest = ((pos_weight - 1) * target + 1) * rest
            loss = (1 - target) * input + rest
        else:
            loss = (1 - target) * input + most + ((-most).exp() + (-input - most).exp()).log()
        loss = _reduced(loss if weight is None else loss * weight, reduction)
    name, is_mean = "binary_cross_entropy_with_logits", reduction == "mean"
    return _loss_way(loss, name, input, target, weight, pos_weight, is_mean)

def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
    reduction = _reduction(size_average, reduce, reduction)
    if log_target:
        loss = target.exp() * (target - input)
    else:
        own = torch.where(target == 0, torch.zeros_like(target), target * target.log())
        loss = own - target * input
    if reduction == "batchmean":
        return loss.sum() / input.shape[0]
    return _reduced(loss, reduction)

def bilinear(input1, input2, weight, bias=None):
    result = torch.einsum("...i,oij,...j->...o", input1, weight, input2)
    return result if bias is None else result + bias

def _one(size):
    return size[0] if isinstance(size, tuple) else size

def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    x, width, by = input, weight.shape[-1], _one(dilation)
    if x.shape[-2] != groups * weight.shape[1]:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected "
            f"input{list(x.shape)} to have {groups * weight.shape[1]} channels, "
            f"but got {x.shape[-2]} channels instead"
        )
    around = (
        by * (width - 1) if padding == "same" else 0 if padding == "valid" else 2 * _one(padding)
    )
    if around:
        x = torch.nn.functional.pad(x, (around // 2, around - around // 2))
    starts = torch.arange(0, x.shape[-1] - by * (width - 1), _one(stride))
    windows = x[..., starts[:, None] + by * torch.arange(width)]
    if groups == 1:
        result = torch.einsum("...clk,ock->...ol", windows, weight)
    else:
        pairs = zip(windows.chunk(groups, -3), weight.chunk(groups))
        parts = [torch.einsum("...clk,ock->...ol", part, own) for part, own in pairs]
        result = torch.cat(parts, -2)
    return result if bias is None else result + bias[:, None]

def _two(size):
    return size if isinstance(size, tuple) else (size, size)

# Windows of the last two axes: (.., rows, columns, height, width).
def _windows(x, size, stride, padding, dilation):
    size, stride, dilation = _two(size), _two(stride), _two(dilation)
    if isinstance(padding, str):
        full = [by * (n - 1) if padding == "same" else 0 for n, by in zip(size, dilation)]
        before = [n // 2 for n in full]
    else:
        before = _two(padding)
        full = [2 * n for n in before]
    if any(full):
        x = torch.nn.functional.pad(x, (before[1], full[1] - before[1], before[0], full[0] - before[0]))
    places = []
    for axis in range(2):
        reach = dilation[axis] * (size[axis] - 1)
        starts = torch.arange(0, x.shape[axis - 2] - reach, stride[axis])
        places.append(starts[:, None] + dilation[axis] * torch.arange(size[axis]))
    rows, columns = places
    return x[..., rows[:, None, :, None], columns[None, :, None, :]]

def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    if input.shape[-3] != groups * weight.shape[1]:
        raise RuntimeError(
            f"Given groups={groups}, weight of size {list(weight.shape)}, expected "
            f"input{list(input.shape)} to have {groups * weight.shape[1]} channels, "
            f"but got {input.shape[-3]} channels instead"
        )
    windows = _windows(input, tuple(weight.shape[2:]), stride, padding, dilation)
    pairs = zip(windows.chunk(groups, -5), weight.chunk(groups))
    parts = [torch.einsum("...cyxhw,ochw->...oyx", part, own) for part, own in pairs]
    result = parts[0] if groups == 1 else torch.cat(parts, -3)
    return result if bias is None else result + bias[:, None, None]

def unfold(input, kernel_size, dilation=1, padding=0, stride=1):
    windows = _windows(input, kernel_size, stride, padding, dilation)
    columns = windows.movedim((-2, -1), (-4, -3))
    return columns.flatten(-5, -3).flatten(-2)

def rms_norm(input, normalized_shape, weight=None, eps=None):
    shape = list(normalized_shape)
    if list(input.shape[-len(shape) :]) != shape:
        sizes = "".join(f", {size}" for size in shape)
        raise RuntimeError(
            f"Given normalized_shape={shape}, expected input with shape [*{sizes}], "
            f"but got input of size{list(input.shape)}"
        )
    x = input.float() if input.dtype in (torch.bfloat16, torch.float16) else input
    eps = torch.finfo(x.dtype).eps if eps is None else eps
    axes = tuple(range(-len(shape), 0))
    normal = x * torch.rsqrt(x.pow(2).mean(axes, keepdim=True) + eps)
    normal = normal if weight is None else normal * weight
    return normal if x is input else normal.to(input.dtype)

def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    reduction = _reduction(size_average, reduce, reduction)
    with torch.no_grad():
        far = (input - target).abs()
        loss = torch.where(far < beta, 0.5 * far * far / beta, far - 0.5 * beta)
        loss = _reduced(loss, reduction)
    is_mean = reduction == "mean"
    return _loss_way(loss, "smooth_l1_loss", input, target, is_mean=is_mean, beta=beta)

def multi_head_attention_forward(
    query, key, value, embed_dim_to_check, num_heads, in_proj_weight, in_proj_bias, bias_k, bias_v,
    add_zero_attn, dropout_p, out_proj_weight, out_proj_bias, training=True, key_padding_mask=None,
    need_weights=True, attn_mask=None, use_separate_proj_weight=False, q_proj_weight=None,
    k_proj_weight=None, v_proj_weight=None, static_k=None, static_v=None,
    average_attn_weights=True, is_causal=False
):
    if static_k is not None or static_v is not None:
        raise NotHere("static_k and static_v are not part of the lesson language")
    separate = (q_proj_weight, k_proj_weight, v_proj_weight)
    if None in separate if use_separate_proj_weight else in_proj_weight is None:
        raise RuntimeError("the weights of the first layer are missing")
    return _multi_head(
        query, key, value, num_heads, None if use_separate_proj_weight else in_proj_weight,
        separate, in_proj_bias, bias_k, bias_v, add_zero_attn, dropout_p if training else 0,
        out_proj_weight, out_proj_bias, key_padding_mask, attn_mask, need_weights,
        average_attn_weights, False, is_causal, False
    )

# PyTorch divides q before the product, and keeps the layers of q, k and v in one weight as long as all
# three have the same width. `fast` is its fast way: it knows the mask alone, and leaves nan where no key is left.
def _multi_head(
    query, key, value, heads, in_weight, in_weights, in_bias, bias_k, bias_v, add_zero, dropout_p,
    out_weight, out_bias, key_mask, mask, need_weights, average, batch_first, is_causal,
    fast
):
    if is_causal and mask is None and not fast:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint.")
    _check_inputs(query, key, value, batch_first)
    _check_heads(query, out_weight, heads)
    is_batched = query.dim() == 3
    if is_batched and batch_first:
        query, key, value = _tokens_first(query, key, value)
    mask = _ready_mask(mask, query, key, heads)
    if is_causal and key_mask is None and not need_weights and not fast:
        mask = torch.ones(query.shape[0], key.shape[0]).tril() == 0
    key_mask = _ready_keys(key_mask, key, is_batched)
    if in_weight is not None and query is key and key is value:
        qkv = F.linear(query, in_weight, in_bias)
        parts = list(qkv.chunk(3, dim=-1))
    else:
        biases = (None, None, None) if in_bias is None else in_bias.chunk(3)
        in_weights = in_weights if in_weight is None else in_weight.chunk(3)
        parts = [
            F.linear(x, weight, bias)
            for x, weight, bias in zip((query, key, value), in_weights, biases)
        ]
    has_more = bias_k is not None and bias_v is not None
    if has_more:
        parts[1], parts[2] = _with_row(parts[1], bias_k), _with_row(parts[2], bias_v)
    parts = [_in_heads(part, heads) for part in parts]
    _axes(parts[0], "head", "query", "feature")
    _axes(parts[1], "head", "key", "feature")
    _axes(parts[2], "head", "key", "feature")
    if add_zero:
        zero = [torch.zeros(*part.shape[:-2], 1, part.shape[-1]) for part in parts[1:]]
        parts[1:] = [torch.cat(pair, dim=-2) for pair in zip(parts[1:], zero)]
    for _ in range(has_more + add_zero):  # the keys have become one more, which is never hidden
        mask = None if mask is None else F.pad(mask, (0, 1))
        key_mask = None if key_mask is None else F.pad(key_mask, (0, 1))
    q, k, v = parts
    q_scaled = q / math.sqrt(q.shape[-1])
    scores = q_scaled @ k.mT
    _axes(scores, "head", "query", "key")
    mask = _one_mask(mask, key_mask)
    if mask is None:
        weights = torch.softmax(scores, dim=-1)
    else:
        masked = scores.masked_fill(mask, -math.inf) if mask.dtype == torch.bool else scores + mask
        weights = torch.softmax(masked, dim=-1)
        if not need_weights and not fast:  # then PyTorch calls scaled_dot_product_attention
            weights = _with_empty_rows(weights, masked)
    mixed = [weights]
    if dropout_p > 0:
        dropped = F.dropout(weights, dropout_p)
        mixed = [dropped]
    if need_weights and average:
        averaged = mixed[0].sum(dim=-3) / heads
    context = mixed[0] @ v
    merged = _side_by_side(context)
    output = F.linear(merged, out_weight, out_bias)
    wanted = (averaged if average else mixed[0]) if need_weights else None
    leaves_nan = fast and mask is not None and not need_weights and bool(mask.all(-1).any())
    told = _LEAVES_NAN if leaves_nan else None
    return _told(output.transpose(0, 1) if is_batched and batch_first else output, told), wanted

_FAST_WAY = "PyTorch's fast way, as no gradient is wanted: "
_LEAVES_NAN = _FAST_WAY + "a query that has no key left is nan. Otherwise it would be 0 here."

def _check_type(what, x, may_be_bool=False):
    if x.dtype != torch.float32 and not (may_be_bool and x.dtype == torch.bool):
        wanted = "float32 or bool" if may_be_bool else "float32"
        is_type = str(x.dtype).replace("torch.", "")
        raise NotHere(f"MultiheadAttention: {what} must be {wanted}, but it is {is_type}")

def _check_inputs(query, key, value, batch_first):
    for what, x in (("query", query), ("key", key), ("value", value)):
        _check_type(what, x)
    sizes = tuple(query.shape), tuple(key.shape), tuple(value.shape)
    rank = query.dim()
    if rank not in (2, 3) or key.dim() != rank or value.dim() != rank:
        raise RuntimeError(
            "MultiheadAttention: query, key and value have 3 axes each, or 2 without a batch, "
            f"but here they are {sizes[0]}, {sizes[1]} and {sizes[2]}"
        )
    batch = 0 if batch_first else 1
    if key.shape[: rank - 1] != value.shape[: rank - 1] or (
        rank == 3 and query.shape[batch] != key.shape[batch]
    ):
        axes = "token, batch, feature: see batch_first"
        axes = "batch, token, feature" if batch_first else axes
        raise RuntimeError(
            "MultiheadAttention: each key needs a value, and queries and keys need equally many "
            f"batch items: query is {sizes[0]}, key {sizes[1]} and value {sizes[2]} "
            f"({axes if rank == 3 else 'token, feature'})"
        )

def _check_heads(query, out_weight, heads):
    width = out_weight.shape[0]
    if heads < 1 or width % heads or query.shape[-1] != width:
        raise RuntimeError(
            f"MultiheadAttention: {width} features in {heads} heads were expected, "
            f"but the query is {tuple(query.shape)}"
        )

# Inputs that are one tensor stay one.
def _tokens_first(query, key, value):
    met = []
    for x in (query, key, value):
        again = [new for old, new in met if old is x]
        met.append((x, again[0] if again else x.transpose(0, 1)))
    return [new for _, new in met]

# (query, key), (batch * head, query, key), or without a batch (head, query, key).
def _ready_mask(mask, query, key, heads):
    if mask is None:
        return None
    _check_type("attn_mask", mask, True)
    batch = query.shape[1] if query.dim() == 3 else 1
    queries, keys = query.shape[0], key.shape[0]
    if tuple(mask.shape) not in ((queries, keys), (batch * heads, queries, keys)):
        raise RuntimeError(
            f"MultiheadAttention: attn_mask must be ({queries}, {keys}), for each query and key, "
            f"or ({batch * heads}, {queries}, {keys}) for each head, too, "
            f"but it is {tuple(mask.shape)}"
        )
    if mask.dim() == 2 or query.dim() == 2:
        return mask
    return mask.reshape(batch, heads, queries, keys)

# (batch, key), or (key) without a batch.
def _ready_keys(mask, key, is_batched):
    if mask is None:
        return None
    _check_type("key_padding_mask", mask, True)
    keys = key.shape[0]
    if is_batched and tuple(mask.shape) != (key.shape[1], keys):
        raise RuntimeError(
            f"MultiheadAttention: key_padding_mask must be ({key.shape[1]}, {keys}), "
            f"for each key of each batch item, but it is {tuple(mask.shape)}"
        )
    if not is_batched and tuple(mask.shape) != (keys,):
        raise RuntimeError(
            f"MultiheadAttention: key_padding_mask must be ({keys},), for each key, "
            f"but it is {tuple(mask.shape)}"
        )
    return mask[:, None, None, :] if is_batched else mask

# Adds a key or a value, the same for every batch item: (1, 1, E) after (S, .., E).
def _with_row(t, row):
    row = row.expand(1, t.shape[1], -1) if t.dim() == 3 else row.reshape(1, -1)
    return torch.cat([t, row])

# (S, .., H d) -> (.., H, S, d)
def _in_heads(t, heads):
    t = t.reshape(*t.shape[:-1], heads, -1)
    return t.permute(1, 2, 0, 3) if t.dim() == 4 else t.permute(1, 0, 2)

# (.., H, T, d) -> (T, .., H d)
def _side_by_side(t):
    t = t.permute(2, 0, 1, 3) if t.dim() == 4 else t.permute(1, 0, 2)
    return t.reshape(*t.shape[:-2], -1)

# Truths hide; numbers are added.
def _one_mask(pairs, keys):
    if pairs is None or keys is None:
        return keys if pairs is None else pairs
    if pairs.dtype == torch.bool and keys.dtype == torch.bool:
        return pairs.logical_or(keys)
    return _as_numbers(pairs) + _as_numbers(keys)

def _with_empty_rows(weights, masked):
    empty = (masked == -math.inf).all(-1, keepdim=True)
    return weights.masked_fill(empty, 0) if empty.any() else weights

def _as_numbers(mask):
    if mask is None:
        return None
    is_bool = mask.dtype == torch.bool
    return torch.zeros(mask.shape).masked_fill(mask, -math.inf) if is_bool else mask
