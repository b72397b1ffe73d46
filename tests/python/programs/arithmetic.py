print(7 // 2, -7 // 2, 7 % 3, -7 % 3, 7 % -3, divmod(-7, 2), divmod(7.5, 2), 2 ** 10, 2 ** -1, 7 / 2, 6 / 3, 0.1 + 0.2, 1e16, 1e-5, 1.5e300 * 1e10)
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1.5), round(3.14159, 3), abs(-3), abs(-2.5), pow(2, 3), pow(2, 3, 5), int(1e10), float(3))
print(1 < 2 < 3, 1 < 3 > 2, 1 == 1.0, True + True, True == 1, 3 is 3, not 0, 1 and 2, 0 or 3, None or "x", 5 if 0 else 6)
print(bin(10), hex(255), oct(8), 0b101, 0xff, 0o17, 1_000, ~5, 5 & 3, 5 | 3, 5 ^ 3, 1 << 4, 256 >> 2, -5 >> 1)
print(min(3, 1, 2), max([1, 5]), sum([1, 2, 3]), sum([0.1] * 3), sum(range(5), 10), float("nan") != float("nan"), 10 ** 18, -2 ** 2, (-2) ** 2, 2 ** 0.5)
print((3).bit_length(), (2.5).is_integer(), (2.0).is_integer(), 3.7.__class__.__name__, (1.5).as_integer_ratio(), 1e3, 1e22, 123456789.123456789, 1/3, 100.0, 1e100)
for f in (lambda: 1 / 0, lambda: 1 // 0, lambda: 1 % 0, lambda: 1.0 / 0, lambda: 1.0 // 0, lambda: 1.0 % 0, lambda: 0 ** -1, lambda: divmod(1, 0)):
    try: print(f())
    except ZeroDivisionError as e: print(e)
import math
print(math.sqrt(2), math.floor(-1.5), math.ceil(1.2), math.pi, math.e, math.log(8, 2), math.log2(8), math.log10(100), math.exp(1), math.gcd(12, 18), math.factorial(5), math.isnan(math.nan), math.isclose(0.1 + 0.2, 0.3), math.prod([1, 2, 3]), math.hypot(3, 4), math.comb(5, 2), math.inf, math.trunc(2.7), math.fabs(-2), math.pow(2, 3), math.tanh(0.5))
try: math.sqrt(-1)
except ValueError as e: print(e)
try: math.log(0)
except ValueError as e: print(e)
try: int([])
except TypeError as e: print(e)
try: abs("x")
except TypeError as e: print(e)
try: -"x"
except TypeError as e: print(e)
try: [] < 3
except TypeError as e: print(e)
try: None + 1
except TypeError as e: print(e)
try: len(3)
except TypeError as e: print(e)
try: 3[0]
except TypeError as e: print(e)
try: None.x
except AttributeError as e: print(e)
try: for_ = 3 in 5
except TypeError as e: print(e)
try: (3)()
except TypeError as e: print(e)
try: [1, 2]["a"]
except TypeError as e: print(e)
try: sum(["a"])
except TypeError as e: print(e)
try: max([])
except ValueError as e: print(e)
try: sorted([1, "a"])
except TypeError as e: print(e)
