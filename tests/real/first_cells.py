# Beginnings of scripts and notebooks: the environment, paths, versions.
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

print(int(os.environ.get("RANK", -1)) != -1, os.getenv("NO_SUCH_NAME", "none"), os.environ.get("NO_SUCH_NAME"))
os.environ["TOKENIZERS_PARALLELISM"] = "false"
print(os.environ["TOKENIZERS_PARALLELISM"], "WORLD_SIZE" in os.environ, os.environ.setdefault("SOME_NAME", "1"))
try:
    os.environ["LOCAL_RANK"]
except KeyError as error:
    print("KeyError", error)
print(sys.getdefaultencoding(), sys.version_info >= (3, 8), sys.maxsize)

p = Path("weights") / "model.v1.txt"
print(p, repr(p), p.name, p.stem, p.suffix, p.parent, p.parts, p.exists(), p.is_dir())
print(Path("Qwen/Qwen3-0.6B").parts[-1], Path("a//b/./c"), Path(), Path("/a").parent.parent, Path("a").joinpath("b", "c"))
print(Path("a/b") == Path("a") / "b", Path("a") == "a", p.with_suffix(".bin"), {Path("a"): 1}[Path("a")], "x" / Path("y"))
print(os.path.join(p.parent, "x.json"), os.path.basename(p), os.path.splitext(p), os.path.isdir("no_such_folder"))
print(sorted([Path("b"), Path("a/z"), Path("a")]), Path("x").is_absolute(), os.fspath(p), f"{p}")
try:
    open(Path("no_such_folder") / "input.txt")
except FileNotFoundError as error:
    print(error)

try:
    version("no_such_package_here")
    found = True
except PackageNotFoundError as error:
    print(error)
    found = False
print(found, version("torch")[:2] == torch.__version__[:2])
