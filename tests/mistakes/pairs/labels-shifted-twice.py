import torch
import torch.nn.functional as F

torch.manual_seed(3)
table = torch.randn(6, 6)
ids = torch.randint(0, 6, (2, 6))
labels = ids[:, 1:]
logits = table[ids[:, :-1]]
loss = F.cross_entropy(logits.transpose(1, 2), labels)
#! loss = F.cross_entropy(logits[:, :-1].transpose(1, 2), labels[:, 1:])
print(loss)
