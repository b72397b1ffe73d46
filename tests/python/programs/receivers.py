# Methods that are reached through their class, or by super(), and called on a value of another kind.


def said(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__, str(error)


def raised(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__


print(said(lambda: str.upper(5)))
print(said(lambda: list(map(str.upper, ["a", 1]))))
print(said(lambda: sorted(["b", None, "a"], key=str.lower)))
print(said(lambda: list.append(5, 1)))
print(said(lambda: dict.keys(["a"])))
print(said(lambda: set.add("a", 1)))
print(said(lambda: str.join(1, ["a"])))
print(raised(lambda: Exception.__init__(5, 1)))
print(raised(lambda: dict.get("a", "b")))
print(raised(lambda: int.bit_length("a")))
print(raised(lambda: slice.indices(5, 1)))


class Base:
    def m(self):
        return "m of " + type(self).__name__

    @classmethod
    def k(cls):
        return "k of " + cls.__name__


class Made(Base):
    def m(self):
        return "made, " + super().m()

    @classmethod
    def k(cls):
        return "made, " + super().k()

    @classmethod
    def unbound(cls):
        return super().m()

    @classmethod
    def text(cls):
        return super().__repr__()


print(Made().m(), Made.k())
print(raised(lambda: Made.unbound()))
print(raised(lambda: Made.text()))
print(raised(lambda: super(Made, 5).m))
print(said(lambda: super(Made, Base()).m()))
print(super(Made, Made()).m())


class Row(list):
    pass


class Table(dict):
    pass


row, table = Row([1]), Table(a=1)
list.append(row, 2)
dict.update(table, b=2)
print(row, table, list(dict.keys(table)), len(row))
print(raised(lambda: type("Both", (Row, Table), {})))

# Arguments of an error can be set to a tuple of anything, and to nothing else.
error = ValueError("a")
error.args = [1, 2]
print(error, repr(error))
print(raised(lambda: setattr(error, "args", 5)))
print(error)

# A number that tells values from each other: no two that live at once have the same.
values = [Base(), Base(), [], [], {}, {}, Base, Made, len, 1, 2]
print(len({id(v) for v in values}) == len(values))
print(id(row) == id(row), id(1) == id(1), hash(Base) == hash(Base))
first, second = Base(), Base()
kept = {first: 1, second: 2}
print(kept[first], kept[second], hash(first) == hash(first), hash(first) == hash(second))


class Property:
    @property
    def x(self):
        return self._x

    @x.setter
    def x(self, value):
        self._x = value


p = Property()
p.x = 3
print(p.x)
