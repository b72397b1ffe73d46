class A:
    def __init__(self):
        self.__x = 1
    def get(self): return self.__x
    @property
    def x(self): return self.__x
    @x.setter
    def x(self, v): self.__x = v
a = A()
print(a.get(), a._A__x, a.x)
a.x = 5
print(a.x, sorted(a.__dict__))
try:
    a.__x
except AttributeError as e: print(e)
