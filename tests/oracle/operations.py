"""The operations that random programs are made of besides those of qkv's own table (rows.py), which
are drawn by their signatures: operators, and what has no plain call. One row each.

A row has a name, the ways to write it, a function that draws what stands in the braces, and how
near qkv must come: EXACT to the bit, CLOSE within 1e-6 of each cell, SUMMED within 1e-6 of the
largest operands (long sums may cancel). A way of writing that qkv does not know yet is left out.
"""

import re
from typing import Callable, NamedTuple

import draws
from maker import ANY, FLOATS, NUMBERS

EXACT, CLOSE, SUMMED = "exact", "close", "summed"


class Operation(NamedTuple):
    name: str
    forms: tuple
    draw: Callable
    accuracy: str = EXACT
    needs: tuple = ()  # names that qkv must be able to evaluate, where the forms do not say it


# --- writing rows ---------------------------------------------------------------------------------


def function(name, arguments="{x}"):
    """The function and the method of the same name."""
    rest = arguments.partition("{x}")[2].lstrip(", ")
    return f"torch.{name}({arguments})", f"{{x}}.{name}({rest})"


def row(name, draw, *forms, accuracy=EXACT, needs=()):
    return Operation(name, forms, draw, accuracy, needs)


def operator(name, sign, kinds=ANY, accuracy=EXACT):
    plain = (f"{{x}} {sign} {{y}}", f"{{x}} {sign} {{y}}", f"{{n}} {sign} {{x}}")
    return Operation(name, plain, draws.pair(kinds), accuracy)


def reduction(name, kinds=ANY, accuracy=EXACT, several=True):
    arguments = ["{x}", "{x}, dim={d}", "{x}, {d}", "{x}, dim={d}, keepdim={k}"]
    if several:
        arguments += ["{x}, dim={dd}", "{x}, dim={dd}, keepdim={k}"]
    forms = tuple(form for a in arguments for form in function(name, a))
    return Operation(name, forms, draws.along(kinds), accuracy)


ARITHMETIC = [
    operator("add", "+"),
    operator("sub", "-", ("fi", "fi", ANY)),
    operator("mul", "*"),
    operator("div", "/"),
    operator("floor_divide", "//", NUMBERS),
    operator("remainder", "%", NUMBERS),
    # A plain exponent is rounded to float32 first. PyTorch keeps it in double where cells do not
    # fill a vector: of 1e10 ** 1.624 it makes 1.05e-6 more or less.
    row("pow", draws.powers, "{x} ** {y}", "{x} ** {t}", "{n} ** {x}", accuracy=CLOSE),
    operator("eq", "=="),
    operator("ne", "!="),
    operator("lt", "<"),
    operator("le", "<="),
    operator("gt", ">"),
    operator("ge", ">="),
    row("and", draws.pair("ib"), "{x} & {y}"),
    row("or", draws.pair("ib"), "{x} | {y}"),
    row("xor", draws.pair("ib"), "{x} ^ {y}"),
    row("invert", draws.one("ib"), "~{x}"),
    row("neg", draws.one(("fi", "fi", ANY)), "-{x}", "+{x}"),
    row("not", draws.single, "not {x}", "{x} and 1", "1 if {x} else 2"),
    row("clamp", draws.pair(NUMBERS), "{x}.clamp(min={n})", "{x}.clamp(max={n})",
        "torch.clamp({x}, {n}, {n} + 2)", "torch.clamp({x}, min={n}, max={n})"),
    row("where", draws.chosen, "torch.where({c}, {x}, {y})", "{x}.where({c}, {y})"),
    row("masked_fill", draws.masked, "{x}.masked_fill({y}, {n})",
        "{x}.masked_fill(mask={y}, value={n})", "torch.masked_fill({x}, {y}, {n})"),
    row("abs()", draws.one(), "abs({x})", needs=("abs(torch.tensor([1.]))",)),
    row("allclose", draws.both_tensors("f"), *function("allclose", "{x}, {y}")),
    row("equal", draws.both_tensors(), *function("equal", "{x}, {y}")),
]

PRODUCTS = [
    row("matmul", draws.factors, "{x} @ {y}"),
    row("einsum", draws.equation, "torch.einsum({call})", accuracy=SUMMED),
    row("linear", draws.linear, "F.linear({x}, {w})", "F.linear({x}, {w}, {b})"),
]

REDUCTIONS = [
    reduction("mean", FLOATS, SUMMED),
    reduction("max", several=False),
    reduction("min", several=False),
    row("max, min of axis", draws.along(), "{x}.max(dim={d}).values", "{x}.max({d})[0]",
        "{x}.min({d}).indices", "torch.max({x}, {d})[1]", "torch.min({x}, dim={d}).values"),
    row("max of two", draws.both_tensors(), "torch.max({x}, {y})", "torch.min({x}, {y})"),
    reduction("var", FLOATS, accuracy=SUMMED),
    reduction("std", FLOATS, accuracy=SUMMED),
    row("var unbiased", draws.along("f"), "{x}.var({d}, unbiased={k})",
        "{x}.std(dim={d}, unbiased={k})", "torch.var({x}, dim={d}, correction=0)",
        "{x}.var(dim={d}, unbiased={k}, keepdim=True)", accuracy=SUMMED),
    reduction("norm", FLOATS, accuracy=SUMMED),
    row("softmax", draws.along(FLOATS), "nn.Softmax(dim={d})({x})"),
]

MOVES = [
    row("index", draws.index, "{x}[{key}]", needs=("1",)),
    row("index by mask", draws.selected, "{x}[{y}]",
        needs=("torch.tensor([1.])[torch.tensor([True])]",)),
    row("index by integers", draws.picked, "{x}[{y}]",
        needs=("torch.tensor([1.])[torch.tensor([0])]",)),
    row("index by several", draws.picked_several, "{x}[{key}]",
        needs=("torch.tensor([1.])[torch.tensor([0])]",)),
    row("T", draws.one(rank=2), "{x}.T"),
    row("T of other", draws.one(), "{x}.T", "{x}.mT"),
    row("reshape", draws.same_cells, "{x}.reshape({s})", "{x}.reshape(({s},))",
        "torch.reshape({x}, ({s},))"),
    row("view", draws.same_cells, "{x}.view({s})", "{x}.T.view({s})", "{x}.contiguous().view({s})",
        needs=("torch.tensor([1.]).view", "torch.tensor([1.]).contiguous")),
    row("view of moved", draws.moved, "{x}.view({s})", "{x}.is_contiguous()", "{x}.stride()",
        "{x}.stride({d})", "{x}.contiguous().view(-1)", "{x}.contiguous().stride()",
        "{x}.clone().stride()", "{x}.reshape({s}).stride()", "{x}.view(-1)",
        needs=("torch.tensor([1.]).view", "torch.tensor([1.]).stride")),
    row("split", draws.cut, *function("split", "{x}, {n}, dim={d}"), "{x}.split({n}, {d})[{i}]",
        "torch.split({x}, {s}, dim={d})[{i}]", "{x}.split({n})"),
    row("chunk", draws.cut, *function("chunk", "{x}, {n}, dim={d}"), "{x}.chunk({n}, {d})[{i}]"),
    row("cat several", draws.joined, "torch.cat([{x}, {y}, {x}, {y}], -1)",
        "torch.cat([torch.tensor([]), {x}])", "torch.stack([{x}, {y}, {x}], dim={d})"),
    row("pad", draws.padded, "F.pad({x}, {s})", "F.pad({x}, {s}, value={n})"),
    row("one_hot", draws.classes, "F.one_hot({x}, {n})", "F.one_hot({x}, num_classes={n})",
        "F.one_hot({x})"),
    row("pad_sequence", draws.joined, "nn.utils.rnn.pad_sequence([{x}, {y}], batch_first=True)",
        "nn.utils.rnn.pad_sequence([{x}, {y}], padding_value=-1)"),
    row("contiguous", draws.one(), "{x}.contiguous()", "{x}.clone()", "{x}.detach()",
        "torch.clone({x})"),
]

CONVERSIONS = [
    row("tensor", draws.nested, "torch.tensor({v})", "torch.tensor({v}, dtype=torch.{t})",
        "torch.FloatTensor([{v}])", "torch.LongTensor([{v}, {v}])",
        "torch.tensor({v}, requires_grad=False)", "torch.tensor([{v}, {w}])"),
    row("to", draws.one(), "{x}.float()", "{x}.long()", "{x}.bool()", "{x}.to(torch.float32)",
        "{x}.to(torch.int64)", "{x}.to(dtype=torch.bool)"),
    row("int", draws.one(), "{x}.int()"),
    row("plain", draws.single, "{x}.item()", "float({x})", "int({x})", "bool({x})"),
    row("tolist", draws.one(), "{x}.tolist()", "{x}.numel()", "torch.numel({x})"),
    row("shape", draws.along(), "{x}.shape", "{x}.size()", "{x}.size({d})", "{x}.dim()",
        "{x}.ndim", "{x}.dtype", "len({x})", "{x}.shape[{d}]", "{x}.size(dim={d})"),
    row("numbers", draws.plain, "{a} {o} {b}", "({a}) {o} ({b})"),
    row("format", draws.formatted, 'f"{{{a}:{s}}}"', 'f"{{{a}:.4f}}"', 'f"{{{b}}} {{{a}!r}}"',
        "str({b})", "round({b}, 2)", "[{a}, {b}, ({a},)]"),
    row("tensor in text", draws.one(), "f'{{{x}}}'", "str({x})", "[{x}, 1]", "({x}, {x})"),
]

MAKERS = [
    row("zeros, ones", draws.sizes, "torch.zeros({s})", "torch.ones({s})", "torch.zeros({l})",
        "torch.ones({l})", "torch.zeros({s}, dtype=torch.{t})",
        "torch.ones({s}, dtype=torch.{t})"),
    row("full", draws.sizes, "torch.full({s}, {n})", "torch.full({s}, {n}, dtype=torch.{t})"),
    row("eye", draws.sizes, "torch.eye({a})", "torch.eye({a}, {b})"),
    row("arange", draws.span, "torch.arange({n})", "torch.arange({a}, {b})",
        "torch.arange({a}, {b}, {s})", "torch.arange({f})", "torch.arange({b}, {a}, {q})",
        "torch.arange(start={a}, end={b})"),
    row("linspace", draws.span, "torch.linspace({a}, {b}, {n})",
        "torch.linspace({f}, {b}, steps={n})", "torch.linspace({f}, {b}, {l})",
        "torch.linspace({a}, {b}, {l}, dtype=torch.int64)"),
    row("like", draws.pair(), "torch.zeros_like({x})", "torch.ones_like({x})",
        "torch.full_like({x}, {n})", "torch.zeros_like({x}, dtype=torch.int64)"),
    row("rand", draws.seeded(draws.random_sizes), "torch.rand({s})", "torch.rand({l})",
        "torch.rand_like({x})"),
    row("randn", draws.seeded(draws.random_sizes), "torch.randn({s})", "torch.randn({l})",
        "torch.randn_like({x})"),
    row("randint", draws.seeded(draws.random_sizes), "torch.randint({a}, {b}, {s})",
        "torch.randint({b}, {s})", "torch.randint(low={a}, high={b}, size={s})"),
    row("randperm", draws.seeded(draws.random_sizes), "torch.randperm({n})"),
    row("dropout", draws.seeded(draws.random_sizes), "F.dropout({x}, {p})",
        "F.dropout({x}, p={p}, training=True)", "nn.Dropout({p})({x})",
        "F.dropout({x}, p={p}, training=False)"),
]

MODULES = [
    row("Linear", draws.seeded(draws.layer), "nn.Linear({i}, {o})({x})",
        "nn.Linear({i}, {o}, bias={b})({x})",
        "nn.Linear(in_features={i}, out_features={o}).weight", "nn.Linear({i}, {o})",
        "nn.Linear({i}, {o}).bias.detach()", "nn.Linear({i}, {o}).weight.detach()"),
    row("LayerNorm", draws.layer, "nn.LayerNorm({i})({x})", "nn.LayerNorm(({i},))({x})",
        "nn.LayerNorm({i})", "nn.LayerNorm({i}, elementwise_affine={b})({x})"),
    row("layer_norm", draws.normalized, "F.layer_norm({x}, {s})", "F.layer_norm({x}, {s}, {w}, {b})",
        "F.layer_norm({x}, {s}, weight={w})", "F.layer_norm({x}, {s}, bias={b})",
        "F.layer_norm({x}, {s}, {w}, {b}, {e})"),
    row("Embedding", draws.seeded(draws.looked_up), "nn.Embedding({n}, {d})({x})",
        "nn.Embedding({n}, {d}).weight.detach()", "nn.Embedding({n}, {d})"),
    row("Parameter", draws.one("f"), "nn.Parameter({x})", "nn.Parameter({x}) + 1"),
    row("attention", draws.heads, "F.scaled_dot_product_attention({q}, {k}, {v})",
        "F.scaled_dot_product_attention({q}, {k}, {v}, attn_mask={m})",
        "F.scaled_dot_product_attention({q}, {k}, {v}, is_causal=True)",
        "F.scaled_dot_product_attention({q}, {k}, {v}, scale=0.5)", accuracy=SUMMED),
]

OPERATIONS = ARITHMETIC + PRODUCTS + REDUCTIONS + MOVES + CONVERSIONS + MAKERS + MODULES

# --- what qkv knows -------------------------------------------------------------------------------

FIELD = re.compile(r"\{\w+\}")


def probes(operation, form):
    """Expressions that qkv can evaluate when it knows what a form is written with."""
    if operation.needs:
        return operation.needs
    method = re.match(r"\{x\}\.(\w+)", form)
    if method:
        return (f"torch.tensor([[1.]]).{method[1]}",)
    called = re.match(r"[\w.]+(?=\()", form)
    if called:
        return (called[0],)
    is_operator = re.match(r"[~+-]?\{\w\}( [^{ ]+ |$)", form)
    return (FIELD.sub("torch.tensor([1])", form),) if is_operator else ("1",)


def all_probes(operations):
    return sorted({p for o in operations for f in o.forms for p in probes(o, f)})


def known(operations, is_known):
    """The rows and forms that qkv has. `is_known` holds a truth for each probe."""
    for operation in operations:
        forms = tuple(f for f in operation.forms if all(is_known[p] for p in probes(operation, f)))
        if forms:
            yield operation._replace(forms=forms)

ACCURACY = {operation.name: operation.accuracy for operation in OPERATIONS}

# Calls that qkv refuses on purpose though PyTorch (or Python) lets them pass: how the message begins, why.
REFUSED = {
    "int: this would be int32": "lessons have int64 alone, and an int32 would print its type",
    "index: after a mask": "PyTorch counts the axes after a mask of several as if it had one",
    "tril: a triangle is": "PyTorch refuses it too, but not when there are no cells at all",
    "triu: a triangle is": "PyTorch refuses it too, but not when there are no cells at all",
    "T exchanges the two axes": "PyTorch warns that it will refuse .T for other than two axes",
    "mT needs at least two axes": "PyTorch warns that it will refuse .mT for a single number",
    **dict.fromkeys(
        ("softmax: the numbers are", "log_softmax: the numbers are", "repeat: an axis cannot be",
         *(f"{product}: {what}" for product in ("matmul", "mm", "bmm", "mv", "dot")
           for what in ("bool tensors", "bool @", "int64 @", "float32 @"))),
        "PyTorch refuses them too, but not when there are no cells at all",
    ),
    "square: bool tensors are": "PyTorch counts truths as numbers: here a mistake",
    "scatter_add: bool tensors are": "PyTorch counts truths as numbers: here a mistake",
    "sign: bool tensors are": "PyTorch counts truths as numbers: here a mistake",
    **dict.fromkeys(
        ("gather: the positions have", *(f"{row}: the tensor, the positions and the source need equally many axes"
                                      for row in ("scatter", "scatter_add"))),
        "PyTorch takes a single number for a row, and any axes where there are no places",
    ),
    **dict.fromkeys(
        (f"{row}: positions must be int64" for row in ("gather", "scatter", "scatter_add")),
        "PyTorch refuses it too, but not when there are no places",
    ),
    **dict.fromkeys(
        ("roll: there is no axis", "unfold: windows of -"),
        "PyTorch refuses it too, but not when there are no cells at all",
    ),
    "any: 'dim' names no axis": "PyTorch takes no axes for none of any and all, and for all elsewhere",
    "all: 'dim' names no axis": "PyTorch takes no axes for none of any and all, and for all elsewhere",
    **dict.fromkeys(("rand_like draws", "randn_like draws", "rand draws", "randn draws"), "lessons draw float32 alone"),
    "einsum: operands of": "PyTorch takes operands of two types where nothing is summed over both",
    "**: bool tensors have": "PyTorch counts truths as numbers: here a mistake",
    "'==' does not work between": "Python compares a tensor with a text or list: here a mistake",
    "'*' does not work between": "Python repeats a list as often as a tensor says: here a mistake",
    "'%' does not work between a str": "Python takes a tensor for a dictionary: here a mistake",
    "'data' must be a tensor, but this is None": "PyTorch makes a parameter of no numbers of it",
    "'!=' does not work between": "Python compares a tensor with a text or list: here a mistake",
}
