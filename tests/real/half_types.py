# Digits that bfloat16 and float16 keep of numbers, and what is computed with them.
import torch
import torch.nn as nn

x = torch.tensor([0.1, 1 / 3, 300.7, 1e-8, 70000.0], dtype=torch.bfloat16)
print(x, x.dtype)
print(x.half(), x.float())
print(x + 1, x * 0.1, x @ x, x.sum(), 0.3 / x, x**3)
print(torch.finfo(torch.bfloat16), torch.finfo(torch.half).max)
print((x.half() + x).dtype, (x + torch.ones(1)).dtype, x + torch.tensor(0.1))
print(x == 0.1, x.half()[:4].softmax(0))
print(x.type(), x.element_size(), x.tolist(), x[0].item(), x.max(), x.argmax())
config = {"dim": 8, "dtype": torch.bfloat16}
print(config["dtype"], torch.zeros(2, dtype=config["dtype"]))

scores = torch.tensor([[1.5, 2.25, -0.5], [0.125, 3.0, 1.0]], dtype=torch.float16)
mask = torch.tensor([[False, False, True], [False, True, True]])
for hidden in (float("-inf"), -1e4, -1e9):
    try:
        print(scores.masked_fill(mask, hidden).softmax(-1))
    except RuntimeError as error:
        print(error)
print(torch.ones(3, dtype=torch.float16) + 1e-8, torch.ones(3, dtype=torch.float16) / 1e-8)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(5, 4)
        self.norm = nn.LayerNorm(4)
        self.qkv = nn.Linear(4, 12, bias=False)
        self.out = nn.Linear(4, 4)
        self.rms = nn.RMSNorm(4, dtype=torch.bfloat16)
        self.register_buffer("mask", torch.triu(torch.ones(3, 3, dtype=torch.bool), diagonal=1))

    def forward(self, ids):
        x = self.embed(ids)
        q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
        scores = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5
        weights = torch.softmax(scores.masked_fill(self.mask, -torch.inf), dim=-1)
        return self.rms(x + self.out(weights @ v)), weights


torch.manual_seed(0)
block = Block().to(torch.bfloat16)
out, weights = block(torch.tensor([[1, 4, 0]]))
print(block.out.bias, block.mask.dtype)
print(weights)
print(out)
loss = nn.functional.cross_entropy(out.flatten(0, 1), torch.tensor([0, 1, 2]))
loss.backward()
print(loss)
for name, parameter in block.named_parameters():
    print(name, parameter.grad)
torch.optim.SGD(block.parameters(), lr=0.1).step()
print(block.qkv.weight[:2])
print(block.half().out.weight, block.float().norm.bias)
