import torch

torch.manual_seed(3)
s = torch.randn(3, 3)
far = torch.arange(3)[None, :] - torch.arange(3)[:, None]
w = torch.softmax((s + 0.5 * far).tril(), dim=-1)
#! w = torch.softmax((s - 0.5 * far).tril(), dim=-1)
print(w)
