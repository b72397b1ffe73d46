# Hooks before and after a module, apply, and what a module counts.
import torch
import torch.nn as nn
import torch.nn.functional as F
import math

torch.manual_seed(3)
seen = {}
def keep(name):
    def hook(module, inp, out):
        seen[name] = out.detach() if not isinstance(out, tuple) else out[0].detach()
    return hook
class Blk(nn.Module):
    def __init__(self):
        super().__init__()
        self.att = nn.MultiheadAttention(4, 2, batch_first=True)
        self.ff = nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4))
        self.apply(self._init)
    def _init(self, m):
        if isinstance(m, nn.Linear):
            nn.init.normal_(m.weight, mean=0.0, std=0.02)
            if m.bias is not None:
                nn.init.zeros_(m.bias)
    def forward(self, x):
        x = x + self.att(x, x, x, need_weights=False)[0]
        return x + self.ff(x)
b = Blk()
for n, m in b.named_modules():
    print(repr(n), type(m).__name__)
h = b.ff[0].register_forward_hook(keep('ff0'))
y = b(torch.randn(1, 3, 4))
print(y)
print(seen['ff0'].shape, list(seen))
h.remove()
print([p.shape for p in b.parameters()][:2], sum(p.numel() for p in b.parameters() if p.requires_grad))
for p in b.parameters():
    p.requires_grad = False
print(sum(p.numel() for p in b.parameters() if p.requires_grad))
changed = b.ff[0].register_forward_pre_hook(lambda m, args: (args[0] * 0,))
with b.ff[2].register_forward_hook(lambda m, args, out: out + 1):
    print(b.ff(torch.ones(1, 4)))
changed.remove()
print(b.ff(torch.ones(1, 4)))
