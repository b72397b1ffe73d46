"""Writes the wheel of qkv: the program itself as a script, the module qkv, and what a Unix package has beside it.

    python3 src/package/wheel.py VERSION PLATFORM PROGRAM OUT.whl [NAME=FILE ...]

PLATFORM is a tag, manylinux_2_17_x86_64. PROGRAM is a static program. NAME=FILE adds a file to the installation's
prefix: share/man/man1/qkv.1=build/qkv.1. The same files give the same bytes: names are sorted, and the time of all
of them is SOURCE_DATE_EPOCH (1980 where it is not set). EMULATOR is the command that runs a program for another machine.
"""

import base64
import hashlib
import os
import subprocess
import sys
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))

METADATA = """Metadata-Version: 2.1
Name: qkv
Version: {version}
Summary: Self-attention in the open: step through worked examples and ask any number where it comes from
Requires-Python: >=3.9
Platform: Linux
Classifier: Environment :: Console
Classifier: Framework :: IPython
Classifier: Intended Audience :: Education
Description-Content-Type: text/plain

{module}
No licence has been chosen yet.
"""

WHEEL = """Wheel-Version: 1.0
Generator: qkv
Root-Is-Purelib: false
Tag: py3-none-{platform}
"""


def read(path):
    with open(path, "rb") as f:
        return f.read()


def main(version, platform, program, out, *more):
    module = read(os.path.join(HERE, "qkv", "__init__.py"))
    # The recorder is the one that this program writes; the module qkv tells it where the program is.
    runs = os.environ.get("EMULATOR", "").split() + [program]
    recorder = subprocess.run([*runs, "record"], stdout=subprocess.PIPE, check=True).stdout
    path = os.path.abspath(program).encode()
    assert recorder.count(b'QKV = "' + path + b'"') == 1, "the recorder does not name its program"
    recorder = recorder.replace(b'QKV = "' + path + b'"', b'QKV = "qkv"')
    info, data = f"qkv-{version}.dist-info/", f"qkv-{version}.data/"
    docs = module.decode().split('"""')[1]
    files = {
        "qkv/__init__.py": module,
        "qkv/py.typed": b"",
        "qkv_record.py": recorder,
        data + "scripts/qkv": read(program),
        info + "METADATA": METADATA.format(version=version, module=docs).encode(),
        info + "WHEEL": WHEEL.format(platform=platform).encode(),
    }
    for name, path in (word.split("=", 1) for word in more):
        files[f"{data}data/{name}"] = read(path)
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b'=').decode()},{len(text)}\n"
        for name, text in sorted(files.items()))
    files[info + "RECORD"] = (record + info + "RECORD,,\n").encode()
    when = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", 0)), 315532800))[:6]
    with zipfile.ZipFile(out + ".new", "w") as z:
        for name in sorted(files, key=lambda n: (n.startswith(info), n)):
            entry = zipfile.ZipInfo(name, when)
            entry.create_system = 3
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            z.writestr(entry, files[name], zipfile.ZIP_DEFLATED, 9)
    os.replace(out + ".new", out)


if __name__ == "__main__":
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
