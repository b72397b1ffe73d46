"""Has no attention, and ends with an error in a module."""

import torch
import torch.nn as nn


class Wrong(nn.Module):
    def forward(self, x):
        return x @ torch.ones(3, 3)


nn.Sequential(nn.Linear(2, 2), Wrong())(torch.ones(1, 2))
