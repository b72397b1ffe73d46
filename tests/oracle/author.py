"""Writing whole programs at random: classes, functions, loops, branches, views, writes in place.

A program is a tree of lines, so that it can be made smaller line by line. While it is written every
line is run once in PyTorch: that is how the author knows which names there are and what shapes they
have. A line that PyTorch refuses is written another way, or into a `try`, now and then. What a program
prints when it runs is another matter: loops go round, branches are not taken, functions are called
with something else.
"""

import contextlib
import math
import random

import torch
from torch import nn
from torch.nn import functional as F

from wider import Wider

LARGEST = 2**40  # of integers: lessons have those to 2**53
MOST_CELLS = 60
TAB = "    "


class Refused(Exception):
    """PyTorch, or the author, does not want this line."""


class Line:
    """A line and the lines inside it; `inside` is None where there can be none."""

    def __init__(self, text, inside=None):
        self.text, self.inside = text, inside

    def copy(self):
        return Line(self.text, None if self.inside is None else [n.copy() for n in self.inside])


def text_of(lines, depth=0):
    """The lines of a program; what lost all that was inside it gets a `pass`."""
    text = ""
    for line in lines:
        text += TAB * depth + line.text.replace("\n", "\n" + TAB * depth) + "\n"
        if line.inside is not None:
            text += text_of(line.inside, depth + 1) or TAB * (depth + 1) + "pass\n"
    return text


class Author(Wider):
    """One program, from `seed`."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = {"torch": torch, "nn": nn, "F": F, "math": math, "print": lambda *args, **named: None}
        self.lines = self.block = []
        self.depth = 0  # of blocks around
        self.made = 0
        self.functions = []  # pairs: a name, how to call it
        self.is_function = False

    line = Line

    # --- choices ----------------------------------------------------------------------------------

    def choose(self, *choices):
        return self.random.choice(choices)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def integer(self, low, high):
        return self.random.randint(low, high)

    def new_name(self, start="v"):
        self.made += 1
        return f"{start}{self.made}"

    def number(self):
        """Short in binary, so that sums of a few have one value in any order."""
        return repr(self.integer(-16, 16) / self.choose(1, 1, 2, 4))

    # --- lines ------------------------------------------------------------------------------------

    def run(self, text):
        """Runs a line for its effect on the names."""
        try:
            with torch.no_grad():
                exec(text, self.names)
        except Exception as error:  # any refusal of PyTorch
            raise Refused from error
        for value in self.names.values():
            if isinstance(value, torch.Tensor) and value.dtype == torch.int64 and value.numel():
                if value.abs().max() > LARGEST:
                    raise Refused

    def write(self, text):
        self.run(text)
        self.block.append(Line(text))

    def value(self, text):
        try:
            with torch.no_grad():
                return eval(text, self.names)
        except Exception as error:
            raise Refused from error

    @contextlib.contextmanager
    def inside(self, header, keeps=False):
        """The lines written meanwhile go into the block of this header. Names that are new in it are
        forgotten after it, since it may be that nobody ran it."""
        outer, before = self.block, set(self.names)
        line = Line(header, [])
        self.block, self.depth = line.inside, self.depth + 1
        try:
            yield
        finally:
            self.block, self.depth = outer, self.depth - 1
            if not keeps:
                for name in set(self.names) - before:
                    del self.names[name]
        if line.inside:
            self.block.append(line)

    def assign(self, expression, name=None):
        """A new name, or an old one for something of the same shape."""
        value = self.value(expression)
        if isinstance(value, torch.Tensor):
            if value.numel() > MOST_CELLS or value.dim() > 5:
                raise Refused
            if name is None and self.chance(20) and not self.is_function:
                name = self.tensor_name(lambda t: t.shape == value.shape and t.dtype == value.dtype)
        name = name or self.new_name()
        self.write(f"{name} = {expression}")
        return name

    # --- tensors ----------------------------------------------------------------------------------

    def tensor_name(self, fits=lambda t: True):
        found = [n for n, v in self.names.items() if isinstance(v, torch.Tensor) and fits(v)]
        return self.choose(*found) if found else None

    def shape(self, rank=None):
        rank = rank if rank is not None else self.choose(1, 1, 2, 2, 2, 2, 3)
        return tuple(self.choose(1, 2, 2, 3, 3, 4) for _ in range(rank))

    def literal(self, shape, kind=None):
        kind = kind or self.choose("f", "f", "f", "f", "f", "f", "i", "i", "b", "b", "u")
        count, sizes = math.prod(shape), ", ".join(map(str, shape))
        size = f"({sizes}{',' * (len(shape) == 1)})"
        if kind == "b":
            return f"torch.tensor({self.nested(shape, lambda: self.choose('True', 'False'))})"
        if kind == "u":
            cells = self.nested(shape, lambda: str(self.integer(0, 9)))
            return self.choose(f"torch.tensor({cells}, dtype=torch.uint8)", f"torch.arange({count}).byte().reshape{size}",
                               f"torch.full({size}, {self.integer(0, 255)}, dtype=torch.uint8)")
        if kind == "i":
            cells = f"torch.tensor({self.nested(shape, lambda: str(self.integer(-5, 9)))})"
            return self.choose(cells, f"torch.arange({count}).reshape{size}",
                               f"torch.full({size}, {self.integer(-3, 7)})",
                               f"torch.randint(-4, 9, {size})", f"torch.zeros({sizes}, dtype=torch.long)")
        return self.choose(
            f"torch.tensor({self.nested(shape, self.number)})",
            f"torch.arange({count}.).reshape{size}",
            f"torch.arange({count}, dtype=torch.float32).view({sizes})",
            f"torch.zeros({sizes})", f"torch.ones{size}", f"torch.full({size}, {self.number()})",
            f"torch.randn({sizes})", f"torch.rand{size}",
            f"torch.empty({sizes}).fill_({self.number()})", f"torch.linspace(0, 1, {count}).reshape{size}")

    def nested(self, shape, cell):
        if not shape:
            return cell()
        return f"[{', '.join(self.nested(shape[1:], cell) for _ in range(shape[0]))}]"

    def tensor(self, fits=lambda t: True, shape=None, kind="f"):
        """A name of a tensor that is there, or of a new one."""
        name = self.tensor_name(fits)
        return name if name and self.chance(85) else self.assign(self.literal(shape or self.shape(), kind))

    def axis(self, t):
        return self.integer(-t.dim(), t.dim() - 1) if t.dim() else 0

    def slice(self, size):
        low, high = sorted((self.integer(0, size), self.integer(0, size)))
        return self.choose(":", ":", f"{low}:", f":{high or size}", f"{low}:{high + (low == high)}", "::2",
                           "1::2", f"-{max(size - 1, 1)}:", f":-1" if size > 1 else ":")

    def index(self, t, is_view=True):
        """What stands between brackets."""
        parts = []
        advanced = not is_view and self.chance(60)
        for size in t.shape[: self.integer(1, max(t.dim(), 1))]:
            if not size:
                raise Refused
            plain = self.choose(str(self.integer(-size, size - 1)), self.slice(size), ":")
            listed = str([self.integer(0, size - 1) for _ in range(self.integer(1, 2))])
            parts.append(self.choose(listed, f"torch.tensor({listed})", plain) if advanced else plain)
        if self.chance(10):
            parts.insert(self.integer(0, len(parts)), "None")
        if self.chance(12):
            parts.insert(self.choose(0, len(parts)), "...")
        return ", ".join(parts) or "..."

    def other_shape(self, t):
        """Another shape for as many cells."""
        count = t.numel()
        found = [(count,), (1, count), (-1,), (count, 1)]
        found += [(n, count // n) for n in (2, 3, 4) if count % n == 0]
        found += [(n, -1) for n in (2, 3) if count % n == 0]
        return ", ".join(map(str, self.choose(*found)))

    def view(self, x):
        """A way to look at a tensor, of this name or expression."""
        t = self.value(x)
        a, b = self.axis(t), self.axis(t)
        order = self.random.sample(range(t.dim()), t.dim())
        size = t.shape[a] if t.dim() else 1
        forms = [
            f"{x}[{self.index(t)}]", f"{x}[{self.index(t)}]", f"{x}[{self.index(t)}]",
            f"{x}.transpose({a}, {b})", f"{x}.transpose({a}, {b})", f"{x}.permute({', '.join(map(str, order))})",
            f"{x}.view({self.other_shape(t)})", f"{x}.reshape({self.other_shape(t)})", f"{x}.flatten()",
            f"{x}.view(-1)", f"{x}.unsqueeze({self.integer(-1, t.dim())})", f"{x}.squeeze()",
            f"{x}.squeeze({a})", f"{x}.expand(2, {', '.join(['-1'] * t.dim())})", f"{x}.narrow({a}, 0, {max(size - 1, 1)})",
            f"{x}.unbind({a})[{self.integer(0, max(size - 1, 0))}]", f"{x}.chunk(2, dim={a})[0]",
            f"{x}.split({self.integer(1, 2)}, dim={a})[-1]", f"{x}.contiguous()", f"{x}.clone()", f"{x}.detach()",
            f"{x}.data", f"{x}.movedim({a}, {b})", f"{x}.swapaxes({a}, {b})", f"list({x})[-1]",
            f"[row for row in {x}][0]", f"{x}.diagonal()" if t.dim() == 2 else f"{x}[...]",
            f"{x}.t()" if t.dim() <= 2 else f"{x}.mT", f"{x}.T" if t.dim() == 2 else f"{x}[:]",
            f"{x}.view_as({x})", f"{x}.expand_as({x})", f"{x}.float()", f"{x}.reshape({self.other_shape(t)}).view(-1)",
        ]
        return self.choose(*forms)

    def expression(self, name=None, deep=0):
        """Something computed from tensors."""
        x = name or self.tensor(lambda t: t.is_floating_point() and t.dim() > 0)
        t = self.value(x)
        d, n = self.axis(t), self.choose("2", "3", "0.5", "-1", "1.5")
        other = self.tensor_name(lambda o: o.shape == t.shape and o.dtype == t.dtype) or x
        forms = [
            f"{x} + {n}", f"{x} * {n}", f"{x} - {other}", f"{x} * {other}", f"-{x}", f"{n} - {x}", f"{x} / 4",
            f"{x} ** 2", f"torch.relu({x})", f"F.softmax({x}, dim={d})", f"{x}.softmax(dim={d})", f"{x}.abs()",
            f"{x}.exp()", f"{x}.sqrt()", f"{x}.sum(dim={d})", f"{x}.sum({d}, keepdim=True)", f"{x}.mean({d})",
            f"{x}.max(dim={d}).values", f"{x}.max()", f"{x}.argmax({d}).float()", f"{x}.clamp(-1, 2)",
            f"{x}.cumsum({d})", f"torch.cat([{x}, {other}], dim={d})", f"torch.stack([{x}, {other}])",
            f"torch.where({x} > 0, {x}, {other})", f"{x}.masked_fill({x} > 1, 0.)", f"{x}.flip({d})",
            f"{x} @ {other}.transpose(-2, -1)", f"torch.matmul({x}, {other}.transpose(-1, -2)) / 2", f"{x}.tril()",
            f"({x} > {n}).float()", f"({x} == {other}).long().float()", f"{x}.sort(dim={d})[0]", f"{x}.round()",
            f"{x}.topk(1, dim={d}).values", f"torch.einsum('...i,...i->...', {x}, {other})", f"{x}.repeat(2, {', '.join(['1'] * t.dim())})",
            f"{x}.roll(1, {d})", f"torch.outer({x}.flatten()[:3], {other}.flatten()[:2])", f"F.layer_norm({x}, {x}.shape[-1:])",
            f"F.one_hot({x}.argmax(-1), {t.shape[-1] if t.dim() else 1}).float()", f"{x} % 2", f"{x} // 2", f"{x}.sign()",
        ]
        text = self.choose(*forms)
        if deep < 1 and self.chance(25):
            return self.expression(f"({text})", deep + 1)
        return text

    def same_shape(self, text, t):
        """An expression whose value can be written where `text` is: of its shape, or one cell of it."""
        sizes = ", ".join(map(str, t.shape))
        kind = {torch.bool: "b", torch.uint8: "u"}.get(t.dtype, "f" if t.is_floating_point() else "i")
        fits = self.tensor_name(lambda o: o.shape == t.shape and o.dtype == t.dtype)
        row = self.tensor_name(lambda o: t.dim() > 0 and o.shape == t.shape[-1:] and o.dtype == t.dtype)
        return self.choose(fits or self.small(kind), row or self.small(kind), self.small(kind), self.literal(tuple(t.shape), kind),
                           f"{text}.flip(0)" if t.dim() else self.small(kind), f"{text}.clone()",
                           f"{text}.T" if t.dim() == 2 else f"{text}.view({sizes or '()'})")

    def small(self, kind):
        return {"f": self.number(), "i": str(self.integer(-3, 5)), "u": str(self.integer(0, 5)), "b": self.choose("True", "False")}[kind]

    # --- statements on tensors --------------------------------------------------------------------

    def make(self):
        self.assign(self.literal(self.shape()))

    def look(self):
        text = self.tensor(kind=None)
        for _ in range(self.choose(1, 1, 1, 2, 3)):
            text = self.view(text)
            self.value(text)
        self.assign(text)

    def compute(self):
        self.assign(self.expression())

    def target(self):
        """Where to write: a tensor, or a part of it, that is an expression as well."""
        x = self.tensor(lambda t: t.numel() > 0, kind=None)
        if self.chance(30):
            x = self.view(x)
        t = self.value(x)
        if not t.numel():
            raise Refused
        return x, t

    def write_item(self):
        x, t = self.target()
        index = self.index(t, is_view=False)
        if self.chance(12):
            index = f"{x} > {self.integer(-2, 3)}"
        part = self.value(f"{x}[{index}]")
        sign = self.choose("=", "=", "=", "+=", "-=", "*=")
        value = self.same_shape(f"{x}[{index}]", part)
        self.write(f"{x}[{index}] {sign} {value}")

    def write_method(self):
        x, t = self.target()
        if t.dtype == torch.bool:
            raise Refused
        kind = "f" if t.is_floating_point() else "i"
        n, value = self.small(kind), self.same_shape(x, t)
        index = f"torch.tensor([{self.integer(0, t.shape[0] - 1)}])" if t.dim() else "torch.tensor([0])"
        forms = [
            f"{x}.fill_({n})", f"{x}.zero_()", f"{x}.add_({value})", f"{x}.sub_({n})", f"{x}.mul_({value})", f"{x}.copy_({value})",
            f"{x}.copy_({value})", f"{x}.masked_fill_({x} > {n}, {self.small(kind)})" if 0 not in t.stride() else f"{x}.zero_()", f"{x}.clamp_(-2, 3)", f"{x}.neg_()",
            f"{x}.abs_()", f"{x}.div_(2)", f"{x}.relu_()", f"{x}.tril_()" if 0 not in t.stride() else f"{x}.zero_()", f"{x}.cumsum_(0)",
            f"{x}.normal_()" if kind == "f" and t.numel() < 16 else f"{x}.pow_(2)", f"{x}.clamp_(min={n})", f"{x}.round_()",
            f"nn.init.constant_({x}, {n})" if kind == "f" else f"{x}.mul_({n})", f"{x}.fill_({n}).add_({n})", f"F.relu({x}, inplace=True)",
        ]
        self.write(self.choose(*forms))

    def write_whole(self):
        x = self.tensor(lambda t: t.numel() > 0, kind=None)
        t = self.value(x)
        self.write(f"{x} {self.choose('+=', '-=', '*=', '+=')} {self.same_shape(x, t)}")

    def swap(self):
        x = self.tensor(lambda t: t.dim() > 0 and len(t) > 1)
        self.write(self.choose(f"{x}[0], {x}[1] = {x}[1].clone(), {x}[0].clone()", f"{x}[0], {x}[1] = {x}[1], {x}[0]",
                               f"{x}[[0, 1]] = {x}[[1, 0]]", f"{x}[:] = {x}.flip(0)", f"{x}[1:] = {x}[:-1].clone()"))

    def refused(self):
        """A mistake, and what catches it."""
        x = self.tensor(lambda t: t.dim() > 0)
        t = self.value(x)
        wrong = self.choose(
            (f"{x}[{len(t)}] = 1", "IndexError"), (f"{x}[0] = torch.ones(7)", "RuntimeError"), (f"{x}.view(7, 11)", "RuntimeError"),
            (f"{x} + torch.ones(9)", "RuntimeError"), (f"{x}.expand(2, *{x}.shape).add_(1)", "RuntimeError"), (f"{x}.nothing", "AttributeError"),
            (f"{x} @ torch.ones(7, 2)", "RuntimeError"), ("int('x')", "ValueError"), ("{}['key']", "KeyError"), ("[][1]", "IndexError"),
            ("undefined_name", "NameError"), ("1 / 0", "ZeroDivisionError"), ("assert 1 > 2, 'not so'", "AssertionError"),
            ("a, b = [1, 2, 3]", "ValueError"), ("len(5)", "TypeError"), ("'a' + 1", "TypeError"), ("raise ValueError('own', 3)", "ValueError"),
            (f"torch.ones(3).long().add_(0.5)", "RuntimeError"), (f"{x}.squeeze(9)", "IndexError"), (f"torch.cat([{x}, torch.ones(2, 9, 9, 9)])", "RuntimeError"),
            (f"if {x}.new_ones(2):\n{TAB}print('never')", "RuntimeError"), ("next(iter([]))", "StopIteration"), ("x = x_later + 1", "NameError"),
        )
        caught = self.choose(wrong[1], wrong[1], "Exception", f"({wrong[1]}, OSError)", "(KeyError, ArithmeticError)")
        with self.inside("try:"):
            self.some(0, 1)
            self.block.append(Line(wrong[0]))
            self.block.append(Line("print('not reached')"))
        with self.inside(f"except {caught} as error:"):
            self.block.append(Line("print('caught', type(error).__name__)"))
        if "Arithmetic" in caught:
            with self.inside("except Exception:"):
                self.block.append(Line("print('another')"))
        if self.chance(25):
            with self.inside("else:"):
                self.block.append(Line("print('went well')"))
        if self.chance(30):
            with self.inside("finally:"):
                self.block.append(Line("print('in any case')"))

    def show(self):
        x = self.tensor(kind=None)
        t = self.value(x)
        i = self.index(t) if t.dim() and t.numel() else "..."
        forms = [
            f"print({x})", f"print({x})", f"print({x}.shape, {x}.dtype)", f"print({x}.tolist())", f"print({x}[{i}])", f"print({x}.sum())",
            f"print(f'{x} {{{x}.numel()}} {{tuple({x}.shape)}}')", f"print({x}.stride(), {x}.is_contiguous())", f"print('{x}:', {x}.max(), sep=' ')",
            f"print({x}[{x} > 0])", f"print(({x} > 1).any(), ({x} < 0).all().item())", f"print('%s of %d' % ({x}.size(0), {x}.dim()))",
            f"print(f'{{{x}.float().mean().item():.3f}}')", f"print([round(c, 2) for c in {x}.float().flatten().tolist()])",
            f"print('{{}} {{:>6.2f}}'.format('{x}', {x}.float().max().item()))", f"print({x}.flatten().nonzero())",
        ]
        text = self.choose(*forms)
        self.run(text)
        self.block.append(Line(text))

    # --- plain Python -----------------------------------------------------------------------------

    def integers(self):
        return [n for n, v in self.names.items() if type(v) is int]

    def count_name(self):
        found = self.integers()
        if found and self.chance(75):
            return self.choose(*found)
        name = self.new_name("n")
        self.write(f"{name} = {self.integer(0, 7)}")
        return name

    def condition(self):
        n = self.count_name()
        forms = [f"{n} % 2 == 0", f"{n} > {self.integer(0, 6)}", f"{n} in ({self.integer(0, 3)}, {self.integer(2, 5)})", f"not {n}",
                 f"0 < {n} <= {self.integer(2, 6)}", f"{n} != {self.integer(0, 3)} and {n} < 9", f"isinstance({n}, int) and {n}", f"{n} is None or {n} > 2"]
        x = self.tensor_name(lambda t: t.numel() > 0 and t.is_floating_point())
        if x:
            forms += [f"{x}.sum() > {self.integer(-3, 9)}", f"{x}.max().item() >= {self.number()}", f"({x} > 0).any()", f"{x}.dim() == 2",
                      f"{x}.shape[-1:] == (3,)", f"bool(({x} == {x}).all())", f"{x}.flatten()[0] < {x}.mean()"]
        text = self.choose(*forms)
        self.value(text)
        return text

    def arithmetic(self):
        n = self.count_name()
        forms = [f"{n} += {self.integer(1, 3)}", f"{n} = {n} * 2 - {self.integer(0, 9)}", f"{n} = {n} // 2 + {n} % 3", f"{n} = -{n} // 3",
                 f"{n} = max({n}, {self.integer(0, 4)}) if {n} % 2 else min({n}, 5)", f"{n} = abs({n}) ** 2 % 11", f"{n} = ({n} << 1 | 1) & 15",
                 f"{n} -= {self.integer(1, 2)}", f"{n} = divmod({n}, 3)[1]", f"{n} = int({n} / 2)", f"{n} = len(str({n}))", f"{n} = sum(range(abs({n}) % 6))"]
        self.write(self.choose(*forms))

    def names_of(self, kind):
        return [n for n, v in self.names.items() if type(v) is kind and not n.startswith("_")]

    def collect(self):
        """Lists, dicts, sets, strings, and what can be done with them."""
        n, name = self.count_name(), self.new_name("l")
        forms = [
            f"[i * {n} for i in range(4)]", f"[i for i in range(9) if i % 3 != {n} % 3]", f"[(i, j) for i in range(3) for j in range(i)]",
            f"[[i + j for j in range(2)] for i in range({self.integer(1, 3)})]", f"list(map(lambda i: i + {n}, [3, 1, 2]))", f"sorted([3, {n}, 1, 2], reverse=True)",
            f"[*range(3), {n}, *[7, 8]]", f"list(zip('abc', range(2, 9)))", f"list(enumerate('xy', start={n}))", f"[{n}] * 3", f"list(range(9, {n}, -2))",
            f"list(filter(lambda i: i > {n}, range(8)))", f"'a b c'.split() + [str({n})]", f"[c.upper() for c in 'abc' if c != 'b']", f"list(reversed([1, 2, {n}]))",
        ]
        self.write(f"{name} = {self.choose(*forms)}")
        for _ in range(self.integer(0, 3)):
            changes = [f"{name}.append({n})", f"{name} += [{n}]", f"{name}[0] = {n}", f"{name}.extend({name}[:2])", f"{name}.insert(1, {n})", f"{name}.reverse()",
                       f"{name} = {name}[::-1]", f"{name} = {name}[1:]", f"{name}.pop()", f"del {name}[0]", f"{name}[-1] = None", f"other = {name}\nother.append('shared')", f"{name} = {name} * 2"]
            with contextlib.suppress(Refused):
                self.write(self.choose(*changes))
        show = self.choose(f"print({name}, len({name}))", f"print({name}[-1:], {n} in {name})", f"first, *rest = {name}\nprint(first, rest)",
                           f"print({{i: c for i, c in enumerate({name})}})", f"print(', '.join(str(c) for c in {name}))", f"print({name} == {name}[:], {name} is {name}[:])",
                           f"print({name}.count({n}), {name}[:])", f"print(any({name}), all({name}))", f"print(dict(a={n}, **{{'b': {name}}}))")
        with contextlib.suppress(Refused):
            self.write(show)

    def mapping(self):
        n, name = self.count_name(), self.new_name("d")
        self.write(f"{name} = " + self.choose("{'a': 1, 'b': [2]}", f"{{c: i for i, c in enumerate('abc')}}", f"dict(x={n}, y=2)", f"dict(zip('ab', [{n}, 1]))", "{}"))
        for _ in range(self.integer(1, 3)):
            changes = [f"{name}['new'] = {n}", f"{name}.setdefault('a', []) ", f"{name}.update(z=1)", f"{name}['n'] = {name}.get('n', 0) + 1", f"del {name}['a']",
                       f"{name}.pop('b', None)", f"{name} = {{**{name}, 'a': 0}}", f"{name}['in'] = {{'deep': [1, 2]}}\n{name}['in']['deep'].append(3)"]
            with contextlib.suppress(Refused):
                self.write(self.choose(*changes))
        self.write(self.choose(f"print({name})", f"print(list({name}.items()))", f"print(sorted({name}), 'a' in {name})", f"for key, item in {name}.items():\n{TAB}print(key, '->', item)",
                               f"print({{k: str(v) for k, v in {name}.items() if k != 'a'}})", f"print(len({name}), list({name}.values()))"))

    def words(self):
        n = self.count_name()
        self.write("print(" + self.choose(
            f"f'{{{n}:>4}}|{{{n}:<4}}|{{{n}:04d}}|{{{n}!r}}'", f"'-' * {n} + '>'", f"'abcdef'[{n} % 5:]", f"'a,b,,c'.split(',')", f"' x '.strip() + str({n}).zfill(3)",
            f"f'{{{n} / 3:.4f}} {{{n}:e}} {{{n} * 1000:,}}'", f"'Hello'.lower().replace('l', str({n})), 'abc'.find('c')", f"f\"{{'tokens':^10}}|{{{n}:+d}}\"", f"'%d %5.1f %s' % ({n}, {n} / 4, [{n}])",
            f"'{{0}} {{1!r}} {{0}}'.format({n}, 'w')", f"sorted(set('hello')), ''.join(sorted('hello'))", f"f'{{{n}=}}'", f"'x' if {n} else 'y', {n} or 'none', {n} and 'some'", f"round({n} / 7, 3), {n} / 4, {n} // 4, 2 ** {n}") + ")")

    # --- blocks -----------------------------------------------------------------------------------

    def some(self, low, high):
        """Some statements; blocks only where few are around."""
        for _ in range(self.integer(low, high)):
            self.statement()

    def branch(self):
        with self.inside(f"if {self.condition()}:"):
            self.some(1, 3)
        if self.block and self.block[-1].text.startswith("if "):
            if self.chance(30):
                with self.inside(f"elif {self.inline_condition()}:"):
                    self.some(1, 2)
            if self.chance(50):
                with self.inside("else:"):
                    self.some(1, 2)

    def inline_condition(self):
        """One that needs no line before it."""
        found = self.integers()
        return f"{self.choose(*found)} > {self.integer(0, 5)}" if found else "1 < 2"

    def loop(self):
        i = self.new_name("i")
        x = self.tensor_name(lambda t: 1 <= t.dim() <= 3 and 0 < len(t) < 5)
        forms = [(f"for {i} in range({self.integer(1, 4)}):", {i: 0}), (f"for {i} in range(5, 0, -2):", {i: 5}),
                 (f"for {i}, c{i} in enumerate('ab'):", {i: 0, f"c{i}": "a"}), (f"for {i}, j{i} in zip([1, 2, 3], range(2)):", {i: 1, f"j{i}": 0}),
                 (f"for {i} in [2, 0, 1]:", {i: 2}), (f"for {i}, (a{i}, b{i}) in enumerate([(1, 2), (3, 4)]):", {i: 0, f"a{i}": 1, f"b{i}": 2}),
                 (f"for {i} in sorted({{3, 1, 2}}, reverse=True):", {i: 3}), (f"for {i} in reversed(range(3)):", {i: 2})]
        if x:
            t = self.value(x)
            forms += 2 * [(f"for {i} in {x}:", {i: t[0]}), (f"for n{i}, {i} in enumerate({x}):", {f"n{i}": 0, i: t[0]}),
                          (f"for {i} in range({x}.shape[0]):", {i: 0}), (f"for {i}, j{i} in zip({x}, {x}.flip(0)):", {i: t[0], f"j{i}": t[-1]})]
        header, names = self.choose(*forms)
        before = set(self.names)
        self.names.update(names)
        with self.inside(header):
            if x and self.chance(40) and type(self.names[i]) is int and "shape" in header:
                self.block.append(Line(f"{x}[{i}] {self.choose('=', '+=', '*=')} {self.choose(i, '2', f'{x}[{i}] + 1')}"))
            self.some(1, 3)
            if self.chance(30):
                with self.inside(f"if {self.inline_condition()}:"):
                    self.block.append(Line(self.choose("break", "continue")))
                self.some(1, 1)
            if self.chance(30):
                self.block.append(Line(f"print({', '.join(n for n in names)})"))
        is_loop = self.block and self.block[-1].text == header
        if is_loop and self.chance(30):
            with self.inside("else:"):
                self.block.append(Line("print('no break')"))
        for name in set(self.names) - before:
            del self.names[name]

    def while_loop(self):
        n = self.new_name("w")
        self.write(f"{n} = {self.integer(0, 3)}")
        header = self.choose(f"while {n} < {self.integer(2, 5)}:", f"while True:", f"while {n} <= 3 and {n} != 2:")
        del self.names[n]
        with self.inside(header):
            self.block.append(Line(f"{n} += 1"))
            if header == "while True:" or self.chance(20):
                with self.inside(f"if {n} > {self.integer(2, 4)}:"):
                    self.block.append(Line("break"))
            if self.chance(30):
                with self.inside(f"if {n} == 2:"):
                    self.block.append(Line("continue"))
            self.some(1, 2)
        if self.chance(30):
            with self.inside("else:"):
                self.block.append(Line(f"print('while ended', {n})"))
        self.names[n] = 3

    def no_grad(self):
        with self.inside("with torch.no_grad():"):
            self.some(1, 2)

    # --- functions --------------------------------------------------------------------------------

    def define(self):
        """A function of a tensor and a number, whose body is like the rest of the program."""
        name, x = self.new_name("f"), self.choose("x", "t", "scores")
        params, call = self.choose(
            (f"{x}, k=2", ("{t}", "{t}, 3", "{t}, k={n}", f"k=1, {x}={{t}}")), (f"{x}, *rest, k=1", ("{t}", "{t}, 5, 6", "{t}, 1, k={n}", "{t}, *[1, 2]")),
            (f"{x}, k=0, **named", ("{t}", "{t}, a=1, b=2", "{t}, **{{'k': 3, 'z': 0}}")), (f"{x}: torch.Tensor, *, k: int = 4 -> torch.Tensor", ("{t}", "{t}, k={n}")),
            (f"{x}, k, seen=[]", ("{t}, 1", "{t}, {n}", "{t}, 2, []")))
        params, _, arrow = params.partition(" -> ")
        outer, t = dict(self.names), self.tensor(lambda t: t.dim() > 0 and t.is_floating_point())
        given = self.value(t)
        saved = {n: v.clone() for n, v in self.names.items() if type(v) is torch.Tensor}
        self.names.update({x: given, "k": 1})
        was = self.is_function
        self.is_function = True
        line = Line(f"def {name}({params}){' -> ' + arrow if arrow else ''}:", [])
        outside, self.block, self.depth = self.block, line.inside, self.depth + 1
        local = self.names_only(x, "k")
        if self.chance(20):
            self.block.append(Line('"""What it does."""'))
        if "seen" in params:
            self.block.append(Line("seen.append(k)"))
        if "rest" in params:
            self.block.append(Line("print(len(rest), rest)"))
        if "named" in params:
            self.block.append(Line("print(sorted(named.items()))"))
        if self.chance(30):
            with self.inside(f"if k > {self.integer(1, 3)}:"):
                self.block.append(Line(self.choose(f"return {x} * k", f"return {x}, k", "return None", f"return {name}({x}, k=k - 1)" if "seen" not in params else "return seen")))
        self.some(1, 3)
        if self.chance(20):
            self.block.append(Line(f"{x} {self.choose('= -', '+= 2 + 0 *', '= 1 +')} {x}"))
        try:
            result = self.choose(self.expression(x), self.view(x), f"{x}, k", f"{{'out': {x}, 'k': k}}", "seen" if "seen" in params else "k + 1")
        except Refused:
            result = x
        self.block.append(Line(f"return {result}"))
        self.block, self.depth, self.is_function = outside, self.depth - 1, was
        self.names = outer if local is None else {**outer, **{n: self.names[n] for n in outer if n in self.names}}
        for n, v in saved.items():
            if n in self.names and self.names[n].shape == v.shape:
                with contextlib.suppress(Exception), torch.no_grad():
                    self.names[n] = v
        text = text_of([line])
        self.run(text)
        self.block.append(line)
        self.functions.append((name, call))
        for _ in range(self.integer(1, 2)):
            with contextlib.suppress(Refused):
                self.call()

    def names_only(self, *keep):
        """In a function the tensors outside can be read, but not bound again."""
        return keep

    def call(self):
        if not self.functions:
            raise Refused
        name, ways = self.choose(*self.functions)
        t = self.tensor(lambda t: t.dim() > 0 and t.is_floating_point())
        n = self.choose("0", "1", "2", *self.integers())
        call = f"{name}({self.choose(*ways).format(t=t, n=n)})"
        if self.chance(50):
            self.run(f"print({call})")
            self.block.append(Line(f"print({call})"))
        else:
            self.assign(call, self.new_name())

    def closure(self):
        """Functions that remember."""
        a, n = self.new_name("make"), self.integer(1, 5)
        texts = (
            f"def {a}(start):\n    count = start\n    def step(by=1):\n        nonlocal count\n        count += by\n        return count\n    return step\nfirst, second = {a}({n}), {a}(10)\nprint(first(), first(2), second(), first())",
            f"{a} = [lambda x: x * i for i in range(3)]\nprint([f({n}) for f in {a}])\n{a} = [lambda x, i=i: x * i for i in range(3)]\nprint([f({n}) for f in {a}])",
            f"def {a}(n):\n    return 1 if n <= 1 else n * {a}(n - 1)\nprint({a}({n}), [{a}(i) for i in range(5)])",
            f"def {a}(item, seen=[]):\n    seen.append(item)\n    return seen\nprint({a}({n}), {a}('x'), {a}(3, []), {a}(4))",
            f"def {a}(tree):\n    if isinstance(tree, list):\n        return sum({a}(part) for part in tree)\n    return tree\nprint({a}([1, [2, [{n}, 4], []], 5]))",
            f"def {a}(function):\n    def wrapped(*args, **kwargs):\n        print('calling', len(args), sorted(kwargs))\n        return function(*args, **kwargs)\n    return wrapped\n@{a}\ndef decorated(x, *, by={n}):\n    return x * by\nprint(decorated(2), decorated(3, by=7))",
            f"shared = {n}\ndef {a}():\n    global shared\n    shared += 1\n    return shared\nprint({a}(), {a}(), shared)\ndef {a}():\n    shared = 'local'\n    return shared\nprint({a}(), shared)",
            f"def {a}(*functions):\n    def run(x):\n        for f in functions:\n            x = f(x)\n        return x\n    return run\nprint({a}(torch.relu, lambda t: t + {n}, torch.sum)(torch.tensor([-1., 2.])))",
            f"memo = {{}}\ndef {a}(n):\n    if n not in memo:\n        memo[n] = n if n < 2 else {a}(n - 1) + {a}(n - 2)\n    return memo[n]\nprint({a}({n} + 8), len(memo))",
        )
        self.add(texts[self.integer(0, 8)])

    def add(self, text):
        """Some lines as they stand, as a tree."""
        self.run(text)
        stack = [(-1, self.block)]
        for raw in text.split("\n"):
            depth = (len(raw) - len(raw.lstrip())) // 4
            while stack[-1][0] >= depth:
                stack.pop()
            line = Line(raw.strip(), [] if raw.endswith(":") else None)
            stack[-1][1].append(line)
            if line.inside is not None:
                stack.append((depth, line.inside))

    # --- classes ----------------------------------------------------------------------------------

    def plain_class(self):
        """A class of one's own: attributes, methods, operators, inheritance."""
        c, n = self.new_name("Thing"), self.integer(1, 4)
        parts = [f"    made = []\n    size = {n}\n    def __init__(self, value, *more, scale={n}):\n        self.value, self.more = value, list(more)\n        self.scale = scale\n        {c}.made.append(value)"]
        options = [
            f"    def __repr__(self):\n        return f'{c}({{self.value}}, {{self.scale}})'", "    def __len__(self):\n        return len(self.more) + 1", "    def __getitem__(self, i):\n        return self.more[i]",
            f"    def __add__(self, other):\n        return type(self)(self.value + (other.value if isinstance(other, {c}) else other), scale=self.scale)", f"    def __eq__(self, other):\n        return isinstance(other, {c}) and self.value == other.value",
            "    @property\n    def double(self):\n        return self.value * 2", "    @staticmethod\n    def plus(a, b=1):\n        return a + b", "    @classmethod\n    def of(cls, value):\n        return cls(value, scale=cls.size)",
            "    def __call__(self, x=1):\n        return x * self.scale + self.value", "    def __iter__(self):\n        return iter([self.value, *self.more])", "    def __contains__(self, item):\n        return item in self.more",
            f"    def __lt__(self, other):\n        return self.value < other.value", "    def __bool__(self):\n        return self.value > 2", "    def __setitem__(self, i, item):\n        self.more[i] = item", "    def __matmul__(self, other):\n        return ('at', self.value, other)", "    def __enter__(self):\n        print('enter')\n        return self\n    def __exit__(self, *error):\n        print('exit', error[0] is None)\n        return True"]
        uses = ["print(a)", "print(len(a), len({c}.made))", "print(a[0])", "print((a + 2).value, (a + b).value)", "print(a == b, a != b, a == {c}({n}))", "print(a.double)", "print({c}.plus(2), a.plus(1, b=5))", "print({c}.of(9).scale)",
                "print(a(), a(x=3))", "print(list(a), sum(a))", "print(2 in a, 9 not in a)", "print(sorted([b, a], key=lambda o: o.value)[0].value, a < b)", "print('yes' if a else 'no', bool(b))", "a[0] = 5\nprint(a.more)", "print(a @ b.value)", "with a as inner:\n    print(inner is a)\n    raise ValueError('swallowed')"]
        chosen = sorted(self.random.sample(range(len(options)), self.integer(2, 6)))
        text = f"class {c}:\n" + "\n".join(parts + [options[i] for i in chosen])
        text += f"\na, b = {c}({n}, 2, 3), {c}(value=3, scale=1)\n" + "\n".join(uses[i].format(c=c, n=n) for i in chosen if i or 0 in chosen)
        if self.chance(50):
            d = self.new_name("Sub")
            body = self.choose(f"    size = 9\n    def __init__(self, *args, **kwargs):\n        super().__init__(*args, **kwargs)\n        self.extra = self.size", f"    def method(self, k=2):\n        return super({d}, self).__init__(k) or self.value",
                               f"    size = {c}.size + 1\n    extra = 'class'\n    def __init__(self, value):\n        {c}.__init__(self, value, scale=7)")
            text += f"\nclass {d}({c}):\n{body}\nc = {d}(5)\nprint(c.value, c.scale, getattr(c, 'extra', None), c.size, isinstance(c, {c}), hasattr(c, 'method'), {c}.made)"
            text += f"\nc.size = 0\nprint({d}.size, c.size, type(c).__name__, issubclass({d}, {c}))"
        self.add(text)

    def module(self):
        """A class of nn.Module, its layers and its forward."""
        c, d, n = self.new_name("Net"), self.choose(2, 3, 4), self.integer(1, 2)
        layers = {
            "fc": (f"self.fc = nn.Linear(d, d, bias={self.choose('bias', 'False')})", "x = self.fc(x)"),
            "norm": ("self.norm = nn.LayerNorm(d)", "x = self.norm(x)"),
            "w": (f"self.w = nn.Parameter(torch.ones(d) * {self.number()})", "x = x * self.w + 1"),
            "mask": ("self.register_buffer('mask', torch.tril(torch.ones(d, d)))", "s = x @ x.transpose(-2, -1)\ns = s.masked_fill(self.mask[:s.shape[-2], :s.shape[-1]] == 0, float('-inf'))\nx = s.softmax(-1) @ x"),
            "layers": (f"self.layers = nn.ModuleList([nn.Linear(d, d) for _ in range({n} + 1)])", "for i, layer in enumerate(self.layers):\n    x = x + layer(x) if i % 2 == 0 else layer(x)"),
            "seq": ("self.seq = nn.Sequential(nn.Linear(d, 2 * d), nn.ReLU(), nn.Linear(2 * d, d))", "x = self.seq(x)"),
            "heads": (f"self.heads = nn.ModuleDict({{'q': nn.Linear(d, d), 'k': nn.Identity()}})", "x = self.heads['q'](x) + self.heads['k'](x)"),
            "drop": ("self.drop = nn.Dropout(0.5)", "x = self.drop(x) if not self.training else x"),
            "q": ("self.q, self.k = nn.Linear(d, d), nn.Linear(d, d)", "x = F.softmax(self.q(x) @ self.k(x).T / d ** 0.5, dim=-1) @ x"),
            "act": (f"self.act = {self.choose('nn.ReLU()', 'nn.Softmax(dim=-1)', 'torch.relu', 'F.relu')}", "x = self.act(x)"),
        }
        chosen = self.random.sample(list(layers), self.integer(1, 4))
        base = "nn.Module"
        init = [f"self.d, self.calls = d, 0"] + [layers[k][0] for k in chosen]
        forward = ["d = self.d", "self.calls += 1"] + [layers[k][1] for k in chosen]
        tail = self.choose("return x", "return x", "return self.finish(x, flag)", "if flag:\n    return x, self.calls\nreturn x")
        indent = lambda texts: "\n".join(TAB * 2 + line for t in texts for line in t.split("\n"))
        text = f"class {c}({base}):\n    def __init__(self, d, bias=True, **kwargs):\n        {self.choose('super().__init__()', f'super({c}, self).__init__()')}\n{indent(init)}\n    def forward(self, x, flag=False):\n{indent(forward)}\n{indent([tail])}"
        text += f"\n    def finish(self, x, flag, *rest):\n        return -x if flag else x.clone()"
        text += f"\ntorch.manual_seed({self.integer(0, 9)})\nnet = {c}({self.choose(f'{d}', f'd={d}', f'{d}, bias=False')})"
        parameter = {"fc": "fc.weight", "norm": "norm.weight", "w": "w", "layers": "layers[0].weight", "seq": "seq[0].bias", "heads": "heads['q'].weight", "q": "q.weight"}
        path = [parameter[k] for k in chosen if k in parameter]
        uses = ["print(net)", "print(list(net.state_dict()))", "print([(n, tuple(p.shape)) for n, p in net.named_parameters()])", "print(sum(p.numel() for p in net.parameters()))",
                "print([type(m).__name__ for m in net.modules()])", "print([n for n, _ in net.named_children()], [n for n, _ in net.named_buffers()])", "print(net.training, net.eval().training)", "net.train(False)",
                "other = copy.deepcopy(net)\nprint(other is net, all((a == b).all() for a, b in zip(net.parameters(), other.parameters())))", "net.apply(lambda m: print(type(m).__name__))", "print(isinstance(net, nn.Module), net.calls)"]
        if path:
            p = f"net.{self.choose(*path)}"
            uses += [f"with torch.no_grad():\n    {p}.fill_(0.5)", f"with torch.no_grad():\n    {p}[0] = {n}", f"with torch.no_grad():\n    {p} *= 2", f"{p}.data += 1", f"{p}.data[0] = 0.25\nprint({p}[:1])", f"print({p})",
                     f"view = {p}.data.flatten()\nview[0] = 8\nprint({p}.data.flatten()[:2])", "state = net.state_dict()\nkey = list(state)[0]\nstate[key][0] = 3\nprint(list(net.state_dict().values())[0][:1])",
                     f"nn.init.constant_({p}, 0.5)", f"for p in net.parameters():\n    p.data.mul_(0.5)", f"saved = {p}.detach()\nkept = {p}.clone()\n{p}.data.add_(1)\nprint((saved - kept).flatten()[0])"]
        rows = self.integer(1, d)
        text += f"\nx = {self.literal((rows, d), 'f')}"
        text = "import copy\n" + text
        for _ in range(self.integer(2, 4)):
            text += "\n" + self.choose(*uses, "print(net(x))", "print(net(x, flag=True))", "print(net.forward(x))")
        text += "\nprint(net(x))"
        if self.chance(40):
            s = self.new_name("Sub")
            text += f"\nclass {s}({c}):\n    def __init__(self, d, scale=2.):\n        super().__init__(d)\n        self.scale = scale\n        self.own = nn.Parameter(torch.zeros(d))\n    def forward(self, x):\n        out = super().forward(x)\n        return out * self.scale + self.own\n    def finish(self, x, *rest, **named):\n        return x + 100"
            text += f"\nsub = {s}({d})\nprint(sub(x), [n for n, p in sub.named_parameters()])\nsub.load_state_dict(sub.state_dict())\nprint(len(list(sub.children())), sub.scale)"
        self.add(text)
        for name in ("x", "net", "sub", "other", "p", "view", "saved", "kept"):
            self.names.pop(name, None)

    # --- all --------------------------------------------------------------------------------------

    def statement(self):
        """One more: those that PyTorch refuses are drawn again."""
        for _ in range(20):
            weights = [w if self.depth < 2 or w_in else 0 for _, w, w_in in STATEMENTS]
            (kind,) = self.random.choices([k for k, _, _ in STATEMENTS], weights)
            if self.is_function and kind in ("define", "closure", "plain_class", "module", "library", "language", "layer"):
                continue
            length = len(self.block)
            try:
                getattr(self, kind)()
                return
            except Refused:
                del self.block[length:]
        self.block.append(Line("pass"))

    def finish(self):
        """All tensors, as they are in the end."""
        names = [n for n, v in self.names.items() if type(v) is torch.Tensor]
        for name in names:
            self.block.append(Line(f"print('{name}', {name})"))


# Names of methods, how often, and whether they may stand in a block that stands in a block.
STATEMENTS = (
    ("make", 4, True), ("look", 10, True), ("compute", 8, True), ("write_item", 10, True), ("write_method", 8, True),
    ("write_whole", 4, True), ("swap", 2, True), ("show", 8, True), ("arithmetic", 4, True), ("words", 2, True),
    ("collect", 4, True), ("mapping", 2, True), ("refused", 3, False), ("branch", 5, False), ("loop", 6, False),
    ("while_loop", 2, False), ("no_grad", 1, False), ("define", 5, False), ("call", 4, True), ("closure", 3, False),
    ("plain_class", 3, False), ("module", 4, False), ("statistics", 4, True), ("distances", 4, True), ("losses", 3, True), ("special", 3, True),
    ("whole_bytes", 4, True), ("library", 4, False), ("language", 3, False), ("layer", 3, False),
)


def make(seed, most=12):
    """The lines of a program."""
    author = Author(seed)
    torch.manual_seed(0)
    author.write(f"torch.manual_seed({author.integer(0, 99)})")
    author.some(2, most)
    author.finish()
    return author.lines
