/* Cells, indices and shapes; tensors made from numbers. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "case.h"
#include "sample.h"
#include "suites.h"

/* A host that asks for too much, or did not look for an error, is not ended. */
START_TEST(cells_that_are_not_there)
{
    const QkvTensor *t = sample(q, 'F', 1, SHAPE(2, 3)), *empty = sample(q, 'F', 1, SHAPE(0));
    ck_assert(isnan(qkv_tensor_at(t, -1)));
    ck_assert(isnan(qkv_tensor_at(t, 6)));
    ck_assert(!isnan(qkv_tensor_at(t, 5)));
    ck_assert(isnan(qkv_tensor_at(empty, 0)));
    ck_assert(isnan(qkv_tensor_at(NULL, 0)));
}
END_TEST

START_TEST(indices_and_cells)
{
    const QkvTensor *t = sample(q, 'F', 1, SHAPE(3, 1, 4, 2));
    int64_t expected[QKV_MAX_RANK] = {0};
    for (int64_t i = 0; i < t->count; i++) {
        int64_t at[QKV_MAX_RANK], cell = 0;
        qkv_tensor_index(t, i, at);
        for (int d = 0; d < t->rank; d++) {
            ck_assert_int_eq(at[d], expected[d]);
            cell += at[d] * qkv_tensor_pitch(t, d);
        }
        ck_assert_int_eq(cell, i);
        ck_assert_int_eq(qkv_tensor_cell(t, at), i);
        for (int d = t->rank - 1; d >= 0 && ++expected[d] == t->size[d]; d--)
            expected[d] = 0;
    }
    for (int d = 0; d < t->rank; d++)
        ck_assert_int_eq(t->stride[d], qkv_tensor_pitch(t, d));
    const QkvTensor *one = sample(q, 'F', 1, 0, NULL);
    ck_assert_int_eq(one->count, 1);
    ck_assert_int_eq(qkv_tensor_cell(one, expected), 0);
}
END_TEST

START_TEST(shapes_as_text)
{
    must_have_shape(sample(q, 'F', 1, 0, NULL), "()");
    must_have_shape(sample(q, 'F', 1, SHAPE(3)), "(3,)");
    must_have_shape(sample(q, 'F', 1, SHAPE(2, 0)), "(2, 0)");
    must_have_shape(sample(q, 'F', 1, SHAPE(1, 2, 1, 1, 1, 3)), "(1, 2, 1, 1, 1, 3)");
}
END_TEST

START_TEST(types)
{
    static const char *const names[] = {"bool", "uint8", "int32", "int64", "float32", "float64"};
    static const size_t sizes[] = {1, 1, 8, 8, 4, 8};
    for (int i = 0; i < 6; i++) {
        ck_assert_str_eq(qkv_dtype_name((QkvDType)i), names[i]);
        ck_assert_uint_eq(qkv_dtype_size((QkvDType)i), sizes[i]);
    }
}
END_TEST

START_TEST(numbers_are_copied)
{
    float f[] = {1.5F, -2.0F};
    int64_t i[] = {INT64_MIN, 7};
    bool b[] = {true, false};
    const QkvTensor *x = qkv_floats(q, SHAPE(2), f), *y = qkv_ints(q, SHAPE(2), i);
    const QkvTensor *z = qkv_bools(q, SHAPE(2), b);
    memset(f, 0, sizeof f);
    memset(i, 0, sizeof i);
    memset(b, 0, sizeof b);
    ck_assert(qkv_tensor_at(x, 0) == 1.5 && qkv_tensor_at(x, 1) == -2.0);
    ck_assert(y->data.i[0] == INT64_MIN && qkv_tensor_at(y, 1) == 7.0);
    ck_assert(qkv_tensor_at(z, 0) == 1.0 && qkv_tensor_at(z, 1) == 0.0);
    ck_assert(!x->is_number && x->step == -1);
}
END_TEST

START_TEST(plain_numbers)
{
    const QkvTensor *f = qkv_number(q, 0.1), *i = qkv_integer(q, INT64_MAX),
                    *b = qkv_truth(q, true);
    ck_assert(f->is_number && i->is_number && b->is_number);
    ck_assert(f->rank == 0 && f->count == 1);
    ck_assert(f->data.f[0] == 0.1F);
    ck_assert(i->data.i[0] == INT64_MAX);
    ck_assert(b->data.b[0] == 1);
    ck_assert(f->dtype == QKV_FLOAT32 && i->dtype == QKV_INT64 && b->dtype == QKV_BOOL);
}
END_TEST

START_TEST(errors)
{
    const float none[] = {0};
    const int64_t ones[] = {1, 1, 1, 1, 1, 1, 1};
    must_fail(q, qkv_floats(q, 7, ones, none), "7 axes are too many: a tensor has at most 6");
    must_fail(q, qkv_floats(q, SHAPE(2, -1), none),
              "a size cannot be negative, and axis 1 would be -1");
}
END_TEST

/* Each number, what bfloat16 keeps of it and what float16 keeps. */
static const float kept_numbers[][3] = {
    {1, 1, 1},
    {0.1F, 0.10009765625F, 0.0999755859375F},
    {257, 256, 257}, /* half way: to the even one */
    {259, 260, 259},
    {2049, 2048, 2048},
    {2051, 2048, 2052},
    {-0.0F, -0.0F, -0.0F},
    {65519, 65536, 65504},
    {65520, 65536, INFINITY}, /* half way beyond the largest */
    {-1e9F, -998244352, -INFINITY},
    {3.39e38F, 3.3895314e38F, INFINITY},
    {FLT_MAX, INFINITY, INFINITY},
    {6e-8F, 6.0070306e-08F, 0x1p-24F},  /* the smallest of float16 */
    {2.9e-8F, 2.8987415e-08F, 0},       /* less than half of it */
    {0x1.8p-24F, 0x1.8p-24F, 0x1p-23F}, /* half way between it and its double */
    {1e-40F, 9.183549615799121e-41F, 0},
    {-INFINITY, -INFINITY, -INFINITY},
};

START_TEST(half_types_keep_the_nearest_number)
{
    const float *row = kept_numbers[_i];
    const QkvTensor *x = qkv_floats(q, 0, NULL, row);
    const QkvTensor *brain = qkv_to(q, x, QKV_BFLOAT16), *half = qkv_to(q, x, QKV_FLOAT16);
    ck_assert_int_eq(memcmp(brain->data.f, row + 1, sizeof *row), 0);
    ck_assert_int_eq(memcmp(half->data.f, row + 2, sizeof *row), 0);
    const QkvTensor *given = qkv_given(q, QKV_BFLOAT16, 0, NULL, row);
    must_equal(given, brain);
}
END_TEST

START_TEST(half_types_come_before_float32)
{
    const QkvTensor *x = qkv_full(q, QKV_BFLOAT16, SHAPE(2), 1), *y = qkv_to(q, x, QKV_FLOAT16);
    const QkvTensor *wide = qkv_to(q, x, QKV_FLOAT32), *whole = qkv_to(q, x, QKV_INT64);
    const QkvTensor *one = qkv_full(q, QKV_FLOAT32, 0, NULL, 0.1);
    ck_assert_int_eq(qkv_add(q, x, whole)->dtype, QKV_BFLOAT16);
    ck_assert_int_eq(qkv_add(q, y, qkv_number(q, 0.1))->dtype, QKV_FLOAT16);
    ck_assert_int_eq(qkv_add(q, x, one)->dtype, QKV_BFLOAT16);
    ck_assert_int_eq(qkv_add(q, x, wide)->dtype, QKV_FLOAT32);
    ck_assert_int_eq(qkv_add(q, x, y)->dtype, QKV_FLOAT32);
    ck_assert_int_eq(qkv_eq(q, x, y)->dtype, QKV_BOOL);
    must_fail(
        q, qkv_matmul(q, x, wide),
        "matmul: bfloat16 @ float32: both sides must have the same type: use .float() on one");
}
END_TEST

/* Before it is rounded, a cell is what float32 makes of its terms. */
START_TEST(a_cell_is_known_before_it_is_rounded)
{
    qkv_record(q);
    const QkvTensor *x = qkv_to(q, qkv_floats(q, 0, NULL, &(float){0.1F}), QKV_BFLOAT16);
    const QkvTensor *y = qkv_mul(q, x, x);
    const QkvCall *c = &qkv_tape(q)->step[y->step].call;
    QkvTerms t = qkv_terms(c, 0, qkv_arena(q));
    ck_assert(qkv_recompute(c, 0, &t, qkv_arena(q)) == 0.010009765625);
    ck_assert(qkv_unrounded(c, 0, &t, qkv_arena(q)) == 0.10009765625 * 0.10009765625);
}
END_TEST

Suite *tensor_suite(void)
{
    Suite *s = suite_create("tensor");
    TCase *c = case_with_context(s, "cells");
    tcase_add_test(c, cells_that_are_not_there);
    tcase_add_test(c, indices_and_cells);
    tcase_add_test(c, shapes_as_text);
    tcase_add_test(c, types);
    tcase_add_test(c, numbers_are_copied);
    tcase_add_test(c, plain_numbers);
    tcase_add_loop_test(c, half_types_keep_the_nearest_number, 0, COUNT(kept_numbers));
    tcase_add_test(c, half_types_come_before_float32);
    tcase_add_test(c, a_cell_is_known_before_it_is_rounded);
    tcase_add_test(c, errors);
    return s;
}
