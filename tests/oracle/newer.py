"""What PyTorch 2 and Python 3.12 do otherwise than PyTorch 1.13 and Python 3.11, which qkv follows.

Where the machine's are the newer ones, `begin` puts back what is listed here, each kind by its definition
in other operations of the same PyTorch: to the bit, to the letter, to the kind of the error. Nothing is
tolerated: what is not listed, or is otherwise than its definition, differs.
Where the machine's PyTorch is 1.13 nothing is put back. A kind leaves the list when qkv does what PyTorch 2
does; the list ends empty.
"""

import builtins
import collections
import functools
import importlib.util
import io
import math
import os
import pathlib
import re
import sys
import tokenize
from fractions import Fraction


def version():
    """PyTorch's, without loading it: it reads the environment when it is loaded."""
    text = pathlib.Path(importlib.util.find_spec("torch").origin).with_name("version.py").read_text()
    return tuple(map(int, re.search(r"__version__ = '(\d+)\.(\d+)", text).groups()))


IS_NEWER = version() >= (2, 0)
if IS_NEWER:
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


def listed(reason, *names):
    """Of the functions of these names: called with PyTorch's own function and the arguments."""

    def keep(definition):
        for name in names:
            REASONS[name], DEFINITIONS[name] = reason, definition
        return definition

    return keep


# --- numbers --------------------------------------------------------------------------------------


def joined(a, b):
    """Of two samples, each with its count, mean and sum of squares."""
    count = a[0] + b[0]
    if count == 0:
        return a
    share = torch.tensor(float(b[0])) / count
    distance = b[1] - a[1]
    return count, a[1] + share * distance, a[2] + (b[2] + distance * distance * share * a[0])


def sample(columns, divides):
    """By Welford's method: of numbers, or of lanes of them, that come one after the other."""
    count, mean, squares = 0, torch.tensor(0.0), torch.tensor(0.0)
    for count, number in enumerate(columns, 1):
        distance = number - mean
        mean = mean + (distance / count if divides else distance * (torch.tensor(1.0) / count))
        squares = squares + distance * (number - mean)
    return count, mean, squares


def moments(x):
    """The mean and variance of each row, in the order of 1.13's AVX2: the numbers that fill no vector, then
    each lane, of which sixteen vectors make a chunk, two chunks a larger one, and so on."""
    n, lanes, chunk = x.shape[1], 8, 16
    vectors = x[:, : n // lanes * lanes].unflatten(1, (-1, lanes)).unbind(1) if n >= lanes else ()
    nothing = 0, torch.zeros(len(x), lanes), torch.zeros(len(x), lanes)
    levels = [nothing] * max(1, ((len(vectors) + chunk - 1) // chunk - 1).bit_length())
    for c in range(0, len(vectors), chunk):
        levels[0] = joined(levels[0], sample(vectors[c : c + chunk], divides=False))
        for up in range(1, len(levels)):
            if (c // chunk + 1) % (1 << up) == 0:
                levels[up], levels[up - 1] = joined(levels[up], levels[up - 1]), nothing
    count, mean, squares = functools.reduce(joined, levels)
    row = sample(x[:, n // lanes * lanes :].unbind(1), divides=True)
    for lane in range(lanes):
        row = joined(row, (count, mean[:, lane], squares[:, lane]))
    return row[1], (row[2] / n).clamp(min=0)


@listed("2.2 computes (x - mean) * scale, before it was x * scale + shift; mean and scale are otherwise in the last bit", "layer_norm")
def layer_norm(function, x, normalized_shape, weight=None, bias=None, eps=1e-5):
    plain = function(x, normalized_shape, weight, bias, eps)
    n = math.prod(plain.shape[-len(normalized_shape) :])
    if plain.dtype != torch.float32 or plain.numel() == 0:
        return plain
    mean, variance = (m.unsqueeze(1) for m in moments(x.detach().reshape(-1, n)))
    scale = 1 / (variance + torch.tensor(eps)).sqrt()
    normal = builds.fused(-scale * mean, x.reshape(-1, n), scale).reshape(x.shape)
    one, none = torch.tensor(1.0), torch.tensor(0.0)
    return builds.fused(none if bias is None else bias, normal, one if weight is None else weight)


@listed("2.x starts at other vectors, and adds whole numbers up in another order", "linspace")
def linspace(function, start, end, steps=None, **options):
    plain = function(start, end, steps, **options)
    n = len(plain)
    if plain.dtype not in (torch.float32, torch.int64) or n < 2:
        return plain
    is_float = plain.dtype == torch.float32
    lanes = 8 if is_float else 4
    i = torch.arange(n)
    first = torch.where(i < n // (2 * lanes) * (2 * lanes), i // lanes * lanes, i)
    is_low = first < n // 2
    far = torch.where(is_low, first, n - 1 - first)
    if is_float:
        start, end = torch.tensor(float(start)), torch.tensor(float(end))
        step = (end - start) / (n - 1)
        base = builds.fused(torch.where(is_low, start, end), torch.where(is_low, step, -step), far.float())
    else:
        start, end = float(int(start)), float(int(end))
        step = (end - start) / (n - 1)
        ends = [(start, step) if low else (end, -step) for low in is_low.tolist()]
        base = torch.tensor([float(Fraction(e) + Fraction(s) * k) for (e, s), k in zip(ends, far.tolist())], dtype=torch.float64)
    further = base.trunc() if not is_float else base
    return torch.where(i == first, base, further + (i - first).to(base.dtype) * step).to(plain.dtype)


def is_float(x):
    return isinstance(x, torch.Tensor) and x.dtype == torch.float32


def doubled(x):
    if isinstance(x, float):
        return float(torch.tensor(x))  # as float32 has it
    return x.double() if is_float(x) else x


def has_denormals(x):
    return is_float(x) and bool(((x != 0) & (x.abs() < torch.finfo(torch.float32).tiny)).any())


@listed("the vectors of 2.6 are not exact", "fmod")
def fmod(function, *args, **options):
    plain = function(*args, **options)
    if not is_float(plain):
        return plain
    return function(*map(doubled, args), **{k: doubled(v) for k, v in options.items()}).float()


@listed("the vectors of 2.6 are wrong near 0 (erf) or in the last bit", "erf", "cos")
def rounded_once(function, x):
    whole = function(x)
    return function(x.float().double()).float() if whole.dtype == torch.float32 else whole


@listed("2.x takes for the norm of one number the number itself, and refuses some of none", "norm", "linalg_norm", "linalg_vector_norm")
def norm(function, x, *args, **options):
    given = {**dict(zip(("p", "dim", "keepdim"), args)), **options}
    try:
        plain = function(x, *args, **options)
    except RuntimeError as error:
        if "does not have an identity" not in str(error):
            raise
        return x.sum(given.get("dim"), given.get("keepdim", False)) * 0
    p = given.get("p", given.get("ord"))
    if x.numel() != plain.numel() or plain.dtype != torch.float32 or p in (0, 1, math.inf, -math.inf):
        return plain
    one = (x * x).sqrt() if p in (None, "fro", 2) else x.abs().pow(p).pow(1 / p)
    return one.reshape(plain.shape)


@listed("it divides by the norm", "normalize")
def normalize(function, x, p=2.0, dim=1, eps=1e-12, out=None):
    function(x, p, dim, eps)  # for its errors
    return x / norm(torch.norm, x, p, dim, True).clamp_min(eps).expand_as(x)


@listed("oneDNN computes it since 2.x", "gelu")
def gelu(function, *args, **options):
    with torch.backends.mkldnn.flags(enabled=False):
        return function(*args, **options)


# --- what is refused ------------------------------------------------------------------------------


def has_axes(args, options):
    return "dim" in options or (len(args) > 0 and not isinstance(args[0], bool))


@listed("2.x takes keepdim without dim, and several axes", "any", "all")
def truths(function, x, *args, **options):
    axes = options.get("dim", args[0] if args else 0)
    if ("keepdim" in options and not has_axes(args, options)) or not isinstance(axes, int):
        raise TypeError("before 2.x any and all take one axis")
    return function(x, *args, **options)


@listed("2.x takes keepdim and correction without dim, and fractions", "var", "std", "var_mean", "std_mean")
def spread(function, x, *args, **options):
    is_extended = "keepdim" in options or "correction" in options
    is_broken = isinstance(options.get("correction"), float)
    if is_broken or (is_extended and not has_axes(args, options)):
        raise TypeError("before 2.x keepdim and correction need dim, and a whole number")
    return function(x, *args, **options)


@listed("2.x takes a number in the method, too", "where")
def where(function, *args, **options):
    other = options.get("other", args[2] if len(args) > 2 else None)
    if function is torch.Tensor.where and not isinstance(other, torch.Tensor):
        raise TypeError("before 2.x the method where takes a tensor")
    return function(*args, **options)


@listed("2.x has powers of bool tensors to a truth, and its vectors lose bits of denormals", "pow", "pow_", "__pow__", "__ipow__")
def power(function, *args, **options):
    bottom, exponent = [*args, *options.values()][:2]
    if isinstance(bottom, torch.Tensor) and bottom.dtype == torch.bool and isinstance(exponent, bool):
        raise RuntimeError("bool tensors have no powers")
    plain = function(*args, **options)
    if function.__name__ in ("pow_", "__ipow__") or not is_float(plain) or not any(map(has_denormals, (bottom, exponent))):
        return plain
    return function(*map(doubled, (bottom, exponent))).float()


@listed("2.x refuses masks of bytes", "masked_fill", "masked_fill_", "masked_select")
def byte_mask(function, x, mask, *args, **options):
    is_bytes = isinstance(mask, torch.Tensor) and mask.dtype == torch.uint8
    if is_bytes and mask.max() > 1:
        raise RuntimeError("a mask holds 0 and 1")
    return function(x, mask.bool() if is_bytes else mask, *args, **options)


@listed("2.x raises a RuntimeError where several numbers are taken for one", "item")
def item(function, x):
    if x.numel() != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return function(x)


class Before(TorchFunctionMode):
    """While it lasts, the functions that are listed are what they were."""

    def __torch_function__(self, func, types, args=(), kwargs=None):
        name = getattr(func, "__name__", "")
        definition = DEFINITIONS.get(name)
        if not definition:
            return func(*args, **(kwargs or {}))
        MET[name] += 1
        return definition(func, *args, **(kwargs or {}))


# --- what is patched ------------------------------------------------------------------------------


class OrderedDict(collections.OrderedDict):
    def __repr__(self):
        return f"OrderedDict({list(self.items()) or ''})"


plain_sum = builtins.sum


def sum_in_order(iterable, /, start=0):
    if isinstance(start, (str, bytes, bytearray)):
        return plain_sum(iterable, start)
    for x in iterable:
        start = start + x
    return start


def patch():
    REASONS["scaled_dot_product_attention"] = "2.5 gives 0 where all keys are hidden, before NaN; 2.0 computes it at once"
    F.scaled_dot_product_attention = attention.scaled_dot_product_attention
    REASONS["repr of ModuleList"] = "2.1 puts equal modules into one line"
    nn.ModuleList.__repr__ = nn.Module.__repr__
    REASONS["repr of Softplus"] = "2.x has floats as defaults"
    nn.Softplus.__init__.__defaults__ = (1, 20)
    if sys.version_info >= (3, 12):
        REASONS["repr of OrderedDict"] = "Python 3.12 writes it like a dict"
        OrderedDict.__module__ = "collections"
        collections.OrderedDict = nn.modules.module.OrderedDict = OrderedDict
        REASONS["sum of floats"] = "Python 3.12 makes up for what rounding loses"
        builtins.sum = sum_in_order
        REASONS["f-strings"] = "Python 3.12 lets the same quotes stand inside"


def begin():
    """Puts back what is listed; returns what to print of it."""
    if not IS_NEWER:
        return "nothing is put back: this is the PyTorch that qkv follows"
    patch()
    Before().__enter__()
    rows = [f"    {name:30} {reason}" for name, reason in REASONS.items()]
    return "\n".join([f"put back as in 1.13, {len(rows)} (tests/oracle/newer.py):", *rows])


def readable(text):
    """The text, if Python 3.11 can read it: an f-string with its own quotes inside ends there."""
    if not IS_NEWER or sys.version_info < (3, 12):
        return text
    quotes = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        quote = token.string.lstrip("rRbBfFuU")[:3] if token.type in (tokenize.STRING, tokenize.FSTRING_START) else ""
        quote = quote if quote in ('"""', "'''") else quote[:1]
        if quote and quote in quotes:
            raise SyntaxError("before Python 3.12 an f-string ends at its own quote")
        if token.type == tokenize.FSTRING_START:
            quotes.append(quote)
        elif token.type == tokenize.FSTRING_END:
            quotes.pop()
    return text
