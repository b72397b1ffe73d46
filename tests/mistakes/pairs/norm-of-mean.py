import torch
import torch.nn.functional as F

torch.manual_seed(3)
x = torch.randn(3, 4)
h = F.rms_norm(x, (4,))
#! h = F.layer_norm(x, (4,))
print(h)
