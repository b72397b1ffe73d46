# a function of PyTorch that changes a module
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Linear(2, 2)
with torch.no_grad():
    net.weight.fill_(2.0)
names = [n for n, p in net.named_parameters()]
print(names)
nn.utils.weight_norm(net)
print([n for n, p in net.named_parameters()])
print(net.bias.shape)
