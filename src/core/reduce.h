/* What all operations share that run over axes of their first operand. Private to core. */
#ifndef CORE_REDUCE_H
#define CORE_REDUCE_H

#include "core/op.h"
#include "core/walk.h"

/* Marks the axes in params.at (all when there are none) and gives the result the other ones, of the
 * type; params.keepdim keeps the others with size 1. */
bool reduce_plan(Qkv *q, Call *c, DType dtype);

/* The source cells of one cell of the result: how many, and a walk over them (`shape` holds its
 * sizes and must live as long). */
int64_t reduce_cells(const Call *c, int64_t cell, Tensor *shape, Walk *w);

void reduce_terms(const Call *c, int64_t cell, Arena *a, Terms *t);
void reduce_label(Qkv *q, Call *c);

/* What the rows of HOW_FOLD have in common: of float32 alone, and sum_row of the terms of each
 * cell. */
bool plan_fold(Qkv *q, Call *c);
void kernel_fold(const Call *c);
#define FOLD                                                                                       \
    .how = HOW_FOLD, .plan = plan_fold, .kernel = kernel_fold, .label = reduce_label,              \
    .terms = reduce_terms

/* Applies a reduction along the axes; the other params are p's. */
const Tensor *reduce_apply(Qkv *q, const Op *op, const Tensor *a, int count, const int64_t *axes,
                           Params p);

#endif
