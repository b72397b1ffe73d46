/* float64: each cell of a result computed from its terms, in double. Private to core. */
#ifndef CORE_WIDE_H
#define CORE_WIDE_H

#include "base/arena.h"
#include "core/qkv_trace.h"

/* Whether a planned call computes with float64; a move, which copies cells, does not. */
bool is_wide(const QkvCall *c);
/* Whether a row has the arithmetic that this takes of it, for so many operands. */
bool wide_has(const QkvOp *op, int count);

void wide_kernel(const QkvCall *c);
/* One cell from its terms; 0 where memory ends. */
double wide_cell(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory);
QkvSoftmaxParts wide_softmax(const QkvCall *c, const QkvTerms *t);

#endif
