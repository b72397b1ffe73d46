# an object, its list, and its class, which a method changes before it stops
import torch


class Box:
    made = 0

    def __init__(self):
        self.items = []
        self.n = 0

    def add(self, x):
        self.n += 1
        type(self).made += 1
        self.items.append(torch.fft.fft(x).real)


class Other:
    def __init__(self):
        self.n = 7


a, b = Box(), Box()
items = a.items
other = Other()
a.add(torch.ones(2))
print(a.n)
print(len(items))
print(Box.made)
print(other.n)
