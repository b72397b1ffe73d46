"""Items of a data set, one by one and in batches."""

from torch._C import _loader_order

class Dataset:
    def __getitem__(self, index):
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other):
        return ConcatDataset([self, other])

class TensorDataset(Dataset):
    def __init__(self, *tensors):
        if any(len(t) != len(tensors[0]) for t in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(t[index] for t in self.tensors)

    def __len__(self):
        return len(self.tensors[0])

class Subset(Dataset):
    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, index):
        return self.dataset[self.indices[index]]

    def __len__(self):
        return len(self.indices)

class ConcatDataset(Dataset):
    def __init__(self, datasets):
        self.datasets = list(datasets)

    def __getitem__(self, index):
        index = index + len(self) if index < 0 else index
        for dataset in self.datasets:
            if index < len(dataset):
                return dataset[index]
            index -= len(dataset)
        raise IndexError("list index out of range")

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)

def random_split(dataset, lengths):
    if sum(lengths) <= 1 and math.isclose(sum(lengths), 1):
        sizes = [math.floor(len(dataset) * part) for part in lengths]
        for i in range(len(dataset) - sum(sizes)):
            sizes[i % len(sizes)] += 1
        lengths = sizes
    if sum(lengths) != len(dataset):
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    order, parts, start = torch.randperm(sum(lengths)).tolist(), [], 0
    for n in lengths:
        parts.append(Subset(dataset, order[start : start + n]))
        start += n
    return parts

def default_collate(batch):
    """Tensors are stacked, numbers become tensors, and what is in tuples, lists and dicts is put together."""
    first = batch[0]
    if torch.is_tensor(first):
        return torch.stack(list(batch))
    if isinstance(first, float):
        raise NotHere("a batch of Python's floats is float64: let the items be tensors")
    if isinstance(first, int):
        return torch.tensor(batch)
    if isinstance(first, str):
        return batch
    if isinstance(first, dict):
        return {key: default_collate([item[key] for item in batch]) for key in first}
    if isinstance(first, (tuple, list)):
        if any(len(item) != len(first) for item in batch):
            raise RuntimeError("each element in list of batch should be of equal size")
        parts = [default_collate(list(part)) for part in zip(*batch)]
        return type(first)(*parts) if hasattr(first, "_fields") else parts
    raise TypeError(
        "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; "
        f"found {type(first)}"
    )

def _as_it_is(item):
    return list(item) if type(item) is tuple else item

class DataLoader:
    def __init__(
        self, dataset, batch_size=1, shuffle=None, num_workers=0, collate_fn=None,
        pin_memory=False, drop_last=False, persistent_workers=False, prefetch_factor=None
    ):
        self.dataset, self.batch_size, self.drop_last = dataset, batch_size, drop_last
        self.num_workers, self.pin_memory = num_workers, pin_memory
        plain = _as_it_is if batch_size is None else default_collate
        self.collate_fn = plain if collate_fn is None else collate_fn
        self._shuffles = bool(shuffle)
        if batch_size is not None and batch_size < 1:
            raise ValueError(
                f"batch_size should be a positive integer value, but got batch_size={batch_size}"
            )

    def __len__(self):
        n, size = len(self.dataset), self.batch_size or 1
        return n // size if self.drop_last else math.ceil(n / size)

    def __iter__(self):
        n = len(self.dataset)
        _loader_order(0)  # drawn by PyTorch for its workers, there or not
        order = _loader_order(n).tolist() if self._shuffles else list(range(n))
        return self._batches(order)

    def _batches(self, order):
        if self.batch_size is None:
            for i in order:
                yield self.collate_fn(self.dataset[i])
            return
        for start in range(0, len(order), self.batch_size):
            batch = [self.dataset[i] for i in order[start : start + self.batch_size]]
            if len(batch) == self.batch_size or not self.drop_last:
                yield self.collate_fn(batch)
