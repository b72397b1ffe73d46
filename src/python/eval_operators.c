/* Operators between values by Python's rules; kinds that packages bring have their own. */
#include <math.h>
#include <string.h>

#include "python/dispatch.h"
#include "python/outside.h"
#include "python/real.h"

/* As Python says it. */
static const char *said_between(Eval *e, Operator op, const Value *a, const Value *b)
{
    const char *x = value_type(a), *y = value_type(b), *sign = operator_text(op);
    bool joins = text_in(a) || list_in(a) || a->kind == VALUE_TUPLE;
    if (op == OP_ADD && joins)
        return arena_format(e->arena, "can only concatenate %s (not \"%s\") to %s", x, y, x);
    if (op == OP_MUL && (type_of(a)->repeat || type_of(b)->repeat))
        return arena_format(e->arena, "can't multiply sequence by non-int of type '%s'",
                            type_of(a)->repeat ? y : x);
    if (op >= OP_LT && op <= OP_GE)
        return arena_format(e->arena, "'%s' not supported between instances of '%s' and '%s'", sign,
                            x, y);
    return arena_format(e->arena, "unsupported operand type(s) for %s%s: '%s' and '%s'", sign,
                        op == OP_POW ? " or pow()" : "", x, y);
}

/* Two values of one type, of which the operator, where the type has it, may be meant for: a list times a number. */
static bool works_among(Operator op, const Value *a, const Value *b)
{
    return op >= OP_ADD && op <= OP_RSHIFT && op != OP_MUL && a->kind == b->kind &&
           strcmp(value_type(a), value_type(b)) == 0 && operator_method(op);
}

bool eval_refuse(Eval *e, Operator op, const Value *a, const Value *b, const char *hint)
{
    return outside_allows(e, a) && outside_allows(e, b) &&
           (!works_among(op, a, b) || real_allows(e, a, operator_method(op))) &&
           eval_raise_as(e, "TypeError", said_between(e, op, a, b),
                         "'%s' does not work between %s and %s%s", operator_text(op), value_kind(a),
                         value_kind(b), hint);
}

static bool refuse(Eval *e, Operator op, const Value *a, const Value *b)
{
    bool is_ordered = op == OP_LT || op == OP_LE || op == OP_GT || op == OP_GE;
    if (is_ordered && a->kind == VALUE_SLICE && b->kind == VALUE_SLICE)
        return eval_refuse_name(e, "the order of slices is not part of the lesson language");
    bool has_text = text_in(a) || text_in(b);
    bool is_tried = op == OP_ADD && has_text && (value_is_number(a) || value_is_number(b));
    return eval_refuse(e, op, a, b, is_tried ? ": str(...) converts a number" : "");
}

/* By what the kind of one of them says, the left one first; without *done neither knows of the other. */
static bool by_kind(Eval *e, Operator op, const Value *a, const Value *b, Value *out, bool *done)
{
    const Kind *left = kind_of(a), *right = kind_of(b);
    *done = false;
    if (left->binary && (!left->binary(e, op, a, b, out, done) || *done))
        return *done && !e->err->set;
    return right == left || !right->binary || right->binary(e, op, a, b, out, done);
}

/* --- plain numbers -------------------------------------------------------------------------- */

static bool overflow(Eval *e)
{
    return eval_refuse_name(e, "the result does not fit in an integer of 64 bits");
}

/* a // b and a % b: rounded towards minus infinity, as Python does. */
static bool floor_divide(Eval *e, Operator op, int64_t a, int64_t b, Value *out)
{
    if (b == 0)
        return eval_raise_as(e, "ZeroDivisionError",
                             op == OP_MOD ? "integer modulo by zero"
                                          : "integer division or modulo by zero",
                             "division by zero");
    if (a == INT64_MIN && b == -1)
        return op == OP_MOD ? (*out = value_int(0), true) : overflow(e);
    int64_t quotient = a / b, rest = a % b;
    if (rest != 0 && (rest < 0) != (b < 0)) {
        quotient--;
        rest += b;
    }
    *out = value_int(op == OP_MOD ? rest : quotient);
    return true;
}

/* x // y and x % y as Python computes them, so that x == (x // y) * y + x % y as nearly as can
 * be. */
static double float_divide(Operator op, double x, double y)
{
    double rest = fmod(x, y), quotient = (x - rest) / y;
    if (rest == 0) {
        rest = copysign(0, y);
    } else if ((y < 0) != (rest < 0)) {
        rest += y;
        quotient -= 1;
    }
    if (op == OP_MOD)
        return rest;
    if (quotient == 0)
        return copysign(0, x / y);
    double whole = floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
}

static bool float_power(Eval *e, double x, double y, Value *out)
{
    if (x == 0 && y < 0)
        return eval_raise_as(e, "ZeroDivisionError", "0.0 cannot be raised to a negative power",
                             "zero cannot be raised to a negative power");
    double result = pow(x, y);
    if (isnan(result) && !isnan(x) && !isnan(y))
        return eval_refuse_name(e, "a negative number to a fractional power is not a real number");
    if (isinf(result) && isfinite(x) && isfinite(y))
        return eval_raise_as(e, "OverflowError", "(34, 'Numerical result out of range')",
                             "the result of ** is too large for a float");
    *out = value_float(result);
    return true;
}

static bool float_operator(Eval *e, Operator op, double x, double y, Value *out)
{
    if ((op == OP_DIV || op == OP_FLOORDIV || op == OP_MOD) && y == 0)
        return eval_raise_as(e, "ZeroDivisionError",
                             op == OP_DIV   ? "float division by zero"
                             : op == OP_MOD ? "float modulo by zero"
                                            : "float floor division by zero",
                             "division by zero");
    switch (op) {
    case OP_ADD:
        *out = value_float(x + y);
        return true;
    case OP_SUB:
        *out = value_float(x - y);
        return true;
    case OP_MUL:
        *out = value_float(x * y);
        return true;
    case OP_DIV:
        *out = value_float(x / y);
        return true;
    case OP_FLOORDIV:
    case OP_MOD:
        *out = value_float(float_divide(op, x, y));
        return true;
    case OP_POW:
        return float_power(e, x, y, out);
    default:
        return eval_raise(e, "TypeError", "'%s' does not work between floats", operator_text(op));
    }
}

/* a / b rounded once: doubles do where both integers are exact ones. */
static double true_divide(int64_t a, int64_t b)
{
    const int64_t exact = INT64_C(1) << 53;
    if (a > -exact && a < exact && b > -exact && b < exact)
        return (double)a / (double)b;
    /* Long division by hand: 63 bits of the quotient, and whether anything is left of the rest. */
    uint64_t m = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, n = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    uint64_t quotient = m / n, rest = m % n; /* rest < n <= 2^63: twice as much still fits */
    int bits = 0;
    for (; m > 0 && quotient < UINT64_C(1) << 62; bits++) {
        rest *= 2;
        quotient = quotient * 2 + (rest >= n);
        rest -= rest >= n ? n : 0;
    }
    double result = ldexp((double)(quotient | (rest > 0)), -bits);
    return (a < 0) != (b < 0) ? -result : result;
}

static bool integer_power(Eval *e, int64_t base, int64_t exponent, Value *out)
{
    int64_t result = 1;
    if (exponent < 0)
        return float_power(e, (double)base, (double)exponent, out);
    for (;; exponent >>= 1) {
        if ((exponent & 1) && __builtin_mul_overflow(result, base, &result))
            return overflow(e);
        if (exponent <= 1)
            break;
        if (__builtin_mul_overflow(base, base, &base))
            return overflow(e);
    }
    *out = value_int(result);
    return true;
}

static bool shift(Eval *e, Operator op, int64_t a, int64_t b, Value *out)
{
    if (b < 0)
        return eval_raise(e, "ValueError", "negative shift count");
    int64_t result = a;
    if (op == OP_RSHIFT) { /* towards minus infinity */
        result = a < 0 ? ~(~a >> (b > 62 ? 62 : b)) : a >> (b > 62 ? 62 : b);
        result = b > 62 ? (a < 0 ? -1 : 0) : result;
    } else if (a != 0 && (b > 62 || __builtin_mul_overflow(a, INT64_C(1) << b, &result))) {
        return overflow(e);
    }
    *out = value_int(result);
    return true;
}

static bool integer_operator(Eval *e, Operator op, int64_t a, int64_t b, Value *out)
{
    int64_t result = 0;
    bool bad = false;
    switch (op) {
    case OP_ADD:
        bad = __builtin_add_overflow(a, b, &result);
        break;
    case OP_SUB:
        bad = __builtin_sub_overflow(a, b, &result);
        break;
    case OP_MUL:
        bad = __builtin_mul_overflow(a, b, &result);
        break;
    case OP_DIV:
        if (b == 0)
            return eval_raise(e, "ZeroDivisionError", "division by zero");
        *out = value_float(true_divide(a, b));
        return true;
    case OP_FLOORDIV:
    case OP_MOD:
        return floor_divide(e, op, a, b, out);
    case OP_POW:
        return integer_power(e, a, b, out);
    case OP_BITAND:
        result = a & b;
        break;
    case OP_BITOR:
        result = a | b;
        break;
    case OP_BITXOR:
        result = a ^ b;
        break;
    case OP_LSHIFT:
    case OP_RSHIFT:
        return shift(e, op, a, b, out);
    default:
        return eval_raise(e, "TypeError", "'%s' does not work between integers", operator_text(op));
    }
    if (bad)
        return overflow(e);
    *out = value_int(result);
    return true;
}

static bool number_operator(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    if (a->kind == VALUE_FLOAT || b->kind == VALUE_FLOAT) {
        double x, y;
        value_number(a, &x);
        value_number(b, &y);
        return float_operator(e, op, x, y, out);
    }
    int64_t i, j;
    value_integer(a, &i);
    value_integer(b, &j);
    if (!integer_operator(e, op, i, j, out))
        return false;
    bool is_bitwise = op == OP_BITAND || op == OP_BITOR || op == OP_BITXOR;
    if (is_bitwise && a->kind == VALUE_BOOL && b->kind == VALUE_BOOL)
        *out = value_bool(out->integer != 0);
    return true;
}

/* --- all kinds ------------------------------------------------------------------------------- */

static bool is_integer(const Value *v)
{
    return v->kind == VALUE_INT || v->kind == VALUE_BOOL;
}

/* [0] * 4 and "ab" * 3: as often as an integer says, or a tensor that holds one. */
static bool repeats(Eval *e, const Value *v, const Value *times, Value *out, bool *done)
{
    int64_t n;
    *done = type_of(v)->repeat && (is_integer(times) || tensor_in(times)) &&
            value_integer(times, &n);
    return !*done || (eval_written(e, times) && type_of(v)->repeat(e, v, n < 0 ? 0 : n, out));
}

bool eval_repeat_fits(Eval *e, int64_t length, int64_t n)
{
    return n == 0 || length <= LIMIT_ITEMS / n ||
           eval_refuse_name(e, "repeated %lld times this has more than %d items: too long",
                            (long long)n, LIMIT_ITEMS);
}

bool eval_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    bool done = false;
    if (value_is_number(a) && value_is_number(b))
        return number_operator(e, op, a, b, out);
    if (op == OP_MUL && (!repeats(e, a, b, out, &done) || done || !repeats(e, b, a, out, &done)))
        return done && !e->err->set;
    if (done || !by_kind(e, op, a, b, out, &done) || done)
        return done && !e->err->set;
    if (op == OP_ADD && type_of(a)->join && type_family(a) == type_family(b))
        return type_of(a)->join(e, a, b, out);
    return refuse(e, op, a, b);
}

bool eval_unary(Eval *e, Operator op, const Value *a, Value *out)
{
    if (op == OP_NOT) {
        bool truth = false;
        if (!eval_truth(e, a, &truth))
            return false;
        *out = value_bool(!truth);
        return true;
    }
    const Kind *kind = kind_of(a);
    if (kind->unary)
        return kind->unary(e, op, a, out);
    if (a->kind == VALUE_FLOAT && op != OP_INVERT) {
        *out = value_float(op == OP_NEG ? -a->number : a->number);
        return true;
    }
    int64_t i;
    if (!is_integer(a) || !value_integer(a, &i))
        return real_allows(e, a, operator_method(op)) &&
               eval_raise_as(e, "TypeError",
                             arena_format(e->arena, "bad operand type for unary %s: '%s'",
                                          operator_text(op), value_type(a)),
                             "'%s' does not work on %s", operator_text(op), value_kind(a));
    if (op == OP_NEG && i == INT64_MIN)
        return overflow(e);
    *out = value_int(op == OP_NEG ? -i : op == OP_INVERT ? ~i : i);
    return true;
}

/* --- comparisons ---------------------------------------------------------------------------- */

typedef struct Membership {
    const Value *wanted;
    bool found;
} Membership;

/* False, which ends the walk, once it is found. */
static bool match(Eval *e, void *context, Value item)
{
    Membership *s = context;
    s->found = value_equal(&e->budget, &item, s->wanted);
    return !s->found;
}

bool eval_contains(Eval *e, const Value *v, const Value *item, bool *found)
{
    Membership s = {.wanted = item};
    if (value_is_number(v) || v->kind == VALUE_NONE)
        return eval_raise_as(
            e, "TypeError",
            arena_format(e->arena, "argument of type '%s' is not iterable", value_type(v)),
            "%s has no items to go through", value_kind(v));
    *found = !eval_each(e, v, match, &s);
    return s.found == *found;
}

static bool compare_order(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    int order;
    if (!value_order(&e->budget, a, b, &order)) {
        if (!eval_spend(e, 0))
            return false;
        if (a->kind == b->kind && (list_in(a) || a->kind == VALUE_TUPLE)) {
            int64_t i = 0, count = row_in(a)->count < row_in(b)->count ? row_in(a)->count
                                                                       : row_in(b)->count;
            while (i < count && value_equal(&e->budget, &row_in(a)->item[i], &row_in(b)->item[i]))
                i++;
            if (i < count && eval_deeper(e) && eval_spend(e, 1)) /* the first two decide, or fail */
                return eval_compare(e, op, &row_in(a)->item[i], &row_in(b)->item[i], out);
            return eval_spend(e, 0) && refuse(e, op, a, b);
        }
        if (!value_is_number(a) || !value_is_number(b))
            return refuse(e, op, a, b);
        *out = value_bool(false); /* a NaN: neither smaller nor larger */
        return true;
    }
    *out = value_bool(op == OP_LT   ? order < 0
                      : op == OP_LE ? order <= 0
                      : op == OP_GT ? order > 0
                                    : order >= 0);
    return true;
}

/* A package, a class and what a class makes is not None; of all else that is not here nobody knows what it is. */
static bool is_something(const Value *v)
{
    const char *path = space_in(v)->path, *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;
    return !strchr(path, '[') && (!strpbrk(path, ".(") || (*name >= 'A' && *name <= 'Z'));
}

static bool may_be_same(Eval *e, const Value *a, const Value *b)
{
    const Value *absent = a->kind == VALUE_NAMESPACE ? a : b, *other = absent == a ? b : a;
    if (absent->kind == VALUE_NAMESPACE && other->kind == VALUE_NONE && is_something(absent))
        return true;
    return outside_allows(e, a) && outside_allows(e, b);
}

bool eval_compare(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    bool truth = false;
    if ((op == OP_IS || op == OP_IS_NOT) && !may_be_same(e, a, b))
        return false;
    if (op == OP_IS || op == OP_IS_NOT) {
        *out = value_bool(value_is(&e->budget, a, b) == (op == OP_IS));
        return true;
    }
    if (!outside_allows(e, a) || !outside_allows(e, b))
        return false;
    if (op == OP_IN || op == OP_NOT_IN) {
        const Kind *kind = kind_of(b);
        if (!(kind->contains ? kind->contains : eval_contains)(e, b, a, &truth))
            return false;
        *out = value_bool(truth == (op == OP_IN));
        return true;
    }
    bool done;
    if (!by_kind(e, op, a, b, out, &done) || done)
        return done && !e->err->set;
    if (op != OP_EQ && op != OP_NE)
        return compare_order(e, op, a, b, out);
    *out = value_bool(value_equal(&e->budget, a, b) == (op == OP_EQ));
    return true;
}

bool eval_truth(Eval *e, const Value *v, bool *out)
{
    const Kind *kind = kind_of(v);
    *out = value_truth(v);
    if (!outside_allows(e, v))
        return false;
    return !kind->truth || kind->truth(e, v, out);
}
