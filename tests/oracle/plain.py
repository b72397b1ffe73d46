"""Whether lessons compute what Python computes: expressions of pure Python by chance, in CPython and in qkv.

    plain.py DUMP [--seed N] [--count N]

COUNT random programs of a few statements; each prints what it gives or the class of its error. What is
refused in words counts for nothing; another value or class, or an error that is none here, is a difference. Run it with
Python 3.13. Exit status 1 when anything differs.
"""

import argparse
import collections
import contextlib
import io
import random
import re
import sys

import values

# Where lessons differ and say so: lessons/reference/README.md, "The language".
KNOWN = ("not part of the lesson language", "64 bits", "no more than", "too much", "too deep", "too long", "too many")
INTS = ["0", "1", "-1", "2", "3", "7", "-5", "10", "255", "100", "True", "False"]
FLOATS = ["12345678901", "0.0", "1.5", "-2.25", "0.1", "3.0", "1e10", "-0.0", "1e-7", "float('inf')", "float('nan')", "2.5", "1e16"]
TEXTS = ["''", "'a'", "'abc'", "'Hello World'", "' x  y '", "'12'", "'-3.5'", "'a,b,,c'", "'ÄöΩ'", "'aaa'", "'tab\\tq\\n'", "'{} {0}'", "'%d%%'"]
LISTS = ["[]", "[1]", "[3, 1, 2]", "['b', 'a']", "[1, 2.5, True]", "[[1, 2], [3]]", "[0, 0, 1]", "list(range(6))", "[None, 'x']"]
TUPLES = ["()", "(1,)", "(1, 2, 3)", "('a', 1)", "(1, (2, 3))"]
DICTS = ["{}", "{'a': 1}", "{1: 'x', 2: 'y'}", "{'b': [1], 'a': 2}", "dict(a=1, b=2)"]
SETS = ["set()", "{1}", "frozenset({1})", "set('a')"]
OTHERS = ["None", "range(5)", "range(10, 0, -3)", "slice(1, None, 2)", "int", "len", "..."]
ALL = [INTS, FLOATS, TEXTS, LISTS, TUPLES, DICTS, SETS, OTHERS]
BINARY = ["+", "-", "*", "/", "//", "%", "**", "==", "!=", "<", "<=", ">", ">=", "in", "not in", "and", "or", "&", "|", "^", "<<", ">>", "is"]
OF_TEXT = ("upper() lower() title() capitalize() swapcase() strip() lstrip() rstrip() split() splitlines() isdigit() isalpha() isalnum() "
           "isspace() isupper() islower() istitle() isidentifier() split({t}) rsplit({t}) split({t}, {i}) replace({t}, {t}) replace({t}, {t}, {i}) "
           "find({t}) rfind({t}) index({t}) count({t}) startswith({t}) endswith({t}) join({l}) center({i}) ljust({i}, {t}) rjust({i}) zfill({i}) "
           "partition({t}) rpartition({t}) removeprefix({t}) removesuffix({t}) find({t}, {i}) count({t}, {i}) expandtabs() casefold() format({x}, {x}) "
           "strip({t}) isascii() isdecimal() isprintable() encode()").split(" ")
OF_LIST = "index({x}) count({x}) copy() pop() pop({i}) sort() reverse() append({x}) extend({l}) insert({i}, {x}) remove({x}) clear()".split(" ")
OF_DICT = "keys() values() items() get({x}) get({x}, {x}) pop({x}) pop({x}, {x}) setdefault({x}, {x}) copy() popitem() update({d}) clear()".split(" ")
OF_INT = "bit_length() conjugate() is_integer() as_integer_ratio()".split(" ")
BUILTINS = ("len({x}) abs({n}) round({n}) round({n}, {i}) int({x}) float({x}) str({x}) repr({x}) bool({x}) list({x}) tuple({x}) sum({l}) min({l}) max({l}) "
            "sorted({l}) list(reversed({l})) list(enumerate({l})) list(zip({l}, {l})) any({l}) all({l}) divmod({n}, {n}) pow({n}, {n}) pow({i}, {i}, {i}) "
            "chr({i}) ord({t}) bin({i}) hex({i}) oct({i}) hash({i}) type({x}).__name__ isinstance({x}, int) isinstance({x}, (str, list)) list(map(str, {l})) "
            "list(filter(None, {l})) dict({l}) set({l}) == set({l}) sorted({x}) list(range({i})) list(range({i}, {i})) range({i}, {i}, {i}) max({x}, {x}) min({x}, {x}) "
            "callable({x}) format({n}, {f}) int({t}, {i}) float({t}) sum({l}, {x}) dict(zip({l}, {l})) next(iter({l})) ''.join({l}) str({n}) complex").split(" ")
FORMATS = ["''", "'.2f'", "'>8'", "'08.3f'", "'+d'", "'x'", "','", "'e'", "'g'", "'%'", "'^7'", "'.3'", "'b'", "'<5d'", "'_'", "'c'", "'n'", "'010'", "'=+7'"]
SUBSCRIPTS = ["0", "-1", "1", "5", "1:", ":2", "::-1", "::2", "-2:", "'a'", "None", "True", "1:1", "5:0:-2", "0.5", "::0"]


class Author:
    def __init__(self, seed):
        self.r = random.Random(seed)

    def value(self, depth=0):
        return self.r.choice(self.r.choice(ALL)) if depth > 1 or self.r.random() < 0.8 else f"({self.expression(depth + 1)})"

    def fill(self, form):
        pools = {"x": lambda: self.value(1), "n": lambda: self.r.choice(INTS + FLOATS), "i": lambda: self.r.choice(INTS), "t": lambda: self.r.choice(TEXTS),
                 "l": lambda: self.r.choice(LISTS + TUPLES + [self.r.choice(TEXTS)]), "d": lambda: self.r.choice(DICTS), "f": lambda: self.r.choice(FORMATS)}
        return re.sub(r"\{([xnitldf])\}", lambda m: pools[m[1]](), form)

    def expression(self, depth=0):
        r, kind = self.r, self.r.randrange(13)
        if kind < 3:
            return f"{self.value(depth)} {r.choice(BINARY)} {self.value(depth)}"
        if kind < 5:
            return self.fill(r.choice(BUILTINS))
        if kind < 7:
            return f"{r.choice(TEXTS)}.{self.fill(r.choice(OF_TEXT))}"
        if kind == 7:
            return f"{r.choice(LISTS + TUPLES)}.{self.fill(r.choice(OF_LIST))}"
        if kind == 8:
            return f"{r.choice(DICTS)}.{self.fill(r.choice(OF_DICT))}"
        if kind == 9:
            return f"{self.value(depth)}[{r.choice(SUBSCRIPTS)}]"
        if kind == 10:
            return self.fill(r.choice(["[v for v in {l}]", "{v: i for i, v in enumerate({l})}", "[(a, b) for a in {l} for b in {l}][:3]", "[v for v in {x} if v]",
                                       "sum(v for v in {l})", "{x} if {x} else {x}", "not {x}", "-{n}", "+{n}", "~{i}", "(lambda a, b=2: (a, b))({x})",
                                       "f'{{{x}!r:>10}}'" if False else "'%s %r' % ({x}, {x})", "'%5.2f|%-5d|%x' % ({n}, {i}, {i})", "{x} < {x} < {x}",
                                       "[*{l}, *{l}]", "(*{l}, 1)", "dict(**{d})", "{n} // {n} * {n}", "max({l}, key=str)", "sorted({l}, reverse=True)", "sorted({l}, key=repr)"]))
        if kind == 11:
            spec = r.choice(FORMATS)[1:-1]
            return f"f'{{{r.choice(INTS + FLOATS).replace(chr(39), chr(34))}:{spec}}}'"
        return f"{r.choice(INTS)}.real" if r.random() < 0.2 else f"({r.choice(INTS + FLOATS)}).{r.choice(OF_INT)}"

    def statement(self):
        r = self.r
        if r.randrange(4):
            return f"print(repr({self.expression()}))"
        name, start = "v", r.choice(LISTS + DICTS)
        change = self.fill(r.choice(["v.append({x})", "v.extend({l})", "v += {l}", "v *= {i}", "v[{i}] = {x}", "del v[{i}]", "v[1:2] = {l}", "v.sort()", "v.update({d})",
                                     "v['k'] = {x}", "v.insert({i}, {x})", "v.pop({x})", "v = v + {x}", "a, b = {l}", "a, *b = {l}", "v.reverse()", "v |= {d}"]))
        return f"v = {start}; {change}; print(repr({name}))"


def wrapped(text):
    body = "\n".join("    " + part for part in text.split("; "))
    return f"try:\n{body}\nexcept Exception as e:\n    print(type(e).__name__)"


def play(statements):
    told = []
    for text in statements:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            try:
                exec(compile(wrapped(text), "program", "exec"), {"__name__": "__main__"})
            except SyntaxError:
                return None
        told.append(out.getvalue())
    return told


def program(seed):
    author, kept = Author(seed), []
    while len(kept) < 6:
        text = author.statement()
        try:
            told = play([text])
        except (MemoryError, RecursionError, KeyboardInterrupt):
            continue
        if told and len(told[0]) < 2000 and not re.search(r"<.* at 0x|\d{19}|\bj\b|\{[^:{}]*,[^:{}]*\}", told[0]) and "<<" not in text and "encode" not in text:
            kept.append((text, told[0]))
    return kept


def check(dump, seed, count):
    counts, different = collections.Counter(), collections.Counter()
    programs = [program(f"{seed}.{i}") for i in range(count)]
    lessons = ["# plain\n\n## 1. plain\n\n```python\n" + "\n".join(wrapped(t) for t, _ in p) + "\n```\n" for p in programs]
    shown = 0
    for p, outcome in zip(programs, values.run_dump(dump, lessons)):
        told = collections.defaultdict(str)
        for s in outcome.shown:
            told[s.statement] += s.text + "\n" if s.kind == "print" else s.text
        for i, (text, theirs) in enumerate(p):
            mine = told.get(i, "")
            if mine == theirs:
                counts["same"] += 1
            elif any(k in mine for k in KNOWN) or (outcome.failed and not mine):
                counts["refused"] += 1
            else:
                counts["different"] += 1
                different[re.sub(r"[0-9'\"]+", "#", text)[:28]] += 1
                shown += 1
                if shown <= 40:
                    print(f"{text}\n    Python: {theirs.rstrip()[:110]}\n    qkv:    {mine.rstrip()[-110:]}")
    print(f"{count} programs of Python {sys.version.split()[0]}: {dict(counts)}")
    return counts["different"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("dump", help="the program made from dump.c")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000, help="how many random programs")
    options = parser.parse_args()
    sys.exit(1 if check(options.dump, options.seed, options.count) else 0)


if __name__ == "__main__":
    main()
