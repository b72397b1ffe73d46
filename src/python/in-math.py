"""Functions of math on whole numbers, and on many: their rows are in math.c."""

from math import isinf, sqrt

def degrees(x):
    return x * (180 / 3.141592653589793)

def radians(x):
    return x * (3.141592653589793 / 180)

def factorial(n):
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    result = 1
    for i in range(2, n + 1):
        result *= i
    return result

def _check(n, k):
    for name, value in (("n", n), ("k", k)):
        if value < 0:
            raise ValueError(f"{name} must be a non-negative integer")

# Multiplies by one factor after the other: each partial product is a whole number, and divided before it grows.
def comb(n, k):
    _check(n, k)
    k, result = min(k, n - k), int(k <= n)
    for i in range(1, k + 1):
        common = _divisor(result, i)
        result = result // common * ((n - k + i) // (i // common))
    return result

def perm(n, k=None):
    k, result = n if k is None else k, 1
    _check(n, k)
    for i in range(min(k, n)):
        result *= n - i
    return result if k <= n else 0

def _divisor(a, b):
    while b:
        a, b = b, a % b
    return a

def _check_whole(x):
    if not isinstance(x, int):
        raise TypeError(f"'{type(x).__name__}' object cannot be interpreted as an integer")
    return x

def gcd(integers=()):
    result = 0
    for x in integers:
        result = _divisor(result, _check_whole(x))
    return abs(result)

def lcm(integers=()):
    result = 1
    for x in integers:
        common = abs(_divisor(result, _check_whole(x)))
        result = result // common * abs(x) if common else 0
    return result

def isqrt(n):
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    root = int(sqrt(n))
    while root and root > n // root:
        root -= 1
    while root + 1 <= n // (root + 1):
        root += 1
    return root

def isclose(a, b, rel_tol, abs_tol):
    if min(rel_tol, abs_tol) < 0:
        raise ValueError("tolerances must be non-negative")
    if a == b or isinf(a) or isinf(b):
        return a == b
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)

def prod(iterable, start=1):
    for item in iterable:
        start = start * item
    return start

# Shewchuk's (1997) exact sum: partial sums that do not overlap, smallest first. Infinities and NaNs are summed apart.
def fsum(seq):
    partials, special = [], 0.0
    for x in seq:
        if not isinstance(x, (int, float)):
            raise TypeError(f"must be real number, not {type(x).__name__}")
        if isinf(x) or x != x:
            special += x
            continue
        kept = []
        for y in partials:
            large, small = (x, y) if abs(x) >= abs(y) else (y, x)
            x = large + small
            if small - (x - large):
                kept.append(small - (x - large))
        partials = kept + [float(x)]
    return _rounded(partials) if special == 0 else special

# From the largest on, until one does not fit; halfway cases go by what is left.
def _rounded(partials):
    high = low = 0.0
    while partials and not low:
        x, y = high, partials.pop()
        high = x + y
        low = y - (high - x)
    if partials and (low < 0 > partials[-1] or low > 0 < partials[-1]):
        x = high + low * 2
        high = x if low * 2 == x - high else high
    return high
