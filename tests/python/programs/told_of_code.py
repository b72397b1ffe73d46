# Facts that functions and methods tell of themselves, and small things of the library.
from collections import Counter, deque
from functools import wraps

class C:
    def go(self, a, b=2, *, c=3): pass
    @classmethod
    def make(cls): pass
    @staticmethod
    def other(): pass
    def __repr__(self): return "C()"

def outer():
    def inner(x=1, y=(2, 3)): "Doc."
    return inner

def named(f):
    @wraps(f)
    def call(*args): return f(*args)
    return call

@named
def known(): pass

def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)

print(C().go, C.make, str(C.other).split(" at")[0].rstrip(">"), str(outer()).split(" at")[0].rstrip(">"), str(known).split(" at")[0].rstrip(">"))
print(C.go.__defaults__, C.go.__kwdefaults__, outer().__defaults__, outer.__defaults__, (lambda a, b=[]: 0).__defaults__)
c = Counter(a=2, b=-3, c=0)
print(+c, -c, +Counter(), -Counter(x=-1))
print("aaa".replace("a", "b", 1), deque([1, 2, 3, 2]).index(2, 2))
t(lambda: deque([2]).index(1))
t(lambda: deque("ab").index("a", 1))
t(lambda: int[3])
for kind in (KeyError, IndexError, type("K", (KeyError,), {}), type("V", (ValueError,), {})):
    e = kind("m")
    print(str(e), repr(e), f"{e}", str(kind(1, 2)), str(kind()))
nan = float("nan")
print((nan, 1) < (1, 2), [1, nan] >= [1, 0], (1, (2, nan)) > (1, (2, 3)))
t(lambda: (1, "a") < ("b", 2))
t(lambda: [1, ["a"]] < [1, [2]])
t(lambda: [1].pop(9))
t(lambda: isinstance(1, 5))
