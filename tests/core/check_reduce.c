/* Sums, softmax and the other operations along axes, against PyTorch and against each other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "golden_along.h"
#include "golden_softmax.h"
#include "golden_sum.h"
#include "sample.h"
#include "suites.h"

/* The axes whose bits are set. */
static const QkvTensor *sum_bits(const QkvTensor *t, unsigned bits, bool keepdim)
{
    int64_t axes[QKV_MAX_RANK];
    int count = 0;
    for (int d = 0; d < t->rank; d++)
        if (bits >> d & 1U)
            axes[count++] = d;
    return qkv_sum(q, t, count, axes, keepdim);
}

START_TEST(sums_spelled_out)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 5));
    must_be(sum_bits(x, 1, false), golden_sum_axis0, COUNT(golden_sum_axis0));
    must_be(sum_bits(x, 2, false), golden_sum_axis1, COUNT(golden_sum_axis1));
}
END_TEST

START_TEST(sum_is_that_of_pytorch)
{
    const QkvTensor *x = sample(q, 'F', (uint32_t)_i + 1, golden_sums[_i].rank,
                                golden_sums[_i].size);
    const QkvTensor *sum = sum_bits(x, golden_sums[_i].axes, false);
    ck_assert_ptr_nonnull(sum);
    ck_assert_uint_eq(sample_bits(sum), golden_sums[_i].bits);
    const QkvTensor *kept = sum_bits(x, golden_sums[_i].axes, true);
    ck_assert_int_eq(kept->rank, x->rank);
    ck_assert_uint_eq(sample_bits(kept), golden_sums[_i].bits);
}
END_TEST

START_TEST(sum_of_no_axes_is_that_of_all)
{
    const QkvTensor *x = sample(q, 'F', 3, SHAPE(2, 3, 4));
    must_equal(qkv_sum(q, x, 0, NULL, false), sum_bits(x, 7, false));
    must_have_shape(qkv_sum(q, x, 0, NULL, false), "()");
    must_have_shape(qkv_sum(q, x, 0, NULL, true), "(1, 1, 1)");
    must_have_shape(sum_bits(x, 2, true), "(2, 1, 4)");
    const int64_t last = -1;
    must_have_shape(qkv_sum(q, x, 1, &last, false), "(2, 3)");
    /* A single number has the axes 0 and -1. */
    const QkvTensor *one = sample(q, 'F', 3, 0, NULL);
    must_equal(qkv_sum(q, one, 1, &last, false), one);
}
END_TEST

START_TEST(sum_of_whole_numbers_is_int64)
{
    const bool truth[] = {true, false, true, true};
    const int64_t large[] = {INT64_MAX, 1, 5, -2};
    const QkvTensor *count = qkv_sum(q, qkv_bools(q, SHAPE(2, 2), truth), 0, NULL, false);
    ck_assert_int_eq(count->dtype, QKV_INT64);
    ck_assert_int_eq(count->data.i[0], 3);
    const QkvTensor *rows = sum_bits(qkv_ints(q, SHAPE(2, 2), large), 2, false);
    ck_assert_int_eq(rows->data.i[0], INT64_MIN); /* wraps around */
    ck_assert_int_eq(rows->data.i[1], 3);
}
END_TEST

START_TEST(sum_of_nothing_is_zero)
{
    const float none[] = {0};
    const QkvTensor *x = qkv_floats(q, SHAPE(2, 0), none);
    const QkvTensor *sum = sum_bits(x, 2, false);
    must_have_shape(sum, "(2,)");
    ck_assert(sum->data.f[0] == 0.0F && sum->data.f[1] == 0.0F);
    must_have_shape(sum_bits(x, 1, false), "(0,)");
}
END_TEST

START_TEST(softmax_spelled_out)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(3, 4));
    must_be(qkv_softmax(q, x, 0), golden_softmax_axis0, COUNT(golden_softmax_axis0));
    must_be(qkv_softmax(q, x, 1), golden_softmax_axis1, COUNT(golden_softmax_axis1));
    must_equal(qkv_softmax(q, x, -1), qkv_softmax(q, x, 1));
}
END_TEST

START_TEST(softmax_is_that_of_pytorch)
{
    const QkvTensor *x = sample(q, golden_softmaxes[_i].kind, (uint32_t)_i + 1,
                                golden_softmaxes[_i].rank, golden_softmaxes[_i].size);
    const QkvTensor *shares = qkv_softmax(q, x, golden_softmaxes[_i].axis);
    ck_assert_ptr_nonnull(shares);
    ck_assert_uint_eq(sample_bits(shares), golden_softmaxes[_i].bits);
}
END_TEST

static const QkvTensor *applied(const char *op, const QkvTensor *x, int64_t axis, double number)
{
    if (strcmp(op, "var") == 0)
        return qkv_var(q, x, 1, &axis, (int64_t)number, false);
    if (strcmp(op, "std") == 0)
        return qkv_std(q, x, 1, &axis, (int64_t)number, false);
    if (strcmp(op, "norm") == 0)
        return qkv_norm(q, x, number, 1, &axis, false);
    if (strcmp(op, "cumsum") == 0)
        return qkv_cumsum(q, x, axis);
    if (strcmp(op, "argmax") == 0)
        return qkv_argmax(q, x, &axis, false);
    if (strcmp(op, "argmin") == 0)
        return qkv_argmin(q, x, &axis, false);
    if (strcmp(op, "log_softmax") == 0)
        return qkv_log_softmax(q, x, axis);
    ck_assert_str_eq(op, "layer_norm");
    return qkv_layer_norm(q, x, x->rank - (int)axis, x->size + axis, NULL, NULL, number);
}

START_TEST(along_an_axis_as_in_pytorch)
{
    const QkvTensor *x = sample(q, golden_along[_i].kind, (uint32_t)_i + 1, golden_along[_i].rank,
                                golden_along[_i].size);
    const QkvTensor *t = applied(golden_along[_i].op, x, golden_along[_i].axis,
                                 golden_along[_i].number);
    ck_assert_ptr_nonnull(t);
    ck_assert_msg(sample_bits(t) == golden_along[_i].bits, "%s", golden_along[_i].op);
}
END_TEST

START_TEST(softmax_of_hidden_rows_is_nan)
{
    const float x[] = {-INFINITY, -INFINITY, 1.0F, -INFINITY};
    const float over_keys[] = {NAN, NAN, 1.0F, 0.0F}, over_queries[] = {0.0F, NAN, 1.0F, NAN};
    must_be(qkv_softmax(q, qkv_floats(q, SHAPE(2, 2), x), 1), over_keys, 4);
    must_be(qkv_softmax(q, qkv_floats(q, SHAPE(2, 2), x), 0), over_queries, 4);
    must_have_shape(qkv_softmax(q, qkv_floats(q, SHAPE(0, 2), x), 0), "(0, 2)");
    const float one[] = {1.0F};
    must_be(qkv_softmax(q, sample(q, 'F', 1, 0, NULL), 0), one, 1);
}
END_TEST

START_TEST(errors)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, 3));
    const int64_t large[] = {2}, small[] = {-3}, twice[] = {1, -1}, many[7] = {0};
    must_fail(q, qkv_sum(q, x, 1, large, false),
              "sum: there is no axis 2: a tensor with 2 axes has -2 to 1");
    must_fail(q, qkv_sum(q, x, 1, small, false),
              "sum: there is no axis -3: a tensor with 2 axes has -2 to 1");
    must_fail(q, qkv_sum(q, x, 2, twice, false), "sum: axis 1 is named twice");
    must_fail(q, qkv_sum(q, x, 7, many, false),
              "sum: 7 axes are named, and a tensor has at most 6");
    must_fail(q, qkv_softmax(q, sample(q, 'F', 1, SHAPE(2)), 1),
              "softmax: there is no axis 1: a tensor with 1 axis has -1 to 0");
    must_fail(q, qkv_softmax(q, sample(q, 'F', 1, 0, NULL), 1),
              "softmax: there is no axis 1: a tensor with 0 axes has -1 to 0");
    must_fail(q, qkv_softmax(q, sample(q, 'I', 1, SHAPE(2)), 0),
              "softmax: the numbers are int64 and must be float32: use .float() first");
    must_fail(q, qkv_softmax(q, sample(q, 'B', 1, SHAPE(2)), 0),
              "softmax: the numbers are bool and must be float32: use .float() first");
}
END_TEST

/* --- the largest, the smallest, any, all -------------------------------------------------------- */

START_TEST(the_chosen_cell_is_no_worse_than_any)
{
    const QkvTensor *x = sample(q, "FSHIB"[_i % 5], (uint32_t)_i + 1, SHAPE(3, 4, 5));
    for (int64_t axis = -3; axis < 3; axis++) {
        const QkvTensor *max = qkv_max(q, x, &axis, true), *min = qkv_min(q, x, &axis, true);
        must_equal(qkv_maximum(q, max, x), qkv_expand(q, max, 3, x->size));
        must_equal(qkv_minimum(q, min, x), qkv_expand(q, min, 3, x->size));
        const QkvTensor *any = qkv_any(q, x, &axis, false), *all = qkv_all(q, x, &axis, false);
        const QkvTensor *truth = qkv_to(q, x, QKV_BOOL);
        must_equal(any, qkv_max(q, truth, &axis, false));
        must_equal(all, qkv_min(q, truth, &axis, false));
    }
}
END_TEST

START_TEST(the_first_of_equals_is_chosen)
{
    const float x[] = {1.0F, 3.0F, 3.0F, -NAN, 2.0F, NAN}, best[] = {3.0F, NAN};
    const int64_t axis = -1;
    const QkvTensor *t = qkv_floats(q, SHAPE(2, 3), x);
    must_be(qkv_max(q, t, &axis, false), best, 2);
    const QkvTensor *largest = qkv_argmax(q, t, &axis, false),
                    *least = qkv_argmin(q, t, &axis, true);
    ck_assert_int_eq(largest->data.i[0], 1);
    ck_assert_int_eq(largest->data.i[1], 0);
    ck_assert_int_eq(least->data.i[0], 0);
    ck_assert_int_eq(least->data.i[1], 0);
    must_have_shape(least, "(2, 1)");
    ck_assert_int_eq(qkv_argmax(q, t, NULL, false)->data.i[0], 3);
    const int64_t large[] = {INT64_MAX - 1, INT64_MAX, INT64_MAX - 2}; /* equal as doubles */
    ck_assert_int_eq(qkv_argmax(q, qkv_ints(q, SHAPE(3), large), NULL, false)->data.i[0], 1);
}
END_TEST

/* Of 0 and -0 PyTorch takes the first along an axis and the last of all. */
START_TEST(signs_of_zeros)
{
    const float x[] = {0.0F, -0.0F};
    const int64_t axis = 0;
    const QkvTensor *t = qkv_floats(q, SHAPE(2), x);
    ck_assert(!signbit(qkv_max(q, t, &axis, false)->data.f[0]));
    ck_assert(signbit(qkv_max(q, t, NULL, false)->data.f[0]));
    ck_assert(signbit(qkv_min(q, t, NULL, false)->data.f[0]));
}
END_TEST

START_TEST(choosing_from_nothing)
{
    const float none[] = {0};
    const int64_t rows = 0, cols = 1;
    const QkvTensor *x = qkv_floats(q, SHAPE(2, 0), none);
    must_have_shape(qkv_max(q, x, &rows, false), "(0,)");
    must_fail(q, qkv_max(q, x, &cols, false),
              "max: there is nothing to choose from: an axis has size 0");
    must_fail(q, qkv_argmin(q, x, NULL, false),
              "argmin: there is nothing to choose from: an axis has size 0");
    ck_assert(qkv_all(q, x, &cols, false)->data.b[1] && !qkv_any(q, x, &cols, false)->data.b[1]);
}
END_TEST

/* --- mean, var, std, norm, cumsum, log_softmax --------------------------------------------------- */

START_TEST(spread_spelled_out)
{
    const float x[] = {2, 4, 4, 4, 5, 5, 7, 9}, four[] = {4}, two[] = {2}, five[] = {5};
    const QkvTensor *t = qkv_floats(q, SHAPE(8), x);
    must_be(qkv_mean(q, t, 0, NULL, false), five, 1);
    must_be(qkv_var(q, t, 0, NULL, 0, false), four, 1);
    must_be(qkv_std(q, t, 0, NULL, 0, false), two, 1);
    const float inf[] = {INFINITY}, nan[] = {NAN}, one[] = {1};
    must_be(qkv_var(q, t, 0, NULL, 8, false), inf, 1);
    must_be(qkv_var(q, qkv_floats(q, SHAPE(1), one), 0, NULL, 1, false), nan, 1);
    must_be(qkv_mean(q, qkv_floats(q, SHAPE(0), one), 0, NULL, false), nan, 1);
}
END_TEST

START_TEST(norms_spelled_out)
{
    static const struct {
        double p;
        float norm;
    } norms[] = {{2, 5}, {1, 7}, {0, 2}, {HUGE_VAL, 4}, {-HUGE_VAL, 0}};
    const float x[] = {3, 0, -4}, nothing[] = {0};
    const int64_t axis = -1;
    for (int i = 0; i < COUNT(norms); i++) {
        const float *norm = &norms[i].norm;
        must_be(qkv_norm(q, qkv_floats(q, SHAPE(1, 3), x), norms[i].p, 1, &axis, false), norm, 1);
        bool of_nothing = !isinf(norms[i].p);
        const QkvTensor *none = qkv_norm(q, qkv_floats(q, SHAPE(0), x), norms[i].p, 0, NULL, false);
        ck_assert(of_nothing == !!none);
        if (none)
            must_be(none, nothing, 1);
        qkv_clear_error(q);
    }
}
END_TEST

START_TEST(the_last_cumulative_sum_is_the_sum)
{
    const QkvTensor *x = sample(q, "IB"[_i % 2], (uint32_t)_i + 1, SHAPE(3, 4, 5));
    for (int64_t axis = -3; axis < 3; axis++) {
        const QkvSubscript last[] = {{.kind = QKV_SUBSCRIPT_AT, .start = -1}};
        const QkvTensor *sums = qkv_transpose(q, qkv_cumsum(q, x, axis), 0, axis);
        const QkvTensor *turned = qkv_transpose(q, x, 0, axis);
        const int64_t first = 0;
        must_equal(qkv_index(q, sums, 1, last), qkv_sum(q, turned, 1, &first, false));
    }
}
END_TEST

START_TEST(log_softmax_is_the_logarithm)
{
    const QkvTensor *x = sample(q, 'F', (uint32_t)_i + 1, SHAPE(3, 4, 5));
    for (int64_t axis = -3; axis < 3; axis++) {
        const QkvTensor *logs = qkv_log_softmax(q, x, axis);
        const QkvTensor *again = qkv_log(q, qkv_softmax(q, x, axis));
        ck_assert(qkv_allclose(q, logs, again, 1e-5, 1e-6, false));
    }
}
END_TEST

/* --- clamp, equal, allclose ---------------------------------------------------------------------- */

START_TEST(clamped_cells_lie_between)
{
    const QkvTensor *x = sample(q, 'I', (uint32_t)_i + 1, SHAPE(4, 5));
    const QkvTensor *low = qkv_integer(q, -3), *high = qkv_integer(q, 7);
    const QkvTensor *inside = qkv_and(q, qkv_ge(q, x, low), qkv_le(q, x, high));
    const QkvTensor *clamped = qkv_clamp(q, x, low, high);
    must_equal(qkv_eq(q, clamped, x), inside);
    ck_assert(qkv_max(q, clamped, NULL, false)->data.i[0] <= 7);
    ck_assert(qkv_min(q, clamped, NULL, false)->data.i[0] >= -3);
}
END_TEST

/* At a bound that is a number nothing has the gradient, as in PyTorch 2.14; a bound that is a tensor has it where it
 * took the place, and half of it where both are equal. */
START_TEST(a_gradient_comes_through_between_the_bounds)
{
    const float x[] = {-2, -1, 0, 1, 2}, g[] = {1, 2, 3, 4, 5};
    const float inside[] = {0, 0, 3, 0, 0}, shared[] = {0, 1, 3, 2, 0};
    const float below[] = {1, 1, 0, 0, 0}, above[] = {0, 0, 0, 2, 5};
    qkv_record(q);
    const QkvTensor *a = qkv_floats(q, SHAPE(5), x), *gradient = qkv_floats(q, SHAPE(5), g);
    const QkvTensor *low = qkv_number(q, -1), *high = qkv_number(q, 1);
    if (_i == 1) {
        low = qkv_full(q, QKV_FLOAT32, SHAPE(5), -1);
        high = qkv_full(q, QKV_FLOAT32, SHAPE(5), 1);
        qkv_want_grad(low, true);
        qkv_want_grad(high, true);
    }
    qkv_want_grad(a, true);
    const QkvTensor *clamped = qkv_clamp(q, a, low, high);
    ck_assert_str_eq(clamped->grad_fn, _i ? "ClampBackward0" : "ClampBackward1");
    ck_assert(qkv_backward(q, clamped, gradient, false));
    must_be(a->grad, _i ? shared : inside, 5);
    if (_i == 1) {
        must_be(low->grad, below, 5);
        must_be(high->grad, above, 5);
    }
}
END_TEST

START_TEST(equal_and_close)
{
    const float x[] = {1, NAN, -INFINITY}, y[] = {1.00001F, NAN, -INFINITY};
    const int64_t i[] = {INT64_MAX, 1}, j[] = {INT64_MAX - 1, 1};
    const QkvTensor *a = qkv_floats(q, SHAPE(3), x), *b = qkv_floats(q, SHAPE(3), y);
    ck_assert(!qkv_equal(q, a, a) && !qkv_allclose(q, a, b, 1e-4, 0, false));
    ck_assert(qkv_allclose(q, a, b, 1e-4, 0, true) && !qkv_allclose(q, a, b, 1e-6, 0, true));
    const QkvTensor *m = qkv_ints(q, SHAPE(2), i), *n = qkv_ints(q, SHAPE(2), j);
    ck_assert(qkv_equal(q, m, m) && !qkv_equal(q, m, n));
    ck_assert(!qkv_equal(q, a, qkv_unsqueeze(q, a, 0)));
    ck_assert_ptr_null(qkv_error(q));
    ck_assert(!qkv_allclose(q, a, m, 0, 0, true));
    ck_assert_str_eq(qkv_error(q),
                     "allclose: one is float32 and the other int64: use .float() on one");
}
END_TEST

/* --- what holds for all that runs over axes ----------------------------------------------------- */

static const char *const overs[] = {"sum",      "mean",      "var",  "std",  "norm",      "norm 1",
                                    "norm inf", "norm -inf", "amax", "amin", "logsumexp", "prod"};

static const QkvTensor *over(const char *name, const QkvTensor *x, int count, const int64_t *axes)
{
    static const struct {
        const char *name;
        const QkvTensor *(*call)(Qkv *, const QkvTensor *, int, const int64_t *, bool);
    } plain[] = {{"sum", qkv_sum},   {"mean", qkv_mean},           {"amax", qkv_amax},
                 {"amin", qkv_amin}, {"logsumexp", qkv_logsumexp}, {"prod", qkv_prod}};
    for (int i = 0; i < COUNT(plain); i++)
        if (strcmp(plain[i].name, name) == 0)
            return plain[i].call(q, x, count, axes, false);
    if (strcmp(name, "var") == 0)
        return qkv_var(q, x, count, axes, 1, false);
    if (strcmp(name, "std") == 0)
        return qkv_std(q, x, count, axes, 1, false);
    double p = strcmp(name, "norm") == 0 ? 2 : strtod(name + strlen("norm "), NULL);
    return qkv_norm(q, x, p, count, axes, false);
}

START_TEST(a_nan_is_never_lost)
{
    enum { CELLS = 5 };
    static const float others[] = {-3, 0, 2, INFINITY, 7};
    for (int at = 0; at < CELLS; at++) {
        float cell[CELLS];
        for (int i = 0; i < CELLS; i++)
            cell[i] = i == at ? NAN : others[i];
        const QkvTensor *t = over(overs[_i], qkv_floats(q, SHAPE(CELLS), cell), 0, NULL);
        ck_assert_ptr_nonnull(t);
        ck_assert_msg(isnan(t->data.f[0]), "%s with a nan at %d: %g", overs[_i], at,
                      (double)t->data.f[0]);
    }
}
END_TEST

/* Named twice, also from the other end, an axis is an error; in another order axes are the same. */
START_TEST(each_axis_counts_once)
{
    static const int64_t twice[][2] = {{1, 1}, {0, -3}, {-1, 2}};
    const QkvTensor *x = sample(q, 'F', 3, SHAPE(2, 3, 4));
    for (int i = 0; i < COUNT(twice); i++) {
        ck_assert_msg(!over(overs[_i], x, 2, twice[i]), "%s", overs[_i]);
        qkv_clear_error(q);
    }
    must_equal(over(overs[_i], x, 2, (const int64_t[]){2, 0}),
               over(overs[_i], x, 2, (const int64_t[]){0, 2}));
}
END_TEST

START_TEST(no_axis_is_summed_twice)
{
    static const int64_t once[] = {0, 1}, twice[] = {1, 1}, again[] = {1, -1};
    const QkvTensor *x = sample(q, 'F', 3, SHAPE(2, 2));
    ck_assert_ptr_nonnull(qkv_tensordot(q, x, x, 2, once, once));
    const int64_t *const wrong[][2] = {{twice, once}, {once, twice}, {again, once}, {once, again}};
    for (int i = 0; i < COUNT(wrong); i++) {
        ck_assert_ptr_null(qkv_tensordot(q, x, x, 2, wrong[i][0], wrong[i][1]));
        ck_assert_ptr_nonnull(strstr(qkv_error(q), "tensordot"));
        qkv_clear_error(q);
    }
    ck_assert_ptr_null(qkv_permute(q, x, 2, twice));
    qkv_clear_error(q);
    ck_assert_ptr_null(qkv_flip(q, x, 2, again));
    qkv_clear_error(q);
}
END_TEST

/* Places in the order of their cells, those of equal cells in their own. */
START_TEST(a_sort_keeps_the_order_of_equals)
{
    enum { CELLS = 200 };
    int64_t cell[CELLS];
    uint32_t stream = 5;
    for (int i = 0; i < CELLS; i++)
        cell[i] = sample_below(&stream, 6);
    const QkvTensor *t = qkv_argsort(q, qkv_ints(q, SHAPE(CELLS), cell), 0, _i);
    for (int i = 1; i < CELLS; i++) {
        int64_t x = t->data.i[i - 1], y = t->data.i[i];
        ck_assert(cell[x] == cell[y] ? x < y : (cell[x] < cell[y]) != _i);
    }
}
END_TEST

Suite *reduce_suite(void)
{
    Suite *s = suite_create("reduce");
    TCase *sums = case_with_context(s, "sum");
    tcase_add_test(sums, sums_spelled_out);
    tcase_add_loop_test(sums, sum_is_that_of_pytorch, 0, COUNT(golden_sums));
    tcase_add_test(sums, sum_of_no_axes_is_that_of_all);
    tcase_add_test(sums, sum_of_whole_numbers_is_int64);
    tcase_add_test(sums, sum_of_nothing_is_zero);
    tcase_add_test(sums, errors);
    TCase *softmax = case_with_context(s, "softmax");
    tcase_add_test(softmax, softmax_spelled_out);
    tcase_add_loop_test(sums, along_an_axis_as_in_pytorch, 0, COUNT(golden_along));
    tcase_add_loop_test(softmax, softmax_is_that_of_pytorch, 0, COUNT(golden_softmaxes));
    tcase_add_test(softmax, softmax_of_hidden_rows_is_nan);
    TCase *chosen = case_with_context(s, "max, min, any, all");
    tcase_add_loop_test(chosen, the_chosen_cell_is_no_worse_than_any, 0, 20);
    tcase_add_test(chosen, the_first_of_equals_is_chosen);
    tcase_add_test(chosen, signs_of_zeros);
    tcase_add_test(chosen, choosing_from_nothing);
    TCase *folded = case_with_context(s, "mean, var, norm, cumsum, log_softmax");
    tcase_add_test(folded, spread_spelled_out);
    tcase_add_test(folded, norms_spelled_out);
    tcase_add_loop_test(folded, the_last_cumulative_sum_is_the_sum, 0, 4);
    tcase_add_loop_test(folded, log_softmax_is_the_logarithm, 0, 4);
    TCase *axes = case_with_context(s, "all over axes");
    tcase_add_loop_test(axes, a_nan_is_never_lost, 0, COUNT(overs));
    tcase_add_loop_test(axes, each_axis_counts_once, 0, COUNT(overs));
    tcase_add_test(axes, no_axis_is_summed_twice);
    tcase_add_loop_test(axes, a_sort_keeps_the_order_of_equals, 0, 2);
    TCase *close = case_with_context(s, "clamp, equal, allclose");
    tcase_add_loop_test(close, clamped_cells_lie_between, 0, 4);
    tcase_add_loop_test(close, a_gradient_comes_through_between_the_bounds, 0, 2);
    tcase_add_test(close, equal_and_close);
    return s;
}
