"""Say the word backwards: four letters out of a b c d, one head. All 256 words are learned and asked."""

import itertools

import torch
import torch.nn.functional as F

import common

WORDS = torch.tensor(list(itertools.product(range(4), repeat=4)))
TARGETS = WORDS.flip(1)


def network(w, words):
    x = w["letters"][words] + w["places"]
    scores = (x @ w["w_query"]) @ (x @ w["w_key"]).mT
    weights = torch.softmax(scores, dim=-1)
    return weights, weights @ (x @ w["w_value"]) @ w["w_letter"]


def start():
    sizes = {"letters": (4, 4), "places": (4, 4)}
    sizes |= {"w_query": (4, 2), "w_key": (4, 2), "w_value": (4, 2), "w_letter": (2, 4)}
    return {name: torch.randn(size) for name, size in sizes.items()}


def loss(w):
    return F.cross_entropy(network(w, WORDS)[1].flatten(0, 1), TARGETS.flatten())


def right(w):
    answers = network(w, WORDS)[1].argmax(dim=-1)
    return int((answers == TARGETS).all(dim=-1).sum()), len(WORDS)


def good(w):
    """All words, and each letter looks at its mirror with nine tenths or more."""
    weights = network(w, WORDS)[0]
    return right(w)[0] == len(WORDS) and weights.flip(-1).diagonal(dim1=-2, dim2=-1).min() > 0.9


if __name__ == "__main__":
    common.main(
        common.Task(
            "19-reading-backwards.md", 2, 1.0, start, loss, right, good,
            steps=2500, rate=0.03, penalty=1e-4,
        )
    )
