# Names: hidden, rebound, deleted, looked up when they are needed.
import torch

level = "global"
x = torch.tensor([[1., 2.]])


def shadow(level="argument"):
    def inner():
        return level
    for level in ["loop"]:
        pass
    return inner()


def rebind():
    global level
    level = "rebound"
    return level


print(shadow(), level, rebind(), level)
sum_before = sum([1, 2])
sum = lambda values: "my sum"
print(sum_before, sum([1, 2]))
del sum
print(sum([1, 2]))
list_of = [len for len in range(3)]
print(len(list_of), max(map(lambda max: max + 1, [1, 2])))
X = Y = x
X = X + 1
print(Y, (lambda x: x * 2)(3), x.shape)
del X
try:
    X
except NameError as e:
    print(e)


def f():
    return g()


def g():
    return "old"


print(f())


def g():                             # looked up when f runs
    return "new"


print(f())
try:
    for i in range(2):
        def keep(i=i, /, *, k=2):
            return i * k
    print(keep(), keep(5, k=3), i)
    keep(i=1)
except TypeError:
    print("only by place")
