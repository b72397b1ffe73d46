/* Copies of cells: transpose, index, to. */
#include <math.h>

#include "case.h"
#include "sample.h"
#include "suites.h"

/* 0, 1, 2, ... */
static const QkvTensor *counting(int rank, const int64_t *size)
{
    int64_t cell[720], count = 1;
    for (int d = 0; d < rank; d++)
        count *= size[d];
    for (int64_t i = 0; i < count; i++)
        cell[i] = i;
    return qkv_ints(q, rank, size, cell);
}

/* Every pair of axes of every rank. */
START_TEST(transposed_cells)
{
    static const int64_t size[] = {2, 3, 1, 4, 5, 2};
    for (int rank = 1; rank <= 6; rank++)
        for (int a = 0; a < rank; a++)
            for (int b = -rank; b < rank; b++) {
                const QkvTensor *x = counting(rank, size), *t = qkv_transpose(q, x, a, b);
                int other = b < 0 ? b + rank : b;
                for (int64_t i = 0; i < t->count; i++) {
                    int64_t at[QKV_MAX_RANK];
                    qkv_tensor_index(t, i, at);
                    int64_t keep = at[a];
                    at[a] = at[other];
                    at[other] = keep;
                    ck_assert_int_eq(t->data.i[i], qkv_tensor_cell(x, at));
                }
                must_equal(qkv_transpose(q, t, b, a), x);
            }
}
END_TEST

/* A tensor never changes: what lies side by side in it is not copied. */
START_TEST(cells_side_by_side_stay_where_they_are)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(4, 6));
    const QkvSubscript rows = {QKV_SUBSCRIPT_SLICE, 1, 3, 1, true, true, NULL};
    ck_assert_ptr_eq(qkv_reshape(q, x, 3, (int64_t[]){2, 2, 6})->data.f, x->data.f);
    ck_assert_ptr_eq(qkv_index(q, x, 1, &rows)->data.f, x->data.f + 6);
    ck_assert_ptr_ne(qkv_transpose(q, x, 0, 1)->data.f, x->data.f);
}
END_TEST

START_TEST(single_numbers_have_one_axis)
{
    const QkvTensor *one = sample(q, 'F', 1, 0, NULL);
    must_equal(qkv_transpose(q, one, 0, -1), one);
    must_have_shape(qkv_transpose(q, sample(q, 'F', 1, SHAPE(0, 3)), 0, 1), "(3, 0)");
}
END_TEST

enum { SUBSCRIPTS = 5, CELLS = 6 };

/* Of 0 .. 23 as (2, 3, 4): the first cells of the result. */
static const struct {
    int count;
    QkvSubscript subscript[SUBSCRIPTS];
    const char *shape;
    int64_t cell[CELLS];
} picks[] = {
    {0, {AT(0)}, "(2, 3, 4)", {0, 1, 2, 3, 4, 5}},
    {1, {AT(1)}, "(3, 4)", {12, 13, 14, 15, 16, 17}},
    {1, {AT(-1)}, "(3, 4)", {12, 13, 14, 15, 16, 17}},
    {3, {AT(1), AT(-3), AT(2)}, "()", {14}},
    {3, {ALL, AT(1), AT(2)}, "(2,)", {6, 18}},
    {2, {REST, AT(0)}, "(2, 3)", {0, 4, 8, 12, 16, 20}},
    {3, {AT(0), REST, AT(-1)}, "(3,)", {3, 7, 11}},
    {4, {AT(0), AT(1), REST, AT(2)}, "()", {6}},
    {4, {ALL, ALL, ALL, REST}, "(2, 3, 4)", {0, 1, 2, 3, 4, 5}},
    {3, {ALL, ALL, SLICE(1, 3, 1)}, "(2, 3, 2)", {1, 2, 5, 6, 9, 10}},
    {3, {AT(0), SLICE(0, 3, 2), SLICE(0, 4, 3)}, "(2, 2)", {0, 3, 8, 11}},
    {3, {AT(0), FROM(-2), UPTO(-2)}, "(2, 2)", {4, 5, 8, 9}},
    {3, {AT(0), AT(0), SLICE(-100, 100, 3)}, "(2,)", {0, 3}},
    {3, {AT(0), AT(0), SLICE(3, 1, 1)}, "(0,)", {0}},
    {1, {FROM(7)}, "(0, 3, 4)", {0}},
    {1, {NEW}, "(1, 2, 3, 4)", {0, 1, 2, 3, 4, 5}},
    {4, {AT(1), NEW, AT(2), NEW}, "(1, 1, 4)", {20, 21, 22, 23}},
    {3, {REST, NEW, AT(1)}, "(2, 3, 1)", {1, 5, 9, 13, 17, 21}},
    {5, {NEW, NEW, NEW, AT(0), AT(0)}, "(1, 1, 1, 4)", {0, 1, 2, 3}},
};

START_TEST(picked_cells)
{
    const QkvTensor *t = qkv_index(q, counting(SHAPE(2, 3, 4)), picks[_i].count,
                                   picks[_i].subscript);
    must_have_shape(t, picks[_i].shape);
    for (int64_t i = 0; i < CELLS && i < t->count; i++)
        ck_assert_int_eq(t->data.i[i], picks[_i].cell[i]);
}
END_TEST

static const struct {
    int count;
    QkvSubscript subscript[SUBSCRIPTS];
    const char *message;
} refusals[] = {
    {1, {AT(2)}, "index: 2 is out of range: axis 0 has 2, so -2 to 1"},
    {2, {ALL, AT(-4)}, "index: -4 is out of range: axis 1 has 3, so -3 to 2"},
    {2,
     {REST, AT(INT64_MAX)},
     "index: 9223372036854775807 is out of range: axis 2 has 4, so -4 to 3"},
    {4, {AT(0), AT(0), AT(0), AT(0)}, "index: 4 subscripts for a tensor with 3 axes"},
    {5, {AT(0), NEW, ALL, ALL, ALL}, "index: 4 subscripts for a tensor with 3 axes"},
    {2, {REST, REST}, "index: '...' can occur only once"},
    {1, {SLICE(0, 2, 0)}, "index: the step of a slice must be positive, but it is 0"},
    {1, {SLICE(0, 2, -1)}, "index: the step of a slice must be positive, but it is -1"},
    {4, {NEW, NEW, NEW, NEW}, "index: the result would have more than 6 axes"},
};

START_TEST(errors)
{
    const QkvTensor *x = counting(SHAPE(2, 3, 4));
    must_fail(q, qkv_index(q, x, refusals[_i].count, refusals[_i].subscript), refusals[_i].message);
}
END_TEST

START_TEST(errors_of_transpose)
{
    const QkvTensor *x = counting(SHAPE(2, 3));
    must_fail(q, qkv_transpose(q, x, 0, 2),
              "transpose: there is no axis 2: a tensor with 2 axes has -2 to 1");
    must_fail(q, qkv_transpose(q, x, -3, 0),
              "transpose: there is no axis -3: a tensor with 2 axes has -2 to 1");
    const QkvSubscript first = AT(0);
    must_fail(q, qkv_index(q, counting(0, NULL), 1, &first),
              "index: 1 subscripts for a tensor with 0 axes");
    must_fail(q, qkv_index(q, counting(SHAPE(0)), 1, &first),
              "index: 0 is out of range: axis 0 has 0, so 0 to -1");
}
END_TEST

START_TEST(converted_cells)
{
    const float f[] = {0.0F, -0.0F, 1.9F, -1.9F, NAN, INFINITY, 1e-45F, 0x1p62F};
    const int64_t i[] = {0, 0, 1, -1, INT64_MIN, INT64_MIN, 0, INT64_C(1) << 62};
    const bool b[] = {false, false, true, true, true, true, true, true};
    const QkvTensor *x = qkv_floats(q, SHAPE(8), f);
    must_equal(qkv_to(q, x, QKV_INT64), qkv_ints(q, SHAPE(8), i));
    must_equal(qkv_to(q, x, QKV_BOOL), qkv_bools(q, SHAPE(8), b));
    const float back[] = {0, 0, 1, 1, 1, 1, 1, 1};
    must_be(qkv_to(q, qkv_bools(q, SHAPE(8), b), QKV_FLOAT32), back, 8);
    const int64_t odd[] = {(INT64_C(1) << 24) + 1};
    const float even[] = {0x1p24F};
    must_be(qkv_to(q, qkv_ints(q, SHAPE(1), odd), QKV_FLOAT32), even, 1);
}
END_TEST

START_TEST(no_conversion_is_the_same_tensor)
{
    const QkvTensor *x = sample(q, 'F', 1, SHAPE(2));
    ck_assert_ptr_eq(qkv_to(q, x, QKV_FLOAT32), x);
    const QkvTensor *n = qkv_number(q, 2);
    const QkvTensor *t = qkv_to(q, n, QKV_FLOAT32);
    ck_assert(t != n && !t->is_number);
}
END_TEST

Suite *move_suite(void)
{
    Suite *s = suite_create("move");
    TCase *c = case_with_context(s, "copies");
    tcase_add_test(c, cells_side_by_side_stay_where_they_are);
    tcase_add_test(c, transposed_cells);
    tcase_add_test(c, single_numbers_have_one_axis);
    tcase_add_loop_test(c, picked_cells, 0, COUNT(picks));
    tcase_add_loop_test(c, errors, 0, COUNT(refusals));
    tcase_add_test(c, errors_of_transpose);
    tcase_add_test(c, converted_cells);
    tcase_add_test(c, no_conversion_is_the_same_tensor);
    return s;
}
