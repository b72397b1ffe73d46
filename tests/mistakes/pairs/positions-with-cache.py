import torch

torch.manual_seed(3)
places = torch.randn(8, 4)
past = torch.randn(3, 4)
new = torch.randn(2, 4)
n = past.shape[0]
k = torch.cat((past, new + places[torch.arange(n, n + 2)]))
#! k = torch.cat((past, new + places[torch.arange(2)]))
w = torch.softmax(new @ k.T / 2, dim=-1)
print(w)
