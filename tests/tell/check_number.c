/* The numbers on the pages: no cell is wider than its format says, and none is written in a way
 * that misleads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/qkv.h"
#include "made.h"
#include "suites.h"
#include "tell/number.h"

static const char *cell_text(Buf *out, const NumberFormat *f, const QkvTensor *t, int64_t cell)
{
    buf_clear(out);
    number_cell(out, f, t, cell);
    return buf_text(out);
}

/* Every cell fits, one of them fills the width, and none is a negative zero. */
static void expect_widths(const QkvTensor *t, int decimals)
{
    Buf out = {0};
    NumberFormat f = number_format(t, decimals);
    int widest = 0;
    for (int64_t i = 0; i < t->count; i++) {
        const char *text = cell_text(&out, &f, t, i);
        int width = (int)strlen(text);
        ck_assert_msg(width <= f.width, "%s is wider than %d", text, f.width);
        ck_assert_msg(text[0] != '-' || strpbrk(text, "123456789i"), "%s is a negative zero", text);
        widest = width > widest ? width : widest;
    }
    if (t->count > 0 && t->dtype == QKV_FLOAT32)
        ck_assert_int_eq(widest, f.width);
    buf_release(&out);
}

static float random_number(int kind)
{
    float x = (float)(made_random(2000001) - 1000000) / 1e6f;
    switch (kind) {
    case 0:
        return (float)(made_random(2001) - 1000);
    case 1:
        return x;
    case 2:
        return x * 1e-5f;
    case 3:
        return x * powf(10, (float)(made_random(77) - 38));
    default:
        return ((const float[]){0, -0.0f, NAN, INFINITY, -INFINITY, 9.99996f,
                                -0.00001f})[made_random(7)];
    }
}

START_TEST(no_cell_is_wider_than_the_format)
{
    Qkv *q = qkv_new();
    for (int round = 0; round < 4000; round++) {
        float data[6];
        int64_t size[] = {1 + made_random(6)};
        for (int i = 0; i < 6; i++)
            data[i] = random_number(made_random(3) ? round % 5 : made_random(5));
        const QkvTensor *t = qkv_floats(q, 1, size, data);
        expect_widths(t, made_random(NUMBER_MOST_DECIMALS + 1));
        const QkvTensor *far = qkv_full(q, QKV_FLOAT64, 0, NULL, pow(10, made_random(400) - 200));
        t = qkv_mul(q, qkv_to(q, t, QKV_FLOAT64), far);
        expect_widths(t, made_random(NUMBER_MOST_DECIMALS + 1));
        ck_assert_int_le(number_format(t, NUMBER_DECIMALS).width, 20);
    }
    qkv_free(q);
}
END_TEST

START_TEST(odd_tensors_fit_too)
{
    Library *library = made_library(made_odd);
    const QkvTape *tape = made_run(library)->tape;
    for (int s = 0; s < tape->count; s++)
        for (int decimals = 0; decimals <= NUMBER_MOST_DECIMALS; decimals++)
            expect_widths(tape->step[s].call.out, decimals);
    made_free(library);
}
END_TEST

/* The cells of a row of numbers, as they stand on a page. */
static const struct {
    int decimals, count;
    float data[4];
    const char *text;
} rows[] = {
    {4, 3, {1, -2, 30}, "1 -2 30"},
    {4, 2, {-0.0f, 0}, "0 0"},
    {4, 2, {0.5f, -0.00001f}, "0.5000 ~0"},
    {2, 3, {0.125f, 0.375f, -1.5f}, "0.12 0.38 -1.50"},
    {0, 2, {0.25f, -0.25f}, "~0 ~0"},
    {4, 4, {NAN, INFINITY, -INFINITY, 1}, "nan inf -inf 1"},
    {4, 3, {NAN, -INFINITY, 0.25f}, "nan -inf 0.25"},
    {4, 2, {999999, -999999}, "999999 -999999"},
    {4, 2, {1000000, 1}, "1.0000e+06 1.0000e+00"},
    {4, 3, {2e6f, -0.0f, 0}, "2.0000e+06 0.0000e+00 0.0000e+00"},
    {1, 2, {1e-30f, 3e38f}, "1.0e-30 3.0e+38"},
    {9, 1, {0.1f}, "0.100000001"},
    {4, 3, {0.1f, 1.8f, 0}, "0.1 1.8 0.0"},
    {4, 2, {0.1f, 0.30000001f}, "0.1 0.3"},
    {4, 2, {0.1f, 0.3000001f}, "0.1000 0.3000"},
    {4, 4, {1, 0, -1e9f, -1e20f}, "1.0000e+00 0.0000e+00 -1e9 -1.0000e+20"},
    {4, 2, {0.5f, -1e9f}, "0.5 -1e9"},
    {4, 3, {0.1009f, -0.25f, -1e20f}, "0.1009 -0.2500 -1e20"},
    {4, 3, {0.5f, -1e9f, -1e20f}, "5.0000e-01 -1e9 -1.0000e+20"},
    {2, 2, {0.125f, 2}, "0.12 2.00"},
    {4, 3, {0.99998f, 0.00002f, 1}, "~1 ~0 1.0000"}, /* shares: none of them is what it is not */
    {4, 2, {0.99994f, 0.00006f}, "0.9999 0.0001"},
    {4, 3, {0.99999988f, 0.9999997f, 0.5f}, "1.0000 ~1 0.5000"}, /* the first may be a sum */
    {4, 2, {0.99998f, 1.5f}, "1.0000 1.5000"},
    {4, 2, {0.99998f, -0.5f}, "1.0000 -0.5000"},
    {0, 2, {0.75f, 0.25f}, "~1 ~0"},
};

START_TEST(exact_cells)
{
    Qkv *q = qkv_new();
    Buf all = {0}, one = {0};
    int64_t size[] = {rows[_i].count};
    const QkvTensor *t = qkv_floats(q, 1, size, rows[_i].data);
    NumberFormat f = number_format(t, rows[_i].decimals);
    for (int64_t i = 0; i < t->count; i++)
        buf_printf(&all, "%s%s", i ? " " : "", cell_text(&one, &f, t, i));
    ck_assert_str_eq(buf_text(&all), rows[_i].text);
    buf_release(&all);
    buf_release(&one);
    qkv_free(q);
}
END_TEST

START_TEST(integers_and_truth_values)
{
    Library *library = made_library(
        "a = torch.tensor([-9223372036854775807, 12, 999999999999999999])\n"
        "b = a > 12");
    const QkvTensor *a = made_tensor(library, 0), *b = made_tensor(library, 1);
    Buf out = {0};
    NumberFormat ints = number_format(a, 4), truths = number_format(b, 4);
    ck_assert_str_eq(cell_text(&out, &ints, a, 0), "-9223372036854775807");
    ck_assert_str_eq(cell_text(&out, &ints, a, 2), "999999999999999999");
    ck_assert_int_eq(ints.width, 20);
    ck_assert_str_eq(cell_text(&out, &truths, b, 0), "False");
    ck_assert_str_eq(cell_text(&out, &truths, b, 2), "True");
    buf_clear(&out);
    number_full(&out, b, 2);
    ck_assert_str_eq(buf_text(&out), "True");
    buf_release(&out);
    made_free(library);
}
END_TEST

/* Numbers in running text. */
static const struct {
    double x;
    int decimals;
    const char *text;
} shorts[] = {
    {0, 4, "0"},
    {-0.0, 4, "0"},
    {2, 4, "2"},
    {-2.5, 4, "-2.5"},
    {100, 0, "100"},
    {0.06337893754243851, 4, "0.0634"},
    {0.1, 4, "0.1"},
    {(double)0.1f, 4, "0.1"},
    {-0.00004, 4, "-0.00004"},
    {6.0337e-06, 4, "0.000006034"},
    {1e-9, 4, "0.000000001"},
    {6.0337e-10, 4, "6.034e-10"},
    {0.5, 0, "0.5"},
    {1e15, 4, "1e15"},
    {-1e20, 4, "-1e20"},
    {-1e9, 4, "-1e9"},
    {0.00089045, 4, "0.0009"}, /* as in a matrix ... */
    {0.00004, 4, "0.00004"},   /* ... but where that has ~0 */
    {0.99998, 4, "0.99998"},   /* ... or ~1 */
    {0.9999997, 4, "0.9999997"},
    {0.99999988, 4, "1"}, /* as the sum of shares may be */
    {0.99994, 4, "0.9999"},
    {1.00001, 4, "1"},
    {0.75, 0, "0.8"},
    {523776, 4, "523776"},
    {(double)NAN, 4, "nan"},
    {(double)INFINITY, 4, "inf"},
    {-(double)INFINITY, 4, "-inf"},
};

START_TEST(short_numbers)
{
    Buf out = {0};
    number_short(&out, shorts[_i].x, shorts[_i].decimals);
    ck_assert_str_eq(buf_text(&out), shorts[_i].text);
    buf_release(&out);
}
END_TEST

/* A number that is not zero is never written as zero. */
START_TEST(short_numbers_do_not_mislead)
{
    Buf out = {0};
    for (int i = 0; i < 20000; i++) {
        double x = (double)random_number(i % 5);
        int decimals = made_random(NUMBER_MOST_DECIMALS + 1);
        buf_clear(&out);
        number_short(&out, x, decimals);
        if (isnan(x))
            continue;
        double back = strtod(buf_text(&out), NULL);
        ck_assert_msg((x == 0) == (back == 0), "%a is written as %s", x, buf_text(&out));
        if (isfinite(x))
            ck_assert_double_le(fabs(back - x), 0.5000001 * pow(10, -decimals) + fabs(x) * 0.5);
    }
    buf_release(&out);
}
END_TEST

static int digits_of(const char *text)
{
    int count = 0;
    text += strspn(text, "-0.");
    for (; *text && *text != 'e'; text++)
        count += *text != '.';
    return count;
}

/* A decimal more never shows fewer digits, unless the fewer say it all. */
START_TEST(more_decimals_show_more)
{
    Buf out = {0};
    for (int i = 0; i < 20000; i++) {
        float x = random_number(i % 4);
        int before = 0;
        for (int decimals = 0; decimals <= NUMBER_MOST_DECIMALS; decimals++) {
            buf_clear(&out);
            number_short(&out, (double)x, decimals);
            int digits = digits_of(buf_text(&out));
            bool is_all = strtof(buf_text(&out), NULL) == x;
            ck_assert_msg(digits >= before || is_all, "%a with %d decimals: %s", (double)x,
                          decimals, buf_text(&out));
            before = is_all ? 0 : digits;
        }
    }
    buf_release(&out);
}
END_TEST

START_TEST(all_digits_read_back_as_the_same_bits)
{
    Qkv *q = qkv_new();
    Buf out = {0};
    int64_t size[] = {1};
    for (int i = 0; i < 4000; i++) {
        float x = random_number(i % 5);
        const QkvTensor *t = qkv_floats(q, 1, size, &x);
        buf_clear(&out);
        number_full(&out, t, 0);
        float back = strtof(buf_text(&out), NULL);
        ck_assert(isnan(x) ? isnan(back) : memcmp(&back, &x, sizeof x) == 0);
    }
    buf_release(&out);
    qkv_free(q);
}
END_TEST

Suite *number_suite(void)
{
    Suite *s = suite_create("number");
    TCase *t = tcase_create("number");
    tcase_add_test(t, no_cell_is_wider_than_the_format);
    tcase_add_test(t, odd_tensors_fit_too);
    tcase_add_loop_test(t, exact_cells, 0, COUNT(rows));
    tcase_add_test(t, integers_and_truth_values);
    tcase_add_loop_test(t, short_numbers, 0, COUNT(shorts));
    tcase_add_test(t, short_numbers_do_not_mislead);
    tcase_add_test(t, more_decimals_show_more);
    tcase_add_test(t, all_digits_read_back_as_the_same_bits);
    suite_add_tcase(s, t);
    return s;
}
