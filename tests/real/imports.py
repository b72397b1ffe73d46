# Imports in every form; what is imported and never used does no harm.
from __future__ import annotations

import copy, math
import collections
import functools
import inspect
import itertools
import os
import random
import sys
import time
import warnings
from dataclasses import dataclass
from functools import partial, reduce
from math import sqrt, pi as PI, log
from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import numpy as np
import torch
import torch as th
import torch.nn
import torch.nn as nn
import torch.nn.functional
import torch.nn.functional as F
from torch import Tensor, nn as layers, optim
from torch.nn import Linear, Module, ModuleList, Parameter, functional, init
from torch.nn.functional import softmax as soft, relu
from torch.utils.data import DataLoader, Dataset


class Net(Module):
    def __init__(self, dim: int, act: Optional[Callable[[Tensor], Tensor]] = None, **kw: Any) -> None:
        super().__init__()
        self.fc: nn.Linear = Linear(dim, dim, bias=False)
        self.act = act or partial(soft, dim=-1)
        self.weight = Parameter(torch.ones(dim))

    def forward(self, x: Tensor, mask: Union[Tensor, None] = None) -> Tuple[Tensor, Dict[str, List[int]]]:
        y = self.act(self.fc(x)) * self.weight
        return y, {"shape": list(y.shape)}


th.manual_seed(0)
x = torch.ones(1, 2)
print(Net(2)(x), Net(2, relu)(x), Net(2, act=lambda t: t * 0)(x)[0])
print(th is torch, layers is nn, functional is F, torch.nn.functional.relu is relu, init is nn.init)
print(np.inf, -np.inf, np.pi, np.e, np.sqrt(16), np.sqrt(2), np.exp(0), np.log(1), np.power(2, 3))
print(np.isnan(np.nan), np.ceil(1.5), np.floor(-1.5), np.cos(0.0))
print(torch.zeros(2).masked_fill(torch.tensor([True, False]), -np.inf), x / np.sqrt(4))
print(torch.full((1,), np.pi), torch.inf, torch.pi, torch.nan)
print(sqrt(2), PI, log(1), reduce(lambda a, b: a * b, [1, 2, 3, 4]), partial(max, 5)(3))
print(copy.copy([1]))


def lazy():
    import math as m
    from torch import arange
    return m.floor(2.5), arange(2)


print(lazy(), isinstance(x, Tensor), issubclass(Net, torch.nn.Module), Linear is torch.nn.Linear)
