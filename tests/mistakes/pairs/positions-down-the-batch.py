import torch
import torch.nn as nn

torch.manual_seed(3)
places = nn.Embedding(6, 4)
x = torch.randn(3, 3, 4)
out = x + places(torch.arange(x.size(1)))
#! out = x + places(torch.arange(x.size(0)).unsqueeze(1))
print(out)
