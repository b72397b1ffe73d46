# Methods of strings.
s = "have a nice day"
print(s.split(), s.split("a"), s.split(" ", 1), s.rsplit(" ", 1), "a,b,,c".split(","), "".split())
print(" a  b ".split(), "".split(","))
print("-".join(["x", "y"]), "".join(reversed("abc")), ", ".join(str(i) for i in range(3)))
print(" ".join(s.split()[::-1]))
print(s.upper(), s.title(), s.capitalize(), "ABC".lower(), "aBc".swapcase())
print(s.startswith("have"), s.startswith(("x", "h")), s.endswith("day"), "nice" in s, "x" not in s)
print(s.find("a"), s.find("z"), s.rfind("a"), s.index("n"), s.count("a"))
print("abc".ljust(5) + "|", "abc".rjust(5), "abc".center(7, "*"), "7".zfill(3), "-7".zfill(4))
print("x".ljust(1))
print("  a b ".strip() + "|", "xxaxx".strip("x"), " a".lstrip(), "a ".rstrip() + "|")
print("a.b".replace(".", "->"), "aaa".replace("a", "b", 2))
print("abc".isalpha(), "ab1".isalnum(), "12".isdigit(), " ".isspace(), "Ab".isupper())
print("ab".islower(), "".isalpha(), "Title Case".istitle(), "x_1".isidentifier())
print(s[0], s[-1], s[2:6], s[::-1], s[::3], s[-3:], s[100:], len(s), min(s.replace(" ", "")))
print(max("abc"))
print("ab" * 3, "a" + "b", "a" "b", "abc" < "abd", "Z" < "a", "a" == 'a', "" or "empty", "10" < "9")
print([c for c in "abc"], list("ab"), tuple("ab"), sorted("banana"))
print({c: "banana".count(c) for c in "ban"}, list(enumerate("ab", 1)))
print(ord("a"), chr(98), chr(ord("a") + 2), "é", "中文", len("中文"), "\u00e9", "\x41", "a\tb", "\\n")
print(r"\n", 'it\'s')
print("""two
lines""", '''a "quoted" 'word' ''', "one \
line", ("in " "brackets"))
print("a=1;b=2".partition("="), "a=1;b=2".rpartition("="), "none".partition("x"))
print("l1\nl2\n".splitlines(), "prefix-x".removeprefix("prefix-"), "x.py".removesuffix(".py"))
print("{}".format("a"), "%s" % "b", f"{'c'}", "A".lower() + "b".upper())
try:
    s[0] = "H"
except TypeError:
    print("a string is not changed")
try:
    s.index("z")
except ValueError as e:
    print(e)
try:
    "a" + 1
except TypeError as e:
    print(e)
words = "the cat saw the dog".split()
vocab = sorted(set(words))
stoi = {w: i for i, w in enumerate(vocab)}
counts = {}
for w in words:
    counts[w] = counts.get(w, 0) + 1
print(vocab, stoi, [stoi[w] for w in words], counts, max(counts, key=counts.get))
print(" ".join(f"{w}:{c}" for w, c in sorted(counts.items(), key=lambda p: (-p[1], p[0]))))
