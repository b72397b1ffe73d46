# --- what runs --------------------------------------------------------------------------------


def arguments_of(module, args, kwargs):
    """The tensors of a call with their names."""
    try:
        bound = inspect.signature(module.forward).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        bound = {f"input_{i}": v for i, v in enumerate(args)}
        bound.update(kwargs)
    found = []
    for key, value in bound.items():
        for i, v in enumerate(value if isinstance(value, (tuple, list)) else [value]):
            if isinstance(v, torch.Tensor):
                found.append((f"{key}_{i}" if isinstance(value, (tuple, list)) else key, v))
        if isinstance(value, dict):
            found += [(str(k), v) for k, v in value.items() if isinstance(v, torch.Tensor)]
    return found


def attention_in_lines(query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False):
    """PyTorch's attention as the operations that it is made of."""
    if enable_gqa:
        key = key.repeat_interleave(query.size(-3) // key.size(-3), dim=-3)
        value = value.repeat_interleave(query.size(-3) // value.size(-3), dim=-3)
    scores = query @ key.transpose(-2, -1) * (1 / query.size(-1) ** 0.5 if scale is None else scale)
    if is_causal:
        allowed = torch.ones(query.size(-2), key.size(-2), dtype=torch.bool, device=query.device).tril()
        scores = scores.masked_fill(~allowed, float("-inf"))
    elif attn_mask is not None and attn_mask.dtype == torch.bool:
        scores = scores.masked_fill(~attn_mask, float("-inf"))
    elif attn_mask is not None:
        scores = scores + attn_mask
    weights = F.softmax(scores, dim=-1)
    if dropout_p:
        weights = F.dropout(weights, dropout_p)
    return weights @ value


def rnn_cell(x, state, w_ih, w_hh, b_ih=None, b_hh=None, way=torch.tanh):
    """The next state of a simple recurrent layer."""
    return (way(F.linear(x, w_ih, b_ih) + F.linear(state[0], w_hh, b_hh)),)


def lstm_cell(x, state, w_ih, w_hh, b_ih=None, b_hh=None):
    """What is remembered goes on as far as the forget gate lets it; the output gate says what is shown of it."""
    gates = F.linear(x, w_ih, b_ih) + F.linear(state[0], w_hh, b_hh)
    into, forget, new, out = gates.chunk(4, dim=-1)
    memory = torch.sigmoid(forget) * state[1] + torch.sigmoid(into) * torch.tanh(new)
    hidden = torch.sigmoid(out) * torch.tanh(memory)
    return hidden, memory


def gru_cell(x, state, w_ih, w_hh, b_ih=None, b_hh=None):
    """A mean of the old state and a new one, which sees the old one through a gate."""
    reset_x, update_x, new_x = F.linear(x, w_ih, b_ih).chunk(3, dim=-1)
    reset_h, update_h, new_h = F.linear(state[0], w_hh, b_hh).chunk(3, dim=-1)
    reset = torch.sigmoid(reset_x + reset_h)
    update = torch.sigmoid(update_x + update_h)
    new = torch.tanh(new_x + reset * new_h)
    return (update * (state[0] - new) + new,)


CELLS = {"rnn_tanh": rnn_cell, "rnn_relu": functools.partial(rnn_cell, way=F.relu), "lstm": lstm_cell, "gru": gru_cell}


def recurrent_in_lines(cell, x, states, weights, has_biases, layers, dropout, is_training, is_two_way, is_batch_first):
    """A recurrent layer row by row. `states`: (layers, batch, size), two for an LSTM; gives its output and its last states."""
    x = x.transpose(0, 1) if is_batch_first else x
    ends, step = [], 4 if has_biases else 2
    for layer in range(layers):
        outputs = []
        for way in range(1 + is_two_way):
            place = len(ends)
            state, found = [state[place] for state in states], []
            for t in range(len(x))[:: -1 if way else 1]:
                state = cell(x[t], state, *weights[place * step : (place + 1) * step])
                found.append(state[0])
            ends.append(state)
            outputs.append(torch.stack(found[:: -1 if way else 1]))
        x = torch.cat(outputs, dim=-1) if is_two_way else outputs[0]
        if dropout and is_training and layer + 1 < layers:
            x = F.dropout(x, dropout)
    return [x.transpose(0, 1) if is_batch_first else x] + [torch.stack(last) for last in zip(*ends)]


def lines_of(name, args, kwargs):
    """What is called in place of a function that PyTorch has whole, where somebody is shown what it is made of."""
    if name == "scaled_dot_product_attention":
        return lambda: attention_in_lines(*args, **kwargs)
    if name not in CELLS or len(args) != 9 or not isinstance(args[3], bool):  # packed sequences are another form
        return None
    x, states, weights, has_biases, layers, _, _, is_two_way, is_batch_first = args
    steps = x.shape[1 if is_batch_first else 0] * layers * (1 + is_two_way)
    if steps > MOST_STEPS or len(weights) != (4 if has_biases else 2) * layers * (1 + is_two_way):
        return None
    states = [states] if isinstance(states, torch.Tensor) else states
    return lambda: recurrent_in_lines(CELLS[name], x, states, *args[2:])


def ends_of(index, shape):
    """Where an index of numbers and slices ends on each axis; None where it is another."""
    parts = list(index) if isinstance(index, tuple) else [index]
    if any(type(part) not in (int, slice, type(None), type(...)) for part in parts) or parts.count(...) > 1:
        return None
    axes = [part for part in parts if part is not None]
    at = axes.index(...) if ... in axes else len(axes)
    axes[at : at + 1] = [slice(None)] * (len(shape) - len(axes) + (... in axes))
    ends = []
    for part, size in zip(axes, shape):
        numbers = [part] if isinstance(part, int) else [part.start or 0, size if part.stop is None else part.stop, part.step or 1]
        if any(type(n) is not int or n < 0 for n in numbers):
            return None
        ends.append(min(size, part + 1 if isinstance(part, int) else numbers[1]))
    return ends


def is_per_cell(name):
    """Whether it makes each cell of its result of one cell of one tensor."""
    return (name.strip("_") if name.startswith("__") else name) in PER_CELL


# Functions of which each line is told.
OPENED = [getattr(function, "__code__", None) for function in (
    attention_in_lines, recurrent_in_lines, rnn_cell, lstm_cell, gru_cell, F.multi_head_attention_forward, getattr(F, "_in_projection_packed", None), getattr(F, "_in_projection", None))]


def is_told(frame):
    path = frame.f_code.co_filename
    return frame.f_code in OPENED or path != __file__ and (path in LAYERS or not path.startswith(DULL))


def frames_here():
    """Those of the program that called, the innermost first."""
    found, frame = [], sys._getframe(2)
    while frame and len(found) < 64:
        if is_told(frame):
            found.append(frame)
        frame = frame.f_back
    return found


def variables(frame):
    try:
        return [(k, v) for k, v in list(frame.f_locals.items()) if k != "self" and not k.startswith("__")]
    except RuntimeError:  # changed while it was read
        return []


FAST = (torch.nn.MultiheadAttention, torch.nn.TransformerEncoderLayer, torch.nn.TransformerEncoder)


@contextlib.contextmanager
def unseen():
    """No mode looks, and PyTorch does what it does without one."""
    with torch._C.DisableTorchFunction():
        yield


@contextlib.contextmanager
def uncompiled():
    """What is compiled would not be seen: it runs as it is written. The compiler is loaded where the program does so."""
    compiler = torch.compile
    with contextlib.ExitStack() as stack:

        def eager():
            if hasattr(torch.compiler, "set_stance"):
                stack.enter_context(torch.compiler.set_stance("force_eager"))

        @functools.wraps(compiler)
        def compile_later(*args, **kwargs):
            torch.compile = compiler
            eager()
            return compiler(*args, **kwargs)

        if "torch._dynamo" in sys.modules:
            eager()
        else:
            torch.compile = compile_later
            stack.callback(setattr, torch, "compile", compiler)
        yield


class Mode(TorchFunctionMode):
    def __init__(self, recorder):
        super().__init__()
        self.recorder = recorder

    def __torch_function__(self, func, types, args=(), kwargs=None):
        return self.recorder.called(func, args, kwargs or {})



def path_of(module):
    """Its name in the outermost module that the program holds: of one that is called, or in a variable."""
    best, frame = "", sys._getframe(2)
    while frame:
        values = list(frame.f_locals.values()) if is_told(frame) else []
        values += [v for value in values[:1] for v in list(getattr(value, "__dict__", {}).values())]
        for top in [value for value in values if isinstance(value, torch.nn.Module)]:
            for name, part in top.named_modules():
                if part is module and len(name) > len(best):
                    best = name
        frame = frame.f_back
    return bare_path(best)


def bare_path(path):
    """Without the wrappers of compiled and of parallel models."""
    return re.sub(r"(^|\.)(?:_orig_mod|module)(?=\.|$)", "", path).strip(".")


def dice():
    """The states of all generators that a call may use."""
    on_devices = torch.cuda.get_rng_state_all() if torch.cuda.is_initialized() else []
    numpy = sys.modules.get("numpy")
    return torch.get_rng_state(), on_devices, random.getstate(), numpy and numpy.random.get_state()


def throw(state):
    torch.set_rng_state(state[0])
    if state[1]:
        torch.cuda.set_rng_state_all(state[1])
    random.setstate(state[2])
    if state[3]:
        sys.modules["numpy"].random.set_state(state[3])


def pairs_in(a, b, depth=6, seen=None):
    """The tensors of one thing, each with that in the same place of another."""
    seen = set() if seen is None else seen
    if isinstance(a, torch.Tensor):
        return [(a, b)] if isinstance(b, torch.Tensor) else []
    if depth == 0 or a is b or id(a) in seen or type(a) is not type(b) or isinstance(a, (type, str, bytes)):
        return []
    seen.add(id(a))
    found = []
    if isinstance(a, dict):
        found = [(value, b[key]) for key, value in list(a.items()) if key in b]
    elif isinstance(a, (tuple, list)):
        found = list(zip(a, b))
    elif hasattr(a, "__dict__"):
        found = [(value, vars(b)[key]) for key, value in list(vars(a).items()) if key in vars(b)]
    return [pair for x, y in found for pair in pairs_in(x, y, depth - 1, seen)]


def tensors_within(value, depth=6):
    """The tensors of a result, also those that are attributes of what is in it."""
    if isinstance(value, torch.Tensor):
        return [value]
    if depth == 0 or isinstance(value, (type, str, bytes, torch.nn.Module)):
        return []
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (tuple, list)) else getattr(value, "__dict__", {}).values()
    return [t for part in list(parts) for t in tensors_within(part, depth - 1)]


def bits_differ(a, b):
    """In how many numbers, and by how much at most; None for other shapes and types."""
    if a.shape != b.shape or a.dtype != b.dtype or a.layout != torch.strided or b.layout != torch.strided:
        return None
    is_other = (a != b) & ~((a != a) & (b != b))
    if not bool(is_other.any()):
        return 0, 0.0
    apart = (a.double() - b.double()).abs()[is_other]
    return int(is_other.sum()), float(apart.max())


def difference(result, again):
    """What is said of a call that had two results; nothing where they are the same to the last bit."""
    with torch.no_grad(), unseen():
        found = [(a, bits_differ(a.detach(), b.detach())) for a, b in pairs_in(result, again)]
    if any(how is None for _, how in found):
        return "The program itself had a result of another shape than stands here: the module remembers something."
    count = sum(how[0] for _, how in found)
    if not count:
        return ""
    of = sum(a.numel() for a, _ in found)
    return (f"The program itself had other numbers than stand here: {count} of {of} in its result, which differ by at most "
            f"{max(how[1] for _, how in found):.3g}.")


def batch_axis(module):
    """PyTorch's layers have the batch second where they are not told otherwise."""
    return 1 if any(getattr(part, "batch_first", True) is False for part in module.modules()) else 0


def batch_of(module, args, kwargs):
    """How many sequences a call is about."""
    axis = batch_axis(module)
    for t in tensors_in((args, kwargs)):
        if t.dim() > 2 or (t.dim() == 2 and not t.dtype.is_floating_point):
            return t.shape[axis]
    return 0


def first_rows(module, values, size, rows):
    """The same with the first sequences of the batch alone, in each tensor that has them all. A matrix of floats, or one
    that is square, is a mask or a table and has none."""
    axis, memo = batch_axis(module), {}
    for t in tensors_within(values):
        of = axis if t.dim() > 2 or t.dtype != torch.bool else 0
        has_batch = t.dim() > 2 or (t.dim() == 2 and not t.dtype.is_floating_point and t.shape[0] != t.shape[1])
        mine = t.detach().narrow(of, 0, rows) if has_batch and t.shape[of] == size else t.detach()
        memo[id(t)] = mine.clone().requires_grad_(t.requires_grad)
    return copy.deepcopy(values, memo)


class Twins:
    """Copies of what a call is about, so that it can be carried out a second time. A tensor has one copy for all calls."""

    def __init__(self):
        self.of, self.memories = {}, {}

    def copied(self, module, args, kwargs):
        """The module and its arguments; a text that says why, where they cannot be copied."""
        if count_of(module) > MOST_NUMBERS:
            return "it is too large"
        memo = {}
        try:
            with torch.inference_mode(False), torch.no_grad():
                for t in tensors_in([args, kwargs] + [vars(part) for part in module.modules()]):
                    if type(t) in (torch.Tensor, torch.nn.Parameter) and t.layout == torch.strided and not is_wrapped(t):
                        memo[id(t)] = self.twin(t)
                return copy.deepcopy((module, args, kwargs), memo)
        except Exception as error:
            return f"{type(error).__name__}: {first_line(error)}"

    def twin(self, t):
        _, found = self.of.get(id(t), (t, None))
        if found is None or found.shape != t.shape or found.dtype != t.dtype:
            memory = t.untyped_storage()
            if memory.data_ptr() not in self.memories:
                self.memories[memory.data_ptr()] = memory, memory.clone()
            copied = self.memories[memory.data_ptr()][1]
            found = torch.empty(0, dtype=t.dtype, device=t.device).set_(copied, t.storage_offset(), t.shape, t.stride())
            if isinstance(t, torch.nn.Parameter):
                found = torch.nn.Parameter(found, requires_grad=t.requires_grad)
            else:
                found.requires_grad_(t.requires_grad)
            self.of[id(t)] = t, found
        if bits_differ(t, found) != (0, 0.0):
            found.detach().copy_(t)
        return found


class Before:
    """A call as it is before it is carried out: what is needed to carry it out a second time."""

    def __init__(self, module, args, kwargs, twins=None):
        self.module, self.args, self.kwargs = module, args, kwargs
        self.dice, self.path = dice(), ""
        self.twin = (twins or Twins()).copied(module, args, kwargs)  # or a text that says why there is none

    @property
    def is_copied(self):
        return not isinstance(self.twin, str)


class Recorder(Calls, Gradients, Lesson):
    """Records what runs in its block. `path`: the lesson; `module`: what is recorded, everything when None; `calls`: how
    many calls of it; `qkv`: the program, "" for none; `quiet`: prints nothing; `words`: what the rows are, as a list or
    one text, or a list for each sentence of the batch; `opened`: PyTorch's attention, which is one line, becomes the
    lines that it is made of. After the block `operations`, `given` and `checked` say what
    became of it."""

    def __init__(self, path, module=None, calls=1, qkv=None, quiet=False, words=None, opened=False):
        self.path, self.module, self.calls, self.quiet = os.fspath(path), module, calls, quiet
        self.tensors_path = tensors_beside(self.path)
        here = QKV if os.path.isfile(QKV) and os.access(QKV, os.X_OK) else shutil.which("qkv")
        self.qkv = here if qkv is None else qkv
        self.signatures, self.functions = known()
        self.lines, self.entries, self.by_id = [], [], {}
        self.frames = {}  # frames in which variables may get names
        self.hints, self.parameters, self.kept = {}, set(), []
        self.space = {"torch": torch, "F": F}
        self.stack, self.all_calls, self.done = [], [], 0
        self.is_active = self.is_busy = False
        self.too_large, self.numbers, self.results, self.work = None, 0, 0, 0
        self.thread, self.original, self.context = None, None, None
        self.twins, self.parts = Twins(), {}  # of the module, by what is recorded
        self.is_calling = self.is_fast = self.is_silent = False
        self.optimizers, self.stepping = {}, None
        self.has_backward = self.grad_mode = False
        self.backs = 0  # how often gradients were made since the last step
        self.path_in_model, self.source, self.remark = "", "", ""
        self.opens, self.is_eval, self.rows, self.has_drawn = opened, False, 0, False
        self.words, self.has_words = labels_of(words), False
        self.difference = 0.0
        self.operations, self.given, self.checked, self.troubles = 0, [], None, []

    # --- the block

    def __enter__(self):
        keep_others(self.path, self.tensors_path)
        self.thread = threading.get_ident()
        self.context = contextlib.ExitStack()
        self.context.enter_context(uncompiled())
        self.watch_modules()
        self.watch_training()
        if self.module is None:
            self.is_active = True
            self.context.enter_context(Mode(self))
        return self

    def __exit__(self, kind, error, trace):
        self.context.close()
        self.is_active = False
        if error is not None:
            return False
        self.look_for_names([])
        if self.too_large:
            raise TooLarge(self.say_too_large())
        if not self.lines:
            what = "no operation ran in the block" if self.module is None else "the module was not called in the block"
            if self.all_calls:
                what = "PyTorch showed no operation of the module, which runs in a transformed or compiled function"
            raise NothingRecorded("; ".join([f"qkv_record: nothing was recorded: {what}"] + self.troubles))
        self.write()
        self.by_id, self.space, self.hints, self.frames, self.twins = {}, {}, {}, {}, Twins()
        return False

    def watch_modules(self):
        """Sees every call of a module. Hooks would do it, too, but PyTorch's fast ways are off where there are any."""
        original = self.original = torch.nn.Module._call_impl

        @functools.wraps(original)
        def call(module, *args, **kwargs):
            if threading.get_ident() != self.thread or self.is_busy or isinstance(module, torch.jit.ScriptModule):
                return original(module, *args, **kwargs)
            if self.is_active:
                return self.part(module, args, kwargs)
            if module is self.module and not self.is_calling and not self.too_large and self.done < self.calls:
                return self.twice(module, args, kwargs)
            return original(module, *args, **kwargs)

        for name in ("_call_impl", "__call__"):  # a single function in older PyTorch
            if getattr(torch.nn.Module, name) is original:
                setattr(torch.nn.Module, name, call)
                self.context.callback(setattr, torch.nn.Module, name, original)
        for part in self.module.modules() if self.module is not None else ():
            compiled = vars(part).get("_compiled_call_impl")
            if compiled is not None:  # has a way of its own to the original
                part._compiled_call_impl = None
                self.context.callback(setattr, part, "_compiled_call_impl", compiled)

    # --- one call of the module

    def twice(self, module, args, kwargs):
        """Carries the call out for the program, as if nobody looked, and a copy of it again, which is recorded."""
        self.path_in_model = self.path_in_model or path_of(module)
        self.is_calling = True
        try:
            before = Before(module, args, kwargs, self.twins)
            if not before.is_copied:
                self.remark = f"The call could not be copied ({before.twin}): it was recorded as the program ran."
                return self.recorded(module, module, args, kwargs)
            result = self.original(module, *args, **kwargs)
            self.again(before, result)
            return result
        finally:
            self.is_calling = False

    def again(self, before, result):
        """Carries out the copy of a call that had this result, and records it."""
        after, again, twin = dice(), None, before.twin
        size = batch_of(*twin) if self.rows else 0
        if size > self.rows:
            twin = (twin[0], *first_rows(twin[0], (twin[1], twin[2]), size, self.rows))
            result = first_rows(twin[0], result, size, self.rows)
        if self.is_eval:
            twin[0].eval()
        throw(before.dice)
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                again = self.recorded(before.module, *twin)
        except Exception as error:
            self.troubles.append(f"the copy of the call failed: {type(error).__name__}: {first_line(error)}")
        finally:
            throw(after)
        self.remark = self.remark or self.compared(before.module, result, again, size)
        for mine, other in pairs_in((before.module, before.args, before.kwargs, result), (*twin, again)):
            self.twins.of[id(mine)] = mine, other
            if id(other) in self.by_id:
                self.by_id[id(other)].outside = mine

    def compared(self, module, result, again, size):
        """What is said of the copy: what is shown of the call, and whether it gave what the program has."""
        said = []
        if size > self.rows:
            first = f"The first {self.rows} of {size} sequences" if self.rows > 1 else f"The first of {size} sequences"
            said.append(f"{first} of the batch {'are' if self.rows > 1 else 'is'} shown.")
        if self.is_eval and module.training:
            said.append("It is shown as after `.eval()`, without dropout; the program itself called it in training.")
        elif size > self.rows and self.has_drawn:
            said.append("Random numbers are others than those that the program drew for all of them.")
        else:
            said.append(difference(result, again))
        return " ".join(text for text in said if text)

    def recorded(self, original, module, args, kwargs):
        """Carries the call out and records it. `original` has the parts that the program knows."""
        self.hints.update(names_of(module))
        self.parameters.update(self.hints)
        for (name, part), mine in zip(module.named_modules(), original.modules()):
            self.parts[id(part)] = name, mine, part
        for part in module.modules() if is_lazy(module) else ():
            if hasattr(part, "_initialize_hook"):
                self.hide_making(part)
        self.is_active, self.stack = True, []
        try:
            with Mode(self):
                return self.part(module, args, kwargs)
        finally:
            self.is_active = False
            self.done += 1

    def hide_making(self, part):
        """A lazy module makes its parameters before its first call, which is nothing that it computes."""
        make = part._forward_pre_hooks[part._initialize_hook.id]

        def silently(*args, **kwargs):
            self.is_silent = True
            try:
                return make(*args, **kwargs)
            finally:
                self.is_silent = False

        part._forward_pre_hooks[part._initialize_hook.id] = silently

    def part(self, module, args, kwargs):
        """A call of the module or of one of its parts while it is recorded."""
        is_fast = type(module) in FAST and not module.training and not self.is_fast
        way = self.fast_way if is_fast else self.original
        if id(module) not in self.parts:
            return way(module, *args, **kwargs)
        name, mine, _ = self.parts[id(module)]
        call = Call(mine, ".".join(part for part in (self.path_in_model, name) if part), arguments_of(module, args, kwargs))
        for key, value in call.arguments:
            self.hints.setdefault(id(value), (key, value, ""))
        self.stack.append(call)
        self.all_calls.append(call)
        try:
            return way(module, *args, **kwargs)
        finally:
            del self.stack[self.stack.index(call):]

    def fast_way(self, module, *args, **kwargs):
        """PyTorch has a second way for some of its classes, which nobody can look into. It may give other numbers."""
        self.is_fast = True
        try:
            with unseen():
                result = self.original(module, *args, **kwargs)
            again = self.original(module, *args, **kwargs)
        finally:
            self.is_fast = False
        if not difference(result, again):
            return again
        frames = frames_here()
        for mine, other in pairs_in(result, again):
            with self.guarded():
                why = f"`{clean(type(module).__name__)}` went PyTorch's fast way, "
                self.settle(why, mine, other, frames, dict(arguments_of(module, args, kwargs)).get("src_key_padding_mask"))
        return result

    def settle(self, why, mine, other, frames, padding=None):
        """The lines end with `other`, the program goes on with `mine`: they get one name where the digits are the same."""
        entry = self.by_id.get(id(other))
        if entry and is_same(taken(mine), taken(other)):
            entry.tensor, entry.version, entry.place = mine, version(mine), place(mine)
            self.by_id[id(mine)] = entry
            return
        if entry and padding is not None and padding.dtype == torch.bool and padding.shape == mine.shape[:2]:
            with contextlib.suppress(Unsaid):
                code = [entry, ".masked_fill(", self.entry_of(padding), ".unsqueeze(-1), 0.0)"]
                line = self.add_line(code, mine, [mine], None, frames, "masked_fill")
                line.note = why + "in which padding is not computed: its rows are 0."
                return
        self.give(why + f"which gives other numbers than the lines above: {difference(mine, other)} Those of the program are given.",
                  [mine], [], frames)

    # --- one operation

    def is_seen(self):
        return (self.is_active and not self.is_busy and not self.is_silent and not self.too_large
                and threading.get_ident() == self.thread)

    def called(self, func, args, kwargs):
        if not self.is_seen():
            return func(*args, **kwargs)
        name = name_of(func)
        if name in NOTHING:
            return func(*args, **kwargs)
        operands = [t for t in tensors_in((args, kwargs))]
        if any(not is_plain(t) and is_wrapped(t) for t in operands):  # of a transformed function
            return func(*args, **kwargs)
        if name == "multi_head_attention_forward" and inspect.isfunction(func):
            return self.opened(func, args, kwargs)
        takes_part = not is_property(func) or name in PROPERTIES
        frames = frames_here()
        with self.guarded():
            self.look_for_names(frames)
            for t in operands if takes_part else ():
                self.entry_of(t, frames)
        before = [(t, version(t)) for t in operands]
        state = dice() if draws(name, args, kwargs, func) else None
        result = func(*args, **kwargs)
        lines = lines_of(name, args, kwargs) if self.opens or state or name in CELLS else None
        if lines and self.opened_to(lines, result, frames, state):
            return result
        self.grad_mode = self.module is None and torch.is_grad_enabled()
        with self.guarded():
            if self.module is None and name in ("backward", "retain_grad", "requires_grad_", "grad") and self.of_gradients(
                    func, name, args, kwargs, frames):
                return result
            self.record(func, name, args, kwargs, result, before, frames, state)
        return result

    def opened(self, func, args, kwargs):
        """A function that PyTorch has in Python: what it calls is recorded, and not itself."""
        asks = F.has_torch_function

        def asks_not(operands):  # first call, which asks whether somebody looks
            F.has_torch_function = asks
            return False

        F.has_torch_function = asks_not
        try:
            with Mode(self):
                return func(*args, **kwargs)
        finally:
            F.has_torch_function = asks

    def opened_to(self, lines, result, frames, state):
        """What PyTorch has as a whole in lines, of which the last have its results. `state` has the dice that it drew
        dropout with. False where the lines are something else."""
        after = dice()
        try:
            throw(state or after)
            with Mode(self):
                others = results_of(lines())
        except Exception:
            return False
        finally:
            throw(after)
        for mine, other in zip(results_of(result), others):
            with self.guarded():
                self.settle("PyTorch's own way ended otherwise, ", mine, other, frames)
        return True

    def of_gradients(self, func, name, args, kwargs, frames):
        if name == "backward":
            self.went_back(func, name, args, kwargs, frames)
        elif is_property(func):
            self.gradient_property(func, args)
        elif name == "grad":
            self.has_backward = True
            return False
        else:
            self.asked_for(name, args)
        return True

    @contextlib.contextmanager
    def guarded(self):
        """What the recorder does itself: no operation of the model, and no mistake of its own ends that one."""
        self.is_busy = True
        default = torch.get_default_dtype()
        try:
            with torch.inference_mode(False), torch.no_grad(), torch.autocast("cpu", enabled=False), torch.device("cpu"):
                torch.set_default_dtype(torch.float32)
                yield
        except TooLarge as error:
            self.too_large = self.too_large or str(error)
        except Exception as error:
            self.troubles.append(f"{type(error).__name__}: {first_line(error)}")
        finally:
            torch.set_default_dtype(default)
            self.is_busy = False

    def entry_of(self, t, frames=()):
        """What stands for a tensor: one that is met first is given."""
        entry = self.by_id.get(id(t))
        if not is_plain(t):
            return None
        if entry and entry.version != version(t):
            return self.new_given(t, entry.name, "was changed by something that is not recorded: it is given anew")
        if entry:
            return entry
        name, about = self.name_outside(t, frames)
        return self.new_given(t, name, about)

    def new_given(self, t, name, about):
        is_table = self.module is not None and t.numel() > TABLE
        self.count_given(0 if is_table else t.numel())
        entry = Entry(len(self.entries), t)
        entry.name, entry.about = name, about
        entry.reach = [0] * t.dim() if is_table else None
        entry.given, entry.is_parameter = taken(t), id(t) in self.parameters or isinstance(t, torch.nn.Parameter)
        entry.is_loose = is_other(t)
        self.entries.append(entry)
        self.by_id[id(t)] = entry
        self.space[entry.key] = entry.given.clone()
        self.make_leaf(entry)
        return entry

    def count_given(self, numbers):
        self.numbers += numbers
        if self.numbers > MOST_NUMBERS:
            raise TooLarge(f"its parameters, and what else is given, have more than {MOST_NUMBERS:,} numbers")

    def reach(self, entry, ends=None):
        """A line takes these first rows, columns .. of a given tensor, or all of it. No more is stored than is taken."""
        if entry.reach is None:
            return
        before = math.prod(entry.reach)
        entry.reach = list(map(max, entry.reach, self.space[entry.key].shape if ends is None else ends))
        if entry.source is not None:
            self.reach(entry.source, entry.reach)
        else:
            self.count_given(math.prod(entry.reach) - before)

    def parts_taken(self, name, args, kwargs):
        """How far a call reaches into a table: `freqs[:n]`, `F.embedding(positions, table)`; `mask.bool()` as far as what
        it gives is reached."""
        if name == "__getitem__" and isinstance(args[0], torch.Tensor):
            table, ends = args[0], ends_of(args[1], args[0].shape)
        elif name == "embedding" and len(args) > 1 and args[0].numel():
            table, ends = args[1], [int(args[0].max()) + 1, args[1].shape[1]]
        elif is_per_cell(name) and [id(t) for t in tensors_in((args, kwargs))] == [id(value) for value in args[:1]]:
            table, ends = args[0], [0] * args[0].dim()
        else:
            return {}
        entry = self.by_id.get(id(table))
        return {entry.number: ends} if entry is not None else {}

    def name_outside(self, t, frames):
        """A parameter's, or that of a variable that holds it."""
        if id(t) in self.hints and self.hints[id(t)][1] is t:
            name, _, about = self.hints[id(t)]
            return name, about
        name = self.name_of_parameter(t, frames)
        if name:
            return name, ""
        for frame in frames:
            for name, value in variables(frame):
                if value is t and not name.startswith("_"):
                    return name, ""
            owner = frame.f_locals.get((frame.f_code.co_varnames + ("self",))[0])
            for name, value in list(getattr(owner, "__dict__", {}).items()):
                if value is t:
                    return name, f"is an attribute of `{clean(type(owner).__name__)}`"
        made = clean(type(t.grad_fn).__name__) if t.grad_fn is not None else ""
        return "", f"was computed where nobody saw it, by `{made}`" if made else ""

    def name_of_parameter(self, t, frames):
        """As the module has it that is nearest; a model in a variable has its name before it."""
        if not isinstance(t, torch.nn.Parameter):
            return ""
        for frame in frames:
            for name, module in list(frame.f_locals.items()):
                if isinstance(module, torch.nn.Module):
                    for path, p in module.named_parameters():
                        if p is t:
                            return path if name == "self" else f"{name}.{path}"
        return ""

    def record(self, func, name, args, kwargs, result, before, frames, state=None):
        """A call that gave this result. `state` has the dice that it drew with."""
        results = results_of(result)
        changed = [t for t, old in before if version(t) != old]
        if not changed and is_in_place(name):  # of inference mode, where nobody counts
            changed = [t for t, _ in before[:1]]
        if len({place(t) for t in changed}) == 1:  # and views of it
            changed = [kwargs["out"] if isinstance(kwargs.get("out"), torch.Tensor) else changed[0]]
        if is_property(func) and name not in PROPERTIES:
            return
        is_known = all(id(t) in self.by_id and self.by_id[id(t)].tensor is t for t in results)
        if not changed and is_known and name != "contiguous":
            return  # computed nothing
        fresh = [t for t in results if name == "contiguous" or not any(t is old for old, _ in before)]
        if not changed and name in CASTS and self.is_nothing_here(args, result):
            old = self.by_id[id(args[0])]
            self.by_id[id(result)] = old
            self.kept.append(result)
            return
        line = None
        reason = ""
        is_random = state is not None
        all_plain = all(is_plain(t) for t, _ in before) and all(is_plain(t) for t in fresh)
        target = self.by_id.get(id(changed[0])) if len(changed) == 1 else None
        if name in DATA and not before:
            reason = None
        elif name in DROPOUTS and is_random and all_plain and self.dropped(func, name, args, kwargs, result, fresh, target, frames, state):
            self.has_drawn = True
            self.seen(changed)
            return
        elif is_random:
            reason = f"`{shown_name(func, name)}` draws numbers at random: what came out is given."
            self.has_drawn = self.has_drawn or not name.startswith(("empty", "new_empty"))
            if "dropout" in name or "attention" in name:
                reason += " After `model.eval()` it draws none."
            if name.startswith(("empty", "new_empty")):
                reason = None
        elif not all_plain:
            strange = [t for t in [t for t, _ in before] + fresh if not is_plain(t)]
            reason = (f"`{shown_name(func, name)}` is about a tensor of {kind_of(strange[0])}, which qkv has not: "
                      "what it gives, or what is made of that, is given.")
        elif len(changed) > 1 or (changed and fresh):
            reason = f"`{shown_name(func, name)}` changes tensors in a way that qkv has not: its result is given."
        else:
            try:
                code = self.code_of(func, name, args, kwargs, target)
                line = self.add_line(code, result, fresh, target, frames, name, self.parts_taken(name, args, kwargs))
                if name in EQUAL and not find_method(func, name):
                    line.note = f"`{shown_name(func, name)}` is not there in qkv: it is written with what is."
            except (Unsaid, RecursionError) as why:
                reason = f"`{shown_name(func, name)}` {why}: its result is given."
        if line is None:
            self.give(reason, fresh, changed, frames)
        self.seen(changed)

    def dropped(self, func, name, args, kwargs, result, fresh, target, frames, state):
        """Dropout as a product with what it drew: 0 for what is dropped, so that a reader sees through it, and gradients
        go through it. The same dice give the factors once more. False where that is not what it did."""
        x, after = args[0] if args else kwargs["input"], dice()
        try:
            throw(state)
            factors = func(torch.ones_like(x), *args[1:], **{key: value for key, value in kwargs.items() if key != "input"})
        finally:
            throw(after)
        keep = self.new_given(factors, "keep", "")
        try:
            code = [target, " *= ", keep] if target else self.operand(x) + [" * ", keep]
            line = self.add_line(code, result, fresh, target, frames, name)
        except Unsaid:
            return False
        line.note = (f"`{shown_name(func, name)}` draws numbers at random: what it multiplies by is given, 0 for what it drops. "
                     "After `model.eval()` it draws none.")
        return True

    def is_nothing_here(self, args, result):
        """A cast or a copy to another device that is none in a lesson."""
        old = self.by_id.get(id(args[0])) if args and isinstance(args[0], torch.Tensor) else None
        return (
            old is not None
            and isinstance(result, torch.Tensor)
            and is_plain(result)
            and type_here(result.dtype) == self.space[old.key].dtype
            and (result.dtype != args[0].dtype or result.device != args[0].device)
        )

    def seen(self, changed):
        """A write that stands in the lesson reaches all views of the memory."""
        places = {place(t) for t in changed}
        for entry in self.by_id.values() if places else ():
            if entry.place in places:
                entry.version = version(entry.tensor)

    def new_result(self, t, frames):
        entry = Entry(len(self.entries), t)
        entry.frames = [f for f in frames if is_told(f)]
        for f in entry.frames:
            self.frames.setdefault(id(f), (f, []))[1].append(entry)
        self.entries.append(entry)
        self.by_id[id(t)] = entry
        return entry

    def count(self, line, values):
        self.lines.append(line)
        line.is_off = not self.grad_mode
        line.number = len(self.lines)
        self.results += sum(v.numel() for v in values)
        for count, most, what in (
            (len(self.lines), MOST_LINES, "it has more than {:,} operations"),
            (self.results, MOST_RESULTS, "it computes more than {:,} numbers"),
            (self.work, MOST_WORK, "it multiplies more than {:,} times"),
        ):
            if count > most:
                raise TooLarge(what.format(most))

    def add_line(self, code, result, fresh, target, frames, name, parts=None):
        """Carries the line out here; raises Unsaid when it does not give what the model had."""
        text = "".join(part.key if isinstance(part, Entry) else part for part in code)
        operands = [part for part in code if isinstance(part, Entry)]
        for e in operands:
            self.reach(e, (parts or {}).get(e.number))
        loose = any(e.is_loose for e in operands) or any(is_other(t) for t in fresh)
        saved = self.space[target.key].detach().clone() if target else None
        is_quiet = not self.grad_mode and any(getattr(self.space[e.key], "requires_grad", False) for e in operands)
        try:
            with torch.set_grad_enabled(self.grad_mode):
                value = exec(text, self.space) if target else eval(text, self.space)
        except Exception as error:
            raise Unsaid(f"cannot be carried out as a line of its own (`{first_line(error)}`)") from None
        if target:
            mine, theirs = [self.space[target.key]], [target.tensor]
        else:
            mine, theirs = [v for v in results_of(value)], results_of(result)
        fits = len(mine) == len(theirs) and all(
            m.shape == t.shape and m.dtype == type_here(t.dtype) for m, t in zip(mine, theirs))
        if fits and not loose:
            fits = all(is_same(m.detach(), taken(t)) for m, t in zip(mine, theirs))
        if not fits:
            if target:
                self.space[target.key].copy_(saved)
            raise Unsaid("had other numbers in the model than this line gives, or something unseen changed what it is of")
        if loose:
            for m, t in zip(mine, theirs):
                self.difference = max(self.difference, apart(m.detach(), taken(t)))
        self.work += work_of(name, operands, mine, self.space)
        if target:
            line = Line(code, [], list(self.stack))
            line.target, line.is_quiet = target, is_quiet
            target.is_loose = target.is_loose or loose
            self.finish(line, mine)
            return line
        entries = [self.new_result(t, frames) for t in theirs]
        for entry, m in zip(entries, mine):
            entry.is_loose = loose
            self.space[entry.key] = m
        if is_per_cell(name) and parts and operands[0].reach is not None:
            entries[0].source, entries[0].reach = operands[0], [0] * mine[0].dim()
        head = []
        for i, entry in enumerate(entries):
            head += [", "] * (i > 0) + [entry]
        if isinstance(value, (tuple, list)):
            if len(value) != len(mine):  # some are None
                if len(mine) != 1:
                    raise Unsaid("has a result that is no tuple of tensors")
                index = [i for i, v in enumerate(value) if isinstance(v, torch.Tensor)][0]
                code = code + [f"[{index}]"]
            elif len(mine) == 1:
                head.append(",")
        line = Line(head + [" = "] + code, entries, list(self.stack))
        line.name = name
        line.is_move, line.is_quiet = name in MOVES, is_quiet
        line.is_leaf = any([self.make_leaf(entry) for entry in entries])
        self.finish(line, mine)
        return line

    def finish(self, line, values):
        line.places = {place(v) for v in values}
        line.tracked = [v.requires_grad for v in values]
        line.values = [v.detach().clone().contiguous() for v in values]
        line.printed = [printed(v) for v in values]
        self.count(line, values)

    def give(self, reason, fresh, changed, frames):
        """The results of something that is not computed in the lesson."""
        for t in changed:
            old = self.by_id.get(id(t))
            if old is None or not is_plain(t):
                continue
            if self.space[old.key].shape != t.shape:
                self.by_id.pop(id(t), None)
                continue
            self.count_given(t.numel())
            new = Entry(len(self.entries), t)
            new.given, new.is_loose = taken(t), is_other(t)
            self.entries.append(new)
            self.space[new.key] = new.given.clone()
            self.space[old.key].copy_(new.given)
            self.reach(old)
            line = Line([old, ".copy_(", new, ")"], [], list(self.stack))
            line.target, line.lacks, line.is_given = old, reason, True
            line.is_quiet = self.space[old.key].requires_grad
            self.finish(line, [self.space[old.key]])
        if not changed and not any(is_plain(t) for t in fresh):
            line = Line([], [], list(self.stack))  # told all the same
            line.lacks, line.is_given = reason, True
            self.finish(line, [])
        for t in fresh:
            if not is_plain(t):
                continue
            self.count_given(t.numel())
            value = taken(t)
            entry = self.new_result(t, frames)
            entry.is_loose = is_other(t)
            entry.given = value
            self.space[entry.key] = value.clone()
            self.make_leaf(entry)
            line = Line([], [entry], list(self.stack))
            line.lacks, line.is_given = reason, True
            self.finish(line, [value])
