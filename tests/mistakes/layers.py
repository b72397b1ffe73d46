import math

import torch
import torch.nn as nn


class Attention(nn.Module):
    def __init__(self, d):
        super().__init__()
        self.w_q = nn.Linear(d, d, bias=False)
        self.w_k = nn.Linear(d, d, bias=False)
        self.w_v = nn.Linear(d, d, bias=False)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x):
        q, k, v = self.w_q(x), self.w_k(x), self.w_v(x)
        place = torch.arange(x.shape[-2])
        sees = place[:, None] >= place[None, :]
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        weights = scores.masked_fill(~sees, -1e4).softmax(-1)
        return self.dropout(weights) @ v


torch.manual_seed(2)
x = torch.randn(2, 4, 6)
net = Attention(6)
y = net(x)
