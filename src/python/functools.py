from collections import namedtuple

class partial:
    def __init__(self, func, /, *args, **keywords):
        self.func, self.args, self.keywords = func, args, keywords

    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})

    def __repr__(self):
        parts = [repr(self.func)] + [repr(a) for a in self.args]
        parts += [f"{k}={v!r}" for k, v in self.keywords.items()]
        return f'functools.partial({", ".join(parts)})'

_none = object()

def reduce(function, iterable, initial=_none, /):
    items = iter(iterable)
    if initial is _none:
        for initial in items:
            break
        else:
            raise TypeError("reduce() of empty iterable with no initial value")
    for item in items:
        initial = function(initial, item)
    return initial

def wraps(wrapped, assigned=None, updated=None):
    def decorate(wrapper):
        wrapper.__wrapped__ = wrapped
        return wrapper

    return decorate

CacheInfo = namedtuple("CacheInfo", "hits misses maxsize currsize")

def lru_cache(maxsize=128, typed=False):
    if callable(maxsize):
        return lru_cache()(maxsize)

    def decorate(f):
        kept, met = {}, [0, 0]

        @wraps(f)
        def cached(*args, **kwargs):
            key = (args, tuple(kwargs.items())) if kwargs else args
            if key in kept:
                met[0] += 1
                result = kept[key]
                if maxsize is not None:
                    kept[key] = kept.pop(key)
                return result
            met[1] += 1
            result = f(*args, **kwargs)
            if maxsize != 0:
                kept[key] = result
            if maxsize is not None and len(kept) > maxsize:
                del kept[next(iter(kept))]
            return result

        def clear():
            kept.clear()
            met[:] = [0, 0]

        cached.cache_info = lambda: CacheInfo(*met, maxsize, len(kept))
        cached.cache_clear = clear
        return cached

    return decorate

def cache(f):
    return lru_cache(None)(f)
