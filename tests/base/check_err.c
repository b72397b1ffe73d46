#include "base/die.h"
#include "base/err.h"
#include "base/utf8.h"
#include "suites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

START_TEST(the_first_error_stays)
{
    Err err = {0};
    Loc first = {.file = "a", .line = 1}, second = {.file = "b", .line = 2};
    ck_assert(!err_set(&err, first, "%s %d", "one", 1));
    ck_assert(!err_set(&err, second, "two"));
    ck_assert(err.set);
    ck_assert_str_eq(err.message, "one 1");
    ck_assert_int_eq(err.at.line, 1);
}
END_TEST

/* Around the longest message, with a character of `size` bytes repeated. */
START_TEST(messages_end_in_a_whole_character)
{
    static const char *const letters[] = {"a", "\xC3\xA9", "\xE4\xB8\xAD", "\xF0\x9F\x98\x80"};
    const char *letter = letters[_i];
    for (int shift = 0; shift < 4; shift++)
        for (size_t count = 100; count < 620; count++) {
            Buf text = {0};
            buf_fill(&text, '.', shift);
            for (size_t i = 0; i < count; i++)
                buf_puts(&text, letter);
            Err err = {0};
            err_set(&err, (Loc){0}, "%s", text.text);
            size_t length = strlen(err.message);
            ck_assert_uint_eq(utf8_check(err.message, length), length);
            if (text.length < ERR_MESSAGE) {
                ck_assert_str_eq(err.message, text.text);
            } else {
                ck_assert_uint_lt(length, ERR_MESSAGE);
                ck_assert_uint_ge(length, ERR_MESSAGE - 4);
                ck_assert_mem_eq(err.message, text.text, length - 3);
                ck_assert_str_eq(err.message + length - 3, "...");
            }
            buf_release(&text);
        }
}
END_TEST

START_TEST(messages_have_no_controls)
{
    Err err = {0};
    err_set(&err, (Loc){0}, "a%sb\n\xFF", "\x1B[2J\xE2\x80\xAE");
    ck_assert_str_eq(err.message, "a?[2J?b??");
}
END_TEST

/* Text that err_write writes for the message "m" at a place in a source. */
typedef struct Case {
    const char *source;
    Loc at;
    const char *written;
} Case;

#define DIGITS "0123456789"
#define FIFTY DIGITS DIGITS DIGITS DIGITS DIGITS
#define MARKS "^^^^^^^^^^"
#define WIDE "\xE4\xB8\xAD"

static const Case cases[] = {
    /* facts known of the place */
    {NULL, {0}, "m\n"},
    {NULL, {.file = "f"}, "f: m\n"},
    {NULL, {.file = "f", .line = 3}, "f:3: m\n"},
    {NULL, {.file = "f", .line = 3, .col = 4}, "f:3:4: m\n"},
    {NULL, {.line = 3, .col = 4}, "3:4: m\n"},
    {NULL, {.file = "f\x1B\n", .line = 3}, "f??:3: m\n"},
    {"a\nbc\n", {.file = "f", .line = 2}, "f:2: m\n    2 | bc\n"},
    {"a\nbc\n", {.file = "f"}, "f: m\n"},
    /* marks */
    {"scores = Q @ K",
     {"f", 1, 10, 5},
     "f:1:10: m\n    1 | scores = Q @ K\n      |          ^^^^^\n"},
    {"abc\n", {"f", 1, 1, 0}, "f:1:1: m\n    1 | abc\n      | ^\n"},
    {"abc\n", {"f", 1, 3, 1}, "f:1:3: m\n    1 | abc\n      |   ^\n"},
    {"abc\n", {"f", 1, 2, 9}, "f:1:2: m\n    1 | abc\n      |  ^^\n"},
    /* past the end of the line, and of the source */
    {"abc\n", {"f", 1, 4, 0}, "f:1:4: m\n    1 | abc\n      |    ^\n"},
    {"abc\n", {"f", 1, 99, 5}, "f:1:99: m\n    1 | abc\n      |    ^\n"},
    {"abc\n", {"f", 2, 1, 0}, "f:2:1: m\n"},
    {"abc", {"f", 9, 1, 0}, "f:9:1: m\n"},
    {"", {"f", 1, 1, 0}, "f:1:1: m\n"},
    /* empty lines, other ends of lines */
    {"\n\nx", {"f", 1, 1, 0}, "f:1:1: m\n    1 |\n      | ^\n"},
    {"\n\nx", {"f", 2, 5, 2}, "f:2:5: m\n    2 |\n      | ^\n"},
    {"ab\r\ncd\r\n", {"f", 1, 2, 0}, "f:1:2: m\n    1 | ab\n      |  ^\n"},
    {"ab\r\ncd\r", {"f", 2, 3, 0}, "f:2:3: m\n    2 | cd\n      |   ^\n"},
    {"\r", {"f", 1, 1, 0}, "f:1:1: m\n    1 |\n      | ^\n"},
    /* tabs take eight columns, wide characters two, marks none, controls one */
    {"\tx = 1", {"f", 1, 2, 1}, "f:1:2: m\n    1 |         x = 1\n      |         ^\n"},
    {"ab\tx", {"f", 1, 3, 1}, "f:1:3: m\n    1 | ab      x\n      |   ^^^^^^\n"},
    {WIDE WIDE "x", {"f", 1, 2, 2}, "f:1:2: m\n    1 | " WIDE WIDE "x\n      |   ^^^\n"},
    {"e\xCC\x81x", {"f", 1, 3, 1}, "f:1:3: m\n    1 | e\xCC\x81x\n      |  ^\n"},
    {"e\xCC\x81x", {"f", 1, 2, 1}, "f:1:2: m\n    1 | e\xCC\x81x\n      |  ^\n"},
    {"a\x1B[0mb\xFF", {"f", 1, 6, 2}, "f:1:6: m\n    1 | a?[0mb?\n      |      ^^\n"},
    /* lines of more than 72 columns */
    {FIFTY DIGITS DIGITS "01",
     {"f", 1, 72, 1},
     "f:1:72: m\n    1 | " FIFTY DIGITS DIGITS "01\n"
     "      |                                                                        ^\n"},
    {FIFTY FIFTY,
     {"f", 1, 5, 2},
     "f:1:5: m\n    1 | " FIFTY DIGITS "012345678...\n      |     ^^\n"},
    {FIFTY FIFTY,
     {"f", 1, 72, 2},
     "f:1:72: m\n    1 | ...23456789" FIFTY DIGITS "\n"
     "      |                                           ^^\n"},
    {FIFTY FIFTY,
     {"f", 1, 101, 0},
     "f:1:101: m\n    1 | ...23456789" FIFTY DIGITS "\n"
     "      |                                                                        ^\n"},
    {FIFTY FIFTY,
     {"f", 1, 11, 80},
     "f:1:11: m\n    1 | " FIFTY DIGITS "012345678...\n"
     "      |           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"},
    {"x\n", {"f", 123456, 1, 0}, "f:123456:1: m\n"},
};

START_TEST(errors_are_written_with_their_line)
{
    Buf out = {0};
    Err err = {0};
    const Case *c = &cases[_i];
    err_set(&err, c->at, "m");
    err_write(&out, &err, c->source, c->source ? strlen(c->source) : 0);
    ck_assert_str_eq(buf_text(&out), c->written);
    buf_release(&out);
}
END_TEST

START_TEST(long_line_numbers_move_the_mark_too)
{
    Buf source = {0}, out = {0};
    Err err = {0};
    buf_fill(&source, '\n', 123455);
    buf_puts(&source, "abc");
    err_set(&err, (Loc){"f", 123456, 2, 1}, "m");
    err_write(&out, &err, source.text, source.length);
    ck_assert_str_eq(buf_text(&out), "f:123456:2: m\n123456 | abc\n       |  ^\n");
    buf_release(&source);
    buf_release(&out);
}
END_TEST

/* The line and its mark as they were written: the columns of each, and the marked text. */
static void check_window(const char *written, const char *marked)
{
    char *copy = strdup(written);
    char *line = strchr(copy, '\n') + 1, *mark = strchr(line, '\n') + 1;
    mark[-1] = '\0';
    ck_assert_int_le(utf8_columns(line), 80);
    int from = (int)strcspn(mark, "^");
    size_t at = utf8_fit(line, strlen(line), from);
    ck_assert_msg(strncmp(line + at, marked, strlen(marked)) == 0, "%s\n%s", line, mark);
    ck_assert_int_eq(mark[from], '^');
    ck_assert_int_le((int)strcspn(mark, "\n"), 80);
    free(copy);
}

/* Wherever a mark is in a long line, the line fits a terminal and the mark is under its text. */
START_TEST(a_window_shows_the_marked_text)
{
    static const char *const fillings[] = {"-", WIDE, "e\xCC\x81", "\t", WIDE "-"};
    for (int before = 0; before < 120; before += 1)
        for (int after = 0; after < 90; after += 11) {
            Buf source = {0}, out = {0};
            Err err = {0};
            int characters = 0;
            for (int i = 0; i < before; i++)
                buf_puts(&source, fillings[_i]);
            for (size_t at = 0; at < source.length; characters++) {
                uint32_t c;
                at += utf8_next(source.text + at, source.length - at, &c);
            }
            buf_puts(&source, "<*>");
            for (int i = 0; i < after; i++)
                buf_puts(&source, fillings[_i]);
            err_set(&err, (Loc){"f", 1, characters + 1, 3}, "m");
            err_write(&out, &err, source.text, source.length);
            check_window(out.text, "<*>");
            buf_release(&source);
            buf_release(&out);
        }
}
END_TEST

static void say_goodbye(void)
{
    fputs("hook ", stderr);
}

static void die_again(void)
{
    base_die("again");
}

START_TEST(dying_runs_the_hook_then_speaks)
{
    int ends[2];
    char said[64] = "";
    ck_assert_int_eq(pipe(ends), 0);
    ck_assert_int_eq(dup2(ends[1], STDERR_FILENO), STDERR_FILENO);
    pid_t child = fork();
    if (child == 0) {
        base_die_hook = say_goodbye;
        base_die("out of %s", "memory");
    }
    close(ends[1]);
    close(STDERR_FILENO);
    size_t length = 0;
    ssize_t size;
    while ((size = read(ends[0], said + length, sizeof said - 1 - length)) > 0)
        length += (size_t)size;
    ck_assert_str_eq(said, "hook out of memory\n");
}
END_TEST

START_TEST(dying_exits_with_2)
{
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    base_die("%d", 1);
}
END_TEST

START_TEST(a_hook_that_dies_is_not_run_again)
{
    ck_assert_ptr_nonnull(freopen("/dev/null", "w", stderr));
    base_die_hook = die_again;
    base_die("once");
}
END_TEST

Suite *err_suite(void)
{
    Suite *suite = suite_create("err");
    TCase *tests = tcase_create("err");
    tcase_add_test(tests, the_first_error_stays);
    tcase_add_loop_test(tests, messages_end_in_a_whole_character, 0, 4);
    tcase_add_test(tests, messages_have_no_controls);
    tcase_add_loop_test(tests, errors_are_written_with_their_line, 0, COUNT(cases));
    tcase_add_test(tests, long_line_numbers_move_the_mark_too);
    tcase_add_loop_test(tests, a_window_shows_the_marked_text, 0, 5);
    suite_add_tcase(suite, tests);
    TCase *death = tcase_create("death");
    tcase_add_test(death, dying_runs_the_hook_then_speaks);
    tcase_add_exit_test(death, dying_exits_with_2, 2);
    tcase_add_exit_test(death, a_hook_that_dies_is_not_run_again, 2);
    suite_add_tcase(suite, death);
    return suite;
}
