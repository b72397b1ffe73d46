"""Views, writes in place and what is one tensor under several names: random programs in qkv and in PyTorch.

    aliases.py DUMP [--seed N] [--count N]

A program is made while PyTorch runs it, so that each line fits the tensors that there are by then; half of those
that cannot be run stay in it, and must be refused here, too. After each line all tensors
tell their numbers, their strides, what they know of gradients, and their gradient.
"""

import argparse
import collections
import random
import re
import sys
import warnings

import older  # before torch: it says which vectors are used

import torch

import learning
import values
import whole

HEAD = """import copy
import torch
from torch import nn
import torch.nn.functional as F
def tell(name, t):
    print(name, t)
    print(name, tuple(t.shape), t.stride(), t.requires_grad)
    try:
        print(name, t.is_leaf, t.grad if t.is_leaf or t.retains_grad else 'no grad')
    except RuntimeError as e:
        print(name, 'has no way back')
"""
LEAVES = ("torch.tensor([[1., -2., 3.], [0.5, 4., -1.]]{0})", "torch.tensor([1., -2., 0.5]{0})", "torch.tensor(2.{0})",
          "torch.tensor([[2., -1.], [0.5, 3.]]{0})", "torch.ones(2, 1, 3{0})", "torch.tensor([1., 1., -3., 2.]{0})")
VIEWS = ("{0}[0]", "{0}[-1]", "{0}[:1]", "{0}[1:]", "{0}[..., 0]", "{0}[..., 1:]", "{0}[None]", "{0}[:]", "{0}[...]", "{0}.T", "{0}.t()",
         "{0}.mT", "{0}.view(-1)", "{0}.view({0}.shape)", "{0}.reshape(-1)", "{0}.flatten()", "{0}.unsqueeze(0)", "{0}.unsqueeze(-1)",
         "{0}.squeeze()", "{0}.squeeze(0)", "{0}.transpose(0, 1)", "{0}.transpose(0, -1)", "{0}.movedim(0, -1)", "{0}.diagonal()",
         "{0}.narrow(0, 0, 1)", "{0}.select(0, 0)", "{0}.expand(2, *{0}.shape)", "{0}[:1].expand_as({0})", "{0}.detach()", "{0}.data",
         "{0}.contiguous()", "{0}.view_as({0})", "{0}.permute(*range({0}.dim() - 1, -1, -1))", "{0}.float()", "{0}.swapaxes(0, -1)")
PARTS = ("{0}.chunk(2)[0]", "{0}.split(1)[-1]", "{0}.unbind(0)[0]", "{0}.unbind(-1)[1]", "list({0})[0]", "{0}.split([1, {0}.shape[0] - 1])[1]",
         "{0}.tensor_split(2)[0]", "[r for r in {0}][0]")
SAME = ("{0}", "copy.copy({0})", "{0}.requires_grad_({0}.requires_grad)", "{0}.clone()", "nn.Parameter({0}.detach())",
        "{0} * 1", "{0} + 0", "{0}.exp()", "{0}.double()", "{0}.sum()", "{0}[[0, 0]]", "torch.stack([{0}, {0}])", "torch.relu({0})",
        "{0}.max()", "{0}.median()")
WRITES = ("{0}.mul_(2)", "{0}.add_(1)", "{0} += 1", "{0} -= {1}", "{0} *= {1}", "{0} /= 2", "{0} @= {1}", "{0}.fill_(7)", "{0}.zero_()",
          "{0}.copy_({1})", "{0}[0] = 5", "{0}[0] = {1}", "{0}[...] = {1}", "{0}[-1] += 1", "{0}[..., 0] *= 3", "{0}[{0} > 0] = 0.5", "{0}[[0, -1]] = 4",
          "{0}[:] = {1}[0]", "{0}.masked_fill_({0} > 1, -1)", "{0}.clamp_(max=1)", "{0}.relu_()", "F.relu({0}, inplace=True)", "{0}.exp_()", "{0}.neg_()",
          "{0}.add_({1})", "{0}.mul_({0})", "{0}.sub_({1}, alpha=2)", "{0}.fill_({1}.sum())", "{0}.tanh_()", "{0}.pow_(2)", "{0}.lerp_({1}, 0.5)",
          "{0}.addcmul_({1}, {1})", "{0}.fill_diagonal_(1)", "{0}.index_add_(0, torch.tensor([0]), {1})",
          "{0}.index_copy_(0, torch.tensor([0]), {1})", "{0}.index_fill_(0, torch.tensor([0]), 2.)",
          "{0}.scatter_add_(0, torch.zeros_like({0}).long(), {1})", "{0}.scatter_(0, torch.zeros_like({0}).long(), {1})",
          "{0}.scatter_(0, torch.zeros_like({0}).long(), 3.)", "{0}.cumsum_(0)", "{0}.t_()", "{0}.squeeze_()", "{0}.unsqueeze_(0)",
          "{0}.transpose_(0, 1)", "torch.add({1}, 1, out={0})", "torch.mul({1}, {1}, out={0})", "torch.exp({1}, out={0})",
          "for r in {0}: r.mul_(2)", "for r in {0}: r += {1}[0]", "for r in {0}.split(1): r.zero_()")
SETTINGS = ("{0}.requires_grad_()", "{0}.requires_grad_(False)", "{0}.requires_grad = True", "{0}.data = {1}.data", "{0}.data = {1}", "{0}.data *= 2",
            "{0}.data.fill_(3)", "{0}.data = {0}.data * 2", "{0}.data[0] = 9", "{0}.retain_grad()", "{0}.grad = None", "{0}.grad.zero_()",
            "{0}.grad += 1", "{0}.grad = torch.ones_like({0})", "{0}.grad = {0}.detach()", "{0}.detach_()")
BACKWARDS = ("{0}.sum().backward()", "({0} * 2).sum().backward()", "({0} ** 2).mean().backward()", "{0}.backward()",
             "({0} * {1}).sum().backward()", "{0}.sum().backward(retain_graph=True)",
             "print(torch.autograd.grad(({0} ** 2).sum(), {1}))", "print(torch.autograd.grad(({0} * 3).sum(), {1}, retain_graph=True))",
             "{0}[0].sum().backward()", "{0}.view(-1)[0].backward()")
MODES = ("with torch.no_grad():\n    ",) * 4 + ("with torch.inference_mode():\n    ", "with torch.enable_grad():\n    ")
MOST_CELLS = 24
SHOWN = 8


class Maker:
    """Writes one program while PyTorch runs it."""

    def __init__(self, seed, telling=True):
        self.random = random.Random(seed)
        self.telling = telling
        self.lines, self.names = [HEAD], {}
        exec(HEAD, self.names)

    def tensors(self):
        return [n for n, v in self.names.items() if isinstance(v, torch.Tensor) and re.fullmatch(r"[a-z]\d+", n)]

    def runs(self, line):
        """Whether PyTorch runs it, in the program so far."""
        try:
            with whole.contextlib.redirect_stdout(whole.io.StringIO()):
                exec(line, self.names)
        except Exception:  # any refusal of PyTorch
            return False
        return True

    def say(self, line):
        """A line that fails leaves the rest to run: it is tried, and that is told."""
        fits = self.runs(line)
        if not fits and self.random.random() < 0.5:
            return
        if fits:
            self.lines.append(line)
        else:
            inner = line.replace("\n", "\n    ")
            self.lines.append(f"try:\n    {inner}\nexcept Exception:\n    print('refused')")
        if self.telling:
            self.lines += [f"tell('{n}', {n})" for n in self.tensors()]

    def new(self, form, *names):
        name = f"{'abcdefgh'[len(self.names) % 8]}{len(self.tensors())}"
        self.say(f"{name} = {form.format(*names)}")
        if name in self.names and (not isinstance(self.names[name], torch.Tensor) or self.names[name].numel() > MOST_CELLS):
            self.say(f"{name} = torch.ones(2)")

    def step(self):
        r = self.random
        names = self.tensors()
        recent = names[-2:] + names
        x, y = r.choice(recent), r.choice(recent)
        kind = r.choices(("view", "part", "same", "write", "setting", "back"), (6, 1, 4, 8, 2, 2))[0]
        if kind in ("view", "part", "same"):
            form = r.choice({"view": VIEWS, "part": PARTS, "same": SAME}[kind])
            mode = r.choice(MODES) if r.random() < 0.08 else ""
            name = f"{r.choice('abcdefgh')}{len(names)}"
            self.say(f"{mode}{name} = {form.format(x)}")
        else:
            form = r.choice({"write": WRITES, "setting": SETTINGS, "back": BACKWARDS}[kind])
            mode = r.choice(MODES) if r.random() < 0.3 and not form.startswith("for") else ""
            self.say(mode + form.format(x, y))

    def make(self):
        r = self.random
        for i in range(r.randint(1, 2)):
            form = r.choice(LEAVES).format(r.choice(("", ", requires_grad=True")))
            self.say(f"a{i} = {'nn.Parameter(' + form + ')' if 'grad' not in form and r.random() < 0.3 else form}")
        for _ in range(r.randint(2, 9)):
            self.step()
            if any(self.names[n].numel() > MOST_CELLS for n in self.tensors()):
                break
        if not self.telling:
            self.lines += [f"tell('{n}', {n})" for n in self.tensors()]
        return "\n".join(self.lines) + "\n"


# Calls that qkv refuses, and says so; no program goes on after it.
REFUSED = (
    "T exchanges the two axes of a matrix",
    "mT needs at least two axes",
    "Tensor.detach_ is not part of the lesson language",
    "Parameter.detach_ is not part of the lesson language",
    "what wants a gradient cannot change its shape in place under torch.no_grad() here",
    "what wants a gradient is not written to a detached tensor here",
    "some cells are both read and written, and the result would depend",
    "out: its sizes are not those of the result",
    "several cells of an expanded tensor, or of its windows",
    "the tensor, the positions and the source need equally many axes",
)
GRAD_FN = re.compile(r"grad_fn=<(?!Invalid)[^>]*>")  # names are those of tests/torch/gradients-*.txt


def without_names(text):
    """Names of ways back take room, and decide where a line is broken."""
    return re.sub(r"\s+", " ", GRAD_FN.sub("grad_fn", text))


def compare(text, outcome):
    """"equal", "near", "refused", or what differs as two texts."""
    theirs, error = learning.play(text)
    if error:  # tells a tensor that PyTorch cannot tell
        return "left out"
    mine = whole.printed(outcome)
    if outcome.failed:
        is_refused = any(refusal in outcome.failed for refusal in REFUSED)
        return "refused" if is_refused else (theirs, mine + outcome.failed)
    theirs, mine = without_names(theirs), without_names(mine)
    if theirs == mine:
        return "equal"
    return "near" if whole.are_near(mine, theirs) else (theirs, mine)


def check(dump, seed, count):
    """How many programs differ from PyTorch. Up to 2.14 views and their errors were others here and there."""
    if older.IS_OLDER:
        print("\nviews and writes in place: not compared with a PyTorch before 2.14")
        return 0
    texts = [Maker(seed * 1_000_003 + i).make() for i in range(count)]
    outcomes = values.run_dump(dump, [values.as_lesson(t) for t in texts], of_grad=True)
    counts, differing = collections.Counter(), []
    for text, outcome in zip(texts, outcomes):
        found = compare(text, outcome)
        counts[found if isinstance(found, str) else "differ"] += 1
        if not isinstance(found, str):
            differing.append((len(text), text, *found))
    print(f"\n{count} programs of views and writes in place, seed {seed}: {dict(counts)}")
    for _, text, theirs, mine in sorted(differing)[:SHOWN]:
        print(f"\n{text.removeprefix(HEAD)}\n  PyTorch:\n{theirs}\n  qkv:\n{mine}")
    return counts["differ"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("dump", help="the program made from dump.c")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    print(f"PyTorch {torch.__version__}: {older.begin()}")
    sys.exit(check(options.dump, options.seed, options.count) > 0)


if __name__ == "__main__":
    main()
