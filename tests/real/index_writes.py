# Writes through every kind of index.
import torch

x = torch.zeros(3, 4)
x[0, 1] = 1
x[1] = 2
x[:, 3] = torch.tensor([7., 8., 9.])
x[-1, -2] = -1
x[0:2, 0:1] = torch.tensor([[5.], [6.]])
print(x)
x[::2, ::2] = 10
x[..., 1] = x[..., 0]                # read, then written
x[2, 1:] += 100
print(x)
x[x > 50] = 0
x[x == 10] *= 2
print(x)
x[torch.tensor([0, 2])] = torch.arange(4.)
x[[1, 1], [0, 3]] = torch.tensor([3., 4.])
x[torch.tensor([0, 1, 2]), torch.tensor([3, 2, 1])] = -5
print(x)

c = torch.zeros(4)
c[torch.tensor([1, 1, 1, 3])] += 1   # repeated indices do not add up
print(c)
c.index_add_(0, torch.tensor([1, 1, 1, 3]), torch.ones(4))
print(c)
c.index_fill_(0, torch.tensor([0]), 8)
c.index_copy_(0, torch.tensor([2, 3]), torch.tensor([6., 7.]))
print(c)

scores = torch.arange(9.).reshape(3, 3)
mask = torch.ones(3, 3).triu(1).bool()
scores[mask] = float("-inf")
print(scores)
scores[~mask] = torch.arange(6.)
print(scores)
batch = torch.zeros(2, 3, 2)
batch[:, 0] = torch.tensor([1., 2.])
batch[1, 1:, 0] = torch.tensor([3., 4.])
batch[0, [0, 2]] = 9
batch[batch.sum(-1) == 0] = -1       # a mask over the first two axes
batch[:, None, 2].fill_(5)
print(batch)
rows = torch.zeros(2, 4)
rows.scatter_(1, torch.tensor([[0, 3], [1, 1]]), 1.)
print(rows)
rows.scatter_add_(1, torch.tensor([[0, 0], [1, 2]]), torch.tensor([[1., 2.], [3., 4.]]))
print(rows, rows.masked_fill(rows > 2, 0))
pe = torch.zeros(3, 4)
position = torch.arange(0, 3).unsqueeze(1)
div = torch.exp(torch.arange(0, 4, 2) * -(torch.log(torch.tensor(10000.)) / 4))
pe[:, 0::2] = torch.sin(position * div)
pe[:, 1::2] = torch.cos(position * div)
print(pe)
n = torch.zeros(3, dtype=torch.long)
n[0] = 2.9                           # cut to the type of the tensor
n[1] = True
f = torch.zeros(2)
f[0] = n[0]
f[1] = 7
print(n, f)
logits = torch.tensor([[1., 3., 2.], [6., 4., 5.]])
v, _ = torch.topk(logits, 2)
logits[logits < v[:, [-1]]] = -float("inf")
print(logits)


def put(key, value):
    x[key] = value


for bad in lambda: put(9, 1), lambda: put(0, torch.zeros(3)), lambda: x[0, 0, 0]:
    try:
        bad()
    except (IndexError, RuntimeError) as e:
        print(type(e).__name__)
