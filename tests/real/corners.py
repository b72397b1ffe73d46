# Corners of Python: names of classes, errors in finally, lists that change while they are used, slots.
class A:
    def f(self):
        return __class__.__name__
print(A().f())
try:
    class A:
        n = 3
        l = [n for _ in range(2)]
    print(A.l)
except NameError as e:
    print("NameError", e)
try:
    try:
        1 / 0
    finally:
        {}["k"]
except KeyError as e:
    print(repr(e.__context__))
z = 1
def f():
    del z
    z = 2
try:
    f()
except UnboundLocalError as e:
    print("UnboundLocalError", e)
except NameError as e:
    print("NameError", e)
print({}.fromkeys([1, 2]))
l = [1]
l.extend(x for x in l if len(l) < 5)
print(l)
print("".maketrans("ab", "xy"))
class A:
    def __ne__(self, o):
        return NotImplemented
    def __eq__(self, o):
        return True
print(A() != A(), A() != 1)
try:
    print("%(a)s %s" % {"a": 1})
except TypeError as e:
    print("TypeError", e)
class A:
    __slots__ = ("x",)
a = A()
try:
    a.y = 2
    print("set")
except AttributeError as e:
    print("AttributeError")
l = [3, 1, 2]
def k(x):
    l.append(x)
    return x
try:
    l.sort(key=k)
    print("sorted", len(l))
except ValueError as e:
    print("ValueError", e)
class B:
    def __init__(self, *a):
        super().__init__(*a)
try:
    B(1)
    print("made")
except TypeError as e:
    print("TypeError")
print("a b".isprintable(), "tab\t".isprintable(), "é".isprintable(), "".isprintable(), "\x7f".isprintable())
print({7} in {frozenset({7})}, {1} in set(), True.conjugate(), (1.5).conjugate())
for f in (lambda: (1,).copy(), lambda: [].pop("a"), lambda: {}.pop([]), lambda: f"{-5:c}", lambda: [].pop(), lambda: {1: 2}.pop([])):
    try:
        f()
    except Exception as e:
        print(type(e).__name__)
