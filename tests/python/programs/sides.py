class V:
    def __radd__(self, o):
        return "r" + type(o).__name__
    def __rmatmul__(self, o):
        return "m" + type(o).__name__
    def __ror__(self, o):
        return "o" + type(o).__name__
    def __eq__(self, o):
        return "eq"
    def __rmod__(self, o):
        return "mod"
    def __rmul__(self, o):
        return "mul"
v = V()
print({1} | v, {1: 2} | v, [1] + v, (1,) + v, "a" + v, 1 + v)
print({1}.union([2]) == v, v == {1}, {1: 2} == v, {1: 2}.keys() | [3], [1] * v, "a" * v)
print({1: 2}.keys() == v, frozenset() == v, {1: 2} != v)
for f in [lambda: {1} < v, lambda: {1} | 2, lambda: {1: 2} | {3}, lambda: {1: 2} + {3: 4}, lambda: [1] < (1,), lambda: {1} < [1], lambda: "a" % v, lambda: "%s" % v, lambda: "a" * "b", lambda: [1] * 1.5, lambda: (1,) + [1], lambda: 1 in 1, lambda: 1 in "a", lambda: [1] in {1: 2}, lambda: [1] in {1: 2}.keys(), lambda: len(range(3)), lambda: len(5), lambda: 2.0 in range(3), lambda: del_(), lambda: {1} + {2}]:
    try:
        print(type(f()).__name__)
    except TypeError as error:
        print(error)
    except NameError as error:
        print("name")
