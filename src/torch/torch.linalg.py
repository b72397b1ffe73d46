def norm(A, ord=None, dim=None, keepdim=False):
    if ord is None and dim is None:
        length = A.norm()
        return length.reshape([1] * A.dim()) if keepdim else length
    if A.dim() > 1 and (dim is None or isinstance(dim, tuple)) and ord not in (None, "fro"):
        raise NotHere("norm: norms of matrices are not part of the lesson language")
    return vector_norm(A, 2 if ord in (None, "fro") else ord, dim, keepdim)

def vector_norm(x, ord=2, dim=None, keepdim=False):
    return x.norm(ord) if dim is None else x.norm(ord, dim=dim, keepdim=keepdim)

def matmul(input, other):
    return input @ other

def diagonal(A, offset=0, dim1=-2, dim2=-1):
    return torch.diagonal(A, offset, dim1, dim2)

from torch import cross
