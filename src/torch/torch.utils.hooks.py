class RemovableHandle:
    """What a hook was registered as: remove() takes it away."""

    def __init__(self, hooks, hook):
        self._hooks = hooks
        hooks.append((self, hook))

    def remove(self):
        self._hooks[:] = [pair for pair in self._hooks if pair[0] is not self]

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.remove()
