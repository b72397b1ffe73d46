# nn.init, and the order in which layers draw their numbers.
import math
import torch
import torch.nn as nn

torch.manual_seed(0)
w = torch.empty(2, 3)
print(nn.init.uniform_(w), nn.init.uniform_(w, -1, 1) is w)
print(nn.init.normal_(w), nn.init.normal_(w, mean=0.0, std=0.02), sep="\n")
print(nn.init.xavier_uniform_(w), nn.init.xavier_uniform_(w, gain=2.0), sep="\n")
print(nn.init.xavier_normal_(w))
print(nn.init.kaiming_uniform_(w, a=math.sqrt(5)), nn.init.kaiming_normal_(w), sep="\n")
print(nn.init.kaiming_uniform_(w, mode="fan_out", nonlinearity="relu"))
print(nn.init.trunc_normal_(w, std=0.5, a=-1, b=1))
print(nn.init.constant_(w, 0.3), nn.init.zeros_(w), nn.init.ones_(w), sep="\n")
print(nn.init.eye_(torch.empty(2, 2)))
print(nn.init.calculate_gain("relu"), nn.init.calculate_gain("tanh"))
print(nn.init._calculate_fan_in_and_fan_out(torch.empty(3, 5)))

torch.manual_seed(1)
a = nn.Linear(3, 2)                  # weight, then bias
torch.manual_seed(1)
weight = nn.init.kaiming_uniform_(torch.empty(2, 3), a=math.sqrt(5))
bias = torch.empty(2).uniform_(-1 / math.sqrt(3), 1 / math.sqrt(3))
print(torch.equal(a.weight, weight), torch.equal(a.bias, bias), a.weight)
torch.manual_seed(1)
e = nn.Embedding(2, 3)
torch.manual_seed(1)
print(torch.equal(e.weight, torch.randn(2, 3)), nn.Embedding(2, 2, padding_idx=0).weight)
print(nn.LayerNorm(2).weight, nn.LayerNorm(2).bias)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(2, 2)
        self.k = nn.Linear(2, 2, bias=False)
        self.cls = nn.Parameter(torch.randn(1, 2))
        self.reset()

    def reset(self):
        for name, p in self.named_parameters():
            if p.dim() > 1 and name != "cls":
                nn.init.xavier_uniform_(p)
            elif "bias" in name:
                p.data.zero_()


torch.manual_seed(0)
for name, p in Net().named_parameters():
    print(name, p.data)


def _init_weights(module):
    if isinstance(module, nn.Linear):
        torch.nn.init.normal_(module.weight, mean=0.0, std=0.02)
        if module.bias is not None:
            torch.nn.init.zeros_(module.bias)


net = Net()
net.apply(_init_weights)
print(net.q.weight, net.q.bias)
net.q.reset_parameters()
print(net.q.weight)
