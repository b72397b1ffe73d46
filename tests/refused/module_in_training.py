# dropout that was not drawn
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(2, 2)
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        return self.drop(torch.fft.fft(self.lin(x)).real)


torch.manual_seed(0)
net = Net()
y = net(torch.ones(1, 2))
print(net.lin.bias)
print(torch.rand(1))
torch.manual_seed(0)
net.eval()
y = net(torch.ones(1, 2))
print(torch.rand(1))
