from collections import Counter, defaultdict
class Tokenizer:
    """A byte-pair tokenizer."""
    SPECIAL = ("<pad>", "<unk>")
    def __init__(self, vocab_size=30):
        self.vocab_size = vocab_size
        self.merges = {}
        self.vocab = {}
    def _pairs(self, words):
        counts = defaultdict(int)
        for word, freq in words.items():
            symbols = word.split()
            for a, b in zip(symbols, symbols[1:]):
                counts[a, b] += freq
        return counts
    def train(self, text, verbose=False):
        words = Counter(" ".join(w) + " </w>" for w in text.split())
        while len(self.merges) < 8:
            pairs = self._pairs(words)
            if not pairs:
                break
            best = max(pairs, key=lambda p: (pairs[p], p))
            self.merges[best] = len(self.merges)
            words = {w.replace(" ".join(best), "".join(best)): f for w, f in words.items()}
            if verbose:
                print(f"merge {len(self.merges):2d}: {best!r} x{pairs[best]}")
        symbols = sorted({s for w in words for s in w.split()})
        self.vocab = {s: i for i, s in enumerate([*self.SPECIAL, *symbols])}
        return self
    def encode(self, text):
        unk = self.vocab["<unk>"]
        out = []
        for word in text.split():
            s = " ".join(word) + " </w>"
            for pair in self.merges:
                s = s.replace(" ".join(pair), "".join(pair))
            out += [self.vocab.get(t, unk) for t in s.split()]
        return out
    def decode(self, ids):
        inv = {i: s for s, i in self.vocab.items()}
        return "".join(inv[i] for i in ids).replace("</w>", " ").strip()
    def __len__(self):
        return len(self.vocab)
text = "low lower lowest new newer newest wide wider widest low low new"
tok = Tokenizer().train(text, verbose=True)
ids = tok.encode("low newest wider")
print(ids, tok.decode(ids), len(tok))
print(tok.encode("xyz"))
print({k: v for k, v in list(tok.vocab.items())[:5]})
