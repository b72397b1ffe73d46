/* The arithmetic that decides the bits. Every rounding is written down: a fused multiply-add is
 * fmaf, everything else rounds once per operator, and the build forbids the compiler to fuse. */
#include "core/math32.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "core/half.h"
#include "core/lanes.h"
#include "core/vector.h"

#ifdef __FAST_MATH__
#error "fast-math changes results: build without -ffast-math and -Ofast"
#endif
#if FLT_EVAL_METHOD != 0
#error "float arithmetic with extra bits: build with SSE2 (-msse2 -mfpmath=sse)"
#endif

/* Marks with an odd last bit what rounding to double left over, which is known exactly: then rounding to float, which
 * drops that bit, cannot take the sum for one that lies halfway. */
float fused32_between(double product, double c, double sum)
{
    double part = sum - product, rest = (product - (sum - part)) + (c - part);
    uint64_t bits;
    memcpy(&bits, &sum, sizeof bits);
    if ((rest > 0 || rest < 0) && (bits & 1) == 0)
        bits = (rest > 0) == (sum > 0) ? bits + 1 : bits - 1;
    memcpy(&sum, &bits, sizeof sum);
    return (float)sum;
}

#ifdef __EMSCRIPTEN__
/* The C library's asks for a direction of rounding that WebAssembly does not have, and is one off where the sum in
 * double lies between two floats. */
float fmaf(float a, float b, float c)
{
    return fused32(a, b, c);
}
#endif

/* 2^n for -126 <= n <= 127, from its bits. */
static float power_of_two(int n)
{
    uint32_t bits = (uint32_t)(n + 127) << 23;
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

float exp32(float x)
{
    if (isnan(x))
        return x;
    if (x < EXP32_LEAST)
        return 0.0f;
    if (x > EXP32_MOST)
        return INFINITY;
    float n = rintf(x * EXP32_PER_LOG2);
    float s = fmaf(n, -EXP32_LOG2_HIGH, x);
    s = fmaf(n, -EXP32_LOG2_LOW, s);
    static const float coefficient[] = EXP32_COEFFICIENTS;
    float u = coefficient[0];
    for (int i = 1; i < COUNT(coefficient); i++)
        u = fmaf(u, s, coefficient[i]);
    float square = s * s;
    u = fmaf(square, u, s);
    u = 1.0f + u;
    /* In two factors: 2^n alone may not be a float. */
    int q = (int)n;
    int half = q >> 1;
    u = u * power_of_two(half);
    return u * power_of_two(q - half);
}

void powers_run(float *out, const float *x, float less, int64_t n, float *lane)
{
    const VectorSet *set = vector_set();
    if (set)
        set->powers(out, x, less, n, lane);
    for (int64_t i = 0; i < n && !set; i++) {
        out[i] = exp32(x[i] - less);
        if (lane)
            lane[i % LANES] += out[i];
    }
}

/* 2^n in double, for -1022 <= n <= 1023. */
static double double_power_of_two(int n)
{
    uint64_t bits = (uint64_t)(n + 1023) << 52;
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

float exp32_libm(float x)
{
    enum { PARTS = 32 };
    /* 2^(i/32) */
    /* clang-format off */
    static const double root[PARTS] = {
        0x1p+0,               0x1.059b0d3158574p+0, 0x1.0b5586cf9890fp+0, 0x1.11301d0125b51p+0,
        0x1.172b83c7d517bp+0, 0x1.1d4873168b9aap+0, 0x1.2387a6e756238p+0, 0x1.29e9df51fdee1p+0,
        0x1.306fe0a31b715p+0, 0x1.371a7373aa9cbp+0, 0x1.3dea64c123422p+0, 0x1.44e086061892dp+0,
        0x1.4bfdad5362a27p+0, 0x1.5342b569d4f82p+0, 0x1.5ab07dd485429p+0, 0x1.6247eb03a5585p+0,
        0x1.6a09e667f3bcdp+0, 0x1.71f75e8ec5f74p+0, 0x1.7a11473eb0187p+0, 0x1.82589994cce13p+0,
        0x1.8ace5422aa0dbp+0, 0x1.93737b0cdc5e5p+0, 0x1.9c49182a3f090p+0, 0x1.a5503b23e255dp+0,
        0x1.ae89f995ad3adp+0, 0x1.b7f76f2fb5e47p+0, 0x1.c199bdd85529cp+0, 0x1.cb720dcef9069p+0,
        0x1.d5818dcfba487p+0, 0x1.dfc97337b9b5fp+0, 0x1.ea4afa2a490dap+0, 0x1.f50765b6e454p+0,
    };
    /* clang-format on */
    if (isnan(x))
        return x;
    if (x < -0x1.9fe368p6f) /* less than half of the smallest number */
        return 0.0f;
    /* x = (n + r) ln 2 / 32 with |r| <= 1/2; then e^x = 2^(n / 32) * 2^(r / 32). */
    const double scale = 0x1.71547652b82fep+5;
    double n = rint((double)x * scale);
    double r = fma((double)x, scale, -n);
    double high = fma(0x1.c6af84b912394p-20, r, 0x1.ebfce50fac4f3p-13);
    double y = fma(0x1.62e42ff0c52d6p-6, r, 1.0);
    double square = r * r;
    y = fma(high, square, y);
    int q = (int)n, part = q & (PARTS - 1);
    double power = root[part] * double_power_of_two((q - part) / PARTS);
    return (float)(y * power);
}

void multiply_add_run(float *out, const float *const in[3], const bool is_one[3], int64_t n)
{
    const VectorSet *set = vector_set();
    if (set)
        set->multiply_add(out, in, is_one, n);
    for (int64_t i = 0; i < n && !set; i++)
        out[i] = fused32(in[0][is_one[0] ? 0 : i], in[1][is_one[1] ? 0 : i],
                         in[2][is_one[2] ? 0 : i]);
}

void normalize_run(float *out, const float *x, const float by[2], const float *const in[2],
                   const bool is_one[2], int64_t n)
{
    const VectorSet *set = vector_set();
    if (set)
        set->normalize(out, x, by, in, is_one, n);
    for (int64_t i = 0; i < n && !set; i++)
        out[i] = fused32((x[i] - by[0]) * by[1], in[0][is_one[0] ? 0 : i],
                         in[1][is_one[1] ? 0 : i]);
}

float pow32(float a, float b)
{
    return (float)pow((double)a, (double)b);
}

float pow32_number(float a, float b)
{
    if (b == 2.0f)
        return a * a;
    if (b == 3.0f)
        return a * a * a;
    if (b == 0.5f)
        return sqrtf(a);
    if (b == -0.5f)
        return 1.0f / sqrtf(a);
    if (b == -1.0f)
        return 1.0f / a;
    if (b == -2.0f)
        return 1.0f / (a * a);
    return pow32(a, b);
}

/* Sums of `parts` rows of n numbers, to sum[0] .. sum[parts - 1]; READ says where they are. Long sums go in
 * levels: blocks of 2^p numbers, blocks of blocks, and so on, so that the error grows with the
 * logarithm of n. Below 16 numbers this is one plain loop from the first to the last. A Number may be
 * a vector of several sums side by side. */
/* NOLINTBEGIN(bugprone-macro-parentheses): a type has none */
#define SUM_LEVELS(name, Number, READ, parts)                                                      \
    INLINED void name(Number *sum, const float *x, int64_t gap, int64_t n)                         \
    {                                                                                              \
        Number level[LEVELS][parts] = {0};                                                         \
        if (n <= SHORT) {                                                                          \
            UNROLLED for (int p = 0; p < parts; p++) sum[p] = (Number){0};                         \
            for (int64_t i = 0; i < n; i++)                                                        \
                UNROLLED for (int p = 0; p < parts; p++) sum[p] += READ(x, gap, i, p);             \
            return;                                                                                \
        }                                                                                          \
        int power = level_power(n);                                                                \
        int64_t step = INT64_C(1) << power, i = 0;                                                 \
        for (int64_t block = 1; i < n; block++) {                                                  \
            Number own[parts];                                                                     \
            int64_t end = min_int64(i + step, n);                                                  \
            UNROLLED for (int p = 0; p < parts; p++) own[p] = level[0][p];                         \
            for (; i < end; i++)                                                                   \
                UNROLLED for (int p = 0; p < parts; p++) own[p] += READ(x, gap, i, p);             \
            UNROLLED for (int p = 0; p < parts; p++) level[0][p] = own[p];                         \
            for (int k = 1; k < LEVELS && end == block * step; k++) {                              \
                UNROLLED for (int p = 0; p < parts; p++)                                           \
                {                                                                                  \
                    level[k][p] += level[k - 1][p];                                                \
                    level[k - 1][p] = (Number){0};                                                 \
                }                                                                                  \
                if (i & ((step - 1) << (k * power)))                                               \
                    break;                                                                         \
            }                                                                                      \
        }                                                                                          \
        UNROLLED for (int p = 0; p < parts; p++)                                                   \
            sum[p] = ((level[0][p] + level[1][p]) + level[2][p]) + level[3][p];                    \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

enum { LEVELS = 4, PARTS = 4, LEAST_POWER = 4, SHORT = 1 << LEAST_POWER };

static int level_power(int64_t n)
{
    int power = 0;
    while (power < 60 && (INT64_C(1) << power) < n)
        power++;
    return max_int(power / LEVELS, LEAST_POWER);
}

/* Numbers or lanes that take turns, in one row or in two with a gap between their beginnings: an addition
 * waits for the one before it, but not for that of the other row. */
#define NUMBER_AT(x, gap, i, p) (x)[(i) + (gap)]
#define TURN_AT(x, gap, i, p) (x)[PARTS * (i) + (p) + (gap)]
#define LANES_AT(x, gap, i, p)                                                                     \
    lanes_at((x) + (p) / PARTS * (gap) + (PARTS * (i) + (p) % PARTS) * LANES)
SUM_LEVELS(sum_one, float, NUMBER_AT, 1)
SUM_LEVELS(sum_parts, float, TURN_AT, PARTS)
SUM_LEVELS(sum_lane_parts, Lanes, LANES_AT, PARTS)
SUM_LEVELS(sum_two_rows, Lanes, LANES_AT, 2 * PARTS)

float sum_straight(const float *x, int64_t n)
{
    float sum;
    sum_one(&sum, x, 0, n);
    return sum;
}

/* Adds four sums from left to right; what is left over joins the first of them. */
float sum_strided(const float *x, int64_t n)
{
    int64_t quarter = n / PARTS;
    float part[PARTS];
    sum_parts(part, x, 0, quarter);
    for (int64_t i = quarter * PARTS; i < n; i++)
        part[0] += x[i];
    return ((part[0] + part[1]) + part[2]) + part[3];
}

/* The same in each lane, and then lane after lane: `part` are the sums of the four that take turns. */
INLINED float lane_after_lane(Lanes *part, const float *x, int64_t n)
{
    int64_t full = n / LANES;
    float lane[LANES], sum = 0;
    for (int64_t i = full / PARTS * PARTS; i < full; i++)
        part[0] += lanes_at(x + i * LANES);
    lanes_put(lane, ((part[0] + part[1]) + part[2]) + part[3]);
    for (int64_t i = full * LANES; i < n; i++)
        sum += x[i];
    for (int k = 0; k < LANES; k++)
        sum += lane[k];
    return sum;
}

CLONED static void rows_of_lanes(float *sum, const float *x, int64_t rows, int64_t n)
{
    Lanes part[2 * PARTS];
    int64_t quarter = n / LANES / PARTS, i = 0;
    for (; i + 2 <= rows; i += 2, x += 2 * n) {
        sum_two_rows(part, x, n, quarter);
        sum[i] = lane_after_lane(part, x, n);
        sum[i + 1] = lane_after_lane(part + PARTS, x + n, n);
    }
    if (i < rows) {
        sum_lane_parts(part, x, 0, quarter);
        sum[i] = lane_after_lane(part, x, n);
    }
}

float sum_lanes(const float *x, int64_t n)
{
    float sum;
    rows_of_lanes(&sum, x, 1, n);
    return sum;
}

void sum_rows_in_lanes(float *sum, const float *x, int64_t rows, int64_t n)
{
    rows_of_lanes(sum, x, rows, n);
}

/* In eight lanes, which go on where those before ended: all but the last have a multiple of eight. */
CLONED static void add_to_lanes(float *lane, const float *x, int64_t n)
{
    Lanes sums = lanes_at(lane);
    int64_t i = 0;
    for (; i + LANES <= n; i += LANES)
        sums += lanes_at(x + i);
    lanes_put(lane, sums);
    for (; i < n; i++)
        lane[i % LANES] += x[i];
}

/* The lanes folded in halves. */
static float fold_lanes(const float *lane)
{
    float half[LANES / 2];
    for (int k = 0; k < LANES / 2; k++)
        half[k] = lane[k] + lane[k + LANES / 2];
    return (half[0] + half[2]) + (half[1] + half[3]);
}

float sum_in_levels(const float *x, int64_t n, QkvDType kept)
{
    enum { COUNT_OF = 8 };
    float level[COUNT_OF] = {0}, sum = 0;
    int power = 0;
    while (power < 60 && (INT64_C(1) << power) < n)
        power++;
    power = max_int(power / COUNT_OF, LEAST_POWER);
    for (int64_t i = 0; i < n; i++) {
        if (x[i] == 0)
            continue;
        level[0] = half_rounded(kept, level[0] + x[i]);
        for (int k = 0; k + 1 < COUNT_OF; k++) {
            if (i & (((INT64_C(1) << power) - 1) << (k * power)))
                break;
            level[k + 1] = half_rounded(kept, level[k + 1] + level[k]);
            level[k] = 0;
        }
    }
    for (int k = 0; k < COUNT_OF; k++)
        sum = half_rounded(kept, sum + level[k]);
    return sum;
}

float sum_folded(const float *x, int64_t n)
{
    float lane[LANES] = {0}, sum = 0;
    if (n >= LANES) {
        add_to_lanes(lane, x, n);
        return fold_lanes(lane);
    }
    for (int64_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

float largest32(const float *x, int64_t n)
{
    const VectorSet *set = vector_set();
    float most = set ? set->largest(x, n) : x[0];
    for (int64_t i = 1; i < n && !set; i++)
        most = x[i] > most || isnan(x[i]) ? x[i] : most;
    for (int64_t i = 0; most == 0; i++)
        if (x[i] == 0)
            return x[i];
    return most;
}

float power32(SoftmaxWay way, float x)
{
    return way == SOFTMAX_COLUMN_LEFT ? exp32_libm(x) : exp32(x);
}

/* A row of fewer than eight is added from left to right, as columns
 * are. */
float powers32(SoftmaxWay way, float *power, const float *x, int64_t n, float *max)
{
    enum { SOME = 256 * LANES };
    float some[SOME], lane[LANES] = {0}, sum = 0;
    bool in_lanes = way == SOFTMAX_ROW && n >= LANES;
    *max = largest32(x, n);
    for (int64_t i = 0; i < n; i += SOME) {
        int64_t count = n - i < SOME ? n - i : SOME;
        float *at = power ? power + i : some;
        if (way != SOFTMAX_COLUMN_LEFT)
            powers_run(at, x + i, *max, count, in_lanes ? lane : NULL);
        for (int64_t k = 0; k < count && way == SOFTMAX_COLUMN_LEFT; k++)
            at[k] = exp32_libm(x[i + k] - *max);
        for (int64_t k = 0; k < count && !in_lanes; k++)
            sum += at[k];
    }
    return in_lanes ? fold_lanes(lane) : sum;
}

static void scale_row(float *x, float scale, int64_t n)
{
    const VectorSet *set = vector_set();
    if (set)
        set->scale(x, scale, n);
    for (int64_t i = 0; i < n && !set; i++)
        x[i] *= scale;
}

void softmax32(SoftmaxWay way, float *out, const float *x, int64_t n)
{
    float max, sum = powers32(way, out, x, n, &max);
    if (way == SOFTMAX_ROW)
        scale_row(out, 1.0f / sum, n);
    for (int64_t i = 0; i < n && way != SOFTMAX_ROW; i++)
        out[i] /= sum;
}

/* Of `cols` columns side by side, a multiple of LANES: one row further in each. */
CLONED static void column_largest(float *most, const float *x, int64_t cols)
{
    typedef int32_t Mask __attribute__((vector_size(4 * LANES)));
    for (int64_t j = 0; j < cols; j += LANES) {
        Lanes next = lanes_at(x + j), old = lanes_at(most + j);
        Mask wins = (next > old) | (next != next); /* NOLINT(misc-redundant-expression): NaN */
        lanes_put(most + j, (Lanes)((wins & (Mask)next) | (~wins & (Mask)old)));
    }
}

CLONED static void column_less(float *out, const float *x, const float *less, int64_t cols)
{
    for (int64_t j = 0; j < cols; j += LANES)
        lanes_put(out + j, lanes_at(x + j) - lanes_at(less + j));
}

CLONED static void column_sums(float *sum, const float *x, int64_t cols)
{
    for (int64_t j = 0; j < cols; j += LANES)
        lanes_put(sum + j, lanes_at(sum + j) + lanes_at(x + j));
}

CLONED static void column_shares(float *x, const float *sum, int64_t cols)
{
    for (int64_t j = 0; j < cols; j += LANES)
        lanes_put(x + j, lanes_at(x + j) / lanes_at(sum + j));
}

void softmax_columns32(float *out, const float *x, int64_t pitch, int64_t n, int64_t cols)
{
    float most[SOFTMAX_COLUMNS], sum[SOFTMAX_COLUMNS] = {0};
    memcpy(most, x, (size_t)cols * sizeof *most);
    for (int64_t k = 1; k < n; k++)
        column_largest(most, x + k * pitch, cols);
    for (int64_t k = 0; k < n; k++) {
        float *row = out + k * pitch;
        column_less(row, x + k * pitch, most, cols);
        powers_run(row, row, 0, cols, NULL);
        column_sums(sum, row, cols);
    }
    for (int64_t k = 0; k < n; k++)
        column_shares(out + k * pitch, sum, cols);
}

void log_softmax32(SoftmaxWay way, float *x, float *power, int64_t n)
{
    float max, sum = powers32(way, power, x, n, &max);
    float logarithm = (float)log((double)sum);
    for (int64_t i = 0; i < n; i++) {
        float below = x[i] - max;
        x[i] = below - logarithm;
    }
}
