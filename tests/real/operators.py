# Operators of one's own: a small vector, a polynomial that is indexed, sliced and called.
class Vec:
    def __init__(self, *items):
        self.items = list(items)

    def __repr__(self):
        return "Vec(" + ", ".join(map(str, self.items)) + ")"

    def __add__(self, other):
        return Vec(*(a + b for a, b in zip(self.items, other.items)))

    def __radd__(self, other):       # sum() begins with 0
        return self if other == 0 else NotImplemented

    def __sub__(self, other):
        return self + -other

    def __neg__(self):
        return Vec(*[-a for a in self.items])

    def __mul__(self, k):
        return Vec(*[a * k for a in self.items])

    __rmul__ = __mul__

    def __truediv__(self, k):
        return self * (1 / k)

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self.items, other.items))

    def __pow__(self, k):
        return Vec(*[a ** k for a in self.items])

    def __iadd__(self, other):
        for i, b in enumerate(other.items):
            self.items[i] += b
        return self

    def __eq__(self, other):
        return isinstance(other, Vec) and self.items == other.items

    def __lt__(self, other):
        return abs(self) < abs(other)

    def __abs__(self):
        return (self @ self) ** 0.5

    def __bool__(self):
        return any(self.items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return Vec(*self.items[i]) if isinstance(i, slice) else self.items[i]

    def __setitem__(self, i, value):
        self.items[i] = value

    def __delitem__(self, i):
        del self.items[i]

    def __contains__(self, value):
        return value in self.items


u, v = Vec(1, 2, 2), Vec(3, 0, -4)
print(u + v, u - v, -u, u * 2, 2 * u, v / 2, u @ v, u ** 2, abs(v))
print(sum([u, v, u]), u == Vec(1, 2, 2), u != v, u < v, sorted([v, u])[0], max(u, v))
print(bool(Vec(0, 0)), "full" if u else "empty", not Vec(), len(u))
alias = u
u += Vec(10, 10, 10)
print(alias, alias is u)
alias = u
u = u + Vec(1, 1, 1)
print(alias, u, alias is u)
u[0] = 99
del u[1]
print(u, u[-1], u[0:1], 99 in u, 98 in u, [a for a in u], list(u), tuple(u))
first, *rest = u
print(first, rest)
try:
    u + 1
except AttributeError as e:
    print("AttributeError:", e)
try:
    "a" + u
except TypeError as e:
    print("TypeError:", e)
