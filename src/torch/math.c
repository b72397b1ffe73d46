/* torch: products by an equation and of more axes, bounds, rounding, comparisons of whole tensors, and
 * operators that want a tensor. */
#include <float.h>
#include <string.h>

#include "core/gradient.h"
#include "core/half.h"
#include "torch/torch.h"

typedef struct WithTensor {
    const QkvTensor *(*call)(Qkv *q, const QkvTensor *a, const QkvTensor *b);
    const char *sign;
} WithTensor;

static const WithTensor power = {qkv_pow, "**"}, rest = {qkv_remainder, "%"},
                        product = {qkv_mul, "*"}, quotient = {qkv_div, "/"};

/* Of two plain numbers these make no tensor, as other arithmetic does. */
static bool call_with_tensor(Eval *e, Arg *args, Value *out)
{
    const WithTensor *f = e->call->function->data;
    const QkvTensor *a = args[0].tensor, *b = args[1].tensor;
    if (a->is_number && b->is_number)
        return eval_refuse_name(
            e, "%s: one of the two must be a tensor: for plain numbers there is %s",
            e->call->function->name, f->sign);
    return torch_result(e, f->call(e->q, a, b), out);
}

/* einsum(equation, a), einsum(equation, a, b), or the operands in one list. */
static bool call_einsum(Eval *e, Arg *args, Value *out)
{
    const Text *equation = args[0].text;
    if (strlen(equation->bytes) != equation->length)
        return eval_fail(e, "einsum: the equation has a character that is not a letter");
    return torch_result(e, qkv_einsum(e->q, equation->bytes, args[1].count, args[1].tensors), out);
}

/* a + alpha * b: of floats the product is not rounded first. */
static bool call_scaled(Eval *e, Arg *args, Value *out)
{
    bool takes_off = e->call->function->which;
    const QkvTensor *a = args[0].tensor, *b = args[1].tensor, *alpha = args[2].tensor;
    if (!args[2].has)
        return torch_result(e, (takes_off ? qkv_sub : qkv_add)(e->q, a, b), out);
    if (alpha->rank > 0)
        return torch_refuse(e, &args[2], "%s: 'alpha' is a single number", e->call->function->name);
    double x = qkv_tensor_at(alpha, 0);
    if (takes_off)
        alpha = qkv_is_float(alpha->dtype) ? qkv_number(e->q, -x) : qkv_integer(e->q, -(int64_t)x);
    bool is_float = qkv_is_float(a->dtype) || qkv_is_float(b->dtype);
    bool is_half = qkv_is_half(half_type(2, (const QkvTensor *[]){a, b}));
    const QkvTensor *t = is_half    ? half_add_scaled(e->q, a, b, takes_off ? -x : x)
                         : is_float ? qkv_multiply_add(e->q, b, alpha, a)
                                    : qkv_add(e->q, a, qkv_mul(e->q, b, alpha));
    return torch_result(e, gradient_named(t, takes_off ? "SubBackward0" : "AddBackward0"), out);
}

static bool call_div(Eval *e, Arg *args, Value *out)
{
    static const char *const modes[] = {"none", "floor", "trunc", NULL};
    static const QkvTensor *(*const ways[])(Qkv *, const QkvTensor *, const QkvTensor *) = {
        qkv_div, qkv_div_floor, qkv_div_trunc};
    int mode = torch_choose(e, &args[2], "rounding_mode", modes);
    return mode >= 0 && torch_result(e, ways[mode](e->q, args[0].tensor, args[1].tensor), out);
}

static bool call_clamp(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *low = args[1].has ? args[1].tensor : NULL;
    const QkvTensor *high = args[2].has ? args[2].tensor : NULL;
    if (!low && !high)
        return eval_fail(e, "clamp: min, max or both must be given");
    bool mixed = low && high && low->is_number != high->is_number;
    if (mixed && low->rank + high->rank > 0)
        return eval_refuse_name(e, "clamp: min and max must both be numbers or both be tensors");
    return torch_result(e, qkv_clamp(e->q, args[0].tensor, low, high), out);
}

static bool call_clamp_min(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *low = args[1].tensor, *t = qkv_clamp(e->q, args[0].tensor, low, NULL);
    const char *name = low->is_number ? "ClampMinBackward0" : "ClampMinBackward1";
    return torch_result(e, gradient_named(t, name), out);
}

static bool call_clamp_max(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *high = args[1].tensor, *t = qkv_clamp(e->q, args[0].tensor, NULL, high);
    const char *name = high->is_number ? "ClampMaxBackward0" : "ClampMaxBackward1";
    return torch_result(e, gradient_named(t, name), out);
}

static bool call_tensor_round(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    if (args[1].integer == 0)
        return torch_result(e, qkv_round(e->q, a), out);
    return torch_result(e, qkv_round_to(e->q, a, qkv_integer(e->q, args[1].integer)), out);
}

static bool call_nan_to_num(Eval *e, Arg *args, Value *out)
{
    double largest = type_most(args[0].tensor->dtype);
    double most = args[2].has ? args[2].number : largest;
    double least = args[3].has ? args[3].number : -largest;
    double nan = args[1].has ? args[1].number : 0;
    return torch_result(e, qkv_nan_to_num(e->q, args[0].tensor, nan, most, least), out);
}

/* --- sums and products ------------------------------------------------------------------------ */

static bool call_logsumexp(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    return torch_result(e, qkv_logsumexp(e->q, a, args[1].count, args[1].at, args[2].truth), out);
}

/* Part after the point, with the sign: a float only. */
static bool call_frac(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    if (!qkv_is_float(a->dtype))
        return eval_fail(e, "frac: %s has no digits after the point: use .float() first",
                         qkv_dtype_name(a->dtype));
    qkv_enter(e->q, "frac");
    const QkvTensor *result = qkv_sub(e->q, a, qkv_trunc(e->q, a));
    qkv_leave(e->q);
    return torch_result(e, gradient_named(result, "FracBackward0"), out);
}

static bool call_trace(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_trace(e->q, args[0].tensor), out);
}

/* beta * input + alpha * (a @ b): addmm of matrices, baddbmm of batches of them, addmv with a vector */
static bool call_addmm(Eval *e, Arg *args, Value *out)
{
    const char *name = e->call->function->name;
    const QkvTensor *a = args[1].tensor, *b = args[2].tensor;
    int left = *name == 'b' ? 3 : 2, right = name[4] == 'v' ? 1 : left;
    if (a->rank != left || b->rank != right)
        return eval_fail(e, "%s: the factors have %d and %d axes, and %d and %d are needed", name,
                         a->rank, b->rank, left, right);
    const QkvTensor *one = qkv_integer(e->q, 1);
    const QkvTensor *beta = args[3].has ? args[3].tensor : one;
    const QkvTensor *alpha = args[4].has ? args[4].tensor : one;
    return torch_result(e, qkv_addmm(e->q, name, args[0].tensor, a, b, beta, alpha), out);
}

/* The last axis of both is summed. */
static bool call_inner(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor, *b = args[1].tensor;
    int64_t last[] = {a->rank - 1, b->rank - 1};
    if (a->rank == 0 || b->rank == 0)
        return torch_result(e, qkv_mul(e->q, a, b), out);
    if (a->size[last[0]] != b->size[last[1]])
        return eval_fail(e, "inner: the last axes must be equal, and %lld meets %lld",
                         (long long)a->size[last[0]], (long long)b->size[last[1]]);
    return torch_result(e, qkv_tensordot(e->q, a, b, 1, &last[0], &last[1]), out);
}

/* dims: how many of the last axes of a and the first of b, or the axes of both in two lists. */
static bool call_tensordot(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor, *b = args[1].tensor;
    const Value *dims = &args[2].value;
    int64_t of_a[QKV_MAX_RANK], of_b[QKV_MAX_RANK], count = 2;
    Arg left = {.count = 0}, right = {.count = 0};
    if (value_is_row(dims)) {
        if (row_in(dims)->count != 2 ||
            !arg_integers(e, &row_in(dims)->item[0], "dims", QKV_MAX_RANK, &left) ||
            !arg_integers(e, &row_in(dims)->item[1], "dims", QKV_MAX_RANK, &right))
            return !e->err->set && arg_wrong(e, dims, "dims", "an integer or two lists of axes");
        if (left.count != right.count)
            return eval_fail(e, "tensordot: both need the same number of axes");
        return torch_result(e, qkv_tensordot(e->q, a, b, left.count, left.at, right.at), out);
    }
    if (dims->kind != VALUE_ABSENT && !value_integer(dims, &count))
        return arg_wrong(e, dims, "dims", "an integer or two lists of axes");
    if (count < 0 || count > a->rank || count > b->rank)
        return eval_fail(e, "tensordot: %lld axes cannot be summed", (long long)count);
    for (int64_t i = 0; i < count; i++) {
        of_a[i] = a->rank - count + i;
        of_b[i] = i;
    }
    return torch_result(e, qkv_tensordot(e->q, a, b, (int)count, of_a, of_b), out);
}

/* --- answers ---------------------------------------------------------------------------------- */

/* A truth, unless core has refused. */
static bool answer_truth(Eval *e, bool truth, Value *out)
{
    *out = value_bool(truth);
    return !qkv_error(e->q) || torch_fail(e);
}

static bool call_equal(Eval *e, Arg *args, Value *out)
{
    return answer_truth(e, qkv_equal(e->q, args[0].tensor, args[1].tensor), out);
}

static bool call_allclose(Eval *e, Arg *args, Value *out)
{
    bool close = qkv_allclose(e->q, args[0].tensor, args[1].tensor, args[2].number, args[3].number,
                              args[4].truth);
    return answer_truth(e, close, out);
}

/* clang-format off: one row, one line */
const Function torch_math[] = {
    {"add", IN_BOTH, "input:O other:O | alpha:O=None", call_scaled, .which = false},
    {"sub", IN_BOTH, "input:O other:O | alpha:O=None", call_scaled, .which = true},
    {"subtract", IN_BOTH, "input:O other:O | alpha:O=None", call_scaled, .which = true},
    {"div", IN_BOTH, "input:O other:O | rounding_mode:s=None", call_div},
    {"divide", IN_BOTH, "input:O other:O | rounding_mode:s=None", call_div},
    {"pow", IN_BOTH, "input:O exponent:O", call_with_tensor, &power},
    {"remainder", IN_BOTH, "input:O other:O", call_with_tensor, &rest},
    {"multiply", IN_BOTH, "input:O other:O", call_with_tensor, &product},
    {"true_divide", IN_BOTH, "input:O other:O", call_with_tensor, &quotient},
    {"frac", IN_BOTH, "input:T", call_frac},
    {"einsum", IN_TORCH, "equation:s *operands:E", call_einsum},
    {"clamp", IN_BOTH, "input:T min:O=None max:O=None", call_clamp},
    {"clamp_min", IN_BOTH, "input:T min:O", call_clamp_min},
    {"clamp_max", IN_BOTH, "input:T max:O", call_clamp_max},
    {"clip", IN_BOTH, "input:T min:O=None max:O=None", call_clamp},
    {"round", IN_BOTH, "input:T | decimals:i=0", call_tensor_round},
    {"nan_to_num", IN_BOTH, "input:T nan:x=None posinf:x=None neginf:x=None", call_nan_to_num},
    {"logsumexp", IN_BOTH, "input:T dim:I keepdim:b=False", call_logsumexp},
    {"trace", IN_BOTH, "input:T", call_trace},
    {"addmm", IN_BOTH, "input:T mat1:T mat2:T | beta:O=None alpha:O=None", call_addmm},
    {"addmv", IN_BOTH, "input:T mat:T vec:T | beta:O=None alpha:O=None", call_addmm},
    {"baddbmm", IN_BOTH, "input:T batch1:T batch2:T | beta:O=None alpha:O=None", call_addmm},
    {"inner", IN_BOTH, "input:T other:T", call_inner},
    {"tensordot", IN_TORCH, "a:T b:T dims=", call_tensordot},
    {"equal", IN_BOTH, "input:T other:T", call_equal},
    {"allclose", IN_BOTH, "input:T other:T rtol:x=1e-5 atol:x=1e-8 equal_nan:b=False",
     call_allclose},
    {0},
};
/* clang-format on */
