import re
import sys
from pathlib import *

print(Path("a") <= Path("b"), Path("b") > Path("a"), Path("b") >= Path("a"), PurePath("a") < Path("b"))
print(repr(PurePath("a")), PurePosixPath("x"), PosixPath("y"), isinstance(Path("a"), PurePath), PurePath("a") == Path("a"))
print(Path("//a"), Path("///a"), Path("//a").parts, Path("//a//b").parts, Path("//a").name, Path("/").name, Path("//a").parent)


def tried(f):
    try:
        print(f())
    except ValueError as e:
        print(e)


tried(lambda: Path("a/b").with_name(""))
tried(lambda: Path("a").with_name("."))
tried(lambda: Path("/").with_name("a"))
tried(lambda: Path("/").with_suffix(".a"))
tried(lambda: Path("a.b").with_suffix("c"))
tried(lambda: Path("a.b").with_suffix(""))
print(repr(Path("a.").suffix), repr(Path("a.").stem), Path("..a").suffix, Path(".a.").stem, Path("a.tar.gz").stem, Path(".b").suffix)
print(type(Path("a")).__name__, re.compile("a") is re.compile("a"), re.compile(re.compile("b")) is re.compile("b"))
print(re.search("b+", "a" + "b" * 80))
print(re.compile("x" * 300))
print(re.compile("a'b"), re.search(".+", "a'b\n"))
print(isinstance(sys.version_info, tuple), isinstance(sys.version_info, (list, str)), sys.version_info[1:2], sys.version_info[0])
