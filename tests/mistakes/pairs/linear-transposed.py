import math

import torch
import torch.nn.functional as F

torch.manual_seed(3)
x = torch.randn(1, 3, 6)
w_q, w_k = torch.randn(6, 6), torch.randn(6, 6)
q = F.linear(x, w_q)
#! q = x @ w_q
k = F.linear(x, w_k)
#! k = x @ w_k
scores = q @ k.transpose(1, 2) / math.sqrt(6)
print(scores)
