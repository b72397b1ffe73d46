# Masks as code makes them: padding, looking back, boolean and added, written through indices.
import torch
import torch.nn.functional as F


def hide_(matrices, value=0.0, diagonal=True):
    """Hides the upper triangle in place."""
    h, w = matrices.size(-2), matrices.size(-1)
    rows, columns = torch.triu_indices(h, w, offset=0 if diagonal else 1)
    matrices[..., rows, columns] = value


def pad_mask(seq, pad=0):
    return (seq != pad).unsqueeze(-2)


def later_mask(seq):
    _, length = seq.size()
    return (1 - torch.triu(torch.ones((1, length, length), device=seq.device), diagonal=1)).bool()


def expand(mask):
    assert mask.ndim >= 2, "at least (query, key)"
    if mask.ndim == 3:
        mask = mask.unsqueeze(1)
    while mask.ndim < 4:
        mask = mask.unsqueeze(0)
    return mask


def from_lengths(x, lengths, value=-1e6):
    mask = torch.arange(x.size(1), dtype=torch.float32, device=x.device)[None, :] < lengths[:, None]
    x[~mask] = value
    return x


dot = torch.arange(8.).reshape(2, 2, 2)
hide_(dot, float("-inf"), diagonal=False)
print(dot, dot.softmax(-1), sep="\n")
seq = torch.tensor([[5, 2, 0], [1, 0, 0]])
print(pad_mask(seq), later_mask(seq), pad_mask(seq) & later_mask(seq), sep="\n")
hidden = seq.data.eq(0).unsqueeze(1)
print(hidden.expand(2, 2, 3), hidden.unsqueeze(1).repeat(1, 2, 1, 1).shape)
print([expand(m).shape for m in (torch.ones(2, 2), torch.ones(3, 2, 2), torch.ones(1, 2, 3, 3))])
scores = torch.zeros(2, 3)
print(from_lengths(scores, torch.tensor([1, 3])).softmax(-1), scores)
lengths = torch.repeat_interleave(torch.tensor([1, 2]), 2)
print(lengths, torch.arange(3)[None, :] >= lengths[:, None])

torch.manual_seed(0)
q = torch.randn(1, 3, 2)
keep = torch.ones(3, 3, dtype=torch.bool).tril(diagonal=0)
bias = torch.zeros(3, 3, dtype=q.dtype)
bias.masked_fill_(keep.logical_not(), float("-inf"))
own = torch.softmax(q @ q.transpose(-2, -1) * q.size(-1) ** -0.5 + bias, dim=-1) @ q
for mask in keep, bias:
    print(torch.allclose(F.scaled_dot_product_attention(q, q, q, attn_mask=mask, dropout_p=0.0), own))
print(own, F.scaled_dot_product_attention(q, q, q, None, 0.0, True).allclose(own))
print(torch.full((2, 3), float("-inf")).softmax(-1), torch.full((2, 3), -1e9).softmax(-1))
