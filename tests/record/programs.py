"""Whether programs are recorded as they are: `python qkv_record.py SCRIPT`.

    programs.py QKV

Each program of tests/record/programs is run alone, recorded with --go-on, which must print the same and end with the
same status, and recorded to the end. Part of `make check-torch`; a PyTorch before 2 is not asked.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import torch

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
THREADS = {"OMP_NUM_THREADS": "1"}
# The options, the program with its arguments, the title of the lesson, and what stands in it.
RECORDED = [
    ((), ("train.py", "--class", "mine", "--status", "4"), "`blocks.0.attn`: Attention, recorded from `train.py`", ["= F.softmax(", "`F.dropout` draws"]),
    (("--module", "1.attn", "--call", "3"), ("train.py",), "`blocks.1.attn`: Attention, recorded", ["= F.softmax("]),
    (("--class", "Block", "--call", "2"), ("train.py",), "`blocks.0`: Block, recorded", ["The model had numbers of another type"]),
    ((), ("generate.py",), "`attend`: Cached, recorded", ["`x` (1, 5, 8)"]),
    (("--call", "2"), ("generate.py",), "`attend`: Cached, recorded", ["`x` (1, 1, 8)", "torch.cat([keys, "]),
    (("--call", "1,2"), ("generate.py",), "`attend`: Cached, recorded", ["## `attend`, call 2", "torch.cat([k, k_2], dim=1)"]),
    (("--call", "4,3,99"), ("generate.py",), "`attend`: Cached, recorded", ["## `attend`, call 2", "torch.cat([keys, k], dim=1)", "torch.cat([t1, k_2], dim=1)"]),
    (("--eval", "--rows", "1"), ("train.py",), "`blocks.0.attn`: Attention, recorded", ["The first of 2 sequences of the batch is shown. It is shown as after `.eval()`", "`x` (1, 6, 8)"]),
    (("--open", "--call", "3"), ("generate.py",), "`attend`: Cached, recorded", ["weights = F.softmax("]),
    ((), ("direct.py",), "`layers.1.attention`: Attention, recorded", ["The first of 2048 sequences of the batch is shown.", "`x` (1, 24, 64)"]),
    ((), ("lazy.py",), "Attention, recorded from `lazy.py`", ["q_weight = torch.tensor([[", "= F.softmax(", " * keep"]),
    ((), ("-m", "train", "--steps", "2"), "`blocks.0.attn`: Attention, recorded from `train`", []),
    ((), ("whole.ipynb",), "`blocks.0.attn`: Attention, recorded", []),
]


def fail(what):
    print(f"tests/record/programs: {what}", file=sys.stderr)
    sys.exit(1)


def check(condition, what):
    if not condition:
        fail(what)


class Tools:
    def __init__(self, qkv, folder):
        self.qkv, self.folder, self.recorder = qkv, folder, folder / "qkv_record.py"
        self.recorder.write_bytes(subprocess.run([qkv, "record"], capture_output=True, check=True).stdout)

    def run(self, *words, **more):
        """A program of Python with these words, in the folder of programs; `more` is its environment."""
        told = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False, cwd=PROGRAMS, timeout=300,
                              env={**os.environ, **THREADS, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "ignore", **more})
        return told.returncode, told.stdout, told.stderr

    def record(self, name, options, program, **more):
        path = self.folder / f"{name}.md"
        return path, self.run(str(self.recorder), *options, "--out", str(path), *program, **more)


def check_recorded(tools):
    for number, (options, program, title, texts) in enumerate(RECORDED):
        name = f"{number}_{program[0].strip('-')}"
        if program[0].endswith(".py") or program[0] == "-m":
            alone = tools.run(*program)
            path, going_on = tools.record(name, ("--go-on", *options), program)
            check(going_on[:2] == alone[:2], f"{name}: {going_on} while it is recorded, and else {alone}")
            check(alone[2] == "" and "qkv_record: " in going_on[2], f"{name}: {alone[2]} {going_on[2]}")
            path.unlink()
        path, (status, _, said) = tools.record(name, options, program)
        check(status == 0 and path.exists(), f"{name}: status {status}: {said}")
        check("0 failed" in said and "Trace" not in said and "not recorded" not in said, f"{name}: {said}")
        text = path.read_text(encoding="utf-8")
        for wanted in [f"# {title}", *texts]:
            check(wanted in text, f"{name}: there is no {wanted!r} in\n{text[:1500]}")
        check("The program itself had other" not in text, f"{name}: the copy of the call has other numbers\n{text[:1500]}")
        told = subprocess.run([tools.qkv, "check", path], capture_output=True, text=True, check=False)
        check(told.returncode == 0, f"{name}: {told.stdout}{told.stderr}")


def check_steps(tools):
    """Steps of training, whose gradients are asked for."""
    path, (status, out, said) = tools.record("steps", ("--steps", "1"), ("train.py",))
    check(status == 0 and "0 failed" in said and out.endswith("at last\nat the exit\n"), f"{status}: {out}{said}")
    text = path.read_text(encoding="utf-8")
    check("other numbers" not in text, f"gradients do not go through dropout\n{text}")
    for wanted in ("## `blocks.0.attn`\n", " * keep", "loss.backward()\n", "optimizer = torch.optim.AdamW(", "optimizer.step()\n", "qkv_weight.grad, operation"):
        check(wanted in text, f"there is no {wanted!r} in\n{text[-3000:]}")
    path, (status, out, said) = tools.record("by_hand", ("--steps", "2"), ("by_hand.py",))
    check(status == 0 and "0 failed" in said and out.startswith("0 ") and out.count("\n") == 2, f"{status}: {out}{said}")
    text = path.read_text(encoding="utf-8")
    check(text.count(".backward()\n") == 2 and ".grad, alpha=-0.1)" in text, text[-3000:])
    _, (status, _, said) = tools.record("call", ("--call", "0,1"), ("train.py",))
    check(status == 2 and "count from 1" in said, f"{status}: {said}")
    _, (status, _, said) = tools.record("both", ("--steps", "1", "--class", "GPT"), ("train.py",))
    check(status == 2 and "is chosen" in said, f"{status}: {said}")


def check_ends(tools):
    """What is still run when the program is ended."""
    _, (status, out, _) = tools.record("ends", (), ("train.py", "--status", "4"))
    check(status == 0 and out.endswith("at last\nat the exit\n") and "an error" not in out, f"{status}: {out}")
    path, (status, out, said) = tools.record("caught", (), ("caught.py",))
    check(status == 0 and out == "failed\n" and path.exists(), f"{status}: {out}{said}")
    _, (status, out, said) = tools.record("caught_on", ("--go-on",), ("caught.py",))
    check(status == 0 and out == "passed\n", f"{status}: {out}{said}")


def check_errors(tools):
    """A program's own errors are told as Python tells them."""
    alone = tools.run("fails.py")
    _, (status, out, said) = tools.record("fails", (), ("fails.py",))
    check((status, out) == alone[:2] == (1, ""), f"{status}: {out}")
    told = re.sub(r"qkv_record: .*\n", "", said)
    check(told == alone[2], f"{told}\nis not\n{alone[2]}")
    check("no lesson: " in said and "Sequential 1, Linear 1, Wrong 1" in said, said)
    _, (status, out, said) = tools.record("missing", ("--module", "blocks.9"), ("train.py",))
    check(status == 3 and "no lesson" in said and "Attention 6" in said and out.count("\n") == 7, f"{status}: {said}")
    path, (status, out, said) = tools.record("list", ("--list",), ("generate.py", ))
    check(status == 0 and not path.exists() and "attend: Cached (1, 1, 8)   <- this one\n" in out, f"{status}: {out}{said}")
    (tools.folder / "mine.md").write_text("# Mine\n", encoding="utf-8")
    _, (status, out, said) = tools.record("mine", (), ("train.py",))
    check(status == 1 and out == "" and "it is no recording" in said, f"{status}: {said}")
    _, (status, out, said) = tools.record("options", ("--modul", "x"), ("train.py",))
    check(status == 2 and "usage: python qkv_record.py" in said, f"{status}: {said}")


def check_begun(tools):
    """A program whose Python has imported PyTorch before it begins."""
    folder = tools.folder / "begun"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text("import torch\n", encoding="utf-8")
    path, (status, _, said) = tools.record("begun", (), ("train.py",), PYTHONPATH=str(folder))
    check(status == 0 and path.exists() and "0 failed" in said, f"{status}: {said}")


def check_names(tools):
    """No name of a program gives orders to the terminal."""
    path, (status, out, said) = tools.record("names", (), ("names.py",))
    check(status == 0 and "At?[31mtention?" in said and "\x1b" not in out + said, f"{status}: {out!r}{said!r}")
    check("\x1b" not in path.read_text(encoding="utf-8"), "a name stands in the lesson as it is")
    _, (status, out, said) = tools.record("names_listed", ("--list",), ("names.py",))
    check(status == 0 and "\x1b" not in out + said, f"{status}: {out!r}{said!r}")


def main():
    if int(torch.__version__.split(".", maxsplit=1)[0]) < 2:
        print(f"recording programs: not tried with PyTorch {torch.__version__}, which is before 2")
        return
    with tempfile.TemporaryDirectory() as name:
        tools = Tools(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(name))
        for part in (check_recorded, check_steps, check_ends, check_errors, check_begun, check_names):
            part(tools)
    print(f"recording programs: {len(RECORDED)} calls of programs that run as they are")


if __name__ == "__main__":
    main()
