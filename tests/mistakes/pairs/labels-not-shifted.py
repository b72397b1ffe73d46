import torch
import torch.nn.functional as F

torch.manual_seed(3)
logits = torch.randn(2, 5, 6)
ids = torch.randint(0, 6, (2, 5))
loss = F.cross_entropy(logits[:, :-1].reshape(-1, 6), ids[:, 1:].reshape(-1))
#! loss = F.cross_entropy(logits.reshape(-1, 6), ids.reshape(-1))
print(loss)
