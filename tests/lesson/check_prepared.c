/* Changes prepared in a lesson, its what-ifs: that they are about the lesson as far as they stand in it, what they
 * show, and what is expected of them. (What is wrong with one: tests/errors/lesson.txt.) */
#include <string.h>

#include "lesson/prepared.h"
#include "made.h"
#include "suites.h"

#define CODE(text) "```python\n" text "```\n\n"
#define WHAT_IF(text) "```what-if it were so\n" text "```\n\n"
#define FIRST                                                                                      \
    "## One\n\n" CODE(                                                                             \
        "#| rows: Anna she\n#| cols: f1 f2\nx = torch.tensor([[1., 2.], [3., 4.]])\n"              \
        "y = x * 2\nz = y.sum()\nassert z == 20\n")
#define LATER "## Two\n\n" CODE("x = torch.zeros(1)\ny = x.expand(3)\n")

static void start_prepared(const char *text)
{
    start_text("x.md", text);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
    prepared_run(run);
    ck_assert_msg(!run->err.set, "%s", run->err.message);
}

/* "y 2 -> 10 z ..": what a what-if shows, and the cell that differs most. */
static void write_shown(Buf *out, const Prepared *p)
{
    for (int i = 0; i < p->shows; i++) {
        const CompareRow *row = p->shown[i];
        buf_printf(out, "%s%s", i ? " " : "", row->b->name);
        if (row->state == ROW_CELLS)
            buf_printf(out, " %g -> %g", qkv_tensor_at(row->a->tensor, row->cell),
                       qkv_tensor_at(row->b->tensor, row->cell));
    }
}

static const struct {
    const char *text, *shown;
} shows[] = {
    {FIRST WHAT_IF("x[she, f1] = 5\n"), "x 3 -> 5 z 20 -> 24"},
    {FIRST WHAT_IF("# twice\n\nx[she, f1] = 5\ny[0, 0] = 0\n"), "x 3 -> 5 z 20 -> 22"},
    {FIRST WHAT_IF("y = hold\nx[0, 0] = 7\n"), "x 1 -> 7"},
    {FIRST WHAT_IF("x[0, 0] = 1\n"), ""},
    /* Shows what is expected, in that order. */
    {FIRST WHAT_IF("x[0, 0] = 2\n") "```expect z\ntensor(22.)\n```\n\n"
                                    "```expect y\ntensor([[4., 4.],\n        [6., 8.]])\n```\n",
     "z 20 -> 22 y 2 -> 4"},
    {FIRST WHAT_IF("x[0, 0] = 2\n") "```expect x[1]\ntensor([3., 4.])\n```\n",
     "x 1 -> 2 z 20 -> 22"},
    /* Changes prepared are about the lesson as far as there. */
    {FIRST WHAT_IF("x[she, f1] = 5\n") LATER, "x 3 -> 5 z 20 -> 24"},
    {FIRST LATER WHAT_IF("x[0] = 5\n"), "x 0 -> 5 y 0 -> 5"},
};

START_TEST(a_what_if_shows_what_it_changes)
{
    Buf got = {0};
    start_prepared(shows[_i].text);
    ck_assert_int_eq(run->prepareds, 1);
    ck_assert_int_eq(run->failures, 0);
    const Prepared *p = &run->prepared[0];
    ck_assert(prepared_find(run, p->stage) == p && prepared_find(run, 1) == NULL);
    write_shown(&got, p);
    ck_assert_msg(strcmp(buf_text(&got), shows[_i].shown) == 0, "%s: expected %s, got %s",
                  shows[_i].text, shows[_i].shown, buf_text(&got));
    buf_release(&got);
    stop();
}
END_TEST

START_TEST(the_lesson_goes_on_as_it_was)
{
    start_prepared(FIRST WHAT_IF(
        "x[she, f1] = 5\n") "```expect z\ntensor(24.)\n```\n\n"
                            "## Two\n\n" CODE("w = z + 1\n") "```expect "
                                                             "w\ntensor(21.)\n```\n\n" WHAT_IF(
                                                                 "z = hold\nw = z\n"));
    ck_assert_int_eq(run->prepareds, 2);
    ck_assert_int_eq(run->expectations, 2);
    ck_assert_int_eq(run->failures, 0);
    ck_assert_str_eq(lesson->stage[2].title, "What if: it were so");
    ck_assert_int_eq(run_stops(run, 2), 0);
    stop();
}
END_TEST

Suite *prepared_suite(void)
{
    Suite *s = suite_create("prepared");
    TCase *t = suite_case(s, "prepared");
    tcase_add_loop_test(t, a_what_if_shows_what_it_changes, 0, COUNT(shows));
    tcase_add_test(t, the_lesson_goes_on_as_it_was);
    return s;
}
