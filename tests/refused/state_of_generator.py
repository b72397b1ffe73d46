# a generator that is set back
import torch

torch.manual_seed(3)
state = torch.get_rng_state()
print(torch.rand(2))
torch.set_rng_state(state)
print(torch.rand(2))
