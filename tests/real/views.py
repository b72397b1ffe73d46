# Views share their numbers: a write is seen through every view, in both directions.
import torch

x = torch.arange(12.).reshape(3, 4)
row, column, part = x[1], x[:, 2], x[0:2, 1:3]
row[0] = 100
column[0] = -1
part.fill_(7)
print(x, row, column, sep="\n")

t = x.t()
t[3, 2] = 55                         # x[2, 3]
print(x[2], t.shape, t[3])
slice_of_t = t[1:3]                  # columns 1 and 2 of x
view_of_slice = slice_of_t.transpose(0, 1)
view_of_slice[2] = torch.tensor([8., 9.])
print(x)
diagonal = x.diagonal()
diagonal += 1000
print(x.diagonal(), x[1, 1])

y = torch.zeros(2, 6)
v = y.view(2, 3, 2)
v[:, 1] = torch.tensor([1., 2.])
u = v.permute(2, 0, 1)[1]            # every second number
u *= 10
w = y.view(-1)
w[::5] -= 1
print(y, u, w, sep="\n")
print(y.view(3, 4)[1], v.flatten()[2:4])

a = torch.zeros(4)
b = a.unsqueeze(0).expand(3, 4)      # three rows that are one
a[1] = 5
print(b, b.squeeze().shape)
a.squeeze().unsqueeze(1)[2] = 6
print(a, b[2])

c = torch.zeros(2, 3)
same, copied = c.reshape(3, 2), c.t().reshape(6)   # the second has to copy
c[0, 1] = 1
print(same, copied)
contiguous, copied = c.contiguous(), c.t().contiguous()
c[1, 2] = 2
print(contiguous, copied)
clone, detached, data = c.clone(), c.detach(), c.data
c[0, 0] = 9
print(clone[0], detached[0], data[0])

q, k, v = torch.arange(6.).reshape(1, 6).split(2, dim=-1)
k.zero_()
base = torch.arange(6.)
first, second = base.chunk(2)
second[0] = -3
one, two = base.view(2, 3).unbind(0)
one[2] = -2
print(base, first, two)
base[base > 3] = 0                   # the views see this as well
print(second)
picked = base[torch.tensor([0, 1])]  # an index tensor or a mask copies
picked += 50
masked = base[base < 0]
masked.fill_(1)
print(base, picked, masked)
item = base[0].item()
base[0] = 77
print(item, base[0], [r for r in base.view(3, 2)][0])
n = torch.arange(8).narrow(0, 2, 4)
n.movedim(0, 0)[0] = -9
print(n, n.view(2, 2).T)
