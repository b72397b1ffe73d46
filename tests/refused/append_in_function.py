# a list that a function appends to, with another name and inside of a dict
import torch

seen = []
alias = seen
kept = {"seen": seen, "n": 2}


def visit(x):
    seen.append(x)
    seen.append(torch.fft.fft(x).real)


visit(torch.ones(2))
print(len(seen))
print(alias)
print(kept)
print(kept["n"])
