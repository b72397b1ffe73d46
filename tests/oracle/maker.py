"""Making random programs: statements written one after the other, each run in PyTorch at once, so
that the next can use what there is. Mistakes are made on purpose, now and then."""

import math
import random

import torch

import lessons

KINDS = {torch.float32: "f", torch.bfloat16: "f", torch.float16: "f", torch.int64: "i", torch.bool: "b"}
ANY = "fib"
NUMBERS = "fi"
FLOATS = ("f", "f", "f", ANY)  # nearly always
MOST_CELLS = 120
LARGEST_INTEGER = 2**53  # bound of the lesson language

STRANGE_FLOATS = ("0.0", "-0.0", "1e-05", "1e10", "-3e38", "1e-40", "float('inf')",
                  "-float('inf')", "float('nan')")
STRANGE_INTS = ("0", "1000000", "-1000000", "2147483648", "4294967297")
STRANGE_OPERANDS = ("[1, 2]", "'a'", "None", "(1, 2)", "{}", "1.5", "2", "True",
                    "torch.tensor([1., 2., 3., 4., 5., 6.])", "torch.tensor([[True], [False]])")


class Ended(Exception):
    """The last statement failed in PyTorch: the program ends there."""


class TooLarge(Exception):
    """A value that lessons do not have: the program is not used."""


class Maker:
    """One program in the making."""

    def __init__(self, seed, halves=0):
        self.halves = halves  # how many of a hundred tensors of floats are of half types
        self.random = random.Random(seed)
        self.names = lessons.given_names()
        self.statements = []  # pairs: the text, the operation
        self.is_seeded = False
        self.kept = None  # the half type that the newest tensor got

    # --- statements -------------------------------------------------------------------------------

    def write(self, text, operation):
        self.statements.append((text, operation))
        try:
            with torch.no_grad():
                exec(text, self.names)
        except Exception as error:
            raise Ended from error

    def assign(self, expression, operation):
        name = f"v{len(self.statements)}"
        self.write(f"{name} = {expression}", operation)
        check_size(self.names[name])
        return name

    def seed(self):
        """Before anything that draws: PyTorch's generator goes on from program to program."""
        if not self.is_seeded:
            self.write(f"torch.manual_seed({self.random.randrange(1000)})", "manual_seed")
            self.is_seeded = True

    # --- numbers ----------------------------------------------------------------------------------

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def choose(self, *choices):
        return self.random.choice(choices)

    def integer(self, low=-5, high=9):
        return self.random.randint(low, high)

    def number(self, kinds=NUMBERS):
        """A plain number, written out. A third of the floats have no short binary fraction."""
        kind = self.choose(*self.choose(*kinds))
        if kind == "b":
            return self.choose("True", "False")
        if kind == "i":
            return self.choose(*STRANGE_INTS) if self.chance(4) else str(self.integer())
        if self.chance(6):
            return self.choose(*STRANGE_FLOATS)
        if self.chance(65):
            return repr(self.integer(-40, 40) / 8)
        return f"{self.random.gauss(0, 2):.3f}"

    # --- shapes -----------------------------------------------------------------------------------

    def size(self):
        return 0 if self.chance(2) else self.choose(1, 2, 2, 3, 3, 4, 5, 8)

    def shape(self, rank=None):
        if rank is None:
            rank = self.choose(0, 1, 1, 2, 2, 2, 2, 3, 3, 4)
        shape = [self.size() for _ in range(rank)]
        while math.prod(shape) > MOST_CELLS:
            shape[shape.index(max(shape))] = 2
        return tuple(shape)

    def partner_shape(self, shape):
        """A shape that broadcasts with another; at times one that does not."""
        other = [1 if self.chance(25) else n for n in shape]
        if self.chance(30):
            other = other[self.integer(0, len(other)) :]
        if self.chance(8) and math.prod(shape) <= MOST_CELLS // 2:
            other = [self.choose(1, 2), *other]
        if other and self.chance(3):
            other[self.integer(0, len(other) - 1)] += 1
        return tuple(other)

    def shape_text(self, shape):
        return f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"

    # --- operands ---------------------------------------------------------------------------------

    def literal(self, shape, kinds=ANY):
        """torch.tensor([...]) with the numbers written out."""
        kind = self.choose(*kinds)
        suffix = ""
        if not shape and not self.halves:
            return f"torch.tensor({self.number(kind)})"
        if math.prod(shape) == 0 and kind != "f":
            suffix = ", dtype=torch.int64" if kind == "i" else ", dtype=torch.bool"
        if kind == "f" and self.halves:
            suffix = self.half_type() if self.chance(self.halves) else ", dtype=torch.float32"
        return f"torch.tensor({self.nested(shape, kind)}{suffix})"

    def half_type(self):
        """Of one program mostly one type."""
        if self.chance(5) or not self.kept:
            self.kept = self.choose("bfloat16", "float16")
        return f", dtype=torch.{self.kept}"

    def nested(self, shape, kind):
        if not shape:
            return self.number(kind)
        return f"[{', '.join(self.nested(shape[1:], kind) for _ in range(shape[0]))}]"

    def tensors(self, fits):
        return [n for n, v in self.names.items() if isinstance(v, torch.Tensor) and fits(v)]

    def tensor(self, kinds=ANY, shape=None, rank=None, least=0):
        """The name of a tensor: one that is there, or a new literal. `rank` is exact, `least` is
        the smallest; of several `kinds`, one is taken."""
        if isinstance(kinds, tuple):
            kinds = self.choose(*kinds)
        if self.chance(1):
            return self.choose(*STRANGE_OPERANDS)

        def fits(t):
            return (
                KINDS.get(t.dtype, "") in kinds
                and t.dim() >= least
                and (shape is None or tuple(t.shape) == tuple(shape))
                and (rank is None or t.dim() == rank)
            )

        found = self.tensors(fits)
        if found and self.chance(75):
            return self.choose(*found)
        if shape is None:
            shape = self.shape(rank if rank is not None else self.rank(least))
        return self.assign(self.literal(shape, kinds), "tensor")

    def rank(self, least):
        return max(least, self.choose(0, 1, 1, 2, 2, 2, 2, 3, 3, 4))

    def partner(self, name, kinds=ANY):
        """An operand that goes with another: a tensor that broadcasts, or a plain number."""
        if self.chance(25):
            return self.number(kinds)
        return self.tensor(kinds, shape=self.partner_shape(self.shape_of(name)))

    def value(self, name):
        """What an operand is; PyTorch decides what a strange one leads to."""
        with torch.no_grad():
            return eval(name, self.names)

    def shape_of(self, name):
        value = self.value(name)
        return tuple(value.shape) if isinstance(value, torch.Tensor) else ()

    def dim(self, name, extra=0):
        """An axis of a tensor, from the front or from the end; at times out of range."""
        rank = len(self.shape_of(name)) + extra
        if self.chance(4):
            return self.choose(-rank - 1, rank, 7)
        return self.integer(-rank, rank - 1) if rank else self.choose(-1, 0)

    def dims(self, name):
        """Some of the axes, as a tuple."""
        rank = len(self.shape_of(name))
        axes = self.random.sample(range(rank), self.integer(1, rank)) if rank else [0]
        if self.chance(4):
            axes.append(self.dim(name))
        return self.shape_text([a - rank if self.chance(30) else a for a in axes])


def check_size(value):
    """Whether lessons have such values: up to six axes, integers to 2^53."""
    if isinstance(value, torch.Tensor):
        is_large = value.dim() > 6 or value.numel() > 4000
        if value.dtype == torch.int64 and value.numel():
            is_large = is_large or max(value.max(), -value.min()) > LARGEST_INTEGER
        if is_large:
            raise TooLarge
    elif isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        raise TooLarge
    elif isinstance(value, (list, tuple)):
        for item in value:
            check_size(item)


def make(seed, operations, most=6, halves=0):
    """A program of 1 to `most` statements and their operations, or None."""
    maker = Maker(seed, halves)
    count = maker.integer(1, most)
    try:
        while len(maker.statements) < count:
            operation = maker.choose(*operations)
            fields = operation.draw(maker)
            maker.assign(maker.choose(*operation.forms).format(**fields), operation.name)
    except Ended:
        pass
    except TooLarge:
        return None
    return maker.statements
