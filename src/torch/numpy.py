import numpy
from torch._C import _where, _round, _together, _outer, AxisError, UFuncTypeError
from numpy import asarray, array, eye, ones, ones_like, sum, max, min, abs, sqrt, exp, power, dot, matmul
from numpy import maximum, minimum, logical_and, logical_or, isfinite, isnan

def where(condition, x=None, y=None):
    if x is None and y is None:
        return nonzero(condition)
    return _where(condition, x, y)

def nonzero(a):
    a = asarray(a)
    if a.ndim == 0:
        raise ValueError("Calling nonzero on 0d arrays is not allowed. Use np.atleast_1d(scalar).nonzero() instead.")
    places = torch.nonzero(asarray(a)).numpy()
    return tuple(places[:, i] for i in range(places.shape[1]))

def round(a, decimals=0):
    return _round(a, decimals)

def around(a, decimals=0):
    return _round(a, decimals)

def copy(a):
    return array(a)

def identity(n, dtype=None):
    return eye(n, None, dtype)

def shape(a):
    return asarray(a).shape

def size(a):
    return asarray(a).size

def ndim(a):
    return asarray(a).ndim

def _axis(axis, ndim, name=""):
    if not -ndim <= axis < ndim:
        raise AxisError(f"{name}axis {axis} is out of bounds for array of dimension {ndim}")
    return axis % ndim

# Of what has no axes the plain number.
def _plain(a):
    return a[()] if a.ndim == 0 else a

# Means and spreads.
def _count(a, axis):
    if axis is None:
        return a.size
    n = 1
    for d in axis if isinstance(axis, tuple) else (axis,):
        n *= a.shape[_axis(d, a.ndim)]
    return n

def mean(a, axis=None, dtype=None, keepdims=False):
    a = asarray(a)
    if dtype is None and a.dtype not in (numpy.float32, numpy.float64):
        a = a.astype(numpy.float64)
    total = sum(a, axis, dtype, keepdims)
    return total / _count(a, axis)

def average(a, axis=None, weights=None):
    a = asarray(a)
    if weights is None:
        return mean(a, axis)
    weights = asarray(weights)
    if weights.ndim == 1 and a.ndim > 1 and axis is not None:
        sizes = [1] * a.ndim
        sizes[axis] = len(weights)
        if len(weights) != a.shape[axis]:
            raise ValueError("Shape of weights must be consistent with shape of a along specified axis.")
        weights = weights.reshape(sizes)
    total = sum(weights * ones_like(a), axis)
    if (total == 0).any():
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return sum(a * weights, axis) / total

def var(a, axis=None, dtype=None, ddof=0, keepdims=False):
    a = asarray(a, dtype)
    apart = a - mean(a, axis, None, True)
    squares = apart * apart
    return sum(squares, axis, None, keepdims) / (_count(a, axis) - ddof)

def std(a, axis=None, dtype=None, ddof=0, keepdims=False):
    return sqrt(var(a, axis, dtype, ddof, keepdims))

def median(a, axis=None, keepdims=False):
    a = asarray(a)
    a = a.astype(int) if a.dtype == numpy.bool else a
    if axis is None:
        a, axis = a.reshape(-1), 0
    n = a.shape[_axis(axis, a.ndim)]
    ordered = sort(a, axis)
    low, high = take(ordered, [(n - 1) // 2], axis), take(ordered, [n // 2], axis)
    middle = (low + high) / 2
    last = take(ordered, [n - 1], axis)
    if isnan(last).any():
        middle = where(isnan(last), last, middle)
    return middle if keepdims else _plain(squeeze(middle, axis))

def ptp(a, axis=None):
    return max(a, axis) - min(a, axis)

# Shapes.
def reshape(a, shape):
    return torch.reshape(asarray(a), (shape,) if isinstance(shape, int) else shape)

def ravel(a):
    return torch.reshape(asarray(a), (-1,))

def transpose(a, axes=None):
    a = asarray(a)
    return a.T if axes is None else torch.permute(a, axes)

def permute_dims(a, axes):
    return torch.permute(asarray(a), axes)

def swapaxes(a, axis1, axis2):
    a = asarray(a)
    return torch.transpose(a, _axis(axis1, a.ndim, "axis1: "), _axis(axis2, a.ndim, "axis2: "))

def moveaxis(a, source, destination):
    a = asarray(a)
    for name, axes in (("source: ", source), ("destination: ", destination)):
        for d in axes if isinstance(axes, (tuple, list)) else (axes,):
            _axis(d, a.ndim, name)
    return torch.movedim(a, source, destination)

def expand_dims(a, axis):
    return torch.unsqueeze(asarray(a), axis)

def squeeze(a, axis=None):
    a = asarray(a)
    if axis is None:
        return torch.squeeze(a)
    if a.shape[_axis(axis, a.ndim)] != 1:
        raise ValueError("cannot select an axis to squeeze out which has size not equal to one")
    return torch.squeeze(a, axis)

def broadcast_to(array, shape):
    return torch.broadcast_to(asarray(array), shape)

def _with_axis(a):
    a = asarray(a)
    return a.reshape(1) if a.ndim == 0 else a

def atleast_2d(a):
    a = asarray(a)
    return a if a.ndim > 1 else a.reshape(1, -1)

def _arrays(arrays):
    return _together(list(arrays))

def _parts(arrays, what):
    arrays = _arrays(arrays)
    if not arrays:
        raise ValueError("need at least one array to " + what)
    return arrays

def concatenate(arrays, axis=0):
    arrays = _parts(arrays, "concatenate")
    if axis is None:
        return torch.cat([ravel(a) for a in arrays])
    return torch.cat(arrays, axis)

def stack(arrays, axis=0):
    return torch.stack(_parts(arrays, "stack"), axis)

def vstack(tup):
    return torch.cat(_parts([atleast_2d(a) for a in tup], "concatenate"))

def hstack(tup):
    arrays = _parts([_with_axis(a) for a in tup], "concatenate")
    return torch.cat(arrays, 0 if arrays[0].ndim == 1 else 1)

def column_stack(tup):
    return torch.cat([a if a.ndim > 1 else a.reshape(-1, 1) for a in _arrays(tup)], 1)

def split(ary, indices_or_sections, axis=0):
    ary = asarray(ary)
    if isinstance(indices_or_sections, int) and ary.shape[axis] % indices_or_sections:
        raise ValueError("array split does not result in an equal division")
    return list(torch.tensor_split(ary, indices_or_sections, axis))

def array_split(ary, indices_or_sections, axis=0):
    if isinstance(indices_or_sections, int) and indices_or_sections < 1:
        raise ValueError("number sections must be larger than 0.")
    return list(torch.tensor_split(asarray(ary), indices_or_sections, axis))

def repeat(a, repeats, axis=None):
    a = _with_axis(a)
    return torch.repeat_interleave(ravel(a) if axis is None else a, repeats, 0 if axis is None else axis)

def tile(A, reps):
    A = asarray(A)
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    return torch.tile(A, reps)

def flip(m, axis=None):
    m = asarray(m)
    axes = range(m.ndim) if axis is None else (axis,) if isinstance(axis, int) else axis
    axes = [_axis(d, m.ndim) for d in axes]
    return m[tuple(slice(None, None, -1 if d in axes else 1) for d in range(m.ndim))]

def rint(x):
    x = asarray(x)
    if x.dtype == numpy.bool:
        raise NotHere("rint: of bool NumPy makes float16, which is not here: use .astype(float)")
    return _round(x if x.dtype == numpy.float32 else x.astype(numpy.float64), 0)

def roll(a, shift, axis=None):
    return torch.roll(asarray(a), shift, axis)

def tril(m, k=0):
    return torch.tril(asarray(m), k)

def triu(m, k=0):
    return torch.triu(asarray(m), k)

def tri(N, M=None, k=0, dtype=None):
    return tril(ones((N, N if M is None else M), dtype), k)

def diag(v, k=0):
    return torch.diag(asarray(v), k)

def diagonal(a, offset=0, axis1=0, axis2=1):
    return torch.diagonal(asarray(a), offset, axis1, axis2)

def trace(a):
    return sum(diagonal(a), -1)

def take(a, indices, axis=None):
    a, indices = _with_axis(a), asarray(indices)
    if axis is None:
        return a.reshape(-1)[indices]
    before = (slice(None),) * (axis if axis >= 0 else axis + a.ndim)
    return a[before + (indices,)]

def take_along_axis(arr, indices, axis):
    arr, indices = asarray(arr), asarray(indices)
    if indices.ndim == arr.ndim and indices.size and (indices < 0).any():
        indices = where(indices < 0, indices + arr.shape[axis], indices)
    return torch.take_along_dim(arr, indices, axis)

# Order.
def argsort(a, axis=-1, kind=None, stable=None):
    a = asarray(a)
    if axis is None or (a.ndim == 0 and axis in (0, -1)):
        a, axis = a.reshape(-1), -1
    return torch.argsort(a, _axis(axis, a.ndim))

def sort(a, axis=-1, kind=None, stable=None):
    a = asarray(a)
    if axis is None:
        a, axis = a.reshape(-1), 0
    axis = _axis(axis, a.ndim)
    return torch.sort(a, axis).values

# Products.
def einsum(subscripts, *operands, optimize=False):
    arrays = _arrays(operands)
    kind = arrays[0].dtype
    if kind == numpy.bool:
        return torch.einsum(subscripts, [a.astype(int) for a in arrays]) != 0
    if kind in (numpy.uint8, numpy.int32):
        return _plain(torch.einsum(subscripts, [a.astype(int) for a in arrays]).astype(kind))
    return _plain(torch.einsum(subscripts, arrays))

def inner(a, b):
    a, b = _arrays([a, b])
    if a.ndim == 0 or b.ndim == 0:
        return dot(a, b)
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(_not_aligned(a, transpose(b)))
    return _plain(torch.tensordot(a, b, ([-1], [-1])))

def _shape(a):
    return str(a.shape).replace(" ", "")

def _not_aligned(a, b):
    place = b.ndim - 2 if b.ndim > 1 else 0
    return (f"shapes {_shape(a)} and {_shape(b)} not aligned: "
            f"{a.shape[-1]} (dim {a.ndim - 1}) != {b.shape[place]} (dim {place})")

def outer(a, b):
    a, b = _arrays([a, b])
    return _outer(ravel(a), ravel(b))

def vdot(a, b):
    a, b = ravel(a), ravel(b)
    return dot(a, b.reshape(a.shape))

def tensordot(a, b, axes=2):
    return torch.tensordot(asarray(a), asarray(b), axes)

# Bounds and comparisons.
def sign(x):
    x = asarray(x)
    if x.dtype == numpy.bool:
        raise UFuncTypeError("ufunc 'sign' did not contain a loop with signature matching types <class 'numpy.dtypes.BoolDType'> -> None")
    signs = torch.sign(x)
    return _plain(where(isnan(x), x, signs)) if isnan(x).any() else signs

def clip(a, a_min=None, a_max=None):
    a = asarray(a)
    a = a if a_min is None else maximum(a, a_min)
    return a if a_max is None else minimum(a, a_max)

def nan_to_num(x, nan=0.0, posinf=None, neginf=None):
    return torch.nan_to_num(asarray(x), nan, posinf, neginf)

def isclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    a, b = asarray(a), asarray(b)
    near = logical_and(abs(a - b) <= atol + rtol * abs(b), isfinite(b))
    near = logical_or(near, a == b)
    return logical_or(near, logical_and(isnan(a), isnan(b))) if equal_nan else near

def allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False):
    return bool(isclose(a, b, rtol, atol, equal_nan).all())

def array_equal(a1, a2):
    a1, a2 = asarray(a1), asarray(a2)
    return a1.shape == a2.shape and bool((a1 == a2).all())

def count_nonzero(a, axis=None):
    return sum(asarray(a) != 0, axis)

def unique(ar):
    ordered = sort(asarray(ar), None)
    is_first = ordered[1:] != ordered[:-1]
    return ordered if ordered.size == 0 else concatenate([ordered[:1], ordered[1:][is_first]])

def diff(a, n=1, axis=-1):
    a = asarray(a)
    if a.ndim == 0:
        raise ValueError("diff requires input that is at least one dimensional")
    x = a.swapaxes(axis, -1)
    for _ in range(n):
        x = x[..., 1:] ^ x[..., :-1] if x.dtype == bool else x[..., 1:] - x[..., :-1]
    return x.swapaxes(axis, -1)

def sinh(x):
    x = asarray(x)
    return (exp(x) - exp(-x)) / 2

def cosh(x):
    x = asarray(x)
    return (exp(x) + exp(-x)) / 2

class errstate:
    def __init__(self, **kwargs):
        pass

    def __enter__(self):
        return None

    def __exit__(self, *exc):
        return False
