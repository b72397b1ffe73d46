import math

import torch

torch.manual_seed(3)
q, k = torch.randn(2, 4), torch.randn(5, 4)
T, S = q.shape[0], k.shape[0]
mask = torch.tril(torch.ones(T, S), diagonal=S - T)
#! mask = torch.tril(torch.ones(T, S))
w = torch.softmax((q @ k.T / 2).masked_fill(mask == 0, -math.inf), dim=-1)
print(w)
