# Parts of newer models: rotary positions, RMS norm, SwiGLU, fewer key heads, a cache.
import torch
import torch.nn as nn
import torch.nn.functional as F
from typing import Optional


class RMSNorm(torch.nn.Module):
    def __init__(self, dim: int, eps: float = 1e-6):
        super().__init__()
        self.eps = eps
        self.weight = nn.Parameter(torch.ones(dim))

    def _norm(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps)

    def forward(self, x):
        return self._norm(x.float()).type_as(x) * self.weight


def angles(head_dim, length, base=10_000):
    assert head_dim % 2 == 0, "head_dim must be even"
    inv_freq = 1.0 / (base ** (torch.arange(0, head_dim, 2)[: (head_dim // 2)].float() / head_dim))
    a = torch.arange(length).float()[:, None] * inv_freq[None, :]
    a = torch.cat([a, a], dim=1)
    return torch.cos(a), torch.sin(a)


def rotate(x, cos, sin, offset=0):
    seq_len, d = x.shape[-2:]
    x1, x2 = x[..., : d // 2], x[..., d // 2:]
    rotated = torch.cat((-x2, x1), dim=-1)
    return (x * cos[offset:offset + seq_len]) + (rotated * sin[offset:offset + seq_len])


class Grouped(nn.Module):
    def __init__(self, dim: int, heads: int, kv_heads: Optional[int] = None):
        super().__init__()
        self.heads, self.kv = heads, heads if kv_heads is None else kv_heads
        self.d = dim // heads
        self.wq = nn.Linear(dim, heads * self.d, bias=False)
        self.wk, self.wv = (nn.Linear(dim, self.kv * self.d, bias=False) for _ in range(2))
        cos, sin = angles(self.d, 16)
        self.register_buffer("cos", cos, persistent=False)
        self.register_buffer("sin", sin, persistent=False)
        self.reset()

    def reset(self):
        self.cache_k = self.cache_v = None

    def forward(self, x, use_cache=False):
        b, t, _ = x.shape
        q, k, v = (w(x).view(b, t, -1, self.d).transpose(1, 2) for w in (self.wq, self.wk, self.wv))
        start = 0 if self.cache_k is None or not use_cache else self.cache_k.size(2)
        q, k = rotate(q, self.cos, self.sin, start), rotate(k, self.cos, self.sin, start)
        if use_cache:
            if self.cache_k is not None:
                k, v = torch.cat([self.cache_k, k], dim=2), torch.cat([self.cache_v, v], dim=2)
            self.cache_k, self.cache_v = k, v
        k, v = (y.repeat_interleave(self.heads // self.kv, dim=1) for y in (k, v))
        seen = torch.arange(start, start + t).unsqueeze(-1) >= torch.arange(k.size(2)).unsqueeze(0)
        w = (q @ k.transpose(2, 3) / self.d ** 0.5).masked_fill(~seen, -torch.inf).softmax(-1)
        return (w @ v).transpose(1, 2).flatten(2)


class SwiGLU(nn.Module):
    def __init__(self, dim, hidden):
        super().__init__()
        self.w1 = nn.Linear(dim, hidden, bias=False)
        self.w2, self.w3 = nn.Linear(hidden, dim, bias=False), nn.Linear(dim, hidden, bias=False)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


torch.manual_seed(0)
x = torch.randn(1, 4, 8)
cos, sin = angles(4, 3)
print(cos, sin, sep="\n")
print(RMSNorm(8)(x)[0, :2], rotate(torch.ones(1, 3, 4), cos, sin), sep="\n")
net = Grouped(8, 4, kv_heads=2)
full = net(x)
print(full)
steps = [net(x[:, t:t + 1], use_cache=True) for t in range(4)]
print(torch.allclose(torch.cat(steps, dim=1), full, atol=1e-6), net.cache_k.shape)
net.reset()
print(net.cache_k, net, list(net.state_dict()), SwiGLU(8, 6)(x)[0, 0])
