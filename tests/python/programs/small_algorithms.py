import math
def train(xs, ys, lr=0.1, epochs=3):
    w, b = 0.0, 0.0
    for epoch in range(1, epochs + 1):
        loss = 0.0
        for x, y in zip(xs, ys):
            p = w * x + b; err = p - y
            loss += err ** 2
            w -= lr * err * x; b -= lr * err
        print(f"[{epoch:>2}/{epochs}] loss: {loss / len(xs):.6f}")
    return w, b
print("w=%.3f b=%.3f" % train([0.0, 1.0, 2.0], [1.0, 3.0, 5.0]))
def pad(seqs, value=0, length=None):
    n = length or max(map(len, seqs))
    return [s[:n] + [value] * (n - len(s)) for s in seqs]
print(pad([[1], [1, 2, 3], []]), pad([[1, 2, 3]], length=2))
def softmax_rows(m): return [[round(math.exp(v) / sum(math.exp(u) for u in r), 3) for v in r] for r in m]
print(softmax_rows([[1, 2], [0, 0]]))
def pos(n, d): return [[round(math.sin(p / 10000 ** (i / d)) if i % 2 == 0 else math.cos(p / 10000 ** ((i - 1) / d)), 4) for i in range(d)] for p in range(n)]
for r in pos(3, 4): print(r)
mask = [[1 if j <= i else 0 for j in range(4)] for i in range(4)]
print("\n".join(" ".join(map(str, r)) for r in mask))
counts = {}
for ch in "mississippi": counts[ch] = counts.get(ch, 0) + 1
print(sorted(counts.items(), key=lambda kv: (-kv[1], kv[0])), max(counts, key=counts.get), {v: [k for k in counts if counts[k] == v] for v in set(counts.values())})
print({frozenset([1, 2]): "x"}[frozenset([2, 1])], {(1, "a"): 2}, {1.5: 1, "k": 2, None: 3, True: 4})
s = "The quick brown fox"; print(" ".join(w[::-1] for w in s.split()), "".join(c.upper() if i % 2 else c.lower() for i, c in enumerate(s)), sum(c in "aeiou" for c in s), s.lower().count("o"), [len(w) for w in s.split()])
text = """line one
  line two

line four"""
for n, l in enumerate(text.splitlines(), 1):
    if not l.strip(): continue
    print(f"{n}: {l.strip()!r}")
def fact(n): return 1 if n <= 1 else n * fact(n - 1)
def hanoi(n, a="A", b="B", c="C"): return 0 if n == 0 else hanoi(n - 1, a, c, b) + 1 + hanoi(n - 1, c, b, a)
def perms(s): return [s] if len(s) <= 1 else [c + p for i, c in enumerate(s) for p in perms(s[:i] + s[i + 1:])]
def ack(m, n): return n + 1 if m == 0 else ack(m - 1, 1) if n == 0 else ack(m - 1, ack(m, n - 1))
print(fact(10), hanoi(6), perms("abc"), ack(2, 3))
def bs(a, x):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < x: lo = mid + 1
        else: hi = mid
    return lo
print([bs([1, 3, 5], v) for v in range(7)])
def qs(a): return a if len(a) < 2 else qs([v for v in a[1:] if v < a[0]]) + [a[0]] + qs([v for v in a[1:] if v >= a[0]])
print(qs([3, 1, 2, 3, 0]))
memo = {}
def lev(a, b):
    if (a, b) in memo: return memo[a, b]
    r = len(a) or len(b) if not a or not b else min(lev(a[1:], b) + 1, lev(a, b[1:]) + 1, lev(a[1:], b[1:]) + (a[0] != b[0]))
    memo[a, b] = r
    return r
print(lev("kitten", "sitting"))
try:
    raise ValueError("a") from KeyError("b")
except ValueError as e:
    print(type(e.__cause__).__name__, e.__cause__.args, e.__suppress_context__ if False else "")
def check(x):
    if not isinstance(x, (int, float)): raise TypeError(f"expected number, got {type(x).__name__}")
    return x
for v in (1, 2.5, "s", None, [1], check):
    try: print(check(v))
    except TypeError as e: print("TypeError:", e)
print(*sorted({"b": 2, "a": 1}.items()), sep="\n")
print(all(isinstance(v, int) for v in [1, True]), any([]), [] is [], () == (), (1, 2) < (1, 3), "a" < "b" < "c", 1 < 2 > 0 != 5)
d = {"x": {"y": [1, {"z": 2}]}}; d["x"]["y"][1]["z"] += 5; print(d, d.get("q", {}).get("r", "none"))
lst = [1, 2, 3, 4, 5, 6]; print(lst[::2], lst[1::2], lst[-2:], lst[:-2], lst[::-1], lst[4:1:-1]); lst[1:4] = ["x"]; print(lst); del lst[0], lst[-1]; print(lst)
x, y, *z = range(5); print(x, y, z); (p, q), r = [1, 2], 3; print(p, q, r)
f = lambda *args, key=None, **kw: (args, key, kw); print(f(1, 2, key="k", z=3), f(*[1], **{"key": 2}))
print([(i, j) for i in range(3) for j in range(i)], {i: [j for j in range(i)] for i in range(3)}, [x if x % 2 else -x for x in range(4)])
print(2 ** 62, -2 ** 62, 7 // -2, -7 // 2, -7 % 3, 7 % -3, 5.5 // 2, -5.5 % 2, divmod(-7, 3), 1e308 * 10, int("-12"), abs(-3.5), 10 % 3.5)
