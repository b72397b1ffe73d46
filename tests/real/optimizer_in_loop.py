# a training loop of the lesson itself: the optimizer is made in a line of its own
import torch
import torch.nn as nn

torch.manual_seed(1)
net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Linear(2, 1))
data = torch.randn(4, 2)
last = net[2]
opt = torch.optim.Adam(net.parameters(), lr=0.1)
print(last.weight)
for step in range(3):
    opt.zero_grad()
    loss = net(data).pow(2).mean()
    loss.backward()
    opt.step()
print(last.weight)
print(net(data))
print(data[0])
print(torch.randn(2))
