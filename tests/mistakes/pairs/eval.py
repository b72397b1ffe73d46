import torch
import torch.nn as nn

torch.manual_seed(3)
drop = nn.Dropout(0.2)
drop.eval()
#! pass
weights = drop(torch.softmax(torch.randn(3, 4), dim=-1))
print(weights)
print(weights.sum(-1))
