import math

import torch
import torch.nn.functional as F

torch.manual_seed(3)
table = torch.randn(8, 6)
places = torch.randn(10, 6)
ids = torch.tensor([[0, 0, 5, 2, 7]])
mask = torch.tensor([[0, 0, 1, 1, 1]])
pos = (mask.cumsum(-1) - 1).clamp(min=0)
#! pos = torch.arange(5).unsqueeze(0)
x = F.embedding(ids, table) + F.embedding(pos, places)
scores = x @ x.transpose(-2, -1) / math.sqrt(6)
keep = torch.ones(5, 5).tril().bool() & mask.bool()[:, None, :]
out = torch.softmax(scores.masked_fill(~keep, -1e9), dim=-1) @ x
print(out)
