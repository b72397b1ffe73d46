"""Who has what? One task, learned twice: the beginnings differ, the answers do not, and the weights do.

"anna: tea, ben: cake, carl: milk, ben?" is answered by cake. Each of three people has another thing, so
there are 6 orders of people, 6 of things and 3 questions: 108 stories, all learned and all asked.
"""

import itertools

import torch
import torch.nn.functional as F

import common

FEATURES = "anna ben carl asks tea milk cake".split()


def word(*features):
    return [float(f in features) for f in FEATURES]


def stories():
    """Each with its answer."""
    for people, things, asked in itertools.product(
        itertools.permutations(FEATURES[:3]), itertools.permutations(range(3)), range(3)
    ):
        told = [word(who, FEATURES[4 + what]) for who, what in zip(people, things)]
        yield told + [word(people[asked], "asks")], things[asked]


STORIES, ANSWERS = (torch.tensor(part) for part in zip(*stories()))


def network(w, stories):
    x = stories.to(w["w_query"].dtype)
    scores = (x @ w["w_query"]) @ (x @ w["w_key"]).mT
    weights = torch.softmax(scores, dim=-1)
    return weights[:, -1], (weights @ (x @ w["w_value"]))[:, -1]


def start():
    return {"w_query": torch.randn(7, 2), "w_key": torch.randn(7, 2), "w_value": torch.randn(7, 3)}


def loss(w):
    return F.cross_entropy(network(w, STORIES)[1], ANSWERS)


def right(w):
    return int((network(w, STORIES)[1].argmax(dim=-1) == ANSWERS).sum()), len(STORIES)


def good(w):
    lead = network(w, STORIES)[1].topk(2, dim=-1).values
    return right(w)[0] == len(STORIES) and bool((lead[:, 0] - lead[:, 1]).min() > 2)


def task(seed, name):
    """The lesson has both networks, and so their names end differently there."""
    return common.Task(
        "21-a-weight-is-not-an-explanation.md", seed, 0.5, start, loss, right, good,
        steps=1200, rate=0.03, penalty=1e-3, ending=name,
    )


if __name__ == "__main__":
    common.main(task(15, "_a"), task(14, "_b"))
