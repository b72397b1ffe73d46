/* Indexing by tensors: x[ids], x[mask], x[:, ids], x[rows, columns].
 *
 * A tensor of int64 lists positions along its axis. A mask of bool with K axes stands for K such
 * lists, the places where it is True. The lists are broadcast to one shape, and the axes of this
 * shape take the place of those that the lists are for: where these stand, or, when other axes lie
 * between them, in front.
 *
 * params.index are the axes of the tensor with the other subscripts applied. */
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/label.h"
#include "core/rows.h"
#include "core/stride.h"

/* Positions along one axis, broadcast to the shape of all of them. */
typedef struct Positions {
    int axis; /* of the tensor with the other subscripts applied */
    const int64_t *position;
    const QkvTensor *mask; /* mask that has these places, or NULL */
    int rank;
    int64_t size[QKV_MAX_RANK];
    int64_t stride[QKV_MAX_RANK];
} Positions;

typedef struct Pick {
    int lists;
    Positions list[QKV_MAX_RANK];
    int rank; /* of their broadcast shape */
    int64_t size[QKV_MAX_RANK];
} Pick;

/* How many axes a subscript is for. A single truth is for a new axis of size 1. A mask may be of uint8,
 * too: it says yes where it is not 0. */
static int width_of(const QkvTensor *subscript)
{
    return qkv_is_long(subscript->dtype) || subscript->rank == 0 ? 1 : subscript->rank;
}

/* Where the axes of the lists stand in the result, and how many they are. */
typedef struct PickAxes {
    int lists; /* axes that are picked from       */
    int first; /* the first of them               */
    int at;    /* where their axes stand in the result */
} PickAxes;

static PickAxes pick_axes(const QkvCall *c)
{
    PickAxes p = {.first = c->params.index.list[0]};
    int last = p.first;
    for (int i = 1; i < c->count; i++) {
        p.lists += width_of(c->in[i]);
        last = c->params.index.list[i - 1] + width_of(c->in[i]) - 1;
    }
    p.at = last - p.first + 1 == p.lists ? p.first : 0;
    return p;
}

/* The lists of a mask, one for each of its axes: as long as it is True somewhere. */
static void add_mask(const QkvTensor *mask, int axis, Pick *p)
{
    int64_t count = 0;
    for (int64_t i = 0; i < mask->count; i++)
        count += mask->data.b[i] != 0;
    for (int k = 0; k < width_of(mask); k++)
        p->list[p->lists++] = (Positions){
            .axis = axis + k, .mask = mask, .rank = 1, .size = {count}};
}

static void add_lists(const QkvCall *c, Pick *p)
{
    for (int i = 1; i < c->count; i++) {
        const QkvTensor *t = c->in[i];
        int axis = c->params.index.list[i - 1];
        if (is_mask(t->dtype)) {
            add_mask(t, axis, p);
            continue;
        }
        Positions *l = &p->list[p->lists++];
        *l = (Positions){.axis = axis, .position = t->data.i, .rank = t->rank};
        for (int d = 0; d < t->rank; d++)
            l->size[d] = t->size[d];
    }
}

/* Where a mask is True: the lists from the first of it on. */
static bool read_mask(Qkv *q, Positions *list)
{
    const QkvTensor *mask = list->mask;
    int width = width_of(mask);
    int64_t count = list->size[0], at[QKV_MAX_RANK] = {0};
    int64_t *position = arena_array_raw(qkv_arena(q), (size_t)(count * width), sizeof *position);
    for (int64_t i = 0, n = 0; position && n < count; i++) {
        if (!mask->data.b[i])
            continue;
        qkv_tensor_index(mask, i, at);
        for (int k = 0; k < width; k++)
            position[k * count + n] = at[k];
        n++;
    }
    for (int k = 0; position && k < width; k++)
        list[k].position = position + k * count;
    return position != NULL;
}

static bool read_masks(Qkv *q, Pick *p)
{
    for (int i = 0; i < p->lists; i++)
        if (p->list[i].mask && !p->list[i].position && !read_mask(q, &p->list[i]))
            return false;
    return true;
}

static bool fail_lists(Qkv *q, const Positions *a, const Positions *b)
{
    FAULT(q, QKV_FAULT_LISTS, 0);
    context_fault_shape(q, a->rank, a->size);
    context_fault_shape(q, b->rank, b->size);
    return qkv_fail(
        q,
        "index: the positions along axis %d are %s and those along axis %d are %s: they "
        "go together one by one, so the shapes must fit",
        a->axis, SIZES(a), b->axis, SIZES(b));
}

static bool broadcast_lists(Qkv *q, Pick *p)
{
    for (int i = 0; i < p->lists; i++)
        p->rank = p->list[i].rank > p->rank ? p->list[i].rank : p->rank;
    for (int d = 0; d < p->rank; d++) {
        const Positions *by = NULL; /* positions that decide the size */
        for (int i = 0; i < p->lists; i++) {
            const Positions *l = &p->list[i];
            int64_t size = d < p->rank - l->rank ? 1 : l->size[d - (p->rank - l->rank)];
            if (by && size != 1 && size != p->size[d])
                return fail_lists(q, by, l);
            if (size != 1)
                by = l;
            p->size[d] = by ? (size != 1 ? size : p->size[d]) : 1;
        }
    }
    for (int i = 0; i < p->lists; i++) {
        Positions *l = &p->list[i];
        int64_t pitch = 1;
        for (int d = p->rank - 1, own = l->rank - 1; d >= 0; d--, own--) {
            l->stride[d] = own < 0 || l->size[own] == 1 ? 0 : pitch;
            pitch *= own < 0 ? 1 : l->size[own];
        }
    }
    return true;
}

static int64_t axis_size(const QkvCall *c, int axis)
{
    return c->params.index.axis[axis].size;
}

/* The axis of the tensor that it goes along, -1 for a new one. */
static int source_axis(const QkvCall *c, int axis)
{
    return c->params.index.axis[axis].from;
}

static bool is_listed(const QkvCall *c, int axis)
{
    for (int i = 1; i < c->count; i++) {
        int first = c->params.index.list[i - 1];
        if (axis >= first && axis < first + width_of(c->in[i]))
            return true;
    }
    return false;
}

/* Finds which axis each axis of the result comes from, -1 for the `rank` axes of the lists; returns how
 * many there are. */
static int lay_out(const QkvCall *c, int rank, int of[2 * QKV_MAX_RANK])
{
    int axes = c->params.index.axes, to = 0, others = 0, at = pick_axes(c).at;
    for (int axis = 0; axis <= axes; axis++) {
        while (others == at && to < at + rank)
            of[to++] = -1;
        if (axis < axes && !is_listed(c, axis)) {
            of[to++] = axis;
            others++;
        }
    }
    return to;
}

static bool pick_shape(Qkv *q, QkvCall *c, const Pick *p, int of[2 * QKV_MAX_RANK])
{
    int64_t size[2 * QKV_MAX_RANK];
    int rank = lay_out(c, p->rank, of), at = pick_axes(c).at;
    for (int d = 0; d < rank; d++)
        size[d] = of[d] < 0 ? p->size[d - at] : axis_size(c, of[d]);
    return qkv_shape(q, c->out, c->in[0]->dtype, rank, size);
}

/* A position counted from the front. */
static bool find_position(Qkv *q, const QkvCall *c, const Positions *l, int64_t n, int64_t *out)
{
    int64_t i = l->position[n], size = axis_size(c, l->axis);
    *out = i < 0 ? i + size : i;
    if (i >= -size && i < size)
        return true;
    FAULT(q, QKV_FAULT_INDEX, i, source_axis(c, l->axis), size);
    return qkv_fail(q,
                    "index: the position %lld is out of range: axis %lld has %lld, so %lld to %lld",
                    (long long)i, (long long)source_axis(c, l->axis), (long long)size,
                    (long long)-size, (long long)size - 1);
}

/* The source cell of a cell of the result. */
static bool find_source(Qkv *q, const QkvCall *c, const Pick *p, const int *of, int64_t cell,
                        int64_t *source)
{
    int64_t at[QKV_MAX_RANK];
    int first = pick_axes(c).at;
    qkv_tensor_index(c->out, cell, at);
    *source = c->offset;
    for (int d = 0; d < c->out->rank; d++)
        if (of[d] >= 0)
            *source += at[d] * index_step(c, of[d]);
    for (int i = 0; i < p->lists; i++) {
        const Positions *l = &p->list[i];
        int64_t n = 0, position;
        for (int d = 0; d < p->rank; d++)
            n += at[first + d] * l->stride[d];
        if (!find_position(q, c, l, n, &position))
            return false;
        *source += position * index_step(c, l->axis);
    }
    return true;
}

/* Refuses to pick from an axis of size 0, even for a result that has no cells otherwise. */
static bool check_empty(Qkv *q, const QkvCall *c, const Pick *p)
{
    bool picks = true;
    for (int d = 0; d < p->rank; d++)
        picks = picks && p->size[d] > 0;
    for (int i = 0; i < p->lists && picks; i++)
        if (axis_size(c, p->list[i].axis) == 0)
            return qkv_fail(q, "index: axis %lld has size 0: there is nothing to pick from it",
                            (long long)source_axis(c, p->list[i].axis));
    return true;
}

/* The map stays, and what the masks say does not. Along a last axis that is not picked from, the cells
 * lie in one line. */
static bool fill_map(Qkv *q, const QkvCall *c, Pick *p, const int *of, int64_t *map)
{
    ArenaMark mark = arena_mark(qkv_arena(q));
    bool found = read_masks(q, p);
    int last = c->out->rank - 1;
    bool is_line = last >= 0 && of[last] >= 0;
    int64_t run = is_line ? c->out->size[last] : 1, step = is_line ? index_step(c, of[last]) : 0;
    for (int64_t i = 0; found && i < c->out->count && qkv_goes_on(c, CELL_WORK + run); i += run) {
        found = find_source(q, c, p, of, i, &map[i]);
        for (int64_t k = 1; k < run; k++)
            map[i + k] = map[i] + k * step;
    }
    arena_back(qkv_arena(q), mark);
    return found;
}

static bool plan_pick(Qkv *q, QkvCall *c)
{
    Pick p = {0};
    int of[2 * QKV_MAX_RANK];
    int64_t *map = NULL, work = 0;
    for (int i = 1; i < c->count; i++)
        work += c->in[i]->count;
    if (!qkv_spend(q, work))
        return false;
    add_lists(c, &p);
    c->offset = c->params.index.offset;
    return broadcast_lists(q, &p) && check_empty(q, c, &p) && pick_shape(q, c, &p, of) &&
           (map = map_new(q, c)) && fill_map(q, c, &p, of, map);
}

/* --- the way back ------------------------------------------------------------------------------- */

/* How many axes of the result stand for the lists. */
static int list_rank(const QkvCall *c)
{
    int lists = 0;
    for (int i = 1; i < c->count; i++)
        lists += width_of(c->in[i]);
    return c->out->rank - (c->params.index.axes - lists);
}

/* The cell of the only subscript that picked a cell: the position, or the truth. */
static int64_t picking_cell(const QkvCall *c, int64_t cell, int64_t source)
{
    const QkvTensor *subscript = c->in[1];
    int64_t at[QKV_MAX_RANK];
    bool masks = is_mask(subscript->dtype);
    int axis = c->params.index.list[0];
    if (masks && subscript->rank == 0)
        return 0;
    if (masks) {
        qkv_tensor_index(c->in[0], source, at);
        return qkv_tensor_cell(subscript, at + source_axis(c, axis));
    }
    qkv_tensor_index(c->out, cell, at);
    return qkv_tensor_cell(subscript, at + pick_axes(c).at);
}

/* With one subscript the cell of it that made the choice stands beside the cell chosen. */
static void terms_pick(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    move_terms(c, cell, a, t);
    if (c->count > 2 || t->count == 0)
        return;
    t->how = QKV_HOW_CHOICE;
    t->term[0].b = (QkvSource){1, picking_cell(c, cell, t->term[0].a.cell)};
}

/* Where the items of axis 0 went: to an axis of the result, to -1 when one was picked, or to many
 * axes: then none of them counts the items. */
static int items_axis(const QkvCall *c, int rank, const int *of)
{
    for (int axis = 0; axis < c->params.index.axes; axis++) {
        if (source_axis(c, axis) != 0)
            continue;
        if (is_listed(c, axis))
            return rank == 1 ? pick_axes(c).at : rank == 0 ? -1 : QKV_MAX_RANK;
        for (int d = 0; d < c->out->rank; d++)
            if (of[d] == axis)
                return d;
    }
    return -1;
}

/* Axes that are not picked from keep their labels, and positions in one row pick theirs; with none
 * to pick, the positions' own labels stay. */
static void label_pick(Qkv *q, QkvCall *c)
{
    int rank = list_rank(c), of[2 * QKV_MAX_RANK];
    PickAxes place = pick_axes(c);
    lay_out(c, rank, of);
    int items = items_axis(c, rank, of);
    for (int d = 0; d < c->out->rank; d++)
        if (of[d] >= 0 && source_axis(c, of[d]) >= 0)
            label_moved(q, c, d, source_axis(c, of[d]), items, false);
    int from = source_axis(c, place.first);
    if (place.lists == 1 && rank == 1 && from >= 0)
        label_moved(q, c, place.at, from, items, false);
    for (int d = 0; d < rank && c->count == 2 && qkv_is_long(c->in[1]->dtype); d++)
        label_pass(c->out, place.at + d, c->in[1], d, place.at == 0);
}

/* The tensor and up to two lists of positions decide the order of the axes. */
static void stride_pick(QkvCall *c)
{
    int64_t stride[3][QKV_MAX_RANK] = {{0}};
    int rank = list_rank(c), of[2 * QKV_MAX_RANK] = {0}, count = 1, at = pick_axes(c).at;
    lay_out(c, rank, of);
    for (int d = 0; d < c->out->rank; d++)
        stride[0][d] = of[d] >= 0 ? index_stride(c, of[d]) : 0;
    for (int i = 1; i < c->count && count < 3; i++) {
        const QkvTensor *t = c->in[i];
        for (int d = 0; qkv_is_long(t->dtype) && d < t->rank; d++)
            stride[count][at + rank - t->rank + d] = t->size[d] == 1 ? 0 : t->stride[d];
        count++;
    }
    stride_order(c->out, count, (const int64_t(*)[QKV_MAX_RANK])stride);
}

/* A single position takes a slice, as a plain integer does; masked_select copies, and so its sums do not
 * begin with 0. */
BACK(pick)
{
    const char *name = c->out->grad_fn;
    bool is_item = true, is_selected = name && strcmp(name, "MaskedSelectBackward0") == 0;
    for (int i = 1; i < c->count; i++) {
        is_item = is_item && c->in[i]->rank == 0 && qkv_is_long(c->in[i]->dtype);
        if (!back_knows(q, c->in[i]))
            return NULL;
    }
    return is_item || is_selected ? back_copy(q, c, operand, g) : back_added(q, c, operand, g);
}

const QkvOp op_pick = {.name = "index",
                       .formula = "the cells selected by positions or by a mask",
                       .how = QKV_HOW_COPY,
                       .plan = plan_pick,
                       .kernel = move_kernel,
                       .label = label_pick,
                       .stride = stride_pick,
                       .back = back_pick,
                       .terms = terms_pick};
