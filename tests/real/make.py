"""Runs these programs in a real PyTorch and writes what they print: NAME.py -> NAME.out.

    /usr/bin/python3 tests/real/make.py [NAME...]            writes the .out that changed
    /usr/bin/python3 tests/real/make.py --check [NAME...]    writes nothing, exit status 1 on a change

A NAME may be ../refused/NAME: see tests/refused.sh.
The first line of a program says what it holds: head -qn1 tests/real/*.py is the list of them.
The programs run as in qkv: torch, nn, F and math are there without an import, and the seed is 0 until
a program sets its own. Of what PyTorch prints, grad_fn=<...> is taken away: qkv runs as if under
torch.no_grad(). The outputs are those of PyTorch 2.14, or of an older one with what tests/oracle/older.py
puts forward.
"""

import contextlib
import io
import math
import os
import re
import sys
import tempfile
import traceback
import types
import warnings
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:] = [p for p in sys.path if Path(p or ".").resolve() != HERE]  # no program hides a module
sys.path.insert(0, str(HERE.parent / "oracle"))
import older  # before torch: it says which vectors are used

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.dont_write_bytecode = True
try:
    import einops.layers.torch
except ImportError:
    sys.path.insert(0, str(HERE / "standin"))
import attention  # scaled_dot_product_attention, for PyTorch before 2.0

# Not defined for an older PyTorch, which has not got it or goes it elsewhere: left out there.
NEWER = {"complex_rope", "fast_way", "half_draws", "half_types", "inspecting", "mixed_precision", "without_gpu"}
GRAD_FN = re.compile(r",\s*grad_fn=<[^>]*>")


class Left(BaseException):
    """The program has left in peace."""


def leave(status=None):
    raise Left if not status else SystemExit(status)


def printed(path):
    """What the program prints."""
    text = io.StringIO()
    program = types.ModuleType("__main__")
    program.__dict__.update(torch=torch, nn=nn, F=F, math=math)
    sys.modules["__main__"] = program  # dataclasses look up their module
    torch.manual_seed(0)
    sys.exit = leave
    with contextlib.redirect_stdout(text), contextlib.suppress(Left):
        exec(compile(path.read_text(), str(path), "exec"), program.__dict__)
    return GRAD_FN.sub("", text.getvalue())


def apart(path):
    """The same from a process of its own: whether it went well, and what it printed or said."""
    read, write = os.pipe()
    if os.fork() == 0:
        os.close(read)
        try:
            with tempfile.TemporaryDirectory() as folder:
                os.chdir(folder)
                said = "1" + printed(path)
        except BaseException as error:
            lines = [e.lineno for e in traceback.extract_tb(error.__traceback__) if e.filename == str(path)]
            said = f"0{path.name}:{lines}: {type(error).__name__}: {error}"
        with os.fdopen(write, "w") as pipe:
            pipe.write(said)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    os.wait()
    return said[:1] == "1", said[1:]


def main():
    warnings.filterwarnings("ignore")
    torch.set_num_threads(1)
    older.begin()
    check = "--check" in sys.argv
    names = [a for a in sys.argv[1:] if a != "--check"]
    paths = [HERE / f"{n}.py" for n in names] or sorted(set(HERE.glob("*.py")) - {HERE / "make.py"})
    paths = [path for path in paths if not (older.IS_OLDER and path.stem in NEWER)]
    wrong = 0
    for path in paths:
        well, said = apart(path)
        out = path.with_suffix(".out")
        if not well:
            wrong += 1
            print(said)
        elif not out.exists() or out.read_text() != said:
            wrong += check
            print(f"{out.name} {'differs' if check else 'written'}")
            if not check:
                out.write_text(said)
    print(f"{len(paths)} programs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
