# Parts of a format that are seldom used, and what is said of those that do not suit.
def t(v, s):
    try:
        print(repr(s), repr(v), repr(format(v, s)))
    except Exception as e:
        print(repr(s), repr(v), type(e).__name__, e)

for v in (2.0, 2.5, -0.0, -0.04, 1e20, 300.0, 0.0, float("inf"), 7, -3, True):
    for s in ("#.0f", "#g", "#", "#.3", "#.0e", "#.1%", "z.1f", "z", "z.0e", "+z.1f", "z#.0f", ".1", "#.1", "3c", "06.0"):
        t(v, s)
for v in ("ab", 3, 2.5, True, None, [1]):
    for s in ("q", "_", ",", "_s", ",x", "_x", "=5", "+", " ", "#", "z", ".2d", "s", "d", "yy", "c", "+c", "#c", ",n", "x", "F"):
        t(v, s)
print("%#.0f|%#g|%+#8.1f|%# .2g|%#x" % (2.0, 2.0, 2.0, 0.0, 255))
print(int("٣"), float("٣.٥"), int("१२३"), int(" \u00a0４２\u2003"), int("1_0"), float("１e２"))
for text in ("²", "\x013", "3\x00", "1__0", "x٣", "٣_", "", " "):
    for f in (int, float):
        try:
            print(f(text))
        except ValueError as e:
            print(e)
for x in (2.5, 1e18, float("inf"), float("nan"), "a", None, [1]):
    try:
        print(round(x))
    except Exception as e:
        print(type(e).__name__, e)
