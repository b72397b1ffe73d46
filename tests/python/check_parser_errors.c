/* Bad code and the one message it gets, as line:column:width: message. What Python has and lessons
 * do not is refused by name; brackets and strings that do not end say where they began. */
#include <check.h>
#include <string.h>

#include "python/check.h"
#include "python/parser.h"
#include "suites.h"

typedef struct Row {
    const char *code, *message;
} Row;

/* Text that the lexer alone refuses. */
static const Row characters[] = {
    /* clang-format off */
    {"x = '\xff'", "1:6:1: the byte 0xff is not valid UTF-8"},
    {"x # é\xc3", "1:6:1: the byte 0xc3 is not valid UTF-8"},
    {"a \xed\xa0\x80", "1:3:1: the byte 0xed is not valid UTF-8"},
    {"x = 1$", "1:6:1: '$' is not part of the lesson language"},
    {"x = a ? b", "1:7:1: '?' is not part of the lesson language"},
    {"x = `a`", "1:5:1: backticks are not part of the lesson language"},
    {"a <> b", "1:3:2: '<>' is not part of the lesson language: write '!='"},
    {"a && b", "1:3:2: '&&' is not part of the lesson language: write 'and'"},
    {"a || b", "1:3:2: '||' is not part of the lesson language: write 'or'"},
    {"!a", "1:1:1: '!' is not part of the lesson language: write 'not'"},
    {"x = 12ab", "1:5:3: the number '12' runs into 'a'"},
    {"0x", "1:1:2: expected the digits of a base 16 number after '0x'"},
    {"0xg1", "1:1:2: expected the digits of a base 16 number after '0x'"},
    {"0b12", "1:1:4: the number '0b1' runs into '2'"},
    {"1__0", "1:2:1: an underscore in a number must be between two digits"},
    {"0o1_8", "1:4:1: an underscore in a number must be between two digits"},
    {"1_", "1:2:1: an underscore in a number must be between two digits"},
    {"1_.5", "1:2:1: an underscore in a number must be between two digits"},
    {"0777",
     "1:1:4: the whole number '0777' begins with 0: leave the zeros out, or write 0o for octal"},
    {"0_7",
     "1:1:3: the whole number '0_7' begins with 0: leave the zeros out, or write 0o for octal"},
    {"12j", "1:1:3: complex numbers are not part of the lesson language"},
    {"1.5e3J", "1:1:6: complex numbers are not part of the lesson language"},
    {"99999999999999999999",
     "1:1:20: the whole number 99999999999999999999 does not fit in 64 bits"},
    {"9223372036854775808", "1:1:19: the whole number 9223372036854775808 does not fit in 64 bits"},
    {"0x8000000000000000", "1:1:18: the whole number 0x8000000000000000 does not fit in 64 bits"},
    {"b\"x\"", "1:1:1: bytes strings are not part of the lesson language"},
    {"rb\"x\"", "1:1:2: bytes strings are not part of the lesson language"},
    {"x = \"abc", "1:5:1: the string opened on line 1 is not closed on that line: expected \""},
    {"x = \"abc\ny = 2",
     "1:5:1: the string opened on line 1 is not closed on that line: expected \""},
    {"x = '''abc\ny\n", "1:5:3: the string opened on line 1 is not closed: expected '''"},
    {"x = \"abc\\", "1:5:1: the string opened on line 1 is not closed on that line: expected \""},
    {"x = 1 \\ 2", "1:7:1: after a backslash, expected the end of the line"},
    {"x = 1 \\\n", "1:7:1: after a backslash, expected another line"},
    {"x = 1 \\", "1:7:1: after a backslash, expected the end of the line"},
    {"x = “hi”", "1:5:1: '“' (U+201C) is not part of the lesson language: type \""},
    {"a × b", "1:3:1: '×' (U+00D7) is not part of the lesson language: type *"},
    {"a – b", "1:3:1: '–' (U+2013) is not part of the lesson language: type -"},
    {"x ≤ y", "1:3:1: '≤' (U+2264) is not part of the lesson language: type <="},
    {"größe = 1",
     "1:3:1: 'ö' (U+00F6) is only allowed in strings and comments: names are made of a-z, "
     "A-Z, 0-9 and _"},
    {"x = 1\302\240",
     "1:6:1: '\302\240' (U+00A0) is not part of the lesson language: type a blank"},
    {"（1）", "1:1:1: '（' (U+FF08) is not part of the lesson language: type ("},
    {"x = 五",
     "1:5:1: '五' (U+4E94) is only allowed in strings and comments: names are made of a-z, "
     "A-Z, 0-9 and _"},
    {"a\001b",
     "1:2:1: the control character U+0001 is not allowed in code: in a string, write it "
     "as an escape"},
    {"# \033[31m",
     "1:3:1: the control character U+001B is not allowed in code: in a string, write it "
     "as an escape"},
    {"x = \"\007\"",
     "1:6:1: the control character U+0007 is not allowed in code: in a string, write it "
     "as an escape"},
    {"x = \"\342\200\256\"",
     "1:6:1: the control character U+202E is not allowed in code: in a string, write it "
     "as an escape"},
    {"\342\200\213",
     "1:1:1: the control character U+200B is not allowed in code: in a string, write it "
     "as an escape"},
    {"f(1, 2]", "1:7:1: ']' does not close the '(' opened on line 1: expected ')'"},
    {"x = [1, 2)", "1:10:1: ')' does not close the '[' opened on line 1: expected ']'"},
    {"x = {\n 1: 2\n]", "3:1:1: ']' does not close the '{' opened on line 1: expected '}'"},
    {"x)", "1:2:1: ')' closes nothing: no bracket is open here"},
    {"x = 1]", "1:6:1: ']' closes nothing: no bracket is open here"},
    {"}", "1:1:1: '}' closes nothing: no bracket is open here"},
    {"f(1, 2", "1:2:1: '(' opened on line 1 is never closed"},
    {"f(g(1)\n", "1:2:1: '(' opened on line 1 is never closed"},
    {"x = [1,\n 2,\ny", "1:5:1: '[' opened on line 1 is never closed"},
    {"x = 1  #| hide", "1:8:2: a '#|' directive needs a line of its own, before its statement"},
    {"f(1,\n#| hide\n2)",
     "2:1:2: a '#|' directive cannot be inside brackets: '(' opened on line 1 is not "
     "closed yet"},
    {"f\"{a # b}\"", "1:6:1: a comment cannot be inside the {} of an f-string"},
    {"f\"{a \\ b}\"", "1:6:1: after a backslash, expected the end of the line"},
    {"éa",
     "1:1:1: 'é' (U+00E9) is only allowed in strings and comments: names are made of a-z, "
     "A-Z, 0-9 and _"},
    {"a; é",
     "1:4:1: 'é' (U+00E9) is only allowed in strings and comments: names are made of a-z, "
     "A-Z, 0-9 and _"},
    {"x = \"é\" $", "1:9:1: '$' is not part of the lesson language"},
    {"+ + $", "1:5:1: '$' is not part of the lesson language"},
    /* clang-format on */
};

/* Text that the grammar refuses. */
static const Row grammar[] = {
    /* clang-format off */
    {"async def f(): 1", "1:1:5: async statements are not part of the lesson language"},
    {"await x", "1:1:5: await expressions are not part of the lesson language"},
    {"f(a, b for b in c)",
     "1:8:3: a generator must be the only argument of a call: write [... for ...]"},
    {"f(a for b in c, d)",
     "1:5:3: a generator must be the only argument of a call: write [... for ...]"},
    {"f(a for b in c,)",
     "1:5:3: a generator must be the only argument of a call: write [... for ...]"},
    {"[a for 1 in c]",
     "1:8:1: cannot assign to a number: expected a name, attribute or item, or a tuple of them"},
    {"[a for b]", "1:9:1: expected 'in' and what to go through, found ']'"},
    {"[a for b in c", "1:1:1: '[' opened on line 1 is never closed"},
    {"[a async for b in c]", "1:4:5: async statements are not part of the lesson language"},
    {"from a import", "1:14:0: expected a name to import, found the end of the line"},
    {"from a import (b", "1:15:1: '(' opened on line 1 is never closed"},
    {"import", "1:7:0: expected the name of a module, found the end of the line"},
    {"import torch as", "1:16:0: expected a name after 'as', found the end of the line"},
    {"import 3", "1:8:1: expected the name of a module, found '3'"},
    {"from a imports b", "1:8:7: expected 'import' after the name of the module, found 'imports'"},
    {"import class",
     "1:8:5: expected the name of a module, found 'class', which is a keyword of Python"},
    {"import a.if",
     "1:10:2: expected the name of a module after '.', found 'if', which is a keyword of Python"},
    {"from a import b as in",
     "1:20:2: expected a name after 'as', found 'in', which is a keyword of Python"},
    {"x =", "1:4:0: expected an expression, found the end of the line"},
    {"x = = 3", "1:5:1: expected an expression, found '='; '==' compares"},
    {"x == 3 = 4",
     "1:3:2: cannot assign to a comparison: expected a name, attribute or item, or a "
     "tuple of them"},
    {"f(x) = 3",
     "1:1:4: cannot assign to the result of a call: expected a name, attribute or item, "
     "or a tuple of them"},
    {"1 = x",
     "1:1:1: cannot assign to a number: expected a name, attribute or item, or a tuple of them"},
    {"a + b = c",
     "1:3:1: cannot assign to an operation: expected a name, attribute or item, or a "
     "tuple of them"},
    {"\"s\" = x",
     "1:1:3: cannot assign to a string: expected a name, attribute or item, or a tuple of them"},
    {"None = 1",
     "1:1:4: cannot assign to None: expected a name, attribute or item, or a tuple of them"},
    {"a, 1 = b",
     "1:4:1: cannot assign to a number: expected a name, attribute or item, or a tuple of them"},
    {"[a, f()] = b",
     "1:5:3: cannot assign to the result of a call: expected a name, attribute or item, "
     "or a tuple of them"},
    {"a if b else c = d",
     "1:3:2: cannot assign to a conditional expression: expected a name, attribute or "
     "item, or a tuple of them"},
    {"x = 3 y", "1:7:1: expected an operator or the end of the line, found 'y'"},
    {"x = (3 y)", "1:8:1: expected ',' or ')', found 'y'"},
    {"f(1 2)", "1:5:1: expected ',' or ')', found '2'"},
    {"f(1,\n  2 3)", "2:5:1: expected ',' or ')' for the '(' opened on line 1, found '3'"},
    {"[1 2]", "1:4:1: expected ',' or ']', found '2'"},
    {"{1 2}", "1:4:1: expected ',' or '}', found '2'"},
    {"{1: 2, 3}", "1:9:1: expected ':' and the value of this key, found '}'"},
    {"{1, 2: 3}", "1:6:1: expected ',' or '}', found ':'"},
    {"{1:}", "1:4:1: expected an expression, found '}'"},
    {"x[]", "1:3:1: expected an index, found ']'"},
    {"x[1:2:3:4]", "1:8:1: expected ',' or ']', found ':'"},
    {"x[1 2]", "1:5:1: expected ',' or ']', found '2'"},
    {"f(,)", "1:3:1: expected an expression, found ','"},
    {"f(1,,2)", "1:5:1: expected an expression, found ','"},
    {"(,)", "1:2:1: expected an expression, found ','"},
    {"[,]", "1:2:1: expected an expression, found ','"},
    {"a b", "1:3:1: expected an operator or the end of the line, found 'b'"},
    {"a.", "1:3:0: expected a name after '.', found the end of the line"},
    {"a.3", "1:2:2: expected an operator or the end of the line, found '.3'"},
    {"a.if", "1:3:2: expected a name after '.', found 'if', which is a keyword of Python"},
    {"a.class", "1:3:5: expected a name after '.', found 'class', which is a keyword of Python"},
    {"a..b", "1:3:1: expected a name after '.', found '.'"},
    {"a if b", "1:7:0: expected 'else' after the condition, found the end of the line"},
    {"a if b else", "1:12:0: expected an expression, found the end of the line"},
    {"a not b", "1:7:1: expected 'in' after 'not', found 'b'"},
    {"a is", "1:5:0: expected an expression, found the end of the line"},
    {"a in", "1:5:0: expected an expression, found the end of the line"},
    {"a +", "1:4:0: expected an expression, found the end of the line"},
    {"* a",
     "1:1:1: '*' before an expression unpacks it into a tuple, list, set or call: there is none here"},
    {"not", "1:4:0: expected an expression, found the end of the line"},
    {"- not a", "1:3:3: expected an expression (one with 'not' needs brackets here), found 'not'"},
    {"a == not b",
     "1:6:3: expected an expression (one with 'not' needs brackets here), found 'not'"},
    {"a + not b",
     "1:5:3: expected an expression (one with 'not' needs brackets here), found 'not'"},
    {"1 +\n", "1:4:0: expected an expression, found the end of the line"},
    {"(1 +)", "1:5:1: expected an expression, found ')'"},
    {"f(a=1, b)", "1:8:1: a positional argument cannot follow a keyword argument"},
    {"f(a=1, a=2)", "1:8:1: this keyword argument is given twice"},
    {"f(a.b=1)", "1:5:1: expected a plain name before '=' in a call; '==' compares"},
    {"f((a)=1)", "1:4:1: expected a plain name before '=' in a call; '==' compares"},
    {"f(1=2)", "1:3:1: expected a plain name before '=' in a call; '==' compares"},
    {"f(None=1)", "1:3:4: expected a plain name before '=' in a call; '==' compares"},
    {"f(if=1)", "1:3:2: expected an expression, found 'if'"},
    {"x = if", "1:5:2: expected an expression, found 'if'"},
    {"x = for", "1:5:3: expected an expression, found 'for'"},
    {"x = in", "1:5:2: expected an expression, found 'in'"},
    {"x = 1;;", "1:7:1: expected an expression, found ';'"},
    {"; x", "1:1:1: expected an expression, found ';'"},
    {" x = 1", "1:2:1: unexpected indent: a statement begins where the one before it begins"},
    {"x = 1\n  y = 2",
     "2:3:1: unexpected indent: a statement begins where the one before it begins"},
    {"assert", "1:7:0: expected an expression, found the end of the line"},
    {"assert x,", "1:10:0: expected an expression, found the end of the line"},
    {"assert x, y, z", "1:12:1: expected an operator or the end of the line, found ','"},
    {"print \"hello\"",
     "1:1:5: print statements are not part of the lesson language: write print(...)"},
    {"print x", "1:1:5: print statements are not part of the lesson language: write print(...)"},
    {"match x:", "1:1:5: match statements are not part of the lesson language: write if and elif"},
    {"x = 1 :", "1:7:1: expected an operator or the end of the line, found ':'"},
    {"f(x):", "1:5:1: expected an operator or the end of the line, found ':'"},
    {"x = f(1, 2\ny = 3\n", "1:6:1: '(' opened on line 1 is never closed"},
    {"x = f(1,\ny = 3\nz = 4\n", "1:6:1: '(' opened on line 1 is never closed"},
    {"x = [1, 2\nimport torch\n", "1:5:1: '[' opened on line 1 is never closed"},
    {"x = [[1, 2], [3, 4]\ny = (1)\nprint(x)\n", "1:5:1: '[' opened on line 1 is never closed"},
    {"x = f(a\nb)\n", "2:1:1: expected ',' or ')' for the '(' opened on line 1, found 'b'"},
    {"x = (1,\n 2\n 3)\n", "3:2:1: expected ',' or ')' for the '(' opened on line 1, found '3'"},
    {"[1 {", "1:1:1: '[' opened on line 1 is never closed"},
    {"a = (b c", "1:5:1: '(' opened on line 1 is never closed"},
    {"a[1)", "1:4:1: ')' does not close the '[' opened on line 1: expected ']'"},
    {"x = { \"a\": [1, 2, \"b\": 3 }", "1:12:1: '[' opened on line 1 is never closed"},
    {"\"\\x1\"", "1:2:3: expected 2 hexadecimal digits after '\\x'"},
    {"\"\\u12\"", "1:2:4: expected 4 hexadecimal digits after '\\u'"},
    {"\"\\ud800\"", "1:2:6: U+D800 is not a character"},
    {"\"\\U00110000\"", "1:2:10: U+110000 is not a character"},
    {"\"\\N{DASH}\"",
     "1:2:2: \\N{...} escapes are not part of the lesson language: write the character"},
    {"\"ab\\xz\"", "1:4:2: expected 2 hexadecimal digits after '\\x'"},
    {"f\"{}\"", "1:4:1: expected an expression, found '}'"},
    {"f\"{ }\"", "1:5:1: expected an expression, found '}'"},
    {"f\"{a\"", "1:3:1: '{' opened on line 1 is never closed inside the f-string"},
    {"f\"{a!\"", "1:6:0: expected r, s or a directly after '!', found the end of the f-string"},
    {"f\"{a!x}\"", "1:6:1: expected r, s or a directly after '!', found 'x'"},
    {"f\"{a! r}\"", "1:7:1: expected r, s or a directly after '!', found 'r'"},
    {"f\"{a!r\"", "1:3:1: '{' opened on line 1 is never closed inside the f-string"},
    {"f\"{a!r:\"", "1:3:1: '{' opened on line 1 is never closed inside the f-string"},
    {"f\"{a:.4f\"", "1:3:1: '{' opened on line 1 is never closed inside the f-string"},
    {"f\"a}\"", "1:4:1: a single '}' in an f-string: write '}}' to show one"},
    {"f\"{a b}\"",
     "1:6:1: expected '}', ':' or '!' after the expression in the f-string, found 'b'"},
    {"f\"{a]}\"", "1:5:1: ']' closes nothing: no bracket is open here"},
    {"f\"{(a}\"", "1:6:1: '}' does not close the '(' opened on line 1: expected ')'"},
    {"f\"{d[\"k]}\"", "1:5:1: '[' opened on line 1 is never closed inside the f-string"},
    {"f\"{f(1}\"", "1:7:1: '}' does not close the '(' opened on line 1: expected ')'"},
    {"f\"{lambda x: 1}\"", "1:4:6: a lambda in an f-string needs brackets around it"},
    {"f\"{a:\\n}\"", "1:6:0: expected '}' after the format, found a backslash"},
    {"f'''{a:\n}'''", "1:8:0: expected '}' after the format, found the end of the line"},
    {"x = 1\ny = f\"é{a}{b +}\"", "2:15:1: expected an expression, found '}'"},
    {"f'''\n{a}\n  {b c}'''",
     "3:6:1: expected '}', ':' or '!' after the expression in the f-string, found 'c'"},
    {"f\"{x:=5\" + 1", "1:3:1: '{' opened on line 1 is never closed inside the f-string"},
    {"f\"{a!r}{b!}\"", "1:11:1: expected r, s or a directly after '!', found '}'"},
    {"f\"{(}\"", "1:5:1: '}' does not close the '(' opened on line 1: expected ')'"},
    {"f\"{\" + x", "1:3:1: '{' opened on line 1 is never closed inside the f-string"},
    {"f\"{yield}\"", "1:4:5: expected an expression, found 'yield'"},
    {"f\"{*a}\"",
     "1:4:1: '*' before an expression unpacks it into a tuple, list, set or call: there is none here"},
    {"#| hide", "1:4:4: no statement follows the directive 'hide'"},
    {"#|", "1:3:0: expected DIRECTIVES after '#|'"},
    {"#| colour: red\nx",
     "1:4:6: unknown directive 'colour': expected DIRECTIVES"},
    {"#| rows\nx", "1:4:4: expected ':' after 'rows'"},
    {"#| rows a b\nx", "1:4:4: expected ':' after 'rows'"},
    {"#| rows:\nx", "1:4:4: expected words after 'rows:'"},
    {"#| hide: now\nx", "1:4:4: 'hide' takes nothing after its ':'"},
    {"#| hide\n#| axes: a\n", "1:4:4: no statement follows the directive 'hide'"},
    {"((((", "1:4:1: '(' opened on line 1 is never closed"},
    /* clang-format on */
};

/* Statements, bodies and their indentation. */
static const Row statements[] = {
    /* clang-format off */
    {"elif x:", "1:1:4: 'elif' follows no 'if' that is indented as far"},
    {"else:", "1:1:4: 'else' follows no 'if', 'for', 'while' or 'try' that is indented as far"},
    {"if x:\n  y\n  else:\n  z",
     "3:3:4: 'else' follows no 'if', 'for', 'while' or 'try' that is indented as far"},
    {"except E:", "1:1:6: 'except' follows no 'try' that is indented as far"},
    {"finally:", "1:1:7: 'finally' follows no 'try' that is indented as far"},
    {"if x\n  y", "1:5:0: expected ':' after the condition, found the end of the line"},
    {"if x = 3:\n  y", "1:6:1: expected ':' after the condition, found '='; '==' compares"},
    {"while x = 3:\n  y", "1:9:1: expected ':' after the condition, found '='; '==' compares"},
    {"if x == 3 y", "1:11:1: expected ':' after the condition, found 'y'"},
    {"if x:\n  y\nelse if z:\n  a",
     "3:6:2: expected ':' after 'else', found 'if': 'else if' is written 'elif'"},
    {"if x:\n  y\nelse\n  z", "3:5:0: expected ':' after 'else', found the end of the line"},
    {"if :", "1:4:1: expected an expression, found ':'"},
    {"if x:\ny", "2:1:1: expected an indented block after 'if' on line 1, found 'y'"},
    {"if x:", "1:6:0: expected an indented block after 'if' on line 1, found the end of the code"},
    {"if x:\n  y\nelif z:\na", "4:1:1: expected an indented block after 'elif' on line 3, found 'a'"},
    {"def f():\n\n# z\nx", "4:1:1: expected an indented block after 'def' on line 1, found 'x'"},
    {"if x:\n  y\n   z",
     "3:4:1: unexpected indent: a statement begins where the one before it begins"},
    {"if x:\n  y\n z", "3:2:1: unindent does not match any outer indentation level"},
    {"if x:\n\ty\n        z", "3:9:1: inconsistent use of tabs and spaces in indentation"},
    {"if x: if y: z", "1:7:2: 'if' begins a line of its own"},
    {"x; for y in z: a", "1:4:3: 'for' begins a line of its own"},
    {"x = if y", "1:5:2: expected an expression, found 'if'"},
    {"for i range(3): x", "1:7:5: expected 'in' and what to go through, found 'range'"},
    {"for i in x\n  y", "1:11:0: expected ':' after what to go through, found the end of the line"},
    {"for 1 in x: y",
     "1:5:1: cannot assign to a number: expected a name, attribute or item, or a tuple of them"},
    {"for f(x) in y: z",
     "1:5:4: cannot assign to the result of a call: expected a name, attribute or item, or a tuple "
     "of them"},
    {"try:\n  x\ny", "3:1:1: expected 'except' or 'finally' after the try block, found 'y'"},
    {"try:\n  x\nelse:\n  y",
     "3:1:4: expected 'except' or 'finally' after the try block, found 'else'"},
    {"try: x\nexcept: y\nexcept E: z",
     "3:1:6: the 'except:' before it takes every exception: it must be the last"},
    {"try: x\nexcept A, B: y", "2:9:1: expected ':' after the exception, found ','"},
    {"try: x\nexcept* A: y",
     "2:7:1: groups of exceptions ('except*') are not part of the lesson language"},
    {"with x as 1: y",
     "1:11:1: cannot assign to a number: expected a name, attribute or item, or a tuple of them"},
    {"with x\n  y", "1:7:0: expected ':' after what 'with' holds, found the end of the line"},
    {"with (x as y: z", "1:6:1: '(' opened on line 1 is never closed"},
    {"def f\n  x", "1:6:0: expected '(' after the name of the function, found the end of the line"},
    {"def f(x)\n  x", "1:9:0: expected ':' after the parameters, found the end of the line"},
    {"def f() -> x\n  y", "1:13:0: expected ':' after the type, found the end of the line"},
    {"def (x): y", "1:5:1: expected the name of the function, found '('"},
    {"def class(): y",
     "1:5:5: expected the name of the function, found 'class', which is a keyword of Python"},
    {"def f(x y): z", "1:9:1: expected ',' or ')', found 'y'"},
    {"def f(1): z", "1:7:1: expected the name of a parameter, found '1'"},
    {"def f(x, x): y", "1:10:1: there are two parameters 'x'"},
    {"def f(x=1, y): z", "1:12:1: 'y' needs a default, because 'x' before it has one"},
    {"def f(*): x", "1:8:1: expected the name of a parameter, found ')'"},
    {"def f(*, **x): y", "1:7:1: expected parameters after '*,': they are given by name"},
    {"def f(*x, *y): z", "1:11:1: '*' may occur only once among the parameters"},
    {"def f(/, x): y", "1:7:1: '/' may occur once, after parameters and before any '*'"},
    {"def f(x, /, y, /): z", "1:16:1: '/' may occur once, after parameters and before any '*'"},
    {"def f(**x, y): z", "1:12:1: expected nothing after the '**' parameter, found 'y'"},
    {"def f(**x=1): y", "1:10:1: expected ',' or ')', found '='; '==' compares"},
    {"lambda x: int: y", "1:14:1: expected an operator or the end of the line, found ':'"},
    {"lambda x", "1:9:0: expected ':' after the parameters of the lambda, found the end of the line"},
    {"class A\n  x", "1:8:0: expected ':' after the name of the class, found the end of the line"},
    {"class: x", "1:6:1: expected the name of the class, found ':'"},
    {"@a", "1:3:0: expected 'def' or 'class' after the decorator, found the end of the code"},
    {"@a\nx", "2:1:1: expected 'def' or 'class' after the decorator, found 'x'"},
    {"@a def f(): x", "1:4:3: expected the end of the line after the decorator, found 'def'"},
    {"return x y", "1:10:1: expected an operator or the end of the line, found 'y'"},
    {"pass x", "1:6:1: expected an operator or the end of the line, found 'x'"},
    {"del f(x)",
     "1:5:4: cannot delete the result of a call: expected a name, attribute or item, or a tuple of "
     "them"},
    {"del", "1:4:0: expected an expression, found the end of the line"},
    {"del [*x]",
     "1:6:1: cannot delete a second '*': expected a name, attribute or item, or a tuple of them"},
    {"global x.y", "1:9:1: expected an operator or the end of the line, found '.'"},
    {"global 1", "1:8:1: expected a name, found '1'"},
    {"*a = b",
     "1:1:1: '*' before an expression unpacks it into a tuple, list, set or call: there is none here"},
    {"*a, *b = c",
     "1:5:1: cannot assign to a second '*': expected a name, attribute or item, or a tuple of them"},
    {"x, y += 1", "1:6:2: expected one name, attribute or item before it, found '+='"},
    {"f(x) += 1",
     "1:1:4: cannot assign to the result of a call: expected a name, attribute or item, or a tuple "
     "of them"},
    {"x += 1 += 2", "1:8:2: expected an operator or the end of the line, found '+='"},
    {"x := 1", "1:3:2: expected an operator or the end of the line, found ':='"},
    {"(x.y := 1)", "1:6:2: expected a plain name before ':=', found ':='"},
    {"[*a for a in b]",
     "1:2:1: '*' before an expression unpacks it into a tuple, list, set or call: there is none here"},
    {"f(**a, *b)", "1:8:1: a '*' argument cannot follow a '**' argument"},
    {"f(**a, b)", "1:8:1: a positional argument cannot follow a keyword argument"},
    {"{a: b, **c, d}", "1:14:1: expected ':' and the value of this key, found '}'"},
    {"{a, **b}", "1:5:2: expected an expression, found '**'"},
    {"from .", "1:7:0: expected the name of a module, found the end of the line"},
    {"import .a", "1:8:1: expected the name of a module, found '.'"},
    {"match (x):\n  case 1: y",
     "1:1:5: match statements are not part of the lesson language: write if and elif"},
    {"if x:\n  #| hide", "2:10:0: expected an indented block after 'if' on line 1, found the end of the code"},
    {"if x:\n  y\n  #| hid\n  z",
     "3:6:3: unknown directive 'hid': expected DIRECTIVES"},
    {"def f():\n  x = (1,\n  return x\n", "2:7:1: '(' opened on line 2 is never closed"},
    /* clang-format on */
};

/* Code that parses, and is refused only for where it stands. */
static const Row places[] = {
    {"yield x", "1:1:5: 'yield' outside a function"},
    {"x = yield", "1:5:5: 'yield' outside a function"},
    {"class A:\n    x = (yield from y)", "2:10:5: 'yield' outside a function"},
    {"return 1", "1:1:6: 'return' outside a function"},
    {"class A:\n  return", "2:3:6: 'return' outside a function"},
    {"def f():\n  class A:\n    return", "3:5:6: 'return' outside a function"},
    {"if x:\n  break", "2:3:5: 'break' outside a loop"},
    {"for x in y:\n  z\nelse:\n  continue", "4:3:8: 'continue' outside a loop"},
    {"for x in y:\n  def f():\n    break", "3:5:5: 'break' outside a loop"},
    {"nonlocal x", "1:1:8: 'nonlocal' outside a function"},
    {"def f():\n  while x:\n    try: break\n    except E: return\n    finally: continue",
     "no error"},
    {"while x:\n  with y:\n    if z: break\n    else: continue", "no error"},
};

static char *first_error(Arena *a, const char *code)
{
    Err err = {0};
    Program program = {0};
    Code block = {"bad.md", code, 0, strlen(code), 1, 0};
    if (parse(a, &block, &program, &err) && check_places(&block, &program, &err))
        return arena_string(a, "no error");
    return arena_format(a, "%d:%d:%d: %s", err.at.line, err.at.col, err.at.width, err.message);
}

static char *first_misplaced(Arena *a, const char *code)
{
    Err err = {0};
    Program program = {0};
    Code block = {"bad.md", code, 0, strlen(code), 1, 0};
    if (parse(a, &block, &program, &err) && check_places(&block, &program, &err))
        return arena_string(a, "no error");
    return arena_format(a, "%d:%d:%d: %s", err.at.line, err.at.col, err.at.width, err.message);
}

/* "rows, cols, .. or wrong": a new directive is a line of its list alone. */
static const char *all_directives(Arena *a)
{
    static const char *const word[] = {
#define X(kind, word, takes) word,
        DIRECTIVES(X)
#undef X
    };
    const char *list = word[0];
    for (int i = 1; i < DIRECTIVE_KINDS; i++)
        list = arena_format(a, i < DIRECTIVE_KINDS - 1 ? "%s, %s" : "%s or %s", list, word[i]);
    return list;
}

/* Message that a row expects, with the list in the place of its name. */
static const char *expected_message(Arena *a, const char *message)
{
    const char *name = "DIRECTIVES", *at = strstr(message, name);
    return at ? arena_format(a, "%.*s%s%s", (int)(at - message), message, all_directives(a),
                             at + strlen(name))
              : message;
}

static void check_rows(const Row *rows, size_t count, char *(*error)(Arena *, const char *))
{
    for (size_t i = 0; i < count; i++) {
        Arena a = {0};
        const char *message = error(&a, rows[i].code);
        const char *expected = expected_message(&a, rows[i].message);
        ck_assert_msg(strcmp(message, expected) == 0, "%s\n  gives    %s\n  expected %s",
                      rows[i].code, message, expected);
        arena_release(&a);
    }
}

START_TEST(characters_are_refused_with_their_place)
{
    check_rows(characters, sizeof characters / sizeof *characters, first_error);
}
END_TEST

START_TEST(grammar_mistakes_say_what_was_found_and_expected)
{
    check_rows(grammar, sizeof grammar / sizeof *grammar, first_error);
}
END_TEST

START_TEST(bodies_and_their_mistakes)
{
    check_rows(statements, sizeof statements / sizeof *statements, first_error);
}
END_TEST

START_TEST(statements_stand_where_they_mean_something)
{
    check_rows(places, sizeof places / sizeof *places, first_misplaced);
}
END_TEST

START_TEST(a_nul_is_refused)
{
    static const char code[] = "a\0b\0'\0'\0#\0";
    for (size_t i = 0; i + 1 < sizeof code; i += 2) {
        Arena a = {0};
        Err err = {0};
        Program program = {0};
        Code block = {"bad.md", code, i, i + 2, 1, 0};
        ck_assert(!parse(&a, &block, &program, &err));
        ck_assert_str_eq(err.message, "the control character U+0000 is not allowed in code");
        ck_assert_int_eq(err.at.col, 2);
        arena_release(&a);
    }
}
END_TEST

/* The message that a bracket gets does not depend on how much good code follows it. */
START_TEST(an_unclosed_bracket_is_found_from_any_distance)
{
    Buf code = {0};
    buf_puts(&code, "\n\nscores = f(a, [1, 2]\n");
    for (int i = 0; i < 100; i++) {
        Arena a = {0};
        buf_printf(&code, "x%d = g(%d)[0]\n", i, i);
        ck_assert_str_eq(first_error(&a, code.text),
                         "3:11:1: '(' opened on line 3 is never closed");
        arena_release(&a);
    }
    buf_release(&code);
}
END_TEST

/* Every statement of Python that lessons do not run is refused where it begins. */
START_TEST(python_statements_are_refused_by_name)
{
    static const char *const codes[] = {
        "await x",
        "async def f()",
    };
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        Arena a = {0};
        const char *message = first_error(&a, arena_format(&a, "x = 1\n%s\n", codes[i]));
        char *place = arena_format(&a, "2:1:%zu: ", strcspn(codes[i], " :\n"));
        ck_assert_msg(strncmp(message, place, strlen(place)) == 0, "%s: %s", codes[i], message);
        ck_assert_ptr_nonnull(strstr(message, " are not part of the lesson language"));
        arena_release(&a);
    }
}
END_TEST

Suite *parser_errors_suite(void)
{
    Suite *s = suite_create("parser errors");
    TCase *c = suite_case(s, "errors");
    tcase_add_test(c, characters_are_refused_with_their_place);
    tcase_add_test(c, grammar_mistakes_say_what_was_found_and_expected);
    tcase_add_test(c, bodies_and_their_mistakes);
    tcase_add_test(c, statements_stand_where_they_mean_something);
    tcase_add_test(c, a_nul_is_refused);
    tcase_add_test(c, an_unclosed_bracket_is_found_from_any_distance);
    tcase_add_test(c, python_statements_are_refused_by_name);
    return s;
}
