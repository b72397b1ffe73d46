class A:
    def __add__(self, o): return "A.add"
    def __radd__(self, o): return "A.radd"
    def __lt__(self, o): return NotImplemented
    def __gt__(self, o): return "A.gt"
class B(A):
    def __radd__(self, o): return "B.radd"
class C(A):
    pass
class D:
    def __radd__(self, o): return "D.radd"
    def __mul__(self, o): return NotImplemented
    def __rmul__(self, o): return "D.rmul"
print(A() + B(), A() + C(), B() + A(), A() + A(), A() < A(), 1 + D(), A() + D())
for f in (lambda: D() + D(), lambda: D() * D(), lambda: D() + 1):
    try:
        print(f())
    except TypeError as e:
        print("TypeError", e)
class F:
    def __init__(self): return 5
class G:
    def __len__(self): return -1
def f(**kw): return kw
for g in (F, lambda: len(G()), lambda: f(**{"a": 1}, **{"a": 2}), lambda: f(a=1, **{"a": 2}), lambda: len(range(-2**62, 2**62))):
    try:
        print(g())
    except (TypeError, ValueError, OverflowError) as e:
        print(type(e).__name__)
print(f(**{"a": 1}, **{"b": 2}), hash(range(2)) == hash(range(3)), hash(range(3)) == hash(range(0, 3)), len({range(0), range(1, 1), range(0, 3, 2), range(0, 4, 2)}))
from itertools import islice
for n in (-1, "a", 1.5, 2, None):
    try:
        print(list(islice([1, 2, 3], n)))
    except ValueError:
        print("ValueError")
print(list(islice(range(9), 1, 7, 2)), list(islice(range(5), 3, None)))
