# nn.MultiheadAttention with the arguments that make sense on a CPU.
import torch
import torch.nn as nn

torch.manual_seed(0)
mha = nn.MultiheadAttention(4, 2, batch_first=True)
print(mha)
for name, p in mha.named_parameters():
    print(name, tuple(p.shape))
x = torch.randn(2, 3, 4)
y, w = mha(x, x, x)
print(y, w, sep="\n")
y, w = mha(x, x, x, average_attn_weights=False)
print(w.shape, w[0, 1])
print(mha(x, x, x, need_weights=False)[1])

causal = torch.triu(torch.ones(3, 3), diagonal=1).bool()
print(mha(x, x, x, attn_mask=causal)[1])
print(mha(x, x, x, attn_mask=torch.zeros(3, 3).masked_fill(causal, float("-inf")))[0])
pad = torch.tensor([[False, False, True], [False, False, False]])
y, w = mha(x, x, x, key_padding_mask=pad, attn_mask=causal)
print(y, w, sep="\n")

first = nn.MultiheadAttention(4, 4, bias=False)          # (sequence, batch, feature)
q, k = torch.randn(2, 1, 4), torch.randn(3, 1, 4)
y, w = first(q, k, k)
print(y.shape, w.shape, y.squeeze(1), w)
print(list(first.state_dict()), first.in_proj_bias, first.out_proj.bias)
cross = nn.MultiheadAttention(4, 1, kdim=3, vdim=5, batch_first=True)
y, w = cross(x, torch.ones(2, 2, 3), torch.randn(2, 2, 5))
print(y, [n for n, _ in cross.named_parameters()], cross.in_proj_weight, sep="\n")
print(mha(x[0], x[0], x[0])[0].shape)                    # without a batch

mha.eval()
with torch.no_grad():
    mha.in_proj_weight.copy_(torch.eye(4).repeat(3, 1))
    mha.out_proj.weight.copy_(torch.eye(4))
y, w = mha(x, x, x)
heads = x.view(2, 3, 2, 2).transpose(1, 2)
own = torch.softmax(heads @ heads.transpose(-2, -1) / 2 ** 0.5, dim=-1)
print(torch.allclose(w, own.mean(dim=1)))
print(torch.allclose(y, (own @ heads).transpose(1, 2).reshape(2, 3, 4), atol=1e-6))
torch.manual_seed(0)
drop = nn.MultiheadAttention(2, 1, dropout=0.5, batch_first=True)
print(drop(x[..., :2], x[..., :2], x[..., :2])[1])
try:
    nn.MultiheadAttention(5, 2)
except AssertionError as e:
    print(e)
