/* Moves: every cell of the result is a copy of one source cell. The plan of a move is where index
 * (0, 0, ...) lies and how far one step along each axis goes; the rest is the same for all. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "core/context.h"
#include "core/gradient.h"
#include "core/integer.h"
#include "core/label.h"
#include "core/rows.h"
#include "core/storage.h"
#include "core/stride.h"
#include "core/walk.h"

/* Refuses a number that is finite, and none of the type. */
static bool fail_beyond(Qkv *q, const char *op, QkvDType dtype, double x)
{
    context_say(q, "value cannot be converted to type %s without overflow",
                dtype == QKV_BFLOAT16  ? "c10::BFloat16"
                : dtype == QKV_FLOAT16 ? "c10::Half"
                                       : "float");
    return qkv_fail(q, "%s: %g does not fit in %s, whose largest number is %g", op, x,
                    qkv_dtype_name(dtype), type_most(dtype));
}

bool constant_fits(Qkv *q, const char *op, QkvDType dtype, double x)
{
    if (qkv_is_float(dtype) && isfinite(x) && fabs(x) > type_most(dtype))
        return fail_beyond(q, op, dtype, x);
    bool fits = dtype == QKV_UINT8   ? fabs(x) < 256 && (x > 0 || x == ceil(x))
                : dtype == QKV_INT32 ? x >= INT32_MIN && x <= INT32_MAX
                                     : dtype != QKV_INT64 || integer_fits(x);
    if (fits)
        return true;
    context_fault_bounds(q, integer_from(x), dtype);
    return qkv_fail(q, "%s: %s %s tensor cannot hold this number: use .float() first", op,
                    qkv_is_long(dtype) ? "an" : "a", qkv_dtype_name(dtype));
}

static void move_by_map(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++)
        if (c->map[i] < 0)
            put_number(c->out, i, c->params.value);
        else
            copy_cell(c->out, i, c->in[0], c->map[i]);
}

/* A plane of the result, from cells that are `down` and `across` apart, in small squares: so that
 * rows that become columns are read while they are near. */
static inline void move_plane(char *to, const char *from, int64_t rows, int64_t cols, int64_t down,
                              int64_t across, size_t bytes)
{
    enum { SIDE = 32 };
    for (int64_t row = 0; row < rows; row += SIDE)
        for (int64_t col = 0; col < cols; col += SIDE) {
            int64_t last_row = min_int64(row + SIDE, rows), width = min_int64(SIDE, cols - col);
            for (int64_t i = row; i < last_row; i++) {
                char *into = to + (size_t)(i * cols + col) * bytes;
                const char *cell = from + (i * down + col * across) * (int64_t)bytes;
                for (int64_t j = 0; j < width; j++, cell += across * (int64_t)bytes)
                    memcpy(into + (size_t)j * bytes, cell, bytes);
            }
        }
}

void move_kernel(const QkvCall *c)
{
    if (c->map) {
        move_by_map(c);
        return;
    }
    size_t bytes = qkv_dtype_size(c->out->dtype);
    char *to = c->out->data.raw;
    Walk w = walk_begin(c->out);
    walk_strided(&w, 0, c->offset, c->stride);
    walk_join(&w);
    int64_t cols = walk_run(&w), across = walk_step(&w, 0), rows = 1, down = 0;
    if (across != 1 && w.rank > 1) {
        rows = w.size[w.rank - 2];
        down = w.stride[0][w.rank - 2];
        w.rank--;
    }
    size_t plane = (size_t)(rows * cols) * bytes;
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, 4 * rows * cols);
         i += rows * cols, to += plane, walk_next_run(&w)) {
        const char *from = (const char *)c->in[0]->data.raw + (size_t)w.cell[0] * bytes;
        if (across == 1)
            memcpy(to, from, plane);
        else if (bytes == sizeof(float))
            move_plane(to, from, rows, cols, down, across, sizeof(float));
        else
            move_plane(to, from, rows, cols, down, across, bytes);
    }
}

void move_terms(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    Walk w = walk_begin(c->out);
    walk_strided(&w, 0, c->offset, c->stride);
    walk_to(&w, cell);
    int64_t source = c->map ? c->map[cell] : w.cell[0];
    qkv_terms_new(a, t, source >= 0, &(QkvTerm){.a = {0, source}, .b = {-1, 0}});
}

/* --- index: params.index, which qkv_index makes of subscripts ------------------------------------ */

static bool plan_index(Qkv *q, QkvCall *c)
{
    const QkvIndexParams *p = &c->params.index;
    int64_t size[QKV_MAX_RANK];
    c->offset = p->offset;
    for (int d = 0; d < p->axes; d++) {
        size[d] = p->axis[d].size;
        c->stride[d] = index_step(c, d);
    }
    return qkv_shape(q, c->out, c->in[0]->dtype, p->axes, size) && qkv_spend(q, c->out->count);
}

static void label_index(Qkv *q, QkvCall *c)
{
    const QkvIndexParams *p = &c->params.index;
    int items = -1;
    for (int d = 0; d < c->out->rank; d++)
        if (p->axis[d].from == 0)
            items = d;
    for (int d = 0; d < c->out->rank; d++)
        if (p->axis[d].from >= 0)
            label_moved(q, c, d, p->axis[d].from, items, false);
}

int64_t index_step(const QkvCall *c, int axis)
{
    const QkvIndexParams *p = &c->params.index;
    bool moves = p->axis[axis].from >= 0 && p->axis[axis].size > 1;
    return moves ? p->axis[axis].step * qkv_tensor_pitch(c->in[0], p->axis[axis].from) : 0;
}

int64_t index_stride(const QkvCall *c, int axis)
{
    const QkvTensor *a = c->in[0];
    int64_t step = c->params.index.axis[axis].step;
    int from = c->params.index.axis[axis].from;
    if (from >= 0)
        return wrap_mul(a->stride[from], step);
    return step < a->rank ? wrap_mul(a->size[step], a->stride[step]) : 1;
}

static void stride_index(QkvCall *c)
{
    for (int d = 0; d < c->out->rank; d++)
        c->out->stride[d] = index_stride(c, d);
    storage_share(c);
}

#define INDEX                                                                                      \
    .how = QKV_HOW_COPY, .kernel = move_kernel, .label = label_index, .stride = stride_index,      \
    .terms = move_terms, .back = back_copy, .grad_fn = "SliceBackward0"

const QkvOp op_index = {
    .name = "index", .formula = "the cells that the subscript selects", .plan = plan_index, INDEX};

/* Subscripts that are tensors are applied by a row of their own; the others before them. */
typedef struct Resolved {
    QkvIndexParams params;
    int lists;
    const QkvTensor *in[1 + QKV_MAX_RANK]; /* the tensor, and those that pick from it */
} Resolved;

/* Adds an axis to the result of an index. */
static bool add_axis(Qkv *q, QkvIndexParams *p, int64_t size, int64_t step, int from)
{
    if (p->axes == QKV_MAX_RANK)
        return qkv_lack(q, "index: the result would have more than %d axes", QKV_MAX_RANK);
    p->axis[p->axes].size = size;
    p->axis[p->axes].step = step;
    p->axis[p->axes++].from = from;
    return true;
}

static int64_t clamp(int64_t x, int64_t low, int64_t high)
{
    return x < low ? low : x > high ? high : x;
}

/* The same from the end on: the first is the last one by default, and one before 0 ends it. */
static int64_t slice_back(const QkvSubscript *s, int64_t size, int64_t *start)
{
    int64_t first = s->has_start ? s->start : size - 1, last = -1;
    first = clamp(first < 0 && s->has_start ? first + size : first, -1, size - 1);
    if (s->has_stop)
        last = clamp(s->stop < 0 ? s->stop + size : s->stop, -1, size - 1);
    *start = first;
    return first > last ? (first - last - 1) / -s->step + 1 : 0;
}

/* Python's slice of an axis of `size`: where it begins, and how many indices it visits. */
static int64_t slice_range(const QkvSubscript *s, int64_t size, int64_t *start)
{
    if (s->step < 0)
        return slice_back(s, size, start);
    int64_t first = s->has_start ? s->start : 0, last = s->has_stop ? s->stop : size;
    first = clamp(first < 0 ? first + size : first, 0, size);
    last = clamp(last < 0 ? last + size : last, 0, size);
    *start = first;
    return last > first ? (last - first - 1) / s->step + 1 : 0;
}

/* Applies one subscript to axis `d` of the source. */
static bool add_subscript(Qkv *q, QkvIndexParams *p, const QkvTensor *a, int d,
                          const QkvSubscript *s)
{
    int64_t size = a->size[d], pitch = qkv_tensor_pitch(a, d), start;
    if (s->kind == QKV_SUBSCRIPT_AT) {
        if (s->start < -size || s->start >= size) {
            FAULT(q, QKV_FAULT_INDEX, s->start, d, size);
            return qkv_fail(q, "index: %lld is out of range: axis %d has %lld, so %lld to %lld",
                            (long long)s->start, d, (long long)size, (long long)-size,
                            (long long)size - 1);
        }
        p->offset += (s->start < 0 ? s->start + size : s->start) * pitch;
        return true;
    }
    if (s->step == 0)
        FAULT(q, QKV_FAULT_ZERO_STEP, d);
    if (s->step == 0 || s->step == INT64_MIN || (s->step < 0 && !a->is_array))
        return qkv_fail(q, "index: the step of a slice must be positive, but it is %lld",
                        (long long)s->step);
    int64_t count = slice_range(s, size, &start);
    p->offset += count > 0 ? start * pitch : 0;
    return add_axis(q, p, count, s->step, d);
}

/* How many axes of the tensor a subscript is for. */
static int subscript_axes(const QkvSubscript *s)
{
    if (s->kind == QKV_SUBSCRIPT_TENSOR)
        return is_mask(s->tensor->dtype) ? s->tensor->rank : 1;
    return s->kind == QKV_SUBSCRIPT_AT || s->kind == QKV_SUBSCRIPT_SLICE;
}

/* Axis k of the mask stands for axis d of the tensor. */
static bool fail_mask(Qkv *q, const QkvTensor *mask, int k, const QkvTensor *a, int d)
{
    FAULT(q, QKV_FAULT_MASK, d, a->size[d], mask->size[k], k);
    context_fault_shape(q, mask->rank, mask->size);
    context_fault_shape(q, a->rank, a->size);
    return qkv_fail(q,
                    "index: the mask %s does not fit %s: for its axis %d there are %lld, not %lld",
                    SIZES(mask), SIZES(a), d, (long long)a->size[d], (long long)mask->size[k]);
}

static const QkvSubscript whole = {.kind = QKV_SUBSCRIPT_SLICE, .step = 1};

/* A tensor stands for whole axes here, from which it picks later. */
static bool add_list(Qkv *q, Resolved *r, const QkvTensor *a, int d, const QkvTensor *t)
{
    if (r->lists == QKV_MAX_RANK)
        return qkv_lack(q, "index: more than %d tensors as subscripts", QKV_MAX_RANK);
    r->params.list[r->lists++] = r->params.axes;
    r->in[r->lists] = t;
    if (qkv_is_long(t->dtype))
        return add_subscript(q, &r->params, a, d, &whole);
    if (t->rank == 0)
        return add_axis(q, &r->params, 1, d, -1);
    for (int k = 0; k < t->rank; k++)
        if (t->size[k] != a->size[d + k])
            return fail_mask(q, t, k, a, d + k);
    for (int k = 0; k < t->rank; k++)
        if (!add_subscript(q, &r->params, a, d + k, &whole))
            return false;
    return true;
}

static bool check_subscripts(Qkv *q, const QkvTensor *a, int count, const QkvSubscript *subscripts,
                             int *used)
{
    int rests = 0;
    for (int i = 0; i < count; i++) {
        const QkvSubscript *s = &subscripts[i];
        if (s->kind == QKV_SUBSCRIPT_TENSOR && qkv_is_float(s->tensor->dtype)) {
            FAULT(q, QKV_FAULT_FLOAT_INDEX, 0);
            return qkv_fail(q, "index: a subscript is a tensor of int64 or bool, but this one is "
                               "float32: use .long()");
        }
        *used += subscript_axes(s);
        rests += s->kind == QKV_SUBSCRIPT_REST;
    }
    if (*used > a->rank) {
        FAULT(q, QKV_FAULT_INDICES, a->rank, *used);
        return qkv_fail(q, "index: %d subscripts for a tensor with %d ax%cs", *used, a->rank,
                        a->rank == 1 ? 'i' : 'e');
    }
    if (rests <= 1)
        return true;
    FAULT(q, QKV_FAULT_REST_TWICE, rests);
    return qkv_fail(q, "index: '...' can occur only once");
}

/* Versions of PyTorch do not agree on what x[mask, 0] means for a mask of several axes. */
static bool check_behind_mask(Qkv *q, const QkvSubscript *subscripts, int i)
{
    const QkvSubscript *s = &subscripts[i];
    bool is_whole = s->kind == QKV_SUBSCRIPT_SLICE && !s->has_start && !s->has_stop && s->step == 1;
    if (is_whole || s->kind == QKV_SUBSCRIPT_REST ||
        (s->kind == QKV_SUBSCRIPT_TENSOR && s->tensor->rank > 0))
        return true;
    for (int k = 0; k < i; k++)
        if (subscripts[k].kind == QKV_SUBSCRIPT_TENSOR && subscript_axes(&subscripts[k]) > 1)
            return qkv_lack(q,
                            "index: after a mask of several axes this has no clear meaning: apply "
                            "the mask first, and the rest to its result");
    return true;
}

static bool resolve(Qkv *q, Resolved *r, const QkvTensor *a, int count,
                    const QkvSubscript *subscripts)
{
    int used = 0, d = 0;
    if (!check_subscripts(q, a, count, subscripts, &used))
        return false;
    for (int i = 0; i < count; i++) {
        const QkvSubscript *s = &subscripts[i];
        bool ok = check_behind_mask(q, subscripts, i);
        if (!ok)
            return false;
        if (s->kind == QKV_SUBSCRIPT_NEW)
            ok = add_axis(q, &r->params, 1, d, -1);
        else if (s->kind == QKV_SUBSCRIPT_TENSOR)
            ok = add_list(q, r, a, d, s->tensor);
        else if (s->kind != QKV_SUBSCRIPT_REST)
            ok = add_subscript(q, &r->params, a, d, s);
        for (int n = a->rank - used; s->kind == QKV_SUBSCRIPT_REST && ok && n > 0; n--)
            ok = add_subscript(q, &r->params, a, d++, &whole);
        if (!ok)
            return false;
        d += subscript_axes(s);
    }
    while (d < a->rank)
        if (!add_subscript(q, &r->params, a, d++, &whole))
            return false;
    return true;
}

/* In PyTorch each subscript is a step, but for a slice of all there is; the last one has its name. */
static const char *index_named(const QkvTensor *a, int count, const QkvSubscript *subscripts)
{
    const char *name = "AliasBackward0";
    int d = 0, used = 0;
    for (int i = 0; i < count; i++)
        used += subscript_axes(&subscripts[i]);
    for (int i = 0; i < count; i++) {
        const QkvSubscript *s = &subscripts[i];
        bool is_whole = count > 1 && s->kind == QKV_SUBSCRIPT_SLICE && s->step == 1 &&
                        (!s->has_start || s->start == 0) && (!s->has_stop || s->stop >= a->size[d]);
        bool is_item = s->kind == QKV_SUBSCRIPT_TENSOR && s->tensor->rank == 0 &&
                       qkv_is_long(s->tensor->dtype);
        if (s->kind == QKV_SUBSCRIPT_TENSOR && !is_item)
            return "IndexBackward0";
        if (s->kind == QKV_SUBSCRIPT_NEW)
            name = "UnsqueezeBackward0";
        else if (s->kind == QKV_SUBSCRIPT_AT || is_item)
            name = "SelectBackward0";
        else if (s->kind == QKV_SUBSCRIPT_SLICE && !is_whole)
            name = "SliceBackward0";
        d += s->kind == QKV_SUBSCRIPT_REST ? a->rank - used : subscript_axes(s);
    }
    return name;
}

const QkvTensor *qkv_index(Qkv *q, const QkvTensor *a, int count, const QkvSubscript *subscripts)
{
    Resolved r = {.in = {a}};
    for (int i = 0; i < count; i++)
        if (subscripts[i].kind == QKV_SUBSCRIPT_TENSOR && !subscripts[i].tensor)
            return NULL;
    if (!a)
        return NULL;
    if (!resolve(q, &r, a, count, subscripts)) {
        q->fault.is_of_arrays = a->is_array;
        return NULL;
    }
    QkvParams p = {.index = r.params};
    for (int i = 0; i < count; i++)
        p.index.is_rest = p.index.is_rest || subscripts[i].kind == QKV_SUBSCRIPT_REST;
    const QkvTensor *t = qkv_apply(q, r.lists > 0 ? &op_pick : &op_index, 1 + r.lists, r.in, &p);
    return gradient_named(t, index_named(a, count, subscripts));
}

bool index_places(Qkv *q, const QkvTensor *a, int count, const QkvSubscript *subscripts,
                  QkvTensor *part, const int64_t **map)
{
    Resolved r = {.in = {a}};
    if (q->err.set || !resolve(q, &r, a, count, subscripts))
        return false;
    const QkvOp *op = r.lists > 0 ? &op_pick : &op_index;
    const QkvTensor *const *in = r.in;
    for (int i = 1; i <= r.lists; i++)
        r.in[i] = qkv_now(q, r.in[i]);
    *part = (QkvTensor){0};
    QkvCall c = {.op = op,
                 .count = 1 + r.lists,
                 .in = in,
                 .params.index = r.params,
                 .out = part,
                 .asker = q};
    if (!op->plan(q, &c))
        return false;
    stride_new(part);
    op->stride(&c);
    *map = c.map;
    return !q->err.set;
}

/* --- narrow: params at[] are the axis, the first index and how many ---------------------------- */

static bool plan_narrow(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t start = c->params.at[1], length = c->params.at[2];
    int d;
    if (a->rank == 0) {
        context_say(q, "narrow() cannot be applied to a 0-dim tensor.");
        return qkv_fail(q, "narrow: a single number has no axis to take a part of");
    }
    if (!qkv_axis(q, "narrow", a->rank, c->params.at[0], &d))
        return false;
    int64_t size = a->size[d], span = size > 0 ? size : 1; /* PyTorch takes -1 of nothing for 0 */
    if (start < -span || (start >= span && start != size)) {
        FAULT(q, QKV_FAULT_START, start, -size, size);
        return qkv_fail(q, "narrow: there is no index %lld: axis %d has %lld", (long long)start, d,
                        (long long)size);
    }
    start += start < 0 ? span : 0;
    if (length < 0 || length > size - start) {
        context_say(q, "start (%lld) + length (%lld) exceeds dimension size (%lld).",
                    (long long)start, (long long)length, (long long)size);
        return qkv_fail(q, "narrow: %lld from %lld on do not fit in axis %d, which has %lld",
                        (long long)length, (long long)start, d, (long long)size);
    }
    QkvSubscript s[QKV_MAX_RANK];
    for (int k = 0; k < d; k++)
        s[k] = whole;
    s[d] = (QkvSubscript){QKV_SUBSCRIPT_SLICE, start, start + length, 1, true, true, NULL};
    Resolved r = {.in = {a}};
    if (!resolve(q, &r, a, d + 1, s))
        return false;
    c->params.index = r.params;
    return plan_index(q, c);
}

const QkvOp op_narrow = {.name = "narrow",
                         .signature = "input:T dim:i start:i length:i",
                         .homes = QKV_IN_BOTH,
                         .formula = "some of the indices along one axis",
                         .plan = plan_narrow,
                         INDEX};

const QkvTensor *qkv_narrow(Qkv *q, const QkvTensor *a, int64_t axis, int64_t start, int64_t length)
{
    return apply_with(q, &op_narrow, a, 3, (int64_t[]){axis, start, length}, (QkvParams){0});
}
