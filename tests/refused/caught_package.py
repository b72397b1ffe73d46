# a package that is not here stands for no value, and nothing catches that
import statistics

import torch

kept = [statistics.fmean, 3]
print(len(kept), kept[1])
if statistics.NormalDist(0.0, 1.0).mean:
    print("true")
else:
    print("false")
text = "no text"
try:
    text = f"{statistics.fmean([1.0, 2.0])}"
except Exception:
    text = "caught"
print(text)
try:
    print(statistics.fmean([1.0]) == 1.0, [statistics.fmean([1.0])] == [1.0])
    print({statistics.fmean([1.0]): 1}, statistics.fmean([1.0]) in (1.0, 2.0))
except TypeError:
    print("not equal")
y = statistics.mode([5, 5]) or 3
print(y)
print(statistics is None, isinstance(statistics.mode([5]), int))
print(torch.ones(2) == 1)
