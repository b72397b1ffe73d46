# a package that is not there: what `except ImportError` says counts
try:
    import flash_attention_of_nobody as fast
    has_fast = True
except ImportError:
    has_fast = False
try:
    from nobody.kernels import attend
except (ModuleNotFoundError, AttributeError) as error:
    print("none:", error)
    attend = None
try:
    import math
except ImportError:
    math = None
print(has_fast, attend, math is None)


def find(name):
    try:
        import another_of_nobody
    except Exception:
        return name
    else:
        return "there"
    finally:
        print("tried")


print(find("not there"))
