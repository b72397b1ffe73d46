import math

import torch

torch.manual_seed(3)
s = torch.randn(4, 4)
mask = torch.tril(torch.ones(4, 4))
#! mask = torch.ones(4, 4)
w = torch.softmax(s.masked_fill(mask == 0, -math.inf), dim=-1)
print(w)
