# A parameter in two places, deep copies, state dictionaries.
import copy
import torch
import torch.nn as nn


class Tied(nn.Module):
    def __init__(self, vocab, width):
        super().__init__()
        self.embed = nn.Embedding(vocab, width)
        self.head = nn.Linear(width, vocab, bias=False)
        self.embed.weight = self.head.weight      # weight tying

    def forward(self, ids):
        return self.head(self.embed(ids))


torch.manual_seed(0)
net = Tied(3, 2)
ids = torch.tensor([0, 2])
print(net.embed.weight is net.head.weight, net(ids))
print([n for n, _ in net.named_parameters()], list(net.state_dict()))
print(sum(p.numel() for p in net.parameters()))
with torch.no_grad():
    net.head.weight[0] = 1.
print(net.embed.weight, net(ids))

twin = copy.deepcopy(net)
print(twin.embed.weight is twin.head.weight, twin.head.weight is net.head.weight)
with torch.no_grad():
    twin.head.weight.zero_()
print(twin.embed.weight.sum(), net.head.weight.sum())

layer = nn.Linear(2, 2)
clones = nn.ModuleList([copy.deepcopy(layer) for _ in range(3)])
same = nn.ModuleList([layer for _ in range(3)])
print(len(list(clones.parameters())), len(list(same.parameters())), len(list(same.state_dict())))
print(torch.equal(clones[0].weight, clones[2].weight), same[0] is same[2])
print(len(list(same.modules())))
layer.weight.data.fill_(0.5)
print(clones[0].weight.equal(layer.weight), same[1].weight)

state = layer.state_dict()           # shares the numbers
saved = {k: v.clone() for k, v in state.items()}
layer.weight.data[0, 0] = 9
print(state["weight"], saved["weight"], type(state).__name__)
print(layer.load_state_dict(saved), layer.weight)
print(clones[0].load_state_dict({"weight": torch.eye(2)}, strict=False))
try:
    clones[0].load_state_dict({"weight": torch.eye(2)})
except RuntimeError as e:
    print("Missing" in str(e))
w = layer.weight
layer.weight = nn.Parameter(torch.eye(2))
print(w is layer.weight, w[0], layer.weight[0])
x = torch.zeros(2)
shallow, deep = [x, [x]], copy.deepcopy([x, [x]])
shallow_copy = copy.copy(shallow)
x[0] = 1
print(shallow_copy, deep, deep[0] is deep[1][0])
a = {"k": [1, 2]}
b, c = dict(a), copy.deepcopy(a)
a["k"].append(3)
print(a, b, c)
