# Branches, comparisons and truth.
import torch


def kind(x):
    if x is None:
        return "none"
    elif isinstance(x, bool):
        return "bool"
    elif isinstance(x, (int, float)):
        if x < 0:
            return "negative"
        return "zero" if x == 0 else "positive"
    elif isinstance(x, str) and x:
        return "text"
    else:
        return "other"


print([kind(x) for x in (None, True, -1.5, 0, 3, "a", "", [1])])

print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 >= 2 == 2 != 1, 1 < 2 > 0)


def loud(x):
    print("loud", x, end="; ")
    return x


print(loud(1) < loud(2) < loud(3))
print(loud(3) < loud(2) < loud(1))   # the last is not looked at
print(loud(0) and loud(1), loud(0) or loud("x"), loud(2) or loud(3))
print([] or "empty", 0 or None, 1 and [], not 0, not "a", not [] and 1)
for value in (0, 0.0, -0.0, 1, "", "0", [], [0], (), {}, {"a": 1}, None, range(0), set()):
    print(int(bool(value)), end="")
print()
print(2 in [1, 2], "b" not in "abc", 3 in {3: 0}, (1, 2) == (1, 2), [1, 2] < [1, 3], "a" < "b")
print((1, "z") < (2, "a"))
a = [1]
b = a
print(a is b, a is not [1], a == [1], None is None)
print(True + True, True == 1, isinstance(True, int), sum([True, False, True]))
print("yes" if 1 == 1.0 else "no")

x = torch.tensor([0.5])
if x > 0:
    print("one number has a truth:", bool(x > 0))
if (x > 0).all() and not (x > 1).any():
    print("between")
try:
    if torch.tensor([1, 2]) > 0:
        print("not here")
except RuntimeError as error:
    print("RuntimeError", "ambiguous" in str(error))

if (n := len("attention")) > 5:
    print("n is", n)
values = [y for v in [1, 4, 9] if (y := v ** 0.5) > 1]
print(values, y)
mask = None
print("no mask" if mask is None else mask.shape)
mask = torch.ones(2, 2)
print("no mask" if mask is None else mask.shape)
width = 10 if n > 100 else 20 if n > 5 else 30
print(width)
match_first = next((i for i, c in enumerate("xyz") if c == "y"), None)
print(match_first)
