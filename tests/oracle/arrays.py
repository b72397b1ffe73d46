"""Whether NumPy's arrays in lessons are those of a real NumPy 2: `make check-newest`.

    arrays.py DUMP [--seed N] [--count N] [--errors]

COUNT random programs of statements in NumPy's style, each of whose results is printed and its repr
too; what the two print must be the same, letter for letter. With --errors statements that NumPy refuses are caught, and the class and the text of
the error are printed; a few texts still differ. Exit status 1 when anything differs.
"""

import argparse
import collections
import contextlib
import io
import random
import re
import sys
import warnings

import numpy as np

import values
import whole

SHAPES = [(3,), (4,), (2, 3), (3, 3), (3, 4), (4, 3), (2, 3, 4), (1, 3), (3, 1), (8, 9), (130,), (2, 2, 3, 3)]
# Where qkv refuses what NumPy does, on purpose.
REFUSED = (
    "index: the step of a slice must be positive",
    "matmul: bool tensors have no product",
    "a whole number is divided by zero",
    "what is read overlaps what is written",
    "some cells are both read and written",
    "NumPy makes int8",
    "bool tensors cannot be subtracted",
    "mm: bool tensors",
    "there is nothing to pick from it",
    "%: bool tensors are not numbers",
    "//: bool tensors are not numbers",
    "**: bool tensors have no powers",
    "**: integers to a negative integer power",
    "triu: a triangle is a part of a matrix",
    "tril: a triangle is a part of a matrix",
    "floor: bool", "ceil: bool", "abs: bool", "sign: bool", "rint: bool", "round: bool",
    "of bool NumPy makes float16", "dot: of an array with", "einsum: bool tensors",
)
TRYING = "trying"  # printed before a statement that NumPy refuses: qkv may refuse it in a way that nothing catches
NEAR = 1e-6  # the order of sums of float32, and NumPy's own exp
NUMBERS = ["0.5", "-1.25", "3.", "1e-3", "0.1", "2.75", "-0.5", "7.", "0.", "12.5", "0.333", "-2.", "1.", "100."]

ONE = ("np.exp np.sqrt np.abs np.square np.sign np.tanh np.sin np.cos np.floor np.ceil np.log1p np.negative np.isnan "
       "np.isfinite np.cumsum np.ravel np.copy np.sum np.max np.min np.mean np.argmax np.argmin np.any np.all np.prod np.sort "
       "np.transpose np.squeeze np.ones_like np.zeros_like np.std np.var np.tril np.triu np.shape np.size np.ndim "
       "np.median np.flip np.linalg.norm np.rint np.logical_not np.cumprod np.log np.array np.nan_to_num np.expm1 np.exp2 np.ptp").split()
TWO = ("np.add np.subtract np.multiply np.divide np.maximum np.minimum np.power np.less np.greater_equal np.equal "
       "np.dot np.matmul np.outer np.mod np.floor_divide np.logical_and np.hypot np.arctan2 np.allclose np.isclose np.array_equal "
       "np.inner").split()
OVER = "np.sum np.max np.min np.mean np.var np.std np.argmax np.argmin np.any np.all np.prod np.median".split()
SIGNS = ["+", "-", "*", "/", "@", "<", ">", "==", "!=", ">=", "//", "%"]
METHODS = ("sum() max() min() mean() std() var() argmax() argmin() T copy() flatten() ravel() tolist() shape dtype ndim size any() "
           "all() cumsum() round(2) astype(int) astype(np.float32) astype(bool) astype('float32') reshape(-1) prod() squeeze() "
           "transpose() nbytes clip(0,1) item()").split()


class Author:
    def __init__(self, random_):
        self.r = random_
        self.names = []

    def pick(self, items):
        return self.r.choice(items)

    def number(self):
        return self.pick(NUMBERS + ["2", "3", "-1", "1"])

    def nested(self, shape, make):
        if not shape:
            return make()
        return "[" + ", ".join(self.nested(shape[1:], make) for _ in range(shape[0])) + "]"

    def leaf(self):
        r, shape = self.r, self.pick(SHAPES)
        n = int(np.prod(shape)) if shape else 1
        sizes = repr(shape)
        kind = r.randrange(11)
        if kind == 0 and n < 40 and shape:
            return f"np.array({self.nested(shape, lambda: self.pick(NUMBERS))})"
        if kind == 1 and n < 40 and shape:
            return f"np.array({self.nested(shape, lambda: str(r.randrange(-9, 30)))})"
        if kind == 2 and n < 40 and shape:
            return f"np.array({self.nested(shape, lambda: self.pick(['True', 'False']))})"
        if kind == 3:
            return f"np.arange({n}).reshape({sizes})"
        if kind == 4:
            return f"np.arange({n}.) .reshape({sizes}) / {r.randrange(2, 30)}"
        if kind == 5:
            return f"np.{self.pick(['zeros', 'ones'])}({sizes}{self.pick(['', ', dtype=int', ', dtype=np.float32', ', dtype=bool'])})"
        if kind == 6:
            return f"np.random.{self.pick(['rand', 'randn'])}{sizes if len(shape) != 1 else f'({shape[0]})'}"
        if kind == 7:
            return f"np.random.randint({r.randrange(-5, 2)}, {r.randrange(3, 60)}, {sizes})"
        if kind == 8:
            return self.pick([f"np.eye({r.randrange(1, 5)})", f"np.linspace({self.number()}, {self.number()}, {r.randrange(1, 9)})",
                              f"np.arange({r.randrange(0, 3)}, {r.randrange(3, 8)}, 0.5)", f"np.full({sizes}, {self.number()})"])
        if kind == 9:
            return f"np.random.default_rng({r.randrange(100)}).{self.pick(['random', 'standard_normal', 'normal', 'uniform'])}(size={sizes})"
        return f"np.array({self.nested((2, 3), lambda: self.pick(NUMBERS))}, dtype=np.float32)"

    def name(self):
        return self.pick(self.names)

    def subscript(self):
        return self.pick(["0", "-1", "1:", "::2", "::-1", ":, 0", ":, ::-1", "None", ":, None", "[0, 1]", "[1, 0, 1]", "1, 0",
                          ":, 1:", "..., -1:", "-2::-1", "[True, False, True]", "2:0:-1", ":, [0, 1]"])

    def expression(self):
        r, a, b = self.r, self.name(), self.name()
        kind = r.randrange(22)
        if kind < 3:
            return f"{self.pick(ONE)}({a})"
        if kind < 5:
            return f"{self.pick(TWO)}({a}, {self.pick([b, self.number()])})"
        if kind < 7:
            return f"{a} {self.pick(SIGNS)} {b}"
        if kind == 7:
            return f"{a} {self.pick(SIGNS)} {self.number()}"
        if kind == 8:
            return f"{self.number()} {self.pick(SIGNS[:4])} {a}"
        if kind == 9:
            keep = self.pick(["", ", keepdims=True"])
            f = self.pick(OVER)
            axis = self.pick(["0", "1", "-1", "(0, 1)", "None"] if "arg" not in f and "median" not in f else ["0", "1", "-1"])
            return f"{f}({a}, axis={axis}{keep})"
        if kind == 10:
            return f"{a}.{self.pick(METHODS)}"
        if kind < 13:
            return f"{a}[{self.subscript()}]"
        if kind == 13:
            return f"{a}[{a} > {self.number()}]"
        if kind == 14:
            return f"np.where({a} > {self.number()}, {self.pick([a, self.number(), '-np.inf'])}, {self.pick([b, self.number()])})"
        if kind == 15:
            return f"np.{self.pick(['concatenate', 'stack', 'vstack', 'hstack'])}([{a}, {self.pick([a, b])}])"
        if kind == 16:
            return self.pick([f"np.swapaxes({a}, 0, 1)", f"np.expand_dims({a}, 0)", f"np.expand_dims({a}, -1)", f"np.tile({a}, 2)",
                              f"np.repeat({a}, 2)", f"np.repeat({a}, 2, axis=0)", f"np.clip({a}, 0, 1)", f"np.round({a}, 2)",
                              f"np.split({a}, 2)", f"np.take({a}, [0, 1])", f"np.roll({a}, 1)", f"np.broadcast_to({a}, (2,) + {a}.shape)",
                              f"np.cumsum({a}, axis=0)", f"np.sort({a}, axis=0)", f"np.argsort({a}, axis=-1, kind='stable')", f"np.diag({a})",
                              f"np.moveaxis({a}, 0, -1)", f"np.trace({a})", f"np.triu({a}, k=1)", f"np.unique({a})", f"np.diff({a})",
                              f"np.count_nonzero({a})", f"np.nonzero({a})", f"np.average({a}, axis=0)", f"np.array([{a}, {a}])"])
        if kind == 17:
            return self.pick([f"np.einsum('ij,kj->ik', {a}, {b})", f"np.einsum('ij->ji', {a})", f"np.einsum('ij,j->i', {a}, {b})",
                              f"np.einsum('bij,bkj->bik', {a}, {b})"])
        if kind == 18:
            return f"np.exp({a} - np.max({a}, axis=-1, keepdims=True)) / np.exp({a} - np.max({a}, axis=-1, keepdims=True)).sum(axis=-1, keepdims=True)"
        if kind == 19:
            return f"{a} @ {a}.T / np.sqrt({a}.shape[-1])"
        if kind == 20:
            return self.pick([f"-{a}", f"~({a} > 0)", f"({a} > 0) & ({a} < 2)", f"{a} ** 2", f"abs({a})", f"len({a})", f"[v for v in {a}]",
                              f"float({a}.sum())", f"int({a}.max())", f"{a}.reshape(-1, 1)", f"{a}.reshape(1, -1)", f"[{a}.sum(), {a}.max()]",
                              f"isinstance({a}, np.ndarray)", f"type({a}.sum()).__name__", f"f'{{{a}.sum():.3f}}'", f"bool({a}.any())"])
        return self.pick([f"np.random.permutation({r.randrange(2, 9)})", f"np.random.rand()", f"np.random.normal(0, 2, 3)",
                          f"np.random.default_rng({r.randrange(50)}).integers(0, {r.randrange(2, 500)}, 6)",
                          f"np.random.default_rng({r.randrange(50)}).permutation(7)", f"np.random.uniform(-1, 1, (2, 2))",
                          f"np.float32({self.number()})", f"np.float64({self.number()}) * 3", f"np.sqrt({r.randrange(1, 99)})",
                          f"np.int64({r.randrange(99)})", f"np.tril(np.ones(({r.randrange(1, 5)}, 4)))"])

    def write(self):
        r = self.r
        name = f"v{len(self.names)}"
        if len(self.names) < 3:
            self.names.append(name)
            return [f"{name} = {self.leaf()}"], name
        kind = r.randrange(12)
        if kind == 0:
            a = self.name()
            return [f"{a}[{self.subscript()}] = {self.pick([self.number(), self.name()])}"], a
        if kind == 1:
            a = self.name()
            return [f"{a} {self.pick(['+=', '-=', '*=', '/='])} {self.pick([self.number(), self.name()])}"], a
        text = f"{name} = {self.leaf() if kind == 2 else self.expression()}"
        return [text], name


def play(statements):
    """What NumPy prints for each, or None where it is an error. A result that is no array is no operand."""
    np.random.seed(0)
    names = {"np": np, "__name__": "__main__"}
    told = []
    for text in statements:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                exec(compile(text, "program", "exec"), names)
            except Exception:
                told.append(None)
                continue
        told.append(out.getvalue())
    return told, names


def program(seed, errors):
    """Statements that NumPy runs, each with a print; a few that it refuses at the end."""
    author, statements, wrong = Author(random.Random(seed)), ["np.random.seed(0)"], []
    for _ in range(9):
        names = list(author.names)
        lines, name = author.write()
        lines = [*lines, f"print({name})", f"print(repr({name}))"]
        told, known = play([*statements, *lines])
        if None in told:
            author.names = names
            wrong += [line for line, out in zip(lines, told[len(statements) :]) if out is None][:1]
            continue
        value = known[name]
        statements += lines
        author.names = names
        if isinstance(value, np.ndarray) and value.size < 3000 and value.ndim < 6 and name not in names:
            author.names.append(name)
    for line in wrong[:2] if errors else []:
        statements += [f"print('{TRYING}')", f"try:\n    {line}\nexcept Exception as e:\n    print(type(e).__name__, e)"]
    return statements


def are_near(mine, theirs):
    """Whether nothing but last places differ."""
    words = [re.sub(r"\s+", "", whole.NUMBER.sub("#", text)) for text in (mine, theirs)]
    pairs = list(zip(whole.NUMBER.findall(mine), whole.NUMBER.findall(theirs)))
    return words[0] == words[1] and all(abs(float(a) - float(b)) <= NEAR * max(1, abs(float(a))) for a, b in pairs)


def check(dump, seed, count, errors):
    counts, reasons, shown = collections.Counter(), collections.Counter(), 0
    texts = [program(f"{seed}.{i}", errors) for i in range(count)]
    lessons = ["# arrays\n\n## 1. arrays\n\n```python\nimport numpy as np\n" + "\n".join(t) + "\n```\n" for t in texts]
    for statements, outcome in zip(texts, values.run_dump(dump, lessons)):
        theirs = "".join(t for t in play(statements)[0])
        mine = whole.printed(outcome)
        if mine == theirs and outcome.failed is None:
            counts["equal"] += 1
            continue
        told = "\n".join(theirs.split("\n")[: mine.count("\n")])
        if outcome.failed is not None and mine.endswith(TRYING + "\n") and are_near(mine, told):
            counts["refused for good"] += 1
            continue
        if outcome.failed is not None and are_near(mine, told):
            reasons[outcome.failed[:90]] += 1
            if any(r in outcome.failed for r in REFUSED):
                counts["refused"] += 1
                continue
        elif outcome.failed is None and are_near(mine, theirs):
            counts["near"] += 1
            continue
        counts["different"] += 1
        shown += 1
        if shown > 12:
            continue
        print("\n" + "\n".join(s for s in statements if not s.startswith("print(")))
        for a, b in zip(theirs.split("\n"), mine.split("\n") + [""] * 9999):
            if a != b:
                print(f"    NumPy: {a}\n    qkv:   {b}    {outcome.failed or ''}")
                break
    for reason, times in reasons.most_common(30):
        print(f"    {times:6} times: {reason}")
    print(f"{count} programs with arrays of NumPy {np.__version__}: {dict(counts)}")
    return counts["different"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("dump", help="the program made from dump.c")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=3000, help="how many random programs")
    parser.add_argument("--errors", action="store_true", help="statements that NumPy refuses, too")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    np.seterr(all="ignore")
    sys.exit(1 if check(options.dump, options.seed, options.count, options.errors) else 0)


if __name__ == "__main__":
    main()
