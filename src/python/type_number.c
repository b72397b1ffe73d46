/* Numbers: Python's functions of them, what they have after a dot, and the rows of int, bool and float. What
 * two of them give is arithmetic, in eval_operators.c. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "python/dispatch.h"
#include "python/outside.h"
#include "python/text.h"

/* --- rounding --------------------------------------------------------------------------------- */

static bool call_abs(Eval *e, Arg *args, Value *out)
{
    bool found;
    if (!object_method(e, &args[0].value, "__abs__", 0, NULL, out, &found) || found)
        return found && !e->err->set;
    const Kind *kind = kind_of(&args[0].value);
    const Function *own = names_find(e, kind->methods, "abs");
    Value method = {0};
    if (kind->attribute && kind->attribute(e, &args[0].value, "__abs__", &method))
        return eval_invoke(e, &method, &(Given){0}, out);
    if (own) {
        Value function = {.kind = VALUE_FUNCTION, .function = own};
        return eval_apply(e, &function, &args[0].value, out);
    }
    if (args[0].value.kind == VALUE_FLOAT) {
        *out = value_float(fabs(args[0].value.number));
        return true;
    }
    int64_t i;
    if (args[0].value.kind == VALUE_OBJECT || !value_integer(&args[0].value, &i))
        return outside_allows(e, &args[0].value) &&
               eval_raise_as(e, "TypeError",
                             arena_format(e->arena, "bad operand type for abs(): '%s'",
                                          value_type(&args[0].value)),
                             "abs works on a number, but this is %s", value_kind(&args[0].value));
    *out = value_int(i);
    return i >= 0 || eval_unary(e, OP_NEG, out, out);
}

/* To a multiple of 10^zeros, halves to even. */
static bool round_integer(Eval *e, int64_t i, int64_t zeros, Value *out)
{
    int64_t unit = 1;
    for (; zeros > 0 && unit < INT64_MAX / 10; zeros--)
        unit *= 10;
    int64_t rest = i % unit, half = unit / 2, up;
    *out = value_int(zeros > 0 ? 0 : i - rest);
    if (zeros == 1 && (i > 5 * unit || i < -5 * unit)) /* more than half of ten units */
        return eval_refuse_name(e, "round: the result does not fit in 64 bits");
    if (zeros > 0 || unit == 1)
        return true;
    bool odd = i / unit % 2 != 0;
    int64_t size = rest < 0 ? -rest : rest;
    if (size < half || (size == half && !odd))
        return true;
    if (__builtin_add_overflow(i - rest, i < 0 ? -unit : unit, &up))
        return eval_refuse_name(e, "round: the result does not fit in 64 bits");
    *out = value_int(up);
    return true;
}

/* Tells whether x, at least 1 and written with all its digits, is more than a 5 with zeros after it. */
static bool is_above_half(double x)
{
    char text[400];
    snprintf(text, sizeof text, "%.380e", fabs(x));
    return text[0] > '5' || (text[0] == '5' && strspn(text + 2, "0") < 380);
}

/* Python rounds the exact decimal value, halves to even: what printf does too. */
static double round_float(double x, int64_t digits)
{
    char text[400];
    if (!isfinite(x) || digits > 330)
        return x;
    if (digits < -330)
        return copysign(0, x);
    int exponent = x == 0 ? 0
                          : (snprintf(text, sizeof text, "%.17e", x), atoi(strchr(text, 'e') + 1));
    if (digits >= 0)
        snprintf(text, sizeof text, "%.*f", (int)digits, x);
    else if (exponent + digits >= 0)
        snprintf(text, sizeof text, "%.*e", (int)(exponent + digits), x);
    else
        return copysign(exponent + digits == -1 && is_above_half(x) ? pow(10, (double)-digits) : 0,
                        x);
    return strtod(text, NULL);
}

static bool fail_whole(Eval *e, double x)
{
    const char *message = arena_format(e->arena, "%s: the number does not fit in 64 bits",
                                       e->call->function->name);
    if (isfinite(x))
        return eval_refuse_name(e, "%s", message);
    return eval_raise_as(e, isnan(x) ? "ValueError" : "OverflowError",
                         isnan(x) ? "cannot convert float NaN to integer"
                                  : "cannot convert float infinity to integer",
                         "%s", message);
}

static bool call_round(Eval *e, Arg *args, Value *out)
{
    bool is_own;
    bool has_digits = args[1].value.kind != VALUE_ABSENT;
    if (!object_method(e, &args[0].value, "__round__", has_digits, &args[1].value, out, &is_own) ||
        is_own)
        return is_own && !e->err->set;
    int64_t digits = args[1].integer, i;
    double x;
    bool whole = !args[1].has;
    if (!value_is_number(&args[0].value) || !value_number(&args[0].value, &x))
        return eval_raise_as(e, "TypeError",
                             arena_format(e->arena, "type %s doesn't define __round__ method",
                                          value_type(&args[0].value)),
                             "round works on a number, but this is %s", value_kind(&args[0].value));
    if (value_integer(&args[0].value, &i))
        return round_integer(e, i, digits < -400 ? 400 : -digits, out);
    if (!whole) {
        *out = value_float(round_float(x, digits));
        return isfinite(out->number) || !isfinite(x) ||
               eval_raise(e, "OverflowError", "rounded value too large to represent");
    }
    if (!(fabs(x) < 0x1p63))
        return isfinite(x) ? eval_refuse_name(e, "round: the result does not fit in 64 bits")
                           : eval_raise(e, isnan(x) ? "ValueError" : "OverflowError",
                                        isnan(x) ? "cannot convert float NaN to integer"
                                                 : "cannot convert float infinity to integer");
    *out = value_int((int64_t)nearbyint(x));
    return true;
}

/* --- numbers from texts ----------------------------------------------------------------------- */

/* The text of a number with the digits of any script as ASCII's, and other letters as '?'. */
static size_t plain_digits(const Text *text, char *out)
{
    size_t length = 0;
    for (size_t i = 0; i < text->length;) {
        uint32_t c;
        i += utf8_next(text->bytes + i, text->length - i, &c);
        int digit = text_digit(c);
        out[length++] = text_is_blank(c) ? ' '
                        : digit >= 0     ? (char)('0' + digit)
                        : c < 0x80 && c  ? (char)c
                                         : '?';
    }
    return length;
}

/* The same without the blanks around it and the underscores between its digits; NULL when an underscore
 * stands elsewhere, or when it is too long to be read so often. */
static const char *clean_number(Eval *e, const Text *text)
{
    enum { EACH = 8 }; /* a digit is looked at several times, which costs more than passing it */
    size_t start = 0, length = 0;
    bool fine = true;
    if (!eval_scan(e, EACH * text->length))
        return NULL;
    char *plain = arena_alloc(e->arena, text->length + 1);
    size_t end = plain_digits(text, plain);
    char *clean = arena_alloc(e->arena, text->length + 1);
    while (start < end && plain[start] == ' ')
        start++;
    while (end > start && plain[end - 1] == ' ')
        end--;
    for (size_t i = start; i < end; i++) {
        char c = plain[i];
        bool between = i > start && i + 1 < end && is_digit(plain[i - 1]) && is_digit(plain[i + 1]);
        fine = fine && (c != '_' || between);
        if (c != '_')
            clean[length++] = c;
    }
    clean[length] = '\0';
    return fine ? clean : NULL;
}

/* Tells whether the text is a word in small letters, written in small or capital ones. */
static bool is_word(const char *text, const char *word)
{
    for (; *word && (*text == *word || *text - 'A' + 'a' == *word); word++)
        text++;
    return *text == *word;
}

static bool parse_float(Eval *e, const Text *text, double *x)
{
    const char *at = clean_number(e, text);
    if (!at || *at == '\0')
        return false;
    char *end;
    const char *size = at + (*at == '-' || *at == '+');
    bool is_plain = size[strspn(size, "0123456789.eE+-")] == '\0';
    if (!is_plain && !is_word(size, "inf") && !is_word(size, "infinity") && !is_word(size, "nan"))
        return false;
    *x = strtod(at, &end);
    return *end == '\0';
}

/* Makes what a library brings a plain number first, if it can. */
static bool make_plain(Eval *e, Value *v, const char *what)
{
    const Kind *kind = kind_of(v);
    return !kind->number || kind->number(e, v, what, v);
}

/* A message of Python's that ends with the value. */
static const char *said_about(Eval *e, const char *message, const Value *v)
{
    Buf text = {0};
    value_repr(&text, v, ERR_MESSAGE);
    const char *said = arena_format(e->arena, "%s%s", message, buf_text(&text));
    buf_release(&text);
    return said;
}

static bool fail_kind(Eval *e, const char *wanted, const Value *v)
{
    eval_blame(e, v);
    return outside_allows(e, v) &&
           eval_raise_as(e, "TypeError",
                         arena_format(e->arena, "%s() argument must be %s, not '%s'",
                                      e->call->function->name, wanted, value_type(v)),
                         "'x' must be a number, but this is %s", value_kind(v));
}

static bool call_float(Eval *e, Arg *args, Value *out)
{
    double x = 0;
    if (!make_plain(e, &args[0].value, "float"))
        return false;
    if (args[0].value.kind == VALUE_STR) {
        if (!parse_float(e, text_in(&args[0].value), &x))
            return eval_raise_as(
                e, "ValueError",
                said_about(e, "could not convert string to float: ", &args[0].value),
                "float: '%s' is not a number", text_in(&args[0].value)->bytes);
    } else if (args[0].value.kind != VALUE_ABSENT && !value_number(&args[0].value, &x)) {
        return fail_kind(e, "a string or a real number", &args[0].value);
    }
    *out = value_float(x);
    return true;
}

static bool fail_literal(Eval *e, const Text *text, int base)
{
    const Value v = {.kind = VALUE_STR, .text = text};
    const char *said = arena_format(e->arena, "invalid literal for int() with base %d: ", base);
    return eval_raise_as(e, "ValueError", said_about(e, said, &v),
                         "int: '%s' is not a whole number", text->bytes);
}

/* "0x1f" in base 16, and in base 0 the base that it says. */
static bool parse_integer(Eval *e, const Text *text, int base, Value *out)
{
    static const struct {
        char letter;
        int base;
    } prefixes[] = {{'x', 16}, {'o', 8}, {'b', 2}};
    const char *at = clean_number(e, text);
    char *end = NULL;
    bool minus = at && *at == '-';
    int asked = base;
    if (!at)
        return fail_literal(e, text, asked);
    at += *at == '-' || *at == '+';
    for (int i = 0; i < COUNT(prefixes); i++)
        if (at[0] == '0' && (at[1] | 0x20) == prefixes[i].letter &&
            (base == 0 || base == prefixes[i].base)) {
            base = prefixes[i].base;
            at += 2;
            break;
        }
    if (base == 0 && *at == '0' &&
        at[strspn(at, "0")] != '\0') /* no number of Python's begins so */
        return fail_literal(e, text, asked);
    errno = 0;
    bool is_sign = *at == '-' || *at == '+' || (unsigned char)*at <= ' ';
    unsigned long long size = strtoull(at, &end, base == 0 ? 10 : base);
    if (is_sign || *end != '\0' || end == at || (base == 16 && (at[1] | 0x20) == 'x'))
        return fail_literal(e, text, asked);
    if (errno || size > (unsigned long long)INT64_MAX + minus)
        return eval_refuse_name(e, "int: %s does not fit in 64 bits", text->bytes);
    *out = value_int((int64_t)(minus ? 0 - size : size));
    return true;
}

static bool call_int(Eval *e, Arg *args, Value *out)
{
    double x = 0;
    int64_t i = 0, base = args[1].has ? args[1].integer : 10;
    if (!make_plain(e, &args[0].value, "int"))
        return false;
    if (base < 0 || base == 1 || base > 36)
        return eval_raise(e, "ValueError", "int() base must be >= 2 and <= 36, or 0");
    if (args[0].value.kind == VALUE_STR)
        return parse_integer(e, text_in(&args[0].value), (int)base, out);
    if (args[1].has)
        return eval_raise(e, "TypeError", "int() can't convert non-string with explicit base");
    if (args[0].value.kind != VALUE_ABSENT && value_integer(&args[0].value, &i)) {
        *out = value_int(i);
        return true;
    }
    if (args[0].value.kind != VALUE_ABSENT && !value_number(&args[0].value, &x))
        return fail_kind(e, "a string, a bytes-like object or a real number", &args[0].value);
    if (!(x >= -0x1p63 && x < 0x1p63))
        return fail_whole(e, x);
    *out = value_int((int64_t)x);
    return true;
}

/* --- written in other bases ------------------------------------------------------------------- */

static bool call_in_base(Eval *e, Arg *args, Value *out)
{
    Value v = value_int(args[0].integer);
    return eval_formatted(e, &v, e->call->function->data, out);
}

/* --- after a dot ------------------------------------------------------------------------------ */

static bool call_bit_length(Eval *e, Arg *args, Value *out)
{
    (void)e;
    int64_t i = 0, bits = 0;
    value_integer(&args[0].value, &i);
    for (uint64_t size = i < 0 ? 0 - (uint64_t)i : (uint64_t)i; size; size >>= 1)
        bits++;
    *out = value_int(bits);
    return true;
}

static bool call_is_integer(Eval *e, Arg *args, Value *out)
{
    (void)e;
    double x = args[0].value.number;
    *out = value_bool(isfinite(x) && x == floor(x));
    return true;
}

/* The number itself; of a truth the integer. */
static bool call_conjugate(Eval *e, Arg *args, Value *out)
{
    (void)e;
    const Value *v = &args[0].value;
    *out = v->kind == VALUE_BOOL ? value_int(v->truth) : *v;
    return true;
}

static bool call_is_whole(Eval *e, Arg *args, Value *out)
{
    (void)e;
    (void)args;
    *out = value_bool(true);
    return true;
}

/* The fraction that a float is, in lowest terms. */
static bool call_as_integer_ratio(Eval *e, Arg *args, Value *out)
{
    double x = 0;
    int exponent;
    value_number(&args[0].value, &x);
    if (!isfinite(x))
        return eval_raise(e, isnan(x) ? "ValueError" : "OverflowError",
                          "cannot convert %s to integer ratio", isnan(x) ? "NaN" : "Infinity");
    double part = frexp(x, &exponent);
    while (part != floor(part)) {
        part *= 2;
        exponent--;
    }
    bool fits = fabs(ldexp(part, exponent > 0 ? exponent : 0)) < 0x1p63 && exponent > -63;
    if (!fits)
        return eval_refuse_name(e, "this ratio does not fit in 64 bits");
    int64_t above = (int64_t)ldexp(part, exponent > 0 ? exponent : 0);
    int64_t below = exponent < 0 ? INT64_C(1) << -exponent : 1;
    *out = value_pair(e->arena, value_int(above), value_int(below));
    return true;
}

/* 7 .__add__(1): the method of an operator, which leaves to the other side what it cannot do. */
static bool call_operator(Eval *e, Arg *args, Value *out)
{
    const Value *self = &args[0].value, *other = &args[1].value;
    bool is_known = other->kind == VALUE_INT || other->kind == VALUE_BOOL ||
                    (other->kind == VALUE_FLOAT && self->kind == VALUE_FLOAT);
    *out = (Value){.kind = VALUE_NOT_IMPLEMENTED};
    return !is_known || eval_binary(e, (Operator)e->call->function->which, self, other, out);
}

static bool number_attribute(Eval *e, const Value *v, const char *name, Value *out)
{
    (void)e;
    int64_t i = 0;
    bool whole = value_integer(v, &i), real = strcmp(name, "real") == 0;
    if (real || (whole && strcmp(name, "numerator") == 0))
        *out = whole ? value_int(i) : *v;
    else if (strcmp(name, "imag") == 0)
        *out = whole ? value_int(0) : value_float(0);
    else if (whole && strcmp(name, "denominator") == 0)
        *out = value_int(1);
    else
        return false;
    return true;
}

static bool always(const Value *v)
{
    (void)v;
    return true;
}

static bool bool_truth(const Value *v)
{
    return v->truth;
}

static bool bool_number(const Value *v, double *x)
{
    *x = v->truth;
    return true;
}

static bool bool_integer(const Value *v, int64_t *x)
{
    *x = v->truth;
    return true;
}

static void bool_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    buf_puts(w->out, v->truth ? "True" : "False");
}

static bool int_truth(const Value *v)
{
    return v->integer != 0;
}

static bool int_number(const Value *v, double *x)
{
    *x = (double)v->integer;
    return true;
}

static bool int_integer(const Value *v, int64_t *x)
{
    *x = v->integer;
    return true;
}

static void int_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    buf_printf(w->out, "%lld", (long long)v->integer);
}

static bool float_truth(const Value *v)
{
    return v->number != 0;
}

static bool float_number(const Value *v, double *x)
{
    *x = v->number;
    return true;
}

static bool float_has_fixed_hash(const Value *v)
{
    return !isnan(v->number);
}

/* A nan is itself, and -0.0 is not 0.0. */
static bool float_is(const Value *a, const Value *b)
{
    return isnan(a->number) ? isnan(b->number)
                            : a->number == b->number && signbit(a->number) == signbit(b->number);
}

static void float_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    print_float(w->out, v->number);
}

/* --- the rows --------------------------------------------------------------------------------- */

static const Function functions[] = {
    {"abs", IN_BUILTIN, "x /", call_abs},
    {"round", IN_BUILTIN, "number ndigits:i=None", call_round},
    {"float", IN_BUILTIN | IS_TYPE, "x= /", call_float},
    {"int", IN_BUILTIN | IS_TYPE, "x= / base:i=", call_int},
    {"bin", IN_BUILTIN, "number:i /", call_in_base, .data = "#b"},
    {"oct", IN_BUILTIN, "number:i /", call_in_base, .data = "#o"},
    {"hex", IN_BUILTIN, "number:i /", call_in_base, .data = "#x"},
    {"bit_length", OF_INT, "self /", call_bit_length},
    {"conjugate", OF_INT | OF_FLOAT, "self /", call_conjugate},
    {"is_integer", OF_FLOAT, "self /", call_is_integer},
    {"is_integer", OF_INT, "self /", call_is_whole},
    {"as_integer_ratio", OF_FLOAT | OF_INT, "self /", call_as_integer_ratio},
    {"__add__", OF_INT | OF_FLOAT, "self value /", call_operator, .which = OP_ADD},
    {"__sub__", OF_INT | OF_FLOAT, "self value /", call_operator, .which = OP_SUB},
    {"__mul__", OF_INT | OF_FLOAT, "self value /", call_operator, .which = OP_MUL},
    {"__truediv__", OF_INT | OF_FLOAT, "self value /", call_operator, .which = OP_DIV},
    {"__floordiv__", OF_INT | OF_FLOAT, "self value /", call_operator, .which = OP_FLOORDIV},
    {"__mod__", OF_INT | OF_FLOAT, "self value /", call_operator, .which = OP_MOD},
    {"__pow__", OF_INT | OF_FLOAT, "self value /", call_operator, .which = OP_POW},
    {0},
};

/* clang-format off */
const Kind bool_kind = {
    .name = "bool", .phrase = "a bool", .methods = OF_INT, .attribute = number_attribute,
    .is_true = bool_truth, .as_number = bool_number, .as_integer = bool_integer,
    .has_fixed_hash = always, .write = bool_write,
};
const Kind int_kind = {
    .functions = functions, .name = "int", .phrase = "an int", .methods = OF_INT,
    .attribute = number_attribute, .is_true = int_truth, .as_number = int_number,
    .as_integer = int_integer, .has_fixed_hash = always, .write = int_write,
};
const Kind float_kind = {
    .name = "float", .phrase = "a float", .methods = OF_FLOAT, .attribute = number_attribute,
    .is_true = float_truth, .as_number = float_number, .is = float_is,
    .has_fixed_hash = float_has_fixed_hash, .write = float_write,
};
/* clang-format on */
