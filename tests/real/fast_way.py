# Attention without gradients, in eval(): PyTorch's fast way, which packs padding away and leaves nan.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
x = torch.randn(2, 3, 4)
right = torch.tensor([[False, False, True], [False, True, True]])
left = right.flip(1)
gone = torch.tensor([[False, False, True], [True, True, True]])


def show(title, made):
    print(title, *[f"{number:.3f}" for number in made.flatten().tolist()], "\n")


def layer(*more, **named):
    torch.manual_seed(1)
    return nn.TransformerEncoderLayer(4, 2, 6, *more, **{"batch_first": True, **named})


def encoder(*more, **named):
    torch.manual_seed(2)
    return nn.TransformerEncoder(layer(**named), 2, *more).eval()


enc = encoder()
show("with gradients", enc(x, src_key_padding_mask=right))
with torch.no_grad():
    show("without", enc(x, src_key_padding_mask=right))
    show("and a norm", encoder(nn.LayerNorm(4))(x, src_key_padding_mask=right))
    show("mask of numbers", enc(x, src_key_padding_mask=torch.zeros(2, 3).masked_fill(right, -torch.inf)))
    show("no padding", enc(x, src_key_padding_mask=right & False))
    show("a sequence of padding", enc(x, src_key_padding_mask=gone))
    show("left", enc(x, src_key_padding_mask=left))
    show("and a mask", enc(x, torch.ones(3, 3).triu(1) == 1, right))
    show("norm first", encoder(norm_first=True)(x, src_key_padding_mask=right))
    show("switched off", encoder(None, False)(x, src_key_padding_mask=right))
    show("unchecked", encoder(None, True, False)(x, src_key_padding_mask=left))
    show("silu", encoder(activation=F.silu)(x, src_key_padding_mask=right))
    torch.backends.mha.set_fastpath_enabled(False)
    show("not enabled", enc(x, src_key_padding_mask=right))
    torch.backends.mha.set_fastpath_enabled(True)
    try:
        enc(x, src_key_padding_mask=right | True)
    except RuntimeError as e:
        print("RuntimeError", e)
    enc.layers[1].train()
    try:
        enc(x, src_key_padding_mask=right)
    except AssertionError as e:
        print("AssertionError", e)
    enc.train()
    enc.eval()
for p in enc.parameters():
    p.requires_grad_(False)
show("parameters without gradient", enc(x, src_key_padding_mask=right))

mha = nn.MultiheadAttention(4, 2, batch_first=True).eval()
one = nn.MultiheadAttention(4, 1, batch_first=True).eval()


def attend(module, mask, **named):
    return module(x, x, x, key_padding_mask=mask, need_weights=False, **named)[0][1]


show("zeros", attend(mha, gone))
with torch.no_grad():
    show("nan", attend(mha, gone))
    show("one head", attend(one, gone))
    show("numbers", attend(mha, torch.zeros(2, 3).masked_fill(gone, -torch.inf)))
    show("with weights", mha(x, x, x, key_padding_mask=gone)[1])
    show("another key", mha(x, x.clone(), x, key_padding_mask=gone, need_weights=False)[0])
    show("causal without a mask", mha(x, x, x, is_causal=True)[1])
    show("train", attend(mha.train(), gone))

alone = layer().eval()
show("layer", alone(x, src_key_padding_mask=gone)[1])
bias = torch.tensor([[0.0, 1.0, 0.0], [0.0, 0.0, -2.0], [0.0, 0.0, 0.0]])
with torch.inference_mode():
    show("nan", alone(x, src_key_padding_mask=gone)[1])
    show("norm first", layer(norm_first=True).eval()(x, src_key_padding_mask=gone)[1])
    show("silu", layer(activation=F.silu).eval()(x, src_key_padding_mask=gone)[1])
    show("each number but 0 hides", alone(x, src_mask=bias))
    show("with padding, too", alone(x, bias, right))
    show("for each head", alone(x, bias.repeat(4, 1, 1), right))
    show("exact gelu", layer(activation=nn.GELU("tanh")).eval()(x * 3))
show("numbers are added", alone(x, src_mask=bias))


class Watched(nn.TransformerEncoderLayer):
    def _sa_block(self, *args, **named):
        print("the block is called")
        return super()._sa_block(*args, **named)


watched = Watched(4, 2, 6, batch_first=True).eval()
watched.load_state_dict(alone.state_dict())
show("watched", watched(x))
with torch.no_grad():
    show("not called", watched(x))
    handle = watched.linear1.register_forward_hook(lambda module, given, made: print("hook", made.shape))
    show("with a hook", watched(x, src_key_padding_mask=gone))
    handle.remove()
    show("without it", watched(x, src_key_padding_mask=gone))

torch.manual_seed(0)
net = nn.Transformer(4, 2, 1, 1, 8, batch_first=True).eval()
with torch.no_grad():
    show("the zeros go on", net(x, x, src_key_padding_mask=right))
torch.manual_seed(0)
dec = nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 6, 0.0, nn.GELU(), batch_first=True), 1)
show("a copied decoder has relu", dec(x, x))
