# Rotary positions by complex numbers, as Llama's model.py has them.
import torch


def precompute_freqs_cis(dim, end, theta=10000.0):
    freqs = 1.0 / (theta ** (torch.arange(0, dim, 2)[: (dim // 2)].float() / dim))
    t = torch.arange(end, dtype=torch.float32)
    freqs = torch.outer(t, freqs)
    return torch.polar(torch.ones_like(freqs), freqs)  # complex64


def reshape_for_broadcast(freqs_cis, x):
    assert freqs_cis.shape == (x.shape[1], x.shape[-1])
    shape = [d if i == 1 or i == x.ndim - 1 else 1 for i, d in enumerate(x.shape)]
    return freqs_cis.view(*shape)


def apply_rotary_emb(xq, xk, freqs_cis):
    xq_ = torch.view_as_complex(xq.float().reshape(*xq.shape[:-1], -1, 2))
    xk_ = torch.view_as_complex(xk.float().reshape(*xk.shape[:-1], -1, 2))
    freqs_cis = reshape_for_broadcast(freqs_cis, xq_)
    xq_out = torch.view_as_real(xq_ * freqs_cis).flatten(3)
    xk_out = torch.view_as_real(xk_ * freqs_cis).flatten(3)
    return xq_out.type_as(xq), xk_out.type_as(xk)


torch.manual_seed(0)
freqs_cis = precompute_freqs_cis(8, 6)
print(freqs_cis)
print(freqs_cis.shape, freqs_cis.ndim, freqs_cis[2:4].real, freqs_cis[1].imag)
print(precompute_freqs_cis(4, 1)[0], precompute_freqs_cis(2, 3)[:, 0], freqs_cis[5, 3])
q, k = torch.randn(1, 3, 2, 8), torch.randn(1, 3, 1, 8)
rq, rk = apply_rotary_emb(q, k, freqs_cis[2:5])
print(rq, rk)
z = torch.view_as_complex(q.view(3, 2, 4, 2))
print(z.transpose(0, 1)[0], z.abs().shape, (z * 2.5)[0, 0], (z[0] * torch.tensor([[2.0], [-1.0]])))
print(z.unsqueeze(-2).shape, z.flatten(1)[..., :2], z.reshape(-1).shape)
print(torch.view_as_real(z)[0, 0], (z * freqs_cis[:3].unsqueeze(1)).abs()[0])
q.requires_grad_()
bf, _ = apply_rotary_emb(q.bfloat16(), k.bfloat16(), freqs_cis[:3])
bf.float().pow(2).sum().backward()
print(bf[0, 1], q.grad[0, 0])
print(precompute_freqs_cis(64, 100)[:, :])
print(isinstance(z, torch.Tensor), torch.is_tensor(z), len(z), z.numel(), z.size(-1))

# A real number is one with 0i: 0 has a sign, and there is no number for 0 times inf.
z = torch.view_as_complex(torch.tensor([[3., 0.], [-0., 2.], [float("inf"), 1.]]))
print(torch.view_as_real(-3 * z), torch.view_as_real(z * torch.tensor([0., -1., 2.])))
