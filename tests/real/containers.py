# Sequential, ModuleList, ModuleDict, ParameterList: indexing, growing, printing.
from collections import OrderedDict
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1, bias=False))
x = torch.tensor([[1., -1.]])
print(net, net(x), len(net), net[0], net[-1], net[1:], sep="\n")
net.append(nn.Sigmoid())
net[1] = nn.Tanh()
print([type(m).__name__ for m in net], net(x), list(net.state_dict()))
named = nn.Sequential(OrderedDict([("fc", nn.Linear(2, 2)), ("act", nn.GELU())]))
print(named, named.fc.weight.shape, named[1])
print(nn.Sequential(), nn.Sequential(*[nn.Identity() for _ in range(2)])(x))

layers = nn.ModuleList([nn.Linear(2, 2, bias=False) for _ in range(2)])
layers.append(nn.Identity())
layers.extend([nn.ReLU(), nn.Softmax(dim=-1)])
layers.insert(0, nn.LayerNorm(2))
print(layers, len(layers), layers[-1], layers[1:3])
for i, layer in enumerate(layers):
    x = layer(x)
print(x, [n for n, _ in layers.named_parameters()])
try:
    layers(x)
except NotImplementedError:
    print("a ModuleList cannot be called")
nested = nn.ModuleList([nn.ModuleList([nn.Identity(), nn.Dropout(0.1)]) for _ in range(2)])
for attn, ff in nested:
    print(attn, ff)
print(nested)

heads = nn.ModuleDict({"q": nn.Linear(2, 1), "k": nn.Identity()})
heads["v"] = nn.Tanh()
heads.update({"k": nn.ReLU()})
print(heads, list(heads.keys()), "q" in heads, len(heads))
for name, m in heads.items():
    print(name, type(m).__name__)
print(heads["k"](torch.tensor([-1., 1.])), heads.v, [type(m).__name__ for m in heads.values()])
print(nn.ModuleDict(dict(wte=nn.Embedding(3, 2), drop=nn.Dropout(0.))).wte)
params = nn.ParameterList([nn.Parameter(torch.full((2,), float(i))) for i in range(2)])
params.append(nn.Parameter(torch.ones(1)))
print(len(params), params[1], [tuple(p.shape) for p in params])
print([n for n, _ in params.named_parameters()])


class Hidden(nn.Module):
    def __init__(self):
        super().__init__()
        self.listed = [nn.Linear(2, 2)]           # a plain list hides its modules
        self.seen = nn.ModuleList(self.listed)


hidden = Hidden()
print(hidden, len(list(hidden.parameters())), hidden.listed[0] is hidden.seen[0])
