# Attention one number at a time, written into empty tensors; and that the matrix form is the same.
import math
import torch


def softmax_naive(x):
    return torch.exp(x) / torch.exp(x).sum(dim=0)


inputs = torch.tensor([[0.4, 0.1, 0.9], [0.5, 0.9, 0.7], [0.6, 0.8, 0.6], [0.2, 0.6, 0.3]])
query = inputs[1]
scores = torch.empty(inputs.shape[0])
for i, x_i in enumerate(inputs):
    scores[i] = torch.dot(x_i, query)
print(scores)
res = 0.
for idx, element in enumerate(inputs[0]):
    res += inputs[0][idx] * query[idx]
print(res, torch.dot(inputs[0], query))
weights = softmax_naive(scores)
print("weights:", weights, "sum:", weights.sum())
context = torch.zeros(query.shape)
for i, x_i in enumerate(inputs):
    context += weights[i] * x_i
print(context, torch.allclose(context, weights @ inputs))

n = len(inputs)
table = torch.empty(n, n)
for i in range(n):
    for j in range(n):
        table[i, j] = sum(inputs[i, k] * inputs[j, k] for k in range(3))
print(table)
print(torch.allclose(table, inputs @ inputs.T))

causal = torch.zeros(n, n)
for i in range(n):
    for j in range(n):
        if j > i:
            table[i][j] = -math.inf   # a view of the row
            continue
        causal[i, j] = 1
print(table, causal.equal(torch.ones(n, n).tril()))
largest = [max(row.tolist()) for row in table]
rows = []
for row, top in zip(table, largest):
    e = [math.exp(v - top) for v in row.tolist()]
    rows.append([v / sum(e) for v in e])
print(torch.tensor(rows))
masked = torch.softmax(table, dim=-1)
print(masked.sum(-1), torch.allclose(masked, torch.tensor(rows)))
norm = masked * causal
norm /= norm.sum(dim=-1, keepdim=True)
print(norm)
running, mean = torch.zeros(3), []
for t, x in enumerate(inputs, start=1):
    running += x
    mean.append(running / t)          # a new tensor each time
print(torch.stack(mean), torch.stack([running] * 2))
xbow = torch.zeros((1, n, 3))
for b in range(1):
    for t in range(n):
        xbow[b, t] = torch.mean(inputs[:t + 1], 0)
print(torch.allclose(xbow[0], torch.stack(mean)), xbow[0, -1])
