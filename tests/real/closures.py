# Closures, lambdas, decorators: what a name means when it is looked up.
from functools import partial
import torch
import torch.nn.functional as F


def counter(start=0):
    count = start

    def step(by=1):
        nonlocal count
        count += by
        return count

    return step


a, b = counter(), counter(10)
print(a(), a(), b(), a(5), b(2))

late = [lambda: i for i in range(3)]          # all see the last i
early = [lambda i=i: i for i in range(3)]     # each keeps its own
print([f() for f in late], [f() for f in early])

fs = []
for name in ("q", "k", "v"):
    def tell(x):
        return name + x
    fs.append(tell)
print([f("!") for f in fs])
name = "w"
print([f("!") for f in fs])

total = 0


def add(n):
    global total
    total += n


for n in range(4):
    add(n)
print(total)


def compose(*functions):
    def run(x):
        for f in functions:
            x = f(x)
        return x
    return run


torch.manual_seed(0)
x = torch.rand(2, 3)
print(compose(torch.neg, partial(F.softmax, dim=-1), lambda t: t.sum(-1))(x))
print(compose()(7), compose(abs, str, len)(-123))
