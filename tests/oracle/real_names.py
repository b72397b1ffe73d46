"""The names of the originals, by where they are found: src/python/real_names.txt holds those of CPython 3.13,
src/torch/real_names.txt those of PyTorch, NumPy and einops.

    python3.13 tests/oracle/real_names.py python     writes the first
    python3 tests/oracle/real_names.py torch         writes the second, with the newest PyTorch
    python3 tests/oracle/real_names.py check         compares: exit status 1 where a file is not what it would be

A section is a module or a class: its name, for a class the classes that it is made from, and its own names
below. A class has those that its objects get in __init__, too. Of a module the names that begin with one
underscore are left out, of a class what it has from its bases and what every class has. The section `keywords`
is what functions can be given by name: all of them together.
"""

import builtins
import contextlib
import importlib
import inspect
import io
import os
import pkgutil
import re
import subprocess
import sys
import textwrap
import types
import warnings
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent.parent / "src"
PYTHON = (3, 13)
OF_PYTHON = """builtins abc argparse collections contextlib copy dataclasses enum functools io itertools math
    operator os os.path random string sys time typing importlib.metadata""".split()
OF_TORCH = """torch torch.nn torch.nn.functional torch.nn.init torch.nn.parameter torch.nn.utils
    torch.nn.utils.rnn torch.optim torch.optim.lr_scheduler torch.optim.optimizer torch.autograd
    torch.autograd.function torch.utils torch.utils.data torch.utils.hooks torch.linalg torch.special torch.cuda
    torch.backends torch.backends.mps numpy numpy.linalg numpy.random numpy.testing einops
    einops.layers.torch""".split()
# Of these only the classes that are named in of_torch: hardly one of the others is ever met.
WITHOUT_CLASSES = "torch torch.cuda torch.utils torch.backends numpy.testing".split()


def of_python():
    """Types that values have, without a name of their own in a module."""

    def generator():
        yield

    d = {}
    values = [generator, generator(), [].append, lambda: 0, generator.__get__(d), types, d.keys(), d.values(), d.items(),
              iter([]), iter(()), iter(d), iter(d.values()), iter(d.items()), iter(set()), iter(""), iter(range(0)),
              NotImplemented, None, ..., property(), io.StringIO()]
    return [type(v) for v in values]


def of_torch():
    import numpy
    import torch

    numbers = [numpy.bool_, numpy.uint8, numpy.int32, numpy.int64, numpy.float32, numpy.float64]
    return [torch.Tensor, torch.nn.Parameter, torch.Size, torch.dtype, torch.device, torch.Generator, numpy.ndarray,
            numpy.ufunc, numpy.dtype, numpy.random.Generator, numpy.random.RandomState, torch.autograd.graph.Node,
            type(torch.finfo(torch.float32)), type(torch.iinfo(torch.int64)), *numbers]


# Names that a class has because it is one.
OF_ALL_CLASSES = set("""__module__ __dict__ __weakref__ __doc__ __annotations__ __static_attributes__ __firstlineno__
    __orig_bases__ __parameters__ __constants__ __slots__ __dataclass_fields__ __dataclass_params__ __match_args__
    __abstractmethods__ _abc_impl""".split())


def is_written(name):
    return not name.startswith("_") or re.fullmatch("__.*__", name)


def module_names(module):
    """With the modules in it, which an import makes attributes."""
    inner = [m.name for m in pkgutil.iter_modules(getattr(module, "__path__", []))]
    return {name for name in [*dir(module), *inner] if is_written(name)}


def made_in_init(cls):
    """Attributes that objects of a class of Python get: self.x = .., register_buffer("x", ..)."""
    found = set()
    for told in ("__annotations__", "__constants__"):
        if isinstance(vars(cls).get(told), (dict, list)):
            found |= set(vars(cls)[told])
    with contextlib.suppress(OSError, TypeError):
        source = re.sub('r?""".*?"""', "", inspect.getsource(cls), flags=re.DOTALL)
        found |= set(re.findall(r"\bself\.(\w+)(?:\s*:[^=\n]+)?\s*=[^=]", source))
        found |= set(re.findall(r'register_\w+\(\s*"(\w+)"', source))
    return found


def class_names(cls):
    below = {name for base in cls.__mro__[1:] for name in vars(base)}
    if cls in (object, type):
        below = set()
    own = set(vars(cls)) | made_in_init(cls)
    return {name for name in own - below - (OF_ALL_CLASSES if cls not in (object, type) else set()) if name.isidentifier()}


def title(cls):
    bases = [base.__name__ for base in cls.__bases__ if base.__name__ != cls.__name__] or ["object"]
    return cls.__name__ + (" < " + " ".join(bases) if cls is not object else "")


def keywords_of(value):
    """The names of a function's parameters, by its signature and by the first lines of what it says of itself."""
    found = set()
    with contextlib.suppress(Exception):
        for p in inspect.signature(value).parameters.values():
            if p.kind in (p.KEYWORD_ONLY, p.POSITIONAL_OR_KEYWORD):
                found.add(p.name)
    if not isinstance(value, (type, types.FunctionType)):
        text = (getattr(value, "__doc__", None) or "")[:2000]
        for call in re.findall(r"\w\(([^()]*(?:\([^()]*\)[^()]*)*)\)", text):
            found |= set(re.findall(r"(?:^|[,*\[] *)(\w+) *(?:=|,|\]|$)", call))
            found |= set(re.findall(r"(\w+) *=", call))
    return {name for name in found if not name.startswith("_") and not name.isdigit()}


def collect(modules, further):
    """All sections as a dict: title -> names."""
    sections, classes, keywords = {}, list(further), set()
    for path in modules:
        module = importlib.import_module(path)
        sections[path] = module_names(module)
        for name in sections[path]:
            value = getattr(module, name, None)
            if isinstance(value, type) and path not in WITHOUT_CLASSES:
                classes.append(value)
            elif callable(value):
                keywords |= keywords_of(value)
    for cls in list(dict.fromkeys(base for c in classes for base in c.__mro__)):
        sections.setdefault(title(cls), set()).update(class_names(cls))
        keywords |= keywords_of(cls)
        for value in list(vars(cls).values()):
            if callable(value) or isinstance(value, (staticmethod, classmethod)):
                keywords |= keywords_of(getattr(value, "__func__", value))
    keywords |= {"out", "where", "casting", "order", "dtype", "subok", "axis", "axes", "keepdims", "initial"}
    sections["keywords"] = keywords
    return sections


def versions(package):
    if package == "python":
        return "CPython " + ".".join(map(str, PYTHON))
    import einops
    import numpy
    import torch

    short = lambda version: ".".join(version.split(".")[:2])
    return f"PyTorch {short(torch.__version__)}, NumPy {short(numpy.__version__)}, einops {short(einops.__version__)}"


def text_of(package):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sections = collect(*((OF_PYTHON, of_python()) if package == "python" else (OF_TORCH, of_torch())))
    if package == "torch":  # Python's stand in its own file
        known = sections_of((SRC / "python/real_names.txt").read_text())
        sections = {s: names for s, names in sections.items() if s == "keywords" or s not in known}
    lines = [f"# {versions(package)}: written by tests/oracle/real_names.py"]
    for section in sorted(sections):
        lines.append(section)
        names = " ".join(sorted(sections[section], key=lambda name: (name.lower(), name)))
        lines += textwrap.wrap(names, 118, initial_indent=" ", subsequent_indent=" ", break_on_hyphens=False,
                               break_long_words=False)
    return "\n".join(lines) + "\n"


def sections_of(text):
    return [line for line in text.split("\n") if line and line[0] not in "# "]


def compare(package):
    """What differs, in words; nothing when nothing does."""
    path = SRC / package / "real_names.txt"
    old, new = path.read_text().split("\n"), text_of(package).split("\n")
    if old == new:
        return ""
    words = lambda lines: {w for line in lines for w in line.split()}
    return f"{path.name} of {package} is not what {new[0][2:]}: makes now: only in one of them are " \
           f"{' '.join(sorted(words(old) ^ words(new))) or 'other places of names'}: write it again"


def cannot(is_python):
    """Lines of tests/torch/lacks.txt at which the original fails."""
    import abc, collections, copy, dataclasses, enum, functools, inspect, itertools, json, math, operator, random, string
    import time, typing

    spaces = dict(locals(), **globals())
    if not is_python:
        exec("import numpy as np, torch, torch.nn as nn, torch.nn.functional as F, torch.optim as optim\n"
             "import torch.utils.data, torch.utils.checkpoint, torch.distributions, torch.testing, torch.nn.utils.prune\n"
             "import torch.nn.utils.parametrizations", spaces)
    table = (SRC.parent / "tests/torch/lacks.txt").read_text()
    part = table.split("\n# Python\n")[is_python]
    for line in part.split("\n"):
        if not line or line[0] == "#":
            continue
        given = {} if is_python else dict(
            x=spaces["torch"].ones(2, 3), y=spaces["torch"].ones(3), i=spaces["torch"].tensor([0, 1]),
            w=spaces["torch"].ones(3, 3, requires_grad=True), a=spaces["np"].ones((2, 3)))
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(line, dict(spaces, s="text", d={"a": 1}, **given))
        except BaseException as error:
            yield f"lacks.txt: {line}: {type(error).__name__}: {str(error)[:100]}"


def check():
    found = [compare("torch"), *cannot(False)]
    if sys.version_info[:2] == PYTHON:
        found += [compare("python"), *cannot(True)]
    else:
        python = f"python{PYTHON[0]}.{PYTHON[1]}"
        try:  # a name of one may be there that starts none
            subprocess.run([python, "-c", ""], check=True, capture_output=True)
            made = subprocess.run([python, __file__, "compare"], capture_output=True, text=True)
            found.append((made.stdout + made.stderr).strip())
        except (FileNotFoundError, subprocess.CalledProcessError):
            print(f"real_names: Python's own were left out: there is no {python}")
    for message in filter(None, found):
        print("real_names:", message)
    return any(found)


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "check"
    if what == "check":
        sys.exit(check())
    if what == "compare":
        print("\n".join(filter(None, [compare("python"), *cannot(True)])))
    else:
        if what == "python" and sys.version_info[:2] != PYTHON:
            sys.exit(f"real_names: the names of Python are those of {PYTHON[0]}.{PYTHON[1]}")
        text = text_of(what)
        (SRC / what / "real_names.txt").write_text(text)
