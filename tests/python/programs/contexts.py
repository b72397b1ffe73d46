from contextlib import contextmanager, nullcontext, suppress
@contextmanager
def timer(name):
    print("start", name)
    try:
        yield name.upper()
    finally:
        print("end", name)
with timer("a") as t: print(t)
try:
    with timer("b"): raise ValueError("boom")
except ValueError as e: print("caught", e)
with suppress(KeyError): {}["x"]
with nullcontext(3) as n: print(n)
@contextmanager
def swallow():
    try: yield
    except ZeroDivisionError: print("swallowed")
with swallow(): 1 / 0
class Timer:
    depth = 0
    def __enter__(self): Timer.depth += 1; return self
    def __exit__(self, exc_type, exc, tb):
        Timer.depth -= 1
        if exc_type: print(exc_type.__name__, exc)
        return exc_type is KeyError
with Timer() as a, Timer() as b: print(Timer.depth)
with Timer(): {}["gone"]
print(Timer.depth)
def g():
    try:
        yield 1
        yield 2
    except GeneratorExit:
        print("closed")
        raise
    finally: print("final")
x = g(); next(x); x.close(); print(list(x))
def reader():
    total, n = 0.0, 0
    avg = None
    while True:
        v = yield avg
        if v is None: return total
        total += v; n += 1
        avg = total / n
r = reader(); next(r); print(r.send(10), r.send(20))
try: r.send(None)
except StopIteration as e: print("sum", e.value)
def flat(x):
    for i in x:
        if isinstance(i, (list, tuple)): yield from flat(i)
        else: yield i
print(list(flat([1, [2, (3, [4])], []])))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
from itertools import islice, takewhile
print(list(islice(fib(), 10)), list(takewhile(lambda v: v < 30, fib())), next(v for v in fib() if v > 100))
def primes():
    seen = []
    n = 2
    while True:
        if all(n % p for p in seen): seen.append(n); yield n
        n += 1
print([p for p, _ in zip(primes(), range(8))])
def sieve(it):
    p = next(it)
    yield p
    yield from sieve(v for v in it if v % p)
from itertools import count
print(list(islice(sieve(count(2)), 8)))
gen = (c for c in "abc"); print(next(gen), list(gen), list(gen), type(gen))
lines = iter(["a=1", "", "b=2"]); print(dict(l.split("=") for l in lines if l))
print(sum(len(b) for b in (list(range(i, min(i + 3, 8))) for i in range(0, 8, 3))))
