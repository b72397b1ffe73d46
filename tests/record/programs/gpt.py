"""A small model with attention, as programs beside this file import it."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, width=8, heads=2, dropout=0.0):
        super().__init__()
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.heads, self.drop = heads, nn.Dropout(dropout)
        self.register_buffer("mask", torch.tril(torch.ones(64, 64, dtype=torch.bool)))

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = (t.view(B, T, self.heads, -1).transpose(1, 2) for t in self.qkv(x).chunk(3, dim=-1))
        scores = q @ k.transpose(-2, -1) / math.sqrt(C // self.heads)
        scores = scores.masked_fill(~self.mask[:T, :T], float("-inf"))
        weights = self.drop(F.softmax(scores, dim=-1))
        return self.out((weights @ v).transpose(1, 2).reshape(B, T, C))


class Block(nn.Module):
    def __init__(self, width=8, dropout=0.0):
        super().__init__()
        self.attn, self.norm = Attention(width, dropout=dropout), nn.LayerNorm(width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        x = x + self.attn(self.norm(x))
        return x + self.mlp(x)


class GPT(nn.Module):
    def __init__(self, words=11, width=8, layers=2, dropout=0.0):
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.blocks = nn.ModuleList([Block(width, dropout) for _ in range(layers)])
        self.head = nn.Linear(width, words)

    def forward(self, ids, targets=None):
        x = self.embed(ids)
        for block in self.blocks:
            x = block(x)
        logits = self.head(x)
        return logits if targets is None else (logits, F.cross_entropy(logits.flatten(0, 1), targets.flatten()))
