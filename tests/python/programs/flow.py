def f():
    for i in range(3):
        try:
            if i == 0: continue
            if i == 1: break
        finally:
            print("fin", i)
    else:
        print("else")
    try:
        return "r"
    finally:
        print("after")
print(f())
def g():
    try:
        return 1
    finally:
        return 2
print(g())
def h():
    while True:
        try:
            raise ValueError("x")
        except ValueError:
            try:
                break
            finally:
                print("inner")
    return "out"
print(h())
for i in range(2):
    pass
else:
    print("done", i)
n = 0
while n < 3:
    n += 1
    if n == 2: continue
else: print("while else", n)
x = 10
def setx():
    global x
    x = 20
setx(); print(x)
def outer():
    c = 0
    def inc():
        nonlocal c
        c += 1
        return c
    inc(); inc()
    return c
print(outer())
try:
    try:
        raise KeyError("k")
    except KeyError as e:
        raise ValueError("v") from e
except ValueError as e:
    print(repr(e), repr(e.__cause__), e.args)
try:
    try: 1 / 0
    except ZeroDivisionError: raise RuntimeError("again")
except RuntimeError as e: print(e, repr(e.__context__), e.__cause__)
class MyErr(Exception):
    def __init__(self, msg, code):
        super().__init__(msg)
        self.code = code
try: raise MyErr("bad", 7)
except MyErr as e: print(e, e.code, repr(e), isinstance(e, Exception))
try: raise Exception
except Exception as e: print(repr(e), str(e) == "")
try:
    raise ValueError(1, 2)
except (KeyError, ValueError) as e: print(e, e.args)
else: print("no")
finally: print("fin")
def k():
    try: undefined
    except NameError as e: return str(e)
print(k())
def l():
    print(loc)
    loc = 1
try: l()
except UnboundLocalError as e: print(e)
try:
    assert 1 == 2, "msg"
except AssertionError as e: print(e)
try: assert False
except AssertionError as e: print(repr(e))
if (m := 5) > 3: print(m)
a = b = c = 3; print(a, b, c)
a, b = b, a + 1; print(a, b)
try: a, b = 1, 2, 3
except ValueError as e: print(e)
try: a, b, c = 1, 2
except ValueError as e: print(e)
try: a, b = 5
except TypeError as e: print(e)
try: a, *b, c = [1]
except ValueError as e: print(e)
print(__name__ == "__main__")
if __name__ == "__main__": print("main")
