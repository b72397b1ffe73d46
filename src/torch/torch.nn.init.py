"""Numbers are drawn, or set, in the memory of a tensor."""

def uniform_(tensor, a=0.0, b=1.0):
    return tensor.uniform_(a, b)

def normal_(tensor, mean=0.0, std=1.0):
    return tensor.normal_(mean, std)

def constant_(tensor, val):
    tensor.data.fill_(val)
    return tensor

def zeros_(tensor):
    tensor.data.fill_(0)
    return tensor

def ones_(tensor):
    tensor.data.fill_(1)
    return tensor

def eye_(tensor):
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    tensor.data.copy_(torch.eye(*tensor.shape))
    return tensor

# A weight (OUT, IN, ...): further axes are the field that each number sees.
def _calculate_fan_in_and_fan_out(tensor):
    if tensor.dim() < 2:
        raise ValueError(
            "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions"
        )
    field = math.prod(tensor.shape[2:])
    return tensor.shape[1] * field, tensor.shape[0] * field

def calculate_gain(nonlinearity, param=None):
    if nonlinearity in ("linear", "conv1d", "conv2d", "conv3d", "sigmoid"):
        return 1
    if nonlinearity == "tanh":
        return 5.0 / 3
    if nonlinearity == "relu":
        return math.sqrt(2.0)
    if nonlinearity == "leaky_relu":
        slope = 0.01 if param is None else param
        return math.sqrt(2.0 / (1 + slope**2))
    if nonlinearity == "selu":
        return 3.0 / 4
    raise ValueError(f"Unsupported nonlinearity {nonlinearity}")

def xavier_uniform_(tensor, gain=1.0):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    bound = math.sqrt(3.0) * (gain * math.sqrt(2.0 / (fan_in + fan_out)))
    return tensor.uniform_(-bound, bound)

# Name of xavier_uniform_ before PyTorch 0.4.
def xavier_uniform(tensor, gain=1.0):
    return xavier_uniform_(tensor, gain)

def xavier_normal_(tensor, gain=1.0):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    return tensor.normal_(0.0, gain * math.sqrt(2.0 / (fan_in + fan_out)))

def _kaiming(tensor, a, mode, nonlinearity):
    fan_in, fan_out = _calculate_fan_in_and_fan_out(tensor)
    gain = calculate_gain(nonlinearity, a)
    if mode not in ("fan_in", "fan_out"):
        raise ValueError(f"Mode {mode} not supported, please use one of ['fan_in', 'fan_out']")
    return gain / math.sqrt(fan_in if mode == "fan_in" else fan_out)

def kaiming_uniform_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    bound = math.sqrt(3.0) * _kaiming(tensor, a, mode, nonlinearity)
    return tensor.uniform_(-bound, bound)

def kaiming_normal_(tensor, a=0, mode="fan_in", nonlinearity="leaky_relu"):
    return tensor.normal_(0.0, _kaiming(tensor, a, mode, nonlinearity))

def _chance_below(x):
    return (1 + math.erf(x / math.sqrt(2.0))) / 2

def _is_refused(drawn, mean, std, peak):
    log_density = drawn.sub(mean).div(std).pow(2).mul(-0.5).sub(peak)
    return torch.empty_like(drawn).uniform_().log().gt(log_density)

# Normal numbers, each drawn again until it lies between a and b. Where few would, numbers from a to b are drawn
# instead, and kept as often as their density says.
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    if _chance_below((b - mean) / std) - _chance_below((a - mean) / std) > 0.3:
        low, high = torch.tensor(float(a)).item(), torch.tensor(float(b)).item()
        tensor.normal_(mean, std)
        mask = (tensor < low) | (tensor > high)
        while mask.any():
            tensor.data.copy_(torch.where(mask, torch.empty_like(tensor).normal_(mean, std), tensor))
            mask = (tensor < low) | (tensor > high)
        return tensor
    peak = -0.5 * ((max(a, min(mean, b)) - mean) / std) ** 2
    drawn = tensor.uniform_(a, b).clone()
    pending = _is_refused(drawn, mean, std, peak)
    while pending.any():
        tensor.data.copy_(torch.where(pending, drawn.uniform_(a, b), tensor))
        pending = pending & _is_refused(drawn, mean, std, peak)
    return tensor
