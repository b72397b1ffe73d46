class Matrix:
    def __init__(self, rows): self.rows = [list(r) for r in rows]
    @property
    def shape(self): return len(self.rows), len(self.rows[0])
    @property
    def T(self): return Matrix(zip(*self.rows))
    def __matmul__(self, o): return Matrix([[sum(a * b for a, b in zip(r, c)) for c in zip(*o.rows)] for r in self.rows])
    def __add__(self, o): return Matrix([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, o.rows)])
    def __mul__(self, k): return Matrix([[a * k for a in r] for r in self.rows])
    __rmul__ = __mul__
    def __getitem__(self, ij):
        i, j = ij
        return self.rows[i][j]
    def __setitem__(self, ij, v): self.rows[ij[0]][ij[1]] = v
    def __repr__(self): return "\n".join(" ".join(f"{x:6.2f}" for x in r) for r in self.rows)
    def __eq__(self, o): return isinstance(o, Matrix) and self.rows == o.rows
m = Matrix([[1, 2], [3, 4]])
print(m @ m.T); print(2 * m + m, m.shape, m[0, 1]); m[0, 1] = 9; print(m == m.T, m != m.T, m)
import math
def softmax(xs):
    m = max(xs)
    e = [math.exp(x - m) for x in xs]
    s = sum(e)
    return [x / s for x in e]
print([round(p, 4) for p in softmax([1.0, 2.0, 3.0])], f"{sum(softmax([5, 1])):.6f}")
def attention(q, k, v):
    d = len(q[0])
    w = [softmax([sum(a * b for a, b in zip(qi, kj)) / math.sqrt(d) for kj in k]) for qi in q]
    return [[sum(wi * vj[c] for wi, vj in zip(row, v)) for c in range(len(v[0]))] for row in w]
for row in attention([[1.0, 0.0], [0.0, 1.0]], [[1.0, 2.0], [3.0, 4.0]], [[1, 0], [0, 1]]): print(["%.4f" % x for x in row])
