import torch

torch.manual_seed(3)
x = torch.randn(4, 4)
e = (x @ x.T / 2).exp()
w = e / e.sum(dim=-1, keepdim=True)
#! w = e / e.sum(dim=-1)
print(w)
