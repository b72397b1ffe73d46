import math

import torch

torch.manual_seed(3)
q, k = torch.randn(4, 6) * 3, torch.randn(4, 6) * 3
mask = torch.ones(4, 4).tril()


def head(q, k, cap):
    s = q @ k.T / math.sqrt(6)
    s = cap * torch.tanh(s / cap)
    #! s = s.masked_fill(mask == 0, -math.inf)
    s = s.masked_fill(mask == 0, -math.inf)
    #! s = cap * torch.tanh(s / cap)
    return torch.softmax(s, dim=-1)


print(head(q, k, 5))
