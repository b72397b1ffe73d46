# The small statements, and how lines are joined.
import torch; import math

x: int = 5
name: str
ratio: float = x / 2
print(x, ratio)
a = b = c = 0
a += 1; b -= 1
print(a, b, c)
first, second = 1, 2
first, second = second, first
head, *tail = [1, 2, 3]
*init, last = "abc"
(p, q), r = [1, 2], 3
[s, t] = (4, 5)
_, __, third = torch.tensor([1., 2., 3.])
print(first, second, head, tail, init, last, p, q, r, s, t, third)
i = 0
i, values = 2, [0, 0, 0]
values[i] = i
i, values[i - 1] = 1, "set"          # from left to right
print(values)
total = (1 +
         2 +   # a comment inside
         3)
long = 1 + \
    2
print(total, long, [
    1,
    2,
], {"a": 1,
    "b": 2}["b"])
if total > 5: print("one line")
for k in range(2): print(k, end=" ")
print()
while x > 3: x -= 1
print(x)
"""a string by itself is nothing"""
...
pass
del values[0], tail
print(values)
try:
    tail
except NameError:
    print("NameError")
assert x == 3, "x is not 3"


def empty(): ...


def stub(n: "int", *args: int, key: dict = None, **kw) -> None:
    "only a docstring"


class Also: x = 1; y = x + 1


print(empty(), stub(1), stub.__doc__, Also.y, Also().x)
y = 3 if x else 4; z = y
print(y if y > 3 else "small", not x == 3, x is not None, -x ** 2, (x, ), x,)
data = {"k": [1, {"deep": (1, 2)}]}
data["k"][1]["deep"] = data["k"][1]["deep"] + (3,)
data["k"][0] += 10
print(data, data["k"][1]["deep"][-1])
batch_size, (seq, dim) = 2, (3, 4)
h = torch.zeros(batch_size, seq, dim)
h[0, 1], h[1, 2, 3] = 1, 2
print(h.sum(), h[0, 1], h[1, 2])
if (m := h.max()) > 1 and (n := m.item()):
    print(m, n)
print((lambda: (yes := 1) + yes)(), [w for w in "ab" if (u := w)], u)
if __name__ == "__main__":
    print("main")
