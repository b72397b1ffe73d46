/* Cells taken from other places along an axis: gather, roll, repeat_interleave, diagonals; and the
 * order of the cells along an axis. */
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/integer.h"
#include "core/kinds.h"
#include "core/label.h"
#include "core/select.h"
#include "core/storage.h"

/* Of a single number PyTorch takes no axis here, not even 0. */
static bool real_axis(Qkv *q, const char *name, const QkvTensor *a, int64_t axis, int *out)
{
    *out = 0;
    if (a->rank > 0)
        return qkv_axis(q, name, a->rank, axis, out);
    FAULT(q, QKV_FAULT_AXIS_OF_NUMBER, axis, 0);
    return qkv_fail(q, "%s: a single number has no axis %lld", name, (long long)axis);
}

/* The axes before and after one, as numbers of cells: cell = (outer * size + place) * inner + rest. */
typedef struct Along {
    int64_t outer, size, inner;
} Along;

static Along along(const QkvTensor *t, int axis)
{
    Along x = {1, t->rank ? t->size[axis] : 1, 1};
    for (int d = 0; d < t->rank; d++)
        if (d < axis)
            x.outer *= t->size[d];
        else if (d > axis)
            x.inner *= t->size[d];
    return x;
}

/* Each axis has the labels of the cells that came there. */
static void label_along(Qkv *q, QkvCall *c)
{
    for (int d = 0; d < c->out->rank && c->out->rank == c->in[0]->rank; d++)
        label_moved(q, c, d, d, 0, false);
}

/* All axes but one, along which no cell stays where it was. */
static void label_others(QkvCall *c, int axis)
{
    for (int d = 0; d < c->out->rank; d++)
        if (d != axis)
            label_pass(c->out, d, c->in[0], d, axis != 0);
}

/* --- gather: params at[0] is the axis; in[1] says which cell along it ------------------------------ */

static bool check_gather(Qkv *q, const QkvCall *c, int axis)
{
    const QkvTensor *a = c->in[0], *index = c->in[1];
    if (!qkv_is_long(index->dtype))
        return qkv_fail(q, "gather: positions must be int64, but these are %s: use .long()",
                        qkv_dtype_name(index->dtype));
    if (index->rank != a->rank) {
        FAULT(q, QKV_FAULT_GATHER_RANK, index->rank, a->rank);
        return qkv_fail(q,
                        "gather: the positions have %d axes, but the tensor has %d: as many are "
                        "needed",
                        index->rank, a->rank);
    }
    for (int d = 0; d < a->rank; d++)
        if (d != axis && index->count > 0 && index->size[d] > a->size[d])
            return qkv_fail(q,
                            "gather: sizes do not fit: the positions are %s and the tensor is %s: "
                            "axis %d of the positions is longer",
                            SIZES(index), SIZES(a), d);
    int64_t size = a->rank ? a->size[axis] : 1;
    for (int64_t i = 0; i < index->count; i++)
        if (index->data.i[i] < 0 || index->data.i[i] >= size) {
            FAULT(q, QKV_FAULT_GATHER, index->data.i[i], axis, size);
            return qkv_fail(q, "gather: there is no position %lld: axis %d has %lld, from 0",
                            (long long)index->data.i[i], axis, (long long)size);
        }
    return true;
}

static bool plan_gather(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0], *index = c->in[1];
    int64_t *map, at[QKV_MAX_RANK] = {0};
    int axis;
    if (!qkv_axis(q, "gather", a->rank, c->params.at[0], &axis) || !check_gather(q, c, axis) ||
        !qkv_shape(q, c->out, a->dtype, index->rank, index->size) || !(map = map_new(q, c)))
        return false;
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++) {
        qkv_tensor_index(index, i, at);
        at[axis] = index->data.i[i];
        map[i] = a->rank ? qkv_tensor_cell(a, at) : 0;
    }
    return true;
}

/* The place that was asked for stands beside the cell. */
static void terms_gather(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    qkv_terms_new(a, t, 1, &(QkvTerm){.a = {0, c->map[cell]}, .b = {1, cell}});
}

static void label_gather(Qkv *q, QkvCall *c)
{
    (void)q;
    label_others(c, (int)(c->params.at[0] < 0 ? c->params.at[0] + c->out->rank : c->params.at[0]));
}

/* keepdim: the places are known to be all different, as those of a sort. */
BACK(gather)
{
    const QkvTensor *in = c->in[operand];
    return back_knows(q, c->in[1]) ? back_put(q, in, g, c->map, !c->params.keepdim) : NULL;
}

const QkvOp op_gather = {.name = "gather",
                         .signature = "input:T dim:i index:T",
                         .homes = QKV_IN_BOTH,
                         .formula = "along the axis, the cell at position b[..]",
                         .how = QKV_HOW_CHOICE,
                         .plan = plan_gather,
                         .kernel = move_kernel,
                         .label = label_gather,
                         .back = back_gather,
                         .terms = terms_gather};

const QkvTensor *qkv_gather(Qkv *q, const QkvTensor *a, int64_t axis, const QkvTensor *index)
{
    const QkvTensor *in[] = {a, index};
    return qkv_apply(q, &op_gather, 2, in, &(QkvParams){.count = 1, .at = {axis}});
}

/* --- roll: params at[] are how far, and then along which axes; without axes, along the row of all
 * cells ----------------------------------------------------------------------------------------- */

static bool plan_roll(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t shift[QKV_MAX_RANK] = {0}, at[QKV_MAX_RANK] = {0}, *map;
    int count = c->params.count, half = count / 2, axis;
    if (count == 0)
        return qkv_fail(q, "roll: shifts is missing: by how many positions");
    if (count != 1 && count % 2 != 0)
        return qkv_fail(q, "roll: needs one axis for each shift");
    for (int i = 0; i < half; i++) {
        if (!real_axis(q, "roll", a, c->params.at[half + i], &axis))
            return false;
        shift[axis] = a->size[axis] ? wrap_add(shift[axis], c->params.at[i]) % a->size[axis] : 0;
    }
    if (!qkv_shape(q, c->out, a->dtype, a->rank, a->size) || !(map = map_new(q, c)))
        return false;
    for (int64_t i = 0; i < a->count && qkv_goes_on(c, CELL_WORK); i++) {
        if (count == 1) {
            map[i] = ((i - c->params.at[0] % a->count) % a->count + a->count) % a->count;
            continue;
        }
        qkv_tensor_index(a, i, at);
        for (int d = 0; d < a->rank; d++)
            at[d] = (at[d] - shift[d] + a->size[d]) % a->size[d];
        map[i] = qkv_tensor_cell(a, at);
    }
    return true;
}

/* Of a row of all cells the axes say nothing of where a cell came from, unless there is but one. */
static void label_roll(Qkv *q, QkvCall *c)
{
    if (c->params.count > 1 || c->out->rank == 1)
        label_along(q, c);
}

BACK(roll)
{
    int64_t at[QKV_MAX_PARAMS];
    int count = c->params.count, shifts = count > 1 ? count / 2 : 1;
    (void)operand;
    for (int i = 0; i < count; i++)
        at[i] = i < shifts ? wrap_sub(0, c->params.at[i]) : c->params.at[i];
    return qkv_roll(q, g, count, at);
}

const QkvOp op_roll = {.name = "roll",
                       .signature = "input:T shifts:I dims:I=",
                       .formula = "the same cells shifted along an axis, from the end to the front",
                       .plan = plan_roll,
                       .label = label_roll,
                       .back = back_roll,
                       MAPPED};

/* --- repeat_interleave: in[1] says how often, for all cells along axis params at[0] or for each; the
 * axis is optional, and without one all cells make one row ------------------------------------------ */

/* How often the cells at a place along the axis are repeated. */
static int64_t times_of(const QkvCall *c, int64_t place)
{
    return cell_integer(c->in[1], c->in[1]->count == 1 ? 0 : place);
}

/* How many cells there are along the axis of the result; -1 after an error. */
static int64_t repeated(Qkv *q, const QkvCall *c, int64_t size)
{
    const QkvTensor *times = c->in[1];
    int64_t all = 0;
    if (!qkv_is_long(times->dtype) || times->rank > 1)
        qkv_fail(q, "repeat_interleave: repeats must be an integer, or a row of int64");
    else if (times->count != 1 && times->count != size)
        qkv_fail(q, "repeat_interleave: there are %lld counts, but %lld positions",
                 (long long)times->count, (long long)size);
    for (int64_t i = 0; i < (times->count == 1 ? 1 : size) && !qkv_error(q); i++)
        if (times_of(c, i) < 0)
            qkv_fail(q, "repeat_interleave: a cell cannot be repeated %lld times",
                     (long long)times_of(c, i));
    for (int64_t i = 0; i < size && !qkv_error(q); i++)
        if (__builtin_add_overflow(all, times_of(c, i), &all))
            qkv_fail(q, "repeat_interleave: a cell cannot be repeated %lld times",
                     (long long)times_of(c, i));
    return qkv_error(q) ? -1 : all;
}

static bool plan_repeat_interleave(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t size[QKV_MAX_RANK] = {0}, *map;
    int axis = 0, rank = c->params.count ? a->rank : 1;
    if (c->params.count && !real_axis(q, "repeat_interleave", a, c->params.at[0], &axis))
        return false;
    Along x = c->params.count ? along(a, axis) : (Along){1, a->count, 1};
    int64_t all = repeated(q, c, x.size), to = 0;
    for (int d = 0; d < rank; d++)
        size[d] = d == axis ? all : a->size[d];
    if (all < 0 || !qkv_shape(q, c->out, a->dtype, rank, size) || !(map = map_new(q, c)))
        return false;
    for (int64_t o = 0; o < x.outer && c->out->count > 0; o++)
        for (int64_t place = 0; place < x.size && qkv_goes_on(c, CELL_WORK * x.inner); place++)
            for (int64_t n = times_of(c, place); n > 0; n--)
                for (int64_t i = 0; i < x.inner; i++)
                    map[to++] = (o * x.size + place) * x.inner + i;
    return true;
}

/* Equally often, it is an expanded axis; else the cells are picked by their positions. */
BACK(repeat_interleave)
{
    const QkvTensor *a = c->in[operand], *times = c->in[1];
    int64_t axis = c->params.count ? c->params.at[0] : 0, size[QKV_MAX_RANK + 1];
    axis += axis < 0 ? a->rank : 0;
    if (!times->is_number || a->rank == QKV_MAX_RANK)
        return back_knows(q, times) ? back_added(q, c, operand, g) : NULL;
    Along x = c->params.count ? along(a, (int)axis) : (Along){1, a->count, 1};
    size[0] = x.outer;
    size[1] = x.size;
    size[2] = times_of(c, 0);
    size[3] = x.inner;
    if (size[2] != 1)
        g = qkv_sum(q, qkv_reshape(q, g, 4, size), 1, (int64_t[]){2}, false);
    return qkv_reshape(q, g, a->rank, a->size);
}

static const char *repeat_interleave_named(const QkvCall *c)
{
    return c->in[1]->is_number ? "ViewBackward0" : "IndexSelectBackward0";
}

const QkvOp op_repeat_interleave = {.name = "repeat_interleave",
                                    .signature = "input:T repeats:O dim:i=",
                                    .homes = QKV_IN_BOTH,
                                    .formula = "each cell repeated along an axis",
                                    .plan = plan_repeat_interleave,
                                    .back = back_repeat_interleave,
                                    .named = repeat_interleave_named,
                                    .label = label_along,
                                    MAPPED};

const QkvTensor *qkv_repeat_interleave(Qkv *q, const QkvTensor *a, const QkvTensor *times,
                                       const int64_t *axis)
{
    const QkvTensor *in[] = {a, times};
    QkvParams p = {.count = axis != NULL, .at = {axis ? *axis : 0}};
    return qkv_apply(q, &op_repeat_interleave, 2, in, &p);
}

/* --- diagonal: params at[] are how far right of the main one, and the two axes; diag: how far ------ */

static bool plan_diagonal(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t right = c->params.at[0], size[QKV_MAX_RANK] = {0}, rows, cols;
    int row, col, rank = 0;
    if (a->rank < 2) {
        FAULT(q, QKV_FAULT_DIAGONAL, a->rank);
        return qkv_fail(q, "%s: a diagonal needs two axes, but this tensor has %d", c->op->name,
                        a->rank);
    }
    if (!qkv_axis(q, c->op->name, a->rank, c->params.at[1], &row) ||
        !qkv_axis(q, c->op->name, a->rank, c->params.at[2], &col))
        return false;
    if (row == col)
        return qkv_fail(q, "%s: axis %d is named twice", c->op->name, row);
    c->params.at[1] = row;
    c->params.at[2] = col;
    for (int d = 0; d < a->rank; d++)
        if (d != row && d != col) {
            c->stride[rank] = qkv_tensor_pitch(a, d);
            size[rank++] = a->size[d];
        }
    int64_t down = right < 0 ? wrap_sub(0, right) : 0, across = right > 0 ? right : 0;
    rows = down < 0 || down > a->size[row] ? 0 : a->size[row] - down;
    cols = across > a->size[col] ? 0 : a->size[col] - across;
    size[rank] = rows < cols ? rows : cols;
    c->stride[rank] = qkv_tensor_pitch(a, row) + qkv_tensor_pitch(a, col);
    if (size[rank++] > 0)
        c->offset = down * qkv_tensor_pitch(a, row) + across * qkv_tensor_pitch(a, col);
    return qkv_shape(q, c->out, a->dtype, rank, size) && qkv_spend(q, c->out->count);
}

static void stride_diagonal(QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int to = 0;
    for (int d = 0; d < a->rank; d++)
        if (d != c->params.at[1] && d != c->params.at[2])
            c->out->stride[to++] = a->stride[d];
    c->out->stride[to] = wrap_add(a->stride[c->params.at[1]], a->stride[c->params.at[2]]);
    storage_share(c);
}

static void label_diagonal(Qkv *q, QkvCall *c)
{
    (void)q;
    int to = 0;
    for (int d = 0; d < c->in[0]->rank; d++)
        if (d != c->params.at[1] && d != c->params.at[2]) {
            label_pass(c->out, to, c->in[0], d, d == 0);
            to++;
        }
}

const QkvOp op_diagonal = {.name = "diagonal",
                           .signature = "input:T offset:i=0 dim1:i=0 dim2:i=1",
                           .homes = QKV_IN_BOTH,
                           .formula = "the cells of a diagonal of each matrix",
                           .plan = plan_diagonal,
                           .label = label_diagonal,
                           .stride = stride_diagonal,
                           .back = back_copy,
                           MAPPED};

const QkvTensor *qkv_diagonal(Qkv *q, const QkvTensor *a, int64_t right, int64_t row, int64_t col)
{
    return apply_with(q, &op_diagonal, a, 3, (int64_t[]){right, row, col}, (QkvParams){0});
}

/* The diagonal of a matrix as a row of its own; of a row, a matrix with the row as its diagonal. */
static bool plan_diag(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t right = c->params.at[0], far = right < 0 ? wrap_sub(0, right) : right, size, *map;
    if (a->rank != 1 && a->rank != 2) {
        FAULT(q, QKV_FAULT_DIAG, a->rank);
        return qkv_fail(q, "diag: a row or a matrix is needed, but this has %d axes", a->rank);
    }
    if (a->rank == 2) {
        c->params.at[1] = 0;
        c->params.at[2] = 1;
        return plan_diagonal(q, c);
    }
    if (far < 0 || __builtin_add_overflow(a->size[0], far, &size))
        return qkv_lack(q, "diag: the sizes are too large");
    if (!qkv_shape(q, c->out, a->dtype, 2, (int64_t[]){size, size}) || !(map = map_new(q, c)))
        return false;
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++) {
        int64_t row = i / size, col = i % size, place = right < 0 ? col : row;
        map[i] = col - row == right && place < a->size[0] ? place : -1;
    }
    return true;
}

static void label_nothing(Qkv *q, QkvCall *c)
{
    (void)q;
    (void)c;
}

static const char *diag_named(const QkvCall *c)
{
    return c->in[0]->rank == 1 ? "DiagEmbedBackward0" : "DiagonalBackward0_copy";
}

const QkvOp op_diag = {.name = "diag",
                       .signature = "input:T diagonal:i=0",
                       .homes = QKV_IN_BOTH,
                       .formula = "the diagonal of a matrix, or a matrix with this diagonal",
                       .plan = plan_diag,
                       .label = label_nothing,
                       .back = back_copy,
                       .named = diag_named,
                       MAPPED};

/* --- unfold: params at[] are the axis, the size of a window, and how far on the next one begins ----- */

static bool check_unfold(Qkv *q, int64_t has, int axis, int64_t window, int64_t step)
{
    if (window > has || window < 0) {
        context_say(q, "maximum size for tensor at dimension %d is %lld but size is %lld", axis,
                    (long long)has, (long long)window);
        return qkv_fail(q, "unfold: windows of %lld do not fit into axis %d, which has %lld",
                        (long long)window, axis, (long long)has);
    }
    if (step > 0)
        return true;
    context_say(q, "step is %lld but must be > 0", (long long)step);
    return qkv_fail(q, "unfold: the next window begins at least 1 further on, and not %lld",
                    (long long)step);
}

static bool plan_unfold(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t window = c->params.at[1], step = c->params.at[2], size[QKV_MAX_RANK] = {0};
    int axis;
    if (!qkv_axis(q, "unfold", a->rank, c->params.at[0], &axis) ||
        !check_unfold(q, a->rank ? a->size[axis] : 1, axis, window, step))
        return false;
    if (a->rank == QKV_MAX_RANK)
        return qkv_shape(q, c->out, a->dtype, a->rank + 1, NULL);
    for (int d = 0; d < a->rank; d++) {
        size[d] = a->size[d];
        c->stride[d] = qkv_tensor_pitch(a, d);
    }
    size[a->rank] = window;
    if (a->rank) {
        size[axis] = (a->size[axis] - window) / step + 1;
        c->stride[a->rank] = qkv_tensor_pitch(a, axis);
        c->stride[axis] = size[axis] > 1 ? c->stride[axis] * step : 0;
    }
    c->params.at[0] = axis;
    return qkv_shape(q, c->out, a->dtype, a->rank + 1, size) && qkv_spend(q, c->out->count);
}

static void stride_unfold(QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int axis = (int)c->params.at[0];
    for (int d = 0; d < a->rank; d++)
        c->out->stride[d] = a->stride[d];
    c->out->stride[a->rank] = a->rank ? a->stride[axis] : 1;
    if (a->rank)
        c->out->stride[axis] = wrap_mul(a->stride[axis], c->params.at[2]);
    storage_share(c);
}

static void label_unfold(Qkv *q, QkvCall *c)
{
    (void)q;
    for (int d = 0; d < c->in[0]->rank; d++)
        if (d != c->params.at[0])
            label_pass(c->out, d, c->in[0], d, d == 0);
}

/* Windows that do not overlap are copied, and not added up. */
BACK(unfold)
{
    return c->params.at[2] < c->params.at[1] ? back_added(q, c, operand, g)
                                             : back_copy(q, c, operand, g);
}

const QkvOp op_unfold = {.name = "unfold",
                         .signature = "self:T dimension:i size:i step:i",
                         .homes = QKV_IN_TENSOR,
                         .formula = "the windows along an axis, each as the last axis",
                         .plan = plan_unfold,
                         .label = label_unfold,
                         .stride = stride_unfold,
                         .back = back_unfold,
                         MAPPED};

const QkvTensor *qkv_unfold(Qkv *q, const QkvTensor *a, int64_t axis, int64_t window, int64_t step)
{
    return apply_with(q, &op_unfold, a, 3, (int64_t[]){axis, window, step}, (QkvParams){0});
}

/* --- argsort: params at[0] is the axis, keepdim says from the largest on; value is how many topk puts before
 * the others, 0 for none. A cell is the place of the smallest that is left when those before it are taken --- */

static bool before_f(double a, double b)
{
    return a < b || (isnan(b) && !isnan(a));
}

static bool before_i(int64_t a, int64_t b)
{
    return a < b;
}

static bool after_f(double a, double b)
{
    return a > b || (isnan(a) && !isnan(b));
}

static bool after_i(int64_t a, int64_t b)
{
    return a > b;
}

static bool plan_argsort(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int axis;
    if (!qkv_axis(q, "argsort", a->rank, c->params.at[0], &axis))
        return false;
    c->params.at[0] = axis;
    if (c->params.keepdim)
        c->op = &op_argsort_down;
    return qkv_shape(q, c->out, QKV_INT64, a->rank, a->size) && qkv_spend(q, 16 * a->count);
}

/* Merges sorted runs of `width` places into runs twice as long; equal cells keep their order. */
static void merge(const QkvCall *c, int64_t first, int64_t pitch, const int64_t *from, int64_t *to,
                  int64_t n, int64_t width)
{
    enum { SOME = 4096, WORK = 32 }; /* to merge a place, beside a multiply-add */
    for (int64_t start = 0; start < n; start += 2 * width) {
        int64_t middle = start + width < n ? start + width : n;
        int64_t end = middle + width < n ? middle + width : n, l = start, r = middle;
        for (int64_t k = start; k < end; k++) {
            if (k % SOME == 0 && !qkv_goes_on(c, SOME * WORK))
                return;
            bool right = r < end && (l == middle ||
                                     op_beats(c, first + from[r] * pitch, first + from[l] * pitch));
            to[k] = right ? from[r++] : from[l++];
        }
    }
}

/* A row of cells, at their places along the axis. */
typedef struct AxisRow {
    const QkvCall *call;
    int64_t first, pitch;
} AxisRow;

static bool place_beats(const void *data, int64_t a, int64_t b)
{
    const AxisRow *row = data;
    return op_beats(row->call, row->first + a * row->pitch, row->first + b * row->pitch);
}

/* The places in order, with the first of them as topk has them: equal cells do not keep their order there. */
static void put_first(const AxisRow *row, int64_t *order, int64_t *other, int64_t n, int64_t count)
{
    int64_t kept = count;
    ArenaMark mark = arena_mark(row->call->memory);
    bool *taken = arena_many(row->call->memory, (size_t)n, bool);
    for (int64_t i = 0; i < n; i++)
        other[i] = i;
    select_first(&(Selection){place_beats, row, row->call, other, n}, count);
    for (int64_t i = 0; taken && i < count; i++)
        taken[other[i]] = true;
    for (int64_t i = 0; taken && i < n; i++)
        if (!taken[order[i]])
            other[kept++] = order[i];
    memcpy(order, other, (size_t)n * sizeof *order);
    arena_back(row->call->memory, mark);
}

static void kernel_argsort(const QkvCall *c)
{
    Along x = along(c->in[0], (int)c->params.at[0]);
    int64_t *order = arena_many(c->memory, (size_t)x.size + 1, int64_t);
    int64_t *other = arena_many(c->memory, (size_t)x.size + 1, int64_t);
    for (int64_t row = 0; order && other && row < x.outer * x.inner; row++) {
        int64_t first = row / x.inner * x.size * x.inner + row % x.inner;
        for (int64_t i = 0; i < x.size; i++)
            order[i] = i;
        for (int64_t width = 1; width < x.size && qkv_goes_on(c, 1); width *= 2) {
            merge(c, first, x.inner, order, other, x.size, width);
            int64_t *sorted = other;
            other = order;
            order = sorted;
        }
        if (c->params.value > 0 && x.size > 0)
            put_first(&(AxisRow){c, first, x.inner}, order, other, x.size,
                      (int64_t)c->params.value);
        for (int64_t i = 0; i < x.size && qkv_goes_on(c, CELL_WORK); i++)
            c->out->data.i[first + i * x.inner] = order[i];
    }
}

/* All cells of the row that do not come before this one in the order. */
static void terms_argsort(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    Along x = along(c->in[0], (int)c->params.at[0]);
    int64_t rank = cell / x.inner % x.size, first = cell - rank * x.inner, n = 0;
    bool *taken = arena_many(a, (size_t)x.size, bool);
    qkv_terms_new(a, t, taken ? x.size - rank : 0, NULL);
    for (int64_t i = 0; taken && i < rank; i++)
        taken[c->out->data.i[first + i * x.inner]] = true;
    for (int64_t i = 0; i < x.size && t->count > 0; i++) {
        if (taken[i])
            continue;
        t->self = i == c->out->data.i[cell] ? n : t->self;
        t->term[n++] = (QkvTerm){.a = {0, first + i * x.inner}, .b = {-1, 0}};
    }
}

static void label_argsort(Qkv *q, QkvCall *c)
{
    (void)q;
    label_others(c, (int)c->params.at[0]);
}

static int64_t place_along(const QkvCall *c, int64_t source)
{
    Along x = along(c->in[0], (int)c->params.at[0]);
    return source / x.inner % x.size;
}

#define ARGSORT                                                                                    \
    .name = "argsort",                                                                             \
    .signature = "input:T dim:i=-1 descending:b=False | stable=", .how = QKV_HOW_EXTREME,          \
    .is_place = true, .place = place_along, .plan = plan_argsort, .kernel = kernel_argsort,        \
    .label = label_argsort, .terms = terms_argsort

const QkvOp op_argsort = {.homes = QKV_IN_BOTH,
                          .formula = "the positions along the axis, the smallest cell first",
                          .told = "the smallest that is left",
                          .compare_f = before_f,
                          .compare_i = before_i,
                          ARGSORT};
const QkvOp op_argsort_down = {.formula = "the positions along the axis, the largest cell first",
                               .told = "the largest that is left",
                               .compare_f = after_f,
                               .compare_i = after_i,
                               ARGSORT};

const QkvTensor *qkv_argsort(Qkv *q, const QkvTensor *a, int64_t axis, bool descending)
{
    return apply_with(q, &op_argsort, a, 1, &axis, (QkvParams){.keepdim = descending});
}

/* Values and places from `order` on: the values are those at the places. */
static bool sorted(Qkv *q, const QkvTensor *a, int64_t axis, const QkvTensor *order,
                   const char *grad_fn, const QkvTensor **values, const QkvTensor **places)
{
    QkvParams p = {.count = 1, .at = {axis}, .keepdim = true};
    *places = order;
    *values = qkv_apply(q, &op_gather, 2, (const QkvTensor *[]){a, order}, &p);
    gradient_named(*values, grad_fn);
    return *values != NULL;
}

bool qkv_sort(Qkv *q, const QkvTensor *a, int64_t axis, bool descending, const QkvTensor **values,
              const QkvTensor **places)
{
    return a &&
           sorted(q, a, axis, qkv_argsort(q, a, axis, descending), "SortBackward0", values, places);
}

bool qkv_topk(Qkv *q, const QkvTensor *a, int64_t count, int64_t axis, bool largest,
              const QkvTensor **values, const QkvTensor **places)
{
    int d;
    if (!a || !qkv_axis(q, "topk", a->rank, axis, &d))
        return false;
    int64_t size = a->rank ? a->size[d] : 1;
    if (a->dtype == QKV_BOOL) {
        context_say(q, "\"topk_cpu\" not implemented for 'Bool'");
        return qkv_fail(q, "topk: bool tensors are not numbers: use .long() first");
    }
    if (count < 0 || count > size)
        return qkv_fail(q, "topk: axis %d has %lld, and %lld are asked for", d, (long long)size,
                        (long long)count);
    QkvParams p = {.value = (double)count, .keepdim = largest};
    const QkvTensor *order = apply_with(q, &op_argsort, a, 1, &axis, p);
    if (a->rank > 0 && count < size)
        order = qkv_contiguous(q, qkv_narrow(q, order, axis, 0, count));
    return sorted(q, a, axis, order, "TopkBackward0", values, places);
}
