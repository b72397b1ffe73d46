"""Numbers are drawn, or set, in the memory of a tensor."""

def uniform_(tensor, a=0.0, b=1.0):
    return tensor.uniform_(a, b)

def normal_(tensor, mean=0.0, std=1.0):
    return tensor.normal_(mean, std)

def constant_(tensor, val):
    return tensor.fill_(val)

def zeros_(tensor):
    return tensor.fill_(0)

def ones_(tensor):
    return tensor.fill_(1)

def eye_(tensor):
    if tensor.dim() != 2:
        raise ValueError("Only tensors with 2 dimensions are supported")
    return tensor.copy_(torch.eye(*tensor.shape))

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

# Normal numbers between a and b: those of a uniform distribution of their probabilities.
def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    low = (1 + math.erf((a - mean) / std / math.sqrt(2.0))) / 2
    high = (1 + math.erf((b - mean) / std / math.sqrt(2.0))) / 2
    tensor.uniform_(2 * low - 1, 2 * high - 1)
    tensor.erfinv_()
    tensor.mul_(std * math.sqrt(2.0))
    tensor.add_(mean)
    return tensor.clamp_(min=a, max=b)
