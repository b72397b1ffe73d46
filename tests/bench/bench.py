"""`make bench`: libqkv, PyTorch and OpenBLAS in turn, on one thread, as one table.

    bench.py build/tests/bench build/qkv [--only WORD] [--turns N] [--table FILE]

A column is how many times as fast as the other libqkv is: the median of pairs that were measured one
right after the other, and in brackets the middle half of them. The machine may be busy with other
things: then both sides of a pair are slow, and the times themselves mean little."""

import argparse
import ctypes
import ctypes.util
import math
import os
import pathlib
import re
import resource
import statistics
import subprocess
import time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# OpenBLAS takes a processor that is younger than itself for one of 2004.
CPU = pathlib.Path("/proc/cpuinfo")
for flag, core in (("avx512f", "SKYLAKEX"), ("avx2", "HASWELL")):
    if CPU.exists() and flag in CPU.read_text(encoding="utf-8"):
        os.environ.setdefault("OPENBLAS_CORETYPE", core)
import torch  # noqa: E402
import torch.nn.functional as F  # noqa: E402

SQUARES = [3, 16, 64, 128, 256, 512, 1024, 2048]
ATTENTION = [(1, 3, 4), (1, 8, 8), (2, 16, 16), (4, 64, 32), (8, 128, 64), (8, 512, 64),
             (16, 128, 128), (1, 2048, 64), (12, 1024, 64)]
LOOKS = ("attention", "causal", "taped")
ROWS = [(4, 4), (16, 64), (64, 64), (512, 512), (1024, 1024), (8, 100000)]
CASES = ([("matmul", 1, n, n, n) for n in SQUARES]
         + [("matmul", 1, 1, 768, 768), ("matmul", 1, 50, 70, 33), ("matmul", 1, 512, 64, 512),
            ("matmul", 1, 512, 512, 64), ("matmul", 8, 128, 64, 128), ("matmul", 64, 16, 16, 16)]
         + [("turned", 1, n, n, n) for n in (64, 512)] + [("turned", 8, 512, 64, 512)]
         + [("mlp", 1, 128, 768, 768), ("mlp", 8, 128, 64, 256)]
         + [(name, *s) for s in ATTENTION for name in ("attention", "causal")]
         + [("taped", 8, 512, 64)]
         + [(name, *s) for name in ("softmax", "norm") for s in ROWS]
         + [(name, 512, 512) for name in ("columns", "exp", "add", "sum")])
# What is timed from outside, as whole processes, against PyTorch's being imported, and where it is a lesson
# against its code in PyTorch.
PROCESSES = [["--version"], ["print", "01"], ["print", "12"], ["print", "17"], ["print", "19"],
             ["print", "20"], ["print", "21"], ["check"]]
TESTS = pathlib.Path(__file__).resolve().parents[1]
BEGIN = f"""import sys; sys.path += [{str(TESTS / "oracle")!r}, {str(TESTS / "real/standin")!r}]
import math, torch; from torch import nn; from torch.nn import functional as F
"""


def torch_call(name, sizes):
    """The same case in PyTorch, as a function of no arguments."""
    def drawn(batch, rows, cols):
        return torch.randn(batch, rows, cols) if batch > 1 else torch.randn(rows, cols)

    if name in ("matmul", "turned", "mlp"):
        batch, m, k, n = sizes
        a = drawn(batch, m, k)
        if name == "mlp":
            weight, bias = torch.randn(n, k), torch.randn(n)
            return lambda: F.linear(a, weight, bias)
        if name == "matmul":
            b = drawn(batch, k, n)
            return lambda: a @ b
        b = drawn(batch, n, k)
        return lambda: a @ b.transpose(-2, -1)
    if name in LOOKS:
        heads, tokens, size = sizes
        q, k, v = (drawn(heads, tokens, size) for _ in "qkv")
        hidden = torch.triu(torch.ones(tokens, tokens), 1).bool()

        def attention():
            scaled = q @ k.transpose(-2, -1) / math.sqrt(size)
            if name == "causal":
                scaled = scaled.masked_fill(hidden, -math.inf)
            return scaled.softmax(-1) @ v
        return attention
    x, row, other = torch.randn(*sizes), torch.randn(sizes[1]), torch.randn(sizes[1])
    return {"softmax": lambda: x.softmax(-1), "columns": lambda: x.softmax(-2),
            "norm": lambda: F.layer_norm(x, sizes[1:], row, other),
            "exp": lambda: x.exp(), "add": lambda: x + row, "sum": lambda: x.sum(-1)}[name]


def openblas():
    """cblas_sgemm of a libopenblas, from the system or from $OPENBLAS; None without one."""
    path = os.environ.get("OPENBLAS") or ctypes.util.find_library("openblas")
    return ctypes.CDLL(path).cblas_sgemm if path else None


def blas_call(sgemm, name, sizes):
    if not sgemm or name != "matmul" or sizes[0] != 1:
        return None
    row_major, no_transpose, one, zero = 101, 111, ctypes.c_float(1), ctypes.c_float(0)
    _, m, k, n = sizes
    a, b, out = torch.randn(m, k), torch.randn(k, n), torch.empty(m, n)
    cells = [ctypes.c_void_p(t.data_ptr()) for t in (a, b, out)]

    def call(keep=(a, b, out)):
        sgemm(row_major, no_transpose, no_transpose, m, n, k, one, cells[0], k, cells[1], n, zero,
              cells[2], n)
    return call


def seconds(call):
    """Of one call, as tests/bench/bench.c measures it."""
    enough = 0.005

    def timed(count):
        start = time.process_time()
        for _ in range(count):
            call()
        return (time.process_time() - start) / count
    once = timed(1)
    return timed(1 if once > enough else int(enough / once) + 1)


def cell(ratios):
    if not ratios:
        return "-"
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"{middle:.2f} ({low:.2f} .. {high:.2f})"


def flops(name, sizes):
    if name in ("matmul", "turned", "mlp"):
        return 2 * math.prod(sizes)
    return 4 * sizes[0] * sizes[1] ** 2 * sizes[2] if name in LOOKS else 0


class Program:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def seconds(self, case):
        print(*case, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def measure(program, sgemm, case, turns):
    """The line of the table, and the median ratio to PyTorch."""
    name, sizes = case[0], case[1:]
    other, blas = torch_call(name, sizes), blas_call(sgemm, name, sizes)
    own, to_torch, to_blas = [], [], []
    for _ in range(turns):
        own.append(program.seconds(case))
        to_torch.append(seconds(other) / own[-1])
        if blas:
            to_blas.append(seconds(blas) / own[-1])
    took, work = statistics.median(own), flops(name, sizes)
    rate = f"{work / took / 1e9:.1f}" if work else "-"
    line = f"| {name} {' × '.join(map(str, sizes))} | {took * 1e6:.1f} | {rate} | {cell(to_torch)} | {cell(to_blas)} |"
    return line, statistics.median(to_torch)


def process_seconds(command):
    """Of the processor: the machine may be busy with other things."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lesson_code(number):
    """The lesson's own code, but for what only its what-ifs do."""
    path = next((TESTS.parent / "lessons").glob(f"{number}-*.md"))
    return BEGIN + "".join(re.findall(r"^```python\n(.*?)^```$", path.read_text(encoding="utf-8"),
                                      re.MULTILINE | re.DOTALL))


def measure_process(qkv, args, turns):
    ratios, own = [], []
    code = lesson_code(args[1]) if args[0] == "print" else "import torch"
    for _ in range(turns):
        own.append(process_seconds([qkv, *args]))
        ratios.append(process_seconds(["/usr/bin/python3", "-c", code]) / own[-1])
    return f"| qkv {' '.join(args)} | {statistics.median(own) * 1e6:.0f} | - | {cell(ratios)} | - |"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("bench")
    parser.add_argument("qkv")
    parser.add_argument("--only", default="", help="cases whose line has this word")
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--table", help="a file that receives the table, too")
    options = parser.parse_args()
    torch.set_num_threads(1)
    sgemm = openblas()
    lines = []

    def say(line):
        print(line, flush=True)
        lines.append(line)

    say("| case | µs | GF/s | × PyTorch | × OpenBLAS |\n|---|---|---|---|---|")
    program = Program(options.bench)
    attention = []
    for case in CASES:
        if options.only not in " ".join(map(str, case)):
            continue
        line, ratio = measure(program, sgemm, case, options.turns)
        say(line)
        if case[0] in LOOKS:
            attention.append(ratio)
    for args in PROCESSES:
        if options.only in " ".join(["qkv", *args]):
            say(measure_process(options.qkv, args, min(options.turns, 5)))
    if attention:
        say(f"\nattention: geometric mean {statistics.geometric_mean(attention):.2f} × PyTorch")
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
