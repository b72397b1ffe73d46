# Several heads: in a list, in one matrix with a causal buffer, and the same result from both.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(123)
batch_size, block_size, n_embd, n_head, dropout = 2, 4, 6, 3, 0.1


class Head(nn.Module):
    """ one head of causal attention """

    def __init__(self, head_size):
        super().__init__()
        self.key = nn.Linear(n_embd, head_size, bias=False)
        self.query = nn.Linear(n_embd, head_size, bias=False)
        self.value = nn.Linear(n_embd, head_size, bias=False)
        self.register_buffer("tril", torch.tril(torch.ones(block_size, block_size)))

    def forward(self, x):
        B, T, C = x.shape
        k, q = self.key(x), self.query(x)
        wei = q @ k.transpose(-2, -1) * k.shape[-1] ** -0.5
        wei = wei.masked_fill(self.tril[:T, :T] == 0, float("-inf"))
        wei = F.softmax(wei, dim=-1)
        return wei @ self.value(x)


class Listed(nn.Module):
    def __init__(self, num_heads, head_size):
        super().__init__()
        self.heads = nn.ModuleList([Head(head_size) for _ in range(num_heads)])
        self.proj = nn.Linear(head_size * num_heads, n_embd)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x):
        out = torch.cat([h(x) for h in self.heads], dim=-1)
        return self.dropout(self.proj(out))


class Joined(nn.Module):
    def __init__(self, d_in, num_heads):
        super().__init__()
        assert d_in % num_heads == 0, f"{d_in} does not divide into {num_heads}"
        self.num_heads, self.head_dim = num_heads, d_in // num_heads
        self.qkv = nn.Linear(d_in, 3 * d_in, bias=False)
        self.out_proj = nn.Linear(d_in, d_in)
        mask = torch.triu(torch.ones(block_size, block_size), diagonal=1)
        self.register_buffer("mask", mask.view(1, 1, block_size, block_size).bool())

    def forward(self, x):
        b, t, c = x.size()
        qkv = self.qkv(x).view(b, t, 3, self.num_heads, self.head_dim).permute(2, 0, 3, 1, 4)
        q, k, v = qkv.unbind(0)
        scores = q @ k.transpose(-2, -1)
        scores.masked_fill_(self.mask[:, :, :t, :t], -torch.inf)
        self.weights = torch.softmax(scores / self.head_dim ** 0.5, dim=-1)
        y = (self.weights @ v).transpose(1, 2).contiguous().view(b, t, c)
        return self.out_proj(y)


x = torch.randn(batch_size, block_size, n_embd)
listed, joined = Listed(n_head, n_embd // n_head), Joined(n_embd, n_head)
print(listed)
print(listed(x[:1, :3]))
print(listed.eval()(x)[0])
with torch.no_grad():
    for i, name in enumerate(["query", "key", "value"]):
        rows = torch.cat([getattr(h, name).weight for h in listed.heads])
        joined.qkv.weight[i * n_embd:(i + 1) * n_embd].copy_(rows)
    joined.out_proj.load_state_dict(listed.proj.state_dict())
print(torch.allclose(joined(x), listed(x), atol=1e-6), joined.weights[0, 2])
print(joined(x[:, :2]).shape, list(joined.state_dict()))
print(sum(p.numel() for p in joined.parameters()))
try:
    Joined(5, 2)
except AssertionError as error:
    print("AssertionError:", error)
