import torch

torch.manual_seed(3)
q, k = torch.randn(3, 4), torch.randn(3, 4)
s = q @ k.T
#! s = q @ k.view(4, 3)
print(s)
