# Patterns are searched by python/regex.c; what it does not read is refused there.
class Match:
    def __init__(self, re, string, spans):
        self.re, self.string, self._spans = re, string, spans

    def _span(self, number):
        if number < 0:
            raise IndexError("no such group")
        return self._spans[number]

    def group(self, *numbers):
        groups = [self._span(n)[2] for n in numbers or (0,)]
        return groups[0] if len(groups) == 1 else tuple(groups)

    def __getitem__(self, number):
        return self._span(number)[2]

    def groups(self, default=None):
        return tuple(default if text is None else text for _, _, text in self._spans[1:])

    def start(self, group=0):
        return self._span(group)[0]

    def end(self, group=0):
        return self._span(group)[1]

    def span(self, group=0):
        return self._span(group)[:2]

    def __repr__(self):
        return f"<re.Match object; span={self.span()}, match={repr(self.group())[:50]}>"

# Parts of a replacement: its own characters, and the numbers of groups.
def _template(repl):
    parts, i = [], 0
    known = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\"}
    while "\\" in repl[i:]:
        j = repl.index("\\", i)
        letter = repl[j + 1 : j + 2]
        is_group = "1" <= letter <= "9" and not repl[j + 2 : j + 3].isdigit()
        if not is_group and letter not in known:
            raise NotHere(f"re.sub: '\\{letter}' in a replacement is not part of the lesson language")
        parts += [repl[i:j], int(letter) if is_group else known[letter]]
        i = j + 2
    return parts + [repl[i:]]

class Pattern:
    def __init__(self, pattern):
        self.pattern, self.groups = pattern, regex_groups(pattern)

    def _find(self, string, count=0, moves=True, whole=False):
        return [Match(self, string, m) for m in regex_find(self.pattern, string, count, moves, whole)]

    def _first(self, found):
        return found[0] if found else None

    def search(self, string):
        return self._first(self._find(string, 1))

    def match(self, string):
        return self._first(self._find(string, 1, False))

    def fullmatch(self, string):
        return self._first(self._find(string, 1, False, True))

    def finditer(self, string):
        return iter(self._find(string))

    def findall(self, string):
        return [m.group() if not self.groups else m.group(1) or "" if self.groups == 1 else m.groups("") for m in self._find(string)]

    def split(self, string, maxsplit=0):
        parts, at = [], 0
        for m in self._find(string, maxsplit) if maxsplit >= 0 else []:
            parts += [string[at : m.start()], *m.groups()]
            at = m.end()
        return parts + [string[at:]]

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def subn(self, repl, string, count=0):
        found = self._find(string, count) if count >= 0 else []
        template = None if callable(repl) else _template(repl)
        if any(isinstance(p, int) and p > self.groups for p in template or ()):
            raise NotHere("re.sub: a replacement names a group that the pattern does not have")
        parts, at = [], 0
        for m in found:
            parts.append(string[at : m.start()])
            parts += [repl(m)] if template is None else [m[p] or "" if isinstance(p, int) else p for p in template]
            at = m.end()
        return "".join(parts + [string[at:]]), len(found)

    def __repr__(self):
        return f"re.compile({repr(self.pattern)[:200]})"

_known = {}

def compile(pattern, flags=0):
    if flags != 0:
        raise NotHere("re: flags are not part of the lesson language")
    if isinstance(pattern, Pattern):
        return pattern
    if pattern not in _known:
        _known[pattern] = Pattern(pattern)
    return _known[pattern]

def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)

def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)

def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)

def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)

def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)

def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)

def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)

def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)

def escape(pattern):
    return pattern.translate({i: "\\" + chr(i) for i in map(ord, "()[]{}?*+-|^$\\.&~# \t\n\r\v\f")})
