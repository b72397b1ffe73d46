# nn.Module: what it registers, in which order, and what it prints.
import torch
import torch.nn as nn


class Inner(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(width))
        self.width = width

    def extra_repr(self):
        return f"width={self.width}"

    def forward(self, x):
        return x * self.scale


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.b = nn.Linear(3, 2)
        self.a = Inner(2)
        self.shift = nn.Parameter(torch.zeros(2), requires_grad=False)
        self.register_parameter("missing", None)
        self.plain = torch.zeros(2)
        self.note = "text"
        self.add_module("late", nn.Sequential(nn.ReLU(), Inner(2)))

    def forward(self, x, twice=False):
        y = self.late(self.a(self.b(x))) + self.shift
        return y * 2 if twice else y


torch.manual_seed(0)
net = Outer()
print(net)
print(net.b, net.a, net.late[1], sep="\n")
for name, p in net.named_parameters():
    print(name, tuple(p.shape), p.requires_grad)
print([type(m).__name__ for m in net.modules()])
print([n for n, _ in net.named_modules()])
print([n for n, _ in net.named_children()], len(list(net.children())))
print(net.state_dict().keys())
print(sum(p.numel() for p in net.parameters() if p.requires_grad), net.missing)
x = torch.ones(1, 3)
print(net(x), net(x, twice=True), net.forward(x).equal(net(x)))
print(net.a.state_dict(), net.get_parameter("a.scale").shape, net.get_submodule("late.1").width)

net.b = nn.Identity()                # replaced: keeps its place
net.a.scale = nn.Parameter(torch.tensor([2., 3.]))
print([n for n, _ in net.named_parameters()], net(torch.ones(1, 2)))
del net.late
print(net, hasattr(net, "late"))
try:
    net.a.scale = torch.zeros(2)
except TypeError:
    print("a parameter is not replaced by a tensor")
try:
    net.nothing
except AttributeError as e:
    print(e)


class Bad(nn.Module):
    def __init__(self):
        self.fc = nn.Linear(1, 1)


try:
    Bad()
except AttributeError as e:
    print(e)
try:
    nn.Module()(1)
except NotImplementedError:
    print("NotImplementedError")
print(nn.Module(), len(list(nn.Linear(2, 2).parameters())), isinstance(net.shift, nn.Parameter))
