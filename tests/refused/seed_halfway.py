# a function that stops before it sets the seed
import platform
import torch


def set_seed(n):
    platform.system()
    torch.manual_seed(n)


set_seed(5)
print(torch.rand(2))
torch.manual_seed(5)
print(torch.rand(2))
