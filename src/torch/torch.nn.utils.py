"""What is done to all gradients of a model at once."""

def _grads(parameters):
    several = [parameters] if torch.is_tensor(parameters) else list(parameters)
    return [p.grad for p in several if p.grad is not None]

def _total_norm(grads, norm_type, error_if_nonfinite):
    norms = [grad.norm(norm_type) for grad in grads]
    if not norms:
        return torch.tensor(0.0)
    total = torch.stack(norms).norm(norm_type)
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(
            f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return total

# All are multiplied, also where that is by 1.
def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    grads = _grads(parameters)
    with torch.no_grad():
        total = _total_norm(grads, float(norm_type), error_if_nonfinite)
        share = (float(max_norm) / (total + 1e-6)).clamp(max=1.0)
        for grad in grads:
            grad.mul_(share)
    return total

def clip_grad_value_(parameters, clip_value, foreach=None):
    most = float(clip_value)
    with torch.no_grad():
        for grad in _grads(parameters):
            grad.clamp_(-most, most)
