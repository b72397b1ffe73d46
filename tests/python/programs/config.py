class Config(dict):
    def __getattr__(self, k):
        try: return self[k]
        except KeyError: raise AttributeError(k)
    def __setattr__(self, k, v): self[k] = v
c = Config(lr=0.1, layers=[1, 2]); c.name = "x"
print(c.lr, c.layers, c, c.name, hasattr(c, "nope"))
class Cfg:
    def __init__(self, **kw):
        self.__dict__.update(kw)
    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join(f'{k}={v!r}' for k, v in self.__dict__.items())})"
    def __eq__(self, o): return self.__dict__ == o.__dict__
a = Cfg(lr=1e-3, n=4); print(a, a.lr, a == Cfg(lr=0.001, n=4), vars(a))
for k, v in a.__dict__.items(): print(k, v)
setattr(a, "deep", Cfg(x=1)); print(a)
class Registry:
    _reg = {}
    @classmethod
    def register(cls, name):
        def deco(f):
            cls._reg[name] = f
            return f
        return deco
@Registry.register("relu")
def relu(x): return max(0, x)
@Registry.register("double")
class Double:
    def __call__(self, x): return 2 * x
print(Registry._reg["relu"](-3), Registry._reg["double"]()(4), list(Registry._reg))
