
class Dataset:
    def __len__(self): raise NotImplementedError
    def __getitem__(self, i): raise NotImplementedError
class Numbers(Dataset):
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i):
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        if i < 0: i += self.n
        if not 0 <= i < self.n: raise IndexError(f"index {i} out of range")
        return {"x": i, "y": i ** 2}
class Loader:
    def __init__(self, ds, batch_size=1, drop_last=False, collate=None):
        self.ds, self.batch_size, self.drop_last = ds, batch_size, drop_last
        self.collate = collate or (lambda b: b)
    def __len__(self):
        n = len(self.ds) // self.batch_size
        return n if self.drop_last or len(self.ds) % self.batch_size == 0 else n + 1
    def __iter__(self):
        batch = []
        for item in self.ds:
            batch.append(item)
            if len(batch) == self.batch_size:
                yield self.collate(batch)
                batch = []
        if batch and not self.drop_last:
            yield self.collate(batch)
def collate(items):
    return {k: [d[k] for d in items] for k in items[0]}
ds = Numbers(5)
print(len(ds), ds[0], ds[-1], ds[1:3])
try: ds[9]
except IndexError as e: print("IndexError:", e)
for epoch in range(2):
    total = 0
    for step, batch in enumerate(Loader(ds, 2, collate=collate)):
        total += sum(batch["y"])
        print(f"epoch {epoch + 1} step {step:>2} {batch} loss={total / (step + 1):.3f}")
print(len(Loader(ds, 2)), len(Loader(ds, 2, drop_last=True)), list(Loader(ds, 4, drop_last=True)))
