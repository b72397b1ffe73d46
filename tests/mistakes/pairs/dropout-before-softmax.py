import math

import torch
import torch.nn.functional as F

torch.manual_seed(3)
scores = torch.randn(3, 4)
s = scores
#! s = F.dropout(scores, p=0.5)
w = F.dropout(torch.softmax(s, dim=-1), p=0.5)
#! w = torch.softmax(s.masked_fill(s == 0, -math.inf), dim=-1)
print(w)
