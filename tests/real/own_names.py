# A class or function of one's own is the one that is used, also where others have one of its name.
import torch
import torch.nn as nn


class Says(nn.Module):
    def __init__(self, *sizes, **more):
        super().__init__()
        self.sizes, self.more = sizes, more

    def forward(self, x):
        return x + len(self.sizes)

    def extra_repr(self):
        return f"{self.sizes}, {self.more}"


class SelfAttentionV1(Says): pass
class SelfAttentionV2(Says): pass
class SelfAttentionV3(Says): pass
class SelfAttentionV4(Says): pass
class SelfAttentionInterView(Says): pass
class MultiHeadAttention(Says): pass
class SelfAttentionAISummer(Says): pass
class MultiHeadSelfAttentionAISummer(Says): pass
class Attention(Says): pass


def Atten(*sizes):
    return f"my own, {sizes}"


own = [SelfAttentionV1, SelfAttentionV2, SelfAttentionV3, SelfAttentionV4, SelfAttentionInterView,
       MultiHeadAttention, SelfAttentionAISummer, MultiHeadSelfAttentionAISummer, Attention]
for kind in own:
    net = kind(4, heads=2)
    print(net, net(torch.zeros(2)), type(net).__name__, isinstance(net, Says))
print(Atten(6, 4))


def softmax(x):
    return "my softmax"


def sum(x):
    return "my sum"


class Linear:
    weight = "my weight"


print(softmax([1]), sum([1]), Linear.weight, torch.softmax(torch.zeros(2), 0), nn.Linear(2, 2))


def inside():
    class MultiHeadAttention:
        def __call__(self, x):
            return x * 2
    return MultiHeadAttention()(21)


print(inside(), MultiHeadAttention(8)(torch.ones(1)))
