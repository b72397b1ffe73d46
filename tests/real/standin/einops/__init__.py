"""rearrange, repeat and reduce for machines without einops: as much as these programs use."""
import torch


def _side(text):
    """One side of a pattern as a list of axes; each axis is a list of names, or "..." for several."""
    axes, group = [], None
    for token in text.replace("(", " ( ").replace(")", " ) ").replace("...", " ... ").split():
        if token == "(":
            group = []
        elif token == ")":
            axes.append(group)
            group = None
        elif group is not None:
            group.append(token)
        else:
            axes.append(token if token == "..." else [token])
    return axes


def _widen(axes, count):
    """Replaces the ellipsis by count names."""
    names = [f".{i}" for i in range(count)]
    wide = []
    for axis in axes:
        if axis == "...":
            wide += [[n] for n in names]
        else:
            wide.append([m for n in axis for m in (names if n == "..." else [n])])
    return wide


def _apply(x, pattern, sizes, how):
    if isinstance(x, (list, tuple)):
        x = torch.stack(list(x))
    left, right = (_side(s) for s in pattern.split("->"))
    extra = x.dim() - sum(axis != "..." for axis in left)
    left, right = _widen(left, extra), _widen(right, extra)
    assert len(left) == x.dim(), f"{pattern}: {x.dim()} axes"
    sizes = dict(sizes)
    shape = []
    for axis, size in zip(left, x.shape):
        known, unknown = 1, []
        for name in axis:
            if name == "1":
                continue
            if name in sizes:
                known *= sizes[name]
            else:
                unknown.append(name)
        assert len(unknown) <= 1 and size % known == 0, pattern
        if unknown:
            sizes[unknown[0]] = size // known
        else:
            assert known == size, pattern
        shape += [1 if n == "1" else sizes[n] for n in axis]
    x = x.reshape(shape)
    names = [n for axis in left for n in axis]
    while "1" in names:                       # axes of size 1 go
        i = names.index("1")
        x, names = x.squeeze(i), names[:i] + names[i + 1:]
    wanted = [n for axis in right for n in axis if n != "1"]
    gone = [n for n in names if n not in wanted]
    if gone:
        assert how, f"{pattern}: {gone} is lost"
        dims = [names.index(n) for n in gone]
        if how == "mean": x = x.mean(dim=dims)
        elif how == "sum": x = x.sum(dim=dims)
        elif how == "max": x = x.amax(dim=dims)
        elif how == "min": x = x.amin(dim=dims)
        else: raise ValueError(how)
        names = [n for n in names if n not in gone]
    for n in wanted:                          # repeat makes new axes
        if n not in names:
            if n not in sizes:
                sizes[n] = int(n)
            x = x.unsqueeze(0).expand(sizes[n], *x.shape)
            names = [n] + names
    x = x.permute([names.index(n) for n in wanted])
    shape = []
    for axis in right:
        size = 1
        for n in axis:
            size *= 1 if n == "1" else sizes[n]
        shape.append(size)
    return x.reshape(shape)


def rearrange(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, axes_lengths, None)


def repeat(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, axes_lengths, None)


def reduce(tensor, pattern, reduction, **axes_lengths):
    return _apply(tensor, pattern, axes_lengths, reduction)
