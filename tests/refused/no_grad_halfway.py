# a refusal under torch.no_grad() ends that, too
import torch
from torch.serialization import add_safe_globals
w = torch.ones(2, requires_grad=True)
with torch.no_grad():
    y = w * 2
    add_safe_globals([])
print((w * 3).requires_grad, torch.is_grad_enabled())

@torch.no_grad()
def look(x):
    add_safe_globals([])
    return x + 1

z = look(w)
(w * w).sum().backward()
print(w.grad)
print(z)
