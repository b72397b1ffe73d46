/* Trees: their shape for every part of the grammar, and the places of their nodes.
 * The shapes were compared with those of Python's own ast module. */
#include <check.h>
#include <string.h>

#include "base/utf8.h"
#include "python/parser.h"
#include "python/tree_text.h"
#include "suites.h"

typedef struct Row {
    const char *code, *tree;
} Row;

static const Row operators[] = {
    /* clang-format off */
    {"a + b + c", "(+ (+ a b) c)"},
    {"a - b - c", "(- (- a b) c)"},
    {"a + b * c", "(+ a (* b c))"},
    {"a * b + c", "(+ (* a b) c)"},
    {"a * b / c // d % e @ f", "(@ (% (// (/ (* a b) c) d) e) f)"},
    {"(a + b) * c", "(* (+ a b) c)"},
    {"a ** b ** c", "(** a (** b c))"},
    {"-a ** b", "(- (** a b))"},
    {"a ** -b", "(** a (- b))"},
    {"a ** -b ** c", "(** a (- (** b c)))"},
    {"-a * b", "(* (- a) b)"},
    {"a * -b", "(* a (- b))"},
    {"a ** b * c", "(* (** a b) c)"},
    {"a @ b ** c", "(@ a (** b c))"},
    {"- - +~a", "(- (- (+ (~ a))))"},
    {"~a & b", "(& (~ a) b)"},
    {"a | b ^ c & d + e", "(| a (^ b (& c (+ d e))))"},
    {"a & b ^ c | d", "(| (^ (& a b) c) d)"},
    {"a + b & c", "(& (+ a b) c)"},
    {"a < b | c", "(< a (| b c))"},
    {"a < b < c", "(<,< a b c)"},
    {"a == b != c", "(==,!= a b c)"},
    {"(a < b) < c", "(< (< a b) c)"},
    {"a < b <= c > d >= e", "(<,<=,>,>= a b c d e)"},
    {"a in b not in c is d is not e", "(in,not in,is,is not a b c d e)"},
    {"a not  in b", "(not in a b)"},
    {"a is(not b)", "(is a (not b))"},
    {"not a in b", "(not (in a b))"},
    {"not a == b", "(not (== a b))"},
    {"not not a", "(not (not a))"},
    {"not a and b", "(and (not a) b)"},
    {"a and not b", "(and a (not b))"},
    {"a or b and c", "(or a (and b c))"},
    {"a and b or c", "(or (and a b) c)"},
    {"a or b or c", "(or (or a b) c)"},
    {"a and b and c", "(and (and a b) c)"},
    {"a if b else c", "(if b a c)"},
    {"a if b else c if d else e", "(if b a (if d c e))"},
    {"(a if b else c) if d else e", "(if d (if b a c) e)"},
    {"a or b if c and d else not e", "(if (and c d) (or a b) (not e))"},
    {"a + (b if c else d)", "(+ a (if c b d))"},
    {"-a.b", "(- (. b a))"},
    {"-a[0]", "(- (index a 0))"},
    {"a.b ** c.d", "(** (. b a) (. d c))"},
    {"-1 ** 2", "(- (** 1 2))"},
    {"2 ** -1", "(** 2 (- 1))"},
    {"a == -b", "(== a (- b))"},
    {"Q @ K.T / math.sqrt(d)", "(/ (@ Q (. T K)) (call (. sqrt math) d))"},
    /* clang-format on */
};

static const Row operands[] = {
    /* clang-format off */
    {"None, True, False, ...", "(tuple None True False ...)"},
    {"1", "1"}, {"1.", "1.0"}, {".5", "0.5"}, {"0x10", "16"}, {"1_000", "1000"}, {"1e3", "1000.0"},
    {"()", "(tuple)"}, {"(a)", "a"}, {"(a,)", "(tuple a)"}, {"(a, b)", "(tuple a b)"},
    {"a,", "(tuple a)"}, {"a, b,", "(tuple a b)"}, {"(a, b), c", "(tuple (tuple a b) c)"},
    {"[]", "(list)"}, {"[a]", "(list a)"}, {"[a, b,]", "(list a b)"},
    {"[[a], [b]]", "(list (list a) (list b))"},
    {"{}", "(dict)"}, {"{a: b}", "(dict a b)"}, {"{a: b, c: d,}", "(dict a b c d)"},
    {"{a}", "(set a)"}, {"{a, b,}", "(set a b)"}, {"{a: {b}}", "(dict a (set b))"},
    {"{a if b else c: d}", "(dict (if b a c) d)"},
    {"[a for b in c]", "(listcomp a (each b c))"},
    {"[a for b in c if d]", "(listcomp a (each b c) (when d))"},
    {"[a if b else c for d in e if f or g]", "(listcomp (if b a c) (each d e) (when (or f g)))"},
    {"[a for b, c in d]", "(listcomp a (each (tuple b c) d))"},
    {"[a for b, in d]", "(listcomp a (each (tuple b) d))"},
    {"[a for b, *c in d]", "(listcomp a (each (tuple b (star c)) d))"},
    {"[a for (b, [c]) in d]", "(listcomp a (each (tuple b (list c)) d))"},
    {"[[a for b in c] for c in d]", "(listcomp (listcomp a (each b c)) (each c d))"},
    {"[a in b for c in d in e]", "(listcomp (in a b) (each c (in d e)))"},
    {"[a for b in c for d in e if f if g for h in i]",
     "(listcomp a (each b c) (each d e) (when f) (when g) (each h i))"},
    {"{a for b in c}", "(setcomp a (each b c))"},
    {"{a: b for c in d if e}", "(dictcomp a b (each c d) (when e))"},
    {"(a for b in c)", "(gen a (each b c))"},
    {"[a := b, *c, d]", "(list (:= a b) (star c) d)"},
    {"{*a, b}", "(set (star a) b)"},
    {"{**a, b: c, **d}", "(dict (stars a) _ b c (stars d) _)"},
    {"*a, b", "(tuple (star a) b)"}, {"(*a,)", "(tuple (star a))"}, {"*a | b,", "(tuple (star (| a b)))"},
    {"(a := b) + c", "(+ (:= a b) c)"}, {"f(a := b)", "(call f (:= a b))"},
    {"lambda: a", "(lambda (parameters) a)"},
    {"lambda a, b=c, *d, e, f=g, **h: a if b else c",
     "(lambda (parameters (any a _ _) (any b _ c) (* d _ _) (name e _ _) (name f _ g) (** h _ _)) "
     "(if b a c))"},
    {"lambda a, /, b: lambda *, c: d",
     "(lambda (parameters (position a _ _) (any b _ _)) (lambda (parameters (name c _ _)) d))"},
    {"f(lambda a: b, c)", "(call f (lambda (parameters (any a _ _)) b) c)"},
    {"a << b >> c + d & e", "(& (>> (<< a b) (+ c d)) e)"},
    {"f()", "(call f)"}, {"f(a, b,)", "(call f a b)"}, {"f(a, k=b)", "(call f a (keyword k b))"},
    {"f(*a, b, k=c, *d)", "(call f (star a) b (keyword k c) (star d))"},
    {"f(a == b)", "(call f (== a b))"},
    {"f(*a or b)", "(call f (star (or a b)))"},
    {"f(a if b else c, k=d if e else g)", "(call f (if b a c) (keyword k (if e d g)))"},
    {"f(a for b in c)", "(call f (gen a (each b c)))"},
    {"f(a for b in c if d).e", "(. e (call f (gen a (each b c) (when d))))"},
    {"f(**a, k=b, **c)", "(call f (stars a) (keyword k b) (stars c))"},
    {"f((a for b in c), d)", "(call f (gen a (each b c)) d)"},
    {"f(a)(b)[c].d(e)", "(call (. d (index (call (call f a) b) c)) e)"},
    {"f((a, b))", "(call f (tuple a b))"},
    {"x[a]", "(index x a)"}, {"x[a, b]", "(index x (tuple a b))"}, {"x[a,]", "(index x (tuple a))"},
    {"x[(a, b)]", "(index x (tuple a b))"}, {"x[[a, b]]", "(index x (list a b))"},
    {"x[:]", "(index x (slice _ _ _))"}, {"x[::]", "(index x (slice _ _ _))"},
    {"x[a:]", "(index x (slice a _ _))"}, {"x[:a]", "(index x (slice _ a _))"},
    {"x[::-1]", "(index x (slice _ _ (- 1)))"}, {"x[a:b:c]", "(index x (slice a b c))"},
    {"x[a:b, ..., None, :, -1]",
     "(index x (tuple (slice a b _) ... None (slice _ _ _) (- 1)))"},
    {"x[a if b else c:d]", "(index x (slice (if b a c) d _))"},
    {"x[*a]", "(index x (tuple (star a)))"}, {"x[a:=b]", "(index x (:= a b))"},
    {"x[a][b:c]", "(index (index x a) (slice b c _))"},
    {"(1).a", "(. a 1)"}, {"1.5.a", "(. a 1.5)"}, {"'a'.b", "(. b \"a\")"},
    {"[a][0]", "(index (list a) 0)"},
    /* clang-format on */
};

static const Row strings[] = {
    /* clang-format off */
    {"'a'", "\"a\""}, {"\"a'b\"", "\"a'b\""}, {"''", "\"\""}, {"''''''", "\"\""},
    {"'a' 'b' \"c\"", "\"abc\""},
    {"('a'\n 'b')", "\"ab\""},
    {"'\\n\\t\\\\\\'\\\"'", "\"\\0a\\09\\5c'\\22\""},
    {"'\\r\\a\\b\\f\\v\\0\\101\\18'", "\"\\0d\\07\\08\\0c\\0b\\00A\\018\""},
    {"'\\x41\\xe9\\u00e9\\u201c\\U0001F600'", "\"A\\c3\\a9\\c3\\a9\\e2\\80\\9c\\f0\\9f\\98\\80\""},
    {"'é'", "\"\\c3\\a9\""},
    {"'a\\\nb'", "\"ab\""},
    {"'''a\nb'''", "\"a\\0ab\""},
    {"'''a\r\nb\rc'''", "\"a\\0ab\\0ac\""},
    {"'''a'b''c'''", "\"a'b''c\""},
    {"r'\\n\\''", "\"\\5cn\\5c'\""},
    {"R'\\d' '\\n'", "\"\\5cd\\0a\""},
    {"'{a}'", "\"{a}\""},
    {"f''", "\"\""}, {"f'a'", "\"a\""}, {"f'{{a}}'", "\"{a}\""},
    {"f'{a}'", "(f (field a))"},
    {"f'{a}{b}'", "(f (field a) (field b))"},
    {"f'x{a}y{b}z'", "(f \"x\" (field a) \"y\" (field b) \"z\")"},
    {"f'{a!r}{b!s:>5}{c:.4f}{d:}'", "(f (field !r a) (field !s :>5 b) (field :.4f c) (field d))"},
    {"f'{a:=+5}{a != b}{a:%Y:%M}'", "(f (field :=+5 a) (field (!= a b)) (field :%Y:%M a))"},
    {"f'{a, b}{ {c: d}[e:g] }'",
     "(f (field (tuple a b)) (field (index (dict c d) (slice e g _))))"},
    {"f'{a[\"k\"]}'[0]", "(index (f (field (index a \"k\"))) 0)"},
    {"f'{\"a\" \"b\"}{f\"{c}\"}'", "(f (field \"ab\") (field (f (field c))))"},
    {"'a{' f'b{c}d' '}e' f'{g}'", "(f \"a{b\" (field c) \"d}e\" (field g))"},
    {"rf'\\{a}\\n' fR'\\d'", "(f \"\\5c\" (field a) \"\\5cn\\5cd\")"},
    {"f'''a\n{\nb\n+ c}'''", "(f \"a\\0a\" (field (+ b c)))"},
    {"f'\\x7b{a}\\n'", "(f \"{\" (field a) \"\\0a\")"},
    {"'\\d\\ \\q'", "\"\\5cd\\5c \\5cq\""}, {"u'a' 'b'", "\"ab\""},
    {"f'{a=}'", "(f \"a=\" (field !r a))"}, {"f'x{a = }y'", "(f \"xa = \" (field !r a) \"y\")"},
    {"f'{a=!s}{b=:.2f}{a!a}'", "(f \"a=\" (field !s a) \"b=\" (field :.2f b) (field !a a))"},
    {"f'{a:{b}}{c:>{d}.{e!r}f}'",
     "(f (field a (f (field b))) (field c (f \">\" (field d) \".\" (field !r e) \"f\")))"},
    {"f'{(lambda a: b)}\\{c}'",
     "(f (field (lambda (parameters (any a _ _)) b)) \"\\5c\" (field c))"},
    {"f'{a if b else c}{d == e}'", "(f (field (if b a c)) (field (== d e)))"},
    /* clang-format on */
};

static const Row statements[] = {
    /* clang-format off */
    {"", ""},
    {"a\nb", "a; b"},
    {"a; b; c;\nd", "a; b; c; d"},
    {"a = 1", "(= a 1)"},
    {"a = b = c, d", "(= a b (tuple c d))"},
    {"a, b = b, a", "(= (tuple a b) (tuple b a))"},
    {"a, = b", "(= (tuple a) b)"},
    {"(a, [b, c.d]) = e", "(= (tuple a (list b (. d c))) e)"},
    {"[a, b] = c", "(= (list a b) c)"},
    {"(a) = b", "(= a b)"},
    {"a.b = a[0] = a[1:2, ...] = c",
     "(= (. b a) (index a 0) (index a (tuple (slice 1 2 _) ...)) c)"},
    {"f(a).b = c", "(= (. b (call f a)) c)"},
    {"import torch", "(import (alias torch torch))"},
    {"import torch.nn", "(import (alias torch.nn torch))"},
    {"import torch.nn.functional as F", "(import (alias torch.nn.functional F))"},
    {"import torch . nn as nn", "(import (alias torch.nn nn))"},
    {"from torch import nn", "(from torch (alias nn nn))"},
    {"from torch.nn.functional import softmax, relu as r",
     "(from torch.nn.functional (alias softmax softmax) (alias relu r))"},
    {"from torch import (nn,\n  cat as c,)", "(from torch (alias nn nn) (alias cat c))"},
    {"assert a", "(assert a)"},
    {"assert a == b, 'c'", "(assert (== a b) \"c\")"},
    {"print(a,\n  b) # c\nd", "(call print a b); d"},
    {"a = 1 + \\\n  2", "(= a (+ 1 2))"},
    {"print\nmatch = type", "print; (= match type)"},
    {"a, *b = c", "(= (tuple a (star b)) c)"},
    {"*a, = [b, *c] = d", "(= (tuple (star a)) (list b (star c)) d)"},
    {"import a, b.c as d", "(import (alias a a) (alias b.c d))"},
    {"from . import a", "(from . (alias a a))"},
    {"from ...a.b import *", "(from ...a.b (alias *))"},
    {"a += 1", "(+= a 1)"},
    {"a.b[0] **= b, c", "(**= (index (. b a) 0) (tuple b c))"},
    {"a -= 1; a *= 1; a /= 1; a //= 1; a %= 1; a @= 1; a &= 1; a |= 1; a ^= 1; a <<= 1; a >>= 1",
     "(-= a 1); (*= a 1); (/= a 1); (//= a 1); (%= a 1); (@= a 1); (&= a 1); (|= a 1); (^= a 1); "
     "(<<= a 1); (>>= a 1)"},
    {"a: int", "(: a int)"},
    {"a.b: List[int] | None = c", "(: (. b a) (| (index List int) None) c)"},
    {"return", "(return)"}, {"return a, *b", "(return (tuple a (star b)))"},
    {"raise", "(raise)"}, {"raise A(b)", "(raise (call A b))"}, {"raise A from b", "(raise A b)"},
    {"del a, b[0], (c.d, e)", "(del a (index b 0) (tuple (. d c) e))"}, {"del (a)", "(del a)"},
    {"global a, b", "(global a b)"}, {"nonlocal a", "(nonlocal a)"},
    {"pass; break; continue", "(pass); (break); (continue)"},
    {"#| hide\na", "#hide | a"},
    {"#| rows: a b | \"c d\"  \n# between\n\n  #|cols:x\na; b",
     "#rows a b | \"c d\"| #cols x| a; b"},
    {"a\n#| axes : query  key\n#| hide\nb\nc", "a; #axes query  key| #hide | b; c"},
    /* clang-format on */
};

static const Row blocks[] = {
    /* clang-format off */
    {"if a: b", "(if a (block b))"},
    {"if a: b; c = d\ne", "(if a (block b (= c d))); e"},
    {"if a:\n  b\n  c\nd", "(if a (block b c)); d"},
    {"if (a := b) > c: pass", "(if (> (:= a b) c) (block (pass)))"},
    {"if a := b: pass", "(if (:= a b) (block (pass)))"},
    {"if a:\n b\nelif c:\n d\nelif e: f\nelse:\n g",
     "(if a (block b) c (block d) e (block f) (block g))"},
    {"if a:\n if b:\n  c\n else:\n  d\nelse: e",
     "(if a (block (if b (block c) (block d))) (block e))"},
    {"if a:\n  b\n\n# c\n    # d\nelse:\n  e", "(if a (block b) (block e))"},
    {"while a: break", "(while a (block (break)))"},
    {"while a:\n  b\nelse:\n  c", "(while a (block b) (block c))"},
    {"for a in b: c", "(for a b (block c))"},
    {"for a, (b, *c) in d, *e:\n f\nelse: g",
     "(for (tuple a (tuple b (star c))) (tuple d (star e)) (block f) (block g))"},
    {"for i, a.b in enumerate(c): continue",
     "(for (tuple i (. b a)) (call enumerate c) (block (continue)))"},
    {"try: a\nfinally: b", "(try (block a) _ (block b))"},
    {"try:\n a\nexcept (A, B) as e:\n b\nexcept C: c\nexcept:\n d\nelse:\n e\nfinally:\n f",
     "(try (block a) (block e) (block f) (except (tuple A B) (block b) e) (except C (block c)) "
     "(except _ (block d)))"},
    {"with a: b", "(with (item a) (block b))"},
    {"with a as b, c() as (d, e):\n f", "(with (item a b) (item (call c) (tuple d e)) (block f))"},
    {"with (a as b, c,): d", "(with (item a b) (item c) (block d))"},
    {"with (a, b): c", "(with (item a) (item b) (block c))"},
    {"with (a): c", "(with (item a) (block c))"},
    {"with (a).b(c) as d: e", "(with (item (call (. b a) c) d) (block e))"},
    {"def f(): return", "(def f (parameters) _ (block (return)))"},
    {"def f(a, b: int = 1, *c: d, e, g=2, **h) -> i[j]:\n  'k'\n  return a",
     "(def f (parameters (any a _ _) (any b int 1) (* c d _) (name e _ _) (name g _ 2) (** h _ _)) "
     "(index i j) (block \"k\" (return a)))"},
    {"def f(a, /, b, *, c): ...",
     "(def f (parameters (position a _ _) (any b _ _) (name c _ _)) _ (block ...))"},
    {"def f(a,\n      b=None,\n):\n    def g():\n        nonlocal a\n    return g",
     "(def f (parameters (any a _ _) (any b _ None)) _ (block (def g (parameters) _ (block "
     "(nonlocal a))) (return g)))"},
    {"class A: pass", "(class A (bases) (block (pass)))"},
    {"class A(): pass", "(class A (bases) (block (pass)))"},
    {"class A(nn.Module, *b, metaclass=C, **d):\n  e = 1\n  def f(self): pass",
     "(class A (bases (. Module nn) (star b) (keyword metaclass C) (stars d)) (block (= e 1) "
     "(def f (parameters (any self _ _)) _ (block (pass)))))"},
    {"@a\n@b.c(d)\n\ndef f(): e",
     "(def f (parameters) _ (block e) (@ a) (@ (call (. c b) d)))"},
    {"@dataclass\nclass A:\n  b: int = 0\n  c: str",
     "(class A (bases) (block (: b int 0) (: c str)) (@ dataclass))"},
    {"#| hide\nif a:\n  #| rows: b\n  c\n#| cols: d\ne",
     "#hide | (if a (block #rows b| c)); #cols d| e"},
    {"if a:\n  b\n  #| hide\nc", "(if a (block b)); #hide | c"},
    {"if a:\n\tb\n\tif c:\n\t\td\n\te", "(if a (block b (if c (block d)) e))"},
    {"if a:\n  b = [\nc,\n]\n  d", "(if a (block (= b (list c)) d))"},
    {"if a: # b\n  # c\n  d # e\n  # f", "(if a (block d))"},
    {"if a and \\\n  b:\n  c = d + \\\ne\n  f", "(if (and a b) (block (= c (+ d e)) f))"},
    {"match = 1\nmatch.a\nmatch[0]: int = 1\ntype(a)\nprint",
     "(= match 1); (. a match); (: (index match 0) int 1); (call type a); print"},
    /* clang-format on */
};

static void check_rows(const Row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Arena a = {0};
        Code code = block_of(rows[i].code);
        const char *tree = tree_of(&a, &code);
        ck_assert_msg(strcmp(tree, rows[i].tree) == 0, "%s\n  gives    %s\n  expected %s",
                      rows[i].code, tree, rows[i].tree);
        arena_release(&a);
    }
}

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

START_TEST(operators_bind_as_in_python)
{
    check_rows(operators, COUNT(operators));
}
END_TEST

START_TEST(operands_have_their_shape)
{
    check_rows(operands, COUNT(operands));
}
END_TEST

START_TEST(strings_are_read_and_joined)
{
    check_rows(strings, COUNT(strings));
}
END_TEST

START_TEST(statements_have_their_shape)
{
    check_rows(statements, COUNT(statements));
}
END_TEST

START_TEST(blocks_have_their_shape)
{
    check_rows(blocks, COUNT(blocks));
}
END_TEST

/* --- places ---------------------------------------------------------------------------------- */

/* Tells whether the text of a node is an expression by itself. */
static bool stands_alone(const Node *n, const char *source)
{
    for (int i = 0; i < n->kids; i++)
        if (n->kid[i] && n->kid[i]->kind == NODE_SLICE)
            return n->kind == NODE_INDEX;
    if (n->kind == NODE_GENERATOR)
        return source[n->start] == '(';
    static const NodeKind parts[] = {NODE_KEYWORD, NODE_STAR,       NODE_DOUBLE_STAR,
                                     NODE_SLICE,   NODE_FORMAT,     NODE_EACH,
                                     NODE_WHEN,    NODE_PARAMETERS, NODE_PARAMETER};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (n->kind == parts[i])
            return false;
    return n->kind < NODE_EXPRESSION;
}

/* The text of a node, in brackets, parses to the same tree. */
static void check_text(const Node *n, const char *source)
{
    Arena a = {0};
    Buf tree = {0};
    tree_text(&tree, n);
    Code code = block_of(arena_format(&a, "(%.*s)", (int)(n->end - n->start), source + n->start));
    ck_assert_str_eq(tree_of(&a, &code), tree.text);
    buf_release(&tree);
    arena_release(&a);
}

static size_t offset_of(const char *source, int line, int col)
{
    size_t at = 0;
    for (; line > 1; line--)
        at = (size_t)(strchr(source + at, '\n') - source) + 1;
    for (; col > 1; col--) {
        uint32_t c;
        at += utf8_next(source + at, strlen(source + at), &c);
    }
    return at;
}

/* The lines of a statement are those of its text. */
static void check_lines(const Node *n, const char *source)
{
    const Statement *s = n->statement;
    int line = 1;
    ck_assert_ptr_eq(s->node, n);
    for (size_t i = 0; i < n->end; i++) {
        if (i == n->start)
            ck_assert_int_eq(s->line, line);
        line += source[i] == '\n';
    }
    ck_assert_int_eq(s->last_line, line);
}

/* The line and column lie in the node; for an operator it is the operator that stands there. */
static void check_mark(const Node *n, const char *source)
{
    size_t at = offset_of(source, n->line, n->col);
    ck_assert_uint_ge(at, n->start);
    ck_assert_uint_lt(at, n->end);
    ck_assert_int_ge(n->width, 1);
    const char *sign = n->kind == NODE_COMPARE ? operator_text(n->ops[0]) : operator_text(n->op);
    ck_assert_msg(strncmp(source + at, sign, strlen(sign)) == 0, "%s is not at %d:%d", sign,
                  n->line, n->col);
}

static void check_places(const Node *n, const char *source, bool in_string)
{
    int height = 0;
    for (int i = 0; i < n->kids; i++) {
        if (!n->kid[i])
            continue;
        height = n->kid[i]->height > height ? n->kid[i]->height : height;
        ck_assert_uint_ge(n->kid[i]->start, n->start);
        ck_assert_uint_le(n->kid[i]->end, n->end);
        check_places(n->kid[i], source, n->kind == NODE_FSTRING || n->kind == NODE_FORMAT);
    }
    ck_assert_int_eq(n->height, height + 1);
    if (n->statement)
        check_lines(n, source);
    if ((n->kind == NODE_PARAMETERS || n->kind == NODE_BASES) && n->start == n->end)
        return;
    check_mark(n, source);
    if (stands_alone(n, source) &&
        !(in_string && (n->kind == NODE_STRING || n->kind == NODE_FSTRING)))
        check_text(n, source);
}

/* Between statements are blanks, comments and semicolons alone. */
static void check_between(const char *source, size_t from, size_t to)
{
    while (from < to) {
        ck_assert_msg(strchr(" \t\n;#", source[from]), "left out: %.20s", source + from);
        from += source[from] == '#' ? strcspn(source + from, "\n") : 1;
    }
}

START_TEST(every_node_knows_its_text_and_place)
{
    Arena a = {0};
    Err err = {0};
    Program program = {0};
    const char *source = sample_code;
    Code code = block_of(source);
    ck_assert_msg(parse(&a, &code, &program, &err), "%d:%d: %s", err.at.line, err.at.col,
                  err.message);
    size_t end = 0;
    for (int i = 0; i < program.count; i++) {
        const Node *n = program.statement[i].node;
        check_between(source, end, n->start);
        check_places(n, source, false);
        end = n->end;
    }
    check_between(source, end, strlen(source));
    arena_release(&a);
}
END_TEST

START_TEST(marks_are_where_a_reader_looks)
{
    static const struct {
        const char *code;
        int col, width;
    } rows[] = {
        {"abc", 1, 3},         {"a.bcd", 3, 3},       {"f(a)[b]", 1, 7}, {"f(a, b)", 1, 7},
        {"f(a,\n b)", 1, 4},   {"a + b", 3, 1},       {"a ** b", 3, 2},  {"-a", 1, 1},
        {"a not  in b", 3, 7}, {"a is not b", 3, 6},  {"a and b", 3, 3}, {"a if b else c", 3, 2},
        {"[a, b]", 1, 6},      {"'é'", 1, 3},         {"a, b", 1, 4},    {"(a, b)", 1, 6},
        {"'é' + b", 5, 1},     {"f'{a}é' * 2", 9, 1},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Arena a = {0};
        Err err = {0};
        Program program = {0};
        Code code = block_of(rows[i].code);
        ck_assert(parse(&a, &code, &program, &err));
        const Node *n = program.statement[0].node->kid[0];
        ck_assert_msg(n->col == rows[i].col && n->width == rows[i].width, "%s: %d, %d",
                      rows[i].code, n->col, n->width);
        arena_release(&a);
    }
}
END_TEST

START_TEST(statements_know_their_lines)
{
    Arena a = {0};
    Err err = {0};
    Program program = {0};
    const char *text = "ignored\n#| hide\n\na = (1,\n 2); b\n'''\n'''\n# end";
    Code code = {"test.md", text, 8, strlen(text), 41, 0};
    ck_assert(parse(&a, &code, &program, &err));
    static const int lines[][2] = {{43, 44}, {44, 44}, {45, 46}};
    ck_assert_int_eq(program.count, 3);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(program.statement[i].line, lines[i][0]);
        ck_assert_int_eq(program.statement[i].last_line, lines[i][1]);
    }
    const Directive *d = program.statement[0].directive;
    ck_assert_int_eq(d->line, 41);
    ck_assert_int_eq(d->col, 4);
    ck_assert_uint_eq(program.statement[0].node->start, 17);
    arena_release(&a);
}
END_TEST

/* An indented fence: the blanks before its lines are not part of strings either. */
START_TEST(the_indentation_of_a_fence_is_no_text)
{
    static const struct {
        int column;
        const char *tree;
    } rows[] = {
        {2, "(= a \"x\\0a y\\0az\\0a w\"); b"},
        {3, "(= a \"x\\0ay\\0az\\0aw\"); b"},
        {1, "1:3: unexpected indent: a statement begins where the one before it begins"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Arena a = {0};
        Code code = block_of("  a = '''x\n   y\nz\n   w'''\n  b\n");
        code.column = rows[i].column;
        ck_assert_str_eq(tree_of(&a, &code), rows[i].tree);
        arena_release(&a);
    }
}
END_TEST

Suite *parser_suite(void)
{
    Suite *s = suite_create("parser");
    TCase *c = suite_case(s, "trees");
    tcase_add_test(c, operators_bind_as_in_python);
    tcase_add_test(c, operands_have_their_shape);
    tcase_add_test(c, strings_are_read_and_joined);
    tcase_add_test(c, statements_have_their_shape);
    tcase_add_test(c, blocks_have_their_shape);
    tcase_add_test(c, every_node_knows_its_text_and_place);
    tcase_add_test(c, marks_are_where_a_reader_looks);
    tcase_add_test(c, statements_know_their_lines);
    tcase_add_test(c, the_indentation_of_a_fence_is_no_text);
    return s;
}
