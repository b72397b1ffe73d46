import itertools
from itertools import chain, count, cycle, islice, product, permutations, combinations, groupby, accumulate, repeat, takewhile, dropwhile, starmap, zip_longest, combinations_with_replacement, tee, compress, filterfalse, pairwise
print(list(chain([1], "ab")), list(chain.from_iterable([[1], [2]])), list(islice(count(5, 2), 3)), list(islice("abcdef", 1, 5, 2)))
print(list(product("ab", [1, 2])), list(product([0, 1], repeat=2)), list(permutations([1, 2, 3], 2)), list(combinations("abc", 2)), list(combinations_with_replacement("ab", 2)))
for k, g in groupby("aabbc"): print(k, list(g))
for k, g in groupby(sorted([3, 1, 2, 4], key=lambda v: v % 2), key=lambda v: v % 2): print(k, list(g))
print(list(accumulate([1, 2, 3])), list(accumulate([1, 2, 3], lambda a, b: a * b)), list(accumulate([1, 2], initial=10)), list(repeat(7, 2)), list(takewhile(lambda x: x < 3, count())), list(dropwhile(lambda x: x < 3, range(5))))
print(list(starmap(pow, [(2, 3), (3, 2)])), list(zip_longest([1, 2], "a", fillvalue="-")), list(zip(count(), "ab")), [x for x, _ in zip(cycle("ab"), range(5))])
a, b = tee([1, 2, 3]); print(list(a), list(b), list(compress("abc", [1, 0, 1])), list(filterfalse(None, [0, 1])), list(pairwise("abc")))
print(sum(1 for _ in itertools.permutations(range(4))), max(map(len, ["a", "bb"])), len(list(itertools.product(range(3), range(3)))))
c = itertools.count(); print(next(c), next(c)); print(next(itertools.repeat("x")))
print(list(product()), list(product("ab", [])), list(product(repeat=2)), next(product(*[range(2)] * 40)), next(itertools.islice(product(range(10), repeat=8), 20, None)))
