class A:
    made = 0
    def __new__(cls, *args, **kw):
        o = super().__new__(cls)
        cls.made += 1
        o.tag = cls.made
        return o
    def __init__(self, x=0): self.x = x
a, b = A(), A(5)
print(a.tag, b.tag, b.x, A.made)
class S:
    one = None
    def __new__(cls):
        if cls.one is None:
            cls.one = object.__new__(cls)
        return cls.one
print(S() is S())
class T:
    def __new__(cls, x): return x * 2
print(T(4))
class U(A):
    pass
print(U(3).x, U(3).tag, type(U(1)).__name__)
class V:
    def __new__(cls, x):
        return object.__new__(cls)
V(3)
try: V()
except TypeError as e: print('TypeError')
nan = float("nan")
print(nan is nan, 0.0 is -0.0, {'b': [1]}.items() & ())
try: [1] in {}.keys()
except TypeError as e: print(e)
class Fixed:
    def __init__(self): object.__setattr__(self, "x", 1)
    def __setattr__(self, name, value): raise AttributeError(name)
f = Fixed()
print(f.x)
try: f.x = 2
except AttributeError as e: print("fixed", e)
print({1: 2} - {1: 2, 3: 4}.items(), [3, 1] & {1: 2}.keys())
many, same = {i: 1 for i in range(100000)}, {i: 2 for i in range(100000)}
print(many.keys() == same.keys(), many.keys() <= same.keys(), many.keys() > {1}, many.items() == same.items())
