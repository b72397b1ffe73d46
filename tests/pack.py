"""What the page of the browser is loaded from.

    pack.py module GLUE.js MODULE.wasm >qkv.js     one script: a page in a file may load no other kind of file
    pack.py one FOLDER >one.html                   the page of that folder as one file, without lessons

The policy of the one file names its scripts and styles by their hashes; lessons lie in it as data, which needs none.
"""

import base64
import gzip
import hashlib
import pathlib
import re
import sys

LIST = '<script src="lessons/list.js"></script>'
DATA = '<script type="application/json" id="lessons"></script>'


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
            return f"<{kind}>{text}</{kind}>"
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


if __name__ == "__main__":
    sys.stdout.write({"module": module, "one": one}[sys.argv[1]](*sys.argv[2:]))
