"""Complex tensors as far as rotary positions need them: two real numbers in the last axis of a tensor, which they are a
view of. What is computed with them are steps with these, so that each says where it comes from."""

_LINE, _EDGE, _MOST = 80, 3, 1000

class ComplexTensor:
    __stands_for__ = "Tensor"

    def __init__(self, pair, way):
        self._pair, self._way = pair, way

    # Parts and sizes.

    @property
    def real(self):
        return self._pair[..., 0]

    @property
    def imag(self):
        return self._pair[..., 1]

    @property
    def shape(self):
        return self._pair.shape[:-1]

    @property
    def ndim(self):
        return self._pair.dim() - 1

    @property
    def device(self):
        return self._pair.device

    def dim(self):
        return self.ndim

    def size(self, dim=None):
        return self.shape if dim is None else self.shape[dim]

    def numel(self):
        return self._pair.numel() // 2

    def __len__(self):
        return len(self._pair)

    def abs(self):
        return torch.hypot(self.real, self.imag)

    __abs__ = abs

    def __getattr__(self, name):
        raise NotHere(f"complex tensors have no .{name} here: use torch.view_as_real")

    # The same numbers at other places.

    def _at(self, dim, more=0):
        rank = self.ndim + more
        if not -rank <= dim < rank:
            raise IndexError(f"Dimension out of range (expected to be in range of [{-rank}, {rank - 1}], but got {dim})")
        return dim % rank

    def _sizes(self, sizes):
        return (*(sizes[0] if len(sizes) == 1 and not isinstance(sizes[0], int) else sizes), 2)

    def __getitem__(self, key):
        keys = key if isinstance(key, tuple) else (key,)
        keys = keys + (slice(None),) if any(k is Ellipsis for k in keys) else keys
        return ComplexTensor(self._pair[keys], "SliceBackward0")

    def view(self, *size):
        return ComplexTensor(self._pair.view(self._sizes(size)), "ViewBackward0")

    def reshape(self, *shape):
        return ComplexTensor(self._pair.reshape(self._sizes(shape)), "ViewBackward0")

    def expand(self, *size):
        return ComplexTensor(self._pair.expand(self._sizes(size)), "ExpandBackward0")

    def transpose(self, dim0, dim1):
        return ComplexTensor(self._pair.transpose(self._at(dim0), self._at(dim1)), "TransposeBackward0")

    def unsqueeze(self, dim):
        return ComplexTensor(self._pair.unsqueeze(self._at(dim, 1)), "UnsqueezeBackward0")

    def flatten(self, start_dim=0, end_dim=-1):
        return ComplexTensor(self._pair.flatten(self._at(start_dim), self._at(end_dim)), "ViewBackward0")

    def contiguous(self):
        return ComplexTensor(self._pair.contiguous(), self._way)

    def detach(self):
        return ComplexTensor(self._pair.detach(), "")

    def to(self, device):
        self._pair.to(torch.device(device))
        return self

    # (a + bi)(c + di) = (ac - bd) + (ad + bc)i, where a real number is c + 0i: 0 has a sign, and is nan times inf.

    def __mul__(self, other):
        a, b, c, d = self.real, self.imag, other, 0.0
        if isinstance(other, ComplexTensor):
            c, d = other.real, other.imag
        elif isinstance(other, torch.Tensor):
            d = torch.zeros_like(other)
        elif hasattr(other, "dtype"):
            raise NotHere("a complex tensor times an array of NumPy is not here: use torch.from_numpy")
        elif not isinstance(other, (int, float)):
            return NotImplemented
        if isinstance(c, torch.Tensor) and c.dtype != a.dtype:
            raise NotHere(f"a complex tensor of {a.dtype} times one of {c.dtype} is not here: use .float()")
        return ComplexTensor(torch.stack([a * c - b * d, a * d + b * c], dim=-1), "MulBackward0")

    __rmul__ = __mul__

    # No other operator: Python's own words for that are errors, which a program could catch.

    def _no_operator(self, *others):
        raise NotHere("of the operators, complex tensors have * alone here: use torch.view_as_real")

    __add__ = __radd__ = __sub__ = __rsub__ = __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _no_operator
    __mod__ = __rmod__ = __pow__ = __rpow__ = __matmul__ = __rmatmul__ = __neg__ = __pos__ = __invert__ = _no_operator
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __imul__ = _no_operator
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = _no_operator
    __bool__ = __int__ = __float__ = __index__ = __contains__ = __setitem__ = __reversed__ = _no_operator

    # As text.

    def __format__(self, spec):
        if spec or self.ndim == 0:
            raise NotHere("a complex number is not formatted here: print it, or format .real and .imag")
        return repr(self)

    def __repr__(self):
        indent = len("tensor(")
        cut = self.numel() > _MOST
        shown = self._pair.detach()
        for dim, size in enumerate(self.shape):
            if cut and size > 2 * _EDGE:
                shown = torch.cat([shown.narrow(dim, 0, _EDGE), shown.narrow(dim, size - _EDGE, _EDGE)], dim)
        if shown.numel() // 2 > _MOST:
            raise NotHere("a complex tensor of so many axes is not printed here")
        left, right = _tokens(shown[..., 0]), _tokens(shown[..., 1])
        width = max([len(t) for t in left], default=0), max([len(t) for t in right], default=0)
        cells = [a.rjust(width[0]) + ("" if b[0] == "-" else "+") + b + "j" for a, b in zip(left, right)]
        if self.numel() == 0:
            text = "[]" + (f", size={tuple(self.shape)}" if self.ndim != 1 else "")
            text += "" if self._pair.dtype == torch.float64 else ", dtype=torch.complex64"
        else:
            text = _block(cells, list(self.shape), cut, indent, sum(width) + 3)
        if self._pair.dtype == torch.float64:
            text += ", dtype=torch.complex128"
        if self._pair.requires_grad and self._way:
            raise NotHere("a complex tensor that has a gradient is not printed here: use .detach()")
        return f"tensor({text})"

def _tokens(part):
    text = repr(part.reshape(-1))
    inside = text[text.index("[") + 1:text.index("]")]
    return [token.strip() for token in inside.split(",")] if inside else []

def _block(cells, shape, cut, indent, width):
    if not shape:
        return cells[0]
    gap = cut and shape[0] > 2 * _EDGE
    count = 2 * _EDGE if gap else shape[0]
    if len(shape) == 1:
        row = cells[:_EDGE] + [" ..."] + cells[_EDGE:] if gap else cells
        each = max(1, (_LINE - indent) // width)
        lines = [", ".join(row[i:i + each]) for i in range(0, len(row), each)]
        return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"
    step = len(cells) // count if count else 0
    parts = [_block(cells[i * step:(i + 1) * step], shape[1:], cut, indent + 1, width) for i in range(count)]
    if gap:
        parts[_EDGE:_EDGE] = ["..."]
    return "[" + ("," + "\n" * (len(shape) - 1) + " " * (indent + 1)).join(parts) + "]"

def polar(abs, angle):
    for part in (abs, angle):
        if not torch.is_tensor(part) or part.dtype not in (torch.float32, torch.float64):
            raise RuntimeError("polar: two tensors of float32 or of float64 are needed")
    if abs.dtype != angle.dtype:
        raise RuntimeError("polar: both tensors must have the same type")
    return ComplexTensor(torch.stack([abs * angle.cos(), abs * angle.sin()], dim=-1), "PolarBackward0")

def view_as_complex(input):
    if input.dtype not in (torch.float32, torch.float64):
        raise NotHere(f"view_as_complex: of float32 and float64 alone, and this is {input.dtype}: use .float()")
    if input.dim() == 0 or input.shape[-1] != 2:
        raise RuntimeError("Tensor must have a last dimension of size 2")
    if input.stride(-1) != 1:
        raise RuntimeError("Tensor must have a last dimension with stride 1")
    if any(step % 2 for step in input.stride()[:-1]):
        raise RuntimeError("Tensor must have a stride divisible by 2 for all but last dimension")
    return ComplexTensor(input, "ViewAsComplexBackward0")

def view_as_real(input):
    if not isinstance(input, ComplexTensor):
        raise RuntimeError("view_as_real is only supported for complex tensors")
    return input._pair
