def f(a, b=2, *c, d, e=5, **k): return (a, b, c, d, e, k)
print(f(1, d=4), f(1, 2, 3, 4, d=5, z=6), f(*[1, 2], **{"d": 3}))
def try_(g):
    try: print(g())
    except TypeError as e: print(e)
def g(a, b): pass
def h(a, *, k): pass
def z(): pass
def o(a, b=1): pass
def p(a, /, b): pass
class C:
    def m(self, x): pass
class D:
    def __init__(self, x, y): pass
try_(lambda: g())
try_(lambda: g(1))
try_(lambda: g(1, 2, 3))
try_(lambda: g(1, b=2, c=3))
try_(lambda: g(1, a=2))
try_(lambda: h(1))
try_(lambda: h(1, 2))
try_(lambda: z(1))
try_(lambda: o())
try_(lambda: o(1, 2, 3))
try_(lambda: C().m())
try_(lambda: C().m(1, 2))
try_(lambda: D())
try_(lambda: D(1))
try_(lambda: D(1, 2, 3))
try_(lambda: C(1))
try_(lambda: p(a=1, b=2))
try_(lambda: (lambda x: x)())
try_(lambda: f(1))
def three(a, b, c): pass
try_(lambda: three())
