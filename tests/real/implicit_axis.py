# softmax without an axis, and a parameter by its path.
import torch
from torch import nn
import torch.nn.functional as F
from torch.nn.parameter import Parameter
x = torch.arange(6.).view(2, 3)
print(F.softmax(x), nn.Softmax()(x), F.log_softmax(x[0]), F.softmin(x), F.softmax(x[None]), F.softmax(x, -1, dtype=torch.float32))
print(Parameter(torch.ones(2)))
try:
    torch.softmax(x)
except TypeError:
    print("TypeError")
