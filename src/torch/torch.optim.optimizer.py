"""The base of all optimizers. What a step does to one parameter is _move of the class; what it does to all of
them is a group "step" on the tape."""

from collections import defaultdict

required = object()

def _typename(x):
    return x.type() if torch.is_tensor(x) else type(x).__name__

class Optimizer:
    def __init__(self, params, defaults):
        self.defaults = defaults
        if torch.is_tensor(params):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                "but got " + _typename(params)
            )
        if isinstance(params, (int, float)):
            raise TypeError(f"'{type(params).__name__}' object is not iterable")
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def add_param_group(self, param_group):
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        params = param_group["params"]
        if isinstance(params, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering "
                "of tensors in sets will change between runs. Please use a list instead."
            )
        params = [params] if torch.is_tensor(params) else list(params)
        names = [p[0] for p in params if isinstance(p, tuple)]
        param_group["params"] = [p[1] if isinstance(p, tuple) else p for p in params]
        if names:
            if len(names) != len(params):
                raise ValueError(
                    "all optimizer params should be with/without names. Some param names are missing"
                )
            param_group["param_names"] = names
        for p in param_group["params"]:
            if not torch.is_tensor(p):
                raise TypeError(
                    "optimizer can only optimize Tensors, but one of the params is " + _typename(p)
                )
            if not p.is_leaf:
                raise ValueError("can't optimize a non-leaf Tensor")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(
                    "parameter group didn't specify a value of required optimization parameter "
                    + name
                )
            param_group.setdefault(name, default)
        self._check_apart(param_group)
        self.param_groups.append(param_group)

    def _check_apart(self, new):
        met = set()
        for group in self.param_groups:
            if ("param_names" in group) != ("param_names" in new):
                how = "with names" if "param_names" in new else "without names"
                raise ValueError(
                    "all optimizer param groups should be with/without names. "
                    f"cannot add param group {how} to the optimizer"
                )
            met.update(group["params"])
        if any(p in met for p in new["params"]):
            raise ValueError("some parameters appear in more than one parameter group")

    def __repr__(self):
        lines = [type(self).__name__ + " ("]
        for i, group in enumerate(self.param_groups):
            lines += [""] * (i > 0) + [f"Parameter Group {i}"]
            lines += [f"    {key}: {group[key]}" for key in sorted(group) if key != "params"]
        return "\n".join(lines) + "\n)"

    def zero_grad(self, set_to_none=True):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is not None and not set_to_none:
                    p.grad.zero_()
                elif p.grad is not None:
                    p.grad = None

    def step(self, closure=None):
        raise NotImplementedError

    def _step(self, closure):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        with torch.no_grad():
            for group in self.param_groups:
                for p in group["params"]:
                    if p.grad is not None:
                        self._move(p, -p.grad if group["maximize"] else p.grad, group)
        return loss

    # How many steps a parameter has behind it, with this one.
    def _count(self, state):
        steps = int(state["step"]) + 1
        state["step"].fill_(steps)
        return steps

    # Out and in: a parameter is called by its place.

    def _places(self):
        places = {}
        for group in self.param_groups:
            for p in group["params"]:
                places.setdefault(p, len(places))
        return places

    def state_dict(self):
        places, groups = self._places(), []
        for group in self.param_groups:
            packed = {key: value for key, value in group.items() if key != "params"}
            packed["params"] = [places[p] for p in group["params"]]
            groups.append(packed)
        state = {places.get(p, p): kept for p, kept in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        groups = state_dict["param_groups"]
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        own = {}
        for group, loaded in zip(self.param_groups, groups):
            if len(group["params"]) != len(loaded["params"]):
                raise ValueError(
                    "loaded state dict contains a parameter group "
                    "that doesn't match the size of optimizer's group"
                )
            own.update(zip(loaded["params"], group["params"]))
        self.state = defaultdict(dict)
        for place, kept in state_dict["state"].items():
            p = own.get(place, place)
            self.state[p] = {key: _cast(key, value, p) for key, value in kept.items()}
        now = []
        for group, loaded in zip(self.param_groups, groups):
            new = dict(loaded)
            new["params"] = group["params"]
            if "param_names" in group:
                new.setdefault("param_names", group["param_names"])
            now.append(new)
        self.param_groups = now

# Of the parameter's type, and the same tensor where it is of it already.
def _cast(key, value, p):
    return value.to(p.dtype) if torch.is_tensor(value) and key != "step" else value

def _check(name, value, most=None):
    if not 0.0 <= value or (most is not None and not value < most):
        raise ValueError(f"Invalid {name}: {value}")

def _refuse(capturable=False, differentiable=False):
    if capturable:
        raise NotHere("capturable=True is for graphics cards, and there is none here")
    if differentiable:
        raise NotHere("differentiable=True: a gradient of a gradient is not computed here")
