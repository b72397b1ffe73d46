from inspect import Parameter, signature

# A lesson has no command line.
def Fire(component):
    for p in signature(component).parameters.values():
        if p.default is Parameter.empty and p.kind not in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
            raise NotHere(f"fire.Fire: '{p.name}' has no default, and a lesson has no command line: call the function")
    result = component()
    if isinstance(result, (str, int, float)):
        print(result)
    elif result is not None:
        raise NotHere("fire.Fire: how it prints what the function gives is not known here")
