#include "lesson/placed.h"

#include <string.h>

#include "base/common.h"
#include "core/tensor.h"

/* Of an axis the place in `a` of each place in `b`. */
typedef struct AxisPlaces {
    int64_t *of; /* NULL: the same */
} AxisPlaces;

static bool has_labels(const QkvTensor *t, int axis)
{
    return t->axis[axis].labels && t->axis[axis].groups == 1;
}

/* Takes the first place of `a` with a label that was not taken yet, from the nearest on; -1 for none. */
static int64_t take_place(const QkvTensor *a, int axis, const char *label, bool *taken,
                          int64_t near)
{
    int64_t n = a->size[axis];
    for (int64_t k = 0; k < n; k++) {
        int64_t i = (near + k) % n;
        if (!taken[i] && same_text(a->axis[axis].labels[i], label)) {
            taken[i] = true;
            return i;
        }
    }
    return -1;
}

static bool same_labels(const QkvTensor *a, const QkvTensor *b, int axis)
{
    for (int64_t i = 0; i < a->size[axis]; i++)
        if (!same_text(a->axis[axis].labels[i], b->axis[axis].labels[i]))
            return false;
    return true;
}

static AxisPlaces places_of(Arena *arena, const QkvTensor *a, const QkvTensor *b, int axis)
{
    enum { MOST = 1 << 12 }; /* labels: each is looked for among all */
    int64_t n = a->size[axis], next = 0;
    if (!has_labels(a, axis) || !has_labels(b, axis) || n > MOST || same_labels(a, b, axis))
        return (AxisPlaces){NULL};
    int64_t *of = arena_many(arena, (size_t)n + 1, int64_t);
    bool *taken = arena_many(arena, (size_t)n + 1, bool);
    for (int64_t i = 0; i < n; i++) /* keeps what has not moved */
        if ((taken[i] = same_text(a->axis[axis].labels[i], b->axis[axis].labels[i])))
            of[i] = i;
        else
            of[i] = -1;
    for (int64_t i = 0; i < n; i++)
        if (of[i] < 0)
            of[i] = take_place(a, axis, b->axis[axis].labels[i], taken, i);
    for (int64_t i = 0; i < n; i++)
        if (of[i] < 0) { /* a label that `a` has not: as the next one that `b` has not */
            while (taken[next])
                next++;
            taken[of[i] = next] = true;
        }
    return (AxisPlaces){of};
}

/* The cell of `a` at the places of a cell of `b`. */
static int64_t source_of(const QkvTensor *b, const AxisPlaces *places, int64_t cell)
{
    int64_t at[QKV_MAX_RANK], from = 0;
    qkv_tensor_index(b, cell, at);
    for (int d = 0; d < b->rank; d++)
        from = from * b->size[d] + (places[d].of ? places[d].of[at[d]] : at[d]);
    return from;
}

static QkvAxis placed_axis(Arena *arena, const QkvTensor *a, int axis, const AxisPlaces *places)
{
    QkvAxis moved = a->axis[axis];
    if (!places->of)
        return moved;
    const char **labels = arena_many(arena, (size_t)a->size[axis] + 1, const char *);
    for (int64_t i = 0; i < a->size[axis]; i++)
        labels[i] = moved.labels[places->of[i]];
    moved.labels = labels;
    return moved;
}

static const QkvTensor *copy_placed(Arena *arena, const QkvTensor *a, const QkvTensor *b,
                                    const AxisPlaces *places)
{
    QkvTensor *copy = arena_new(arena, QkvTensor);
    size_t size = qkv_dtype_size(a->dtype);
    *copy = *a;
    copy->axis = arena_many(arena, (size_t)a->rank, QkvAxis);
    for (int d = 0; d < a->rank; d++)
        copy->axis[d] = placed_axis(arena, a, d, &places[d]);
    copy->data.raw = arena_array(arena, (size_t)a->count + 1, size);
    for (int64_t i = 0; i < a->count; i++)
        memcpy((char *)copy->data.raw + (size_t)i * size,
               (const char *)a->data.raw + (size_t)source_of(b, places, i) * size, size);
    return copy;
}

const QkvTensor *tensor_placed(Arena *arena, const QkvTensor *a, const QkvTensor *b)
{
    AxisPlaces places[QKV_MAX_RANK] = {0};
    bool is_moved = false;
    if (a->dtype != b->dtype || !qkv_tensor_same_shape(a, b) || a->hole || a->count == 0)
        return a;
    for (int d = 0; d < a->rank; d++) {
        places[d] = places_of(arena, a, b, d);
        is_moved = is_moved || places[d].of;
    }
    return is_moved ? copy_placed(arena, a, b, places) : a;
}
