"""Records what a PyTorch program computes as a lesson of qkv. Written by `qkv record`; needs PyTorch 2.0 or newer alone.

A program as it is:

    python qkv_record.py train.py --batch_size=4

runs train.py unchanged with its own arguments, until one call of its attention has become the lesson run.md. `--help`
says how another module or call is chosen. In a program of one's own:

    import qkv_record
    with qkv_record.Recorder("run.md", module=model.h[0].attn, calls=1, words=["the", "cat", "sat"]):
        model(x)

writes run.md and, for tensors that are too large for its text, run.safetensors beside it. Every operation of the
first `calls` calls of `module` is a line of plain PyTorch in the lesson, and expectations hold what PyTorch computed:
`qkv check run.md` computes it all again, `qkv run.md` steps through it. `words` (it may be left out) name the rows. Without a module, all operations in the
block are recorded. What qkv lacks is given with its numbers, and the lesson says so.

In a block without a module, `loss.backward()` and `optimizer.step()` are lines, too: gradients are expected as PyTorch
computed them, and qkv explains them. An optimizer that has made steps before brings what it remembers.

A call runs for the program as if nobody looked. A copy of it, of module, arguments and random numbers, is carried out
once more and recorded; should it give other numbers, the lesson says so.

Each line is carried out a second time as it is written, on the CPU and without autocast, with float32 for types of
16 bits: an expectation is what that line gives in PyTorch, and a line that gives other numbers than the model had is
given. Where the program qkv is found, the lesson is checked at the end; what it refuses is given, too, and
results whose last printed digit depends on the order of a sum are compared with a tolerance.
"""

import argparse
import builtins
import contextlib
import copy
import ctypes
import functools
import gc
import importlib
import importlib.machinery
import importlib.util
import inspect
import io
import json
import keyword
import linecache
import math
import os
import random
import re
import runpy
import shutil
import struct
import subprocess
import sys
import threading
import time
import types
import unicodedata

USAGE = """\
python qkv_record.py [options] SCRIPT [ARGS]      a script, a notebook (.ipynb), or -m MODULE [ARGS]

Runs a PyTorch program unchanged and makes a lesson of one call of one of its modules. The program ends there.
Without a choice it is the module around the first softmax of a product of queries and keys, or the first call of
PyTorch's attention, with more than one query and key.

  --module NAME   the module with this name: transformer.h.0.attn, or the end of it: h.0.attn
  --class CLASS   the first module of this class that is called: CausalSelfAttention
  --call N        its N-th call: in a loop of training or of generating, a later one; --call 1,2 has both in one lesson
  --eval          the call is shown as after .eval(), without dropout; the program keeps its own mode
  --rows N        the first N sequences of the batch alone
  --open          PyTorch's scaled_dot_product_attention becomes the lines that it is made of
  --out FILE      the lesson (run.md); larger tensors go into a file .safetensors beside it
  --steps N       N steps of training instead, with backward and optimizer, or what is done with gradients by hand
  --list          no lesson: the modules that were called up to the first attention, and which would be taken
  --go-on         the program goes on after that, with the numbers that it would have had
  --quiet         say nothing on standard error
"""
MARK = "Recorded by `qkv_record`: "  # no file is written over that is not its own
NOT_MET = 3  # the status of a program of which nothing was recorded


def keep_others(lesson, tensors):
    """Refuses to write where it cannot, or over a file that is not a recording."""
    folder = os.path.dirname(lesson) or "."
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"qkv_record: there is no folder {folder}")
    for path, length in ((lesson, 4000), (tensors, 400)):
        if not os.path.lexists(path):
            continue
        if not os.path.exists(path):  # the target of a link would be written
            raise FileExistsError(f"qkv_record: {path} is a link to nothing: choose another name")
        with open(path, "rb") as file:
            if MARK.encode() not in file.read(length):
                raise FileExistsError(f"qkv_record: {path} is there, and it is no recording: choose another name")


def tensors_beside(lesson):
    if not lesson.endswith(".md"):
        raise ValueError(f"qkv_record: {lesson}: the file of a lesson ends in .md")
    return lesson[:-3] + ".safetensors"


# --- a program as it is: this part runs before PyTorch is there ----------------------------------------------------


class Ended(BaseException):
    """Ends the program. No `except Exception` of it takes this for a mistake of its own."""


class AtTorch:
    """Lets the program import PyTorch when it does, with the environment that it made for it; from then on somebody
    looks at its modules."""

    def __init__(self, options):
        self.options, self.watch = options, None

    def find_spec(self, name, path=None, target=None):
        if name != "torch":
            return None
        sys.meta_path.remove(self)
        spec = importlib.util.find_spec(name)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module):
                execute(module)
                self.begin()

            spec.loader.exec_module = exec_module
        return spec

    def install(self):
        """PyTorch may be there already: what Python runs at its start (sitecustomize) may have imported it."""
        if "torch" in sys.modules:
            self.begin()
        else:
            sys.meta_path.insert(0, self)

    def begin(self):
        """The rest of this file, as a module that a program may import itself."""
        spec = importlib.util.spec_from_file_location("qkv_record", main.__code__.co_filename)
        recorder = sys.modules["qkv_record"] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(recorder)
        self.watch = recorder.Watch(self.options, Ended)
        self.watch.install()


def options_of(arguments):
    parser = argparse.ArgumentParser(usage=USAGE, add_help=False, allow_abbrev=False)
    for name in ("--module", "--class"):
        parser.add_argument(name, default="", dest=name.strip("-").replace("class", "kind"))
    for name in ("--rows", "--steps"):
        parser.add_argument(name, type=int, default=0)
    parser.add_argument("--call", type=lambda text: sorted({int(number) for number in text.split(",")}), default=[])
    parser.add_argument("--out", default="run.md")
    for name in ("--eval", "--open", "--list", "--go-on", "--quiet", "--help", "-m"):
        parser.add_argument(name, action="store_true")
    parser.add_argument("program", nargs=argparse.REMAINDER)
    options = parser.parse_args(arguments)
    if options.help:
        print("usage: " + USAGE, end="")
        sys.exit(0)
    if not options.program or min([1, *options.call]) < 1 or min(options.rows, options.steps) < 0 or bool(options.module) + bool(options.kind) + bool(options.steps) > 1:
        parser.error("a script is needed" if not options.program else "--call and --rows count from 1, and one of --module, --class and --steps is chosen")
    options.shown = options.out
    options.out = os.path.abspath(options.out)  # before the program goes to another folder
    try:
        keep_others(options.out, tensors_beside(options.out))
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    return options


MAGIC = re.compile(r"\s*[%!?]|.*\?\s*$")
OF_PYTHON = ("%%time", "%%timeit", "%%capture", "%%prun")  # cells that are run under them


def source_of_notebook(path):
    """Its cells of code in order, without what is Jupyter's and not Python's."""
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    lines = []
    for cell in cells:
        source = "".join(cell["source"]).split("\n")
        if cell["cell_type"] != "code" or (source[0].startswith("%%") and not source[0].startswith(OF_PYTHON)):
            continue
        lines += [re.match(r"\s*", line)[0] + "pass" if MAGIC.match(line) else line for line in source] + [""]
    return "\n".join(lines)


def run_script(path, arguments):
    """As `python path arguments` runs it."""
    full = os.path.abspath(path)
    sys.argv = [path, *arguments]
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.path.dirname(os.path.realpath(path))
    program = types.ModuleType("__main__")
    program.__dict__.update(__file__=full, __builtins__=builtins, __annotations__={}, __cached__=None, __spec__=None)
    program.__loader__ = importlib.machinery.SourceFileLoader("__main__", full)
    if path.endswith(".ipynb"):
        source = source_of_notebook(path)
        linecache.cache[full] = len(source), None, source.splitlines(True), full
        program.display = print
    else:
        with io.open_code(full) as file:
            source = file.read()
    code = compile(source, full, "exec", dont_inherit=True)
    sys.modules["__main__"] = program
    exec(code, program.__dict__)


def run_module(name, arguments):
    """As `python -m name arguments` runs it."""
    sys.argv = [name, *arguments]
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.getcwd()
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def without_own(error):
    """The traceback of a program's error as it is without this file."""
    trace, kept, is_own = error.__traceback__, [], False
    while trace is not None:
        path = trace.tb_frame.f_code.co_filename
        is_own = path in (main.__code__.co_filename, "<frozen runpy>") or (is_own and os.path.basename(path) == "_ops.py")
        if not is_own:
            kept.append(trace)
        trace = trace.tb_next
    for before, after in zip(kept, kept[1:] + [None]):
        before.tb_next = after
    return kept[0] if kept else None


def main():
    options = options_of(sys.argv[1:])
    name, *arguments = options.program
    at_torch, status = AtTorch(options), 0
    try:
        at_torch.install()
        (run_module if options.m else run_script)(name, arguments)
    except Ended:
        pass
    except SystemExit as leave:
        status = leave.code
    except KeyboardInterrupt:
        status = 130
    except BaseException as error:
        sys.excepthook(type(error), error.with_traceback(without_own(error)), error.__traceback__)
        status = 1
    sys.stdout.flush()
    if at_torch.watch is None:
        name = name if name.isprintable() else repr(name)
        print(f"qkv_record: no lesson: {name} ended before it imported PyTorch", file=sys.stderr)
        return status or NOT_MET
    return at_torch.watch.finish(status)


if __name__ == "__main__":
    sys.exit(main())
