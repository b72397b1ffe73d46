# Mixed precision as it is written for a graphics card, switched off or without one.
from contextlib import nullcontext

import torch
import torch.nn as nn

device_type = "cuda" if torch.cuda.is_available() else "cpu"
dtype = {"float32": torch.float32, "bfloat16": torch.bfloat16, "float16": torch.float16}["bfloat16"]
ctx = nullcontext() if device_type == "cpu" else torch.amp.autocast(device_type=device_type, dtype=dtype)
scaler = torch.amp.GradScaler("cpu", enabled=(device_type == "cuda"))
torch.manual_seed(0)
model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(2):
    with ctx, torch.autocast(device_type="cpu", dtype=torch.bfloat16, enabled=False):
        loss = model(torch.ones(4, 3)).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    scaler.step(optimizer)
    scaler.update()
    optimizer.zero_grad(set_to_none=True)
    print(loss, scaler.get_scale(), scaler.is_enabled(), scaler.state_dict())


@torch.autocast("cpu", enabled=False)
def product(a, b):
    return a @ b


print(product(torch.ones(2), torch.ones(2)), product.__name__)
