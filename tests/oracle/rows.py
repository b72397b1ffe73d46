"""Operations as qkv's own table has them: a row with a signature and a place in PyTorch is compared
with PyTorch from the moment it is there. The letters of a signature are explained in core/op.h.

Nothing is known here of what an operation wants. A call is drawn again until PyTorch takes it; now
and then one that it does not take is left as it is."""

import math
import re
import subprocess
from typing import NamedTuple

import torch

from maker import ANY, KINDS
from operations import Operation

IN_TORCH, IN_FUNCTIONAL, IN_TENSOR = 1, 2, 4
TRIES = 25
PARAMETER = re.compile(r"(\*?)(\w+):([TOLiIbxd])\d?(=?)\S*")


class Parameter(NamedTuple):
    name: str
    letter: str
    takes_rest: bool  # as a method, all further positions
    is_optional: bool
    is_keyword: bool  # by keyword only


class Row(NamedTuple):
    name: str
    parameters: list
    homes: int


def read_parameters(signature):
    before, _, after = signature.partition("|")
    for part, is_keyword in ((before, False), (after, True)):
        for star, name, letter, default in PARAMETER.findall(part):
            # a type is by keyword always: F.softmax has something else in its place
            yield Parameter(name, letter, bool(star), bool(default), is_keyword or letter == "d")


# --- arguments ------------------------------------------------------------------------------------


class Call:
    """One call in the making, with the tensors that it needs and that are not there yet."""

    def __init__(self, m):
        self.m = m
        self.new = {}
        self.first = None
        self.shape = ()

    def tensor(self, shape=None):
        """Often of the type of the first one."""
        m = self.m
        kinds = m.choose("f", "f", "f", "i", "b", ANY)
        if self.first is not None and m.chance(60):
            kinds = KINDS.get(self.names()[self.first].dtype, ANY)
        found = m.tensors(
            lambda t: KINDS.get(t.dtype, "") in kinds and shape in (None, tuple(t.shape))
        )
        if found and m.chance(75):
            return m.choose(*found)
        name = f"new{len(self.new)}"
        shape = m.shape() if shape is None else shape
        self.new[name] = self.numbered(shape) if m.chance(8) else m.literal(shape, kinds)
        return name

    def numbered(self, shape):
        """Small integers, as rows or classes are numbered."""
        if not shape:
            return "torch.tensor(1)"
        numbers = [self.m.integer(0, 2) for _ in range(math.prod(shape))]
        return f"torch.tensor({numbers}, dtype=torch.int64).reshape({self.m.shape_text(shape)})"

    def operand(self):
        """The first is any tensor; others often fit it: broadcast, or as the factor of a product."""
        m, shape = self.m, self.shape
        if self.first is None:
            self.first = self.tensor()
            self.shape = tuple(self.names()[self.first].shape)
            return self.first
        if m.chance(60):
            return self.tensor(m.partner_shape(shape))
        turned = (*shape[:-2], *reversed(shape[-2:]))
        return self.tensor(m.choose(shape, turned, shape[-1:], (m.size(), *shape[-1:]), None))

    def integer(self):
        m, rank = self.m, max(len(self.shape), 1)
        return m.integer(-rank - m.chance(20), rank - 1) if m.chance(80) else m.integer(-2, 3)

    def integers(self):
        """All axes in another order, some of them, sizes, or how often."""
        m, shape = self.m, list(self.shape)
        axes = m.random.sample(range(len(shape)), len(shape))
        listed = m.choose(
            axes,
            [a - len(shape) if m.chance(40) else a for a in axes[: m.integer(0, len(axes))]],
            [m.integer(1, 3) if n == 1 else m.choose(n, -1) for n in shape],
            [m.choose(1, 1, 2, 3) for _ in shape],
            [shape[a] for a in axes],
        )
        return [m.integer(1, 3)] * m.chance(15) + listed

    def value(self, letter):
        m = self.m
        if letter == "T" or (letter == "O" and (self.first is None or m.chance(75))):
            return self.operand()
        if letter == "L":
            joined = [self.operand() for _ in range(m.integer(1, 3))]
            return f"[{', '.join(joined)}]"
        return str({
            "O": lambda: m.number(ANY),
            "i": self.integer,
            "I": lambda: self.integers() if m.chance(75) else self.integer(),
            "b": lambda: m.choose("True", "False"),
            "x": m.number,
            "d": lambda: m.choose("torch.float32", "torch.int64", *["torch.bfloat16", "torch.float16"] * bool(m.halves)),
        }[letter]())

    def names(self):
        with torch.no_grad():
            return {**self.m.names, **{k: eval(v, self.m.names) for k, v in self.new.items()}}

    def text(self, row, home):
        """"torch.sum(v0, dim=1)", "v0.sum(1)"."""
        m, arguments, by_keyword = self.m, [], False
        for i, p in enumerate(row.parameters):
            if p.is_optional and m.chance(50):
                by_keyword = True
                continue
            takes_rest = p.takes_rest and home == IN_TENSOR
            by_keyword = by_keyword or p.is_keyword or (i > 0 and not takes_rest and m.chance(20))
            value = self.value(p.letter)
            if takes_rest and value[0] == "[" and m.chance(60):
                value = value[1:-1]
            is_named = by_keyword and (i > 0 or home == IN_TORCH)
            arguments.append(f"{p.name}={value}" if is_named else value)
        if home == IN_TENSOR:
            return f"{arguments[0]}.{row.name}({', '.join(arguments[1:])})"
        return f"{'F' if home == IN_FUNCTIONAL else 'torch'}.{row.name}({', '.join(arguments)})"


def is_taken(text, names):
    try:
        with torch.no_grad():
            eval(text, names)
    except Exception:  # any refusal of PyTorch
        return False
    return True


def draw(row, home):
    def draw_call(m):
        for _ in range(TRIES):
            call = Call(m)
            text = call.text(row, home)
            if is_taken(text, call.names()) or m.chance(2):
                break
        for name, value in call.new.items():
            text = re.sub(rf"\b{name}\b", m.assign(value, "tensor"), text)
        return {"call": text}

    return draw_call


# --- the table ------------------------------------------------------------------------------------


def operations(dump):
    """An operation for each row and each place where it can be called."""
    listed = subprocess.run([dump, "--rows"], capture_output=True, check=True, text=True)
    for line in listed.stdout.splitlines():
        name, signature, homes, accuracy = line.split("\t")
        row = Row(name, list(read_parameters(signature)), int(homes))
        for home, place in ((IN_TORCH, "torch"), (IN_FUNCTIONAL, "F"), (IN_TENSOR, "torch.tensor([[1.]])")):
            if row.homes & home:
                yield Operation(name, ("{call}",), draw(row, home), accuracy, (f"{place}.{name}",))
