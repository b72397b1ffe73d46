# x += y changes what other names have, too
import torch

x = torch.ones(2)
same, pair = x, (x, 1)
x += torch.fft.fft(x).real
print(same)
print(pair[0])
print(pair[1])
