from dataclasses import dataclass

# a method, a slice, a function, a module of the language are themselves
import math
l = [1]
m = l.append
print(m == m, m is m, m in [m], l.append == l.append, l.append is l.append)
print([].append == [].append, [1].append == [1].append, "a".upper == "a".upper)
s = slice(1, 2)
print(s == s, s is s, s == slice(1, 2), s == slice(1, 3), s in [s], slice(None) == slice(None))
print(math == math, math is math, math.sqrt == math.sqrt, len == len, len == print)
print(id(s) == id(s), id(m) == id(m), id(l) == id([1]), id(1.5) == id(1), id(True) == id(1))

# views are made anew each time
d = {1: 2}
print(d.keys() is d.keys(), d.items() is d.items(), d.keys() == d.keys(), d.items() == {(1, 2)})
print(d.values() == d.values())
v = d.values()
print(v == v, v is v, v in [v])

# a frozenset is a kind of its own
print(frozenset.union(frozenset([1]), [2]), set.union({1}, [2]), frozenset({1, 2}) == {2, 1})
print(type(frozenset()), type(frozenset([1]) | {2}), type({1} | frozenset([2])))
print(hash(frozenset([1, 2])) == hash(frozenset([2, 1])), {frozenset([1]): "x"}[frozenset([1])])
print(frozenset([1]) in {frozenset([1])}, {1} in {frozenset([1])}, isinstance(frozenset(), set))
print(hasattr(frozenset(), "add"), hasattr(set(), "add"))
f = frozenset([1])
g = f
f |= {2}
print(f, g, frozenset(g) is g)


@dataclass
class A:
    s: frozenset = frozenset()


print(A())

try:
    @dataclass
    class B:
        s: set = set()
except ValueError as error:
    print(error)

for wrong in [lambda: {[1]: 2}, lambda: {{1}}, lambda: {d.keys()}, lambda: f.add(3), lambda: set.union([1])]:
    try:
        wrong()
    except (TypeError, AttributeError) as error:
        print(type(error).__name__)

print(hash(None) == hash((1, None)), hash((1, 2)) == hash((1, 2)), hash(range(3)) == hash(range(0, 3, 1)))
