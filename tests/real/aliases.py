# Two names for one tensor; x += y against x = x + y; arguments are not copied.
import torch
import torch.nn as nn

x = torch.ones(3)
y = x
x += 1
print(y, x is y)
x = x + 1
print(y, x is y)


def grow(t):
    t += 10                          # changes the caller's tensor
    t = t * 0                        # only the local name
    return t


z = torch.zeros(2)
print(grow(z), z)


def mask(scores, hidden):
    scores[hidden] = float("-inf")
    return scores


s = torch.zeros(2, 2)
print(mask(s, torch.eye(2).bool()) is s, s)
print(mask(s.clone(), s == 0), s)

rows = [x, x, torch.zeros(3)]
rows[0][0] = 99
print(rows)
stacked = torch.stack(rows)          # stack and cat copy
rows[2][1] = 5
print(stacked, torch.cat(rows).shape)
cache = {"k": torch.zeros(2)}
k = cache["k"]
k[0] = 1
cache["k"] += 1
print(cache, k)
cache["k"] = cache["k"] + 1
print(cache, k)


class Store:
    buffer = torch.zeros(2)          # a single tensor for all

    def __init__(self):
        self.own = torch.zeros(2)

    def put(self, i, value):
        self.buffer[i] = value
        self.own[i] += value


a, b = Store(), Store()
a.put(0, 3.)
b.put(1, 4.)
print(a.buffer, b.buffer, a.own, b.own)
a.buffer = a.buffer + 1              # now a has its own
a.put(0, 0.)
print(a.buffer, b.buffer, Store.buffer)

p = nn.Parameter(torch.zeros(2))
t = torch.zeros(2)
q = nn.Parameter(t)                  # shares with t
t[0] = 8
print(q, p.data is p)
p.data[1] = 2
p.data += 1
print(p)
lst = [1, 2]
other = lst
lst += [3]
lst = lst + [4]
print(lst, other)
n = torch.tensor([1, 2, 3])
m = torch.tensor(n.tolist())
f = n.float()                        # a copy, since the type changes
g = f.float()                        # the very same
f[0] = 9
print(n, g, g is f, f.to(torch.float32) is f, n.long() is n)
residual = f
f *= 2
print(residual, residual is f)
