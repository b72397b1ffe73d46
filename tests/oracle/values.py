"""Values as both sides show them: a record for each beat of qkv, and the same made from PyTorch's.

`dump` (dump.c) runs lessons in the lesson language and writes a line per beat; `run_dump` reads
them. `shown` makes the record that a PyTorch value should have.
"""

import re
import struct
import subprocess
from typing import NamedTuple, Optional

import torch

SEPARATOR = "\x1e\n"
ESCAPES = {"n": "\n", "t": "\t", "\\": "\\"}
GRAD = re.compile(r",\s*grad_fn=<\w+>")
TENSOR = re.compile(r"(Parameter containing:(?:\n|\\n))?tensor\([^()]*?(?:\([^()]*\)[^()]*?)*?(,\s*requires_grad=True)?\)")
NAN = 0x7FC00000
HALVES = {"bfloat16": 2**-7, "float16": 2**-10}  # half types, and how far apart their numbers lie next to 1
CRASHED = -2  # instead of the number of statements


class Shown(NamedTuple):
    """What a statement shows: a tensor, a stage of the call that made it, another value (text only)
    or what print wrote."""

    statement: int
    kind: str
    name: str
    dtype: str
    shape: tuple
    cells: list  # float32 and half types: the bits as float32, all NaN alike; otherwise the integers
    text: str


class Outcome(NamedTuple):
    shown: list
    failed: Optional[str]  # the message that ended it
    statements: int  # how many ran to their end; -1: the lesson cannot be read
    changed: list = []  # text with the changes of each of its what-ifs


def bits_of(numbers):
    packed = struct.pack(f"<{len(numbers)}f", *numbers)
    bits = struct.unpack(f"<{len(numbers)}I", packed)
    return [NAN if x != x else b for x, b in zip(numbers, bits)]


def float_of(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def without_grad(text):
    """Without what is said of gradients, but for parameters. Where none are kept, PyTorch marks a
    view of a parameter as requiring one; else it names a function."""
    plain = GRAD.sub("", text)
    return TENSOR.sub(lambda m: m[0] if m[1] else m[0].replace(m[2] or "", ""), plain)


def shown(statement, name, value):
    """The record of a PyTorch (or plain Python) value."""
    if not isinstance(value, torch.Tensor):
        return Shown(statement, "value", name, "", (), [], without_grad(repr(value)))
    numbers = value.detach().flatten().tolist()
    dtype = str(value.dtype).replace("torch.", "")
    cells = bits_of(numbers) if value.is_floating_point() else [int(x) for x in numbers]
    text = without_grad(repr(value))
    return Shown(statement, "tensor", name, dtype, tuple(value.shape), cells, text)


STAGES = (
    "embedded qkv q k v scores scaled mask masked prepared weights dropped context merged output"
)


def stages(statement, value):
    """The records of the stages of the call that made a value, in the order of the pipeline."""
    kept = getattr(value, "stages", {})
    names = [name for name in STAGES.split() if name in kept]
    return [shown(statement, name, kept[name])._replace(kind="stage") for name in names]


def printed(statement, text):
    return Shown(statement, "print", "", "", (), [], without_grad(text).removesuffix("\n"))


def unescape(text):
    return re.sub(r"\\(.)", lambda m: ESCAPES[m[1]], text)


def read_cells(dtype, text):
    if dtype not in ("float32", "float64", *HALVES):
        return [int(x) for x in text.split()]
    cells = [int(x, 16) for x in text.split()]
    most, infinity = (0x7FFFFFFFFFFFFFFF, 0x7FF << 52) if dtype == "float64" else (0x7FFFFFFF, 0x7F800000)
    return [NAN if c & most > infinity else c for c in cells]


def read_shown(fields):
    kind, statement = fields[0], int(fields[1])
    if kind in ("print", "error"):
        return Shown(statement, kind, "", "", (), [], unescape(fields[2]))
    if kind == "value":
        return Shown(statement, kind, fields[2], "", (), [], unescape(fields[3]))
    name, dtype, sizes, cells, text = fields[2:]
    shape = tuple(int(x) for x in sizes.split())
    return Shown(statement, kind, name, dtype, shape, read_cells(dtype, cells), unescape(text))


def run_dump(dump, lessons, of_grad=False):
    """Runs lessons (Markdown) in qkv: an Outcome for each; of_grad with what is said of gradients, each of which
    is computed again. One process does, unless it crashes."""
    command = [dump, "--again"] if of_grad else [dump]
    outcomes = []
    while len(outcomes) < len(lessons):
        text = "".join(lesson + "\n" + SEPARATOR for lesson in lessons[len(outcomes) :])
        process = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
        outcomes += read_outcomes(process.stdout.decode())
        if process.returncode != 0 or not process.stdout:
            why = f"the program ended with status {process.returncode} {process.stderr.decode()}"
            outcomes.append(Outcome([], why, CRASHED))
    if of_grad:
        return outcomes
    return [o._replace(shown=[s._replace(text=without_grad(s.text)) for s in o.shown]) for o in outcomes]


def read_outcomes(output):
    beats, changed = [], []
    for line in output.splitlines():
        fields = line.split("\t")
        if fields[0] in ("done", "failed"):
            failed = unescape(fields[2]) if fields[0] == "failed" else None
            yield Outcome(beats, failed, int(fields[1]), changed)
            beats, changed = [], []
        elif fields[0] == "changed":
            changed.append(unescape(fields[1]))
        else:
            beats.append(read_shown(fields))


def as_lesson(program):
    return f"## Program\n\n```python\n{program}\n```\n"
