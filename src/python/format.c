/* Format specifications of f-strings: {x:.4f}, {name:>8}, {n:03d}. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/dispatch.h"
#include "python/text.h"

/* [[fill]align][sign][z][#][0][width][,_][.precision][type] */
typedef struct Spec {
    char fill[8];
    char align;         /* '<' '>' '^' '=', or 0 for the kind's own  */
    char sign;          /* '+', ' ' or '-'; 0 when not given         */
    char group;         /* ',' or '_' between groups of digits, or 0 */
    bool no_minus_zero; /* no sign of what rounds to 0 */
    bool prefix, zero;
    int width;
    int precision; /* -1 when not given */
    char type;     /* 0 when not given  */
} Spec;

enum { MAX_WIDTH = 1000, MAX_PRECISION = 100, DIGITS = 512 };

/* --- reading -------------------------------------------------------------------------------- */

/* A larger one is `most` + 1. */
static void read_number(const char **at, int most, int *out)
{
    int n = 0;
    for (; is_digit(**at); (*at)++)
        n = n > most ? n : n * 10 + (**at - '0');
    *out = n > most ? most + 1 : n;
}

static bool take(const char **at, const char *any_of, char *out)
{
    if (**at == '\0' || !strchr(any_of, **at))
        return false;
    *out = *(*at)++;
    return true;
}

static void read_align(const char **at, Spec *s)
{
    uint32_t c;
    size_t n = **at ? utf8_next(*at, strlen(*at), &c) : 0;
    if (n > 0 && (*at)[n] && strchr("<>^=", (*at)[n])) {
        memcpy(s->fill, *at, n);
        s->align = (*at)[n];
        *at += n + 1;
    } else {
        take(at, "<>^=", &s->align);
    }
}

/* False where it is none in Python either. The type can be a letter that no value knows. */
static bool read_spec(const char *at, Spec *s)
{
    char ignored;
    *s = (Spec){.precision = -1};
    read_align(&at, s);
    take(&at, "+- ", &s->sign);
    s->no_minus_zero = take(&at, "z", &ignored);
    s->prefix = take(&at, "#", &ignored);
    s->zero = take(&at, "0", &ignored);
    read_number(&at, MAX_WIDTH, &s->width);
    take(&at, ",_", &s->group);
    if (take(&at, ".", &ignored)) {
        if (!is_digit(*at))
            return false;
        read_number(&at, MAX_PRECISION, &s->precision);
    }
    if ((*at & 0x80) == 0 && *at)
        s->type = *at++;
    if (!*s->fill)
        s->fill[0] = s->zero ? '0' : ' ';
    return *at == '\0';
}

/* --- writing -------------------------------------------------------------------------------- */

static void fill(Buf *out, const Spec *s, int64_t times)
{
    for (int64_t i = 0; i < times; i++)
        buf_puts(out, s->fill);
}

/* A head (sign and prefix) and a body in the width of the spec: between the two for '='. */
static void pad(Buf *out, const Spec *s, char align, const char *head, const Text *body)
{
    int64_t blanks = s->width - (int64_t)strlen(head) - text_characters(body);
    int64_t before = align == '>' ? blanks : align == '^' ? blanks / 2 : 0;
    fill(out, s, before);
    buf_puts(out, head);
    fill(out, s, align == '=' ? blanks : 0);
    buf_add(out, body->bytes, body->length);
    fill(out, s, align == '<' || align == '^' ? blanks - before : 0);
}

/* The digits before the point in groups; `least` columns wide in all, with zeros in front. */
static void group_digits(Buf *out, const Spec *s, int size, const char *digits, int64_t least)
{
    int64_t whole = (int64_t)strspn(digits, size == 4 ? "0123456789abcdefABCDEF" : "0123456789");
    int64_t rest = (int64_t)strlen(digits) - whole, zeros = 0;
    while (whole > 0 && whole + zeros + (whole + zeros - 1) / size + rest < least)
        zeros++;
    for (int64_t i = 0; i < zeros + whole; i++) {
        if (i && (zeros + whole - i) % size == 0)
            buf_putc(out, s->group);
        buf_putc(out, i < zeros ? '0' : digits[i - zeros]);
    }
    buf_puts(out, digits + whole);
}

static void put_number(Buf *out, const Spec *s, bool negative, const char *prefix,
                       const char *digits)
{
    char head[4], align = s->align ? s->align : s->zero ? '=' : '>';
    snprintf(head, sizeof head, "%s%s",
             negative         ? "-"
             : s->sign == '+' ? "+"
             : s->sign == ' ' ? " "
                              : "",
             prefix);
    bool is_binary = s->type && strchr("xXob", s->type);
    int64_t least = align == '=' && *s->fill == '0' ? s->width - (int64_t)strlen(head) : 0;
    Buf body = {0};
    if (s->group)
        group_digits(&body, s, is_binary ? 4 : 3, digits, least);
    else
        buf_puts(&body, digits);
    Text text = {buf_text(&body), body.length};
    pad(out, s, align, head, &text);
    buf_release(&body);
}

/* --- floats --------------------------------------------------------------------------------- */

/* Takes the zeros off the end of a fraction, and off "1.500e+02" before the e; `keep` digits
 * stay. */
static void strip_zeros(char *digits, size_t keep)
{
    char *point = strchr(digits, '.');
    if (!point)
        return;
    char *exponent = point + strcspn(point, "e"), *end = exponent;
    while (end[-1] == '0' && end > point + 1 + keep)
        end--;
    if (end == point + 1)
        end = point;
    memmove(end, exponent, strlen(exponent) + 1);
}

/* A precision without a type: as 'g', but 3.0 keeps its ".0" and so 300.0 at 3 digits has none
 * left. */
static void write_general(char *digits, const Spec *s, double size)
{
    int precision = s->precision < 1 ? 1 : s->precision;
    snprintf(digits, DIGITS, s->prefix ? "%#.*e" : "%.*e", precision - 1, size);
    int before = atoi(strchr(digits, 'e') + 1) + 1; /* digits before the point */
    bool is_plain = before > -4 && before <= precision - 1;
    if (is_plain)
        snprintf(digits, DIGITS, s->prefix ? "%#.*f" : "%.*f", precision - before, size);
    if (!s->prefix)
        strip_zeros(digits, is_plain ? 1 : 0);
}

/* "%.*f" and so on, for the letter of the spec; with # there is always a point. */
static void print_digits(char *digits, const Spec *s, char type, double size)
{
    char format[] = "%#.*f", *start = s->prefix ? format : format + 1;
    format[4] = type;
    format[s->prefix ? 0 : 1] = '%';
    snprintf(digits, DIGITS, start, s->precision < 0 ? 6 : s->precision, size);
}

static bool is_zero(const char *digits)
{
    return digits[strspn(digits, "0.,%")] == '\0' || digits[strspn(digits, "0.")] == 'e' ||
           digits[strspn(digits, "0.")] == 'E';
}

static void write_float(Buf *out, const Spec *s, double x)
{
    char digits[DIGITS] = "";
    double size = fabs(s->type == '%' ? x * 100 : x);
    bool is_capital = s->type == 'F' || s->type == 'E' || s->type == 'G';
    if (isnan(size) || isinf(size))
        snprintf(digits, DIGITS, "%s",
                 isnan(size)  ? is_capital ? "NAN" : "nan"
                 : is_capital ? "INF"
                              : "inf");
    else if (s->type == 0)
        write_general(digits, s, size);
    else
        print_digits(digits, s, s->type == '%' ? 'f' : s->type, size);
    if (s->type == '%')
        memcpy(digits + strlen(digits), "%", sizeof "%");
    bool is_negative = signbit(x) && !isnan(x) && !(s->no_minus_zero && is_zero(digits));
    put_number(out, s, is_negative, "", digits);
}

static bool put_float(Buf *out, const Spec *s, double x)
{
    Spec general = *s;
    if (s->type == 'n') {
        general.type = 'g';
        s = &general;
    }
    if (s->type && !strchr("fFeEgG%", s->type))
        return false;
    if (s->type || s->precision >= 0) {
        write_float(out, s, x);
        return true;
    }
    Buf text = {0};
    Value plain = value_float(fabs(x));
    value_str(&text, &plain, MAX_WIDTH);
    const char *exponent = strchr(buf_text(&text), 'e');
    if (s->prefix && exponent && !strchr(buf_text(&text), '.')) {
        const char *with_point = buf_text(&text);
        char digits[DIGITS];
        snprintf(digits, sizeof digits, "%.*s.%s", (int)(exponent - with_point), with_point,
                 exponent);
        buf_clear(&text);
        buf_puts(&text, digits);
    }
    put_number(out, s, signbit(x) && !isnan(x) && !(s->no_minus_zero && x == 0), "",
               buf_text(&text));
    buf_release(&text);
    return true;
}

/* --- integers and texts --------------------------------------------------------------------- */

static bool put_integer(Buf *out, const Spec *s, int64_t i)
{
    static const char signs[] = "0123456789abcdef";
    char digits[80] = "", prefix[3] = "";
    char *end = digits + sizeof digits - 1;
    unsigned base = s->type == 'b'                     ? 2
                    : s->type == 'o'                   ? 8
                    : s->type == 'x' || s->type == 'X' ? 16
                                                       : 10;
    uint64_t size = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
    if (s->type && strchr("fFeEgG%", s->type)) {
        write_float(out, s, (double)i);
        return true;
    }
    if ((s->type && !strchr("dxXobnc", s->type)) || s->precision >= 0 || s->no_minus_zero ||
        (s->group == ',' && base != 10) || (s->group && s->type == 'n'))
        return false;
    if (s->type == 'c' && (s->sign || s->prefix || s->group))
        return false;
    if (s->type == 'c') {
        Text text = {digits, i >= 0 && i <= 0x10FFFF ? utf8_put(digits, (uint32_t)i) : 0};
        pad(out, s, s->align ? s->align : '>', "", &text);
        return text.length > 0;
    }
    *end = '\0';
    do {
        char sign = signs[size % base];
        *--end = s->type == 'X' && sign >= 'a' ? (char)(sign - 'a' + 'A') : sign;
    } while (size /= base);
    if (s->prefix && base != 10)
        snprintf(prefix, sizeof prefix, "0%c", s->type);
    put_number(out, s, i < 0, prefix, end);
    return true;
}

static bool put_text(Buf *out, const Spec *s, const Text *text)
{
    if ((s->type && s->type != 's') || s->sign || s->prefix || s->group || s->align == '=' ||
        s->no_minus_zero)
        return false;
    Text cut = {text->bytes, 0};
    for (int n = 0; cut.length < text->length && (s->precision < 0 || n < s->precision); n++)
        cut.length += text_step(text, cut.length);
    pad(out, s, s->align ? s->align : '<', "", &cut);
    return true;
}

/* Tells whether digits can stand in groups: the letter is looked at before the value. */
static bool has_groups(const Value *v, const Spec *s)
{
    char type = s->type ? s->type : text_in(v) ? 's' : 'd';
    return !s->group || strchr(s->group == '_' ? "deEfFgG%boxX" : "deEfFgG%", type);
}

/* The letters that values of a kind know. */
static const char *letters_of(const Value *v)
{
    return text_in(v) ? "s" : v->kind == VALUE_FLOAT ? "eEfFgGn%" : "dxXobcneEfFgG%";
}

/* Python's words for a part that does not suit a text or an integer, or NULL. */
static const char *said_of_part(Eval *e, const Value *v, const Spec *s)
{
    bool is_text = text_in(v);
    const char *in = is_text ? "in string format specifier" : "in integer format specifier";
    const char *with = is_text ? in : "with integer format specifier 'c'";
    if (!is_text && s->precision >= 0)
        return arena_format(e->arena, "Precision not allowed %s", in);
    if (s->sign && is_text)
        return arena_format(e->arena, "%s not allowed %s", s->sign == ' ' ? "Space" : "Sign", in);
    if (s->no_minus_zero)
        return arena_format(e->arena, "Negative zero coercion (z) not allowed %s", in);
    if (!is_text && s->type != 'c')
        return NULL;
    if (s->sign)
        return arena_format(e->arena, "Sign not allowed %s", with);
    if (s->prefix)
        return arena_format(e->arena, "Alternate form (#) not allowed %s", with);
    return s->align == '=' && is_text ? arena_format(e->arena, "'=' alignment not allowed %s", in)
                                      : NULL;
}

/* The format does not suit the value. */
static bool refuse(Eval *e, const Value *v, const Spec *s, const char *spec)
{
    bool formats = value_is_number(v) || text_in(v);
    bool is_known = !s->type || strchr(letters_of(v), s->type);
    const char *said = NULL;
    if (!formats)
        said = arena_format(e->arena, "unsupported format string passed to %s.__format__",
                            value_type(v));
    else if (!has_groups(v, s))
        said = arena_format(e->arena, "Cannot specify '%c' with '%c'.", s->group,
                            s->type ? s->type : 's');
    else if (is_known && v->kind != VALUE_FLOAT)
        said = said_of_part(e, v, s);
    if (!said)
        said = arena_format(e->arena, "Unknown format code '%c' for object of type '%s'",
                            s->type ? s->type : '?', value_type(v));
    return eval_raise_as(e, formats ? "ValueError" : "TypeError", said,
                         "the format ':%s' does not suit %s", spec, value_kind(v));
}

static bool format_object(Eval *e, const Value *v, const char *spec, Buf *out, bool *found)
{
    Value text, argument = value_string(e->arena, spec);
    if (!object_method(e, v, "__format__", 1, &argument, &text, found) || !*found)
        return !e->err->set;
    if (!text_in(&text))
        return eval_raise(e, "TypeError", "__format__ must return a str, not %s",
                          value_type(&text));
    buf_add(out, text_in(&text)->bytes, text_in(&text)->length);
    return true;
}

bool eval_format(Eval *e, const Value *v, const char *spec, Buf *out)
{
    Spec s;
    Value plain = *v;
    bool found = false;
    if (!eval_written(e, v))
        return false;
    if (tensor_in(v) && v->tensor->rank == 0)
        tensor_item(v->tensor, 0, &plain); /* PyTorch formats a single number as a number */
    if (object_in(v) && (!format_object(e, v, spec, out, &found) || found))
        return found && !e->err->set;
    if (*spec == '\0')
        return eval_write(e, &plain, false, LIMIT_ITEMS, out);
    bool formats = value_is_number(&plain) || text_in(&plain);
    if (!read_spec(spec, &s) && formats)
        return eval_raise_as(e, "ValueError",
                             arena_format(e->arena,
                                          "Invalid format specifier '%s' for object of type '%s'",
                                          spec, value_type(&plain)),
                             "the format ':%s' is none: try ':.4f' or ':>8'", spec);
    if (!formats)
        return refuse(e, &plain, &s, spec);
    if (s.width > MAX_WIDTH || s.precision > MAX_PRECISION)
        return eval_refuse_name(e, "the format ':%s' is wider than lessons have it", spec);
    int64_t i;
    bool fits = !has_groups(&plain, &s)     ? false
                : text_in(&plain)           ? put_text(out, &s, text_in(&plain))
                : plain.kind == VALUE_FLOAT ? put_float(out, &s, plain.number)
                : plain.kind == VALUE_INT || plain.kind == VALUE_BOOL
                    ? value_integer(&plain, &i) && put_integer(out, &s, i)
                    : false;
    bool is_bare = !s.sign && !s.prefix && !s.group && s.precision < 0 && !s.no_minus_zero;
    if (!fits && s.type == 'c' && is_bare && value_integer(&plain, &i) && (i < 0 || i > 0x10FFFF))
        return eval_raise(e, "OverflowError", "%%c arg not in range(0x110000)");
    return fits || refuse(e, &plain, &s, spec);
}
