"""Modules whose members are items in an order. A list names them "0", "1", ..."""

from collections import OrderedDict
from torch.nn.modules.module import Module

class _Numbered(Module):
    """The list that Sequential and ModuleList are."""

    def _name_of(self, index):
        return list(self._modules)[_place(self, index)]

    def _set_all(self, modules):
        self._modules = OrderedDict()
        for i, module in enumerate(modules):
            self.add_module(str(i), module)

    def __getitem__(self, index):
        if isinstance(index, slice):
            return self._part(list(self._modules.items())[index])
        return self._modules[self._name_of(index)]

    def __setitem__(self, index, module):
        setattr(self, self._name_of(index), module)

    def __delitem__(self, index):
        gone = range(len(self))[index]
        gone = gone if isinstance(index, slice) else [gone]
        self._set_all([module for i, module in enumerate(self) if i not in gone])

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules.values())

    def __iadd__(self, modules):
        return self.extend(modules)

    def __add__(self, modules):
        return self._like().extend(self).extend(modules)

    def _like(self):
        return type(self)()

    def append(self, module):
        self.add_module(str(len(self)), module)
        return self

    def extend(self, modules):
        for module in list(modules):
            self.append(module)
        return self

    def insert(self, index, module):
        modules = list(self)
        modules.insert(index, module)
        self._set_all(modules)

    def pop(self, index):
        module = self[index]
        del self[index]
        return module

class Sequential(_Numbered):
    def __init__(self, *args):
        super().__init__()
        if len(args) == 1 and isinstance(args[0], dict):
            for name, module in args[0].items():
                if not isinstance(name, str):
                    raise TypeError("module name should be a string")
                self.add_module(name, module)
        else:
            self.extend(args)

    def _part(self, items):
        return type(self)(OrderedDict(items))

    def insert(self, index, module):
        super().insert(index, module)
        return self

    def forward(self, input):
        for module in self:
            input = module(input)
        return input

class ModuleList(_Numbered):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.extend(modules)

    def _part(self, items):
        return type(self)([module for _, module in items])

    def __repr__(self):
        """Neighbours that print the same are one line: (0-2): 3 x Linear(...)"""
        runs = []
        for i, module in enumerate(self):
            text = repr(module).replace("\n", "\n  ")
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        lines = []
        for first, last, text in runs:
            many = f"({first}-{last}): {last - first + 1} x " if last > first else f"({first}): "
            lines.append("\n  " + many + text)
        return self._get_name() + "(" + "".join(lines) + ("\n)" if lines else ")")

class ModuleDict(Module):
    def __init__(self, modules=None):
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key):
        if key not in self._modules:
            raise KeyError(f"{self._get_name()} has no {key!r}")
        return self._modules[key]

    def __setitem__(self, key, module):
        if not isinstance(key, str):
            raise TypeError("module name should be a string")
        self.add_module(key, module)

    def __delitem__(self, key):
        self.pop(key)

    def __len__(self):
        return len(self._modules)

    def __iter__(self):
        return iter(self._modules)

    def __contains__(self, key):
        return key in self._modules

    def keys(self):
        return self._modules.keys()

    def values(self):
        return self._modules.values()

    def items(self):
        return self._modules.items()

    def pop(self, key):
        value = self[key]
        del self._modules[key]
        return value

    def update(self, items):
        pairs = list(items.items()) if isinstance(items, (dict, ModuleDict)) else list(items)
        for i, pair in enumerate(pairs):
            if not isinstance(pair, (tuple, list)) or len(pair) != 2:
                raise ValueError(f"item {i} is not a pair of a name and a value")
            self[pair[0]] = pair[1]

class ParameterList(Module):
    def __init__(self, values=None):
        super().__init__()
        if values is not None:
            self.extend(values)

    def _name_of(self, index):
        return str(_place(self, index))

    def __getitem__(self, index):
        if isinstance(index, slice):
            return type(self)(list(self)[index])
        return self._parameters[self._name_of(index)]

    def __setitem__(self, index, value):
        self._parameters[self._name_of(index)] = _parameter(value)

    def __len__(self):
        return len(self._parameters)

    def __iter__(self):
        return iter(self._parameters.values())

    def __iadd__(self, values):
        return self.extend(values)

    def append(self, value):
        self.register_parameter(str(len(self)), _parameter(value))
        return self

    def extend(self, values):
        for value in list(values):
            self.append(value)
        return self

    def extra_repr(self):
        lines = []
        for name, p in self._parameters.items():
            sizes = "" if p is None else "x".join([str(size) for size in p.shape])
            text = f"Parameter containing: [torch.float32 of size {sizes}]"
            lines.append(f"  ({name}): " + ("Object of type: NoneType" if p is None else text))
        return "\n".join(lines)

def _place(items, index):
    if not isinstance(index, int):
        kind = type(index).__name__
        raise TypeError(f"the index of a {items._get_name()} is an integer, but this is {kind}")
    if not -len(items) <= index < len(items):
        raise IndexError(f"index {index} is out of range: there are {len(items)}")
    return index % len(items)

def _parameter(value):
    if not torch.is_tensor(value):
        raise TypeError(f"expected a parameter, but this is {type(value).__name__}")
    return value if isinstance(value, nn.Parameter) else nn.Parameter(value)
