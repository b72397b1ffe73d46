import torch
import torch.nn as nn

torch.manual_seed(3)
x = torch.randn(1, 3, 8)
wq = nn.Linear(8, 8, bias=False)
#! wq = nn.Linear(4, 4, bias=False)
q = wq(x).reshape(1, 3, 2, 4)
#! q = wq(x.reshape(1, 3, 2, 4))
print(sum(p.numel() for p in wq.parameters()))
print(q)
