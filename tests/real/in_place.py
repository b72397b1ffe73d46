# Methods whose names end in _, operators that assign, out=.
import torch

x = torch.zeros(2, 3)
print(x.fill_(2), x.add_(1), x.mul_(torch.tensor([1., 2., 3.])), x, sep="\n")   # all the same tensor
print(x.add_(1).sub_(2).div_(2) is x, x)
x.copy_(torch.arange(3.))
print(x)
x.masked_fill_(x == 0, float("-inf"))
print(x, x.softmax(-1))
x.zero_()
z = torch.tensor([-1., 0.5, 2.])
for name in ("clamp_", "neg_", "abs_", "exp_", "log_", "sqrt_", "reciprocal_", "round_"):
    args = (0.25, 1.5) if name == "clamp_" else ()
    print(name, getattr(z, name)(*args).clone(), z)
y = torch.tensor([-1.5, 0., 2.5])
print(y.relu_().tolist(), y.sigmoid_().tolist(), y)   # the list keeps what was then
print(y, y.tanh_(), y.zero_())   # a single tensor, printed three times when all is done
y = torch.tensor([1., 2., 3.])
y += 1
y -= torch.tensor([1., 0., 1.])
y *= 2
y /= 4
y **= 2
print(y)
y //= 1
y %= 2
print(y)
z = torch.ones(2, 2)
z[0] += torch.tensor([1., 2.])
z[:, 1] *= 10
z.t()[0] -= 5
z = z @ torch.tensor([[0., 1.], [1., 0.]])
print(z)
n = torch.tensor([5, 6, 7])
n += 1
n //= 2
n[n == 3] = 0
print(n, n.dtype)
b = torch.tensor([True, False])
b |= torch.tensor([False, True])
b &= True
print(b, ~b, b.clone().logical_not_())
for bad in (lambda: n.div_(2), lambda: n.add_(0.5), lambda: torch.zeros(2).add_(torch.zeros(3)),
            lambda: torch.zeros(3).add_(torch.zeros(2, 3))):
    try:
        bad()
    except RuntimeError:
        print("refused")
print(n)
a = torch.arange(4.)
print(a.mul_(0.5), a.unsqueeze_(0).shape, a.squeeze_(0).shape, a.t_().shape)
m = torch.ones(3, 3)
m.tril_()
m.fill_diagonal_(5)
print(m)
m.triu_(0)
print(m)
e = torch.empty(2, 2)
e[0] = 1
e[1] = torch.tensor([2., 3.])
print(e, torch.empty_like(e).fill_(4), torch.empty(0).shape)
out = torch.zeros(2, 2)
torch.matmul(e, e, out=out)
torch.add(e, 1, out=e)
print(out, e)
s = torch.tensor(1.)
s += 1
t = s
t *= 3
print(s, s.add_(1).item())
torch.manual_seed(0)
print(torch.empty(3).uniform_(-1, 1), torch.zeros(3).normal_(0, 0.02))
print(torch.zeros(2).bernoulli_(0.5))
