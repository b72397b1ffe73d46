"""Whether the lesson language computes what a real PyTorch computes: `make check-torch`.

    check.py DUMP [--seed N] [--count N]

First the lessons and the programs of tests/real, then COUNT random programs of single operations,
3 COUNT / 8 with half types, COUNT / 4 calls of the attention classes, 5 COUNT / 8 whole programs with classes, functions, loops
and writes in place, 3 COUNT / 8 programs with gradients and COUNT / 16 trainings. Exit status 1 when anything differs.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import warnings

import older  # before torch: it says which vectors are used

import torch

import learning
import lessons
import programs
import values
import variants
import whole

ROOT = pathlib.Path(__file__).parents[2]
# Lessons that call what PyTorch before 2.4 has not got (RMSNorm) or rounds elsewhere (half types): left out there.
NEWER = {"36-a-block-of-today", "40-few-bits"}

# Statements that change what was shown before: both sides show it again, each at its place.
WRITES = """
hide, place = torch.zeros(4, dtype=torch.bool), torch.tensor([2, 0])
hide[place] = torch.tensor([True, False])
hide[1] |= True
x: torch.Tensor = torch.zeros(2, 2)
x[0][place[:1] - 1] = 3.
x += hide[:2]
pair = [x, 0]
pair[1] = x * 2
del pair
y = x + 1
"""


def indented(text):
    return "\n".join("        " + line for line in text.split("\n"))


def check_lessons(dump):
    paths = sorted((ROOT / "lessons").glob("[0-9]*.md"))
    paths = [path for path in paths if older.version() >= (2, 4) or path.stem not in NEWER]
    checks = [(path.relative_to(ROOT), lessons.check(dump, path)) for path in paths]
    checks.append(("writes", lessons.check_text(dump, values.as_lesson(WRITES))))
    for name, (count, differences) in checks:
        print(f"{name}: {count} values, {len(differences)} differences")
        for d in differences:
            print(f"    {name}:{d.line}: {d.what}")
            print(f"      PyTorch:\n{indented(d.torch)}\n      qkv:\n{indented(d.qkv)}")
    return sum(len(differences) for _, (_, differences) in checks)


def check_real():
    """Whether the .out of tests/real are PyTorch's."""
    command = [sys.executable, str(ROOT / "tests/real/make.py"), "--check"]
    return subprocess.run(command, check=False).returncode


def check_programs(dump, seed, count, halves=0):
    """How many programs differ. Where half types are rounded within an operation is as it is in PyTorch 2."""
    if halves and older.version() < (2, 0):
        print("\nhalf types: not compared with a PyTorch before 2")
        return 0
    counts = programs.Counts()
    differences, left_out = programs.check(dump, seed, count, counts, halves)
    kind = " with half types" if halves else ""
    print(f"\n{count} programs{kind}, seed {seed}; by operation: equal, near, errors on both sides")
    for name, counter in sorted(counts.by_operation.items()):
        print(f"    {name:20} {counter['equal']:6} {counter['near']:6} {counter['errors']:6}")
    for reason, times in counts.reasons.most_common():
        print(f"    {times:6} times: {reason}")
    print(f"left out, not there yet: {', '.join(left_out) or 'nothing'}")
    for times, d in programs.smallest(differences, dump):
        print(f"\n{d.operation}: differs in {times} programs; the smallest:\n")
        print(indented(programs.text_of(d.program)))
        print(f"\n    PyTorch:\n{indented(d.torch)}\n    qkv:\n{indented(d.qkv)}")
    return len(differences)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("dump", help="the program made from dump.c")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=8000, help="how many random programs")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    resource.setrlimit(resource.RLIMIT_DATA, (12 << 30, 12 << 30))  # random programs ask for tensors of any size
    print(f"PyTorch {torch.__version__}: {older.begin()}")
    failed = check_lessons(options.dump) + check_real()
    failed += check_programs(options.dump, options.seed, options.count)
    failed += check_programs(options.dump, options.seed, options.count * 3 // 8, halves=80)
    failed += variants.check(options.dump, options.seed, options.count // 4)
    failed += whole.check(options.dump, options.seed, options.count * 5 // 8)
    failed += learning.check_all(options.dump, options.seed, options.count * 3 // 8, options.count // 16)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
