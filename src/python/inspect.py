class Parameter:
    class empty:
        pass

    POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_POSITIONAL, KEYWORD_ONLY, VAR_KEYWORD = range(5)

    def __init__(self, name, kind, *default):
        self.name, self.kind = name, kind
        self.default = default[0] if default else Parameter.empty

# Of a function of the library some are known: the original may have more.
class _Known:
    def __init__(self, found):
        self._found = found

    def __contains__(self, name):
        return name in self._found or self._refuse()

    def __getitem__(self, name):
        return self._found[name] if name in self._found else self._refuse()

    def _refuse(self, *unused):
        raise NotHere("inspect.signature: not all parameters of the original are known here")

    __iter__ = __len__ = __repr__ = __eq__ = keys = values = items = get = _refuse

class Signature:
    def __init__(self, parameters):
        self.parameters = parameters

def signature(obj):
    is_own, rows = parameters_of(obj)
    found = {row[0]: Parameter(*row) for row in rows}
    return Signature(found if is_own else _Known(found))
