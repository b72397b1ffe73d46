import torch
import torch.nn as nn

torch.manual_seed(3)
model = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
src = torch.randn(1, 5, 8)
tgt = torch.randn(1, 4, 8)
#! tgt = torch.zeros(1, 4, 8)
model.eval()
out = model(src, tgt)
print(out)
print(out.std(dim=1).max())
