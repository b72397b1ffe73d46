MISSING = object()

class Field:
    def __init__(self, **settings):
        self.__dict__.update(settings)

def field(
    *, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True,
    metadata=None, kw_only=False
):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError("cannot specify both default and default_factory")
    made = Field(init=init, repr=repr, compare=compare, metadata=metadata or {})
    if default is not MISSING:
        made.default = default
    if default_factory is not MISSING:
        made.default_factory = default_factory
    return made

def fields(c):
    names = getattr(c, "__dataclass_fields__", None)
    if names is None:
        raise TypeError("must be called with a dataclass type or instance")
    return tuple(Field(name=name) for name in names)

def is_dataclass(c):
    return hasattr(c, "__dataclass_fields__")

def asdict(x):
    if is_dataclass(x):
        return {f.name: asdict(getattr(x, f.name)) for f in fields(x)}
    if isinstance(x, dict):
        return {asdict(k): asdict(v) for k, v in x.items()}
    if isinstance(x, list):
        return [asdict(v) for v in x]
    if isinstance(x, tuple):
        return tuple([asdict(v) for v in x])
    return x

def astuple(x):
    return tuple([astuple(getattr(x, f.name)) for f in fields(x)]) if is_dataclass(x) else x

def replace(x, /, **changes):
    return type(x)(**{**{f.name: getattr(x, f.name) for f in fields(x)}, **changes})
