import torch

torch.manual_seed(6)
x = torch.randn(3, 4, 6)
W_query = torch.randn(6, 4)
W_key = torch.randn(6, 4)
mask = torch.tensor([[1, 1, 1, 0], [1, 1, 0, 0], [0, 0, 0, 0]])

queries = x @ W_query
keys = x @ W_key
scores = queries @ keys.transpose(1, 2) / keys.shape[-1] ** 0.5
masked = scores.masked_fill(mask.unsqueeze(1) == 0, -1e9)
weights = torch.softmax(masked, dim=-1)
