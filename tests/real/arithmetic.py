# Numbers of Python: division, rounding, truth as a number, large integers.
import math

print(7 / 2, 7 // 2, -7 // 2, 7 // -2, -7 % 3, 7 % -3, 7.5 // 2, -7.5 % 2, 6 / 3, 0 / 5)
print(divmod(7, 2), divmod(-7, 2), divmod(7.5, 2))
print(2 ** 10, 2 ** -1, (-2) ** 3, -2 ** 2, 2 ** 3 ** 2, 4 ** 0.5, 0 ** 0, pow(2, 3), pow(2, 10, 7))
print(10 ** 15, 2 ** 53, 2 ** 53 - 1, 9007199254740993 - 1)
print(1 + 2 * 3, (1 + 2) * 3, 10 - 4 - 3, 2 * 3 % 4, -3 + 5, --3, +True, ~5, 5 & 3, 5 | 3, 5 ^ 3)
print(1 << 4, 37 >> 2, not 1 + 1)
print(True + True, True * 3, False / 1, sum([True, True]), True == 1, 1 == 1.0, 0.1 + 0.2 == 0.3)
print(1 < 1.5, 3 > True, int(True), float(False), max(True, 0.5), [10, 20][True])
print(0.1 + 0.2, 1 / 3, 2 / 3, 1e16, 1e15 + 0.3, 123456.789e3, 5e-324, 1.5e300 * 1e10, 100 * 1.1)
print(3.0, 1e2, .5, 5., 1_000_000, 0x1f, 0b101, 0o17)
print(round(0.5), round(1.5), round(2.5), round(-0.5), round(2.567, 1), round(1e18), round(12.5))
print(int(2.9), int(-2.9), int("12"), float("2.50"), float("1e3"), abs(-3), abs(-2.5))
print(min(3, 1, 2), max([1.5, 1]), sum(range(101)), sum([0.1] * 10), sum([1, 2], 10))
print(math.fsum([0.1] * 10), math.prod([1, 2, 3, 4]))
print(math.floor(1.5), math.floor(-1.5), math.ceil(1.2), math.ceil(-1.2), math.trunc(-1.7))
print(math.sqrt(2), math.exp(1), math.log(10), math.log(8, 2), math.log2(8), math.log10(1000))
print(math.sin(1.0), math.cos(0), math.tan(0.5), math.atan2(1, 1), math.pow(2, 3), math.hypot(3, 4))
print(math.pi, math.e, math.inf, -math.inf, math.nan, math.tau)
print(math.isnan(float("nan")), math.isinf(-math.inf), math.isclose(0.1 + 0.2, 0.3))
print(math.gcd(12, 18), math.factorial(10), math.comb(5, 2), math.copysign(1, -0.0), math.isqrt(17))
print(math.fabs(-2), math.degrees(math.pi))
print(float("inf") > 10 ** 15, float("nan") == float("nan"), float("inf") - 1, -float("inf") < 0)
print(0.0 == -0.0, float("inf") == math.inf, min(float("inf"), 3))
n = 10
n += 5; n -= 1; n *= 2; n //= 3; n **= 2; n %= 50; n /= 4
print(n, type(n).__name__, type(1 // 1).__name__, type(1 / 1).__name__, type(2 ** -1).__name__)
print(type(1 + 1.0).__name__, type(True + 0).__name__, type(3 // 1.0).__name__)
i = 6
i <<= 2; i |= 1; i &= 0x1d; i ^= 2; i >>= 1
print(i, (5).bit_length(), (2.0).is_integer(), 7 .__add__(1), (0.5).as_integer_ratio(), int(1e15))
print(3 .real)
print(isinstance(1, int), isinstance(True, int), isinstance(1.0, int), isinstance(1, (float, int)))
print(type(1) == int, type(True) is bool, bool("False"), bool(0.0), int(" 7 "), str(1.0), str(1))
dim, heads = 512, 8
print(dim ** -0.5, dim / heads, dim // heads, int(dim / heads), dim % heads == 0)
print((dim // heads) ** 0.5, 1 / math.sqrt(dim // heads), 10000 ** (2 / dim))
print(-math.log(10000.0) / dim)
for bad in (lambda: 1 / 0, lambda: 1 % 0, lambda: 1.0 // 0, lambda: math.sqrt(-1), lambda: int("x"),
            lambda: 0 ** -1, lambda: int(math.inf)):
    try:
        print(bad())
    except (ZeroDivisionError, ValueError, OverflowError) as e:
        print(type(e).__name__, e)
print(1 if 0.1 * 3 > 0.3 else 0, 5 == 5 == 5.0, 1 < 2 != 3, (1, 2) + (3,), 3 * "ab", "=" * 5)
print([1] * 2)
