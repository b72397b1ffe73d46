import math

import torch

torch.manual_seed(3)
q, k, v = torch.randn(3, 4), torch.randn(6, 4), torch.randn(6, 4)
m = torch.full((3, 1), -math.inf)
total, out = torch.zeros(3, 1), torch.zeros(3, 4)
for block in (slice(0, 3), slice(3, 6)):
    s = q @ k[block].T
    here = s.max(-1, keepdim=True).values
    top = torch.maximum(m, here)
    p = torch.exp(s - top)
    #! p = torch.exp(s - here)
    total = total * torch.exp(m - top) + p.sum(-1, keepdim=True)
    out = out * torch.exp(m - top) + p @ v[block]
    m = top
y = out / total
print(y)
