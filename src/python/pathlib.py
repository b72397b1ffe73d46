import os

# A path as a text without what says nothing: "a//b/./c" is "a/b/c". A root of two slashes is another one.
class PurePosixPath:
    def __init__(self, *parts):
        text = os.path.join("", *map(os.fspath, parts)) if parts else ""
        names = [name for name in text.split("/") if name not in ("", ".")]
        slashes = len(text) - len(text.lstrip("/"))
        self._root = "/" * (slashes if slashes <= 2 else 1)
        self._text = self._root + "/".join(names) or "."
        self.parts = tuple([self._root] * bool(self._root) + names)

    def __fspath__(self):
        return self._text

    __str__ = as_posix = __fspath__

    def __repr__(self):
        return f"{type(self).__name__}({self._text!r})"

    def __eq__(self, other):
        return self._text == other._text if isinstance(other, PurePosixPath) else NotImplemented

    def __lt__(self, other):
        return self.parts < other.parts if isinstance(other, PurePosixPath) else NotImplemented

    def __le__(self, other):
        return self.parts <= other.parts if isinstance(other, PurePosixPath) else NotImplemented

    def __gt__(self, other):
        return self.parts > other.parts if isinstance(other, PurePosixPath) else NotImplemented

    def __ge__(self, other):
        return self.parts >= other.parts if isinstance(other, PurePosixPath) else NotImplemented

    def __hash__(self):
        return hash(self._text)

    def __truediv__(self, other):
        return type(self)(self, other) if isinstance(other, (str, PurePosixPath)) else NotImplemented

    def __rtruediv__(self, other):
        return type(self)(other, self) if isinstance(other, str) else NotImplemented

    def joinpath(self, *others):
        return type(self)(self, *others)

    @property
    def name(self):
        return self.parts[-1] if len(self.parts) > bool(self._root) else ""

    # Where the ending begins: a dot that is neither first nor last.
    def _dot(self):
        at = self.name.rfind(".")
        return at if 0 < at < len(self.name) - 1 else len(self.name)

    @property
    def stem(self):
        return self.name[: self._dot()]

    @property
    def suffix(self):
        return self.name[self._dot() :]

    @property
    def parent(self):
        return type(self)(*self.parts[:-1]) if self.name else self

    def is_absolute(self):
        return bool(self._root)

    def with_name(self, name):
        if not name or "/" in name or name == ".":
            raise ValueError(f"Invalid name {name!r}")
        if not self.name:
            raise ValueError(f"{self!r} has an empty name")
        return self.parent / name

    def with_suffix(self, suffix):
        if not self.stem:
            raise ValueError(f"{self!r} has an empty name")
        if suffix and not suffix.startswith("."):
            raise ValueError(f"Invalid suffix {suffix!r}")
        return self.with_name(self.stem + suffix)

class PosixPath(PurePosixPath):
    def exists(self):
        return os.path.exists(self)

    def is_file(self):
        return os.path.isfile(self)

    def is_dir(self):
        return os.path.isdir(self)

    def open(self, mode="r", buffering=-1, encoding=None, errors=None, newline=None):
        return open(self, mode, buffering, encoding, errors, newline)

    def read_text(self, encoding=None, errors=None):
        with open(self, encoding=encoding, errors=errors) as file:
            return file.read()

    def write_text(self, data, encoding=None, errors=None, newline=None):
        with open(self, "w", encoding=encoding, errors=errors, newline=newline) as file:
            return file.write(data)

    def mkdir(self, mode=0o777, parents=False, exist_ok=False):
        if parents:
            os.makedirs(self.parent, mode, True)
        if not (exist_ok and self.is_dir()):
            os.mkdir(self, mode)

Path = PosixPath
PurePath = PurePosixPath
