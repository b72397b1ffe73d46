# register_buffer: in the state or not, moved, written to, replaced.
import torch
import torch.nn as nn


class Masked(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.proj = nn.Linear(2, 2, bias=False)
        self.register_buffer("mask", torch.triu(torch.ones(size, size), diagonal=1).bool())
        self.register_buffer("steps", torch.zeros(1, dtype=torch.long))
        self.register_buffer("cache", None)
        self.register_buffer("hidden", torch.ones(2), persistent=False)
        self.plain = torch.ones(3)   # a tensor, but no buffer

    def forward(self, x):
        t = x.size(1)
        self.steps += 1
        scores = x @ x.transpose(1, 2)
        scores.masked_fill_(self.mask[:t, :t], -torch.inf)
        self.cache = scores if self.cache is None else torch.cat([self.cache, scores])
        return scores.softmax(dim=-1) @ self.proj(x)


torch.manual_seed(0)
net = Masked(4)
print(net)
print(list(net.state_dict()), [n for n, _ in net.named_parameters()])
print([n for n, _ in net.named_buffers()])
x = torch.rand(1, 3, 2)
print(net(x), net.steps, net.cache.shape)
net(x)
print(net.steps, net.cache.shape, [n for n, _ in net.named_buffers()])
print(net.state_dict()["mask"], "cache" in net.state_dict(), "hidden" in net.state_dict())
net.mask[0, 1] = False               # written in place
print(net.mask[0], net.mask.dtype, net.mask.requires_grad)
net.steps = torch.tensor([50])       # replaced: still a buffer
print(net.state_dict()["steps"], "steps" in dict(net.named_buffers()))
try:
    net.mask = "text"
except TypeError:
    print("a buffer takes a tensor or None")
net.plain = "text"

other = Masked(4)
state = net.state_dict()
state.pop("cache")
print(other.load_state_dict(state), other.steps, other.mask[0])
other.steps += 1                     # was copied
print(net.steps, other.steps)
try:
    Masked(3).load_state_dict(state)
except RuntimeError as e:
    print("RuntimeError", "size mismatch" in str(e))
net.to("cpu").float()
print(net.mask.device, net.mask.dtype, net.hidden.dtype, net.steps.dtype)
for buffer in net.buffers():
    print(tuple(buffer.shape), end=" ")
print()
half = net.mask[:2, :2]
half[:] = True
print(net.mask)
try:
    net.register_buffer("proj", torch.zeros(1))
except KeyError as e:
    print(e)
