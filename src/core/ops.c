/* The table of operations, and the functions that apply rows with nothing but operands. */
#include "core/ops.h"

#include "core/rows.h"

/* clang-format off */
static const QkvOp *const table[] = {
    &op_tensor, &op_rand, &op_uniform, &op_randn, &op_randint, &op_randperm, &op_dropout_mask,
    &op_add, &op_sub, &op_mul, &op_div, &op_div_number,
    &op_pow, &op_pow_number, &op_neg, &op_exp,
    &op_log, &op_sqrt, &op_tanh, &op_sigmoid, &op_sin, &op_cos, &op_abs, &op_relu,
    &op_maximum, &op_minimum, &op_floor_divide, &op_remainder,
    &op_and, &op_or, &op_xor, &op_invert, &op_not, &op_isnan, &op_isinf, &op_isfinite,
    &op_permute, &op_reshape, &op_unsqueeze, &op_squeeze, &op_flatten, &op_expand,
    &op_view, &op_contiguous, &op_clone, &op_pick, &op_narrow, &op_repeat, &op_pad, &op_tril,
    &op_triu, &op_flip, &op_cat, &op_stack, &op_linspace,
    &op_where, &op_masked_fill, &op_full, &op_eye, &op_arange,
    &op_embedding,
    &op_max, &op_min, &op_argmax, &op_argmin, &op_any, &op_all,
    &op_var, &op_std, &op_norm, &op_log_softmax, &op_cumsum,
    &op_layer_mean, &op_layer_var, &op_multiply_add,
    &op_eq, &op_ne, &op_lt, &op_le, &op_gt, &op_ge,
    &op_mm, &op_bmm, &op_mv, &op_dot, &op_outer, &op_einsum, &op_einsum_each, &op_einsum_copy,
    &op_matmul, &op_sum, &op_softmax, &op_transpose, &op_index, &op_to,
};
/* clang-format on */

const QkvOp *const *qkv_ops(int *count)
{
    *count = (int)(sizeof table / sizeof table[0]);
    return table;
}

static const QkvTensor *unary(Qkv *q, const QkvOp *op, const QkvTensor *a)
{
    return qkv_apply(q, op, 1, &a, NULL);
}

static const QkvTensor *binary(Qkv *q, const QkvOp *op, const QkvTensor *a, const QkvTensor *b)
{
    const QkvTensor *in[] = {a, b};
    return qkv_apply(q, op, 2, in, NULL);
}

/* clang-format off */
const QkvTensor *qkv_matmul(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_matmul, a, b); }
const QkvTensor *qkv_mm(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_mm, a, b); }
const QkvTensor *qkv_bmm(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_bmm, a, b); }
const QkvTensor *qkv_mv(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_mv, a, b); }
const QkvTensor *qkv_dot(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_dot, a, b); }
const QkvTensor *qkv_add(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_add, a, b); }
const QkvTensor *qkv_sub(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_sub, a, b); }
const QkvTensor *qkv_mul(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_mul, a, b); }
const QkvTensor *qkv_eq(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_eq, a, b); }
const QkvTensor *qkv_ne(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_ne, a, b); }
const QkvTensor *qkv_lt(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_lt, a, b); }
const QkvTensor *qkv_le(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_le, a, b); }
const QkvTensor *qkv_gt(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_gt, a, b); }
const QkvTensor *qkv_ge(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_ge, a, b); }
const QkvTensor *qkv_neg(Qkv *q, const QkvTensor *a) { return unary(q, &op_neg, a); }
const QkvTensor *qkv_exp(Qkv *q, const QkvTensor *a) { return unary(q, &op_exp, a); }
const QkvTensor *qkv_log(Qkv *q, const QkvTensor *a) { return unary(q, &op_log, a); }
const QkvTensor *qkv_sqrt(Qkv *q, const QkvTensor *a) { return unary(q, &op_sqrt, a); }
const QkvTensor *qkv_tanh(Qkv *q, const QkvTensor *a) { return unary(q, &op_tanh, a); }
const QkvTensor *qkv_sigmoid(Qkv *q, const QkvTensor *a) { return unary(q, &op_sigmoid, a); }
const QkvTensor *qkv_sin(Qkv *q, const QkvTensor *a) { return unary(q, &op_sin, a); }
const QkvTensor *qkv_cos(Qkv *q, const QkvTensor *a) { return unary(q, &op_cos, a); }
const QkvTensor *qkv_abs(Qkv *q, const QkvTensor *a) { return unary(q, &op_abs, a); }
const QkvTensor *qkv_relu(Qkv *q, const QkvTensor *a) { return unary(q, &op_relu, a); }
const QkvTensor *qkv_isnan(Qkv *q, const QkvTensor *a) { return unary(q, &op_isnan, a); }
const QkvTensor *qkv_isinf(Qkv *q, const QkvTensor *a) { return unary(q, &op_isinf, a); }
const QkvTensor *qkv_isfinite(Qkv *q, const QkvTensor *a) { return unary(q, &op_isfinite, a); }
const QkvTensor *qkv_maximum(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_maximum, a, b); }
const QkvTensor *qkv_minimum(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_minimum, a, b); }
const QkvTensor *qkv_floor_divide(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_floor_divide, a, b); }
const QkvTensor *qkv_remainder(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_remainder, a, b); }
const QkvTensor *qkv_and(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_and, a, b); }
const QkvTensor *qkv_or(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_or, a, b); }
const QkvTensor *qkv_xor(Qkv *q, const QkvTensor *a, const QkvTensor *b) { return binary(q, &op_xor, a, b); }
/* clang-format on */

const QkvTensor *qkv_not(Qkv *q, const QkvTensor *a)
{
    return unary(q, a && a->dtype == QKV_BOOL ? &op_not : &op_invert, a);
}

static bool is_number(const QkvTensor *t)
{
    return t && t->is_number;
}

const QkvTensor *qkv_div(Qkv *q, const QkvTensor *a, const QkvTensor *b)
{
    return binary(q, is_number(a) && !is_number(b) ? &op_div_number : &op_div, a, b);
}

const QkvTensor *qkv_pow(Qkv *q, const QkvTensor *a, const QkvTensor *b)
{
    return binary(q, is_number(b) ? &op_pow_number : &op_pow, a, b);
}
