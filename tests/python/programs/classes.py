class Base:
    count = 0
    registry = {}
    def __init__(self, name):
        self.name = name
        Base.count += 1
        Base.registry[name] = self
    def __repr__(self): return f"{type(self).__name__}({self.name!r})"
    def __eq__(self, other):
        if not isinstance(other, Base): return NotImplemented
        return self.name == other.name
    @classmethod
    def make(cls, n): return cls(n)
    @staticmethod
    def util(x): return x * 2
    @property
    def upper(self): return self.name.upper()
    def __add__(self, o): return Base(self.name + o.name)
    def __radd__(self, o): return self
    def __getitem__(self, i): return self.name[i]
    def __len__(self): return len(self.name)
    def __iter__(self): return iter(self.name)
    def __call__(self, *a): return ("called", a)
    def __mul__(self, n): return Base(self.name * n)
    def __neg__(self): return Base(self.name[::-1])
class Child(Base):
    def __init__(self, name, extra):
        super().__init__(name)
        self.extra = extra
    @property
    def upper(self): return super().upper + "!"
b = Base.make("abc"); c = Child("x", 3)
print(b, c, Base.count, Child.make if False else "", b.util(4), Base.util(1), b.upper, c.upper, b + c, b[0], b[1:], len(b), list(b), b(1, 2), b * 2, -b, sum([b, c]) is not None)
print(b == c, b != c, b == 3, b == Base("abc"), isinstance(c, Base), hasattr(b, "zz"), "a" in b, [*b], sorted(Base.registry))
try: b.upper = 3
except AttributeError as e: print(e)
try: b.nope
except AttributeError as e: print(e)
try: Base.nope
except AttributeError as e: print(e)
class M1:
    def go(self): return ["M1"]
class M2(M1):
    def go(self): return ["M2"] + super().go()
class M3(M1):
    def go(self): return ["M3"] + super().go()
class M4(M2, M3):
    def go(self): return ["M4"] + super().go()
print(M4().go(), [k.__name__ for k in M4.__mro__])
class Ctx:
    def __enter__(self): print("enter"); return self
    def __exit__(self, t, v, tb): print("exit", t.__name__ if t else None, v); return True
with Ctx() as c: print("in")
with Ctx(): raise ValueError("swallowed")
with Ctx() as a, Ctx() as b: print("two")
class It:
    def __init__(self, n): self.n = n
    def __iter__(self): self.i = 0; return self
    def __next__(self):
        if self.i >= self.n: raise StopIteration
        self.i += 1
        return self.i
print(list(It(3)), sum(It(4)), 2 in It(3), [a * b for a in It(2) for b in It(2)], max(It(5)), dict(enumerate(It(2))))
class V:
    __slots__ = ("x",)
    def __init__(self, x): self.x = x
    def __lt__(self, o): return self.x < o.x
    def __format__(self, spec): return f"V<{self.x:{spec}}>"
    def __int__(self): return 7
    def __float__(self): return 7.5
    def __index__(self): return 2
    def __abs__(self): return 3
    def __round__(self, n=0): return 4
print(f"{V(1.5):.2f}", int(V(1)), float(V(1)), [10, 20, 30][V(0)], abs(V(1)), round(V(1)), min([V(3), V(1)]).x)
print(callable(b), callable(3), id(b) == id(b), setattr(b, "q", 1), b.q, getattr(b, "q"), b.__class__.__name__)
delattr(b, "q"); print(hasattr(b, "q"))
class E:
    def __eq__(self, o): return True
try: {E(): 1}
except TypeError as e: print(e)
class Meth:
    def a(self): return self
    def b(self): return self
m = Meth(); print(m.a().b() is m, Meth.a(m) is m, m.a.__name__, m.a.__self__ is m)
T = type("T", (Base,), {"z": 5}); print(T("q"), T.z)
try: 1 + m
except TypeError as e: print(e)
try: m + 1
except TypeError as e: print(e)
try: m < m
except TypeError as e: print(e)
try: len(m)
except TypeError as e: print(e)
try: m[0]
except TypeError as e: print(e)
try: m()
except TypeError as e: print(e)
try: iter(m)
except TypeError as e: print(e)
try: m[0] = 1
except TypeError as e: print(e)
try: del m[0]
except TypeError as e: print(e)
