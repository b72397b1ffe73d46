from torch._C import is_available
