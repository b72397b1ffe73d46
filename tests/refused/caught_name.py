# a name that is not there is no reason for the other branch
import torch

x = torch.fft.fft(torch.ones(2)).real
try:
    y = x + 1
except NameError:
    y = 0
print(y)


def sum(items):
    return 5


sum = torch.fft.fft(torch.ones(2)).real.sum
print(sum())
