# Decorators, functions handed to map, sorted and max, and names of enclosing functions.
import torch


def traced(function):
    calls = []

    def wrapper(*args, **kwargs):
        calls.append(function.__name__)
        result = function(*args, **kwargs)
        print(f"{function.__name__} call {len(calls)}: {result}")
        return result
    return wrapper


def times(k):
    def decorate(f):
        return lambda *args: f(*args) * k
    return decorate


@traced
@times(3)
def double(x):
    return 2 * x


@traced
def triple(x, plus=0):
    return 3 * x + plus


double(1), double(2), triple(1, plus=1)
torch.manual_seed(0)
x = torch.rand(2, 3)
q, k, v = map(lambda t: t.reshape(1, 2, -1), x.t().chunk(3, dim=0))
print(q.shape, v)
print(sorted(["bb", "a", "ccc"], key=lambda w: -len(w)))
print(max([(1, "b"), (2, "a")], key=lambda p: p[1]))


def outer():
    x = "outer"

    def middle():
        def inner():
            return x
        return inner
    x = "changed"
    return middle()()


print(outer())
try:
    def early_use():
        print(later)
        later = 1
    early_use()
except UnboundLocalError:
    print("UnboundLocalError")
