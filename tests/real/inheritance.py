# Inheritance: super() in both forms, two bases, the order in which a name is looked up.
import torch
from torch import nn


class Base:
    kind = "base"

    def __init__(self, name):
        self.name = name

    def who(self):
        return f"{self.kind} {self.name}"

    def score(self, x):
        raise NotImplementedError("score")


class Scaled(Base):
    kind = "scaled"

    def __init__(self, name, scale=2):
        super().__init__(name)
        self.scale = scale

    def score(self, x):
        return x * self.scale


class Shifted(Base):
    def __init__(self, name):
        super(Shifted, self).__init__(name)

    def who(self):
        return "shifted " + super().who()

    def score(self, x):
        return x + 1


class Both(Scaled, Shifted):
    def __init__(self, name):
        Base.__init__(self, name)
        self.scale = 10

    def score(self, x):
        return super().score(x) + super(Scaled, self).score(x)


for cls in Scaled, Shifted, Both:
    thing = cls("it")
    print(cls.__name__, thing.who(), thing.score(3), [c.__name__ for c in cls.__mro__])
try:
    Base("b").score(1)
except NotImplementedError as error:
    print("not implemented:", error)
print(issubclass(Both, Shifted), isinstance(Both("x"), (int, Scaled)), issubclass(Shifted, Scaled))


class Log:
    def __init__(self, *args, **kwargs):
        print("Log.__init__", len(args), sorted(kwargs))
        super().__init__(*args, **kwargs)

    def note(self):
        return f"{type(self).__name__} has {sum(p.numel() for p in self.parameters())} numbers"


class LoggedLinear(Log, nn.Linear):
    def forward(self, x):
        return super().forward(x) * 0 + 1


layer = LoggedLinear(2, 3, bias=False)
print(layer)
print(layer.note(), isinstance(layer, nn.Module), layer(torch.ones(1, 2)))
print([c.__name__ for c in LoggedLinear.__mro__][:4])
Base.kind = "new base"            # found by those that have none of their own
print(Shifted("s").who(), Scaled("s").who())
