# Equality, order, hashes and text of a @dataclass, and what it leaves out.
from dataclasses import dataclass, field
from collections import Counter

def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)

@dataclass
class Plain:
    a: int
    b: list = field(default_factory=list)

@dataclass(frozen=True)
class Frozen:
    a: object
    b: int = 0

@dataclass(order=True)
class Ordered:
    a: int
    b: str = field(default="x", compare=False)

@dataclass(eq=False)
class ById:
    a: int

@dataclass(repr=False)
class Silent:
    a: int

@dataclass(kw_only=True)
class Named:
    a: int
    b: int = 2

@dataclass(unsafe_hash=True)
class Hashed:
    a: int

@dataclass(frozen=True, order=True)
class Both:
    a: int
    b: tuple = ()

class Sub(Both):
    pass

for f in (
    lambda: sorted([Plain(1), Plain(1)]), lambda: Plain(1) < Plain(1), lambda: max([Plain(1), Plain(1)]),
    lambda: hash(Plain(1)), lambda: {Plain(1)}, lambda: Plain(1) == Plain(1), lambda: Plain(1) != Plain(1, [2]),
    lambda: hash(Frozen(1, 2)) == hash((1, 2)), lambda: {Frozen([1]): 1}, lambda: hash(Frozen((1, {}))),
    lambda: {Frozen(1), Frozen(1), Frozen(2)}, lambda: Frozen(Frozen([1])) in {1: 2}, lambda: setattr(Frozen(1), "a", 2),
    lambda: sorted([Ordered(2), Ordered(1, "b"), Ordered(1, "a")]), lambda: Ordered(1) == Ordered(1, "q"),
    lambda: sorted([Ordered(1, "p"), Ordered(1, "q")], reverse=True), lambda: Ordered(1) < Plain(1),
    lambda: ById(1) == ById(1), lambda: len({ById(1), ById(1)}), lambda: ById(3), lambda: "a=" in repr(Silent(1)),
    lambda: Named(a=1), lambda: Named(1), lambda: Named(), lambda: Named(b=1, a=4), lambda: Named(c=1, a=2),
    lambda: hash(Hashed(5)) == hash((5,)), lambda: {Hashed(1): 2}[Hashed(1)], lambda: Both(1, (2,)) < Both(1, (3,)),
    lambda: Sub(1) < Sub(2), lambda: hash(Sub(1)) == hash(Both(1)), lambda: Sub(1) == Both(1), lambda: Sub(1) < Both(2),
    lambda: dataclass(eq=False, order=True)(ById), lambda: [x.a for x in {Both(9), Both(1), Both(17)}],
    lambda: sorted([{1: 2}, {1: 2}]), lambda: sorted([None, None]), lambda: sorted([(1, None), (1, None)]),
    lambda: {(1, [2])}, lambda: {(1, {2})}, lambda: {({}, 1): 2},
):
    t(f)
