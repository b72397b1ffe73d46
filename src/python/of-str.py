"""Methods of texts that are rare: their rows are in str.c. What is looked for from the end is looked for from the start
of the text backwards."""

def rsplit(self, sep, maxsplit):
    if sep == "":
        raise ValueError("empty separator")
    parts = self[::-1].split(None if sep is None else sep[::-1], maxsplit)
    return [part[::-1] for part in reversed(parts)]

def rfind(self, sub, start=None, end=None):
    first, last, _ = slice(start, end).indices(len(self))
    if first > last or (start or 0) > len(self):
        return -1
    at = self[first:last][::-1].find(sub[::-1])
    return at if at < 0 else last - at - len(sub)

def rindex(self, sub, start=None, end=None):
    at = rfind(self, sub, start, end)
    if at < 0:
        raise ValueError("substring not found")
    return at

def _parts(text, sep, at):
    return text[:at], sep, text[at + len(sep) :]

def partition(self, sep):
    if sep == "":
        raise ValueError("empty separator")
    at = self.find(sep)
    return (self, "", "") if at < 0 else _parts(self, sep, at)

def rpartition(self, sep):
    if sep == "":
        raise ValueError("empty separator")
    at = rfind(self, sep)
    return ("", "", self) if at < 0 else _parts(self, sep, at)

def removeprefix(self, prefix):
    return self[len(prefix) :] if self.startswith(prefix) else self

def removesuffix(self, suffix):
    return self[: len(self) - len(suffix)] if self.endswith(suffix) else self

# How many characters are missing to a width.
def _missing(text, width, fill):
    if len(fill) != 1:
        raise TypeError("The fill character must be exactly one character long")
    return max(width, len(text)) - len(text)

def ljust(self, width, fillchar=" "):
    return self + fillchar * _missing(self, width, fillchar)

def rjust(self, width, fillchar=" "):
    return fillchar * _missing(self, width, fillchar) + self

def center(self, width, fillchar=" "):
    missing = _missing(self, width, fillchar)
    before = missing // 2 + (missing & width & 1)
    return fillchar * before + self + fillchar * (missing - before)

def zfill(self, width):
    sign = self[:1] if self[:1] in ("+", "-") else ""
    return sign + rjust(self[len(sign) :], max(width, len(sign)) - len(sign), "0")

def expandtabs(self, tabsize):
    parts, column = [], 0
    for c in self:
        blanks = tabsize - column % tabsize if c == "\t" and tabsize > 0 else 0
        parts.append(" " * blanks if c == "\t" else c)
        column = 0 if c in "\n\r" else column + blanks + (c != "\t")
    return "".join(parts)

def isascii(self):
    return max(self, default="") < "\x80"

def isidentifier(self):
    return self.replace("_", "x").isalnum() and not "0" <= self[0] <= "9"

def istitle(self):
    return self.title() == self and any(c.isupper() or c.islower() for c in self)

def maketrans(x, y=None, z=None):
    if isinstance(x, dict):
        return {ord(key) if isinstance(key, str) else key: to for key, to in x.items()}
    if not isinstance(x, str) or y is None or len(x) != len(y):
        raise ValueError("the first two maketrans arguments must have equal length")
    table = {ord(a): ord(b) for a, b in zip(x, y)}
    table.update({ord(c): None for c in z or ""})
    return table

def _translated(c, table):
    try:
        to = table[ord(c)]
    except LookupError:
        return c
    if isinstance(to, int):
        return chr(to)
    if to is not None and not isinstance(to, str):
        raise TypeError("character mapping must return integer, None or str")
    return to or ""

def translate(self, table):
    known = {c: _translated(c, table) for c in dict.fromkeys(self)}
    return "".join([known[c] for c in self])
