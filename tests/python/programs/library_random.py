import random
from random import shuffle, Random

random.seed(42)
print([random.random() for _ in range(3)], random.randint(1, 6), random.randrange(10), random.randrange(5, 50, 5))
x = list(range(10)); shuffle(x); print(x, random.choice("abc"), random.sample(range(100), 5), random.sample(x, 8))
print(random.uniform(-1, 1), random.gauss(0, 1), random.gauss(1, 2), random.normalvariate(0, 1), random.expovariate(2.0))
print(random.choices([1, 2, 3], k=6), random.choices("xyz", weights=[1, 0, 9], k=6), random.choices("xy", cum_weights=[3, 4], k=4))
print(random.getrandbits(1), random.getrandbits(20), random.getrandbits(32), random.getrandbits(40), random.getrandbits(0))
for seed in (0, 1, -7, 2**32 + 5, 1337):
    random.seed(seed); print(seed, random.random(), random.randint(0, 1000))
state = random.getstate(); a = random.random(); random.setstate(state); print(a == random.random())
random.seed(3); print(sum(random.random() for _ in range(2000)))
r = Random(42); random.seed(42); print(r.random() == random.random(), r.randint(1, 3))
for f in (lambda: random.randrange(3, 3), lambda: random.choice([]), lambda: random.sample([1], 2), lambda: random.choices([1], weights=[1, 2])):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
from random import *
from itertools import *
seed(5)
print(randrange(100), randint(1, 6), list(islice(count(3), 2)), sample(range(10), 3))
