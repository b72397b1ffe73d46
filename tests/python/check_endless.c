/* Programs without an end, and without a bottom: each ends in one message, in little time and
 * memory. */
#include "python/doctest.h"
#include "suites.h"

#define DEEP "functions call each other more than 1000 deep"
#define STACK "calls are too deep inside each other"
#define MUCH "the lesson computes too much"
#define LONG "too long"
#define NESTED "too deep"

static const struct {
    const char *code, *message;
} endless[] = {
    {"while True:\n    pass\n", MUCH},
    {"while True:\n    try: break\n    finally: continue\n", MUCH},
    {"def f():\n    try: f()\n    finally: f()\nf()\n", MUCH},
    {"def f():\n    try: f()\n    except RecursionError: f()\nf()\n", ""},
    {"class A:\n    def __init__(self): A()\nA()\n", DEEP},
    {"class A:\n    def __getattr__(self, n): return self.x\nA().x\n", DEEP},
    {"class A:\n    def __setattr__(self, n, v): self.x = 1\nA().y = 2\n", DEEP},
    {"class A:\n    @property\n    def x(self): return self.x\nA().x\n", DEEP},
    {"class A:\n    def __repr__(self): return repr([self, A()])\nprint(A())\n", ""},
    {"class A:\n    def __format__(self, s): return f'{self}'\nprint(f'{A()}')\n", DEEP},
    {"class A:\n    def __eq__(self, o): return A() == o\nA() == A()\n", DEEP},
    {"class A:\n    def __hash__(self): return hash(A())\n{A(): 1}\n", DEEP},
    {"class A:\n    def __lt__(self, o): return self < o\nsorted([A(), A()])\n", DEEP},
    {"class A:\n    def __len__(self): return len(self)\nlen(A())\n", DEEP},
    {"class A:\n    def __call__(self): return self()\nA()()\n", DEEP},
    {"class A:\n    def __iter__(self): return iter(self)\nfor x in A(): pass\n", DEEP},
    {"class A:\n    def __iter__(self): return self\n    def __next__(self): return next(self)\n"
     "for x in A(): pass\n",
     DEEP},
    {"class A:\n    def __enter__(self):\n        with self: pass\n"
     "    def __exit__(self, *a): pass\nwith A(): pass\n",
     DEEP},
    {"class D(dict):\n    def __missing__(self, k): return self[k]\nD()['a']\n", DEEP},
    {"from functools import lru_cache\n@lru_cache\ndef f(n): return f(n + 1)\nf(0)\n", DEEP},
    {"from dataclasses import dataclass\n@dataclass\nclass A:\n    x: object = None\n"
     "a = A()\na.x = a\nb = A()\nb.x = b\na == b\n",
     ""},
    {"def f(n): return [[[[[[[[f(n + 1)]]]]]]]]\nf(0)\n", DEEP},
    {"def f(*a): return f(*a, 1)\nf()\n", DEEP},
    {"def g(): yield from g()\nnext(g())\n", DEEP},
    {"def f(): yield next(h)\nh = f()\nnext(h)\n", "generator already executing"},
    {"def g():\n    while True: yield 1\nlist(g())\n", MUCH},
    {"def g():\n    while True:\n        if False: yield 1\nnext(g())\n", MUCH},
    {"import itertools\nsum(itertools.count())\n", MUCH},
    {"import itertools\nlist(itertools.product(range(100), repeat=100))\n", MUCH},
    {"g = (i for i in range(3))\nfor i in range(50000):\n    g = (x for x in g)\nnext(g)\n", STACK},
    {"g = iter([1])\nfor i in range(50000): g = map(abs, g)\nnext(g)\n", STACK},
    {"f = lambda: 1\nfor i in range(50000): f = (lambda g: lambda: g())(f)\nf()\n", DEEP},
    {"from functools import partial\nf = abs\nfor i in range(9000): f = partial(f)\nf(1)\n", DEEP},
    {"[a for a in range(999) for b in range(999) for c in range(999)]\n", MUCH},
    {"x = [1]\nwhile True: x = x + x\n", MUCH},
    {"x = [1]\nwhile True: x += x\n", ""},
    {"x = 'a'\nwhile True: x += x\n", LONG},
    {"'x' * 10**9\n", LONG},
    {"[0] * 10**9\n", LONG},
    {"list(range(10**18))\n", LONG},
    {"'a'.center(10**9)\n", LONG},
    {"x = 'a' * 1000000\nx.replace('a', x)\n", LONG},
    {"x = 2\nwhile True: x *= x\n", "64 bits"},
    {"1 << 10**9\n", "64 bits"},
    {"f'{1:1000000000}'\n", "the format"},
    {"x = []\nfor i in range(50000): x = [x]\nprint(x)\n", NESTED},
    {"x = ()\nfor i in range(50000): x = (x,)\n{x: 1}\n", NESTED},
    {"x = {}\ny = {}\nfor i in range(9000):\n    x = {1: x}\n    y = {1: y}\nx == y\n", NESTED},
    {"a = [1]\na.append(a)\nb = [1]\nb.append(b)\na == b\n", NESTED},
    {"e = ValueError(1)\nfor i in range(50000): e = ValueError(e)\nprint(e)\n", ""},
    {"e = 1\nwhile True:\n    try: raise ValueError(e)\n    except ValueError as x: e = x\n", ""},
    {"class A: pass\nfor i in range(50000):\n    class A(A): pass\n",
     "classes are made from each other more than 200 deep"},
    {"x = []\nfor i in range(10**6):\n    class A: y = i\n    x.append(A)\n", MUCH},
    {"class A:\n    def __init__(s, v): s.v = v\n    def __hash__(s): return 1\n"
     "    def __eq__(s, o): return s.v == o.v\n{A(i): i for i in range(99999)}\n",
     MUCH},
    {"s = slice(1)\nfor i in range(50000): s = slice(s)\nprint(s)\n", NESTED},
    {"s = frozenset()\nfor i in range(50000): s = frozenset([s])\n", NESTED},
    {"def f(): pass\nf.__wrapped__ = f\nf.__name__\n", STACK},
    {"class A:\n    def __init__(s, o): s.o = o\n    def __hash__(s): return 1\n"
     "    def __eq__(s, o):\n        s.o.clear()\n        return False\n"
     "s = set()\nfor i in range(9): s.add(A(s))\n",
     "Set changed size"},
    {"class A:\n    def __lt__(s, o):\n        o.s.clear()\n        return True\n"
     "a = A()\na.s = {A(), 1, 2}\na.s.add(a)\na.s.add(A())\n",
     ""},
    {"d = {i: i for i in range(20000)}\nfor i in range(20000): del d[i]\n", MUCH},
    {"x = list(range(5000))\nwhile True: x.append(x.pop(0))\n", MUCH},
};

/* Tells whether a bound is said: whether calls or the stack of C end first is a matter of the compiler; what computes
 * without end may come to the bound of memory, or of a list, before it comes to that of evaluations. */
static bool is_said(const char *out, const char *message)
{
    bool is_much = strcmp(message, MUCH) == 0;
    return strstr(out, message) ||
           (is_much && (strstr(out, "too much memory") || strstr(out, LONG))) ||
           (strcmp(message, DEEP) == 0 && strstr(out, "calls are too deep"));
}

START_TEST(what_has_no_end_is_ended)
{
    Buf out = {0};
    bool ok = print_program(endless[_i].code, &out);
    ck_assert_msg(!ok && is_said(buf_text(&out), endless[_i].message), "%s\n%s", endless[_i].code,
                  buf_text(&out));
    buf_release(&out);
}
END_TEST

/* Adds `count` names with a comma after each, which all fall into one place of a table by hash: FNV-1a,
 * whose low bits depend on nothing but low bits, so that a last letter can be solved for. */
static void add_colliding(Buf *code, int count)
{
    const uint64_t prime = UINT64_C(1099511628211), mask = (1 << 15) - 1;
    uint64_t inverse = 1;
    for (int i = 0; i < 6; i++)
        inverse *= 2 - prime * inverse;
    for (int n = 0; count > 0; n++) {
        char name[7] = {0};
        uint64_t hash = UINT64_C(14695981039346656037);
        for (int i = 0, rest = n; i < 5; i++, rest /= 26) {
            name[i] = (char)('a' + rest % 26);
            hash = (hash ^ (unsigned char)name[i]) * prime;
        }
        uint64_t last = (hash ^ inverse) & mask;
        if (last < 'a' || last > 'z')
            continue;
        name[5] = (char)last;
        buf_printf(code, "%s,%s", name, count % 500 ? "" : "\n\n");
        count--;
    }
}

/* Tables of such names are gone through name by name: that is paid for, in what binds them. */
START_TEST(names_that_collide_are_paid_for)
{
    static const struct {
        const char *before, *after;
    } around[] = {
        {"for i in range(9):\n    (", ") = range(8000)\n"},
        {"def f():\n    (", ") = range(8000)\nfor i in range(9): f()\n"},
        {"class A:\n    for i in range(9): (", ") = range(8000)\n"},
    };
    for (int i = 0; i < 3; i++) {
        Buf code = {0}, out = {0};
        buf_puts(&code, around[i].before);
        add_colliding(&code, 8000);
        buf_puts(&code, around[i].after);
        bool ok = print_program(buf_text(&code), &out);
        ck_assert_msg(!ok && is_said(buf_text(&out), MUCH), "%s", buf_text(&out));
        buf_release(&code);
        buf_release(&out);
    }
}
END_TEST

/* As deep as tutorials go, also through objects and generators. */
START_TEST(ordinary_recursion_has_room)
{
    Buf out = {0};
    print_program("def down(n): return 0 if n == 0 else 1 + down(n - 1)\n"
                  "print(down(900))\n"
                  "def each(n):\n"
                  "    if n:\n"
                  "        yield n\n"
                  "        yield from each(n - 1)\n"
                  "print(sum(each(300)))\n"
                  "try:\n"
                  "    down(2000)\n"
                  "except RecursionError as e:\n"
                  "    print(e)\n",
                  &out);
    ck_assert_str_eq(buf_text(&out), "900\n45150\nmaximum recursion depth exceeded\n");
    buf_release(&out);
}
END_TEST

Suite *endless_suite(void)
{
    Suite *s = suite_create("endless");
    TCase *t = suite_case(s, "python");
    tcase_set_timeout(t, 10);
    tcase_add_loop_test(t, what_has_no_end_is_ended, 0, sizeof endless / sizeof endless[0]);
    tcase_add_test(t, names_that_collide_are_paid_for);
    tcase_add_test(t, ordinary_recursion_has_room);
    return s;
}
