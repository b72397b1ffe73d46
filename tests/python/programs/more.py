squares = {x: x ** 2 for x in range(5) if x % 2 == 0}; print(squares)
matrix = [[i * j for j in range(3)] for i in range(3)]; print(matrix, [row[1] for row in matrix])
words = "the quick brown fox jumps over the lazy dog".split()
freq = {}
for w in words: freq[w] = freq.get(w, 0) + 1
print(sorted(freq.items(), key=lambda x: (-x[1], x[0])))
stoi = {w: i for i, w in enumerate(sorted(set(words)))}; itos = {i: w for w, i in stoi.items()}
print(stoi, [stoi[w] for w in words[:3]], " ".join(itos[i] for i in [0, 1]))
print(any(x > 3 for x in [1, 5]), all([]), all(x for x in [1, 0]), list(map(str, [1, 2])), list(filter(None, [0, 1, ""])), list(map(lambda a, b: a + b, [1, 2], [3, 4])))
fs = [lambda x, i=i: x + i for i in range(3)]; print([f(1) for f in fs]); gs = [lambda: i for i in range(3)]; print([g() for g in gs])
print((lambda *a, **k: (a, k))(1, b=2), (lambda x: (lambda y: x + y))(1)(2))
print(list(zip([1, 2, 3], "abc")), dict(zip("ab", [1, 2])), list(enumerate("ab", start=1)), list(zip(*[(1, 2), (3, 4)])))
x = 5; print("big" if x > 3 else "small", x if x else None)
print([i for i in range(20) if i % 2 if i % 3], [(i, j) for i in range(2) for j in range(2) if i != j])
s = slice(1, 3); print([1, 2, 3, 4][s], s.start, s.stop, s.step)
print(sorted(["b", "A", "c"], key=str.lower), sorted([(1, "b"), (1, "a")]), sorted([3, 1], reverse=True), list(reversed([1, 2])), sorted({"b": 1, "a": 2}), sorted("bca"))
print(list(range(10, 0, -3)), range(5)[2], range(10)[2:5], len(range(0, 10, 3)), 3 in range(5), list(range(0)), range(3) == range(3))


print(hash("a") == hash("a"), hash(1) == hash(1.0), isinstance(hash((1, 2)), int))
print([1, 2, 3][True], "abc"[False], {True: "t"}[1], sum([True, True]))
print(float("1.5"), str(3) + "a", int("7") + 1, "5" * 2, list("12"), [int(c) for c in "12"])
print(type(1) == int, type("a") is str, type([]).__name__, type(lambda: 0).__name__, type(3.0), isinstance(True, int), isinstance(3, (str, int)), type(type(3)))
def doc(): """A doc."""
print(doc.__doc__, doc() is None)
def rec(n): return 1 if n == 0 else n * rec(n - 1)
print(rec(15), rec(20))
def deep(n): return 0 if n == 0 else 1 + deep(n - 1)
print(deep(500), deep(900))
def inf(): return inf()
try: inf()
except RecursionError as e: print(str(e)[:32])
import random, time, os, json, re
def gen():
    x = yield 1
    while x: x = yield x
g = gen(); print(next(g), g.send(5), g.send(6))
try: g.send(0)
except StopIteration: print("stop")
n = [0]
def bump(): n[0] += 1; return n[0]
print([bump() for _ in range(3)], n)
print([[]] * 2, [None] * 3, (1,) * 2, "ab" * 0, [1] * -1)
print(dict(sorted({"b": 1, "a": 2}.items())), max({"a": 3, "b": 1}.items(), key=lambda t: t[1]), list({1: 2}.items()))
print("a" if [] else "b", [] == False, 0 == False, "" is not None, None is None)
a = 1
def kw(*, a=1, **k): return a, k
print(kw(), kw(a=2, b=3), kw(**{"a": 5}))
try: raise NotImplementedError
except NotImplementedError as e: print(type(e).__name__, repr(e))
print(tuple(x for x in range(3)), set(x % 2 for x in range(4)), sum(x for x in [1, 2]), sorted(x for x in [2, 1]), ",".join(str(x) for x in [1, 2]))
print(min([3, 1], key=lambda v: -v), max("a", "bb", key=len), max([1, 2], default=0), min([], default="none"), sum([[1], [2]], []))
x: int = 3; y: "str"; print(x)
print(1 if True else 2 if False else 3, not (1 == 2) and 3, 1 in [1] == True)
i = 0
while (i := i + 1) < 3: print(i)
print(*map(lambda p: p[0] * p[1], zip([1, 2], [3, 4])))
