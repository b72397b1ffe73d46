"""Writes tests/python/answers.txt: what Python answers to its own functions and methods, of arguments that
are drawn from pools with the edges in them. make check compares; this is run by hand, with CPython 3.11:

    python3 tests/python/answers.py > tests/python/answers.txt

Left out is what lessons/reference/README.md says is not so: integers beyond 64 bits, letters whose case is not known.
"""
import itertools
import random

ALL, EACH = 100, 32  # calls of a form: all of them, or of more so many

S = ["''", "'a'", "'abc'", "'abcabc'", "' a  b '", "'aXbXXc'", "'A-b_C 1'", "'héé'", "'\\ta\\nb\\r\\nc\\n'",
     "'aaa'", "'3.14'", "'-42'"]
SUB = ["''", "'a'", "'b'", "'bc'", "'X'", "'aa'", "' '", "'é'", "'abcabcx'"]
I = ["-9", "-3", "-1", "0", "1", "2", "3", "4", "9"]
ON = I + ["None"]
COUNT = ["-1", "0", "1", "2", "9"]
WIDTH = ["-1", "0", "3", "4", "7", "8"]
FILL = ["'*'", "'é'"]
INT = ["-7", "-3", "-2", "-1", "0", "1", "2", "3", "7", "10", "255", "(-9223372036854775807 - 1)", "9223372036854775807"]
SMALL = ["-7", "-3", "-1", "0", "1", "2", "3", "7", "10", "62"]
FLOAT = ["-0.0", "0.0", "0.5", "1.5", "2.5", "-2.5", "2.675", "0.1", "1e16", "1e22", "123456789.0", "1e-5", "-7.25",
         "float('inf')", "float('-inf')", "float('nan')"]
NUMBER = SMALL + ["True", "False"] + FLOAT
L = ["[]", "[1]", "[3, 1, 2]", "[1, 2, 3, 4, 5]", "[2, 2.0, True, 1]", "['b', 'a', 'B']", "[[1, 2], [1], []]"]
T = ["()", "(1,)", "(1, 2, 3)", "(1, 'a')", "((1, 2), (1,))"]
R = ["range(0)", "range(5)", "range(2, 9, 3)", "range(9, 0, -2)", "range(0, 1, 5)", "range(0, 3, 7)", "range(5, 5, -1)",
     "range(-3, 4)"]
D = ["{}", "{'a': 1}", "{'a': 1, 'b': 2, 'c': 3}", "{1: 'x', 2.5: 'y', None: 'z'}"]
SET = ["set()", "{1}", "{1, 2, 3}", "{2, 3, 4}", "{2.0, True}"]
ANY = ["None", "True", "0", "1", "2.0", "'a'", "[]", "[1]", "(1,)", "{}", "{1}", "range(2)"]
KEY = ["'a'", "'b'", "'z'", "1", "True", "2.5", "None", "()", "[]"]
SPEC = ["", "5", "<5", ">5", "^5", "*^7", "05", "+", " ", ",", "_", "#x", "x", "X", "b", "o", "d", "e", ".2f", "8.3f",
        "08.2f", "+.1e", ".3g", "g", "%", ".0%", "10,", "012,", ",.2f", "=+7", "é>4", "c", "s", ".2", "-<6", "n", "#o",
        "_b", "#010x", "G", ".0f",]
PERCENT = ["%s", "%r", "%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%x", "%#x", "%o", "%f", "%.2f", "%8.3f|", "%e", "%g", "%i",
           "%c", "%%", "%5s|", "%-5s|", "%.1s", "%"]

# A form and its pools: {0} is drawn from the first.
FORMS = []


def form(text, *pools):
    FORMS.append((text, pools))


for m in "find rfind index rindex count startswith endswith".split():
    form("{0}.%s({1})" % m, S, SUB)
    form("{0}.%s({1}, {2})" % m, S, SUB, ON)
    form("{0}.%s({1}, {2}, {3})" % m, S, SUB, ON, ON)
for m in "startswith endswith".split():
    form("{0}.%s(({1}, {2}))" % m, S, SUB, SUB)
for m in "split rsplit".split():
    form("{0}.%s()" % m, S)
    form("{0}.%s(None, {1})" % m, S, COUNT)
    form("{0}.%s({1})" % m, S, SUB)
    form("{0}.%s({1}, {2})" % m, S, SUB, COUNT)
    form("{0}.%s({1}, maxsplit={2})" % m, S, SUB, COUNT)
for m in "partition rpartition removeprefix removesuffix strip lstrip rstrip".split():
    form("{0}.%s({1})" % m, S, SUB)
form("{0}.splitlines({1})", S, ["", "True", "False"])
for m in ("lower upper title capitalize swapcase casefold strip lstrip rstrip isalpha isdigit isdecimal isnumeric isalnum "
          "isspace isupper islower istitle isascii isidentifier").split():
    form("{0}.%s()" % m, S)
form("{0}.replace({1}, {2})", S, SUB, ["''", "'-'", "'aa'"])
form("{0}.replace({1}, '-', {2})", S, SUB, COUNT)
for m in "ljust rjust center".split():
    form("{0}.%s({1})" % m, S, WIDTH)
    form("{0}.%s({1}, {2})" % m, S, WIDTH, FILL)
form("{0}.zfill({1})", ["'42'", "'-42'", "'+4'", "''", "'a'"], WIDTH)
form("{0}.expandtabs({1})", ["'\\ta\\tb'", "'ab\\tc'", "'a\\n\\tb'"], ["", "4", "0", "1", "-1"])
form("{0}.join({1})", SUB, ["[]", "['a']", "('a', 'b', 'c')", "'xyz'", "{'k': 1}", "[1]", "['a', 1]"])
form("{0}.translate(str.maketrans({1}, {2}))", S, ["'ab'", "'aX'", "''"], ["'xy'", "'X'", "''"])
form("{0}[{1}]", S, I)
for pool in [S, L, T, R]:
    form("{0}[{1}:{2}]", pool, ON, ON)
    form("{0}[{1}:{2}:{3}]", pool, ON, ON, ["-2", "-1", "1", "2", "0", "None"])
form("{0} * {1}", S + L + T, ["-1", "0", "1", "2"])
form("{0} in {1}", SUB, S)
form("{0} {2} {1}", S, S, ["<", "<=", "==", "!=", ">", ">="])
form("{0} {2} {1}", L + T, L + T, ["<", "<=", "==", "!=", ">", ">=", "+"])
form("{0} == {1}", R, R)
form("{0} in {1}", ["0", "1", "4", "2.0", "2.5", "'a'", "True"], R + L + T + SET + D)
form("{0}[{1}]", L + T + R, I)
form("{0}.index({1})", L + T, ["1", "2", "3", "True", "2.0", "'a'"])
form("{0}.index({1}, {2})", L + T, ["1", "2", "3"], I)
form("{0}.index({1}, {2}, {3})", L + T, ["1", "2"], I, I)
form("{0}.count({1})", L + T, ["1", "2", "True", "2.0", "[1]"])
for f in "len list tuple sorted sum min max any all reversed".split():
    form("%s({0})" % f if f != "reversed" else "list(reversed({0}))", L + T + R + S + D)
form("sorted({0}, reverse=True)", L + S + R)
form("sorted({0}, key=lambda x: x % 2, reverse={1})", ["[3, 1, 2, 4]", "range(7)", "[1, 1.0, True, 2]"], ["True", "False"])
form("sorted({0}, key=len, reverse={1})", ["['bb', 'a', 'c', 'aa']", "[[1], [], [2]]"], ["True", "False"])
form("{1}({0}, key=lambda x: -x)", ["[3, 1, 3.0, 1.0]", "range(4)", "[]"], ["min", "max"])
form("{1}({0}, default={2})", L, ["min", "max"], ["None", "0"])
form("{1}({0}, {2})", NUMBER, ["min", "max"], NUMBER)
form("sum({0}, {1})", L + T + R, ["0", "1.5", "[]", "()", "''"])
form("list(enumerate({0}, {1}))", S + L, ["0", "-2", "1.5"])
form("list(zip({0}, {1}))", S + L, R + T)
form("list(map(str, {0}))", L + T + R)
form("list(filter({1}, {0}))", L + T + R, ["None", "lambda x: x != 1"])
form("(lambda l: (l.{1}, l))({0})", L, ["insert(-9, 8)", "insert(1, 8)", "insert(9, 8)", "insert(-1, 8)", "pop()", "pop(0)", "pop(-2)",
                                        "pop(5)", "remove(1)", "remove(2.0)", "append(8)", "extend('ab')", "extend(5)", "reverse()",
                                        "sort()", "sort(reverse=True)", "clear()", "copy()"])
form("(lambda d: (d.{1}, d))({0})", D, ["get('a')", "get('z', 5)", "get(True)", "pop('a')", "pop('z', 5)", "pop('z')", "setdefault('a', 9)",
                                        "setdefault('z')", "update({'b': 9})", "update(x=1)", "update([('q', 1)])", "popitem()", "clear()",
                                        "copy()", "keys()", "values()", "items()"])
form("{0}[{1}]", D, KEY)
form("{0} in {1}", KEY, D)
form("{0} | {1}", D, D)
form("{0} == {1}", D + ["{'b': 2, 'a': 1.0, 'c': 3}"], D)
form("list({0}.items())", D)
form("sorted({0} {2} {1})", SET, SET, ["|", "&", "-", "^"])
form("{0} {2} {1}", SET, SET, ["<", "<=", "==", "!=", ">", ">="])
for m in "issubset issuperset isdisjoint".split():
    form("{0}.%s({1})" % m, SET, SET + L)
form("sorted({0}.intersection({1}))", SET, SET)
for m in "union difference symmetric_difference".split():
    form("sorted({0}.%s({1}))" % m, SET, SET + R)
form("{0} {2} {1}", INT, ["1", "-1", "3", "-2", "0", "7"], ["//", "%", "-", "/"])
form("{0} {2} {1}", SMALL, SMALL, ["+", "*", "&", "|", "^", "<<", ">>"])
form("{0} ** {1}", ["-3", "-1", "0", "1", "2", "7"], ["-2", "-1", "0", "1", "2", "5", "20"])
form("pow({0}, {1}, {2})", ["-3", "0", "2", "7"], ["0", "1", "5"], ["-5", "1", "7", "0"])
form("{0} {2} {1}", FLOAT, FLOAT + SMALL, ["//", "%", "+", "-", "*", "/"])
form("{0} ** {1}", ["-2.0", "0.0", "0.5", "2", "1e200"], ["-1", "0", "0.5", "2", "2.0", "3"])
form("{0} {2} {1}", NUMBER, NUMBER, ["<", "<=", "==", "!=", ">", ">="])
form("divmod({0}, {1})", NUMBER, ["-3", "2", "0", "2.5", "-0.5"])
form("{1}{0}", NUMBER, ["-", "+", "not "])
form("~{0}", SMALL + ["True"])
form("round({0})", NUMBER)
form("round({0}, {1})", FLOAT + ["1234", "-1250", "15", "25", "-9223372036854775807"], ["-3", "-2", "-1", "0", "1", "2", "5", "None"])
form("abs({0})", NUMBER)
form("{1}({0})", NUMBER, ["int", "float", "bool", "str", "repr"])
form("{1}({0})", INT, ["int", "float", "bool", "str", "hex", "oct", "bin"])
form("int({0})", ["'0'", "' 7 '", "'-9223372036854775808'", "'9223372036854775807'", "'+5'", "'1_000'", "'_1'", "'1.5'", "''", "'0x1f'", "'-'",
                  "'1 2'"])
form("int({0}, {1})", ["'0x1f'", "'ff'", "'-0b101'", "'z'", "'10'", "'0o17'", "'010'", "'9'"], ["0", "2", "8", "10", "16", "36", "1", "37"])
form("float({0})", ["'1e5'", "' -2.5 '", "'inf'", "'-Infinity'", "'nan'", "'1_0.5'", "'.5'", "'5.'", "''", "'abc'", "'1e400'", "'0x10'"])
form("{0}.bit_length()", ["(0)", "(1)", "(-1)", "(255)", "(-256)", "(9223372036854775807)"])
form("({0}).is_integer()", FLOAT)
form("({0}).as_integer_ratio()", ["0.5", "-2.75", "3.0", "0.0", "float('inf')"])
form("chr({0})", ["65", "233", "0x20ac", "10", "-1", "1114112"])
form("ord({0})", ["'A'", "'é'", "''", "'ab'", "'\\n'"])
form("format({0}, '{1}')", SMALL + ["-1234567", "1234567"], SPEC)
form("format({0}, '{1}')", FLOAT + ["1234567.891"], SPEC)
form("format({0}, '{1}')", ["'ab'", "'é'", "''", "True", "None"], SPEC)
form("'{1}' % ({0},)", SMALL + FLOAT[:-3] + ["'ab'", "None", "[1]"], PERCENT)
form("'{1}'.format({0})", ["1, 'b'", "2.5, 3", "'x'", "a=1", "[1, 2], 4"],
     ["{}", "{0}{1}", "{1}-{0}", "{}{0}", "{} {}", "{0}{}", "{a}", "{0!r:>5}", "{:>{}}", "{0[1]}", "{", "}", "{{}}", "{!s}", "{0!x}",
      "{1.real}", "{:.2f}", "{0:5}|"])
form("{0} {2} {1}", ANY, ANY, ["==", "!=", "and", "or"])
form("{1}({0})", ANY, ["bool", "repr", "str", "list", "tuple", "len", "sorted", "callable"])
form("isinstance({0}, {1})", ANY, ["int", "float", "(int, str)", "bool", "list", "object", "type(None)"])
form("type({0}).__name__", ANY)
form("list({0})", R)
form("repr({0})", R + S + L + D)
form("ascii({0})", S)
form("len({0})", R + S)
form("dict({0})", ["[('a', 1), ('b', 2)]", "a=1", "{'x': 1}, y=2", "zip('ab', [1, 2])", "[1]", "5"])
form("set({0}) == {1}", ["'aab'", "[1, 1.0, True]", "range(3)"], ["{'a', 'b'}", "{1}", "{0, 1, 2}"])
form("[*{0}, *{1}]", L + S, R + T)
form("(lambda a, *b: (a, b))(*{0})", L + T + R)
form("l = {0}; l[{1}:{2}] = {3}; l", L, ON, ON, ["[]", "[9]", "'xy'"])
form("l = {0}; del l[{1}:{2}]; l", L, ON, ON)
form("l = {0}; {1}; l", L, ["del l[0]", "del l[-1]", "l[0] = 9", "l[5] = 9", "l += (8,)", "l *= 2", "l += 5"])
form("d = {0}; {1}; d", D, ["del d['a']", "d['a'] = 9", "d[1] = 9", "d |= {'z': 1}"])


def value_of(asked):
    names = {}
    *before, last = asked.split("; ")
    exec("\n".join(before), names)
    return eval(last, names)


def answer(asked):
    try:
        return repr(value_of(asked))
    except Exception as error:
        return "! " + type(error).__name__


def is_for_lessons(asked, said):
    """Not of integers that take more than 64 bits, in what is asked or what is said."""
    try:
        value = value_of(asked)
    except Exception:
        return True
    values = value if isinstance(value, (list, tuple)) else [value]
    big = [v for v in values if isinstance(v, int) and not -2**63 <= v < 2**63]
    return not big and "complex" not in type(value).__name__ and len(said) < 300 and " at 0x" not in said


def main():
    draw = random.Random(35)
    print("What CPython 3.13 answers, written by answers.py: an answer, or the class of the error.")
    seen = set()
    for text, pools in FORMS:
        calls = [text.format(*c) for c in itertools.product(*pools)]
        calls = calls if len(calls) <= ALL else draw.sample(calls, EACH)
        print()
        for call in calls:
            said = answer(call)
            if call in seen or not is_for_lessons(call, said):
                continue
            seen.add(call)
            print("%s -> %s" % (call, said))


main()
