# load_state_dict that raises has loaded what fits by then.
import torch
import torch.nn as nn


def net():
    made = nn.Sequential(nn.Linear(2, 1), nn.Sequential(nn.Linear(1, 2, bias=False)))
    with torch.no_grad():
        for p in made.parameters():
            p.fill_(1.0)
    return made


def show(title, state, strict=True):
    made = net()
    try:
        print(title, made.load_state_dict(state, strict=strict))
    except RuntimeError as e:
        print(title, "RuntimeError:", e)
    print(*(p.tolist() for p in made.parameters()))


seven, eight = torch.full((1, 2), 7.0), torch.full((2, 1), 8.0)
show("all", {"0.weight": seven, "0.bias": torch.zeros(1), "1.0.weight": eight})
show("unexpected", {"0.weight": seven, "0.bias": torch.zeros(1), "1.0.weight": eight, "1.0.bias": seven})
show("missing", {"1.0.weight": eight})
show("a size", {"0.weight": torch.ones(2, 2), "0.bias": torch.zeros(1), "1.0.weight": eight})
show("a size, not strict", {"1.0.weight": eight, "0.weight": torch.ones(2, 2), "more": seven}, False)
show("no tensor", {"0.weight": seven, "0.bias": 5, "1.0.weight": eight})
show("not strict", {"0.weight": seven, "more": eight}, False)
show("everything", {"0.weight": torch.ones(3), "0.bias": "b", "more": eight, "1.0.weight": eight})

a, b = nn.Linear(2, 1), nn.Linear(2, 1, bias=False)
with torch.no_grad():
    a.weight.fill_(7.0)
try:
    b.load_state_dict(a.state_dict())
except RuntimeError:
    print("RuntimeError")
print(b.weight)
