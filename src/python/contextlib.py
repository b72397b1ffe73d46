from functools import wraps

class nullcontext:
    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *error):
        return None

class suppress:
    def __init__(self, *errors):
        self._errors = errors

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, self._errors)

class _Manager:
    def __init__(self, steps):
        self._steps = steps

    def __enter__(self):
        try:
            return next(self._steps)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, kind, error, trace):
        if kind is None:
            for _ in self._steps:
                raise RuntimeError("generator didn't stop")
            return False
        try:
            self._steps.throw(error)
        except StopIteration:
            return True
        except BaseException as thrown:
            if thrown is error:
                return False
            raise
        raise RuntimeError("generator didn't stop after throw()")

def contextmanager(f):
    @wraps(f)
    def make(*args, **kwargs):
        return _Manager(f(*args, **kwargs))

    return make
