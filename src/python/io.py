import os
from os import check_folder, made

class TextIOWrapper:
    """A text file that was opened: all of it is there."""

    def __init__(self, name, text):
        self.name, self.closed = name, False
        self._text, self._at = text, 0

    def _check(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def _up_to(self, end):
        self._check()
        part = self._text[self._at : end]
        self._at += len(part)
        return part

    def read(self, size=-1):
        is_all = size is None or size < 0
        return self._up_to(len(self._text) if is_all else self._at + size)

    def readline(self):
        end = self._text.find("\n", self._at)
        return self._up_to(len(self._text) if end < 0 else end + 1)

    def readlines(self):
        return list(self)

    def __iter__(self):
        self._check()
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    def write(self, text):
        raise NotHere(f"{self.name}: a file that was opened to be read is not written")

    def close(self):
        self.closed = True

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *error):
        self.close()

class Writer(TextIOWrapper):
    """A text file that is written: what was written can be read once it is closed."""

    def __init__(self, name, before):
        super().__init__(name, "")
        self._parts = [before]
        made[name] = self

    def _up_to(self, end):
        raise NotHere(f"{self.name}: a file that was opened to be written is not read")

    def write(self, text):
        self._check()
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._parts.append(text)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        self._check()

    def close(self):
        if not self.closed:
            self.closed = True
            made[self.name] = "".join(self._parts)

def _text_of(name):
    text = made[name]
    if isinstance(text, Writer):
        raise NotHere(f"{name} is open to be written: what can be read of it, is not known before it is closed")
    if not isinstance(text, str):
        raise NotHere(f"{name}: the program made it, and it is no text")
    return text.replace("\r\n", "\n").replace("\r", "\n")

# open() of what is written, or of what the program made.
def open_made(name, mode):
    if mode[0] == "r":
        return TextIOWrapper(name, _text_of(name))
    check_folder(name)
    if os.path.isdir(name) or isinstance(made.get(name), Writer):
        raise NotHere(f"open: {name} is a folder, or open to be written already")
    return Writer(name, open(name).read() if mode[0] == "a" and os.path.exists(name) else "")

class Stream(Writer):
    """What a program prints, and what it says beside that, which is no part of it."""

    def __init__(self, name):
        TextIOWrapper.__init__(self, name, "")
        self._parts = []

    def write(self, text):
        count = super().write(text)
        self._parts.clear()
        if self.name == "<stdout>":
            print(text, end="")
        return count

    def close(self):
        raise NotHere(f"{self.name} is not closed here")
