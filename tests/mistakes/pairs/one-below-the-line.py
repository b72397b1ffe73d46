import torch

torch.manual_seed(3)
s = torch.randn(3, 4)
e = torch.exp(s)
#! e = torch.exp(s - s.amax(dim=-1, keepdim=True))
w = e / (1 + e.sum(dim=-1, keepdim=True))
print(w)
