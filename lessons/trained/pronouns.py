"""Who is she? Say the sentence again with a name in place of each pronoun whose name is in the sentence.

"Anna saw Tom and she helped him" becomes "Anna saw Tom and Anna helped Tom"; in "she saw Tom and he
helped her" there is no name for `she` and `her`, so both stay. One head, no mask, no places. There are 144
sentences; the 16 in which Anna meets Ben are never learned from, only asked.
"""

import itertools

import torch
import torch.nn.functional as F

import common

WORDS = "Anna Eva Tom Ben she he her him saw helped and".split()


def sentences():
    """Each with what is to be said, and the place at which each of its words finds its answer."""
    who = itertools.product(["Anna", "Eva", None], ["Tom", "Ben", None])
    verbs = itertools.product(["saw", "helped"], repeat=2)
    for (woman, man), man_first, (saw, helped), man_asks in itertools.product(
        who, (False, True), list(verbs), (False, True)
    ):
        first, other = (man or "he", woman or "her") if man_first else (woman or "she", man or "him")
        subject, object_ = ("he", "her") if man_asks else ("she", "him")
        given = [first, saw, other, "and", subject, helped, object_]
        names = {"she": woman, "her": woman, "he": man, "him": man}
        said = [names.get(word) or word for word in given]
        found = [given.index(s) if s != word else i for i, (word, s) in enumerate(zip(given, said))]
        yield given, said, found


def numbered(lists):
    return torch.tensor([[WORDS.index(word) for word in words] for words in lists])


ALL = list(sentences())
GIVEN, SAID = (numbered(lists) for lists in list(zip(*ALL))[:2])
FOUND = torch.tensor([found for *_, found in ALL])
NAMED = GIVEN != SAID  # a pronoun that has a name
UNSEEN = torch.tensor(["Anna" in given and "Ben" in given for given, *_ in ALL])


def network(w, sentences):
    x = w["features"][sentences]
    scores = (x @ w["w_query"]) @ (x @ w["w_key"]).mT
    weights = torch.softmax(scores, dim=-1)
    return weights, weights @ (x @ w["w_value"]) @ w["w_word"]


def start():
    sizes = {"features": (11, 4), "w_query": (4, 3), "w_key": (4, 3)}
    sizes |= {"w_value": (4, 4), "w_word": (4, 11)}
    return {name: torch.randn(size) * 0.3 for name, size in sizes.items()}


def loss(w):
    logits = network(w, GIVEN[~UNSEEN])[1]
    return F.cross_entropy(logits.flatten(0, 1), SAID[~UNSEEN].flatten())


def right(w):
    said = network(w, GIVEN)[1].argmax(dim=-1)
    return int((said == SAID).all(dim=-1).sum()), len(GIVEN)


def good(w):
    """All sentences, with a clear lead; a pronoun looks at its name, any other word at itself."""
    weights, logits = network(w, GIVEN)
    lead = logits.topk(2, dim=-1).values
    found = weights.gather(-1, FOUND.unsqueeze(-1)).squeeze(-1)
    alike = (weights * (GIVEN.unsqueeze(-2) == GIVEN.unsqueeze(-1))).sum(-1)
    return (
        right(w)[0] == len(GIVEN)
        and (lead[..., 0] - lead[..., 1]).min() > 3
        and found[NAMED].min() > 0.85
        and alike[~NAMED].min() > 0.8
    )


if __name__ == "__main__":
    common.main(common.Task("09-who-is-she.md", 1, 1.0, start, loss, right, good))
