/* Operations cell by cell, against PyTorch: types, broadcasting, plain numbers. */
#include <math.h>
#include <string.h>

#include "case.h"
#include "golden_elementwise.h"
#include "sample.h"
#include "suites.h"

typedef const QkvTensor *(*Binary)(Qkv *q, const QkvTensor *a, const QkvTensor *b);

static const struct {
    const char *name;
    Binary apply;
} binaries[] = {
    {"add", qkv_add}, {"sub", qkv_sub}, {"mul", qkv_mul}, {"div", qkv_div},
    {"pow", qkv_pow}, {"eq", qkv_eq},   {"ne", qkv_ne},   {"lt", qkv_lt},
    {"le", qkv_le},   {"gt", qkv_gt},   {"ge", qkv_ge},
};

static Binary find(const char *name)
{
    for (int i = 0; i < COUNT(binaries); i++)
        if (strcmp(binaries[i].name, name) == 0)
            return binaries[i].apply;
    ck_abort_msg("there is no %s", name);
    return NULL;
}

static char type_of(const QkvTensor *t)
{
    return qkv_dtype_name(t->dtype)[0] == 'f'   ? 'F'
           : qkv_dtype_name(t->dtype)[0] == 'i' ? 'I'
                                                : 'B';
}

START_TEST(pair_is_that_of_pytorch)
{
    uint32_t seed = (uint32_t)_i + 1;
    const QkvTensor *a = sample(q, golden_pairs[_i].a, seed, SHAPE(2, 1, 9));
    const QkvTensor *b = sample(q, golden_pairs[_i].b, seed + 1000, SHAPE(3, 1));
    const QkvTensor *result = find(golden_pairs[_i].op)(q, a, b);
    must_have_shape(result, "(2, 3, 9)");
    ck_assert_int_eq(type_of(result), golden_pairs[_i].type);
    ck_assert_uint_eq(sample_bits(result), golden_pairs[_i].bits);
}
END_TEST

static const QkvTensor *plain(char type, double value)
{
    return type == 'F'   ? qkv_number(q, value)
           : type == 'I' ? qkv_integer(q, (int64_t)value)
                         : qkv_truth(q, value != 0);
}

START_TEST(plain_number_is_that_of_pytorch)
{
    const QkvTensor *x = sample(q, golden_numbers[_i].kind, (uint32_t)_i + 1, SHAPE(12));
    const QkvTensor *n = plain(golden_numbers[_i].number, golden_numbers[_i].value);
    Binary apply = find(golden_numbers[_i].op);
    const QkvTensor *result = golden_numbers[_i].first ? apply(q, n, x) : apply(q, x, n);
    must_have_shape(result, "(12,)");
    ck_assert_int_eq(type_of(result), golden_numbers[_i].type);
    ck_assert_uint_eq(sample_bits(result), golden_numbers[_i].bits);
}
END_TEST

/* 3 / 7 is one division between tensors; a plain 3 is multiplied with 1 / 7. */
START_TEST(plain_number_is_divided_by_reciprocal)
{
    const float three[] = {3.0F}, seven[] = {7.0F};
    const QkvTensor *a = qkv_floats(q, SHAPE(1), three), *b = qkv_floats(q, SHAPE(1), seven);
    ck_assert(qkv_div(q, a, b)->data.f[0] == 3.0F / 7.0F);
    ck_assert(qkv_div(q, qkv_number(q, 3), b)->data.f[0] == 3.0F * (1.0F / 7.0F));
    ck_assert(3.0F * (1.0F / 7.0F) != 3.0F / 7.0F);
    ck_assert(qkv_div(q, a, qkv_number(q, 7))->data.f[0] == 3.0F / 7.0F);
    ck_assert(qkv_div(q, qkv_number(q, 3), qkv_number(q, 7))->data.f[0] == 3.0F / 7.0F);
}
END_TEST

START_TEST(short_cuts_are_for_plain_exponents)
{
    const float base[] = {1.7F}, three[] = {3.0F};
    const QkvTensor *x = qkv_floats(q, SHAPE(1), base), *n = qkv_floats(q, SHAPE(1), three);
    float cube = 1.7F * 1.7F * 1.7F;
    ck_assert(qkv_pow(q, x, qkv_number(q, 3))->data.f[0] == cube);
    ck_assert(qkv_pow(q, x, n)->data.f[0] != cube);
    ck_assert(qkv_pow(q, qkv_number(q, 1.7), n)->data.f[0] != cube);
}
END_TEST

START_TEST(integers_wrap_around)
{
    const int64_t least[] = {INT64_MIN, INT64_MAX}, power[] = {63, 64};
    const QkvTensor *x = qkv_ints(q, SHAPE(2), least), *one = qkv_integer(q, 1);
    ck_assert_int_eq(qkv_sub(q, x, one)->data.i[0], INT64_MAX);
    ck_assert_int_eq(qkv_add(q, x, one)->data.i[1], INT64_MIN);
    ck_assert_int_eq(qkv_mul(q, x, x)->data.i[1], 1);
    ck_assert_int_eq(qkv_neg(q, x)->data.i[0], INT64_MIN);
    const QkvTensor *powers = qkv_pow(q, qkv_integer(q, 2), qkv_ints(q, SHAPE(2), power));
    ck_assert_int_eq(powers->data.i[0], INT64_MIN);
    ck_assert_int_eq(powers->data.i[1], 0);
}
END_TEST

/* 1 / x^n as an integer: only 1 and -1 have one. */
START_TEST(integers_to_negative_powers)
{
    const int64_t base[] = {1, -1, -1, 2, 0}, exponent[] = {-3, -3, -2, -1, -1};
    const int64_t power[] = {1, -1, 1, 0, 0};
    must_equal(qkv_pow(q, qkv_ints(q, SHAPE(5), base), qkv_ints(q, SHAPE(5), exponent)),
               qkv_ints(q, SHAPE(5), power));
}
END_TEST

START_TEST(one_operand)
{
    const float x[] = {1.0F, -0.0F, INFINITY, NAN}, negated[] = {-1.0F, 0.0F, -INFINITY, NAN};
    must_be(qkv_neg(q, qkv_floats(q, SHAPE(4), x)), negated, 4);
    const int64_t two[] = {0, 1};
    const bool truth[] = {false, true};
    const float powers[] = {1.0F, 0x1.5bf0a8p+1F};
    must_be(qkv_exp(q, qkv_ints(q, SHAPE(2), two)), powers, 2);
    must_be(qkv_exp(q, qkv_bools(q, SHAPE(2), truth)), powers, 2);
}
END_TEST

START_TEST(shapes_broadcast)
{
    const QkvTensor *number = sample(q, 'F', 1, 0, NULL), *row = sample(q, 'F', 2, SHAPE(3));
    const QkvTensor *column = sample(q, 'F', 3, SHAPE(2, 1)),
                    *none = sample(q, 'F', 4, SHAPE(0, 1));
    must_have_shape(qkv_add(q, number, number), "()");
    must_have_shape(qkv_add(q, number, row), "(3,)");
    must_have_shape(qkv_add(q, row, column), "(2, 3)");
    must_have_shape(qkv_add(q, none, row), "(0, 3)");
    must_have_shape(qkv_add(q, none, sample(q, 'F', 5, SHAPE(2, 1, 1))), "(2, 0, 1)");
}
END_TEST

/* A long row is computed in lines: each part of it is that of a row which is no longer than the part. */
START_TEST(long_rows_are_made_of_short_ones)
{
    enum { LONG = 2500, PART = 8 };
    static const int starts[] = {0, 1020, 2044, LONG - PART};
    static const char types[] = "FIB";
    for (int n = 0; n < COUNT(binaries) * 9; n++) {
        Binary apply = binaries[n / 9].apply;
        const QkvTensor *a = sample(q, types[n / 3 % 3], 7, SHAPE(2, 1, LONG));
        const QkvTensor *b = sample(q, types[n % 3], 8, SHAPE(3, LONG));
        const QkvTensor *column = qkv_narrow(q, b, 1, 0, 1),
                        *one = sample(q, types[n % 3], 9, 0, NULL);
        const QkvTensor *whole[] = {apply(q, a, b), apply(q, a, column), apply(q, one, a)};
        for (int i = 0; i < COUNT(starts) && qkv_error(q) == NULL; i++) {
            const QkvTensor *part = qkv_narrow(q, a, 2, starts[i], PART);
            must_equal(apply(q, part, qkv_narrow(q, b, 1, starts[i], PART)),
                       qkv_narrow(q, whole[0], 2, starts[i], PART));
            must_equal(apply(q, part, column), qkv_narrow(q, whole[1], 2, starts[i], PART));
            must_equal(apply(q, one, part), qkv_narrow(q, whole[2], 2, starts[i], PART));
        }
        qkv_clear_error(q); /* there is no bool - bool */
    }
}
END_TEST

START_TEST(operands_may_lie_turned)
{
    for (int n = 0; n < 9; n++) {
        const QkvTensor *a = sample(q, "FIB"[n / 3], 7, SHAPE(3, 4));
        const QkvTensor *b = sample(q, "FIB"[n % 3], 8, SHAPE(4, 3));
        must_equal(qkv_einsum(q, "ij,ji->ij", 2, (const QkvTensor *[]){a, b}),
                   qkv_mul(q, a, qkv_transpose(q, b, 0, 1)));
    }
}
END_TEST

START_TEST(errors)
{
    const QkvTensor *f = sample(q, 'F', 1, SHAPE(3, 4)), *g = sample(q, 'F', 1, SHAPE(2, 4));
    const QkvTensor *i = sample(q, 'I', 1, SHAPE(2)), *b = sample(q, 'B', 1, SHAPE(2));
    const QkvTensor *none = sample(q, 'F', 1, SHAPE(0, 4));
    must_fail(
        q, qkv_add(q, f, g),
        "+: sizes do not fit: (3, 4) and (2, 4): counted from the right, axes must be equal or "
        "1, and 3 meets 2");
    must_fail(
        q, qkv_lt(q, f, sample(q, 'F', 1, SHAPE(3))),
        "<: sizes do not fit: (3, 4) and (3,): counted from the right, axes must be equal or 1, "
        "and 4 meets 3");
    must_fail(
        q, qkv_div(q, f, none),
        "/: sizes do not fit: (3, 4) and (0, 4): counted from the right, axes must be equal or "
        "1, and 3 meets 0");
    static const char subtraction[] =
        "-: bool tensors cannot be subtracted: use ~ or ^, or .long() first";
    must_fail(q, qkv_sub(q, b, b), subtraction);
    must_fail(q, qkv_sub(q, qkv_integer(q, 1), b), subtraction);
    must_fail(q, qkv_sub(q, b, qkv_number(q, 1)), subtraction);
    must_fail(q, qkv_neg(q, b),
              "neg: bool tensors cannot be subtracted or negated: use ~ or ^, or .long() first");
    must_fail(q, qkv_pow(q, b, b), "**: bool tensors have no powers: use .long() first");
    must_fail(q, qkv_pow(q, i, qkv_integer(q, -1)),
              "**: integers to a negative integer power are not integers: use .float() first");
    ck_assert_ptr_nonnull(qkv_pow(q, i, qkv_number(q, -1)));
}
END_TEST

/* Down to the sign of a zero: -0.5 // 2 is -1, and -0 // 2 is -0. */
START_TEST(quotients_are_rounded_down)
{
    static const float above[] = {-7.5F, -2, -0.5F, -0.0F, 0, 0.5F, 2, 7},
                       below[] = {-3, -0.5F, 2, 7};
    for (int i = 0; i < COUNT(above); i++)
        for (int k = 0; k < COUNT(below); k++) {
            const QkvTensor *a = qkv_floats(q, 0, NULL, above + i);
            const QkvTensor *b = qkv_floats(q, 0, NULL, below + k);
            float down = floorf(above[i] / below[k]), rest = above[i] - down * below[k];
            must_be(qkv_floor_divide(q, a, b), &down, 1);
            ck_assert(qkv_remainder(q, a, b)->data.f[0] == rest);
        }
}
END_TEST

Suite *elementwise_suite(void)
{
    Suite *s = suite_create("elementwise");
    TCase *c = case_with_context(s, "cells");
    tcase_add_loop_test(c, pair_is_that_of_pytorch, 0, COUNT(golden_pairs));
    tcase_add_loop_test(c, plain_number_is_that_of_pytorch, 0, COUNT(golden_numbers));
    tcase_add_test(c, plain_number_is_divided_by_reciprocal);
    tcase_add_test(c, short_cuts_are_for_plain_exponents);
    tcase_add_test(c, integers_wrap_around);
    tcase_add_test(c, integers_to_negative_powers);
    tcase_add_test(c, one_operand);
    tcase_add_test(c, shapes_broadcast);
    tcase_add_test(c, long_rows_are_made_of_short_ones);
    tcase_add_test(c, operands_may_lie_turned);
    tcase_add_test(c, quotients_are_rounded_down);
    tcase_add_test(c, errors);
    return s;
}
