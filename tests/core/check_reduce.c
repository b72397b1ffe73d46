/* Sums and softmax, against PyTorch and against each other. */
#include <math.h>

#include "golden_softmax.h"
#include "golden_sum.h"
#include "sample.h"
#include "suites.h"

static Qkv *q;

static void setup(void)
{
    q = qkv_new();
}

static void teardown(void)
{
    qkv_free(q);
}

/* The axes whose bits are set. */
static const Tensor *sum_bits(const Tensor *t, unsigned bits, bool keepdim)
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
    const Tensor *x = sample(q, 'F', 1, SHAPE(3, 5));
    must_be(sum_bits(x, 1, false), golden_sum_axis0, COUNT(golden_sum_axis0));
    must_be(sum_bits(x, 2, false), golden_sum_axis1, COUNT(golden_sum_axis1));
}
END_TEST

START_TEST(sum_is_that_of_pytorch)
{
    const Tensor *x = sample(q, 'F', (uint32_t)_i + 1, golden_sums[_i].rank, golden_sums[_i].size);
    const Tensor *sum = sum_bits(x, golden_sums[_i].axes, false);
    ck_assert_ptr_nonnull(sum);
    ck_assert_uint_eq(sample_bits(sum), golden_sums[_i].bits);
    const Tensor *kept = sum_bits(x, golden_sums[_i].axes, true);
    ck_assert_int_eq(kept->rank, x->rank);
    ck_assert_uint_eq(sample_bits(kept), golden_sums[_i].bits);
}
END_TEST

START_TEST(sum_of_no_axes_is_that_of_all)
{
    const Tensor *x = sample(q, 'F', 3, SHAPE(2, 3, 4));
    must_equal(qkv_sum(q, x, 0, NULL, false), sum_bits(x, 7, false));
    must_have_shape(qkv_sum(q, x, 0, NULL, false), "()");
    must_have_shape(qkv_sum(q, x, 0, NULL, true), "(1, 1, 1)");
    must_have_shape(sum_bits(x, 2, true), "(2, 1, 4)");
    const int64_t last = -1;
    must_have_shape(qkv_sum(q, x, 1, &last, false), "(2, 3)");
    /* A single number has the axes 0 and -1. */
    const Tensor *one = sample(q, 'F', 3, 0, NULL);
    must_equal(qkv_sum(q, one, 1, &last, false), one);
}
END_TEST

START_TEST(sum_of_whole_numbers_is_int64)
{
    const bool truth[] = {true, false, true, true};
    const int64_t large[] = {INT64_MAX, 1, 5, -2};
    const Tensor *count = qkv_sum(q, qkv_bools(q, SHAPE(2, 2), truth), 0, NULL, false);
    ck_assert_int_eq(count->dtype, DTYPE_INT64);
    ck_assert_int_eq(count->data.i[0], 3);
    const Tensor *rows = sum_bits(qkv_ints(q, SHAPE(2, 2), large), 2, false);
    ck_assert_int_eq(rows->data.i[0], INT64_MIN); /* wraps around */
    ck_assert_int_eq(rows->data.i[1], 3);
}
END_TEST

START_TEST(sum_of_nothing_is_zero)
{
    const float none[] = {0};
    const Tensor *x = qkv_floats(q, SHAPE(2, 0), none);
    const Tensor *sum = sum_bits(x, 2, false);
    must_have_shape(sum, "(2,)");
    ck_assert(sum->data.f[0] == 0.0F && sum->data.f[1] == 0.0F);
    must_have_shape(sum_bits(x, 1, false), "(0,)");
}
END_TEST

START_TEST(softmax_spelled_out)
{
    const Tensor *x = sample(q, 'F', 1, SHAPE(3, 4));
    must_be(qkv_softmax(q, x, 0), golden_softmax_axis0, COUNT(golden_softmax_axis0));
    must_be(qkv_softmax(q, x, 1), golden_softmax_axis1, COUNT(golden_softmax_axis1));
    must_equal(qkv_softmax(q, x, -1), qkv_softmax(q, x, 1));
}
END_TEST

START_TEST(softmax_is_that_of_pytorch)
{
    const Tensor *x = sample(q, golden_softmaxes[_i].kind, (uint32_t)_i + 1,
                             golden_softmaxes[_i].rank, golden_softmaxes[_i].size);
    const Tensor *shares = qkv_softmax(q, x, golden_softmaxes[_i].axis);
    ck_assert_ptr_nonnull(shares);
    ck_assert_uint_eq(sample_bits(shares), golden_softmaxes[_i].bits);
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
    const Tensor *x = sample(q, 'F', 1, SHAPE(2, 3));
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

Suite *reduce_suite(void)
{
    Suite *s = suite_create("reduce");
    TCase *sums = tcase_create("sum");
    tcase_add_checked_fixture(sums, setup, teardown);
    tcase_add_test(sums, sums_spelled_out);
    tcase_add_loop_test(sums, sum_is_that_of_pytorch, 0, COUNT(golden_sums));
    tcase_add_test(sums, sum_of_no_axes_is_that_of_all);
    tcase_add_test(sums, sum_of_whole_numbers_is_int64);
    tcase_add_test(sums, sum_of_nothing_is_zero);
    tcase_add_test(sums, errors);
    suite_add_tcase(s, sums);
    TCase *softmax = tcase_create("softmax");
    tcase_add_checked_fixture(softmax, setup, teardown);
    tcase_add_test(softmax, softmax_spelled_out);
    tcase_add_loop_test(softmax, softmax_is_that_of_pytorch, 0, COUNT(golden_softmaxes));
    tcase_add_test(softmax, softmax_of_hidden_rows_is_nan);
    suite_add_tcase(s, softmax);
    return s;
}
