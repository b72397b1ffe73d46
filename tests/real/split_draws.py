# a name that would have held something that draws
import torch
from torch.utils.data import DataLoader

torch.manual_seed(3)
loader = DataLoader([1, 2, 3], shuffle=True)
total = 0
for batch in loader:
    total += 1
print(total)
print(torch.rand(2))
