import torch

torch.manual_seed(3)
def turn(x, cos, sin):
    a, b = x.chunk(2, dim=-1)
    #! a, b = x[..., 0::2], x[..., 1::2]
    return torch.cat((a * cos - b * sin, a * sin + b * cos), dim=-1)
    #! return torch.stack((a * cos - b * sin, a * sin + b * cos), dim=-1).flatten(-2)


q, k = torch.randn(2, 5, 8)
angle = torch.arange(5).float()[:, None] / 10 ** torch.arange(4)
scores = turn(q, angle.cos(), angle.sin()) @ turn(k, angle.cos(), angle.sin()).T
print(scores)
