from collections import _Named

TYPE_CHECKING = False

def TypeVar(name, *constraints, **settings):
    return name

def cast(kind, value):
    return value

def overload(f):
    return f

class NamedTuple(_Named):
    def __init_subclass__(cls):
        if "_fields" not in cls.__dict__:
            cls._fields = tuple(cls.__annotations__)
            own = cls.__dict__
            cls._field_defaults = {f: own[f] for f in cls._fields if f in own}
            for f in cls._field_defaults:
                delattr(cls, f)
