"""Widths that PyTorch would choose by itself: switched off. With a graphics card alone they are on as they are
written, and there is none here."""

import functools

def _is_on(name, device_type, enabled):
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    if enabled and device_type != "cuda":
        raise NotHere(f"{name}: numbers keep their width here: say enabled=False, or use .to(torch.bfloat16)")
    return False

class autocast:
    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        self._enabled = _is_on("autocast", device_type, enabled)
        self.device = device_type

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def decorate_autocast(*args, **kwargs):
            with self:
                return func(*args, **kwargs)
        return decorate_autocast

class GradScaler:
    def __init__(
        self, device="cuda", init_scale=65536.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000,
        enabled=True
    ):
        self._enabled = _is_on("GradScaler", device, enabled)

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        return None

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        return None

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return self._enabled

    def state_dict(self):
        return {}

    def load_state_dict(self, state_dict):
        return None
