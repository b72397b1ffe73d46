#include <float.h>
#include <math.h>
#include <string.h>

#include "core/math32.h"
#include "core/vector.h"
#include "golden_exp.h"
#include "sample.h"
#include "suites.h"

START_TEST(exponential_is_that_of_pytorch)
{
    float x = golden_exp[_i].x, power = exp32(x);
    if (isnan(x))
        ck_assert(isnan(power));
    else
        ck_assert_msg(power == golden_exp[_i].power, "exp(%a) = %a", (double)x, (double)power);
}
END_TEST

START_TEST(exponential_of_libm_is_that_of_pytorch)
{
    float pair[] = {0.0F, golden_share[_i].x}, share[2];
    softmax32(SOFTMAX_COLUMN_LEFT, share, pair, 2);
    ck_assert_msg(share[1] == golden_share[_i].share, "%a", (double)share[1]);
}
END_TEST

/* Exponentials of both kinds are within one unit in the last place of the truth. */
START_TEST(exponentials_are_near_the_truth)
{
    for (float x = -86.0F; x <= 0.0F; x += 0.0371F) {
        double truth = exp((double)x), bound = truth * (double)FLT_EPSILON;
        ck_assert_double_le(fabs((double)exp32(x) - truth), bound);
        ck_assert_double_le(fabs((double)exp32_libm(x) - truth), bound / 1.9);
    }
    ck_assert(exp32_libm(-INFINITY) == 0.0F);
    ck_assert(isnan(exp32_libm(NAN)));
}
END_TEST

/* (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24, and the last bit is lost when the product is rounded. A build
 * that fuses on its own account (-ffp-contract=fast) keeps it here and fails. */
START_TEST(the_compiler_fuses_nothing)
{
    volatile float a = 0x1.001p0F, c = -0x1.002p0F;
    float plain = a * a + c;
    ck_assert(plain == 0.0F);
    ck_assert(fmaf(a, a, c) == 0x1p-24F);
}
END_TEST

static float float_of(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static void must_fuse(float a, float b, float c)
{
    float mine = fused32(a, b, c), theirs = fmaf(a, b, c);
    ck_assert_msg(memcmp(&mine, &theirs, sizeof mine) == 0 || (isnan(mine) && isnan(theirs)),
                  "fused32(%a, %a, %a) = %a, not %a", (double)a, (double)b, (double)c, (double)mine,
                  (double)theirs);
}

/* Any bits; then numbers whose sum lies between two floats, or as near to that as can be: a product
 * of half a unit in the last place of c, a little more and a little less; normal and subnormal. */
START_TEST(fused_step_is_fmaf)
{
    uint32_t stream = 7;
    for (int i = 0; i < 200000; i++) {
        float a = float_of(sample_word(&stream)), b = float_of(sample_word(&stream));
        must_fuse(a, b, float_of(sample_word(&stream)));
        must_fuse(a, b, -a * b);
    }
    for (int i = 0; i < 20000; i++) {
        int power = sample_below(&stream, 276) - 149;
        uint32_t low = (uint32_t)sample_below(&stream, 4);
        float c = ldexpf(1.0F + (float)sample_below(&stream, 64) * FLT_EPSILON, power);
        float unit = nextafterf(c, INFINITY) - c;
        float a = ldexpf(unit, 60), b = 0x1p-61F;
        for (int sign = -1; sign <= 1; sign += 2) {
            must_fuse(a, (float)sign * b, c);
            must_fuse(a * (1 + (float)low * FLT_EPSILON), (float)sign * b, c);
            must_fuse(a * (1 + (float)low * FLT_EPSILON), b * (1 - FLT_EPSILON), (float)sign * c);
        }
    }
}
END_TEST

/* The same in the library: a product with a vector is rounded, one of matrices is fused. */
START_TEST(the_library_fuses_where_it_says)
{
    Qkv *q = qkv_new();
    const float left[] = {-0x1.002p0F, 0x1.001p0F}, right[] = {1.0F, 0x1.001p0F};
    const QkvTensor *dot = qkv_matmul(q, qkv_floats(q, SHAPE(2), left),
                                      qkv_floats(q, SHAPE(2), right));
    const QkvTensor *product = qkv_matmul(q, qkv_floats(q, SHAPE(1, 2), left),
                                          qkv_floats(q, SHAPE(2, 1), right));
    ck_assert(dot->data.f[0] == 0.0F);
    ck_assert(product->data.f[0] == 0x1p-24F);
    qkv_free(q);
}
END_TEST

START_TEST(short_cuts_of_pow)
{
    static const float x[] = {0.1F, 3.7F, -2.3F, 0.0F, -0.0F, 1e-20F, INFINITY, 1e30F};
    for (int i = 0; i < COUNT(x); i++) {
        ck_assert(pow32_number(x[i], 2.0F) == x[i] * x[i]);
        ck_assert(pow32_number(x[i], 3.0F) == x[i] * x[i] * x[i]);
        ck_assert(pow32_number(x[i], -1.0F) == 1.0F / x[i]);
        ck_assert(pow32_number(x[i], -2.0F) == 1.0F / (x[i] * x[i]));
        ck_assert(x[i] < 0.0F || pow32_number(x[i], 0.5F) == sqrtf(x[i]));
        ck_assert(x[i] < 0.0F || pow32_number(x[i], -0.5F) == 1.0F / sqrtf(x[i]));
        ck_assert(pow32_number(x[i], 0.0F) == 1.0F);
    }
    ck_assert(isnan(pow32_number(-2.3F, 0.5F)));
    /* Without a short cut the product is rounded once. */
    ck_assert(pow32(1.7F, 3.0F) == (float)pow((double)1.7F, 3.0));
    ck_assert(pow32(1.7F, 3.0F) != pow32_number(1.7F, 3.0F));
}
END_TEST

/* Where no rounding happens, every order gives the same. */
START_TEST(sums_take_every_number_once)
{
    enum { MOST = 2100 };
    static float x[MOST];
    for (int i = 0; i < MOST; i++)
        x[i] = (float)(i + 1);
    for (int n = 0; n <= MOST; n += n < 80 ? 1 : 97) {
        float sum = (float)n * (float)(n + 1) / 2.0F;
        ck_assert(sum_straight(x, n) == sum);
        ck_assert(sum_strided(x, n) == sum);
        ck_assert(sum_lanes(x, n) == sum);
    }
}
END_TEST

START_TEST(sum_of_negative_zeros_is_zero)
{
    const float x[20] = {-0.0F, -0.0F, -0.0F};
    ck_assert(!signbit(sum_straight(x, 3)) && !signbit(sum_strided(x, 3)) &&
              !signbit(sum_lanes(x, 3)));
}
END_TEST

/* Each kind of vectors has a way for numbers near 0, which is left where one of a vector is not: the same bits as one by one. */
START_TEST(powers_are_those_of_single_numbers)
{
    static const float far[] = {-INFINITY, -150.0F, -104.1F, -103.9F, 99.9F, 100.1F, INFINITY};
    enum { MANY = 96 };
    float x[MANY], power[MANY];
    uint32_t stream = 11;
    const VectorSet *set;
    for (int s = 0; (set = vector_set_at(s)) != NULL; s++)
        for (int turn = 0; turn < 4000; turn++) {
            float wide = turn % 2 ? 1.0F : 1.25F; /* all numbers near 0, or some of them not */
            for (int i = 0; i < MANY; i++)
                x[i] = wide * (float)(sample_below(&stream, 175001) - 87000) / 1000.0F;
            x[sample_below(&stream, MANY)] = turn % 5 ? -87.0F
                                                      : far[sample_below(&stream, COUNT(far))];
            set->powers(power, x, 0, MANY, NULL);
            for (int i = 0; i < MANY; i++) {
                float one = exp32(x[i]);
                ck_assert_msg(memcmp(&one, &power[i], sizeof one) == 0, "%s: exp(%a) = %a, not %a",
                              set->name, (double)x[i], (double)power[i], (double)one);
            }
        }
}
END_TEST

static const SoftmaxWay ways[] = {SOFTMAX_ROW, SOFTMAX_COLUMN, SOFTMAX_COLUMN_LEFT};

START_TEST(shares_sum_to_one)
{
    float x[40];
    uint32_t stream = 5;
    for (int n = 1; n <= COUNT(x); n++) {
        for (int i = 0; i < n; i++)
            x[i] = (float)sample_below(&stream, 2000) / 50.0F;
        float max, power[COUNT(x)], share[COUNT(x)];
        float sum = powers32(ways[_i], power, x, n, &max);
        softmax32(ways[_i], share, x, n);
        double shares = 0;
        for (int i = 0; i < n; i++) {
            ck_assert(x[i] <= max && power[i] <= 1.0F);
            ck_assert(x[i] < max || power[i] == 1.0F);
            ck_assert(share[i] ==
                      (ways[_i] == SOFTMAX_ROW ? power[i] * (1.0F / sum) : power[i] / sum));
            shares += (double)share[i];
        }
        ck_assert_double_eq_tol(shares, 1.0, 1e-6);
    }
}
END_TEST

START_TEST(rows_without_shares)
{
    float hidden[] = {-INFINITY, -INFINITY}, large[] = {1.0F, INFINITY}, none[] = {NAN, 1.0F, 2.0F};
    softmax32(ways[_i], hidden, hidden, 2);
    softmax32(ways[_i], large, large, 2);
    softmax32(ways[_i], none, none, 3);
    ck_assert(isnan(hidden[0]) && isnan(hidden[1]));
    ck_assert(large[0] == 0.0F || isnan(large[0]));
    ck_assert(isnan(large[1]));
    ck_assert(isnan(none[0]) && isnan(none[1]) && isnan(none[2]));
    float between[] = {1.0F, NAN, 2.0F}, max;
    powers32(ways[_i], between, between, 3, &max);
    ck_assert(isnan(max));
    float half[] = {-INFINITY, 3.0F};
    softmax32(ways[_i], half, half, 2);
    ck_assert(half[0] == 0.0F && half[1] == 1.0F);
}
END_TEST

Suite *math32_suite(void)
{
    Suite *s = suite_create("math32");
    TCase *powers = suite_case(s, "exponential and power");
    tcase_add_loop_test(powers, exponential_is_that_of_pytorch, 0, COUNT(golden_exp));
    tcase_add_loop_test(powers, exponential_of_libm_is_that_of_pytorch, 0, COUNT(golden_share));
    tcase_add_test(powers, exponentials_are_near_the_truth);
    tcase_add_test(powers, short_cuts_of_pow);
    tcase_add_test(powers, powers_are_those_of_single_numbers);
    TCase *rounding = suite_case(s, "rounding");
    tcase_add_test(rounding, the_compiler_fuses_nothing);
    tcase_add_test(rounding, fused_step_is_fmaf);
    tcase_add_test(rounding, the_library_fuses_where_it_says);
    tcase_add_test(rounding, sums_take_every_number_once);
    tcase_add_test(rounding, sum_of_negative_zeros_is_zero);
    TCase *softmax = suite_case(s, "softmax");
    tcase_add_loop_test(softmax, shares_sum_to_one, 0, COUNT(ways));
    tcase_add_loop_test(softmax, rows_without_shares, 0, COUNT(ways));
    return s;
}
