"""Whether attention goes PyTorch's fast way where nobody wants a gradient back."""

_enabled = [True]

def get_fastpath_enabled():
    return _enabled[0]

def set_fastpath_enabled(value):
    _enabled[0] = value
