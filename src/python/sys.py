stdout, stderr = "<stdout>", "<stderr>"

# A lesson that is no script has no file name.
def _script():
    try:
        return __file__
    except NameError:
        return ""

argv = [_script()]

def exit(code=None):
    raise SystemExit(code)
