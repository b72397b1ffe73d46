# Names taken with *: of math, torch and its packages, the later over the earlier.
from math import *
from torch import *
from torch.nn import *
manual_seed(0)
print(pi, Linear(2,2), tensor([4.]).sqrt(), max(tensor([1.,2.])))
from torch.nn.functional import *
print(softmax(tensor([1.,2.]), -1), relu(tensor([-1.])))
try:
    sqrt(2)
except TypeError as e:
    print("TypeError")
