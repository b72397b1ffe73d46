# functions that are handed on, and what they change
import torch
from functools import partial

log, grown = [], []


def key(x):
    log.append(x)
    return torch.fft.fft(torch.ones(x)).real.sum().item()


def grow(items, x):
    items.append(x)
    torch.fft.fft(torch.ones(1))
    items.append(x)


print(sorted([3, 1], key=key))
print(log)
go = partial(grow, grown)
go(3)
print(grown)
