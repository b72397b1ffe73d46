#include "app/judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"

/* True if two numbers are the same as far as the page shows them. */
static bool looks_same(double a, double b, const NumberFormat *format)
{
    enum { DIGITS = 400 };
    char x[DIGITS], y[DIGITS];
    if (isnan(a) || isnan(b) || isinf(a) || isinf(b))
        return a == b || (isnan(a) && isnan(b));
    const char *how = format->kind == NUMBER_SCIENTIFIC ? "%.*e" : "%.*f";
    int decimals = format->kind == NUMBER_FIXED || format->kind == NUMBER_SCIENTIFIC
                       ? format->decimals
                       : NUMBER_MOST_DECIMALS;
    snprintf(x, sizeof x, how, decimals, a + 0.0);
    snprintf(y, sizeof y, how, decimals, b + 0.0);
    return strcmp(x + (*x == '-' && atof(x) == 0), y + (*y == '-' && atof(y) == 0)) == 0;
}

static bool has_same_digits(double a, double b)
{
    char x[32], y[32];
    snprintf(x, sizeof x, "%.1e", a);
    snprintf(y, sizeof y, "%.1e", b);
    return strcmp(x, y) == 0;
}

/* A number is as near as it can be with the decimals, or the digits, that a guess is written with, two or more: 0.06 is
 * 0.0634, and 1.9 is 1.9366. */
static bool is_rounded(const char *guess, double number, double value)
{
    enum { LEAST = 2, MOST = 9 };
    char x[32], y[32];
    const char *point = strchr(guess, '.'), *first = guess + strcspn(guess, "123456789");
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0, digits = 0;
    for (; *first; first++)
        digits += is_digit(*first);
    if (!point || max_int(decimals, digits) > MOST || number == 0 ||
        guess[strspn(guess, "+-.0123456789 ")])
        return false;
    snprintf(x, sizeof x, "%.*f", decimals, number);
    snprintf(y, sizeof y, "%.*f", decimals, value);
    if (decimals >= LEAST && strcmp(x, y) == 0)
        return true;
    snprintf(x, sizeof x, "%.*e", digits - 1, number);
    snprintf(y, sizeof y, "%.*e", digits - 1, value);
    return digits >= LEAST && strcmp(x, y) == 0;
}

/* Nobody computes four digits in the head: half a percent is right, where numbers are no whole ones. Of inf any number
 * would be within that. */
bool judge_is_right(const char *guess, const QkvTensor *t, int64_t cell, int decimals)
{
    static const double tolerance = 0.005;
    double number = 0, value = qkv_tensor_at(t, cell);
    NumberFormat format = number_format(t, decimals);
    if (!guess_read(guess, &number))
        return false;
    if (format.kind == NUMBER_FIXED)
        format.decimals = decimals; /* decimals that the page leaves off are zeros */
    bool is_whole = format.kind == NUMBER_WHOLE || format.kind == NUMBER_TRUTH;
    return looks_same(number, value, &format) || is_rounded(guess, number, value) ||
           (!is_whole && isfinite(value) && fabs(number - value) <= tolerance * fabs(value));
}

const char *judge_wrong(const char *guess, const QkvTensor *t, int64_t cell)
{
    double number = 0, value = qkv_tensor_at(t, cell);
    guess_read(guess, &number);
    return !isfinite(number - value) || t->dtype == QKV_BOOL ? "not it"
           : has_same_digits(number, value)                  ? "close, right to two digits"
           : number < value                                  ? "too small"
                                                             : "too large";
}
