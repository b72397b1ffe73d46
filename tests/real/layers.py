# The layers that come with nn, by themselves.
import torch
import torch.nn as nn

torch.manual_seed(0)
x = torch.randn(2, 3)
for layer in (nn.Identity(), nn.ReLU(), nn.GELU(), nn.GELU(approximate="tanh"), nn.SiLU(), nn.Tanh(), nn.Sigmoid(),
              nn.Softmax(dim=-1), nn.LogSoftmax(dim=1), nn.LeakyReLU(0.2), nn.ELU(), nn.Softplus()):
    print(layer)
    print(layer(x))
print(nn.Identity(54, unused=True), nn.ReLU(inplace=True)(x.clone()))

norm = nn.LayerNorm(3)
print(norm, norm(x), nn.LayerNorm([2, 3], elementwise_affine=False)(x), sep="\n")
print(nn.LayerNorm(3, eps=1e-12))
norm.weight.data.fill_(2.)
norm.bias.data[0] = 1.
print(norm(x))
embed = nn.Embedding(5, 2, padding_idx=0)
print(embed, embed(torch.tensor([[0, 1], [4, 0]])), sep="\n")
print(nn.Embedding.from_pretrained(torch.eye(3))(torch.tensor([2, 0])))

lazy = nn.LazyLinear(2)
print(lazy)
print(lazy(x), lazy.weight.shape)
print(lazy)
print(nn.Bilinear(2, 2, 1)(x[:, :2], x[:, 1:]))
conv = nn.Conv1d(3, 2, 1)            # kernel 1: a linear layer along the sequence
print(conv, conv(x.t().unsqueeze(0)), sep="\n")
flat = nn.Flatten()
print(flat(torch.zeros(2, 3, 4)).shape, nn.Unflatten(1, (1, 3))(x).shape)
fc = nn.Linear(3, 2)
print(fc.in_features, fc.out_features, fc.bias is not None, nn.Linear(3, 2, bias=False).bias)
print(fc(x), fc(x[0]), fc(x.view(1, 2, 3)).shape)
print(nn.functional.linear(x, fc.weight, fc.bias).equal(fc(x)))
try:
    fc(torch.ones(1, 2))
except RuntimeError:
    print("sizes do not fit")
print(nn.CrossEntropyLoss()(x, torch.tensor([0, 2])), nn.MSELoss()(x, x + 1))
print(nn.CosineSimilarity(dim=-1)(x[:1], x[1:]))
