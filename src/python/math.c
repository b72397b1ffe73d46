/* The module math. */
#include <math.h>
#include <string.h>

#include "python/args.h"
#include "python/names.h"

typedef double MathFunction(double x);
typedef double MathOfTwo(double x, double y);

/* --- functions of one number --------------------------------------------------------------------- */

static bool check_result(Eval *e, double y, double x)
{
    const char *name = e->call->function->name;
    if (strcmp(name, "degrees") == 0 || strcmp(name, "radians") == 0)
        return true;
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

static bool call_factorial(Eval *e, Arg *args, Value *out)
{
    int64_t result = 1, n = args[0].integer;
    if (n < 0)
        return eval_raise(e, "ValueError", "factorial() not defined for negative values");
    for (int64_t i = 2; i <= n; i++)
        if (__builtin_mul_overflow(result, i, &result))
            return overflow(e);
    *out = value_int(result);
    return true;
}

static uint64_t divisor(int64_t a, int64_t b)
{
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    while (y) {
        uint64_t rest = x % y;
        x = y;
        y = rest;
    }
    return x;
}

/* n over k, one factor after the other; each partial product is a whole number. */
static bool call_choose(Eval *e, Arg *args, Value *out)
{
    const bool ordered = e->call->function->which;
    int64_t n = args[0].integer, k = args[1].has ? args[1].integer : n, result = 1;
    if (n < 0 || k < 0)
        return eval_raise(e, "ValueError", "%s must be a non-negative integer", n < 0 ? "n" : "k");
    *out = value_int(0);
    if (k > n)
        return true;
    k = !ordered && k > n - k ? n - k : k;
    for (int64_t i = 1; i <= k; i++) {
        int64_t factor = n - k + i, common = ordered ? 1 : (int64_t)divisor(result, i);
        int64_t part = ordered ? 1 : i / common;
        if (!eval_spend(e, 1) || __builtin_mul_overflow(result / common, factor / part, &result))
            return overflow(e);
    }
    *out = value_int(result);
    return true;
}

/* gcd or lcm of any number of integers. */
static bool call_common(Eval *e, Arg *args, Value *out)
{
    const bool multiple = e->call->function->which;
    int64_t result = multiple ? 1 : 0, i;
    const List *items = args[0].value.kind == VALUE_ABSENT ? NULL : args[0].value.list;
    for (int64_t k = 0; items && k < items->count; k++) {
        if (!value_integer(&items->item[k], &i) || items->item[k].kind == VALUE_TENSOR)
            return eval_raise(e, "TypeError", "'%s' object cannot be interpreted as an integer",
                              value_type(&items->item[k]));
        uint64_t size = divisor(result, i);
        if (!multiple)
            result = (int64_t)size;
        else if (i == 0 || result == 0)
            result = 0;
        else if (__builtin_mul_overflow(result / (int64_t)size, i, &result))
            return overflow(e);
    }
    if (result == INT64_MIN)
        return overflow(e);
    *out = value_int(result < 0 ? -result : result);
    return true;
}

static bool call_isqrt(Eval *e, Arg *args, Value *out)
{
    int64_t n = args[0].integer;
    if (n < 0)
        return eval_raise(e, "ValueError", "isqrt() argument must be nonnegative");
    int64_t root = (int64_t)sqrt((double)n);
    while (root > 0 && (root > INT64_C(3037000499) || root * root > n))
        root--;
    while (root < INT64_C(3037000499) && (root + 1) * (root + 1) <= n)
        root++;
    *out = value_int(root);
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
    const List *items = args[0].value.kind == VALUE_ABSENT ? NULL : args[0].value.list;
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

static bool call_isclose(Eval *e, Arg *args, Value *out)
{
    (void)e;
    double a = args[0].number, b = args[1].number, distance = fabs(a - b);
    double most = fmax(args[2].number * fmax(fabs(a), fabs(b)), args[3].number);
    *out = value_bool(a == b || (isfinite(a) && isfinite(b) && distance <= most));
    return true;
}

/* --- of many numbers ---------------------------------------------------------------------------------- */

static bool multiply(Eval *e, void *context, Value item)
{
    Value *product = context, result;
    if (!eval_binary(e, OP_MUL, product, &item, &result))
        return false;
    *product = result;
    return true;
}

static bool call_prod(Eval *e, Arg *args, Value *out)
{
    *out = args[1].value.kind == VALUE_ABSENT ? value_int(1) : args[1].value;
    return eval_each(e, &args[0].value, multiply, out);
}

/* Shewchuk's (1997) exact sum: partial sums that do not overlap, smallest first. */
typedef struct Partials {
    double sum[64];
    int count;
    double special; /* of infinities and NaNs */
} Partials;

static bool add_exactly(Eval *e, void *context, Value item)
{
    Partials *p = context;
    double x;
    int kept = 0;
    if (!value_number(&item, &x))
        return eval_raise(e, "TypeError", "must be real number, not %s", value_type(&item));
    if (!isfinite(x)) {
        p->special += x;
        return true;
    }
    for (int i = 0; i < p->count; i++) {
        double y = p->sum[i], large = fabs(x) < fabs(y) ? y : x, small = fabs(x) < fabs(y) ? x : y;
        double high = large + small, low = small - (high - large);
        if (low != 0)
            p->sum[kept++] = low;
        x = high;
    }
    p->sum[kept++] = x;
    p->count = kept < 64 ? kept : 63;
    return true;
}

/* From the largest on, until one does not fit; halfway cases go by what is left. */
static bool call_fsum(Eval *e, Arg *args, Value *out)
{
    Partials p = {.count = 0};
    double high = 0, low = 0;
    if (!eval_each(e, &args[0].value, add_exactly, &p))
        return false;
    int i = p.count;
    if (i > 0)
        high = p.sum[--i];
    while (i > 0 && low == 0) {
        double x = high, y = p.sum[--i];
        high = x + y;
        low = y - (high - x);
    }
    if (i > 0 && ((low < 0 && p.sum[i - 1] < 0) || (low > 0 && p.sum[i - 1] > 0))) {
        double twice = low * 2, x = high + twice;
        if (twice == x - high)
            high = x;
    }
    *out = value_float(p.special != 0 || isnan(p.special) ? p.special : high);
    return true;
}

/* --- the tables --------------------------------------------------------------------------------------- */

static double degrees(double x)
{
    return x * (180 / 3.141592653589793);
}

static double radians(double x)
{
    return x * (3.141592653589793 / 180);
}

/* clang-format off */
#define POINTER(f) .data = &(MathFunction *const){f}
#define ROW(f) {#f, IN_MATH, "x:x /", call_math, POINTER(f)}
#define ROW_WHOLE(f) {#f, IN_MATH, "x:x /", call_whole, POINTER(f)}
#define ROW_OF_TWO(f) {#f, IN_MATH, "x:x y:x /", call_of_two, .data = &(MathOfTwo *const){f}}

const Function names_math[] = {
    ROW(sqrt), ROW(exp), ROW(log2), ROW(log10), ROW(log1p), ROW(expm1), ROW(sin), ROW(cos), ROW(tan),
    ROW(asin), ROW(acos), ROW(atan), ROW(sinh), ROW(cosh), ROW(tanh), ROW(asinh), ROW(acosh),
    ROW(atanh), ROW(fabs), ROW(erf), ROW(erfc), ROW(lgamma), ROW(degrees), ROW(radians),
    ROW_WHOLE(floor), ROW_WHOLE(ceil), ROW_WHOLE(trunc),
    ROW_OF_TWO(pow), ROW_OF_TWO(atan2), ROW_OF_TWO(copysign), ROW_OF_TWO(fmod), ROW_OF_TWO(remainder),
    {"log", IN_MATH, "x:x base:x= /", call_log},
    {"factorial", IN_MATH, "x:i /", call_factorial},
    {"comb", IN_MATH, "n:i k:i /", call_choose, .which = false},
    {"perm", IN_MATH, "n:i k:i= /", call_choose, .which = true},
    {"gcd", IN_MATH, "*integers=", call_common, .which = false},
    {"lcm", IN_MATH, "*integers=", call_common, .which = true},
    {"isqrt", IN_MATH, "n:i /", call_isqrt},
    {"hypot", IN_MATH, "*coordinates=", call_hypot},
    {"isnan", IN_MATH, "x:x /", call_is, .which = FP_NAN},
    {"isinf", IN_MATH, "x:x /", call_is, .which = FP_INFINITE},
    {"isfinite", IN_MATH, "x:x /", call_is, .which = FP_NORMAL},
    {"isclose", IN_MATH, "a:x b:x | rel_tol:x=1e-09 abs_tol:x=0.0", call_isclose},
    {"prod", IN_MATH, "iterable / | start=", call_prod},
    {"fsum", IN_MATH, "seq /", call_fsum},
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
