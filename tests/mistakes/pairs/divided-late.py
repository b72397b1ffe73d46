import torch

torch.manual_seed(3)
x = torch.randn(4, 4)
w = torch.softmax(x @ x.T / 2, dim=-1)
#! w = torch.softmax(x @ x.T, dim=-1) / 2
print(w)
