/* Angles, and division in its other forms: functions of one cell that attention needs seldom.
 *
 * What PyTorch takes from Sleef within one unit in the last place is computed in double and rounded, as
 * in op_elementwise.c. */
#include <math.h>

#include "core/gradient.h"
#include "core/integer.h"
#include "core/kinds.h"

static bool plan_floats(Qkv *q, QkvCall *c)
{
    if (makes_half(q, c))
        return false;
    if (!qkv_is_float(promoted(c)) && !are_arrays(c->count, c->in))
        return qkv_lack(q, "%s: the numbers are %s and must be float32: use .float() first",
                        c->op->name, qkv_dtype_name(promoted(c)));
    return plan_float(q, c);
}

static bool plan_atan2(Qkv *q, QkvCall *c)
{
    return !makes_half(q, c) && plan_float(q, c);
}

/* PyTorch promotes no types here. */
static bool plan_heaviside(Qkv *q, QkvCall *c)
{
    if (c->in[0]->dtype != c->in[1]->dtype)
        return qkv_fail(q, "heaviside: one is %s and the other %s: both must have one type",
                        qkv_dtype_name(c->in[0]->dtype), qkv_dtype_name(c->in[1]->dtype));
    return plan_arithmetic(q, c);
}

/* --- the arithmetic of one cell ------------------------------------------------------------- */

/* clang-format off */
static double heaviside_d(double a, double b) { return a == 0 ? b : a > 0; }
static int64_t heaviside_i(int64_t a, int64_t b) { return a == 0 ? b : a > 0; }
static float trunc_div_f(float a, float b) { return truncf(a / b); }
static double trunc_div_d(double a, double b) { return trunc(a / b); }
static int64_t trunc_div_i(int64_t a, int64_t b) { return b == -1 ? wrap_sub(0, a) : a / b; }
static int64_t fmod_i(int64_t a, int64_t b) { return b == -1 ? 0 : a % b; }

/* --- gradients: see QkvOp.back ---------------------------------------------------------------- */

static const char *named_fmod(const QkvCall *c) { return c->in[1]->is_number ? "FmodBackward0" : "FmodBackward1"; }

/* --- the rows ------------------------------------------------------------------------------- */

const QkvOp op_tan = {.name = "tan", .rule = {"g * (1 + square(out))"}, .formula = "out[..] = the tangent of a[..]", .d1 = tan, ANGLE};
const QkvOp op_asin = {.name = "asin", .rule = {"g * rsqrt(1 - square(a))"}, .formula = "out[..] = the angle whose sine is a[..]", .d1 = asin, ANGLE};
const QkvOp op_acos = {.name = "acos", .rule = {"g * -rsqrt(1 - square(a))"}, .formula = "out[..] = the angle whose cosine is a[..]", .d1 = acos, ANGLE};
const QkvOp op_atan = {.name = "atan", .rule = {"g / (square(a) + 1)"}, .formula = "out[..] = the angle whose tangent is a[..]", .d1 = atan, ANGLE};
const QkvOp op_atan2 = {.name = "atan2", .rule = {"size = square(a) + square(b); share = 0 if size == 0 else reciprocal(size); g * b * share", "size = square(a) + square(b); share = 0 if size == 0 else reciprocal(size); g * -a * share"}, .formula = "out[..] = the angle of the point (b[..], a[..])",
                        .plan = plan_atan2, .d2 = atan2, .signature = "input:T other:T", .homes = QKV_IN_BOTH, .is_near = true, OF_TWO};
const QkvOp op_hypot = {.name = "hypot", .rule = {"g * a / out", "g * b / out"}, .formula = "out[..] = the square root of a[..] ** 2 + b[..] ** 2",
                        .plan = plan_floats, .d2 = hypot, .signature = "input:T other:T", .homes = QKV_IN_BOTH, .is_near = true, OF_TWO};
const QkvOp op_heaviside = {.name = "heaviside", .grad_fn = NO_GRADIENT, .formula = "out[..] = 1 where a[..] > 0, 0 where it is less, b[..] where it is 0",
                            .signature = "input:T values:T", .plan = plan_heaviside, .d2 = heaviside_d, .i2 = heaviside_i, .homes = QKV_IN_BOTH, OF_TWO};
/* Remainder of a / b, with the sign of a; and a / b without the digits after the point. */
const QkvOp op_fmod = {.name = "fmod", .rule = {"g", "-g * trunc(a / b)"}, .named = named_fmod, .signature = "input:T other:O", .homes = QKV_IN_BOTH,
                       .formula = "out[..] = the remainder of a[..] / b[..], with the sign of a[..]",
                       .plan = plan_division, .d2 = fmod, .i2 = fmod_i, OF_TWO};
const QkvOp op_div_trunc = {.name = "div", .back = back_zero, .grad_fn = "DivBackward2", .signature = "input:O other:O", .formula = "out[..] = a[..] / b[..], rounded towards 0",
                            .plan = plan_division, .f2 = trunc_div_f, .d2 = trunc_div_d, .i2 = trunc_div_i, OF_TWO};
/* clang-format on */
