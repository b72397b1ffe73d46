"""Random programs with a statement that qkv refuses, in qkv and in PyTorch.

    tests/oracle/doubt.py QKV [--count N] [--seed N] [--caught]

A program makes things that share memory, names or code; then comes a statement that PyTorch runs and qkv
has not, reached in one of many ways, a third of them in `try: .. except Exception`; then everything is
printed. PyTorch runs it statement by statement. What qkv prints must be a part of that, line after line:
a line that PyTorch does not print is a false number. Each print has a mark of its own. Programs in which
PyTorch refuses something are left out and counted.
"""

import argparse
import contextlib
import io
import random
import re
import subprocess
import sys
import tempfile
import textwrap
import types
import warnings
from pathlib import Path

import older  # before torch: it says which vectors are used

import numpy
import torch

from doubt_parts import CAUGHT, DRAWS, EXPRESSION_WAYS, HEAD, LATE, MADE, PIECES, REFUSED, REFUSED_DRAWS, REFUSED_WRITES, WAYS, WRITES

# --- programs -------------------------------------------------------------------------------------


class Maker:
    """One program: its statements, and what they made so far."""

    def __init__(self, seed):
        self.chance = random.Random(seed)
        self.lines = list(HEAD)
        self.marks = 0
        self.ways = 0
        self.shown = []
        self.writes = {"tensor": [], "array": [], "own": []}
        for i in range(self.chance.randint(2, 4)):
            self.add_piece(self.chance.choice(PIECES), i)

    def add_piece(self, piece, i):
        def named(text):
            return re.sub(r"(?<=\w)@", str(i), text)

        self.lines += map(named, piece["made"])
        self.shown += map(named, piece["shown"])
        for kind in self.writes:
            self.writes[kind] += map(named, piece.get(kind, ()))

    def print_of(self, what):
        self.marks += 1
        return f'print("T{self.marks}", {what})'

    def kind_of_target(self):
        return self.chance.choice([kind for kind, all_of in self.writes.items() if all_of])

    def write(self, is_expression):
        """A statement that changes something; by far most change memory."""
        while True:
            kind = self.kind_of_target()
            target = self.chance.choice(self.writes[kind])
            if kind != "own":
                form = self.chance.choice(WRITES[kind])
                if " = " in form or "= " in form:
                    if is_expression:
                        continue
                target = form.replace("@", target)
            elif is_expression and "= " in target:
                continue
            return target

    def refusal(self):
        """An expression that qkv has not, and whether it may write itself."""
        which = self.chance.random()
        kind = self.kind_of_target()
        if which < 0.2:
            return self.chance.choice(REFUSED_DRAWS)
        if which < 0.45 and kind != "own":
            return self.chance.choice(REFUSED_WRITES[kind]).replace("@", self.chance.choice(self.writes[kind]))
        inner = self.chance.choice(self.shown)
        if self.chance.random() < 0.5 and (kind == "tensor"):
            inner = self.chance.choice(self.writes["tensor"])
        form = self.chance.choice(REFUSED)
        if "@" in form and "i0" in form:
            inner = self.chance.choice(["torch.ones(2)"] + self.writes["tensor"])
        return form.replace("@", inner)

    def body(self, is_expression):
        """One to three statements: at least one of them refused."""
        parts = [self.refusal()]
        for _ in range(self.chance.choice((0, 1, 1, 1, 2))):
            parts.insert(self.chance.randint(0, len(parts)), self.write(is_expression))
        if self.chance.random() < 0.15:
            parts.insert(self.chance.randint(0, len(parts)), self.chance.choice(DRAWS))
        return parts

    def middle(self):
        self.ways += 1
        number = str(50 + self.ways)
        if self.chance.random() < 0.15:  # a value is made by what is refused, and used later
            for statement in self.chance.choice(MADE):
                target = self.chance.choice(self.writes["tensor"] or ["torch.ones(2)"])
                self.add(statement.replace("#", number).replace("$", target))
            return
        if self.chance.random() < 0.35:
            before, statement = self.chance.choice(EXPRESSION_WAYS)
            code = ", ".join(self.body(True)) + ","
        else:
            before, statement = self.chance.choice(WAYS)
            code = "\n".join(self.body(False))
        if self.chance.random() < 0.3:
            shown = self.chance.choice(self.shown)
            if "next(" not in shown and before and "\n" in code:
                code += "\n" + self.print_of(shown)
        for line in before:
            self.lines.append(filled(line, code, number))
        self.add(filled(statement, code, number))

    def add(self, statement):
        is_import = re.match("import|from", statement)  # catching the error of a package asks for it
        if self.chance.random() < 1 / 3 and not is_import:
            shown = self.print_of(self.chance.choice(self.shown))
            other = self.print_of(self.chance.choice(self.shown))
            statement = (
                f"try:\n{textwrap.indent(statement, '    ')}\n    {shown}\n"
                f"except {self.chance.choice(('Exception', 'Exception as error', '(AttributeError, TypeError, RuntimeError, ValueError)'))}:\n"
                f"    {other}"
            )
        self.lines.append(statement)

    def end(self):
        for _ in range(self.chance.randint(0, 2)):
            late = self.chance.choice(LATE + [self.write(False)])
            self.lines.append(late.replace("$", self.chance.choice(self.writes["tensor"] or ["torch.ones(2)"])))
        shown = self.shown + DRAWS[:3] + self.chance.sample(DRAWS, 2)
        if self.chance.random() < 0.2:
            shown += ["torch.get_default_dtype()", "torch.is_grad_enabled()", "torch.ones(1) / 3"]
        self.chance.shuffle(shown)
        self.lines += map(self.print_of, shown)


def filled(template, code, number):
    """A template with the body in place of BODY, at the depth where it stands."""
    lines = []
    for line in template.split("\n"):
        if line.strip() == "BODY":
            lines.append(textwrap.indent(code, line[: len(line) - len(line.lstrip())]))
        else:
            lines.append(line.replace("BODY", code).replace("CODE", repr(code)))
    return "\n".join(lines).replace("#", number)


def program_of(seed):
    maker = Maker(seed)
    for _ in range(maker.chance.choice((1, 1, 1, 2))):
        maker.middle()
    maker.end()
    return maker.lines


# --- running ----------------------------------------------------------------------------------------


def toolkit():
    """A package that is here and that qkv has not."""
    module = types.ModuleType("toolkit")

    class Base:
        def __init__(self, *given):
            self.given = given

        def run(self):
            return self.go()

    class Held:
        def __init__(self, value):
            self.value = value

        def __enter__(self):
            return self.value

        def __exit__(self, *error):
            return False

        def __iter__(self):
            return iter([self.value])

        def change(self):
            touch(self.value)

    def touch(*values):
        for value in values:
            if isinstance(value, torch.Tensor):
                value.data.add_(1)
            elif isinstance(value, (list, tuple)):
                touch(*value)
            elif isinstance(value, dict):
                touch(*value.values())
            elif hasattr(value, "__dict__"):
                touch(*vars(value).values())
        return values[0] if values else None

    module.Base, module.Held, module.touch = Base, Held, touch
    module.same = lambda value: value
    module.call = lambda f, *given: f(*given)
    module.mark = lambda f: f
    module.draw = lambda: float(torch.rand(1))
    return module


@contextlib.contextmanager
def as_before():
    """What programs change outside of themselves is put back."""
    relu, array_options = torch.relu, numpy.get_printoptions()
    try:
        yield
    finally:
        torch.relu = relu
        torch.set_default_dtype(torch.float32)
        torch.set_grad_enabled(True)
        torch.set_printoptions(profile="default")
        numpy.set_printoptions(**array_options)


def original(statements):
    """What PyTorch prints, and what it refuses or ""."""
    program = types.ModuleType("__main__")
    was = sys.modules["__main__"]
    sys.modules["__main__"] = program
    said, wrong = io.StringIO(), ""
    with as_before(), contextlib.redirect_stdout(said):
        for statement in statements:
            try:
                exec(compile(statement, "program", "exec"), program.__dict__)
            except Exception as error:  # any of them, and the program is left out
                wrong = f"{type(error).__name__}: {error}: {statement}"
                break
    sys.modules["__main__"] = was
    return [line for line in said.getvalue().split("\n") if is_marked(line)], wrong


def is_marked(line):
    return line[:1] == "T" and line[1:2].isdigit()


def replayed(qkv, statements, folder):
    path = Path(folder) / "program.py"
    path.write_text("\n".join(statements) + "\n")
    said = subprocess.run([qkv, "print", "--brief", path], capture_output=True, text=True, check=False)
    if said.returncode not in (0, 2):
        return None, f"qkv ends with {said.returncode}: {said.stderr[-500:]}"
    return [line for line in said.stdout.split("\n") if is_marked(line)], said.stdout


GRAD_FN = re.compile(r",\s*grad_fn=<[^>]*>")


def alike(lines):
    """Up to 2.14 some steps of a way back had other names: there they are not compared."""
    return [GRAD_FN.sub("", line) for line in lines] if older.IS_OLDER else lines


def first_false(mine, theirs):
    """The first line of qkv's that is not PyTorch's in their order, or None. A call that is told line by line
    tells its prints twice."""
    rest, told = iter(alike(theirs)), set()
    for line in alike(mine):
        if line not in told and line not in rest:
            return line
        told.add(line)
    return None


def leave_out_caught():
    for forms in (REFUSED, *WRITES.values(), *REFUSED_WRITES.values()):
        forms[:] = [form for form in forms if form not in CAUGHT]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("qkv")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=300, help="how many programs")
    parser.add_argument("--caught", action="store_true", help="also what is refused and can be caught")
    parser.add_argument("--talk", action="store_true", help="why programs are left out")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    sys.modules["toolkit"] = toolkit()
    if not options.caught:
        leave_out_caught()
    false = left_out = refused = lines = all_lines = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.seed, options.seed + options.count):
            statements = program_of(number)
            theirs, wrong = original(statements)
            if wrong:
                left_out += 1
                if options.talk:
                    print(f"{number}: left out: {wrong}")
                continue
            mine, text = replayed(options.qkv, statements, folder)
            line = text if mine is None else first_false(mine, theirs)
            refused += "Traceback" in text or "(Not run" in text
            lines += len(mine or ())
            all_lines += len(theirs)
            if line is not None:
                false += 1
                print(f"{number}: PyTorch does not print this: {line}")
    run = options.count - left_out
    print(
        f"doubt: {options.count} programs from seed {options.seed}: {left_out} left out, {refused} with a "
        f"refusal, {lines} of {all_lines} lines shown, {false} false"
    )
    if run < options.count / 2 or refused < run / 2:
        print("doubt: too few programs try what they are for")
        return 1
    return 1 if false else 0


if __name__ == "__main__":
    sys.exit(main())
