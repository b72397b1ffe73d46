/* Partners among the steps and stops of two runs. */
#include "lesson/align.h"

#include <limits.h>

#include "made.h"
#include "suites.h"

/* Each step and each stop of a lesson is its own partner in another run of it. */
START_TEST(a_lesson_beside_itself)
{
    start_file(made_lessons[_i]);
    Run *again = run_lesson(lesson);
    Align *k = align_runs(run, again);
    for (int i = 0; i < again->tape->count; i++) {
        ck_assert_int_eq(align_step(k, again, i), i);
        ck_assert_int_eq(align_step(k, run, i), i);
    }
    for (int i = 0; i < again->stops; i++) {
        ck_assert_int_eq(align_stop(k, again, i), i);
        ck_assert_int_eq(align_stop(k, run, i), i);
    }
    align_free(k);
    run_free(again);
    stop();
}
END_TEST

/* A number that the run has not, as one of a run that was longer, has no partner. */
START_TEST(what_is_not_there_has_no_partner)
{
    static const int beyond[] = {-1, 0, 1, 1 << 20, INT_MAX / (int)sizeof(int)};
    start("x = torch.tensor([1.])");
    Lesson *other = made_lesson("x = 5\nprint(x)");
    Run *small = run_lesson(other);
    Align *k = align_runs(small, run);
    for (int i = 0; i < COUNT(beyond); i++) {
        int step = beyond[i] < 0 ? -1 : run->tape->count + beyond[i];
        ck_assert_int_eq(align_step(k, run, step), -1);
        ck_assert_int_eq(align_step(k, small, beyond[i]), -1); /* no steps at all */
        ck_assert_int_eq(align_stop(k, run, beyond[i] < 0 ? -1 : run->stops + beyond[i]), -1);
        ck_assert_int_eq(align_stop(k, small, beyond[i] < 0 ? -1 : small->stops + beyond[i]), -1);
    }
    align_free(k);
    run_free(small);
    lesson_free(other);
    stop();
}
END_TEST

/* Of two lessons that follow each other, too, partners are two of a kind, and each the other's. */
START_TEST(partners_are_alike)
{
    Err err = {0};
    Buf text = {0};
    const char *path = made_lessons[(_i + 1) % MADE_LESSONS];
    start_file(made_lessons[_i]);
    ck_assert(lesson_load(path, &text, &err));
    Lesson *next = lesson_parse(path, buf_text(&text), text.length, &err);
    Run *other = run_lesson(next);
    Align *k = align_runs(run, other);
    for (int i = 0; i < other->stops; i++) {
        int partner = align_stop(k, other, i);
        const Stop *a = &other->stop[i], *b = partner < 0 ? a : &run->stop[partner];
        ck_assert(partner < 0 || align_stop(k, run, partner) == i);
        ck_assert(a->kind == b->kind && a->detail == b->detail && a->in.kind == b->in.kind);
    }
    for (int i = 0; i < other->tape->count; i++) {
        int partner = align_step(k, other, i);
        ck_assert(partner < 0 || align_step(k, run, partner) == i);
    }
    align_free(k);
    run_free(other);
    lesson_free(next);
    buf_release(&text);
    stop();
}
END_TEST

/* Names of the operations of a run, and the places of their partners: "add:0 matmul:-1". */
static const struct {
    const char *before, *now, *partners;
} cases[] = {
    /* An operation without a name keeps its place between results, beside one that is new. */
    {"y = (x * 2).sum()", "y = (x * 2).sum()", "tensor:0 mul:1 sum:2"},
    {"y = (x * 2).sum()", "y = (x * 2).abs().sum()", "tensor:0 mul:1 abs:-1 sum:2"},
    {"y = (x * 2).abs().sum()", "y = (x * 2).sum()", "tensor:0 mul:1 sum:3"},
    {"y = (x * 2).sum()", "z = x.abs() * 2\ny = (x * 2).sum()",
     "tensor:0 abs:-1 mul:-1 mul:1 sum:2"},
    {"y = (x * 2).sum()", "y = (x + 2).sum()", "tensor:0 add:-1 sum:2"},
};

START_TEST(what_lies_between_results)
{
    Buf code = {0}, partners = {0};
    buf_printf(&code, "x = torch.tensor([1., -2.])\n%s", cases[_i].before);
    Lesson *other = made_lesson(buf_text(&code));
    Run *before = run_lesson(other);
    buf_clear(&code);
    buf_printf(&code, "x = torch.tensor([1., -2.])\n%s", cases[_i].now);
    start(buf_text(&code));
    Align *k = align_runs(before, run);
    for (int i = 0; i < run->tape->count; i++) {
        int partner = align_step(k, run, i);
        ck_assert(partner < 0 || align_step(k, before, partner) == i);
        buf_printf(&partners, "%s%s:%d", i > 0 ? " " : "", run->tape->step[i].call.op->name,
                   partner);
    }
    ck_assert_str_eq(buf_text(&partners), cases[_i].partners);
    align_free(k);
    run_free(before);
    lesson_free(other);
    stop();
    buf_release(&code);
    buf_release(&partners);
}
END_TEST

Suite *align_suite(void)
{
    Suite *s = suite_create("align");
    TCase *t = suite_case(s, "align");
    tcase_add_loop_test(t, a_lesson_beside_itself, 0, MADE_LESSONS);
    tcase_add_loop_test(t, partners_are_alike, 0, MADE_LESSONS);
    tcase_add_test(t, what_is_not_there_has_no_partner);
    tcase_add_loop_test(t, what_lies_between_results, 0, COUNT(cases));
    return s;
}
