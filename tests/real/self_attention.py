# A single head, in the steps in which notes build it up: the formula, one matrix, mask and dropout.
import math
import torch
import torch.nn as nn


class Plain(nn.Module):
    def __init__(self, hidden_dim: int = 728) -> None:
        super().__init__()
        self.hidden_dim = hidden_dim
        self.query = nn.Linear(hidden_dim, hidden_dim)
        self.key = nn.Linear(hidden_dim, hidden_dim)
        self.value = nn.Linear(hidden_dim, hidden_dim)

    def forward(self, x):
        # x: (batch, sequence, hidden_dim)
        Q, K, V = self.query(x), self.key(x), self.value(x)
        scores = torch.matmul(Q, K.transpose(-1, -2))
        weights = torch.softmax(scores / math.sqrt(self.hidden_dim), dim=-1)
        return torch.matmul(weights, V)


class Fused(nn.Module):
    def __init__(self, dim: int = 512):
        super(Fused, self).__init__()
        self.dim = dim
        self.proj = nn.Linear(dim, dim * 3)

    def forward(self, X):
        Q, K, V = torch.split(self.proj(X), self.dim, dim=2)
        self._weights = torch.softmax(torch.bmm(Q, K.permute(0, 2, 1)) / math.sqrt(self.dim), dim=-1)
        return torch.bmm(self._weights, V)

    @property
    def attention_weights(self):
        return self._weights


class Complete(Fused):
    def __init__(self, dim: int, dropout_rate: float = 0.1) -> None:
        super().__init__(dim)
        self.dropout = nn.Dropout(dropout_rate)
        self.output_proj = nn.Linear(dim, dim)

    def forward(self, X, attention_mask=None):
        Q, K, V = self.proj(X).chunk(3, dim=-1)
        value = Q @ K.transpose(-1, -2) / math.sqrt(self.dim)
        if attention_mask is not None:
            value = value.masked_fill(
                attention_mask == 0,
                float("-1e20")
            )
        self._weights = self.dropout(torch.softmax(value, dim=-1))
        return self.output_proj(self._weights @ V)


torch.manual_seed(0)
X = torch.rand((2, 3, 4))
print("X:", X)
net = Plain(4)
print(net(X))
net = Fused(4)
Y = net(X)
print("attention_weights = \t", net.attention_weights)
print("Y.shape: ", Y.shape, "\t weights: ", net.attention_weights.shape)
mask = torch.tensor([
    [1, 1, 0],
    [1, 0, 0],
])
mask = mask.unsqueeze(dim=1).repeat(1, 3, 1)
net = Complete(dim=4)
print(net(X, mask))
print(net.attention_weights)
net.eval()
print(net(X, attention_mask=mask), net.attention_weights.sum(dim=-1), sep="\n")
print(net)
