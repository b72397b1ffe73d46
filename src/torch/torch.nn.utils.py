"""What is done to all gradients, or to all parameters, of a model at once."""

def _several(parameters):
    return [parameters] if torch.is_tensor(parameters) else list(parameters)

def _grads(parameters):
    return [p.grad for p in _several(parameters) if p.grad is not None]

def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    norms = [t.norm(float(norm_type)) for t in _several(tensors)]
    if not norms:
        return torch.tensor(0.0)
    total = torch.stack(norms).norm(float(norm_type))
    if error_if_nonfinite and not total.isfinite():
        raise RuntimeError(
            f"The total norm of order {float(norm_type)} for gradients from `parameters` is non-finite, "
            "so it cannot be clipped. To disable this error and scale the gradients by the "
            "non-finite norm anyway, set `error_if_nonfinite=False`"
        )
    return total

# All are multiplied, also where that is by 1.
def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    grads = _grads(parameters)
    if not grads:
        return
    with torch.no_grad():
        share = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
        for grad in grads:
            grad.mul_(share)

def _clipped(parameters, max_norm, norm_type, error_if_nonfinite):
    several = _several(parameters)
    with torch.no_grad():
        total = get_total_norm(_grads(several), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(several, max_norm, total)
    return total

def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    return _clipped(parameters, max_norm, norm_type, error_if_nonfinite)

def clip_grad_value_(parameters, clip_value, foreach=None):
    most = float(clip_value)
    with torch.no_grad():
        for grad in _grads(parameters):
            grad.clamp_(-most, most)

def parameters_to_vector(parameters):
    return torch.cat([p.view(-1) for p in parameters])

def vector_to_parameters(vec, parameters):
    start = 0
    for p in parameters:
        p.data = vec[start : start + p.numel()].view_as(p).data
        start += p.numel()
