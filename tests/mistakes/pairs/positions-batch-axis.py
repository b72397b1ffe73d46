import math

import torch

torch.manual_seed(3)
pe = torch.zeros(6, 1, 4)
t = torch.arange(6).float()[:, None]
f = torch.exp(torch.arange(0, 4, 2).float() * (-math.log(10000.0) / 4))
pe[:, 0, 0::2] = torch.sin(t * f)
pe[:, 0, 1::2] = torch.cos(t * f)
x = torch.zeros(2, 3, 4)
out = x + pe[:x.size(1)].transpose(0, 1)
#! out = x + pe[:x.size(0)]
print(out)
