/* float32 arithmetic that is the same to the bit on every machine and equal to PyTorch's: nothing
 * here is left to the compiler or to libm. Private to core. */
#ifndef CORE_MATH32_H
#define CORE_MATH32_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/qkv.h"
#include <string.h>

/* Rounds product + c to float once, where the sum in double, `sum`, is too near to where floats part. */
float fused32_between(double product, double c, double sum);

/* fmaf(a, b, c), faster than by a call where there is no instruction for it. In double the product
 * is exact and the sum is rounded; rounding that to float is as good as rounding once, except where
 * it lies just between two floats, or where it is so small that a float has fewer digits. */
static inline float fused32(float a, float b, float c)
{
#ifdef FP_FAST_FMAF
    return fmaf(a, b, c);
#else
    double product = (double)a * (double)b, sum = product + (double)c;
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if ((bits & 0x1FFFFFFF) == 0x10000000 || (fabs(sum) < 0x1p-126 && sum != 0))
        return fused32_between(product, (double)c, sum);
    return (float)sum;
#endif
}

/* out[i] = fused32 of in[0][i], in[1][i], in[2][i], or of in[..][0] all along where is_one. */
void multiply_add_run(float *out, const float *const in[3], const bool is_one[3], int64_t n);
/* Gives fused32 of (x[i] - by[0]) * by[1], in[0][i] and in[1][i]. */
void normalize_run(float *out, const float *x, const float by[2], const float *const in[2],
                   const bool is_one[2], int64_t n);

/* e^x. Within one unit in the last place; the polynomial and its ranges are those of SLEEF's expf
 * (Boost licence), which PyTorch's vectors use. */
float exp32(float x);
/* out[i] = exp32(x[i] - less), many at a time; out may be x. Adds them to eight sums, out[i] to lane[i % 8], one after the
 * other; `lane` NULL: adds nothing. */
void powers_run(float *out, const float *x, float less, int64_t n, float *lane);

/* Numbers of the exponential: x = n ln 2 + s, with ln 2 in two parts so that s keeps all its bits, and a polynomial
 * in s; beyond the bounds it is 0 or infinite. */
#define EXP32_LEAST (-104.0f)
#define EXP32_MOST 100.0f
#define EXP32_PER_LOG2 1.442695041f
#define EXP32_LOG2_HIGH 0.693145751953125f
#define EXP32_LOG2_LOW 1.428606765330187e-06f
/* clang-format off */
#define EXP32_COEFFICIENTS                                                                         \
    {0.000198527617612853646f, 0.00139304355252534151f, 0.00833336077630519867f,                   \
     0.0416664853692054749f, 0.166666671633720398f, 0.5f}
/* clang-format on */

/* e^x as glibc computes it: the method and coefficients of Arm's optimized routines
 * (MIT licence). PyTorch calls libm where the columns of a softmax do not fill a vector. */
float exp32_libm(float x);

/* a^b rounded from double, and the same with PyTorch's short cuts for an exponent that is a plain
 * number: 2, 3, 1/2, -1/2, -1, -2. */
float pow32(float a, float b);
float pow32_number(float a, float b);

/* The sums of a row of n numbers, in the orders that PyTorch takes; they differ in rounding
 * only. straight: from the first to the last. strided: four interleaved parts, added at the end.
 * lanes: eight lanes of four interleaved parts, the numbers left over first. */
float sum_straight(const float *x, int64_t n);
float sum_strided(const float *x, int64_t n);
float sum_lanes(const float *x, int64_t n);
/* In eight levels, of which each holds what 2^p of the one below it made; of a half type that is kept each sum is
 * rounded. A 0 adds nothing. */
float sum_in_levels(const float *x, int64_t n, QkvDType kept);
/* In eight lanes that are folded in halves; fewer than eight from the first to the last. */
float sum_folded(const float *x, int64_t n);
/* sum_lanes of each of so many rows. */
void sum_rows_in_lanes(float *sum, const float *x, int64_t rows, int64_t n);

/* How PyTorch takes a softmax: along the last axis, in lanes; along another axis, straight down
 * each column, with vectors where eight columns fill one, and with libm in the columns left
 * over. */
typedef enum SoftmaxWay { SOFTMAX_ROW, SOFTMAX_COLUMN, SOFTMAX_COLUMN_LEFT } SoftmaxWay;

/* Of n > 0 numbers. A NaN stays; of 0 and -0 the first. */
float largest32(const float *x, int64_t n);
/* exp(x) as that way takes it. */
float power32(SoftmaxWay way, float x);
/* power[i] = exp(x[i] - *max), *max being the largest x; returns the sum of the powers. n > 0; x and
 * power may be the same, and power NULL. */
float powers32(SoftmaxWay way, float *power, const float *x, int64_t n, float *max);
/* out[i] = power[i] * (1 / sum of the powers) in a row, power[i] / sum in a column. The same
 * conditions. */
void softmax32(SoftmaxWay way, float *out, const float *x, int64_t n);
/* softmax32 in `cols` columns side by side, a multiple of 8 and at most SOFTMAX_COLUMNS of them, which
 * go on `pitch` further. n > 0. */
enum { SOFTMAX_COLUMNS = 64 };
void softmax_columns32(float *out, const float *x, int64_t pitch, int64_t n, int64_t cols);
/* The logarithms of these shares, x - max - log(sum), in the place of x; `power` has n places, too. */
void log_softmax32(SoftmaxWay way, float *x, float *power, int64_t n);

#endif
