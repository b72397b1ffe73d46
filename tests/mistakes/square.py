import torch

torch.manual_seed(3)
x = torch.randn(4, 4)
W_query = torch.randn(4, 4)
W_key = torch.randn(4, 4)
W_value = torch.randn(4, 4)

queries = x @ W_query
keys = x @ W_key
values = x @ W_value
weights = torch.softmax(queries @ keys.T / 4 ** 0.5, dim=-1)
context = weights @ values
