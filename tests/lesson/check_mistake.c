/* Mistakes: what is told of them, what they take along, and what runs all the same. */
#include <string.h>

#include "lesson/run.h"
#include "made.h"
#include "shown.h"
#include "suites.h"

/* Code that begins at line 4, and what its statements show, a line each: a name for a tensor, E and the
 * last line of what is told of a mistake. */
static const struct {
    const char *code, *shown;
} rows[] = {
    {"x = 1 + 1\ny = z\nw = 5 + 5",
     "x=2\nE NameError: unknown name 'z': nothing was assigned to it before this line\nw=10\n"},
    {"a = b\nc = a\nd = c",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\n"
     "E (Not run: it needs 'a', which is not there because line 4 failed.)\n"
     "E (Not run: it needs 'c', which is not there because line 4 failed.)\n"},
    {"x = 1\nx = b\nx",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\n1\n"},
    {"x = b\nx = 1 + 1\nx + 1",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\nx=2\n3\n"},
    {"for i in range(3):\n    k = i\n    b\nk",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\n"
     "0\n"},
    {"def f():\n    return m\nm = b\nf()\nprint(1)",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\n"
     "E (Not run: it needs 'm', which is not there because line 6 failed.)\nP 1\n"},
    {"print(1)\nprint(2, b)\nprint(3)",
     "P 1\nE NameError: unknown name 'b': nothing was assigned to it before this line\nP 3\n"},
    {"def f():\n    print(1)\n    return b\nx = f()",
     "P 1\nE NameError: unknown name 'b': nothing was assigned to it before this line\n"},
    {"#| hide\nx = b",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\n"},
    {"x = 1 + 1\ny = (\nz = 3\n", "x=2\nE SyntaxError: '(' opened on line 5 is never closed\n"},
    {"x = 1 + 1\nreturn x\ny = x + x", "x=2\nE SyntaxError: 'return' outside a function\ny=4\n"},
    {"class A:\n    x = b\nA()\n1 + 1",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\n"
     "E (Not run: it needs 'A', which is not there because line 4 failed.)\n2\n"},
    /* reading of a module changes nothing there */
    {"#| hide\ntorch.manual_seed(1)\n#| hide\nnet = nn.Sequential(nn.Linear(2, 2), "
     "nn.Dropout(0.5))\n"
     "#| hide\nnet.eval()\nassert net[0].in_features == 3\nnet[0].in_features + 1\n"
     "z = net(torch.ones(1, 2))",
     "E AssertionError: the assertion does not hold: 2 == 3\n3\nz\n"},
    {"x = [i + b for i in range(3)]\ni = 4 + 1",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\ni=5\n"},
    {"raise ValueError('no')\n1 + 1", "E ValueError: no\n2\n"},
    {"try:\n    b\nexcept NameError:\n    print('caught')\n1 + 1", "P caught\n2\n"},
    {"while True:\n    pass\n1 + 1",
     "P (More than 20,000 lines of code were run: from here on there are results, but no lines to "
     "step "
     "through.)\n"
     "E the lesson computes too much, or without end: more than 16000000 values made or "
     "compared\n"},
    {"x = torch.zeros(2)\ny = x[0]\nx[0] = b\ny\nz = 1 + 1",
     "x\ny\nE NameError: unknown name 'b': nothing was assigned to it before this line\n"
     "\nz=2\n"},
    {"def f(l):\n    l.append(b)\nx = []\nt = (x, 1)\nf(x)\nprint(t[1])\nprint(t)",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\nP 1\n"
     "P ([], 1)\n"},
    {"def f():\n    torch.manual_seed(b)\nf()\ntorch.rand(1)\ntorch.manual_seed(1)\ntorch.rand(1)",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\n"
     "P (No seed is set: the numbers are those after torch.manual_seed(0).)\n\n\n"},
    {"x = [1]\nprint(x, x.append, b)\nprint(x)\nq = torch.ones(2)\nq @ torch.ones(3)\nprint(q)",
     "E NameError: unknown name 'b': nothing was assigned to it before this line\nP [1]\nq\n"
     "E RuntimeError: matmul: sizes do not fit: (2,) @ (3,): the last size of the "
     "left is 2, the only one of the right is 3\nP tensor([1., 1.])\n"},
    {"x, y, z, w = [1], [1], [1], 1\nz.append(sum(y)\nx.append(2)\nw = "
     "2\n```\n\n```python\nprint(y)\n"
     "print(z)\nprint(x)\nprint(w)\nprint(torch.rand(1).shape)",
     "E SyntaxError: '(' opened on line 5 is never closed\n"
     "E (Not run: it needs 'y', which is not there because line 5 failed.)\n"
     "E (Not run: it needs 'z', which is not there because line 5 failed.)\n"
     "E (Not run: it needs 'x', which is not there because line 5 failed.)\n"
     "E (Not run: it needs 'w', which is not there because line 5 failed.)\n"
     "E (Not run: it draws random numbers, which are not certain because line 5 failed.)\n"},
    {"from lightning import seed_everything\nprint(seed_everything(3) + 1)\na = torch.rand(1)\n"
     "torch.manual_seed(3)\nprint(torch.equal(a, torch.rand(1)))",
     "P 4\na\nP True\n"},
    {"import matplotlib.pyplot as plt\nfrom tqdm import tqdm, trange\nfig, axes = plt.subplots(1, "
     "2)\n"
     "axes[0].set(title='x')\nn = 0\nfor i in tqdm(range(3), desc='d'):\n    n += i\n"
     "for i in trange(1, 3):\n    n += i\nplt.rcParams['x'] = 3\n"
     "with plt.style.context('x') as c:\n    plt.show()\nprint(n)",
     "It ran 6 lines of code, and shows nothing.\nIt ran 4 lines of code, and shows nothing.\n"
     "It ran 1 line of code, and shows nothing.\nP 6\n"},
    {"import timeit, scipy\nx = [1]\nt = "
     "timeit.default_timer()\nprint(f'{t}')\nprint(timeit.default_timer() - t, x)\n"
     "if t: print(2)\nprint(x)\nscipy.f(x)\nprint(x)",
     "E timeit.default_timer() is not part of the lesson language\n"
     "E timeit.default_timer() is not part of the lesson language\n"
     "E timeit.default_timer() is not part of the lesson language\nP [1]\n"
     "E scipy.f is not part of the lesson language, and there is no such file beside the lesson\n"
     "E (Not run: it needs 'x', which is not certain because line 11 failed.)\n"},
    {"import time\nx = 1\nt = time.time()\nprint(time.perf_counter() - t)",
     "P (The clock of a lesson stands still: every time is 0.)\nt=0.0\nP 0.0\n"},
    /* functions that are handed on are called where they go */
    {"import torch\nx = [torch.fft.f(1)] + list(map(torch.randn, [1, 2]))\nprint(torch.rand(1))",
     "E torch.fft is not part of the lesson language\n"
     "E (Not run: it draws random numbers, which are not certain because line 5 failed.)\n"},
    {"import torch\nx = [torch.fft.f(1)], [m(1) for m in [torch.randn]]\nprint(torch.rand(1))",
     "E torch.fft is not part of the lesson language\n"
     "E (Not run: it draws random numbers, which are not certain because line 5 failed.)\n"},
    {"import torch\nx = [torch.fft.f(1)], getattr(torch, 'randn')(2)\nprint(torch.rand(1))",
     "E torch.fft is not part of the lesson language\n"
     "E (Not run: it draws random numbers, which are not certain because line 5 failed.)\n"},
    {"import torch\na = [1]\nadd = list.append\nx = torch.fft.f(1), add(a, 2)\nprint(a)",
     "add=<built-in function append>\n"
     "E torch.fft is not part of the lesson language\n"
     "E (Not run: it needs 'a', which is not certain because line 7 failed.)\n"},
    {"a, b = [1], [1]\nx = list(map(a.append, [1, torch.fft.f(1)]))\nprint(b)\nprint(a)",
     "E torch.fft is not part of the lesson language\n"
     "P [1]\n"
     "E (Not run: it needs 'a', which is not certain because line 5 failed.)\n"},
    {"import torch.nn as nn\nx, y = [torch.zeros(1)], [nn.ReLU(inplace=True)]\n"
     "def f(v): return y[0](v)\nz = torch.fft.f(1), f(x[0])\nprint(x)",
     "x=[tensor([0.])]\ny=[ReLU(inplace=True)]\n"
     "E torch.fft is not part of the lesson language\n"
     "E (Not run: it needs 'x', which is not certain because line 7 failed.)\n"},
    {"def f(g): return g(2)\nx = torch.fft.f(1), f(torch.ones)\nprint(torch.rand(1).shape)\n"
     "print(torch.ones(1))",
     "E torch.fft is not part of the lesson language\n"
     "P torch.Size([1])\nP (No seed is set: the numbers are those after torch.manual_seed(0).)\nP "
     "tensor([1.])\n"},
    {"class A:\n    n = 1\nx = [torch.fft.f(1)], list(map(setattr, [A], ['n'], [2]))\nprint(A.n)",
     "E torch.fft is not part of the lesson language\n"
     "E (Not run: it needs 'A', which is not certain because line 6 failed.)\n"},
    /* an iterator leads to its values, and a function to those that it gives */
    {"import foo\na, b = [1], [1]\nz = zip(a, [b])\nfoo.f(z)\nprint(b)",
     "z=<zip>\n"
     "E foo.f is not part of the lesson language, and there is no such file beside the lesson\n"
     "E (Not run: it needs 'b', which is not certain because line 7 failed.)\n"},
    {"import foo\na, b = [1], [1]\nz = map(lambda v: v, [a, b])\nfoo.f(z)\nprint(b)",
     "z=<map>\n"
     "E foo.f is not part of the lesson language, and there is no such file beside the lesson\n"
     "E (Not run: it needs 'b', which is not certain because line 7 failed.)\n"},
    {"import foo\na, b = [1], [1]\nz = iter([a, b])\nfoo.f(z)\nprint(b)",
     "z=<list_iterator>\n"
     "E foo.f is not part of the lesson language, and there is no such file beside the lesson\n"
     "E (Not run: it needs 'b', which is not certain because line 7 failed.)\n"},
    {"import foo\na, b = [1], [1]\nz = (v for v in [a, b])\nfoo.f(z)\nprint(b)",
     "z=<generator>\n"
     "E foo.f is not part of the lesson language, and there is no such file beside the lesson\n"
     "E (Not run: it needs 'b', which is not certain because line 7 failed.)\n"},
    {"import foo\na, b, c = [1], [1], [1]\ndef f(): return a\ndef g():\n    yield b\n"
     "foo.f(f(), g())\nprint(a)\nprint(b)\nfoo.f(lambda: c)\nprint(c)",
     "E foo.f is not part of the lesson language, and there is no such file beside the lesson\n"
     "E (Not run: it needs 'a', which is not certain because line 9 failed.)\n"
     "E (Not run: it needs 'b', which is not certain because line 9 failed.)\n"
     "E foo.f is not part of the lesson language, and there is no such file beside the lesson\n"
     "E (Not run: it needs 'c', which is not certain because line 12 failed.)\n"},
    /* no decision hangs on what is not known here */
    {"import timeit, os, torch\nt = timeit.default_timer()\nprint(t == 3)\nprint(t in [3])\n"
     "print(isinstance(t, float))\nprint(os.environ['HOME'])\nprint(os.environ.get('PATH') is "
     "None)\n"
     "try:\n    torch.tensor([t])\nexcept Exception:\n    print(1)\n"
     "try:\n    for i in t: pass\nexcept Exception:\n    print(1)\n"
     "try:\n    range(t)\nexcept Exception:\n    print(1)\n",
     "E timeit.default_timer() is not part of the lesson language\n"
     "E timeit.default_timer() is not part of the lesson language\n"
     "E timeit.default_timer() is not part of the lesson language\n"
     "E os.environ: what HOME is on a machine, is not known here\n"
     "E os.environ: what PATH is on a machine, is not known here\n"
     "E timeit.default_timer() is not part of the lesson language\n"
     "E timeit.default_timer() is not part of the lesson language\n"
     "E timeit.default_timer() is not part of the lesson language\n"},
    {"from lightning import seed_everything\nprint(seed_everything(workers=True, seed=3))\n"
     "a = torch.rand(1)\ntorch.manual_seed(3)\nprint(torch.equal(a, torch.rand(1)))",
     "P 3\na\nP True\n"},
    {"from tqdm import tqdm\nfor i in tqdm(desc='d', iterable=range(3)):\n    x = i\nprint(x)",
     "It ran 6 lines of code, and shows nothing.\nP 2\n"},
    {"ls = [nn.Linear]\ndef f(k):\n    return ls[k](2, "
     "torch.linalg.qr(1))\nf(0)\ntorch.rand(1)",
     "ls=[<class 'torch.nn.modules.linear.Linear'>]\nE torch.linalg.qr is not part of the lesson "
     "language\nE (Not run: it draws random numbers, which are not certain because line 7 "
     "failed.)\n"},
    {"class L(nn.Linear):\n    pass\ntorch.linalg.qr(1), L(1, 1)\ntorch.rand(1)",
     "E torch.linalg.qr is not part of the lesson language\nE (Not run: it draws random numbers, "
     "which are "
     "not certain because line 6 failed.)\n"},
    {"import scipy\nloader = scipy.Loader()\ntorch.manual_seed(0)\nb = "
     "next(iter(loader))\ntorch.rand(1)",
     "E scipy.Loader is not part of the lesson language, and there is no such file beside the "
     "lesson\nE (Not run: it needs 'loader', which is "
     "not there because line 5 failed.)\nE (Not run: it draws random numbers, which are not "
     "certain because line 5 failed.)\n"},
    {"x, box = torch.ones(2), "
     "[]\nbox.append(torch.linalg.qr(x))\nprint(x)\nbox[0].add_(1)\nprint(x)",
     "x\nbox=[]\nE torch.linalg.qr is not part of the lesson language\nE (Not run: it needs 'x', "
     "which "
     "is not certain because line 5 failed.)\nE (Not run: it needs 'box', which is not certain "
     "because line 5 failed.)\nE (Not run: it needs 'x', "
     "which is not certain because line 5 failed.)\n"},
    /* code that libraries reach, names that a text has, memory that a gradient or x.data has */
    {"x = [1]\n@torch.no_grad()\ndef f():\n    torch.special.i0(x.append(1))\nf()\nprint(x)",
     "E torch.special.i0 is not part of the lesson language\nE (Not run: it needs 'x', which is "
     "not "
     "certain because line 8 failed.)\n"},
    {"x = [1]\nclass M(nn.Module):\n    def forward(self, y):\n        "
     "x.append(torch.special.i0(y))\n"
     "M()(torch.ones(1))\nprint(x)",
     "E torch.special.i0 is not part of the lesson language\nE (Not run: it needs 'x', which is "
     "not "
     "certain because line 8 failed.)\n"},
    {"x = [1]\nclass G(torch.autograd.Function):\n    @staticmethod\n    def forward(c, y):\n"
     "        return y * 2\n    @staticmethod\n    def backward(c, g):\n"
     "        x.append(torch.special.i0(g))\ny = G.apply(torch.ones(1, requires_grad=True))\n"
     "y.sum().backward()\nprint(x)",
     "y\nE torch.special.i0 is not part of the lesson language\nE (Not run: it needs 'x', which is "
     "not certain because line 13 failed.)\n"},
    {"x, z, w = [1], [2], [3]\neval('x.append(4)')\nprint(z)\nprint(x)\ntext = 'y = "
     "1'\neval(text)\n"
     "print(w)",
     "E 'eval' is not part of the lesson language\nP [2]\nE (Not run: it needs 'x', which is not "
     "certain because line 5 failed.)\nE 'eval' is not part of the lesson language\n"
     "E (Not run: it needs 'w', which is not there because line 9 failed.)\n"},
    {"class Q:\n    t = torch.atleast_2d(x := torch.ones(2))\na = torch.ones(2)\nclass Q:\n"
     "    t = torch.atleast_2d(a)\n    t.add_(1)\nprint(a)",
     "E torch.atleast_2d is not part of the lesson language\na\nE torch.atleast_2d is not part of "
     "the lesson language\nE (Not run: it needs 'a', which is not certain because line 7 "
     "failed.)\n"},
    {"w = torch.ones(2, requires_grad=True)\nw.sum().backward()\ng = w.grad\n"
     "torch.special.i0(w).sum().backward()\nprint(g)",
     "w\ng\nE torch.special.i0 is not part of the lesson language\nE (Not run: it needs 'g', which "
     "is not certain because line 7 failed.)\n"},
    {"a = torch.ones(2)\na.data = a.data * 2\nF.threshold_(a, 0.5, 9.)\nprint(a)",
     "a\nE torch.nn.functional.threshold_ is not part of the lesson language\nE (Not run: it needs "
     "'a', which is not certain because line 6 failed.)\n"},
    /* readers of the settings; generators of NumPy and Python */
    {"k = (torch.set_default_dtype(torch.float64), torch.special.i0(1))\n"
     "print(torch.get_default_dtype())",
     "E set_default_dtype: lessons draw and compute in float32\nE (Not run: it needs 'the settings "
     "of PyTorch', which is not certain because line 4 failed.)\n"},
    {"import random\nimport numpy as np\nrandom.seed(2)\nrandom.betavariate(1, "
     "2)\nrandom.random()\nnp.random.rand()\n"
     "random.seed(1)\nnp.random.seed(1)\nprint(random.random(), np.random.rand())",
     "E random.betavariate is not part of the lesson language\nE (Not run: it needs "
     "'random.random()', which is not certain because line 7 failed.)\nE (Not run: it needs "
     "'numpy.random', which is not certain because line 7 failed.)\n"
     "P 0.13436424411240122 0.417022004702574\n"},
    /* a class that is made from one that is not here */
    {"from lightning import LightningModule\nclass M(LightningModule):\n    pass\ntry:\n    M(1)\n"
     "except Exception:\n    print(1)",
     "E lightning.LightningModule is not part of the lesson language, and there is no such file "
     "beside the lesson\nE (Not run: it needs 'M', "
     "which is not there because line 5 failed.)\n"},
    {"x, box = torch.ones(2), {}\nbox['a'] = (x, torch.linalg.qr(1))\na, b = box['a']\nprint(x)\na "
     "+= 1\nprint(x)",
     "x\nbox={}\nE torch.linalg.qr is not part of the lesson language\nE (Not run: it needs 'box', "
     "which is not certain because line 5 failed.)\nE (Not run: it needs 'x', which is not "
     "certain because line 5 failed.)\nE (Not run: it needs 'a', which is not there because line 5 "
     "failed.)\nE (Not run: it needs 'x', which is not certain "
     "because line 5 failed.)\n"},
    {"x = [1]\ndef f():\n    return torch.fx.wrap(x)\no = f()\nprint(x)\no.step()\nprint(x)",
     "E torch.fx: nothing is compiled here\nP [1]\nE (Not run: it needs 'o', which "
     "is not there because line 7 failed.)\nE (Not run: it needs 'x', which is not certain because "
     "line 7 failed.)\n"},
    {"x = torch.ones(2)\nF.relu = lambda x: x * 3\nF.relu(x)",
     "x\nE 'relu' of a module cannot be set here\nE (Not run: it needs 'x', which is not certain "
     "because line 5 failed.)\n"},
    {"class A:\n    n = 0\nclass B(A):\n    pass\na = B()\nsetattr(A, 'n', "
     "torch.linalg.qr(1))\nprint(a.n)\nprint(B.n)",
     "a=<B object>\nE torch.linalg.qr is not part of the lesson language\nE (Not run: it needs "
     "'a', which is not certain because line 9 failed.)\nE (Not run: it needs 'B', which is not "
     "certain because line 9 failed.)\n"},
    {"def f():\n    class B:\n        def __enter__(self):\n            self.n = 1\n        def "
     "__exit__(self, *a):\n            pass\n    return B()\nb = f()\nb.n = 0\nwith "
     "torch.linalg.qr(1), b:\n    pass\nprint(b.n)",
     "b=<B object>\nE torch.linalg.qr is not part of the lesson language\nE (Not run: it needs "
     "'b', which is not certain because line 13 failed.)\n"},
    {"h = [iter([1, 2])]\nx = torch.linalg.qr(1), list(h[0])\nprint(list(h[0]))",
     "h=[<list_iterator>]\nE torch.linalg.qr is not part of the lesson language\nE (Not run: it "
     "needs 'h[0]', which is not certain because line 5 failed.)\n"},
    {"x = []\ndef k(v):\n    x.append(v)\n    return v\nkw = {'key': k}\ny = torch.linalg.qr(1), "
     "sorted([1], **kw)\nprint(x)",
     "E torch.linalg.qr is not part of the lesson language\nE (Not run: it needs 'x', which is not "
     "certain because line 9 failed.)\n"},
    {"x = [1]\ny = getattr(x, 'app' + 'end')(torch.linalg.qr(1))\nprint(x)",
     "E torch.linalg.qr is not part of the lesson language\nE (Not run: it needs 'x', which is not "
     "certain because line 5 failed.)\n"},
    {"class C:\n    def __str__(self):\n        self.n = 1\n        return 'C'\nc = C()\nc.n = "
     "0\ny = torch.linalg.qr(1), f'{c}'\nprint(c.n)",
     "c=<C object>\nE torch.linalg.qr is not part of the lesson language\nE (Not run: it needs "
     "'c', which is not certain because line 10 failed.)\n"},
    {"print(hasattr(F, 'relu'), getattr(F, 'relu')(torch.ones(1)))\nhasattr(F, 'x_y_z')",
     "P True tensor([1.])\nFalse\n"},
    {"try:\n    F.relu = None\nexcept AttributeError:\n    print(1)",
     "E 'relu' of a module cannot be set here\n"},
    {"print(getattr(torch.ones(1), 'no_such', 3))\nprint(hasattr(torch.ones(1), 'svd'))",
     "P 3\nE Tensor.svd is not part of the lesson language: did you mean 'std'?\n"},
};

static void write_shown(Buf *out)
{
    for (int i = 0; i < shown_count(run); i++) {
        const Stop *s = shown(run, i);
        const char *last = s->text ? strrchr(s->text, '\n') : NULL;
        buf_printf(out, "%s%s%s%s\n",
                   s->kind == STOP_ERROR   ? "E "
                   : s->kind == STOP_PRINT ? "P "
                                           : "",
                   s->name ? s->name : "", s->name && s->text ? "=" : "",
                   last      ? last + 1
                   : s->text ? s->text
                             : "");
    }
}

START_TEST(what_fails_and_what_runs)
{
    Buf text = {0}, out = {0};
    buf_printf(&text, "## s\n\n```python\n%s\n```\n", rows[_i].code);
    start_text("x.md", text.text);
    write_shown(&out);
    ck_assert_msg(strcmp(buf_text(&out), rows[_i].shown) == 0, "%s\nshows\n%s\nexpected\n%s",
                  rows[_i].code, buf_text(&out), rows[_i].shown);
    ck_assert_int_eq(run->err.set, strstr(rows[_i].shown, "E ") != NULL);
    buf_release(&text);
    buf_release(&out);
    stop();
}
END_TEST

static const char way[] = "## s\n\n```python\nclass Inner:\n    def run(self, x):\n"
                          "        return x @ x\n\ndef outer(x):\n    y = x * 2\n"
                          "    return Inner().run(y)\n\nz = outer(torch.ones(2, 3))\n```\n";

START_TEST(the_way_to_a_mistake_is_told)
{
    Buf told = {0};
    start_text("x.md", way);
    const Stop *error = shown(run, 0);
    ck_assert_int_eq(error->kind, STOP_ERROR);
    static const char traceback[] = "Traceback (most recent call last):\n"
                                    "  line 12\n    z = outer(torch.ones(2, 3))\n"
                                    "  line 10, in outer\n    return Inner().run(y)\n"
                                    "  line 6, in Inner.run\n    return x @ x\n"
                                    "           ^^^^^\n"
                                    "RuntimeError: matmul: sizes do not fit: (2, 3) @ (2, 3)";
    ck_assert_msg(strncmp(error->text, traceback, strlen(traceback)) == 0, "%s", error->text);
    run_write_mistakes(&told, run);
    ck_assert_ptr_nonnull(strstr(told.text, "x.md:6:16: matmul: sizes do not fit"));
    ck_assert_ptr_nonnull(strstr(told.text, "  on the way:\n  line 12\n    z = outer("));
    ck_assert_int_gt(run->stops, 2); /* results on the way can be seen */
    buf_release(&told);
    stop();
}
END_TEST

/* A call that torch's own Python makes is told with its line and the name of its file. */
START_TEST(the_way_leads_through_the_library)
{
    start_text("x.md", "## s\n\n```python\nclass Bad(nn.Module):\n    def forward(self, x):\n"
                       "        return x @ x\nnet = nn.Sequential(nn.Identity(), Bad())\n"
                       "y = net(torch.ones(1, 3))\n```\n");
    int last = run->stops - 1;
    while (run->stop[last].kind != STOP_ERROR)
        last--;
    const char *text = run->stop[last].text;
    ck_assert_msg(strstr(text, "  line 8\n    y = net(torch.ones(1, 3))\n"
                               "  torch.nn.modules.container.py line "),
                  "%s", text);
    ck_assert_msg(strstr(text, ", in Sequential.forward\n    input = module(input)\n"
                               "  line 6, in Bad.forward\n    return x @ x\n"),
                  "%s", text);
    stop();
}
END_TEST

/* Functions that call themselves are told at both ends. */
START_TEST(a_long_way_is_cut)
{
    start_text("x.md",
               "## s\n\n```python\ndef f(n):\n    return f(n - 1) if n else b\n\nf(50)\n```\n");
    const char *text = shown(run, 0)->text;
    ck_assert_msg(strstr(text, "  line 7\n    f(50)\n  line 5, in f\n") != NULL, "%s", text);
    ck_assert_ptr_nonnull(strstr(text, "  ... 39 calls more ...\n"));
    stop();
}
END_TEST

/* After a mistake that was caught the way of the next one is its own. */
START_TEST(a_caught_mistake_leaves_no_way)
{
    start_text("x.md",
               "## s\n\n```python\ndef f():\n    return b\ntry:\n    f()\nexcept NameError:\n"
               "    pass\nc\n```\n");
    ck_assert_int_eq(run->mistakes, 1);
    ck_assert_str_eq(run->mistake[0].calls, "");
    stop();
}
END_TEST

/* An expectation on what is not there is none; what was printed is only compared when all of it was. */
START_TEST(expectations_that_cannot_hold_are_passed_over)
{
    start_text("x.md",
               "## s\n\n```python\nx = b\nprint(1)\n```\n\n```expect x\n1\n```\n\n"
               "```expect\n1\n2\n```\n\n```python\nprint(3)\n```\n\n```expect\n3\n```\n\n"
               "```expect nothing\n1\n```\n\n```python\ny = 2\n```\n\n```expect y\n3\n```\n");
    ck_assert_int_eq(run->mistakes, 2);
    ck_assert_ptr_nonnull(strstr(run->mistake[1].err.message, "expect: unknown name 'nothing'"));
    ck_assert_int_eq(run->expectations, 2);
    ck_assert_int_eq(run->failures, 1);
    ck_assert_int_eq(run->failure[0].at.line, 33);
    stop();
}
END_TEST

/* Each walk over all that a lesson has uses the room of the one before. */
START_TEST(mistakes_beside_much_data_leave_room)
{
    Buf text = {0};
    buf_puts(&text, "## s\n\n```python\nimport scipy\nwords = [[i] for i in range(60000)]\n");
    for (int i = 0; i < 40; i++)
        buf_printf(&text, "x%d = []\nscipy.g(x%d)\n", i, i);
    buf_puts(&text, "print(len(words))\n```\n");
    start_text("x.md", buf_text(&text));
    const Stop *last = shown(run, shown_count(run) - 1);
    ck_assert_int_eq(last->kind, STOP_PRINT);
    ck_assert_str_eq(last->text, "60000");
    buf_release(&text);
    stop();
}
END_TEST

START_TEST(there_is_an_end_to_mistakes)
{
    Buf text = {0};
    buf_puts(&text, "## s\n\n```python\n");
    for (int i = 0; i < 1000; i++)
        buf_puts(&text, "nothing\n");
    buf_puts(&text, "```\n");
    start_text("x.md", text.text);
    ck_assert_int_eq(run->mistakes, 50);
    ck_assert_int_eq(run->statements, 50);
    buf_release(&text);
    stop();
}
END_TEST

Suite *mistake_suite(void)
{
    Suite *s = suite_create("mistake");
    TCase *t = suite_case(s, "mistake");
    tcase_add_loop_test(t, what_fails_and_what_runs, 0, sizeof rows / sizeof rows[0]);
    tcase_add_test(t, the_way_to_a_mistake_is_told);
    tcase_add_test(t, the_way_leads_through_the_library);
    tcase_add_test(t, a_long_way_is_cut);
    tcase_add_test(t, a_caught_mistake_leaves_no_way);
    tcase_add_test(t, expectations_that_cannot_hold_are_passed_over);
    tcase_add_test(t, mistakes_beside_much_data_leave_room);
    tcase_add_test(t, there_is_an_end_to_mistakes);
    return s;
}
