/* Transcripts: what they look like, and that nothing outside the lesson changes them. */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/library.h"
#include "made.h"
#include "show/handout.h"
#include "show/transcript.h"
#include "suites.h"

static const char source[] = "# A title\n"
                             "\n"
                             "About *this*.\n"
                             "\n"
                             "## First\n"
                             "\n"
                             "Words `here`.\n"
                             "\n"
                             "```python\n"
                             "import torch\n"
                             "\n"
                             "#| rows: a b\n"
                             "x = torch.tensor([[1., 2.],\n"
                             "                  [3., 4.]])\n"
                             "n = 3\n"
                             "#| hide\n"
                             "y = x * n\n"
                             "print('twice', n)\n"
                             "print(x[0])\n"
                             "n + 0.5\n"
                             "y[0]\n"
                             "```\n"
                             "\n"
                             "```expect x\n"
                             "tensor([[1., 2.],\n"
                             "        [3., 4.]])\n"
                             "```\n"
                             "\n"
                             "<!-- note: Ask. -->\n"
                             "\n"
                             "- between\n"
                             "\n"
                             "  ```python\n"
                             "  total = (x +\n"
                             "           1).sum()\n"
                             "  ```\n"
                             "\n"
                             "After.\n"
                             "\n"
                             "## Last\n";

static const char printed[] = "A title\n"
                              "lesson: made.md\n"
                              "format: 1\n"
                              "\n"
                              "About *this*.\n"
                              "\n"
                              "== 1. First ==\n"
                              "\n"
                              "Words `here`.\n"
                              "\n"
                              ">>> import torch\n"
                              ">>> x = torch.tensor([[1., 2.],\n"
                              "...                   [3., 4.]])\n"
                              "x (2, 2)\n"
                              "tensor([[1., 2.],\n"
                              "        [3., 4.]])\n"
                              "\n"
                              ">>> n = 3\n"
                              "# 1 line not shown\n"
                              ">>> print('twice', n)\n"
                              "twice 3\n"
                              "\n"
                              ">>> print(x[0])\n"
                              "tensor([1., 2.])\n"
                              "\n"
                              ">>> n + 0.5\n"
                              "3.5\n"
                              "\n"
                              ">>> y[0]\n"
                              "tensor([3., 6.])\n"
                              "\n"
                              "- between\n"
                              "\n"
                              ">>> total = (x +\n"
                              "...          1).sum()\n"
                              "total ()\n"
                              "tensor(14.)\n"
                              "\n"
                              "After.\n"
                              "\n"
                              "== 2. Last ==\n";

START_TEST(word_for_word)
{
    Library *library = made_library(source);
    Buf out = {0};
    transcript(&out, made_run(library), DETAIL_NORMAL);
    ck_assert_str_eq(buf_text(&out), printed);
    buf_release(&out);
    made_free(library);
}
END_TEST

/* --- every lesson --------------------------------------------------------------------------- */

typedef void (*EachRun)(const Run *run);

static void each_lesson(EachRun look)
{
    Library *library = library_open();
    ck_assert_int_gt(library->count, 0);
    for (int i = 0; i < library->count; i++) {
        ck_assert(library_load(&library->entry[i]));
        look(library->entry[i].run);
    }
    library_free(library);
    library = made_library(made_odd);
    look(made_run(library));
    made_free(library);
}

/* Lines of prose keep to the width; code and results may be as long as they must. */
static void expect_width(const Run *run)
{
    Buf out = {0};
    transcript(&out, run, DETAIL_NORMAL);
    bool is_prose = true, was_empty = true;
    for (const char *line = buf_text(&out); *line; line += strcspn(line, "\n") + 1) {
        size_t n = strcspn(line, "\n");
        bool is_code = strncmp(line, ">>> ", 4) == 0 || strncmp(line, "... ", 4) == 0;
        /* A result ends with an empty line; one inside a printed tensor is followed by blanks. */
        is_code = is_code || strncmp(line, "tensor(", 7) == 0; /* of a what-if, without code */
        is_prose = is_code ? false : was_empty && *line != ' ' && *line != '\n' ? true : is_prose;
        if (is_prose && utf8_columns_n(line, n) > TRANSCRIPT_WIDTH)
            ck_abort_msg("wider than %d: %.*s", TRANSCRIPT_WIDTH, (int)n, line);
        was_empty = n == 0;
    }
    buf_release(&out);
}

/* Statements that share a line show it once, before the first result. */
START_TEST(a_shared_line_is_written_once)
{
    Library *library = made_library("x = 1 + 1; y = x + 1; z = (x +\n  y)");
    Buf out = {0};
    transcript_stage(&out, made_run(library), 1, DETAIL_NORMAL);
    ck_assert_ptr_nonnull(strstr(buf_text(&out), ">>> x = 1 + 1; y = x + 1; z = (x +\n"
                                                 "x = 2\n\n"
                                                 "y = 3\n\n"
                                                 "...   y)\n"
                                                 "z = 5\n"));
    buf_release(&out);
    made_free(library);
}
END_TEST

START_TEST(prose_keeps_to_80_columns)
{
    each_lesson(expect_width);
}
END_TEST

/* Expects visible text alone: valid UTF-8 without control characters or trailing blanks in prose and
 * code, one newline at the end. */
static void expect_clean(const Run *run)
{
    Buf out = {0};
    transcript(&out, run, DETAIL_NORMAL);
    const char *text = buf_text(&out);
    ck_assert_uint_eq(utf8_check(text, out.length), out.length);
    ck_assert(out.length > 2 && text[out.length - 1] == '\n' && text[out.length - 2] != '\n');
    ck_assert_ptr_null(strstr(text, " \n"));
    for (const char *gap = text; (gap = strstr(gap, "\n\n\n")) != NULL; gap += 3)
        ck_assert_int_eq(gap[3 + strspn(gap + 3, "\n")], ' '); /* inside a printed tensor */
    ck_assert_ptr_null(strstr(text, "#|"));
    ck_assert_ptr_null(strpbrk(text, "\t\r\033"));
    buf_release(&out);
}

START_TEST(clean_text)
{
    each_lesson(expect_clean);
}
END_TEST

/* The whole is the header and the stages, one after the other. */
static void expect_stages(const Run *run)
{
    Buf whole = {0}, parts = {0};
    transcript(&whole, run, DETAIL_NORMAL);
    for (int s = 0; s < run->lesson->stages; s++)
        transcript_stage(&parts, run, s, DETAIL_NORMAL);
    const char *head = strstr(buf_text(&whole), "\nformat: 1\n\n");
    ck_assert_ptr_nonnull(head);
    head += strlen("\nformat: 1\n\n");
    ck_assert_int_eq(strncmp(head, buf_text(&parts), strlen(head)), 0);
    ck_assert_uint_eq(strspn(buf_text(&parts) + strlen(head), "\n"), parts.length - strlen(head));
    int headings = 0;
    for (const char *line = head; *line; line += strcspn(line, "\n") + 1)
        headings += strncmp(line, "== ", 3) == 0;
    ck_assert_int_eq(headings, run->lesson->stages - 1);
    buf_release(&whole);
    buf_release(&parts);
}

START_TEST(made_of_stages)
{
    each_lesson(expect_stages);
}
END_TEST

/* --- nothing else matters (R16) ------------------------------------------------------------- */

static const char *const surroundings[][3] = {
    {"COLUMNS=40", "LINES=5", "TERM=dumb"},
    {"TERM=xterm-256color", "NO_COLOR=1", "LANG=de_DE.UTF-8"},
    {"LC_ALL=C", "TZ=Asia/Tokyo", "QKV_LESSONS=/nowhere"},
};

START_TEST(test_R16_does_not_depend_on_the_surroundings)
{
    Library *library = made_library(made_odd);
    Buf before = {0}, after = {0};
    transcript(&before, made_run(library), DETAIL_NORMAL);
    made_free(library);
    for (int i = 0; i < 3; i++) {
        char *copy = strdup(surroundings[_i][i]);
        copy[strcspn(copy, "=")] = '\0';
        setenv(copy, copy + strlen(copy) + 1, 1);
        free(copy);
    }
    setlocale(LC_CTYPE, _i == 1 ? "C.UTF-8" : "C");
    library = made_library(made_odd);
    transcript(&after, made_run(library), DETAIL_NORMAL);
    ck_assert_str_eq(buf_text(&before), buf_text(&after));
    made_free(library);
    buf_release(&before);
    buf_release(&after);
}
END_TEST

/* Transcripts as they are kept beside the lessons. */
START_TEST(as_they_are_kept)
{
    Library *library = library_open();
    for (int i = 0; i < library->count; i++) {
        Entry *entry = &library->entry[i];
        Buf path = {0}, kept = {0}, now = {0};
        ck_assert(library_load(entry));
        if (library_snapshot(entry, &path)) {
            ck_assert(file_read(&kept, buf_text(&path), (size_t)1 << 24));
            transcript(&now, entry->run, DETAIL_NORMAL);
            ck_assert_msg(strcmp(buf_text(&kept), buf_text(&now)) == 0, "%s", entry->name);
        }
        library_unload(entry);
        buf_release(&path);
        buf_release(&kept);
        buf_release(&now);
    }
    library_free(library);
}
END_TEST

/* Many lines, and many statements of one line, are written in no more time than they take: none is looked for from the
 * first, and none is written more than once. */
START_TEST(many_statements)
{
    enum { LINES = 30000 };
    Buf text = {0}, out = {0}, page = {0};
    buf_puts(&text, "# Many\n\n## Lines\n\n```python\n");
    for (int i = 0; i < LINES; i++)
        buf_puts(&text, i % 1000 ? "a = 1\n" : "a = 1\n\n");
    buf_puts(&text, "```\n\n```python\n");
    for (int i = 0; i < LINES; i++)
        buf_puts(&text, i % 300 ? "a = 1; " : "a = 1\n\n");
    buf_puts(&text, "\n```\n");
    Library *library = made_library(buf_text(&text));
    const Run *run = made_run(library);
    double began = clock_used();
    transcript(&out, run, DETAIL_NORMAL);
    handout(&page, run, false);
    double took = clock_used() - began;
    ck_assert_msg(took < 3, "%g seconds", took);
    ck_assert_int_gt((int)out.length, LINES * (int)strlen(">>> a = 1\n"));
    ck_assert_int_gt((int)page.length, LINES * (int)strlen("a = 1\n"));
    buf_release(&text);
    buf_release(&out);
    buf_release(&page);
    made_free(library);
}
END_TEST

Suite *transcript_suite(void)
{
    Suite *s = suite_create("transcript");
    TCase *t = tcase_create("transcript");
    tcase_add_test(t, word_for_word);
    tcase_add_test(t, a_shared_line_is_written_once);
    tcase_add_test(t, prose_keeps_to_80_columns);
    tcase_add_test(t, clean_text);
    tcase_add_test(t, made_of_stages);
    tcase_add_loop_test(t, test_R16_does_not_depend_on_the_surroundings, 0, COUNT(surroundings));
    tcase_add_test(t, as_they_are_kept);
    tcase_add_test(t, many_statements);
    suite_add_tcase(s, t);
    return s;
}
