import torch

torch.manual_seed(3)
s = torch.randn(3, 4)
sink = torch.ones(3, 1)
both = torch.cat((s, sink), dim=-1)
w = torch.softmax(both, dim=-1)[:, :-1]
#! w = torch.softmax(both[:, :-1], dim=-1)
print(w)
