/* The list of a loop's passes: their losses, these as a curve, and what is not there. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lesson/change.h"
#include "made.h"
#include "suites.h"
#include "tell/curve.h"
#include "tell/tell.h"

static Arena arena;
static Library *library;

/* The list as it is opened at the end of the lesson. */
static Doc *passes_of(const char *code, int *row)
{
    library = made_library(code);
    const Run *run = made_run(library);
    Lens *lens = arena_new(&arena, Lens);
    *lens = (Lens){.run = run, .decimals = 4};
    const int stage = run->lesson->stages - 1;
    Spot s = spot_at((Spot){0}, run, stage, run_stops(run, stage));
    Doc *d = tell_passes(&arena, lens, &s);
    *row = d->row;
    return d;
}

static void done(void)
{
    arena_release(&arena);
    made_free(library);
}

static void expect_row(const Doc *d, int row, const char *text)
{
    ck_assert_ptr_nonnull(doc_row_at(d, row));
    ck_assert_str_eq(doc_row_at(d, row)->text, text);
}

/* The curve over the rows: how tall each is; below 0 for one that has none. */
static void expect_heights(const Doc *d, int count, const double height[])
{
    const Piece *p = &d->piece[0];
    ck_assert_int_eq(p->kind, PIECE_CURVE);
    ck_assert(p->curve->is_rows);
    ck_assert_int_eq(p->curve->points, count);
    const CurveScale s = curve_scale(d->lens, p->curve);
    for (int i = 0; i < count; i++) {
        double is = curve_height(&s, curve_number(d->lens, p->curve, i));
        ck_assert_int_eq(isnan(is), height[i] < 0);
        ck_assert(isnan(is) || fabs(is - height[i]) < 1e-6);
    }
}

static void expect_told(const Doc *d, const char *text)
{
    ck_assert_str_eq(curve_told(&arena, d->lens, d->piece[0].curve), text);
}

/* Of a training in hidden lines that number of each pass is kept, whether its steps are or not: of 300 passes they are cut
 * off the tape. They are told at results that come after it, and a class is not told them before these. */
START_TEST(hidden_lines_that_train_keep_their_losses)
{
    static const int passes[] = {3, 300};
    for (size_t k = 0; k < COUNT(passes); k++) {
        char code[400];
        int row;
        snprintf(code, sizeof code,
                 "w = torch.tensor([4.], requires_grad=True)\n"
                 "def learn(n):\n    for i in range(n):\n        w.grad = None\n"
                 "        (w * w).sum().backward()\n"
                 "        with torch.no_grad():\n            w.sub_(0.25 * w.grad)\n"
                 "#| hide\nlearn(%d)\nlast = w * 1",
                 passes[k]);
        Doc *d = passes_of(code, &row);
        ck_assert_int_eq(doc_rows(d), passes[k]);
        ck_assert_int_eq(row, passes[k] - 1);
        ck_assert(strncmp(doc_row_at(d, 0)->text, "pass 1\t16", 9) == 0);
        ck_assert(strncmp(doc_row_at(d, 1)->text, "pass 2\t4", 8) == 0);
        ck_assert(strncmp(doc_row_at(d, 2)->text, "pass 3\t1", 8) == 0);
        const Run *run = made_run(library);
        Spot s = spot_at((Spot){0}, run, 0, 1); /* before the line */
        ck_assert_int_eq(spot_trained(run, &s), 0);
        ck_assert_int_eq(doc_rows(tell_passes(&arena, &(Lens){.run = run}, &s)), 0);
        Reveal nothing = {0};
        Hidden *hidden = hidden_of(run, &nothing);
        s = spot_at((Spot){0}, run, 0, run_stops(run, 0));
        Lens class = {.run = run, .hidden = hidden, .decimals = 4};
        ck_assert_int_eq(doc_rows(tell_passes(&arena, &class, &s)), 0);
        hidden_free(hidden);
        done();
    }
}
END_TEST

#define STEP                                                                                       \
    "    loss = (w * w).sum()\n    loss.backward()\n    last = loss * 0\n"                         \
    "    with torch.no_grad():\n        w -= 0.25 * w.grad\n    w.grad = None\n"

START_TEST(a_pass_has_the_loss_that_backward_began_at)
{
    int row;
    Doc *d = passes_of("w = torch.tensor([4.], requires_grad=True)\nfor i in range(3):\n" STEP,
                       &row);
    ck_assert_int_eq(doc_rows(d), 3);
    ck_assert_str_eq(d->head, "for i in range(3):");
    expect_row(d, 0, "i 1\t16");
    expect_row(d, 1, "i 2\t4");
    expect_row(d, 2, "i 3\t1");
    const Run *run = made_run(library);
    for (int i = 0; i < 3; i++) {
        const Spot to = doc_row_at(d, i)->target.spot;
        int passes;
        const char *what;
        ck_assert_int_eq(spot_pass(&arena, run, &to, &passes, &what), i + 1);
    }
    done();
}
END_TEST

START_TEST(numbers_far_apart_are_told_by_their_logarithm)
{
    int row;
    Doc *d = passes_of("for i in range(4):\n    size = torch.tensor(10.0) ** (2 * i)\n", &row);
    ck_assert_int_eq(doc_rows(d), 4);
    expect_row(d, 0, "i 1\t1");
    expect_row(d, 2, "i 3\t10000");
    expect_row(d, 3, "i 4\t1e6");
    expect_heights(d, 4, (double[]){0, 1 / 3., 2 / 3., 1});
    expect_told(d, "size of each pass (logarithm): rises from 1 to 1e6 in 4 passes.");
    done();
}
END_TEST

START_TEST(passes_without_a_number_say_what_they_bound)
{
    int row;
    Doc *d = passes_of("for i in range(2):\n    x = torch.ones(2) * i\n", &row);
    ck_assert_int_eq(doc_rows(d), 2);
    ck_assert_ptr_nonnull(strstr(doc_row_at(d, 1)->text, "i = 1"));
    done();
}
END_TEST

START_TEST(odd_losses_have_no_height)
{
    int row;
    Doc *d = passes_of(
        "for i in range(3):\n    y = torch.tensor(float(i)) / torch.tensor([0., 2., 0.])[i]\n",
        &row);
    expect_row(d, 0, "i 1\tnan");
    expect_row(d, 1, "i 2\t0.5");
    expect_row(d, 2, "i 3\tinf");
    expect_heights(d, 3, (double[]){-1, 1, -1});
    expect_told(d, "y of each pass: 0.5 throughout.");
    done();
}
END_TEST

/* Of numbers below 0 the axis begins at the lowest; 0 has no logarithm, and none below it has. */
START_TEST(an_axis_has_0_on_it)
{
    int row;
    Doc *d = passes_of("x = torch.tensor([1e308, -1e308, 0., 5e307], dtype=torch.float64)\n"
                       "for i in range(4):\n    y = x[i] * 1\n",
                       &row);
    expect_row(d, 1, "i 2\t-1e308");
    expect_row(d, 2, "i 3\t0");
    expect_row(d, 3, "i 4\t5e307");
    expect_heights(d, 4, (double[]){1, 0, 0.5, 0.75});
    expect_told(d, "y of each pass: falls from 1e308 to 5e307 in 4 passes; lowest at i 2: -1e308.");
    done();
    d = passes_of("x = torch.tensor([0., 1e-6, 1e6])\nfor i in range(4):\n    if i > 0:\n        y "
                  "= x[i - 1] * 1\n",
                  &row);
    expect_heights(d, 4, (double[]){-1, 0, 0, 1});
    expect_told(d, "y of each pass (logarithm): rises from 0 to 1e6 in 4 passes.");
    expect_row(d, 1, "i 2\t0");
    expect_row(d, 3, "i 4\t1e6");
    done();
}
END_TEST

START_TEST(there_may_be_no_loop)
{
    int row;
    Doc *d = passes_of("x = torch.ones(2)\n", &row);
    ck_assert_int_eq(doc_rows(d), 0);
    done();
}
END_TEST

START_TEST(a_while_loop_and_a_loop_within_have_their_own_passes)
{
    int row;
    Doc *d = passes_of("n = 0\nwhile n < 3:\n    n += 1\n    for k in range(2):\n"
                       "        x = torch.tensor(1.0) * n\n",
                       &row);
    ck_assert_int_eq(doc_rows(d),
                     3); /* lines coming after the statement lie in no pass of their own */
    expect_row(d, 2, "pass 3\t3");
    const Run *run = made_run(library);
    const Lens lens = {.run = run, .decimals = 4};
    Spot inside = doc_row_at(d, 2)->target.spot;
    for (int i = 0; i < 2; i++)
        spot_step_on(&inside, run);
    d = tell_passes(&arena, &lens, &inside);
    row = d->row;
    ck_assert_int_eq(doc_rows(d), 2);
    ck_assert_int_eq(row, 0);
    expect_row(d, 1, "k 2\t3");
    done();
}
END_TEST

Suite *passes_suite(void)
{
    Suite *s = suite_create("passes");
    TCase *t = suite_case(s, "passes");
    tcase_add_test(t, hidden_lines_that_train_keep_their_losses);
    tcase_add_test(t, a_pass_has_the_loss_that_backward_began_at);
    tcase_add_test(t, numbers_far_apart_are_told_by_their_logarithm);
    tcase_add_test(t, passes_without_a_number_say_what_they_bound);
    tcase_add_test(t, odd_losses_have_no_height);
    tcase_add_test(t, an_axis_has_0_on_it);
    tcase_add_test(t, there_may_be_no_loop);
    tcase_add_test(t, a_while_loop_and_a_loop_within_have_their_own_passes);
    return s;
}
