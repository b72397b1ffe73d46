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

def format_map(self, mapping):
    return self.format(**mapping)

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

# "%d of %s" % (n, word): `given` are the values that are left, the next one at the end.
def percent(text, values):
    given = list(values)[::-1] if isinstance(values, tuple) else [values]
    made, rest = [], text
    while True:
        head, *tail = rest.split("%", 1)
        made.append(head)
        if not tail:
            break
        rest = tail[0]
        if rest.startswith("%"):
            made.append("%")
            rest = rest[1:]
            continue
        is_named = rest.startswith("(")
        if is_named:
            key, rest = _name(rest, values)
            named, given = values[key], []
        flags, width, precision, rest = _conversion(rest, given)
        letter = rest[0]
        if letter not in "sracdiuxXoeEfFgG":
            at = len(text) - len(rest)
            raise ValueError(f"unsupported format character '{letter}' (0x{ord(letter):x}) at index {at}")
        rest = rest[1:]
        value = named if is_named else _take(given)
        written = _number if letter in "diuxXoeEfFgG" else _text
        made.append(written(value, letter, flags, width, precision))
    if given and not isinstance(values, (dict, list, range)):
        raise TypeError("not all arguments converted during string formatting")
    return "".join(made)

def _take(given):
    if not given:
        raise TypeError("not enough arguments for format string")
    return given.pop()

# (name): the value is that of a dict.
def _name(rest, values):
    parts = rest[1:].split(")", 1)
    if len(parts) == 1:
        raise ValueError("incomplete format key")
    if not isinstance(values, dict):
        raise TypeError("format requires a mapping")
    return parts

# [flags][width][.precision], each of the two a number or * for one of the values; and what follows: its letter.
def _conversion(rest, given):
    tail = rest.lstrip("-+ 0#")
    flags, numbers = rest[: len(rest) - len(tail)], [0, None]
    for i in (0, 1):
        if i == 1 and not tail.startswith("."):
            break
        rest = tail[i:]
        tail = rest[1:] if rest.startswith("*") else rest.lstrip("0123456789")
        numbers[i] = _take(given) if rest.startswith("*") else int(rest[: len(rest) - len(tail)] or 0)
        if not isinstance(numbers[i], int):
            raise TypeError("* wants int")
    width, precision = numbers
    tail = tail.lstrip("lhL")
    if not tail:
        raise ValueError("incomplete format")
    if width < 0:
        flags, width = flags + "-", -max(width, -(2**62))
    return flags, width, precision if precision is None else max(precision, 0), tail

def _padded(text, flags, width):
    blanks = " " * (width - len(text))
    return text + blanks if "-" in flags else blanks + text

def _text(value, letter, flags, width, precision):
    if letter == "c":
        return _padded(_character(value), flags, width)
    text = str(value) if letter == "s" else repr(value) if letter == "r" else ascii(value)
    return _padded(text if precision is None else text[:precision], flags, width)

def _character(value):
    try:
        if not isinstance(value, str):
            bin(value)  # has an index
        code = ord(value) if isinstance(value, str) else int(value)
    except TypeError:
        raise TypeError("%c requires int or char")
    if not 0 <= code <= 0x10FFFF:
        raise OverflowError("%c arg not in range(0x110000)")
    return chr(code)

def _as_number(value, letter):
    try:
        if letter in "xXo":
            bin(value)  # has an index
        if not isinstance(value, str):
            return int(value) if letter in "diuxXo" else float(value)
    except TypeError:
        pass
    if letter not in "diuxXo":
        raise TypeError(f"must be real number, not {type(value).__name__}")
    wanted = "a real number" if letter in "diu" else "an integer"
    raise TypeError(f"%{letter} format: {wanted} is required, not {type(value).__name__}")

def _number(value, letter, flags, width, precision):
    if not isinstance(value, int if letter in "diuxXo" else float):
        value = _as_number(value, letter)
    digits = "" if precision is None else f".{precision}"
    if not flags and letter not in "diuxXo":
        return format(value, f"{width or ''}{digits}{letter}")
    is_decimal = letter in "diu"
    letter = "d" if is_decimal else letter
    start = ("+" if "+" in flags else " " if " " in flags else "") + ("#" if "#" in flags else "")
    if letter in "dxXo" and digits:  # so many digits at least
        others = (start[:1] in ("+", " ") or value < 0) + 2 * ("#" in flags and not is_decimal)
        return _padded(format(value, f"{start}0{precision + others}{letter}"), flags, width)
    is_zero = "0" in flags and "-" not in flags
    start = ("<" if "-" in flags else "" if is_zero else ">") + start + ("0" if is_zero else "")
    return format(value, f"{start}{width or ''}{digits}{letter}")
