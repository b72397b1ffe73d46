from torch._C import pad_sequence
