import torch

torch.manual_seed(3)
a, b = torch.rand(3, 3), torch.randn(3, 3)
y = a @ b
#! y = a * b
print(y)
