"""A class and a module whose names would give orders to a terminal."""
import torch


class Attention(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.q = torch.nn.Linear(4, 4)

    def forward(self, x):
        return torch.softmax(self.q(x) @ x.mT, dim=-1) @ x


Attention.__name__ = Attention.__qualname__ = "At\x1b[31mtention\nqkv_record: "
torch.manual_seed(0)
net = torch.nn.ModuleDict({"h\x1b[7m": Attention()})
net["h\x1b[7m"](torch.randn(1, 3, 4))
