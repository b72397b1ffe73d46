/* No code is too long, too deep or too broken: it parses, or fails with one message. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "python/check.h"
#include "python/lexer.h"
#include "python/limits.h"
#include "python/parser.h"
#include "python/tree_text.h"
#include "suites.h"

#define COUNT(rows) (sizeof(rows) / sizeof *(rows))

static char *repeat(const char *head, const char *piece, int times, const char *tail)
{
    Buf b = {0};
    buf_puts(&b, head);
    for (int i = 0; i < times; i++)
        buf_puts(&b, piece);
    buf_puts(&b, tail);
    return b.text;
}

/* `most` of what nests are fine, one more is an error, and a great many are the same error. */
START_TEST(nesting_and_height_are_bounded)
{
    static const char too_deep[] = "the expression is nested more than 64 deep";
    static const char too_many[] = "brackets are nested more than 64 deep";
    static const char too_high[] =
        "the expression has more than 500 operators inside each other: give a part of it a name";
    static const struct {
        const char *head, *piece, *tail;
        int most;
        const char *message;
    } rows[] = {
        {"", "-", "a", LIMIT_NESTING, too_deep},
        {"", "not ", "a", LIMIT_NESTING, too_deep},
        {"", "a ** ", "a", LIMIT_NESTING, too_deep},
        {"", "a if b else ", "a", LIMIT_NESTING, too_deep},
        {"", "(-", "a", LIMIT_NESTING / 2, NULL},
        {"", "f(", "", LIMIT_NESTING, too_many},
        {"", "[", "", LIMIT_NESTING, too_many},
        {"", "{1: (", "", LIMIT_NESTING / 2, too_many},
        {"", "x[", "", LIMIT_NESTING, too_many},
        {"a", " + 1", "", LIMIT_HEIGHT - 2, too_high},
        {"a", " and a", "", LIMIT_HEIGHT - 2, too_high},
        {"a", ".b", "", LIMIT_HEIGHT - 2, too_high},
        {"a", "[0]", "", LIMIT_HEIGHT - 2, too_high},
        {"a", "()", "", LIMIT_HEIGHT - 2, too_high},
        {"f(", "a,", "a)", LIMIT_ARGUMENTS - 1, "the call has more than 255 arguments"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        for (int times = rows[i].most;
             times<100000; times = times> rows[i].most ? times * 100 : times + 1) {
            Arena a = {0};
            char *text = repeat(rows[i].head, rows[i].piece, times, rows[i].tail);
            Code code = block_of(text);
            const char *tree = tree_of(&a, &code);
            bool bounded = strstr(tree, "more than") != NULL;
            ck_assert_msg(bounded == (times > rows[i].most), "%d times '%s': %s", times,
                          rows[i].piece, tree);
            ck_assert(!bounded || !rows[i].message || strstr(tree, rows[i].message));
            free(text);
            arena_release(&a);
        }
    }
}
END_TEST

START_TEST(a_megabyte_of_anything_is_one_message)
{
    static const char *const pieces[] = {
        "[",
        "(",
        "{",
        "f(",
        "-",
        "not ",
        "a**",
        "a if a else ",
        "a.",
        "a[0]",
        "a=",
        "a<",
        "a,",
        "'a'",
        "f'{",
        "'",
        "lambda:",
        "#|",
        ";",
        "\\\n",
        "[a for a in ",
        "1",
        "f'{a}'",
        "a:",
        "...",
        "''' ",
        "\n",
        "\n ",
        "x\n(",
        "if a:",
        "if a: b\n",
        "if a:\n b\nelif c:\n d\n",
        "lambda a: ",
        "lambda *,",
        "def f(a=",
        "def f(a,",
        "@a\n",
        "class A:\n pass\n",
        "try:\n",
        "try: a\nexcept: b\n",
        "with (a): b\n",
        "with (",
        "for a in b:\n for c in d: e\n",
        "(a := ",
        "*",
        "**",
        "a: b = ",
        "a += 1;",
        "import a,",
        "from .",
        "del a,",
        "f'{a:{",
        "f'{a=}'",
        "a for b in c ",
        "#| hide\n",
        "match a:\n",
    };
    for (size_t i = 0; i < COUNT(pieces); i++) {
        Arena a = {0};
        char *text = repeat("", pieces[i], (1 << 20) / (int)strlen(pieces[i]), "");
        Code code = block_of(text);
        ck_assert_ptr_nonnull(tree_of(&a, &code));
        free(text);
        arena_release(&a);
    }
}
END_TEST

/* Each block one column deeper. */
static char *nest(const char *head, int times, const char *last)
{
    Buf b = {0};
    for (int i = 0; i <= times; i++) {
        buf_fill(&b, ' ', i);
        buf_puts(&b, i < times ? head : last);
        buf_putc(&b, '\n');
    }
    return b.text;
}

START_TEST(blocks_nest_within_bounds)
{
    static const char *const heads[] = {
        "if a:", "while a:", "for a in b:", "with a:", "def f(a=lambda: 1):", "class A:",
    };
    for (size_t i = 0; i < COUNT(heads); i++) {
        Arena a = {0};
        for (int times = LIMIT_NESTING; times < 5000; times = times * 8 + 1) {
            char *text = nest(heads[i], times, "a");
            Code code = block_of(text);
            const char *tree = tree_of(&a, &code);
            if (times == LIMIT_NESTING)
                ck_assert_int_eq(*tree, '(');
            else
                ck_assert_str_eq(tree, "66:66: blocks are nested more than 64 deep");
            free(text);
        }
        arena_release(&a);
    }
}
END_TEST

/* Chains that are no nesting: as long as one likes. */
START_TEST(parts_of_a_statement_are_no_nesting)
{
    static const struct {
        const char *head, *piece, *tail;
    } rows[] = {
        {"if a: b\n", "elif c: d\n", "else: e"},
        {"try: a\n", "except B: c\n", "finally: d"},
        {"", "if a:\n b\n", "c"},
        {"", "@a\n", "def f(): pass"},
        {"with a", ", b as c", ": d"},
        {"a", " = b", ""},
        {"class A:\n", "  def f(self): pass\n", "  b = 1"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Arena a = {0};
        char *text = repeat(rows[i].head, rows[i].piece, 10000, rows[i].tail);
        Code code = block_of(text);
        const char *tree = tree_of(&a, &code);
        ck_assert_msg(*tree == '(', "%s", tree);
        free(text);
        arena_release(&a);
    }
}
END_TEST

START_TEST(f_strings_nest_within_bounds)
{
    static const char *const quotes[] = {"\"", "'", "\"\"\"", "'''"};
    Arena a = {0};
    Buf text = {0};
    for (int i = 3; i >= 0; i--)
        buf_printf(&text, "f%s{", quotes[i]);
    buf_puts(&text, "a");
    for (int i = 0; i <= 3; i++)
        buf_printf(&text, "}%s", quotes[i]);
    Code code = block_of(text.text);
    ck_assert_str_eq(tree_of(&a, &code), "(f (field (f (field (f (field (f (field a))))))))");
    char *deep = repeat("f'''{", "(", LIMIT_NESTING, "a}'''");
    code = block_of(deep);
    ck_assert_str_eq(tree_of(&a, &code), "1:69: the expression is nested more than 64 deep");
    free(deep);
    char *wide = repeat("", "f'{(a)}' ", LIMIT_NESTING + 1, "");
    code = block_of(wide);
    ck_assert_ptr_nonnull(strstr(tree_of(&a, &code), "(field a) (field a)"));
    free(wide);
    buf_release(&text);
    arena_release(&a);
}
END_TEST

/* --- robustness ------------------------------------------------------------------------------ */

/* Parses exactly these bytes, in memory of that size. A failure has a place inside of them. */
static void check_clean(const char *bytes, size_t length)
{
    Arena a = {0};
    Err err = {0};
    Program program = {0};
    char *copy = malloc(length ? length : 1);
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, bytes, length);
    Code code = {"test.md", copy, 0, length, 1, 0};
    bool fine = parse(&a, &code, &program, &err) && check_places(&code, &program, &err);
    ck_assert_int_eq(fine, !err.set);
    int lines = 1;
    for (size_t i = 0; i < length; i++)
        lines += copy[i] == '\n' || copy[i] == '\r';
    if (!fine) {
        ck_assert_int_ge(err.at.line, 1);
        ck_assert_int_le(err.at.line, lines);
        ck_assert_int_ge(err.at.col, 1);
        ck_assert_int_ge(err.at.width, 0);
        ck_assert_uint_gt(strlen(err.message), 0);
    }
    free(copy);
    arena_release(&a);
}

START_TEST(every_prefix_parses_or_fails_cleanly)
{
    for (size_t length = 0; length <= strlen(sample_code); length++)
        check_clean(sample_code, length);
}
END_TEST

START_TEST(every_mutation_parses_or_fails_cleanly)
{
    static const char *const pieces[] = {
        "(",     ")",    "[",       "]",       "{",     "}",       "'", "\"", "'''",  "f'{",
        "\\",    "\n",   "\r",      ",",       ":",     "=",       "!", ".",  "**",   "not ",
        " in ",  " if ", " else ",  " for ",   "0x",    "1e",      "#", "#|", "\t",   "é",
        "\xff",  "\x01", "lambda ", "import ", "*",     "@",       "_", "9",  "\n  ", "\n\t",
        ":\n  ", "def ", ":=",      "+=",      "else:", "if a:\n",
    };
    uint32_t random = 1;
    for (int round = 0; round < 2000; round++) {
        Buf text = {0};
        random = random * 1664525u + 1013904223u;
        size_t at = (random >> 8) % strlen(sample_code);
        random = random * 1664525u + 1013904223u;
        size_t skipped = (random >> 8) % 4;
        skipped = at + skipped > strlen(sample_code) ? 0 : skipped;
        buf_add(&text, sample_code, at);
        buf_puts(&text, pieces[(random >> 16) % COUNT(pieces)]);
        buf_puts(&text, sample_code + at + skipped);
        check_clean(text.text, text.length);
        buf_release(&text);
    }
}
END_TEST

/* The sample without a token, with one twice, or with one in the place of another. */
START_TEST(every_token_may_be_another)
{
    enum { MOST = 2000 };
    Token token[MOST];
    int count = 0;
    Arena a = {0};
    Err err = {0};
    Lexer l;
    Code code = block_of(sample_code);
    lexer_start(&l, &a, &code, &err);
    for (Token t = lexer_next(&l); t.kind > TOKEN_END && count < MOST; t = lexer_next(&l))
        if (t.to.at > t.from.at)
            token[count++] = t;
    ck_assert(!err.set && count < MOST);
    uint32_t random = 1;
    for (int i = 0; i < 8 * count; i++) {
        Buf text = {0};
        const Token *out = &token[i / 8], *in = &token[(random >> 8) % (uint32_t)count];
        random = random * 1664525u + 1013904223u;
        buf_add(&text, sample_code, out->from.at);
        if (i % 8 == 1)
            buf_add(&text, sample_code + out->from.at, out->to.at - out->from.at);
        if (i % 8 > 1)
            buf_add(&text, sample_code + in->from.at, in->to.at - in->from.at);
        buf_puts(&text, i % 2 ? " " : "");
        buf_puts(&text, sample_code + (i % 8 == 1 || i % 8 > 5 ? out->from.at : out->to.at));
        check_clean(text.text, text.length);
        buf_release(&text);
    }
    arena_release(&a);
}
END_TEST

Suite *parser_bounds_suite(void)
{
    Suite *s = suite_create("parser bounds");
    TCase *c = suite_case(s, "bounds");
    tcase_set_timeout(c, 30);
    tcase_add_test(c, nesting_and_height_are_bounded);
    tcase_add_test(c, a_megabyte_of_anything_is_one_message);
    tcase_add_test(c, blocks_nest_within_bounds);
    tcase_add_test(c, parts_of_a_statement_are_no_nesting);
    tcase_add_test(c, f_strings_nest_within_bounds);
    tcase_add_test(c, every_prefix_parses_or_fails_cleanly);
    tcase_add_test(c, every_mutation_parses_or_fails_cleanly);
    tcase_add_test(c, every_token_may_be_another);
    return s;
}
