s = "Hello, World"
print(s.lower(), s.upper(), s.title(), s.swapcase(), s.capitalize(), s.casefold(), s.center(20, "*"), s.ljust(15) + "|", s.rjust(15), s.zfill(15))
print(s.find("o"), s.rfind("o"), s.index("W"), s.count("l"), s.replace("l", "L", 1), s.startswith(("He", "x")), s.endswith("d"), s.partition(", "), s.rpartition("o"))
print("a,b,,c".split(","), " a  b ".split(), "a-b-c".rsplit("-", 1), "x\ny\n".splitlines(), "a b c".split(None, 1), "ab".join("123"), "-".join(["a", "b"]))
print("abc".isalpha(), "12".isdigit(), "a1".isalnum(), " ".isspace(), "Ab".istitle(), "AB".isupper(), "ab".islower(), "a_1".isidentifier(), "1.5".isnumeric(), "5".isdecimal())
print("  x ".strip() + "|", "xxaxx".strip("x"), "xxa".lstrip("x"), "axx".rstrip("x"), "prefix_a".removeprefix("prefix_"), "a.py".removesuffix(".py"), "a\tb".expandtabs(4))
print("abc".translate(str.maketrans("ab", "xy")), str.maketrans({"a": "1"}), "hello".translate(str.maketrans("", "", "l")))
print("%s %d %5.2f %-5s| %05d %x %r %%" % ("a", 3, 2.5, "b", 42, 255, "q"), "%(n)s" % {"n": 1})
print("{} {1} {0}".format("a", "b") if False else "{0} {1} {0}".format("a", "b"), "{:>5}|{:<5}|{:^5}".format(1, 2, 3), "{x:.2f}".format(x=1.234), "{0[0]} {0[1]}".format([1, 2]))
print(f"{3.14159:.2f} {42:05d} {1000000:,} {0.25:.1%} {'a':>5} {'b':<5}| {'c':^5} {255:x} {255:#x} {5:b} {1e10:g} {1234.5:e} {-3:+d} {3:+d}")
w, p = 10, 3
print(f"{3.14159:{w}.{p}f}|{'x':{w}}|{w=} {w!r:>5} {'q'!r} {w = } {3.0:.3}")
print("a" "b" 'c', "x" * 3, "abc"[::-1], "abc"[-1], "abc"[1:], "b" in "abc", "ab" < "b", len("héllo"), ord("a"), chr(97), repr("a'b"), repr('a"b\n'))
try: "abc".index("z")
except ValueError as e: print(e)
try: "a" + 1
except TypeError as e: print(e)
try: 1 + "a"
except TypeError as e: print(e)
try: int("x1")
except ValueError as e: print(e)
try: float("abc")
except ValueError as e: print(e)
print(int("  42 "), int("ff", 16), int("0b11", 2), float("1e3"), float("inf"), str(1.0), str(None), bool(""), int(3.9), int(-3.9), int("1_000"))
print("abc".encode() if False else "abc", list("abc"), tuple("ab"), sorted("hello"), "".join(reversed("abc")), max("abc"), min("hello"))
print("{:,}".format(1234567.891), "{:_}".format(1000000), format(3.14159, ".3f"), format(42, "08b"), format("x", "*^7"))
print("line1\nline2\ttab", r"raw\n", """triple
quoted""")
print("%s" % [1], "%s %s" % (1, (2, 3)), "%.3s|" % "abcdef", "%10.3f|%+d|%e" % (3.14159, 5, 12345.678), "%c" % 65, "%5s" % None)
