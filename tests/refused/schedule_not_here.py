# a schedule that is not here, and the rate that it sets
import torch

w = torch.ones(2, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.5)
print(optimizer.param_groups[0]["lr"])
schedule = torch.optim.lr_scheduler.ConstantLR(optimizer, 0.5)
print(optimizer.param_groups[0]["lr"])
w.sum().backward()
print(w.grad)
optimizer.step()
print(w.detach())
