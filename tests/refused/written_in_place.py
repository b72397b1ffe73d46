# writes by a keyword, by a module, or by a method of a class
import torch
import torch.nn as nn

x, y, z = torch.ones(2), -torch.ones(2), [1]
act = nn.ReLU(inplace=True)


def f(a):
    torch.fft.fft(a)
    torch.add(a, a, out=x)


def g(a):
    torch.fft.fft(a)
    return act(a)


def h(a):
    torch.fft.fft(x)
    list.append(a, 2)


f(torch.ones(2))
print(x)
g(y)
print(y)
x = torch.ones(2)
h(z)
print(z)
print(x)
