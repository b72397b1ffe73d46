class A:
    "doc of A"
    def f(self):
        "doc of f"
class B(A): pass
print(A.__name__, A.__doc__, A.f.__doc__, A.f.__name__, B.__bases__, B.__mro__, A.__module__)
print(B().__class__.__name__, type(B()).__name__, B.__qualname__)
b = B(); b.y = 3
print(b.__dict__, vars(b))
def g(): pass
print(g.__name__, g.__doc__, g.__module__)
print([c.__name__ for c in B.__mro__])
print(issubclass(B, A), isinstance(b, (int, A)), issubclass(bool, int))
print(B, A, int, type(b) is B, type(3) is int)
