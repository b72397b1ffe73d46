class ABC:
    pass

ABCMeta = type

def abstractmethod(f):
    f.__isabstractmethod__ = True
    return f
