# --- how a call is written --------------------------------------------------------------------------------

IN_PLACE = {"__iadd__", "__isub__", "__imul__", "__itruediv__", "__idiv__", "__imod__", "__iand__", "__ior__", "__ixor__",
            "__ipow__", "__ifloordiv__", "__ilshift__", "__irshift__"}  # fmt: skip


# Calls that are often met and qkv has not, in what it has. Each is held against what PyTorch computed, as all lines
# are.
PRODUCTS = {"matmul", "bmm", "baddbmm", "einsum", "__matmul__", "__rmatmul__"}
NORMS = ("group_norm", "batch_norm")
EQUAL = {
    "hardtanh": "torch.clamp({input}, {min_val}, {max_val})",
    "glu": "{input}.chunk(2, {dim})[0] * torch.sigmoid({input}.chunk(2, {dim})[1])",
    "group_norm": "F.layer_norm({input}.reshape({rows}), {size}, None, None, {eps}).reshape({shape})",
    "batch_norm": "({input} - {running_mean}.view({axes})) * torch.rsqrt({running_var}.view({axes}) + {eps})",
    "rsub": "{b} - {a}",
    "bitwise_and": "{a} & {b}",
    "bitwise_or": "{a} | {b}",
    "bitwise_xor": "{a} ^ {b}",
}


def between(parts):
    """Codes with commas between them."""
    return [piece for i, part in enumerate(parts) for piece in ([", "] if i else []) + part]


def raise_unless(ok, why):
    if not ok:
        raise Unsaid(why)


def is_property(func):
    return getattr(func, "__name__", "") in ("__get__", "__set__", "__delete__") and hasattr(func, "__self__")


def name_of(func):
    if is_property(func):
        return getattr(func.__self__, "__name__", "")
    path = resolve_name(func) or getattr(func, "__qualname__", None) or getattr(func, "__name__", None) or "a function"
    return str(path).rsplit(".", maxsplit=1)[-1]


def shown_name(func, name):
    path = (resolve_name(func) if not is_property(func) else f"Tensor.{name}") or ""
    path = path.replace("torch.nn.functional.", "F.").replace("torch.functional.", "torch.")
    path = path.replace("torch._C._nn.", "F.").replace("torch.Tensor.", "Tensor.")
    return clean(path or f"{getattr(func, '__module__', None) or 'torch'}.{name}")


def find_method(func, name):
    return getattr(torch.Tensor, name, None) is func or (resolve_name(func) or "").startswith("torch.Tensor.")


def is_nothing(a):
    return isinstance(a, (torch.device, torch.memory_format, torch.layout))


def is_in_place(name):
    return name == "__setitem__" or name in IN_PLACE or (name.endswith("_") and not name.endswith("__"))


def named(func, args, kwargs):
    """For a function written in Python, arguments that have their default are left out and others named."""
    if not inspect.isfunction(func):
        return args, kwargs
    try:
        bound = inspect.signature(func).bind(*args, **kwargs)
    except (TypeError, ValueError):
        return args, kwargs
    positions, names, is_over = [], {}, False
    for key, p in bound.signature.parameters.items():
        if key not in bound.arguments:
            continue
        value = bound.arguments[key]
        if p.kind is p.VAR_POSITIONAL:
            positions += value
        elif p.kind is p.VAR_KEYWORD:
            names.update(value)
        elif p.default is p.empty and not is_over:
            positions.append(value)
        elif not (value is p.default or (type(value) is type(p.default) and not isinstance(value, torch.Tensor)
                                         and value == p.default)):
            names[key] = value
        else:
            is_over = True
    return tuple(positions), names


def draws(name, args, kwargs, func):
    """Whether it draws numbers at random."""
    if name == "scaled_dot_product_attention":
        p = kwargs.get("dropout_p", args[4] if len(args) > 4 else 0.0)
        return p > 0
    if name == "multi_head_attention_forward":
        _, given = named(func, args, kwargs)
        places = list(inspect.signature(func).parameters)
        p = kwargs.get("dropout_p", args[places.index("dropout_p")] if len(args) > places.index("dropout_p") else 0.0)
        return p > 0 and given.get("training", True)
    if "dropout" in name:
        training = kwargs.get("training", kwargs.get("train", args[2] if len(args) > 2 else True))
        p = kwargs.get("p", args[1] if len(args) > 1 else 0.5)
        return bool(training) and p > 0
    if name in CELLS:
        return len(args) == 9 and isinstance(args[3], bool) and args[4] > 1 and args[5] > 0 and args[6]
    return bool(RANDOM.match(name))


def work_of(name, operands, values, space):
    if name in ("linear", "matmul", "bmm", "mm", "addmm", "baddbmm", "__matmul__", "__rmatmul__"):
        first = space[operands[-1 if name == "baddbmm" else 0].key]
        inner = first.shape[-1] if first.dim() else 1
        return values[0].numel() * inner if values else 0
    if name in ("scaled_dot_product_attention", "multi_head_attention_forward") and len(operands) > 1:
        q, k = space[operands[0].key], space[operands[1].key]
        return 2 * q.numel() * max(k.shape[-2] if k.dim() > 1 else 1, q.shape[-1])
    return 0


class Calls:
    """Makes lines of calls."""

    def code_of(self, func, name, args, kwargs, target):
        if target is not None and not is_in_place(name):  # F.relu(x, inplace=True), torch.add(x, y, out=z)
            kwargs = {key: value for key, value in kwargs.items() if key != "out"}
            return [target, ".copy_("] + self.code_of(func, name, args, kwargs, None) + [")"]
        if is_property(func):
            raise_unless("x." + name in self.signatures, "is not there in qkv")
            return self.operand(args[0]) + ["." + name]
        is_method = find_method(func, name)
        if is_method and not kwargs:
            code = self.operator(name, args, target)
            if code:
                return code
        if name in CASTS and is_method:
            raise_unless(target is None, "changes a type in place")
            kind = self.cast_to(func, args, kwargs)
            return self.operand(args[0]) + [f".to({kind})"]
        if name in EQUAL and not is_method:
            return self.equal(func, name, args, kwargs)
        args, kwargs = named(func, args, kwargs)
        return self.call(func, name, is_method, args, kwargs)

    def equal(self, func, name, args, kwargs):
        """What qkv has not, written with what it has."""
        try:
            given = inspect.signature(func).bind(*args, **kwargs)
            given.apply_defaults()
            given = given.arguments
        except (TypeError, ValueError):
            given = dict(zip("ab", args))
        text, values = EQUAL[name], dict(given)
        x = values.get("input")
        if name in NORMS:
            raise_unless(not values.get("training") and x.dim() > 1, "is not there in qkv in training")
            shape, axes = tuple(x.shape), (1, x.shape[1]) + (1,) * (x.dim() - 2)
            groups = values.get("num_groups", 1)
            values.update(shape=shape, axes=axes, rows=(shape[0], groups, -1), size=(x[0].numel() // groups,))
            text += "".join(more for key, more in (("weight", " * {weight}.view({axes})"), ("bias", " + {bias}.view({axes})"))
                            if values[key] is not None)
        code = []
        for i, part in enumerate(re.split(r"\{(\w+)\}", text)):
            raise_unless(i % 2 == 0 or part in values, "is not there in qkv")
            code += self.value(values[part]) if i % 2 else [part]
        return code

    def cast_to(self, func, args, kwargs):
        found = func(*args, **kwargs)
        raise_unless(isinstance(found, torch.Tensor), "is not there in qkv")
        return str(type_here(found.dtype))

    def operator(self, name, args, target):
        bare = name.strip("_") if name.startswith("__") else name
        if name == "__getitem__":
            return self.operand(args[0]) + ["["] + self.index(args[1]) + ["]"]
        if name == "__setitem__":
            return self.operand(args[0]) + ["["] + self.index(args[1]) + ["] = "] + self.value(args[2])
        if name in UNARY and len(args) == 1:
            return [UNARY[name]] + self.operand(args[0])
        if len(args) != 2:
            return None
        if target is not None:
            bare = bare[1:] if name.startswith("__i") else bare[:-1] if bare.endswith("_") else ""
            sign = BINARY.get(bare)
            if sign and sign in ("+", "-", "*", "/") and target is self.by_id.get(id(args[0])):
                return self.operand(args[0]) + [f" {sign}= "] + self.value(args[1])
            return None
        if bare in BINARY:
            return self.side(args[0]) + [f" {BINARY[bare]} "] + self.side(args[1])
        if name.startswith("__r") and bare[1:] in BINARY:
            return self.side(args[1]) + [f" {BINARY[bare[1:]]} "] + self.side(args[0])
        if name == "__rdiv__":
            return self.side(args[1]) + [" / "] + self.side(args[0])
        return None

    def side(self, value):
        code = self.value(value)
        return ["("] + code + [")"] if isinstance(code[0], str) and code[0].startswith("-") else code

    def operand(self, value):
        entry = self.by_id.get(id(value)) if isinstance(value, torch.Tensor) else None
        if entry is None or entry.key not in self.space:
            raise Unsaid("is about something that qkv has not")
        return [entry]

    def call(self, func, name, is_method, args, kwargs):
        """`F.softmax(x, dim=-1)`, in the first of the forms that qkv has."""
        bare = name[:-1] if is_in_place(name) else name
        homes = ("x",) if is_method else ("torch", "F", "x")
        forms = self.functions.get(func, []) + [f"{home}.{name}" for home in homes] + [f"x.{bare}"]
        forms = [form for form in forms if form in self.signatures]
        raise_unless(forms, "is not there in qkv")
        kwargs = {key: value for key, value in kwargs.items() if key not in SILENT}
        raise_unless(kwargs.pop("generator", None) is None, "has a generator of its own")
        for form in forms:
            is_x = form.startswith("x.")
            if is_x and not (args and isinstance(args[0], torch.Tensor)):
                continue
            for signature in self.signatures[form]:
                used = {k: v for k, v in kwargs.items() if k in signature.named or not (v is None or v is False)}
                if signature.takes(len(args) - is_x, set(used)):
                    is_bare = bare != name and form.endswith("." + bare)
                    return self.written(form + "_" * is_bare, args, used, is_x)
        lacking = set(kwargs) - self.signatures[forms[0]][0].named
        raise Unsaid("is not there in qkv with " + (", ".join(sorted(lacking)) or "so many arguments"))

    def written(self, form, args, kwargs, is_method):
        code = []
        if is_method:
            code += self.operand(args[0]) + [form[1:]]
            args = args[1:]
        else:
            code += [form]
        parts = [self.value(a) for a in args if not is_nothing(a)]
        parts += [[f"{key}="] + self.value(a) for key, a in kwargs.items() if not is_nothing(a)]
        return code + ["("] + between(parts) + [")"]

    def value(self, v):
        if isinstance(v, torch.Tensor):
            return self.operand(v)
        if isinstance(v, torch.dtype):
            return [str(type_here(v))]
        if isinstance(v, (bool, type(None))):
            return [repr(v)]
        for kind in (str, int):  # a class of the program may write itself in another way
            if isinstance(v, kind):
                return [kind.__repr__(v)]
        if isinstance(v, float):
            return [number(float.__float__(v))]
        if v is Ellipsis:
            return ["..."]
        if isinstance(v, (tuple, list, range)):
            raise_unless(len(v) <= 200, "has a list of more than 200 values")
            opening, closing = ("[", "]") if isinstance(v, list) else ("(", ",)" if len(v) == 1 else ")")
            return [opening] + between([self.value(item) for item in v]) + [closing]
        if hasattr(v, "item") and type(v).__module__ == "numpy":
            return self.value(v.item())
        raise Unsaid(f"has an argument of the kind `{clean(type(v).__name__)}`, which qkv has not")

    def index(self, index):
        parts = index if isinstance(index, tuple) else (index,)
        if not parts:
            return ["()"]
        return between([self.sliced(part) if isinstance(part, slice) else self.value(part) for part in parts])

    def sliced(self, part):
        start, stop, step = ([] if end is None else self.value(end) for end in (part.start, part.stop, part.step))
        return start + [":"] + stop + ([":"] + step if step else [])
