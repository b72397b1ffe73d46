# Types that are made of types, as values.
from typing import Optional
import torch.nn as nn
pair = int | tuple[int, int]
print(pair, int | None, None | str, list[int], dict[str, list[float]], tuple[int, ...], torch.Tensor | None)
class A:
    pass
print(isinstance(3, int | str), isinstance("a", int | str), isinstance(None, int | None), isinstance([], int | tuple), isinstance(A(), A | int))
print(isinstance(torch.ones(1), torch.Tensor | float), isinstance(nn.Linear(1, 1), nn.Module | None))
print((int | str) == (str | int), int | int, (int | str) | (float | int), list[int] == list[int], list[int] == list[str])
LayerRange = int | tuple[int, int]
Spec = tuple[LayerRange, int]
Both = tuple[Spec, ...] | Spec
print(Spec, Both)
print(list[int]((1, 2)), [pair, None])
def f(x: pair = 1) -> Optional[int]:
    return x
print(f(3))
try:
    isinstance(1, list[int])
except TypeError as error:
    print(error)
try:
    int[3]
except TypeError as error:
    print(error)
try:
    1 | int
except TypeError as error:
    print(error)
