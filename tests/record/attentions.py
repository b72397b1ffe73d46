"""Attention as people write it: small classes in the shapes of well-known models, each with some weights to train.

`made()` gives their names, the modules and arguments for them.
"""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, HEADS, WORDS = 32, 4, 6
SIZE = WIDTH // HEADS


class Fused(nn.Module):
    """One projection for q, k and v, cut in three; a mask in a buffer. As in nanoGPT."""

    def __init__(self):
        super().__init__()
        self.c_attn = nn.Linear(WIDTH, 3 * WIDTH)
        self.c_proj = nn.Linear(WIDTH, WIDTH)
        self.register_buffer("bias", torch.tril(torch.ones(8, 8)).view(1, 1, 8, 8))

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.c_attn(x).split(C, dim=2)
        k = k.view(B, T, HEADS, SIZE).transpose(1, 2)
        q = q.view(B, T, HEADS, SIZE).transpose(1, 2)
        v = v.view(B, T, HEADS, SIZE).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.bias[:, :, :T, :T] == 0, float("-inf"))
        att = F.softmax(att, dim=-1)
        y = (att @ v).transpose(1, 2).contiguous().view(B, T, C)
        return self.c_proj(y)


class Three(nn.Module):
    """Three projections and dropout, the sizes taken from the tensor. As in minGPT."""

    def __init__(self):
        super().__init__()
        self.key, self.query, self.value, self.proj = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.attn_drop, self.resid_drop = nn.Dropout(0.1), nn.Dropout(0.1)
        self.register_buffer("mask", torch.tril(torch.ones(8, 8)).view(1, 1, 8, 8))

    def forward(self, x, layer_past=None):
        B, T, C = x.size()
        k = self.key(x).view(B, T, HEADS, C // HEADS).transpose(1, 2)
        q = self.query(x).view(B, T, HEADS, C // HEADS).transpose(1, 2)
        v = self.value(x).view(B, T, HEADS, C // HEADS).transpose(1, 2)
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.mask[:, :, :T, :T] == 0, -1e10)
        att = self.attn_drop(F.softmax(att, dim=-1))
        y = (att @ v).transpose(1, 2).contiguous().view(B, T, C)
        return self.resid_drop(self.proj(y))


class Library(nn.Module):
    """PyTorch's own, with its weights asked for."""

    def __init__(self):
        super().__init__()
        self.attention = nn.MultiheadAttention(WIDTH, HEADS, batch_first=True)

    def forward(self, x):
        out, weights = self.attention(x, x, x, average_attn_weights=False)
        return out + weights.sum(1).sum(-1, keepdim=True)


class Workbook(nn.Module):
    """A mask of upper ones that is made boolean and written in place. As in the book of S. Raschka."""

    def __init__(self):
        super().__init__()
        self.W_query, self.W_key, self.W_value = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(3))
        self.out_proj = nn.Linear(WIDTH, WIDTH)
        self.register_buffer("mask", torch.triu(torch.ones(8, 8), diagonal=1))

    def forward(self, x):
        b, num_tokens, d_in = x.shape
        keys = self.W_key(x).view(b, num_tokens, HEADS, SIZE)
        values = self.W_value(x).view(b, num_tokens, HEADS, SIZE)
        queries = self.W_query(x).view(b, num_tokens, HEADS, SIZE)
        keys, queries, values = keys.transpose(1, 2), queries.transpose(1, 2), values.transpose(1, 2)
        attn_scores = queries @ keys.transpose(2, 3)
        mask_bool = self.mask.bool()[:num_tokens, :num_tokens]
        attn_scores.masked_fill_(mask_bool, -torch.inf)
        attn_weights = torch.softmax(attn_scores / keys.shape[-1] ** 0.5, dim=-1)
        context_vec = (attn_weights @ values).transpose(1, 2)
        return self.out_proj(context_vec.contiguous().view(b, num_tokens, WIDTH))


class Letters(nn.Module):
    """Products as einsum, axes in the order of its letters. As in labml.ai and x-transformers."""

    def __init__(self):
        super().__init__()
        self.to_q, self.to_k, self.to_v = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(3))
        self.to_out = nn.Linear(WIDTH, WIDTH)
        self.scale = SIZE**-0.5

    def forward(self, x, mask=None):
        q, k, v = (to(x).view(*x.shape[:2], HEADS, SIZE) for to in (self.to_q, self.to_k, self.to_v))
        scores = torch.einsum("bihd,bjhd->bijh", q, k)
        scores *= self.scale
        if mask is not None:
            scores = scores.masked_fill(mask[:, None, :, None] == 0, float("-inf"))
        attn = scores.softmax(dim=2)
        return self.to_out(torch.einsum("bijh,bjhd->bihd", attn, v).reshape(*x.shape))


class Grouped(nn.Module):
    """Two heads of keys for four of queries, which are turned by their places. As in Llama."""

    def __init__(self):
        super().__init__()
        self.q_proj, self.o_proj = nn.Linear(WIDTH, WIDTH, bias=False), nn.Linear(WIDTH, WIDTH, bias=False)
        self.k_proj, self.v_proj = nn.Linear(WIDTH, WIDTH // 2, bias=False), nn.Linear(WIDTH, WIDTH // 2, bias=False)
        self.register_buffer("inv_freq", 1.0 / 10000 ** (torch.arange(0, SIZE, 2).float() / SIZE), persistent=False)

    @staticmethod
    def rotate_half(x):
        x1, x2 = x[..., : x.shape[-1] // 2], x[..., x.shape[-1] // 2 :]
        return torch.cat((-x2, x1), dim=-1)

    @staticmethod
    def repeat_kv(x, times):
        b, heads, words, size = x.shape
        return x[:, :, None, :, :].expand(b, heads, times, words, size).reshape(b, heads * times, words, size)

    def forward(self, x):
        b, t, _ = x.shape
        q = self.q_proj(x).view(b, t, -1, SIZE).transpose(1, 2)
        k = self.k_proj(x).view(b, t, -1, SIZE).transpose(1, 2)
        v = self.v_proj(x).view(b, t, -1, SIZE).transpose(1, 2)
        freqs = torch.outer(torch.arange(t).float(), self.inv_freq)
        emb = torch.cat((freqs, freqs), dim=-1)
        cos, sin = emb.cos()[None, None], emb.sin()[None, None]
        q = (q * cos) + (self.rotate_half(q) * sin)
        k = (k * cos) + (self.rotate_half(k) * sin)
        k, v = self.repeat_kv(k, 2), self.repeat_kv(v, 2)
        causal = torch.full((t, t), torch.finfo(x.dtype).min).triu(1)
        weights = torch.matmul(q, k.transpose(2, 3)) / math.sqrt(SIZE) + causal
        weights = F.softmax(weights, dim=-1, dtype=torch.float32).to(q.dtype)
        return self.o_proj(torch.matmul(weights, v).transpose(1, 2).reshape(b, t, -1))


class Alibi(nn.Module):
    """The distance of two words, times a slope of the head, is taken off. As in ALiBi and Bloom."""

    def __init__(self):
        super().__init__()
        self.query_key_value = nn.Linear(WIDTH, 3 * WIDTH)
        self.dense = nn.Linear(WIDTH, WIDTH)
        self.slopes = torch.tensor([2 ** (-8 * (i + 1) / HEADS) for i in range(HEADS)])

    def forward(self, x):
        b, t, _ = x.shape
        fused = self.query_key_value(x).view(b, t, HEADS, 3, SIZE)
        q, k, v = fused[..., 0, :], fused[..., 1, :], fused[..., 2, :]
        alibi = self.slopes.view(1, HEADS, 1, 1) * (torch.arange(t)[None, :] - torch.arange(t)[:, None])
        scores = alibi.expand(b, -1, -1, -1) + q.transpose(1, 2) @ k.permute(0, 2, 3, 1) * SIZE**-0.5
        scores = scores + torch.triu(torch.full((t, t), float("-inf")), 1)
        return self.dense((scores.softmax(-1) @ v.transpose(1, 2)).transpose(1, 2).flatten(2))


class Relative(nn.Module):
    """A trained number for each distance, in baskets, and no root of d. As in T5."""

    def __init__(self):
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(WIDTH, WIDTH, bias=False) for _ in range(4))
        self.relative_attention_bias = nn.Embedding(8, HEADS)

    def bias(self, t):
        relative_position = torch.arange(t)[None, :] - torch.arange(t)[:, None]
        buckets = (relative_position > 0).to(torch.long) * 4
        distance = torch.abs(relative_position)
        large = 2 + (torch.log(distance.float().clamp(min=1) / 2) / math.log(8 / 2) * 2).to(torch.long)
        large = torch.min(large, torch.full_like(large, 3))
        buckets += torch.where(distance < 2, distance, large)
        return self.relative_attention_bias(buckets).permute([2, 0, 1]).unsqueeze(0)

    def forward(self, hidden_states):
        b, t, _ = hidden_states.shape
        q, k, v = (p(hidden_states).view(b, -1, HEADS, SIZE).transpose(1, 2) for p in (self.q, self.k, self.v))
        scores = torch.matmul(q, k.transpose(3, 2))
        scores += self.bias(t)
        attn_weights = F.softmax(scores.float(), dim=-1).type_as(scores)
        return self.o(torch.matmul(attn_weights, v).transpose(1, 2).contiguous().view(b, -1, WIDTH))


class Additive(nn.Module):
    """A score is a small net of query and key. As Bahdanau had it."""

    def __init__(self):
        super().__init__()
        self.Wa, self.Ua, self.Va = nn.Linear(WIDTH, 8), nn.Linear(WIDTH, 8), nn.Linear(8, 1)
        self.out = nn.Linear(2 * WIDTH, WIDTH)

    def forward(self, x):
        scores = self.Va(torch.tanh(self.Wa(x).unsqueeze(2) + self.Ua(x).unsqueeze(1))).squeeze(-1)
        weights = F.softmax(scores, dim=-1)
        context = torch.bmm(weights, x)
        return torch.tanh(self.out(torch.cat((context, x), dim=-1)))


class Divided(nn.Module):
    """Scores are divided and then written in place, under one name. As in many a tutorial."""

    def __init__(self):
        super().__init__()
        self.W_Q, self.W_K, self.W_V, self.fc = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, input_Q):
        residual, b = input_Q, input_Q.size(0)
        Q, K, V = (W(input_Q).view(b, -1, HEADS, SIZE).transpose(1, 2) for W in (self.W_Q, self.W_K, self.W_V))
        attn_mask = torch.triu(torch.ones(Q.size(2), Q.size(2)), 1).bool()[None, None].expand(b, HEADS, -1, -1)
        scores = torch.matmul(Q, K.transpose(-1, -2)) / math.sqrt(SIZE)
        scores.masked_fill_(attn_mask, -1e9)
        attn = nn.Softmax(dim=-1)(scores)
        context = torch.matmul(attn, V).transpose(1, 2).reshape(b, -1, WIDTH)
        return self.norm(self.fc(context) + residual)


class Window(nn.Module):
    """A word sees two before it and two after it, which PyTorch's own attention is told. As in Longformer."""

    def __init__(self):
        super().__init__()
        self.qkv, self.proj = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        b, t, _ = x.shape
        q, k, v = self.qkv(x).reshape(b, t, 3, HEADS, SIZE).permute(2, 0, 3, 1, 4).unbind(0)
        distance = torch.arange(t)[:, None] - torch.arange(t)
        window = (distance.abs() <= 2)
        y = F.scaled_dot_product_attention(q, k, v, attn_mask=window)
        return self.proj(y.transpose(1, 2).reshape(b, t, -1))


class Cosine(nn.Module):
    """Queries and keys of length one, times a trained temperature, and a cap on the scores. As in Swin and Gemma."""

    def __init__(self):
        super().__init__()
        self.qkv, self.proj = nn.Linear(WIDTH, 3 * WIDTH, bias=False), nn.Linear(WIDTH, WIDTH)
        self.logit_scale = nn.Parameter(torch.log(10 * torch.ones(HEADS, 1, 1)))

    def forward(self, x):
        q, k, v = self.qkv(x).chunk(3, dim=-1)
        q, k, v = (t.unflatten(-1, (HEADS, SIZE)).transpose(1, 2) for t in (q, k, v))
        attn = F.normalize(q, dim=-1) @ F.normalize(k, dim=-1).transpose(-2, -1)
        attn = attn * torch.clamp(self.logit_scale, max=math.log(100.0)).exp()
        attn = 5.0 * torch.tanh(attn / 5.0)
        return self.proj((attn.softmax(dim=-1) @ v).transpose(1, 2).flatten(2))


class Cross(nn.Module):
    """Queries of one sequence, keys and values of another that has padding. As a decoder has it."""

    def __init__(self):
        super().__init__()
        self.to_q, self.to_kv = nn.Linear(WIDTH, WIDTH, bias=False), nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.to_out = nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.Dropout(0.0))
        self.memory = nn.Parameter(torch.randn(1, 5, WIDTH))

    def forward(self, x):
        context = self.memory.repeat(x.shape[0], 1, 1)
        keep = torch.arange(5)[None, :] < torch.tensor([[5], [3]])
        q, (k, v) = self.to_q(x), self.to_kv(context).chunk(2, dim=-1)
        q, k, v = (t.view(t.shape[0], -1, HEADS, SIZE).transpose(1, 2) for t in (q, k, v))
        dots = torch.baddbmm(torch.zeros(1), q.flatten(0, 1), k.flatten(0, 1).transpose(1, 2), alpha=SIZE**-0.5)
        dots = dots.view(-1, HEADS, *dots.shape[1:]).masked_fill(~keep[:, None, None, :], -torch.finfo(dots.dtype).max)
        attn = dots.softmax(dim=-1, dtype=torch.float32)
        return self.to_out((attn @ v).transpose(1, 2).reshape(x.shape))


KINDS = (Fused, Three, Library, Workbook, Letters, Grouped, Alibi, Relative, Additive, Divided, Window, Cosine, Cross)


def trained(kind, steps=60):
    """A module of this kind, and an input that it was not trained with. Its task is to tell the word before."""
    torch.manual_seed(0)
    module = kind()
    words = torch.randn(12, WIDTH)
    optimizer = torch.optim.AdamW(module.parameters(), lr=1e-2)
    for _ in range(steps):
        ids = torch.randint(0, 12, (2, WORDS))
        x = words[ids]
        loss = (module(x)[:, 1:] - x[:, :-1]).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return module.eval(), words[torch.randint(0, 12, (2, WORDS))]
