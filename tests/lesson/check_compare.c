/* Two runs: how they are aligned, what is said of each pair, and whose difference it is; and numbers
 * that were printed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/print.h"
#include "lesson/compare.h"
#include "lesson/library.h"
#include "made.h"
#include "suites.h"

static const char *const states[] = {"same", "bits", "moved", "cells", "shape",
                                     "text", "kind", "left",  "right"};
static const char *const causes[] = {"", " own", " inherited", " also"};

/* "x:same q:cells own scores:cells inherited" */
static void write_rows(Buf *out, const Comparison *c)
{
    for (int i = 0; i < c->rows; i++) {
        const CompareRow *row = &c->row[i];
        const char *name = row->a ? row->a->name : row->b->name;
        buf_printf(out, "%s%s:%s%s", i ? " " : "", name, states[row->state], causes[row->cause]);
    }
}

#define BOOK                                                                                       \
    "x = torch.tensor([[1., 2.], [3., 4.], [5., 7.]])\n"                                           \
    "w = torch.tensor([[1., -2.], [0.5, 1.]])\n"                                                   \
    "q = x @ w\n"                                                                                  \
    "scores = q @ x.T\n"                                                                           \
    "weights = torch.softmax(scores / 2, dim=-1)\n"

static const struct {
    const char *a, *b, *rows;
} pairs[] = {
    {BOOK, BOOK, "x:same w:same q:same scores:same weights:same"},
    {"x = torch.ones(2)\ny = x + 1", "x = torch.ones(2)", "x:same y:left"},
    {"x = torch.ones(2)", "x = torch.ones(2)\ny = x + 1", "x:same y:right"},
    {"x = torch.ones(2)", "x = torch.ones(3)", "x:shape"},
    {"x = torch.ones(2)", "x = torch.tensor([1, 1])", "x:shape"},
    {"x = 1 + 1", "x = 1 + 2", "x:text"},
    {"x = 1 + 1", "x = torch.ones(2)", "x:kind"},
    {"print(1)", "print(2)", "print:text"},
    {"x = torch.tensor([0.1])", "x = torch.tensor([0.100001])", "x:bits"},
    {"x = torch.tensor([float('nan')])", "x = torch.tensor([float('nan')])", "x:same"},
    /* Aligned by name in their order, then by what is like it. */
    {"w_q = torch.ones(2)", "W_q = torch.ones(2)", "w_q:same"},
    {"a = torch.tensor([1., 2.])", "b = torch.tensor([1., 2.])", "a:same"},
    {"a = torch.ones(2)\nb = torch.zeros(2)", "b = torch.zeros(2)\na = torch.ones(2)",
     "a:left b:same a:right"},
    {"x = torch.ones(2)\nx = x + 1\nx = x + 2", "x = torch.ones(2)\nx = x + 1\nx = x + 2",
     "x:same x:same x:same"},
    /* Origin of a difference. */
    {"torch.manual_seed(1)\np = torch.tensor([0., 1.])\ni = torch.multinomial(p, 1)\ny = i + 1",
     "torch.manual_seed(1)\np = torch.tensor([1., 0.])\ni = torch.multinomial(p, 1)\ny = i + 1",
     "p:cells own i:cells y:cells inherited"},
    {BOOK,
     "x = torch.tensor([[1., 2.], [3., 4.], [5., 7.]])\n"
     "w = torch.tensor([[1., -2.], [0.5, 1.]])\n"
     "q = x @ w.T\n"
     "scores = q @ x.T\n"
     "weights = torch.softmax(scores / 2, dim=-1)\n",
     "x:same w:same q:cells own scores:cells inherited weights:cells inherited"},
    {BOOK,
     "x = torch.tensor([[1., 2.], [3., 4.], [5., 7.]])\n"
     "w = torch.tensor([[1., -2.], [0.5, 1.]])\n"
     "q = x @ w.T\n"
     "scores = q @ x.T\n"
     "weights = torch.softmax(scores / 3, dim=-1)\n",
     "x:same w:same q:cells own scores:cells inherited weights:cells also"},
    {BOOK,
     "x = torch.tensor([[1., 2.], [3., 4.], [5., 8.]])\n"
     "w = torch.tensor([[1., -2.], [0.5, 1.]])\n"
     "q = x @ w\n"
     "scores = q @ x.T\n"
     "scores[0, 0] = 9\n"
     "weights = torch.softmax(scores / 2, dim=-1)\n",
     /* the result of the write is on the right alone */
     "x:cells own w:same q:cells inherited scores:cells inherited scores:right weights:cells also"},
    /* Inside of calls. */
    {"def f(x):\n    y = x * 2\n    return y + 1\nz = f(torch.ones(2))",
     "def f(x):\n    y = x * 2\n    return y + 2\nz = f(torch.ones(2))", "z.y:same z:cells own"},
    {"def f(x):\n    y = x * 2\n    return y + 1\nz = f(torch.ones(2))",
     "def f(x):\n    y = x * 2; y = y.clone(); y[0] = 5\n    return y + 1\nz = f(torch.ones(2))",
     "z.y:cells own z:cells inherited"},
    /* Hidden results are results. */
    {"#| hide\nx = torch.ones(2)\ny = x + 1", "#| hide\nx = torch.zeros(2)\ny = x + 1",
     "x:cells own y:cells inherited"},
};

START_TEST(runs_are_compared_by_their_results)
{
    Buf rows = {0};
    Lesson *a = made_lesson(pairs[_i].a), *b = made_lesson(pairs[_i].b);
    Run *x = run_lesson(a), *y = run_lesson(b);
    Comparison *c = compare_runs(x, y);
    write_rows(&rows, c);
    ck_assert_str_eq(buf_text(&rows), pairs[_i].rows);
    buf_release(&rows);
    compare_free(c);
    run_free(x);
    run_free(y);
    lesson_free(a);
    lesson_free(b);
}
END_TEST

START_TEST(the_cell_that_differs_most_is_named)
{
    Lesson *a = made_lesson("x = torch.tensor([[1., 2.], [3., 4.]])");
    Lesson *b = made_lesson("x = torch.tensor([[1., 2.5], [5., 4.]])");
    Run *x = run_lesson(a), *y = run_lesson(b);
    Comparison *c = compare_runs(x, y);
    ck_assert_int_eq(c->first, 0);
    ck_assert_int_eq((int)c->row[0].differ, 2);
    ck_assert_int_eq((int)c->row[0].cell, 2);
    compare_free(c);
    run_free(x);
    run_free(y);
    lesson_free(a);
    lesson_free(b);
}
END_TEST

static bool is_printed_alike(PrintStyle style, const QkvTensor *a, const QkvTensor *b)
{
    Buf x = {0}, y = {0};
    print_cell(&x, style, print_default.decimals, a, 0);
    print_cell(&y, style, print_default.decimals, b, 0);
    bool same = strcmp(buf_text(&x), buf_text(&y)) == 0;
    buf_release(&x);
    buf_release(&y);
    return same;
}

/* A whole number, or one in powers of ten, and one that is some hundred-thousandths of it larger; beside
 * it a number that decides how both are printed. */
START_TEST(cells_differ_when_their_digits_do)
{
    static const float beside[] = {1, 0.5F, 1e-6F, 1e9F};
    int differ = 0;
    enum { TIMES = 20000 };
    for (int i = 0; i < TIMES; i++) {
        Qkv *q = qkv_new();
        float x = (float)ldexp(rand() % 20001 - 10000, rand() % 60 - 40);
        float step = (float)(rand() % 41 - 20) * 1e-5F * (i % 2 ? fabsf(x) : 1);
        x = i % 3 ? x : nearbyintf(x);
        float cells[] = {x, beside[i % 4]}, others[] = {x + step, beside[i / 4 % 4]};
        const QkvTensor *a = qkv_floats(q, 1, (const int64_t[]){2}, cells);
        const QkvTensor *b = qkv_floats(q, 1, (const int64_t[]){2}, others);
        bool alike = x + step == x || (is_printed_alike(print_style(a, &print_default), a, b) &&
                                       is_printed_alike(print_style(b, &print_default), a, b));
        unsigned char differs[2] = {0};
        compare_cells(a, b, differs);
        ck_assert_msg(differs[0] == !alike, "%.9g and %.9g", (double)x, (double)others[0]);
        differ += differs[0];
        qkv_free(q);
    }
    ck_assert_int_gt(differ, TIMES / 8);
    ck_assert_int_lt(differ, TIMES - TIMES / 8);
}
END_TEST

START_TEST(no_lesson_is_left_out)
{
    Library *library = library_open();
    ck_assert_int_eq(library->count, MADE_LESSONS + MADE_PATHS);
    library_free(library);
}
END_TEST

START_TEST(a_lesson_is_the_same_as_itself)
{
    Err err = {0};
    const char *path = made_lessons[_i];
    Lesson *a = lesson_read(path, &err), *b = lesson_read(path, &err);
    ck_assert_msg(a && b, "%s", err.message);
    Run *x = run_lesson(a), *y = run_lesson(b);
    Comparison *c = compare_runs(x, y);
    ck_assert_int_eq(c->first, -1);
    ck_assert_int_gt(c->rows, 10);
    for (int i = 0; i < c->rows; i++)
        ck_assert(c->row[i].state == ROW_SAME);
    compare_free(c);
    run_free(x);
    run_free(y);
    lesson_free(a);
    lesson_free(b);
}
END_TEST

/* --- what was printed ------------------------------------------------------------------------------- */

/* A text, and its blocks: "name(2, 3)4: 1 2 3 4 5 6", where 4 is the digits after a point. */
static const struct {
    const char *text, *blocks;
} printouts[] = {
    {"tensor([1., 2.])", "(2)0: 1 2"},
    {"tensor([[1., 2.],\n        [3., 4.]])\n", "(2 2)0: 1 2 3 4"},
    {"tensor([[[1., 2.]], [[3., 4.]]], grad_fn=<AddBackward0>)", "(2 1 2)0: 1 2 3 4"},
    {"weights = tensor([0.5000, 0.2500])", "weights(2)4: 0.5 0.25"},
    {"weights:\ntensor([0.5000])", "weights(1)4: 0.5"},
    {"y.weights (1, 2)\ntensor([[0.5000, 1.0000]])", "y.weights(1 2)4: 0.5 1"},
    {"Parameter containing:\ntensor([0.5000], requires_grad=True)", "(1)4: 0.5"},
    {"[[0.5  0.25]\n [1.   2.  ]]", "(2 2)2: 0.5 0.25 1 2"},
    {"array([[0.5 , 0.25],\n       [1.  , 2.  ]], dtype=float32)", "(2 2)2: 0.5 0.25 1 2"},
    {"array([[0.5 , 0.25],\n       [1.  , 2.  ]])", "(2 2)2: 0.5 0.25 1 2"},
    {"[[0.1, 0.2], [0.30000001192092896, 0.4]]", "(2 2)17: 0.1 0.2 0.3 0.4"},
    {"[[1, 2], [3]]", "(3)0: 1 2 3"},
    {"0.1 0.2\n0.3 0.4\n", "(2 2)1: 0.1 0.2 0.3 0.4"},
    {"[[1,2],[3,4]]", "(2 2)0: 1 2 3 4"},
    {"[[1,2], [3,4]]", "(2 2)0: 1 2 3 4"},
    {"|0.1|0.2|\n|0.3|0.4|\n", "(2 2)1: 0.1 0.2 0.3 0.4"},
    {"tensor([[0.1,\n         0.2],\r\n\n  [0.3, 0.4]], grad_fn=<SoftmaxBackward0>)",
     "(2 2)1: 0.1 0.2 0.3 0.4"},
    {"0.1 0.2\r\n0.3 0.4\r\n", "(2 2)1: 0.1 0.2 0.3 0.4"},
    {"a b c\n1.5, 2.5\n\n", "(2)1: 1.5 2.5"},
    {"tensor([1.0000e-01, -2.5000e+02])", "(2)0: 0.1 -250"},
    {"tensor([nan, -inf, 1.])", "(3)0: nan -inf 1"},
    {"tensor([[True, False]])", "(1 2)0: 1 0"},
    {"loss: 0.25 after w2", "loss()2: 0.25"},
    {"tensor([1., ..., 3.])", "(2)0: 1 3 cut"},
    {"x tensor([[0.1,\n0.2], [0.3,\n 0.4]", "x(4)1: 0.1 0.2 0.3 0.4"},
};

static void write_blocks(Buf *out, const Printout *p)
{
    for (int i = 0; i < p->count; i++) {
        const PrintoutBlock *b = &p->block[i];
        buf_printf(out, "%s%s(", i ? " " : "", b->name ? b->name : "");
        for (int d = 0; d < b->rank; d++)
            buf_printf(out, "%s%d", d ? " " : "", (int)b->size[d]);
        buf_printf(out, ")%d:", b->decimals);
        for (int64_t k = 0; k < b->count; k++)
            buf_printf(out, " %.5g", b->value[k]);
        buf_puts(out, b->is_cut ? " cut" : "");
    }
}

START_TEST(printed_numbers_are_read)
{
    Printout p;
    Err err = {0};
    Buf text = {0};
    const char *printed = printouts[_i].text;
    ck_assert_msg(printout_read(&arena, printed, strlen(printed), &p, &err), "%s", err.message);
    write_blocks(&text, &p);
    ck_assert_str_eq(buf_text(&text), printouts[_i].blocks);
    buf_release(&text);
    arena_release(&arena);
}
END_TEST

static const struct {
    const char *text, *message;
} unreadable[] = {
    {"", "there are no numbers in this printout"},
    {"nothing here", "there are no numbers in this printout"},
    {"[[0,5, 0,25], [0,1, 0,7]]", "the numbers have commas (0,5): write them with points (0.5)"},
    {"0,5; 0,25\n0,1; 0,7\n", "the numbers have commas (0,5): write them with points (0.5)"},
    {"0,5 0,25\n0,1 0,7\n", "the numbers have commas (0,5): write them with points (0.5)"},
};

START_TEST(what_holds_no_numbers_is_said)
{
    Printout p;
    Err err = {0};
    const char *text = unreadable[_i].text;
    ck_assert(!printout_read(&arena, text, strlen(text), &p, &err));
    ck_assert_str_eq(err.message, unreadable[_i].message);
    arena_release(&arena);
}
END_TEST

START_TEST(a_printout_is_compared_to_its_digits)
{
    Printout p;
    Err err = {0};
    Buf rows = {0};
    Lesson *a = made_lesson(BOOK);
    Run *x = run_lesson(a);
    const char *text =
        "q = tensor([[ 2.,  0.], [ 5., -2.], [ 8.5, -3.]])\n"
        "[[ 2. 6. 10.] [ 1. 7. 11.] [ 2.5 13.5 21.5]]\n"
        "tensor([[0.0159, 0.1173, 0.8668], [0.1, 0.2, 0.3], [0.0001, 0.0180, 0.9819]])\n";
    ck_assert(printout_read(&arena, text, strlen(text), &p, &err));
    Comparison *c = compare_printout(x, &p);
    write_rows(&rows, c);
    ck_assert_str_eq(buf_text(&rows), "q:same scores:same weights:cells");
    ck_assert_int_eq((int)c->row[2].differ, 3);
    buf_release(&rows);
    compare_free(c);
    run_free(x);
    lesson_free(a);
    arena_release(&arena);
}
END_TEST

Suite *compare_suite(void)
{
    Suite *s = suite_create("compare");
    TCase *t = suite_case(s, "compare");
    tcase_add_loop_test(t, runs_are_compared_by_their_results, 0, sizeof pairs / sizeof *pairs);
    tcase_add_test(t, the_cell_that_differs_most_is_named);
    tcase_add_test(t, cells_differ_when_their_digits_do);
    tcase_add_test(t, no_lesson_is_left_out);
    tcase_add_loop_test(t, a_lesson_is_the_same_as_itself, 0, MADE_LESSONS);
    tcase_add_loop_test(t, printed_numbers_are_read, 0, sizeof printouts / sizeof *printouts);
    tcase_add_loop_test(t, what_holds_no_numbers_is_said, 0,
                        sizeof unreadable / sizeof *unreadable);
    tcase_add_test(t, a_printout_is_compared_to_its_digits);
    return s;
}
