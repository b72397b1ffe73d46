# Tensors among Python's values: truth, numbers, iteration, comparison, membership, dict keys.
import torch

x = torch.tensor([[1., 2.], [3., 4.]])
n = torch.tensor([3, 1, 2])
print(len(x), list(n), [v.item() for v in n], tuple(x), x.tolist())
a, b = x
(p, q), (r, s) = x
first, *rest = n
print(a, b, p + s, first, rest)
print(2 in n, 7 in n, 4. in x, torch.tensor(3) in n)
print(x == x, x == 1, (x == x).all(), x != 2, x.eq(2).any().item(), torch.equal(x, x.clone()))
print(n == torch.tensor([3, 0, 2]))
print(x is x, x is x[:], x.shape == x.T.shape, n[0] == 3, bool(n[0] == 3), n[0].item() == 3)
print("yes" if n.sum() == 6 else "no", 1 if x[0, 0] else 2, not n[1] - 1, n[0] > 2 and n[1] < 2)
print(x.max() or "none")
print(n[0] + 1, 10 - n[0], 7 // n[0], 2 ** n[0], n[0] / 2, -n[0], n[0] % 2, 1.5 * n[0], n[0] * x[0])
print(True + n[0])
print(int(n[0]), float(n[0]), int(x[1, 1]), range(n[0])[-1], [5, 6, 7, 8][n[0]], "ab" * n[2])
print(x[n[1]], x[n[1], n[1]], round(float(x.mean()), 1))
print(max(n), min(n), sum(n), sorted(n), sorted(n.tolist()), max(n, key=lambda v: -v))
print(max(x[0, 0], x[0, 1]), sum(x), abs(-x[0]), any(n == 1), all(n > 0))
print(list(zip(n, "abc")), list(enumerate(x)), list(map(float, n)), dict(zip("ab", x)))
print([row.sum().item() for row in x], list(reversed(n.tolist())))
print({"w": x, "n": [n]}, [x[0], None, "s"], (x[0, 0], 1.5), [[x[0]], []])
print(torch.tensor([n[0], n[1]]), torch.tensor([x[0].tolist(), [0, 0]]))
print(torch.stack([v * 2 for v in n]), torch.tensor([[1, 2.5]]).tolist(), torch.tensor(range(3)))
for i in n:
    print(i, type(i).__name__, i.shape, end="; ")
print()
for i in range(x.size(0)):
    for j in range(x.size(1)):
        print(f"{x[i][j]:.1f}", end=" " if j + 1 < x.size(1) else "\n")
count = torch.tensor(0)
while count < 3:
    count += 1
print(count, count.item())
best, best_i = -float("inf"), None
for i, value in enumerate(n):
    if value > best:
        best, best_i = value, i
print(best, best_i)
for bad in (lambda: bool(x), lambda: len(n[0]), lambda: int(n), lambda: [v for v in n[0]],
            lambda: x.item(), lambda: x.nothing, lambda: [1][n]):
    try:
        bad()
    except (RuntimeError, TypeError, ValueError, AttributeError) as e:
        print(type(e).__name__, end=" ")
print()
y = x
y = y.t() if y.dim() == 2 else y
z = x[None].squeeze(0).T.T
z[0, 0] = 50
print(x[0, 0], y[0, 0], hasattr(x, "shape"), isinstance(x.shape, torch.Size), callable(x.sum))
print(x.sum.__name__, x.__len__(), x.__getitem__(0).equal(x[0]))
