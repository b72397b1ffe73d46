"""Statements for whole programs (author.py) with the names that are written in Python, here as there:
statistics, distances, losses, torch.special, bytes, and the modules of Python's library. A row is the
statement and what it takes: {x} a tensor of floats, {y} another of the same shape, {m} one of two axes,
{i} integers, {u} bytes, {b} truths, {d} an axis of {x}, {n} a small integer, {c} a number."""

import re

STATISTICS = (
    "torch.cov({m})", "torch.corrcoef({m} + torch.arange({m}.numel()).view_as({m}))", "torch.var_mean({x}, {d})",
    "torch.std_mean({x}, dim={d}, unbiased=False)", "torch.std_mean({x})", "{x}.median({d})", "torch.median({x})", "{i}.median()",
    "torch.quantile({x}, 0.25)", "{x}.quantile(0.5, dim={d}, keepdim=True)", "torch.count_nonzero({x})", "{x}.count_nonzero({d})",
    "torch.bincount({i}.abs().flatten() % 7)", "torch.bincount({i}.abs().flatten() % 5, minlength=6)", "torch.histc({x}, bins=4)",
    "torch.histc({x}, 3, min=-2, max=2)", "torch.unique({i})", "torch.unique({x}, return_counts=True)",
    "torch.unique({i}, return_inverse=True, return_counts=True)", "torch.searchsorted({x}.flatten().sort().values, {c})",
    "torch.searchsorted({x}.sort(-1).values, {y}, right=True)", "torch.bucketize({x}, torch.tensor([-1., 0., 2.]))", "{x}.cummax({d})",
    "torch.cummin({x}, {d})[0]", "{i}.mode()", "torch.mode({i}, 0).values",
)
DISTANCES = (
    "torch.dist({x}, {y})", "torch.cdist({m}, {m})", "torch.cdist({m}, {m} + 1, p=1)", "torch.isclose({x}, {y})", "{x}.isclose({x} + 1e-9)",
    "torch.lerp({x}, {y}, 0.25)", "{x}.lerp({y}, 0.75)", "torch.renorm({m}, 2, 0, 1.5)", "torch.kron({m}, torch.eye(2))", "torch.block_diag({m}, {m})",
    "torch.diff({x}, dim={d})", "{x}.diff(n=2)", "{x}.diff(prepend={x}[..., :1])", "torch.take({x}, torch.tensor([0, -1]))", "torch.rot90({m})",
    "{m}.rot90({n}, (1, 0))", "torch.column_stack(({m}, {m}[:, 0]))", "torch.cartesian_prod(torch.tensor([1, 2]), {i}.flatten()[:3])",
    "torch.tensor_split({x}, 2, dim={d})[0]", "{x}.tensor_split([1], {d})[-1]", "torch.diag_embed({x})", "{x}.diag_embed(1)",
    "torch.logspace(0, 2, 3)", "{x}.unfold(-1, 1, 1)", "torch.arange(7.).unfold(0, {k}, {k})", "torch.arange(8.).view(4, 2).T.unfold(-1, 2, 1).clone()", "torch.linalg.norm({x})", "torch.linalg.norm({x}, dim={d})",
    "torch.linalg.vector_norm({x}, 1, dim={d}, keepdim=True)", "torch.linalg.diagonal({m})",
    "torch.cross({m}[:1, :1].expand(2, 3), torch.arange(6.).view(2, 3))", "F.cosine_similarity({x}, {y}, dim={d})",
)
LOSSES = (
    "F.binary_cross_entropy({x}.sigmoid(), ({y} > 0).float())", "F.binary_cross_entropy_with_logits({x}, ({y} > 0).float(), reduction='none')",
    "nn.BCEWithLogitsLoss()({x}, {y}.sigmoid())", "F.kl_div({x}.log_softmax(-1), {y}.softmax(-1), reduction='sum')", "nn.KLDivLoss(reduction='batchmean')({x}.log_softmax(-1), {y}.softmax(-1))",
    "F.smooth_l1_loss({x}, {y})", "nn.SmoothL1Loss(reduction='none', beta=0.5)({x}, {y})", "F.mse_loss({x}, {y}, reduction='sum')", "nn.L1Loss()({x}, {y})",
    "F.cross_entropy({m}, {m}.argmax(-1))", "F.cross_entropy({m}, {m}.argmin(-1), reduction='none', label_smoothing=0.1)", "nn.NLLLoss()({m}.log_softmax(-1), {m}.argmax(-1))",
    "nn.CosineSimilarity(dim=-1)({x}, {y})", "F.softmin({x}, {d})", "F.softplus({x}, beta=2)", "F.elu({x}, 0.5)", "nn.LeakyReLU(0.2)({x})",
    "F.relu6({x})", "nn.LogSigmoid()({x})", "F.normalize({x}, dim={d})", "F.silu({x})", "F.gelu({x})",
)
SPECIAL = (
    "torch.special.expit({x})", "torch.special.softmax({x}, {d})", "torch.special.log_softmax({x}, dim={d})", "torch.special.logsumexp({x}, {d})",
    "torch.special.erf({x})", "torch.special.exp2({x})", "torch.special.expm1({x})", "torch.special.log1p({x}.abs())", "torch.special.round({x})",
    "torch.hypot({x}, {y})", "torch.heaviside({x}, {y})", "torch.nan_to_num({x}.sqrt(), nan={c})", "{x}.frac()",
    "torch.fmod({x}, 2)", "{x}.unflatten(-1, (1, -1))", "torch.movedim({x}, 0, -1)", "torch.logical_xor({x} > 0, {y} > 0)", "{x}.type_as({i})",
    "torch.scatter(torch.zeros_like({x}), {d}, {x}.argsort({d}), {x})", "torch.take_along_dim({x}, {x}.argsort({d}), dim={d})",
    "torch.index_add({x}, 0, torch.tensor([0]), {y}[:1])", "{x}.index_fill({d}, torch.tensor([0]), {c})", "torch.repeat_interleave({x}, 2, dim={d})",
)
BYTES = (
    "{u} + 1", "{u} - 3", "{u} * {u}", "{u} // 2", "{u} % 3", "-{u}", "~{u}", "{u} & 6", "{u} | 1", "{u} ^ 5", "{u} + {u}", "{u} / 2", "{u} * 1.5",
    "{u}.sum()", "{u}.float().mean()", "{u}.max({d0})", "{u} > 2", "{u}.bool()", "{u}.long() - 9", "{i}.byte()", "{x}.abs().byte()", "({x} > 0).byte()",
    "{u}.type(torch.float32)", "torch.cat([{u}, {u}])", "{u}.flip(0)", "{u}.sort(-1, descending=True).values", "torch.ones(2, 3, dtype=torch.uint8) * 200 + 100",
    "torch.iinfo(torch.uint8).max", "{u}.to(torch.bool)", "{u}.dtype", "{u}.unique()", "{u}.cumsum(0)", "torch.where({u} > 2, {u}, 0)", "{u}.clamp(1, 4)",
    "torch.zeros_like({u})", "{u}.tolist()", "{u}.prod()", "{u}.element_size()", "torch.ByteTensor([1, 2]) + True",
)
WRITES = (  # on the bytes of a name of their own
    "w[0] = 7", "w += 250", "w.fill_(9)", "w[w > 3] = 0", "w.view(-1)[0] = 300 % 256", "w.mul_(2)", "w -= 1", "w.flatten()[-1:].add_(5)", "w.copy_({x}.abs()[..., :1].sum())", "w.unfold(0, 1, 1)[0] = 3", "w.unfold(-1, 1, 2).add_(1)",
    "w[..., 0] *= 3", "w.zero_()", "w.clamp_(max=6)", "w.masked_fill_(w > 1, 4)", "w |= 8", "w &= 12",
)
LIBRARY = (  # imports, and what is printed
    ("import itertools", "[list(p) for p in itertools.product('ab', range({k}))]"), ("import itertools", "list(itertools.accumulate([1, {n}, 3]))"),
    ("import itertools", "list(itertools.islice(itertools.count({n}, 2), 4)), list(itertools.chain([1], (2, 3), 'x'))"),
    ("import itertools", "[(k, list(g)) for k, g in itertools.groupby([1, 1, 2, {n}, 3], key=lambda v: v % 2)]"),
    ("from itertools import combinations, permutations", "list(combinations([1, {n}, 3], 2)), len(list(permutations(range(4), 2)))"),
    ("from itertools import zip_longest, takewhile, pairwise", "list(zip_longest('ab', range({k}))), list(takewhile(lambda v: v < {n}, range(9))), list(pairwise('abc'))"),
    ("from itertools import cycle, repeat, starmap, compress, dropwhile", "[v for v, _ in zip(cycle('ab'), range(5))], list(repeat({n}, 2)), list(starmap(pow, [(2, 3)])), list(compress('abc', [1, 0, {n}]))"),
    ("import functools", "functools.reduce(lambda a, b: a * b, [1, 2, {n}], 2), functools.partial(max, 3)({n})"),
    ("from functools import lru_cache", "[fib(v) for v in range({k})], fib.cache_info().misses"), ("from collections import Counter", "Counter('hello' * {k}).most_common(2), Counter([1, {n}]) + Counter([1])"),
    ("from collections import defaultdict", "[(d[v % 2].append(v), len(d))[1] for d in [defaultdict(list)] for v in range({k})]"),
    ("from collections import OrderedDict, namedtuple", "OrderedDict(a=1, b={n}), namedtuple('Pair', 'left right')({n}, right=2)"),
    ("from collections import deque", "deque(range(5), maxlen={k}), list(deque([1, {n}]))[::-1]"), ("import operator", "operator.mul({n}, 3), list(map(operator.itemgetter(1), ['ab', 'cd'])), sorted([3, {n}], key=operator.neg)"),
    ("import string", "string.digits[{k}], string.ascii_lowercase[:{k}], 'a' in string.punctuation"), ("import math", "math.comb(6, {k}), math.isclose({n} / 3, {n} * (1 / 3)), math.gcd(12, {n}), math.hypot(3, 4)"),
    ("import math", "math.prod([1, 2, {n}]), math.floor({n} / 2 - 1), math.ceil({n} / 3), round(math.log2(8 + abs({n})), 6), math.isqrt(10)"),
    ("from contextlib import suppress, nullcontext", "type(nullcontext({n})).__name__"), ("from dataclasses import asdict, replace", "asdict(Point({n})), replace(Point(1, y=[2]), x={n}), Point(1) == Point(1), Point({n}) == Point(2)"),
    ("from typing import Optional, List, Tuple", "isinstance([], list), Optional is not None"), ("import copy", "(lambda a, b: (a is b, a == b, a[1] is b[1]))([{n}, [2]], copy.deepcopy([{n}, [2]]))"),
    ("from functools import wraps", "traced({n}), traced.__name__"),
)
NEEDED = {  # definitions that a row of LIBRARY uses
    "fib": "@lru_cache(maxsize=None)\ndef fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)",
    "Point": "from dataclasses import dataclass, field\n@dataclass\nclass Point:\n    x: int\n    y: list = field(default_factory=list)\n    z: float = 0.5",
    "traced": "def trace(f):\n    @wraps(f)\n    def inner(*args):\n        print('->', f.__name__, args)\n        return f(*args)\n    return inner\n@trace\ndef traced(v):\n    return v * 2",
}
LANGUAGE = (  # whole statements
    "def gen{k}(n):\n    for v in range(n):\n        got = yield v * v\n        if got:\n            print('got', got)\ng = gen{k}({k})\nprint(next(g, None), list(g))",
    "def down(n):\n    if n:\n        yield n\n        yield from down(n - 1)\nprint(list(down({k})), sum(v for v in down(4)))",
    "try:\n    try:\n        int('{n}x')\n    except ValueError as error:\n        raise KeyError('outer') from error\nexcept KeyError as error:\n    print(repr(error), type(error.__cause__).__name__)",
    "class Wrong(ValueError):\n    def __init__(self, code, *rest):\n        super().__init__(f'code {{code}}')\n        self.code = code\ntry:\n    raise Wrong({n})\nexcept ValueError as error:\n    print(error, error.code, isinstance(error, Wrong), error.args)",
    "from contextlib import contextmanager\n@contextmanager\ndef around(name):\n    print('in', name)\n    try:\n        yield name * 2\n    finally:\n        print('out', name)\nwith around('a') as inner, around('b'):\n    print(inner)",
    "total = 0\nfor row in [[1, 2], [3, {n}]]:\n    for cell in row:\n        if cell == 2:\n            continue\n        total += cell\n    else:\n        total *= 2\nprint(total)",
    "table = {{(a, b): a * b for a in range({k}) for b in range(2) if a != b}}\nprint(table, max(table, key=table.get, default=None))",
    "first, (second, *others), last = 1, [2, 3, {n}], 'z'\nprint(first, second, others, last)",
    "def outer(*, scale={n}, **named):\n    total = sum(named.values()) * scale\n    return locals().get('total', total) if False else total\nprint(outer(a=1, b=2), outer(scale=1), outer(**dict(c={n})))",
    "class Meta:\n    count = 0\n    def __init_subclass__(cls, **named):\n        Meta.count += 1\nclass A(Meta):\n    pass\nclass B(A):\n    pass\nprint(Meta.count, [c.__name__ for c in B.__mro__])",
    "class Vector:\n    __slots__ = ('x',)\n    def __init__(self, x):\n        self.x = x\n    def __mul__(self, k):\n        return Vector(self.x * k)\n    __rmul__ = __mul__\n    def __neg__(self):\n        return self * -1\n    def __hash__(self):\n        return hash(self.x)\n    def __str__(self):\n        return f'<{{self.x}}>'\n    def __getattr__(self, name):\n        return name.upper()\nprint(-(3 * Vector({n})), Vector(2).missing, hash(Vector(1)) == hash(1))",
    "print(*[f'{{v:>{{w}}}}' for v, w in zip([1, {n}], (3, 5))], sep='|', end='!\\n')",
    "numbers = [3, {n}, -2]\nnumbers.sort(key=abs)\nprint(numbers, sorted(numbers, reverse=True), min(numbers, key=lambda v: -v), numbers.index(3))",
    "while (n := {k} - 1) > 5:\n    break\nelse:\n    print('n is', n)",
    "print([c for c in 'a1b2' if c.isdigit()], 'x-y-z'.split('-', 1), 'abc'.partition('b'), ' a b '.split(), 'ab\\ncd'.splitlines())",
    "data = {{'w': [1, {n}], 'b': None}}\nfor key in list(data):\n    if data[key] is None:\n        del data[key]\nprint(data, data.get('b', 'gone'))",
    "class Base:\n    def __init__(self):\n        self.log = ['base']\n    def run(self):\n        return self.step() + {n}\n    def step(self):\n        raise NotImplementedError\nclass Left(Base):\n    def __init__(self):\n        super().__init__()\n        self.log.append('left')\nclass Right(Base):\n    def __init__(self):\n        super().__init__()\n        self.log.append('right')\nclass Both(Left, Right):\n    def step(self):\n        return 40\nprint(Both().log, Both().run())\ntry:\n    Base().run()\nexcept NotImplementedError:\n    print('not there')",
)
LAYERS = (  # made with d features, called with rows of them
    ("nn.Conv1d(d, {k}, 1)", "x.T.unsqueeze(0)"), ("nn.Conv1d(d, 2, 2, padding=1)", "x.T.unsqueeze(0)"), ("nn.Conv1d(d, d, 1, groups=d, bias=False)", "x.T[None]"),
    ("nn.Conv1d(1, 2, 3, padding=1, stride=2)", "x.unsqueeze(1)"), ("nn.Bilinear(d, d, 2)", "x, x"), ("nn.Unflatten(1, (d, 1))", "x"), ("nn.MultiheadAttention(d, 1, batch_first=True)", "x[None], x[None], x[None]"),
    ("nn.Sequential(nn.LayerNorm(d), nn.Linear(d, 4 * d), nn.GELU(), nn.Linear(4 * d, d), nn.Dropout(0.))", "x"), ("nn.Embedding(5, d)", "x.long().abs() % 5"), ("nn.LazyLinear(2)", "x"), ("nn.Flatten(0)", "x"),
    ("nn.ParameterList([nn.Parameter(torch.ones(d)) for _ in range({k})])", None),
)


class Wider:
    """Methods of an author."""

    def wide_fields(self, text):
        """What stands for the fields of a row."""
        fields, wanted = {}, set(re.findall(r"\{(\w+)\}", text))
        for name, fits in (("x", lambda t: t.is_floating_point() and t.dim() > 0), ("m", lambda t: t.is_floating_point() and t.dim() == 2)):
            if name in wanted or name == "x" and wanted & {"y", "d"}:
                fields[name] = self.tensor(lambda t: fits(t) and t.numel() > 0, shape=self.shape(2 if name == "m" else None))
        for name, kind in (("i", "i"), ("u", "u"), ("b", "b")):
            if name in wanted:
                fields[name] = self.assign(self.literal(self.shape(), kind))
        if "x" in fields:
            t = self.value(fields["x"])
            fields["y"] = self.tensor_name(lambda o: o.shape == t.shape and o.dtype == t.dtype and o is not t) or f"({fields['x']} * 2 - 1)"
            fields["d"] = self.axis(t)
        return {**fields, "d0": 0, "n": self.integer(0, 6), "k": self.integer(1, 4), "c": self.number()}

    def wide_row(self, rows):
        row = self.choose(*rows)
        text = row.format(**self.wide_fields(row))
        if self.chance(50):
            self.run(f"print({text})")
            self.block.append(self.line(f"print({text})"))
        else:
            self.assign(text, self.new_name())

    def statistics(self):
        self.wide_row(STATISTICS)

    def distances(self):
        self.wide_row(DISTANCES)

    def losses(self):
        self.wide_row(LOSSES)

    def special(self):
        self.wide_row(SPECIAL)

    def whole_bytes(self):
        self.wide_row(BYTES)
        if self.chance(40):
            name = self.assign(self.literal(self.shape(), "u"), self.new_name("w"))
            for _ in range(self.integer(1, 3)):
                row = self.choose(*WRITES)
                self.write(re.sub(r"\bw\b", name, row.format(**self.wide_fields(row))))

    def library(self):
        imports, shown = self.choose(*LIBRARY)
        text = shown.format(n=self.integer(0, 6), k=self.integer(1, 4))
        before = [NEEDED[name] for name in NEEDED if re.search(rf"\b{name}\b", text)]
        self.add("\n".join([imports, *before, f"print({text})"]))

    def language(self):
        self.add(self.choose(*LANGUAGE).format(n=self.integer(0, 6), k=self.integer(1, 4)))

    def layer(self):
        made, given = self.choose(*LAYERS)
        name, d = self.new_name("layer"), self.integer(2, 4)
        text = f"torch.manual_seed({self.integer(0, 9)})\nd = {d}\nx = {self.literal((self.integer(1, 3), d), 'f')}\n{name} = {made.format(k=self.integer(1, 3))}\nprint({name})"
        text += f"\nprint({name}({given}))" if given else ""
        self.add(text + f"\nprint([(n, p.shape) for n, p in {name}.named_parameters()])")
        for local in ("d", "x", name):
            self.names.pop(local, None)
