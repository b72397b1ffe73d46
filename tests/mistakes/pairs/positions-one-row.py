import torch

torch.manual_seed(3)
pe = torch.randn(1, 10, 4)
x = torch.randn(2, 3, 4)
n = x.size(1)
out = x + pe[:, :n]
#! out = x + pe[:, n]
print(out)
