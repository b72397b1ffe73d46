/* The hyperbolic sine and cosine, which PyTorch takes from SLEEF (Boost licence) where sixteen numbers fill its
 * vectors, and from libm where fewer are left: fdlibm's in glibc (its notice: Copyright (C) 1993 by Sun
 * Microsystems, Inc. All rights reserved. Developed at SunPro. Permission to use, copy, modify, and distribute
 * this software is freely granted, provided that this notice is preserved). */
#include <string.h>

#include "core/math32.h"

/* --- in vectors ----------------------------------------------------------------------------------- */

/* Beyond it e^x is infinite, and so are these; so are they where it is that in between. */
enum { VECTOR_MOST = 89 };

/* A number as the sum of two floats: what the first leaves out of it is in the second. */
typedef struct Pair32 {
    float high, low;
} Pair32;

static Pair32 plus32(Pair32 x, Pair32 y)
{
    float sum = x.high + y.high, of_y = sum - x.high;
    return (Pair32){sum, ((x.high - (sum - of_y)) + (y.high - of_y)) + (x.low + y.low)};
}

static Pair32 times32(Pair32 x, Pair32 y)
{
    float product = x.high * y.high, left = fused32(x.high, y.high, -product);
    return (Pair32){product, fused32(x.high, y.low, fused32(x.low, y.high, left))};
}

/* e^x for 0 <= x < VECTOR_MOST. */
static Pair32 exp_pair(float x)
{
    int n = (int)rintf(x * EXP32_PER_LOG2);
    Pair32 s = plus32((Pair32){x, 0}, (Pair32){(float)n * -EXP32_LOG2_HIGH, 0});
    s = plus32(s, (Pair32){(float)n * -EXP32_LOG2_LOW, 0});
    float u = fused32(0.1980960224e-3f, s.high, 0.1394256484e-2f);
    u = fused32(u, s.high, 0.8333456703e-2f);
    u = fused32(u, s.high, 0.4166637361e-1f);
    float product = s.high * u;
    Pair32 t = {product, fused32(s.low, u, fused32(s.high, u, -product))};
    t = plus32(t, (Pair32){0.166666659414234244790680580464f, 0});
    t = plus32(times32(s, t), (Pair32){0.5f, 0});
    float square = s.high * s.high;
    Pair32 squared = {square, fused32(s.high + s.high, s.low, fused32(s.high, s.high, -square))};
    t = plus32(s, times32(squared, t));
    float sum = 1 + t.high;
    t = (Pair32){sum, ((1 - sum) + t.high) + t.low};
    return (Pair32){ldexpf(t.high, n), ldexpf(t.low, n)};
}

/* 1 / x. */
static Pair32 inverse32(Pair32 x)
{
    float high = 1 / x.high;
    return (Pair32){high, high * fused32(-x.low, high, fused32(-x.high, high, 1))};
}

float sinh32_vector(float x)
{
    if (!(fabsf(x) < VECTOR_MOST))
        return isnan(x) ? x : copysignf(INFINITY, x);
    Pair32 power = exp_pair(fabsf(x)), inverse = inverse32(power);
    float high = power.high - inverse.high;
    float low = (((power.high - high) - inverse.high) + power.low) - inverse.low;
    float half = (high + low) * 0.5f;
    return copysignf(isnan(half) ? INFINITY : half, x);
}

float cosh32_vector(float x)
{
    if (!(fabsf(x) < VECTOR_MOST))
        return isnan(x) ? x : INFINITY;
    Pair32 power = exp_pair(fabsf(x)), inverse = inverse32(power);
    float high = power.high + inverse.high;
    float low = (((power.high - high) + inverse.high) + power.low) + inverse.low;
    float half = (high + low) * 0.5f;
    return isnan(half) ? INFINITY : half;
}

/* --- one by one ----------------------------------------------------------------------------------- */

/* e^x - 1 for 0 <= x < 22: k ln 2 is taken off x, and a quotient of polynomials is taken of the rest. */
static float expm1_libm(float x)
{
    static const float low2 = 9.0580006145e-06f, high2 = 6.9313812256e-01f;
    int k = 0;
    float left = 0;
    if (x > 0x1.62e43p-2f) { /* half of ln 2 */
        k = x < 0x1.0a2b24p+0f ? 1 : (int)(1.4426950216f * x + 0.5f);
        float high = x - (float)k * high2, low = (float)k * low2;
        x = high - low;
        left = (high - x) - low;
    } else if (x < 0x1p-25f) {
        return x;
    }
    float half = 0.5f * x, square = x * half;
    float r = square * (4.0082177293e-06f + square * -2.0109921195e-07f);
    r = square * (1.5873016091e-03f + square * (-7.9365076090e-05f + r));
    r = 1 + square * (-3.3333335072e-02f + r);
    float t = 3 - r * half, e = square * ((r - t) / (6 - x * t));
    if (k == 0)
        return x - (x * e - square);
    e = x * (e - left) - left - square;
    if (k == 1)
        return x < -0.25f ? -2 * (e - (x + 0.5f)) : 1 + 2 * (x - e);
    float less = ldexpf(1, -k);
    return ldexpf(k < 23 ? (1 - less) - (e - x) : (x - (e + less)) + 1, k);
}

/* Beyond 88.7 half of e^x is taken in two steps. */
static float half_of_exp(float x)
{
    if (x < 0x1.62e3p+6f)
        return 0.5f * exp32_libm(x);
    if (x > 0x1.65a9f8p+6f)
        return INFINITY;
    float root = exp32_libm(0.5f * x);
    return 0.5f * root * root;
}

float sinh32_libm(float x)
{
    float size = fabsf(x), half = copysignf(0.5f, x);
    if (isnan(x) || size < 0x1p-28f)
        return x;
    if (size >= 22)
        return copysignf(half_of_exp(size), x);
    float t = expm1_libm(size);
    return size < 1 ? half * (2 * t - t * t / (t + 1)) : half * (t + t / (t + 1));
}

float cosh32_libm(float x)
{
    float size = fabsf(x);
    if (isnan(x))
        return x;
    if (size >= 22)
        return half_of_exp(size);
    if (size < 0x1.62e43p-2f) { /* half of ln 2 */
        float t = expm1_libm(size), w = 1 + t;
        return size < 0x1p-55f ? 1 : 1 + (t * t) / (w + w);
    }
    float t = exp32_libm(size);
    return 0.5f * t + 0.5f / t;
}
