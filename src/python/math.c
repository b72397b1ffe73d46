/* The module math. What is no function of libm is in in-math.py. */
#include <math.h>
#include <string.h>

#include "python/eval.h"

typedef double MathFunction(double x);
typedef double MathOfTwo(double x, double y);

/* --- functions of one number --------------------------------------------------------------------- */

static bool check_result(Eval *e, double y, double x)
{
    const char *name = e->call->function->name;
    if (isnan(y) && !isnan(x))
        return eval_raise_as(e, "ValueError", "math domain error", "math.%s(%g) has no value", name,
                             x);
    bool is_sinh = strcmp(name, "sinh") == 0;
    bool has_no_value = (y < 0 && !is_sinh) || strcmp(name, "atanh") == 0 ||
                        (strcmp(name, "lgamma") == 0 && x <= 0);
    if (isinf(y) && isfinite(x))
        return eval_raise_as(e, has_no_value ? "ValueError" : "OverflowError",
                             has_no_value ? "math domain error" : "math range error",
                             "math.%s(%g) is %s", name, x, y < 0 ? "minus infinity" : "too large");
    return true;
}

static double of_one(const Arg *args, const Eval *e)
{
    MathFunction *const *f = e->call->function->data;
    return (*f)(args[0].number);
}

static bool call_math(Eval *e, Arg *args, Value *out)
{
    *out = value_float(of_one(args, e));
    return check_result(e, out->number, args[0].number);
}

static bool call_log(Eval *e, Arg *args, Value *out)
{
    Value base = value_float(args[1].has ? log(args[1].number) : 0);
    *out = value_float(log(args[0].number));
    return check_result(e, out->number, args[0].number) &&
           (!args[1].has || (check_result(e, base.number, args[1].number) &&
                             eval_binary(e, OP_DIV, out, &base, out)));
}

/* --- to whole numbers ----------------------------------------------------------------------------- */

static bool overflow(Eval *e)
{
    return eval_refuse_name(e, "math.%s: the result does not fit in 64 bits",
                            e->call->function->name);
}

/* floor, ceil and trunc: ints stay as they are. */
static bool call_whole(Eval *e, Arg *args, Value *out)
{
    int64_t i;
    double y = of_one(args, e);
    if (value_integer(&args[0].value, &i)) {
        *out = value_int(i);
        return true;
    }
    if (!isfinite(y))
        return eval_raise(e, isnan(y) ? "ValueError" : "OverflowError",
                          "cannot convert float %s to integer", isnan(y) ? "NaN" : "infinity");
    if (!(y >= -0x1p63 && y < 0x1p63))
        return overflow(e);
    *out = value_int((int64_t)y);
    return true;
}

/* --- functions of two numbers --------------------------------------------------------------------- */

static bool call_of_two(Eval *e, Arg *args, Value *out)
{
    MathOfTwo *const *f = e->call->function->data;
    double x = args[0].number, y = args[1].number, result = (*f)(x, y);
    *out = value_float(result);
    if (isnan(result) && !isnan(x) && !isnan(y))
        return eval_raise(e, "ValueError", "math domain error");
    if (isinf(result) && isfinite(x) && isfinite(y))
        return x == 0 ? eval_raise(e, "ValueError", "math domain error")
                      : eval_raise(e, "OverflowError", "math range error");
    return true;
}

static bool call_hypot(Eval *e, Arg *args, Value *out)
{
    double sum = 0, x;
    const List *items = args[0].value.kind == VALUE_ABSENT ? NULL : row_in(&args[0].value);
    for (int64_t i = 0; items && i < items->count; i++) {
        if (!value_number(&items->item[i], &x))
            return eval_raise(e, "TypeError", "must be real number, not %s",
                              value_type(&items->item[i]));
        sum = hypot(sum, x);
    }
    *out = value_float(sum);
    return true;
}

/* --- truths ----------------------------------------------------------------------------------------- */

/* isnan, isinf and isfinite */
static bool call_is(Eval *e, Arg *args, Value *out)
{
    const int wanted = e->call->function->which, class = fpclassify(args[0].number);
    bool is_finite = class != FP_NAN && class != FP_INFINITE;
    *out = value_bool(class == wanted || (wanted == FP_NORMAL && is_finite));
    return true;
}

/* --- the tables --------------------------------------------------------------------------------------- */

/* clang-format off */
#define POINTER(f) .data = &(MathFunction *const){f}
#define ROW(f) {#f, IN_MATH, "x:x /", call_math, POINTER(f)}
#define IN_PYTHON(name, params) {name, IN_MATH, params, native_in_python, .data = "in-math"}
#define ROW_WHOLE(f) {#f, IN_MATH, "x:x /", call_whole, POINTER(f)}
#define ROW_OF_TWO(f) {#f, IN_MATH, "x:x y:x /", call_of_two, .data = &(MathOfTwo *const){f}}

const Function names_math[] = {
    ROW(sqrt), ROW(exp), ROW(log2), ROW(log10), ROW(log1p), ROW(expm1), ROW(sin), ROW(cos), ROW(tan),
    ROW(asin), ROW(acos), ROW(atan), ROW(sinh), ROW(cosh), ROW(tanh), ROW(asinh), ROW(acosh),
    ROW(atanh), ROW(fabs), ROW(erf), ROW(erfc), ROW(lgamma),
    ROW_WHOLE(floor), ROW_WHOLE(ceil), ROW_WHOLE(trunc),
    ROW_OF_TWO(pow), ROW_OF_TWO(atan2), ROW_OF_TWO(copysign), ROW_OF_TWO(fmod), ROW_OF_TWO(remainder),
    {"log", IN_MATH, "x:x base:x= /", call_log},
    IN_PYTHON("factorial", "x:i /"),
    IN_PYTHON("comb", "n:i k:i /"),
    IN_PYTHON("perm", "n:i k:i= /"),
    IN_PYTHON("gcd", "*integers="),
    IN_PYTHON("lcm", "*integers="),
    IN_PYTHON("isqrt", "n:i /"),
    {"hypot", IN_MATH, "*coordinates=", call_hypot},
    {"isnan", IN_MATH, "x:x /", call_is, .which = FP_NAN},
    {"isinf", IN_MATH, "x:x /", call_is, .which = FP_INFINITE},
    {"isfinite", IN_MATH, "x:x /", call_is, .which = FP_NORMAL},
    IN_PYTHON("isclose", "a:x b:x | rel_tol:x=1e-09 abs_tol:x=0.0"),
    IN_PYTHON("degrees", "x:x /"),
    IN_PYTHON("radians", "x:x /"),
    IN_PYTHON("prod", "iterable / | start="),
    IN_PYTHON("fsum", "seq /"),
    {0},
};
/* clang-format on */

const Constant constants_math[] = {
    {"pi", IN_MATH, NUMBER(3.141592653589793)},
    {"e", IN_MATH, NUMBER(2.718281828459045)},
    {"tau", IN_MATH, NUMBER(6.283185307179586)},
    {"inf", IN_MATH, NUMBER((double)INFINITY)},
    {"nan", IN_MATH, NUMBER((double)NAN)},
    {"NotImplemented", IN_BUILTIN, {.kind = VALUE_NOT_IMPLEMENTED}},
    {"Ellipsis", IN_BUILTIN, {.kind = VALUE_ELLIPSIS}},
    {"__name__", IN_BUILTIN, {.kind = VALUE_STR, .text = &(const Text){"__main__", 8}}},
    {0},
};
