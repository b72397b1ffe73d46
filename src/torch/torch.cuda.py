from torch._C import is_available

# Answers of PyTorch on a machine without a GPU.
def device_count():
    return 0

def is_bf16_supported(including_emulation=True):
    return False

def memory_allocated(device=None):
    return 0

max_memory_allocated = memory_allocated
max_memory_reserved = memory_allocated
