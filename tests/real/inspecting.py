# Facts that functions tell of themselves, hooks of a state, what is compiled elsewhere, sizes by name.
import torch.nn as nn
import inspect
def f(a, b=2, *c, d=3, **e): return a
class A:
    def __init__(self, x, y=1): self.x = x
    def m(self, z): return z
print(list(inspect.signature(f).parameters), inspect.signature(f).parameters["b"].default, 'x' in inspect.signature(f).parameters)
print(list(inspect.signature(A).parameters), [p.name for p in inspect.signature(A).parameters.values() if p.default is inspect.Parameter.empty])
print(list(inspect.signature(A(1).m).parameters), inspect.signature(f).parameters["a"].default is inspect.Parameter.empty)
print('fused' in inspect.signature(torch.optim.AdamW).parameters)
print('fused' in inspect.signature(torch.optim.SGD).parameters)
x = torch.arange(6.).reshape(2, 3)
print(torch.zeros(size=(2, 3)).shape, x.permute(dims=(1, 0)).shape, x.expand(size=(2, 3)).shape, x.view(size=(3, 2)).shape, torch.ones(size=[2]), torch.randn(size=(2, 2)).shape, x.flip(dims=[0, 1]))
class B(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Linear(2, 2)
        self._register_load_state_dict_pre_hook(self.load_hook)
    def load_hook(self, state_dict, prefix, *args):
        if prefix + 'old' in state_dict:
            state_dict[prefix + 'w.weight'] = state_dict.pop(prefix + 'old')
a = B()
s = {'old': torch.eye(2), 'w.bias': torch.zeros(2)}
print(a.load_state_dict(s))
print(a.w.weight)
@torch.jit.script
def relu2(x):
    return torch.relu(x) ** 2
print(relu2(torch.tensor([-1., 2.])))
f = torch.compile(lambda x: x + 1)
print(f(torch.zeros(2)))
print(sorted(s))
s = torch.tensor([[2, 1, 2, 0]])
print(torch.argsort(s, dim=-1, descending=True, stable=True), x.new_ones(size=(2,)))
@torch.compile
def g(x):
    return x * 2
print(g(torch.ones(2)))
