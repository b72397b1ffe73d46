import math

import torch

torch.manual_seed(3)
x = torch.randn(4, 4)
mask = torch.ones(4, 4).tril()
s = x @ x.T / 2
s = s.masked_fill(mask == 0, -math.inf)
#! s.masked_fill(mask == 0, -math.inf)
w = torch.softmax(s, dim=-1)
print(w)
