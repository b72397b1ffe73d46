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

    def close(self):
        self.closed = True

    def __enter__(self):
        self._check()
        return self

    def __exit__(self, *error):
        self.close()
