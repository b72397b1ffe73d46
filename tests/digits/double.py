# Numbers of float64 with all their digits: arithmetic, and functions on which C libraries with fused steps agree. Of
# erf, erfc, exp2, hypot and lgamma the last bits differ from processor to processor; they are left out.
import math
import numpy as np
import torch

x = torch.linspace(-2.7, 3.1, 12, dtype=torch.float64).reshape(3, 4)
w = torch.arange(20, dtype=torch.float64).reshape(4, 5) / 7 - 1
print((x @ w).tolist())
print(torch.softmax(x @ x.T / math.sqrt(4), dim=-1).tolist())
print(torch.nn.functional.layer_norm(x, (4,)).tolist())
print([x.sum().item(), x.mean(-1).tolist(), x.var(-1).tolist(), x.prod().item(), x.norm().item()])
print([f(x).tolist() for f in (torch.exp, torch.tanh, torch.sin, torch.cos, torch.sigmoid, torch.expm1)])
print([f(x.abs() + 0.1).tolist() for f in (torch.log, torch.log1p, torch.sqrt, torch.rsqrt, torch.log2)])
print([math.exp(1.7), math.log(3.3), math.pow(2.9, 0.37), math.sin(2), math.atan2(1, 3), 7 / 3, 2 ** 0.5])

p = torch.tensor([[.1, -.3, .7], [1.1, .2, -.9], [.4, .4, .8], [-.6, 1.3, .5]], dtype=torch.float64, requires_grad=True)
loss = torch.nn.functional.cross_entropy(x @ p, torch.tensor([0, 2, 1]))
loss.backward()
print([p.tolist(), loss.item(), p.grad.tolist()])

a = np.random.default_rng(3).normal(size=(2, 3))
print([a.tolist(), (a / a.sum(1, keepdims=True)).tolist(), np.exp(a).tolist(), a.std().item()])
