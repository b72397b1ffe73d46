import torch

torch.manual_seed(3)
def rotate(x):
    a = x[..., : x.shape[-1] // 2]
    #! a = x[..., 0::2]
    b = x[..., x.shape[-1] // 2 :]
    #! b = x[..., 1::2]
    return torch.cat((-b, a), dim=-1)
    #! return torch.stack((-b, a), dim=-1).flatten(-2)


x = torch.randn(5, 8)
angle = torch.arange(5).float()[:, None] / 10 ** torch.arange(4)
angle = torch.cat((angle, angle), dim=-1)
#! angle = angle.repeat_interleave(2, dim=-1)
y = x * angle.cos() + rotate(x) * angle.sin()
print(y)
