"""Writes the table of lessons/reference/README.md that says how many numbers are PyTorch's to the bit, and as printed.

    last_bits.py DUMP

With the PyTorch that runs it, on tensors of the size of lessons and larger ones, drawn from seed 0; above the table
the processor, the libraries and the vectors that it used, on which the last bits depend. ATEN_CPU_CAPABILITY chooses
other vectors: avx512.
"""

import os
import re
import sys
from pathlib import Path

os.environ.setdefault("ATEN_CPU_CAPABILITY", "avx2")

import torch

import lessons
import values

X = "x = torch.randn(100, 100) * 4"
POSITIVE = "x = torch.rand(100, 100) * 9"
ROWS = [  # name, how the operands are made, and the operation
    *((name, X, f"torch.{name}(x)") for name in ("exp", "sin", "cos", "tanh", "sigmoid", "erf")),
    *((name, POSITIVE, f"torch.{name}(x)") for name in ("log", "sqrt", "rsqrt")),
    ("silu", X, "F.silu(x)"),
    ("gelu", X, "F.gelu(x)"),
    ("sum, mean", X, "x.sum(-1) + x.mean(-1)"),
    ("var", X, "x.var(-1)"),
    ("softmax", X, "torch.softmax(x, -1)"),
    ("log_softmax", X, "torch.log_softmax(x, -1)"),
    ("layer_norm", X, "F.layer_norm(x, (100,))"),
    *((f"product, {n} terms", f"a, b = torch.randn(64, {n}), torch.randn({n}, 64)", "a @ b") for n in (4, 8, 16, 64, 256, 512)),
    ("product, 5 x 4 by 4 x 5", "a, b = torch.randn(100, 5, 4), torch.randn(100, 4, 5)", "torch.stack([c @ d for c, d in zip(a, b)])"),
    ("scaled_dot_product_attention, 8 x 4", "q, k, v = torch.randn(500, 8, 4), torch.randn(500, 8, 4), torch.randn(500, 8, 4)", "F.scaled_dot_product_attention(q, k, v)"),
]


def percent(same, count):
    share = 100 * same / count
    return "all" if same == count else f"{share:.1f} %" if share < 99.95 else f"{share:.2f} %"


def row(dump, name, operands, operation):
    program = f"torch.manual_seed(0)\n{operands}\ny = {operation}"
    (outcome,) = values.run_dump(dump, [values.as_lesson(program)])
    mine = next(shown.cells for shown in reversed(outcome.shown) if shown.name == "y" and shown.kind == "tensor")
    names = lessons.given_names()
    exec(program, names)
    theirs = values.shown(0, "y", names["y"]).cells
    printed = [f"{values.float_of(a):.4f}" == f"{values.float_of(b):.4f}" for a, b in zip(mine, theirs)]
    equal = [a == b for a, b in zip(mine, theirs)]
    return f"| {name} | {percent(sum(equal), len(equal))} | {percent(sum(printed), len(printed))} |"


def build():
    """The processor, the libraries of products and the vectors."""
    processor = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
    libraries = re.findall(r"Math Kernel Library Version \S+|OpenBLAS[^\n]*|MKL-DNN v\S+", torch.__config__.parallel_info())
    get = getattr(torch.backends.cpu, "get_cpu_capability", None) if hasattr(torch.backends, "cpu") else None
    vectors = get() if get else os.environ["ATEN_CPU_CAPABILITY"]
    return f"{processor[1] if processor else 'processor not known'}; {', '.join(libraries)}; {vectors}, one thread"


def main():
    torch.set_num_threads(1)
    print(build() + "\n")
    print(f"| PyTorch {torch.__version__} | equal to the bit | as printed |\n|---|---|---|")
    with torch.no_grad():
        for name, operands, operation in ROWS:
            print(row(sys.argv[1], name, operands, operation))


if __name__ == "__main__":
    main()
