# The iteration protocol: __iter__, __next__, __getitem__ alone, iterators that run out.
class Countdown:
    def __init__(self, start):
        self.start = start

    def __iter__(self):
        return CountdownIterator(self.start)


class CountdownIterator:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n + 1


class Squares:                       # no __iter__: indexed until IndexError
    def __getitem__(self, i):
        if i >= 4:
            raise IndexError(i)
        return i * i


class Words:                         # hands on the iterator of its list
    def __init__(self, text):
        self.words = text.split()

    def __iter__(self):
        return iter(self.words)

    def __len__(self):
        return len(self.words)


c = Countdown(3)
print(list(c), list(c), sum(c), 2 in c, max(c))
it = iter(c)
print(next(it), next(it), list(it), next(it, "done"))
print(list(Squares()), [a + b for a, b in zip(Squares(), Countdown(9))])
for i, word in enumerate(Words("a nice day"), start=1):
    print(i, word, end="; ")
print()
a, b, c3 = Words("x y z")
print(a, b, c3, [*Words("p q"), *"rs"], {**{"k": 1}, "l": 2})
pairs = zip([1, 2, 3], "ab")
print(list(pairs), list(pairs))      # used up
m = map(lambda x: x * 10, range(3))
print(next(m), list(m), list(m))
f = filter(None, [0, 1, "", "a", None, [], [0]])
print(list(f), list(reversed([1, 2, 3])), list(reversed("abc")), sorted("hello"))
e = enumerate("ab")
print(next(e), list(e), list(range(5))[::-1], list(range(10, 0, -3)))
r = range(2, 20, 3)
print(r, len(r), r[1], r[-1], 8 in r, 9 in r, list(r[1:3]))
print(any(x > 2 for x in Countdown(3)), all(x > 2 for x in Countdown(3)), all([]), any([]))
seen = []
for x in Countdown(5):
    if x == 2:
        break
    if x % 2:
        continue
    seen.append(x)
else:
    seen.append("else")
print(seen)
