/* Format specifications of f-strings: {x:.4f}, {name:>8}, {n:03d}. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "lesson/eval.h"

/* [[fill]align][sign][#][0][width][,][.precision][type] */
typedef struct Spec {
    char fill[8];
    char align; /* '<' '>' '^' '=', or 0 for the type's own */
    char sign;  /* '+', ' ' or '-'                          */
    bool zero, comma;
    int width;
    int precision; /* -1 when not given */
    char type;     /* 0 when not given  */
} Spec;

enum { MAX_WIDTH = 1000, MAX_PRECISION = 100 };

static bool read_number(const char **at, int most, int *out)
{
    int n = 0;
    while (isdigit((unsigned char)**at)) {
        n = n * 10 + (*(*at)++ - '0');
        if (n > most)
            return false;
    }
    *out = n;
    return true;
}

static bool is_align(char c)
{
    return c != '\0' && strchr("<>^=", c) != NULL;
}

static bool read_spec(const char *at, Spec *s)
{
    *s = (Spec){.fill = " ", .sign = '-', .precision = -1};
    uint32_t c;
    size_t n = *at ? utf8_next(at, strlen(at), &c) : 0;
    if (n > 0 && is_align(at[n])) {
        memcpy(s->fill, at, n);
        s->fill[n] = '\0';
        s->align = at[n];
        at += n + 1;
    } else if (is_align(*at)) {
        s->align = *at++;
    }
    if (*at == '+' || *at == '-' || *at == ' ')
        s->sign = *at++;
    if (*at == '0') {
        s->zero = true;
        at++;
    }
    if (!read_number(&at, MAX_WIDTH, &s->width))
        return false;
    if (*at == ',') {
        s->comma = true;
        at++;
    }
    if (*at == '.') {
        at++;
        if (!isdigit((unsigned char)*at) || !read_number(&at, MAX_PRECISION, &s->precision))
            return false;
    }
    if (*at && strchr("dfFeEgGs%xobX", *at))
        s->type = *at++;
    return *at == '\0';
}

/* Writes `body` (a sign and digits, or a text) in the width of the spec. */
static void pad(Buf *out, const Spec *s, const char *body, bool is_number)
{
    int blanks = s->width - utf8_columns(body);
    char align = s->align ? s->align : s->zero && is_number ? '=' : is_number ? '>' : '<';
    const char *fill = s->zero && !s->align && is_number ? "0" : s->fill;
    int before = align == '>' ? blanks : align == '^' ? blanks / 2 : 0;
    if (align == '=' && (*body == '-' || *body == '+' || *body == ' '))
        buf_putc(out, *body++);
    for (int i = 0; i < (align == '=' ? blanks : before); i++)
        buf_puts(out, fill);
    buf_puts(out, body);
    for (int i = before; i < blanks && (align == '<' || align == '^'); i++)
        buf_puts(out, fill);
}

/* Puts commas between groups of three digits before the point. */
static void add_commas(Buf *out, const char *digits)
{
    size_t whole = strspn(digits, "0123456789");
    for (size_t i = 0; i < whole; i++) {
        if (i && (whole - i) % 3 == 0)
            buf_putc(out, ',');
        buf_putc(out, digits[i]);
    }
    buf_puts(out, digits + whole);
}

static void put_number(Buf *out, const Spec *s, bool negative, const char *digits)
{
    Buf body = {0};
    if (negative)
        buf_putc(&body, '-');
    else if (s->sign != '-')
        buf_putc(&body, s->sign);
    if (s->comma)
        add_commas(&body, digits);
    else
        buf_puts(&body, digits);
    pad(out, s, buf_text(&body), true);
    buf_release(&body);
}

static void put_float(Buf *out, const Spec *s, double x)
{
    char digits[512];
    double size = fabs(s->type == '%' ? x * 100 : x);
    int precision = s->precision < 0 ? 6 : s->precision;
    if (isnan(x) || isinf(x))
        snprintf(digits, sizeof digits, "%s", isnan(x) ? "nan" : "inf");
    else if (s->type == 'e' || s->type == 'E')
        snprintf(digits, sizeof digits, s->type == 'e' ? "%.*e" : "%.*E", precision, size);
    else if (s->type == 'g' || s->type == 'G' || (s->type == 0 && s->precision >= 0))
        snprintf(digits, sizeof digits, s->type == 'G' ? "%.*G" : "%.*g", precision, size);
    else
        snprintf(digits, sizeof digits, "%.*f", precision, size);
    if (s->type == '%')
        memcpy(digits + strlen(digits), "%", sizeof "%");
    put_number(out, s, signbit(x) && !isnan(x), digits);
}

static void put_integer(Buf *out, const Spec *s, int64_t i)
{
    char digits[80];
    unsigned long long size = i < 0 ? 0 - (unsigned long long)i : (unsigned long long)i;
    if (s->type == 'b') {
        char *end = digits + sizeof digits - 1;
        *end = '\0';
        do
            *--end = (char)('0' + size % 2);
        while (size /= 2);
        put_number(out, s, i < 0, end);
        return;
    }
    snprintf(digits, sizeof digits,
             s->type == 'x'   ? "%llx"
             : s->type == 'X' ? "%llX"
             : s->type == 'o' ? "%llo"
                              : "%llu",
             size);
    put_number(out, s, i < 0, digits);
}

static bool is_float_type(char type)
{
    return type != 0 && strchr("fFeEgG%", type) != NULL;
}

/* Whether a spec's type suits a value; numbers in one-cell tensors count as plain ones. */
static bool put_value(const Value *v, const Spec *s, Buf *out)
{
    double x;
    int64_t i;
    bool is_whole = v->kind == VALUE_TENSOR && v->tensor->dtype != DTYPE_FLOAT32;
    bool is_integer = v->kind == VALUE_INT || v->kind == VALUE_BOOL || is_whole;
    if (v->kind == VALUE_STR) {
        if (s->type && s->type != 's')
            return false;
        Buf text = {0};
        size_t fit = s->precision < 0 ? v->text->length
                                      : utf8_fit(v->text->bytes, v->text->length, s->precision);
        buf_add(&text, v->text->bytes, fit);
        pad(out, s, buf_text(&text), false);
        buf_release(&text);
        return true;
    }
    if (is_integer && !is_float_type(s->type) && s->type != 's' && s->precision < 0 &&
        value_integer(v, &i)) {
        put_integer(out, s, i);
        return true;
    }
    if (!value_number(v, &x) || (s->type && !is_float_type(s->type)))
        return false;
    if (s->type == 0 && s->precision < 0) {
        Buf text = {0};
        Value plain = value_float(fabs(x));
        value_str(&text, &plain, MAX_WIDTH);
        put_number(out, s, signbit(x), buf_text(&text));
        buf_release(&text);
        return true;
    }
    put_float(out, s, x);
    return true;
}

bool eval_format(Eval *e, const Value *v, const char *spec, Buf *out)
{
    Spec s;
    Value plain = *v;
    if (v->kind == VALUE_TENSOR && v->tensor->rank == 0) {
        tensor_item(v->tensor, 0, &plain); /* PyTorch formats a single number as a number */
        v = &plain;
    }
    if (*spec == '\0') {
        value_str(out, v, out->length + LIMIT_ITEMS);
        return true;
    }
    if (!read_spec(spec, &s))
        return eval_fail(e, "the format ':%s' is not one of the lesson language: try ':.4f' or ':>8'", spec);
    if (!put_value(v, &s, out))
        return eval_fail(e, "the format ':%s' does not suit a %s", spec, value_type(v));
    return true;
}
