# gradients of a sum
import torch

w = torch.ones(2, requires_grad=True)
loss = (w * 3).sum()
loss.backward()
print(w.grad)
print(w.detach())
