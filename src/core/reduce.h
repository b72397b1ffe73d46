/* Parts shared by all operations that run over axes of their first operand. Private to core. */
#ifndef CORE_REDUCE_H
#define CORE_REDUCE_H

#include "base/arena.h"
#include "core/qkv_trace.h"
#include "core/walk.h"

/* Marks the axes in params.at (all when there are none) and gives the result the other ones, of the
 * type; params.keepdim keeps the others with size 1. */
bool reduce_plan(Qkv *q, QkvCall *c, QkvDType dtype);

/* The source cells of one cell of the result: how many, and a walk over them (`shape` holds its
 * sizes and must live as long). */
int64_t reduce_cells(const QkvCall *c, int64_t cell, QkvTensor *shape, Walk *w);

/* The reduced axes that lie together at the end, axes of size 1 not counting: how many numbers they hold, and
 * in *cols how many cells of the result lie after them. */
int64_t reduce_run(const QkvCall *c, int64_t *cols);

/* The sum of n floats in PyTorch's order for the terms of this cell. */
float reduce_sum(const QkvCall *c, int64_t cell, const float *x, int64_t n);

void reduce_terms(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t);
void reduce_label(Qkv *q, QkvCall *c);

/* A result of this call, or its gradient, with the reduced axes as axes of size 1. */
const QkvTensor *reduce_kept(Qkv *q, const QkvCall *c, const QkvTensor *t);
/* Sums in other orders than qkv_sum's: of all cells, in levels; over axes, in eight lanes that are folded in
 * halves, and the axes are kept; one after the other; and the same of products a * b, with fused steps. */
const QkvTensor *reduce_in_levels(Qkv *q, const QkvTensor *a);
const QkvTensor *reduce_folded(Qkv *q, const QkvTensor *a, int count, const int64_t *axes);
const QkvTensor *reduce_in_order(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                                 bool keepdim);
const QkvTensor *reduce_products(Qkv *q, const QkvTensor *a, const QkvTensor *b, int count,
                                 const int64_t *axes, bool keepdim);

/* sum_row of the terms of each cell, or i2 of them one after the other, from of_nothing. */
void kernel_sum(const QkvCall *c);

/* A fold of floats alone. */
bool plan_fold(Qkv *q, QkvCall *c);

#endif
