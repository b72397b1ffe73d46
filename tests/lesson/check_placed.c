/* Labels: they follow a text that is changed, and two runs are compared by them. */
#include <string.h>

#include "lesson/change.h"
#include "lesson/compare.h"
#include "lesson/placed.h"
#include "made.h"
#include "suites.h"

#define SENTENCE "words = 'a b c'.split()\n#| rows: a b c\nx = torch.tensor([[1.], [2.], [3.]])\n"
#define LIST "words = ['a', 'b', 'c']\n#| cols: a b c\nx = torch.tensor([1., 2., 3.])\n"
#define INSIDE                                                                                     \
    "words = 'a b'\ndef f():\n    #| cols: a b\n    y = torch.zeros(2)\n    return y\nx = f()\n"
#define SORTED                                                                                     \
    "v = torch.tensor([3., 1., 2.])\n#| rows: r s\n#| cols: a b c\n"                               \
    "y = torch.tensor([[1., 2., 3.], [4., 5., 6.]])\n"                                             \
    "x = y.index_select(1, v.argsort())\n"

/* The labels of x, with a change. */
static const struct {
    const char *code, *change, *labels;
} texts[] = {
    {SENTENCE, "words = 'b a d'.split()", "b a d"},
    {SENTENCE, "words = \"  c  b a \".split()", "c b a"},
    {SENTENCE, "words = 'c b'.split()", "- - -"}, /* no such axis */
    {SENTENCE, "x = x * 2", "a b c"},
    {SENTENCE, "words = words", "a b c"},
    {LIST, "words = ['c', 'a', 'b']", "c a b"},
    {LIST, "words = 'c a b'.split()", "c a b"},
    {INSIDE, "words = 'd e'", "d e"},
    {"words = 'a b'\n#| cols: a b | c d\nx = torch.zeros(2, 1, 2)\n", "words = 'e f'", "e f"},
};

static Run *changed(const char *line, Lesson **lesson_of)
{
    Err err = {0};
    Change change;
    ck_assert_msg(change_parse(&arena, run, line, &change, &err), "%s", err.message);
    *lesson_of = lesson_changed(lesson, &change, 1, &err);
    ck_assert_msg(*lesson_of != NULL, "%s", err.message);
    return run_lesson(*lesson_of);
}

static const QkvTensor *tensor_x(const Run *of)
{
    Results r = results_of(&arena, of);
    return results_find(&r, "x")->tensor;
}

START_TEST(labels_of_a_text_change_with_it)
{
    Lesson *other;
    start(arena_format(&arena, "import torch\n%s", texts[_i].code));
    Run *now = changed(texts[_i].change, &other);
    const QkvTensor *x = tensor_x(now);
    int axis = x->rank == 2 ? 0 : x->rank - 1;
    Buf got = {.arena = &arena};
    for (int64_t i = 0; i < x->size[axis]; i++) {
        const char *label = qkv_tensor_label(x, axis, i, 0);
        buf_printf(&got, "%s%s", i > 0 ? " " : "", label ? label : "-");
    }
    ck_assert_str_eq(buf_text(&got), texts[_i].labels);
    run_free(now);
    lesson_free(other);
    stop();
}
END_TEST

/* Changes of x: how many of its numbers differ, and the last two that do most. */
static const struct {
    const char *code, *change;
    RowState state;
    int64_t differ;
    double before, now;
} rows[] = {
    {SORTED, "v = torch.tensor([1., 3., 2.])", ROW_MOVED, 0, 0, 0},
    {SORTED, "v[0] = 3", ROW_SAME, 0, 0, 0},
    {"v = torch.tensor([3., 1., 2.])\ny = torch.tensor([1., 2., 3.])\nx = y.index_select(0, "
     "v.argsort())\n",
     "v = torch.tensor([1., 3., 2.])", ROW_CELLS, 0, 0, 0}, /* no labels: by position */
    {SENTENCE, "words = 'c b a'.split()", ROW_CELLS, 2, 3, 1},
    {SENTENCE, "words = 'a b d'.split()", ROW_SAME, 0, 0, 0}, /* d stands for c */
};

START_TEST(by_labels)
{
    Lesson *other;
    start(arena_format(&arena, "import torch\n%s", rows[_i].code));
    Run *now = changed(rows[_i].change, &other);
    Comparison *c = compare_runs(run, now);
    const CompareRow *row = NULL;
    for (int i = 0; i < c->rows; i++)
        if (c->row[i].b && strcmp(c->row[i].b->name, "x") == 0)
            row = &c->row[i];
    ck_assert_ptr_nonnull(row);
    ck_assert_int_eq(row->state, rows[_i].state);
    if (rows[_i].differ > 0) {
        ck_assert_int_eq(row->differ, rows[_i].differ);
        ck_assert_double_eq(qkv_tensor_at(row->a->tensor, row->cell), rows[_i].before);
        ck_assert_double_eq(qkv_tensor_at(row->b->tensor, row->cell), rows[_i].now);
    }
    compare_free(c);
    run_free(now);
    lesson_free(other);
    stop();
}
END_TEST

/* Every cell goes to the place with its labels, and comes back. */
START_TEST(placed_by_chance)
{
    enum { N = 6, TIMES = 50 };
    made_seed(7);
    for (int t = 0; t < TIMES; t++) {
        Buf code = {.arena = &arena};
        buf_puts(&code, "import torch\n");
        for (int k = 0; k < 2; k++) {
            int order[N] = {0, 1, 2, 3, 4, 5};
            for (int i = N - 1; i > 0; i--) {
                int j = made_random(i + 1), was = order[i];
                order[i] = order[j];
                order[j] = was;
            }
            buf_puts(&code, "#| cols:");
            for (int i = 0; i < N; i++)
                buf_printf(&code, " w%d", order[i]);
            buf_printf(&code, "\n%s = torch.tensor([", k ? "b" : "a");
            for (int i = 0; i < N; i++)
                buf_printf(&code, "%d., ", 10 * k + order[i]);
            buf_puts(&code, "])\n");
        }
        start(buf_text(&code));
        Results r = results_of(&arena, run);
        const QkvTensor *a = results_find(&r, "a")->tensor, *b = results_find(&r, "b")->tensor;
        const QkvTensor *placed = tensor_placed(&arena, a, b);
        for (int64_t i = 0; i < N; i++) {
            ck_assert_double_eq(qkv_tensor_at(placed, i) + 10, qkv_tensor_at(b, i));
            ck_assert_str_eq(qkv_tensor_label(placed, 0, i, 0), qkv_tensor_label(b, 0, i, 0));
        }
        stop();
    }
}
END_TEST

Suite *placed_suite(void)
{
    Suite *s = suite_create("placed");
    TCase *t = suite_case(s, "placed");
    tcase_add_loop_test(t, labels_of_a_text_change_with_it, 0, COUNT(texts));
    tcase_add_loop_test(t, by_labels, 0, COUNT(rows));
    tcase_add_test(t, placed_by_chance);
    return s;
}
