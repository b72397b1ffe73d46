# Functions: defaults, keyword-only, stars, annotations, recursion, several results.
import math
import torch


def scores(q, k, scale=None, *, mask=None) -> torch.Tensor:
    """Scaled products."""
    s = q @ k.T
    s = s / math.sqrt(q.shape[-1]) if scale is None else s * scale
    if mask is not None:
        s = s.masked_fill(mask, float("-inf"))
    return s


torch.manual_seed(0)
q, k = torch.rand(2, 4), torch.rand(3, 4)
print(scores(q, k))
print(scores(q, k, 1.0))
print(scores(k=k, q=q, mask=torch.tensor([True, False, False])))
print(scores.__name__, scores.__doc__)


def collect(item, into=[]):          # the default is made once
    into.append(item)
    return into


print(collect(1), collect(2), collect(3, []), collect(4))
size = 3


def of_size(n=size):                 # and with the value of that time
    return n


size = 5
print(of_size(), of_size(size))


def report(first, *rest, sep="-", **options):
    return sep.join([str(first), *map(str, rest)]) + f" {options}"


print(report(1), report(1, 2, 3), report(1, 2, sep="+", a=1, b=[2]))
args, options = (4, 5), {"sep": "/", "z": 0}
print(report(*args, **options), report(*[1, 2], *args, q=1, **options))
print(max(*args), print(*args, sep=","))


def minmax(values):
    return min(values), max(values)


low, high = minmax([3, 1, 2])
both = minmax("hello")
print(low, high, both, both[1])


def nothing():
    pass


print(nothing(), (lambda: None)(), (lambda a, b=2, *c: (a, b, c))(1, 3, 4, 5))


def factorial(n: int) -> int:
    return 1 if n <= 1 else n * factorial(n - 1)


def depth(x):
    return 1 + max(map(depth, x), default=0) if isinstance(x, list) else 0


def is_even(n):
    return n == 0 or is_odd(n - 1)


def is_odd(n):
    return n != 0 and is_even(n - 1)


print(factorial(15), depth([1, [2, [3]], []]), is_even(10), is_odd(7))
for wrong in (lambda: factorial(), lambda: scores(q, k, 1, 2), lambda: nothing(1), lambda: of_size(m=1)):
    try:
        wrong()
    except TypeError as error:
        print("TypeError:", error)


def early(x):
    for i in range(10):
        if i * i > x:
            return i
    return -1


print(early(20), early(1000))
