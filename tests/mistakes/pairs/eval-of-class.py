import torch
import torch.nn as nn

torch.manual_seed(3)
class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.q = nn.Linear(4, 4)
        self.drop = nn.Dropout(0.2)

    def forward(self, x):
        q = self.q(x)
        return self.drop(torch.softmax(q @ x.T, dim=-1)) @ x


head = Head()
head.eval()
#! pass
x = torch.randn(3, 4)
print(head(x))
