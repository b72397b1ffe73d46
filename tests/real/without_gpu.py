# Questions to a GPU that is not there, and whether tokens are among those that stop.
print(torch.cuda.device_count(), torch.cuda.is_available() and torch.cuda.is_bf16_supported(), torch.cuda.is_bf16_supported())
print(f"{torch.cuda.max_memory_allocated() / 1024**3:.2f} GB", torch.cuda.memory_allocated(), torch.cuda.max_memory_reserved())
dtype = "bfloat16" if torch.cuda.is_available() and torch.cuda.is_bf16_supported() else "float16"
print(dtype)
print(torch.isin(torch.tensor([[1, 2], [3, 4]]), torch.tensor([2, 3])), torch.isin(torch.tensor([1, 2]), 2))
print(torch.isin(2, torch.tensor([2])), torch.isin(torch.tensor([1.0, 2.0]), torch.tensor([2, 3]), invert=True))
print(torch.isin(torch.tensor([[5]]), torch.tensor([]).long()), torch.isin(torch.tensor([1]), torch.tensor([[0, 1]])))
