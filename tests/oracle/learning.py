"""Gradients and training: random programs in qkv and in PyTorch, what they print and, of each gradient, how
many numbers have the same bits.

    learning.py DUMP [--seed N] [--count N] [--trainings N]

A program makes leaves, computes something of them, goes back and prints what each leaf got. A training makes a
small model and an optimizer and prints its losses and what was learned.
"""

import argparse
import ast
import collections
import contextlib
import io
import random
import re
import sys
import warnings

import older  # before torch: it says which vectors are used

import torch

import values
import whole

HEAD = "import math\nimport torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
BITS = "bits "  # before all digits of a gradient
RANKS = ((), (3,), (4,), (2, 3), (3, 4), (4, 4), (2, 3, 4), (1, 4), (3, 1), (2, 2, 3, 2))


def sizes(shape):
    return ", ".join(map(str, shape))


def broadcast(a, b):
    try:
        return tuple(torch.broadcast_shapes(a, b))
    except RuntimeError:
        return None


class Maker:
    """Writes one program, line by line, and keeps the shape of each name."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = [HEAD + f"torch.manual_seed({seed % 1000})"]
        self.shapes = {}
        self.leaves = []
        self.used = collections.Counter()

    def say(self, line):
        self.lines.append(line)

    def name(self, shape, text, letter="y"):
        name = f"{letter}{len(self.shapes)}"
        self.shapes[name] = tuple(shape)
        self.say(f"{name} = {text}")
        return name

    def leaf(self, shape, wants=None):
        wants = self.random.random() < 0.8 if wants is None else wants
        grad = ", requires_grad=True" if wants else ""
        how = self.random.choice([f"torch.randn({sizes(shape) or '()'}{grad})"] * 3 + [
            f"torch.ones({sizes(shape) or '()'}{grad})", f"torch.rand({sizes(shape) or '()'}{grad})"])
        name = self.name(shape, how, "a")
        if wants:
            self.leaves.append(name)
        return name

    def pick(self, least=0, most=4):
        names = [n for n, s in self.shapes.items() if least <= len(s) <= most]
        recent = names[-3:] * 3
        return self.random.choice(names + recent) if names else self.leaf((3, 4))

    # --- operations: each adds a name -----------------------------------------------------------

    def unary(self):
        x = self.pick()
        forms = ("torch.exp({0} * 0.3)", "torch.log({0}.abs() + 0.5)", "torch.sqrt({0}.abs() + 0.1)",
                 "torch.tanh({0})", "torch.sigmoid({0})", "torch.sin({0})", "torch.cos({0})", "{0}.abs()",
                 "F.relu({0})", "F.gelu({0}, approximate='tanh')", "F.silu({0})", "F.softplus({0})",
                 "F.leaky_relu({0}, 0.1)", "F.elu({0})", "torch.rsqrt({0}.abs() + 0.5)", "1 / ({0}.abs() + 1)",
                 "{0}.square()", "{0} ** 3", "{0} ** 2", "({0}.abs() + 0.2) ** 0.5", "2 ** {0}", "-{0}",
                 "{0}.clamp(-0.5, 0.5)", "{0}.clamp(min=0)", "{0} * 3", "{0} / 4", "2 - {0}", "{0} + 1",
                 "torch.erf({0})", "torch.log1p({0}.abs())", "torch.expm1({0} * 0.2)", "{0}.clone()",
                 "torch.reciprocal({0}.abs() + 1)", "torch.atan({0})", "F.logsigmoid({0})", "{0}.neg()",
                 "{0}.mul(0.5).add({0}, alpha=2)", "{0}.floor() + {0}")
        self.name(self.shapes[x], self.random.choice(forms).format(x))

    def binary(self):
        x = self.pick()
        others = [n for n, s in self.shapes.items() if broadcast(s, self.shapes[x]) is not None]
        y = self.random.choice(others)
        form = self.random.choice(("{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} / ({1}.abs() + 1)",
                                   "torch.maximum({0}, {1})", "torch.minimum({0}, {1})",
                                   "torch.where({0} > {1}, {0}, {1} * 2)", "({0}.abs() + 0.5) ** {1}",
                                   "torch.atan2({0}, {1}.abs() + 1)", "torch.lerp({0}, {1}, 0.3)"))
        shape = broadcast(self.shapes[x], self.shapes[y])
        if len(shape) <= 4:
            if "lerp" in form and self.shapes[x] != self.shapes[y]:
                form = "{0} * {1}"
            self.name(shape, form.format(x, y))

    def product(self):
        x = self.pick(1, 4)
        s = self.shapes[x]
        n = self.random.randint(1, 5)
        kinds = [((s[-1], n), "{0} @ {1}", (*s[:-1], n)), ((s[-1],), "{0} @ {1}", s[:-1])]
        if len(s) == 2:
            kinds += [((n, s[0]), "{1} @ {0}", (n, s[1])), ((s[1], n), "torch.mm({0}, {1})", (s[0], n)),
                      ((n, s[1]), "F.linear({0}, {1})", (s[0], n)),
                      ((s[0], n), "torch.einsum('ij,ik->jk', {0}, {1})", (s[1], n)),
                      ((s[1], n), "torch.einsum('ij,jk->ki', {0}, {1})", (n, s[0]))]
        if len(s) == 3:
            kinds += [((s[0], s[2], n), "torch.bmm({0}, {1})", (s[0], s[1], n)),
                      ((n, s[2]), "F.linear({0}, {1})", (s[0], s[1], n)),
                      (s, "{0} @ {1}.transpose(1, 2)", (s[0], s[1], s[1])),
                      ((s[0], n, s[2]), "torch.einsum('bid,bjd->bij', {0}, {1})", (s[0], s[1], n))]
        if len(s) == 1:
            kinds += [(s, "torch.dot({0}, {1})", ()), ((n,), "torch.outer({0}, {1})", (s[0], n))]
        shape, form, out = self.random.choice(kinds)
        y = self.leaf(shape)
        self.name(out, form.format(x, y))

    def reduce(self):
        x = self.pick(1, 4)
        s = self.shapes[x]
        d = self.random.randrange(-len(s), len(s))
        keep = self.random.random() < 0.5
        out = [n for i, n in enumerate(s) if i != d % len(s)]
        if keep:
            out.insert(d % len(s), 1)
        form = self.random.choice(("{0}.sum({1}{2})", "{0}.mean({1}{2})", "{0}.max({1}{2}).values",
                                   "{0}.min({1}{2})[0]", "{0}.amax({1}{2})", "{0}.logsumexp({1}{2})",
                                   "{0}.norm(dim={1}{2})", "{0}.var({1}{2})", "{0}.std({1}{2})",
                                   "{0}.prod({1}{2})", "torch.sum({0}, dim={1}{2})"))
        if ("var" in form or "std" in form) and s[d] < 2:
            form = "{0}.sum({1}{2})"
        self.name(out, form.format(x, d, ", keepdim=True" if keep else ""))

    def whole(self):
        x = self.pick()
        self.name((), self.random.choice(("{0}.sum()", "{0}.mean()", "{0}.max()", "{0}.min()", "{0}.norm()",
                                          "{0}.prod()", "{0}.square().mean()")).format(x))

    def along(self):
        x = self.pick(1, 4)
        s = self.shapes[x]
        d = self.random.randrange(-len(s), len(s))
        form = self.random.choice(("torch.softmax({0}, {1})", "F.softmax({0}, dim={1})", "F.log_softmax({0}, {1})",
                                   "{0}.cumsum({1})", "{0}.flip({1})", "{0}.roll(1, {1})", "{0}.cumprod({1})",
                                   "{0}.sort({1}).values", "F.normalize({0}, dim={1})"))
        self.name(s, form.format(x, d))

    def norm(self):
        x = self.pick(1, 4)
        n = self.shapes[x][-1]
        if n == 1:
            return self.unary()
        weight, bias = self.leaf((n,)), self.leaf((n,))
        form = self.random.choice(("F.layer_norm({0}, ({1},))", "F.layer_norm({0}, ({1},), {2}, {3})",
                                   "F.rms_norm({0}, ({1},), {2})"))
        if "rms" in form and not hasattr(torch.nn.functional, "rms_norm"):
            form = "F.layer_norm({0}, ({1},), {2}, {3})"
        return self.name(self.shapes[x], form.format(x, n, weight, bias))

    def move(self):
        x = self.pick(1, 4)
        s = list(self.shapes[x])
        rank, r = len(s), self.random
        d = r.randrange(rank)
        kinds = [("{0}.flatten()", [int(torch.Size(s).numel())]), ("{0}.reshape(-1)", [int(torch.Size(s).numel())]),
                 (f"{{0}}.unsqueeze({d})", s[:d] + [1] + s[d:]),
                 (f"{{0}}.repeat({sizes([1] * (rank - 1) + [2])})", s[:-1] + [2 * s[-1]]),
                 (f"{{0}}.repeat_interleave(2, {d})", s[:d] + [2 * s[d]] + s[d + 1:]),
                 (f"{{0}}.narrow({d}, 0, {max(1, s[d] - 1)})", s[:d] + [max(1, s[d] - 1)] + s[d + 1:]),
                 ("{0}[0]", s[1:]), ("{0}[..., -1]", s[:-1]), ("{0}[1:]", [max(0, s[0] - 1)] + s[1:]),
                 ("{0}[None]", [1] + s), (f"{{0}}[torch.tensor([0, {s[0] - 1}, 0])]", [3] + s[1:]),
                 (f"torch.cat([{{0}}, {{0}} * 2], {d})", s[:d] + [2 * s[d]] + s[d + 1:]),
                 (f"torch.stack([{{0}}, {{0}}], {d})", s[:d] + [2] + s[d:]),
                 (f"{{0}}.chunk({s[d]}, {d})[0]", s[:d] + [1] + s[d + 1:]),
                 (f"{{0}}.split(1, {d})[-1]", s[:d] + [1] + s[d + 1:]),
                 (f"{{0}}.unbind({d})[0]", s[:d] + s[d + 1:]),
                 ("F.pad({0}, (1, 2))", s[:-1] + [s[-1] + 3]),
                 (f"{{0}}.index_select({d}, torch.tensor([0, 0, {s[d] - 1}]))", s[:d] + [3] + s[d + 1:]),
                 ("{0}.masked_fill({0} > 0, -2.0)", s), (f"{{0}}.expand(2, {sizes(s)})", [2] + s)]
        if rank >= 2:
            e = (d + 1) % rank
            turned = list(s)
            turned[d], turned[e] = s[e], s[d]
            order = r.sample(range(rank), rank)
            kinds += [(f"{{0}}.transpose({d}, {e})", turned), (f"{{0}}.permute({sizes(order)})", [s[i] for i in order]),
                      ("{0}.tril()", s), ("{0}.triu(1)", s), ("{0}.mT", s[:-2] + [s[-1], s[-2]]),
                      (f"{{0}}.transpose({d}, {e}).contiguous()", turned),
                      (f"{{0}}.transpose({d}, {e}).sum(0)", turned[1:])]
        if rank == 2:
            kinds += [("F.embedding(torch.tensor([[0, 1], [1, 1]]), {0})", [2, 2, s[1]]),
                      ("{0}.T", s[::-1]), ("{0}.diagonal()", [min(s)]),
                      ("{0}.gather(1, torch.zeros(" + sizes(s) + ", dtype=torch.long))", s)]
        form, out = r.choice(kinds)
        if "embedding" in form and s[0] < 2:
            form, out = "{0}.T", s[::-1]
        if len(out) <= 4 and 0 not in out:
            self.name(out, form.format(x))

    def write(self):
        """A result of its own that is then written in place."""
        x = self.pick(1, 3)
        y = self.name(self.shapes[x], f"{x} * 1.5")
        z = self.random.choice([n for n in self.shapes if n != y])
        forms = ["{0}[0] = 2.0", "{0}.mul_(2)", "{0} += 1", "{0}[..., 0] *= 3", "{0}.masked_fill_({0} > 0, 0.5)",
                 "{0}.clamp_(max=1)", "{0}[-1].zero_()", "{0}[1:] = 0"]
        if broadcast(self.shapes[y], self.shapes[z]) == self.shapes[y]:
            forms += ["{0} += {1}", "{0}.sub_({1})", "{0} *= {1}"]
        self.say(self.random.choice(forms).format(y, z))

    def detach(self):
        x = self.pick()
        self.name(self.shapes[x], f"{x}.detach() * {x}")

    def loss(self):
        x = self.pick(2, 2)
        rows, cols = self.shapes[x]
        target = f"torch.tensor({[self.random.randrange(cols) for _ in range(rows)]})"
        kind = self.random.choice(("", ", reduction='sum'", ", reduction='none'"))
        form = self.random.choice((f"F.cross_entropy({{0}}, {target}{kind})",
                                   f"F.nll_loss(F.log_softmax({{0}}, 1), {target}{kind})",
                                   f"F.mse_loss({{0}}, torch.ones({rows}, {cols}){kind})",
                                   f"F.l1_loss({{0}}, torch.ones({rows}, {cols}){kind})",
                                   f"F.binary_cross_entropy_with_logits({{0}}, torch.ones({rows}, {cols}){kind})",
                                   f"F.smooth_l1_loss({{0}}, torch.ones({rows}, {cols}){kind})",
                                   f"F.cross_entropy({{0}}, {target}, label_smoothing=0.1)"))
        shape = () if "none" not in form else (rows,) if "cross_entropy({" in form or "nll" in form else (rows, cols)
        if "binary" in form and "none" in form:
            shape = (rows, cols)
        self.name(shape, form.format(x))

    def attention(self):
        d = self.random.choice((2, 4))
        q, k, v = (self.leaf((2, 3, d)) for _ in range(3))
        causal = ", is_causal=True" if self.random.random() < 0.4 else ""
        if self.random.random() < 0.5:
            return self.name((2, 3, d), f"F.scaled_dot_product_attention({q}, {k}, {v}{causal})")
        scores = self.name((2, 3, 3), f"{q} @ {k}.transpose(-2, -1) / math.sqrt({d})")
        if causal:
            scores = self.name((2, 3, 3), f"{scores}.masked_fill(torch.ones(3, 3).triu(1).bool(), -torch.inf)")
        return self.name((2, 3, d), f"torch.softmax({scores}, -1) @ {v}")

    def make(self):
        r = self.random
        for _ in range(r.randint(1, 3)):
            self.leaf(r.choice(RANKS))
        if not self.leaves:
            self.leaf(r.choice(RANKS), True)
        kinds = ([self.unary] * 5 + [self.binary] * 5 + [self.product] * 4 + [self.reduce] * 3 + [self.move] * 6 +
                 [self.along] * 3 + [self.norm] * 2 + [self.whole, self.write, self.write, self.detach, self.loss,
                                                      self.loss, self.attention])
        for _ in range(r.randint(1, 7)):
            r.choice(kinds)()
        self.end()
        return "\n".join(self.lines) + "\n"

    def end(self):
        r = self.random
        ends = [n for n in self.shapes if n.startswith("y")][-r.randint(1, 3):] or self.leaves
        kept = [n for n in ends if n.startswith("y") and r.random() < 0.3]
        parts = []
        for name in ends:
            count = int(torch.Size(self.shapes[name]).numel())
            weights = f"(torch.arange({count}.) / {count} + 0.5).view({sizes(self.shapes[name]) or '()'})"
            parts.append(r.choice((f"({name} * {weights}).sum()", f"({name} * {weights}).sum()", f"{name}.mean()",
                                   f"({name} ** 2).sum()")))
        for name in kept:
            self.say(f"if {name}.requires_grad: {name}.retain_grad()")
        self.say(f"loss = {' + '.join(parts)}")
        self.say("print(loss)")
        twice = r.random() < 0.15
        self.say("loss.backward(retain_graph=True)" if twice else "loss.backward()")
        if twice:
            self.say("loss.backward()")
        for name in self.leaves + kept:
            self.say(f"print('{name}', {name}.grad)")
            self.say(f"print('{BITS}', None if {name}.grad is None else {name}.grad.tolist())")


# --- slopes -----------------------------------------------------------------------------------------

def slopes(seed):
    """A gradient beside what a small change of one number does: in float64, as a function of its leaves."""
    maker = Maker(seed)
    maker.make()
    leaves = [line for line in maker.lines if re.match(r"a\d+ = ", line)]
    end = next(i for i, line in enumerate(maker.lines) if line.startswith("loss = "))
    body = [line for line in maker.lines[1:end] if line not in leaves and "retain_grad" not in line]
    names = [line.split(" = ")[0] for line in leaves]
    name = random.Random(seed).choice(maker.leaves)
    made = [re.sub(r", requires_grad=True", "", line) + ".double().requires_grad_()" for line in leaves]
    call = lambda sign: ", ".join(f"{n} {sign} small" if n == name else n for n in names)
    return "\n".join([maker.lines[0], *made, f"def f({', '.join(names)}):", *("    " + line for line in body),
                      "    " + maker.lines[end], "    return loss", f"f({', '.join(names)}).backward()",
                      f"small = torch.zeros_like({name}).detach()", "small.view(-1)[-1] = 1e-6",
                      "with torch.no_grad():", f"    change = (f({call('+')}) - f({call('-')})) / 2e-6",
                      f"print(change.item(), {name}.grad.view(-1)[-1].item() if {name}.grad is not None else 0.0)"]) + "\n"


def check_slopes(dump, seeds):
    """A corner within the change is no slope: that PyTorch has the same two numbers tells."""
    texts = [slopes(s) for s in seeds]
    counts, wrong = collections.Counter(), []
    for text, outcome in zip(texts, values.run_dump(dump, [values.as_lesson(t) for t in texts], of_grad=True)):
        if outcome.failed:
            counts["refused"] += 1
            if "for float32 only" not in outcome.failed and play(text)[1] is None:
                wrong.append((text, outcome.failed))
            continue
        change, slope = map(float, whole.printed(outcome).split())
        is_near = change == slope or abs(change - slope) <= 1e-4 * max(1, abs(change), abs(slope))
        counts["near" if is_near or change != change or slope != slope else "apart"] += 1
        if not is_near and change == change and slope == slope:
            theirs = play(text)[0].split()
            if not theirs or abs(float(theirs[1]) - slope) > 1e-6 * max(1, abs(slope)):
                wrong.append((text, f"{change} {slope}, PyTorch {theirs}"))
    print(f"\n{len(texts)} gradients beside a small change: {dict(counts)}, {len(wrong)} wrong")
    for text, what in sorted(wrong, key=lambda w: len(w[0]))[:4]:
        print(f"\n{text}\n  {what}")
    return len(wrong)


# --- trainings --------------------------------------------------------------------------------------

MODELS = {
    "line": ("net = nn.Linear(3, 1)", "x = torch.randn(8, 3)\ny = x @ torch.tensor([[1.], [-2.], [0.5]]) + 0.3",
             "F.mse_loss(net(x), y)"),
    "xor": ("net = nn.Sequential(nn.Linear(2, 4), {act}, nn.Linear(4, 1))",
            "x = torch.tensor([[0., 0.], [0., 1.], [1., 0.], [1., 1.]])\ny = torch.tensor([[0.], [1.], [1.], [0.]])",
            "((net(x) - y) ** 2).mean()"),
    "bits": ("net = nn.Sequential(nn.Linear(2, 4), {act}, nn.Linear(4, 1))",
             "x = torch.randn(6, 2)\ny = (x[:, :1] * x[:, 1:] > 0).float()",
             "F.binary_cross_entropy_with_logits(net(x), y)"),
    "bigram": ("net = nn.Embedding(5, 5)", "x = torch.randint(0, 5, (12,))\ny = torch.randint(0, 5, (12,))",
               "F.cross_entropy(net(x), y)"),
    "tied": ("""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(6, 4)
        self.norm = nn.LayerNorm(4)
        self.head = nn.Linear(4, 6, bias=False)
        self.head.weight = self.embed.weight

    def forward(self, x):
        return self.head(self.norm(self.embed(x)))

net = Net()""", "x = torch.randint(0, 6, (3, 4))\ny = torch.randint(0, 6, (3, 4))",
             "F.cross_entropy(net(x).view(-1, 6), y.view(-1))"),
    "attention": ("""class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(6, 4)
        self.q = nn.Linear(4, 4, bias=False)
        self.k = nn.Linear(4, 4, bias=False)
        self.v = nn.Linear(4, 4)
        self.out = nn.Linear(4, 6)

    def forward(self, x):
        e = self.embed(x)
        q, k, v = self.q(e), self.k(e), self.v(e)
        scores = q @ k.transpose(-2, -1) / 2
        scores = scores.masked_fill(torch.triu(torch.ones(4, 4), 1).bool(), float('-inf'))
        return self.out({act}(e + F.softmax(scores, dim=-1) @ v))

net = Net()""", "x = torch.randint(0, 6, (3, 4))\ny = torch.randint(0, 6, (3, 4))",
                  "F.cross_entropy(net(x).view(-1, 6), y.view(-1))"),
}
OPTIMIZERS = ("torch.optim.SGD(net.parameters(), lr=0.1)", "torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9)",
              "torch.optim.SGD(net.parameters(), lr=0.05, momentum=0.9, nesterov=True, weight_decay=0.01)",
              "torch.optim.Adam(net.parameters(), lr=0.05)", "torch.optim.AdamW(net.parameters(), lr=0.05)",
              "torch.optim.AdamW(net.parameters(), lr=0.01, weight_decay=0.1, betas=(0.9, 0.95))", "")
ACTIVATIONS = ("nn.Tanh()", "nn.ReLU()", "nn.Sigmoid()", "nn.SiLU()")


def training(seed):
    r = random.Random(seed)
    model, data, loss = MODELS[r.choice(list(MODELS))]
    optimizer = r.choice(OPTIMIZERS)
    lines = [HEAD + f"torch.manual_seed({seed % 1000})", model.format(act=r.choice(ACTIVATIONS)), data]
    scheduler = optimizer and r.random() < 0.3
    clips, accumulates, looks = (r.random() < 0.3 for _ in range(3))
    if optimizer:
        lines.append(f"optimizer = {optimizer}")
    if scheduler:
        lines.append(f"scheduler = torch.optim.lr_scheduler.{r.choice(['StepLR(optimizer, 2, 0.5)', 'CosineAnnealingLR(optimizer, 5)', 'LambdaLR(optimizer, lambda epoch: 0.9 ** epoch)'])}")
    body = [f"loss = {loss}"]
    zero = "optimizer.zero_grad()" if optimizer else "net.zero_grad()"
    if r.random() < 0.5:
        body.insert(0, zero)
    else:
        body.append(zero)
    if accumulates:
        body += ["(loss / 2).backward()", f"(({loss}) / 2).backward()"]
    else:
        body.append("loss.backward()")
    if clips:
        body.append("total = nn.utils.clip_grad_norm_(net.parameters(), 0.5)")
        body.append("print(f'{total:.4f}')")
    if optimizer:
        body.append("optimizer.step()")
    else:
        body.append("with torch.no_grad():\n        for p in net.parameters():\n            p -= 0.1 * p.grad")
    if scheduler:
        body.append("scheduler.step()")
    body.append("print(step, f'{loss.item():.4f}')")
    lines.append(f"for step in range({r.randint(2, 8)}):\n    " + "\n    ".join(body))
    if looks:
        lines.append(f"with torch.no_grad():\n    print({loss})")
    lines += ["for name, p in net.named_parameters():", "    print(name, p)", f"    print('{BITS}', p.tolist())"]
    return "\n".join(lines) + "\n"


# --- comparing --------------------------------------------------------------------------------------

Found = collections.namedtuple("Found", "kind same bits theirs mine")


def play(text):
    """What PyTorch prints, and the error that ends it, or None."""
    out, error = io.StringIO(), None
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(text, "program", "exec"), {"__name__": "__main__"})
        except Exception as problem:  # any refusal of PyTorch
            error = f"{type(problem).__name__}: {problem}"
    return out.getvalue(), error


def numbers_of(text):
    if "nan" in text or "inf" in text:
        return []
    flat, stack = [], [ast.literal_eval(text.strip())]
    while stack:
        x = stack.pop()
        if isinstance(x, list):
            stack += x[::-1]
        elif x is not None:
            flat.append(x)
    return flat


def compare(text, outcome):
    theirs, error = play(text)
    mine = whole.printed(outcome)
    if error or outcome.failed:
        first = (outcome.failed or "").split("\n")[0]
        kind = f"error: {error.split(':')[0]}" if error and outcome.failed else "refused" if outcome.failed else "differ"
        return Found(kind, 0, 0, theirs + (error or ""), mine + first)
    lines = [t.split("\n") for t in (theirs, mine)]
    plain = ["\n".join(l for l in some if not l.startswith(BITS)) for some in lines]
    pairs = [(numbers_of(a[len(BITS):]), numbers_of(b[len(BITS):])) for a, b in zip(*lines) if a.startswith(BITS) and b.startswith(BITS)]
    bits = sum(len(a) for a, _ in pairs)
    same = sum(x == y for a, b in pairs for x, y in zip(a, b))
    kind = "equal" if plain[0] == plain[1] else "near" if whole.are_near(plain[1], plain[0]) else "differ"
    return Found(kind, same, bits, plain[0], plain[1])


def check(dump, texts, what):
    outcomes = values.run_dump(dump, [values.as_lesson(t) for t in texts], of_grad=True)
    counts, kinds, same, bits, refused = collections.Counter(), collections.defaultdict(list), 0, 0, collections.Counter()
    for text, outcome in zip(texts, outcomes):
        found = compare(text, outcome)
        counts[found.kind] += 1
        same, bits = same + found.same, bits + found.bits
        if found.kind == "refused":
            refused[re.sub(r"'[^']*'|\d+", "", outcome.failed.split("\n")[0])[:90]] += 1
        if found.kind == "differ":
            kinds[re.sub(r"[-\d.e+]+", "", found.mine)[-60:]].append((len(text), text, found))
    print(f"\n{len(texts)} {what}: {dict(counts)}; {same} of {bits} numbers have the same bits")
    for why, times in refused.most_common(20):
        print(f"    refused {times} times: {why}")
    shown = sorted((min(some, key=lambda s: s[0]) for some in kinds.values()), key=lambda s: s[0])
    for _, text, found in shown[:8]:
        print(f"\n{text}\n  PyTorch:\n{found.theirs}\n  qkv:\n{found.mine}")
    return counts["differ"] + counts["refused"]


def check_all(dump, seed, count, trainings):
    """How many programs differ. Names of ways back, and what zero_grad leaves, are those of PyTorch 2."""
    if int(torch.__version__.split(".")[0]) < 2:
        print("\ngradients: not compared with a PyTorch before 2")
        return 0
    first = seed * 1_000_003
    wrong = check(dump, [Maker(first + i).make() for i in range(count)], "programs with gradients")
    wrong += check(dump, [training(first + i) for i in range(trainings)], "trainings")
    return wrong + check_slopes(dump, range(first, first + trainings))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("dump", help="the program made from dump.c")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--trainings", type=int, default=500)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    print(f"PyTorch {torch.__version__}: {older.begin()}")
    sys.exit(check_all(options.dump, options.seed, options.count, options.trainings) > 0)


if __name__ == "__main__":
    main()
