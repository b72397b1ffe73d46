# The parts of a transformer as papers' re-tellings write them: clones, sublayers, masks, positions.
import copy
import math
import torch
import torch.nn as nn


def clones(module, N):
    "Produce N identical layers."
    return nn.ModuleList([copy.deepcopy(module) for _ in range(N)])


def look_back(size):
    return torch.triu(torch.ones((1, size, size)), diagonal=1).type(torch.uint8) == 0


def attend(query, key, value, mask=None, dropout=None):
    scores = torch.matmul(query, key.transpose(-2, -1)) / math.sqrt(query.size(-1))
    if mask is not None:
        scores = scores.masked_fill(mask == 0, -1e9)
    p = scores.softmax(dim=-1)
    if dropout is not None:
        p = dropout(p)
    return torch.matmul(p, value), p


class Norm(nn.Module):
    def __init__(self, features, eps=1e-6):
        super(Norm, self).__init__()
        self.a = nn.Parameter(torch.ones(features))
        self.b = nn.Parameter(torch.zeros(features))
        self.eps = eps

    def forward(self, x):
        mean, std = x.mean(-1, keepdim=True), x.std(-1, keepdim=True)
        return self.a * (x - mean) / (std + self.eps) + self.b


class Heads(nn.Module):
    def __init__(self, h, d_model, p=0.1):
        super(Heads, self).__init__()
        self.d_k, self.h, self.attn = d_model // h, h, None
        self.linears = clones(nn.Linear(d_model, d_model), 4)
        self.dropout = nn.Dropout(p=p)

    def forward(self, query, key, value, mask=None):
        if mask is not None:
            mask = mask.unsqueeze(1)
        n = query.size(0)
        query, key, value = [
            lin(x).view(n, -1, self.h, self.d_k).transpose(1, 2)
            for lin, x in zip(self.linears, (query, key, value))
        ]
        x, self.attn = attend(query, key, value, mask=mask, dropout=self.dropout)
        x = x.transpose(1, 2).contiguous().view(n, -1, self.h * self.d_k)
        del query, key
        del value
        return self.linears[-1](x)


class Sublayer(nn.Module):
    def __init__(self, size, p):
        super().__init__()
        self.norm, self.dropout = Norm(size), nn.Dropout(p)

    def forward(self, x, sublayer):
        return x + self.dropout(sublayer(self.norm(x)))


class DecoderLayer(nn.Module):
    def __init__(self, size, attn, p=0.1):
        super().__init__()
        self.self_attn, self.src_attn = attn, copy.deepcopy(attn)
        self.sublayer = clones(Sublayer(size, p), 2)

    def forward(self, x, memory, src_mask, tgt_mask):
        x = self.sublayer[0](x, lambda x: self.self_attn(x, x, x, tgt_mask))
        return self.sublayer[1](x, lambda x: self.src_attn(x, memory, memory, src_mask))


class Positions(nn.Module):
    def __init__(self, d_model, max_len=50):
        super().__init__()
        pe = torch.zeros(max_len, d_model)
        position = torch.arange(0, max_len).unsqueeze(1)
        div_term = torch.exp(torch.arange(0, d_model, 2) * -(math.log(10000.0) / d_model))
        pe[:, 0::2] = torch.sin(position * div_term)
        pe[:, 1::2] = torch.cos(position * div_term)
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, x):
        return x + self.pe[:, : x.size(1)].requires_grad_(False)


torch.manual_seed(0)
src, tgt = torch.tensor([[1, 2, 0], [3, 1, 2]]), torch.tensor([[1, 1], [2, 0]])
embed, position = nn.Embedding(4, 4), Positions(4)
src_mask = (src != 0).unsqueeze(-2)
tgt_mask = (tgt != 0).unsqueeze(-2) & look_back(tgt.size(-1)).type_as(src_mask.data)
print(src_mask, tgt_mask)
layer = DecoderLayer(4, Heads(2, 4))
for p in layer.parameters():
    if p.dim() > 1:
        nn.init.xavier_uniform_(p)
memory, x = position(embed(src) * math.sqrt(4)), position(embed(tgt) * math.sqrt(4))
print(layer(x, memory, src_mask, tgt_mask))
layer.eval()
print(layer(x, memory, src_mask, tgt_mask))
print(layer.src_attn.attn[0], layer.self_attn.attn.shape, len(list(layer.parameters())))
print(layer.sublayer)
