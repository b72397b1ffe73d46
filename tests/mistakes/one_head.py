import torch

torch.manual_seed(1)
x = torch.randn(5, 6)
W_query = torch.randn(6, 4)
W_key = torch.randn(6, 4)
W_value = torch.randn(6, 4)
mask = torch.tril(torch.ones(5, 5))

queries = x @ W_query
keys = x @ W_key
values = x @ W_value
scores = queries @ keys.T
scaled = scores / keys.shape[-1] ** 0.5
masked = scaled.masked_fill(mask == 0, float("-inf"))
weights = torch.softmax(masked, dim=-1)
context = weights @ values
