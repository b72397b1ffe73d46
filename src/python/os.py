linesep, sep, curdir, pardir, devnull, name = "\n", "/", ".", "..", "/dev/null", "posix"

# No variable is set but by the lesson. Those that machines have are not known here.
class _Environ:
    _theirs = (
        "HOME USER LOGNAME PATH PWD OLDPWD SHELL TERM LANG LC_ALL LC_CTYPE TZ TMPDIR TMP TEMP HOSTNAME DISPLAY EDITOR VIRTUAL_ENV "
        "CONDA_PREFIX CONDA_DEFAULT_ENV PYTHONPATH PYTHONHOME PYTHONHASHSEED OMP_NUM_THREADS MKL_NUM_THREADS LD_LIBRARY_PATH"
    ).split()

    def __init__(self):
        self._set = {}

    def _known(self, key):
        if not isinstance(key, str):
            raise TypeError(f"str expected, not {type(key).__name__}")
        if key in self._theirs and key not in self._set:
            raise NotHere(f"os.environ: what {key} is on a machine, is not known here")
        return key

    def get(self, key, default=None):
        return self._set.get(self._known(key), default)

    def __getitem__(self, key):
        return self._set[self._known(key)]

    def __contains__(self, key):
        return self._known(key) in self._set

    def __setitem__(self, key, value):
        if not isinstance(key, str) or not isinstance(value, str):
            raise TypeError(f"str expected, not {type(value if isinstance(key, str) else key).__name__}")
        if not key or "=" in key or "\0" in key + value:
            raise NotHere(f"os.environ: {key!r} is no name that a machine takes")
        self._set[key] = value

    def setdefault(self, key, value):
        if key not in self:
            self[key] = value
        return self[key]

    def pop(self, key, *default):
        return self._set.pop(self._known(key), *default)

    def __delitem__(self, key):
        del self._set[self._known(key)]

    def _all(self, *unused):
        raise NotHere("os.environ: all variables of a machine are not known here")

    __iter__ = __len__ = __repr__ = __eq__ = _all
    keys = values = items = copy = update = _all

environ = _Environ()

def getenv(key, default=None):
    return environ.get(key, default)

def fspath(path):
    return path if isinstance(path, str) else path.__fspath__()

# Files that the program made beside the lesson, by the way there from the lesson's folder on: None for a folder, the
# text of a file, or what torch.save put into one. Nothing is written: it is there for the rest of the run.
made = {}

# Raises as Python does where a file cannot be made, since its folder is not there.
def check_folder(path):
    folder = path.rpartition("/")[0]
    if folder and file_kind(folder) != "folder":
        raise FileNotFoundError(f"[Errno 2] No such file or directory: {path!r}")

def mkdir(path, mode=0o777):
    if file_kind(fspath(path)):
        raise NotHere(f"os.mkdir: {fspath(path)} is there, and FileExistsError is not")
    check_folder(fspath(path))
    made[file_name(path)] = None

# Of a folder that lies elsewhere nothing can be told afterwards.
def makedirs(name, mode=0o777, exist_ok=False):
    name = file_name(name)
    if not name or (exist_ok and file_kind(name) == "folder"):
        return
    above = name.rpartition("/")[0]
    if above:
        makedirs(above, mode, True)
    mkdir(name)
