"""What changes the learning rate of an optimizer from step to step: by the formulas that PyTorch uses, which
go on from the rate before, so that their last bits are the same."""

import math
from torch.optim.optimizer import Optimizer

def _rates(optimizer, key="lr"):
    return [group[key] for group in optimizer.param_groups]

def _check_optimizer(optimizer):
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"{type(optimizer).__name__} is not an Optimizer")

class LRScheduler:
    def __init__(self, optimizer, last_epoch=-1):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", group["lr"])
            elif "initial_lr" not in group:
                raise KeyError(
                    f"param 'initial_lr' is not specified in param_groups[{i}] when resuming "
                    "scheduler with last_epoch >= 0.\n"
                    "This typically happens when:\n"
                    "1. You're trying to resume training from a checkpoint but haven't properly "
                    "loaded the optimizer state\n"
                    "2. You're using last_epoch >= 0 for a fresh training run (not recommended)"
                )
        self.base_lrs = _rates(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        self._step_count = 0
        self._is_initial = True
        self.step()
        self._is_initial = False

    def get_lr(self):
        raise NotImplementedError

    def get_last_lr(self):
        return self._last_lr

    def step(self, epoch=None):
        self._step_count += 1
        self._get_lr_called_within_step = True
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        closed = epoch is not None and hasattr(self, "_get_closed_form_lr")
        rates = self._get_closed_form_lr() if closed else self.get_lr()
        self._get_lr_called_within_step = False
        for group, lr in zip(self.optimizer.param_groups, rates):
            group["lr"] = lr
        self._last_lr = _rates(self.optimizer)

    def state_dict(self):
        return {key: value for key, value in self.__dict__.items() if key != "optimizer"}

    def load_state_dict(self, state_dict):
        for key, value in state_dict.items():
            setattr(self, key, value)

    # All rates times a factor.
    def _times(self, factor):
        return [lr * factor for lr in _rates(self.optimizer)]

class _LRScheduler(LRScheduler):
    pass

class LambdaLR(LRScheduler):
    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        self.lr_lambdas = _one_each(optimizer, lr_lambda)
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * f(self.last_epoch) for f, base in zip(self.lr_lambdas, self.base_lrs)]

    def state_dict(self):
        state = super().state_dict()
        del state["lr_lambdas"]
        state["lr_lambdas"] = [None] * len(self.lr_lambdas)
        return state

    def load_state_dict(self, state_dict):
        super().load_state_dict({k: v for k, v in state_dict.items() if k != "lr_lambdas"})

def _one_each(optimizer, f):
    count = len(optimizer.param_groups)
    if not isinstance(f, (list, tuple)):
        return [f] * count
    if len(f) != count:
        raise ValueError(f"Expected {count} lr_lambdas, but got {len(f)}")
    return list(f)

class StepLR(LRScheduler):
    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size = step_size
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        is_due = self.last_epoch != 0 and self.last_epoch % self.step_size == 0
        return self._times(self.gamma) if is_due else _rates(self.optimizer)

    def _get_closed_form_lr(self):
        factor = self.gamma ** (self.last_epoch // self.step_size)
        return [base * factor for base in self.base_lrs]

class CosineAnnealingLR(LRScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max = T_max
        self.eta_min = eta_min
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        at, rates = self.last_epoch, _rates(self.optimizer)
        if self._is_initial:
            return rates
        if self._step_count == 1 and at > 0:
            return self._around(math.cos(at * math.pi / self.T_max))
        if (at - 1 - self.T_max) % (2 * self.T_max) == 0:
            up = 1 - math.cos(math.pi / self.T_max)
            return [lr + (b - self.eta_min) * up / 2 for b, lr in zip(self.base_lrs, rates)]
        now = 1 + math.cos(math.pi * at / self.T_max)
        before = 1 + math.cos(math.pi * (at - 1) / self.T_max)
        return [now / before * (lr - self.eta_min) + self.eta_min for lr in rates]

    def _around(self, cosine):
        return [self.eta_min + (b - self.eta_min) * (1 + cosine) / 2 for b in self.base_lrs]

    def _get_closed_form_lr(self):
        return self._around(math.cos(math.pi * self.last_epoch / self.T_max))

def _whole(name, value):
    if not isinstance(value, int) or value <= 0:
        raise ValueError(f"Expected positive integer {name}, but got {value}")
    return value

def _each_group(name, optimizer, value):
    count = len(optimizer.param_groups)
    if not isinstance(value, (list, tuple)):
        return [value] * count
    if len(value) != count:
        raise ValueError(
            f"{name} must have the same length as optimizer.param_groups. "
            f"{name} has {len(value)} values, param_groups has {count}."
        )
    return list(value)

class OneCycleLR(LRScheduler):
    def __init__(
        self,
        optimizer,
        max_lr,
        total_steps=None,
        epochs=None,
        steps_per_epoch=None,
        pct_start=0.3,
        anneal_strategy="cos",
        cycle_momentum=True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor=25.0,
        final_div_factor=1e4,
        three_phase=False,
        last_epoch=-1,
    ):
        _check_optimizer(optimizer)
        self.optimizer = optimizer
        if total_steps is not None:
            self.total_steps = _whole("total_steps", total_steps)
        elif epochs is not None and steps_per_epoch is not None:
            epochs = _whole("epochs", epochs)
            self.total_steps = epochs * _whole("steps_per_epoch", steps_per_epoch)
        else:
            raise ValueError("You must define either total_steps OR (epochs AND steps_per_epoch)")
        self._set_phases(pct_start, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"Expected float between 0 and 1 pct_start, but got {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(
                "anneal_strategy must be one of 'cos' or 'linear', "
                f"instead got {anneal_strategy}"
            )
        self._anneal_func_type = anneal_strategy
        most = _each_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for lr, group in zip(most, optimizer.param_groups):
                group["initial_lr"], group["max_lr"] = lr / div_factor, lr
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self._begin_momentum(base_momentum, max_momentum, last_epoch)
        super().__init__(optimizer, last_epoch)

    # Up, down to where it began or all the way; each until a step of its own.
    def _set_phases(self, share, three_phase):
        steps = self.total_steps
        first, last = float(share * steps) - 1, steps - 1
        up = ("initial_lr", "max_lr", "max_momentum", "base_momentum")
        down = ("max_lr", "min_lr", "base_momentum", "max_momentum")
        phases = [(first, *up), (last, *down)]
        if three_phase:
            back = ("max_lr", "initial_lr", "base_momentum", "max_momentum")
            out = ("initial_lr", "min_lr", "max_momentum", "max_momentum")
            phases = [(first, *up), (float(2 * share * steps) - 2, *back), (last, *out)]
        names = ("end_step", "start_lr", "end_lr", "start_momentum", "end_momentum")
        self._schedule_phases = [dict(zip(names, phase)) for phase in phases]

    def _begin_momentum(self, base, most, last_epoch):
        optimizer = self.optimizer
        self.use_beta1 = "betas" in optimizer.defaults
        if not self.use_beta1 and "momentum" not in optimizer.defaults:
            raise ValueError(
                "optimizer must support momentum or beta1 with `cycle_momentum` option enabled"
            )
        most = _each_group("max_momentum", optimizer, most)
        base = _each_group("base_momentum", optimizer, base)
        if last_epoch == -1:
            for high, low, group in zip(most, base, optimizer.param_groups):
                self._set_momentum(group, high)
                group["max_momentum"], group["base_momentum"] = high, low

    def _set_momentum(self, group, value):
        if self.use_beta1:
            group["betas"] = (value, *group["betas"][1:])
        else:
            group["momentum"] = value

    def _between(self, start, end, share):
        if self._anneal_func_type == "linear":
            return (end - start) * share + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * share) + 1)

    def get_lr(self):
        at, begin = self.last_epoch, 0.0
        if at > self.total_steps:
            raise ValueError(
                f"Tried to step {at} times. "
                f"The specified number of total steps is {self.total_steps}"
            )
        for phase in self._schedule_phases:
            end = phase["end_step"]
            if at <= end or phase is self._schedule_phases[-1]:
                break
            begin = end
        share, rates = (at - begin) / (end - begin), []
        for group in self.optimizer.param_groups:
            rates.append(self._between(group[phase["start_lr"]], group[phase["end_lr"]], share))
            if self.cycle_momentum:
                start, stop = group[phase["start_momentum"]], group[phase["end_momentum"]]
                self._set_momentum(group, self._between(start, stop, share))
        return rates
