/* Scripts and notebooks as lessons. */
#include <check.h>
#include <string.h>

#include "lesson/notebook.h"
#include "lesson/run.h"
#include "suites.h"

static Lesson *parse_script(const char *path, const char *text)
{
    Err err = {0};
    Lesson *lesson = lesson_parse(path, text, strlen(text), &err);
    ck_assert_msg(lesson != NULL, "%s", err.message);
    return lesson;
}

START_TEST(cells_are_stages)
{
    Lesson *lesson = parse_script("folder/try.py", "# What it is.\nx = torch.ones(2)\n"
                                                   "# %% Twice\n# And more.\ny = x * 2\n");
    ck_assert_str_eq(lesson->name, "try");
    ck_assert_str_eq(lesson->file, "try.py");
    ck_assert_int_eq(lesson->stages, 3);
    ck_assert_str_eq(lesson->stage[1].title, "try");
    ck_assert_str_eq(lesson->stage[2].title, "Twice");
    ck_assert_int_eq(lesson->stage[2].part[0].kind, PART_PROSE);
    ck_assert_str_eq(lesson->stage[2].part[0].block.span[0].text, "And more.");
    ck_assert_int_eq(lesson->stage[2].part[1].line, 5);
    Run *run = run_lesson(lesson);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    ck_assert_int_eq(run->statements, 2);
    run_free(run);
    lesson_free(lesson);
}
END_TEST

/* Places are those of the file. */
START_TEST(a_mistake_has_its_line)
{
    Err err = {0};
    static const char text[] = "x = 1\n# %%\ny = (2\n";
    Lesson *lesson = lesson_parse("a.py", text, strlen(text), &err);
    ck_assert_ptr_nonnull(lesson);
    Run *run = run_lesson(lesson);
    ck_assert_int_eq(run->err.at.line, 3);
    ck_assert_int_eq(run->statements, 2);
    run_free(run);
    lesson_free(lesson);
    ck_assert_ptr_null(lesson_parse("a.py", "\n\n", 2, &err));
    ck_assert_str_eq(err.message, "there is no code in this script");
}
END_TEST

START_TEST(cells_of_a_notebook)
{
    static const char json[] =
        "{\"nbformat\": 4, \"cells\": ["
        "{\"cell_type\": \"markdown\", \"source\": [\"# Title\\n\", \"Words.\"]},"
        "{\"cell_type\": \"code\", \"source\": \"%time\\nprint(1)\\n2\", \"outputs\": ["
        "{\"output_type\": \"stream\", \"name\": \"stdout\", \"text\": [\"1\\n\"]},"
        "{\"output_type\": \"execute_result\", \"data\": {\"text/plain\": [\"2\"]}}]}]}";
    Buf in = {0}, out = {0};
    Err err = {0};
    buf_puts(&in, json);
    ck_assert_msg(notebook_markdown("a.ipynb", &in, &out, &err), "%s", err.message);
    ck_assert_str_eq(buf_text(&out), "\n# Title\nWords.\n\n## Cell 1\n"
                                     "\n```python\n# %time\nprint(1)\n2\n```\n"
                                     "\n```expect\n1\n2\n```\n");
    buf_release(&in);
    buf_release(&out);
}
END_TEST

START_TEST(what_is_no_notebook)
{
    static const char *const bad[] = {"", "[]", "{", "{\"cells\": 1}", "{\"cells\": [}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Buf in = {0}, out = {0};
        Err err = {0};
        buf_puts(&in, bad[i]);
        ck_assert_msg(!notebook_markdown("a.ipynb", &in, &out, &err) && err.set, "%s", bad[i]);
        buf_release(&in);
        buf_release(&out);
    }
}
END_TEST

Suite *script_suite(void)
{
    Suite *s = suite_create("script");
    TCase *t = tcase_create("files");
    tcase_add_test(t, cells_are_stages);
    tcase_add_test(t, a_mistake_has_its_line);
    tcase_add_test(t, cells_of_a_notebook);
    tcase_add_test(t, what_is_no_notebook);
    suite_add_tcase(s, t);
    return s;
}
