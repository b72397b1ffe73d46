"""The base of all modules. What is set to a parameter, a buffer or another module becomes a member of
it: that, and finding it again, is done by torch._C, so that a lesson's classes need no code for it.
"""

from collections import OrderedDict
from torch._C import _buffer, _fail, _kind, _load, _members, _nearest, _pair
from torch._complex import ComplexTensor
from torch.utils.hooks import RemovableHandle

@_members
class Module:
    def __init__(self):
        self.training = True
        self._parameters = OrderedDict()
        self._buffers = OrderedDict()
        self._non_persistent_buffers_set = set()
        self._modules = OrderedDict()

    def forward(self, *input):
        raise NotImplementedError(
            f'Module [{self._get_name()}] is missing the required "forward" function'
        )

    # Members that are not set as attributes.

    def _check_new(self, name, own):
        if hasattr(self, name) and name not in own:
            raise KeyError(f"attribute '{name}' already exists")
        if "." in name or name == "":
            raise KeyError(f"a member cannot be called {name!r}")

    def register_buffer(self, name, tensor, persistent=True):
        self._check_new(name, self._buffers)
        if isinstance(tensor, ComplexTensor):
            raise NotHere(f"a complex buffer is not here: keep torch.view_as_real of '{name}'")
        if tensor is not None and not torch.is_tensor(tensor):
            raise TypeError(f"'{name}' is a buffer, but this is {_kind(tensor)}")
        self._buffers[name] = _buffer(tensor, name)
        if not persistent:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name, param):
        self._check_new(name, self._parameters)
        if param is not None and not isinstance(param, nn.Parameter):
            raise TypeError(f"'{name}' is a parameter, but this is {_kind(param)}")
        self._parameters[name] = param

    def add_module(self, name, module):
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"expected a module, but this is {_kind(module)}")
        self._check_new(name, self._modules)
        self._modules[name] = module

    def register_module(self, name, module):
        self.add_module(name, module)

    def get_submodule(self, target):
        module = self
        for name in target.split(".") if target else []:
            if module is None or name not in module._modules:
                raise AttributeError(f"{self._get_name()} has no module '{target}'")
            module = module._modules[name]
        return module

    def get_parameter(self, target):
        path, _, name = target.rpartition(".")
        found = self.get_submodule(path)._parameters.get(name)
        if found is None:
            raise AttributeError(f"{self._get_name()} has no parameter '{target}'")
        return found

    def get_buffer(self, target):
        path, _, name = target.rpartition(".")
        found = self.get_submodule(path)._buffers.get(name)
        if found is None:
            raise AttributeError(f"{self._get_name()} has no buffer '{target}'")
        return found

    # Walks over the tree.

    def named_children(self):
        met = set()
        for name, module in self._modules.items():
            if module is not None and module not in met:
                met.add(module)
                yield name, module

    def children(self):
        for _, module in self.named_children():
            yield module

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        memo = set() if memo is None else memo
        if self not in memo:
            if remove_duplicate:
                memo.add(self)
            yield prefix, self
            for name, module in self._modules.items():
                if module is not None:
                    inner = prefix + ("." if prefix else "") + name
                    for found in module.named_modules(memo, inner, remove_duplicate):
                        yield found

    def modules(self):
        for _, module in self.named_modules():
            yield module

    def _named_members(self, members, prefix, recurse):
        met = set()
        for path, module in self.named_modules(prefix=prefix) if recurse else [(prefix, self)]:
            for name, member in members(module).items():
                if member is not None and id(member) not in met:
                    met.add(id(member))
                    yield path + ("." if path else "") + name, member

    def named_parameters(self, prefix="", recurse=True):
        for found in self._named_members(lambda module: module._parameters, prefix, recurse):
            yield found

    def parameters(self, recurse=True):
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_buffers(self, prefix="", recurse=True):
        for found in self._named_members(lambda module: module._buffers, prefix, recurse):
            yield found

    def buffers(self, recurse=True):
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def apply(self, fn):
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    # Out and in.

    def state_dict(self, destination=None, prefix="", keep_vars=False):
        result = OrderedDict() if destination is None else destination
        for name, parameter in self._parameters.items():
            if parameter is not None:
                result[prefix + name] = parameter if keep_vars else parameter.data
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                result[prefix + name] = buffer
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(result, prefix + name + ".", keep_vars)
        return result

    def load_state_dict(self, state_dict, strict=True):
        if not isinstance(state_dict, dict):
            raise TypeError(f"'state_dict' must be a dict, but this is {_kind(state_dict)}")
        state_dict = self._before_loading(state_dict)
        own = self.state_dict(keep_vars=True)
        missing = [key for key in own if key not in state_dict]
        unexpected = [key for key in state_dict if key not in own]
        for key in unexpected:
            if not isinstance(key, str):
                raise RuntimeError(
                    f"load_state_dict: the keys are the names of parameters, but this is {_kind(key)}"
                )
        wrong = []
        for key in own:
            if key in state_dict and not _fits(own[key], state_dict[key]):
                wrong.append(key)
            elif key in state_dict:
                _load(own[key], state_dict[key], key)
        self._check_state(
            own, state_dict, missing if strict else [], unexpected if strict else [], wrong
        )
        return _pair("_IncompatibleKeys", missing, unexpected)

    def _register_load_state_dict_pre_hook(self, hook, with_module=False):
        if with_module:
            raise NotHere("_register_load_state_dict_pre_hook: 'with_module' is not part of the lesson language")
        hooks = self.__dict__.setdefault("_load_state_dict_pre_hooks", [])
        return RemovableHandle(hooks, hook)

    # State that the hooks make of one; what was given stays.
    def _before_loading(self, state_dict):
        given = state_dict
        for name, module in self.named_modules():
            for _, hook in list(module.__dict__.get("_load_state_dict_pre_hooks", [])):
                state_dict = dict(state_dict) if state_dict is given else state_dict
                hook(state_dict, name + "." if name else "", {}, True, [], [], [])
        return state_dict

    # Says what did not fit, after all that does has been loaded.
    def _check_state(self, own, given, missing, unexpected, wrong):
        said = f"Error(s) in loading state_dict for {self._get_name()}:"
        shown = []
        if missing:
            shown.append("missing: " + ", ".join([f"'{key}'" for key in missing]))
            said += _said_keys("Missing", missing)
        if unexpected:
            most = 18
            hints = [_hint(key, list(own)) for key in unexpected[:most]]
            more = ["..."] if len(unexpected) > most else []
            shown.append("unexpected: " + ", ".join(hints + more))
            said += _said_keys("Unexpected", unexpected)
        for key in wrong:
            said += "\n\t" + _said_wrong(key, own[key], given[key])
        if wrong:
            shown.append(", ".join([_shown_wrong(key, own[key], given[key]) for key in wrong]))
        if shown:
            _fail("RuntimeError", said, "load_state_dict: " + "; ".join(shown))

    # Hooks. Their lists are made with the first, so that calls of other modules need not look.

    def _make_forward_hooks(self):
        if "_forward_hooks" not in self.__dict__:
            self._forward_hooks, self._forward_pre_hooks = [], []

    def register_forward_hook(self, hook):
        self._make_forward_hooks()
        return RemovableHandle(self._forward_hooks, hook)

    def register_forward_pre_hook(self, hook):
        self._make_forward_hooks()
        return RemovableHandle(self._forward_pre_hooks, hook)

    def _call_forward_pre_hooks(self, args):
        for _, hook in list(self._forward_pre_hooks):
            changed = hook(self, args)
            if changed is not None:
                args = changed if isinstance(changed, tuple) else (changed,)
        return args

    def _call_forward_hooks(self, args, result):
        for _, hook in list(self._forward_hooks):
            changed = hook(self, args, result)
            result = result if changed is None else changed
        return result

    # Modes.

    def train(self, mode=True):
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self):
        return self.train(False)

    def requires_grad_(self, requires_grad=True):
        for parameter in self.parameters():
            parameter.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none=True):
        for p in self.parameters():
            if p.grad is not None and not set_to_none:
                p.grad.zero_()
            elif p.grad is not None:
                p.grad = None

    def _drawn(self, dtype, half=False):
        """Parameters are drawn as float32, some as half types: of another type the numbers would be others."""
        if half and dtype in (torch.bfloat16, torch.float16):
            return
        if dtype is not None and dtype != torch.float32:
            name = type(self).__name__
            raise NotHere(f"{name}: its parameters are drawn as float32: leave 'dtype' out, and use .to({dtype})")

    def _cast(self, dtype):
        for module in self.modules():
            for parameter in module._parameters.values():
                if parameter is not None and parameter.is_floating_point() and parameter.dtype != dtype:
                    parameter.data = parameter.data.to(dtype)
            for name, buffer in module._buffers.items():
                if buffer is not None and buffer.is_floating_point():
                    module._buffers[name] = _buffer(buffer.to(dtype), name)
        return self

    def to(self, *args, **kwargs):
        dtype = kwargs.get("dtype")
        for given in args:
            if isinstance(given, torch.Tensor):
                dtype = given.dtype
            elif isinstance(given, torch.dtype):
                dtype = given
        return self if dtype is None else self._cast(dtype)

    def type(self, dst_type):
        return self._cast(dst_type)

    def cpu(self):
        return self

    def float(self):
        return self._cast(torch.float32)

    def double(self):
        return self._cast(torch.float64)

    def half(self):
        return self._cast(torch.float16)

    def bfloat16(self):
        return self._cast(torch.bfloat16)

    def cuda(self, device=None):
        raise NotHere("cuda: there is no graphics card here: everything runs on the CPU")

    # As text.

    def _get_name(self):
        return type(self).__name__

    def extra_repr(self):
        return ""

    def __repr__(self):
        lines = self.extra_repr().split("\n") if self.extra_repr() else []
        has_lines = len(lines) > 1 or len(self._modules) > 0
        for name, module in self._modules.items():
            lines.append(f"({name}): " + repr(module).replace("\n", "\n  "))
        if has_lines:
            return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"
        return self._get_name() + "(" + "".join(lines) + ")"

def _said_keys(what, keys):
    return f"\n\t{what} key(s) in state_dict: " + ", ".join([f'"{key}"' for key in keys]) + ". "

def _fits(own, value):
    return torch.is_tensor(value) and value.shape == own.shape

def _said_wrong(key, own, value):
    if not torch.is_tensor(value):
        return (
            f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like '
            f"object from checkpoint but received {type(value)}"
        )
    return (
        f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, "
        f"the shape in current model is {own.shape}."
    )

def _shown_wrong(key, own, value):
    if not torch.is_tensor(value):
        return f"'{key}' must be a tensor, but this is {_kind(value)}"
    return f"'{key}' is {tuple(own.shape)} in the module and {tuple(value.shape)} here"

def _hint(key, names):
    nearest = _nearest(key, names)
    return f"'{key}' (did you mean '{nearest}'?)" if nearest else f"'{key}'"
