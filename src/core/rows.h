/* The rows of the operations, and the arithmetic that rows share. Private to core. */
#ifndef CORE_ROWS_H
#define CORE_ROWS_H

#include "base/arena.h"
#include "core/cells.h"
#include "core/math32.h"
#include "core/qkv_trace.h"
#include "core/tensor.h"

#define ROW(kind, name) extern const QkvOp op_##name;
QKV_OPS(ROW)
#undef ROW

/* Applies a row to one tensor, with `count` integers as params.at; the other params are p's. */
const QkvTensor *apply_with(Qkv *q, const QkvOp *op, const QkvTensor *a, int count,
                            const int64_t *at, QkvParams p);

/* The n numbers of the row that a cell of a softmax lies in replaced by theirs; `row` has 2 n places. */
void softmax_row(const QkvCall *c, int64_t cell, float *row, int64_t n);

/* Tells whether the row's own kernel computes this call; of float64 those of sums, products and shares do not, and each
 * cell is computed from its terms: kernel_recompute. */
bool has_fast_kernel(const QkvCall *c);
void kernel_recompute(const QkvCall *c);

/* The field of QkvOp that a row lacks although every row of its kind needs it, or that a planned call needs
 * for the types of its cells; NULL when there is none. */
const char *op_row_lacks(const QkvOp *op);
const char *op_call_lacks(const QkvCall *c);
/* Sets the error that says so; returns false. */
bool op_lacks(Qkv *q, const QkvOp *op, const char *field);

/* Sets c->out to the broadcast shape of the operands; false with both shapes in the error. */
bool plan_broadcast(Qkv *q, QkvCall *c, QkvDType dtype);

/* For products that are summed: both operands of one type, and not bool; false after an error. */
bool product_types(Qkv *q, const QkvCall *c);
/* Tells whether PyTorch multiplies matrices of a batch with fused steps, and not in a plain loop. */
bool product_is_fused(int64_t rows, int64_t inner, int64_t cols);

/* The rows of all matrices of a batch as one matrix. */
const QkvTensor *product_rows(Qkv *q, const QkvTensor *t);

/* Tells whether a cell of the first operand is chosen in place of the best so far, which comes before
 * it: the question of an operation of QKV_HOW_EXTREME, by its compare_f or compare_i. */
bool op_beats(const QkvCall *c, int64_t challenger, int64_t best);
bool op_takes_last(const QkvCall *c);

/* Tells whether a tensor of this type can hold a constant that `op` would put into it. */
bool constant_fits(Qkv *q, const char *op, QkvDType dtype, double x);
/* Refuses a mask that is not of bool, as PyTorch 2 does. */
bool mask_is_bool(Qkv *q, const char *op, const QkvTensor *mask);
/* Room for the source cell of every cell, as the map of a move whose shape is set; NULL after an
 * error. */
int64_t *map_new(Qkv *q, QkvCall *c);

/* Finds what a[subscripts] would be, without its cells: its shape, its place in memory and, where tensors
 * pick, which cell of `a` each cell is. False after an error. */
bool index_places(Qkv *q, const QkvTensor *a, int count, const QkvSubscript *subscripts,
                  QkvTensor *part, const int64_t **map);

/* Along an axis of a tensor to which the subscripts of an index were applied: the cells of in[0]
 * between neighbours, and PyTorch's stride. */
int64_t index_step(const QkvCall *c, int axis);
int64_t index_stride(const QkvCall *c, int axis);

/* Cost of finding a cell, or of moving it alone, beside a multiply-add: for qkv_goes_on. */
enum { CELL_WORK = 32 };

/* The kernel and the terms of a move: by its map, or out cell = source cell offset + index .
 * stride. */
void move_kernel(const QkvCall *c);
void move_terms(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t);

#endif
