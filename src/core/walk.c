#include "core/walk.h"

#include <string.h>

Walk walk_begin(const QkvTensor *shape)
{
    Walk w = {.rank = shape->rank};
    memcpy(w.size, shape->size, (size_t)w.rank * sizeof *w.size);
    return w;
}

void walk_broadcast(Walk *w, int n, const QkvTensor *in)
{
    int64_t stride[QKV_MAX_RANK] = {0};
    int shift = w->rank - in->rank;
    for (int d = 0; d < in->rank; d++)
        stride[d + shift] = in->size[d] == 1 ? 0 : qkv_tensor_pitch(in, d);
    walk_strided(w, n, 0, stride);
}

Walk walk_operands(const QkvTensor *shape, int count, const QkvTensor *const in[])
{
    Walk w = walk_begin(shape);
    for (int i = 0; i < count; i++)
        walk_broadcast(&w, i, in[i]);
    return w;
}

void walk_strided(Walk *w, int n, int64_t offset, const int64_t *stride)
{
    memcpy(w->stride[n], stride, (size_t)w->rank * sizeof *stride);
    w->cell[n] = offset;
    if (w->sources <= n)
        w->sources = n + 1;
}

/* Moves `by` steps along axis d. */
static void move(Walk *w, int d, int64_t by)
{
    w->at[d] += by;
    for (int n = 0; n < w->sources; n++)
        w->cell[n] += by * w->stride[n][d];
}

/* Takes a step along axis d; after its end from its beginning, and one along the axis before it. */
static void next_along(Walk *w, int d)
{
    for (; d >= 0; d--) {
        if (w->at[d] + 1 < w->size[d]) {
            move(w, d, 1);
            return;
        }
        move(w, d, -w->at[d]);
    }
}

void walk_next(Walk *w)
{
    next_along(w, w->rank - 1);
}

void walk_next_run(Walk *w)
{
    next_along(w, w->rank - 2);
}

void walk_join(Walk *w)
{
    int last = -1;
    for (int d = 0; d < w->rank; d++) {
        if (w->size[d] == 1)
            continue;
        bool joins = last >= 0;
        for (int n = 0; n < w->sources && joins; n++)
            joins = w->stride[n][last] == w->stride[n][d] * w->size[d];
        last += !joins;
        w->size[last] = joins ? w->size[last] * w->size[d] : w->size[d];
        for (int n = 0; n < w->sources; n++)
            w->stride[n][last] = w->stride[n][d];
    }
    w->rank = last + 1;
}

int64_t walk_run(const Walk *w)
{
    return w->rank > 0 ? w->size[w->rank - 1] : 1;
}

int64_t walk_step(const Walk *w, int n)
{
    return w->rank > 0 ? w->stride[n][w->rank - 1] : 0;
}

void walk_to(Walk *w, int64_t cell)
{
    for (int d = w->rank - 1; d >= 0; d--) {
        move(w, d, cell % w->size[d] - w->at[d]);
        cell /= w->size[d];
    }
}
