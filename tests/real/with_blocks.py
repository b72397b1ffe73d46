# with: torch.no_grad and its kin, also as decorators, and managers of one's own.
import torch
import torch.nn as nn

torch.manual_seed(0)
net = nn.Linear(2, 2)
x = torch.ones(1, 2)
with torch.no_grad():
    y = net(x)
print(y)
with torch.no_grad():
    net.weight.fill_(0.5)
    net.bias.zero_()
    net.weight[0, 1] = 2.0
    net.weight += 1
print(net.weight, net(x))
with torch.inference_mode():
    print(net(x))
with torch.set_grad_enabled(False):
    print(net(x))


@torch.no_grad()
def predict(model, x):
    """Without gradients."""
    return model(x).argmax(dim=-1)


print(predict(net, x), predict.__name__)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 1, bias=False)

    @torch.no_grad()
    def reset(self, value):
        self.fc.weight.fill_(value)
        return self

    def forward(self, x):
        return self.fc(x)


print(Net().reset(3.)(x))


class Section:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    def __enter__(self):
        print("enter", self.name)
        return self.name.upper()

    def __exit__(self, kind, value, trace):
        print("exit", self.name, kind.__name__ if kind else None, value)
        return self.swallow


with Section("a") as name:
    print(name)
with Section("b") as b, Section("c") as c:
    print(b + c)
with Section("d", swallow=True):
    raise ValueError("lost")
try:
    with Section("e"):
        raise ValueError("kept")
except ValueError as error:
    print("caught", error)


def leave():
    for i in range(3):
        with Section(str(i)):
            if i == 1:
                return i


print(leave())
manager = Section("twice")
with manager, manager:
    pass
