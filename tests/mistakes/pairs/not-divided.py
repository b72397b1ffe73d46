import math

import torch

torch.manual_seed(3)
q, k = torch.randn(4, 3), torch.randn(4, 3)
s = torch.einsum("id,jd->ij", q, k) / math.sqrt(3)
#! s = torch.einsum("id,jd->ij", q, k)
print(torch.softmax(s, dim=-1))
