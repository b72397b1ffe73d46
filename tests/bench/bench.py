"""`make bench`: libqkv, PyTorch and OpenBLAS in turn, on one thread, as one table; and after it the goals,
which of them are met, and for the others what was measured that says why.

    bench.py build/tests/bench build/qkv [--only WORD] [--turns N] [--table FILE]

A column is how many times as fast as the other libqkv is: the median of pairs that were measured one
right after the other, and in brackets the middle half of them. The machine may be busy with other
things: then both sides of a pair are slow, and the times themselves mean little."""

import argparse
import ctypes
import ctypes.util
import dataclasses
import math
import os
import pathlib
import re
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
# Commands that are timed from outside, as whole processes, against PyTorch's being imported, and where it is a lesson
# against its code in PyTorch.
PROCESSES = [("qkv", "--version"), ("qkv", "print", "01"), ("qkv", "print", "10"),
             ("qkv", "print", "09"), ("qkv", "print", "20"), ("qkv", "print", "21"),
             ("qkv", "print", "22"), ("qkv", "check")]
ALL = CASES + PROCESSES
PYTHON = "/usr/bin/python3"
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
    if len(ratios) < 2:
        return f"{ratios[0]:.2f}" if ratios else "-"
    low, middle, high = statistics.quantiles(ratios, n=4)
    return f"{middle:.2f} ({low:.2f} .. {high:.2f})"


def flops(name, sizes):
    if name in ("matmul", "turned", "mlp"):
        return 2 * math.prod(sizes)
    return 4 * sizes[0] * sizes[1] ** 2 * sizes[2] if name in LOOKS else 0


@dataclasses.dataclass
class Found:
    """What was measured of a case: seconds of each turn; of a process its peak in MiB; of a lesson the
    seconds of its code alone in PyTorch."""

    own: list = dataclasses.field(default_factory=list)
    torch: list = dataclasses.field(default_factory=list)
    blas: list = dataclasses.field(default_factory=list)
    work: float = 0
    peak: float = 0
    code: float = 0

    def ratios(self, other):
        return [theirs / own for theirs, own in zip(other, self.own)]

    def ratio(self):
        return statistics.median(self.ratios(self.torch))

    def rate(self, of=None):
        return self.work / statistics.median(of or self.own) / 1e9

    def ms(self):
        return statistics.median(self.own) * 1e3

    def line(self, name):
        rate = f"{self.rate():.1f}" if self.work else "-"
        return (f"| {name} | {self.ms() * 1e3:.1f} | {rate} | {cell(self.ratios(self.torch))} | "
                f"{cell(self.ratios(self.blas))} |")


class Program:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)

    def seconds(self, case):
        print(*case, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def measure(program, sgemm, case, turns):
    name, sizes = case[0], case[1:]
    other, blas = torch_call(name, sizes), blas_call(sgemm, name, sizes)
    found = Found(work=flops(name, sizes))
    for _ in range(turns):
        found.own.append(program.seconds(case))
        found.torch.append(seconds(other))
        if blas:
            found.blas.append(seconds(blas))
    return found


def process(bench, command):
    """Seconds of the processor, since the machine may be busy with other things, and MiB at the peak."""
    words = subprocess.run([bench, *command], check=True, stdout=subprocess.PIPE).stdout.split()
    return float(words[0]), float(words[1]) / 1024


def lesson_code(number):
    """The lesson's own code, but for what only its what-ifs do."""
    path = next((TESTS.parent / "lessons").glob(f"{number}-*.md"))
    return BEGIN + "".join(re.findall(r"^```python\n(.*?)^```$", path.read_text(encoding="utf-8"),
                                      re.MULTILINE | re.DOTALL))


def code_seconds(number):
    """Of a lesson's code in PyTorch, which has been imported."""
    timed = (f"import io, sys, time; code = {lesson_code(number)!r}; import torch\n"
             "out, sys.stdout, start = sys.stdout, io.StringIO(), time.process_time()\n"
             "exec(code)\nprint(time.process_time() - start, file=out)")
    return float(subprocess.run([PYTHON, "-c", timed], check=True, stdout=subprocess.PIPE).stdout)


def measure_process(bench, qkv, args, turns):
    """Against the lesson's code in PyTorch, or where it is none against PyTorch's being imported."""
    found = Found()
    is_lesson = args[0] == "print"
    code = lesson_code(args[1]) if is_lesson else "import torch"
    if is_lesson:
        found.code = statistics.median(code_seconds(args[1]) for _ in range(turns))
    for _ in range(turns):
        took, peak = process(bench, [qkv, *args])
        found.own.append(took)
        found.peak = max(found.peak, peak)
        found.torch.append(process(bench, [PYTHON, "-c", code])[0])
    return found


def key(case):
    return " ".join(map(str, case))


def products_goal(found):
    each = {n: found[f"matmul 1 {n} {n} {n}"] for n in SQUARES if 64 <= n <= 1024}
    most = max(f.rate() for name, f in found.items() if name.startswith("matmul"))
    why = [f"{n}: {f.rate():.0f} GF/s" + (f", OpenBLAS {f.rate(f.blas):.0f}" if f.blas else "")
           for n, f in each.items() if f.ratio() < 1]
    yield ("products of 64 … 1024, each ≥ 1", ", ".join(f"{f.ratio():.2f}" for f in each.values()),
           not why, f"{'; '.join(why)}; the most of any size {most:.0f}")


def each_goal(what, found, mean=0):
    """Each of these cases at least as fast, and the geometric mean."""
    each = {name: f.ratio() for name, f in found.items()}
    slow = [f"{name}: {ratio:.2f}" for name, ratio in each.items() if ratio < 1]
    reached = statistics.geometric_mean(each.values())
    yield (f"{what}, each ≥ 1" + (f", mean ≥ {mean}" if mean else ""),
           f"{min(each.values()):.2f} … {max(each.values()):.2f}, mean {reached:.2f}",
           not slow and reached >= mean, "; ".join(slow))


def lesson_goals(found, empty):
    """A ratio has its bound where the program does nothing but start."""
    least = 400
    start, imported = found["qkv --version"], statistics.median(found["qkv --version"].torch)
    for name, f in found.items():
        if not name.startswith("qkv print"):
            continue
        whole = statistics.median(f.torch)
        bound = whole / statistics.median(start.own)
        yield (f"{name} ≥ {least}", f"{f.ratio():.0f}", f.ratio() >= least,
               f"PyTorch: {imported:.2f} s for its import, {f.code:.3f} s for the code; {least} would be "
               f"{whole / least * 1e3:.1f} ms; qkv {f.ms():.1f} ms; to start {start.ms():.1f} ms "
               f"({bound:.0f} ×), an empty python3 {empty * 1e3:.1f} ms")


def check_goals(found):
    check, start = found["qkv check"], found["qkv --version"]
    lessons = len(list((TESTS.parent / "lessons").glob("[0-9]*.md")))
    longest = {name[-2:]: f.ms() - start.ms() for name, f in found.items() if "print" in name}
    longest = dict(sorted(longest.items(), key=lambda item: -item[1])[:4])
    yield ("qkv check ≤ 30 ms", f"{check.ms():.1f} ms", check.ms() <= 30,
           f"{lessons} lessons; {', '.join(longest)} take {sum(longest.values()):.1f} ms of it")
    yield ("its memory ≤ 11 MiB", f"{check.peak:.1f} MiB", check.peak <= 11,
           f"{start.peak:.1f} of them before it begins")


def goals(found, empty):
    """A row for each goal all of whose cases were measured."""
    for names, rows in (
            (("matmul",), products_goal),
            (LOOKS, lambda these: each_goal("attention", these, 1.5)),
            (("softmax", "norm"), lambda these: each_goal("softmax and layer norm", these)),
            (("qkv",), lambda these: lesson_goals(these, empty)),
            (("qkv",), check_goals)):
        these = [key(case) for case in ALL if case[0] in names]
        if all(name in found for name in these):
            yield from rows({name: found[name] for name in these})


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
    found = {}
    for case in CASES:
        name = key(case)
        if options.only in name:
            found[name] = measure(program, sgemm, case, options.turns)
            say(found[name].line(f"{case[0]} {' × '.join(map(str, case[1:]))}"))
    for _, *args in PROCESSES:
        name = key(["qkv", *args])
        if options.only in name:
            found[name] = measure_process(options.bench, options.qkv, args, min(options.turns, 5))
            say(found[name].line(name))
    empty = statistics.median(process(options.bench, [PYTHON, "-c", ""])[0] for _ in range(5))
    rows = list(goals(found, empty))
    if rows:
        say("\n| goal, × PyTorch | measured | | why not |\n|---|---|---|---|")
    for goal, measured, met, why in rows:
        say(f"| {goal} | {measured} | {'met' if met else 'NOT MET'} | {'' if met else why} |")
    if options.table:
        with open(options.table, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
