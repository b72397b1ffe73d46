import torch
import torch.nn.functional as F

torch.manual_seed(3)
scores = torch.randn(3, 4)
w = F.dropout(torch.softmax(scores, dim=-1), p=0.5)
#! w = torch.softmax(F.dropout(scores, p=0.5), dim=-1)
print(w)
