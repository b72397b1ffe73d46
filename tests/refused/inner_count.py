# a name of the function around, and the default of an argument
import torch


def counter():
    n = 0

    def step():
        nonlocal n
        n += 1
        torch.fft.fft(torch.ones(1))
        n += 1

    def get():
        return n

    return step, get


def f(x, met=[]):
    met.append(x)
    if x > 1:
        torch.fft.fft(torch.ones(1))
    met.append(x)
    return met


step, get = counter()
step()
print(get())
print(f(1))
f(2)
print(f(1))
