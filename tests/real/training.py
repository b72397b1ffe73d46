# train and eval, dropout, apply, requires_grad, to: what reaches every part.
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.fc1 = nn.Linear(4, 4)
        self.parts = nn.ModuleList([nn.Dropout(p), nn.Linear(4, 2, bias=False)])

    def forward(self, x):
        x = self.parts[0](self.fc1(x).relu())
        if not self.training:
            x = x + 100
        return self.parts[1](x)


torch.manual_seed(0)
net = Net()
x = torch.ones(1, 4)
print(net.training, net.parts[0].training)
print(net(x), net(x), sep="\n")
print(net.eval() is net, net.training, net.parts[0].training)
print(net(x), net(x), sep="\n")
net.parts.train()
print([m.training for m in net.modules()])
print([m.training for m in net.train(False).modules()])
print([m.training for m in net.train().modules()])


def init_weights(m):
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 0.25)
        if m.bias is not None:
            nn.init.zeros_(m.bias)


visited = []
net.apply(lambda m: visited.append(type(m).__name__))
print(visited)                       # the parts come first, then the whole
print(net.apply(init_weights) is net, net.fc1.weight, net.fc1.bias)
net.eval()
print(net(x))

print([p.requires_grad for p in net.parameters()])
net.requires_grad_(False)
net.fc1.weight.requires_grad_(True)
print([p.requires_grad for p in net.parameters()])
for p in net.parameters():
    p.requires_grad = True
print(all(p.requires_grad for p in net.parameters()))

drop = nn.Dropout(0.25)
y = torch.ones(2, 6)
print(drop(y), drop.p, drop)
drop.eval()
print(torch.equal(drop(y), y))
print(nn.Dropout(0.)(y).equal(y), nn.Dropout(1.0)(y).sum())
print(nn.functional.dropout(y, 0.5, training=False).sum())
print(nn.functional.dropout(y, p=0.5), torch.dropout(y, 0.5, train=True)[0], sep="\n")
z = torch.ones(4)
print(nn.Dropout(0.5, inplace=True)(z) is z, z)
device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
print(net.to(device) is net, net.fc1.weight.device, next(net.parameters()).dtype)
print(net.cpu().float() is net)
