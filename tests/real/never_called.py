# Real files hold code that is never run here: training, files, graphics cards. Defining it is no mistake.
import inspect
import os
import torch
import torch.nn as nn
import torch.optim as optim


class Model(nn.Module):
    def __init__(self, *, width, pool="mean"):
        super().__init__()
        assert pool in {"mean", "first"}, "pool must be mean or first"
        self.pool = pool
        self.wpe = nn.Embedding(3, width)
        self.apply(self._init_weights)

    def _init_weights(self, m):
        if isinstance(m, (nn.Conv2d, nn.Conv1d)):
            nn.init.kaiming_normal_(m.weight, mode="fan_out")
        elif isinstance(m, nn.BatchNorm2d):
            nn.init.constant_(m.weight, 1)
        elif isinstance(m, nn.Embedding):
            nn.init.normal_(m.weight, std=0.02)

    def configure_optimizers(self, weight_decay, learning_rate, betas):
        fused = "fused" in inspect.signature(torch.optim.AdamW).parameters
        return torch.optim.AdamW(self.parameters(), lr=learning_rate, betas=betas, fused=fused)

    @classmethod
    def from_pretrained(cls, path):
        from transformers import GPT2LMHeadModel
        model = cls(width=4)
        model.load_state_dict(torch.load(os.path.join(path, "model.pth")))
        return model

    def forward(self, ids):
        x = self.wpe(ids)
        if x.is_cuda:
            torch.cuda.synchronize()
        return x.mean(dim=1) if self.pool == "mean" else x[:, 0]


def train(model, data, epochs=10):
    optimizer = optim.Adam(model.parameters(), lr=1e-3)
    for epoch in range(epochs):
        for xb, yb in data:
            loss = nn.functional.cross_entropy(model(xb), yb)
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
        print(epoch, loss.item())


def read(path):
    with open(path, "r", encoding="utf-8") as f:
        return f.read()


torch.manual_seed(0)
model = Model(width=2)
print(model(torch.tensor([[0, 1, 2]])), model.wpe.num_embeddings, model.wpe.embedding_dim)
if torch.cuda.is_available():
    train(model.cuda(), read("data.txt"))
print(Model(width=1, pool="first"), train.__name__)
try:
    Model(4)
except TypeError:
    print("width is given by its name")
try:
    Model(width=1, pool="last")
except AssertionError as error:
    print(error)
