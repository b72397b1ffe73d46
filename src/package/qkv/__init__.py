"""qkv (query, key, value) from Python and in notebooks: attention, one number at a time.

    import qkv
    qkv.show(weights, rows=["Anna", "saw", "her"])      a tensor with its words, its rows of shares shaded
    qkv.why("01", "weights[x2, x2]")                    all that a number is made of
    qkv.diagnose(program, printed)                      which mistake makes these numbers
    with qkv.record("run.md", module=model.h[0].attn):  a call of a PyTorch module becomes a lesson
        model(x)

A lesson is one that comes with qkv ("01"), a file of yours (a lesson, a script, a notebook), or a text of Python:
anything with a line break in it is that. In a notebook `%load_ext qkv` brings `%%qkv`: the cell becomes a page on
which each number says where it comes from; why and diagnose then take the last such cell where no lesson is named.

All of it is computed by the program qkv, which is installed with this module and can be run from a shell as well.
PyTorch is needed by `record` alone.
"""

from __future__ import annotations

import html
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from typing import Any, Dict, Iterable, List, Optional, Sequence, Union

__all__ = ["Answer", "Page", "QkvError", "diagnose", "lesson", "program", "record", "show", "why"]

Lesson = Union[str, "os.PathLike[str]"]

_last_cell: Optional[str] = None  # the text of the last cell under %%qkv


class QkvError(Exception):
    """What qkv says of a lesson that has a mistake, or of a call that cannot be: file, line, column, and what is expected."""


def program() -> str:
    """The path of the program qkv: the one installed with this module, or else the one in PATH."""
    folders = [sysconfig.get_path("scripts")]
    user = "posix_user" if os.name == "posix" else None
    if user in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", user))
    folders.append(os.environ.get("PATH", os.defpath))
    found = shutil.which("qkv", path=os.pathsep.join(folders))
    if not found:
        raise QkvError("the program qkv is neither beside this Python nor in PATH")
    return found


class _Place:
    """A folder of its own, for as long as one command runs: a lesson that is a text lies in it."""

    def __init__(self, source: Lesson):
        self.source = source

    def __enter__(self) -> "_Place":
        self.folder = tempfile.TemporaryDirectory(prefix="qkv-")
        text = os.fspath(self.source)
        if "\n" in text:
            self.lesson = self.write("cell.py", text)
        else:  # "-x.py" is a file, and no option
            self.lesson = os.path.join(".", text) if text.startswith("-") else text
        return self

    def __exit__(self, *what: Any) -> None:
        self.folder.cleanup()

    def path(self, name: str) -> str:
        return os.path.join(self.folder.name, name)

    def write(self, name: str, text: str) -> str:
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)
        return self.path(name)

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        env = {**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
        done = subprocess.run([program(), *words], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
        # Names of files are said as they would be without the folder.
        done.stdout = done.stdout.replace(self.folder.name + os.sep, "")
        done.stderr = done.stderr.replace(self.folder.name + os.sep, "")
        return done


class Answer:
    """What a command with --json answers: its keys are attributes, lists are lists, and what is a map is an Answer again.

    `repr` is the text that the command prints without --json. Numbers that JSON cannot write are the texts "nan", "inf"
    and "-inf"; `qkv --man` describes all keys.
    """

    def __init__(self, keys: Dict[str, Any], said: str = ""):
        self.__dict__.update({key: _plain(value) for key, value in keys.items()})
        self._said = said

    def __repr__(self) -> str:
        if self._said:
            return self._said
        inner = ", ".join(f"{key}={value!r}" for key, value in self.__dict__.items() if key != "_said")
        return f"Answer({inner})"

    def __contains__(self, key: str) -> bool:
        return key in self.__dict__


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return Answer(value)
    return [_plain(v) for v in value] if isinstance(value, list) else value


class Page:
    """A lesson as something that a notebook shows: a page with its numbers as links, and as text what `qkv print` prints."""

    def __init__(self, text: str, page: str, title: str, height: int):
        self.text = text
        self.page = page
        self._title = title
        self._height = height

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        # A frame, so that neither page disturbs the other; without an origin, so that it reads nothing of the notebook's.
        return (f'<iframe title="{html.escape(self._title, quote=True)}" sandbox="allow-scripts" '
                f'style="display: block; box-sizing: border-box; width: 100%; height: {self._height}px; border: 1px solid #8888" '
                f'srcdoc="{html.escape(self.page, quote=True)}"></iframe>')


def _chosen(source: Optional[Lesson]) -> Lesson:
    if source is None and _last_cell is None:
        raise QkvError("which lesson? Name one, or run a cell under %%qkv first")
    return _last_cell if source is None else source  # type: ignore[return-value]


def _ask(place: _Place, words: List[str]) -> Answer:
    answer = place.run(*words, "--json")
    try:
        keys = json.loads(answer.stdout)
    except ValueError:
        raise QkvError(answer.stderr.strip() or answer.stdout.strip()) from None
    if keys.get("error"):
        raise QkvError(place.run(*words).stderr.strip() or keys["error"]["message"])
    said = place.run(*words)
    return Answer(keys, (said.stdout or said.stderr).strip("\n"))


def lesson(source: Lesson, *, live: bool = True, height: int = 460) -> Page:
    """A lesson, script, notebook or text of Python as a page.

    live: stepped through in the browser, where qkv came with its page; otherwise a handout, which needs no script.
    height: of the frame, in pixels. Raises QkvError where the lesson has a mistake before its first result.
    """
    with _Place(source) as place:
        text = place.run("print", place.lesson)
        if not text.stdout:
            raise QkvError(text.stderr.strip())
        out = place.path("page.html")
        made = place.run("export", place.lesson, "--page", out) if live else None
        if made is None or made.returncode == 2 or not os.path.exists(out):
            made = place.run("export", place.lesson, "--html", out)
        if not os.path.exists(out):
            raise QkvError(made.stderr.strip())
        with open(out, encoding="utf-8") as f:
            return Page((text.stdout + text.stderr).rstrip("\n"), f.read(), "qkv", height)


def _words(labels: Union[str, Iterable[Any]], name: str, size: int) -> str:
    words = labels.split() if isinstance(labels, str) else [str(label) for label in labels]
    if len(words) != size:
        raise QkvError(f"{name}: {len(words)} labels for {size} {name}")
    # A label is one word of what can be printed; a bar would begin the next sentence, a quote a label with blanks.
    words = ["".join(c for c in "_".join(word.split()) if c.isprintable()) for word in words]
    return " ".join(word.replace("|", "/").replace('"', "'") or "_" for word in words)


def _literal(numbers: Any) -> str:
    numbers = numbers.tolist() if hasattr(numbers, "tolist") else numbers
    if isinstance(numbers, (list, tuple)):
        return "[" + ", ".join(map(_literal, numbers)) + "]"
    if isinstance(numbers, float) and (numbers != numbers or numbers in (float("inf"), float("-inf"))):
        return f'float("{numbers}")'
    return repr(numbers)


def show(tensor: Any, rows: Optional[Union[str, Sequence[Any]]] = None,
         columns: Optional[Union[str, Sequence[Any]]] = None, name: str = "tensor", height: int = 200) -> Page:
    """A tensor (..., R, C) with its words, its numbers shaded where its rows are shares.

    tensor: of PyTorch, NumPy, or lists in lists; any shape of at most six axes. float64 stays float64, what has 16 bits is
    shown as float32.
    rows, columns: R and C labels, in a list or in one text with blanks between them. name: what it is called there.
    """
    kind = str(getattr(tensor, "dtype", "")).replace("torch.", "")
    numbers = tensor.tolist() if hasattr(tensor, "tolist") else tensor
    shape, inner = [], numbers
    while isinstance(inner, (list, tuple)):
        shape.append(len(inner))
        inner = inner[0] if len(inner) else None
    code = ["import torch", ""]
    for key, labels, at in (("rows", rows, -2), ("columns", columns, -1)):
        if labels is not None and len(shape) < -at:
            raise QkvError(f"{key}: the tensor has {len(shape)} axes")
        if labels is not None:
            code.append(f"#| {'cols' if key == 'columns' else key}: {_words(labels, key, shape[at])}")
    known = kind if kind in ("float64", "int64", "int32", "uint8", "bool") else ""
    dtype = f", dtype=torch.{known}" if known else ""
    if not name.isidentifier():
        raise QkvError(f"{name!r} is no name of Python")
    literal = _literal(numbers)
    # A line for each row: a line of a lesson has a bound.
    code += [f"{name} = torch.tensor({literal.replace('], [', '],' + chr(10) + '    [')}{dtype})", ""]
    page = lesson("\n".join(code), live=False, height=height)
    with _Place("\n".join(code)) as place:
        made = place.run("value", place.lesson, name)
        if made.returncode:
            raise QkvError(made.stderr.strip())
        page.text = made.stdout.strip("\n")
    # The table alone, of a handout that would say more.
    page.page = page.page.replace("</head>", "<style>h1,h2,.hint,.code,.formula{display:none}</style></head>", 1)
    return page


def why(source: Optional[Lesson] = None, cell: Optional[str] = None) -> Answer:
    """All that a number is made of, down to what was typed in: why("01", "weights[x2, x2]").

    With one argument it is the cell, of the last %%qkv cell. The answer's made_of are the lines of the tree.
    """
    if cell is None:
        source, cell = None, str(source)
    with _Place(_chosen(source)) as place:
        return _ask(place, ["why", place.lesson, cell])


def diagnose(answer: Optional[Lesson], printed: Any, name: Optional[str] = None, seconds: float = 5) -> Answer:
    """Which mistake in a program makes these numbers; or, of a wrong program, which change makes the right ones.

    answer: the program (a lesson, file or text; None: the last %%qkv cell). printed: the numbers, as a text copied from
    anywhere, or a tensor. name: the result that they should be. seconds: how long to search, at most.
    The answer's fits are the mistakes found; is_right says that the numbers are those of the program.
    """
    text = printed if isinstance(printed, str) else _literal(printed)
    with _Place(_chosen(answer)) as place:
        words = ["diagnose", place.lesson, place.write("printed.txt", text), *([name] if name else [])]
        return _ask(place, [*words, f"--seconds={seconds}"])


def record(path: str, *args: Any, **kwargs: Any) -> Any:
    """A context in which a call of a PyTorch module becomes a lesson in `path`: see the Recorder of qkv_record."""
    import qkv_record

    qkv_record.QKV = program()
    return qkv_record.Recorder(path, *args, **kwargs)


def _cell_magic(line: str, cell: str) -> Page:
    """%%qkv [--handout] [--height N]: the cell as a page on which each number says where it comes from.

    The cell is computed by qkv and not by this notebook's Python: its names stay its own, and PyTorch need not be there.
    """
    global _last_cell
    words = shlex.split(line)
    height = 460
    if "--height" in words[:-1]:
        at = words.index("--height")
        height = int(words[at + 1])
        del words[at:at + 2]
    unknown = [word for word in words if word != "--handout"]
    if unknown:
        raise QkvError(f"%%qkv: {unknown[0]}: expected --handout or --height N")
    _last_cell = cell if "\n" in cell else cell + "\n"
    return lesson(_last_cell, live="--handout" not in words, height=height)


def load_ipython_extension(shell: Any) -> None:
    """Called by `%load_ext qkv`."""
    shell.register_magic_function(_cell_magic, magic_kind="cell", magic_name="qkv")
