/* The reports of the command line, as they are printed. */
#include <string.h>

#include "lesson/change.h"
#include "lesson/change_place.h"
#include "made.h"
#include "suites.h"
#include "view/report.h"

static Arena arena;

static void expect_text(const Buf *got, const char *text)
{
    ck_assert_msg(strcmp(buf_text(got), text) == 0, "expected\n%s\ngot\n%s", text, buf_text(got));
}

/* The run with a change; the lesson lives in *other. */
static Run *run_changed(const Run *run, const char *line, Lesson **other)
{
    Change change;
    Err err = {0};
    ck_assert_msg(change_parse(&arena, run, line, &change, &err), "%s", err.message);
    *other = lesson_changed(run->lesson, &change, 1, &err);
    return run_lesson(*other);
}

#define WORDS                                                                                      \
    "#| rows: Anna she\n#| cols: f1 f2\nx = torch.tensor([[1., 2.], [3., 0.]])\n"                  \
    "scores = x @ x.T\n#| cols: f1 f2\ny = x * 2\nprint(scores[0, 1].item())\n"

static const struct {
    const char *cell, *text;
} uses[] = {
    {"x[she, f2]", "x[she][f2] = 0.0: 2 of 2 later results use it.\n"
                   "With x[1, 1] = 0.1\n"
                   "  scores (3 of 4) 3 of 4 differ, most at [Anna][she]: 3 -> 3.2\n"
                   "  y[she, f2]      1 of 4 differ, most at [she][f2]: 0 -> 0.2\n"
                   "  print           another text\n"},
    {"y[0, 0]", "y[Anna][f1] = 2.0: 0 of 0 later results use it\n"},
};

START_TEST(what_a_number_leads_to)
{
    Buf got = {0};
    Err err = {0};
    int64_t cell;
    Library *library = made_library(WORDS);
    const Run *run = made_run(library);
    const QkvTensor *t = place_cell(&arena, run, uses[_i].cell, &cell, &err);
    Lesson *other = NULL;
    Reach *r = reach_of(run, t, cell);
    const char *line = reach_change(&arena, run, t, cell);
    Run *changed = run_changed(run, line, &other);
    Comparison *c = compare_runs(run, changed);
    report_uses(&got, r, c, line);
    expect_text(&got, uses[_i].text);
    compare_free(c);
    run_free(changed);
    lesson_free(other);
    reach_free(r);
    buf_release(&got);
    arena_release(&arena);
    made_free(library);
}
END_TEST

Suite *report_suite(void)
{
    Suite *s = suite_create("report");
    TCase *t = tcase_create("report");
    tcase_add_loop_test(t, what_a_number_leads_to, 0, COUNT(uses));
    suite_add_tcase(s, t);
    return s;
}
