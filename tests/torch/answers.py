"""Writes tests/torch/answers.txt: what PyTorch answers to functions and methods, of tensors of every type, shape
and order in memory, edges among them. make check compares; this is run by hand, with PyTorch 2.14:

    python3 tests/torch/answers.py > tests/torch/answers.txt

Numbers are as print shows them: their last bits are make check-torch's. Left out is what lessons have not: types
other than float32, float64, int64, int32, uint8 and bool, and tensors of more than six axes.
"""
import itertools
import pathlib
import random
import sys
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "oracle"))
import older  # before torch: it says which vectors are used

import torch
import torch.nn.functional as F

warnings.simplefilter("ignore")
ALL, EACH = 48, 20  # calls of a form: all of them, or of more so many

M = ["torch.arange(6.).view(2, 3)", "torch.tensor([[1, -2, 3], [0, 5, -6]])", "torch.tensor([[True, False], [True, True]])",
     "torch.arange(24.).view(2, 3, 4).transpose(0, 2)", "torch.tensor([[3., float('nan')], [float('-inf'), 2.]])",
     "torch.tensor([[0.1, 2, -3], [4, 5, 6]], dtype=torch.float64)", "torch.tensor([[7, -2, 3], [4, 0, 6]], dtype=torch.int32)"]
V = ["torch.tensor([3., -1., 2., 2.])", "torch.tensor([4, 0, 4, -7])", "torch.tensor([True, False, False])", "torch.arange(6.)[::2]",
     "torch.tensor([0, 1, 2, 255], dtype=torch.uint8)",
     "torch.tensor([0.1, -2.5, 7.25], dtype=torch.float64)", "torch.tensor([2147483647, -5, 2], dtype=torch.int32)"]
O = ["torch.tensor(2.5)", "torch.tensor(-3)", "torch.tensor(True)", "torch.zeros(0, 3)", "torch.zeros(2, 1, 3)", "torch.ones(1, 1)"]
T = M + V + O
NUM = ["2", "-1", "0.5", "True", "0", "float('inf')", "300"]
DIM = ["0", "1", "-1", "-2", "2", "5"]
DIMS = ["0", "(0, 1)", "(-1, 0)", "(0, 0)", "()", "None", "(0, -2)"]
TYPE = ["torch.float32", "torch.float64", "torch.int32", "torch.int64", "torch.uint8", "torch.bool"]
SIZES = ["-1", "6", "3, 2", "1, 6", "-1, 2", "-1, -1", "2, 2", "0, 3", "3, 0", "4, 3, 2", "2, -1, 1", "24"]
FORMS = []


def form(text, *pools):
    FORMS.append((text, pools))


for f in "sum mean prod var std amax amin any all norm cumsum cumprod argmax argmin max min sort argsort".split():
    form("{0}.%s()" % f, T)
    form("{0}.%s({1})" % f, T, DIM)
    form("{0}.%s({1}, keepdim=True)" % f if f not in ("cumsum", "cumprod", "sort", "argsort", "norm") else "{0}.%s({1})" % f, T, DIM)
form("{0}.median({1})", M + V, ["", "0", "-1"])
form("{0}.logsumexp({1})", M[:2] + M[3:] + V[:2], DIM)
for f in "sum mean var std amax amin".split():
    form("{0}.%s({1}, keepdim={2})" % f, M, DIMS, ["True", "False"])
for f in "var std".split():
    form("{0}.%s({1})" % f, T, ["False", "True", "unbiased=False"])
    form("{0}.%s({1}, {2})" % f, M, DIM, ["False", "True", "correction=0", "correction=2"])
form("{0}.norm({1})", T, ["0", "1", "2", "3", "float('inf')", "-float('inf')"])
form("{0}.norm({1}, {2})", M, ["1", "2", "float('inf')"], DIM)
form("{0}.sum(dtype={1})", T, TYPE)
form("{0}.sum({1}, dtype={2})", M, DIM, TYPE)
form("torch.tensor({0}, dtype={1})", ["[0, 1, 255]", "[256]", "[1.9, -0.5]", "[True, 0]", "[2.5, True]", "[[1, 2], [3]]", "[[]]", "5", "[float('nan')]"],
     TYPE)
form("torch.tensor({0})", ["[1, 2.5]", "[True, 2]", "[]", "[[1], [2.]]", "[[[]]]", "3", "True", "'a'", "[None]", "(1, (2,))", "range(3)"])
for f in "zeros ones".split():
    form("torch.%s({0}, dtype={1})" % f, ["2, 2", "(3,)", "0", "()", "-1"], TYPE)
    form("torch.%s_like({0})" % f, T)
form("torch.full({0}, {1})", ["(2,)", "(1, 2)", "()"], NUM)
form("torch.full_like({0}, {1})", T, NUM)
form("torch.full({0}, {1}, dtype={2})", ["(2,)"], NUM, TYPE)
form("torch.arange({0})", ["5", "2.5", "0", "-1", "1, 7, 2", "5, 0, -2", "0, 1, 0.25", "1, 2, 0", "0, 5, -1", "2, 2", "True"])
form("torch.arange({0}, dtype={1})", ["5", "2.5", "1, 7, 2", "0, 1, 0.25", "254, 258", "-2, 1"], TYPE)
form("torch.linspace({0})", ["0, 1, 5", "1, 0, 3", "2, 2, 1", "0, 1, 0", "-1, 1, 4", "0, 1, -1"])
form("torch.eye({0})", ["2", "2, 3", "0", "3, 1", "-1"])
form("{0}.to({1})", T, TYPE)
form("{0} {2} {1}", T, NUM, ["+", "-", "*", "/", "//", "%", "**"])
form("{1} {2} {0}", T, NUM, ["+", "-", "*", "/", "//", "%", "**"])
form("{0} {2} {1}", T, T, ["+", "-", "*", "/", "==", "<", "&"])
form("{0} {2} {1}", T, NUM, ["==", "!=", "<", ">=", "&", "|", "^"])
form("{0} {2} {1}", ["torch.tensor([7, -7, 1])", "torch.tensor([7., -7., 0.5])"], ["torch.tensor([2, 2, -2])", "torch.tensor([-3., 0.5, 4.])",
                                                                                  "torch.tensor([0, 1, 2])"], ["//", "%", "/", "**", "-"])
form("{1}{0}", T, ["-", "~", "abs", "not "])
for f in "exp log sqrt tanh sigmoid relu abs neg round floor ceil trunc isnan isinf isfinite reciprocal logical_not bool float long int".split():
    form("{0}.%s()" % f, T)
for f in "sign square nonzero".split():
    form("{0}.%s()" % f, M[:2] + M[3:] + V[:2])
form("torch.isclose({0}, {1})", M[:2] + V[:2], M[:2] + V[:2])
form("{0}.T", M[:3] + M[4:])
form("{0}.mT", M + V)
form("{0}.unique()", M[:4] + V)
for f in "maximum minimum pow fmod remainder floor_divide logical_and logical_or eq ne lt where".split():
    form("torch.%s({0}, {1})" % f if f != "where" else "torch.where({0} > 0, {0}, {1})", T, T)
form("{0}.clamp({1})", T, ["0", "0, 2", "max=1", "2, 0", "min=0.5", "None, 1", ""])
form("{0}.masked_fill({0} > 0, {1})", T, NUM)
for f in "view reshape".split():
    form("{0}.%s({1})" % f, T, SIZES)
    form("{0}.%s({1}).stride()" % f, M, SIZES)
form("{0}.expand({1})", O + M, ["2, 3", "-1, 3", "4, 2, 3", "2, 2", "-1, -1", "3"])
form("{0}.repeat({1})", V[:2] + M[:2], ["2", "2, 1", "1, 2, 2", "0, 1"])
form("{0}.permute({1})", M + O, ["1, 0", "-1, 0", "0, 0", "2, 0, 1", "0", "(1, 0)", "0, 2, 1"])
form("{0}.transpose({1}, {2}).stride()", M, DIM, DIM)
for f in "shape dtype ndim".split():
    form("{0}.%s" % f, T)
for f in "squeeze unsqueeze flip unbind chunk".split():
    form("{0}.%s({1})" % f, T, DIM)
for f in "squeeze flatten contiguous t numel dim item tolist is_contiguous stride ravel".split():
    form("{0}.%s()" % f, T)
form("{0}.flatten({1}, {2})", M + O, DIM, DIM)
form("{0}.split({1}, {2})", M + V[:1], ["1", "2", "4", "0", "[1, 1]", "[1, 2]", "[3]", "[2, 2]"], ["0", "1", "-1"])
form("{0}.chunk({1}, {2})", M + V[:1], ["1", "2", "3", "4", "0"], ["0", "1"])
form("{0}.narrow({1}, {2}, {3})", M, ["0", "1"], ["0", "1", "-1", "3"], ["1", "2", "0", "4"])
form("{0}.roll({1})", M + V, ["1", "-1, 0", "2, 1", "(1, 1), (0, 1)", "1, 5"])
form("{0}.unfold({1}, {2}, {3})", M[:2] + V, ["0", "-1"], ["1", "2", "5"], ["1", "2", "0"])
form("{0}.diagonal({1})", M, ["", "1", "-1", "0, 0, 1", "5", "0, 1, 0", "0, 0, 0"])
form("torch.diag({0})", M[:2] + V)
for f in "tril triu".split():
    form("{0}.%s({1})" % f, M + V[:1], ["", "1", "-1", "9"])
for f in "cat stack".split():
    form("torch.%s([{0}, {1}], {2})" % f, T, T, ["0", "1", "-1"])
    form("torch.%s([{0}, {0}], {1})" % f, T, DIM)
form("{0}.topk({1})", V + M[:2], ["0", "1", "2", "9"])
form("{0}.topk({1}, {2}, largest={3})", M[:2], ["1", "2"], ["0", "1"], ["True", "False"])
form("{0}.sort({1}, descending={2})", T, ["0", "-1"], ["True", "False"])
form("{0}.argsort({1}, descending={2})", T, ["0", "-1"], ["True", "False"])
I = ["torch.tensor([[0, 1, 1]])", "torch.tensor([[1, 0, 0], [0, 1, 1]])", "torch.tensor([[2, 0], [0, 1]])", "torch.tensor([0, 1])", "torch.tensor([[0., 1.]])"]
form("{0}.gather({1}, {2})", M[:2], ["0", "1", "-1"], I)
form("{0}.scatter({1}, {2}, {3})", M[:2], ["0", "1"], I, ["9", "torch.full((2, 3), 7.)", "torch.full((2, 3), 7)"])
form("torch.zeros(2, 3).scatter_add({1}, {2}, {0})", M[:1], ["0", "1"], I)
form("{0}.index_select({1}, {2})", M, ["0", "1"], ["torch.tensor([0, 1, 0])", "torch.tensor([-1])", "torch.tensor([5])", "torch.tensor([True])"])
form("{0}[{1}]", M + V + O, ["0", "-1", "5", "None", "...", "::2", ":, 1", "1:, :1", "..., -1", "torch.tensor([0, 1])", "[0, 1]", "[True, False]", "-9:",
                             ":, [0, 1]", "torch.tensor([[0], [1]])", "0, 0", "::-1", "1.5", "None, ..., None"])
form("x = {0}; x[{1}] = {2}; x", M + V, ["0", "-1", "5", "::2", "..., 0", "[0, 1]", "x > 0", "None"], ["9", "-1.5", "True", "torch.tensor([7, 8, 9])"])
form("x = {0}; x {1} {2}; x", M + V, ["+=", "-=", "*=", "/="], ["2", "0.5", "torch.tensor(3)", "torch.tensor([1., 2.])"])
form("x = {0}; y = x.{1}; y += 1; x", M[:1] + M[3:], ["mT", "view(-1)", "reshape(-1)", "transpose(0, 1)", "contiguous()", "clone()", "flatten()", "float()", "squeeze()"])
for op in ["{0} @ {1}", "torch.matmul({0}, {1})", "torch.mm({0}, {1})", "torch.dot({0}, {1})", "torch.outer({0}, {1})", "torch.mv({0}, {1})"]:
    form(op, ["torch.arange(6.).view(2, 3)", "torch.arange(3.)", "torch.ones(2, 3, 2)", "torch.tensor([1, 2, 3])", "torch.tensor(2.)", "torch.arange(6).view(3, 2)"],
         ["torch.arange(6.).view(3, 2)", "torch.arange(3.)", "torch.ones(2, 3)", "torch.tensor([4, 5, 6])", "torch.ones(2, 2, 3)"])
form("torch.einsum('{0}', torch.arange(6.).view(2, 3), torch.arange(12.).view(3, 4))",
     ["ij,jk->ik", "ij,jk", "ij,jk->ki", "ij,jk->", "ij,kl->il", "ij,ik->jk", "ij,jk->ijk", "ij->i", "ii,jk->k", "ij,jk->iik"])
form("torch.tensordot(torch.arange(6.).view(2, 3), torch.ones(3, 2), {0})", ["1", "([1], [0])", "([0, 1], [1, 0])", "([0, 0], [0, 1])", "0", "([0], [0])", "2"])
for f in "softmax log_softmax".split():
    form("{0}.%s({1})" % f, T, ["0", "1", "-1"])
form("F.one_hot({0})", ["torch.tensor([0, 2, 1])", "torch.tensor([[1], [0]])", "torch.tensor([-1])", "torch.tensor([1.])"])
form("F.one_hot(torch.tensor([0, 2]), {0})", ["3", "5", "2", "-1", "0"])
form("F.pad({0}, {1})", M[:2], ["(1, 0)", "(0, 1, 1, 0)", "(-1, 1)", "(1,)", "(0, 0)", "(-2, 0)"])
form("F.pad({0}, {1}, value={2})", M[:2], ["(1, 1)"], ["-1", "0.5", "float('-inf')"])
form("F.embedding({0}, torch.arange(6.).view(3, 2))", ["torch.tensor([0, 2])", "torch.tensor([[1]])", "torch.tensor(1)", "torch.tensor([3])", "torch.tensor([-1])",
                                                      "torch.tensor([0.])"])
form("torch.{1}({0}, {0})", T, ["equal", "allclose"])
form("torch.repeat_interleave({0}, {1})", V + M[:2], ["2", "0", "torch.tensor([1, 2, 0])", "2, 0", "2, 1", "-1"])
form("torch.bincount({0})", ["torch.tensor([0, 2, 2])", "torch.tensor([-1])", "torch.tensor([1.])"])
form("torch.cumsum({0}, {1}, dtype={2})", V, ["0"], TYPE[:3])
form("bool({0})", T)
form("len({0})", T)
form("int({0})", T)
form("list({0})", V + O)
form("f'{{{0}}}'", O + V[:2])
form("torch.{1}({0}, {2})", T, ["is_tensor", "numel"], [""])


def value_of(asked):
    names = {"torch": torch, "F": F}
    *before, last = asked.split("; ")
    exec("\n".join(before), names)
    return eval(last, names)


def answer(asked):
    try:
        return " ".join(repr(value_of(asked)).split())
    except Exception as error:
        # Where a type has no kernel PyTorch 2 raises a subclass of RuntimeError; here it is that.
        return "! " + type(error).__name__.replace("NotImplementedError", "RuntimeError")


def is_for_lessons(said):
    """Not e^4, which prints as 54.5981 or 54.5982 by its last bit: see older.py."""
    others = ["float64", "int32", "complex", "grad_fn", "float16", "int8,", " at 0x", "54.598"]
    return len(said) < 700 and not any(word in said for word in others)


def main():
    older.begin()
    draw = random.Random(35)
    print("What PyTorch %s answers, written by answers.py: an answer, or the class of the error." % "2.14")
    seen = set()
    for text, pools in FORMS:
        calls = [text.format(*c) for c in itertools.product(*pools)]
        calls = calls if len(calls) <= ALL else draw.sample(calls, EACH)
        print()
        for call in calls:
            said = answer(call)
            if call not in seen and is_for_lessons(said):
                seen.add(call)
                print("%s -> %s" % (call, said))


main()
