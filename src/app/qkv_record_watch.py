# --- a program as it is: which of its calls is recorded ---------------------------------------------------------------

PATIENCE = 20  # so many calls of attention with one query or key are waited through for one with more
SEARCHED = 50  # so many calls of a class are searched for attention
MOST_LISTED = 400  # calls
MULTIPLYING = {"mm", "bmm", "matmul", "baddbmm", "addmm", "addbmm", "dot", "mv", "linear"}
SOFTMAX = {"_softmax", "softmax", "_safe_softmax"}
WHOLE = ("scaled_dot_product", "_native_multi_head_attention", "_transformer_encoder_layer_fwd", "flex_attention")


def rank_of(queries, keys):
    """How well a softmax shows attention: 2 where several queries choose among several keys, else 1."""
    return 2 if queries > 1 and keys > 1 else 1


class Seen:
    """A call that is under way."""

    def __init__(self, module, args, kwargs, depth):
        tensors = tensors_in((args, kwargs))
        self.module, self.depth = module, depth
        self.is_plain = all(not t.is_nested for t in tensors)  # a nested one has no shape
        self.shapes = [tuple(t.shape) for t in tensors if not t.is_nested]
        self.before = None
        self.rank = 0  # of the attention that is in it and in none of its parts


class Probe(TorchDispatchMode):
    """Finds attention below autograd, where PyTorch's fast ways are seen and not turned off: a softmax over a product of
    two results. Logits are a product of a result and weights, which is no such product."""

    def __init__(self, watch, module):
        super().__init__()
        self.watch, self.products = watch, {}
        self.weights = {place(p) for p in module.parameters()}

    @classmethod
    def _should_skip_dynamo(cls):  # dynamo loads the compiler
        return False

    def __torch_dispatch__(self, func, kinds, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if not self.watch.is_busy and not self.watch.is_over:
            with contextlib.suppress(Exception):
                self.look(func.__name__.split(".")[0], tensors_in((args, kwargs or {})), result)
        return result

    def look(self, name, operands, result):
        places = [place(t) for t in operands]
        made = next((self.products[p] for p in places if p in self.products), None)
        if any(part in name for part in WHOLE):
            key = operands[min(1, len(operands) - 1)] if "layer" not in name else operands[0]
            return self.watch.attention(self.watch.stack, rank_of(operands[0].shape[-2], key.shape[-2]))
        if name in SOFTMAX and made is not None and result.dim() > 0:
            under_way = [a for a, b in zip(made, self.watch.stack) if a is b]
            return self.watch.attention(under_way, rank_of(*result.shape[-2:]) if result.dim() > 1 else 1)
        fresh = [p for p in map(place, tensors_within(result)) if p not in places]
        if made is not None and not fresh:  # written to one of the operands
            self.products.update({p: made for p in map(place, tensors_within(result))})
        if name in MULTIPLYING:
            factors = places[1:] if name.startswith(("add", "badd")) else places
            made = None if any(p in self.weights for p in factors) else list(self.watch.stack)
        is_of_weights = bool(places) and all(p in self.weights for p in places)
        for p in fresh:  # memory that was another's
            self.products.pop(p, None)
            self.weights.discard(p)
            if is_of_weights:
                self.weights.add(p)
            elif made is not None:
                self.products[p] = made


class Watch:
    """Sees the calls of a program's modules, chooses one of them and records it."""

    def __init__(self, options, ended):
        self.options, self.ended = options, ended
        self.process, self.thread = os.getpid(), threading.get_ident()
        self.is_auto = not (options.module or options.kind or options.steps)
        self.training = None  # recorder of its steps
        self.several, self.twins = None, Twins() if len(options.call) > 1 else None  # where some calls are one lesson
        self.listed = []  # the calls that the program's own call has made
        self.stack, self.original, self.context = [], None, contextlib.ExitStack()
        self.is_probing = self.is_busy = self.is_over = self.is_recorded = False
        self.target, self.times = None, 0  # the module whose call is counted, and how often it was called
        self.waiting, self.waited = None, 0  # the first attention with one query or key
        self.sizes, self.paths, self.searched, self.holders = {}, {}, {}, set()
        self.named = set()  # classes whose forward is called by its name
        self.called, self.begun, self.told_at = {}, None, 10  # seconds

    def install(self):
        watch, self.original = self, torch.nn.Module.__call__

        @functools.wraps(self.original)
        def call(module, *args, **kwargs):
            return watch.call(module, args, kwargs)

        torch.nn.Module.__call__ = call
        self.context.callback(setattr, torch.nn.Module, "__call__", self.original)
        self.context.enter_context(uncompiled())

    def say(self, text):
        """Says it on the terminal, to which no name of the program may give orders."""
        if not self.options.quiet:
            lines = [CONTROL.sub("?", line) for line in text.split("\n")]
            print("qkv_record: " + "\n".join(lines), file=sys.stderr, flush=True)

    # --- what is asked of a module

    def size(self, module):
        if id(module) not in self.sizes:
            if is_lazy(module):
                return count_of(module) + 1
            self.sizes[id(module)] = count_of(module), module
        return self.sizes[id(module)][0]

    def path(self, module):
        if id(module) not in self.paths:
            self.paths[id(module)] = path_of(module), module
        return self.paths[id(module)][0]

    def is_wanted(self, module):
        if self.target is not None:
            return module is self.target
        name, kind = self.options.module, self.options.kind
        if name:
            return ("." + self.path(module)).endswith("." + name)
        return bool(kind) and type(module).__name__ == kind

    def may_hold(self, module):
        """Whether attention may be found in it and in none of its parts, and it is not too large for a lesson."""
        kind = type(module)
        if kind.__module__.startswith("torch.nn.modules") and not isinstance(module, FAST):
            return False
        if kind not in self.holders and self.searched.get(kind, 0) > 1:
            return False
        return (0 < self.size(module) or not self.stack) and self.size(module) <= MOST_NUMBERS

    # --- calls

    def is_looking(self, module):
        if os.getpid() != self.process or threading.get_ident() != self.thread or self.is_busy:
            return False
        if self.is_over and not self.options.go_on:  # the program took the end for an error
            raise self.ended
        return not (self.is_over or isinstance(module, torch.jit.ScriptModule) or torch._C._get_tracing_state() is not None
                    or torch.compiler.is_compiling())

    def call(self, module, args, kwargs, original=None):
        """A call of a module, or of its `forward`, which is then given."""
        original = original or self.original
        if not self.is_looking(module):
            return original(module, *args, **kwargs)
        if self.options.steps and not self.stack and module.training and torch.is_grad_enabled():
            if self.training is None:
                self.record_steps(module)
            elif self.training.went_back_by_hand():
                self.count_step()
        call = Seen(module, args, kwargs, len(self.stack))
        with self.busy():
            wanted = self.is_wanted(module)
            if wanted:
                self.target, self.times = module, self.times + 1
            wanted = wanted and self.times in (self.options.call or [1])
            is_searched = self.is_auto and self.target is None
            if wanted or (is_searched and self.may_hold(module)):
                call.before = Before(module, args, kwargs, self.twins)
            if wanted and not call.before.is_copied:
                return self.record_in_place(call, args, kwargs)
        result = self.carried_out(call, original, args, kwargs, is_searched)
        if (wanted or call.rank) and not self.options.list:
            with self.busy():
                try:
                    self.reached(call, result, wanted)
                except Exception as error:  # of this, and not of the program
                    self.end(error)
        if self.waiting is None or self.waiting[0] is not call:
            call.before = None  # may be large
        return result

    @contextlib.contextmanager
    def busy(self):
        self.is_busy = True
        try:
            yield
        finally:
            self.is_busy = False

    def carried_out(self, call, original, args, kwargs, is_searched):
        kind, self.begun = type(call.module), self.begun or time.time()
        self.called[kind] = self.called.get(kind, 0) + 1
        begins = is_searched and not self.is_probing and self.searched.get(kind, 0) < SEARCHED
        self.stack.append(call)
        if self.options.list:
            self.listed.append(call)
        self.is_probing = self.is_probing or begins
        try:
            with Probe(self, call.module) if begins else contextlib.nullcontext():
                return original(call.module, *args, **kwargs)
        finally:
            if begins:
                self.is_probing = False
            if self.is_probing or begins:
                self.searched[kind] = self.searched.get(kind, 0) + 1
            del self.stack[self.stack.index(call):]
            self.tell_progress()
            if not self.stack:
                self.has_run(call)

    def has_run(self, first):
        """A call of the program itself has ended: with --list it is told where attention is in it."""
        if not self.options.list or not any(call.rank for call in self.listed):
            self.listed = []
            return
        chosen = max(self.listed, key=lambda call: call.rank)
        names = {id(part): name for name, part in first.module.named_modules()}
        for call in self.listed[:MOST_LISTED]:
            shapes = ", ".join(map(str, call.shapes[:3]))
            mark = "   <- this one" if call is chosen else ""
            name = clean(bare_path(names.get(id(call.module), "")) or "-")
            print(f"{'  ' * call.depth}{name}: {clean(type(call.module).__name__)} {shapes}{mark}")
        if len(self.listed) > MOST_LISTED:
            print(f"and {len(self.listed) - MOST_LISTED} more")
        self.is_recorded = True
        self.end(None)

    def tell_progress(self):
        if self.is_auto and not (self.is_over or self.waiting or self.target) and time.time() - self.begun > self.told_at:
            self.told_at *= 10
            self.say(f"no attention in {sum(self.called.values())} calls of modules so far; Ctrl-C lists them")

    def attention(self, stack, rank):
        """Was met in these calls. It is that of the innermost; where that is without parameters, of the one around it."""
        if self.called_directly():
            rank = 1
        inner = next((c for c in reversed(stack) if self.size(c.module) and c.is_plain), stack[0] if stack else None)
        if inner is not None:
            inner.rank = max(inner.rank, rank)
            self.holders.add(type(inner.module))

    def called_directly(self):
        """Whether attention is in a module whose `forward` was called by its name, which nobody sees: from now on the
        calls of this class are seen."""
        frame = sys._getframe(1)
        while frame is not None:
            first = frame.f_locals.get((frame.f_code.co_varnames + ("",))[0])
            if frame.f_code.co_name == "forward" and isinstance(first, torch.nn.Module) and self.size(first):
                break
            frame = frame.f_back
        if frame is None or any(call.module is first for call in self.stack):
            return False
        if self.may_hold(first) and type(first) not in self.named:
            self.see_forward(type(first))
        return True

    def see_forward(self, kind):
        original, own = kind.forward, "forward" in vars(kind)

        @functools.wraps(original)
        def forward(module, *args, **kwargs):
            if self.is_busy or any(call.module is module for call in self.stack):
                return original(module, *args, **kwargs)
            return self.call(module, args, kwargs, original)

        self.named.add(kind)
        kind.forward = forward
        self.context.callback(setattr, kind, "forward", original) if own else self.context.callback(delattr, kind, "forward")

    def reached(self, call, result, wanted):
        """A call that may be the one."""
        if not self.is_auto or self.target is not None or call.rank == 2:
            pass
        elif self.waiting is None:
            self.waiting = call, result
            with contextlib.suppress(Exception):  # before the program writes to it
                self.waiting = call, copy.deepcopy(result, {id(t): t.detach().clone() for t in tensors_within(result)})
        self.waited += not wanted
        if not wanted and self.options.call:
            self.target, self.times = call.module, 1
            wanted = 1 in self.options.call
        if call.before is not None:
            call.before.path = self.path(call.module)
        if not wanted and (self.options.call or (call.rank < 2 and self.waited < PATIENCE)):
            return
        if not wanted and call.rank < 2:
            call, result = self.waiting
        self.record(call, result)

    # --- recording

    def recorder(self, module, path):
        recorder = Recorder(self.options.out, module=module, quiet=True, opened=self.options.open)
        recorder.rows, recorder.is_eval = self.options.rows, self.options.eval
        recorder.path_in_model, recorder.source = path, os.path.basename(self.options.program[0])
        return recorder

    def record(self, call, result):
        """Records a call from the copy that was made before it; without one the next call of this module."""
        if call.before is None or not call.before.is_copied:
            self.target, self.times = call.module, (self.options.call or [1])[0] - 1
            return
        if len(self.options.call) > 1:
            self.record_several(call, result)
            return
        module, twin = call.module, call.before.twin
        for rows in [self.options.rows] if self.options.rows or batch_of(*twin) < 2 else [0, 1]:
            recorder = self.recorder(module, call.before.path)
            recorder.rows = rows
            call.before.twin = Twins().copied(*twin)
            error = self.write(recorder, lambda: recorder.again(call.before, result))
            if not isinstance(error, TooLarge):
                break
        self.end(error)

    def record_several(self, call, result):
        """One of some calls that are one lesson. What a call leaves to a later one, such as a cache, has one copy in both."""
        if self.several is None:
            self.several = self.recorder(call.module, call.before.path)
            self.several.twins, self.several.calls = self.twins, 0  # none that it sees by itself
            self.several.__enter__()
        self.several.again(call.before, result)
        if self.times >= self.options.call[-1]:
            self.end_several()

    def end_several(self):
        recorder, self.several = self.several, None
        self.end(self.write(recorder, lambda: None, is_entered=True))

    def record_in_place(self, call, args, kwargs):
        recorder, found = self.recorder(call.module, self.path(call.module)), []
        error = self.write(recorder, lambda: found.append(recorder.twice(call.module, args, kwargs)))
        self.end(error)
        return found[0]

    def write(self, recorder, run, is_entered=False):
        """Writes the lesson, or gives the error that says why not."""
        try:
            with contextlib.ExitStack() as stack:
                stack.push(recorder.__exit__) if is_entered else stack.enter_context(recorder)
                run()
        except (TooLarge, NothingRecorded, OSError) as error:
            return error
        name, of = recorder.path_in_model, type(recorder.module).__name__ if recorder.module is not None else "training"
        recorder.path = self.options.shown
        name, of = clean(name), clean(of)
        self.say(f"{f'{name} ({of})' if name else of} is recorded in {recorder.report()}")
        if recorder.has_drawn and recorder.module is not None:
            self.say("with --eval it is shown without dropout")
        self.is_recorded = True
        return None

    def record_steps(self, model):
        """From a model's first call in training on all is recorded, to the end of so many steps of an optimizer. Its parts
        are stages."""
        self.training = self.recorder(None, "")
        self.training.parts = {id(part): (bare_path(name), part, part) for name, part in model.named_modules()}
        self.training.__enter__()

        def after_step(optimizer, args, kwargs):
            if self.training is not None and not self.training.is_busy:  # carries the step out as a line
                self.count_step()

        self.context.callback(importlib.import_module("torch.optim.optimizer").register_optimizer_step_post_hook(after_step).remove)

    def count_step(self):
        self.times, self.training.backs = self.times + 1, 0
        if self.times == self.options.steps:
            self.options.go_on = False
            recorder, self.training = self.training, None
            self.end(self.write(recorder, lambda: None, is_entered=True))

    def end(self, error):
        if error is not None:
            is_told = isinstance(error, (TooLarge, NothingRecorded, OSError))
            self.say(str(error).replace("qkv_record: ", "", 1) if is_told else f"no lesson: {type(error).__name__}: {error}")
        self.is_over = True
        self.context.close()
        if self.several is not None:
            self.several.context.close()
        if not self.options.go_on:
            raise self.ended

    def finish(self, status):
        """The program has ended, with this status; gives that of the whole. A program that was ended with its lesson may
        have taken that for a failure of its own."""
        was_ended = self.is_over and not self.options.go_on
        with contextlib.suppress(self.ended):
            if not self.is_over and self.waiting and not self.options.call:
                self.options.go_on = False
                self.record(*self.waiting)
            if not self.is_over and self.several is not None:  # the program has made fewer calls
                self.options.go_on = False
                self.end_several()
        if not self.is_over:
            kinds = sorted(self.called.items(), key=lambda found: -found[1])[:12]
            called = ", ".join(f"{clean(kind.__name__)} {count}" for kind, count in kinds) or "none"
            self.say(f"no lesson: what is to be recorded was not met. Modules called: {called}")
        self.context.close()
        return 0 if was_ended and self.is_recorded else status or (0 if self.is_recorded else NOT_MET)
