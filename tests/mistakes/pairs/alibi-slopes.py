import torch

torch.manual_seed(3)
heads = 4
slopes = 2 ** (-8 / heads * torch.arange(1, heads + 1))
#! slopes = 2 ** (-8 / heads * torch.arange(0, heads))
far = (torch.arange(3)[None, :] - torch.arange(3)[:, None]).clamp(max=0)
w = torch.softmax(torch.randn(4, 3, 3) + slopes[:, None, None] * far, dim=-1)
print(w)
