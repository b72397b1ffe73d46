# einops: rearrange, repeat, reduce and the Rearrange layer.
import torch
from torch import nn
from einops import rearrange, repeat, reduce
from einops.layers.torch import Rearrange

x = torch.arange(24.).reshape(2, 3, 4)
print(rearrange(x, "b t d -> b d t"))
print(rearrange(x, "b t d -> (b t) d").shape, rearrange(x, "b t d -> b (t d)"))
print(rearrange(x, "b t (h d) -> b h t d", h=2))
print(rearrange(x, "b t (d h) -> b h t d", h=2)[0, 1])           # interleaved, not in blocks
qkv = torch.arange(12.).reshape(1, 2, 6)
q, k, v = tuple(rearrange(qkv, "b t (d k) -> k b t d ", k=3))
print(q, k, v)
q, k, v = rearrange(qkv, "b t (k d) -> k b t d", k=3)
print(q, k.shape)
heads = rearrange(x, "b t (h d) -> b h t d", d=2)
print(rearrange(heads, "b h t d -> b t (h d)").equal(x))
q, k, v = map(lambda t: rearrange(t, "b n (h d) -> b h n d", h=1), qkv.chunk(3, dim=-1))
print(v)
print(rearrange(x, "... d -> d ..."), rearrange(x, "b ... -> (...) b").shape)
print(rearrange(x, "b t d -> b 1 t d").shape, rearrange(x[:, :1], "b 1 d -> b d").shape)
print(rearrange([x[0], x[1]], "b t d -> t (b d)"))
print(repeat(torch.tensor([1., 2.]), "d -> b d", b=2))
print(repeat(torch.tensor([[1, 2]]), "1 d -> (d r) 1", r=2).t())
print(repeat(torch.ones(1, 2), "... d -> b ... d", b=3).shape)
print(reduce(x, "b t d -> b d", "mean"), reduce(x, "b t d -> b", "sum"))
print(reduce(x, "b (t s) d -> b t d", "max", s=3))
images = torch.arange(16.).reshape(1, 1, 4, 4)
patches = Rearrange("b c (h p1) (w p2) -> b (h w) (p1 p2 c)", p1=2, p2=2)
print(patches(images))
torch.manual_seed(0)
net = nn.Sequential(patches, nn.LayerNorm(4), nn.Linear(4, 2))
print(net(images))
print(torch.einsum("b i d , b j d -> b i j", x, x)[0])
print(torch.einsum("... i d, ... j d -> ... i j", heads, heads).shape)
write = rearrange(x, "b t d -> b t d")
write[0, 0, 0] = 100
print(x[0, 0])
