# Shapes: all the ways in which code turns, cuts, joins and repeats tensors.
import torch

x = torch.arange(6).reshape(2, 3)
print(x.t(), x.T.shape, x.mT.shape, x.swapaxes(0, 1).shape, x.movedim(0, 1).shape)
print(torch.swapdims(x, 0, 1).shape)
print(x.unflatten(-1, (3, 1)).shape, x.flatten(), x.ravel().shape, x.view(-1), x.reshape(3, -1))
print(x.view_as(x.new_zeros(3, 2)))
print(torch.tile(x, (2, 1)), x.repeat(1, 2), x.repeat(2, 1, 1).shape, x.tile(2).shape)
print(x.repeat_interleave(2, dim=0), torch.repeat_interleave(torch.tensor([1, 2]), 2))
print(x[0].repeat_interleave(torch.tensor([0, 1, 2])))
print(x.expand(2, 2, 3).shape, x[:, :1].expand(-1, 4), x[:1].expand_as(x))
print(torch.broadcast_to(x, (2, 2, 3)).shape)
print(x.roll(1), torch.roll(x, 1, dims=1), torch.roll(x, shifts=(1, -1), dims=(0, 1)), x.flip(0))
print(torch.flip(x, (0, 1)))
print(x.unbind(0), torch.unbind(x, dim=1), x.split(1), x.split([1, 2], dim=1), sep="\n")
print(x.chunk(2, dim=-1))
print(torch.cat([x, x]), torch.concat((x, x), dim=1), torch.vstack([x, x[0]]), sep="\n")
print(torch.hstack([x, x]))
print(torch.stack([x[0], x[1]], dim=1), torch.stack((x, x)).shape)
a, b = torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")
print(a, b)
print(x.unsqueeze(0).shape, x.unsqueeze(-1).shape, x[None, :, None].shape)
print(x[:, None, :, None].squeeze().shape, x[:1].squeeze(0).shape)
print(x.permute(1, 0), torch.permute(x[None], (2, 0, 1)).shape, x[None].transpose(-1, -2).shape)
print(x.numel(), x.nelement(), x.dim(), x.ndim)
print(x.size(), x.size(0), x.shape[-1], x.shape[:1], len(x), list(x.shape), tuple(x.shape))
print(x.shape == (2, 3), x.shape == torch.Size([2, 3]))
print(x.shape[:-1] + (7,), torch.Size([2, 3]).numel(), [*x.shape, 5], x.shape + x.shape)
bs, *rest = x.shape
print(bs, rest, x.view(*x.shape, 1).shape, x.view(x.size(0), -1).shape)
print(x.reshape(-1, *x.shape[1:]).shape)
print(x.is_contiguous(), x.t().is_contiguous(), x.stride(), x.t().stride())
print(x.t().contiguous().stride())
for bad in (lambda: x.t().view(6), lambda: x.view(4), lambda: x.expand(4, 3),
            lambda: torch.cat([x, x[0]]), lambda: x.reshape(-1, 4)):
    try:
        bad()
    except RuntimeError as e:
        print("RuntimeError")
B, T, H, D = 1, 2, 2, 2
y = torch.arange(B * T * H * D).view(B, T, H, D)
print(y.transpose(1, 2).contiguous().view(B * H, T, D))
print(y.transpose(1, 2).reshape(B, H, -1), y.permute(0, 2, 1, 3).flatten(2), sep="\n")
print(torch.zeros(0, 3), torch.cat([torch.zeros(0), torch.ones(2)]), torch.narrow(x, 1, 1, 2))
print(x.select(1, 2), x.diagonal())
print(torch.triu(x), torch.tril(x, diagonal=-1), torch.tril_indices(2, 3), sep="\n")
print(torch.triu_indices(2, 2))
