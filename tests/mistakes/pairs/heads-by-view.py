import torch
import torch.nn as nn

torch.manual_seed(3)
class Heads(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.k, self.v = nn.Linear(8, 8), nn.Linear(8, 8), nn.Linear(8, 8)

    def forward(self, x):
        b, n, d = x.shape
        q = self.q(x).view(b, n, 2, 4).transpose(1, 2)
        #! q = self.q(x).view(b, 2, n, 4)
        k = self.k(x).view(b, n, 2, 4).transpose(1, 2)
        #! k = self.k(x).view(b, 2, n, 4)
        v = self.v(x).view(b, n, 2, 4).transpose(1, 2)
        #! v = self.v(x).view(b, 2, n, 4)
        w = torch.softmax(q @ k.transpose(-2, -1) / 2, dim=-1)
        return w @ v


y = Heads()(torch.randn(1, 3, 8))
print(y)
