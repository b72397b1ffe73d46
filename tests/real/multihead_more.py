# nn.MultiheadAttention with every argument, each with every kind of mask, and F.multi_head_attention_forward.
torch.manual_seed(0)


def show(*results):
    """Thousandths: a last bit, where a BLAS adds up in another order, is not seen in them."""
    for r in results:
        print(r if r is None else (r * 1000).round())


for kw in [{}, dict(bias=False), dict(add_bias_kv=True), dict(add_zero_attn=True), dict(kdim=3, vdim=5), dict(dropout=0.5), dict(batch_first=True), dict(add_bias_kv=True, add_zero_attn=True, batch_first=True, kdim=3, vdim=5, bias=False)]:
    m = nn.MultiheadAttention(4, 2, **kw)
    print(kw)
    print(m)
    for n, p in m.named_parameters(): print(n, p.shape)
    print(list(m.state_dict()))
    for n, p in m.named_parameters(): print(n, p.data)
    print(m.embed_dim, m.num_heads, m.head_dim, m.kdim, m.vdim, m.dropout, m.batch_first, m.add_zero_attn, m.bias_k is None, m.in_proj_bias is None)
    x = torch.randn(3, 2, 4)
    k = torch.randn(3, 5, m.kdim) if m.batch_first else torch.randn(5, 2, m.kdim)
    v = torch.randn(3, 5, m.vdim) if m.batch_first else torch.randn(5, 2, m.vdim)
    y, w = m(x, k, v)
    show(y, w)
    y, w = m(x, k, v, average_attn_weights=False)
    print(y.shape)
    show(w)
    y, w = m(x, k, v, need_weights=False)
    show(y, w)
    B, T = (3, 2) if m.batch_first else (2, 3)
    pad = torch.zeros(B, 5, dtype=torch.bool)
    pad[0, 3:] = True
    show(*m(x, k, v, key_padding_mask=pad))
    causal = torch.triu(torch.ones(T, 5), diagonal=1).bool()
    show(*m(x, k, v, key_padding_mask=pad, attn_mask=causal))
    soft = torch.randn(T, 5)
    print(m(x, k, v, attn_mask=soft)[1])
    print(m(x, k, v, key_padding_mask=pad, attn_mask=soft)[1])
    print(m(x, k, v, key_padding_mask=pad.float() * -2)[1])
    print(m(x, k, v, attn_mask=torch.randn(B * 2, T, 5), average_attn_weights=False)[1])
    if m.kdim == 4:
        show(*m(x, x, x))
        print(m(x, k, k)[1])
    m.eval()
    print(m(x[0], k[0], v[0])[0], m(x[0], k[0], v[0])[1])
    print(m(x[0], k[0], v[0], key_padding_mask=pad[0][:k[0].shape[0]], attn_mask=torch.randn(2, len(x[0]), len(k[0])))[1])
    with torch.no_grad():
        if m.kdim == 4:
            y, w = m(x, x, x)
            show(y, w)
print(isinstance(m.out_proj, nn.Linear), isinstance(m, nn.MultiheadAttention), type(m.out_proj).__name__)
m = nn.MultiheadAttention(4, 2)
q = torch.randn(3, 2, 4)
show(*F.multi_head_attention_forward(q, q, q, 4, 2, m.in_proj_weight, m.in_proj_bias, None, None, False, 0.0, m.out_proj.weight, m.out_proj.bias))
def init(m):
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 0.5)
m.apply(init)
print(m.out_proj.weight)
show(m(q, q, q)[0])
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.attn = nn.MultiheadAttention(8, 2, dropout=0.1, batch_first=True)
        self.norm = nn.LayerNorm(8)
    def forward(self, x):
        a, w = self.attn(x, x, x)
        return self.norm(x + a), w
b = Block()
print(b)
show(*b(torch.randn(1, 3, 8)))
for n, p in b.named_parameters(): print(n, tuple(p.shape))
