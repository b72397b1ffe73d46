# Patches of a picture: Conv2d and unfold, as a vision transformer cuts them.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(1)
x = torch.randn(2, 4, 7, 6)
for c in (nn.Conv2d(4, 6, 3), nn.Conv2d(4, 6, 3, padding=1, stride=2), nn.Conv2d(4, 8, (3, 2), dilation=(2, 1), groups=2, bias=False), nn.Conv2d(4, 4, 3, padding="same", groups=4), nn.Conv2d(4, 2, 1)):
    print(c, c.weight.shape)
    y = c(x)
    print(y.shape, y.mean(), y[0, 0])
print(F.unfold(x, 3, padding=1, stride=2).shape, F.unfold(x, (2, 3))[0, :, 0], F.unfold(x[0], 2).shape)
patches = nn.Conv2d(3, 8, kernel_size=4, stride=4)
img = torch.randn(1, 3, 8, 8)
print(patches(img).flatten(2).transpose(1, 2))
print(F.conv2d(img, torch.ones(1, 3, 2, 2), stride=2))
