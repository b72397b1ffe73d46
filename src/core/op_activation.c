/* More functions of one cell: the activations of networks, other roots, powers and logarithms,
 * rounding, and the logic of truths. Rows like those of op_elementwise.c.
 *
 * What PyTorch takes from Sleef within one unit in the last place (erf, the logarithms, exp2) is
 * computed in double and rounded, as in op_elementwise.c. */
#include <math.h>

#include "core/gradient.h"
#include "core/half.h"
#include "core/integer.h"
#include "core/kinds.h"
#include "core/math32.h"

/* The square of a truth is a whole number, and its sign a truth. */
static bool plan_square(Qkv *q, QkvCall *c)
{
    QkvDType type = c->in[0]->dtype == QKV_BOOL ? QKV_INT64 : c->in[0]->dtype;
    if (type != c->in[0]->dtype && c->in[0]->is_array)
        return qkv_lack(q, "square: of bool NumPy makes int8, which is not here: use .astype(int)");
    return plan_broadcast(q, c, type) && qkv_spend(q, c->out->count);
}

/* --- the arithmetic of one cell ------------------------------------------------------------- */

/* clang-format off */
static float gelu_f(float a)
{
    float root = a * 0.707106781186547524f;
    float share = 1.0f + (float)erf((double)root);
    float half = a * 0.5f;
    return half * share;
}

/* 0.5 x (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))) */
static float gelu_tanh_f(float a)
{
    float square = a * a;
    float cube = square * a;
    float bent = 0.044715f * cube;
    float inner = 0.7978845608028654f * (a + bent);
    float share = 1.0f + (float)tanh((double)inner);
    float half = a * 0.5f;
    return half * share;
}

static float silu_f(float a)
{
    float power = exp32(0.0f - a);
    return a / (1.0f + power);
}

static float softplus_f(float a, float beta)
{
    float scaled = a * beta;
    return scaled > 20.0f ? a : (float)log1p(exp((double)scaled)) / beta;
}

/* min(a, 0) - log(1 + exp(-|a|)) */
static float logsigmoid_f(float a)
{
    float least = a < 0 ? a : 0.0f;
    return least - (float)log1p(exp(-fabs((double)a)));
}

static float elu_f(float a, float alpha) { return a <= 0 ? (float)expm1((double)a) * alpha : a; }
static float rsqrt_f(float a) { return 1.0f / sqrtf(a); }
static int64_t square_i(int64_t a) { return wrap_mul(a, a); }
static int64_t same_i(int64_t a) { return a; }

/* To so many decimals, or, when there are fewer than none, to tens, hundreds... */
static float round_to_f(float a, float decimals)
{
    float power = (float)pow(10.0, fabs((double)decimals));
    float scaled = decimals < 0 ? a / power : a * power;
    float whole = rintf(scaled);
    return decimals < 0 ? whole * power : whole / power;
}

static float sign_f(float a) { return (float)(a > 0) - (float)(a < 0); }
static int64_t sign_i(int64_t a) { return (a > 0) - (a < 0); }
static bool and_f(double a, double b) { return a != 0 && b != 0; }
static bool or_f(double a, double b) { return a != 0 || b != 0; }
static bool xor_f(double a, double b) { return (a != 0) != (b != 0); }
static bool and_i(int64_t a, int64_t b) { return a != 0 && b != 0; }
static bool or_i(int64_t a, int64_t b) { return a != 0 || b != 0; }
static bool xor_i(int64_t a, int64_t b) { return (a != 0) != (b != 0); }
static bool is_zero(double a) { return a == 0; }

/* The same of float64. */

static double gelu_d(double a) { return a / 2 * (1 + erf(a / sqrt(2.0))); }
static double gelu_tanh_d(double a) { return a / 2 * (1 + tanh(0.79788456080286535588 * (a + 0.044715 * a * a * a))); }
static double silu_d(double a) { return a / (1 + exp(-a)); }
static double rsqrt_d(double a) { return 1 / sqrt(a); }
static double reciprocal_d(double a) { return 1 / a; }
static double square_d(double a) { return a * a; }

static double round_to_d(double a, double decimals)
{
    double power = pow(10.0, fabs(decimals));
    return decimals < 0 ? rint(a / power) * power : rint(a * power) / power;
}

static double sign_d(double a) { return isnan(a) ? a : (double)(a > 0) - (double)(a < 0); }
static double leaky_relu_d(double a, double slope) { return a > 0 ? a : a * slope; }
static double relu6_d(double a) { return a < 0 ? 0 : a > 6 ? 6 : a; }
static int64_t relu6_i(int64_t a) { return a < 0 ? 0 : a > 6 ? 6 : a; }
/* clang-format on */

/* --- gradients: see QkvOp.back ----------------------------------------------------------------- */

static const QkvTensor *times_number(Qkv *q, double x, const QkvTensor *a)
{
    return qkv_mul(q, qkv_number(q, x), a);
}

/* Three times the number in the cube is rounded as a float: no text says that. */
BACK(gelu_tanh)
{
    (void)operand;
    const double root = 0.79788456080286535588, bent = 0.044715;
    bool is_float = c->in[0]->dtype == QKV_FLOAT32;
    const double bent_3 = is_float ? (double)(3.0f * (float)bent) : 3 * bent;
    const QkvTensor *x = c->in[0], *square = qkv_mul(q, x, x), *one = qkv_number(q, 1),
                    *half = qkv_number(q, 0.5);
    const QkvTensor *cube = qkv_mul(q, square, x);
    const QkvTensor *inner = qkv_multiply_add(q, cube, qkv_number(q, bent), x);
    const QkvTensor *t = qkv_tanh(q, times_number(q, root, inner)), *share = qkv_add(q, one, t);
    const QkvTensor *left = qkv_mul(q, qkv_mul(q, half, x),
                                    qkv_multiply_add(q, qkv_neg(q, t), t, one));
    const QkvTensor *slope = times_number(q, root,
                                          qkv_multiply_add(q, square, qkv_number(q, bent_3), one));
    return qkv_mul(q, g, qkv_multiply_add(q, half, share, qkv_mul(q, left, slope)));
}

static bool plan_rsqrt(Qkv *q, QkvCall *c)
{
    return half_knows_roots(q, "rsqrt", c->in[0]) && plan_float(q, c);
}

/* --- the rows -------------------------------------------------------------------------------- */

/* clang-format off */
const QkvOp op_erf = {.name = "erf", .homes = QKV_IN_BOTH, .formula = "out[..] = the error function of a[..]",
    .rule = {"2 / sqrt(pi) * exp(-square(a)) * g"}, .is_near = true, .d1 = erf, FLOATS};
const QkvOp op_gelu = {.at_once = QKV_AT_ONCE_OPERANDS, .name = "gelu", .formula = "out[..] = a[..] / 2 * (1 + erf(a[..] / sqrt(2)))",
    .rule = {"share = 0.5 * (1 + erf(sqrt(0.5) * a)); density = 1 / sqrt(2 * pi) * exp(-0.5 * (a * a)); g * (share + a * density)"},
    .is_near = true, .f1 = gelu_f, .d1 = gelu_d, FLOATS_ONLY};
const QkvOp op_gelu_tanh = {.at_once = QKV_AT_ONCE_OPERANDS, .name = "gelu",
    .formula = "out[..] = a / 2 * (1 + tanh(sqrt(2 / pi) * (a + 0.044715 * a ** 3))), a = a[..]",
    .back = back_gelu_tanh, .is_near = true, .f1 = gelu_tanh_f, .d1 = gelu_tanh_d, FLOATS_ONLY};
const QkvOp op_silu = {.at_once = QKV_AT_ONCE_OPERANDS, .name = "silu", .homes = QKV_IN_FUNCTIONAL, .formula = "out[..] = a[..] / (1 + exp(-a[..]))",
    .rule = {"s = sigmoid(a); g * s * (1 + a * (1 - s))"}, .is_near = true, .f1 = silu_f, .d1 = silu_d, FLOATS_ONLY};
const QkvOp op_softplus = {.at_once = QKV_AT_ONCE_OPERANDS, .name = "softplus", .formula = "out[..] = log(1 + exp(b[..] * a[..])) / b[..]",
    .rule = {"x = a * b; p = exp(x); g if x > 20 else g * p / (1 + p)"}, .is_near = true, .f2 = softplus_f,
    WITH_NUMBER};
const QkvOp op_leaky_relu = {.name = "leaky_relu",
    .formula = "out[..] = a[..], or b[..] * a[..] where a[..] is negative", .rule = {"g if a > 0 else g * b"},
    .d2 = leaky_relu_d, WITH_NUMBER};
const QkvOp op_elu = {.at_once = QKV_AT_ONCE_OPERANDS, .name = "elu", .formula = "out[..] = a[..], or b[..] * (exp(a[..]) - 1) where a[..] is negative",
    .rule = {"g * b * exp(a) if a <= 0 else g"}, .is_near = true, .f2 = elu_f, WITH_NUMBER};
const QkvOp op_logsigmoid = {.at_once = QKV_AT_ONCE_LACKS, .name = "logsigmoid", .grad_fn = "LogSigmoidBackward0", .homes = QKV_IN_FUNCTIONAL,
    .formula = "out[..] = log(1 / (1 + exp(-a[..])))",
    .rule = {"p = exp(-abs(a)); s = p / (1 + p); (1 - s if a < 0 else s) * g"}, .is_near = true, .f1 = logsigmoid_f,
    FLOATS_ONLY};
const QkvOp op_rsqrt = {.name = "rsqrt", .homes = QKV_IN_BOTH, .formula = "out[..] = 1 / the square root of a[..]",
    .rule = {"-0.5 * g * out ** 3"}, .is_near = true, .f1 = rsqrt_f, .h1 = half_root_below, .d1 = rsqrt_d,
    .plan = plan_rsqrt, OF_ONE};
const QkvOp op_reciprocal = {.name = "reciprocal", .homes = QKV_IN_BOTH, .formula = "out[..] = 1 / a[..]",
    .rule = {"-g * (out * out)"}, .d1 = reciprocal_d, FLOATS};
const QkvOp op_square = {.name = "square", .grad_fn = "PowBackward0", .homes = QKV_IN_BOTH,
    .formula = "out[..] = a[..] * a[..]", .rule = {"g * (2 * a)"}, .plan = plan_square, .d1 = square_d, .i1 = square_i,
    OF_ONE};
const QkvOp op_exp2 = {.name = "exp2", .homes = QKV_IN_BOTH, .formula = "out[..] = 2 to the power a[..]",
    .rule = {"g * out * log(2)"}, .is_near = true, .d1 = exp2, FLOATS};
const QkvOp op_expm1 = {.name = "expm1", .homes = QKV_IN_BOTH, .formula = "out[..] = e to the power a[..], minus 1",
    .rule = {"g * (1 + out)"}, .is_near = true, .d1 = expm1, FLOATS};
const QkvOp op_log2 = {.name = "log2", .homes = QKV_IN_BOTH, .formula = "out[..] = the logarithm of a[..] to base 2",
    .rule = {"g / (log(2) * a)"}, .is_near = true, .d1 = log2, FLOATS};
const QkvOp op_log10 = {.name = "log10", .homes = QKV_IN_BOTH, .formula = "out[..] = the logarithm of a[..] to base 10",
    .rule = {"g / (log(10) * a)"}, .is_near = true, .d1 = log10, FLOATS};
const QkvOp op_log1p = {.name = "log1p", .grad_fn = "Log1PBackward0", .homes = QKV_IN_BOTH,
    .formula = "out[..] = the natural logarithm of 1 + a[..]", .rule = {"g / (1 + a)"}, .is_near = true, .d1 = log1p,
    FLOATS};
const QkvOp op_relu6 = {.name = "relu6", .grad_fn = "HardtanhBackward0",
    .formula = "out[..] = a[..], or 0 where a[..] < 0, or 6 where a[..] > 6", .rule = {"0 if a <= 0 or a >= 6 else g"},
    .d1 = relu6_d, .i1 = relu6_i, NUMBERS};
const QkvOp op_floor = {.name = "floor", .homes = QKV_IN_BOTH, .formula = "out[..] = a[..], rounded down",
    .back = back_zero, .d1 = floor, .i1 = same_i, NUMBERS};
const QkvOp op_ceil = {.name = "ceil", .homes = QKV_IN_BOTH, .formula = "out[..] = a[..], rounded up",
    .back = back_zero, .d1 = ceil, .i1 = same_i, NUMBERS};
const QkvOp op_trunc = {.name = "trunc", .homes = QKV_IN_BOTH, .formula = "out[..] = a[..], rounded towards 0",
    .back = back_zero, .d1 = trunc, .i1 = same_i, NUMBERS};
const QkvOp op_round = {.name = "round", .formula = "out[..] = a[..], rounded to the nearest whole number",
    .back = back_zero, .d1 = rint, .i1 = same_i, NUMBERS};
const QkvOp op_round_to = {.name = "round", .grad_fn = "RoundBackward1",
    .formula = "out[..] = a[..], rounded to b[..] decimals", .back = back_zero, .f2 = round_to_f, .d2 = round_to_d,
    WITH_NUMBER};
const QkvOp op_sign = {.name = "sign", .homes = QKV_IN_BOTH, .formula = "out[..] = 1, 0 or -1, as the sign of a[..]",
    .back = back_zero, .plan = plan_arithmetic, .f1 = sign_f, .d1 = sign_d, .i1 = sign_i, OF_ONE};
const QkvOp op_logical_and = {.name = "logical_and", .formula = "out[..] = whether a[..] and b[..] are not 0",
    .compare_f = and_f, .compare_i = and_i, LOGIC};
const QkvOp op_logical_or = {.name = "logical_or", .formula = "out[..] = whether a[..] or b[..] is not 0",
    .compare_f = or_f, .compare_i = or_i, LOGIC};
const QkvOp op_logical_xor = {.name = "logical_xor", .formula = "out[..] = whether exactly one of a[..] and b[..] is 0",
    .compare_f = xor_f, .compare_i = xor_i, LOGIC};
const QkvOp op_logical_not = {.name = "logical_not", .homes = QKV_IN_BOTH, .formula = "out[..] = whether a[..] is 0",
    .test = is_zero, TEST};
/* clang-format on */
