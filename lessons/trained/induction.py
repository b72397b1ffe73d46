"""What followed last time? Two layers of attention that go on with a pattern of letters.

Words of eight letters out of a b c d. Wherever a letter was there before, the network is asked for the
letter that followed it; only there is it asked where all earlier ones were followed by the same. It learns
from words drawn at random, and is asked all 191,908 questions in all 65,536 words.
"""

import itertools

import torch
import torch.nn.functional as F

import common

LENGTH = 8
WORDS = torch.tensor(list(itertools.product(range(4), repeat=LENGTH)))
LATER = torch.triu(torch.ones(LENGTH, LENGTH), 1) == 1


def answers(words):
    """For each place the letter to be said, or -1 where nothing is asked."""
    said = torch.full_like(words, -1)
    for i in range(1, LENGTH):
        alike = words[:, :i] == words[:, i : i + 1]
        after = words[:, 1 : i + 1]
        low = torch.where(alike, after, 9).min(dim=1).values
        high = torch.where(alike, after, -1).max(dim=1).values
        said[:, i] = torch.where(low == high, low, said[:, i])
    return said


SAID = answers(WORDS)
ASKED = SAID >= 0


def head(w, x, n):
    scores = (x @ w[f"w_query_{n}"]) @ (x @ w[f"w_key_{n}"]).mT
    weights = torch.softmax(scores.masked_fill(LATER, float("-inf")), dim=-1)
    return weights, weights @ (x @ w[f"w_value_{n}"])


def network(w, words):
    x = w["letters"][words] + w["places"]
    weights_1, context_1 = head(w, x, 1)
    x = x + context_1 @ w["w_output_1"]
    weights_2, context_2 = head(w, x, 2)
    return weights_1, weights_2, context_2 @ w["w_letter"]


def start():
    weights = {"letters": torch.randn(4, 8) * 0.3, "places": torch.randn(LENGTH, 8) * 0.3}
    sizes = {"w_letter": (4, 4), "w_output_1": (4, 8)}
    sizes |= {f"w_{of}_{n}": (8, 4) for n in (1, 2) for of in ("query", "key", "value")}
    return weights | {name: torch.randn(size) * 0.3 for name, size in sizes.items()}


def loss(w):
    some = torch.randint(0, len(WORDS), (256,))
    logits = network(w, WORDS[some])[-1]
    return F.cross_entropy(logits[ASKED[some]], SAID[some][ASKED[some]])


def outcome(w):
    weights_1, weights_2, logits = network(w, WORDS)
    said = logits.argmax(dim=-1)
    lead = logits.topk(2, dim=-1).values
    before = weights_1.diagonal(-1, 1, 2).mean()
    followed = torch.zeros_like(weights_2)
    for i in range(1, LENGTH):
        followed[:, i, 1 : i + 1] = (WORDS[:, :i] == WORDS[:, i : i + 1]).to(weights_2.dtype)
    after = (weights_2 * followed).sum(-1)[ASKED].mean()
    return int((said == SAID)[ASKED].sum()), (lead[..., 0] - lead[..., 1])[ASKED].min(), before, after


def right(w):
    return outcome(w)[0], int(ASKED.sum())


def good(w):
    """All questions, with a clear lead; head 1 looks one place back, head 2 at what followed."""
    count, lead, before, after = outcome(w)
    return count == int(ASKED.sum()) and lead > 2.5 and before > 0.87 and after > 0.92


def shrunk(w):
    """Without the features and numbers that pruning left unused."""
    inner = [f"w_{of}_{n}" for n in (1, 2) for of in ("query", "key", "value")]
    features = used(*(w[name].T for name in inner))
    w = w | {name: w[name][features] for name in inner}
    w |= {name: w[name][:, features] for name in ("letters", "places", "w_output_1")}
    for left, right, name in (
        ("w_query_1", "w_key_1", None), ("w_query_2", "w_key_2", None),
        ("w_value_1", None, "w_output_1"), ("w_value_2", None, "w_letter"),
    ):
        kept = [i for i in used(w[left]) if i in used(w[right] if right else w[name].T)]
        w[left] = w[left][:, kept]
        if right:
            w[right] = w[right][:, kept]
        else:
            w[name] = w[name][kept]
    return w


def used(*tables):
    """The columns in which a table has a number that is not 0."""
    return [i for i in range(tables[0].shape[1]) if any((t[:, i] != 0).any() for t in tables)]


if __name__ == "__main__":
    common.main(
        common.Task(
            "20-what-followed-last-time.md", 1, 0.5, start, loss, right, good,
            steps=1500, rate=0.03, penalty=1e-3, largest=6.0, shrunk=shrunk,
        )
    )
