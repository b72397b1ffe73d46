import torch
import torch.nn as nn

torch.manual_seed(3)
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(4), nn.LayerNorm(4)
        self.attn, self.ffn = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x):
        x = x + self.attn(self.norm1(x))
        #! x = self.norm1(x + self.attn(x))
        x = x + self.ffn(self.norm2(x))
        #! x = self.norm2(x + self.ffn(x))
        return x


y = Block()(torch.randn(3, 4))
print(y)
