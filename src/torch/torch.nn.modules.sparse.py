"""Tables whose rows are looked up."""

from torch._C import _integer
from torch.nn.modules.module import Module

class Embedding(Module):
    def __init__(
        self, num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0,
        scale_grad_by_freq=False, sparse=False, _weight=None, device=None, dtype=None
    ):
        super().__init__()
        if max_norm is not None:
            raise NotHere("Embedding: 'max_norm' is not part of the lesson language")
        self.num_embeddings = _integer(num_embeddings, "num_embeddings")
        self.embedding_dim = _integer(embedding_dim, "embedding_dim")
        self.padding_idx = padding_idx
        if padding_idx is not None:
            if not -num_embeddings <= _integer(padding_idx, "padding_idx") < num_embeddings:
                raise AssertionError(f"Embedding: there is no row {padding_idx} for 'padding_idx'")
            self.padding_idx = padding_idx % num_embeddings
        if _weight is None:
            self._drawn(dtype, half=True)
            self.weight = nn.Parameter(torch.empty(num_embeddings, embedding_dim, dtype=dtype))
            self.reset_parameters()
        else:
            self.weight = nn.Parameter(_weight)

    def reset_parameters(self):
        nn.init.normal_(self.weight)
        if self.padding_idx is not None:
            self.weight.data[self.padding_idx] = 0

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None):
        if embeddings.dim() != 2:
            raise AssertionError("Embeddings parameter is expected to be 2-dimensional")
        made = cls(*embeddings.shape, padding_idx, _weight=embeddings)
        made.weight.requires_grad = not freeze
        return made

    def forward(self, input):
        return F.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self):
        padding = "" if self.padding_idx is None else f", padding_idx={self.padding_idx}"
        return f"{self.num_embeddings}, {self.embedding_dim}{padding}"
