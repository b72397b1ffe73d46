# Compiles nothing: what the original makes faster computes the same.
def jit(signature_or_function=None, **options):
    return signature_or_function if callable(signature_or_function) else lambda f: f
