# a function that the statement defines anew, after what is refused
import torch

kept = [0]


def f():
    return 1


if True:
    torch.special.i0(torch.ones(1))

    def f():
        kept.append(1)
        return 2

    f()
print(kept)
