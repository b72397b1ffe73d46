# a loader that shuffles moves the generator on
import torch
from torch.utils.data import DataLoader

torch.manual_seed(3)
order = [b for b in DataLoader([1, 2, 3], shuffle=True)]
print(torch.randn(2))
print(torch.nn.Linear(2, 2).weight)
torch.manual_seed(3)
print(torch.randn(2))
