# Methods of items that change what holds them, while it looks at them.
class Clears:
    def __init__(self, held, n=0): self.held, self.n = held, n
    def __hash__(self): return 1
    def __eq__(self, other):
        self.held.clear()
        return isinstance(other, Clears) and self.n == other.n
    def __index__(self):
        self.held.clear()
        return self.n
    def __repr__(self):
        self.held.clear()
        return "Clears"

def attempt(f):
    try:
        print(f())
    except (KeyError, IndexError) as e:
        print(type(e).__name__)

d = {}
for i in range(20):
    d[Clears(d, i)] = i
print(len(d))
k = Clears(d, 1)
d[k] = 1
d[Clears(d, 2)] = 2
print(len(d), k in d)
attempt(lambda: d[k])
attempt(lambda: d.pop(k))

l = []
def filled():
    l[:] = [1, 2, 3]
    return l
attempt(lambda: filled()[Clears(l, 1)])
attempt(lambda: filled().pop(Clears(l, 2)))
def set_item(): filled()[Clears(l, 2)] = 5
def del_item(): del filled()[Clears(l, 2)]
attempt(set_item)
attempt(del_item)
attempt(lambda: filled()[slice(Clears(l, 1), None)])
l[:] = [Clears(l), Clears(l)]
print(l)

# Keys are compared when their hashes are the same, and only then.
class Told:
    def __init__(self, n): self.n = n
    def __hash__(self): return self.n
    def __eq__(self, other):
        print("compared", self.n, other.n)
        return self.n == other.n
d = {Told(i): i for i in range(9)}
print(d[Told(8)], Told(16) in d, len(d))
del d[Told(0)]
print(list(d.values()))

*a, = []
print(a, [*a])
a, *b = [1]
print(a, b)
*a, b, c = 1, 2
print(a, b, c)
for m in (1, -1):
    print([1, 2, 3][slice(True, None, m)], [1, 2, 3][slice(None, 2)])
x = list(range(10))
del x[2:5:-9223372036854775807]
del x[8::-9223372036854775807]
del x[::3]
print(x)

def numbers():
    yield 1
    yield 2
h = numbers()
h.close()
print(list(h), next(h, "over"))
