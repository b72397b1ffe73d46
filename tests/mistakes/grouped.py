import torch
import torch.nn.functional as F


def turn(x, angles):
    cos, sin = angles.cos(), angles.sin()
    half = x.shape[-1] // 2
    turned = torch.cat((-x[..., half:], x[..., :half]), dim=-1)
    return x * cos + turned * sin


def attention(x, w_q, w_k, w_v, past):
    length, total = x.shape[1], past + x.shape[1]
    q = (x @ w_q).view(1, length, 4, 4).transpose(1, 2)
    k = (x @ w_k).view(1, length, 2, 4).transpose(1, 2)
    v = (x @ w_v).view(1, length, 2, 4).transpose(1, 2)
    f = torch.outer(torch.arange(length) * 1.0, 1.0 / 100.0 ** (torch.arange(0, 4, 2) / 4))
    angles = torch.cat((f, f), dim=-1)
    q, k = turn(q, angles), turn(k, angles)
    k = k.repeat_interleave(2, dim=1)
    v = v.repeat_interleave(2, dim=1)
    mask = torch.arange(length)[:, None] < torch.arange(length)[None, :]
    scores = (q @ k.transpose(-2, -1) / 2.0).masked_fill(mask, float("-inf"))
    return F.softmax(scores, dim=-1) @ v


torch.manual_seed(4)
x = torch.randn(1, 5, 16)
w_q, w_k, w_v = torch.randn(16, 16) / 4, torch.randn(16, 8) / 4, torch.randn(16, 8) / 4
y = attention(x, w_q, w_k, w_v, 0)
last = torch.tril(torch.ones(5, 5))[-2:]
weights = (x[0, 3:] @ x[0].T / 4).masked_fill(last == 0, float("-inf")).softmax(-1)
