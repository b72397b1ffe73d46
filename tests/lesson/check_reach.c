/* Reach of a number: which cells it takes part in, and that no other moves when it does. */
#include <string.h>

#include "lesson/change.h"
#include "lesson/change_place.h"
#include "lesson/reach.h"
#include "made.h"
#include "suites.h"

/* "scores:2 weights:4": the results that are reached, and of how many cells. */
static void write_reached(Buf *out, const Reach *r)
{
    Results results = results_of(&arena, run);
    for (int i = 0; i < results.count; i++) {
        const Result *x = &results.item[i];
        if (x->kind == RESULT_TENSOR && x->step > r->from->step && r->step[x->step].cells > 0)
            buf_printf(out, "%s%s:%lld", out->length ? " " : "", *x->name ? x->name : "-",
                       (long long)r->step[x->step].cells);
    }
}

#define X "x = torch.tensor([[1., 2.], [3., 4.], [5., 6.]])\n"
#define MASK "hides = torch.tensor([[True, False], [False, False], [False, False]])\n"

static const struct {
    const char *code, *cell, *reached;
} reaches[] = {
    {X, "x[0, 0]", ""},
    {X "y = torch.ones(3)", "x[0, 0]", ""},
    {X "y = x + 1", "x[2, 1]", "y:1"},
    {X "y = x.T", "x[2, 1]", "y:1"},
    {X "y = x.sum(dim=0)", "x[2, 1]", "y:1"},
    {X "y = x @ x.T", "x[2, 1]", "y:5"},
    {X "y = torch.softmax(x, dim=-1)", "x[2, 1]", "y:2"},
    {X "y = torch.softmax(x, dim=0)\nz = y.sum()", "x[2, 1]", "y:3 z:1"},
    {X "y = x[0]\nz = x[2]", "x[2, 1]", "z:1"},
    {X "y = torch.cat([x, x])", "x[2, 1]", "y:2"},
    {X "y = x.max(dim=0).values", "x[0, 0]", "y:1"},
    {X MASK "y = x.masked_fill(hides, 0)", "hides[1, 1]", "y:1"},
    {X MASK "y = x.masked_fill(hides, 0)", "x[0, 0]", ""},
    /* Writes in place are reached by what is put there, and the other cells stay. */
    {X "y = torch.zeros(3)\ny[1] = x[2, 1]", "x[2, 1]", "y:1"},
    {X "y = torch.zeros(2)\nz = y\ny[1] = x[2, 1]\nw = z + 1", "x[2, 1]", "y:1 w:1"},
};

static const QkvTensor *tensor_of(const char *words, int64_t *cell)
{
    Err err = {0};
    PlacePart part;
    ck_assert_msg(place_part(&arena, run, words, &part, &err), "%s", err.message);
    *cell = qkv_tensor_cell(part.t, part.index);
    return part.t;
}

START_TEST(a_number_reaches_what_it_takes_part_in)
{
    int64_t cell;
    Buf got = {0};
    start(reaches[_i].code);
    const QkvTensor *t = tensor_of(reaches[_i].cell, &cell);
    Reach *r = reach_of(run, t, cell);
    write_reached(&got, r);
    ck_assert_msg(strcmp(buf_text(&got), reaches[_i].reached) == 0, "%s, %s: expected %s, got %s",
                  reaches[_i].code, reaches[_i].cell, reaches[_i].reached, buf_text(&got));
    ck_assert(!r->is_cut);
    reach_free(r);
    buf_release(&got);
    stop();
}
END_TEST

static const struct {
    const char *code, *cell, *change;
} moves[] = {
    {X, "x[0, 0]", "x[0, 0] = 1.1"},
    {X, "x[2, 1]", "x[2, 1] = 6.1"},
    {"x = torch.tensor([3, 5])", "x[1]", "x[1] = 6"},
    {"x = torch.tensor([True, False])", "x[0]", "x[0] = False"},
    {"x = torch.tensor([float('-inf'), 1.])", "x[0]", "x[0] = 0"},
    {"x = torch.tensor([-5000.])", "x[0]", "x[0] = -4950"},
    {"x = torch.tensor(2.)", "x[...]", "x[...] = 2.1"},
};

START_TEST(a_cell_is_moved_by_a_change)
{
    Err err = {0};
    Change change;
    int64_t cell;
    start(moves[_i].code);
    const QkvTensor *t = tensor_of(moves[_i].cell, &cell);
    const char *line = reach_change(&arena, run, t, cell);
    ck_assert_str_eq(line, moves[_i].change);
    ck_assert_msg(change_parse(&arena, run, line, &change, &err), "%s", err.message);
    stop();
}
END_TEST

/* --- lessons ---------------------------------------------------------------------------------------- */

/* Returns how many cells moved: each of them must be reached. */
static int64_t expect_moves_reached(const Reach *r, const char *line)
{
    int64_t moved = 0;
    for (int i = 0; i < run->tape->count; i++)
        for (int64_t k = 0; r->step[i].moved && k < run->tape->step[i].call.out->count; k++) {
            if (reach_distance(r, i, k) == 0)
                continue;
            moved++;
            ck_assert_msg(r->step[i].cell && r->step[i].cell[k],
                          "%s, %s: cell %lld of step %d (%s) moves", lesson->path, line,
                          (long long)k, i, run->tape->step[i].name);
        }
    return moved;
}

static int64_t try_cell(const Result *result)
{
    Change change;
    Err err = {0};
    int64_t cell = made_random((int)result->tensor->count), moved = 0;
    const char *line = reach_change(&arena, run, result->tensor, cell);
    if (!line || !change_parse(&arena, run, line, &change, &err))
        return 0;
    Lesson *other = lesson_changed(lesson, &change, 1, &err);
    Run *changed = run_lesson(other);
    Comparison *c = compare_runs(run, changed);
    Reach *r = reach_of(run, result->tensor, cell);
    reach_move(r, c);
    moved = expect_moves_reached(r, line);
    reach_free(r);
    compare_free(c);
    run_free(changed);
    lesson_free(other);
    return moved;
}

static const char *const lessons[] = {"01-hand-crafted-weights", "25-self-attention-version-1",
                                      "26-one-matrix",           "27-mask-dropout-output",
                                      "13-many-heads",           "30-many-heads-in-code",
                                      "10-looking-back-only",    "11-positions",
                                      "15-a-transformer-block"};

START_TEST(nothing_else_moves)
{
    int64_t moved = 0;
    start_file(arena_format(&arena, "lessons/%s.md", lessons[_i]));
    Results results = results_of(&arena, run);
    made_seed(_i);
    for (int i = 0; i < results.count; i++) {
        const Result *r = &results.item[i];
        /* The last of its name is the one that a change is about. */
        if (r->kind == RESULT_TENSOR && r->step >= 0 && r->tensor->count > 0 &&
            results_find(&results, r->name) == r)
            moved += try_cell(r);
    }
    ck_assert_int_gt(moved, 0);
    stop();
}
END_TEST

Suite *reach_suite(void)
{
    Suite *s = suite_create("reach");
    TCase *t = suite_case(s, "reach");
    tcase_set_timeout(t, 30);
    tcase_add_loop_test(t, a_number_reaches_what_it_takes_part_in, 0, COUNT(reaches));
    tcase_add_loop_test(t, a_cell_is_moved_by_a_change, 0, COUNT(moves));
    tcase_add_loop_test(t, nothing_else_moves, 0, COUNT(lessons));
    return s;
}
