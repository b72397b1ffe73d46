"""Writes the golden_*.h of this folder: what a real PyTorch computes, to the bit.

    python3 golden.py [FOLDER]

The tensors come from the stream of sample.c. A long result is kept as a fingerprint of its bits.
The products need a BLAS that fuses its multiply-adds (golden_matmul.h says which was used).
"""

import itertools
import math
import pathlib
import sys

import torch

sys.path.append(str(pathlib.Path(__file__).parents[1] / "oracle"))
import attention  # noqa: E402
from builds import Defined  # noqa: E402

SPECIAL = [0.0, -0.0, 1.0, -1.0, 2.0, 0.5, math.inf, -math.inf, math.nan, 1e-45, -1e-40, 3.4e38]
OLD = """PyTorch 1.13.0a0 (Debian's python3-torch 1.13.1+dfsg-4, x86-64, CPU capability AVX2,
 * without MKL), one thread."""
# Of the wheel of PyPI, whose BLAS is MKL: with it the products are left as they are.
NEW = "PyTorch 2.14.1+cu130 of PyPI (x86-64, ATEN_CPU_CAPABILITY=avx2), one thread."
WHERE = NEW if torch.backends.mkl.is_available() else OLD


def words(seed, count):
    for _ in range(count):
        seed = (seed * 1664525 + 1013904223) & 0xFFFFFFFF
        yield seed


def cell(kind, word):
    high = word >> 8
    if kind == "I":
        return high % 41 - 20
    if kind == "B":
        return bool(word >> 16 & 1)
    if kind == "S" and high % 3 == 0:
        return SPECIAL[(word >> 16) % len(SPECIAL)]
    if kind == "H" and high % 4 == 0:
        return -math.inf
    return (high - 2**23) / 2**21


def sample(kind, seed, size):
    dtype = {"I": torch.int64, "B": torch.bool}.get(kind, torch.float32)
    cells = [cell(kind, w) for w in words(seed, math.prod(size))]
    return torch.tensor(cells, dtype=dtype).reshape(size)


def fingerprint(t):
    t = t.contiguous().flatten()
    if t.dtype == torch.float32:
        pairs = zip(t.tolist(), t.view(torch.int32).tolist())
        bits = [0x7FC00000 if math.isnan(x) else b for x, b in pairs]
    else:
        bits = [w for x in t.tolist() for w in (int(x), int(x) >> 32)]
    h = 0x811C9DC5
    for b in bits:
        h = ((h ^ (b & 0xFFFFFFFF)) * 0x01000193) & 0xFFFFFFFF
    return f"0x{h:08X}U"


def name(dtype):
    return {torch.float32: "'F'", torch.int64: "'I'", torch.bool: "'B'"}[dtype]


def literal(x):
    if math.isnan(x):
        return "NAN"
    if math.isinf(x):
        return "INFINITY" if x > 0 else "-INFINITY"
    mantissa, exponent = float(x).hex().split("p")
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}p{exponent}F"


def braces(items):
    return "{" + ", ".join(str(i) for i in items) + "}"


def cells(t):
    texts = [literal(x) for x in t.flatten().tolist()]
    return [", ".join(texts[i : i + 4]) for i in range(0, len(texts), 4)]


def shape(t):
    return f"{t.dim()}, {braces(t.shape or [0])}"


class Table:
    """One file: what it is about, then its tables."""

    def __init__(self, stem, note=""):
        guard = f"TESTS_CORE_GOLDEN_{stem.upper()}_H"
        self.path = f"golden_{stem}.h"
        self.lines = [
            f"/* Computed by {WHERE}{note}",
            " * Written by golden.py. The table that a row belongs to says how its operands are made:",
            " * seed 1 for the first row, then 2, and so on. */",
            f"#ifndef {guard}",
            f"#define {guard}",
            "",
            "#include <math.h>",
            "#include <stdint.h>",
            "",
            "/* clang-format off */",
        ]

    def add(self, declaration, rows):
        self.lines += [declaration + " = {"] + ["    " + row + "," for row in rows] + ["};", ""]

    def write(self, folder):
        text = "\n".join(self.lines[:-1] + ["/* clang-format on */", "", "#endif", ""])
        (folder / self.path).write_text(text)


def exp_table():
    t = Table("exp")
    inputs = [0.0, -0.0, 1.0, -1.0, 0.1, -0.1, 0.5, 1e-8, -1e-30, 2.5, -3.25, 10.0, -10.0, 20.3]
    inputs += [-42.7, 88.0, 88.72, 88.73, 99.0, 101.0, -86.5, -87.5, -95.0, -103.0, -103.9, -104.0]
    inputs += [-105.0, 1e-45, math.inf, -math.inf, math.nan]
    x = torch.tensor(inputs)
    t.add("static const struct {\n    float x, power;\n} golden_exp[]",
          [braces((literal(a), literal(b))) for a, b in zip(x.tolist(), torch.exp(x).tolist())])
#A column that does not fill a vector is taken with libm's exponential.
    inputs = [0.0, -1e-8, -0.1, -0.3, -0.7, -1.0, -1.9, -2.5, -7.3, -20.7, -50.3, -87.4, -95.1]
    x = torch.tensor(inputs + [-103.5])
    e = [torch.softmax(torch.tensor([[0.0], [a]]), 0)[1, 0].item() for a in x.tolist()]
    t.add("/* Share that softmax over the first axis gives to the second of 0 and x. */\n"
          "static const struct {\n    float x, share;\n} golden_share[]",
          [braces((literal(a), literal(b))) for a, b in zip(x.tolist(), e)])
    return t


def sum_table():
    t = Table("sum")
    x = sample("F", 1, (3, 5))
    for axis in (0, 1):
        t.add(f"/* The sum of sample 'F' 1 (3, 5) over axis {axis}. */\n"
              f"static const float golden_sum_axis{axis}[]", cells(x.sum(axis)))
    cases = [((n,), (0,)) for n in (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 31, 33, 64, 70, 600)]
    cases += [((3, n), (1,)) for n in (4, 7, 8, 17, 70)]
    cases += [((n, 3), (0,)) for n in (2, 5, 16, 70)]
    cases += [((n, 7), (0,)) for n in (9, 17)] + [((n, 8), (0,)) for n in (3, 33)]
    cases += [((6, 35), (0,)), ((6, 20), (0,)), ((6, 50), (0,)), ((20, 70), (0,))]
    cases += [((600, 40), (0,)), ((2, 5, 9), (1,)), ((4, 3, 40), (1,))]
    cases += [((2, 3, 4), ()), ((5, 1, 9), (0, 1)), ((2, 3, 4), (1, 2)), ((2, 9, 3), (0, 1))]
    cases += [((5, 1, 9), (0, 2))]
#A kept axis between reduced ones.
    cases += [((3, 4, 5), (0, 2)), ((5, 3, 9), (0, 2)), ((2, 3, 4, 5), (1, 3))]
    cases += [((3, 2, 5, 9), (0, 2))]
    cases += [((4, 1, 3, 17), (0, 3)), ((2, 3, 2, 3, 11), (0, 2, 4)), ((2, 3, 4, 2, 3), (1, 3))]
    rows = []
    for seed, (size, axes) in enumerate(cases, 1):
        x = sample("F", seed, size)
        mask = sum(1 << a for a in axes) if axes else (1 << len(size)) - 1
        rows.append(braces((shape(x), mask, fingerprint(x.sum(axes) if axes else x.sum()))))
    t.add("/* Sample 'F', summed over the axes whose bits are set. */\n"
          "static const struct {\n    int rank;\n    int64_t size[5];\n    unsigned axes;\n"
          "    uint32_t bits;\n} golden_sums[]", rows)
    return t


def softmax_table():
    t = Table("softmax")
    x = sample("F", 1, (3, 4))
    for axis in (0, 1):
        t.add(f"/* The softmax of sample 'F' 1 (3, 4) over axis {axis}. */\n"
              f"static const float golden_softmax_axis{axis}[]", cells(x.softmax(axis)))
    cases = [("F", (n,), 0) for n in (1, 2, 3, 7, 8, 9, 16, 21, 64, 70)]
    cases += [("H", (4, n), 1) for n in (2, 5, 8, 13)] + [("S", (5, 6), 1), ("S", (5, 6), 0)]
    cases += [("F", (n, 1), 0) for n in (2, 9)] + [("H", (n, 4), 0) for n in (2, 4, 8, 40)]
    cases += [("F", (n, 8), 0) for n in (3, 9)] + [("F", (6, 19), 0), ("F", (2, 5, 3), 1)]
    cases += [("H", (3, 4, 10), 1)]
    cases += [("F", (2, 2, 4, 4), 2), ("F", (2, 2, 4, 4), 3), ("F", (3, 2, 2, 9), 0)]
    rows = []
    for seed, (kind, size, axis) in enumerate(cases, 1):
        x = sample(kind, seed, size)
        rows.append(braces((f"'{kind}'", shape(x), axis, fingerprint(x.softmax(axis)))))
    t.add("static const struct {\n    char kind;\n    int rank;\n    int64_t size[4];\n"
          "    int axis;\n    uint32_t bits;\n} golden_softmaxes[]", rows)
    return t


BLAS = """ Its BLAS was OpenBLAS
 * 0.3.21 with AVX2 kernels;
the sizes are those where these take the terms in order : fewer than 8 * terms,
    or fewer than 4 rows, or fewer than 8 columns; with a vector, 2 or 3 terms."""


def matmul_table():
    t = Table("matmul", BLAS)
    a, b = sample("F", 1, (2, 3)), sample("F", 2, (3, 2))
    t.add("/* Sample 'F' 1 (2, 3) @ sample 'F' 2 (3, 2). */\nstatic const float golden_product[]",
          cells(a @ b))
    pairs = [((1,), (1,)), ((2,), (2,)), ((4, 3), (3,)), ((2, 3, 2), (2,)), ((3,), (2, 3, 4))]
    pairs += [((5,), (5, 9))]
    pairs += [((40,), (40, 3)), ((2, 7), (7, 5)), ((6, 4), (4, 8)), ((3, 64), (64, 9))]
    pairs += [((20, 30), (30, 7)), ((2, 3, 7), (7, 9)), ((1, 3, 40), (40, 20)), ((5, 6), (2, 6, 3))]
    pairs += [((2, 3, 4), (2, 4, 3))]
#Below 400 multiplications a batch is not fused.
    pairs += [((2, 8, 7), (2, 7, 7)), ((2, 10, 5), (2, 5, 8)), ((2, 3, 66), (2, 66, 2))]
    pairs += [((2, 3, 67), (2, 67, 2))]
    pairs += [((2, 2, 4, 2), (2, 2, 2, 4)), ((2, 1, 3, 30), (3, 30, 7)), ((1, 4, 5), (3, 5, 2))]
    pairs += [((3, 1, 2, 4), (1, 2, 4, 3)), ((2, 1, 1, 3, 2), (3, 1, 2, 5)), ((3, 1, 9), (1, 9, 1))]
    cases = [("F", a, b) for a, b in pairs] + [("I", (3, 12), (12, 4)), ("I", (2, 3, 4), (4,))]
    rows = []
    for seed, (kind, size_a, size_b) in enumerate(cases, 1):
        a, b = sample(kind, seed, size_a), sample(kind, seed + 1000, size_b)
        rows.append(braces((f"'{kind}'", shape(a), shape(b), fingerprint(a @ b))))
    t.add("/* The right side has a seed that is larger by 1000. */\n"
          "static const struct {\n    char kind;\n    int a_rank;\n    int64_t a[5];\n"
          "    int b_rank;\n    int64_t b[5];\n    uint32_t bits;\n} golden_products[]", rows)
    return t


def linear_table():
    t = Table("linear", BLAS)
#(x, out, with bias) : the chain over the inputs first, the bias afterwards, whatever the rank.
    cases = [((3,), 2, True), ((4, 3), 2, True), ((4, 3), 2, False), ((2, 4, 3), 3, True)]
    cases += [((2, 4, 3), 3, False), ((1, 7), 5, True), ((3, 64), 7, True), ((3, 1, 64), 9, True)]
    cases += [((2, 2, 3, 5), 4, True), ((2, 2, 3, 5), 4, False), ((0, 3), 2, True)]
    rows = []
    for seed, (size, out, has_bias) in enumerate(cases, 1):
        x, weight = sample("F", seed, size), sample("F", seed + 1000, (out, size[-1]))
        bias = sample("F", seed + 2000, (out,)) if has_bias else None
        result = torch.nn.functional.linear(x, weight, bias)
        row = shape(x), out, "true" if has_bias else "false", fingerprint(result)
        rows.append(braces(row))
    t.add("/* The weight (out, in) has a seed that is larger by 1000, the bias (out,) by 2000. */\n"
          "static const struct {\n    int rank;\n    int64_t x[4];\n    int64_t out;\n"
          "    bool has_bias;\n    uint32_t bits;\n} golden_linear[]", rows)
    t.lines.insert(t.lines.index("#include <stdint.h>"), "#include <stdbool.h>")
    return t


def layers_table():
    t = Table("layers")
    torch.manual_seed(123)
    layer = torch.nn.Linear(3, 2)
    t.add("/* Seed 123, Linear(3, 2). */\nstatic const float golden_weight[]", cells(layer.weight))
    t.add("static const float golden_bias[]", cells(layer.bias))
    rows = []
    for seed in range(1, 6):
        torch.manual_seed(seed)
        with torch.no_grad():
            made = [*torch.nn.Linear(7, 5).parameters(), torch.nn.Embedding(5, 4).weight]
            made += [torch.nn.Embedding(6, 3, padding_idx=2).weight]
            made += [torch.nn.Linear(4, 3, bias=False).weight, torch.nn.LayerNorm(3).weight]
            made += [torch.nn.functional.dropout(sample("F", seed, (4, 5)), 0.4)]
        rows.append(braces([fingerprint(x) for x in made]))
    t.add("/* Each row in one go after its seed, 1 to 5: Linear(7, 5), its weight and bias; Embedding(5, 4);\n"
          " * Embedding(6, 3, padding_idx=2); Linear(4, 3, bias=False); LayerNorm(3); dropout with p = 0.4\n"
          " * of a sample (4, 5). */\nstatic const uint32_t golden_drawn[][7]", rows)
    return t


def reduced(op, x, axis, number):
    """The operation `op` over an axis; `number` is its other parameter."""
    if op in ("var", "std"):
        return getattr(torch, op)(x, (axis,), unbiased=bool(number))
    if op == "norm":
        return torch.norm(x, number, axis)
    if op == "layer_norm":
        return torch.nn.functional.layer_norm(x, x.shape[axis:], eps=number)
    return getattr(torch, op)(x, axis)


def along_table():
    t = Table("along")
    cases = [(op, "F", size, axis, n) for op in ("var", "std") for n in (1, 0)
             for size, axis in (((5,), 0), ((3, 4), 1), ((3, 4), 0), ((2, 3, 5), 1), ((4, 9), 1))]
#Few numbers : PyTorch adds up more of them in vectors.
    cases += [("norm", "F", size, axis, p) for p in (2.0, 1.0, 0.0, math.inf, -math.inf)
              for size, axis in (((3,), 0), ((4, 3), 1), ((2, 4), 0))]
    cases += [("cumsum", kind, size, axis, 0) for kind in "FIB"
              for size, axis in (((70,), 0), ((3, 4), 0), ((2, 3, 4), 1))]
    cases += [(op, kind, size, axis, 0) for op in ("argmax", "argmin", "log_softmax")
              for kind in ("F" if op == "log_softmax" else "SI")
              for size, axis in (((6,), 0), ((3, 5), 1), ((2, 4, 3), 1))]
    cases += [("layer_norm", "F", size, axis, eps) for eps in (1e-5, 0.5)
              for size, axis in (((4,), 0), ((3, 5), 1), ((2, 3, 8), 2), ((2, 3, 4), 1))]
    rows = []
    for seed, (op, kind, size, axis, number) in enumerate(cases, 1):
        x = sample(kind, seed, size)
        value = f"{'-' if number < 0 else ''}HUGE_VAL" if math.isinf(number) else float(number)
        bits = fingerprint(reduced(op, x, axis, number))
        rows.append(braces((f'"{op}"', f"'{kind}'", shape(x), axis, value, bits)))
    t.add("/* A sample, over one axis; layer_norm from that axis on. The number is the correction of var"
          "\n * and std, p of norm, eps of layer_norm. */\n"
          "static const struct {\n    const char *op;\n    char kind;\n    int rank;\n"
          "    int64_t size[3];\n    int axis;\n    double number;\n    uint32_t bits;\n"
          "} golden_along[]", rows)
    return t


def einsum_table():
    t = Table("einsum", " The products\n * are too small for a BLAS: PyTorch has its own loop.")
    cases = [("ij->ji", (2, 3), None), ("ij->", (3, 4), None), ("ii->i", (4, 4), None)]
    cases += [("ii", (3, 3), None), ("...ij->...ji", (2, 3, 4), None), ("ijk->k", (2, 3, 4), None)]
    cases += [("ij,jk->ik", (3, 5), (5, 4)), ("ij,jk", (2, 3), (3, 2)), ("i,j->ij", (3,), (4,))]
    cases += [("bqd,bkd->bqk", (2, 3, 4), (2, 5, 4))]
    cases += [("bhqd,bhkd->bhqk", (2, 2, 3, 4), (2, 2, 3, 4))]
    cases += [("ij,ij->ij", (3, 4), (3, 4)), ("ij,ij->i", (3, 4), (3, 4)), ("i,i->", (3,), (3,))]
    cases += [("...d,ed->...e", (2, 3, 4), (5, 4)), ("ijk,jil->kl", (2, 3, 4), (3, 2, 5))]
    cases += [("ij,kl->il", (2, 3), (4, 2)), ("bii,bij->bj", (2, 3, 3), (2, 3, 4))]
    cases += [("b i d, b j d -> b i j", (2, 3, 4), (2, 3, 4)), ("ij,j->i", (1, 3), (3,))]
    rows = []
    for seed, (equation, size_a, size_b) in enumerate(cases, 1):
        a, b = sample("F", seed, size_a), sample("F", seed + 1000, size_b or (1,))
        operands = (a, b) if size_b else (a,)
        second = shape(b) if size_b else "-1, {0}"
        bits = fingerprint(torch.einsum(equation, *operands))
        rows.append(braces((f'"{equation}"', shape(a), second, bits)))
    t.add("/* The second operand has a seed that is larger by 1000; with rank -1 there is none. */\n"
          "static const struct {\n    const char *equation;\n    int a_rank;\n    int64_t a[4];\n"
          "    int b_rank;\n    int64_t b[4];\n    uint32_t bits;\n} golden_einsum[]", rows)
    return t


STAGES = "embedded qkv q k v scores scaled mask masked prepared weights dropped context merged"
STAGES += " output"


def attention_case(seed, case):
    """The fingerprints of the stages of one call, 0 where there is none."""
    variant, (model, heads, head, words), (batch, tokens), masked, training = case
    torch.manual_seed(seed)
    arguments = [n for n in ((words, model, head) if words else (model, heads, head)) if n]
    net = getattr(attention, variant)(*arguments).train(training)
    x = sample("F", seed + 1000, (batch, tokens, words or model))
    shape = (tokens, tokens) if "AISummer" in variant else (batch, tokens, tokens)
    if variant == "MultiHeadAttention":
        shape = (batch, 1, tokens, tokens)
    elif variant == "Atten":
        shape = (batch, tokens)
    mask = sample("B", seed + 2000, shape) if masked else None
    with torch.no_grad(), Defined():
        stages = (net(x, mask) if masked else net(x)).stages
    return [fingerprint(stages[name]) if name in stages else "0" for name in STAGES.split()]


def attention_table():
    t = Table("attention", " The products are\n * those of builds.py.")
    plain, masks = (False,), (False, True)
    cases = [(f"SelfAttentionV{n}", (4, 0, 0, 0), plain if n < 3 else masks) for n in (1, 2, 3, 4)]
    cases += [("SelfAttentionInterView", (5, 0, 0, 0), masks)]
    cases += [("MultiHeadAttention", (6, heads, 0, 0), masks) for heads in (3, 1)]
    cases += [("SelfAttentionAISummer", (3, 0, 0, 0), masks)]
    cases += [("MultiHeadSelfAttentionAISummer", sizes, masks)
              for sizes in ((4, 2, 0, 0), (5, 2, 3, 0), (5, 2, 0, 0))]
    cases += [("Atten", (4, 0, 3, 6), (True,))]
    rows = []
    for variant, sizes, masks in cases:
        for masked, shape in itertools.product(masks, ((3, 2), (2, 4), (1, 9))):
            training = len(rows) % 3 > 0
            case = variant, sizes, shape, masked, training
            bits = attention_case(len(rows) + 1, case)
            truth = ["false", "true"]
            rows.append(braces((f'"{variant}"', *sizes, *shape, truth[masked], truth[training],
                                braces(bits))))
    t.add("/* The generator has the seed, x (batch, tokens, words or model) the same and 1000, the bool"
          "\n * mask 2000. The bits of each stage, 0 where there is none. */\n"
          "static const struct {\n    const char *variant;\n"
          "    int64_t model, heads, head, words, batch, tokens;\n    bool is_masked, is_training;\n"
          "    uint32_t bits[15];\n} golden_attention[]", rows)
    t.lines.insert(t.lines.index("#include <stdint.h>"), "#include <stdbool.h>")
    return t


ARITHMETIC = ["add", "sub", "mul", "div"]
COMPARISON = ["eq", "ne", "lt", "le", "gt", "ge"]


def apply(op, a, b):
    return a / b if op == "div" else a**b if op == "pow" else getattr(torch, op)(a, b)


def type_name(number):
    return {bool: "'B'", int: "'I'", float: "'F'"}[type(number)]


def elementwise_table():
    t = Table("elementwise")
    rows = []
    for op in ARITHMETIC + COMPARISON:
        for kind_a, kind_b in itertools.product("SIB", repeat=2):
            if op == "sub" and "B" in kind_a + kind_b:
                continue
            a = sample(kind_a, len(rows) + 1, (2, 1, 9))
            result = apply(op, a, sample(kind_b, len(rows) + 1001, (3, 1)))
            row = f'"{op}"', f"'{kind_a}'", f"'{kind_b}'", name(result.dtype), fingerprint(result)
            rows.append(braces(row))
    t.add("/* A sample (2, 1, 9) with a sample (3, 1), whose seed is larger by 1000. */\n"
          "static const struct {\n    const char *op;\n    char a, b, type;\n    uint32_t bits;\n"
          "} golden_pairs[]", rows)
    rows = []
    flip = {"div": lambda n, x: n / x, "sub": lambda n, x: n - x}
    cases = [(op, "S", n, False) for op in ARITHMETIC + ["lt", "eq"] for n in (0.1, 2, -3.0)]
    cases += [("pow", "S", n, False) for n in (2.0, 3, 0.5, -0.5, -1, -2.0, 0, 1, math.inf)]
    cases += [("sub", "S", n, True) for n in (0.1, 3)]
    cases += [("div", "S", n, True) for n in (0.1, 3, True)]
    cases += [(op, "I", n, False) for op in ("add", "mul", "div", "lt") for n in (7, 0.1, True)]
    cases += [("pow", "I", n, False) for n in (0, 1, 2, 13)]
    cases += [("add", "B", n, False) for n in (True, 1, 0.5)]
    for op, kind, n, first in cases:
        x = sample(kind, len(rows) + 1, (12,))
        result = flip[op](n, x) if first else apply(op, x, n)
        value = "HUGE_VAL" if n == math.inf else float(n)
        row = f'"{op}"', f"'{kind}'", type_name(n), value, "true" if first else "false"
        rows.append(braces(row + (name(result.dtype), fingerprint(result))))
    t.add("/* A sample (12,) with a plain number of a type, on the left if `first`. */\n"
          "static const struct {\n    const char *op;\n    char kind, number;\n    double value;\n"
          "    bool first;\n    char type;\n    uint32_t bits;\n} golden_numbers[]", rows)
    t.lines.insert(t.lines.index("#include <stdint.h>"), "#include <stdbool.h>")
    return t


def main():
    torch.set_num_threads(1)
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent)
    tables = exp_table, sum_table, softmax_table, matmul_table, linear_table, layers_table
    tables += elementwise_table, attention_table, along_table, einsum_table
    tables = [t for t in tables if WHERE == OLD or t not in (matmul_table, linear_table)]
    for table in tables:
        table().write(folder)


if __name__ == "__main__":
    main()
