import torch

torch.manual_seed(4)
cap = 4.
s = torch.randn(3, 3) * 5
hide = torch.ones(3, 3).triu(1) == 1
w = torch.softmax((cap * torch.tanh(s / cap)).masked_fill(hide, -1e9), dim=-1)
#! w = torch.softmax(cap * torch.tanh(s.masked_fill(hide, -1e9) / cap), dim=-1)
print(w)
