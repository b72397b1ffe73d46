from torch import __version__

class PackageNotFoundError(ModuleNotFoundError):
    def __str__(self):
        return f"No package metadata was found for {self.args[0]}"

# Words for a version that a machine has and this program has not. It can be printed, and decides nothing.
class _Told:
    _stands_for = "str"

    def __init__(self, text):
        self._text = text

    def __str__(self):
        return self._text

    __repr__ = __str__

    def __format__(self, how):
        return format(self._text, how)

    def _refuse(self, *unused):
        raise NotHere("the version of a package that is not here is not known")

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __len__ = __iter__ = __getitem__ = __contains__ = _refuse
    __add__ = __radd__ = __mul__ = __rmul__ = __mod__ = _refuse

    def __getattr__(self, name):
        self._refuse()

def version(distribution_name):
    if distribution_name == "torch":
        return __version__
    if distribution_name != "numpy" and imports_are_tried():
        raise PackageNotFoundError(distribution_name)
    return _Told("2, as it is here" if distribution_name == "numpy" else "(not here)")
