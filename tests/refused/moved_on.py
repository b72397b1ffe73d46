# an iterator and a generator that a loop has moved on
import torch


def numbers():
    yield 1
    yield 2
    yield 3


a, b = iter([1, 2, 3]), numbers()
for i in a:
    torch.fft.fft(torch.ones(i))
    if i == 2:
        break
for i in b:
    torch.fft.fft(torch.ones(i))
    if i == 2:
        break
print(next(a, "end"))
print(next(b, "end"))
