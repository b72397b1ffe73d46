import os
from torch._C import _here, _is_half, _lead_back, _mode, _multiply_add, _named, _pair, _saved, _steps
from torch._complex import polar, view_as_complex, view_as_real
from torch.amp import GradScaler, autocast
from torch.autograd import enable_grad, inference_mode, no_grad, set_grad_enabled

class device:
    def __init__(self, type="cpu", index=None):
        _here(type)
        if isinstance(type, device):
            type, index = type.type, type.index
        name, colon, number = type.partition(":")
        if name != "cpu" or (colon and not number.isdigit()):
            raise NotHere(f"there is no device '{type}' here: everything runs on the CPU")
        self.type = name
        self.index = int(number) if colon else index

    def __eq__(self, other):
        return isinstance(other, device) and self.index == other.index

    def __hash__(self):
        return hash((self.type, self.index))

    # with torch.device("cpu"): what is made is there; it always is.
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __repr__(self):
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

def scalar_tensor(s, dtype=None, device=None):
    return torch.tensor(s, dtype=torch.float32 if dtype is None else dtype)

# Statistics.
def cov(input, correction=1, fweights=None, aweights=None):
    x = input.float().reshape(-1, input.shape[-1]) if input.dim() else input.float().reshape(1, 1)
    apart = x - x.mean(1, keepdim=True)
    products = apart @ apart.T
    shared = products / (x.shape[1] - correction)
    return shared.squeeze()

def corrcoef(input):
    shared = cov(input)
    if shared.dim() == 0:
        return shared / shared
    spread = torch.diagonal(shared).sqrt()
    by_row = shared / spread[:, None]
    by_both = by_row / spread
    return by_both.clamp(-1, 1)

def var_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    divisor = {"correction": correction} if unbiased is None else {"unbiased": unbiased}
    var, mean = input.var(dim, keepdim=keepdim, **divisor), input.mean(dim, keepdim=keepdim)
    return _named(var, "VarMeanBackward0"), _named(mean, "VarMeanBackward0")

def std_mean(input, dim=None, unbiased=None, keepdim=False, *, correction=None):
    divisor = {"correction": correction} if unbiased is None else {"unbiased": unbiased}
    std, mean = input.std(dim, keepdim=keepdim, **divisor), input.mean(dim, keepdim=keepdim)
    return _named(std, "StdMeanBackward0"), _named(mean, "StdMeanBackward0")

def median(input, dim=None, keepdim=False):
    if input.dtype == torch.bool:
        raise RuntimeError("\"median_cpu\" not implemented for 'Bool'")
    if dim is None:
        cells = input.flatten()
        if input.is_floating_point() and cells.isnan().any():
            return _named(cells[cells.isnan()].mean(), "MedianBackward0")
        middle = cells.sort().values[(cells.numel() - 1) // 2]
        if input.requires_grad and (cells == middle).sum() > 1:
            middle = cells[cells == middle].amax() # each has its share of the gradient
        return _named(middle, "MedianBackward0")
    values, places = input.sort(dim)
    middle = torch.tensor([(input.shape[dim] - 1) // 2])
    values, places = values.index_select(dim, middle), places.index_select(dim, middle)
    if input.is_floating_point() and input.isnan().any():
        first = input.isnan().long().argmax(dim, keepdim=True)
        has = input.isnan().any(dim, keepdim=True)
        places = torch.where(has, first, places)
        values = input.gather(dim, places)
    if not keepdim:
        values, places = values.squeeze(dim), places.squeeze(dim)
    return _pair("median", _named(values, "MedianBackward1"), places)

def quantile(input, q, dim=None, keepdim=False, interpolation="linear"):
    if not input.is_floating_point():
        raise RuntimeError("quantile() input tensor must be either float or double dtype")
    if dim is None:
        input, dim = input.flatten(), 0
    if interpolation != "linear":
        raise NotHere("quantile: lessons have only interpolation='linear'")
    if not isinstance(q, float):
        raise NotHere("quantile: 'q' is a single number here")
    ordered = input.sort(dim).values.movedim(dim, -1)
    rank = torch.tensor(q) * (ordered.shape[-1] - 1)
    below, above = int(rank.floor()), int(rank.ceil())
    result = torch.lerp(ordered[..., below], ordered[..., above], rank - below)
    if ordered.isnan().any():
        result = torch.where(ordered[..., -1].isnan(), ordered[..., -1], result)
    return result.unsqueeze(dim) if keepdim else _named(result, "SqueezeBackward4")

def count_nonzero(input, dim=None):
    return (input != 0).sum() if dim is None else (input != 0).sum(dim)

def bincount(input, weights=None, minlength=0):
    if input.is_floating_point() or input.dtype == torch.bool:
        kind = "Float" if input.is_floating_point() else "Bool"
        raise RuntimeError(f"\"bincount_cpu\" not implemented for '{kind}'")
    if input.dim() != 1 or min(input.tolist() or [0]) < 0:
        raise RuntimeError("bincount only supports 1-d non-negative integral inputs.")
    if minlength < 0:
        raise RuntimeError("minlength should be >= 0")
    size = max(int(input.max()) + 1 if input.numel() else 0, minlength)
    is_there = input[:, None] == torch.arange(size)
    return is_there.sum(0) if weights is None else (is_there * weights[:, None]).sum(0)

def histc(input, bins=100, min=0, max=0):
    cells = input.flatten()
    has_range = min != max or not cells.numel()
    low, high = (min, max) if has_range else (float(cells.min()), float(cells.max()))
    if low == high:
        low, high = low - 1, high + 1
    if not (math.isfinite(low) and math.isfinite(high)):
        raise RuntimeError(f"torch.histc: range of [{low:g}, {high:g}] is not finite")
    if low > high:
        raise RuntimeError("torch.histc: max must be larger than min")
    inside = cells[(cells >= low) & (cells <= high)]
    place = ((inside - low) / (high - low) * bins).long().clamp(0, bins - 1)
    return (place[:, None] == torch.arange(bins)).sum(0).float()

def _no_unique(*gradients):
    raise NotImplementedError("the derivative for '_unique2' is not implemented.")

def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    if dim is not None:
        raise NotHere("unique: 'dim' is not part of the lesson language")
    since, was = _steps(), _mode(False)
    cells = input.flatten().sort().values
    first = torch.cat((torch.ones(min(cells.numel(), 1)).bool(), cells[1:] != cells[:-1]))
    values = cells[first]
    _mode(was)
    if input.is_floating_point():
        (values,) = _lead_back("Unique2Backward0", since, [values], [input], [], _no_unique)
    is_value = input.unsqueeze(-1) == values
    result = (values,)
    if return_inverse:
        result += (is_value.long().argmax(-1),)
    if return_counts:
        result += (is_value.reshape(-1, values.numel()).sum(0),)
    return result if len(result) > 1 else values

def searchsorted(sorted_sequence, input, right=False):
    x = input if torch.is_tensor(input) else torch.tensor(input)
    edges = sorted_sequence.unsqueeze(-2) if sorted_sequence.dim() > 1 else sorted_sequence
    after = edges > x.unsqueeze(-1) if right else edges >= x.unsqueeze(-1)
    return (~after).long().cumprod(-1).sum(-1)  # so that a nan comes last

def bucketize(input, boundaries, right=False):
    return searchsorted(boundaries, input, right=right)

def _running(name, input, dim, beats):
    best, place = [], []
    for i, cells in enumerate(input.unbind(dim)):
        wins = beats(cells, best[-1]) | cells.isnan() if i else torch.ones_like(cells).bool()
        best.append(torch.where(wins, cells, best[-1]) if i else cells)
        place.append(torch.where(wins, i, place[-1]) if i else torch.zeros_like(cells).long())
    best = _named(torch.stack(best, dim), name.capitalize() + "Backward0")
    return _pair(name, best, torch.stack(place, dim))

def cummax(input, dim):
    return _running("cummax", input, dim, torch.ge)

def cummin(input, dim):
    return _running("cummin", input, dim, torch.le)

def _same_type(name, other, input):
    if other.dtype == input.dtype:
        return
    if other.dim() == 0:
        raise NotHere(f"lerp: '{name}' is a number of {other.dtype}, and 'input' of {input.dtype}")
    raise RuntimeError(f"expected dtype {input.dtype} for `{name}` but got dtype {other.dtype}")

# Rounds once what is computed in one go of half types.
def lerp(input, end, weight):
    if not torch.is_tensor(end):
        raise TypeError("lerp(): argument 'end' must be Tensor")
    _same_type("end", end, input)
    by_cell = torch.is_tensor(weight)
    if by_cell:
        _same_type("weight", weight, input)
    if not input.is_floating_point():
        raise RuntimeError("lerp: the numbers must be floats: use .float()")
    if _is_half(input):
        wide = lerp(input.float(), end.float(), weight.float() if by_cell else weight)
        return _named(wide.to(input.dtype), f"LerpBackward{int(by_cell)}")
    apart, w = end - input, weight
    if by_cell or abs(w) >= 0.5: # of the rounded one 1 is taken off
        w = w if by_cell else torch.tensor(float(w), dtype=input.dtype)
        near = _multiply_add(w, apart, input)
        mixed = torch.where(w.abs() < 0.5, near, _multiply_add(w - 1, apart, end))
        return _named(mixed, f"LerpBackward{int(by_cell)}")
    return _named(torch.add(input, apart, alpha=w), "LerpBackward0")

# The product with the value is rounded, and then it is as _multiply_add.
def addcmul(input, tensor1, tensor2, *, value=1):
    if _is_half(input):
        if value != 1 and (tensor1.requires_grad or tensor2.requires_grad):
            raise NotHere(f"addcmul: a gradient through 'value' is not here for {input.dtype}: multiply first")
        wide = addcmul(input.float(), tensor1.float(), tensor2.float(), value=value)
        return _named(wide.to(input.dtype), "AddcmulBackward0")
    scaled = tensor1 if value == 1 else tensor1 * value
    if input.is_floating_point():
        return _named(_multiply_add(scaled, tensor2, input), "AddcmulBackward0")
    return input + scaled * tensor2

def addcdiv(input, tensor1, tensor2, *, value=1):
    if not tensor1.is_floating_point() and not tensor2.is_floating_point():
        raise RuntimeError("addcdiv: integers are not divided here: use torch.div with rounding_mode")
    if _is_half(input):
        if value != 1 and (tensor1.requires_grad or tensor2.requires_grad):
            raise NotHere(f"addcdiv: a gradient through 'value' is not here for {input.dtype}: multiply first")
        wide = addcdiv(input.float(), tensor1.float(), tensor2.float(), value=value)
        return _named(wide.to(input.dtype), "AddcdivBackward0")
    scaled = tensor1 if value == 1 else tensor1 * value
    return _named(input + scaled / tensor2, "AddcdivBackward0")

def mode(input, dim=-1, keepdim=False):
    x = input.movedim(dim, -1).sort(-1).values
    times = (x.unsqueeze(-1) == x.unsqueeze(-2)).sum(-1)
    values = x.gather(-1, times.argmax(-1, keepdim=True))
    is_there = input.movedim(dim, -1) == values
    places = (is_there * torch.arange(x.shape[-1])).max(-1, keepdim=True).values
    values, places = values.movedim(-1, dim), places.movedim(-1, dim)
    if input.requires_grad and not values.isnan().any():
        values = input.gather(dim, places)
    if not keepdim:
        values, places = values.squeeze(dim), places.squeeze(dim)
    return _pair("mode", _named(values, "ModeBackward0"), places)

# Distances.
def dist(input, other, p=2):
    return _named((input - other).norm(p), "DistBackward0")

def cdist(x1, x2, p=2.0):
    return _named((x1.unsqueeze(-2) - x2.unsqueeze(-3)).norm(p, dim=-1), "CdistBackward0")

def isclose(input, other, rtol=1e-05, atol=1e-08, equal_nan=False):
    if input.dtype != other.dtype:
        raise RuntimeError(f"{input.dtype} did not match {other.dtype}")
    same = input == other
    if equal_nan:
        same = same | (input.isnan() & other.isnan())
    allowed = atol + (rtol * other).abs()
    distance = (input - other).abs()
    return same | (distance.isfinite() & (distance <= allowed))

def renorm(input, p, dim, maxnorm):
    if input.dim() < 2:
        raise RuntimeError(f"renorm: input needs at least 2 dimensions, got {input.dim()} dimensions")
    others = [d for d in range(input.dim()) if d != dim % input.dim()]
    length = input.norm(p, dim=others, keepdim=True)
    shorter = torch.where(length > maxnorm, maxnorm / (length + 1e-7), 1.0)
    return _named(input * shorter, "RenormBackward0")

# Products and moves.
def kron(input, other):
    rank = max(input.dim(), other.dim())
    a = input.reshape((1,) * (rank - input.dim()) + tuple(input.shape))
    b = other.reshape((1,) * (rank - other.dim()) + tuple(other.shape))
    apart = a.reshape([n for size in a.shape for n in (size, 1)])
    beside = b.reshape([n for size in b.shape for n in (1, size)])
    return (apart * beside).reshape([m * n for m, n in zip(a.shape, b.shape)])

def block_diag(*tensors):
    blocks = [t.reshape(1, -1) if t.dim() < 2 else t for t in tensors]
    width, rows, start = sum(b.shape[1] for b in blocks), [], 0
    for b in blocks:
        rows.append(torch.nn.functional.pad(b, (start, width - start - b.shape[1])))
        start += b.shape[1]
    return _named(torch.cat(rows), "BlockDiagBackward0")

def cross(input, other, dim=None):
    if dim is None:
        dim = [d for d in range(input.dim()) if input.shape[d] == 3][0]
    a, b = input.movedim(dim, -1), other.movedim(dim, -1)
    on, over = torch.tensor([1, 2, 0]), torch.tensor([2, 0, 1])
    less = a[..., over] * b[..., on]
    if input.is_floating_point():
        product = _multiply_add(a[..., on], b[..., over], -less)
    else:
        product = a[..., on] * b[..., over] - less
    return _named(product.movedim(-1, dim), "LinalgCrossBackward0")

def diff(input, n=1, dim=-1, prepend=None, append=None):
    if input.dim() == 0:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    x = torch.cat([t for t in (prepend, input, append) if t is not None], dim)
    for _ in range(min(n, x.shape[dim])):
        size = x.shape[dim]
        later, earlier = x.narrow(dim, 1, size - 1), x.narrow(dim, 0, size - 1)
        x = later ^ earlier if x.dtype == torch.bool else later - earlier
    return x

def take(input, index):
    return _named(input.flatten()[index], "TakeBackward0")

def rot90(input, k=1, dims=(0, 1)):
    a, b = dims
    if k % 4 == 1:
        turned = input.flip(b).transpose(a, b)
    elif k % 4 == 2:
        turned = input.flip(a, b)
    else:
        turned = input.flip(a).transpose(a, b) if k % 4 else input.clone()
    return _named(turned, "Rot90Backward0")

def column_stack(tensors):
    return torch.cat([t.reshape(-1, 1) if t.dim() < 2 else t for t in tensors], 1)

def cartesian_prod(*tensors):
    if len(tensors) == 1:
        return tensors[0]
    return torch.stack([t.flatten() for t in torch.meshgrid(*tensors, indexing="ij")], 1)

def tensor_split(input, indices_or_sections, dim=0):
    if input.dim() == 0:
        raise RuntimeError(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    size, parts = input.shape[dim], indices_or_sections
    if isinstance(parts, int):
        ends = [size // parts * i + min(i, size % parts) for i in range(1, parts)]
    else:
        ends = [min(i if i >= 0 else i + size, size) for i in parts]
    starts = [0] + ends
    return tuple([input.narrow(dim, a, max(b - a, 0)) for a, b in zip(starts, ends + [size])])

def diag_embed(input, offset=0, dim1=-2, dim2=-1):
    size = input.shape[-1] + abs(offset)
    rank = input.dim() + 1
    place = torch.arange(size)
    is_on = place == place[:, None] + offset
    ends = (max(offset, 0), max(-offset, 0))
    cells = torch.nn.functional.pad(input, ends).unsqueeze(-2)
    matrix = torch.where(is_on, cells, torch.zeros_like(cells))
    return _named(matrix.movedim((-2, -1), (dim1 % rank, dim2 % rank)), "DiagEmbedBackward0")

def logspace(start, end, steps, base=10.0, dtype=None):
    return torch.pow(base, torch.linspace(start, end, steps)).to(dtype or torch.float32)

# Compiles nothing: a function is itself.
def _not_compiled(f, name):
    if isinstance(f, torch.nn.Module):
        raise NotHere(f"{name} of a module: nothing is compiled here, leave it out")
    return f

def compile(model=None, *, fullgraph=False, dynamic=None, backend="inductor", mode=None, options=None, disable=False):
    return (lambda f: compile(f)) if model is None else _not_compiled(model, "torch.compile")

def isin(elements, test_elements, *, assume_unique=False, invert=False):
    elements, tests = torch.as_tensor(elements), torch.as_tensor(test_elements)
    found = (elements.unsqueeze(-1) == tests.flatten()).any(-1)
    return ~found if invert else found

# Copy that is kept for the rest of the run: nothing is written.
class _Saved:
    def __init__(self, value):
        self.value = value

def save(obj, f, pickle_module=None, pickle_protocol=2, _use_new_zipfile_serialization=True):
    folder = os.path.dirname(f)
    if folder and not os.path.isdir(folder):
        raise RuntimeError(f"Parent directory {folder} does not exist.")
    if os.path.isdir(f):
        raise NotHere(f"torch.save: {f} is a folder")
    os.made[file_name(f)] = _Saved(_saved(obj))

def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None):
    saved = os.made.get(file_name(f)) if os.path.exists(f) else None
    if not callable(map_location):
        _here(map_location)
    if isinstance(saved, _Saved):
        return _saved(saved.value)
    if os.path.exists(f):
        raise NotHere(f"torch.load: {f} can run programs: save tensors as safetensors, and use load_file")
    raise FileNotFoundError(f"[Errno 2] No such file or directory: {os.fspath(f)!r}")
