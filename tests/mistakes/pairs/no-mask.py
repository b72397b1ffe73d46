import math

import torch

torch.manual_seed(3)
x = torch.randn(4, 4)
s = x @ x.T / 2
s = s.masked_fill(torch.ones_like(s).tril() == 0, -math.inf)
#! pass
w = torch.softmax(s, dim=-1)
print(w)
