# Properties: computed, with setters, refused; on nn.Module too.
import torch
from torch import nn


class Head:
    def __init__(self, width, heads):
        self._width = width
        self.heads = heads

    @property
    def width(self):
        """the width"""
        return self._width

    @width.setter
    def width(self, value):
        if value % self.heads != 0:
            raise ValueError(f"{value} is not divisible by {self.heads}")
        self._width = value

    @property
    def size(self):
        return self.width // self.heads


h = Head(8, 2)
print(h.width, h.size)
h.width = 12
print(h.width, h.size)
h.width += 4                       # get, add, set
print(h.width, h.size, h._width)
try:
    h.width = 7
except ValueError as error:
    print("ValueError:", error)
try:
    h.size = 3
except AttributeError:
    print("size cannot be set:", h.size)


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.proj = nn.Linear(dim, dim, bias=False)
        self._weights = None

    def forward(self, x):
        q = self.proj(x)
        self._weights = torch.softmax(q @ q.transpose(-2, -1) * self.scale, dim=-1)
        return self._weights @ x

    @property
    def scale(self):
        return self.proj.in_features ** -0.5

    @property
    def attention_weights(self):
        return self._weights


torch.manual_seed(0)
net = Attention(4)
print(net.attention_weights, net.scale)
y = net(torch.rand(1, 2, 4))
print(net.attention_weights)
print(net.attention_weights.sum(-1).round(decimals=4), y.shape)
first = net.attention_weights
net(torch.rand(1, 3, 4))
print(first.shape, net.attention_weights.shape, list(net.state_dict()))


class Loud(Head):
    @property
    def size(self):
        return -super().size


print(Loud(8, 4).size, Loud.size is Head.size)
