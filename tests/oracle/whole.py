"""Whole programs (author.py) in qkv and in PyTorch: what they print, letter for letter, and whether they
end well. A program that differs is made smaller, line by line, as long as it differs."""

import collections
import contextlib
import io
import re
import signal

import torch

import author
import lessons
import older
import values
from builds import Defined

NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]?\d+)?")
SECONDS = 5
NEAR = 1.01e-4  # a 1 in the last of four places

# Where qkv says more than PyTorch, on purpose.
REFUSED = (
    "some cells are both read and written, and the result would depend",
    "T exchanges the two axes of a matrix",
    "several cells of an expanded tensor, or of its windows",
)


class Endless(BaseException):
    """A program that lost the line that ends its loop."""


def give_up(*_):
    raise Endless


def play(text):
    """What PyTorch prints, and the error that ends the program, or None. Where the last bits depend on
    the build of PyTorch, those that builds.py defines."""
    torch.manual_seed(0)
    signal.signal(signal.SIGALRM, give_up)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    out, names = io.StringIO(), {"__name__": "__main__", **lessons.given_names()}
    error = None
    with contextlib.redirect_stdout(out), Defined():
        try:
            exec(compile(text, "program", "exec"), names)
        except Exception as problem:  # any refusal of PyTorch
            error = f"{type(problem).__name__}: {problem}"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    return values.without_grad(out.getvalue()), error


def printed(outcome):
    """What a program prints, up to the error that ends it. (qkv goes on with what does not need it.)"""
    texts = []
    for shown in outcome.shown:
        if shown.kind in ("print", "error"):
            before, error, _ = shown.text.partition("Traceback (most recent call last):")
            texts.append(before + "\n" if before or not error else "")
            if error:
                break
    return "".join(texts)


def are_near(mine, theirs):
    """Whether nothing but last places differ: sums of many have no one order."""
    words = [re.sub(r"\s+", "", NUMBER.sub("#", text)) for text in (mine, theirs)]
    pairs = list(zip(NUMBER.findall(mine), NUMBER.findall(theirs)))
    return words[0] == words[1] and all(
        abs(float(a) - float(b)) <= NEAR * max(1, abs(float(a))) for a, b in pairs
    )


def compare(text, outcome):
    """"equal", "near", "refused", or what differs as two texts."""
    try:
        theirs, error = play(text)
    except Endless:
        return "endless"
    mine = printed(outcome)
    if outcome.failed and outcome.failed.startswith(REFUSED):
        return "refused"
    if (error is None) == (outcome.failed is None) and mine == theirs:
        return "equal" if error is None else "error"
    if (error is None) == (outcome.failed is None) and are_near(mine, theirs):
        return "near"
    return f"{theirs}{error or ''}", f"{mine}{outcome.failed or ''}"


# --- making a program smaller -----------------------------------------------------------------------


def places(lines, path=()):
    for i, line in enumerate(lines):
        yield (*path, i)
        yield from places(line.inside or (), (*path, i))


def without(lines, path, keeps_inside):
    """A copy without the line of this path; what is inside it may take its place."""
    copy = [line.copy() for line in lines]
    block = copy
    for i in path[:-1]:
        block = block[i].inside
    line = block[path[-1]]
    block[path[-1] : path[-1] + 1] = line.inside if keeps_inside and line.inside else []
    return copy


def kind_of_error(text):
    _, error = play(text)
    return error and error.partition(":")[0]


def shrink(lines, dump):
    """Leaves out what can be left out, as long as something differs and PyTorch ends as it did, or
    well."""
    ends = {None, kind_of_error(author.text_of(lines))}
    shrinks = True
    while shrinks:
        shrinks = False
        tries = [without(lines, path, keeps) for path in places(lines) if path != (0,) for keeps in (False, True)]  # the seed stays
        texts = [author.text_of(t) for t in tries]
        outcomes = values.run_dump(dump, [values.as_lesson(t) for t in texts])
        for smaller, text, outcome in zip(tries, texts, outcomes):
            if text != author.text_of(lines) and isinstance(compare(text, outcome), tuple):
                if kind_of_error(text) in ends:
                    lines, shrinks = smaller, True
                    break
    return lines


# --- all --------------------------------------------------------------------------------------------


def kind_of(outcome):
    """Differences that look alike are shown once."""
    return re.sub(r"'[^']*'|\d+", "", outcome.failed or "")[:60]


def check(dump, seed, count):
    """Runs `count` programs and prints how they went, with the smallest of those that differ."""
    seeds = [seed * 1_000_003 + i for i in range(count)]
    programs = [author.make(s) for s in seeds]
    texts = [author.text_of(p) for p in programs]
    outcomes = values.run_dump(dump, [values.as_lesson(t) for t in texts])
    counts, differing = collections.Counter(), collections.defaultdict(list)
    for number, lines, text, outcome in zip(seeds, programs, texts, outcomes):
        found = compare(text, outcome)
        counts[found if isinstance(found, str) else "differ"] += 1
        if not isinstance(found, str):
            differing[kind_of(outcome)].append((len(text), number, lines))
    print(f"\n{count} whole programs, seed {seed}, {sum(t.count(chr(10)) for t in texts)} lines: ")
    print(f"    {counts['equal']} print the same, {counts['error']} up to the same error, {counts['near']} but for "
          f"last places; {counts['refused']} are refused: their result is a matter of order")
    for some in sorted(differing.values(), key=len, reverse=True):
        _, number, lines = min(some, key=lambda s: s[:2])
        lines = shrink(lines, dump)
        text = author.text_of(lines)
        (outcome,) = values.run_dump(dump, [values.as_lesson(text)])
        theirs, mine = compare(text, outcome)
        print(f"\n{len(some)} differ like this one, of seed {number}:\n\n{text}")
        print(f"  PyTorch:\n{theirs}\n  qkv:\n{mine}")
    return counts["differ"]
