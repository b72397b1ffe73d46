import torch

torch.manual_seed(3)
s = torch.randn(3, 4)
w = torch.softmax(s, dim=-1)
#! w = torch.sigmoid(s)
print(w)
