"""Has layers that learn the width of their input from their first call."""

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = (nn.LazyLinear(4, bias=False) for _ in range(3))
        self.drop = nn.Dropout(0.2)

    def forward(self, x):
        weights = F.softmax(self.q(x) @ self.k(x).transpose(-2, -1) / 2, dim=-1)
        return self.drop(weights) @ self.v(x)


torch.manual_seed(1)
attention = Attention()
print(attention(torch.randn(1, 3, 6)))
print(torch.rand(2))
