"""Writes tests/mistakes/*.out: what code with a mistake prints, in PyTorch.

Here each mistake is written by hand, in functions of their own, from the same weights that the programs
beside the printouts draw; nothing of it is made by qkv.

    python3 tests/oracle/mistakes.py tests/mistakes

Of pairs/*.py, which are right and have what somebody wrote in its place in the line below (#!), both are run.
"""
import contextlib
import glob
import io
import math
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

inf = float("inf")
folder = sys.argv[1]


def write(name, tensor):
    with open(f"{folder}/{name}.out", "w") as file:
        print(tensor.detach(), file=file)


# --- one head: one_head.py, square.py -------------------------------------------------------------


def one_head():
    torch.manual_seed(1)
    x = torch.randn(5, 6)
    wq, wk, wv = torch.randn(6, 4), torch.randn(6, 4), torch.randn(6, 4)
    return x @ wq, x @ wk, x @ wv, torch.ones(5, 5).tril()


q, k, v, mask = one_head()
hide = mask == 0
s = q.matmul(k.t())
half = s / 2
hidden = half.masked_fill(hide, -inf)

write("01-not-divided", F.softmax(s.masked_fill(hide, -inf), -1))
write("02-root-of-model", F.softmax((s / math.sqrt(6)).masked_fill(hide, -inf), -1))
write("03-divided-twice", F.softmax((half / 2).masked_fill(hide, -inf), -1))
write("04-divided-late", F.softmax(s.masked_fill(hide, -inf), -1) / 2)
write("05-scaled-queries", F.softmax(((q / 2) @ k.t()).masked_fill(hide, -inf), -1))
write("08-over-queries", F.softmax(hidden, 0))
write("10-over-everything", F.softmax(hidden.flatten(), 0).view(5, 5))
write("11-softmax-twice", F.softmax(F.softmax(hidden, -1), -1))
write("13-mask-late", F.softmax(half, -1) * mask)
write("14-mask-filled-with-0", F.softmax(half * mask, -1))
write("14-mask-filled-with-tiny", F.softmax(half.masked_fill(hide, 1e-9), -1))
write("15-mask-inverted", F.softmax(half.masked_fill(mask == 1, -inf), -1))
write("16-mask-added", F.softmax(half + mask, -1))
half.masked_fill(hide, -inf)  # as it was written: the result is thrown away
write("17-mask-thrown-away", F.softmax(half, -1))
write("18-mask-forgotten", F.softmax(half, -1) @ v)
write("19-hides-itself", F.softmax(half.masked_fill(torch.ones(5, 5).tril(-1) == 0, -inf), -1))
write("19-sees-one-ahead", F.softmax(half.masked_fill(torch.ones(5, 5).tril(1) == 0, -inf), -1))
write("20-hides-rows", F.softmax(half.masked_fill(hide.t(), -inf), -1))
write("21-not-low-enough", F.softmax(half.masked_fill(hide, -10), -1))
write("21-plus-inf", F.softmax(half.masked_fill(hide, inf), -1))
write("27-values-from-keys", F.softmax(hidden, -1) @ k)
write("27-query-from-values", F.softmax((v @ k.t() / 2).masked_fill(hide, -inf), -1))


def square():
    torch.manual_seed(3)
    x = torch.randn(4, 4)
    return x, torch.randn(4, 4), torch.randn(4, 4), torch.randn(4, 4)


x, wq, wk, wv = square()
q, k, v = x @ wq, x @ wk, x @ wv
write("06-keys-not-transposed", F.softmax(q @ k / 2, -1))
write("07-keys-reshaped", F.softmax(q @ k.reshape(4, 4) / 2, -1))
write("26-weight-transposed", F.softmax(x @ wq.t() @ k.t() / 2, -1))
torch.manual_seed(3)
x = torch.randn(4, 4)
wk, wq, wv = torch.randn(4, 4), torch.randn(4, 4), torch.randn(4, 4)
write("25-drawn-in-another-order", F.softmax(x @ wq @ (x @ wk).t() / 2, -1) @ (x @ wv))

# --- a score for each word, and words that are all hidden: single.py, hidden.py -------------------


def single():
    torch.manual_seed(4)
    x = torch.randn(5, 4)
    return x, torch.tanh(x @ torch.randn(4, 3)) @ torch.randn(3, 1)


x, energy = single()
write("12-over-a-single-one", F.softmax(energy, 1))
write("12-over-a-single-one-mixed", (F.softmax(energy, 1) * x).sum(0))


def hidden_words():
    torch.manual_seed(6)
    x = torch.randn(3, 4, 6)
    q, k = x @ torch.randn(6, 4), x @ torch.randn(6, 4)
    words = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]])
    return q @ k.transpose(1, 2) / 2, words[:, None, :] == 0


s, hide = hidden_words()
write("22-hidden-everywhere", F.softmax(s.masked_fill(hide, -inf), -1))

# --- heads: heads.py ------------------------------------------------------------------------------


def draw():
    torch.manual_seed(2)
    layers = [nn.Linear(6, 6, bias=False) for _ in range(3)] + [nn.Linear(6, 6)]
    return layers, torch.randn(3, 5, 6)


def cut(t):
    return t.reshape(3, 5, 2, 3).permute(0, 2, 1, 3)


def merge(t):
    return t.permute(0, 2, 1, 3).reshape(3, 5, 6)


(query, key, value, out), x = draw()
ahead = torch.ones(5, 5).triu(1) == 1


def heads(q, k, v, d=3, dim=-1):
    scores = torch.einsum("bhid,bhjd->bhij", q, k).masked_fill(ahead, -inf)
    return F.softmax(scores / math.sqrt(d), dim), v


def context(q, k, v, **kinds):
    weights, v = heads(q, k, v, **kinds)
    return torch.einsum("bhij,bhjd->bhid", weights, v)


q, k, v = cut(query(x)), cut(key(x)), cut(value(x))
write("02-root-of-model-heads", out(merge(context(q, k, v, d=6))))
write("09-over-heads", out(merge(context(q, k, v, dim=1))))
write("23-heads-cut-by-view", out(merge(context(
    query(x).reshape(3, 2, 5, 3), key(x).reshape(3, 2, 5, 3), value(x).reshape(3, 2, 5, 3)))))
write("23-queries-cut-by-view", out(merge(context(query(x).reshape(3, 2, 5, 3), k, v))))
write("24-merged-without-permute", out(context(q, k, v).reshape(3, 5, 6)))
write("28-one-layer-for-keys", out(merge(context(q, q, v))))
write("29-no-output", merge(context(q, k, v)))
write("29-no-bias", F.linear(merge(context(q, k, v)), out.weight))
weights, _ = heads(q, k, v)
draw()  # next draws come after the layers and the words
weights = nn.Dropout(0.5)(weights)  # in training
write("31-dropout-left-on", out(merge(torch.einsum("bhij,bhjd->bhid", weights, v))))

# --- one table for q, k, v: fused.py ----------------------------------------------------------------

torch.manual_seed(4)
qkv = nn.Linear(6, 9)
x = torch.randn(2, 4, 6)
pad = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0]]) == 0


def fused(q, k, v, hide, dim=-1):
    scores = q @ k.mT / math.sqrt(3)
    return F.softmax(scores.masked_fill(hide, -inf), dim) @ v


a, b, c = qkv(x).split(3, -1)
write("20-hides-rows-of-padding", fused(a, b, c, pad[:, :, None]))
write("15-mask-inverted-padding", fused(a, b, c, ~pad[:, None, :]))
write("25-key-first", fused(b, a, c, pad[:, None, :]))
write("25-value-first", fused(c, b, a, pad[:, None, :]))
write("25-columns-interleaved", fused(*qkv(x).view(2, 4, 3, 3).unbind(-1), pad[:, None, :]))

# --- a batch without a mask: batch.py -----------------------------------------------------------------

torch.manual_seed(5)
x = torch.randn(3, 5, 6)
wq, wk, wv = torch.randn(6, 4), torch.randn(6, 4), torch.randn(6, 4)
scores = torch.einsum("ind,jnd->nij", x @ wq, x @ wk) / 2  # between sentences, for each place
write("30-batch-and-words", torch.einsum("nij,jnd->ind", F.softmax(scores, -1), x @ wv))
write("09-over-the-batch-too", F.softmax((x @ wq) @ (x @ wk).mT / 2, 0))
write("28-keys-for-values", F.softmax((x @ wq) @ (x @ wk).mT / 2, -1) @ (x @ wk))

# --- heads that share keys, and layers: grouped.py, layers.py -------------------------------------------


def edited(program, name, old, new, result="y"):
    """The program as it stands, run by PyTorch with one edit."""
    with open(f"{folder}/{program}.py") as file:
        text = file.read()
    assert old in text, (program, old)
    names = {}
    exec(text.replace(old, new), names)
    write(name, names[result])


edited("grouped", "32-repeat", "k = k.repeat_interleave(2, dim=1)", "k = k.repeat(1, 2, 1, 1)")
edited("grouped", "33-angles-side-by-side", "torch.cat((f, f), dim=-1)", "f.repeat_interleave(2, dim=-1)")
edited("grouped", "34-mask-of-first-queries", "[-2:]", "[:2]", "weights")
edited("layers", "35-bias-left-in", "bias=False", "bias=True")
edited("layers", "36-dropout-on-values", "self.dropout(weights) @ v", "weights @ self.dropout(v)")
edited("layers", "37-sees-not-itself", ">=", ">")

# --- a right program and a wrong one: pairs/*.py --------------------------------------------------------


def mistaken(text):
    """The lines after #! in the place of those above them."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        blank, _, other = line.partition("#! ")
        if other and not blank.strip():
            lines[i - 1] = blank + other
    return "\n".join(lines)


def printed(text):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(text, {"__name__": "__main__"})
    return out.getvalue()


for path in sorted(glob.glob(f"{folder}/pairs/*.py")):
    with open(path) as file:
        text = file.read()
    with open(path[:-3] + ".out", "w") as file:
        file.write(printed(text) + "----\n" + printed(mistaken(text)))
