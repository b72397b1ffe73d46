class Vocab(dict):
    UNK = "<unk>"
    def __init__(self, tokens=()):
        super().__init__()
        self.itos = []
        for t in [self.UNK, *sorted(set(tokens))]:
            self.add(t)
    def add(self, t):
        if t not in self:
            self[t] = len(self)
            self.itos.append(t)
        return self[t]
    def __missing__(self, k): return self[self.UNK]
    def encode(self, s): return [self[t] for t in s.split()]
v = Vocab("the cat sat on the mat".split())
print(v, len(v), v["cat"], v["dog"], v.encode("the dog sat"), v.itos, "dog" in v, isinstance(v, dict))
v.update(zebra=99); print(v["zebra"], v.get("nope", -1), list(v.items())[-1], sorted(v.values())[:2])
class Stack(list):
    def push(self, x): self.append(x)
    def peek(self): return self[-1]
s = Stack([1, 2]); s.push(3); print(s, s.peek(), len(s), s.pop(), s[0], s + [9], s == [1, 2], [x * 2 for x in s], isinstance(s, list), bool(Stack()))
s += [7]; s.extend([8]); s[0] = 100; del s[1]; print(s, 8 in s, s.index(7), sum(s), s[::-1], sorted(s))
