# --- gradients and optimizers ---------------------------------------------------------------------------------

OPTIMIZERS = {"SGD", "Adam", "AdamW", "RMSprop"}
# Options that choose how a step is carried out, and not what it gives.
HOW = {"params", "foreach", "fused", "capturable", "differentiable", "decoupled_weight_decay", "initial_lr", "param_names"}
TRANSFORMS = {  # functions that call another in a way that nobody sees, and where PyTorch has them
    "torch.vmap": ("apis.vmap_impl", "vmap.vmap_impl"),
    "torch.func.grad": ("eager_transforms.grad_impl", "apis.grad_impl"),
    "torch.func.grad_and_value": ("eager_transforms.grad_and_value_impl", "apis.grad_and_value_impl"),
}


class Gradients:
    """Statements that change parameters and their gradients: `loss.backward()`, `optimizer.step()`.

    Only where a whole block is recorded: a call of a module has none. Lines are carried out with gradients where the
    program had them on; the lesson asks for gradients when there is one of these statements.
    """

    def watch_training(self):
        silent = self.silently
        for name, places in TRANSFORMS.items():
            for path in places:
                home, _, last = path.rpartition(".")
                home = sys.modules.get("torch._functorch." + home)
                if hasattr(home, last):
                    self.replace(home, last, silent(getattr(home, last), self.transformed(name)))
        if self.module is not None:
            return
        optimizer = importlib.import_module("torch.optim.optimizer")
        self.replace(optimizer.Optimizer, "zero_grad", silent(optimizer.Optimizer.zero_grad, self.zeroed))
        for home in (torch.nn.utils, sys.modules.get("torch.nn.utils.clip_grad")):
            if hasattr(home, "clip_grad_norm_"):
                self.replace(home, "clip_grad_norm_", silent(home.clip_grad_norm_, self.clipped))
        if hasattr(optimizer, "register_optimizer_step_pre_hook"):
            for hook in (optimizer.register_optimizer_step_pre_hook(self.before_step),
                         optimizer.register_optimizer_step_post_hook(self.after_step)):
                self.context.callback(hook.remove)

    def replace(self, home, name, new):
        self.context.callback(setattr, home, name, getattr(home, name))
        setattr(home, name, new)

    def silently(self, function, then):
        """The function, which nobody looks into; `then` records what it was called with and what it gave."""

        @functools.wraps(function)
        def call(*args, **kwargs):
            if not self.is_seen():
                return function(*args, **kwargs)
            frames = frames_here()
            args = tuple(list(a) if inspect.isgenerator(a) else a for a in args)  # read twice
            self.meet(args, kwargs, frames)
            self.is_silent = True
            try:
                result = function(*args, **kwargs)
            finally:
                self.is_silent = False
            with self.guarded():
                then(args, kwargs, result, frames)
            return result

        return call

    def meet(self, args, kwargs, frames):
        """What a statement is about, before it changes it."""
        with self.guarded():
            self.look_for_names(frames)
            for thing in list(args) + list(kwargs.values()):
                if hasattr(thing, "param_groups"):
                    self.optimizer_here(thing, frames)
            for t in tensors_in((args, kwargs)):
                self.entry_of(t, frames)

    def transformed(self, name):
        def then(args, kwargs, result, frames):
            fresh = [t for t in results_of(result) if id(t) not in self.by_id]
            self.give(f"`{name}` calls a function in a way that is not recorded: its result is given.", fresh, [], frames)

        return then

    # --- gradients

    def leaves(self):
        """What has a gradient, or may get one."""
        return [e for e in list(self.by_id.values()) if e.keeps_grad and e.of is None]

    def make_leaf(self, entry):
        """Gradients end in it, as they do in the program. True where it is so."""
        t, mine = entry.tensor, self.space[entry.key]
        if self.module is not None or not (t.requires_grad and t.is_leaf and mine.is_leaf and mine.dtype.is_floating_point):
            return False
        mine.requires_grad_()
        entry.is_leaf = entry.keeps_grad = True
        return True

    def grad_entry(self, e):
        """What stands for its gradient: `weight.grad`."""
        g = e.tensor.grad
        entry = self.by_id.get(id(g))
        if entry is None or entry.of is not e:
            mine = self.space[e.key].grad
            if mine is None or not is_same(mine, taken(g)):
                self.give_changed(f"The gradient of `{clean(e.name or 'a tensor')}` was made where nobody saw it: it is given.")
            entry = Entry(len(self.entries), g)
            entry.of = e
            self.entries.append(entry)
            self.by_id[id(g)] = entry
            self.space[entry.key] = self.space[e.key].grad
        return entry

    def statement_of(self, code, what, result=None, frames=()):
        """A statement that changes parameters or gradients, and perhaps has a result. It is carried out here as well;
        where that does not give the same, what it changed is given."""
        before = {e.number: (self.space[e.key].detach().clone(), self.grad_here(e), self.space[e.key].grad) for e in self.leaves()}
        self.has_backward = True
        try:
            with torch.enable_grad():
                if result is not None:
                    line = self.add_line(code, result, [result], None, frames, what)
                else:
                    exec("".join(part.key if isinstance(part, Entry) else part for part in code), self.space)
                    line = Line(code, [], list(self.stack))
        except Exception as error:
            why = str(error) if isinstance(error, Unsaid) else f"cannot be carried out as a line (`{first_line(error)}`)"
            self.give_changed(f"`{what}` {why}: what it changed is given.")
            return
        if any(not self.agrees(e) for e in self.leaves()):
            self.give_changed(f"`{what}` made other numbers in the program than its line makes here: they are given.")
            return
        self.up_to_date()
        if result is not None:
            line.changes = {place(self.space[e.key].grad) for e in self.leaves() if self.space[e.key].grad is not None}
            return
        line.shown = []
        for e in self.leaves():
            value, grad, _ = before[e.number]
            now = self.grad_here(e)
            if e.is_leaf and not torch.equal(self.space[e.key], value):
                line.shown.append(e)
            elif now is not None and (grad is None or not torch.equal(now, grad)):
                line.shown.append(self.grad_entry(e))
        self.finish(line, [self.space[e.key] for e in line.shown])
        largest = [float(v.abs().max()) if v.numel() else 0.0 for v in line.values]
        line.corrected = [e for e, most in zip(line.shown, largest) if e.of and 0 < most < NOISE * max(largest)]
        line.changes = line.places | {place(before[e.number][2]) for e in self.leaves() if before[e.number][2] is not None}

    def grad_here(self, e):
        grad = self.space[e.key].grad
        return None if grad is None else grad.detach().clone()

    def agrees(self, e):
        mine, grad = self.space[e.key], e.tensor.grad
        if not is_same(mine.detach(), taken(e.tensor)):
            return False
        return (mine.grad is None) == (grad is None) and (grad is None or is_same(mine.grad, taken(grad)))

    def up_to_date(self):
        """A statement of the lesson made what they are now."""
        self.seen([e.tensor for e in self.leaves()])
        for entry in [e for e in self.by_id.values() if e.of is not None]:
            entry.version = version(entry.tensor)

    def give_changed(self, reason):
        """Parameters and gradients that no line makes. The reason is told even where nothing is known to be changed."""
        line = Line([], [], list(self.stack))
        line.lacks, line.is_given, line.shown = reason, True, []
        self.finish(line, [])
        for e in self.leaves():
            mine, grad = self.space[e.key], e.tensor.grad
            if not is_same(mine.detach(), taken(e.tensor)):
                self.give(None, [], [e.tensor], ())
            if grad is mine.grad is None or (grad is not None and mine.grad is not None and is_same(mine.grad, taken(grad))):
                continue
            line = Line([e, ".grad = None"], [], list(self.stack))
            line.changes = {place(mine.grad)} if mine.grad is not None else set()
            mine.grad = None
            if grad is not None:
                new = self.new_given(grad, f"{e.name or 'tensor'}_grad", "")
                self.by_id.pop(id(grad))
                line.code = [e, ".grad = ", new, ".clone()"]
                mine.grad = new.given.clone()
            line.is_given, line.shown = True, []
            self.has_backward = True
            self.finish(line, [])
        self.up_to_date()

    def went_back_by_hand(self):
        """Whether gradients were made since the last step, and there is no optimizer: what was done with them was a step
        that the program has written itself."""
        optimizer = importlib.import_module("torch.optim.optimizer").Optimizer
        return self.backs > 0 and not any(issubclass(type(thing), optimizer) for thing in gc.get_objects())

    def went_back(self, func, name, args, kwargs, frames):
        """`loss.backward()`"""
        self.backs += 1
        what = "backward" if find_method(func, name) else "torch.autograd.backward"
        try:
            code = self.code_of(func, name, args, kwargs, None)
        except Unsaid as why:
            self.give_changed(f"`{what}` {why}: the gradients are given.")
            return
        self.statement_of(code, what)

    def asked_for(self, name, args):
        """`x.requires_grad_()`, `h.retain_grad()`"""
        e = self.by_id.get(id(args[0]))
        if e is None or e.keeps_grad or not args[0].requires_grad:
            return
        e.keeps_grad, e.is_leaf = True, args[0].is_leaf
        getattr(self.space[e.key], name)()
        if e.given is None:
            line = Line([e, f".{name}()"], [], list(self.stack))
            line.shown, line.is_of_gradients = [], True
            self.finish(line, [])

    def gradient_property(self, func, args):
        """`weight.grad`, `weight.grad = None`"""
        e = self.by_id.get(id(args[0]))
        if e is None or not e.keeps_grad:
            return
        if func.__name__ == "__get__" and e.tensor.grad is not None:
            self.grad_entry(e)
        elif func.__name__ == "__set__" and self.space[e.key].grad is not None:
            if args[1] is None:
                self.statement_of([e, ".grad = None"], "grad = None")
            else:
                self.give_changed("A gradient was set: it is given.")

    # --- optimizers

    def optimizer_here(self, optimizer, frames):
        """What stands for it. It is made where it is met first, with what it remembers."""
        known = self.optimizers.get(id(optimizer))
        if known:
            return known
        kind = type(optimizer).__name__
        if kind not in OPTIMIZERS or type(optimizer) is not getattr(torch.optim, kind):
            return None
        groups = [(self.options_of(optimizer, group), [self.entry_of(p, frames) for p in group["params"]])
                  for group in optimizer.param_groups]
        if any(e is None or not e.keeps_grad for _, entries in groups for e in entries):
            return None
        stands = Entry(len(self.entries), None)
        stands.name = next((name for f in frames for name, v in variables(f) if v is optimizer), "optimizer")
        self.entries.append(stands)
        def listed(entries):
            return ["["] + between([[e] for e in entries]) + ["]"]
        def written(options):
            return [piece for key, value in options.items() for piece in [f", {key}="] + self.value(value)]
        if len(groups) == 1:
            code = listed(groups[0][1]) + written(groups[0][0])
        else:
            code = ["["] + between([["dict(params="] + listed(entries) + written(options) + [")"] for options, entries in groups])
            code += ["]"] + written({"lr": groups[0][0]["lr"]})
        self.quiet_line([stands, f" = torch.optim.{kind}("] + code + [")"])
        for group in optimizer.param_groups:
            for p in group["params"]:
                self.remembered(stands, self.by_id[id(p)], optimizer.state.get(p))
        self.optimizers[id(optimizer)] = stands, optimizer, [options for options, _ in groups]
        return self.optimizers[id(optimizer)]

    def remembered(self, stands, e, state):
        """What earlier steps left: moments, and how many steps there were."""
        code = []
        for key, value in (state or {}).items():
            if isinstance(value, torch.Tensor) and value.dim():
                self.count_given(value.numel())
                new = self.new_given(value, f"{e.name or 'tensor'}_{key}", "")
                self.by_id.pop(id(value))
                code += [f", {key}=", new, ".clone()"]
            elif value is not None:
                code += [f", {key}=", f"torch.tensor({float(value)})" if isinstance(value, torch.Tensor) else repr(value)]
        if code:
            code[0] = code[0][2:]
            self.quiet_line([stands, ".state[", e, "] = dict("] + code + [")"])

    def quiet_line(self, code):
        """A statement that shows no number."""
        exec("".join(part.key if isinstance(part, Entry) else part for part in code), self.space)
        line = Line(code, [], list(self.stack))
        line.shown = []
        self.finish(line, [])

    def options_of(self, optimizer, group):
        """Those that are not what they are without a word, and the rate."""
        usual = inspect.signature(type(optimizer).__init__).parameters
        found = {key: float(v) if isinstance(v, torch.Tensor) else v for key, v in group.items() if key not in HOW}
        return {key: v for key, v in found.items() if key == "lr" or key not in usual or usual[key].default != v}

    def before_step(self, optimizer, args, kwargs):
        if not self.is_seen() or args[1:] or kwargs.get("closure"):  # a closure would be called in it
            return
        frames = frames_here()
        with self.guarded():
            self.look_for_names(frames)
            known = self.optimizer_here(optimizer, frames)
            if known is None:
                return
            stands, _, before = known
            for i, (group, old) in enumerate(zip(optimizer.param_groups, before)):
                now = self.options_of(optimizer, group)
                for key in [key for key, value in now.items() if value != old.get(key)]:
                    self.quiet_line([stands, f".param_groups[{i}][{key!r}] = "] + self.value(now[key]))
                before[i] = now
            if any(not self.agrees(e) for e in self.leaves()):
                self.give_changed("Something unseen changed parameters or gradients: they are given.")
            self.stepping = optimizer
            self.is_silent = True

    def after_step(self, optimizer, args, kwargs):
        if self.stepping is not optimizer or threading.get_ident() != self.thread:
            return
        self.stepping, self.is_silent = None, False
        with self.guarded():
            self.statement_of([self.optimizers[id(optimizer)][0], ".step()"], "optimizer.step")

    def zeroed(self, args, kwargs, result, frames):
        known = self.optimizers.get(id(args[0]))
        if known is None:
            kind = clean(type(args[0]).__name__)
            self.give_changed(f"`zero_grad` of `{kind}`, an optimizer that is not recorded: what it changed is given.")
            return
        option = kwargs.get("set_to_none", args[1] if len(args) > 1 else True)
        self.statement_of([known[0], ".zero_grad()" if option else ".zero_grad(set_to_none=False)"], "zero_grad")

    def clipped(self, args, kwargs, result, frames):
        parameters = args[0] if isinstance(args[0], list) else tensors_in(args[0])
        with_grad = [self.by_id[id(p)] for p in parameters if p.grad is not None and id(p) in self.by_id]
        if with_grad:
            options = between([self.value(v) for v in args[1:3]] + [[f"{key}="] + self.value(v) for key, v in kwargs.items()
                                                                    if key in ("max_norm", "norm_type")])
            code = ["torch.nn.utils.clip_grad_norm_(["] + between([[e] for e in with_grad]) + ["], "] + options + [")"]
            self.statement_of(code, "clip_grad_norm_", result, frames)
