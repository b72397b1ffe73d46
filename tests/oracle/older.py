"""What PyTorch before 2.14 and Python before 3.12 do otherwise than the older ones, which qkv follows.

Where the machine's are older, `begin` puts forward what is listed here, each kind by its definition in other
operations of the same PyTorch: to the bit, to the letter, to the kind of the error. Nothing is tolerated:
what is not listed, or is otherwise than its definition, differs. Where they are not older nothing is put
forward but what `rounded` lists, where a build's own vectors round otherwise.
"""

import builtins
import collections
import functools
import importlib.util
import math
import os
import pathlib
import re
import sys
from fractions import Fraction


def version():
    """PyTorch's, without loading it: it reads the environment when it is loaded."""
    text = pathlib.Path(importlib.util.find_spec("torch").origin).with_name("version.py").read_text()
    return tuple(map(int, re.search(r"__version__ = '(\d+)\.(\d+)", text).groups()))


IS_OLDER = version() < (2, 14)
if version() >= (2, 0):
    # softmax on AVX-512: its rows are summed in another order there; qkv's is that of AVX2.
    os.environ["ATEN_CPU_CAPABILITY"] = "avx2"

import torch
from torch import nn
from torch.nn import functional as F
from torch.overrides import TorchFunctionMode

import attention
import builds

REASONS = {}  # by the name of the function: why it is listed
DEFINITIONS = {}
MET = collections.Counter()


def listed(reason, *names, when=IS_OLDER):
    """Of the functions of these names: called with PyTorch's own function and the arguments."""

    def keep(definition):
        for name in names if when else ():
            REASONS[name], DEFINITIONS[name] = reason, definition
        return definition

    return keep


# --- numbers --------------------------------------------------------------------------------------


def joined(a, b):
    """Of two samples of lanes, each with its count, mean and sum of squares."""
    count = a[0] + b[0]
    if count == 0:
        return a
    distance = b[1] - a[1]
    moved = distance * (torch.tensor(float(b[0])) / count)
    return count, a[1] + moved, builds.fused(a[2] + b[2], moved, distance * a[0])


def joined_row(a, b):
    """The same of a row and one of its lanes: other steps are fused."""
    count = a[0] + b[0]
    if count == 0:
        return a
    share = torch.tensor(float(b[0])) / count
    distance = b[1] - a[1]
    squares = builds.fused(b[2], distance * distance * share, torch.tensor(float(a[0])))
    return count, builds.fused(a[1], share, distance), a[2] + squares


def sample(columns):
    """By Welford's method: of lanes of numbers that come one after the other."""
    count, mean, squares = 0, torch.tensor(0.0), torch.tensor(0.0)
    for count, number in enumerate(columns, 1):
        distance = number - mean
        mean = builds.fused(mean, distance, torch.tensor(1.0) / count)
        squares = builds.fused(squares, distance, number - mean)
    return count, mean, squares


def sample_left(columns):
    """The same of the numbers that fill no vector."""
    count, mean, squares = 0, torch.tensor(0.0), torch.tensor(0.0)
    for count, number in enumerate(columns, 1):
        distance = number - mean
        mean = mean + distance / count
        squares = squares + distance * (number - mean)
    return count, mean, squares


def moments(x):
    """The mean and variance of each row, in the order of 2.14's AVX2: the numbers that fill no vector, then
    each lane, of which sixteen vectors make a chunk, two chunks a larger one, and so on."""
    n, lanes, chunk = x.shape[1], 8, 16
    vectors = x[:, : n // lanes * lanes].unflatten(1, (-1, lanes)).unbind(1) if n >= lanes else ()
    nothing = 0, torch.zeros(len(x), lanes), torch.zeros(len(x), lanes)
    levels = [nothing] * max(1, ((len(vectors) + chunk - 1) // chunk - 1).bit_length())
    for c in range(0, len(vectors), chunk):
        levels[0] = joined(levels[0], sample(vectors[c : c + chunk]))
        for up in range(1, len(levels)):
            if (c // chunk + 1) % (1 << up) == 0:
                levels[up], levels[up - 1] = joined(levels[up], levels[up - 1]), nothing
    count, mean, squares = functools.reduce(joined, levels)
    left, row_mean, row_squares = sample_left(x[:, n // lanes * lanes :].unbind(1))
    row = left, row_mean.expand(len(x)), row_squares.expand(len(x))
    for lane in range(lanes):
        row = joined_row(row, (count, mean[:, lane], squares[:, lane]))
    return row[1], (row[2] / n).clamp(min=0)


@listed("2.2 computes (x - mean) * scale, before it was x * scale + shift; the wheels of PyPI fuse more", "layer_norm")
def layer_norm(function, x, normalized_shape, weight=None, bias=None, eps=1e-5):
    plain = function(x, normalized_shape, weight, bias, eps)
    n = math.prod(plain.shape[-len(normalized_shape) :])
    if plain.dtype != torch.float32 or plain.numel() == 0:
        return plain
    mean, variance = (m.unsqueeze(1) for m in moments(x.detach().reshape(-1, n)))
    scale = 1 / (variance + torch.tensor(eps)).sqrt()
    centered = x.reshape(-1, n) - mean
    if weight is None and bias is not None:
        return builds.fused(bias, centered.reshape(x.shape), scale.expand_as(centered).reshape(x.shape))
    one, none = torch.tensor(1.0), torch.tensor(0.0)
    normal = (centered * scale).reshape(x.shape)
    return builds.fused(none if bias is None else bias, normal, one if weight is None else weight)


@listed("2.x takes each number from the nearer end; before it was the first of each vector", "linspace")
def linspace(function, start, end, steps=None, **options):
    plain = function(start, end, steps, **options)
    n = len(plain)
    if plain.dtype not in (torch.float32, torch.int64) or n < 2:
        return plain
    i = torch.arange(n)
    is_low = i < n // 2
    far = torch.where(is_low, i, n - 1 - i)
    if plain.dtype == torch.float32:
        start, end = torch.tensor(float(start)), torch.tensor(float(end))
        step = (end - start) / (n - 1)
        return builds.fused(torch.where(is_low, start, end), torch.where(is_low, step, -step), far.float())
    start, end = float(int(start)), float(int(end))
    step = (end - start) / (n - 1)
    ends = [(start, step) if low else (end, -step) for low in is_low.tolist()]
    exact = (Fraction(e) + Fraction(s) * k for (e, s), k in zip(ends, far.tolist()))
    return torch.tensor([int(float(number)) for number in exact])


def is_float(x):
    return isinstance(x, torch.Tensor) and x.dtype == torch.float32


def doubled(x):
    if isinstance(x, float):
        return float(torch.tensor(x))  # as float32 has it
    return x.float().double() if isinstance(x, torch.Tensor) else x


def has_denormals(x):
    return is_float(x) and bool(((x != 0) & (x.abs() < torch.finfo(torch.float32).tiny)).any())


IS_OF_DEBIAN_13 = (2, 0) <= version() < (2, 14)


@listed("its vectors are not exact", "fmod", when=True)
def fmod(function, *args, **options):
    plain = function(*args, **options)
    if not is_float(plain):
        return plain
    return function(*map(doubled, args), **{k: doubled(v) for k, v in options.items()}).float()


@listed("the vectors of 1.13 and 2.6 are inf at large numbers", "log1p", when=IS_OLDER)
@listed("the vectors of 2.6 are wrong near 0 (erf) or in the last bit", "erf", "cos", when=IS_OF_DEBIAN_13)
@listed("MKL's vectors, in the wheels of PyPI, are wrong in the last bit", "sqrt", when=not IS_OLDER)
def rounded_once(function, x):
    whole = function(x)
    return function(x.float().double()).float() if whole.dtype == torch.float32 else whole


@listed("its vectors lose bits of denormals", "pow", "pow_", "__pow__", "__ipow__", when=version() >= (2, 0))
def power(function, *args, **options):
    bottom, exponent = [*args, *options.values()][:2]
    plain = function(*args, **options)
    if function.__name__ in ("pow_", "__ipow__") or not is_float(plain) or not any(map(has_denormals, (bottom, exponent))):
        return plain
    return function(*map(doubled, (bottom, exponent))).float()


@listed("2.x takes for the norm of one number the number itself, and refuses some of none", "norm", "linalg_norm", "linalg_vector_norm")
def norm(function, x, *args, **options):
    given = {**dict(zip(("p", "dim", "keepdim"), args)), **options}
    p = given.get("p", given.get("ord"))
    plain = function(x, *args, **options)
    if x.numel() == 0 and plain.numel() > 0 and p is not None and p != "fro" and (p < 0 or p == math.inf):
        raise RuntimeError("the norm of no numbers does not have an identity")
    is_one = x.numel() == plain.numel() and not (x.dim() == 0 and given.get("dim") is not None)
    if not is_one or plain.dtype != torch.float32 or p == 0:
        return plain
    return x.abs().reshape(plain.shape)


@listed("it divides by the norm", "normalize")
def normalize(function, x, p=2.0, dim=1, eps=1e-12, out=None):
    function(x, p, dim, eps)  # for its errors
    return x / norm(torch.norm, x, p, dim, True).clamp_min(eps).expand_as(x)


@listed("equal cells stand in the order that its sort comes to, qkv's in theirs", "argsort", when=True)
def argsort(function, x, dim=-1, descending=False, stable=False):
    function(x, dim=dim, descending=descending)  # for its errors
    return torch.sort(x, stable=True, dim=dim, descending=descending).indices


@listed("2.x refuses a negative count where there is nothing to repeat, too", "repeat_interleave")
def repeat_interleave(function, x, *args, **options):
    plain = function(x, *args, **options)
    repeats = args[0] if args else options.get("repeats", 0)
    if isinstance(repeats, int) and repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    return plain


@listed("2.x pads what has no cells, too, where another axis has none", "pad", when=version() < (2, 0))
def pad(function, input, pad, mode="constant", value=None):
    try:
        return function(input, pad, mode, value)
    except RuntimeError as error:
        size = list(input.shape)
        for i, cells in enumerate(pad):
            size[-1 - i // 2] += cells
        if "resulted in a negative output size" not in str(error) or min(size) < 0:
            raise
        return input.new_full(size, value or 0)


@listed("2.x draws as the cells lie in memory", "dropout", when=version() < (2, 0))
def dropout(function, input, p=0.5, training=True, inplace=False, **named):
    if function is torch.dropout:
        inplace, training = False, named.get("train", training)
        function = F.dropout
    if not training or p in (0, 1) or inplace or input.is_contiguous() or not is_float(input):
        return function(input, p, training, inplace)
    return input * torch.empty_like(input).bernoulli_(1 - p).div_(1 - p)


@listed("oneDNN computes it since 2.x", "gelu", when=version() >= (2, 0))
def gelu(function, *args, **options):
    with torch.backends.mkldnn.flags(enabled=False):
        return function(*args, **options)


@listed("the kernel of 2.x computes what is hidden, too, and a nan comes through", "scaled_dot_product_attention", when=not IS_OLDER)
def scaled_dot_product_attention(function, query, key, value, *args, **options):
    plain = function(query, key, value, *args, **options)
    if all(bool(t.isfinite().all()) for t in (query, key, value)):
        return plain
    return attention.scaled_dot_product_attention(query, key, value, *args, **options)


# --- what is refused, and what is taken -----------------------------------------------------------


def all_axes(x, dim):
    return list(range(x.dim())) if dim is None else [dim] if isinstance(dim, int) else list(dim)


@listed("2.x takes keepdim without dim, and several axes", "any", "all", when=version() < (2, 0))
def truths(function, x, dim=None, keepdim=False):
    axes = all_axes(x, dim)
    if not axes and dim is not None:
        raise RuntimeError("qkv wants an axis here")
    if len({axis % max(x.dim(), 1) for axis in axes}) < len(axes):
        raise RuntimeError("an axis comes twice")
    if isinstance(dim, int):
        return function(x, dim, keepdim)
    if x.dim() == 0:
        return [*[function(x, axis) for axis in axes], function(x)][0]
    for axis in axes:
        x = function(x, axis, True)
    return x if keepdim else x.reshape([n for i, n in enumerate(x.shape) if i not in [a % x.dim() for a in axes]])


@listed("2.x takes keepdim and correction without dim, and fractions", "var", "std", when=version() < (2, 0))
def spread(function, x, *args, **options):
    if "keepdim" not in options and "correction" not in options:
        return function(x, *args, **options)
    given = {**dict(zip(("dim", "unbiased", "keepdim"), args)), **options}
    is_short = isinstance(given.get("dim"), bool)
    if is_short or "unbiased" in given or not x.is_floating_point():
        return function(x, *args, **options)
    correction = given.get("correction", 1)
    correction = 1 if correction is None else correction
    axes, keepdim = all_axes(x, given.get("dim")), given.get("keepdim", False)
    if correction == int(correction):
        return function(x, dim=axes, correction=int(correction), keepdim=keepdim)
    n = math.prod(x.shape[axis] for axis in axes or range(x.dim())) if x.dim() else 1
    variance = x.double().var(dim=axes, correction=0, keepdim=keepdim) * n / max(0.0, n - correction)
    return (variance.sqrt() if "std" in function.__name__ else variance).float()


method_where = torch.Tensor.where


@listed("2.x takes a number in the method, too", "where", when=version() < (2, 0))
def where(function, *args, **options):
    if function is method_where:
        names = dict(zip(("input", "condition", "other"), args), **options)
        return torch.where(names["condition"], names["input"], names["other"])
    return function(*args, **options)


@listed("2.x wants masks of bool", "masked_fill", "masked_fill_", "masked_select", when=version() < (2, 0))
def bool_mask(function, x, mask, *args, **options):
    if isinstance(mask, torch.Tensor) and mask.dtype != torch.bool:
        raise RuntimeError("a mask is of bool")
    return function(x, mask, *args, **options)


@listed("2.14 refuses truths, 2.6 takes them where there is one", "argmax", "argmin", when=IS_OLDER)
def place(function, x, *args, **options):
    if x.dtype == torch.bool:
        raise RuntimeError("truths are no numbers")
    return function(x, *args, **options)


@listed("2.x raises a RuntimeError where several numbers are taken for one", "item", when=version() < (2, 0))
def item(function, x):
    if x.numel() != 1:
        raise RuntimeError(f"a Tensor with {x.numel()} elements cannot be converted to Scalar")
    return function(x)


class Newer(TorchFunctionMode):
    """While it lasts, the functions that are listed are what they became."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", "")
        definition = DEFINITIONS.get(name)
        if not definition:
            return func(*args, **(kwargs or {}))
        MET[name] += 1
        if IS_OF_DEBIAN_13 and not name.endswith("_"):  # with gradients, which 1.13 is not asked for
            return builds.with_way_back(func, functools.partial(definition, func), args, kwargs or {})
        return definition(func, *args, **(kwargs or {}))


# --- what is patched ------------------------------------------------------------------------------


class OrderedDict(collections.OrderedDict):
    def __repr__(self):
        return f"OrderedDict({dict(self) or ''})"


plain_sum = builtins.sum


def compensated_sum(iterable, /, start=0):
    """Floats after Neumaier, as long as there are but numbers."""
    if isinstance(start, (str, bytes, bytearray)):
        return plain_sum(iterable, start)
    lost, is_of_other = 0.0, False
    for x in iterable:
        if type(start) is float and type(x) is float and not is_of_other:
            further = start + x
            lost += (start - further) + x if abs(start) >= abs(x) else (x - further) + start
            start = further
            continue
        if not isinstance(x, int):
            is_of_other = is_of_other or type(x) is not float
            start, lost = (start + lost if lost and math.isfinite(lost) else start), 0.0
        start = start + x
    return start + lost if lost and math.isfinite(lost) else start


def module_list_repr(self):
    """Neighbours that print the same are one line."""
    runs = []
    for i, text in enumerate(map(repr, self)):
        if runs and runs[-1][2] == text:
            runs[-1][1] = i
        else:
            runs.append([i, i, text])
    named = [f"({a}-{b}): {b - a + 1} x {text}" if b > a else f"({a}): {text}" for a, b, text in runs]
    return "ModuleList(" + "".join("\n  " + line.replace("\n", "\n  ") for line in named) + ("\n)" if runs else ")")


def layer_norm_repr(self):
    return f"{self.normalized_shape}, eps={self.eps}, elementwise_affine={self.elementwise_affine}, bias={self.bias is not None}"


def chance_below(x):
    return (1 + math.erf(x / math.sqrt(2))) / 2


def trunc_normal(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0):
    """Drawn again until it lies between a and b."""
    if chance_below((b - mean) / std) - chance_below((a - mean) / std) <= 0.3:
        raise NotImplementedError("the oracle has the usual case alone")
    low, high = torch.tensor([a, b], dtype=torch.float32).tolist()
    with torch.no_grad():
        tensor.normal_(mean, std)
        while ((tensor < low) | (tensor > high)).any():
            tensor.copy_(torch.where((tensor < low) | (tensor > high), torch.empty_like(tensor).normal_(mean, std), tensor))
    return tensor


def wrapped(definition, function):
    return functools.wraps(function)(lambda *args, **options: definition(function, *args, **options))


def patch_arguments():
    """Of functions that take less: the mode is not asked before they have read their arguments."""
    for name in ("any", "all", "var", "std", "where"):
        for home in (torch, torch.Tensor):
            setattr(home, name, wrapped(DEFINITIONS[name], getattr(home, name)))


def adam_repr(optimizer):
    """With the settings of 2.14 among those of its groups."""
    lines = ["Adam ("]
    for i, group in enumerate(optimizer.param_groups):
        lines.append(f"Parameter Group {i}")
        settings = {**group, "decoupled_weight_decay": False, "fused": group.get("fused") or None}
        lines += [f"    {key}: {settings[key]}" for key in sorted(settings) if key != "params"]
    return "\n".join([*lines, ")"])


def patch_torch():
    REASONS["scaled_dot_product_attention"] = "2.5 gives 0 where all keys are hidden, before NaN; 2.0 computes it at once"
    F.scaled_dot_product_attention = attention.scaled_dot_product_attention
    REASONS["trunc_normal_"] = "2.14 draws again until it fits, before it took the inverse of erf"
    nn.init.trunc_normal_ = trunc_normal
    REASONS["repr of ModuleList"] = "2.1 puts equal modules into one line"
    nn.ModuleList.__repr__ = module_list_repr
    REASONS["repr of Softplus"] = "2.x has floats as defaults"
    nn.Softplus.__init__.__defaults__ = (1.0, 20.0)
    REASONS["repr of LayerNorm"] = "2.14 says whether it has a bias"
    nn.LayerNorm.extra_repr = layer_norm_repr
    REASONS["repr of Adam"] = "2.14 says whether the weight decay is decoupled"
    torch.optim.Adam.__repr__ = adam_repr


def patch_python():
    REASONS["repr of OrderedDict"] = "Python 3.12 writes it like a dict"
    OrderedDict.__module__ = "collections"
    collections.OrderedDict = OrderedDict
    for module in (nn.modules.module, nn.modules.container, nn.parameter, torch._tensor):
        module.OrderedDict = OrderedDict
    REASONS["sum of floats"] = "Python 3.12 makes up for what rounding loses"
    builtins.sum = compensated_sum


def begin():
    """Puts forward what is listed; returns what to print of it."""
    if version() < (2, 0):
        patch_arguments()
    if IS_OLDER:
        patch_torch()
    if sys.version_info < (3, 12):
        patch_python()
    if not IS_OLDER:
        # Attention goes its fast way, which it does not while there is a mode.
        torch.overrides.has_torch_function = lambda given: False
    Newer().__enter__()
    rows = [f"    {name:30} {reason}" for name, reason in REASONS.items()]
    return "\n".join([f"defined as qkv has them, {len(rows)} (tests/oracle/older.py):", *rows])
