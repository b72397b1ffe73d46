import math
def t(f, x):
    try: print(f(x))
    except (ValueError, OverflowError) as e: print(type(e).__name__)
for f, x in [(math.atanh, 1), (math.atanh, -1), (math.lgamma, 0), (math.lgamma, -3), (math.sinh, -1000), (math.sinh, 1000), (math.cosh, -1000), (math.exp, 1000), (math.log, 0), (math.log1p, -1), (math.log2, 0), (math.expm1, 1000), (math.tan, 1), (math.log10, 0.0), (math.lgamma, 1e308)]: t(f, x)
print(dict(["ab", (1, 2), [3, 4], {5, 6}]))
for d in ("ab", [1], [(1,)], [(1, 2, 3)]):
    try: dict(d)
    except (ValueError, TypeError) as e: print(type(e).__name__)
print(type("X", (), {}).__name__)
for a in [((), 1), (1.0, "", 0), ("X", 5, {}), ("X", (), 3)]:
    try: print(type(*a))
    except TypeError as e: print(e)
