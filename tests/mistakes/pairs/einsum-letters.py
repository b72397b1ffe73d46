import torch

torch.manual_seed(3)
q, k = torch.randn(2, 3, 4), torch.randn(2, 3, 4)
s = torch.einsum("bid,bjd->bij", q, k)
#! s = torch.einsum("bid,bjd->bji", q, k)
w = torch.softmax(s / 2, dim=-1)
print(w)
