# numbers that are drawn into a tensor
import torch

torch.manual_seed(2)
x = torch.zeros(2, 2)
row = x[0]
torch.nn.init.orthogonal_(x)
print(row)
print(torch.rand(2))
