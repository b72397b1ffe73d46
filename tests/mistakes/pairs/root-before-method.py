import torch

torch.manual_seed(3)
s = torch.randn(3, 4)
w = s.softmax(-1)
#! w = (s / 3 ** 0.5).softmax(-1)
print(w)
