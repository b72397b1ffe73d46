import math

import torch

torch.manual_seed(3)
q, k = torch.randn(4, 6) * 3, torch.randn(4, 6) * 3
mask = torch.ones(4, 4).tril()
scores = q @ k.T / math.sqrt(6)
capped = 5 * torch.tanh(scores / 5)
#! capped = scores.masked_fill(mask == 0, -math.inf)
hidden = capped.masked_fill(mask == 0, -math.inf)
#! hidden = 5 * torch.tanh(capped / 5)
print(torch.softmax(hidden, dim=-1))
