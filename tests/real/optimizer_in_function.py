# a training step inside a function
import torch
import torch.nn as nn

torch.manual_seed(1)
net = nn.Linear(2, 1)
first = net.weight
other = nn.Linear(1, 1)


def fit(model):
    opt = torch.optim.SGD(model.parameters(), lr=0.1)
    model(torch.ones(1, 2)).sum().backward()
    opt.step()


fit(net)
print(net.weight)
print(first.sum())
print(list(net.parameters()))
print(other.bias)
