import torch
from einops import rearrange

torch.manual_seed(3)
x = torch.randn(1, 3, 8)
q = rearrange(x, "b n (h d) -> b h n d", h=2)
#! q = rearrange(x, "b n (d h) -> b h n d", h=2)
print(torch.softmax(q @ q.transpose(-2, -1) / 2, dim=-1))
