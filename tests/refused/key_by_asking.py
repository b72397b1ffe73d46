# a key that is asked for comes into a defaultdict: what reads it also writes
import collections

import torch

groups = collections.defaultdict(list)
counts = [0]
x = (torch.special.i0(torch.ones(1)), groups["a"])
print(dict(groups))
print(list(groups), len(groups))
print(counts)
