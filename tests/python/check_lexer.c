/* Tokens, their values and places. What the lexer refuses is in check_parser_errors.c. */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "python/lexer.h"
#include "python/tree_text.h"
#include "suites.h"

static void add_token(Buf *out, const Code *code, const Token *t)
{
    if (t->kind == TOKEN_NEWLINE)
        buf_puts(out, "; ");
    else if (t->kind == TOKEN_INDENT || t->kind == TOKEN_DEDENT)
        buf_puts(out, t->kind == TOKEN_INDENT ? "> " : "< ");
    else if (t->kind == TOKEN_END)
        buf_puts(out, ".");
    else if (t->kind != TOKEN_ERROR)
        buf_printf(out, "%.*s@%d:%d ", (int)(t->to.at - t->from.at), code->source + t->from.at,
                   t->from.line, t->from.col);
}

/* The tokens with their places, newlines as ;, blocks as > and <, the end as a full stop; or the error. */
static void add_tokens(Buf *out, const Code *code)
{
    Arena a = {0};
    Err err = {0};
    Lexer l;
    Token t;
    lexer_start(&l, &a, code, &err);
    do {
        t = lexer_next(&l);
        add_token(out, code, &t);
    } while (t.kind > TOKEN_END);
    ck_assert_int_eq(t.kind == TOKEN_ERROR, err.set);
    if (err.set)
        buf_printf(out, "%d:%d: %s", err.at.line, err.at.col, err.message);
    arena_release(&a);
}

static void check_tokens(const Code *code, const char *expected)
{
    Buf out = {0};
    add_tokens(&out, code);
    ck_assert_str_eq(out.text, expected);
    buf_release(&out);
}

START_TEST(blanks_and_lines_separate_tokens)
{
    static const struct {
        const char *code, *tokens;
    } rows[] = {
        {"", "."},
        {"\n \n\t\n", "."},
        {"# only a comment", "."},
        {"a", "a@1:1 ; ."},
        {"a # b\n\n\nc", "a@1:1 ; c@4:1 ; ."},
        {"a\t+\t\tb\t", "a@1:1 +@1:3 b@1:6 ; ."},
        {"a;b", "a@1:1 ;@1:2 b@1:3 ; ."},
        {"(a\n# c\n\nb)\nc", "(@1:1 a@1:2 b@4:1 )@4:2 ; c@5:1 ; ."},
        {"a \\\n  + b\nc", "a@1:1 +@2:3 b@2:5 ; c@3:1 ; ."},
        {"a\\\n\\\nb", "a@1:1 b@3:1 ; ."},
        {"x**-y//z", "x@1:1 **@1:2 -@1:4 y@1:5 //@1:6 z@1:8 ; ."},
        {"a<=b!=c>=d==e<f>g", "a@1:1 <=@1:2 b@1:4 !=@1:5 c@1:7 >=@1:8 d@1:10 ==@1:11 e@1:13 "
                              "<@1:14 f@1:15 >@1:16 g@1:17 ; ."},
        {"x[...,1:.5]", "x@1:1 [@1:2 ...@1:3 ,@1:6 1@1:7 :@1:8 .5@1:9 ]@1:11 ; ."},
        {"1.e5.a", "1.e5@1:1 .@1:5 a@1:6 ; ."},
        {"a@b@=c", "a@1:1 @@1:2 b@1:3 @=@1:4 c@1:6 ; ."},
        {"'é“' x", "'é“'@1:1 x@1:6 ; ."},
        {"'''a\nb''' c", "'''a\nb'''@1:1 c@2:6 ; ."},
        {"'a\\\nb' c", "'a\\\nb'@1:1 c@2:4 ; ."},
        {"r'\\' x' y", "r'\\' x'@1:1 y@1:9 ; ."},
        {"rf''f'a'Rb", "rf''@1:1 f'a'@1:5 Rb@1:9 ; ."},
        {"'' '''''' ''\"\"", "''@1:1 ''''''@1:4 ''@1:11 \"\"@1:13 ; ."},
        {"#| hide\nx", "#| hide@1:1 x@2:1 ; ."},
        {"notin not_ in1", "notin@1:1 not_@1:7 in1@1:12 ; ."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Code code = block_of(rows[i].code);
        check_tokens(&code, rows[i].tokens);
    }
}
END_TEST

/* \r\n and \r end lines as \n does: same tokens, same places. */
START_TEST(every_line_end_is_one)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    static const char *const lines[] = {"a = f(1,", "  2) # c", "", "b \\", " + c", "d", NULL};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        Buf text = {0};
        for (size_t line = 0; lines[line]; line++) {
            buf_puts(&text, lines[line]);
            buf_puts(&text, ends[i]);
        }
        Code code = block_of(text.text);
        check_tokens(&code, "a@1:1 =@1:3 f@1:5 (@1:6 1@1:7 ,@1:8 2@2:3 )@2:4 ; "
                            "b@4:1 +@5:2 c@5:4 ; d@6:1 ; .");
        buf_release(&text);
    }
}
END_TEST

static Token only_token(Arena *a, const char *text)
{
    Err err = {0};
    Lexer l;
    Code code = block_of(text);
    lexer_start(&l, a, &code, &err);
    Token t = lexer_next(&l);
    ck_assert_msg(!err.set, "%s: %s", text, err.message);
    ck_assert_uint_eq(t.to.at, strlen(text));
    return t;
}

START_TEST(whole_numbers_have_their_value)
{
    static const struct {
        const char *code;
        int64_t value;
    } rows[] = {
        {"0", 0},
        {"00", 0},
        {"0_0", 0},
        {"7", 7},
        {"1_000_000", 1000000},
        {"0x1F", 31},
        {"0Xff", 255},
        {"0x_f_f", 255},
        {"0o17", 15},
        {"0O7", 7},
        {"0b1011", 11},
        {"0B_1", 1},
        {"9223372036854775807", INT64_MAX},
        {"0x7fffffffffffffff", INT64_MAX},
        {"0x0000000000000000000000000000001", 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Arena a = {0};
        Token t = only_token(&a, rows[i].code);
        ck_assert_int_eq(t.kind, TOKEN_INT);
        ck_assert_int_eq(t.integer, rows[i].value);
        arena_release(&a);
    }
}
END_TEST

START_TEST(floats_have_their_value)
{
    static const struct {
        const char *code;
        double value;
    } rows[] = {
        {"1.", 1.0},        {".5", 0.5},
        {"1e5", 1e5},       {"1e-5", 1e-5},
        {"2.5E+3", 2500.0}, {"1.e2", 100.0},
        {"0.0", 0.0},       {"00.5", 0.5},
        {"09.5", 9.5},      {"1_0.2_5", 10.25},
        {"1e1_0", 1e10},    {"99999999999999999999.0", 1e20},
        {"0.1", 0.1},       {"2.2250738585072014e-308", 0x1p-1022},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Arena a = {0};
        Token t = only_token(&a, rows[i].code);
        ck_assert_int_eq(t.kind, TOKEN_FLOAT);
        ck_assert_double_eq(t.number, rows[i].value);
        arena_release(&a);
    }
}
END_TEST

/* A fence that is indented puts blanks before lines: they are no indentation of the code. */
START_TEST(the_indentation_of_a_fence_does_not_count)
{
    static const struct {
        const char *code;
        int column, indent;
    } rows[] = {
        {"a", 0, 0},   {"  a", 0, 2},       {"  a", 2, 0},   {" a", 2, 0},
        {"a", 2, 0},   {"    a", 2, 2},     {"\ta", 4, 0},   {"\ta", 2, 2},
        {"\ta", 0, 8}, {"  \\\n  a", 2, 0}, {"  \ta", 0, 8}, {"  \ta", 2, 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Arena a = {0};
        Err err = {0};
        Lexer l;
        Code code = block_of(rows[i].code);
        code.column = rows[i].column;
        lexer_start(&l, &a, &code, &err);
        ck_assert_int_eq(lexer_next(&l).kind, rows[i].indent ? TOKEN_INDENT : TOKEN_NAME);
        ck_assert_int_eq(l.line.column, rows[i].indent);
        arena_release(&a);
    }
}
END_TEST

START_TEST(indentation_makes_blocks)
{
    static const struct {
        const char *code, *tokens;
    } rows[] = {
        {"a\n b\nc", "a@1:1 ; > b@2:2 ; < c@3:1 ; ."},
        {"a\n b\n  c\nd", "a@1:1 ; > b@2:2 ; > c@3:3 ; < < d@4:1 ; ."},
        {"a\n b\n  c", "a@1:1 ; > b@2:2 ; > c@3:3 ; < < ."},
        {"a\n b\n\n   # d\n#\n b", "a@1:1 ; > b@2:2 ; b@6:2 ; < ."},
        {"a\n  b\n #| c\nd", "a@1:1 ; > b@2:3 ; #| c@3:2 < d@4:1 ; ."},
        {"a\n#| c\n  b", "a@1:1 ; #| c@2:1 > b@3:3 ; < ."},
        {"a\n  (b,\nc\n   )\n  d", "a@1:1 ; > (@2:3 b@2:4 ,@2:5 c@3:1 )@4:4 ; d@5:3 ; < ."},
        {"a\n  b \\\nc\n  d", "a@1:1 ; > b@2:3 c@3:1 ; d@4:3 ; < ."},
        {"a\n  '''\nb'''\n  d", "a@1:1 ; > '''\nb'''@2:3 ; d@4:3 ; < ."},
        {"a\n\tb\n\tc", "a@1:1 ; > b@2:2 ; c@3:2 ; < ."},
        {"a\n  b\n  \tc\n  d", "a@1:1 ; > b@2:3 ; > c@3:4 ; < d@4:3 ; < ."},
        {"a\n  b\n c",
         "a@1:1 ; > b@2:3 ; 3:2: unindent does not match any outer indentation level"},
        {"a\n        b\n\tc",
         "a@1:1 ; > b@2:9 ; 3:2: inconsistent use of tabs and spaces in indentation"},
        {"a\n    b\n\tc",
         "a@1:1 ; > b@2:5 ; 3:2: inconsistent use of tabs and spaces in indentation"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Code code = block_of(rows[i].code);
        check_tokens(&code, rows[i].tokens);
    }
}
END_TEST

/* Between the braces of an f-string, outside brackets, : and ! end the expression. */
START_TEST(a_format_ends_an_expression)
{
    static const struct {
        const char *code;
        int tokens;
        TokenKind last;
    } rows[] = {
        {"a}", 2, TOKEN_CURLY_END},    {"a!r}", 2, TOKEN_BANG},        {"a:=5}", 2, TOKEN_COLON},
        {"a!=b}", 4, TOKEN_CURLY_END}, {"{1:2}}", 6, TOKEN_CURLY_END}, {"a\n}", 2, TOKEN_CURLY_END},
        {"a", 2, TOKEN_END},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        Arena a = {0};
        Err err = {0};
        Lexer outer, l;
        Code code = block_of(rows[i].code);
        lexer_start(&outer, &a, &code, &err);
        lexer_start_format(&l, &outer, outer.here, code.end);
        Token t = {0};
        for (int n = 0; n < rows[i].tokens; n++)
            t = lexer_next(&l);
        ck_assert_int_eq(t.kind, rows[i].last);
        arena_release(&a);
    }
}
END_TEST

/* Any two bytes are tokens or one error, wherever the text ends. */
START_TEST(any_bytes_end_in_a_token_or_an_error)
{
    for (int first = 0; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            char *text = malloc(2);
            ck_assert_ptr_nonnull(text);
            text[0] = (char)first;
            text[1] = (char)second;
            Code code = {"test.md", text, 0, 2, 1, 0};
            Buf out = {0};
            add_tokens(&out, &code);
            ck_assert_uint_gt(out.length, 0);
            buf_release(&out);
            free(text);
        }
    }
}
END_TEST

START_TEST(tokens_are_bounded)
{
    Buf text = {0};
    Buf out = {0};
    buf_fill(&text, ';', LIMIT_TOKENS - 2);
    Code code = block_of(text.text);
    add_tokens(&out, &code);
    ck_assert_str_eq(out.text + out.length - 3, "; .");
    buf_fill(&text, ';', 1);
    code = block_of(text.text);
    buf_clear(&out);
    add_tokens(&out, &code);
    ck_assert_ptr_nonnull(strstr(out.text, ": the code has more than 200000 words and signs"));
    buf_release(&out);
    buf_release(&text);
}
END_TEST

Suite *lexer_suite(void)
{
    Suite *s = suite_create("lexer");
    TCase *c = suite_case(s, "tokens");
    tcase_add_test(c, blanks_and_lines_separate_tokens);
    tcase_add_test(c, every_line_end_is_one);
    tcase_add_test(c, whole_numbers_have_their_value);
    tcase_add_test(c, floats_have_their_value);
    tcase_add_test(c, the_indentation_of_a_fence_does_not_count);
    tcase_add_test(c, indentation_makes_blocks);
    tcase_add_test(c, a_format_ends_an_expression);
    tcase_add_test(c, any_bytes_end_in_a_token_or_an_error);
    tcase_add_test(c, tokens_are_bounded);
    return s;
}
