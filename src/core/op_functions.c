/* Functions of one cell, and operators beyond plain arithmetic: rows like those of op_elementwise.c.
 *
 * PyTorch's log, tanh, sin and cos come from Sleef, within one unit in the last place; here they are
 * computed in double and rounded, so that no libm's own last bit is seen. */
#include <math.h>

#include "core/context.h"
#include "core/elementwise.h"
#include "core/integer.h"
#include "core/math32.h"
#include "core/rows.h"

static bool plan_number(Qkv *q, QkvCall *c)
{
    if (promoted(c) == QKV_BOOL)
        return qkv_fail(q, "%s: bool tensors are not numbers: use .long() first",
                        qkv_written(c->op));
    return plan_arithmetic(q, c);
}

static bool plan_bits(Qkv *q, QkvCall *c);

/* ~ of a truth is not, of an integer each bit turned round. */
static bool plan_not(Qkv *q, QkvCall *c)
{
    if (c->in[0]->dtype == QKV_BOOL)
        c->op = &op_not_truth;
    return plan_bits(q, c);
}

static bool plan_bits(Qkv *q, QkvCall *c)
{
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->dtype == QKV_FLOAT32)
            return qkv_fail(
                q, "%s: floats have no bits to combine: compare them first, or use .long()",
                qkv_written(c->op));
    return plan_arithmetic(q, c);
}

/* Whole numbers cannot be divided by 0; floats give inf or nan. */
static bool plan_division(Qkv *q, QkvCall *c)
{
    if (!plan_number(q, c))
        return false;
    const QkvTensor *by = c->in[1];
    for (int64_t i = 0; c->out->dtype == QKV_INT64 && c->out->count > 0 && i < by->count; i++)
        if (qkv_tensor_at(by, i) == 0)
            return qkv_fail(q, "%s: a whole number is divided by zero", qkv_written(c->op));
    return true;
}

/* --- the arithmetic of one cell ------------------------------------------------------------- */

static float log_f(float a)
{
    return (float)log((double)a);
}

static float tanh_f(float a)
{
    return (float)tanh((double)a);
}

static float sinh_f(float a)
{
    return (float)sinh((double)a);
}

static float sin_f(float a)
{
    return (float)sin((double)a);
}

static float cos_f(float a)
{
    return (float)cos((double)a);
}

static float sigmoid_f(float a)
{
    float power = exp32(0.0f - a);
    return 1.0f / (1.0f + power);
}

static int64_t abs_i(int64_t a)
{
    return a < 0 ? wrap_sub(0, a) : a;
}

static float relu_f(float a)
{
    return a < 0 ? 0.0f : a; /* a NaN stays */
}

static int64_t relu_i(int64_t a)
{
    return a < 0 ? 0 : a;
}

/* A NaN wins; of 0 and -0 the first. */
static float maximum_f(float a, float b)
{
    return isnan(b) || a < b ? (isnan(a) ? a : b) : a;
}

static float minimum_f(float a, float b)
{
    return isnan(b) || b < a ? (isnan(a) ? a : b) : a;
}

static int64_t maximum_i(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t minimum_i(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The rest has the sign of the divisor, as in Python. */
static float remainder_f(float a, float b)
{
    float rest = fmodf(a, b);
    return rest != 0 && (b < 0) != (rest < 0) ? rest + b : rest;
}

/* By way of the exact rest, so that the quotient is never one too large. */
static float floor_divide_f(float a, float b)
{
    if (b == 0)
        return a / b;
    float rest = fmodf(a, b), quotient = (a - rest) / b;
    if (rest != 0 && (b < 0) != (rest < 0))
        quotient -= 1.0f;
    if (quotient == 0)
        return copysignf(0.0f, a / b);
    float whole = floorf(quotient);
    return quotient - whole > 0.5f ? whole + 1.0f : whole;
}

static int64_t remainder_i(int64_t a, int64_t b)
{
    int64_t rest = b == -1 ? 0 : a % b; /* the smallest integer % -1 would trap */
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

static int64_t floor_divide_i(int64_t a, int64_t b)
{
    return b == -1 ? wrap_sub(0, a) : (a - remainder_i(a, b)) / b;
}

static int64_t and_i(int64_t a, int64_t b)
{
    return a & b;
}

static int64_t or_i(int64_t a, int64_t b)
{
    return a | b;
}

static int64_t xor_i(int64_t a, int64_t b)
{
    return a ^ b;
}

static int64_t invert_i(int64_t a)
{
    return ~a;
}

static int64_t not_i(int64_t a)
{
    return !a;
}

static bool is_nan(float a)
{
    return isnan(a);
}

static bool is_inf(float a)
{
    return isinf(a);
}

static bool is_finite(float a)
{
    return isfinite(a);
}

/* --- the rows -------------------------------------------------------------------------------- */

#define FLOATS .signature = "input:T", .plan = plan_float, .kernel = kernel_unary, CELLWISE
#define NUMBERS .signature = "input:T", .plan = plan_number, .kernel = kernel_unary, CELLWISE
#define CHOICE                                                                                     \
    .signature = "input:T other:T", .homes = QKV_IN_BOTH, .plan = plan_arithmetic,                 \
    .kernel = kernel_binary, CELLWISE
#define DIVISION                                                                                   \
    .signature = "input:O other:O", .homes = QKV_IN_BOTH, .plan = plan_division,                   \
    .kernel = kernel_binary, CELLWISE
#define BITS .signature = "input:O other:O", .plan = plan_bits, .kernel = kernel_binary, CELLWISE
#define TEST .signature = "input:T", .plan = plan_comparison, .kernel = kernel_test, CELLWISE

/* clang-format off */
const QkvOp op_log = {.name = "log", .homes = QKV_IN_BOTH, .formula = "out[..] = the natural logarithm of a[..]", .f1 = log_f, .is_near = true, FLOATS};
const QkvOp op_sqrt = {.name = "sqrt", .homes = QKV_IN_BOTH, .formula = "out[..] = the square root of a[..]", .f1 = sqrtf, FLOATS};
const QkvOp op_tanh = {.name = "tanh", .homes = QKV_IN_ALL, .formula = "out[..] = the hyperbolic tangent of a[..]", .f1 = tanh_f, .is_near = true, FLOATS};
const QkvOp op_sigmoid = {.name = "sigmoid", .homes = QKV_IN_ALL, .formula = "out[..] = 1 / (1 + exp(-a[..]))", .f1 = sigmoid_f, .is_near = true, FLOATS};
const QkvOp op_sinh = {.name = "sinh", .homes = QKV_IN_BOTH, .formula = "out[..] = the hyperbolic sine of a[..]", .f1 = sinh_f, .is_near = true, FLOATS};
const QkvOp op_sin = {.name = "sin", .homes = QKV_IN_BOTH, .formula = "out[..] = the sine of a[..]", .f1 = sin_f, .is_near = true, FLOATS};
const QkvOp op_cos = {.name = "cos", .homes = QKV_IN_BOTH, .formula = "out[..] = the cosine of a[..]", .f1 = cos_f, .is_near = true, FLOATS};
const QkvOp op_abs = {.name = "abs", .homes = QKV_IN_BOTH, .formula = "out[..] = a[..] without its sign", .f1 = fabsf, .i1 = abs_i, NUMBERS};
const QkvOp op_relu = {.name = "relu", .homes = QKV_IN_ALL, .formula = "out[..] = a[..], or 0 where a[..] is negative",
                    .f1 = relu_f, .i1 = relu_i, NUMBERS};
const QkvOp op_maximum = {.name = "maximum", .formula = "out[..] = the larger of a[..] and b[..]",
                       .f2 = maximum_f, .i2 = maximum_i, CHOICE};
const QkvOp op_minimum = {.name = "minimum", .formula = "out[..] = the smaller of a[..] and b[..]",
                       .f2 = minimum_f, .i2 = minimum_i, CHOICE};
const QkvOp op_floor_divide = {.name = "floor_divide", .symbol = "//", .formula = "out[..] = a[..] / b[..], rounded down",
                            .f2 = floor_divide_f, .i2 = floor_divide_i, DIVISION};
const QkvOp op_remainder = {.name = "remainder", .symbol = "%", .formula = "out[..] = what a[..] // b[..] leaves of a[..]",
                         .f2 = remainder_f, .i2 = remainder_i, DIVISION};
const QkvOp op_and = {.name = "bitwise_and", .symbol = "&", .formula = "out[..] = a[..] and b[..]", .i2 = and_i, BITS};
const QkvOp op_or = {.name = "bitwise_or", .symbol = "|", .formula = "out[..] = a[..] or b[..]", .i2 = or_i, BITS};
const QkvOp op_xor = {.name = "bitwise_xor", .symbol = "^", .formula = "out[..] = either a[..] or b[..]", .i2 = xor_i, BITS};
const QkvOp op_not = {.name = "bitwise_not", .formula = "out[..] = the bits of a[..] turned round",
                   .signature = "input:T", .plan = plan_not, .kernel = kernel_unary, .i1 = invert_i, CELLWISE};
const QkvOp op_not_truth = {.name = "bitwise_not", .symbol = "not", .formula = "out[..] = not a[..]",
                   .plan = plan_bits, .kernel = kernel_unary, .i1 = not_i, CELLWISE};
const QkvOp op_isnan = {.name = "isnan", .homes = QKV_IN_BOTH, .formula = "out[..] = whether a[..] is nan", .test = is_nan, TEST};
const QkvOp op_isinf = {.name = "isinf", .homes = QKV_IN_BOTH, .formula = "out[..] = whether a[..] is inf or -inf", .test = is_inf, TEST};
const QkvOp op_isfinite = {.name = "isfinite", .homes = QKV_IN_BOTH, .formula = "out[..] = whether a[..] is neither inf nor nan",
                        .test = is_finite, TEST};
/* clang-format on */
