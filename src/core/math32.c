/* The arithmetic that decides the bits. Every rounding is written down: a fused multiply-add is
 * fmaf, everything else rounds once per operator, and the build forbids the compiler to fuse. */
#include "core/math32.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef __FAST_MATH__
#error "fast-math changes results: build without -ffast-math and -Ofast"
#endif
#if FLT_EVAL_METHOD != 0
#error "float arithmetic with extra bits: build with SSE2 (-msse2 -mfpmath=sse)"
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
    if (x < -104.0f)
        return 0.0f;
    if (x > 100.0f)
        return INFINITY;
    /* x = n ln 2 + s, with ln 2 in two parts so that s keeps all its bits. */
    float n = rintf(x * 1.442695041f);
    float s = fmaf(n, -0.693145751953125f, x);
    s = fmaf(n, -1.428606765330187e-06f, s);
    static const float coefficient[] = {0.00139304355252534151f, 0.00833336077630519867f,
                                        0.0416664853692054749f, 0.166666671633720398f, 0.5f};
    float u = 0.000198527617612853646f;
    for (int i = 0; i < 5; i++)
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

float pow32(float a, float b)
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
    return (float)pow((double)a, (double)b);
}

/* The sum of n numbers, `gap` apart. Long sums go in levels: blocks of 2^p numbers, blocks of
 * blocks, and so on, so that the error grows with the logarithm of n. Below 16 numbers this is one
 * plain loop from the first to the last. */
static float sum_levels(const float *x, int64_t gap, int64_t n)
{
    enum { LEVELS = 4, LEAST_POWER = 4 };
    int power = 0;
    while (power < 60 && (INT64_C(1) << power) < n)
        power++;
    power = power / LEVELS > LEAST_POWER ? power / LEVELS : LEAST_POWER;
    int64_t step = INT64_C(1) << power;

    float level[LEVELS] = {0};
    int64_t i = 0;
    while (i + step <= n) {
        for (int64_t j = 0; j < step; j++, i++)
            level[0] += x[i * gap];
        for (int k = 1; k < LEVELS; k++) {
            level[k] += level[k - 1];
            level[k - 1] = 0;
            if (i & ((step - 1) << (k * power)))
                break;
        }
    }
    for (; i < n; i++)
        level[0] += x[i * gap];
    return ((level[0] + level[1]) + level[2]) + level[3];
}

/* Four interleaved sums, what is left over joining the first, then the four from left to right. */
static float sum_four(const float *x, int64_t gap, int64_t n)
{
    int64_t quarter = n / 4;
    float part[4];
    for (int k = 0; k < 4; k++)
        part[k] = sum_levels(x + k * gap, 4 * gap, quarter);
    for (int64_t i = quarter * 4; i < n; i++)
        part[0] += x[i * gap];
    return ((part[0] + part[1]) + part[2]) + part[3];
}

float sum_straight(const float *x, int64_t n)
{
    return sum_levels(x, 1, n);
}

float sum_strided(const float *x, int64_t n)
{
    return sum_four(x, 1, n);
}

float sum_lanes(const float *x, int64_t n)
{
    enum { LANES = 8 };
    int64_t full = n / LANES;
    float sum = 0;
    for (int64_t i = full * LANES; i < n; i++)
        sum += x[i];
    for (int lane = 0; lane < LANES; lane++)
        sum += sum_four(x + lane, LANES, full);
    return sum;
}

/* The sum inside a softmax: left to right when there are fewer than eight; else in eight lanes that
 * are folded in halves. */
static float sum_folded(const float *x, int64_t n)
{
    enum { LANES = 8 };
    float lane[LANES] = {0};
    if (n < LANES) {
        float sum = x[0];
        for (int64_t i = 1; i < n; i++)
            sum += x[i];
        return sum;
    }
    for (int64_t i = 0; i < n; i++)
        lane[i % LANES] += x[i];
    float half[4];
    for (int i = 0; i < 4; i++)
        half[i] = lane[i] + lane[i + 4];
    return (half[0] + half[2]) + (half[1] + half[3]);
}

float powers32(float *power, const float *x, int64_t n, float *max)
{
    *max = x[0];
    for (int64_t i = 1; i < n; i++)
        *max = x[i] > *max || isnan(x[i]) ? x[i] : *max; /* a NaN stays */
    for (int64_t i = 0; i < n; i++)
        power[i] = exp32(x[i] - *max);
    return sum_folded(power, n);
}

void softmax32(float *out, const float *x, int64_t n)
{
    float max, scale = 1.0f / powers32(out, x, n, &max);
    for (int64_t i = 0; i < n; i++)
        out[i] *= scale;
}
