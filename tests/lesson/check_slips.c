/* Slips, what an author may not have meant: what is said of it, and that the lessons of the program have none. */
#include <string.h>

#include "lesson/slips.h"
#include "made.h"
#include "suites.h"

#define TITLE "# T\n\n## s\n\n"
#define CODE "```python\nx = torch.tensor([0.25, 0.5])\ny = x * 0.5 + 1\n```\n"

#define ASK "<details><summary>What?</summary>\n\nThis.\n\n</details>\n\n"
#define CODE_OF(code) "```python\nx = torch.tensor([0.25, 0.5])\n" code "```\n"

static const struct {
    const char *text, *says; /* lines, each with the number of its line */
} texts[] = {
    {TITLE CODE, ""},
    {"## s\n\n" CODE, "1: there is no title: begin with a line such as '# How words meet'\n"},
    {TITLE "```pyhton\nx = 1\n```\n", "5: 'pyhton' is shown and not run: did you mean 'python'?\n"},
    {TITLE CODE "\n```expected x\nnan\n```\n",
     "10: 'expected' is shown and not run: did you mean 'expect'?\n"},
    {TITLE CODE "\n```whatif no x\nx = 1\n```\n",
     "10: 'whatif' is shown and not run: did you mean 'what-if'?\n"},
    {TITLE "```text\n```whatif\n```\n\n```bash\nls\n```\n\n````python\n# ```pyhton\n````\n", ""},
    {TITLE "<!-- notes: Ask. -->\n\n" CODE,
     "5: a comment 'notes:' is shown nowhere: did you mean 'note:'?\n"},
    {TITLE "<!-- note: Ask. -->\n\n<!-- not seen -->\n\n" CODE, ""},
    {TITLE "The first is 1.125.\n\n" CODE,
     "5: the text says 1.125 before the code that computes it (y)\n"},
    /* given and not computed; after the code; in an answer or a note; of an earlier stage; whole, or of a version */
    {TITLE "The first is 0.25, and lesson 1.2.\n\n" CODE "\nNow it is 1.125.\n", ""},
    {TITLE "<details><summary>Why 1.125?</summary>\n\nIt is 1.125.\n\n</details>\n\n"
           "<!-- note: 1.125 -->\n\n" CODE,
     ""},
    {TITLE CODE "\n## t\n\nIt was 1.125.\n\n```python\nz = y + 0\n```\n", ""},
    /* an answer that tells what a later stage computes */
    {TITLE "<details><summary>Then?</summary>\n\nIt is 1.625.\n\n</details>\n\n" CODE
           "\n## t\n\n```python\nz = y + 0.5\n```\n",
     "7: the answer says 1.625 before the code that computes it (z)\n"},
    /* an assertion about two results, on the page with the question; hidden; about one; not with the question */
    {TITLE ASK CODE_OF("y = x * 2\nz = x + x\nassert torch.equal(y, z)\n"),
     "15: this assert stands on the page of the question, which it may answer (#| hide)\n"},
    {TITLE ASK CODE_OF("y = x * 2\nz = x + x\n#| hide\nassert torch.equal(y, z)\n"), ""},
    {TITLE ASK CODE_OF("y = x * 2\nassert y[0] == 0.5\n"), ""},
    {TITLE CODE_OF("y = x * 2\nz = x + x\nassert torch.equal(y, z)\n"), ""},
    {TITLE ASK CODE_OF("y = x * 2\n") "\n"
                                      "```python\nz = x + x\nassert torch.equal(y, z)\n```\n",
     ""},
    {TITLE "In 2.14.125 and v1.125 and _1.125.\n\n" CODE, ""},
};

/* "9: what is said" of each, in a line. */
static const char *told(void)
{
    Buf out = {.arena = &arena};
    Slips slips = slips_of(&arena, run);
    for (int i = 0; i < slips.count; i++)
        buf_printf(&out, "%d: %s\n", slips.item[i].line, slips.item[i].text);
    return buf_text(&out);
}

START_TEST(slips_are_told)
{
    start_text("x.md", texts[_i].text);
    ck_assert_str_eq(told(), texts[_i].says);
    stop();
}
END_TEST

/* A script needs no title. */
START_TEST(a_script_has_none)
{
    start_text("x.py", "x = 1\n");
    ck_assert_str_eq(told(), "");
    stop();
}
END_TEST

/* Numbers times cells would take minutes: the time of a test ends that. */
START_TEST(many_numbers_and_cells_take_no_time)
{
    Buf text = {0};
    buf_puts(&text, TITLE);
    for (int i = 0; i < 40000; i++)
        buf_printf(&text, "1.%05d and 2.%05d%s", i, i, i % 300 ? "\n" : "\n\n");
    buf_puts(&text, "\n```python\nx = torch.zeros(1000, 1000)\ny = x + 0.5\n```\n");
    start_text("x.md", buf_text(&text));
    slips_of(&arena, run);
    buf_release(&text);
    stop();
}
END_TEST

START_TEST(the_lessons_have_none)
{
    start_file(made_lessons[_i]);
    ck_assert_str_eq(told(), "");
    stop();
}
END_TEST

Suite *slips_suite(void)
{
    Suite *s = suite_create("slips");
    TCase *t = suite_case(s, "slips");
    tcase_add_loop_test(t, slips_are_told, 0, COUNT(texts));
    tcase_add_test(t, a_script_has_none);
    tcase_add_test(t, many_numbers_and_cells_take_no_time);
    tcase_add_loop_test(t, the_lessons_have_none, 0, MADE_LESSONS);
    return s;
}
