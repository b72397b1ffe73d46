from itertools import repeat, chain

class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value

    def __repr__(self):
        return f"defaultdict({self.default_factory!r}, {dict(self)!r})"

    def copy(self):
        return defaultdict(self.default_factory, self)

class Counter(dict):
    def __init__(self, iterable=None, /, **kwargs):
        super().__init__()
        self.update(iterable, **kwargs)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, /, **kwargs):
        if isinstance(iterable, dict):
            for key, count in iterable.items():
                self[key] = self[key] + count
        elif iterable is not None:
            for key in iterable:
                self[key] = self[key] + 1
        if kwargs:
            self.update(kwargs)

    def subtract(self, iterable=None, /, **kwargs):
        for key, count in Counter(iterable, **kwargs).items():
            self[key] = self[key] - count

    def most_common(self, n=None):
        return sorted(self.items(), key=lambda pair: pair[1], reverse=True)[:n]

    def elements(self):
        return chain.from_iterable(repeat(key, count) for key, count in self.items())

    def total(self):
        return sum(self.values())

    def copy(self):
        return Counter(self)

    def __pos__(self):
        return _counted(self, Counter(), lambda a, b: a)

    def __neg__(self):
        return _counted(self, Counter(), lambda a, b: -a)

    def __add__(self, other):
        return _counted(self, other, lambda a, b: a + b)

    def __sub__(self, other):
        return _counted(self, other, lambda a, b: a - b)

    def __or__(self, other):
        return _counted(self, other, max)

    def __and__(self, other):
        return _counted(self, other, min)

    def __repr__(self):
        if not self:
            return "Counter()"
        return f"Counter({dict(self.most_common())!r})"

def _counted(a, b, f):
    result = Counter()
    for key in dict.fromkeys(chain(a, b)):
        count = f(a[key], b[key])
        if count > 0:
            result[key] = count
    return result

class deque:
    __hash__ = None

    def __init__(self, iterable=(), maxlen=None):
        self._items, self.maxlen = [], maxlen
        self.extend(iterable)

    def append(self, x):
        self._items.append(x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            del self._items[0]

    def appendleft(self, x):
        self._items.insert(0, x)
        if self.maxlen is not None and len(self._items) > self.maxlen:
            del self._items[-1]

    def extend(self, iterable):
        for x in iterable:
            self.append(x)

    def extendleft(self, iterable):
        for x in iterable:
            self.appendleft(x)

    def pop(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop()

    def popleft(self):
        if not self._items:
            raise IndexError("pop from an empty deque")
        return self._items.pop(0)

    def rotate(self, n=1):
        if self._items:
            n %= len(self._items)
            self._items = self._items[-n:] + self._items[:-n] if n else self._items

    def clear(self):
        self._items.clear()

    def count(self, x):
        return self._items.count(x)

    def index(self, x, start=0, stop=9223372036854775807):
        try:
            return self._items.index(x, start, stop)
        except ValueError:
            pass
        raise ValueError(f"{x!r} is not in deque")

    def remove(self, x):
        self._items.remove(x)

    def reverse(self):
        self._items.reverse()

    def copy(self):
        return deque(self._items, self.maxlen)

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __reversed__(self):
        return reversed(self._items)

    def __contains__(self, x):
        return x in self._items

    def __getitem__(self, i):
        if not -len(self._items) <= i < len(self._items):
            raise IndexError("deque index out of range")
        return self._items[i]

    def __setitem__(self, i, x):
        self._items[i] = x

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented

    def __repr__(self):
        end = "" if self.maxlen is None else f", maxlen={self.maxlen}"
        return f"deque({self._items!r}{end})"

def _missing(names):
    quoted = [repr(name) for name in names]
    if len(quoted) < 3:
        return " and ".join(quoted)
    return ", ".join(quoted[:-1]) + ", and " + quoted[-1]

class _Named(tuple):
    def __init__(self, *args, **kwargs):
        fields, name = self._fields, type(self).__name__
        if len(args) > len(fields):
            least = len(fields) + 1 - len(self._field_defaults)
            most = f"{len(fields) + 1}"
            most = most if not self._field_defaults else f"from {least} to {most}"
            raise TypeError(
                f"{name}.__new__() takes {most} positional arguments "
                f"but {len(args) + 1} were given"
            )
        given = dict(zip(fields, args))
        for key in kwargs:
            if key in given:
                raise TypeError(f"{name}.__new__() got multiple values for argument {key!r}")
            if key not in fields:
                raise TypeError(f"{name}.__new__() got an unexpected keyword argument {key!r}")
        given = {**self._field_defaults, **given, **kwargs}
        missing = [field for field in fields if field not in given]
        if missing:
            s = "" if len(missing) == 1 else "s"
            raise TypeError(
                f"{name}.__new__() missing {len(missing)} required positional "
                f"argument{s}: {_missing(missing)}"
            )
        super().__init__([given[field] for field in fields])

    def __getattr__(self, name):
        if name in self._fields:
            return self[self._fields.index(name)]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __setattr__(self, name, value):
        if name in self._fields:
            raise AttributeError("can't set attribute")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _replace(self, /, **kwargs):
        return type(self)(**{**self._asdict(), **kwargs})

    def _asdict(self):
        return dict(zip(self._fields, self))

    @classmethod
    def _make(cls, iterable):
        return cls(*iterable)

    def __repr__(self):
        parts = ", ".join(f"{k}={v!r}" for k, v in zip(self._fields, self))
        return f"{type(self).__name__}({parts})"

def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(",", " ").split()
    fields, defaults = tuple(field_names), tuple(defaults or ())
    names = {"_fields": fields, "_field_defaults": {}}
    if defaults:
        names["_field_defaults"] = dict(zip(fields[-len(defaults) :], defaults))
    return type(typename, (_Named,), names)
