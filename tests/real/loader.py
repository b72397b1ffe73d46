# torch.utils.data: data sets, loaders that shuffle, batches, splits.
import torch
from torch.utils.data import DataLoader, Dataset, TensorDataset, random_split, Subset
torch.manual_seed(3)
class D(Dataset):
    def __init__(self, n): self.x = torch.arange(n).float()
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return self.x[i:i+2], self.x[i] * 2, i
d = D(7)
l = DataLoader(TensorDataset(torch.arange(6.).view(3, 2), torch.tensor([0, 1, 2])), batch_size=2, shuffle=True)
for x, y in l: print(x, y)
print(torch.rand(2))
for b in DataLoader(list(range(10)), batch_size=4, drop_last=True): print(b)
print(torch.rand(2), len(l), len(l.dataset))
a, b = random_split(list(range(10)), [7, 3])
print(list(a), list(b), len(a))
print([list(p) for p in random_split(list(range(10)), [0.5, 0.5])])
x = next(iter(DataLoader([{"a": 1, "b": [1, 2]}, {"a": 3, "b": [4, 5]}], 2)))
print(x)
for b in DataLoader(["a", "b", "c"], batch_size=2, shuffle=True): print(b)
print(list(DataLoader(d, batch_size=None))[0], len(Subset(d, [1, 2])), (Subset(d, [1]) + Subset(d, [0]))[1])
import torch.utils.data as data
for i, (x, y, k) in enumerate(data.DataLoader(Subset(d, range(4)), 2, True, num_workers=0, collate_fn=lambda b: (torch.stack([t[0] for t in b]), 0, len(b)))):
    print(i, x, k)
print(torch.randn(2))
