/* Operators between values: Python's rules for plain values, core's for tensors. */
#include <math.h>
#include <string.h>

#include "lesson/eval.h"

static bool is_number(const Value *v)
{
    return v->kind == VALUE_BOOL || v->kind == VALUE_INT || v->kind == VALUE_FLOAT;
}

static bool refuse(Eval *e, Operator op, const Value *a, const Value *b)
{
    return eval_fail(e, "'%s' does not work between a %s and a %s", operator_text(op), value_type(a),
                     value_type(b));
}

/* --- tensors -------------------------------------------------------------------------------------- */

typedef const Tensor *TensorOperator(Qkv *q, const Tensor *a, const Tensor *b);

static TensorOperator *const tensor_operators[] = {
    [OP_ADD] = qkv_add, [OP_SUB] = qkv_sub, [OP_MUL] = qkv_mul,       [OP_DIV] = qkv_div,
    [OP_POW] = qkv_pow, [OP_EQ] = qkv_eq,   [OP_NE] = qkv_ne,         [OP_LT] = qkv_lt,
    [OP_LE] = qkv_le,   [OP_GT] = qkv_gt,   [OP_MATMUL] = qkv_matmul, [OP_GE] = qkv_ge,
};

static bool tensor_operator(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    const Tensor *left, *right;
    bool known = (size_t)op < sizeof tensor_operators / sizeof tensor_operators[0];
    if (!known || !tensor_operators[op])
        return eval_fail(e, "'%s' is not part of the lesson language for tensors", operator_text(op));
    if (!(a->kind == VALUE_TENSOR || is_number(a)) || !(b->kind == VALUE_TENSOR || is_number(b)))
        return refuse(e, op, a, b);
    if (op == OP_MATMUL && (is_number(a) || is_number(b)))
        return refuse(e, op, a, b);
    return arg_tensor(e, a, "left side", &left) && arg_tensor(e, b, "right side", &right) &&
           eval_result(e, tensor_operators[op](e->q, left, right), out);
}

/* --- plain numbers -------------------------------------------------------------------------------- */

static bool overflow(Eval *e)
{
    return eval_fail(e, "the integer does not fit in 64 bits");
}

/* a // b and a % b: rounded towards minus infinity, as Python does. */
static bool floor_divide(Eval *e, Operator op, int64_t a, int64_t b, Value *out)
{
    if (b == 0)
        return eval_fail(e, "division by zero");
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

static bool float_operator(Eval *e, Operator op, double x, double y, Value *out)
{
    if ((op == OP_DIV || op == OP_FLOORDIV || op == OP_MOD) && y == 0)
        return eval_fail(e, "division by zero");
    double result;
    switch (op) {
    case OP_ADD:
        result = x + y;
        break;
    case OP_SUB:
        result = x - y;
        break;
    case OP_MUL:
        result = x * y;
        break;
    case OP_DIV:
        result = x / y;
        break;
    case OP_FLOORDIV:
        result = floor(x / y);
        break;
    case OP_MOD:
        result = fmod(x, y);
        result += result != 0 && (result < 0) != (y < 0) ? y : 0;
        break;
    case OP_POW:
        if (x == 0 && y < 0)
            return eval_fail(e, "zero to a negative power");
        result = pow(x, y);
        if (isnan(result) && !isnan(x) && !isnan(y))
            return eval_fail(e, "a negative number to a fractional power is not a real number");
        break;
    default:
        return eval_fail(e, "'%s' does not work between floats", operator_text(op));
    }
    *out = value_float(result);
    return true;
}

static bool integer_power(Eval *e, int64_t base, int64_t exponent, Value *out)
{
    int64_t result = 1;
    if (exponent < 0)
        return float_operator(e, OP_POW, (double)base, (double)exponent, out);
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
        return float_operator(e, op, (double)a, (double)b, out);
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
    default:
        return eval_fail(e, "'%s' does not work between integers", operator_text(op));
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

/* --- texts and lists ------------------------------------------------------------------------------ */

static bool join_texts(Eval *e, const Text *a, const Text *b, Value *out)
{
    if (a->length + b->length > LIMIT_ITEMS)
        return eval_fail(e, "a text longer than %d bytes: too long", LIMIT_ITEMS);
    Buf text = {0};
    buf_add(&text, a->bytes, a->length);
    buf_add(&text, b->bytes, b->length);
    *out = value_text(e->arena, buf_text(&text), text.length);
    buf_release(&text);
    return true;
}

static bool join_lists(Eval *e, const Value *a, const Value *b, Value *out)
{
    if (a->list->count + b->list->count > LIMIT_ITEMS)
        return eval_fail(e, "a list with more than %d items: too long", LIMIT_ITEMS);
    *out = value_list(e->arena, a->kind == VALUE_LIST ? VALUE_LIST : VALUE_TUPLE);
    for (int64_t i = 0; i < a->list->count; i++)
        list_add(e->arena, out->list, a->list->item[i]);
    for (int64_t i = 0; i < b->list->count; i++)
        list_add(e->arena, out->list, b->list->item[i]);
    return true;
}

/* [0] * 4 and "ab" * 3. */
static bool repeat(Eval *e, const Value *v, const Value *times, Value *out)
{
    int64_t n, length = v->kind == VALUE_STR ? (int64_t)v->text->length : v->list->count;
    value_integer(times, &n);
    n = n < 0 || length == 0 ? 0 : n;
    if (n > 0 && length > LIMIT_ITEMS / n)
        return eval_fail(e, "repeated %lld times this has more than %d items: too long", (long long)n,
                         LIMIT_ITEMS);
    if (v->kind == VALUE_STR) {
        Buf text = {0};
        for (int64_t i = 0; i < n; i++)
            buf_add(&text, v->text->bytes, v->text->length);
        *out = value_text(e->arena, buf_text(&text), text.length);
        buf_release(&text);
        return true;
    }
    *out = value_list(e->arena, v->kind == VALUE_LIST ? VALUE_LIST : VALUE_TUPLE);
    for (int64_t i = 0; i < n * length; i++)
        list_add(e->arena, out->list, v->list->item[i % length]);
    return true;
}

static bool is_integer(const Value *v)
{
    return v->kind == VALUE_INT || v->kind == VALUE_BOOL;
}

static bool is_tuple(const Value *v)
{
    return v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE;
}

static bool is_repeatable(const Value *v)
{
    return v->kind == VALUE_STR || v->kind == VALUE_LIST || is_tuple(v);
}

bool eval_binary(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    if (a->kind == VALUE_TENSOR || b->kind == VALUE_TENSOR)
        return tensor_operator(e, op, a, b, out);
    if (is_number(a) && is_number(b))
        return number_operator(e, op, a, b, out);
    if (op == OP_ADD && a->kind == VALUE_STR && b->kind == VALUE_STR)
        return join_texts(e, a->text, b->text, out);
    if (op == OP_ADD && ((a->kind == VALUE_LIST && b->kind == VALUE_LIST) || (is_tuple(a) && is_tuple(b))))
        return join_lists(e, a, b, out);
    if (op == OP_MUL && is_repeatable(a) && is_integer(b))
        return repeat(e, a, b, out);
    if (op == OP_MUL && is_repeatable(b) && is_integer(a))
        return repeat(e, b, a, out);
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
    if (a->kind == VALUE_TENSOR && op != OP_INVERT) {
        if (op == OP_NEG)
            return eval_result(e, qkv_neg(e->q, a->tensor), out);
        *out = *a;
        return true;
    }
    if (a->kind == VALUE_FLOAT && op != OP_INVERT) {
        *out = value_float(op == OP_NEG ? -a->number : a->number);
        return true;
    }
    int64_t i;
    if (!is_integer(a) || !value_integer(a, &i))
        return eval_fail(e, "'%s' does not work on a %s", operator_text(op), value_type(a));
    if (op == OP_NEG && i == INT64_MIN)
        return overflow(e);
    *out = value_int(op == OP_NEG ? -i : op == OP_INVERT ? ~i : i);
    return true;
}

/* --- comparisons ---------------------------------------------------------------------------------- */

typedef struct Search {
    const Value *wanted;
    bool found;
} Search;

static bool match(Eval *e, void *context, Value item)
{
    (void)e;
    Search *s = context;
    s->found = s->found || value_equal(&item, s->wanted);
    return true;
}

static bool contains(Eval *e, const Value *a, const Value *b, bool *found)
{
    if (b->kind == VALUE_STR) {
        if (a->kind != VALUE_STR)
            return refuse(e, OP_IN, a, b);
        *found = a->text->length == 0 || strstr(b->text->bytes, a->text->bytes) != NULL;
        return true;
    }
    Search s = {.wanted = a};
    if (!eval_each(e, b, match, &s))
        return false;
    *found = s.found;
    return true;
}

/* `is`: the same thing, or the same None, True, False. */
static bool identical(const Value *a, const Value *b)
{
    if (a->kind != b->kind)
        return false;
    switch (a->kind) {
    case VALUE_LIST:
    case VALUE_TUPLE:
    case VALUE_SET:
        return a->list == b->list;
    case VALUE_DICT:
        return a->dict == b->dict;
    default:
        return value_equal(a, b);
    }
}

bool eval_compare(Eval *e, Operator op, const Value *a, const Value *b, Value *out)
{
    bool truth = false;
    if (op == OP_IS || op == OP_IS_NOT) {
        *out = value_bool(identical(a, b) == (op == OP_IS));
        return true;
    }
    if (op == OP_IN || op == OP_NOT_IN) {
        if (!contains(e, a, b, &truth))
            return false;
        *out = value_bool(truth == (op == OP_IN));
        return true;
    }
    if (a->kind == VALUE_TENSOR || b->kind == VALUE_TENSOR)
        return tensor_operator(e, op, a, b, out);
    if (op == OP_EQ || op == OP_NE) {
        *out = value_bool(value_equal(a, b) == (op == OP_EQ));
        return true;
    }
    int order;
    if (!value_order(a, b, &order)) {
        if (!is_number(a) || !is_number(b))
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
