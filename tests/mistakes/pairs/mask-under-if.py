import math

import torch

torch.manual_seed(3)
def attend(x, cache=None):
    s = x @ x.T / 2
    if True:
    #! if cache is not None:
        s = s.masked_fill(torch.ones_like(s).triu(1) == 1, -math.inf)
    return torch.softmax(s, dim=-1) @ x


y = attend(torch.randn(4, 4))
print(y)
