from os import fspath

def join(first, *parts):
    path = fspath(first)
    if isinstance(path, _AtHome):
        rest = join(path._rest or "/", *parts) if parts else path._rest
        return _AtHome(rest) if all(not part.startswith("/") for part in map(fspath, parts)) else join(*parts)
    for part in map(fspath, parts):
        if part.startswith("/"):
            path = part
        else:
            path += part if not path or path.endswith("/") else "/" + part
    return path

def split(path):
    path = fspath(path)
    i = path.rfind("/") + 1
    head, tail = path[:i], path[i:]
    return (head if head == "/" * len(head) else head.rstrip("/")), tail

def basename(path):
    return split(path)[1]

def dirname(path):
    return split(path)[0]

def splitext(path):
    path = fspath(path)
    i = path.rfind(".")
    start = path.rfind("/") + 1
    is_hidden = path[start:i].strip(".") == ""
    return (path, "") if i <= start or is_hidden else (path[:i], path[i:])

# "file", "folder" or "" of a path in the lesson's own folder; of others nothing is known here.
def _kind(path):
    path = fspath(path)
    return file_kind(path.__fspath__() if isinstance(path, _AtHome) else path)

def exists(path):
    return _kind(path) != ""

def isfile(path):
    return _kind(path) == "file"

def isdir(path):
    return _kind(path) == "folder"

# A place in the home of a user, which is not known here. It can be joined and written out, and decides nothing.
class _AtHome:
    _stands_for = "str"

    def __init__(self, rest):
        self._rest = rest

    def __str__(self):
        return f"(home of a user){self._rest}"

    __repr__ = __str__

    def __format__(self, how):
        return format(str(self), how)

    def _refuse(self, *unused):
        raise NotHere("os.path.expanduser: where a user is at home is not known here")

    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __len__ = __iter__ = __getitem__ = __contains__ = _refuse
    __add__ = __radd__ = __mul__ = __rmul__ = __mod__ = __fspath__ = _refuse

    def __getattr__(self, name):
        self._refuse()

def expanduser(path):
    text = fspath(path)
    return _AtHome(text[1:]) if not isinstance(text, _AtHome) and text.startswith("~") else text
