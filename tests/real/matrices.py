# Products of every kind, diagonals, einsum.
import torch

torch.manual_seed(0)
a, b = torch.arange(6.).reshape(2, 3), torch.arange(12.).reshape(3, 4)
u, v = torch.tensor([1., 2., 3.]), torch.tensor([4., 5., 6.])
print(a @ b, a.matmul(b).equal(torch.mm(a, b)), a.mm(b).equal(torch.matmul(a, b)), a @ u, u @ v)
print(torch.mv(a, u), u.dot(v))
print(torch.outer(u, v), torch.inner(a, a), torch.tensordot(a, b, 1).shape)
print(torch.tensordot(a, a, dims=([0, 1], [0, 1])))
batch = torch.arange(8.).reshape(2, 2, 2)
print(torch.bmm(batch, batch), torch.baddbmm(batch, batch, batch, beta=0.5), sep="\n")
print(torch.baddbmm(batch, batch, batch, alpha=0.))
print(torch.addmm(torch.ones(4), a, b), torch.addmm(torch.zeros(2, 4), a, b, alpha=2))
print(torch.addmv(torch.ones(2), a, u))
print((batch @ batch[0]).shape, (batch[None] @ batch).shape, batch.matmul(torch.ones(2)))
print(torch.diag(u), torch.diag(torch.diag(u)), torch.diagonal(batch, dim1=1, dim2=2))
print(torch.trace(b[:, :3]), torch.eye(2, 3))
print(torch.diag(u, 1)[0], torch.diag_embed(a)[0])
print(torch.einsum("ij,jk->ik", a, b).equal(a @ b), torch.einsum("ij->ji", a))
print(torch.einsum("ii", b[:, :3]), torch.einsum("i,j", u, v))
print(torch.einsum("bij,bjk->bik", batch, batch), torch.einsum("...ij->...", batch))
print(torch.einsum("ij,ij->i", a, a))
print(torch.einsum("nd,d,nd->n", a, u, a))
print(torch.einsum("bthk, hik -> bthi", torch.ones(1, 2, 2, 2), batch))
q = torch.randn(1, 2, 3, 2)
print(torch.allclose(torch.einsum("bhnd,bhmd->bhnm", q, q), q @ q.transpose(2, 3)))
print(torch.einsum("nqhd,nkhd->nhqk", [q, q]).shape)
print(torch.norm(u), u.norm(p=1), a.norm(dim=1))
try:
    a @ a
except RuntimeError as e:
    print(e)
try:
    torch.bmm(a, b)
except RuntimeError:
    print("bmm takes batches")
