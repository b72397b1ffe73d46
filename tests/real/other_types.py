# The type beside float32, int64 and bool: bytes, as masks and as numbers that wrap around.
import torch

x = torch.tensor([[0., 1.], [2., 3.]])
mask = torch.triu(torch.ones(1, 2, 2), diagonal=1).type(torch.uint8)
print(mask == 0, mask, mask.dtype)
print(mask.bool(), mask.float() * 2, x.masked_fill(mask[0] == 1, -1e9), 1 - mask)
print(x.masked_fill(mask[0].bool(), -1e9), x[mask[0]], torch.where(mask[0], x, -x), x.masked_select(mask[0] == 1))
for t in x.byte, x.long, x.bool, x.float:
    print(t().dtype, t()[1])
b = torch.tensor([250, 3], dtype=torch.uint8)
print(b + 10, b - 4, b * 2, -b, ~b, b // 4, b / 4, (b + 0.5).dtype, (b + torch.tensor([1])).dtype)
print(b.sum(), b.max(), b > 3, b.any(), b.float().mean(), b.item() if b.numel() == 1 else b.tolist())
print(torch.ByteTensor([1, 0]).bool(), torch.zeros(2, dtype=torch.uint8), torch.ones(1).byte())
print(x.type(torch.LongTensor).dtype, x.type("torch.ByteTensor").dtype, b.type(), mask.type_as(x).dtype)
b += 10
b[0] = 7
print(b, b.element_size(), torch.iinfo(torch.uint8).max)
mask = torch.ones(3, 3).tril().byte()
scores = torch.arange(9.).view(3, 3)
print(scores.masked_fill(mask == 0, float("-inf")).softmax(-1), (mask & mask.t()).sum())
try:
    scores.masked_fill(mask * 2, 0)
except RuntimeError:
    print("a mask holds 0 and 1")
