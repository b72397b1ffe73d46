# the type of all tensors from here on
import torch

torch.set_default_dtype(torch.float64)
print(torch.ones(3) / 3)
print(torch.tensor([0.1]).sum().item())
