"""What stands in the braces of a form: operands drawn for one kind of call or another.

Each function takes a Maker and gives a dict of texts. Mostly they fit together; now and then they
do not.
"""

import math

from maker import ANY, MOST_CELLS, NUMBERS


def one(kinds=ANY, rank=None, least=0):
    return lambda m: {"x": m.tensor(kinds, rank=rank, least=least)}


def single(m):
    """A tensor that has one cell, or nearly always."""
    return {"x": m.tensor(shape=m.choose((), (), (1,), (1, 1), (2,)))}


def pair(kinds=ANY):
    """A tensor, something that broadcasts with it, and a plain number."""

    def draw(m):
        x = m.tensor(kinds)
        return {"x": x, "y": m.partner(x, kinds), "n": m.number(kinds)}

    return draw


def both_tensors(kinds=ANY):
    def draw(m):
        x = m.tensor(kinds)
        return {"x": x, "y": m.tensor(kinds, shape=m.partner_shape(m.shape_of(x)))}

    return draw


def powers(m):
    x = m.tensor(NUMBERS)
    return {"x": x, "y": m.choose("0", "1", "2", "3", "0.5", "-1", "-2.0", "-0.5", "2.5"),
            "t": m.partner(x, NUMBERS), "n": m.choose("2", "0.5", "2.0", "0", "1")}


def along(kinds=ANY, least=0):
    """A tensor, one axis of it, several axes, and whether to keep them."""

    def draw(m):
        x = m.tensor(kinds, least=least)
        return {"x": x, "d": m.dim(x), "dd": m.dims(x), "k": m.choose("True", "False")}

    return draw


def factors(m):
    """Matrices that fit, or nearly always do; vectors and batches too."""
    rows, inner, columns = m.integer(1, 5), m.choose(1, 2, 3, 4, 5, 8, 13, 16, 64), m.integer(1, 5)
    batch = m.choose((), (), (), (1,), (2,), (2, 3))
    if inner > 8:
        rows, columns, batch = m.choose((1, 2, ()), (2, 1, ()), (2, 1, (1,)))
    kinds = m.choose("f", "f", "f", "f", "i", ANY)
    left, right = (rows, inner), (inner + m.chance(4), columns)
    case = m.integer(0, 9)
    if case == 0:
        left = (inner,)
    elif case == 1:
        right = (inner,)
    else:
        left = (*m.choose((), batch), *left)
        right = (*m.choose((), batch), *right)
    return {"x": m.tensor(kinds, shape=left), "y": m.tensor(kinds, shape=right)}


def ranked_factors(*ranks):
    """Factors with fixed numbers of axes: for mm, bmm, mv and dot."""

    def draw(m):
        sizes = {axis: m.integer(1, 5) for axis in "bmkn"}
        shapes = [tuple(sizes[axis] + m.chance(2) for axis in rank) for rank in ranks]
        kinds = m.choose("f", "f", "f", "i")
        return dict(zip("xy", (m.tensor(kinds, shape=s) for s in shapes)))

    return draw


EQUATIONS = (("ij,jk->ik", "mk", "kn"), ("ij,kj->ik", "mk", "nk"), ("bid,bjd->bij", "bmk", "bnk"),
             ("bij,bjd->bid", "bmk", "bkn"), ("i,j->ij", "m", "n"), ("i,i->", "k", "k"),
             ("ij->ji", "mk", None), ("ij->i", "mk", None), ("ij->", "mk", None),
             ("ii->i", "mm", None), ("b i d , b j d -> b i j", "bmk", "bnk"))


def known_equation(m):
    text, left, right = m.choose(*EQUATIONS)
    fields = ranked_factors(left, right or left)(m)
    operands = "{x}" if right is None else "{x}, {y}"
    return {"call": f"'{text}', {operands.format(**fields)}"}


def equation(m):
    """Any letters in any order: some stand twice, some are summed in one operand alone."""
    if m.chance(30):
        return known_equation(m)
    size = {letter: m.choose(1, 2, 3, 3, 4) for letter in "aBcij"}
    if m.chance(10):
        size["j"] = 40
    parts, operands, kinds = [], [], m.choose("f", "f", "f", "i", ANY)
    for _ in range(m.choose(1, 2, 2, 2)):
        letters = [m.choose(*size) for _ in range(m.integer(0, 3))]
        while math.prod(size[x] for x in letters) > MOST_CELLS:
            letters.pop()
        shape = tuple(1 if m.chance(4) else size[x] + m.chance(1) for x in letters)
        more = m.choose((), (), (2,), (1, 2), (3, 2)) if m.chance(20) else None
        if more is not None:
            letters.insert(0, "...")
            shape = (*more, *shape)
        parts.append("".join(letters))
        operands.append(m.tensor(kinds, shape=shape))
    text = ",".join(parts)
    if m.chance(80):
        letters = [x for x in size if x in text and m.chance(60)]
        m.random.shuffle(letters)
        letters += ["..."] if "..." in text and m.chance(80) else []
        letters += [m.choose(*size)] if m.chance(3) else []
        text += " -> " * m.chance(10) or "->"
        text += "".join(letters)
    operands = ", ".join(operands)
    return {"call": f"'{text}', [{operands}]" if m.chance(20) else f"'{text}', {operands}"}


def index(m):
    x = m.tensor(least=1)
    keys = [subscript(m) for _ in range(m.integer(1, max(1, len(m.shape_of(x)))))]
    if m.chance(15):
        keys.insert(m.integer(0, len(keys)), m.choose("None", "..."))
    return {"x": x, "key": ", ".join(keys)}


def subscript(m):
    def part(percent):
        return str(m.integer(-4, 4)) if m.chance(percent) else ""

    if m.chance(45):
        return str(m.integer(-2, 1) if m.chance(90) else m.integer(-6, 6))
    step = m.choose("", "", "", ":", ":1", ":2", ":3", ":0" if m.chance(20) else ":2")
    return f"{part(50)}:{part(50)}{step}"


def masked(m):
    x = m.tensor()
    return {"x": x, "y": m.tensor("b", shape=m.partner_shape(m.shape_of(x))), "n": m.number(ANY)}


def chosen(m):
    x = m.tensor()
    y, c = m.partner(x), m.tensor("b", shape=m.partner_shape(m.shape_of(x)))
    return {"x": x, "y": y, "c": c}


def selected(m):
    """A mask of the first axes."""
    x = m.tensor(least=1)
    shape = m.shape_of(x)
    return {"x": x, "y": m.tensor("b", shape=shape[: m.integer(1, len(shape) or 1)])}


def picked(m):
    """Integers as an index: rows in another order."""
    x = m.tensor(least=1)
    size = (m.shape_of(x) or (1,))[0]
    rows = [m.integer(-size, size - 1 + m.chance(3)) if size else 0 for _ in range(m.integer(1, 4))]
    return {"x": x, "y": f"torch.tensor({rows})"}


def picked_several(m):
    """Positions, masks, slices and integers between the same brackets."""
    x = m.tensor(least=1)
    shape, keys, d = m.shape_of(x), [], 0
    length = m.integer(1, 3)
    while d < len(shape) and (not keys or m.chance(75)):
        kind, size = m.integer(0, 8), shape[d]
        rows = [m.integer(-size, size - 1 + m.chance(3)) if size else 0 for _ in range(length)]
        if kind <= 2:
            keys.append(f"torch.tensor({rows})")
        elif kind == 3:
            keys.append(f"torch.tensor({[[m.choose(*rows)] for _ in range(m.integer(1, 2))]})")
        elif kind == 4:
            keys.append(m.choose(str(rows), "[]", "True", str([m.chance(50) > 0] * size)))
        elif kind == 5:
            wide = m.integer(1, 2)
            keys.append(m.tensor("b", shape=shape[d: d + wide]))
            d += wide - 1
        else:
            rest = ":" if "..." in keys else "..."
            keys.append(m.choose(":", ":", "None", rest, "0", "1:", "::2"))
            d -= keys[-1] == "None"
        d += keys[-1] != "True"
    return {"x": x, "key": ", ".join(keys)}


def same_cells(m):
    """A tensor and sizes with as many cells, one of them perhaps -1."""
    x = m.tensor()
    left, sizes = 1, []
    for n in m.shape_of(x):
        left *= n
    for n in (2, 3, 2, 5):
        if left and left % n == 0 and m.chance(60):
            sizes.append(n)
            left //= n
    sizes.insert(m.integer(0, len(sizes)), left + m.chance(3))
    if m.chance(30):
        sizes[m.integer(0, len(sizes) - 1)] = -1
    return {"x": x, "s": ", ".join(map(str, sizes))}


def moved(m):
    """A tensor that went through a chain of moves and a little arithmetic; sizes for view."""
    shape = [m.choose(1, 2, 2, 3, 4, 0 if m.chance(5) else 3) for _ in range(m.integer(1, 4))]
    x = m.tensor("fi", shape=shape)
    for _ in range(m.integer(1, 5)):
        x, shape = move(m, x, shape)
    sizes, cells = [], math.prod(shape)
    for n in (shape if m.chance(50) else m.random.sample((2, 3, 4, 6), 3)):
        if n and cells % n == 0 and m.chance(70):
            sizes.append(n)
            cells //= n
    sizes.insert(m.integer(0, len(sizes)), cells)
    return {"x": x, "s": ", ".join(map(str, sizes)), "d": m.integer(-2, 1)}


def move(m, x, shape):
    """One step of such a chain: the expression and the shape it has."""
    rank = len(shape)
    kind = m.integer(0, 12)
    d = m.integer(0, rank - 1) if rank else 0
    rest = shape[:d] + shape[d + 1:]
    if kind <= 1 and rank > 1:
        e = m.integer(0, rank - 1)
        shape = list(shape)
        shape[d], shape[e] = shape[e], shape[d]
        return f"{x}.transpose({d}, {e})", shape
    if kind == 2 and rank > 1:
        axes = m.random.sample(range(rank), rank)
        return f"{x}.permute({', '.join(map(str, axes))})", [shape[a] for a in axes]
    if kind <= 4 and rank:
        start, step = m.integer(0, 1), m.integer(1, 2)
        size = len(range(shape[d])[start::step])
        keys = [":"] * d + [m.choose(f"{start}::{step}", f"{start}::{step}, None")]
        more = [1] if "None" in keys[-1] and rank < 5 else []
        key = ", ".join(keys) if more else ", ".join([":"] * d + [f"{start}::{step}"])
        return f"{x}[{key}]", shape[:d] + [size] + more + shape[d + 1:]
    if kind == 5 and rank and shape[d]:
        return f"{x}[{', '.join([':'] * d + ['-1'])}]", rest
    if kind == 6 and rank < 5:
        return f"{x}.unsqueeze({d})", shape[:d] + [1] + shape[d:]
    if kind == 7:
        if rank and shape[d] == 1 and m.chance(50):
            return f"{x}.squeeze({d})", rest
        return f"{x}.squeeze()", [n for n in shape if n != 1]
    if kind == 8 and rank < 5:
        sizes = [m.integer(1, 2)] + [m.integer(1, 3) if n == 1 else m.choose(n, -1) for n in shape]
        after = [n if size == -1 else size for n, size in zip([1] + shape, sizes)]
        if math.prod(after) < 200:
            return f"{x}.expand({', '.join(map(str, sizes))})", after
    if kind == 9 and rank > 1:
        joined = math.prod(shape[d: d + 2])
        after = shape[:d] + [joined] + shape[d + 2:]
        end = min(d + 1, rank - 1)
        return m.choose(f"{x}.flatten({d}, {end})",
                        f"{x}.reshape({', '.join(map(str, after))})"), after
    if kind == 10:
        other = m.tensor("f", shape=shape[m.integer(0, rank):])
        return m.choose(f"({x} + {other})", f"({other} * {x})", f"torch.where({other} > 0, {x}, 0.5)"), \
            shape
    if kind == 11 and 0 < rank < 5:
        return m.choose((f"{x}.flip({d})", shape), (f"torch.stack([{x}, {x}])", [2] + shape),
                        (f"torch.cat([{x}, {x}], {d})", shape[:d] + [2 * shape[d]] + shape[d + 1:]),
                        (f"F.pad({x}, (1, 0))", shape[:-1] + [shape[-1] + 1]),
                        (f"F.pad({x}, (0, 0))", shape), (f"{x}.split(1, {d})[0]",
                                                         shape[:d] + [min(1, shape[d])] + shape[d + 1:]),
                        (f"{x}[{', '.join([':'] * d + ['[0, 0]'])}]",
                         shape[:d] + [2] + shape[d + 1:]) if shape[d] else (x, shape))
    return m.choose(f"({x} * 2)", f"{x}.abs()", f"{x}.float()", f"({x} > 0)", f"{x}.clone()",
                    f"{x}.contiguous()", f"(1 - {x})", f"{x}.masked_fill({x} > 1, 0)"), shape


def cut(m):
    """A tensor, an axis of it, a size, a list of sizes, and which piece."""
    x = m.tensor(least=1)
    shape, d = m.shape_of(x), m.dim(x)
    size = shape[d] if shape and -len(shape) <= d < len(shape) else 3
    first = m.integer(0, size)
    sizes = [first, size - first + m.chance(4)]
    return {"x": x, "d": d, "n": m.integer(1, 3), "s": sizes, "i": m.choose(0, 0, -1, 1)}


def joined(m):
    """Tensors that differ along one axis only, and that axis."""
    x = m.tensor()
    shape, d = list(m.shape_of(x)), m.dim(x)
    if shape and m.chance(50) and -len(shape) <= d < len(shape):
        shape[d] = m.size()
    return {"x": x, "y": m.tensor(shape=shape), "d": d}


def padded(m):
    x = m.tensor(least=1)
    ends = [m.integer(0, 2) for _ in range(2 * m.integer(1, len(m.shape_of(x)) or 1))]
    if m.chance(10):
        ends[0] = -1
    return {"x": x, "s": m.shape_text(ends), "n": m.number()}


def classes(m):
    rows = [m.integer(0, 4) for _ in range(m.integer(1, 4))]
    x = f"torch.tensor({rows})" if m.chance(70) else m.tensor("i")
    return {"x": x, "n": m.choose(5, 6, 3, -1)}


def nested(m):
    """Lists in lists: of one shape, the second perhaps not."""
    kinds, shape = m.choose("f", "i", "b", "ib", "fib"), m.shape()
    other = m.shape() if m.chance(20) and 0 not in shape else shape
    return {"v": m.nested(shape, kinds), "w": m.nested(other, kinds),
            "t": m.choose("float32", "int64", "bool", "float", "long")}


def sizes(m):
    shape = m.shape()
    return {"s": m.shape_text(shape), "l": ", ".join(map(str, shape)) or "()",
            "n": m.number(), "t": m.choose("float32", "int64", "bool", "float", "long"),
            "a": m.integer(0, 6), "b": m.integer(0, 6)}


def span(m):
    a, b = sorted((m.integer(-5, 9), m.integer(-5, 9)))
    return {"a": a, "b": b, "s": m.choose(1, 2, 3, 0.5), "q": m.choose(-1, -2, 0),
            "n": m.integer(0, 9), "f": m.number("f"), "l": m.integer(0, 50)}


def seeded(draw):
    """The same for what draws random numbers."""

    def draw_seeded(m):
        m.seed()
        return draw(m)

    return draw_seeded


def random_sizes(m):
    shape = m.choose(m.shape(), (m.integer(1, 40),), (m.integer(1, 5), m.integer(1, 9)))
    return {"s": m.shape_text(shape), "l": ", ".join(map(str, shape)) or "()", "n": m.integer(0, 9),
            "a": m.integer(-9, 0), "b": m.integer(0, 9), "x": m.tensor("f"),
            "p": m.choose(0, 0.1, 0.2, 0.25, 0.5, 0.8, 1.0, 1.5)}


def layer(m):
    """An input and the sizes of a layer that takes it."""
    x = m.tensor("f", least=1)
    width = (m.shape_of(x) or (3,))[-1] + m.chance(3)
    return {"x": x, "i": width, "o": m.integer(1, 5), "b": m.choose("True", "False")}


def normalized(m):
    """Rows of any length, ordinary or nearly constant, over one to three axes; weight and bias."""
    m.seed()
    rank, batch = m.choose(1, 1, 1, 2, 3), m.choose((), (), (2,), (3, 2))
    sizes = tuple(m.integer(1, (70, 9, 5)[rank - 1]) for _ in range(rank))
    if m.chance(10):
        sizes, batch = (m.choose(128, 130, 257, 300),), ()

    def drawn(sizes, after=""):
        return m.assign(f"torch.randn({m.shape_text(sizes)}){after}", "randn")

    spread = m.choose("", "", " / 1000 + 5", " * 1e-6 + 1", " * 0", " / 0")
    parameter = sizes[1:] if m.chance(3) else sizes
    return {"x": drawn((*batch, *sizes), spread), "s": m.shape_text(sizes), "w": drawn(parameter),
            "b": drawn(parameter), "e": m.choose("1e-5", "1e-12", "0.5")}


def linear(m):
    x = m.tensor("f", least=1)
    width, out = (m.shape_of(x) or (3,))[-1], m.integer(1, 4)
    return {"x": x, "w": m.tensor("f", shape=(out, width)), "b": m.tensor("f", shape=(out,))}


def looked_up(m):
    rows = [m.integer(0, 5 + m.chance(3)) for _ in range(m.integer(1, 5))]
    return {"x": f"torch.tensor({rows})", "n": 6, "d": m.integer(1, 5)}


def heads(m):
    """Queries, keys and values that fit, and a mask."""
    batch, rows, keys, width = m.choose((), (2,)), m.integer(1, 4), m.integer(1, 4), m.integer(1, 4)
    shapes = ((rows, width), (keys, width), (keys, m.integer(1, 4)))
    fields = dict(zip("qkv", (m.tensor("f", shape=(*batch, *s)) for s in shapes)))
    return {**fields, "m": m.tensor("b", shape=(rows, keys))}


def plain(m):
    """Plain numbers between Python's operators."""
    operator = m.choose("+", "-", "*", "/", "//", "%", "**", "==", "<", "<=", "!=", "&", "|", "^")
    kinds = "ib" if operator in "&|^" else m.choose("f", "i", "fib")
    right = str(m.integer(-3, 4)) if operator == "**" else m.number(kinds)
    return {"a": m.number(kinds), "o": operator, "b": right}


SPECS = (".4f", ".2f", ".0f", ".3e", "8.3f", "", ".1%", "g", ".3g", "6", "<8", ">8", "+.2f", "05")


def formatted(m):
    return {"a": m.number("fi"), "b": m.number("f"), "s": m.choose(*SPECS)}
