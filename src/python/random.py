"""Python's random numbers: the Mersenne Twister, seeded and drawn from as random.py does. Where Python would
begin with the time, this begins with seed 0, so that a lesson prints the same each time."""

import math
from itertools import accumulate

_SIZE, _AHEAD = 624, 397

class Random:
    def __init__(self, x=0):
        self.seed(x)

    def seed(self, a=0, version=2):
        a = 0 if a is None else a
        if not isinstance(a, (int, bool)):
            raise NotHere("random.seed takes an integer here")
        a, key = abs(int(a)), []
        while a or not key:
            key.append(a & 0xFFFFFFFF)
            a >>= 32
        self._begin(key)
        self.gauss_next = None

    def _begin(self, key):
        words = [19650218]
        for i in range(1, _SIZE):
            before = words[-1]
            words.append((1812433253 * (before ^ before >> 30) + i) & 0xFFFFFFFF)
        i, j = 1, 0
        for _ in range(max(_SIZE, len(key))):
            before = words[i - 1]
            words[i] = ((words[i] ^ (before ^ before >> 30) * 1664525) + key[j] + j) & 0xFFFFFFFF
            i, j = i + 1, (j + 1) % len(key)
            if i == _SIZE:
                words[0], i = words[-1], 1
        for _ in range(_SIZE - 1):
            before = words[i - 1]
            words[i] = ((words[i] ^ (before ^ before >> 30) * 1566083941) - i) & 0xFFFFFFFF
            i += 1
            if i == _SIZE:
                words[0], i = words[-1], 1
        words[0] = 0x80000000
        self._words, self._at = words, _SIZE

    def _twist(self):
        words = self._words
        for i in range(_SIZE):
            y = words[i] & 0x80000000 | words[(i + 1) % _SIZE] & 0x7FFFFFFF
            words[i] = words[(i + _AHEAD) % _SIZE] ^ y >> 1 ^ (0x9908B0DF if y & 1 else 0)
        self._at = 0

    def _word(self):
        if self._at == _SIZE:
            self._twist()
        y = self._words[self._at]
        self._at += 1
        y ^= y >> 11
        y ^= y << 7 & 0x9D2C5680
        y ^= y << 15 & 0xEFC60000
        return y ^ y >> 18

    def getstate(self):
        return 3, (*self._words, self._at), self.gauss_next

    def setstate(self, state):
        self._words, self._at = list(state[1][:-1]), state[1][-1]
        self.gauss_next = state[2]

    def random(self):
        a = self._word() >> 5
        return (a * 67108864.0 + (self._word() >> 6)) * (1.0 / 9007199254740992.0)

    def getrandbits(self, k):
        if k < 0:
            raise ValueError("number of bits must be non-negative")
        if k > 63:
            raise NotHere("getrandbits: more than 63 bits are not drawn here")
        low = self._word() >> (32 - min(k, 32)) if k else 0
        return low | self._word() >> (64 - k) << 32 if k > 32 else low

    def _below(self, n):
        k = n.bit_length()
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            start, stop = 0, start
        count = len(range(start, stop, step))
        if count <= 0:
            raise ValueError(f"empty range in randrange({start}, {stop})")
        return start + step * self._below(count)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if not len(seq):
            raise IndexError("Cannot choose from an empty sequence")
        return seq[self._below(len(seq))]

    def shuffle(self, x):
        for i in reversed(range(1, len(x))):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k):
        n = len(population)
        if not 0 <= k <= n:
            raise ValueError("Sample larger than population or is negative")
        few = 21
        if k > 5:
            few += 4 ** math.ceil(math.log(k * 3, 4))
        if n <= few:
            pool, found = list(population), []
            for i in range(k):
                j = self._below(n - i)
                found.append(pool[j])
                pool[j] = pool[n - i - 1]
            return found
        met, found = set(), []
        for _ in range(k):
            j = self._below(n)
            while j in met:
                j = self._below(n)
            met.add(j)
            found.append(population[j])
        return found

    def choices(self, population, weights=None, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[math.floor(self.random() * (n + 0.0))] for _ in range(k)]
            cum_weights = list(accumulate(weights))
        if len(cum_weights) != n:
            raise ValueError("The number of weights does not match the population")
        total, found = cum_weights[-1] + 0.0, []
        if total <= 0.0:
            raise ValueError("Total of weights must be greater than zero")
        for _ in range(k):
            x, i = self.random() * total, 0
            while i < n - 1 and cum_weights[i] <= x:
                i += 1
            found.append(population[i])
        return found

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def gauss(self, mu=0.0, sigma=1.0):
        z = self.gauss_next if self._words else None
        self.gauss_next = None
        if z is None:
            angle = self.random() * 2.0 * math.pi
            length = math.sqrt(-2.0 * math.log(1.0 - self.random()))
            z = math.cos(angle) * length
            self.gauss_next = math.sin(angle) * length
        return mu + z * sigma

    def normalvariate(self, mu=0.0, sigma=1.0):
        while True:
            u1 = self.random()
            u2 = 1.0 - self.random()
            z = 1.7155277699214135 * (u1 - 0.5) / u2
            if z * z / 4.0 <= -math.log(u2):
                return mu + z * sigma

    def expovariate(self, lambd=1.0):
        return -math.log(1.0 - self.random()) / lambd

_all = Random()

def seed(a=0, version=2):
    _all.seed(a)

def random():
    return _all.random()

def getstate():
    return _all.getstate()

def setstate(state):
    _all.setstate(state)

def getrandbits(k):
    return _all.getrandbits(k)

def randrange(start, stop=None, step=1):
    return _all.randrange(start, stop, step)

def randint(a, b):
    return _all.randint(a, b)

def choice(seq):
    return _all.choice(seq)

def shuffle(x):
    _all.shuffle(x)

def sample(population, k):
    return _all.sample(population, k)

def choices(population, weights=None, cum_weights=None, k=1):
    return _all.choices(population, weights, cum_weights, k)

def uniform(a, b):
    return _all.uniform(a, b)

def gauss(mu=0.0, sigma=1.0):
    return _all.gauss(mu, sigma)

def normalvariate(mu=0.0, sigma=1.0):
    return _all.normalvariate(mu, sigma)

def expovariate(lambd=1.0):
    return _all.expovariate(lambd)
