"""The attention classes in qkv and in PyTorch: random programs, each a class with random arguments,
parameters and inputs, compared stage by stage and to the bit."""

import collections
import contextlib
import random

import torch

import lessons
import values
from builds import Defined

SIZES = (1, 2, 2, 3, 4, 4, 5, 6, 8)
FILLS = ("float('-inf')", "-1e20", "-1e9", "0.0")

SWITCHES = {
    "projections": ("'none'", "'separate'", "'fused'", "'fused'"),
    "bias": ("False", "True"),
    "columns": ("'k h d'", "'d k h'", "'d k h'"),
    "split": ("'transpose'", "'reshape'"),
    "scale": ("'none'", "'head'", "'model'", "'given'"),
    "scale_form": ("'divide'", "'multiply'"),
    "scale_place": ("'before'", "'after'"),
    "scale_value": ("0.5", "1", "-2.25"),
    "mask_means": ("'look'", "'hide'"),
    "mask_action": ("'fill'", "'multiply'", "'add'"),
    "mask_shape": ("'any'", "'any'", "'shared'", "'keys'"),
    "mask_fill": FILLS,
    "causal": ("True", "False"),
    "softmax_over": ("'queries'", "'keys'"),
    "dropout_rate": ("0.0", "0.3", "0.9", "1.0", "1.5", "'much'"),
    "output": ("True", "False"),
    "output_bias": ("False", "True"),
}


# Names of the classes' sizes, where they have their own.
SIZES_OF = {
    "MultiHeadAttention": ("hidden_dim", "num_heads", "head_dim"),
    "MultiHeadSelfAttentionAISummer": ("dim", "heads", "dim_head"),
    "Atten": ("embedding_dim", "d"),
}


class Maker:
    """One program: the class, its arguments, what it is called with."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.name = self.choose(*CLASSES, *["Attention"] * 5)
        make = CLASSES[self.name]
        self.dim, self.heads, self.words = self.choose(*SIZES), 0, 0
        self.means, self.shape = "look", "any"
        self.has_mask, self.has_keep, self.has_others = False, False, False
        self.statements = [f"from qkv import {self.name}", f"torch.manual_seed({seed % 1000})"]
        self.statements += [f"net = {make(self)}", "net"]
        self.batch, self.tokens = self.choose(1, 2, 2, 3), self.choose(1, 2, 3, 4, 5, 9)
        self.keys = self.tokens

    def choose(self, *choices):
        return self.random.choice(choices)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def rate(self, name="dropout_rate"):
        return self.choose("", f", {name}={self.choose(0.0, 0.25, 0.5, 0.9, 1.0)}", "")

    # --- parameters -------------------------------------------------------------------------------

    def load(self):
        """Other parameters than the drawn ones, by their names; some are small whole numbers."""
        names = lessons.given_names()
        try:
            exec("\n".join(self.statements), names)
        except Exception:  # a class that cannot be made: its program ends there anyway
            return
        items = []
        for name, value in names["net"].state_dict().items():
            shape = ", ".join(map(str, value.shape))
            made = self.choose(f"torch.randn({shape})", f"torch.randint(-2, 3, ({shape},)).float()")
            items.append(f"{name!r}: {made}")
        self.random.shuffle(items)
        if items:
            self.statements.append(f"net.load_state_dict({{{', '.join(items)}}})")

    # --- inputs -----------------------------------------------------------------------------------

    def wrong(self, shape):
        """At times a shape that does not fit."""
        if shape and self.chance(6):
            shape = [*shape]
            shape[self.random.randrange(len(shape))] += 1
        return f"({', '.join(map(str, shape))}{',' * (len(shape) == 1)})"

    def lead(self):
        return () if self.batch == 0 else (self.batch,)

    def input(self, rows):
        if self.words:
            return f"torch.randint(0, 2, {self.wrong((*self.lead(), rows, self.words))})"
        kind = self.choose("rand", "randn", "randn")
        return f"torch.{kind}({self.wrong((*self.lead(), rows, self.dim))})"

    def mask_shape(self):
        if self.shape == "keys":
            return (*self.lead(), self.keys)
        if self.shape == "shared" or self.chance(25):
            return (self.tokens, self.keys)
        middle = self.choose((1,), (self.heads,)) if self.heads else ()
        rows = self.choose(1, self.tokens, self.tokens)
        return (*(self.choose(1, self.batch) for _ in self.lead()), *middle, rows, self.keys)

    def mask(self):
        shape = self.wrong(self.mask_shape())
        drawn = f"torch.randint(0, 2, {shape})"
        if self.means == "hide" or self.chance(40):
            drawn = drawn if self.chance(4) else f"{drawn}.bool()"
        return drawn if self.chance(70) else f"{drawn}.float()"

    def keep(self):
        middle = (self.heads,) if self.heads else ()
        shape = self.wrong((*self.lead(), *middle, self.tokens, self.keys))
        return f"torch.randint(0, 2, {shape})"

    def call(self):
        given = []
        if self.chance(10):
            self.batch = 0
        if self.has_others and self.chance(30):
            self.keys = self.choose(1, 2, 4)
            given.append(f"key={self.input(self.keys)}")
        if self.has_others and given and self.chance(40):
            given.append(f"value={self.input(self.keys)}")
        if self.has_mask and (self.chance(65) or self.name == "Atten"):
            given.append(f"mask={self.mask()}")
        if self.has_keep and self.chance(25):
            given.append(f"keep={self.keep()}")
        if self.chance(30):
            self.statements.append("net.eval()")
        arguments = ", ".join([self.input(self.tokens), *given])
        self.statements += [f"y = net({arguments})", "w = net.attention_weights"]
        self.statements += [f"net.{size}" for size in SIZES_OF.get(self.name, ("dim", "head_dim"))]
        if self.name == "Attention" and self.heads:
            self.statements.append("net.heads")

    def program(self):
        if self.chance(60):
            self.load()
        self.call()
        return self.name, self.statements


# --- the classes ----------------------------------------------------------------------------------


def masked(m):
    m.has_mask = m.has_keep = True


def v1(m):
    return f"SelfAttentionV1({m.dim}{m.choose('', ', bias=False', ', True')})"


def v2(m):
    places = ("", ", 'before'", ", scale='after'", ", 'never'")
    return f"SelfAttentionV2({m.dim}{m.choose(*places)})"


def v3(m):
    masked(m)
    fill = m.choose("", "", f", mask_fill={m.choose(*FILLS)}")
    return f"SelfAttentionV3({m.dim}{m.rate()}{fill})"


def v4(m):
    masked(m)
    return f"SelfAttentionV4(dim={m.dim}{m.rate()})"


def interview(m):
    masked(m)
    return f"SelfAttentionInterView({m.dim}{m.rate()})"


def multi_head(m):
    masked(m)
    m.heads = m.choose(1, 2, 2, 3)
    m.dim = m.heads * m.choose(1, 2, 3)
    wrong = m.choose(*[0] * 15, 1)
    return f"MultiHeadAttention({m.dim}, {m.heads + wrong}{m.rate()})"


def summer(m):
    m.has_mask, m.means, m.shape = True, "hide", "shared"
    return f"SelfAttentionAISummer({m.dim})"


def multi_summer(m):
    m.has_mask, m.means, m.shape = True, "hide", "shared"
    m.heads = m.choose(1, 2, 3, 8)
    head = m.choose("", "", ", dim_head=2", ", dim_head=None")
    heads = f", heads={m.heads}" if m.heads != 8 else ""
    return f"MultiHeadSelfAttentionAISummer({m.dim}{heads}{head})"


def atten(m):
    m.has_mask, m.shape, m.words = True, "keys", m.choose(2, 6)
    m.dim = 4
    return f"Atten({m.words}{m.choose('', ', d=2', ', 5, 3', ', embedding_dim=1')})"


def switched(m):
    m.has_mask = m.has_keep = m.has_others = True
    chosen = {}
    if m.chance(50):
        m.heads = m.choose(1, 2, 2, 3)
        m.dim = m.heads * m.choose(1, 2, 3)
        chosen["heads"] = m.heads
    if m.chance(20):
        chosen["head_dim"] = m.choose(1, 2, 3, None)
    if m.chance(10):
        chosen["vocab_size"] = m.words = m.choose(1, 3)
    for name in m.random.sample(list(SWITCHES), m.random.randrange(8)):
        chosen[name] = m.choose(*SWITCHES[name])
    m.means = chosen.get("mask_means", m.means).strip("'")
    m.shape = chosen.get("mask_shape", m.shape).strip("'")
    return f"Attention({m.dim}{''.join(f', {name}={value}' for name, value in chosen.items())})"


CLASSES = {
    "SelfAttentionV1": v1,
    "SelfAttentionV2": v2,
    "SelfAttentionV3": v3,
    "SelfAttentionV4": v4,
    "SelfAttentionInterView": interview,
    "MultiHeadAttention": multi_head,
    "SelfAttentionAISummer": summer,
    "MultiHeadSelfAttentionAISummer": multi_summer,
    "Atten": atten,
    "Attention": switched,
}


# --- comparing ------------------------------------------------------------------------------------


def play(statements):
    """What PyTorch shows, with the products that builds.py defines, and its error."""
    player = lessons.Player()
    with contextlib.suppress(SyntaxError), Defined():
        for statement in lessons.ast.parse("\n".join(statements)).body:
            try:
                player.run(statement)
            except Exception as error:  # any refusal of PyTorch
                return player.shown, f"{type(error).__name__}: {error}"
    return player.shown, None


def difference(statements, outcome):
    """What differs, as two texts, or None."""
    theirs, error = play(statements)
    ours = [s for s in outcome.shown if s.kind != "error"]
    values_shown = {(s.statement, s.name) for s in ours if s.kind == "value"}
    theirs = [s for s in theirs if s.kind != "value" or (s.statement, s.name) in values_shown]
    for mine, real in zip(ours, theirs):
        if mine != real:
            return tuple(f"{s.kind} {s.name}: {lessons.describe(s)}" for s in (real, mine))
    if len(theirs) != len(ours) or (error is None) != (outcome.failed is None):
        return f"{len(theirs)} shown, {error}", f"{len(ours)} shown, {outcome.failed}"
    return None


def check(dump, seed, count):
    """Runs `count` programs; prints how many of each class, and the shortest that differs."""
    programs = [Maker(seed * 1_000_003 + i).program() for i in range(count)]
    lines = [values.as_lesson("\n".join(statements)) for _, statements in programs]
    counts, failed = collections.Counter(), []
    for (name, statements), outcome in zip(programs, values.run_dump(dump, lines)):
        counts[name, outcome.failed is None] += 1
        found = difference(statements, outcome)
        if found:
            failed.append((statements, found))
    print(f"\n{count} calls of attention, seed {seed}: equal in every stage, errors on both sides")
    for name in CLASSES:
        print(f"    {name:32} {counts[name, True]:6} {counts[name, False]:6}")
    for statements, (real, mine) in sorted(failed, key=lambda f: len(str(f[0])))[:3]:
        print(f"\ndiffers, and {len(failed) - 1} more:\n    " + "\n    ".join(statements))
        print(f"  PyTorch: {real}\n  qkv: {mine}")
    return len(failed)
