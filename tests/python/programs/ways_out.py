# Every way out of every part of a try inside a loop, with every other.
def run(body, handler, final):
    trace = []
    for i in range(2):
        trace.append(i)
        try:
            trace.append("body")
            if body == "raise": raise ValueError("v")
            if body == "other": raise KeyError("k")
            if body == "return": return trace, "body"
            if body == "break": break
            if body == "continue": continue
        except ValueError as e:
            trace.append(str(e))
            if handler == "raise": raise
            if handler == "other": raise IndexError("i") from e
            if handler == "return": return trace, "handler"
            if handler == "break": break
            if handler == "continue": continue
        else:
            trace.append("else")
        finally:
            trace.append("finally")
            if final == "other": raise TypeError("t")
            if final == "return": return trace, "final"
            if final == "break": break
            if final == "continue": continue
        trace.append("after")
    else:
        trace.append("loop else")
    try:
        e
        trace.append("e is left")
    except NameError:
        trace.append("no e")
    return trace, "end"


def steps(body, final):
    for i in range(2):
        try:
            yield "body"
            if body == "raise": raise ValueError("v")
            if body == "return": return "body"
            if body == "break": break
            if body == "stop": raise StopIteration
            if body == "next": next(iter([]))
            if body == "from": yield from ("x", "y")
        except ValueError as e:
            yield str(e)
        finally:
            yield "finally"
            if final == "break": break
            if final == "return": return "final"
        yield "after"
    return "end"


def outcome(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__, str(e), type(e.__cause__).__name__


ways = ["", "raise", "other", "return", "break", "continue"]
for body in ways:
    for handler in ways if body == "raise" else [""]:
        for final in ways[:1] + ways[2:]:
            print(body, handler, final, outcome(run, body, handler, final))


def drained(body, final):
    got = []

    def outer():
        given = yield from steps(body, final)
        got.append(given)
    try:
        for x in outer():
            got.append(x)
    except Exception as e:
        got.append((type(e).__name__, str(e)))
    return got


for body in ["", "raise", "return", "break", "stop", "next", "from"]:
    for final in ["", "break", "return"]:
        print(body, final, drained(body, final))
g = steps("", "")
print(next(g), list(g), next(g, "over"))


# Order in which bases are asked, with one to three bases.
class A:
    def f(self): return ["A"]


class B(A):
    def f(self): return ["B"] + super().f()


class C(A):
    def f(self): return ["C"] + super().f()


class D(A):
    def f(self): return ["D"] + super().f()


class E(B, C): pass
class F(B, C, D):
    def f(self): return ["F"] + super().f()
class G(D, E):
    def f(self): return ["G"] + super().f()
class H(F, A): pass


for c in [A, B, E, F, G, H]:
    print(c.__name__, [b.__name__ for b in c.__mro__], c().f())
print(outcome(lambda: type("X", (A, B), {}))[0])
