"""The module qkv: what it answers, shows and refuses, with the program as its only source.

    python3 tests/package.py PROGRAM [nearby]

With "nearby" the module is the one that is installed beside this Python; otherwise that of src/package.
"""

import os
import sys
import tempfile

program = os.path.abspath(sys.argv[1])
if sys.argv[2:] != ["nearby"]:
    sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "src", "package"))
    os.environ["PATH"] = os.path.dirname(program) + os.pathsep + os.environ["PATH"]
sys.dont_write_bytecode = True
import qkv

CODE = """import torch

#| rows: the dog barks
x = torch.tensor([[1., 2.], [3., 1.], [0., 2.]])
weights = torch.softmax(x @ x.T, dim=-1)
"""


def refused(call, *says):
    try:
        call()
    except qkv.QkvError as error:
        assert all(word in str(error) for word in says), error
    else:
        raise AssertionError("not refused: " + says[0])


def answers():
    why = qkv.why("01", "weights[x2, x2]")
    assert why.cell.value == 0.9820078 and why.made_of[0].how == "softmax" and "arithmetic" in why.made_of[0]
    assert repr(why).startswith("weights[x2, x2] = 0.98200") and "exp(16 - 16)" in repr(why), repr(why)
    refused(lambda: qkv.why("01", "nothing[0]"), "No result is called nothing.")
    refused(lambda: qkv.why("x[0, 0]"), "which lesson?")
    right = qkv.lesson(CODE).text
    found = qkv.diagnose(CODE, right[right.index("tensor(", right.index("softmax")):], "weights")
    assert found.is_right and found.fits == [], found
    other = "import torch\nx = torch.tensor([[1., 2.], [3., 1.], [0., 2.]])\nw = torch.softmax(x @ x.T, dim=0)\n"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "other.py")
        with open(path, "w") as f:
            f.write(other)
        shown = qkv.lesson(path).text
        os.rename(path, os.path.join(folder, "-x.py"))
        os.chdir(folder)
        assert qkv.lesson("-x.py", live=False).text == shown.replace("other", "-x")
        os.chdir(os.path.dirname(program))
    found = qkv.diagnose(CODE, shown[shown.index("tensor(", shown.index("dim=0")):], "weights")
    assert not found.is_right and found.fits[0].mistakes[0].new == "-2", found.fits
    assert "softmax runs over the queries" in repr(found)


def pages():
    page = qkv.lesson(CODE, live=False)
    assert "weights = torch.softmax" in page.text and "/tmp" not in page.text, page.text
    frame = page._repr_html_()
    assert frame.startswith("<iframe ") and 'sandbox="allow-scripts"' in frame and "<script" not in frame
    assert frame.count('"') == 8, "what the page says ends the attribute that it is in"
    refused(lambda: qkv.lesson("nothing.md"), "nothing.md")
    # Text with a mistake gives a page that says so.
    assert "unknown name 'z'" in qkv.lesson("x = 1\ny = x + z\n").text


def tensors():
    class Tensor:  # as PyTorch's: float32, on a device
        dtype = "torch.float32"

        def __init__(self, numbers):
            self.numbers = numbers

        def tolist(self):
            return self.numbers

    shares = qkv.show(Tensor([[0.1, 0.9], [0.5, 0.5]]), rows=["a b", "c"], columns="d e", name="weights")
    assert repr(shares) == "tensor([[0.1000, 0.9000],\n        [0.5000, 0.5000]])", repr(shares)
    assert ">a_b<" in shares.page and ">e<" in shares.page and 'class="p4"' in shares.page
    assert repr(qkv.show([1, float("nan"), float("-inf")])) == "tensor([1., nan, -inf])"
    assert repr(qkv.show(2)) == "tensor(2)"
    assert repr(qkv.show([(Tensor(1.5), float("nan"))])) == "tensor([[1.5000,    nan]])"
    assert ">'a<" in qkv.show([[1], [2]], rows=['"a', "\x1b[1mb\ud800"]).page.replace("&#39;", "'")
    refused(lambda: qkv.show([[1, 2]], rows="a b"), "rows: 2 labels for 1 rows")
    refused(lambda: qkv.show([1], rows="a"), "rows: the tensor has 1 axes")
    refused(lambda: qkv.show([1], name="a b"), "'a b' is no name of Python")
    refused(lambda: qkv.show([[1], [1, 2]]), "this list has 2 items")


def notebook():
    class Shell:
        def register_magic_function(self, function, magic_kind, magic_name):
            assert (magic_kind, magic_name) == ("cell", "qkv")
            self.run = function

    shell = Shell()
    qkv.load_ipython_extension(shell)
    page = shell.run("--handout --height 300", CODE)
    assert "height: 300px" in page._repr_html_()
    assert qkv.why("weights[the, dog]").cell.labels == ["the", "dog"]
    refused(lambda: shell.run("--live", CODE), "--live: expected --handout")
    shell.run("--handout", "x = 1")


for part in (answers, pages, tensors, notebook):
    part()
print("the module qkv: answers, pages, tensors and cells of notebooks hold")
