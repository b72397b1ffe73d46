# Arrays of NumPy beside tensors: views, types, writes, lookups and the way from one to the other.
import numpy as np
import torch

a = np.arange(12, dtype=np.float32).reshape(3, 4)
t = torch.from_numpy(a)
t[0, 0] = 100
a[1] *= 2
print(a, t)
b = t.numpy()[::-1, 1:3]
b[...] = 0
print(a, b.shape, b.dtype)
print(torch.tensor(a).mean(), torch.as_tensor(a).dtype, torch.from_numpy(np.ones(2)))
tokens = "the cat sat on the mat".split()
vocab = {w: i for i, w in enumerate(sorted(set(tokens)))}
ids = np.array([vocab[w] for w in tokens])
table = np.eye(len(vocab))
print(ids, table[ids].sum(axis=0), [tokens[i] for i in np.argsort(ids, kind="stable")])
one_hot = np.zeros((len(ids), len(vocab)), dtype=int)
one_hot[np.arange(len(ids)), ids] = 1
print(one_hot)
rng = np.random.default_rng(0)
x = rng.normal(size=(4, 3))
print(x, rng.random(), rng.integers(10, size=4), x.astype(np.float32))
mask = np.triu(np.ones((4, 4), dtype=bool), k=1)
scores = x @ x.T
scores[mask] = -np.inf
print(scores, np.isinf(scores).sum())
print(np.einsum("ij,kj->ik", x, x) - x @ x.T < 1e-6)
for row in x[:2]:
    print(row, row.max(), int(row.argmax()), float(row[0]))
print(np.stack([x, x]).shape, np.vstack([x, x]).shape, np.hstack([x, x]).shape, np.split(np.arange(6), 3))
print(x[:, None, :].shape, x[..., None].shape, x.T.shape, x.reshape(-1).shape, np.expand_dims(x, 0).shape)
print(x.tolist()[0], x[0, 0].item(), len(x), x.size, x.ndim)
