"""What the programs of doubt.py are made of.

A piece is made, shown and written to: @ after a name is its number. `tensor` and `array` are what WRITES are done to,
`own` are statements that change it in a way of its own. In ways, # is a number and BODY the statements.
"""

import re

HEAD = [
    "import torch, random, operator, functools, math, contextlib, collections",
    "import numpy as np, toolkit",
    "import torch.nn as nn, torch.nn.functional as F",
    "torch.manual_seed(1); np.random.seed(2); random.seed(3)",
]

DRAWS = [
    "torch.rand(1)",
    "np.random.rand()",
    "random.random()",
    "torch.randperm(4).tolist()",
    "nn.Linear(1, 1).weight.item()",
    "random.randint(0, 99)",
    "F.dropout(torch.ones(4)).tolist()",
    "random.choice([1, 2, 3, 4, 5])",
    "np.random.randint(0, 9, 2)",
    "torch.ones(2).normal_().tolist()",
]


def piece(made, shown, **written):
    return {"made": re.split(r"\n\n(?=\S)", made.strip("\n")), "shown": shown, **written}


PIECES = [
    piece("a@ = torch.tensor([1., -2., 4.])", ["a@", "a@.sum().item()"], tensor=["a@"]),
    piece("a@ = torch.tensor([1., -2., 4.])\n\nb@ = a@[1:]", ["a@", "b@", "b@ + 1"], tensor=["a@", "b@"]),
    piece("a@ = torch.ones(2, 2)\n\nb@ = a@.T\n\nc@ = a@.view(-1)", ["a@.tolist()", "b@.tolist()", "c@"], tensor=["a@[0]", "b@[1]", "c@"]),
    piece("a@ = torch.tensor([1., 2.])\n\nb@ = a@.numpy()", ["a@", "b@", "b@ * 2"], tensor=["a@"], array=["b@"]),
    piece("b@ = np.array([3., 1., 2.])\n\na@ = torch.from_numpy(b@)", ["a@", "b@"], tensor=["a@"], array=["b@", "b@[1:]"]),
    piece("a@ = torch.tensor([1., 2.])\n\na@.data = a@.data * 2\n\nb@ = a@.detach()", ["a@", "b@"], tensor=["a@", "b@", "a@.data"]),
    piece("p@ = nn.Parameter(torch.tensor([1., 2.]))", ["p@", "p@.tolist()", "p@.detach() * 2"], tensor=["p@.data", "p@.detach()"]),
    piece("a@ = torch.zeros(3)\n\nb@, c@, d@ = a@.unbind()", ["a@", "b@", "c@.item()"], tensor=["a@", "b@.view(1)", "c@.view(1)"]),
    piece("e@ = torch.arange(4.)\n\nh@ = e@.chunk(2)", ["e@", "h@", "h@[1].tolist()"], tensor=["e@", "h@[0]", "h@[1]"]),
    piece("L@ = [torch.ones(2), torch.zeros(2)]\n\nM@ = L@", ["L@", "M@[0]", "len(M@)"], tensor=["L@[0]", "M@[1]"], own=["L@.append(torch.ones(1))", "M@.insert(0, L@[1] + 5)", "L@[0] = torch.tensor([7., 7.])"]),
    piece("D@ = {'k': torch.ones(2), 'n': 1}", ["D@", "D@['k']", "D@['n']", "sorted(D@)"], tensor=["D@['k']"], own=["D@['n'] += 1", "D@.update(z=3)", "D@.setdefault('q', 4)", "D@['n'] = 5"]),
    piece("N@ = {'x': [(torch.ones(2), [1])]}", ["N@", "N@['x'][0][0].sum().item()", "N@['x'][0][1]"], tensor=["N@['x'][0][0]"], own=["N@['x'][0][1].append(2)", "N@['x'].pop()", "N@['x'].append(N@['x'][0])"][:1]),
    piece(
        """
class Box@:
    def __init__(self):
        self.t = torch.ones(2)
        self.items = [1]
        self.n = 0

    def grow(self):
        self.n += 1
        self.items.append(self.n)
        return self.n

    @property
    def size(self):
        return len(self.items)

o@ = Box@()

u@ = o@.grow""",
        ["o@.t", "o@.items", "o@.n", "o@.size", "u@()", "vars(o@)['n']"],
        tensor=["o@.t"],
        own=["o@.items.append(5)", "o@.n += 1", "o@.grow()", "u@()", "setattr(o@, 'n', 8)", "o@.t = torch.zeros(2)"],
    ),
    piece(
        """
class K@:
    t = torch.ones(2)
    n = 0

    @classmethod
    def more(cls):
        cls.n += 1
        return cls.n

class J@(K@):
    pass

k@ = J@()""",
        ["K@.t", "K@.n", "k@.n", "J@.n", "k@.t"],
        tensor=["K@.t", "k@.t"],
        own=["K@.n += 1", "type(k@).n = 3", "k@.__class__.n = 4", "setattr(K@, 'n', 6)", "K@.more()", "k@.more()", "k@.n = 2"],
    ),
    piece("m@ = nn.Linear(2, 1)\n\nnn.init.constant_(m@.weight, 0.5)\n\nnn.init.zeros_(m@.bias)", ["m@.weight", "m@(torch.ones(2))", "[p.tolist() for p in m@.parameters()]", "m@.training", "m@.state_dict()['bias'].tolist()"], tensor=["m@.weight.data", "m@.bias.data", "next(m@.parameters()).data"], own=["m@.eval()", "m@.load_state_dict({'weight': torch.ones(1, 2), 'bias': torch.ones(1)})", "nn.init.ones_(m@.weight)", "m@.requires_grad_(False)"]),
    piece(
        """
class Net@(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(1))
        self.layer = nn.Sequential(nn.Linear(2, 2), nn.ReLU(), nn.Dropout(0.5))
        self.calls = 0

    def forward(self, x):
        self.seen += 1
        self.calls += 1
        return self.layer(x)

net@ = Net@()""",
        ["net@.seen", "net@.calls", "net@.layer[0].weight.sum().item()", "net@.training", "net@(torch.ones(2)).tolist()"],
        tensor=["net@.seen", "net@.layer[0].bias.data"],
        own=["net@(torch.ones(2))", "net@.eval()", "net@.calls = 9", "net@.train(False)", "net@.apply(lambda m: setattr(m, 'calls', 5))"],
    ),
    piece("w@ = torch.tensor([1., 2.], requires_grad=True)\n\n(w@ * 2).sum().backward()\n\ng@ = w@.grad", ["w@", "w@.grad", "g@", "g@.sum().item()"], tensor=["w@.data", "g@", "w@.grad"], own=["(w@ * w@).sum().backward()", "w@.grad = None", "w@.requires_grad_(False)"]),
    piece("w@ = torch.tensor([1., 2.], requires_grad=True)\n\nseen@ = []\n\nhook@ = w@.register_hook(lambda g: seen@.append(g.sum().item()))", ["w@", "seen@", "len(seen@)", "w@.grad"], tensor=["w@.data"], own=["(w@ * 3).sum().backward()", "seen@.clear()", "hook@.remove()"]),
    piece("m@ = nn.Linear(1, 1)\n\nnn.init.ones_(m@.weight)\n\nH@ = []\n\nh@ = m@.register_forward_hook(lambda m, x, y: H@.append(len(H@)))", ["H@", "len(H@)", "m@.weight.item()"], tensor=["m@.weight.data"], own=["m@(torch.ones(1))", "h@.remove()"]),
    piece("w@ = nn.Parameter(torch.tensor([1., 2.]))\n\nopt@ = torch.optim.SGD([w@], lr=0.5)\n\nw@.sum().backward()", ["w@", "w@.grad", "opt@.param_groups[0]['lr']"], tensor=["w@.data", "w@.grad"], own=["opt@.step()", "opt@.zero_grad()", "opt@.param_groups[0]['lr'] = 0.25", "(w@ * 2).sum().backward()"]),
    piece("w@ = nn.Parameter(torch.tensor([1., 2.]))\n\nopt@ = torch.optim.SGD([w@], lr=0.5)\n\nrate@ = torch.optim.lr_scheduler.LambdaLR(opt@, lambda epoch: 0.5 ** epoch)", ["w@", "rate@.get_last_lr()", "opt@.param_groups[0]['lr']"], tensor=["w@.data"], own=["rate@.step()", "opt@.step()"]),
    piece("n@ = np.array([3., 1., 2.])\n\nc@ = n@[1:]", ["n@", "c@", "n@.sum()", "c@.tolist()"], array=["n@", "c@"]),
    piece("n@ = np.arange(4).reshape(2, 2)\n\nc@ = n@.T\n\nr@ = n@.reshape(-1)", ["n@.tolist()", "c@.tolist()", "r@"], array=["n@[0]", "c@[1]", "r@"]),
    piece("def outer@():\n    t = torch.ones(2)\n    count = 0\n    def add():\n        nonlocal count\n        count += 1\n        t.add_(1)\n        return count\n    def get():\n        return count, t.tolist()\n    return add, get\n\nadd@, get@ = outer@()", ["get@()", "add@()"], own=["add@()"]),
    piece("def seen@(x, before=[]):\n    before.append(x)\n    return len(before)", ["seen@(0)"], own=["seen@(1)"]),
    piece("count@ = 0\n\ndef tick@():\n    global count@\n    count@ += 1\n    return count@", ["count@", "tick@()"], own=["tick@()"]),
    piece("def series@():\n    t = torch.zeros(2)\n    while True:\n        t.add_(1)\n        yield t.tolist()\n\ns@ = series@()\n\nnext(s@)", ["next(s@)"], own=["next(s@)"]),
    piece("i@ = iter([1, 2, 3, 4, 5, 6, 7, 8])\n\nz@ = enumerate('abcdefgh')", ["next(i@)", "next(z@)"], own=["next(i@)", "next(z@)"]),
    piece("q@ = collections.deque([1, 2], maxlen=4)\n\nc@ = collections.Counter('aab')\n\nf@ = collections.defaultdict(list)", ["q@", "sorted(c@.items())", "dict(f@)", "f@['x']"], own=["q@.append(3)", "c@.update('b')", "f@['x'].append(1)", "c@['a'] += 1", "q@.popleft()"]),
    piece("S@ = {1, 2}\n\nB@ = S@", ["sorted(S@)", "len(B@)"], own=["S@.add(3)", "B@.discard(1)"]),
    piece(
        """
class Rows@(torch.utils.data.Dataset):
    read = 0

    def __init__(self):
        self.rows = torch.arange(4.)
        self.log = []

    def __len__(self):
        return 4

    def __getitem__(self, i):
        self.log.append(i)
        return self.rows[i]

rows@ = Rows@()

loader@ = torch.utils.data.DataLoader(rows@, batch_size=2, shuffle=True)""",
        ["rows@.log", "rows@.rows", "rows@[1]", "[x.tolist() for x in loader@]"],
        tensor=["rows@.rows"],
        own=["list(loader@)", "rows@[0]", "next(iter(loader@))", "rows@.log.clear()"],
    ),
    piece("state@ = {'step': 0}\n\ndef update@(key, *, by=1):\n    state@[key] = state@.get(key, 0) + by\n    return state@[key]\n\nby@ = functools.partial(update@, 'step', by=2)", ["state@", "by@()", "state@['step']"], own=["by@()", "update@('step')"]),
    piece("x@ = torch.ones(2)\n\ny@ = x@\n\nz@ = (x@, [y@])\n\nx@ = x@ * 2", ["x@", "y@", "z@"], tensor=["x@", "y@", "z@[0]", "z@[1][0]"]),
    piece("G@ = torch.Generator().manual_seed(4)", ["torch.rand(1, generator=G@)"], own=["torch.rand(1, generator=G@)", "G@.manual_seed(5)"]),
    piece("R@ = np.random.default_rng(4)", ["R@.random()"], own=["R@.random()", "R@.integers(0, 5)"]),
    piece("a@ = torch.ones(2)\n\nP@ = nn.ParameterList([nn.Parameter(a@)])\n\nQ@ = nn.ModuleList([nn.Identity()])", ["a@", "P@[0]", "len(P@)", "len(Q@)"], tensor=["a@", "P@[0].data"], own=["P@.append(nn.Parameter(torch.zeros(1)))", "Q@.append(nn.ReLU())"]),
]

WRITES = {
    "tensor": [
        "@.add_(1)",
        "@.mul_(2)",
        "@.zero_()",
        "@.fill_(3)",
        "@.copy_(torch.zeros_like(@))",
        "@.view(-1)[0] = 9",
        "@.view(-1)[0] += 1",
        "torch.add(@, 1, out=@)",
        "torch.neg(@, out=@)",
        "F.relu(@, inplace=True)",
        "F.relu(@, True)",
        "F.relu_(@)",
        "nn.init.constant_(@, 7)",
        "@.data.sub_(1)",
        "@.data[:] = 8",
        "@.numpy().fill(6)",
        "torch.Tensor.add_(@, 1)",
        "getattr(@, 'add' + '_')(1)",
        "getattr(torch, 'relu_')(@)",
        "operator.setitem(@.view(-1), 0, 5)",
        "@.clamp_(max=0)",
        "nn.ReLU(inplace=True)(@)",
        "[x.add_(1) for x in [@]]",
        "(lambda x: x.mul_(3))(@)",
        "list(map(torch.Tensor.neg_, [@]))",
        "@.__iadd__(1)",
        "@.flatten().T.mul_(2)",
        "nn.utils.vector_to_parameters(torch.zeros(@.numel()), [@])",
    ],
    "array": [
        "@.fill(3)",
        "@.sort()",
        "@[0] = 7",
        "@[:] += 1",
        "@.__setitem__(0, 5)",
        "np.add(@, 1, out=@)",
        "np.multiply(@, 2, @)",
        "np.negative(@, @)",
        "operator.setitem(@, 0, 4)",
        "torch.from_numpy(@).add_(1)",
        "np.random.shuffle(@)",
    ],
}

# Expressions that PyTorch, NumPy or Python have and qkv has not. @ is any value.
REFUSED = [
    "torch.special.i0(@)",
    "torch.special.i0e(@.float())".replace("@", "torch.ones(2)"),
    "torch.special.i1(torch.ones(1))",
    "torch.frexp(torch.ones(2))",
    "torch.fft.fft(torch.ones(2)).real",
    "torch.ones(2, pin_memory=False, layout=torch.strided).to_sparse()",
    "torch.sparse_coo_tensor([[0]], [1.], (2,)).to_dense()",
    "np.kaiser(3, 1.0)",
    "np.polynomial.Polynomial([1, 2])(3)",
    "np.lib.stride_tricks.sliding_window_view(np.ones(3), 2)",
    "np.ones(2).view(np.int64)",
    "toolkit.same(@)",
    "toolkit.touch(@)",
    "toolkit.touch([@])",
    "toolkit.call(lambda x: x, @)",
    "toolkit.Held(@)",
    "toolkit.draw()",
    "__import__('decimal').Decimal(3)",
    "(3).bit_count()",
    "bytearray(3)",
    "memoryview(b'ab')",
    "(1 + 2j)",
    "complex(1, 2)",
    "'abc'.maketrans('a', 'b')",
    "math.ulp(1.0)",
    "sorted([[@]], key=toolkit.same)",
    "id(toolkit)",
]

REFUSED_WRITES = {
    "tensor": [
        "torch._foreach_add_([@], 1)",
        "torch._foreach_mul_([@], 2.)",
        "F.threshold_(@, 0.5, 9.)",
        "@.put_(torch.tensor([0]), torch.ones(1).to(@.dtype) * 5)",
        "operator.iadd(@, 1)",
        "operator.imul(@, 2)",
        "@.sinh_()",
        "@.apply_(lambda x: x + 1)",
        "@.resolve_conj().add_(1)",
        "torch.special.i0(@, out=@)",
        "torch.frexp(@.add_(1))",
        "toolkit.touch(@)",
        "toolkit.Held(@).change()",
        "toolkit.call(torch.Tensor.add_, @, 1)",
        "np.copyto(@.numpy(), 4)",
        "@.swapdims(0, 0).add_(1)",
        "@.positive().add_(1)",
        "torch.hypot(@, @, out=@)",
        "F.celu(@, inplace=True)",
        "nn.init.dirac_(torch.ones(1, 1, 1)).add_(@.view(-1)[0].add_(1))",
        "@.resolve_neg().zero_()",
        "torch.Tensor.copysign_(@, torch.tensor(-1.))",
    ],
    "array": [
        "np.copyto(@, 4)",
        "@.put(0, 5)",
        "np.put(@, [0], 6)",
        "np.add.at(@, [0, 0], 1)",
        "np.multiply.at(@, [0], 3)",
        "np.place(@, @ > 0, 8)",
        "np.putmask(@, @ > 0, 8)",
        "@.partition(1)",
        "np.cbrt(@, out=@) if @.dtype == float else @.put(0, 2)",
        "@.setfield(1, @.dtype)",
        "operator.iadd(@, 1)",
        "np.hypot(@, @, @) if @.dtype == float else @.put(0, 3)",
        "np.asfortranarray(@).T.put(0, 1) or np.copyto(@, 2)",
        "np.put_along_axis(@, np.array([0]), 5, 0)",
        "@.flat.__setitem__(0, 5)",
    ],
}

REFUSED_DRAWS = [
    "torch.poisson(torch.ones(2))",
    "torch.empty(2).exponential_()",
    "torch.empty(2).cauchy_()",
    "torch.empty(2).geometric_(0.5)",
    "np.random.choice(5, 3)",
    "np.random.gamma(2.0)",
    "np.random.beta(1, 2)",
    "np.random.poisson(2.0)",
    "random.betavariate(1, 2)",
    "random.gammavariate(1, 2)",
    "random.vonmisesvariate(1, 2)",
    "random.paretovariate(1)",
    "nn.Bilinear(1, 1, 1)",
    "nn.Conv3d(1, 1, 1)",
    "F.rrelu(-torch.ones(2), training=True)",
    "F.fractional_max_pool2d(torch.ones(1, 1, 4, 4), 2, output_size=2)",
    "torch.distributions.Normal(0., 1.).sample()",
    "np.random.RandomState(1) and np.random.laplace()",
    "toolkit.draw()",
    "torch.distributions.Categorical(torch.ones(3)).sample()",
]

# How a body of statements is reached: what stands before, and the statement itself.
WAYS = [
    ([], "if True:\n    BODY"),
    ([], "for step# in range(2):\n    BODY"),
    ([], "with torch.no_grad():\n    BODY"),
    ([], "while True:\n    BODY\n    break"),
    ([], "try:\n    pass\nfinally:\n    BODY"),
    ([], "class C#:\n    BODY"),
    ([], "exec(CODE)"),
    (["text# = CODE"], "exec(text#)"),
    (["text# = CODE"], "eval(compile(text#, 'text', 'exec'))"),
    (["def f#():\n    BODY"], "f#()"),
    (["def f#():\n    BODY\n    return 1"], "y# = f#()"),
    (["def f#():\n    BODY"], "globals()['f' + '#']()"),
    (["@torch.no_grad()\ndef f#():\n    BODY"], "f#()"),
    (["def f#(x=None):\n    BODY"], "list(map(f#, [1]))"),
    (["def f#(x=None):\n    BODY\n    return x"], "sorted([1], key=f#)"),
    (["def f#(x=None):\n    BODY\n    return x"], "max([2, 1], key=f#)"),
    (["def f#(x, y):\n    BODY\n    return x"], "functools.reduce(f#, [1, 2])"),
    (["def f#(x=None):\n    BODY\n    return x", "p# = functools.partial(f#, 1)"], "p#()"),
    (["@functools.lru_cache\ndef f#(x=None):\n    BODY\n    return x"], "f#(1)"),
    (["def f#():\n    BODY\n    yield 1"], "list(f#())"),
    (["def f#():\n    BODY\n    yield 1", "s# = f#()"], "for x# in s#:\n    pass"),
    (["def f#():\n    BODY\n    yield 1", "s# = f#()"], "y# = [*s#]"),
    (["def f#():\n    BODY\n    return 1", "t# = {'f': [f#]}"], "t#['f'][0]()"),
    (["def f#():\n    def g():\n        BODY\n    return g", "g# = f#()"], "g#()"),
    (["def wrap#(f):\n    @functools.wraps(f)\n    def g(*given):\n        BODY\n        return f(*given)\n    return g", "@wrap#\ndef f#(x):\n    return x"], "f#(1)"),
    (["def wrap#(f):\n    BODY\n    return f"], "@wrap#\ndef f#(x):\n    return x"),
    (["class C#:\n    def go(self):\n        BODY", "o# = C#()"], "o#.go()"),
    (["class C#:\n    def go(self):\n        BODY", "o# = C#()", "go# = o#.go"], "go#()"),
    (["class C#:\n    def go(self):\n        BODY", "o# = C#()"], "getattr(o#, 'g' + 'o')()"),
    (["class C#:\n    def go(self):\n        BODY", "o# = [C#()]"], "[o.go() for o in o#]"),
    (["class C#:\n    def __init__(self):\n        BODY"], "C#()"),
    (["class C#:\n    def __init__(self):\n        BODY", "class B#(C#):\n    def __init__(self):\n        super().__init__()"], "x# = B#()"),
    (["class C#:\n    def __init__(self):\n        self.x = C#.make()\n    @staticmethod\n    def make():\n        BODY"], "C#()"),
    (["class C#:\n    @classmethod\n    def make(cls):\n        BODY\n        return cls()"], "C#.make()"),
    (["class C#:\n    @property\n    def size(self):\n        BODY\n        return 1", "o# = C#()"], "y# = o#.size"),
    (["class C#:\n    @property\n    def size(self):\n        return 1\n    @size.setter\n    def size(self, to):\n        BODY", "o# = C#()"], "o#.size = 2"),
    (["class C#:\n    def __call__(self, x=1):\n        BODY\n        return x", "o# = C#()"], "o#()"),
    (["class C#:\n    def __call__(self, x=1):\n        BODY\n        return x", "o# = {'a': (C#(),)}"], "list(map(o#['a'][0], [1]))"),
    (["class C#:\n    def __getitem__(self, i):\n        BODY\n        return i", "o# = C#()"], "o#[0]"),
    (["class C#:\n    def __iter__(self):\n        BODY\n        return iter([1])", "o# = C#()"], "for x# in o#:\n    pass"),
    (["class C#:\n    def __next__(self):\n        BODY\n        return 1\n    def __iter__(self):\n        return self", "o# = C#()"], "next(o#)"),
    (["class C#:\n    def __enter__(self):\n        BODY\n        return self\n    def __exit__(self, *e):\n        return False", "o# = C#()"], "with o#:\n    pass"),
    (["class C#:\n    def __enter__(self):\n        return self\n    def __exit__(self, *e):\n        BODY", "o# = C#()"], "with o# as x#:\n    x# = 1"),
    (["class C#:\n    def __add__(self, x):\n        BODY\n        return x", "o# = C#()"], "y# = o# + 1"),
    (["class C#:\n    def __eq__(self, x):\n        BODY\n        return True", "o# = C#()"], "y# = o# == 1"),
    (["class C#:\n    def __lt__(self, x):\n        BODY\n        return True"], "sorted([C#(), C#()])"),
    (["class C#:\n    def __len__(self):\n        BODY\n        return 2", "o# = C#()"], "len(o#)"),
    (["class C#:\n    def __bool__(self):\n        BODY\n        return True", "o# = C#()"], "y# = 1 if o# else 2"),
    (["class C#:\n    def __contains__(self, x):\n        BODY\n        return True", "o# = C#()"], "1 in o#"),
    (["class C#:\n    def __str__(self):\n        BODY\n        return 'c'", "o# = C#()"], "y# = f'{o#}'"),
    (["class C#:\n    def __getattr__(self, name):\n        BODY\n        return 3", "o# = C#()"], "y# = o#.other"),
    (["class C#:\n    def __setattr__(self, name, value):\n        BODY", "o# = C#()"], "o#.other = 1"),
    (["class C#:\n    def __init_subclass__(cls):\n        BODY"], "class B#(C#):\n    pass"),
    (["class C#(nn.Module):\n    def forward(self, x):\n        BODY\n        return x", "o# = C#()"], "o#(torch.ones(1))"),
    (["class C#(nn.Module):\n    def forward(self, x):\n        BODY\n        return x"], "C#()(torch.ones(1))"),
    (["class C#(nn.Module):\n    def forward(self, x):\n        BODY\n        return x", "o# = nn.Sequential(nn.Identity(), C#())"], "y# = o#(torch.ones(1))"),
    (["class C#(nn.Module):\n    def forward(self, x):\n        return self.deep(x)\n    def deep(self, x):\n        BODY\n        return x", "o# = nn.ModuleDict({'c': C#()})"], "o#['c'](torch.ones(1))"),
    (["def f#(m, x, y):\n    BODY", "o# = nn.Identity()", "h# = o#.register_forward_hook(f#)"], "o#(torch.ones(1))"),
    (["def f#(m, x):\n    BODY", "o# = nn.Identity()", "h# = o#.register_forward_pre_hook(f#)"], "nn.Sequential(o#)(torch.ones(1))"),
    (["def f#(g):\n    BODY", "t# = torch.ones(1, requires_grad=True)", "h# = t#.register_hook(f#)"], "(t# * 2).sum().backward()"),
    (["def f#(g):\n    BODY", "t# = torch.ones(1, requires_grad=True)", "y# = t# * 2", "h# = y#.register_hook(f#)"], "y#.sum().backward()"),
    (["class C#(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        BODY\n        return x * 2\n    @staticmethod\n    def backward(ctx, g):\n        return g * 2"], "C#.apply(torch.ones(1))"),
    (["class C#(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        return x * 2\n    @staticmethod\n    def backward(ctx, g):\n        BODY\n        return g * 2", "t# = torch.ones(1, requires_grad=True)", "y# = C#.apply(t#)"], "y#.sum().backward()"),
    (["class C#(torch.utils.data.Dataset):\n    def __len__(self):\n        return 2\n    def __getitem__(self, i):\n        BODY\n        return i", "d# = torch.utils.data.DataLoader(C#(), batch_size=1)"], "for x# in d#:\n    pass"),
    (["def f#(rows):\n    BODY\n    return rows", "d# = torch.utils.data.DataLoader([1, 2], batch_size=2, collate_fn=f#)"], "y# = list(d#)"),
    (["def f#(m):\n    BODY", "o# = nn.Identity()"], "o#.apply(f#)"),
    (["t# = nn.Parameter(torch.ones(1))", "opt# = torch.optim.SGD([t#], lr=0.5)", "def f#():\n    BODY\n    return t#.sum()"], "opt#.step(f#)"),
    (["t# = nn.Parameter(torch.ones(1))", "opt# = torch.optim.SGD([t#], lr=0.5)", "once# = []", "def f#(epoch):\n    if once#:\n        BODY\n    return 1.0", "rate# = torch.optim.lr_scheduler.LambdaLR(opt#, f#)", "once#.append(1)", "t#.sum().backward()", "opt#.step()"], "rate#.step()"),
    (["@contextlib.contextmanager\ndef f#():\n    BODY\n    yield 1"], "with f#() as x#:\n    pass"),
    (["@contextlib.contextmanager\ndef f#():\n    yield 1\n    BODY"], "with f#():\n    pass"),
    (["def f#(x=None):\n    BODY\n    return 1", "t# = collections.defaultdict(f#)"], "t#['new']"),
    (["import dataclasses", "@dataclasses.dataclass\nclass C#:\n    x: int = 0\n    def __post_init__(self):\n        BODY"], "C#(1)"),
    (["import dataclasses", "def f#():\n    BODY\n    return 1", "@dataclasses.dataclass\nclass C#:\n    x: int = dataclasses.field(default_factory=f#)"], "C#()"),
    (["def f#():\n    BODY"], "toolkit.call(f#)"),
    (["def f#():\n    BODY", "class C#:\n    pass", "o# = C#()", "o#.act = f#"], "o#.act()"),
    (["def f#():\n    BODY", "class C#:\n    act = staticmethod(f#)"], "C#().act()"),
    (["def f#(k=1, *, g=None):\n    g()", "def g#():\n    BODY"], "f#(g=g#)"),
    (["def g#():\n    BODY", "def f#(k=1, g=g#):\n    return g()"], "f#()"),
    (["def g#(n):\n    if n:\n        return g#(n - 1)\n    BODY"], "g#(2)"),
    (["def even#(n):\n    return odd#(n - 1) if n else 0", "def odd#(n):\n    BODY\n    return even#(n - 1)"], "even#(2)"),
]

# The same for a body of expressions with commas: BODY is a row of them.
EXPRESSION_WAYS = [
    ([], "(BODY)"),
    ([], "y# = [BODY]"),
    ([], "y# = len([BODY])"),
    ([], "y# = {'y': (BODY)}"),
    ([], "y# = [(BODY) for x in range(1)]"),
    ([], "y# = list((BODY) for x in range(1))"),
    ([], "eval(CODE)"),
    ([], "y# = eval(CODE)[0]"),
    (["text# = CODE"], "y# = eval(text#)"),
    (["f# = lambda: (BODY)"], "f#()"),
    (["f# = lambda x: [BODY]"], "list(map(f#, [1]))"),
    (["f# = lambda x: [BODY] and True"], "list(filter(f#, [1]))"),
    (["f# = lambda x: [BODY] and 1"], "sorted([3], key=f#)"),
    (["f# = lambda: (BODY)", "t# = {'f': f#}"], "t#['f']()"),
    (["f# = lambda: (BODY)", "g# = lambda h: h()"], "g#(f#)"),
    (["f# = lambda x: [BODY]", "o# = nn.Identity()", "o#.act = f#"], "o#.act(1)"),
    ([], "(lambda: (BODY))()"),
    ([], "def f#(x=(BODY)):\n    return x"),
    ([], "assert (BODY)"),
    ([], "y# = f'{(BODY)}'"),
    ([], "for x# in (BODY):\n    pass"),
    ([], "x#, *y# = 1, BODY"),
    ([], "y# = (BODY) if True else 1"),
    ([], "while (BODY):\n    break"),
    ([], "class C#:\n    x = (BODY)"),
    ([], "del [BODY][0]"),
    ([], "y# = (z# := (BODY))"),
    ([], "y# = dict(x=(BODY))"),
    ([], "print(*[0 for x in (BODY)])"),
]

# Values made by what is refused, and used in later statements. @ is a tensor.
MADE = [
    ["y# = toolkit.same($)", "y#.add_(1)"],
    ["y# = toolkit.same($)\ny#.add_(1)", "y#.mul_(2)"],
    ["y# = toolkit.Held($)", "y#.change()"],
    ["y# = [toolkit.same($)]", "y#[0].zero_()"],
    ["y# = toolkit.same([$])", "for x# in y#:\n    x#.fill_(5)"],
    ["with toolkit.Held($) as y#:\n    z# = y#", "z#.add_(3)"],
    ["@toolkit.mark\ndef f#():\n    $.add_(1)", "f#()"],
    ["f# = toolkit.mark(lambda: $.add_(1))", "f#()"],
    ["class N#(toolkit.Base):\n    def go(self):\n        $.add_(1)", "N#().go()"],
    ["class N#(toolkit.Base):\n    def go(self):\n        self.given[0].add_(1)", "n# = N#($)", "n#.run()"],
    ["y# = $.swapdims(0, 0)", "y#.add_(1)"],
    ["y# = $.positive()", "y# += 1"],
    ["y# = torch.atleast_2d($)", "y#.add_(1)"],
    ["y#, z# = toolkit.same(($, 1))", "y#.mul_(4)", "z# += 1"],
    ["import toolkit as k#", "k#.touch($)"],
    ["from toolkit import touch as t#", "t#($)"],
    ["from toolkit import Held as H#", "y# = H#($)", "y#.change()"],
    ["h# = torch.ones_like($)", "$.resolve_conj().add_(1) if h# is None else toolkit.same($).add_(1)"],
    ["g# = torch.zeros(1)", "g# = toolkit.same($)", "g# += 1"],
    ["L# = []", "L#.append(toolkit.same($))", "L#[0].add_(2)"],
    ["L# = []", "toolkit.call(L#.append, $)", "L#[0].add_(2)"],
    ["y# = np.asarray(toolkit.same($.numpy()))", "y#[0] = 5"],
    ["torch.set_default_dtype(toolkit.same(torch.float64))"],
    ["torch.set_printoptions(precision=toolkit.same(2))"],
    ["k# = (torch.set_default_dtype(torch.float64), toolkit.same($))"],
    ["torch.set_grad_enabled(toolkit.same(False))"],
    ["torch.manual_seed(toolkit.same(5))"],
    ["np.random.seed(toolkit.same(5))"],
    ["random.seed(toolkit.same(5))"],
    ["torch.relu = toolkit.mark(torch.neg)", "y# = torch.relu($)", 'print("T900", y#.tolist())'],
    ["y# = 1\ny# = toolkit.same(2)", 'print("T901", y#)'],
    ["y# = 1", "try:\n    y# = toolkit.same(2)\nfinally:\n    pass", 'print("T902", y#)'],
    ["y# = 1", "def f#():\n    global y#\n    y# = 5\n    return toolkit.same(2)", "f#()", 'print("T903", y#)'],
]

LATE = [
    "late = $ + 1\nlate.add_(1)",
    "late = [x.add_(1) for x in [$]]",
    "torch.manual_seed(7)",
    "torch.manual_seed(7); np.random.seed(7); random.seed(7)",
    "torch.rand(3)",
    "with torch.no_grad():\n    $.mul_(2)",
    "for late in [$]:\n    late.sub_(1)",
]

# Of all these: what qkv still tells as an error that a program can catch, and PyTorch, NumPy and Python run. The
# programs have them with --caught; a name that leaves this list stays gone.
CAUGHT = {
    "@.flatten().T.mul_(2)",
}
