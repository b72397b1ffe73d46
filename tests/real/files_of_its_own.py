# a program reads what it wrote: texts, folders, tensors, code
import os
import sys
import torch
import torch.nn as nn
from pathlib import Path
torch.manual_seed(1)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
opt = torch.optim.AdamW(net.parameters(), lr=0.1)
net(torch.randn(5, 3)).sum().backward(); opt.step()
torch.save(dict(net.state_dict()), "model.pth")
before = net[0].weight.clone()
with torch.no_grad():
    net[0].weight.zero_()
print(net[0].weight)
got = torch.load("model.pth", weights_only=True, map_location=torch.device("cpu"))
print(type(got).__name__, list(got), got["0.weight"].requires_grad, type(got["0.weight"]).__name__)
print(net.load_state_dict(got))
print(torch.equal(before, net[0].weight))
os.makedirs("out/a", exist_ok=True)
torch.save({"model": dict(net.state_dict()), "opt": opt.state_dict(), "step": 3, "args": dict(a=1, b="x", c=(1, 2.5), d=None, e=[True])}, os.path.join("out/a", "ck.pt"))
ck = torch.load(Path("out") / "a" / "ck.pt")
print(ck.keys(), ck["step"], ck["args"])
opt2 = torch.optim.AdamW(net.parameters(), lr=0.3)
opt2.load_state_dict(ck["opt"])
print(opt2.param_groups[0]["lr"], opt2.state_dict()["state"][0]["exp_avg"])
# files written twice, and tied tensors
t = torch.arange(4.0)
torch.save([t, t, t.detach()], "x.pt")
t[0] = 9
a, b, c = torch.load("x.pt")
print(a, a is b, c)
a[1] = 7
print(b, c, t)
p = nn.Parameter(torch.ones(2)); torch.save(p, "p.pt"); print(torch.load("p.pt"))
q = torch.ones(2, requires_grad=True); (q * 2).sum().backward(); torch.save(q, "p.pt"); r = torch.load("p.pt"); print(r, r.grad, q.grad)
try:
    torch.save(t, "none/x.pt")
except RuntimeError as e: print(e)
try:
    torch.load("none.pt")
except FileNotFoundError as e: print(e)
with open("n.txt", "w", encoding="utf-8") as f:
    print(f.write("a\n"), f.write("b"))
    print("c", 1, sep="-", file=f)
    f.writelines(["x\n", "y\n"])
print(open("n.txt").read().split("\n"), os.path.exists("n.txt"), os.path.isfile("n.txt"))
with open("n.txt", "a") as f: f.write("z")
for line in open("n.txt"): print(repr(line))
print(Path("m.txt").write_text("hé"), Path("m.txt").read_text(), Path("m.txt").exists())
try:
    open("nodir/x.txt", "w")
except FileNotFoundError as e: print(e)
try:
    f.write("q")
except ValueError as e: print(e)
os.mkdir("k"); print(os.path.isdir("k"), Path("k").is_dir(), os.path.isfile("k"))

class W:
    def write(self, s): print("W", repr(s))
    def flush(self): print("flush")
print(1, "b", file=W(), flush=True)
try:
    with open("n.txt", "w") as f: f.write(1)
except TypeError as e: print(e)
print(repr(open("n.txt").read()))
sys.stdout.write("out\n")
print(sys.stdout.write("seven\n") + 1, file=sys.stdout)
sys.stderr.write("beside\n")
