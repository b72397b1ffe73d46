# try, except, else, finally, raise, assert: in which order what happens.
import torch


class ShapeError(ValueError):
    def __init__(self, want, got):
        super().__init__(f"wanted {want}, got {got}")
        self.want = want


def check(x, width):
    if x.shape[-1] != width:
        raise ShapeError(width, x.shape[-1])
    return "fine"


for width in 3, 4:
    try:
        print(check(torch.zeros(2, 3), width))
    except ShapeError as error:
        print("ShapeError:", error, error.want)
    else:
        print("else")
    finally:
        print("finally")


def order(n):
    try:
        print("try", end=" ")
        if n == 0:
            return "returned"
        if n == 1:
            raise KeyError("k")
        print("body", end=" ")
    except KeyError:
        print("except", end=" ")
        return "caught"
    else:
        print("else", end=" ")
    finally:
        print("finally", end=" ")
    return "after"


print(order(0), order(1), order(2), sep=" | ")


def swallow():
    try:
        return "try"
    finally:
        return "finally wins"


print(swallow())
for i in range(3):
    try:
        if i == 1:
            continue
        if i == 2:
            break
        print("pass", i)
    finally:
        print("cleaned", i)
