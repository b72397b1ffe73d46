/* Moves that no strides can tell: the plan lists for every cell which source cell it copies, and -1
 * where the operation puts a constant of its own. */
#include "core/gradient.h"
#include "core/kinds.h"
#include "core/label.h"
#include "core/stride.h"

int64_t *map_new(Qkv *q, QkvCall *c)
{
    if (!qkv_spend(q, c->out->count))
        return NULL;
    int64_t *map = arena_array_raw(qkv_arena(q), (size_t)c->out->count, sizeof *map);
    c->map = map;
    return map;
}

/* Every axis from the same axis of in[0], counted from the last. */
static void label_axes(Qkv *q, QkvCall *c)
{
    int more = c->out->rank - c->in[0]->rank;
    for (int d = 0; d < c->in[0]->rank; d++)
        label_moved(q, c, d + more, d, more, false);
}

/* --- repeat: params at[] is how often along each axis of the result ------------------------------ */

static bool plan_repeat(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int more = c->params.count - a->rank;
    int64_t size[QKV_MAX_PARAMS], at[QKV_MAX_RANK];
    if (more < 0)
        return qkv_fail(
            q, "repeat: a number for each axis is needed: the tensor has %d, but %d %s given",
            a->rank, c->params.count, c->params.count == 1 ? "is" : "are");
    for (int d = 0; d < c->params.count; d++) {
        int64_t own = d < more ? 1 : a->size[d - more];
        if (c->params.at[d] < 0)
            return qkv_fail(q, "repeat: an axis cannot be repeated %lld times",
                            (long long)c->params.at[d]);
        if (__builtin_mul_overflow(own, c->params.at[d], &size[d]))
            return qkv_lack(q, "repeat: the sizes are too large");
    }
    int64_t *map = NULL;
    if (!qkv_shape(q, c->out, a->dtype, c->params.count, size) || !(map = map_new(q, c)))
        return false;
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++) {
        qkv_tensor_index(c->out, i, at);
        for (int d = 0; d < a->rank; d++)
            at[d] = at[d + more] % a->size[d];
        map[i] = qkv_tensor_cell(a, at);
    }
    return true;
}

/* The new axes in front are summed up one by one, as PyTorch does it, and then the others at once, each
 * taken apart into the repetitions and the axis. */
BACK(repeat)
{
    const QkvTensor *a = c->in[operand];
    int more = c->params.count - a->rank, rank = 0, count = 0;
    int64_t size[2 * QKV_MAX_RANK], axes[QKV_MAX_RANK], first = 0;
    for (int d = 0; d < more; d++)
        g = qkv_sum(q, g, 1, &first, false);
    for (int d = 0; d < a->rank; d++) {
        int64_t times = c->params.at[d + more];
        if (times != 1) {
            axes[count++] = rank;
            size[rank++] = times;
        }
        size[rank++] = a->size[d];
    }
    if (count == 0 || !g)
        return g;
    return rank > QKV_MAX_RANK ? back_copy(q, c, operand, g)
                               : qkv_sum(q, qkv_reshape(q, g, rank, size), count, axes, false);
}

const QkvOp op_repeat = {.name = "repeat",
                         .signature = "input:T *repeats:I",
                         .homes = QKV_IN_TENSOR,
                         .formula = "the tensor repeated along its axes",
                         .plan = plan_repeat,
                         .back = back_repeat,
                         .label = label_axes,
                         MAPPED};

/* --- pad: params at[] are how many cells before and after the last axis, before and after the one
 * before it, ...; value the constant --------------------------------------------------------------- */

/* How many cells come before axis d, or after it (`side` 1). */
static int64_t pad_cells(const QkvCall *c, int d, int side)
{
    int i = 2 * (c->in[0]->rank - 1 - d) + side;
    return i < c->params.count ? c->params.at[i] : 0;
}

/* Tells whether cells are added anywhere, and not only cut off. */
static bool adds_cells(const QkvParams *p)
{
    for (int i = 0; i < p->count; i++)
        if (p->at[i] > 0)
            return true;
    return false;
}

static bool padded_size(Qkv *q, const QkvCall *c, int d, int64_t *size)
{
    int64_t own = c->in[0]->size[d], before = pad_cells(c, d, 0), after = pad_cells(c, d, 1);
    /* Cuts come first: no overflow, since own is not negative. */
    int64_t left = own + (before < 0 ? before : 0);
    bool fits = left >= 0 && left + (after < 0 ? after : 0) >= 0;
    if (!fits)
        return qkv_fail(q, "pad: axis %d has %lld, but more than that is cut off", d,
                        (long long)own);
    if (__builtin_add_overflow(own, before, size) || __builtin_add_overflow(*size, after, size))
        return qkv_lack(q, "pad: the sizes are too large");
    return true;
}

static bool plan_pad(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t size[QKV_MAX_RANK], at[QKV_MAX_RANK], *map = NULL;
    int count = c->params.count;
    if (count % 2 != 0 || count / 2 > a->rank)
        return qkv_fail(
            q,
            "pad: two numbers are needed for each axis, before and after, from the last "
            "axis on: %d %s given, but the tensor has %d ax%cs",
            count, count == 1 ? "is" : "are", a->rank, a->rank == 1 ? 'i' : 'e');
    if (adds_cells(&c->params) && !constant_fits(q, "pad", a->dtype, c->params.value))
        return false;
    for (int d = 0; d < a->rank; d++)
        if (!padded_size(q, c, d, &size[d]))
            return false;
    if (!qkv_shape(q, c->out, a->dtype, a->rank, size) || !(map = map_new(q, c)))
        return false;
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++) {
        bool inside = true;
        qkv_tensor_index(c->out, i, at);
        for (int d = 0; d < a->rank; d++) {
            at[d] -= pad_cells(c, d, 0);
            inside = inside && at[d] >= 0 && at[d] < a->size[d];
        }
        map[i] = inside ? qkv_tensor_cell(a, at) : -1;
    }
    return true;
}

/* A tensor that is only cut is a copy of the part. */
static void stride_pad(QkvCall *c)
{
    QkvTensor part = *c->out;
    if (adds_cells(&c->params))
        return;
    for (int d = 0; d < part.rank; d++)
        part.stride[d] = c->in[0]->stride[d];
    stride_like(&part, c->out);
}

BACK(pad)
{
    QkvParams p = {.count = c->params.count};
    (void)operand;
    for (int i = 0; i < p.count; i++)
        p.at[i] = -c->params.at[i];
    return qkv_apply(q, &op_pad, 1, &g, &p);
}

const QkvOp op_pad = {.name = "pad",
                      .signature = "input:T pad:I value:x=0",
                      .formula = "the same cells with a constant around them",
                      .plan = plan_pad,
                      .back = back_pad,
                      .grad_fn = "ConstantPadNdBackward0",
                      .label = label_axes,
                      .stride = stride_pad,
                      MAPPED};

const QkvTensor *qkv_pad(Qkv *q, const QkvTensor *a, int count, const int64_t *ends, double value)
{
    QkvParams p = {.count = count, .value = value};
    if (count > QKV_MAX_PARAMS) {
        qkv_lack(q, "pad: %d numbers are too many", count);
        return NULL;
    }
    for (int i = 0; i < count; i++)
        p.at[i] = ends[i];
    return qkv_apply(q, &op_pad, 1, &a, &p);
}

/* --- tril, triu: params at[0] is the diagonal ---------------------------------------------------- */

static bool plan_triangle(Qkv *q, QkvCall *c)
{
    if (!c->op->compare_i)
        return op_lacks(q, c->op, "compare_i");
    const QkvTensor *a = c->in[0];
    int64_t *map = NULL;
    if (a->rank < 2)
        return qkv_fail(q, "%s: a triangle is a part of a matrix, but this tensor has %d ax%cs",
                        c->op->name, a->rank, a->rank == 1 ? 'i' : 'e');
    if (!qkv_shape(q, c->out, a->dtype, a->rank, a->size) || !(map = map_new(q, c)))
        return false;
    int64_t cols = a->size[a->rank - 1], rows = a->size[a->rank - 2], diagonal = c->params.at[0];
    for (int64_t i = 0; i < a->count && qkv_goes_on(c, CELL_WORK); i++) {
        int64_t right = i % cols - i / cols % rows; /* how far right of the main diagonal */
        map[i] = c->op->compare_i(right, diagonal) ? i : -1;
    }
    return true;
}

BACK(triangle)
{
    (void)operand;
    return apply_with(q, c->op, g, 1, c->params.at, (QkvParams){0});
}

static bool is_at_most(int64_t right, int64_t diagonal)
{
    return right <= diagonal;
}

static bool is_at_least(int64_t right, int64_t diagonal)
{
    return right >= diagonal;
}

const QkvOp op_tril = {.name = "tril",
                       .signature = "input:T diagonal:i=0",
                       .homes = QKV_IN_BOTH,
                       .formula = "the lower triangle, 0 above it",
                       .plan = plan_triangle,
                       .compare_i = is_at_most,
                       .back = back_triangle,
                       .label = label_broadcast,
                       MAPPED};

const QkvOp op_triu = {.name = "triu",
                       .signature = "input:T diagonal:i=0",
                       .homes = QKV_IN_BOTH,
                       .formula = "the upper triangle, 0 below it",
                       .plan = plan_triangle,
                       .compare_i = is_at_least,
                       .back = back_triangle,
                       .label = label_broadcast,
                       MAPPED};

/* --- flip: params at[] are the axes; strides that go backwards tell it ---------------------------- */

static bool plan_flip(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    bool turned[QKV_MAX_RANK] = {false};
    for (int i = 0; i < c->params.count; i++) {
        int d;
        if (!qkv_axis(q, "flip", a->rank, c->params.at[i], &d))
            return false;
        if (turned[d])
            return qkv_fail(q, "flip: axis %d is named twice", d);
        turned[d] = true;
    }
    for (int d = 0; d < a->rank; d++) {
        c->stride[d] = turned[d] ? -qkv_tensor_pitch(a, d) : qkv_tensor_pitch(a, d);
        c->offset += turned[d] ? (a->size[d] - 1) * qkv_tensor_pitch(a, d) : 0;
    }
    return qkv_shape(q, c->out, a->dtype, a->rank, a->size) && qkv_spend(q, a->count);
}

BACK(flip)
{
    (void)operand;
    return qkv_flip(q, g, c->params.count, c->params.at);
}

const QkvOp op_flip = {.name = "flip",
                       .signature = "input:T *dims:I",
                       .homes = QKV_IN_BOTH,
                       .formula = "the same cells in the opposite order",
                       .plan = plan_flip,
                       .back = back_flip,
                       .label = label_axes,
                       .stride = stride_copy,
                       MAPPED};
