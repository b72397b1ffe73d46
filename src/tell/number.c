#include "tell/number.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "core/print.h"

static const double million = 1e6;

/* Tells whether two numbers are the same as the type of a tensor holds them. */
static bool is_same(double a, double b, QkvDType type)
{
    return type == QKV_FLOAT64 ? a == b : (float)a == (float)b;
}

/* Tells whether the nearest number with so many decimals is the same. */
static bool is_short(double x, int decimals, QkvDType type)
{
    static const double power[NUMBER_DECIMALS + 1] = {1, 1e1, 1e2, 1e3, 1e4};
    double scaled = x * power[decimals];
    return fabs(scaled) < 1e15 && is_same(nearbyint(scaled) / power[decimals], x, type);
}

/* "-1e9", "12": without what printf adds to the exponent. */
static void write_brief(Buf *out, double x)
{
    if (fabs(x) < million) {
        buf_printf(out, "%.0f", x);
        return;
    }
    char text[32];
    snprintf(text, sizeof text, "%.0e", x);
    const char *exponent = strchr(text, 'e') + 1;
    exponent += strspn(exponent, "+0");
    buf_printf(out, "%.*se%s", (int)strcspn(text, "e"), text, exponent);
}

static const double far_below = -1e8;

/* Tells whether write_brief tells all of a number: it is whole, or one digit and zeros, as -1e9 is. */
static bool is_brief(double x, QkvDType type)
{
    double size = fabs(x);
    if (size < million)
        return x == trunc(x);
    double one = pow(10, floor(log10(size)));
    return is_same(nearbyint(size / one) * one, size, type);
}

/* In the order in which it is cheapest: large tensors are walked over before the first of their
 * numbers is on the screen. */
static void visit(NumberRange *r, double x, QkvDType type)
{
    static const double whole_from = 8388608; /* 2^23: from there on every float is whole */
    double distance = fabs(x);
    if (!(distance <= DBL_MAX)) {
        r->has_nan = r->has_nan || isnan(x);
        r->has_inf = r->has_inf || isinf(x);
        r->has_minus_inf = r->has_minus_inf || (isinf(x) && x < 0);
        return;
    }
    if (x <= far_below && r->fill == 0 && is_brief(x, type))
        r->fill = x;
    if (x <= far_below && x == r->fill)
        return;
    r->low = x < r->low ? x : r->low;
    r->high = x > r->high ? x : r->high;
    double inner = x < 0.5 ? x : 1 - x;
    r->middle = inner > r->middle ? inner : r->middle;
    if (distance > 0)
        r->least = distance < r->least ? distance : r->least;
    else
        r->has_zero = true;
    if (distance < whole_from && x != (double)(int32_t)x) {
        r->whole = false;
        while (r->needs <= NUMBER_DECIMALS && !is_short(x, r->needs, type))
            r->needs++;
    }
}

static NumberRange range_of_floats(const QkvTensor *t)
{
    const double most = (double)INFINITY;
    NumberRange r = {.low = most, .high = -most, .least = most, .whole = true};
    for (int64_t i = 0; i < t->count; i++)
        visit(&r, qkv_tensor_at(t, i), t->dtype);
    r.any = r.low <= r.high;
    r.low = r.any ? r.low : 0;
    r.high = r.any ? r.high : 0;
    r.least = isinf(r.least) ? 0 : r.least;
    return r;
}

/* Integers and truth values: always whole. */
static NumberRange range_of_others(const QkvTensor *t)
{
    NumberRange r = {.any = t->count > 0, .whole = true};
    for (int64_t i = 0; i < t->count; i++) {
        double x = qkv_tensor_at(t, i);
        r.low = i > 0 && r.low < x ? r.low : x;
        r.high = i > 0 && r.high > x ? r.high : x;
    }
    return r;
}

NumberRange number_range(const QkvTensor *t)
{
    NumberRange r = qkv_is_float(t->dtype) ? range_of_floats(t) : range_of_others(t);
    r.shares = r.low >= 0 && r.high <= 1;
    return r;
}

NumberRange number_range_of_both(const NumberRange *a, const NumberRange *b)
{
    NumberRange r = {.any = a->any || b->any,
                     .whole = a->whole && b->whole,
                     .has_zero = a->has_zero || b->has_zero,
                     .has_nan = a->has_nan || b->has_nan,
                     .has_inf = a->has_inf || b->has_inf,
                     .has_minus_inf = a->has_minus_inf || b->has_minus_inf,
                     .needs = a->needs > b->needs ? a->needs : b->needs};
    if (!a->any || !b->any) { /* the other one alone has finite numbers */
        r.low = a->low + b->low;
        r.high = a->high + b->high;
    } else {
        r.low = fmin(a->low, b->low);
        r.high = fmax(a->high, b->high);
    }
    r.middle = fmax(a->middle, b->middle);
    r.least = a->least == 0 || b->least == 0 ? a->least + b->least : fmin(a->least, b->least);
    r.fill = a->fill != 0 ? a->fill : b->fill;
    if (a->fill != 0 && b->fill != 0 && a->fill != b->fill) /* b's is like any other number */
        r.low = fmin(r.low, b->fill);
    r.shares = a->shares && b->shares && r.low >= 0;
    return r;
}

static void strip_minus_zero(Buf *out, size_t start)
{
    const char *text = out->text + start;
    if (text[0] != '-' || strspn(text + 1, "0.e+") != strlen(text + 1))
        return;
    memmove(out->text + start, text + 1, strlen(text));
    buf_cut(out, out->length - 1);
}

/* Tells whether a number other than 0 would be written as 0: %f rounds a half to the even side. */
static bool vanishes(double x, int decimals)
{
    return x != 0 && fabs(x) <= 0.5 * pow(10, -decimals);
}

/* Tells whether a number below 1 would be written as 1. What is nearer to 1 than a sum of shares is rounded
 * counts as 1. */
static bool becomes_one(double x, int decimals)
{
    static const double rounded = 1.0 / (1 << 22);
    if (1 - x < rounded || x < 0.5 || 1 - x > pow(10, -decimals))
        return false;
    Buf text = {0};
    buf_printf(&text, "%.*f", decimals, x);
    bool is_one = text.text[0] == '1';
    buf_release(&text);
    return is_one;
}

static void write(Buf *out, const NumberFormat *f, double x)
{
    size_t start = out->length;
    if (isnan(x))
        buf_puts(out, "nan");
    else if (isinf(x))
        buf_puts(out, x < 0 ? "-inf" : "inf");
    else if (f->kind == NUMBER_TRUTH)
        buf_puts(out, x != 0 ? "True" : "False");
    else if (x == f->fill && x != 0)
        write_brief(out, x);
    else if (f->kind == NUMBER_SCIENTIFIC)
        buf_printf(out, "%.*e", f->decimals, x);
    else if (f->kind == NUMBER_FIXED && vanishes(x, f->decimals))
        buf_puts(out, "~0");
    else if (f->kind == NUMBER_FIXED && f->shares && becomes_one(x, f->decimals))
        buf_puts(out, "~1");
    else
        buf_printf(out, "%.*f", f->kind == NUMBER_WHOLE ? 0 : f->decimals, x);
    strip_minus_zero(out, start);
}

static int width_of(const NumberFormat *f, double x)
{
    Buf text = {0};
    write(&text, f, x);
    int width = (int)text.length;
    buf_release(&text);
    return width;
}

NumberFormat number_format_of(const NumberRange *r, QkvDType dtype, int decimals)
{
    if (dtype == QKV_BOOL)
        return (NumberFormat){.kind = NUMBER_TRUTH, .width = 5};
    double most = fabs(r->low) > fabs(r->high) ? fabs(r->low) : fabs(r->high);
    NumberFormat f = {NUMBER_FIXED, decimals, 1, r->fill, r->shares};
    if (r->whole && (most < million || !qkv_is_float(dtype)))
        f.kind = NUMBER_WHOLE;
    else if (most >= million)
        f.kind = NUMBER_SCIENTIFIC;
    else if (r->needs < decimals && decimals <= NUMBER_DECIMALS)
        f.decimals = r->needs;
    /* The longest is the largest or the smallest; "~0" where no decimals are asked for; 0 where all
     * others are "~0"; of shares one that is neither that nor "~1". */
    const double tried[] = {r->low, r->high, r->least, f.shares ? r->middle : r->low, 0};
    for (int i = 0; i < 4 + r->has_zero && r->any; i++) {
        int width = width_of(&f, tried[i]);
        f.width = f.width > width ? f.width : width;
    }
    if (r->has_minus_inf)
        f.width = max_int(f.width, (int)strlen("-inf"));
    if (r->has_inf || r->has_nan)
        f.width = max_int(f.width, (int)strlen("inf"));
    int fill = r->fill != 0 ? width_of(&f, r->fill) : 0;
    f.width = f.width > fill ? f.width : fill;
    return f;
}

NumberFormat number_format(const QkvTensor *t, int decimals)
{
    NumberRange r = {0};
    if (t->dtype != QKV_BOOL)
        r = number_range(t);
    return number_format_of(&r, t->dtype, decimals);
}

void number_cell(Buf *out, const NumberFormat *format, const QkvTensor *t, int64_t cell)
{
    if (qkv_is_long(t->dtype))
        buf_printf(out, "%lld", (long long)t->data.i[cell]);
    else
        write(out, format, qkv_tensor_at(t, cell));
}

static void strip_zeros(Buf *out)
{
    while (out->text[out->length - 1] == '0')
        buf_cut(out, out->length - 1);
    if (out->text[out->length - 1] == '.')
        buf_cut(out, out->length - 1);
}

void number_short(Buf *out, double x, int decimals)
{
    enum { MOST_NINES = 7, DIGITS = 4 }; /* a float32 that is not taken for 1 has no more nines */
    static const double large = 1e15, small = 1e-9;
    double size = fabs(x);
    while (decimals < MOST_NINES && becomes_one(x, decimals))
        decimals++;
    if (!isfinite(x) || x == 0) {
        write(out, &(NumberFormat){.kind = NUMBER_WHOLE}, x);
        return;
    }
    if (size >= million && is_brief(x, QKV_FLOAT32)) {
        write_brief(out, x);
        return;
    }
    if (size >= large || size < small) {
        buf_printf(out, "%.*e", DIGITS - 1, x);
        return;
    }
    bool is_small = vanishes(x, NUMBER_DECIMALS); /* more decimals must not show fewer digits */
    if (is_small || vanishes(x, decimals)) {
        int least = -(int)floor(log10(size)) + (is_small ? DIGITS - 1 : 0);
        decimals = decimals > least ? decimals : least;
    }
    write(out, &(NumberFormat){.kind = NUMBER_FIXED, .decimals = decimals}, x);
    if (decimals > 0)
        strip_zeros(out);
}

void number_spoken(Buf *out, const NumberFormat *format, const QkvTensor *t, int64_t cell)
{
    size_t start = out->length;
    number_cell(out, format, t, cell);
    if (out->text[start] != '~')
        return;
    buf_cut(out, start);
    number_short(out, qkv_tensor_at(t, cell), format->decimals);
}

void number_full(Buf *out, const QkvTensor *t, int64_t cell)
{
    if (qkv_is_float(t->dtype))
        print_float(out, qkv_tensor_at(t, cell));
    else if (qkv_is_long(t->dtype))
        buf_printf(out, "%lld", (long long)t->data.i[cell]);
    else if (t->dtype == QKV_UINT8)
        buf_printf(out, "%d", t->data.b[cell]);
    else
        buf_puts(out, t->data.b[cell] ? "True" : "False");
}

void number_exact(Buf *out, const QkvTensor *t, int64_t cell)
{
    enum { FLOAT_DIGITS = 9 };
    char text[32];
    if (!qkv_is_float(t->dtype)) {
        buf_printf(out, "%lld",
                   qkv_is_long(t->dtype) ? (long long)t->data.i[cell] : t->data.b[cell]);
        return;
    }
    double x = qkv_tensor_at(t, cell), near = x;
    bool is_found = t->dtype != QKV_FLOAT32 || !isfinite(x);
    for (int digits = 1; digits <= FLOAT_DIGITS && !is_found; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, x);
        near = strtod(text, NULL);
        is_found = (float)near == (float)x;
    }
    print_float(out, near);
}
