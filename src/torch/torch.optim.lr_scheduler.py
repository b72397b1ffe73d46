"""What changes the learning rate of an optimizer from step to step: by the formulas that PyTorch uses, which
go on from the rate before, so that their last bits are the same."""

import math
from collections import Counter
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

class MultiplicativeLR(LambdaLR):
    def get_lr(self):
        if self._is_initial:
            return _rates(self.optimizer)
        rates = _rates(self.optimizer)
        return [lr * f(self.last_epoch) for f, lr in zip(self.lr_lambdas, rates)]

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

class MultiStepLR(LRScheduler):
    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones = Counter(milestones)
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch not in self.milestones:
            return _rates(self.optimizer)
        return self._times(self.gamma ** self.milestones[self.last_epoch])

    def _get_closed_form_lr(self):
        past = sum(self.milestones[m] for m in self.milestones if m <= self.last_epoch)
        return [base * self.gamma**past for base in self.base_lrs]

class ConstantLR(LRScheduler):
    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if factor > 1.0 or factor < 0:
            raise ValueError("Constant multiplicative factor expected to be between 0 and 1.")
        self.factor = factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._times(self.factor)
        is_over = self.last_epoch == self.total_iters
        return self._times(1.0 / self.factor) if is_over else _rates(self.optimizer)

class LinearLR(LRScheduler):
    def __init__(
        self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1
    ):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError(
                "Starting multiplicative factor expected to be greater than 0 and less or equal to 1."
            )
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError("Ending multiplicative factor expected to be between 0 and 1.")
        self.start_factor = start_factor
        self.end_factor = end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        if self.last_epoch == 0:
            return self._times(self.start_factor)
        if self._is_initial or self.last_epoch > self.total_iters:
            return _rates(self.optimizer)
        way = self.end_factor - self.start_factor
        before = self.total_iters * self.start_factor + (self.last_epoch - 1) * way
        return self._times(1.0 + way / before)

    def _get_closed_form_lr(self):
        way = self.end_factor - self.start_factor
        gone = min(self.total_iters, self.last_epoch)
        return [b * (self.start_factor + way * gone / self.total_iters) for b in self.base_lrs]

class ExponentialLR(LRScheduler):
    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return _rates(self.optimizer) if self._is_initial else self._times(self.gamma)

    def _get_closed_form_lr(self):
        return [base * self.gamma**self.last_epoch for base in self.base_lrs]

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

class ReduceLROnPlateau(LRScheduler):
    def __init__(
        self,
        optimizer,
        mode="min",
        factor=0.1,
        patience=10,
        threshold=1e-4,
        threshold_mode="rel",
        cooldown=0,
        min_lr=0,
        eps=1e-8,
    ):
        if factor >= 1.0:
            raise ValueError("Factor should be < 1.0.")
        _check_optimizer(optimizer)
        groups = len(optimizer.param_groups)
        least = list(min_lr) if isinstance(min_lr, (list, tuple)) else [min_lr] * groups
        if len(least) != groups:
            raise ValueError(f"expected {groups} min_lrs, got {len(least)}")
        if mode not in ("min", "max"):
            raise ValueError("mode " + mode + " is unknown!")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError("threshold mode " + threshold_mode + " is unknown!")
        self.factor, self.optimizer, self.min_lrs = factor, optimizer, least
        self.patience, self.cooldown, self.eps = patience, cooldown, eps
        self.last_epoch, self._last_lr = 0, _rates(optimizer)
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode
        self.best = math.inf if mode == "min" else -math.inf
        self.cooldown_counter = self.num_bad_epochs = 0

    @property
    def in_cooldown(self):
        return self.cooldown_counter > 0

    def _is_better(self, now, best):
        if self.threshold_mode == "rel":
            return now < best * (1.0 - self.threshold) if self.mode == "min" else (
                now > best * (self.threshold + 1.0)
            )
        if self.mode == "min":
            return now < best - self.threshold
        return now > best + self.threshold

    def step(self, metrics, epoch=None):
        now = float(metrics)
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        self.num_bad_epochs += 1
        if self._is_better(now, self.best):
            self.best = now
            self.num_bad_epochs = 0
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter = self.cooldown
            self.num_bad_epochs = 0
        self._last_lr = _rates(self.optimizer)

    def _reduce(self):
        for group, least in zip(self.optimizer.param_groups, self.min_lrs):
            lr = max(group["lr"] * self.factor, least)
            if group["lr"] - lr > self.eps:
                group["lr"] = lr
