import torch
import torch.nn as nn


class Head(nn.Module):
    def __init__(self, d_in, d_head):
        super().__init__()
        self.to_q = nn.Linear(d_in, d_head, bias=False)
        self.to_k = nn.Linear(d_in, d_head, bias=False)
        self.to_v = nn.Linear(d_in, d_head, bias=False)

    def scale(self, scores):
        return scores / scores.shape[-1] ** 0.5

    def forward(self, x, mask=None):
        q, k, v = self.to_q(x), self.to_k(x), self.to_v(x)
        scores = self.scale(q @ k.T)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        weights = torch.softmax(scores, dim=-1)
        return weights @ v


class Heads(nn.Module):
    def __init__(self, d_in, d_head, heads):
        super().__init__()
        self.heads = nn.ModuleList([Head(d_in, d_head) for _ in range(heads)])
        self.out = nn.Linear(heads * d_head, d_in)

    def forward(self, x):
        results = []
        for head in self.heads:
            results.append(head(x))
        return self.out(torch.cat(results, dim=-1))


torch.manual_seed(1)
x = torch.rand(3, 4)
net = Heads(4, 2, heads=2)
y = net(x)
y[0, 0] = 0
for i in range(2):
    y = y * 2
