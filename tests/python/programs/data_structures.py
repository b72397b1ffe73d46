class Node:
    def __init__(self, v, nxt=None): self.v, self.next = v, nxt
class LinkedList:
    def __init__(self, *vs):
        self.head = None
        for v in reversed(vs): self.head = Node(v, self.head)
    def __iter__(self):
        n = self.head
        while n: yield n.v; n = n.next
    def __reversed__(self): return iter(list(self)[::-1])
    def __len__(self): return sum(1 for _ in self)
    def __str__(self): return " -> ".join(map(str, self))
    def __contains__(self, x): return any(v == x for v in self)
l = LinkedList(1, 2, 3)
print(l, len(l), list(reversed(l)), 2 in l, max(l), sorted(l, reverse=True), [*l], tuple(l), sum(l), dict(enumerate(l)))
a, *b = l; print(a, b)
class Graph:
    def __init__(self): self.e = {}
    def add(self, a, b): self.e.setdefault(a, []).append(b); self.e.setdefault(b, [])
    def dfs(self, n, seen=None):
        seen = seen if seen is not None else set()
        if n in seen: return
        seen.add(n); yield n
        for m in self.e[n]: yield from self.dfs(m, seen)
    def topo(self):
        done, out = set(), []
        def visit(n):
            if n in done: return
            done.add(n)
            for m in self.e[n]: visit(m)
            out.append(n)
        for n in list(self.e): visit(n)
        return out[::-1]
g = Graph()
for p in ["ab", "bc", "ac", "cd"]: g.add(*p)
print(list(g.dfs("a")), g.topo(), g.e)
class Value:
    def __init__(self, data, _children=(), _op=""):
        self.data, self.grad = data, 0.0
        self._backward = lambda: None
        self._prev, self._op = set(_children), _op
    def __add__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        out = Value(self.data + o.data, (self, o), "+")
        def _b():
            self.grad += out.grad; o.grad += out.grad
        out._backward = _b
        return out
    def __mul__(self, o):
        o = o if isinstance(o, Value) else Value(o)
        out = Value(self.data * o.data, (self, o), "*")
        def _b():
            self.grad += o.data * out.grad; o.grad += self.data * out.grad
        out._backward = _b
        return out
    def __pow__(self, k):
        out = Value(self.data ** k, (self,), f"**{k}")
        def _b(): self.grad += k * self.data ** (k - 1) * out.grad
        out._backward = _b
        return out
    def relu(self):
        out = Value(max(0, self.data), (self,), "relu")
        def _b(): self.grad += (out.data > 0) * out.grad
        out._backward = _b
        return out
    def backward(self):
        topo, seen = [], set()
        def build(v):
            if v not in seen:
                seen.add(v)
                for c in v._prev: build(c)
                topo.append(v)
        build(self)
        self.grad = 1
        for v in reversed(topo): v._backward()
    def __neg__(self): return self * -1
    def __radd__(self, o): return self + o
    def __sub__(self, o): return self + (-o)
    def __rmul__(self, o): return self * o
    def __truediv__(self, o): return self * o ** -1
    def __repr__(self): return f"Value(data={self.data}, grad={self.grad})"
a, b = Value(-4.0), Value(2.0)
c = a + b; d = a * b + b ** 3
c += c + 1; c += 1 + c + (-a); d += d * 2 + (b + a).relu(); d += 3 * d + (b - a).relu()
e = c - d; f = e ** 2; h = f / 2.0; h += 10.0 / f if False else f * 0.5
print(f"{h.data:.4f}"); h.backward(); print(f"{a.grad:.4f} {b.grad:.4f}"); print(a)
