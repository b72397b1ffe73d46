# --- the lesson --------------------------------------------------------------------------------


def expected(name, value, text):
    """What is expected, and of what: of a part, where all of it is too long."""
    index = ""
    while max((len(part) for part in text.split("\n\n")), default=0) > MOST_BLOCK and value.dim() > 0:
        value = value[0]
        index += ", 0" if index else "0"
        text = printed(value)
    return (f"{name}[{index}]" if index else name), text


def near_key(line, e):
    """The numbers of one line: another may change them under the same name."""
    return f"{e.name}, operation {line.number}"


def usual(value):
    """How large its numbers are in the middle."""
    there = value[torch.isfinite(value) & (value != 0)].abs()
    return float(there.double().median()) if there.numel() else 1.0


def is_small(value):
    """Four decimals would say nothing of it."""
    return usual(value) < 0.1


def near(line, e, value):
    """Numbers that are next to nothing are compared with those that are usual beside them."""
    scale = usual(value)
    return f'torch.allclose({e.name}, given["{near_key(line, e)}"], rtol=1e-4, atol={scale * 1e-5:.1g}, equal_nan=True)'


def noise(e):
    """What is said of numbers that only rounding errors make, as the gradient of a bias that all keys have in common."""
    return (f"`{e.name}` comes out otherwise in qkv than in this PyTorch, as where rounding errors are all that is left of a "
            "0: PyTorch's numbers are given.")


def near_of(line, shown):
    """Those of what a line shows that have digits after the point: `values, indices = x.max(1)` has both."""
    return [e for e, value in zip(shown, line.values) if value.dtype.is_floating_point]


def folded(text):
    """A long line, broken at the commas of its outermost brackets."""
    start = text.index("(") + 1
    parts, depth, part, quote = [], 0, "", ""
    for c in text[start:]:
        if quote:
            quote = "" if c == quote else quote
        elif c in "\"'":
            quote = c
        depth += (c in "([") - (c in ")]") if not quote else 0
        part += c
        if c == "," and depth == 0 and not quote:
            parts.append(part.strip())
            part = ""
    parts.append(part.strip())
    rows, row = [], ""
    for part in parts:
        if row and len(row) + 1 + len(part) + 4 > WIDTH:
            rows.append(row)
            row = ""
        row += (" " if row else "") + part
    rows.append(row)
    return text[:start] + "\n    " + "\n    ".join(piece for row in rows for piece in broken(row))


def broken(row):
    """A row that is still too long, broken after commas and opening brackets, where Python lets a line end."""
    pieces = []
    while len(row) > WIDTH - 4:
        quote, at = "", 0
        for i, c in enumerate(row[: WIDTH - 4]):
            quote = ("" if c == quote else quote) if quote else c if c in "\"'" else ""
            at = i + 1 if not quote and c in ",([" and i > 4 else at
        if not at:
            break
        pieces.append(row[:at])
        row = "    " + row[at:].lstrip()
    return pieces + [row]


def shown_argument(key, value, by_id):
    entry = by_id.get(id(value))
    name = entry.name if entry and entry.name else key
    return f"`{clean(name)}` {tuple(value.shape)}"


class Lesson:
    """Writes what was recorded."""

    def look_for_names(self, frames):
        """A result has the name of the first variable that holds it, in a frame that ran when it was made."""
        now = {id(f) for f in frames}
        for key in list(self.frames):
            frame, waiting = self.frames[key]
            waiting = [e for e in waiting if e.name is None]
            if waiting:
                found = {id(t): e for e in waiting for t in (e.tensor, e.outside)}
                found.pop(id(None), None)
                for name, value in variables(frame):
                    holds = type(value) in (tuple, list) and len(value) <= 64
                    if id(value) in found and found[id(value)].name is None:
                        found[id(value)].name = name
                    elif holds:
                        for i, item in enumerate(value):
                            if id(item) in found and found[id(item)].name is None:
                                found[id(item)].name = f"{name}_{i}"
            waiting = [e for e in waiting if e.name is None]
            if waiting and key in now:
                self.frames[key] = (frame, waiting)
            else:
                del self.frames[key]

    def give_names(self):
        used = set(keyword.kwlist) | {"torch", "F", "nn", "math", "np", "einops", "qkv", "float", "given", "load_file"}
        order, seen = [], set()
        for line in self.lines:
            for e in [e for e in line.entries() if e not in line.results] + line.results:
                if e.number not in seen:
                    seen.add(e.number)
                    order.append(e)
        unnamed = 0
        for e in order:
            name = re.sub(r"[^A-Za-z0-9_]+", "_", e.name or "").strip("_")[:40]
            e.is_named = bool(name)
            unnamed += not name
            name = name or f"t{unnamed}"
            name = "t" + name if name[0].isdigit() else name
            candidate, again = name, 1
            while candidate in used:
                again += 1
                candidate = f"{name}_{again}"
            used.add(candidate)
            e.name = candidate
        for e in self.entries:
            if e.of is not None:
                e.name = f"{e.of.name}.grad"
        return order

    # --- the lesson

    def write(self):
        self.order = self.give_names()
        self.cut_tables()
        self.name_axes()
        self.choose_stages()
        for _ in range(MOST_CHECKS):
            text = self.text_within()
            stored = {e.name: e.given for e in self.order if e.given is not None and e.given.numel() > INLINE}
            stored.update((near_key(line, e), v) for line in self.lines for e, v in self.kept_of(line))
            with open(self.path, "w", encoding="utf-8") as out:
                out.write(text)
            if stored:
                write_tensors(self.tensors_path, stored)
            elif os.path.exists(self.tensors_path):
                os.remove(self.tensors_path)
            if not self.qkv or not self.check():
                break
        if self.words and not self.has_words:
            self.troubles.append("the words: no given tensor has a row for each of them")
        self.operations = sum(not line.is_given for line in self.lines)
        self.given = sorted({line.lacks for line in self.lines if line.lacks} |
                            {noise(e) for line in self.lines for e in line.corrected})
        if not self.quiet:
            print(self.report())

    def cut_tables(self):
        """Of tables and masks only what the lines take is stored: `mask[:n, :n]` is the same of both."""
        for line in self.lines:
            for i, e in enumerate(line.results if not line.is_given else ()):
                if e.source is not None:
                    if not any(e.reach):  # no use was made of it
                        self.reach(e)
                    line.values[i] = line.values[i][tuple(slice(end) for end in e.reach)].clone()
                    line.printed[i] = printed(line.values[i])
        for e in self.order:
            if e.reach is not None and e.given is not None and tuple(e.reach) != tuple(e.given.shape):
                e.about = "; ".join(filter(None, [e.about, f"is the part that is used of a tensor of {tuple(e.given.shape)}"]))
                e.given = e.given[tuple(slice(end) for end in e.reach)].clone()

    def report(self):
        text = f"{self.path}: {self.operations} operations"
        if self.given:
            text += "".join(f"\n  {reason}" for reason in self.given)
        text += "".join(f"\n  not recorded: {trouble}" for trouble in self.troubles)
        text += f"\n  {self.remark}" if self.remark else ""
        text += self.told_nearness()
        if self.checked is not None:
            text += f"\n  qkv check: {self.checked}"
        return text

    def told_nearness(self):
        """How many results are compared how, in one sentence; nothing where all are compared as they are printed."""
        loose = [line for line in self.lines if not line.is_given and line.nearness in TOLERANCES]
        if not loose:
            return ""
        parts = [f"{count} {how}" for nearness, how in TOLERANCES.items()
                 if (count := sum(len(near_of(line, self.shown_of(line))) for line in loose if line.nearness == nearness))]
        return f"\n  compared {' and '.join(parts)}, as the last printed digit depends on the order of a sum"

    def check(self):
        """Lets qkv check the lesson. True when something was mended, and it is to be written again."""
        try:
            folder, name = os.path.split(os.path.abspath(self.path))  # a folder's name may be no text
            run = subprocess.run([self.qkv, "check", "./" + name], capture_output=True, timeout=120, check=False, cwd=folder,
                                 encoding="utf-8", errors="replace", env={**os.environ, "LC_ALL": "C.UTF-8"})
        except (OSError, subprocess.TimeoutExpired) as error:
            self.checked = f"did not run: {first_line(error)}"
            return False
        told = run.stdout + run.stderr
        self.checked = (run.stdout.strip().split("\n") or [""])[-1] or first_line(run.stderr)
        mended = set()  # a line is mended once in a check, however many of its results differ
        corrected = None  # a statement some of whose parameters are given: what follows was not compared yet
        for found in re.finditer(re.escape("./" + name) + r":(\d+)(?::\d+)?: (?!warning)(.*)", told):
            at, what = int(found[1]), found[2]
            line, is_expected = self.rows.get(at, (None, False))
            if line is None or line in mended:
                continue
            if is_expected and what.startswith("expect"):
                e = self.statement_shows(line, what)
                if line.nearness == CLOSE and e is not None and corrected in (None, line):
                    corrected = line
                    line.corrected.append(e)
                elif corrected is None and line.nearness < APART and any(v.dtype.is_floating_point for v in line.values):
                    line.nearness += 2 if line.nearness == DIGITS and any(map(is_small, line.values)) else 1
                    mended.add(line)
            elif not is_expected and line.axes:  # is not what it was taken for
                line.axes = ""
                mended.add(line)
            elif not is_expected and not line.is_given:
                self.turn_given(line, what)
                mended.add(line)
        for later in self.lines[corrected.number :] if corrected else ():
            later.nearness = DIGITS
        return bool(mended or corrected)

    def statement_shows(self, line, what):
        """Of which parameter or gradient that a statement changed an expectation is."""
        said = what.removeprefix("expect torch.allclose(").removeprefix("expect ")
        names = {e.name: e for e in line.shown or () if e not in line.corrected}
        return names.get(re.split(r"[:,\[]|\.detach|\.round", said)[0])

    def kept_of(self, line):
        """Numbers of PyTorch that the lesson reads from the file of tensors for this line, and of what they are."""
        if line.is_given:
            return []
        found = list(zip(self.shown_of(line), line.values))
        return [(e, v) for e, v in found if (line.nearness == CLOSE and v.dtype.is_floating_point) or (e in line.corrected and v.numel() > INLINE)]

    def corrections(self, line):
        """Statements that give what rounding errors made."""
        found = []
        for e, value in zip(self.shown_of(line), line.values):
            if e in line.corrected:
                head = f"{e.name}.copy_("
                kept = value.numel() > INLINE
                code = head + (f'given["{near_key(line, e)}"]' if kept else literal(value, len(head) + 4)) + ")"
                if kept and len(code) > WIDTH - 4:
                    code = folded(code).replace("\n", "\n    ")
                found.append("with torch.no_grad():\n    " + code)
        return found

    def turn_given(self, line, what):
        """What qkv refuses is given; but for a view, which depends on how PyTorch's kernels lay out their results."""
        if any(part == ".view" for part in line.code):
            line.code = [".reshape" if part == ".view" else part for part in line.code]
            return
        what = re.sub(r"[`\x00-\x1f]", " ", what)[:150]
        shown = "".join(p.name if isinstance(p, Entry) else p for p in line.code)
        shown = re.sub(r"\s+", " ", shown)
        shown = shown if len(shown) < 60 else shown[:57] + "..."
        line.is_given = True
        line.lacks = f"qkv refuses `{shown.replace('`', ' ')}` (`{what}`): its result is given."
        if line.target:
            new = Entry(len(self.entries), line.target.tensor)
            new.given, new.name = line.values[0], f"{line.target.name}_after_{len(self.entries)}"
            self.entries.append(new)
            self.order.append(new)
            line.code = [line.target, ".copy_(", new, ")"]
            return
        for e, value in zip(line.results, line.values):
            e.given = value
        line.code = []

    # --- what rows and axes are

    def directives(self, e):
        """The words that a given tensor has in its rows, or in its columns where it has one number for each."""
        t, sentences = e.given, self.words
        if not sentences or e.is_parameter or e.is_leaf:
            return []
        is_of_rows = t.dtype.is_floating_point
        rank = t.dim() - 1 if is_of_rows else t.dim()  # without an axis of features
        if rank < 1 or rank > 2 or any(len(words) != t.shape[rank - 1] for words in sentences):
            return []
        if len(sentences) > 1 and (t.dim() < 3 or t.shape[0] != len(sentences)):
            return []
        words = " | ".join(" ".join(map(label, words)) for words in sentences)
        if len(words.encode()) > MOST_BLOCK // 3:
            return []
        self.has_words = True
        axes = ["sentence"] * (rank == 2) + ["word"] + ["feature"] * is_of_rows
        return [f"#| axes: {' '.join(axes)}", f"#| {'rows' if is_of_rows else 'cols'}: {words}"]

    def name_axes(self):
        """Scores of queries and keys: a product of two results that softmax goes over, and what PyTorch's attention gives."""
        made = {e.number: line for line in self.lines for e in line.results}
        for line in self.lines:
            if line.name == "scaled_dot_product_attention" and len(line.results) == 1:
                self.set_axes(line, ("query", "feature"))
            if line.name != "softmax" or not line.results or not self.is_over_last(line):
                continue
            before = line
            while before and before.name not in PRODUCTS:
                shape = line.results[0].tensor.shape
                before = next((made[e.number] for e in before.entries() if e.number in made and e not in before.results
                               and made[e.number].values and made[e.number].values[0].shape == shape), None)
            if before and not before.is_given and not any(e.is_parameter or e.is_leaf for e in before.entries()):
                self.set_axes(before, ("query", "key"))

    def is_over_last(self, line):
        value = line.values[0]
        return value.dim() > 1 and bool(torch.allclose(value.double().sum(-1), torch.ones((), dtype=torch.float64), atol=1e-3))

    def set_axes(self, line, last):
        first = ["sentence" if self.words else "batch", "head"]
        rank = line.values[0].dim()
        if rank == 4 or (rank == 2 and last[1] == "key"):
            line.axes = " ".join(first[: rank - 2] + list(last))

    def choose_stages(self):
        """A call of a module is a stage when it has some lines of its own or of its parts."""
        least = 3
        for call in {id(call): call for line in self.lines for call in line.calls}.values():
            call.lines = sum(call in line.calls for line in self.lines)
        while least <= MOST_LINES:
            stages, last = 0, object()
            for line in self.lines:
                owner = self.owner(line, least)
                stages += owner is not last
                last = owner
            if stages <= MOST_STAGES:
                self.least = least
                return
            least *= 2
        self.too_large = f"it has more than {MOST_STAGES} stages"
        raise TooLarge(self.say_too_large())

    def owner(self, line, least):
        for call in reversed(line.calls):
            if call.lines >= least or call is line.calls[0]:
                return call
        return None

    def text_within(self):
        for level in range(4):
            text = self.text(level)
            if len(text.encode()) <= MOST_BYTES:
                return text
        raise TooLarge(self.say_too_large())

    def text(self, level):
        """The lesson; with a higher level, fewer expectations."""
        self.rows, self.count_rows, self.out, self.put_already = {}, 0, [], set()
        title = type(self.module).__name__ if self.module is not None else "Operations"
        where = f"`{clean(self.path_in_model)}`: " if self.path_in_model else ""
        source = f" from `{clean(self.source)}`" if self.source else ""
        self.put(f"# {where}{quoted(title)}, recorded{source}\n")
        self.say(self.introduction())
        owner, started, block, told = object(), set(), [], set()
        self.is_first = True
        for line in self.lines:
            now = self.owner(line, self.least)
            if now is not owner:
                self.put_block(block, level)
                block = []
                self.put_heading(now, now in started)
                owner = now
                started.add(now)
            if len(block) >= LINES or any(line.written() & other.places for other in block):
                self.put_block(block, level)
                block = []
            said = line.lacks or line.note or " ".join(map(noise, line.corrected))
            if said and said not in told:
                self.put_block(block, level)
                block = []
                told.add(said)
                self.say(said)
            block.append(line)
        self.put_block(block, level)
        return "".join(self.out)

    def introduction(self):
        what = "a program" if self.module is None else f"`{clean(type(self.module).__qualname__)}`"
        text = (MARK + f"every line below is an operation that {what} carried out in PyTorch {clean(torch.__version__)}, and "
                "the expected numbers are those that PyTorch computed for it.")
        if any(e.is_loose for e in self.order):
            text += (" The model had numbers of another type or on another device: here all are float32, float64 or "
                     f"integers, and each line was computed so; the model's own results differ from these by at most "
                     f"{self.difference:.3g} of the largest number beside them.")
        return text + (f" {self.remark}" if self.remark else "")

    def put(self, text):
        self.out.append(text + "\n")
        self.count_rows += (text + "\n").count("\n")

    def say(self, text):
        """A paragraph. Names of the program are in it, and none begins a line, on which it might be a heading or code."""
        self.put(CONTROL.sub("?", text) + "\n")

    def put_heading(self, call, again):
        if call is None:
            self.put(f"## {'Operations' if not again else 'Operations, continued'}\n")
            return
        name = clean(call.name)
        kind = clean(call.kind)
        more = ", continued" if again else ""
        numbers = [c for c in self.all_calls if c.module is call.module]
        turn = f", call {numbers.index(call) + 1}" if len(numbers) > 1 else ""
        heading = f"`{name}`" if name else quoted(kind)
        self.put(f"## {heading}{turn}{more}\n")
        if again:
            return
        given = [shown_argument(key, value, self.by_id) for key, value in call.arguments]
        of = f" of `{name}`" if call.name else ""
        with_what = f", called with {', '.join(given[:6])}" if given else ""
        self.say(f"`{kind}.forward`{of}{with_what}.")

    def shown_of(self, line):
        return line.shown if line.shown is not None else [line.target] if line.target else line.results

    def put_block(self, block, level):
        if not block:
            return
        self.put_given(block)
        size, is_quiet = 0, False
        block_of_code = [line for line in block if self.statement(line)]
        if block_of_code:
            self.put("```python")
        for line in block_of_code:
            code = self.statement(line)
            if size and size + len(code) > 4000:
                self.put("```\n\n```python")
                size, is_quiet = 0, False
            size += len(code)
            first = self.count_rows + 1
            code = f"#| axes: {line.axes}\n{code}" if line.axes else code
            line_is_quiet = self.has_backward and (line.is_quiet or (is_quiet and line.is_off))
            if line_is_quiet:
                if not is_quiet:
                    self.put("with torch.no_grad():")
                code = "    " + code.replace("\n", "\n    ")
            is_quiet = line_is_quiet and not line.corrected
            self.put("\n".join([code] + self.corrections(line)))
            for row in range(first, self.count_rows + 1):
                self.rows[row] = (line, False)
        if block_of_code:
            self.put("```\n")
        self.put_nearness(block)
        for i, line in enumerate(block):
            self.put_expected(line, level, i == len(block) - 1)

    def put_nearness(self, block):
        for nearness, how in TOLERANCES.items():
            names = [f"`{e.name}`" for line in block if line.nearness == nearness for e in near_of(line, self.shown_of(line))]
            if names:
                self.say(f"The last printed digit of {', '.join(names)} is not the same in qkv and in this PyTorch, as where "
                         f"one adds in another order: here numbers are compared {how}.")

    def put_given(self, block):
        """What the lines need and no line computes, before them."""
        waiting = []
        for line in block:
            for e in line.entries() + (line.results if line.is_given else []):
                if e.given is not None and e not in self.put_already and e not in waiting:
                    waiting.append(e)
        if self.is_first:
            needs = any(e.given is not None and e.given.numel() > INLINE for e in self.order) or any(
                self.kept_of(line) for line in self.lines)
            self.put("```python\n#| accept: square symmetric one-head mask\nimport torch\nimport torch.nn.functional as F" +
                     ("\nfrom safetensors.torch import load_file\n\n#| hide\n"
                      f"given = load_file({os.path.basename(self.tensors_path)!r})" if needs else "") + "\n```\n")
            self.is_first = False
        said = [f"`{e.name}` {e.about}." for e in waiting if e.about]
        if said:
            self.say(" ".join(dict.fromkeys(said)))
        for i in range(0, len(waiting), LINES):
            self.put("```python")
            for e in waiting[i : i + LINES]:
                self.put_already.add(e)
                large = e.given.numel() > INLINE
                if e.is_parameter:  # seen where it is used
                    self.put("#| hide")
                head = f"{e.name} = "
                wants = self.has_backward and e.is_leaf
                is_parameter = wants and isinstance(e.tensor, torch.nn.Parameter)
                head += "torch.nn.Parameter(" if is_parameter else ""
                value = f"given[{e.name!r}]" if large else literal(e.given, len(head))
                directives = self.directives(e)
                for directive in directives:
                    self.put(directive)
                value += ".clone()" if large and directives else ""
                self.put(head + value + (")" if is_parameter else ".requires_grad_()" if wants else ""))
            self.put("```\n")

    def statement(self, line):
        if line.is_of_gradients and not self.has_backward:
            return ""
        text = "".join(p.name if isinstance(p, Entry) else p for p in line.code)
        text += ".requires_grad_()" if line.is_leaf and self.has_backward else ""
        if len(text) <= WIDTH or ("(" not in text):
            return text
        return folded(text)

    def put_expected(self, line, level, is_last):
        is_plain_move = line.is_move and (level > 0 or not any(e.is_named for e in line.results))
        if line.is_given or is_plain_move or (level > 1 and not is_last) or level > 2:
            return
        for e, value, text, tracked in zip(self.shown_of(line), line.values, line.printed, line.tracked):
            if e in line.corrected:
                continue
            name = f"{e.name}.detach()" if tracked and self.has_backward else e.name
            nearness = line.nearness if value.dtype.is_floating_point else DIGITS
            if nearness == CLOSE:
                what, text = near(line, e, value), "True"
            elif nearness == DECIMALS:
                value = value.round(decimals=4)
                what, text = expected(f"{name}.round(decimals=4)", value, printed(value))
            else:
                what, text = expected(name, value, text)
            first = self.count_rows + 1
            self.put(f"```expect {what}\n{text}\n```\n")
            for row in range(first, self.count_rows + 1):
                self.rows[row] = (line, True)

    # --- too much

    def say_too_large(self):
        what = "the module" if self.module is not None else "the block"
        text = f"qkv_record: {what} is too large for a lesson: {self.too_large or 'its text is too long'}."
        if self.module is None:
            return text + " Record one module of it: Recorder(path, module=...)."
        parts = []
        for name, part in self.module.named_modules():
            count = count_of(part)
            if name and 0 < count <= MOST_NUMBERS // 4 * 3 and count < count_of(self.module):
                parts.append((count, name, type(part).__name__))
        best = sorted(parts, key=lambda p: -p[0])
        shown, kinds = [], set()
        for count, name, kind in best:
            if kind not in kinds:
                kinds.add(kind)
                shown.append(f"\n  {name}: {kind}, {count:,} parameters")
        return text + (" Record a smaller part of it, such as:" + "".join(shown[:6]) if shown else
                       " Record fewer calls, or one with fewer tokens.")
