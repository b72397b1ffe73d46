# Plain classes: attributes of the class and of the instance, methods of every kind.
class Token:
    """A word and its place."""

    count = 0
    seen = []                      # a single list for all instances

    def __init__(self, word, place=0):
        self.word = word
        self.place = place
        self.__secret = word[::-1]  # becomes _Token__secret
        Token.count += 1
        self.seen.append(word)

    def shout(self, times=1):
        return (self.word.upper() + "!") * times

    @staticmethod
    def split(text):
        return [Token(word, i) for i, word in enumerate(text.split())]

    @classmethod
    def blank(cls, place):
        return cls("[PAD]", place)

    def secret(self):
        return self.__secret

    def __len__(self):
        return len(self.word)

    def __repr__(self):
        return f"Token({self.word!r}, {self.place})"

    def __call__(self, other):
        return self.word + "-" + str(other)


a = Token("helo")
b = Token("day", place=3)
print(a, [a, b], len(b), b.shout(2), sep=" | ")
print(str(a), repr(a), f"{a} {a!r:>20}")
print(a("x"), b(a))
print(Token.split("have a nice day"), Token.count)
print(Token.blank(4), Token.seen is a.seen, a.seen)
a.count = 100                      # an attribute of the instance hides that of the class
Token.count += 1
print(a.count, b.count, Token.count)
del a.count
print(a.count)
print(a.secret(), a._Token__secret, hasattr(a, "__secret"))
print(Token.__doc__, Token.__name__, type(a).__name__, a.__class__ is Token)
print(hasattr(a, "word"), getattr(a, "none", "nothing"), getattr(b, "word"))
setattr(a, "colour", "red")
print(a.colour, Token.shout(a, 3), isinstance(a, Token), isinstance(a, str))
shout = b.shout                    # a bound method remembers its object
b.word = "night"
print(shout(), shout(times=2))


class Empty:
    pass


e = Empty()
e.x = 1
e.x += 1
print(e.x, e == Empty(), e == e, bool(e))
try:
    e.y
except AttributeError as error:
    print(error)
