# writes of a method that stops, a lazy module, and a method of PyTorch's class that is not here
import torch
import torch.nn as nn


class Scale(nn.Module):
    def extra_repr(self):
        return f"scale={torch.fft.fft(torch.ones(1)).real.item()}"


print(Scale())
torch.manual_seed(0)
lazy = nn.LazyLinear(2)
x = torch.zeros(1)
try:
    torch.Tensor.cauchy_(x)
except AttributeError:
    print("nothing is drawn")
y = lazy(torch.ones(1, 3))
print(lazy)
print(lazy.weight)
print(x)
