import torch

torch.manual_seed(3)
v = torch.randn(1, 2, 3, 4)
w = torch.softmax(torch.randn(1, 2, 3, 3), dim=-1)
y = (w @ v).transpose(1, 2).reshape(1, 3, 8)
#! y = (w @ v).reshape(1, 3, 8)
print(y)
