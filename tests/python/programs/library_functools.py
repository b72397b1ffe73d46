from functools import partial, reduce, wraps, lru_cache, cached_property, cache
add = lambda a, b, c=0: a + b + c
print(partial(add, 1)(2), partial(add, c=5)(1, 2), reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(lambda a, b: a + b, [], 7))
def deco(f):
    @wraps(f)
    def inner(*a, **k):
        print("call", f.__name__, a, k)
        return f(*a, **k)
    return inner
@deco
def hello(x):
    "hello doc"
    return x
print(hello(3), hello.__name__, hello.__doc__)
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(50), fib.cache_info())
@cache
def sq(x):
    print("computing"); return x * x
print(sq(3), sq(3))
class A:
    @cached_property
    def v(self):
        print("once"); return 42
a = A(); print(a.v, a.v)
try: reduce(lambda a, b: a, [])
except TypeError as e: print(e)
def repeat(n):
    def d(f):
        def w(*a):
            return [f(*a) for _ in range(n)]
        return w
    return d
@repeat(2)
def z(x): return x + 1
print(z(1))
p = partial(int, base=2); print(p("101"))
