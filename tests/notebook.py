"""The cells of a notebook in a real Jupyter, and in what nbconvert makes of it: HTML and slides.

    python3 tests/notebook.py FOLDER      with jupyter, and qkv installed beside this Python; writes its files there

A notebook with %%qkv, show, why and diagnose runs to its end; in both pages each of them stands, in its frame or as text.
"""

import html
import os
import subprocess
import sys

import nbformat
from nbformat import v4

CELL = "import torch\n\n#| rows: the dog barks\nx = torch.tensor([[1., 2.], [3., 1.], [0., 2.]])\n" \
    "weights = torch.softmax(x @ x.T, dim=-1)\n"
CELLS = [
    "%load_ext qkv\nimport qkv",
    "%%qkv\n" + CELL,
    "%%qkv --handout --height 300\n" + CELL,
    "qkv.show([[.25, .75], [.5, .5]], rows='a b', name='weights')",
    "qkv.why('weights[the, dog]')",
    f"qkv.diagnose({CELL!r}, [[.25, .75]], 'weights')",
    "with open('told.txt', 'w') as f: f.write(qkv.program())",
]

folder = sys.argv[1]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
cells = [v4.new_code_cell(c, metadata={"slideshow": {"slide_type": "slide"}}) for c in CELLS]
nbformat.write(v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}}), "qkv.ipynb")
convert = [sys.executable, "-m", "jupyter", "nbconvert", "qkv.ipynb", "--log-level=ERROR"]
subprocess.run([*convert, "--execute", "--to", "notebook", "--inplace"], check=True)
for kind, page in (("html", "qkv.html"), ("slides", "qkv.slides.html")):
    subprocess.run([*convert, "--to", kind], check=True)
    with open(page, encoding="utf-8") as f:
        text = f.read()
    frames = text.count('<iframe ')  # attributes may come in another order
    assert frames == text.count('sandbox="allow-scripts"') == 3, f"{page}: {frames} frames"
    inside = html.unescape(text)
    for word in (">0.75<", "id=\"c0-1\"", "exp(5 - 5)", "single changes"):
        assert word in inside, f"{page}: there is no {word}"
with open("told.txt") as f:
    program = f.read()
assert os.path.dirname(program) == os.path.dirname(sys.executable), program
live = "qkvHere" in inside or "wasm" in inside
print(f"notebook: {len(CELLS)} cells run, and stand in HTML and slides; the frame is", "live" if live else "a handout")
