from abc import ABC, abstractmethod
class S(ABC):
    @abstractmethod
    def area(self): ...
    @abstractmethod
    def name(self): ...
    def describe(self): return f"{self.name()} {self.area()}"
class Sq(S):
    def __init__(self, s): self.s = s
    def area(self): return self.s ** 2
    def name(self): return "sq"
print(Sq(3).describe())
try: S()
except TypeError as e: print(e)
class Half(S):
    def area(self): return 1
try: Half()
except TypeError as e: print(e)
