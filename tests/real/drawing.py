# Random numbers: the same after the same seed, in the order in which they are drawn.
import torch
import torch.nn as nn

torch.manual_seed(0)
print(torch.rand(2), torch.randn(3), torch.randint(10, (4,)), torch.randint(3, 7, (2, 2)))
print(torch.randperm(5))
torch.manual_seed(0)
print(torch.rand(2))
print(torch.normal(0, 1, (2, 2)), torch.normal(torch.zeros(2), torch.ones(2)))
print(torch.normal(mean=0., std=0.02, size=(3,)))
print(torch.rand_like(torch.zeros(2)), torch.randn_like(torch.zeros(1, 2)))
print(torch.empty(2).normal_(), torch.zeros(2).uniform_(-1, 1))
print(torch.bernoulli(torch.tensor([0., 0.5, 1.])), torch.bernoulli(torch.full((4,), 0.5)))
p = torch.tensor([0.1, 0.2, 0.7])
print(torch.multinomial(p, 1), torch.multinomial(p, 2), torch.multinomial(p, 5, replacement=True))
print(torch.multinomial(torch.tensor([[0., 1.], [1., 0.]]), num_samples=1))
print(torch.dropout(torch.ones(4), 0.5, train=True), nn.Dropout(0.5)(torch.ones(2, 3)))
print(torch.randn(17)[-2:], torch.rand(1).item() < 1, torch.randn(()))

torch.manual_seed(42)
a = nn.Linear(2, 2)
torch.manual_seed(42)
b = nn.Linear(2, 2)
c = nn.Linear(2, 2)
print(torch.equal(a.weight, b.weight), torch.equal(b.weight, c.weight))


def sample(logits, steps, temperature=1.0, top_k=None):
    """Draws one token after another."""
    ids = torch.zeros(1, 1, dtype=torch.long)
    for _ in range(steps):
        step = logits[ids[:, -1]] / temperature
        if top_k is not None:
            v, _ = torch.topk(step, min(top_k, step.size(-1)))
            step[step < v[:, [-1]]] = -float("Inf")
        probs = torch.softmax(step, dim=-1)
        ids = torch.cat((ids, torch.multinomial(probs, num_samples=1)), dim=1)
    return ids


torch.manual_seed(1337)
table = torch.randn(5, 5)
print(sample(table, 8), sample(table, 8, temperature=0.1), sample(table, 8, top_k=2), sep="\n")
torch.manual_seed(1337)
print(torch.equal(table, torch.randn(5, 5)))
