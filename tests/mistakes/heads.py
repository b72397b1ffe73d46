import torch
import torch.nn as nn


class MultiHeadAttention(nn.Module):
    def __init__(self, d, heads):
        super().__init__()
        self.heads = heads
        self.size = d // heads
        self.W_query = nn.Linear(d, d, bias=False)
        self.W_key = nn.Linear(d, d, bias=False)
        self.W_value = nn.Linear(d, d, bias=False)
        self.out_proj = nn.Linear(d, d)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x, hidden):
        b, n, d = x.shape
        q = self.W_query(x).view(b, n, self.heads, self.size).transpose(1, 2)
        k = self.W_key(x).view(b, n, self.heads, self.size).transpose(1, 2)
        v = self.W_value(x).view(b, n, self.heads, self.size).transpose(1, 2)
        scores = q @ k.transpose(-2, -1)
        scores = scores.masked_fill(hidden, -torch.inf)
        weights = torch.softmax(scores / self.size ** 0.5, dim=-1)
        weights = self.dropout(weights)
        context = (weights @ v).transpose(1, 2).contiguous().view(b, n, d)
        return self.out_proj(context)


torch.manual_seed(2)
net = MultiHeadAttention(6, 2)
net.eval()
x = torch.randn(3, 5, 6)
hidden = torch.triu(torch.ones(5, 5), diagonal=1).bool()
y = net(x, hidden)
