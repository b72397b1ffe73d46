import torch


def attention(x, W_query, W_key, W_value):
    q = x @ W_query
    k = x @ W_key
    v = x @ W_value
    weights = torch.softmax(q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5, dim=-1)
    return weights @ v


torch.manual_seed(5)
x = torch.randn(3, 5, 6)
W_query = torch.randn(6, 4)
W_key = torch.randn(6, 4)
W_value = torch.randn(6, 4)
y = attention(x, W_query, W_key, W_value)
