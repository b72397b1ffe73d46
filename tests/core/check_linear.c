/* The linear layer, against PyTorch; its group and its refusals. */
#include "case.h"
#include "golden_linear.h"
#include "sample.h"
#include "suites.h"

START_TEST(linear_is_that_of_pytorch)
{
    uint32_t seed = (uint32_t)_i + 1;
    int rank = golden_linear[_i].rank;
    const int64_t *size = golden_linear[_i].x, out = golden_linear[_i].out;
    const QkvTensor *x = sample(q, 'F', seed, rank, size);
    const QkvTensor *weight = sample(q, 'F', seed + 1000, SHAPE(out, size[rank - 1]));
    const QkvTensor *bias = golden_linear[_i].has_bias ? sample(q, 'F', seed + 2000, SHAPE(out))
                                                       : NULL;
    const QkvTensor *y = qkv_linear(q, x, weight, bias);
    ck_assert_ptr_nonnull(y);
    ck_assert_uint_eq(sample_bits(y), golden_linear[_i].bits);
}
END_TEST

START_TEST(a_group_of_its_operations)
{
    qkv_record(q);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(4, 3)), *weight = sample(q, 'F', 2, SHAPE(2, 3));
    const QkvTensor *bias = sample(q, 'F', 3, SHAPE(2));
    const QkvTensor *y = qkv_linear(q, x, weight, bias);
    const QkvTape *tape = qkv_tape(q);
    ck_assert_int_eq(tape->groups, 1);
    ck_assert_str_eq(tape->group[0].name, "linear");
    ck_assert_int_eq(tape->group[0].first, 3);
    ck_assert_int_eq(tape->group[0].count, 3);
    static const char *const names[] = {"transpose", "matmul", "add"};
    for (int i = 0; i < 3; i++) {
        ck_assert_str_eq(tape->step[3 + i].call.op->name, names[i]);
        ck_assert_int_eq(depth_of(tape, 3 + i), 1);
    }
    ck_assert_ptr_eq(tape->step[5].call.out, y);
    qkv_linear(q, x, weight, NULL);
    ck_assert_int_eq(tape->group[1].count, 2);
}
END_TEST

/* Sizes that fill tiles and that do not, with and without a bias: the bits and the labels. */
START_TEST(at_once_is_step_by_step)
{
    static const char *const words[] = {"a", "b", "c", "d", "e"};
    const int64_t rows = 5, inner = 1 + _i * _i, cols = 1 + 13 * (_i % 7);
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2, rows, inner));
    const QkvTensor *weight = sample(q, 'F', 2, SHAPE(cols, inner));
    const QkvTensor *bias = _i % 2 ? sample(q, 'F', 3, SHAPE(cols)) : NULL;
    ck_assert(qkv_label(q, x, 1, "token", 1, rows, words));
    ck_assert(qkv_label(q, weight, 0, "feature", 0, 0, NULL));
    const QkvTensor *at_once = qkv_linear(q, x, weight, bias);
    qkv_record(q);
    const QkvTensor *steps = qkv_linear(q, x, weight, bias);
    ck_assert_ptr_nonnull(at_once);
    ck_assert_uint_eq(sample_bits(at_once), sample_bits(steps));
    for (int d = 0; d < 3; d++) {
        const QkvAxis *a = &at_once->axis[d], *b = &steps->axis[d];
        ck_assert_pstr_eq(a->name, b->name);
        ck_assert_ptr_eq(a->labels, b->labels);
    }
}
END_TEST

enum { MOST = 3 };
/* clang-format off */
static const struct {
    char x_kind, weight_kind, bias_kind;
    int x_rank, weight_rank, bias_rank;
    int64_t x[MOST], weight[MOST], bias[MOST];
    const char *message;
} refusals[] = {
    {'F', 'F', 'F', 2, 2, 1, {3, 4}, {2, 3}, {2},
     "linear: sizes do not fit: input (3, 4), weight (2, 3): the last size of the input is 4, but "
     "the weight takes 3"},
    {'F', 'F', 'F', 0, 2, 1, {0}, {2, 3}, {2},
     "linear: sizes do not fit: input (), weight (2, 3): a single number has no features"},
    {'F', 'F', 'F', 2, 2, 1, {4, 3}, {2, 3}, {3},
     "linear: sizes do not fit: bias (3,), weight (2, 3): the weight has 2 rows, and the bias needs "
     "a number for each"},
    {'F', 'F', 'F', 2, 2, 2, {4, 3}, {2, 3}, {1, 2},
     "linear: sizes do not fit: bias (1, 2), weight (2, 3): the weight has 2 rows, and the bias "
     "needs a number for each"},
    {'F', 'F', 'F', 2, 1, 1, {4, 3}, {3}, {3},
     "linear: a weight has the two axes (out, in), but this has 1"},
    {'I', 'F', 'F', 2, 2, 1, {4, 3}, {2, 3}, {2},
     "linear: the input is int64 and the weight float32: use .float() on one"},
    {'F', 'F', 'I', 2, 2, 1, {4, 3}, {2, 3}, {2},
     "linear: the bias is int64 and the weight float32: use .float() on one"},
};
/* clang-format on */

START_TEST(errors)
{
    qkv_record(q);
    const QkvTensor *x = sample(q, refusals[_i].x_kind, 1, refusals[_i].x_rank, refusals[_i].x);
    const QkvTensor *weight = sample(q, refusals[_i].weight_kind, 2, refusals[_i].weight_rank,
                                     refusals[_i].weight);
    const QkvTensor *bias = sample(q, refusals[_i].bias_kind, 3, refusals[_i].bias_rank,
                                   refusals[_i].bias);
    must_fail(q, qkv_linear(q, x, weight, bias), refusals[_i].message);
    ck_assert_int_eq(qkv_tape(q)->groups, 0); /* no group is begun */
}
END_TEST

Suite *linear_suite(void)
{
    Suite *s = suite_create("linear");
    TCase *c = case_with_context(s, "linear");
    tcase_add_loop_test(c, linear_is_that_of_pytorch, 0, COUNT(golden_linear));
    tcase_add_loop_test(c, at_once_is_step_by_step, 0, 20);
    tcase_add_test(c, a_group_of_its_operations);
    tcase_add_loop_test(c, errors, 0, COUNT(refusals));
    return s;
}
