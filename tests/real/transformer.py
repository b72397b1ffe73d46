# A small GPT from a configuration: blocks, weight tying, initialisation, loss, generation.
import math
from dataclasses import dataclass
import torch
import torch.nn as nn
from torch.nn import functional as F


@dataclass
class GPTConfig:
    block_size: int = 6
    vocab_size: int = 9
    n_layer: int = 2
    n_head: int = 2
    n_embd: int = 4
    dropout: float = 0.0


class Attention(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.c_attn = nn.Linear(config.n_embd, 3 * config.n_embd)
        self.c_proj = nn.Linear(config.n_embd, config.n_embd)
        self.n_head, self.p = config.n_head, config.dropout

    def forward(self, x):
        B, T, C = x.size()
        qkv = self.c_attn(x).split(C, dim=2)
        q, k, v = [t.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) for t in qkv]
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(torch.ones(T, T, device=x.device).tril() == 0, float("-inf"))
        y = F.dropout(F.softmax(att, dim=-1), self.p, self.training) @ v
        return self.c_proj(y.transpose(1, 2).contiguous().view(B, T, C))


class Block(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(config.n_embd), nn.LayerNorm(config.n_embd)
        self.attn = Attention(config)
        self.mlp = nn.ModuleDict(dict(
            fc=nn.Linear(config.n_embd, 8),
            act=nn.GELU(),
            proj=nn.Linear(8, config.n_embd),
        ))
        m = self.mlp
        self.mlpf = lambda x: m.proj(m.act(m.fc(x)))

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlpf(self.ln_2(x))


class GPT(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.wte = nn.Embedding(config.vocab_size, config.n_embd)
        self.wpe = nn.Embedding(config.block_size, config.n_embd)
        self.h = nn.Sequential(*[Block(config) for _ in range(config.n_layer)])
        self.ln_f = nn.LayerNorm(config.n_embd)
        self.lm_head = nn.Linear(config.n_embd, config.vocab_size, bias=False)
        self.wte.weight = self.lm_head.weight
        self.apply(self._init_weights)
        print("number of parameters: %.3fK" % (sum(p.numel() for p in self.parameters()) / 1e3,))

    def _init_weights(self, module):
        if isinstance(module, (nn.Linear, nn.Embedding)):
            nn.init.normal_(module.weight, mean=0.0, std=0.2)
            if getattr(module, "bias", None) is not None:
                nn.init.zeros_(module.bias)

    def forward(self, idx, targets=None):
        b, t = idx.shape
        assert t <= self.config.block_size, f"sequence of {t}, block of {self.config.block_size}"
        x = self.ln_f(self.h(self.wte(idx) + self.wpe(torch.arange(t))))
        logits = self.lm_head(x)
        if targets is None:
            return logits, None
        flat = logits.view(-1, logits.size(-1))
        return logits, F.cross_entropy(flat, targets.view(-1), ignore_index=-1)

    @torch.no_grad()
    def generate(self, idx, steps, temperature=1.0, top_k=None):
        for _ in range(steps):
            logits, _ = self(idx[:, -self.config.block_size:])
            logits = logits[:, -1, :] / temperature
            if top_k:
                v, _ = torch.topk(logits, top_k)
                logits[logits < v[:, [-1]]] = -float("Inf")
            idx = torch.cat((idx, torch.multinomial(F.softmax(logits, dim=-1), 1)), dim=1)
        return idx


torch.manual_seed(1337)
model = GPT(GPTConfig(vocab_size=7))
print(model)
ids = torch.tensor([[1, 2, 3], [4, 5, 6]])
logits, loss = model(ids, targets=torch.tensor([[2, 3, -1], [5, 6, 0]]))
print(logits, loss, sep="\n")
print(model.eval().generate(ids, 6, top_k=3))
print(model.generate(ids[:1], 3, temperature=0.01))
try:
    model(torch.zeros(1, 7, dtype=torch.long))
except AssertionError as error:
    print(error)
