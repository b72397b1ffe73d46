#include "bounds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "tell/number.h"

/* --- values ----------------------------------------------------------------------------------------- */

/* Share that one operation in float32 rounds by at most, and some more; and near zero, where it has fewer digits. */
static const double rounding = 4e-7, least = 1e-44;

static Bounds widened(double low, double high)
{
    double by = rounding * fmax(fabs(low), fabs(high)) + least;
    return (Bounds){low - by, high + by};
}

bool bounds_has(Bounds s, double value)
{
    if (isnan(value) || isnan(s.low))
        return isnan(value) && isnan(s.low);
    return s.low == value ||
           (widened(s.low, s.high).low <= value && value <= widened(s.low, s.high).high);
}

bool bounds_meet(Bounds a, Bounds b)
{
    return a.low <= b.high && b.low <= a.high;
}

Bounds bounds_sum(Bounds a, Bounds b)
{
    return widened(a.low + b.low, a.high + b.high);
}

static Bounds product(Bounds a, Bounds b)
{
    double p[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return widened(fmin(fmin(p[0], p[1]), fmin(p[2], p[3])),
                   fmax(fmax(p[0], p[1]), fmax(p[2], p[3])));
}

static Bounds quotient(Bounds a, Bounds b)
{
    if (b.low <= 0 && b.high >= 0)
        return (Bounds){-(double)INFINITY, (double)INFINITY};
    return product(a, (Bounds){1 / b.high, 1 / b.low});
}

static double negative(double x)
{
    return -x;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

static double relu(double x)
{
    return fmax(x, 0);
}

/* Functions that only grow, or only fall. */
static const struct {
    const char *name;
    double (*of)(double);
} functions[] = {
    {"exp", exp},      {"log", log},         {"sqrt", sqrt}, {"tanh", tanh},
    {"neg", negative}, {"sigmoid", sigmoid}, {"relu", relu}, {"log1p", log1p},
};

/* --- reading ---------------------------------------------------------------------------------------- */

static const double digits_of_small =
    5.001e-4; /* a number that has four digits is off by so much of itself */

Bounds bounds_number(const char *text, int decimals, const char **end)
{
    const double off = 0.5000001 * pow(10, -decimals);
    const struct {
        const char *name;
        Bounds value;
    } words[] = {
        {"True", {1, 1}}, {"False", {0, 0}}, {"~0", {-off, off}}, {"~1", {1 - 2 * off, 1}}};
    for (int i = 0; i < COUNT(words); i++)
        if (strncmp(text, words[i].name, strlen(words[i].name)) == 0) {
            *end = text + strlen(words[i].name);
            return words[i].value;
        }
    char *after;
    double x = strtod(text, &after);
    *end = after;
    if (!isfinite(x))
        return (Bounds){x, x};
    double by = off, share = fabs(x) * digits_of_small;
    if (memchr(text, 'e', (size_t)(after - text)))
        by = share;
    else if (fabs(x) <= 0.5e-4)
        by = decimals < NUMBER_MOST_DECIMALS ? share : fmax(off, share);
    return (Bounds){x - by, x + by};
}

typedef struct Reading {
    const char *at;
    int decimals;
    bool ok;
} Reading;

static Bounds read_sum(Reading *r);

static bool takes(Reading *r, const char *sign)
{
    const char *at = r->at + strspn(r->at, " ");
    bool is_there = strncmp(at, sign, strlen(sign)) == 0;
    r->at = is_there ? at + strlen(sign) : r->at;
    return is_there;
}

static Bounds in_brackets(Reading *r)
{
    Bounds inner = read_sum(r);
    r->ok = takes(r, ")") && r->ok;
    return inner;
}

static Bounds read_one(Reading *r)
{
    if (takes(r, "("))
        return in_brackets(r);
    r->at += strspn(r->at, " ");
    for (int i = 0; i < COUNT(functions); i++) {
        size_t length = strlen(functions[i].name);
        if (strncmp(r->at, functions[i].name, length) != 0 || r->at[length] != '(')
            continue;
        r->at += length + 1;
        Bounds in = in_brackets(r);
        double x = functions[i].of(in.low), y = functions[i].of(in.high);
        return widened(fmin(x, y), fmax(x, y));
    }
    const char *end;
    Bounds s = bounds_number(r->at, r->decimals, &end);
    r->ok = r->ok && end != r->at && isfinite(s.low);
    r->at = end;
    return s;
}

static Bounds read_product(Reading *r)
{
    Bounds s = read_one(r);
    while (r->ok) {
        if (takes(r, "*") && *r->at != '*')
            s = product(s, read_one(r));
        else if (takes(r, "/") && *r->at != '/')
            s = quotient(s, read_one(r));
        else
            break;
    }
    return s;
}

static Bounds read_sum(Reading *r)
{
    Bounds s = read_product(r);
    while (r->ok) {
        if (takes(r, "+")) {
            s = bounds_sum(s, read_product(r));
        } else if (takes(r, "-")) {
            Bounds b = read_product(r);
            s = bounds_sum(s, (Bounds){-b.high, -b.low});
        } else {
            break;
        }
    }
    return s;
}

bool bounds_computed(const char *text, int decimals, Bounds *out)
{
    Reading r = {text, decimals, true};
    *out = read_sum(&r);
    return r.ok && r.at[strspn(r.at, " ")] == '\0' && !isnan(out->low) && !isnan(out->high);
}
