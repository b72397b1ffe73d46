"""Whether the file that `qkv record` writes makes lessons of PyTorch models, and the program agrees with them.

    record.py QKV

Small models are recorded in a folder of their own. Each lesson must hold in `qkv check`, with the names and stages of
the model, and its code must run in PyTorch as it is. Part of `make check-torch`; a PyTorch before 2 is not asked.
"""

import contextlib
import importlib.util
import io
import json
import math
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import threading
import types
import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F

import attentions

# --- models ------------------------------------------------------------------------------------------------------


class Attention(nn.Module):
    """As nanoGPT has it."""

    def __init__(self, width=16, heads=2):
        super().__init__()
        self.c_attn = nn.Linear(width, 3 * width)
        self.c_proj = nn.Linear(width, width)
        self.heads = heads
        self.register_buffer("bias", torch.tril(torch.ones(8, 8)).view(1, 1, 8, 8))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(C, dim=2)
        k = k.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        q = q.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        v = v.view(B, T, self.heads, C // self.heads).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        y = att @ v
        y = y.transpose(1, 2).contiguous().view(B, T, C)
        return self.c_proj(y)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.ln_1 = nn.LayerNorm(16)
        self.attn = Attention()
        self.mlp = nn.Sequential(nn.Linear(16, 32), nn.GELU(), nn.Linear(32, 16), nn.Dropout(0.1))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(x)


class Einsum(nn.Module):
    def __init__(self):
        super().__init__()
        self.to_qkv = nn.Linear(8, 24, bias=False)

    def forward(self, x, mask=None):
        qkv = self.to_qkv(x).chunk(3, dim=-1)
        q, k, v = map(lambda t: t.reshape(*t.shape[:2], 2, 4).permute(0, 2, 1, 3), qkv)
        dots = torch.einsum("b h i d, b h j d -> b h i j", q, k) * 4**-0.5
        if mask is not None:
            dots.masked_fill_(~mask[:, None, None, :], -torch.finfo(dots.dtype).max)
        attn = dots.softmax(dim=-1)
        out = torch.einsum("b h i j, b h j d -> b h i d", attn, v)
        return out.transpose(1, 2).flatten(2), attn


class Unknown(nn.Module):
    def forward(self, x):
        y = torch.logcumsumexp(x, -1)
        rotated = torch.view_as_real(torch.view_as_complex(y.reshape(-1, 2)) * torch.polar(torch.ones(1), torch.ones(1)))
        z = rotated.sum(0) * 2
        z.cumsum_(0).sinh_()
        torch.sinc(z, out=z)
        return F.pad(z + y.sum(), (1, 1), mode="circular") if z.dim() > 1 else F.pad((z + y.sum())[None], (1, 1), mode="reflect")


class InPlace(nn.Module):
    def forward(self, x):
        y = x.clone()
        first = y[0]
        y += 1
        y[:, 1] = 5.0
        y[y > 4] *= 2
        y[0] = y[1]
        y.mul_(3).clamp_(max=12)
        F.relu(y, inplace=True)
        first -= 1
        total = torch.zeros(())
        for row in y:
            total = total + row.sum()
        torch.add(y, 1, out=y)
        y.t_()
        cache = x.new_zeros(4, 3)
        cache[1:3] = x
        cache.index_copy_(0, torch.tensor([0]), x[:1])
        return y + total, first, cache


class Loop(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.tied = self.layers[0]

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return self.tied(x)


class Odd(nn.Module):
    def __init__(self):
        super().__init__()
        self.parts = nn.ModuleDict({"a-b": nn.Linear(3, 3), "λ`x`": nn.Linear(3, 3), "class": nn.Linear(3, 3)})
        self.register_parameter("None", nn.Parameter(torch.ones(3)))
        self.F = nn.Parameter(torch.ones(3))
        self.__dict__["lambda"] = torch.full((3,), 2.0)

    def forward(self, given, len):
        λ = self.parts["a-b"](given) + getattr(self, "None")
        print_ = self.parts["λ`x`"](λ) * self.F
        torch_ = self.parts["class"](print_) + getattr(self, "lambda")
        t1 = torch_ / len
        return t1, t1


class Numbers(nn.Module):
    """Not a number, infinite, empty, true and whole ones."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(5, 3, padding_idx=0)

    def forward(self, ids, x, mask):
        e = self.embed(ids)
        e = torch.where(mask.unsqueeze(-1), e, torch.tensor(float("nan")))
        low = x.masked_fill(mask, -math.inf)
        none = e[:, :0]
        both = torch.cat([none, e], dim=1)
        count = mask.sum(-1, keepdim=True)
        large = x * 1e30
        small = x * 1e-12
        double = x.double() / 3
        where = (ids == 0) | ~mask
        kept = ids[mask]
        short = ids.to(torch.int16) + 1
        return both, low, count, large, small, double, where, kept, short


class Outside(nn.Module):
    """What nobody sees: another type of call, and numbers that change behind PyTorch's back."""

    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))

    def forward(self, x):
        y = torch.vmap(lambda r: r * 2)(x)
        z = Doubled.apply(y) + self.w
        z.data.untyped_storage().copy_((z.detach() + 1).untyped_storage())
        return z * 2


class Named:
    """A number whose class has a name with Markdown in it."""

    def __index__(self):
        return 1


Named.__name__ = 'Named\n\n## injected\n\n```python\nprint("injected")\n```\n'


class Text(str):
    """A text that writes itself as code, and as a line of its own."""

    def __repr__(self):
        return "'none')\nprint('injected'"


class Injected(nn.Module):
    def forward(self, x):
        return F.mse_loss(x.select(1, Named()) * 2, torch.ones(2), reduction=Text("none"))


class Written(nn.Module):
    """Layers that are written with what lessons have."""

    def __init__(self):
        super().__init__()
        self.norm = nn.GroupNorm(2, 4)
        self.batch = nn.BatchNorm1d(4)
        self.batch.running_mean.uniform_()
        self.act = nn.Sequential(nn.GLU(-1), nn.ReLU6())

    def forward(self, x):
        hidden = self.act(self.batch(self.norm(x)))
        is_low = torch.bitwise_and(hidden > 0, hidden < 1)
        return torch.relu_(hidden - 1), is_low


class Casts(nn.Module):
    """Types of 16 bits, data of Python, random numbers, and a result that one PyTorch lays out as no other does."""

    def forward(self, x):
        half = x.half()
        back = half.float() * torch.tensor(list(range(300)))[:3]
        heads = (x.view(1, 2, 1, 3) + torch.randn(1, 2, 2, 3)).transpose(1, 2)
        turned = F.scaled_dot_product_attention(heads, heads, heads).transpose(1, 2)
        merged = turned.view(1, 2, 6) if turned.is_contiguous() else turned.reshape(1, 2, 6)
        return back, merged, half.type_as(x)


class Cached(nn.Module):
    """Remembers keys from call to call, catches an error, and calls itself."""

    def __init__(self):
        super().__init__()
        self.keys, self.count = torch.zeros(1, 4, 3), 0
        self.to_k = nn.Linear(3, 3)
        self.fails = Fails()

    def forward(self, x, depth=1):
        if depth:
            return self(x * 2, depth - 1)
        with contextlib.suppress(ValueError):
            self.fails(x)
        k = self.to_k(x)
        self.keys[:, self.count : self.count + 1] = k
        self.count += 1
        weights = (x @ self.keys[:, : self.count].mT).softmax(-1)
        return {"context": weights @ self.keys[:, : self.count]}


class Fails(nn.Module):
    def forward(self, x):
        raise ValueError(str(x + 1))


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


# --- recording ---------------------------------------------------------------------------------------------------


def fail(what):
    print(f"tests/record: {what}", file=sys.stderr)
    sys.exit(1)


def check(condition, what):
    if not condition:
        fail(what)


class Recorded:
    """A lesson that was recorded, with what the program says about it."""

    def __init__(self, tools, name, module, run, **options):
        self.path = tools.folder / f"{name}.md"
        self.recorder = tools.record.Recorder(self.path, module=module, quiet=True, qkv=str(tools.qkv), **options)
        with self.recorder:
            run()
        self.text = self.path.read_text(encoding="utf-8")
        self.tools = tools
        told = subprocess.run([tools.qkv, "check", self.path], capture_output=True, text=True, check=False)
        check(told.returncode == 0 and "warning" not in told.stdout, f"{name}: {told.stdout}{told.stderr}")
        check(not self.recorder.troubles, f"{name}: {self.recorder.troubles}")
        check("0 failed" in self.recorder.checked, f"{name}: {self.recorder.checked}")
        self.step()
        self.play()

    def step(self):
        """Every step of it in the terminal, and each number of the last one asked where it comes from."""
        lines = len(self.recorder.lines)
        keys = "space " * (3 * lines + 20) + "down enter"
        shown = subprocess.run([self.tools.qkv, "--no-resume", "--script", keys, self.path], capture_output=True, text=True, check=False)
        check(shown.returncode == 0 and shown.stdout, f"{self.path.name}: the screens: {shown.stderr[:500]}")

    def play(self):
        """The code in PyTorch as it is, where each expectation must hold as well."""
        space, expected = {}, 0
        sys.modules["safetensors"] = types.ModuleType("safetensors")
        sys.modules["safetensors.torch"] = loader = types.ModuleType("safetensors.torch")
        loader.load_file = lambda name: load(self.tools.folder / name)
        for kind, body in re.findall(r"^```(\w.*)\n((?:.*\n)*?)```$", self.text, re.M):
            if kind == "python":
                exec(compile(body, str(self.path), "exec"), space)
            else:
                expected += 1
                value = str(eval(kind.removeprefix("expect "), space))
                check(value + "\n" == body, f"{self.path.name}: {kind}: {body} is in PyTorch {value}")
        check(expected > 0, f"{self.path.name}: nothing is expected")

    def has(self, *texts):
        for text in texts:
            check(text in self.text, f"{self.path.name}: there is no {text!r} in\n{self.text}")

    def gives(self, *names):
        """What it says is not computed: of these and of nothing else."""
        told = [reason for reason in self.recorder.given]
        for name in names:
            check(any(name in reason for reason in told), f"{self.path.name}: {name} is not said to be given, but {told}")
        for reason in told:
            check(any(name in reason for name in names), f"{self.path.name}: {reason}")


def load(path):
    """A file of safetensors, read by hand."""
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8 : 8 + size])
    kinds = {"F32": torch.float32, "F64": torch.float64, "I64": torch.int64, "I32": torch.int32, "U8": torch.uint8, "BOOL": torch.bool}
    found, end = {}, 0
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        first, last = entry["data_offsets"]
        check(first == end, f"{path.name}: {name} begins at {first}, and not at {end}")
        end = last
        raw = bytearray(data[8 + size + first : 8 + size + last])
        flat = torch.frombuffer(raw, dtype=kinds[entry["dtype"]]) if raw else torch.empty(0, dtype=kinds[entry["dtype"]])
        found[name] = flat.reshape(entry["shape"])
    check(8 + size + end == len(data), f"{path.name}: its numbers end at {8 + size + end}, and not at {len(data)}")
    return found


def check_models(tools):
    x = torch.randn(1, 4, 16)
    attention = Attention()
    found = Recorded(tools, "gpt", attention, lambda: attention(x))
    found.has("q, k, v = t1.split(16, dim=2)", "att_3 = F.softmax(att_2, dim=-1)", "y = att_3 @ v_2", "#| hide\nc_attn_weight = given['c_attn_weight']\n", "`Attention.forward`, called with `x` (1, 4, 16).")
    found.gives()

    block = Block().eval()
    found = Recorded(tools, "block", block, lambda: block(x))
    found.has("## `attn`", "## `mlp`", "`Sequential.forward` of `mlp`, called with", "attn_c_attn_weight", "mlp_0_weight")
    found.gives()
    found = Recorded(tools, "part", block.attn, lambda: [block(x) for _ in range(3)], calls=2)
    found.has("# `attn`: Attention, recorded", "## `attn`, call 1", "## `attn`, call 2", "`Attention.forward` of `attn`, called with")
    check(found.recorder.operations == 40, f"two calls have {found.recorder.operations} operations")
    block.train()
    torch.manual_seed(1)
    alone, then = block(x), torch.rand(1)
    torch.manual_seed(1)
    told = []
    found = Recorded(tools, "training", block, lambda: told.append(block(x)))
    found.gives()
    found.has(" * keep", "`F.dropout` draws numbers at random: what it multiplies by is given, 0 for what it drops. After `model.eval()` it draws none.")
    torch.manual_seed(1)
    with tools.record.Recorder(tools.folder / "training.md", block, quiet=True):
        told.append(block(x))
    check(torch.equal(told[0], alone) and torch.equal(told[1], alone), "a model that is recorded computes something else")
    check(torch.equal(torch.rand(1), then), "recording draws random numbers")

    mha = nn.MultiheadAttention(16, 2, batch_first=True)
    mask = nn.Transformer.generate_square_subsequent_mask(4)
    found = Recorded(tools, "mha", mha, lambda: mha(x, x, x, attn_mask=mask))
    found.gives()
    found.has("= F.softmax(")
    layer = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)
    found = Recorded(tools, "encoder_train", layer, lambda: layer(x))
    found.gives()
    found.has("weights = F.softmax(scores", "weights_2 = weights * keep")
    layer.eval()
    found = Recorded(tools, "encoder", layer, torch.no_grad()(lambda: layer(x)))
    found.gives()
    found.has("F.scaled_dot_product_attention(")

    einsum = Einsum()
    keep = torch.tensor([[True, True, False], [True, True, True]])
    found = Recorded(tools, "einsum", einsum, lambda: einsum(torch.randn(2, 3, 8), mask=keep))
    found.has("torch.einsum('b h i d, b h j d -> b h i j', q, k)", "qkv_0", "dots.masked_fill_(", "attn = dots.softmax(dim=-1)")
    found.gives()


class Whole(nn.Module):
    """PyTorch's attention in one line, with these arguments."""

    def __init__(self, heads=2, **arguments):
        super().__init__()
        self.q, self.kv, self.heads, self.arguments = nn.Linear(8, 8), nn.Linear(8, 4 * heads), heads, arguments

    def forward(self, x):
        q = self.q(x).view(1, -1, 4, 2).transpose(1, 2)
        k, v = self.kv(x).view(1, -1, self.heads, 4).transpose(1, 2).split(2, dim=-1)
        return F.scaled_dot_product_attention(q, k, v, **self.arguments).transpose(1, 2).flatten(2)


def check_opened(tools):
    """PyTorch's attention as the lines that it is made of, which end in its result."""
    x, mask = torch.randn(1, 5, 8), torch.rand(5, 5) > 0.4
    mask |= torch.eye(5, dtype=torch.bool)
    nothing = mask & (torch.arange(5) != 2)[:, None]
    cases = [
        ("plain", {}, ()), ("causal", {"is_causal": True}, ("tril()",)), ("scale", {"scale": 0.3}, ("* 0.3",)),
        ("bool", {"attn_mask": mask}, ("scores.masked_fill(",)), ("float", {"attn_mask": mask.float()}, ("= scores + ",)),
        ("nothing", {"attn_mask": nothing}, ("PyTorch's own way ended otherwise",)),
    ]  # fmt: skip
    for name, arguments, texts in cases:
        module, told = Whole(4, **arguments), []
        found = Recorded(tools, f"opened_{name}", module, lambda: told.append(module(x)), opened=True)
        found.has("weights = F.softmax(scores", *texts, *([] if name == "nothing" else ["#| axes: batch head query key"]))
        check("F.scaled" not in found.text and not found.recorder.remark, f"{name}: {found.recorder.report()}")
        found.gives(*(texts if name == "nothing" else ()))
        check(same_bits(told[0], module(x)), f"{name}: the program has other numbers while it is recorded")
    if "enable_gqa" in (F.scaled_dot_product_attention.__doc__ or ""):
        module = Whole(2, enable_gqa=True)
        found = Recorded(tools, "opened_grouped", module, lambda: module(x), opened=True)
        found.has("weights = F.softmax(scores", ".repeat_interleave(")
    module = Whole(4, dropout_p=0.5)
    found = Recorded(tools, "dropout", module, lambda: module(x))
    found.gives()
    found.has("weights = F.softmax(scores", " * keep", "draws numbers at random")


def check_recurrent(tools):
    """Recurrent layers as the lines that they are made of; longer ones, and those with projections, are given."""
    x = torch.randn(2, 3, 3)
    cases = [
        ("rnn", nn.RNN(3, 4), ("= torch.tanh(",)), ("relu", nn.RNN(3, 4, nonlinearity="relu", bias=False), ("= F.relu(",)),
        ("gru", nn.GRU(3, 4, bidirectional=True), ("update = torch.sigmoid(", "torch.cat([")),
        ("lstm", nn.LSTM(3, 4, 2, batch_first=True, dropout=0.5), ("into, forget, new, out = gates.chunk(4, dim=-1)", " * keep")),
    ]  # fmt: skip
    for name, module, texts in cases:
        found = Recorded(tools, f"recurrent_{name}", module, lambda: module(x))
        found.gives()
        found.has(*texts)
        check(not found.recorder.remark, found.recorder.remark)
    long, projected = nn.LSTM(3, 4), nn.LSTM(3, 4, proj_size=2)
    Recorded(tools, "recurrent_long", long, lambda: long(torch.randn(65, 1, 3))).gives("torch.lstm")
    Recorded(tools, "recurrent_projected", projected, lambda: projected(x)).gives("torch.lstm")


class Tables(nn.Module):
    """Takes parts of tensors that are larger."""

    def __init__(self):
        super().__init__()
        self.place, self.scale = nn.Embedding(3000, 8), nn.Parameter(torch.randn(40, 60))
        for name, shape in (("mask", (1, 50, 50)), ("freqs", (2000, 8)), ("whole", (40, 60)), ("odd", (40, 60)), ("both", (40, 60)), ("causal", (50, 50)),
                            ("counted", (40, 60))):
            self.register_buffer(name, torch.randn(shape))

    def forward(self, x):
        n = x.shape[1]
        x = x + self.place(torch.arange(2, n + 2)) + self.freqs[1 : n + 1] + self.freqs[7]
        scores = (x @ x.mT + self.mask[:, :n, :n]).masked_fill(self.mask[..., 0, None, :n] > 1, -9.0)
        both = self.both[:2, 0].sum() + self.both.mean()
        scores = scores.masked_fill((~self.causal.bool())[:n, :n], -1.0) + (self.counted > 0).sum()
        return scores * self.whole.sum() + self.odd[-1, -n:] * self.scale[3, :n:2].sum() + both


def check_tables(tools):
    """Only what is used of a table is stored, and the lines are the same."""
    module = Tables()
    found = Recorded(tools, "tables", module, lambda: module(torch.randn(2, 4, 8)))
    found.gives()
    stored = {name: tuple(t.shape) for name, t in load(tools.folder / "tables.safetensors").items()}
    for name, shape in {"place_weight": (6, 8), "mask": (1, 4, 4), "freqs": (8, 8), "scale": (4, 4), "whole": (40, 60), "odd": (40, 60), "both": (40, 60), "causal": (4, 4), "counted": (40, 60)}.items():
        kept = stored.get(name, "in the text")
        check(kept == shape or kept == "in the text" and math.prod(shape) <= 32, f"of {name} {kept} is stored, and not {shape}")
    found.has("`freqs` is the part that is used of a tensor of (2000, 8).", "= mask[:, :4, :4]")


class Remembers(nn.Module):
    """Writes to its argument and to a buffer, draws numbers, prints, and knows how often it was called."""

    def __init__(self):
        super().__init__()
        self.register_buffer("total", torch.zeros(3))
        self.calls, self.past = 0, []

    def forward(self, x):
        x.add_(1)
        self.total += x.sum(0)
        self.calls += 1
        self.past.append(x * torch.rand(3))
        print("called")
        return self.total * self.calls + sum(self.past)


class Counts(nn.Module):
    """What a copy cannot keep apart: it changes something that is not its own."""

    count = torch.zeros(3)

    def forward(self, x):
        Counts.count += 1
        return x * Counts.count


class Holds(Attention):
    """Cannot be copied."""

    def __init__(self):
        super().__init__()
        self.holds = threading.Lock()


def check_undisturbed(tools):
    """The program has the numbers, the state and the dice that it would have had without the recorder."""

    def run(module, x):
        torch.manual_seed(1)
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            results = [module(x).clone() for _ in range(3)]
        return [*results, x, module.total, *module.past, torch.rand(1)], (module.calls, said.getvalue())

    alone, told = run(Remembers(), torch.ones(2, 3)), []
    module, x = Remembers(), torch.ones(2, 3)
    found = Recorded(tools, "remembers", module, lambda: told.append(run(module, x)), calls=2)
    check(told[0][1] == alone[1], f"the program says {told[0][1]} while it is recorded, and else {alone[1]}")
    check(all(map(torch.equal, told[0][0], alone[0])), "recording changes what the program remembers")
    check(not found.recorder.remark, found.recorder.remark)
    found.gives("`torch.rand` draws")

    found = Recorded(tools, "counts", module := Counts(), lambda: module(torch.ones(2, 3)))
    found.has("The program itself had other numbers than stand here: 6 of 6 in its result, which differ by at most 1.")
    check("The program itself had other" in found.recorder.report(), found.recorder.report())
    x = torch.randn(1, 4, 16)
    module = Holds()
    alone, told = module(x), []
    found = Recorded(tools, "holds", module, lambda: told.append(module(x)))
    found.has("The call could not be copied (TypeError: cannot pickle")
    check(torch.equal(told[0], alone), "a call that cannot be copied has other numbers")


def check_fast_ways(tools):
    """PyTorch's fast way of three classes is off where somebody looks; the program has its numbers all the same."""
    x = torch.randn(2, 3, 4)
    padding = torch.tensor([[False, False, True], [False, True, True]])
    nothing = torch.tensor([[False, False, True], [True, True, True]])
    layer = nn.TransformerEncoderLayer(4, 2, 8, batch_first=True)
    encoder = nn.TransformerEncoder(layer, 1).eval()
    around = nn.Sequential()
    around.encoder, around.out = encoder, nn.Linear(4, 2)
    around.forward = lambda x: around.out(around.encoder(x, src_key_padding_mask=padding))
    mha = nn.MultiheadAttention(4, 2, batch_first=True).eval()
    whole = nn.Transformer(4, 2, 1, 1, 8, batch_first=True).eval()
    cases = [
        ("encoder_padding", encoder, lambda: encoder(x, src_key_padding_mask=padding), (), "in which padding is not computed"),
        ("encoder_nothing", encoder.layers[0], lambda: encoder.layers[0](x, src_key_padding_mask=nothing), "`TransformerEncoderLayer`", "gives other numbers"),
        ("mha_nothing", mha, lambda: mha(x, x, x, key_padding_mask=nothing, need_weights=False)[0], "`MultiheadAttention`", "gives other numbers"),
        ("around_encoder", around, lambda: around(x), (), "in which padding is not computed"),
        ("whole", whole, lambda: whole(x, x, src_key_padding_mask=padding), (), "in which padding is not computed"),
        ("encoder_block", None, lambda: encoder(x, src_key_padding_mask=padding) * 2, (), "in which padding is not computed"),
    ]
    for name, module, run, given, said in cases:
        run, told = torch.no_grad()(run), []
        alone = run()
        found = Recorded(tools, name, module, lambda: told.append(run()))
        check(same_bits(told[0], alone), f"{name}: {told[0]} while it is recorded, and else {alone}")
        found.gives(*([given] if given else []))
        found.has(said)
    found = (tools.folder / "encoder_padding.md").read_text()
    check("## Operations" not in found, "the end of the fast way is no part of its module")


def same_bits(a, b):
    return torch.equal(a.nan_to_num(7.5), b.nan_to_num(7.5))


def check_hostile(tools):
    found = Recorded(tools, "unknown", model := Unknown(), lambda: model(torch.randn(3, 4)))
    found.has("mode='reflect')` (`pad: lessons have only the mode 'constant'`): its result is given.")
    found.gives("qkv refuses", "torch.logcumsumexp", "view_as_complex", "view_as_real", "polar", "Tensor.mul", "Tensor.sinh_", "torch.sinc")
    found.has("`torch.logcumsumexp` is not there in qkv: its result is given.")
    found = Recorded(tools, "injected", model := Injected(), lambda: model(torch.randn(2, 3)))
    found.gives("Tensor.select")
    found.has("has an argument of the kind `Named??## injected", "reduction='none'")
    check("\n## injected" not in found.text and "\nprint" not in found.text, f"a name is Markdown in {found.text}")
    found = Recorded(tools, "in_place", model := InPlace(), lambda: model(torch.randn(2, 3)))
    found.gives()
    found.has("y += 1", "y[:, 1] = 5.0", "y[0] = ", "first -= 1", "y.copy_(F.relu(y))")
    found = Recorded(tools, "loop", model := Loop(), lambda: model(torch.randn(2, 4)))
    found.gives()
    found.has("x_2 = torch.tanh(", "x_4 = torch.tanh(")
    check(found.text.count("layers_0_weight =") == 1, "a layer that two names share is given twice")
    found = Recorded(tools, "odd", model := Odd(), lambda: model(torch.randn(2, 3), torch.full((3,), 2.0)))
    found.gives()
    found.has("parts_a_b_weight", "F_2 = torch.tensor([1.0, 1.0, 1.0])", "given_2 = ", "len = ", "None_2 = ")
    x, mask = torch.randn(2, 3), torch.tensor([[True, False, True], [True, True, True]])
    ids = torch.tensor([[0, 1, 2], [3, 4, 0]])
    Recorded(tools, "numbers", model := Numbers(), lambda: model(ids, x, mask)).gives()
    found = Recorded(tools, "written", model := Written().eval(), lambda: model(torch.randn(2, 4, 6)))
    found.gives()
    found.has("`F.group_norm` is not there in qkv: it is written with what is.", "torch.clamp(", "F.layer_norm(")
    found = Recorded(tools, "cached", model := Cached(), lambda: [model(torch.randn(1, 1, 3)) for _ in range(3)], calls=3)
    found.gives()
    found.has("keys[:, 0:1] = k", "keys[:, 2:3] = k_3", "`keys` is an attribute of `Cached`", "## Cached, call 6")
    found = Recorded(tools, "outside", model := Outside(), lambda: model(torch.randn(2, 3)))
    found.gives("`torch.vmap` calls a function in a way that is not recorded", "Tensor.mul")
    check(found.recorder.operations > 1, "a model that is seen in parts has no operation")


def check_types(tools):
    x = torch.randn(1, 4, 16)
    attention = Attention()
    found = Recorded(tools, "autocast", attention, torch.autocast("cpu", dtype=torch.bfloat16)(lambda: attention(x)))
    found.gives()
    found.has("The model had numbers of another type or on another device")
    half = Attention().bfloat16()
    found = Recorded(tools, "half", half, torch.inference_mode()(lambda: half(x.bfloat16())))
    found.gives()
    found = Recorded(tools, "casts", model := Casts(), lambda: model(torch.randn(2, 3)))
    found.gives("`torch.randn` draws numbers at random: what came out is given.")
    found.has(".reshape(1, 2, 6)", "back = x * ")
    check(".to(" not in found.text, "a cast to a type of 16 bits is written")
    model = Cached()

    def change():
        for enabled in (True, False):
            with torch.inference_mode(enabled), torch.no_grad():
                model(torch.randn(1, 1, 3))

    Recorded(tools, "inference", model, change, calls=2).gives()

    def double():
        torch.set_default_dtype(torch.float64)
        x = torch.zeros(3) + torch.ones(3)
        torch.set_default_dtype(torch.float32)
        return x * 2

    Recorded(tools, "default", None, double).gives("torch.ones", "torch.zeros")
    wide = Attention().double()
    found = Recorded(tools, "wide", wide, lambda: wide(x.double()))
    found.gives()
    found.has("dtype=torch.float64")
    torch.set_printoptions(precision=2, sci_mode=True)
    path = tools.folder / "options.md"
    with tools.record.Recorder(path, attention, quiet=True, qkv=str(tools.qkv)) as recorder:
        attention(x)
    check(str(torch.tensor(1 / 3)) == "tensor(3.33e-01)", "the options of printing are not as they were")
    check("0 failed" in recorder.checked, f"with other options of printing: {recorder.checked}")
    torch.set_printoptions(profile="default")
    torch._tensor_str.PRINT_OPTS.sci_mode = None


class Small(nn.Module):
    """Attention that tells the next of five words."""

    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(5, 4)
        self.q, self.k, self.v, self.out = nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 4), nn.Linear(4, 5)

    def forward(self, ids):
        x = self.embed(ids)
        att = (self.q(x) @ self.k(x).transpose(-2, -1) / 2).softmax(-1)
        return self.out(att @ self.v(x))


def train(net, opt, steps, clip=None, sched=None):
    ids = torch.tensor([[0, 1, 2, 3], [4, 3, 1, 0]])
    for _ in range(steps):
        logits = net(ids[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
        opt.zero_grad()
        loss.backward()
        if clip:
            nn.utils.clip_grad_norm_(net.parameters(), clip)
        opt.step()
        if sched:
            sched.step()
    with torch.no_grad():
        return net(ids)


def by_hand():
    """Gradients and steps without an optimizer."""
    w = torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True)
    b = torch.zeros(2, requires_grad=True)
    x = torch.tensor([[1.0, 2.0], [3.0, -1.0]])
    for _ in range(2):
        hidden = x @ w + b
        hidden.retain_grad()
        loss = (hidden * hidden.sigmoid()).sum()
        loss.backward()
        seen = hidden.grad * 2
        with torch.no_grad():
            w -= 0.1 * w.grad
            b.sub_(b.grad, alpha=0.1)
        w.grad.zero_()
        b.grad = None
    (g,) = torch.autograd.grad((w * 2).sum() + (x @ w).square().sum(), [w])
    torch.autograd.backward((w * x).sum())
    return g + w.grad + seen.sum()


def check_backward(tools):
    """backward and step are lines, whose gradients can be asked for."""

    def recorded(name, make, gives=(), before=0, **options):
        results = []
        for is_recorded in (False, True):
            torch.manual_seed(0)
            net = Small()
            opt = make(net.parameters())
            if "sched" in options:
                options["sched"] = torch.optim.lr_scheduler.StepLR(opt, 1, 0.5)
            train(net, opt, before)
            run = lambda: results.append(train(net, opt, 2, **options))  # noqa: E731
            if is_recorded:
                found = Recorded(tools, name, None, run)
            else:
                run()
            results += [p.detach().clone() for p in net.parameters()]
        half = len(results) // 2
        check(all(map(torch.equal, results[:half], results[half:])), f"{name}: a training that is recorded gives other weights")
        found.gives(*gives)
        return found

    noise = "`k_bias.grad` comes out otherwise"
    found = recorded("adamw", lambda p: torch.optim.AdamW(p, lr=0.1), [noise])
    found.has("opt = torch.optim.AdamW(\n", "opt.zero_grad()\n", "loss.backward()\n", "opt.step()\n", "loss_2.backward()\n", "q_weight.grad",
              "q_weight = torch.nn.Parameter(torch.tensor([[", "with torch.no_grad():\n    x_3 = F.embedding(ids, embed_weight)\n", "    att_3 = ")
    told = subprocess.run([tools.qkv, "why", found.path, "q_weight.grad[0, 0]"], capture_output=True, text=True, check=False)
    check(told.returncode == 0 and "log_softmax" in told.stdout and "embed_weight" in told.stdout, f"a gradient is not explained: {told}")
    found = recorded("adam_later", lambda p: torch.optim.Adam(p, lr=0.01, betas=(0.8, 0.99)), [noise], before=2)
    found.has("lr=0.01, betas=(0.8, 0.99))", "opt.state[q_weight] = dict(", "step=torch.tensor(2.0), exp_avg=q_weight_exp_avg.clone(),")
    found = recorded("clipped", lambda p: torch.optim.RMSprop(p, lr=0.01), [noise], clip=0.1, sched=True)
    found.has("torch.nn.utils.clip_grad_norm_(\n", "opt.param_groups[0]['lr'] = 0.005")
    groups = lambda p: [{"params": (p := list(p))[:3]}, {"params": p[3:], "lr": 0.2, "weight_decay": 0.1}]  # noqa: E731
    found = recorded("groups", lambda p: torch.optim.SGD(groups(p), lr=0.1, momentum=0.9), [noise], before=1)
    found.has("opt = torch.optim.SGD(", "dict(params=[embed_weight, q_weight, q_bias], lr=0.1, momentum=0.9)", "weight_decay=0.1", "momentum_buffer=")
    found = Recorded(tools, "by_hand", None, by_hand)
    found.gives()
    found.has("hidden.retain_grad()\n", "loss.backward()\n", "seen = hidden.grad * 2", "with torch.no_grad():\n    w -= t4\n", "w.grad.zero_()", "b.grad = None",
              "torch.autograd.grad(", "torch.autograd.backward(", "    b.sub_(b.grad, alpha=0.1)", "b = torch.zeros(2).requires_grad_()")

    def unseen_function():
        w = torch.ones(2, 3, requires_grad=True)
        loss = Doubled.apply(w.exp()).sum() + w.sum()
        loss.backward()
        return w.grad * 2

    layers, start = nn.ModuleList([nn.Linear(4, 12) for _ in range(20)]), torch.randn(3, 4)
    opt = torch.optim.AdamW(layers.parameters(), lr=0.1)

    def many_layers():
        """Of the bias of each the part of the keys has no gradient but for rounding errors, of which AdamW makes steps."""
        x = start
        for layer in layers:
            q, k, v = layer(x).chunk(3, dim=-1)
            x = x + F.softmax(q @ k.T, dim=-1) @ v
        x.pow(2).mean().backward()
        opt.step()

    Recorded(tools, "many_layers", None, many_layers).gives("comes out otherwise in qkv")
    Recorded(tools, "unseen_function", None, unseen_function).gives("`backward` made other numbers")
    found = recorded("other", lambda p: torch.optim.Rprop(p, lr=0.01), ["`zero_grad` of `Rprop`", noise])


def check_words(tools):
    """The words of a sentence go with their rows, and axes have names."""
    module, x = attentions.trained(attentions.Fused)
    words = ["the", " cat", "\n", 'a"b', "x|y z", "\u202eend"]

    def asked(found, what):
        told = subprocess.run([tools.qkv, "why", found.path, what], capture_output=True, text=True, check=False)
        return told.stdout.split("\n")[0] + told.stderr

    found = Recorded(tools, "words", module, lambda: module(x), words=words)
    found.has("#| axes: sentence word feature\n#| rows: the cat \u2423 a'b \"x|y z\" ?end\nx = given['x'].clone()\n", "#| axes: sentence head query key\nt6 = q_2 @ t5\n")
    check("att_3[0, 2, cat, the]" in asked(found, "att_3[0, 2, 1, 0]"), "the weights do not have the words: " + asked(found, "att_3[0, 2, 1, 0]"))
    shown = subprocess.run([tools.qkv, "--no-resume", "--size", "100x30", "--goto", "1.13", "--script", "space", found.path], capture_output=True, text=True, check=False)
    check("sentence 0 of 2  head 0 of 4" in shown.stdout and "block 0" not in shown.stdout.split("att [")[1], f"the heads have no name: {shown.stdout}")
    found = Recorded(tools, "sentences", module, lambda: module(x), words=["a b c d e f".split(), "g h i j k l".split()])
    found.has("#| rows: a b c d e f | g h i j k l\n")
    found = Recorded(tools, "no_words", module, lambda: module(x))
    found.has("#| axes: batch head query key\n")
    check("rows:" not in found.text and ".clone()" not in found.text, "there are words that nobody gave")
    net, ids = Small(), torch.tensor([[0, 1, 2, 3]])
    found = Recorded(tools, "words_of_ids", None, lambda: net(ids), words="she sells sea shells")
    found.has("#| axes: sentence word\n#| cols: she sells sea shells\nids = torch.tensor([[0, 1, 2, 3]])\n")
    check("att[0, sea, she]" in asked(found, "att[0, 2, 0]"), "the weights do not have the words of the ids")
    path = tools.folder / "too_few.md"
    with tools.record.Recorder(path, module, quiet=True, qkv=str(tools.qkv), words="one two") as recorder:
        module(x)
    check("not recorded: the words: no given tensor has a row for each" in recorder.report(), recorder.report())


def raised(tools, kind, run, *words):
    try:
        run()
    except kind as error:
        for word in words:
            check(word in str(error), f"{word!r} is not in {error}")
        return
    fail(f"no {kind.__name__} was raised: {words}")


def check_refused(tools):
    Recorder, folder = tools.record.Recorder, tools.folder
    x = torch.randn(1, 4, 16)

    def record(module, run, name="refused.md"):
        with Recorder(folder / name, module=module, quiet=True):
            run()

    block = Block()
    raised(tools, RuntimeError, lambda: record(block, lambda: None), "not called")
    raised(tools, RuntimeError, lambda: record(None, lambda: None), "no operation")
    raised(tools, ZeroDivisionError, lambda: record(block, lambda: block(x) / (1 // 0)))
    check(not (folder / "refused.md").exists(), "a lesson was written of a program that failed")
    large = nn.Sequential(nn.Embedding(20000, 1000), nn.Linear(1000, 30))
    raised(tools, tools.record.TooLarge, lambda: record(large, lambda: large(torch.tensor([19999]))), "16,000,000", "1: Linear, 30,030 parameters")
    raised(tools, tools.record.TooLarge, lambda: record(None, lambda: [x + 1 for _ in range(5000)]), "4,000 operations")
    linear, row = nn.Linear(2, 2), torch.ones(1, 2)
    with contextlib.suppress(tools.record.TooLarge):
        with Recorder(folder / "refused.md", linear, calls=401, quiet=True):
            for _ in range(401):
                linear(row)
        fail("401 stages are not too many")
    (folder / "mine.md").write_text("# Mine\n", encoding="utf-8")
    raised(tools, FileExistsError, lambda: record(block, lambda: block(x), "mine.md"), "mine.md", "no recording")
    for link in ("link.md", "linked.safetensors"):
        (folder / link).symlink_to(folder / "elsewhere")
        raised(tools, FileExistsError, lambda link=link: record(block, lambda: block(x), link.split(".")[0] + ".md"), link, "link to nothing")
        check(not (folder / "elsewhere").exists(), "a link to nothing is written through")
        (folder / link).unlink()
    (folder / "model.safetensors").write_bytes(b"\x02\0\0\0\0\0\0\0{}")
    raised(tools, FileExistsError, lambda: record(block, lambda: block(x), "model.md"), "model.safetensors")
    check(nn.Module.__call__.__module__ == nn.Module._call_impl.__module__ == "torch.nn.modules.module", "PyTorch is left changed")
    check(not hasattr(nn.Module._call_impl, "__wrapped__"), "calls of modules are still seen")
    raised(tools, ValueError, lambda: record(block, lambda: block(x), "a.txt"), "ends in .md")


def check_digit(tools):
    """A lesson with another digit must fail."""
    attention = Attention()
    found = Recorded(tools, "digit", attention, lambda: attention(torch.randn(1, 4, 16)))
    at = found.text.index("```expect att_3\n")
    wrong = found.text[:at] + re.sub(r"0\.(\d{3})(\d)", lambda m: f"0.{m[1]}{(int(m[2]) + 1) % 10}", found.text[at:], count=1)
    check(wrong != found.text, "no digit was found")
    found.path.write_text(wrong, encoding="utf-8")
    told = subprocess.run([tools.qkv, "check", found.path], capture_output=True, text=True, check=False)
    check(told.returncode == 1 and "expect att_3: 1 of" in told.stdout, f"another digit is not noticed: {told.stdout}")


def check_training(tools):
    """Weights that an optimizer changes between the calls, and a whole training."""
    net = nn.Linear(3, 1)
    x = torch.randn(4, 3)

    def train(steps=2):
        optimizer = torch.optim.Adam(net.parameters(), lr=0.1)
        for _ in range(steps):
            loss = net(x).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()

    found = Recorded(tools, "steps", net, train, calls=2)
    found.gives()
    found.has("## Linear, call 1", "`weight_2` was changed by something that is not recorded", "t2 = F.linear(input, weight_2, bias_2)")
    Recorded(tools, "trained", None, train).gives()


class Largest(nn.Module):
    def forward(self, x):
        values, indices = x.max(1)
        return values + indices


def shifted(tools, *names):
    """A recorder in whose PyTorch the largest number of these variables has another last printed digit, as where one
    adds in another order."""

    class Shifted(tools.record.Recorder):
        def finish(self, line, values):
            super().finish(line, values)
            code = "".join(part for part in line.code if isinstance(part, str))
            for value in [v for v in line.values if v.dtype.is_floating_point and any(name in code for name in names)]:
                flat = value.view(-1)
                at = torch.where(flat.abs() < 100, flat, 0).abs().argmax()
                check(flat[at].abs() > 1.2, f"{code} has no number above 1.2")
                flat[at] += 1.1e-4 * flat[at].sign()
            line.printed = [tools.record.printed(value) for value in line.values]

    return types.SimpleNamespace(**{**vars(tools), "record": types.SimpleNamespace(Recorder=Shifted)})


def check_trained(tools):
    """Models with weights that were trained, as everybody's are."""
    for kind in attentions.KINDS:
        module, x = attentions.trained(kind)
        alone, told = module(x), []
        found = Recorded(tools, f"trained_{kind.__name__}", module, lambda: told.append(module(x)))
        check(torch.equal(told[0], alone), f"{kind.__name__}: the program has other numbers while it is recorded")
        found.gives()
        check(found.recorder.operations > 5, f"{kind.__name__} has {found.recorder.operations} operations")


def check_nearness(tools):
    """Last digits that differ: in three results of one line, and in two lines that write to one tensor."""
    module, x = attentions.trained(attentions.Fused)
    found = Recorded(shifted(tools, ".split("), "three_results", module, lambda: module(x))
    found.has("The last printed digit of `q`, `k`, `v` is not the same", "compared to one part in ten thousand.")
    check("\n  compared 3 to one part in ten thousand, as" in found.recorder.report(), found.recorder.report())
    largest, x = Largest(), torch.arange(12.0).reshape(3, 4)
    found = Recorded(shifted(tools, ".max("), "two_types", largest, lambda: largest(x))
    found.has("The last printed digit of `values` is not the same", "```expect indices\n")
    module, x = attentions.trained(attentions.Divided)
    found = Recorded(shifted(tools, " / ", "masked_fill_"), "one_name", module, lambda: module(x))
    found.has("torch.allclose(scores, given[")
    check(found.text.count("torch.allclose(scores, given[") == 2, "two lines of one name are not compared each")


def check_program(tools):
    """A script without a module, and a model that is compiled."""
    x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])

    def run():
        scores = x @ x.T
        weights = torch.softmax(scores / 2**0.5, dim=-1)
        return weights @ x

    found = Recorded(tools, "program", None, run)
    found.has("scores = x @ t1", "weights = torch.softmax(", "x = torch.tensor([[1.0, 2.0],\n")
    check(not (tools.folder / "program.safetensors").exists(), "a file of tensors without need")
    attention = Attention()
    compiled = torch.compile(attention, backend="eager") if hasattr(torch.compiler, "set_stance") else attention
    Recorded(tools, "compiled", attention, lambda: compiled(torch.randn(1, 4, 16))).gives()
    if hasattr(torch.compiler, "set_stance"):
        attention.compile(backend="eager")
        Recorded(tools, "compiled_in_place", attention, lambda: attention(torch.randn(1, 4, 16))).gives()
        check(attention._compiled_call_impl is not None, "what was compiled is not any more")


def main():
    if int(torch.__version__.split(".", maxsplit=1)[0]) < 2:
        print(f"recording: not tried with PyTorch {torch.__version__}, which is before 2")
        return
    warnings.simplefilter("ignore")
    qkv = pathlib.Path(sys.argv[1]).resolve()
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = subprocess.run([qkv, "record"], capture_output=True, text=True, check=True).stdout
        (folder / "qkv_record.py").write_text(source, encoding="utf-8")
        spec = importlib.util.spec_from_file_location("qkv_record", folder / "qkv_record.py")
        record = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(record)
        tools = types.SimpleNamespace(qkv=qkv, folder=folder, record=record)
        for part in (check_trained, check_nearness, check_undisturbed, check_fast_ways, check_models, check_opened, check_recurrent, check_tables, check_hostile, check_types, check_training, check_backward, check_words, check_refused, check_digit, check_program):
            torch.manual_seed(0)
            with contextlib.redirect_stdout(sys.stderr):
                part(tools)
        print(f"recording: {len(list(folder.glob('*.md'))) - 1} models of PyTorch {torch.__version__} are lessons that hold")


if __name__ == "__main__":
    main()
