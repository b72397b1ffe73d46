from torch.nn import Parameter
