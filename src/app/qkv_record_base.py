# --- PyTorch, and what qkv knows of it ------------------------------------------------------------

import torch
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode, resolve_name
from torch.utils._python_dispatch import TorchDispatchMode

QKV = "@QKV@"  # the program that wrote this file
NAMES = """
@NAMES@
"""  # names that it knows, as `qkv names` lists them

MOST_LINES = 4000  # operations in one lesson
MOST_NUMBERS = 16_000_000  # in the file of tensors, which has 64 MiB at the most
MOST_RESULTS = 40_000_000  # in all that is computed
MOST_WORK = 1_000_000_000  # multiplications in products
MOST_BYTES = 1_000_000  # of a lesson
MOST_BLOCK = 9000  # bytes without an empty line between them
MOST_STAGES = 400
MOST_STEPS = 64  # of a recurrent layer that is opened
MOST_CHECKS = 16  # in which a lesson is mended
NOISE = 1e-6  # a gradient that is so small beside another is what rounding leaves of 0
TABLE = 1024  # numbers of a tensor of which only what lines take is stored
INLINE = 32  # numbers of a tensor that stands in the lesson itself
LINES = 10  # of one block of code
WIDTH = 74  # columns of a line of code

BINARY = {
    "add": "+", "sub": "-", "mul": "*", "div": "/", "true_divide": "/", "matmul": "@", "pow": "**", "remainder": "%",
    "floor_divide": "//", "mod": "%", "floordiv": "//", "truediv": "/", "and": "&", "or": "|", "xor": "^",
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip
UNARY = {"neg": "-", "__neg__": "-", "__invert__": "~", "bitwise_not": "~"}
CASTS = set("to type type_as half bfloat16 float double long int short char bool byte cpu cuda".split())
# Constructors from data of Python: the tensor stands in the lesson as it is.
DATA = set("tensor as_tensor asarray from_numpy frombuffer scalar_tensor load new_tensor from_file".split())
PER_CELL = CASTS | set("invert bitwise_not logical_not eq ne lt le gt ge neg".split())  # of one tensor
PROPERTIES = set("T mT H mH data real grad".split())  # names of tensors
NOTHING = set(  # of what the model computes
    "size dim ndimension numel nelement stride item tolist is_contiguous storage_offset data_ptr get_device "
    "__len__ __bool__ __int__ __float__ __index__ __repr__ __format__ __hash__ __str__ is_floating_point is_complex "
    "element_size register_hook numpy untyped_storage has_names is_same_size "
    "__array__ __dir__ __contains__ __reversed__ is_tensor result_type can_cast".split()
)
RANDOM = re.compile(
    r"^(rand|dropout|alpha_dropout|feature_|bernoulli|multinomial|normal_?$|poisson|uniform|exponential|geometric|"
    r"cauchy|log_normal|rrelu|gumbel|empty|new_empty|trunc_normal|xavier_|kaiming_|orthogonal|random_|native_dropout)"
)
DROPOUTS = {"dropout", "dropout1d", "dropout2d", "dropout3d"}  # a product with numbers that are drawn
# Arguments that say nothing about the numbers of a result.
SILENT = set(
    "device layout pin_memory requires_grad non_blocking memory_format _stacklevel inplace padding_idx sparse "
    "scale_grad_by_freq copy norm_type stacklevel".split()
)
NARROW = {torch.float16: torch.float32, torch.bfloat16: torch.float32}
TYPES = {
    torch.float32: "F32", torch.float64: "F64", torch.int64: "I64", torch.int32: "I32", torch.uint8: "U8",
    torch.bool: "BOOL",
}  # fmt: skip
HOME = os.path.dirname(torch.__file__)
# Packages whose local variables say nothing to a reader; layers of torch.nn are read, too.
DULL = tuple(os.path.join(os.path.dirname(HOME), name) + os.sep for name in ("torch", "einops", "accelerate"))
LAYERS = tuple(os.path.join(HOME, "nn", "modules", name) for name in ("transformer.py", "activation.py", "rnn.py"))


# How a result is compared: as it is printed, with four decimals, or to one part in ten thousand; where not even that
# holds, as it is printed.
DIGITS, DECIMALS, CLOSE, APART = range(4)
TOLERANCES = {DECIMALS: "with four decimals", CLOSE: "to one part in ten thousand"}


class TooLarge(Exception):
    """More than a lesson holds."""


class NothingRecorded(RuntimeError):
    """No operation was seen."""


class Unsaid(Exception):
    """A call that cannot be written as a line of a lesson; says why."""


# --- what qkv knows ----------------------------------------------------------------------------------------------


class Signature:
    """`(input, dim=None, *, dtype=None)`, as far as calls are held against it."""

    def __init__(self, text):
        self.positional, self.named, self.has_star, self.has_stars = [], set(), False, False
        depth, part, parts = 0, "", []
        for c in text + ",":
            depth += (c in "([") - (c in ")]")
            if c == "," and depth == 0:
                parts.append(part.strip())
                part = ""
            else:
                part += c
        after = False
        for part in parts:
            name = part.split("=")[0]
            if part.startswith("**"):
                self.has_stars = True
            elif part.startswith("*"):
                after, self.has_star = True, self.has_star or len(part) > 1
            elif part and part != "/":
                self.named.add(name)
                if not after:
                    self.positional.append(name)

    def takes(self, positions, names):
        return (positions <= len(self.positional) or self.has_star) and (names <= self.named or self.has_stars)


def find(path):
    first, *rest = path.split(".")
    found = {"torch": torch, "F": F, "x": torch.Tensor}.get(first)
    for name in rest:
        found = getattr(found, name, None)
    return found


def known():
    """The signatures of each name of `qkv names`, and the names of each function of PyTorch."""
    signatures, names = {}, {}
    for line in NAMES.split("\n"):
        name, _, rest = line.strip().partition("(")
        if not name.startswith(("torch.", "F.", "x.")):
            continue
        signatures.setdefault(name, []).append(Signature(rest.rpartition(")")[0]))
        found = find(name)
        if callable(found) and name not in names.setdefault(found, []):
            names[found].append(name)
    return signatures, names


# --- tensors -----------------------------------------------------------------------------------------------------


def is_plain(t):
    """Whether a lesson can hold it."""
    try:
        return (
            (type(t) is torch.Tensor or isinstance(t, (torch.nn.Parameter, torch.nn.parameter.Buffer))
             if hasattr(torch.nn.parameter, "Buffer") else type(t) in (torch.Tensor, torch.nn.Parameter))
            and t.layout is torch.strided
            and not t.is_quantized
            and not t.is_complex()
            and t.dim() <= 6
            and t.device.type != "meta"
            and not is_wrapped(t)
        )  # fmt: skip
    except Exception:
        return False


def is_lazy(module):
    """Whether it makes parameters at its first call, whose shapes nobody knows before."""
    return any(torch.nn.parameter.is_lazy(p) for p in module.parameters())


def count_of(module):
    """How many numbers its parameters have, as far as they are there."""
    return sum(p.numel() for p in module.parameters() if not torch.nn.parameter.is_lazy(p))


def kind_of(t):
    """How a tensor is not plain."""
    if t.dim() > 6:
        return f"{t.dim()} axes"
    if t.is_complex() or t.is_quantized:
        return f"the type {t.dtype}"
    return f"the kind {clean(type(t).__name__)}, {t.layout}, {t.device.type}"


def type_here(dtype):
    """The type that it has in a lesson."""
    if dtype in TYPES:
        return dtype
    if dtype in NARROW or dtype.is_floating_point:
        return torch.float32
    return torch.int64


def is_other(t):
    """Whether a lesson computes it with another type, or on another device."""
    return t.dtype not in TYPES or t.device.type != "cpu"


def taken(t):
    """A copy that is the lesson's own."""
    with torch.no_grad():
        return t.detach().to(device="cpu", dtype=type_here(t.dtype), copy=True).contiguous()


def version(t):
    try:
        return t._version
    except Exception:  # of inference mode
        return -1


def place(t):
    try:
        return t.untyped_storage().data_ptr()
    except Exception:
        return 0


def is_same(a, b):
    if a.shape != b.shape or a.dtype != b.dtype:
        return False
    if not a.dtype.is_floating_point:
        return bool(torch.equal(a, b))
    finite = b[torch.isfinite(b)]
    scale = float(finite.abs().max()) if finite.numel() else 1.0
    return torch.allclose(a, b, rtol=1e-3, atol=1e-4 * scale + 1e-30, equal_nan=True)


def number(value, dtype=torch.float64):
    """The shortest text that is read as the same number."""
    if not isinstance(value, float):
        return repr(value)
    if value != value:
        return 'float("nan")'
    if value in (float("inf"), float("-inf")):
        return 'float("inf")' if value > 0 else '-float("inf")'
    if dtype == torch.float32:
        for digits in range(1, 10):
            text = f"{value:.{digits}g}"
            if struct.unpack("f", struct.pack("f", float(text)))[0] == value:
                return repr(float(text))
    return repr(value)


def literal(t, column):
    """A small tensor as it is written in a lesson, from this column on."""
    if t.numel() == 0:
        return f"torch.zeros({tuple(t.shape)}, dtype={t.dtype})"

    def rows(x, indent):
        if not isinstance(x, list):
            return number(x, t.dtype)
        inner = [rows(y, indent + 1) for y in x]
        fold = ",\n" + " " * indent
        if not isinstance(x[0], list):  # as many to a line as there is room for
            room = max(1, (WIDTH - 6 - indent) // (max(map(len, inner)) + 2))
            inner = [", ".join(inner[i : i + room]) for i in range(0, len(inner), room)]
        return "[" + fold.join(inner) + "]"

    plain = t.dtype in (torch.float32, torch.int64, torch.bool)
    numbers = rows(t.tolist(), column + len("torch.tensor(["))
    return f"torch.tensor({numbers}" + (")" if plain else f", dtype={t.dtype})")


def write_tensors(path, tensors):
    """The format safetensors: the length of the header, the header in JSON, the numbers."""
    header, at = {"__metadata__": {"made": MARK}}, 0
    for name, t in tensors.items():
        size = t.numel() * t.element_size()
        header[name] = {"dtype": TYPES[t.dtype], "shape": list(t.shape), "data_offsets": [at, at + size]}
        at += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as out:
        out.write(struct.pack("<Q", len(text)) + text)
        for t in tensors.values():
            t = t.contiguous()
            out.write(ctypes.string_at(t.data_ptr(), t.numel() * t.element_size()) if t.numel() else b"")


# --- a recording ---------------------------------------------------------------------------------------------------


class Entry:
    """A tensor of the model and what stands for it in the lesson."""

    def __init__(self, index, tensor):
        self.number, self.tensor, self.version, self.place = index, tensor, version(tensor), place(tensor)
        self.name = None  # wished for, then the one that it has
        self.outside = None  # the program's own tensor, where this is one of a copy
        self.frames = []  # in which a variable may get it
        self.given = None  # numbers, where no line computes them
        self.is_named = False  # in the model's own code
        self.is_parameter = False
        self.about = ""  # words on a given one
        self.reach = None  # of a large given one: how far lines reach into it along each axis
        self.source = None  # the one that this was made of cell by cell, which is reached as far
        self.is_loose = False  # computed otherwise than in a lesson
        self.is_leaf = False  # gradients end in it
        self.keeps_grad = False  # has an attribute grad, ...
        self.of = None  # ... and this is that of another

    @property
    def key(self):
        return f"_{self.number}"


class Line:
    """A statement. `code` is made of texts and entries."""

    def __init__(self, code, results, calls):
        self.code, self.results, self.calls = code, results, calls
        self.name = ""  # of the function
        self.axes = ""  # axes of its result
        self.target = None  # tensor that it changes in place
        self.shown = None  # value expected after it, where that is neither a result nor the target
        self.changes = set()  # places of parameters and gradients that are others after it, or gone
        self.corrected = []  # of what is shown, that which rounding errors make
        self.tracked = []  # true where gradients go through what it computed
        self.is_off = False  # gradients were off in the program, ...
        self.is_quiet = False  # ... which makes a difference
        self.is_leaf = False  # gradients of its result are wanted
        self.is_of_gradients = False  # says nothing where there are none
        self.is_given = False  # no line computes its result
        self.lacks = None  # why, where that is worth a word
        self.note = ""  # words before it
        self.values = []  # computed values, ...
        self.places = set()  # ... and where
        self.printed = []  # as PyTorch prints it
        self.is_move = False  # no number is computed, some are moved
        self.nearness = DIGITS  # how it is compared
        self.number = 0  # of the operation, from 1 on

    def written(self):
        """Places whose numbers are others after it."""
        return self.changes | (self.places if self.target else set())

    def entries(self):
        return [part.of or part for part in self.code if isinstance(part, Entry)] + [e.of for e in self.shown or () if e.of]


class Call:
    """A call of a module."""

    def __init__(self, module, name, arguments):
        self.module, self.name, self.arguments = module, name, arguments
        self.kind = type(module).__name__
        self.lines = 0
        self.is_stage = False


MOVES = set(
    "view reshape transpose permute contiguous expand expand_as chunk split unbind squeeze unsqueeze flatten swapaxes "
    "movedim narrow select view_as reshape_as T mT t clone detach data".split()
)


CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")  # and halves of characters, which no file holds


def clean(text):
    """In backquotes: no backquote and no control character."""
    return CONTROL.sub("?", str(text).replace("`", "?"))


def quoted(text):
    """In a heading, where nothing of it may be Markdown's."""
    return text if text.isalnum() else f"`{clean(text)}`"


def labels_of(words):
    """The words of each sentence."""
    if words is None:
        return []
    if isinstance(words, str):
        words = words.split()
    words = list(words)
    return [list(sentence) for sentence in words] if words and not isinstance(words[0], str) else [words]


def label(word):
    """As a label is written: in quotes where there are blanks in it, and without what cannot be shown."""
    text = str(word).strip() or "\u2423"
    text = "".join("?" if unicodedata.category(c)[0] == "C" or c in "\u2028\u2029" else c for c in text)
    text = text.replace('"', "'")[:30]
    return text if re.fullmatch(r"[^\s|]+", text) else f'"{text}"'


def first_line(error):
    return re.sub(r"[`\x00-\x1f]", " ", str(error).split("\n")[0])[:120]


def is_wrapped(t):
    try:
        return torch._C._functorch.is_functorch_wrapped_tensor(t)
    except Exception:
        return False


def tensors_in(values):
    """The tensors among the arguments of a call, without those that are there twice."""
    found, seen = [], set()

    def look(v, depth):
        if isinstance(v, torch.Tensor):
            if id(v) not in seen:
                seen.add(id(v))
                found.append(v)
        elif isinstance(v, (tuple, list)) and depth < 5:
            for item in v:
                look(item, depth + 1)
        elif isinstance(v, dict) and depth < 5:
            for item in v.values():
                look(item, depth + 1)

    look(values, 0)
    return found


def results_of(result):
    if isinstance(result, torch.Tensor):
        return [result]
    if isinstance(result, (tuple, list)):
        return [t for t in result if isinstance(t, torch.Tensor)]
    return []


def apart(a, b):
    """The largest difference, as a part of the largest number."""
    if a.shape != b.shape or not a.dtype.is_floating_point or a.numel() == 0:
        return 0.0
    a, b = a.double(), b.double()
    is_number = torch.isfinite(a) & torch.isfinite(b)
    if not bool(is_number.any()):
        return 0.0
    scale = float(a[is_number].abs().max())
    return float((a - b)[is_number].abs().max()) / scale if scale > 1e-30 and scale < 1e30 else 0.0


def names_of(module):
    """The names of parameters and buffers, and of the tensors that they are of."""
    found = {}
    for name, t in list(module.named_parameters()) + list(module.named_buffers()):
        found.setdefault(id(t), (name, t, ""))
    return found


def printed(t):
    """As print writes it with PyTorch's own settings."""
    options = torch._tensor_str.PRINT_OPTS
    saved = dict(vars(options)) if hasattr(options, "__dict__") else None
    torch.set_printoptions(profile="default", sci_mode=False)
    torch._tensor_str.PRINT_OPTS.sci_mode = None
    try:
        return str(t.detach())
    finally:
        if saved is not None:
            for key, value in saved.items():
                setattr(torch._tensor_str.PRINT_OPTS, key, value)
