class chain:
    def __init__(self, *iterables):
        self._items = _chain(iterables)

    def __iter__(self):
        return self

    def __next__(self):
        return next(self._items)

    @classmethod
    def from_iterable(cls, iterables):
        return _chain(iterables)

def _chain(iterables):
    for iterable in iterables:
        yield from iterable

def count(start=0, step=1):
    while True:
        yield start
        start += step

def cycle(iterable):
    kept = []
    for item in iterable:
        kept.append(item)
        yield item
    while kept:
        yield from kept

def repeat(object, times=None):
    while times is None:
        yield object
    for _ in range(times):
        yield object

def accumulate(iterable, func=None, *, initial=None):
    items = iter(iterable)
    if initial is None:
        for initial in items:
            break
        else:
            return
    yield initial
    for item in items:
        initial = initial + item if func is None else func(initial, item)
        yield initial

def islice(iterable, *bounds):
    if any(n is not None and (not isinstance(n, int) or n < 0) for n in bounds):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    return _islice(iterable, *bounds)

def _islice(iterable, *bounds):
    start, stop, step = (0, bounds[0], 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    start, step = start or 0, step or 1
    if stop is not None and stop <= start:
        return
    for i, item in enumerate(iterable):
        if i >= start and (i - start) % step == 0:
            yield item
        if stop is not None and i + 1 >= stop:
            return

def takewhile(predicate, iterable):
    for item in iterable:
        if not predicate(item):
            return
        yield item

def dropwhile(predicate, iterable):
    dropping = True
    for item in iterable:
        dropping = dropping and predicate(item)
        if not dropping:
            yield item

def filterfalse(predicate, iterable):
    for item in iterable:
        if not (item if predicate is None else predicate(item)):
            yield item

def starmap(function, iterable):
    for args in iterable:
        yield function(*args)

def compress(data, selectors):
    for item, chosen in zip(data, selectors):
        if chosen:
            yield item

def pairwise(iterable):
    items = iter(iterable)
    for a in items:
        break
    for b in items:
        yield a, b
        a = b

def zip_longest(*iterables, fillvalue=None):
    end = object()
    items = [iter(i) for i in iterables]
    while items:
        row = [next(i, end) for i in items]
        if all([x is end for x in row]):
            return
        yield tuple([fillvalue if x is end else x for x in row])

def tee(iterable, n=2):
    items, kept = iter(iterable), []
    end = object()

    def read():
        at = 0
        while True:
            if at == len(kept):
                item = next(items, end)
                if item is end:
                    return
                kept.append(item)
            yield kept[at]
            at += 1

    return tuple([read() for _ in range(n)])

def groupby(iterable, key=None):
    groups = []
    for item in iterable:
        k = item if key is None else key(item)
        if groups and groups[-1][0] == k:
            groups[-1][1].append(item)
            continue
        if groups:
            done = groups.pop()
            yield done[0], iter(done[1])
        groups.append((k, [item]))
    if groups:
        yield groups[0][0], iter(groups[0][1])

def _times(rows, pool):
    for row in rows:
        for item in pool:
            yield row + (item,)

def product(*iterables, repeat=1):
    rows = iter([()])
    for pool in [tuple(i) for i in iterables] * repeat:
        rows = _times(rows, pool)
    return rows

def permutations(iterable, r=None):
    pool = tuple(iterable)

    def choose(left, chosen):
        if len(chosen) == r:
            yield chosen
            return
        for i in left:
            yield from choose([k for k in left if k != i], chosen + (pool[i],))

    r = len(pool) if r is None else r
    return choose(list(range(len(pool))), ())

def _combinations(iterable, r, again):
    pool = tuple(iterable)

    def choose(start, chosen):
        if len(chosen) == r:
            yield chosen
            return
        for i in range(start, len(pool)):
            yield from choose(i + (not again), chosen + (pool[i],))

    return choose(0, ())

def combinations(iterable, r):
    return _combinations(iterable, r, False)

def combinations_with_replacement(iterable, r):
    return _combinations(iterable, r, True)
