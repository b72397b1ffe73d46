# Comprehensions of every kind, and their scopes.
import torch

print([i * i for i in range(5) if i % 2], {i % 3 for i in range(10)})
print({w: len(w) for w in ["a", "bb"]})
print([i + j for i in range(2) for j in range(3)], [(i, j) for i in range(3) for j in range(i)])
print([[j * 10 + i for i in range(2)] for j in range(3)], [x for row in [[1, 2], [3]] for x in row])
print([i if i > 2 else -i for i in range(5)], [i for i in range(20) if i % 2 if i % 3])

i = "outside"
inside = [i for i in range(3)]
print(i, inside)
n = 3
print([n * i for i in range(n)], [[n for n in range(n)] for i in range(2)], n)

vocab = ["have", "a", "nice", "day"]
stoi = {w: i for i, w in enumerate(vocab)}
itos = {i: w for w, i in stoi.items()}
encode = lambda s: [stoi[w] for w in s.split()]
decode = lambda ids: " ".join(itos[i] for i in ids)
print(stoi, encode("a nice day"), decode([0, 3]))
one_hot = [[1 if i == j else 0 for j in range(4)] for i in range(4)]
print(torch.tensor(one_hot))
print({k: v for k, v in sorted(stoi.items())}, {k: [v] * 2 for k, v in stoi.items() if v > 1})

g = (i * i for i in range(4))
print(next(g), sum(g), list(g))      # a generator is used up
print(sum(i for i in range(5)), max(len(w) for w in vocab), ",".join(str(i) for i in range(3)))
print(any(w == "day" for w in vocab), all(len(w) > 1 for w in vocab), sorted(-i for i in range(3)))
print(tuple(i for i in "ab"), dict((i, i * 2) for i in range(2)), set(c for c in "a"))


def noisy(x):
    print("noisy", x, end="; ")
    return x


lazy = (noisy(i) for i in range(3))
print("nothing yet")
print(next(lazy))
print(list(lazy))
print(any(noisy(i) for i in range(5)), all(noisy(i) for i in range(5)))
limit = 2
lazy = (i for i in range(5) if i < limit)
limit = 4                            # looked up when it runs
print(list(lazy))
heads = [torch.full((1, 2), float(h)) for h in range(3)]
print(torch.cat([h + 1 for h in heads], dim=-1), torch.stack([h.sum() for h in heads]))
print([x.item() for x in torch.arange(3)], [r.tolist() for r in torch.eye(2)])
total = 0
print([total := total + v for v in [1, 2, 3]], total)
a, b, *c = (x for x in range(5))
print(a, b, c)
print([fn(4) for fn in (lambda x: x + 1, str, float)], [lambda: i for i in range(2)][0]())
