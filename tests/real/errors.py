# Errors that Python and PyTorch raise themselves, caught by kind; errors that follow errors.
import torch

for attempt in (lambda: 1 / 0, lambda: [1][3], lambda: {}["x"], lambda: int("seven"),
                lambda: None.x, lambda: undefined,
                lambda: "a" + 1, lambda: len(5),
                lambda: next(iter([])), lambda: (1, 2)[2]):
    try:
        attempt()
    except (ZeroDivisionError, KeyError) as error:
        print("A", type(error).__name__, error)
    except (LookupError, ValueError, NameError) as error:
        print("B", type(error).__name__, error)
    except Exception as error:
        print("C", type(error).__name__, error)

try:
    try:
        raise ValueError("first")
    except ValueError as error:
        raise RuntimeError("second") from error
except RuntimeError as error:
    print(error, "from", error.__cause__)
try:
    try:
        raise IndexError("again")
    except IndexError:
        print("seen", end=" ")
        raise
except IndexError as error:
    print(error, error.args)
try:
    assert 1 + 1 == 2, "never"
    assert torch.zeros(2).shape == torch.Size([3]), f"not {3}"
except AssertionError as error:
    print("AssertionError:", error)
for bad in (lambda: torch.zeros(2, 3) @ torch.zeros(2, 3), lambda: torch.zeros(2).view(3),
            lambda: torch.zeros(2)[5]):
    try:
        bad()
    except (RuntimeError, IndexError) as error:
        print(type(error).__name__)
try:
    a, b = [1, 2, 3]
except ValueError as error:
    print(error)
