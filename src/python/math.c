/* Python's functions of numbers, and math. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "python/names.h"

/* --- rounding ------------------------------------------------------------------------------- */

static bool call_abs(Eval *e, Arg *args, Value *out)
{
    const Kind *kind = names_kind(e, &args[0].value);
    const Function *own = kind ? names_find(e, kind->methods, "abs") : NULL;
    if (own) {
        Value function = {.kind = VALUE_FUNCTION, .function = own};
        return eval_apply(e, &function, &args[0].value, out);
    }
    if (args[0].value.kind == VALUE_FLOAT) {
        *out = value_float(fabs(args[0].value.number));
        return true;
    }
    int64_t i;
    if (!value_integer(&args[0].value, &i))
        return eval_raise_as(
            e, "TypeError",
            arena_format(e->arena, "bad operand type for abs(): '%s'", value_type(&args[0].value)),
            "abs works on a number, and this is %s", value_kind(&args[0].value));
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

/* Python rounds the exact decimal value, halves to even: what printf does too. */
static double round_float(double x, int64_t digits)
{
    char text[400];
    if (!isfinite(x) || digits > 330)
        return x;
    int exponent = x == 0 ? 0
                          : (snprintf(text, sizeof text, "%.17e", x), atoi(strchr(text, 'e') + 1));
    if (digits >= 0)
        snprintf(text, sizeof text, "%.*f", (int)digits, x);
    else if (exponent + digits >= 0)
        snprintf(text, sizeof text, "%.*e", (int)(exponent + digits), x);
    else
        return copysign(exponent + digits == -1 && fabs(x) > 0.5 * pow(10, (double)-digits)
                            ? pow(10, (double)-digits)
                            : 0,
                        x);
    return strtod(text, NULL);
}

static bool call_round(Eval *e, Arg *args, Value *out)
{
    int64_t digits = args[1].integer, i;
    double x;
    bool whole = !args[1].has;
    if (!value_is_number(&args[0].value) || !value_number(&args[0].value, &x))
        return eval_raise(e, "TypeError", "round works on a number, and this is %s",
                          value_kind(&args[0].value));
    if (value_integer(&args[0].value, &i))
        return round_integer(e, i, digits < -400 ? 400 : -digits, out);
    if (!whole) {
        *out = value_float(round_float(x, digits));
        return true;
    }
    if (!(fabs(x) < 0x1p63))
        return eval_raise(e, isnan(x) ? "ValueError" : "OverflowError",
                          "round: %s has no nearest integer of 64 bits",
                          isnan(x) ? "nan" : "this number");
    *out = value_int((int64_t)nearbyint(x));
    return true;
}

/* --- numbers from texts --------------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The text of a number without the blanks around it and the underscores between its digits; NULL
 * when an underscore stands elsewhere. */
static const char *clean_number(Eval *e, const Text *text)
{
    Buf clean = {0};
    size_t start = 0, end = text->length;
    bool fine = true;
    while (start < end && (unsigned char)text->bytes[start] <= ' ')
        start++;
    while (end > start && (unsigned char)text->bytes[end - 1] <= ' ')
        end--;
    for (size_t i = start; i < end; i++) {
        char c = text->bytes[i];
        bool between = i > start && i + 1 < end && is_digit(text->bytes[i - 1]) &&
                       is_digit(text->bytes[i + 1]);
        fine = fine && c != '\0' && (c != '_' || between);
        if (c != '_')
            buf_putc(&clean, c);
    }
    const char *kept = fine ? arena_text(e->arena, buf_text(&clean), clean.length) : NULL;
    buf_release(&clean);
    return kept;
}

/* Whether the text is a word in small letters, written in small or capital ones. */
static bool is_word(const char *text, const char *word)
{
    while (*text && (*text == *word || *text - 'A' + 'a' == *word)) {
        text++;
        word++;
    }
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

/* What a library brings becomes a plain number first, if it can. */
static bool make_plain(Eval *e, Value *v, const char *what)
{
    const Kind *kind = names_kind(e, v);
    return !kind || !kind->number || kind->number(e, v, what, v);
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

static bool call_float(Eval *e, Arg *args, Value *out)
{
    double x = 0;
    if (!make_plain(e, &args[0].value, "float"))
        return false;
    if (args[0].value.kind == VALUE_STR) {
        if (!parse_float(e, args[0].value.text, &x))
            return eval_raise_as(
                e, "ValueError",
                said_about(e, "could not convert string to float: ", &args[0].value),
                "float: '%s' is not a number", args[0].value.text->bytes);
    } else if (args[0].value.kind != VALUE_ABSENT && !value_number(&args[0].value, &x)) {
        return arg_wrong(e, &args[0].value, "x", "a number");
    }
    *out = value_float(x);
    return true;
}

static bool parse_integer(Eval *e, const Text *text, Value *out)
{
    const char *at = clean_number(e, text);
    char *end = NULL;
    errno = 0;
    long long i = at ? strtoll(at, &end, 10) : 0;
    if (!at || *at == '\0' || *end != '\0' || end == at)
        return eval_raise_as(e, "ValueError",
                             said_about(e, "invalid literal for int() with base 10: ",
                                        &(Value){.kind = VALUE_STR, .text = text}),
                             "int: '%s' is not a whole number", text->bytes);
    if (errno)
        return eval_refuse_name(e, "int: %s does not fit in 64 bits", at);
    *out = value_int(i);
    return true;
}

static bool fail_whole(Eval *e, double x)
{
    const char *message = "int: the number does not fit in 64 bits";
    if (isfinite(x))
        return eval_refuse_name(e, "%s", message);
    return eval_raise_as(e, isnan(x) ? "ValueError" : "OverflowError",
                         isnan(x) ? "cannot convert float NaN to integer"
                                  : "cannot convert float infinity to integer",
                         "%s", message);
}

static bool call_int(Eval *e, Arg *args, Value *out)
{
    double x = 0;
    int64_t i = 0;
    if (!make_plain(e, &args[0].value, "int"))
        return false;
    if (args[0].value.kind == VALUE_STR)
        return parse_integer(e, args[0].value.text, out);
    if (args[0].value.kind != VALUE_ABSENT && value_integer(&args[0].value, &i)) {
        *out = value_int(i);
        return true;
    }
    if (args[0].value.kind != VALUE_ABSENT && !value_number(&args[0].value, &x))
        return arg_wrong(e, &args[0].value, "x", "a number");
    if (!(x >= -0x1p63 && x < 0x1p63))
        return fail_whole(e, x);
    *out = value_int((int64_t)x);
    return true;
}

/* --- math ----------------------------------------------------------------------------------- */

typedef double MathFunction(double x);

static bool math_function(Eval *e, const char *name, double x, MathFunction *f, Value *out)
{
    double y = f(x);
    if (isnan(y) && !isnan(x))
        return eval_raise_as(e, "ValueError", "math domain error", "math.%s(%g) has no value", name,
                             x);
    if (isinf(y) && isfinite(x))
        return eval_raise_as(e, y < 0 ? "ValueError" : "OverflowError",
                             y < 0 ? "math domain error" : "math range error", "math.%s(%g) is %s",
                             name, x, y < 0 ? "minus infinity" : "too large");
    *out = value_float(y);
    return true;
}

static bool call_sqrt(Eval *e, Arg *args, Value *out)
{
    return math_function(e, "sqrt", args[0].number, sqrt, out);
}

static bool call_exp(Eval *e, Arg *args, Value *out)
{
    return math_function(e, "exp", args[0].number, exp, out);
}

static bool call_log(Eval *e, Arg *args, Value *out)
{
    Value base;
    return math_function(e, "log", args[0].number, log, out) &&
           (!args[1].has || (math_function(e, "log", args[1].number, log, &base) &&
                             eval_binary(e, OP_DIV, out, &base, out)));
}

const Function names_math[] = {
    {"abs", IN_BUILTIN, "x /", call_abs},
    {"round", IN_BUILTIN, "number ndigits:i=None", call_round},
    {"float", IN_BUILTIN | IS_TYPE, "x= /", call_float},
    {"int", IN_BUILTIN | IS_TYPE, "x= /", call_int},
    {"sqrt", IN_MATH, "x:x /", call_sqrt},
    {"exp", IN_MATH, "x:x /", call_exp},
    {"log", IN_MATH, "x:x base:x= /", call_log},
    {0},
};

const Constant constants_math[] = {
    {"pi", IN_MATH, NUMBER(3.141592653589793)},
    {"e", IN_MATH, NUMBER(2.718281828459045)},
    {"inf", IN_MATH, NUMBER((double)INFINITY)},
    {"nan", IN_MATH, NUMBER((double)NAN)},
    {0},
};
