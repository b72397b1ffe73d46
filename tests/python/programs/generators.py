def count(n):
    i = 0
    while i < n:
        yield i
        i += 1
    return "done"

print(list(count(3)))
g = count(2)
print(next(g), next(g))
try:
    next(g)
except StopIteration as e:
    print("stop", e.value)

def both():
    r = yield from count(2)
    print("r", r)
    try:
        x = yield 10
        print("x", x)
        yield x
    except ValueError as e:
        print("caught", e)
        yield 99
    finally:
        print("fin")

b = both()
print(next(b), next(b), next(b), b.send("hi"))
print(b.throw(ValueError("bad")))
print(list(b))
print(sum(x * x for x in range(5) if x % 2))
class Tree:
    def __init__(self, v, l=None, r=None):
        self.v, self.l, self.r = v, l, r
    def __iter__(self):
        if self.l:
            yield from self.l
        yield self.v
        if self.r:
            yield from self.r
print(list(Tree(2, Tree(1), Tree(3))))
def nat():
    n = 0
    while True:
        yield n
        n += 1
print([a for a, _ in zip(nat(), "abc")])
print(any(n > 5 for n in nat()))
print(next((n for n in nat() if n * n > 50), None))
def batches(xs, size):
    for i in range(0, len(xs), size):
        yield xs[i:i + size]
for i, b in enumerate(batches(list(range(7)), 3), 1):
    print(i, b)
m = map(lambda x: print("m", x) or x, [1, 2, 3])
print(next(m))
print(list(reversed([1, 2, 3])), list(reversed("abc")), list(reversed(range(4))))
def ex():
    for i in range(3):
        if i == 1:
            continue
        for j in "ab":
            with C():
                yield i, j
    else:
        yield "else"
class C:
    def __enter__(self): print("in")
    def __exit__(self, *a): print("out")
for x in ex(): print(x)
print([*zip([1,2],[3,4])], type(zip()).__name__, type(g).__name__, {k: v for k, v in zip("ab", nat())})
it = iter([1,2,3])
for x in it:
    print(x, next(it, None))
def f():
    try:
        yield 1
    finally:
        print("closing")
h = f(); next(h); h.close()
try:
    h.send(1)
except StopIteration: print("over")
