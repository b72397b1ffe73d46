"""What the page of the browser is loaded from.

    pack.py module GLUE.js MODULE.wasm >qkv.js     one script: a page in a file may load no other kind of file
    pack.py one FOLDER >one.html                   the page of that folder as one file, with names in the places of its
                                                   scripts and styles, {{page.js}}, and of the lessons: the program puts
                                                   them in (src/app/export_page.c)
    pack.py zip FOLDER NAME SECONDS >NAME.zip      a folder as an archive, the same bytes each time: all of it is that old

The policy of the one file names its scripts and styles by their hashes; lessons lie in it as data, which needs none.
"""

import base64
import gzip
import hashlib
import pathlib
import re
import sys
import time
import zipfile

LIST = '<script src="lessons/list.js"></script>'
DATA = '<script type="application/json" id="lessons">{{lessons}}</script>'


def module(glue, wasm):
    packed = gzip.compress(pathlib.Path(wasm).read_bytes(), 9, mtime=0)
    text = base64.b64encode(packed).decode()
    return pathlib.Path(glue).read_text() + f'\ncreateQkv.packed = "{text}";\n'


def one(folder):
    page = pathlib.Path(folder, "index.html").read_text()
    hashes = {"script": [], "style": []}

    def inline(kind):
        def put(found):
            text = pathlib.Path(folder, found[1]).read_text()
            if f"</{kind}" in text:
                sys.exit(f"{found[1]}: </{kind} would end it")
            hashes[kind].append("'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'")
            return f"<{kind}>{{{{{found[1]}}}}}</{kind}>"
        return put

    if LIST not in page:
        sys.exit(f"index.html has no {LIST}")
    page = page.replace(LIST, DATA)
    page = re.sub(r'<link rel="stylesheet" href="([^"]*)">', inline("style"), page)
    page = re.sub(r'<script src="([^"]*)"[^>]*></script>', inline("script"), page)
    policy = (f"default-src 'none'; script-src {' '.join(hashes['script'])} 'wasm-unsafe-eval'; "
              f"style-src {' '.join(hashes['style'])}; base-uri 'none'; form-action 'none'")
    page, times = re.subn(r'(http-equiv="Content-Security-Policy"\s+content=")[^"]*', lambda found: found[1] + policy, page)
    if times != 1:
        sys.exit("index.html has no policy")
    return page


def put_zip(folder, name, seconds):
    old = time.gmtime(int(seconds))[:6]
    with zipfile.ZipFile(sys.stdout.buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(p for p in pathlib.Path(folder).rglob("*") if p.is_file()):
            entry = zipfile.ZipInfo(f"{name}/{path.relative_to(folder).as_posix()}", old)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, path.read_bytes())
    return ""


if __name__ == "__main__":
    sys.stdout.write({"module": module, "one": one, "zip": put_zip}[sys.argv[1]](*sys.argv[2:]))
