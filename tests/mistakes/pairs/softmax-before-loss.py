import torch
import torch.nn.functional as F

torch.manual_seed(3)
logits = torch.randn(4, 6)
loss = F.cross_entropy(logits, torch.tensor([1, 0, 5, 2]))
#! loss = F.cross_entropy(torch.softmax(logits, dim=-1), torch.tensor([1, 0, 5, 2]))
print(loss)
