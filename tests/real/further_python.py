# Names of Python that attention code uses now and then.
import itertools
from collections import defaultdict, Counter, OrderedDict, namedtuple
groups = defaultdict(list)
for w in ["q", "key", "k", "v"]:
    groups[len(w)].append(w)
Point = namedtuple("Point", ["x", "y"])
print(dict(groups), Counter("banana").most_common(2), Counter("aab")["a"], OrderedDict(a=1)["a"])
print(Point(1, y=2), Point(3, 4).x, tuple(Point(5, 6)))
print(list(itertools.product("ab", [1, 2])), list(itertools.chain([1], [2])))
print(list(itertools.accumulate([1, 2, 3])))
print("Straße".casefold(), "abc".translate({97: "z"}), "tab\tx".expandtabs(4))
print([ord(c) for c in "a1"], "".join(map(chr, [97, 49])))
counts = Counter(w for line in ["a b", "b c b"] for w in line.split())
print(sorted(counts.items()), counts["none"], sum(counts.values()))
counts["a"] += 5
total = defaultdict(int)
for key, n in counts.items():
    total[len(key)] += n
print(counts.most_common(1), dict(total), list(itertools.islice(itertools.count(5), 3)))
d = OrderedDict([("q", 1), ("k", 2)])
d.move_to_end("q")
print(list(d), d.popitem(last=False), len(d))
