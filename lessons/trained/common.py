"""What the training scripts of this folder share: rounded training, pruning, comparing with a lesson.

A lesson shows every number of its network, so the numbers have to be few and short. Three things see to
that. Small numbers cost something while the network learns, so most become 0. In the second half of the
training the network computes with rounded numbers, while the exact ones behind them go on learning: it
learns to be right with what the lesson prints. In the end each number is set to 0 for which that changes
no answer.

All is computed with 64 bits on one thread, so that the same processor gives the same network. Others
differ in the last bits, and over thousands of steps these may lead to another one.
"""

import argparse
import ast
import pathlib
import re
import sys
import time
from dataclasses import dataclass, replace
from typing import Callable

import torch

BEGINNINGS = 20  # that are tried before a task counts as not learned
THE_SAME = "number by number the lesson's"


@dataclass
class Task:
    """A network and what it is to learn. Weights are a dict of tensors by their names in the lesson."""

    lesson: str  # the file in lessons/
    seed: int
    grid: float  # the numbers are multiples of it
    start: Callable  # () -> weights before learning
    loss: Callable  # weights -> what to make small
    right: Callable  # weights -> (answers that are right, answers asked for)
    good: Callable  # weights -> whether pruning may leave them so
    steps: int = 3000
    rate: float = 0.02
    penalty: float = 2e-4  # for each number, times its size
    largest: float = 4.0
    shrunk: Callable = lambda weights: weights  # leaves out what pruning left unused
    ending: str = ""  # of the names in the lesson
    again: str = ""  # a second lesson with the same numbers


class Rounded(torch.autograd.Function):
    """Rounds on the way forward, and lets the gradient pass as if it had not."""

    @staticmethod
    def forward(ctx, w, grid):
        return torch.round(w / grid) * grid

    @staticmethod
    def backward(ctx, gradient):
        return gradient, None


def train(task):
    torch.manual_seed(task.seed)
    exact = {name: w.double().requires_grad_() for name, w in task.start().items()}
    numbers = list(exact.values())
    optimizer = torch.optim.Adam(numbers, lr=task.rate, betas=(0.9, 0.98))
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, max_lr=task.rate, total_steps=task.steps, pct_start=0.1
    )
    for step in range(task.steps):
        late = step >= task.steps // 2
        used = {n: Rounded.apply(w, task.grid) if late else w for n, w in exact.items()}
        size = sum(w.abs().sum() for w in numbers)
        optimizer.zero_grad()
        (task.loss(used) + task.penalty * size).backward()
        optimizer.step()
        schedule.step()
        with torch.no_grad():
            for w in numbers:
                w.clamp_(-task.largest, task.largest)
    with torch.no_grad():
        return {n: torch.round(w / task.grid) * task.grid + 0.0 for n, w in exact.items()}


def prune(weights, good):
    """Sets to 0, the smallest first, each number without which the network is still good."""
    cells = [(abs(v), n, i) for n, w in weights.items() for i, v in enumerate(w.flatten().tolist())]
    for _, name, i in sorted(c for c in cells if c[0]):
        flat = weights[name].view(-1)
        kept = flat[i].item()
        flat[i] = 0.0
        if not good(weights):
            flat[i] = kept


def retrain(task):
    weights = train(task)
    with torch.no_grad():
        if task.good(weights):
            prune(weights, task.good)
        return task.shrunk(weights)


def of_lesson(task):
    """The weights as they stand in the lesson: NAME = torch.tensor([...])."""
    text = (pathlib.Path(__file__).parents[1] / task.lesson).read_text()
    code = "".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    given = {}
    for node in ast.parse(code).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("torch.tensor("):
            given.setdefault(ast.unparse(node.targets[0]), node.value.args[0])
    names = {name: name + task.ending for name in task.start()}
    return {name: torch.tensor(ast.literal_eval(given[own])) for name, own in names.items()}


def in_words(task, weights):
    right, asked = task.right(weights)
    used = sum(int((w != 0).sum()) for w in weights.values())
    of = sum(w.numel() for w in weights.values())
    return f"{right} of {asked} answers right; {used} of its {of} numbers are not 0"


def as_code(name, w):
    rows = [", ".join(f"{v:g}" + "." * (v == int(v)) for v in row) for row in w.tolist()]
    between = "],\n" + " " * (len(name) + 17) + "["
    return f"{name} = torch.tensor([[{between.join(rows)}]])"


def differences(lesson, again):
    if any(w.shape != again[name].shape for name, w in lesson.items()):
        return "of another size than in the lesson"
    apart = torch.cat([(w - again[name]).abs().view(-1) for name, w in lesson.items()])
    if not apart.any():
        return THE_SAME
    return f"{int((apart > 0).sum())} of {apart.numel()} numbers differ, by at most {apart.max():g}"


def solves(task, weights):
    right, asked = task.right(weights)
    return right == asked


def compare(task):
    """Whether the lesson's network solves its task, and one trained anew does, too. Where the lesson's
    beginning leads to another network, which does not, others may have their turn."""
    lesson = of_lesson(task)
    print(f"{task.lesson}: {in_words(task, lesson)}")
    if task.again:
        apart = differences(lesson, of_lesson(replace(task, lesson=task.again)))
        print(f"{task.again}: {apart}")
        if apart != THE_SAME:
            return False
    for seed in range(task.seed, task.seed + BEGINNINGS):
        start = time.process_time()
        again = retrain(replace(task, seed=seed))
        seconds = time.process_time() - start
        print(f"    trained anew, seed {seed}, {seconds:.0f} s: {in_words(task, again)}")
        print(f"    {differences(lesson, again)}", flush=True)
        if solves(task, again):
            return solves(task, lesson)
    return False


def main(*tasks):
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true", help="compare with the lesson")
    parser.add_argument("--seed", type=int, help="another beginning")
    parser.add_argument("--steps", type=int, help="a training of another length")
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.check:
        sys.exit(0 if all([compare(task) for task in tasks]) else 1)
    for task in tasks:
        seed = task.seed if options.seed is None else options.seed
        weights = retrain(replace(task, seed=seed, steps=options.steps or task.steps))
        print(f"# seed {seed}: {in_words(task, weights)}")
        print("\n".join(as_code(name + task.ending, w) for name, w in weights.items()))
