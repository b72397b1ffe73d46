import math

import torch

torch.manual_seed(3)
full = torch.ones(8, 8).tril()
q, k = torch.randn(2, 4), torch.randn(5, 4)
T, S = q.shape[0], k.shape[0]
mask = full[S - T:S, :S]
#! mask = full[:T, :S]
w = torch.softmax((q @ k.T / 2).masked_fill(mask == 0, -math.inf), dim=-1)
print(w)
