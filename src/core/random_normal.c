/* Standard normals by Box and Muller: a pair of uniform numbers u1, u2 gives a radius sqrt(-2
 * log u) and an angle 2 pi u, and the point there has two normals as its coordinates.
 *
 * PyTorch has two ways, and both are here. Fewer than 16 numbers are made one by one in double,
 * and the second of a pair waits in the generator for the next call. 16 and more are made in
 * blocks of float, with the short logarithm, sine and cosine of Cephes, rounded here exactly as
 * PyTorch's vectors round them.
 *
 * log, sin and cos in double come from libm: the one place where the generator relies on it.
 * They are good to about 2^-52 and the result is rounded to 2^-24, so another libm shows in one
 * number of 2^27 or so: of 8 million, computed with 80 bits instead, none came out different.
 * The float way needs nothing from libm but sqrtf, fmaf and frexpf, which are exact or correctly
 * rounded everywhere. */
#include <math.h>

#include "core/random_internal.h"

enum { BLOCK = 16, HALF = BLOCK / 2 };

static const double pi = 0x1.921fb54442d18p+1;

/* --- one by one ------------------------------------------------------------------------------ */

static double normal(Random *r)
{
    if (r->has_normal) {
        r->has_normal = false;
        return r->normal;
    }
    double u1 = random_unit64(r);
    double u2 = random_unit64(r);
    double radius = sqrt(-2.0 * log(1.0 - u2));
    double angle = 2.0 * pi * u1;
    r->normal = radius * sin(angle);
    r->has_normal = true;
    return radius * cos(angle);
}

/* --- in blocks ------------------------------------------------------------------------------- */

/* c[0] x^(n-1) + c[1] x^(n-2) + ... + c[n-1]. */
static float polynomial(float x, const float *c, int n)
{
    float y = c[0];
    for (int i = 1; i < n; i++)
        y = fmaf(y, x, c[i]);
    return y;
}

/* log(x) for a normal x > 0: x = 2^e (1 + f), |f| < 0.42, and log(1 + f) = f - f^2 / 2 + f^3
 * P(f). ln 2 has two parts, the first with few bits, so that e times it is exact. */
static float log32(float x)
{
    static const float c[] = {7.0376836292e-2f,  -1.1514610310e-1f, 1.1676998740e-1f,
                              -1.2420140846e-1f, 1.4249322787e-1f,  -1.6668057665e-1f,
                              2.0000714765e-1f,  -2.4999993993e-1f, 3.3333331174e-1f};
    int exponent;
    float m = frexpf(x, &exponent);
    float f = m - 1.0f;
    if (m < 0.707106781186547524f) {
        exponent--;
        f += m;
    }
    float e = (float)exponent;
    float square = f * f;
    float y = polynomial(f, c, 9) * f;
    float rest = e * -2.12194440e-4f;
    y = fmaf(y, square, rest);
    y = fmaf(-square, 0.5f, y);
    f += y;
    return fmaf(e, 0.693359375f, f);
}

/* Sine and cosine of an angle x >= 0: x is taken to within pi/4 of an even multiple of it, by
 * pi/4 in three parts, and which multiple says which of the two polynomials is which, and the
 * signs. */
static void turn32(float x, float *sine, float *cosine)
{
    static const float for_cosine[] = {2.443315711809948e-5f, -1.388731625493765e-3f,
                                       4.166664568298827e-2f};
    static const float for_sine[] = {-1.9515295891e-4f, 8.3321608736e-3f, -1.6666654611e-1f};
    int octant = (int)(x * 1.27323954473516f); /* 4 / pi */
    octant = (octant + 1) & ~1;
    float eighths = (float)octant;
    x = fmaf(eighths, -0.78515625f, x);
    x = fmaf(eighths, -2.4187564849853515625e-4f, x);
    x = fmaf(eighths, -3.77489497744594108e-8f, x);

    float square = x * x;
    float half = square * 0.5f;
    float c = polynomial(square, for_cosine, 3) * square;
    c = fmaf(c, square, -half) + 1.0f;
    float s = polynomial(square, for_sine, 3) * square;
    s = fmaf(s, x, x);

    bool across = octant & 2;
    *sine = across ? c : s;
    *cosine = across ? s : c;
    if (octant & 4)
        *sine = -*sine;
    if ((octant + 2) & 4)
        *cosine = -*cosine;
}

/* x[j] and x[j + 8], uniform in [0, 1), become the two normals of a pair. Adding 0, the mean,
 * makes a minus zero plain. */
static void transform(float *x)
{
    for (int j = 0; j < HALF; j++) {
        float radius = sqrtf(-2.0f * log32(1.0f - x[j]));
        float angle = (float)(2.0 * pi) * x[j + HALF];
        float sine, cosine;
        turn32(angle, &sine, &cosine);
        float first = radius * cosine, second = radius * sine;
        x[j] = first + 0.0f;
        x[j + HALF] = second + 0.0f;
    }
}

static void draw_units(Random *r, float *out, int64_t n)
{
    for (int64_t i = 0; i < n; i++)
        out[i] = random_unit32(r);
}

/* The last 16 are drawn anew when blocks do not come out even: over normals that were done. */
static void draw_blocks(Random *r, float *out, int64_t n)
{
    draw_units(r, out, n);
    for (int64_t i = 0; i + BLOCK <= n; i += BLOCK)
        transform(out + i);
    if (n % BLOCK == 0)
        return;
    float *last = out + (n - BLOCK);
    draw_units(r, last, BLOCK);
    transform(last);
}

float random_exponential(Random *r)
{
    return (float)-log(1.0 - random_unit64(r));
}

void random_normals(Random *r, double mean, double deviation, float *out, int64_t n)
{
    bool standard = mean == 0 && deviation == 1;
    if (n >= BLOCK)
        draw_blocks(r, out, n);
    for (int64_t i = 0; n >= BLOCK && !standard && i < n; i++)
        out[i] = fmaf(out[i], (float)deviation, (float)mean);
    for (int64_t i = 0; n < BLOCK && i < n; i++)
        out[i] = (float)(normal(r) * deviation + mean);
}
