from enum import Enum, auto
import enum
class Kind(Enum):
    CAUSAL = "causal"
    FULL = "full"
    ALL = "full"
    @property
    def short(self): return self.value[0]
    def up(self): return self.name + "!"
print(Kind.CAUSAL, Kind("full").name, Kind.FULL.value, repr(Kind.ALL), Kind.ALL is Kind.FULL, Kind.CAUSAL == Kind.FULL, Kind.CAUSAL == "causal")
print(Kind.CAUSAL.short, Kind.FULL.up(), {Kind.FULL: 1}[Kind.ALL], f"{Kind.FULL} {Kind.FULL!r:>20}|{Kind.FULL:>12}|", isinstance(Kind.FULL, Kind), type(Kind.FULL) is Kind)
print([Kind.FULL], {"a": Kind.CAUSAL})
try: Kind("x")
except ValueError as e: print(e)
class C(Enum):
    A = auto()
    B = auto()
    D = 7
    E = enum.auto()
print(C.A.value, C.B.value, C.E.value, C(7))
print(Kind.__members__)
print(list(Kind), len(Kind), Kind["FULL"], [k.value for k in C])
print(Kind.FULL in Kind, "FULL" in Kind.__members__, C.A in C)
for k in Kind: print(k, k.name)
class Planet(Enum):
    EARTH = (1, 2)
    MARS = (3, 4)
    def __init__(self, mass, radius):
        self.mass = mass
        self.ratio = mass / radius
print(Planet.MARS.ratio, Planet((1, 2)), Planet.EARTH.value)
