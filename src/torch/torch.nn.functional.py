def _reduced(loss, reduction):
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()


def binary_cross_entropy(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean"
):
    if input.shape != target.shape:
        raise ValueError(
            f"Using a target size ({target.size()}) that is different to the input "
            f"size ({input.size()}) is deprecated. Please ensure they have the same size."
        )
    no = (-input).log1p().clamp(min=-100)
    yes = input.log().clamp(min=-100)
    loss = (target - 1) * no - target * yes
    return _reduced(loss if weight is None else loss * weight, reduction)


def binary_cross_entropy_with_logits(
    input, target, weight=None, size_average=None, reduce=None, reduction="mean", pos_weight=None
):
    if input.shape != target.shape:
        raise ValueError(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})"
        )
    most = (-input).clamp(min=0)
    rest = ((-most).exp() + (-input - most).exp()).log() + most
    if pos_weight is not None:
        rest = ((pos_weight - 1) * target + 1) * rest
        loss = (1 - target) * input + rest
    else:
        loss = (1 - target) * input + most + ((-most).exp() + (-input - most).exp()).log()
    return _reduced(loss if weight is None else loss * weight, reduction)


def kl_div(input, target, size_average=None, reduce=None, reduction="mean", log_target=False):
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


def pairwise_distance(x1, x2, p=2.0, eps=1e-06, keepdim=False):
    return (x1 - x2 + eps).norm(p, dim=-1, keepdim=keepdim)


def smooth_l1_loss(input, target, size_average=None, reduce=None, reduction="mean", beta=1.0):
    far = (input - target).abs()
    loss = torch.where(far < beta, 0.5 * far * far / beta, far - 0.5 * beta)
    return _reduced(loss, reduction)
