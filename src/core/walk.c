#include "core/walk.h"

#include <string.h>

Walk walk_begin(const QkvTensor *shape)
{
    return (Walk){.rank = shape->rank, .size = shape->size};
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

void walk_next(Walk *w)
{
    for (int d = w->rank - 1; d >= 0; d--) {
        if (w->at[d] + 1 < w->size[d]) {
            move(w, d, 1);
            return;
        }
        move(w, d, -w->at[d]);
    }
}

void walk_to(Walk *w, int64_t cell)
{
    for (int d = w->rank - 1; d >= 0; d--) {
        move(w, d, cell % w->size[d] - w->at[d]);
        cell /= w->size[d];
    }
}
