/* The rows of the table of operations, and the arithmetic that rows share. Private to core. */
#ifndef CORE_ROWS_H
#define CORE_ROWS_H

#include "core/math32.h"
#include "core/op.h"

extern const QkvOp op_rand, op_uniform, op_randn, op_randint, op_randperm, op_dropout_mask;
extern const QkvOp op_tensor, op_add, op_sub, op_mul, op_div, op_div_number, op_pow, op_pow_number,
    op_neg, op_exp, op_eq, op_ne, op_lt, op_le, op_gt, op_ge, op_matmul, op_sum, op_softmax,
    op_transpose, op_index, op_to;
extern const QkvOp op_log, op_sqrt, op_tanh, op_sigmoid, op_sin, op_cos, op_abs, op_relu,
    op_maximum, op_minimum, op_floor_divide, op_remainder, op_and, op_or, op_xor, op_invert, op_not,
    op_isnan, op_isinf, op_isfinite;
extern const QkvOp op_permute, op_reshape, op_unsqueeze, op_squeeze, op_flatten, op_expand,
    op_where, op_masked_fill, op_full, op_eye, op_arange;
extern const QkvOp op_mm, op_bmm, op_mv, op_dot, op_outer, op_einsum, op_einsum_each,
    op_einsum_copy;
extern const QkvOp op_embedding;
extern const QkvOp op_max, op_min, op_argmax, op_argmin, op_any, op_all, op_var, op_std, op_norm,
    op_log_softmax, op_cumsum, op_layer_mean, op_layer_var, op_multiply_add;
extern const QkvOp op_view, op_contiguous, op_clone, op_pick, op_narrow, op_repeat, op_pad, op_tril,
    op_triu, op_flip, op_cat, op_stack, op_linspace;

/* The way that PyTorch takes the softmax that this cell is part of. */
SoftmaxWay op_softmax_way(const QkvCall *c, int64_t cell);

/* Sets c->out to the broadcast shape of the operands; false with both shapes in the error. */
bool plan_broadcast(Qkv *q, QkvCall *c, QkvDType dtype);
/* The type of a result that any of the operands could have decided. */
QkvDType promoted(const QkvCall *c);

/* For products that are summed: both operands of one type, and not bool; false after an error. */
bool product_types(Qkv *q, const QkvCall *c);
/* Whether PyTorch multiplies matrices of a batch with fused steps, and not in a plain loop. */
bool product_is_fused(int64_t rows, int64_t inner, int64_t cols);

/* One cell as a float or as an integer, rounded once; as the type of the result. */
float cell_float(const QkvTensor *t, int64_t cell);
int64_t cell_integer(const QkvTensor *t, int64_t cell);
void copy_cell(QkvTensor *out, int64_t to, const QkvTensor *in, int64_t from);

/* Whether a tensor of this type can hold a constant that `op` would put into it. */
bool constant_fits(Qkv *q, const char *op, QkvDType dtype, double x);
/* Room for the source cell of every cell, as the map of a move whose shape is set; NULL after an
 * error. */
int64_t *map_new(Qkv *q, QkvCall *c);

/* PyTorch's stride along an axis of a tensor to which the subscripts of an index, coded as in its
 * row, were applied. */
int64_t index_stride(const QkvCall *c, int axis);

/* The kernel and the terms of a move: by its map, or out cell = source cell offset + index .
 * stride. */
void move_kernel(const QkvCall *c);
void move_terms(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t);

#endif
