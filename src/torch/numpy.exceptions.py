from torch._C import AxisError
