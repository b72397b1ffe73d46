def itemgetter(*keys):
    if len(keys) == 1:
        return lambda x: x[keys[0]]
    return lambda x: tuple([x[key] for key in keys])

def attrgetter(*names):
    def get(x, path):
        for name in path.split("."):
            x = getattr(x, name)
        return x

    if len(names) == 1:
        return lambda x: get(x, names[0])
    return lambda x: tuple([get(x, name) for name in names])

add = lambda a, b: a + b
sub = lambda a, b: a - b
mul = lambda a, b: a * b
truediv = lambda a, b: a / b
floordiv = lambda a, b: a // b
mod = lambda a, b: a % b
matmul = lambda a, b: a @ b
neg = lambda a: -a
eq = lambda a, b: a == b
ne = lambda a, b: a != b
lt = lambda a, b: a < b
gt = lambda a, b: a > b
le = lambda a, b: a <= b
ge = lambda a, b: a >= b
