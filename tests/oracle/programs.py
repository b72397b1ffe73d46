"""Random programs in qkv and in PyTorch: running both, comparing, and making failures small."""

import ast
import collections
import math
import re
from typing import NamedTuple

import torch

import lessons
import maker
import older
import rows
import values
from builds import CHOICES, Defined
from operations import ACCURACY, CLOSE, EXACT, OPERATIONS, REFUSED, all_probes, known

TOLERANCE = 1e-6


class Difference(NamedTuple):
    program: list  # pairs: a statement and its operation
    statement: int
    operation: str
    torch: str
    qkv: str


class Counts:
    """What was compared, by operation: values to the bit, values nearly, errors on both sides."""

    def __init__(self):
        self.by_operation = collections.defaultdict(collections.Counter)
        self.reasons = collections.Counter()

    def add(self, operation, what):
        self.by_operation[operation][what] += 1


def text_of(program):
    return "\n".join(text for text, _ in program)


# --- comparing one value --------------------------------------------------------------------------


def largest(cells):
    return max((abs(x) for x in cells if math.isfinite(x)), default=0)


def operand_size(names, statement):
    """The product of the largest cells of the operands, each at least 1."""
    size = 1
    for name, value in names.items():
        is_number = isinstance(value, torch.Tensor) and value.dtype != torch.bool
        if is_number and re.search(rf"\b{name}\b", statement):
            size *= max(1, largest(value.flatten().tolist()))
    return size


def is_near(mine, theirs, scale):
    """Whether all cells that are finite on both sides differ by less than the tolerance, of the
    cell or of `scale`."""
    for a, b in zip(map(values.float_of, mine.cells), map(values.float_of, theirs.cells)):
        if math.isfinite(a) and math.isfinite(b):
            if abs(a - b) > TOLERANCE * max(abs(a), abs(b), scale):
                return False
    return True


def strange(cells):
    """Which cells are NaN or infinite."""
    return [c if c & 0x7F800000 == 0x7F800000 else None for c in cells]


def is_defined(mine, statement, names, random_state):
    """Whether a value whose bits PyTorch leaves to its build is what builds.py says."""
    torch.set_rng_state(random_state)
    with Defined():
        defined, _ = run_statement(statement, mine.statement, dict(names))
    return defined is not None and defined.cells == mine.cells


def judge(mine, theirs, statement, operation, names, random_state):
    """How the values agree: "equal", a reason why they need not be equal to the bit, or None."""
    same_kind = mine._replace(cells=[], text="") == theirs._replace(cells=[], text="")
    if same_kind and mine.dtype in values.HALVES:
        return judge_halves(mine, theirs, operation)
    is_float = same_kind and mine.dtype == "float32"
    if operation in CHOICES and is_float and not is_defined(
        mine, statement, names, random_state
    ):
        return None
    if mine == theirs:
        return "equal"
    if not is_float or mine.cells == theirs.cells:
        return None
    if operation in CHOICES:
        reason, _ = CHOICES[operation]
        return reason if is_near(mine, theirs, operand_size(names, statement)) else None
    accuracy = ACCURACY.get(operation, EXACT)
    if accuracy == EXACT or strange(mine.cells) != strange(theirs.cells):
        return None
    scale = 0 if accuracy == CLOSE else operand_size(names, statement)
    return f"within {TOLERANCE:g}, {accuracy}" if is_near(mine, theirs, scale) else None


def judge_halves(mine, theirs, operation):
    """Of a half type: where the last bits of float32 depend on the build, a number that lies between two of the type can
    be rounded to the other."""
    if mine == theirs:
        return "equal"
    may_differ = operation in CHOICES or ACCURACY.get(operation, EXACT) != EXACT
    if not may_differ or strange(mine.cells) != strange(theirs.cells):
        return None
    pairs = list(zip(map(values.float_of, mine.cells), map(values.float_of, theirs.cells)))
    step = values.HALVES[mine.dtype]
    is_near_all = all(abs(a - b) <= max(step * max(abs(a), abs(b)), TOLERANCE) for a, b in pairs if math.isfinite(a) and a != b)
    return f"{operation} of {mine.dtype}: the next number in {sum(a != b for a, b in pairs)} of {len(pairs)}" if is_near_all else None


def take_over(name, names, cells):
    """Gives PyTorch qkv's numbers, so that what follows can be compared to the bit again."""
    numbers = torch.tensor([values.float_of(c) for c in cells])
    names[name] = names[name].clone().copy_(numbers.reshape(names[name].shape))


# --- comparing a program --------------------------------------------------------------------------


def describe(shown, error):
    return lessons.describe(shown) if shown else f"error: {error}"


def compare(program, outcome, counts):
    """The first difference, or None."""
    if outcome.statements == values.CRASHED:
        return Difference(program, len(program) - 1, program[-1][1], "", f"error: {outcome.failed}")
    names = lessons.given_names()
    if outcome.statements < 0:
        return compare_unreadable(program, outcome, counts)
    beats = {beat.statement: beat for beat in outcome.shown if beat.kind != "stage"}
    for i, (statement, operation) in enumerate(program):
        before, random_state = dict(names), torch.get_rng_state()
        theirs, error = run_statement(statement, i, names)
        failed = outcome.failed if i >= outcome.statements else None
        mine = beats.get(i)
        if failed is not None and error is not None:
            counts.add(operation, "errors")
            return None
        if failed is not None and (refusal := refused(failed)):
            counts.reasons[refusal] += 1
            return None
        if (failed is None) != (error is None):
            both = describe(theirs, error), describe(mine, failed)
            return Difference(program, i, operation, *both)
        if theirs is None or (mine is None and theirs.kind == "value"):
            continue  # a seed, or a plain value that is written out: nothing to show
        reason = mine and judge(
            mine, theirs, statement, operation, before, random_state
        )
        if reason == "equal":
            counts.add(operation, "equal")
        elif reason:
            counts.add(operation, "near")
            counts.reasons[reason] += 1
            take_over(theirs.name, names, mine.cells)
        else:
            both = describe(theirs, None), describe(mine, "not shown")
            return Difference(program, i, operation, *both)
    return None


def compare_unreadable(program, outcome, counts):
    """What qkv cannot even read must be wrong in Python's eyes too."""
    try:
        ast.parse(text_of(program))
    except SyntaxError:
        counts.add(program[-1][1], "errors")
        return None
    return Difference(program, 0, program[-1][1], "valid Python", f"error: {outcome.failed}")


def refused(message):
    """Why qkv refuses it on purpose, or None."""
    return next((why for start, why in REFUSED.items() if message.startswith(start)), None)


def run_statement(statement, i, names):
    """What PyTorch shows for it, and its error."""
    try:
        with torch.no_grad():
            exec(statement, names)
    except Exception as error:  # any refusal of PyTorch
        return None, f"{type(error).__name__}: {error}".split("\n", maxsplit=1)[0]
    name, sign, _ = statement.partition(" = ")
    return (values.shown(i, name, names[name]) if sign else None), None


def shrink(difference, dump):
    """Leaves out statements, from the last on, as long as something differs; the seed stays."""
    for i in reversed(range(len(difference.program))):
        if difference.program[i][1] == "manual_seed":
            continue
        program = difference.program[:i] + difference.program[i + 1 :]
        (outcome,) = values.run_dump(dump, [values.as_lesson(text_of(program))])
        smaller = compare(program, outcome, Counts()) if program else None
        if smaller and "NameError" not in smaller.torch:
            difference = smaller._replace(program=program)
    return difference


# --- all of them ----------------------------------------------------------------------------------


def known_operations(dump):
    """The operations that qkv has, and the expressions that it cannot evaluate (or PyTorch)."""
    from_table = list(rows.operations(dump))
    ACCURACY.update({operation.name: operation.accuracy for operation in from_table})
    if torch.backends.mkl.is_available():  # MKL's exp and SLEEF's differ in the last bit of one cell in ten
        ACCURACY["exp"] = CLOSE
    operations = OPERATIONS + from_table
    asked = all_probes(operations)
    outcomes = values.run_dump(dump, [values.as_lesson(probe) for probe in asked])
    is_known = {}
    for probe, outcome in zip(asked, outcomes):
        _, error = run_statement(probe, 0, lessons.given_names())
        is_known[probe] = outcome.failed is None and error is None
    return list(known(operations, is_known)), [probe for probe in asked if not is_known[probe]]


def make_programs(seed, count, operations, halves):
    programs = []
    while len(programs) < count:
        program = maker.make(seed, operations, halves=halves)
        if program:
            programs.append(program)
        seed += 1
    return programs


def check(dump, seed, count, counts, halves=0):
    """Runs `count` programs, with half types in so many of a hundred tensors; returns the differences, shrunk, and the
    names that were left out."""
    operations, left_out = known_operations(dump)
    programs = make_programs(seed * 1_000_000_007, count, operations, halves)
    outcomes = values.run_dump(dump, [values.as_lesson(text_of(p)) for p in programs])
    differences = [compare(p, o, counts) for p, o in zip(programs, outcomes)]
    differences = [d for d in differences if d]
    return differences, left_out


def kind_of(difference):
    """Differences of one kind are told once: the operation, and how each error begins."""
    errors = [t if t.startswith("error") else "" for t in (difference.torch, difference.qkv)]
    return (difference.operation, *(re.sub(r"\d", "", e)[:40] for e in errors))


def smallest(differences, dump, tries=4):
    """How many differences there are of each kind, and its smallest program: the shortest few are
    shrunk."""
    by_kind = collections.defaultdict(list)
    for difference in differences:
        by_kind[kind_of(difference)].append(difference)
    found = []
    for some in by_kind.values():
        shortest = sorted(some, key=lambda d: len(text_of(d.program)))[:tries]
        shrunk = min((shrink(d, dump) for d in shortest), key=lambda d: len(text_of(d.program)))
        found.append((len(some), shrunk))
    return sorted(found, key=lambda pair: len(text_of(pair[1].program)))
