from torch._C import version
