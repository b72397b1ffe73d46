# numbers of half types that are drawn, in tensors and in the layers that are made of them
import torch
import torch.nn as nn

torch.manual_seed(0)
torch.set_printoptions(precision=6)
print(torch.empty(3, dtype=torch.bfloat16).normal_())


def draws(dt):
    for n in (3, 15, 16, 17, 40):
        print(torch.empty(n, dtype=dt).normal_())
        print(torch.empty(n, dtype=dt).normal_(0.5, 0.02))
        print(torch.empty(n, dtype=dt).uniform_(-0.5, 0.5))
    print()
    print(torch.empty(5, 8, dtype=dt).t().normal_())
    print((torch.empty(3000, dtype=dt).uniform_(0, 1) == 0).nonzero().flatten())
    print()
    layer = nn.Linear(37, 5, dtype=dt)
    print(layer.weight, layer.bias, layer.weight.dtype)
    print(nn.Embedding(7, 5, dtype=dt, padding_idx=1).weight)
    other = nn.Linear(30, 3).to(dt)
    nn.init.normal_(other.weight, std=0.02)
    print(other.weight, nn.init.xavier_uniform_(other.weight))
    print(layer(torch.ones(1, 37, dtype=dt)))


draws(torch.bfloat16)
draws(torch.float16)
print(torch.rand(1))
