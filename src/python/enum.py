class auto:
    pass

def unique(cls):
    if len(cls) != len(cls.__members__):
        raise ValueError(f"duplicate values found in {cls!r}")
    return cls

def _is_member(name, value):
    kinds = (property, staticmethod, classmethod)
    return not name.startswith("_") and not callable(value) and not isinstance(value, kinds)

def _find(members, value):
    for member in members:
        if member.value == value:
            return member
    return None

class Enum:
    def __init_subclass__(cls):
        members = []
        cls.__members__ = {}
        for name, value in dict(cls.__dict__).items():
            if not _is_member(name, value):
                continue
            if isinstance(value, auto):
                value = max([m.value for m in members], default=0) + 1
            member = _find(members, value)
            if member is None:
                member = object.__new__(cls)
                member.name = member._name_ = name
                member.value = member._value_ = value
                member.__init__(*value) if isinstance(value, tuple) else member.__init__(value)
                members.append(member)
            cls.__members__[name] = member
            setattr(cls, name, member)
        if members:
            cls._member_list_ = members

    def __new__(cls, value):
        member = _find(cls._member_list_, value)
        if member is None:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}")
        return member

    def __init__(self, *value):
        pass

    def __repr__(self):
        return f"<{type(self).__name__}.{self.name}: {self.value!r}>"

    def __str__(self):
        return f"{type(self).__name__}.{self.name}"

    def __format__(self, format):
        return self.__str__() if not format else ('{:' + format + '}').format(self.__str__())

    def __hash__(self):
        return hash(self.name)
