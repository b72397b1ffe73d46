/* Judges guesses at numbers. The word for a wrong one never tells how far off it is: that would be the answer. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "tell/tell.h"

/* True if two numbers are written in the same way, with so many decimals, or digits ("%.*e"). */
static bool looks_same(double a, double b, const char *how, int decimals)
{
    char x[400], y[400];
    snprintf(x, sizeof x, how, decimals, a);
    snprintf(y, sizeof y, how, decimals, b);
    return strcmp(x + (*x == '-' && atof(x) == 0), y + (*y == '-' && atof(y) == 0)) == 0;
}

/* A number is as near as it can be with the decimals, or the digits, that a guess is written with, two or more: 0.06 is
 * 0.0634, and 1.9 is 1.9366. */
static bool is_rounded(const char *guess, double number, double value)
{
    enum { LEAST = 2, MOST = 9 };
    const char *point = strchr(guess, '.'), *first = guess + strcspn(guess, "123456789");
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0, digits = 0;
    for (; *first; first++)
        digits += is_digit(*first);
    if (!point || max_int(decimals, digits) > MOST || number == 0 ||
        guess[strspn(guess, "+-.0123456789 ")])
        return false;
    return (decimals >= LEAST && looks_same(number, value, "%.*f", decimals)) ||
           (digits >= LEAST && looks_same(number, value, "%.*e", digits - 1));
}

/* As the page shows it, or rightly rounded, or half a percent off, where numbers are no whole ones: nobody computes four
 * digits in the head. Of inf any number would be within that. */
static bool is_right(const char *guess, double number, double value, const NumberFormat *format,
                     int decimals)
{
    static const double tolerance = 0.005;
    bool is_whole = format->kind == NUMBER_WHOLE || format->kind == NUMBER_TRUTH;
    bool is_short = format->kind == NUMBER_SCIENTIFIC;
    if (is_short)
        decimals = format->decimals;
    else if (is_whole)
        decimals = NUMBER_MOST_DECIMALS;
    if (!isfinite(number) || !isfinite(value))
        return number == value || (isnan(number) && isnan(value));
    return looks_same(number, value, is_short ? "%.*e" : "%.*f", decimals) ||
           is_rounded(guess, number, value) ||
           (!is_whole && fabs(number - value) <= tolerance * fabs(value));
}

const char *tell_judge(const Lens *l, const QkvTensor *t, int64_t cell, const char *guess,
                       double number)
{
    double value = qkv_tensor_at(t, cell);
    NumberFormat format = number_format(t, l->decimals);
    if (is_right(guess, number, value, &format, l->decimals))
        return NULL;
    if (!isfinite(number - value) || t->dtype == QKV_BOOL)
        return "not it";
    if (looks_same(number, value, "%.*e", 1))
        return "close, right to two digits";
    return number < value ? "too small" : "too large";
}
