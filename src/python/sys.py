from io import Stream

stdout, stderr = Stream("<stdout>"), Stream("<stderr>")
maxsize = 9223372036854775807

def getdefaultencoding():
    return "utf-8"

# A lesson that is no script has no file name.
def _script():
    try:
        return __file__
    except NameError:
        return ""

argv = [_script()]

def exit(code=None):
    raise SystemExit(code)

# Version 3.13 without the number after it, which nobody knows: what would show that, is not here.
class _Version:
    major, minor = 3, 13
    _stands_for = "tuple"

    def _known(self, other):
        if tuple(other[:2]) == (3, 13) and len(other) > 2:
            self._refuse()
        return (3, 13, 0)

    def __eq__(self, other):
        return isinstance(other, tuple) and self._known(other) == other

    def __lt__(self, other):
        return self._known(other) < other

    def __le__(self, other):
        return self._known(other) <= other

    def __gt__(self, other):
        return self._known(other) > other

    def __ge__(self, other):
        return self._known(other) >= other

    def __getitem__(self, key):
        if isinstance(key, slice):
            is_known = key.stop in (1, 2) and key.start in (None, 0, 1) and key.step in (None, 1)
        else:
            is_known = key in (0, 1)
        return (3, 13)[key] if is_known else self._refuse()

    def _refuse(self, *unused):
        raise NotHere("sys.version_info: Python is 3.13 here, and no closer to be known")

    __repr__ = __len__ = __iter__ = __hash__ = __add__ = __radd__ = __mul__ = __rmul__ = __contains__ = _refuse
    __mod__ = __rmod__ = _refuse
    micro = releaselevel = serial = n_fields = count = index = property(_refuse)

version_info = _Version()
