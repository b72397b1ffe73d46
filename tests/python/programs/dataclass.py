from dataclasses import dataclass, field, asdict, replace, fields
from typing import List, Optional, Dict, Tuple, Any, Union, Callable
@dataclass
class P:
    x: int
    y: int = 2
    tags: List[str] = field(default_factory=list)
    hidden: int = field(default=0, repr=False)
    def total(self): return self.x + self.y
p = P(1); q = P(1)
p.tags.append("t")
print(p, q, p == q, q == P(1), p.total(), p != q)
print(asdict(p), replace(p, x=9), [f.name for f in fields(p)])
@dataclass(frozen=True)
class F:
    a: float = 1.0
f = F()
try: f.a = 2
except Exception as e: print(type(e).__name__, e)
print(hash(F(1.0)) == hash(F(1.0)), {F(): 1}[F()])
@dataclass(order=True)
class O:
    k: int
    n: str = "z"
print(O(1) < O(2), sorted([O(3), O(1, "a")]), max(O(1), O(4)))
try: P()
except TypeError as e: print(e)
try: P(1, 2, [], 3, 4)
except TypeError as e: print(e)
try: P(1, zz=3)
except TypeError as e: print(e)
@dataclass
class B(P):
    z: int = 5
    def __post_init__(self): self.w = self.x * 10
b = B(7, z=1); print(b, b.w)
def fn(a: int, b: Optional[str] = None) -> Dict[str, List[int]]: return {}
print(fn(1), fn.__name__)
try:
    @dataclass
    class Bad:
        xs: list = []
except ValueError as e: print(e)
# Every use of a field, with and without it.
from dataclasses import dataclass, field
for flags in [{}, {"compare": False}, {"repr": False}, {"init": False}, {"compare": False, "repr": False}]:
    @dataclass(order=True)
    class Fields:
        a: int
        b: int = field(default=0, **flags)
        c: list = field(default_factory=list)
    x, y = Fields(1), Fields(1)
    x.b, y.b = 5, 7
    print(flags, x, x == y, x < y, x > y, x != y, Fields(1).c is Fields(1).c)
    for args in [(1, 2), (1, 2, [3])]:
        try: print(Fields(*args))
        except TypeError as e: print(type(e).__name__)
    try: print(Fields(1, b=2))
    except TypeError as e: print(type(e).__name__)
from typing import ClassVar, Optional
@dataclass
class Counted:
    x: int
    made: ClassVar[int] = 5
    limit: "ClassVar" = 3
print(Counted(1), Counted.made, len(fields(Counted)))
