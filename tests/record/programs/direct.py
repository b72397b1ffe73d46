"""Calls attention by the name of its method, on more numbers than a lesson holds; the copy of the cell holds a lock."""

import threading

import torch
import torch.nn as nn
from gpt import Attention


class Layer(nn.Module):
    def __init__(self, width=64):
        super().__init__()
        self.attention, self.lock = Attention(width), threading.Lock()

    def forward(self, x):
        attend = lambda y: self.attention.forward(y)  # noqa: E731
        with self.lock:
            return x + attend(x)


torch.manual_seed(3)
layers = nn.Sequential()
layers.layers = nn.ModuleList([Layer() for _ in range(2)])
layers.forward = lambda x: layers.layers[1](layers.layers[0](x))
for _ in range(2):
    print(layers(torch.randn(2048, 24, 64)).sum())
