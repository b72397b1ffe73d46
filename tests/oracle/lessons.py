"""The lessons in a real PyTorch: every value, every print, every expectation."""

import ast
import contextlib
import io
import math
import pathlib
import re
import sys
from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

import attention
import values

sys.modules["qkv"] = attention  # for `from qkv import Attention`
sys.path.append(str(pathlib.Path(__file__).parents[1] / "real/standin"))  # einops, if it is not there

FENCE = re.compile(r"^```([\w-]+) *(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    kind: str  # the first word behind the fence
    name: str  # the rest: what is expected
    line: int
    text: str


class Difference(NamedTuple):
    line: int
    what: str
    torch: str
    qkv: str


def blocks_of(text):
    for match in FENCE.finditer(text):
        yield Block(match[1], match[2], text.count("\n", 0, match.start()) + 1, match[3])


def names_of(target):
    """The names that an assignment binds, from left to right."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [name for item in target.elts for name in names_of(item)]
    return [target.id] if isinstance(target, ast.Name) else []


def names_shown(statement):
    """The names that a statement binds; of x[i] = v and x += 1 it is x, which is shown as it is then."""
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)) and statement.value:
        targets = [statement.target]
    else:
        return []
    if len(targets) == 1:
        while isinstance(targets[0], ast.Subscript):
            targets = [targets[0].value]
    return [name for target in targets for name in names_of(target)]


def given_names():
    """What lessons have without importing it."""
    return {"torch": torch, "nn": nn, "F": F, "math": math}


class Stages:
    """Gives what a lesson's own function returns its stages: the tensors that its body names, each
    name with the first that it stands for. They are those of the outermost call, so `expect
    y.weights` is about y = net(x)."""

    def __init__(self):
        self.depth = 0
        self.given = {}  # the tensors that the call was given
        self.named = {}

    def __call__(self, frame, event, _):
        """Python calls this where a function begins."""
        code = frame.f_code
        if code.co_filename != "lesson" or code.co_name.startswith("<"):
            return None
        self.depth += 1
        if self.depth == 1:
            self.given, self.named = self.tensors(frame), {}
        return self.follow

    def follow(self, frame, event, value):
        """And this at each of its lines."""
        if self.depth == 1 and event in ("line", "return"):
            for name, t in self.tensors(frame).items():
                if self.given.get(name) is not t and all(t is not s for s in self.named.values()):
                    self.named.setdefault(name, t)
        if event == "return":
            self.depth -= 1
            if self.depth == 0 and isinstance(value, torch.Tensor):
                value.stages = self.named
        return self.follow

    @staticmethod
    def tensors(frame):
        return {n: t for n, t in frame.f_locals.items() if isinstance(t, torch.Tensor)}

    def __enter__(self):
        sys.settrace(self)

    def __exit__(self, *error):
        sys.settrace(None)


class Player:
    """Runs statements one by one and keeps what each of them shows."""

    def __init__(self):
        self.names = given_names()
        self.shown = []
        self.statements = 0
        self.printed = ""  # since the last expectation

    def run(self, statement):
        out = io.StringIO()
        value = None
        with contextlib.redirect_stdout(out), Stages():
            if isinstance(statement, ast.Expr):
                code = compile(ast.Expression(statement.value), "lesson", "eval")
                value = eval(code, self.names)
            else:
                exec(compile(ast.Module([statement], []), "lesson", "exec"), self.names)
        self.show(statement, value, values.without_grad(out.getvalue()))
        self.statements += 1

    def show(self, statement, value, text):
        self.printed += text
        if text:
            self.shown.append(values.printed(self.statements, text))
        if value is not None:
            self.show_value("", value)
        for name in names_shown(statement):
            self.show_value(name, self.names[name])

    def show_value(self, name, value):
        self.shown.append(values.shown(self.statements, name, value))
        self.shown += values.stages(self.statements, value)

    def take_expected(self, name):
        """What an expectation of this name is compared with."""
        if not name:
            text, self.printed = self.printed, ""
            return text
        head, _, stage = name.partition(".")
        stages = getattr(self.names.get(head), "stages", {})
        value = stages[stage] if stage in stages else eval(name, self.names)
        return values.without_grad(str(value))


def trimmed(text):
    return [line.rstrip() for line in text.rstrip().split("\n")]


def expected(player, block):
    """What does not hold of an expectation."""
    computed = player.take_expected(block.name)
    if trimmed(computed) == trimmed(block.text):
        return []
    what = f"expect {block.name or '(printed)'}"
    return [Difference(block.line, what, computed, block.text)]


def split_what_ifs(text):
    """The blocks of a lesson itself, and of each of its what-ifs: that one, and what is expected
    after it."""
    own, what_ifs = [], []
    headings = [text.count("\n", 0, m.start()) + 1 for m in re.finditer(r"^## ", text, re.M)]
    for block in blocks_of(text):
        since = what_ifs[-1][0].line if what_ifs else block.line
        if block.kind == "what-if":
            what_ifs.append([block])
        elif what_ifs and not any(since < line < block.line for line in headings):
            what_ifs[-1].append(block)
        else:
            own.append(block)
    return own, what_ifs


def play(text):
    """Runs a lesson in PyTorch: the player, and the expectations that do not hold there."""
    player, differences = Player(), []
    for block in split_what_ifs(text)[0]:
        if block.kind == "python":
            for statement in ast.parse(block.text).body:
                player.run(statement)
        elif block.kind == "expect":
            differences += expected(player, block)
    return player, differences


def play_what_if(changed, blocks):
    """Runs the code before a what-if as qkv changed it; what it asserts is about the lesson as it is."""
    player = Player()
    for block in blocks_of(changed):
        if block.kind == "python" and block.line < blocks[0].line:
            for statement in ast.parse(block.text).body:
                if not isinstance(statement, ast.Assert):
                    player.run(statement)
    return [d for block in blocks[1:] if block.kind == "expect" for d in expected(player, block)]


def compare(player, outcome):
    """The beats of qkv against PyTorch's: kind, type, shape and text (the last bits of products are
    a choice of the build, see builds.py). A value that is not a tensor may be left unshown; stages
    are compared where PyTorch's side has them."""
    differences = []
    if outcome.failed is not None or outcome.statements != player.statements:
        ended = outcome.failed or f"{outcome.statements} statements"
        return [Difference(0, "how it ends", f"{player.statements} statements", ended)]
    staged = {real.statement for real in player.shown if real.kind == "stage"}
    beats = iter(b for b in outcome.shown if b.kind != "stage" or b.statement in staged)
    beat = next(beats, None)
    for real in player.shown:
        same_place = beat and (beat.statement, beat.kind, beat.name) == real[:3]
        if same_place and beat != real._replace(cells=beat.cells):
            what = f"statement {real.statement + 1}: {real.name}"
            differences.append(Difference(0, what, describe(real), describe(beat)))
        elif not same_place and real.kind != "value":
            what = f"statement {real.statement + 1}: {real.name} is not shown"
            differences.append(Difference(0, what, describe(real), describe(beat) if beat else ""))
        if same_place:
            beat = next(beats, None)
    if beat:
        differences.append(Difference(0, "shown by qkv alone", "", describe(beat)))
    return differences


def describe(shown):
    if shown.kind != "tensor":
        return shown.text
    cells = " ".join(f"{c:08x}" if shown.dtype == "float32" else str(c) for c in shown.cells[:20])
    return f"{shown.dtype} {shown.shape}\n{shown.text}\ncells: {cells}"


def check(dump, path):
    """Compares one lesson; returns how many values were, and the differences."""
    text, dump = path.read_text(encoding="utf-8"), pathlib.Path(dump).resolve()
    with contextlib.chdir(path.parent):  # where the files lie that it reads
        return check_text(dump, text)


def check_text(dump, text):
    player, differences = play(text)
    # A hidden statement makes no beats, so here none is hidden.
    bare = re.sub(r"^(\s*#)\| *hide *$", r"\1", text, flags=re.MULTILINE)
    (outcome,) = values.run_dump(dump, [bare])
    what_ifs = split_what_ifs(text)[1]
    if len(what_ifs) != len(outcome.changed):
        differences.append(Difference(0, "what-ifs", str(len(what_ifs)), str(len(outcome.changed))))
    for changed, blocks in zip(outcome.changed, what_ifs):
        differences += play_what_if(changed, blocks)
    return len(player.shown), differences + compare(player, outcome)
