#include "view/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/print.h"

static const double million = 1e6;

/* What decides the format of a tensor of floats. */
typedef struct Range {
    double low, high; /* over the finite numbers */
    bool any, whole, has_nan, has_inf, has_minus_inf;
} Range;

static Range range_of(const Tensor *t)
{
    Range r = {.whole = true};
    for (int64_t i = 0; i < t->count; i++) {
        double x = tensor_at(t, i);
        if (isnan(x)) {
            r.has_nan = true;
        } else if (isinf(x)) {
            r.has_inf = true;
            r.has_minus_inf = r.has_minus_inf || x < 0;
        } else {
            r.low = r.any && r.low < x ? r.low : x;
            r.high = r.any && r.high > x ? r.high : x;
            r.whole = r.whole && x == floor(x);
            r.any = true;
        }
    }
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

static void write(Buf *out, const NumberFormat *f, double x)
{
    size_t start = out->length;
    if (isnan(x))
        buf_puts(out, "nan");
    else if (isinf(x))
        buf_puts(out, x < 0 ? "-inf" : "inf");
    else if (f->kind == NUMBER_TRUTH)
        buf_puts(out, x != 0 ? "True" : "False");
    else if (f->kind == NUMBER_SCIENTIFIC)
        buf_printf(out, "%.*e", f->decimals, x);
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

NumberFormat number_format(const Tensor *t, int decimals)
{
    if (t->dtype == DTYPE_BOOL)
        return (NumberFormat){NUMBER_TRUTH, 0, 5};
    Range r = range_of(t);
    double most = fabs(r.low) > fabs(r.high) ? fabs(r.low) : fabs(r.high);
    NumberFormat f = {NUMBER_FIXED, decimals, 1};
    if (r.whole && (most < million || t->dtype == DTYPE_INT64))
        f.kind = NUMBER_WHOLE;
    else if (most >= million)
        f.kind = NUMBER_SCIENTIFIC;
    /* The longest is the largest or the smallest; -0.00001 loses its sign, so both are tried. */
    int low = r.any ? width_of(&f, r.low) : 1, high = r.any ? width_of(&f, r.high) : 1;
    f.width = low > high ? low : high;
    int special = r.has_minus_inf ? 4 : r.has_inf || r.has_nan ? 3 : 0;
    f.width = f.width > special ? f.width : special;
    return f;
}

void number_cell(Buf *out, const NumberFormat *format, const Tensor *t, int64_t cell)
{
    if (t->dtype == DTYPE_INT64)
        buf_printf(out, "%lld", (long long)t->data.i[cell]);
    else
        write(out, format, tensor_at(t, cell));
}

void number_short(Buf *out, double x, int decimals)
{
    size_t start = out->length;
    NumberFormat fixed = {NUMBER_FIXED, decimals, 0};
    bool vanishes = x != 0 && fabs(x) <= 0.5 * pow(10, -decimals);
    if (isfinite(x) && (vanishes || fabs(x) >= 1e15))
        fixed.kind = NUMBER_SCIENTIFIC;
    write(out, &fixed, x);
    if (fixed.kind == NUMBER_SCIENTIFIC || !isfinite(x) || decimals == 0)
        return;
    while (out->text[out->length - 1] == '0')
        buf_cut(out, out->length - 1);
    if (out->text[out->length - 1] == '.')
        buf_cut(out, out->length - 1);
    strip_minus_zero(out, start);
}

bool number_is_exact(double x, int decimals)
{
    Buf text = {0};
    if (!isfinite(x))
        return true;
    number_short(&text, x, decimals);
    bool exact = strtod(buf_text(&text), NULL) == x;
    buf_release(&text);
    return exact;
}

void number_full(Buf *out, const Tensor *t, int64_t cell)
{
    if (t->dtype == DTYPE_FLOAT32)
        print_float(out, (double)t->data.f[cell]);
    else if (t->dtype == DTYPE_INT64)
        buf_printf(out, "%lld", (long long)t->data.i[cell]);
    else
        buf_puts(out, t->data.b[cell] ? "True" : "False");
}
