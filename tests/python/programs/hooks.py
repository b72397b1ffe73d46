class A:
    def __getattr__(self, name):
        if name.startswith("q"): return "got " + name
        raise AttributeError(f"no {name}")
    def __setattr__(self, name, v):
        print("set", name, v)
        super().__setattr__(name, v)
    def __delattr__(self, name):
        print("del", name)
        super().__delattr__(name)
a = A()
a.z = 3
print(a.z, a.qq)
del a.z
try: a.z
except AttributeError as e: print(e)
print(hasattr(a, "q1"), hasattr(a, "z"), getattr(a, "z", 7))
class H:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return isinstance(o, H) and self.v == o.v
    def __hash__(self): return hash(self.v)
    def __contains__(self, x): return x == self.v
    def __bool__(self): return self.v > 0
    def __len__(self): return 3
    def __lt__(self, o): return self.v < o.v
    def __repr__(self): return f"H({self.v})"
print({H(1): "a"}[H(1)], len({H(1), H(1), H(2)}), 1 in H(1), bool(H(0)), H(1) != H(2))
print(sorted([H(3), H(1)]), max([H(3), H(9)]), [H(1)].index(H(1)), H(1) in [H(1)])
