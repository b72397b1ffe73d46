import torch

torch.manual_seed(4)
x = torch.randn(5, 4)
W = torch.randn(4, 3)
v = torch.randn(3, 1)

energy = torch.tanh(x @ W) @ v
weights = torch.softmax(energy, dim=0)
context = (weights * x).sum(dim=0)
