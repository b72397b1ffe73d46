# Lists, tuples, dicts, sets: what changes in place, what is shared, in which order.
a = [3, 1, 2]
b = a
a.append(5)
a.extend([1, 1])
a.insert(1, "x")
print(a, b is a, a.pop(), a.pop(1), a.index(2), a.count(1))
a.remove(1)
a.reverse()
print(a, sorted(a), sorted(a, reverse=True), a.sort(), a, list(reversed(a)))
a += (7, 8)
a[0:2] = ["s", "t", "u"]
a[-1] = [9]
del a[1], a[2:3]
print(a, a[::2], a[::-1], len(a), [0] * 3, [1] + [2], a * 0, [9] in a)
a[::2] = ["even"] * len(a[::2])
print(a, a.copy() == a, a.copy() is a, a.clear(), b)
rows, good = [[0] * 2] * 2, [[0] * 2 for _ in range(2)]
rows[0][0] = good[0][0] = 1          # the rows of the first are one list
print(rows, good, rows[0] is rows[1])
shallow = list(good)
shallow[0][1] = 5
shallow[1] = "new"
print(good, shallow)
t = 1, 2, 3
x, (y, *z), w = 1, (2, 3, 4), 5
x, y = y, x
print(t, t[1:], t + (4,), (5,), (), t.index(2), t.count(9), x, y, z, w, t < (1, 3), max(t), sum(t))
print(2 in t)
p = q = []
p.append(1)
print(q, [1, 2] == [1, 2], [1] is [1], (1, [2]) == (1, [2]))
d = {"b": 1, "a": 2}
d["c"] = 3
d["b"] = 9                           # keeps its place
print(d, list(d), list(d.items()), d.get("z"), d.get("z", 0), d.pop("a"), d.pop("zz", None))
print("b" in d, len(d), sorted(d))
d.update({"e": 5}, f=6)
d.setdefault("g", []).append(1)
d.setdefault("g", []).append(2)
del d["c"]
print(d, dict(a=1, b=2), dict([("k", 1)]), dict(zip("xy", [1, 2])), {**d, "b": 0}, d | {"h": 7})
print({1: "int", "1": "str", (1, 2): "tuple", None: 0})
print([k for k in d], list(d.values()), {v: k for k, v in {"a": 1}.items()})
print({1: "a", True: "b", 1.0: "c"}, d == dict(reversed(list(d.items()))), d.popitem())
for k in list(d):
    if k in "ef":
        d.pop(k)
print(d, dict.fromkeys("ab", 0), min(d), max({"a": 3, "b": 1}.items(), key=lambda i: i[1]))
s = {3, 1, 2, 3}
s.add(0)
s.discard(9)
print(s, len(s), 2 in s, s & {1, 5}, s | {5}, s - {0, 1}, s ^ {0, 9}, {1} < s, s.issuperset({1, 2}))
print(sorted(s, key=lambda v: -v), set([1, 1]), frozenset([1]) == {1})
print(list(zip([1, 2, 3], "ab")), list(zip(*[(1, "a"), (2, "b")])))
print([list(r) for r in zip(*[[1, 2], [3, 4]])], list(map(max, [1, 5], [4, 2])))
print(sorted([("b", 1), ("a", 2), ("a", 1)]), sorted("bA", key=str.lower))
print(sorted([3, 1], key=lambda v: v), min([], default="none"), max("abc", "b", key=len))
print(sum([[1], [2]], []))
