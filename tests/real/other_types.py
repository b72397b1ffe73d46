# Types beside float32, int64 and bool: where a program needs them, and what they turn into.
import torch

x = torch.tensor([[0., 1.], [2., 3.]])
mask = torch.triu(torch.ones(1, 2, 2), diagonal=1).type(torch.uint8)
print(mask == 0, mask, mask.dtype)
print(mask.bool(), mask.float() * 2, x.masked_fill(mask[0] == 1, -1e9), 1 - mask)
for t in (x.half, x.double, x.int, x.byte, x.short):
    print(t().dtype, t()[1])
d = torch.tensor([1 / 3], dtype=torch.float64)
print(d, d.float().dtype, (d + x[0]).dtype, torch.zeros(1, dtype=torch.double), d.item())
print(x.double().mean().item())
print((x.int() + 1).dtype, (x.int() / 2).dtype, torch.tensor([1, 2], dtype=torch.int32))
print(torch.arange(3, dtype=torch.int32).sum().dtype)
print(torch.tensor([True, False]).int(), (x > 1).sum(), (x > 1).float().mean(), -(x > 1).int())
print(torch.ByteTensor([1, 0]).bool())
h = x.half() + 0.1
print(h, h.float(), x.to(torch.float16).dtype, x.type(torch.DoubleTensor).dtype)
print(x.to(torch.bfloat16)[0])
z = torch.polar(torch.ones(2), torch.tensor([0., 3.1415926535 / 2]))
c = torch.view_as_complex(torch.tensor([[1., 2.], [3., 4.]]))
print(z.shape, torch.view_as_real(c * z).round(decimals=3), torch.complex(x[0], x[1]).dtype, c.real)
print(c.imag)
