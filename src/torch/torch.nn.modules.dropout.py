"""Cells that are left out while a network is trained."""

from torch.nn.modules.module import Module

class Dropout(Module):
    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(
                f"Dropout: p is the probability that a cell becomes 0: from 0 to 1, not {p:g}"
            )
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return F.dropout(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"
