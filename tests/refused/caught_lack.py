# a lack is no reason for the other branch
import random

import torch

x = torch.tensor([1.0, 2.0], requires_grad=True)
try:
    (g,) = torch.autograd.grad((x**3).sum(), x, create_graph=True)
    print("second derivative:", torch.autograd.grad(g.sum(), x)[0])
except RuntimeError:
    print("there is no second derivative")
try:
    with torch.no_grad():
        y = torch.zeros(1, 1, 1, 1, 1, 1, 2)
except BaseException:
    y = torch.ones(1)
print(y.shape)
try:
    try:
        bits = random.getrandbits(100) >> 99
    finally:
        print("drawn")
except Exception as error:
    raise ValueError("no such number") from error
print(bits in (0, 1))


def padded(mode):
    try:
        return torch.nn.functional.pad(torch.ones(1, 1, 2), (1, 1), mode=mode)
    except (NotImplementedError, RuntimeError, TypeError):
        return None


print(padded("circular") is None)
