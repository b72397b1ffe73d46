"""Trains without an optimizer."""

import torch
from gpt import GPT

torch.manual_seed(1)
model, rate = GPT(), 0.1
for step in range(3):
    words = torch.randint(0, 11, (2, 7))
    model.zero_grad()
    loss = model(words[:, :-1], words[:, 1:])[1]
    loss.backward()
    for p in model.parameters():
        p.data.add_(p.grad, alpha=-rate)
    print(step, loss.item())
