"""The next word: two blocks of attention that go on with texts of a very small language.

"anna likes tea . she drinks tea ." and "tom hates tea . he drinks milk ." There are 8 such texts, all
learned and all asked. Nobody can know whether somebody likes or hates what: there the right answer is a
half for each. All other words are certain, the last drink for whoever puts verb and drink together.
"""

import itertools

import torch
import torch.nn.functional as F

import common

WORDS = "anna tom likes hates tea milk . she he drinks".split()
WIDTH, HEAD = 6, 2


def texts():
    for who, verb, drink in itertools.product(("anna", "tom"), ("likes", "hates"), ("tea", "milk")):
        other = {"tea": "milk", "milk": "tea"}[drink]
        pronoun = {"anna": "she", "tom": "he"}[who]
        yield [who, verb, drink, ".", pronoun, "drinks", drink if verb == "likes" else other, "."]


TEXTS = torch.tensor([[WORDS.index(word) for word in text] for text in texts()])
GIVEN, NEXT = TEXTS[:, :-1], TEXTS[:, 1:]
LENGTH = GIVEN.shape[1]
LATER = torch.triu(torch.ones(LENGTH, LENGTH), 1) == 1


def truth():
    """The share of each word at each place, counted in all texts that begin in the same way."""
    shares = torch.zeros(*GIVEN.shape, len(WORDS))
    for i in range(LENGTH):
        alike = (GIVEN[:, None, : i + 1] == GIVEN[None, :, : i + 1]).all(dim=-1).float()
        shares[:, i] = alike @ F.one_hot(NEXT[:, i], len(WORDS)).float() / alike.sum(1, keepdim=True)
    return shares


TRUE = truth()


def block(w, x, n):
    scores = (x @ w[f"w_query_{n}"]) @ (x @ w[f"w_key_{n}"]).mT
    weights = torch.softmax(scores.masked_fill(LATER, float("-inf")), dim=-1)
    return x + weights @ (x @ w[f"w_value_{n}"]) @ w[f"w_output_{n}"]


def network(w, texts):
    x = w["words"][texts] + w["places"]
    return block(w, block(w, x, 1), 2) @ w["w_word"]


def start():
    sizes = {"words": (len(WORDS), WIDTH), "places": (LENGTH, WIDTH), "w_word": (WIDTH, len(WORDS))}
    for n in 1, 2:
        sizes |= {f"w_{of}_{n}": (WIDTH, HEAD) for of in ("query", "key", "value")}
        sizes[f"w_output_{n}"] = (HEAD, WIDTH)
    return {name: torch.randn(size) * 0.5 for name, size in sizes.items()}


def loss(w):
    return F.cross_entropy(network(w, GIVEN).flatten(0, 1), NEXT.flatten())


def near(w):
    """Where all shares are within a tenth of the truth: so a certain word has the largest by far."""
    return (torch.softmax(network(w, GIVEN), dim=-1) - TRUE).abs().max(dim=-1).values < 0.1


def right(w):
    return int(near(w).sum()), GIVEN.numel()


def good(w):
    return bool(near(w).all())


if __name__ == "__main__":
    common.main(
        common.Task(
            "22-the-next-word.md", 4, 0.5, start, loss, right, good,
            steps=2500, rate=0.02, penalty=5e-4, largest=6.0, again="24-what-it-learns-from.md",
        )
    )
