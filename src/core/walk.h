/* Visiting cells in order while keeping the matching source cells in step. Private to core. */
#ifndef CORE_WALK_H
#define CORE_WALK_H

#include "core/qkv.h"

enum { WALK_SOURCES = 3 };

/*     Walk w = walk_begin(out);
 *     walk_broadcast(&w, 0, a);
 *     for (int64_t i = 0; i < out->count; i++, walk_next(&w))
 *         ... a's cell is w.cell[0] ...                                                        */
typedef struct Walk {
    int rank;
    int64_t size[QKV_MAX_RANK];
    int64_t at[QKV_MAX_RANK];
    int sources;
    int64_t stride[WALK_SOURCES][QKV_MAX_RANK];
    int64_t cell[WALK_SOURCES];
} Walk;

Walk walk_begin(const QkvTensor *shape);

/* Source `n` is `in`, whose axes line up with the last axes of the shape; size 1 stays put. */
void walk_broadcast(Walk *w, int n, const QkvTensor *in);
/* Along the shape with `count` operands, at most WALK_SOURCES, that were broadcast to it. */
Walk walk_operands(const QkvTensor *shape, int count, const QkvTensor *const in[]);
/* Source `n` begins at `offset` and moves by stride[d] along axis d. */
void walk_strided(Walk *w, int n, int64_t offset, const int64_t *stride);

void walk_next(Walk *w);

/* Many cells at a time, where each source lies on a line: axes along which all sources go on as along
 * one are joined, and then the last axis is a run, along which source n moves by walk_step(w, n).
 *
 *     walk_join(&w);
 *     for (int64_t i = 0; i < out->count; i += walk_run(&w), walk_next_run(&w))
 *         ... cell i + k of the run is w.cell[0] + k * walk_step(&w, 0) of a ...               */
void walk_join(Walk *w);
int64_t walk_run(const Walk *w);
int64_t walk_step(const Walk *w, int n);
void walk_next_run(Walk *w);

/* Straight to one cell of the shape. */
void walk_to(Walk *w, int64_t cell);

#endif
