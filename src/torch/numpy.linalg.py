import numpy
from torch._C import LinAlgError

def norm(x, ord=None, axis=None, keepdims=False):
    x = numpy.asarray(x)
    x = x if x.dtype == numpy.float32 else x.astype(float)
    if ord is None and axis is None:
        return numpy.sqrt(numpy.sum(x * x))
    if x.ndim > 1 and (axis is None or isinstance(axis, tuple)) and ord not in (None, "fro"):
        raise NotHere("norms of matrices are not part of the lesson language")
    if ord is None or ord == 2 or ord == "fro":
        return numpy.sqrt(numpy.sum(x * x, axis, None, keepdims))
    if ord == 1:
        return numpy.sum(numpy.abs(x), axis, None, keepdims)
    if ord == numpy.inf:
        return numpy.max(numpy.abs(x), axis, keepdims)
    return numpy.power(numpy.sum(numpy.power(numpy.abs(x), ord), axis, None, keepdims), 1 / ord)

def matrix_power(a, n):
    a = numpy.asarray(a)
    if a.ndim != 2 or a.shape[0] != a.shape[1]:
        raise LinAlgError("Last 2 dimensions of the array must be square")
    result = numpy.eye(len(a))
    for _ in range(n):
        result = result @ a
    return result
