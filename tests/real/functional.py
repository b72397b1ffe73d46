# torch.nn.functional and the losses.
import torch
import torch.nn.functional as F
from torch.nn.functional import softmax, log_softmax

torch.manual_seed(0)
x = torch.randn(2, 3)
print(x)
for f in F.relu, F.gelu, F.silu, torch.tanh, torch.sigmoid, F.softplus, F.logsigmoid, F.elu:
    print(f(x))
print(F.gelu(x, approximate="tanh"), F.leaky_relu(x, 0.1), sep="\n")
print(softmax(x, dim=-1), log_softmax(x, dim=0), F.softmin(x, dim=1), sep="\n")
print(F.softmax(torch.tensor([1, 2]), dim=0, dtype=torch.float32))
print(F.normalize(x, dim=-1), F.normalize(x, p=1, dim=0), sep="\n")
print(F.cosine_similarity(x, x + 1), F.cosine_similarity(x[:, None], x[None], dim=-1))
print(F.layer_norm(x, (3,)), F.layer_norm(x, x.shape, eps=1e-3), sep="\n")
print(F.layer_norm(x, (3,), torch.ones(3) * 2, torch.zeros(3), 1e-5))

target = torch.tensor([2, 0])
print(F.cross_entropy(x, target), -log_softmax(x, -1)[range(2), target].mean())
print(F.cross_entropy(x, target, reduction="none"), F.cross_entropy(x, target, reduction="sum"))
print(F.cross_entropy(x, torch.tensor([-1, 0]), ignore_index=-1))
print(F.nll_loss(log_softmax(x, 1), target))
print(F.cross_entropy(x, target, label_smoothing=0.1))
print(F.cross_entropy(x, target, weight=torch.tensor([1., 2., 3.])))
logits = torch.randn(2, 2, 3)
print(F.cross_entropy(logits.view(-1, logits.size(-1)), torch.tensor([0, 1, 2, 1])))
print(F.cross_entropy(logits.transpose(1, 2), torch.tensor([[0, 1], [2, 1]])))
print(F.mse_loss(x, torch.zeros(2, 3)), F.l1_loss(x, torch.zeros(2, 3), reduction="sum"))
p = torch.tensor([0.2, 0.9])
print(F.binary_cross_entropy(p, torch.tensor([0., 1.])))
print(F.binary_cross_entropy_with_logits(p, torch.ones(2)))
print(F.kl_div(log_softmax(x, -1), softmax(x.flip(0), -1), reduction="batchmean"))

print(F.pad(torch.ones(1, 2), (1, 2)), F.pad(torch.ones(1, 2), (0, 0, 1, 0), value=9.))
print(F.one_hot(target), F.one_hot(target, num_classes=4).float())
print(F.embedding(torch.tensor([1, 0]), x), F.linear(x, torch.ones(1, 3), torch.tensor([10.])))
print(F.dropout(torch.ones(6), 0.5), F.dropout(torch.ones(3), 0.5, training=False))
q = torch.randn(1, 2, 4)
print(F.scaled_dot_product_attention(q, q, q, is_causal=True))
print(F.scaled_dot_product_attention(q, q, q, attn_mask=torch.tensor([[True, False], [True, True]])))
