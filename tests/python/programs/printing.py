from __future__ import annotations
import sys
print("a", "b", sep="-", end="!\n"); print(); print(1, None, True, 2.5, [1, "a"], (1,), {"k": None})
print("err", file=sys.stderr); print("out", file=sys.stdout, flush=True)
a = [1]; a.append(a); print(a)
d = {}; d["d"] = d; print(d)
print(repr("x"), str("x"), [repr(1)], 1, "\u00e9", "\x41", '\'')
class A: pass
class B:
    def __str__(self): return "str"
    def __repr__(self): return "rep"
print(B(), [B()], f"{B()} {B()!r}", str(B()), {1: B()})
print(range(3), range(1, 10, 2), slice(1, 2), ..., NotImplemented, type(None), type(1), type([]), type("s"), type(print), print.__name__)
print(1.0, 1e20, 1e-7, 123456.789, float("inf"), -0.0, 1e16, 1e15, 0.1, 1/3)
print(*[1, 2, 3]); print(*"abc", sep=","); print([], {}, (), "", sep="|"); print(f"{[1, 2]} {(1,)} {None}"); print("tab\tq")
print(True, [True, None], not None, bool([0]), bool({}))
print(len("x" * 5), "=" * 20)
