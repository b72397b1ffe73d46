# Dataclasses as configurations.
from dataclasses import dataclass, field, asdict, replace
from typing import Optional, List

import torch
import torch.nn as nn


@dataclass
class Config:
    """Sizes of a small network."""
    n_embd: int = 4
    n_head: int = 2
    dropout: float = 0.0
    bias: bool = True
    name: str = "small"
    kv_heads: Optional[int] = None
    layers: List[int] = field(default_factory=list)

    @property
    def head_size(self):
        return self.n_embd // self.n_head

    def scaled(self, k):
        return replace(self, n_embd=self.n_embd * k)


c = Config()
d = Config(8, bias=False)
print(c)
print(d, d.head_size)
print(c == Config(), c == d, c is Config())
c.layers.append(3)
print(c.layers, d.layers)            # each has its own list
d.n_embd = 16
print(d.scaled(2), d.n_embd)
print(asdict(c))


@dataclass
class Point:
    x: float
    y: float = 0.0
    norm: float = field(init=False)

    def __post_init__(self):
        self.norm = (self.x ** 2 + self.y ** 2) ** 0.5


@dataclass(frozen=True)
class Fixed:
    a: int
    b: tuple = (1, 2)


p = Point(3, 4)
print(p, p.norm, Point(x=1.5))
f = Fixed(1)
try:
    f.a = 2
except Exception as error:
    print(type(error).__name__, error)
try:
    Point()
except TypeError as error:
    print(error)


@dataclass
class Wide(Config):
    n_embd: int = 64
    extra: str = "more"


print(Wide(extra="x"))


class Net(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.fc = nn.Linear(config.n_embd, config.n_embd, bias=config.bias)
        self.drop = nn.Dropout(config.dropout)


print(Net(Config(n_embd=3, bias=False)))
