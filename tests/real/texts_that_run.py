# exec outside of functions, as nanoGPT's configurator is run.
steps, rate = 10, 0.1
exec("steps = 3")
print(steps)
exec("""
import math
from ast import literal_eval
def f(x):
    return math.sqrt(x) + steps
class A:
    n = steps * 2
for i in range(2):
    total = f(i)
""")
print(total, i, f(4), A.n, rate)
for text in ["x = 1 / 0", "x = (", "raise ValueError('bad')"]:
    try:
        exec(text)
    except SyntaxError:
        print("SyntaxError")
    except Exception as error:
        print(type(error).__name__, error)
y = torch.ones(2)
exec("y.mul_(steps)\nz = y + 1")
print(y, z)
