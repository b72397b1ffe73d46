/* The strides that PyTorch's tensors would have. The cells here always lie row after row; but in
 * PyTorch a transposed tensor is the old cells, read with other strides, and `view` refuses it. So
 * the strides are carried along, as labels are, and `view` asks them. Private to core. */
#ifndef CORE_STRIDE_H
#define CORE_STRIDE_H

#include "core/qkv_trace.h"

/* Strides of a new tensor: row after row. */
void stride_new(QkvTensor *t);

/* The strides with which the cells of `a` can be read in another shape without moving them; false
 * when they cannot. The sizes have as many cells as `a`. */
bool stride_view(const QkvTensor *a, int rank, const int64_t *size, int64_t *stride);

/* The strides of a copy of `in` with the same sizes: it keeps the order of the axes. */
void stride_like(const QkvTensor *in, QkvTensor *out);

/* The strides of a result whose axes lie in memory in the order that `count` operands give, at most
 * 3: each with its strides along the axes of the result, 0 where it says nothing. */
void stride_order(QkvTensor *out, int count, const int64_t stride[][QKV_MAX_RANK]);

/* --- rules: what a row says in `stride` ------------------------------------------------------- */

/* Cell by cell: the order of the axes in memory is that of the operands, the first that has one. */
void stride_cellwise(QkvCall *c);
/* A copy of in[0] that keeps the order of its axes in memory: clone, to, zeros_like. */
void stride_copy(QkvCall *c);
/* in[0] read in the shape of the result, or a copy where that cannot be. */
void stride_reshape(QkvCall *c);

#endif
