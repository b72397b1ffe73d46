/* Operations that give cells another order or another shape: all of them moves. Those that PyTorch
 * does without copying also keep the strides that its tensor would have, because view asks. */

#include "core/context.h"
#include "core/gradient.h"
#include "core/integer.h"
#include "core/label.h"
#include "core/rows.h"
#include "core/storage.h"
#include "core/stride.h"

/* --- permute, transpose: params at[] are the axes in their new order ----------------------------- */

/* Axis d of the result is axis at[d] of the tensor, counted from the front. */
static bool plan_order(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t size[QKV_MAX_RANK];
    for (int d = 0; d < a->rank; d++) {
        int from = (int)c->params.at[d];
        size[d] = a->size[from];
        c->stride[d] = qkv_tensor_pitch(a, from);
    }
    return qkv_shape(q, c->out, a->dtype, a->rank, size) && qkv_spend(q, a->count);
}

static bool plan_permute(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    bool used[QKV_MAX_RANK] = {false};
    if (c->params.count != a->rank) {
        FAULT_OF(q, c, QKV_FAULT_ORDER, a->rank, c->params.count);
        return qkv_fail(q, "permute: every axis must be named: the tensor has %d, and %d %s given",
                        a->rank, c->params.count, c->params.count == 1 ? "is" : "are");
    }
    for (int d = 0; d < a->rank; d++) {
        int from;
        if (!qkv_axis(q, "permute", a->rank, c->params.at[d], &from))
            return false;
        if (used[from]) {
            FAULT_OF(q, c, QKV_FAULT_ORDER_TWICE, from);
            return qkv_fail(q, "permute: axis %d is named twice", from);
        }
        used[from] = true;
        c->params.at[d] = from;
    }
    return plan_order(q, c);
}

/* The permutation in which the two axes are exchanged. */
static bool plan_transpose(Qkv *q, QkvCall *c)
{
    int rank = c->in[0]->rank, axis[2];
    for (int i = 0; i < 2; i++)
        if (!qkv_axis(q, "transpose", rank, c->params.at[i], &axis[i]))
            return false;
    for (int d = 0; d < rank; d++)
        c->params.at[d] = d == axis[0] ? axis[1] : d == axis[1] ? axis[0] : d;
    c->params.count = rank;
    return plan_order(q, c);
}

static void label_order(Qkv *q, QkvCall *c)
{
    (void)q;
    for (int d = 0; d < c->out->rank; d++)
        label_pass(c->out, d, c->in[0], (int)c->params.at[d], c->params.at[0] == 0);
}

static void stride_order_of(QkvCall *c)
{
    for (int d = 0; d < c->out->rank; d++)
        c->out->stride[d] = c->in[0]->stride[c->params.at[d]];
    storage_share(c);
}

BACK(transpose)
{
    int first = 0, last = c->in[operand]->rank - 1;
    while (first < last && c->params.at[first] == first)
        first++;
    while (last > first && c->params.at[last] == last)
        last--;
    return first < last ? qkv_transpose(q, g, first, last) : g;
}

BACK(permute)
{
    int64_t order[QKV_MAX_RANK] = {0};
    for (int d = 0; d < c->in[operand]->rank; d++)
        order[c->params.at[d]] = d;
    return qkv_permute(q, g, c->in[operand]->rank, order);
}

#define ORDERED                                                                                    \
    .how = QKV_HOW_COPY, .kernel = move_kernel, .label = label_order, .stride = stride_order_of,   \
    .terms = move_terms

const QkvOp op_permute = {.name = "permute",
                          .signature = "input:T *dims:I",
                          .homes = QKV_IN_BOTH,
                          .formula = "the axes in another order",
                          .plan = plan_permute,
                          .back = back_permute,
                          ORDERED};

const QkvOp op_transpose = {.name = "transpose",
                            .signature = "input:T dim0:i dim1:i",
                            .homes = QKV_IN_BOTH,
                            .formula = "out[j, i] = a[i, j]: two axes are exchanged",
                            .plan = plan_transpose,
                            .back = back_transpose,
                            ORDERED};

const QkvTensor *qkv_transpose(Qkv *q, const QkvTensor *a, int64_t axis0, int64_t axis1)
{
    return apply_with(q, &op_transpose, a, 2, (int64_t[]){axis0, axis1}, (QkvParams){0});
}

/* --- reshape, view: params at[] are the sizes, one of them perhaps -1 ---------------------------- */

/* Finds the size written as -1. False when there are several or none fits. */
static bool complete_sizes(Qkv *q, const char *op, const QkvTensor *a, QkvParams *p)
{
    int open = -1;
    int64_t known = 1;
    for (int d = 0; d < p->count; d++) {
        if (p->at[d] == -1 && open >= 0) {
            FAULT(q, QKV_FAULT_OPEN_SIZES, d);
            return qkv_fail(q, "%s: only one size can be -1", op);
        }
        if (p->at[d] < -1)
            return qkv_fail(q, "%s: a size cannot be %lld", op, (long long)p->at[d]);
        if (p->at[d] == -1)
            open = d;
        else if (p->at[d] > 0 && known > INT64_MAX / p->at[d])
            return qkv_fail(q, "%s: the sizes are too large", op);
        else
            known *= p->at[d];
    }
    if (open >= 0 && known > 0 && a->count % known == 0)
        p->at[open] = a->count / known;
    if (open >= 0 ? known > 0 && a->count % known == 0 : known == a->count)
        return true;
    FAULT(q, QKV_FAULT_CELLS, a->count);
    context_fault_shape(q, p->count, p->at);
    return qkv_fail(q, "%s: %s has %lld cells, which do not fill the sizes asked for", op, SIZES(a),
                    (long long)a->count);
}

/* Why PyTorch's tensor does not lie row after row in memory, as the strides tell it. */
static const char *scattered_by(const QkvTensor *a)
{
    int64_t before = INT64_MAX;
    for (int d = 0; d < a->rank; d++) {
        if (a->size[d] == 1)
            continue;
        if (a->stride[d] == 0)
            return "expand repeats its cells without copying them";
        if (a->stride[d] > before)
            return "transpose or permute has reordered its axes without moving a cell";
        before = a->stride[d];
    }
    return "it is a part cut out of a larger tensor";
}

/* In PyTorch a view reads the cells where they lie. */
static bool check_view(Qkv *q, const QkvTensor *a, const QkvParams *p)
{
    int64_t stride[QKV_MAX_RANK];
    if (stride_view(a, p->count, p->at, stride))
        return true;
    context_say(q, "view size is not compatible with input tensor's size and stride (at least one "
                   "dimension spans across two contiguous subspaces). Use .reshape(...) instead.");
    return qkv_fail(q,
                    "view: the cells of %s are not contiguous, row after row in memory, since %s: "
                    "use reshape, or contiguous() first",
                    SIZES(a), scattered_by(a));
}

/* The same cells in the same order. */
static bool plan_sizes(Qkv *q, QkvCall *c, int rank, const int64_t *size)
{
    if (!qkv_shape(q, c->out, c->in[0]->dtype, rank, size))
        return false;
    for (int d = 0; d < rank; d++)
        c->stride[d] = qkv_tensor_pitch(c->out, d);
    return qkv_spend(q, c->in[0]->count);
}

static bool plan_reshape(Qkv *q, QkvCall *c)
{
    return complete_sizes(q, c->op->name, c->in[0], &c->params) &&
           plan_sizes(q, c, c->params.count, c->params.at);
}

static bool plan_view(Qkv *q, QkvCall *c)
{
    bool too_many = c->params.count > QKV_MAX_RANK; /* refused by plan_sizes */
    return complete_sizes(q, "view", c->in[0], &c->params) &&
           (too_many || check_view(q, c->in[0], &c->params)) &&
           plan_sizes(q, c, c->params.count, c->params.at);
}

/* An axis goes on where as many cells lie before it and after it as before. */
static void label_reshape(Qkv *q, QkvCall *c)
{
    (void)q;
    const QkvTensor *a = c->in[0];
    for (int to = 0; to < c->out->rank; to++)
        for (int from = 0; from < a->rank; from++)
            if (a->size[from] == c->out->size[to] && a->count > 0 &&
                qkv_tensor_pitch(a, from) == qkv_tensor_pitch(c->out, to))
                label_pass(c->out, to, a, from, a->size[0] == c->out->size[0]);
}

/* PyTorch's reshape is a view where the cells can stay, and else one of a copy. */
static const char *view_or_copy(const QkvCall *c)
{
    bool is_view = qkv_shares_memory(c->out, c->in[0]);
    return qkv_tensor_is_contiguous(c->in[0]) ? "ViewBackward0"
           : is_view                          ? "ReshapeAliasBackward0"
                                              : "UnsafeViewBackward0";
}

#define RESHAPED                                                                                   \
    .how = QKV_HOW_COPY, .kernel = move_kernel, .label = label_reshape, .terms = move_terms,       \
    .back = back_shape

const QkvOp op_reshape = {.name = "reshape",
                          .signature = "input:T *shape:I",
                          .homes = QKV_IN_BOTH,
                          .formula = "the same cells in the same order, in a new shape",
                          .plan = plan_reshape,
                          .stride = stride_reshape,
                          .named = view_or_copy,
                          RESHAPED};

const QkvOp op_view = {.name = "view",
                       .signature = "input:T *size:I",
                       .homes = QKV_IN_TENSOR,
                       .formula = "the same cells in the same order, in a new shape",
                       .plan = plan_view,
                       .stride = stride_reshape,
                       RESHAPED};

/* --- unsqueeze, squeeze: params at[0] is the axis; without one, squeeze takes all of size 1 -------- */

static bool plan_unsqueeze(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t size[QKV_MAX_RANK + 1];
    int at;
    if (!qkv_axis(q, "unsqueeze", a->rank + 1, c->params.at[0], &at))
        return false;
    for (int d = 0; d <= a->rank; d++)
        size[d] = d == at ? 1 : a->size[d < at ? d : d - 1];
    c->params.at[0] = at;
    return plan_sizes(q, c, a->rank + 1, size);
}

static void stride_unsqueeze(QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int at = (int)c->params.at[0];
    for (int d = 0; d < c->out->rank; d++)
        if (d == at)
            c->out->stride[d] = d < a->rank ? wrap_mul(a->size[d], a->stride[d]) : 1;
        else
            c->out->stride[d] = a->stride[d < at ? d : d - 1];
    storage_share(c);
}

const QkvOp op_unsqueeze = {.name = "unsqueeze",
                            .signature = "input:T dim:i",
                            .homes = QKV_IN_BOTH,
                            .formula = "the same cells with one more axis of size 1",
                            .plan = plan_unsqueeze,
                            .stride = stride_unsqueeze,
                            RESHAPED};

/* Tells whether axis d goes away. */
static bool is_squeezed(const QkvCall *c, int d)
{
    return c->in[0]->size[d] == 1 && (c->params.count == 0 || c->params.at[0] == d);
}

static bool plan_squeeze(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t size[QKV_MAX_RANK];
    int rank = 0, at = 0;
    if (c->params.count > 0 && !qkv_axis(q, "squeeze", a->rank, c->params.at[0], &at))
        return false;
    c->params.at[0] = at;
    for (int d = 0; d < a->rank; d++)
        if (!is_squeezed(c, d))
            size[rank++] = a->size[d];
    return plan_sizes(q, c, rank, size);
}

static void stride_squeeze(QkvCall *c)
{
    for (int from = 0, to = 0; from < c->in[0]->rank; from++)
        if (!is_squeezed(c, from))
            c->out->stride[to++] = c->in[0]->stride[from];
    storage_share(c);
}

static const char *squeeze_named(const QkvCall *c)
{
    return c->params.count > 0 ? "SqueezeBackward1" : "SqueezeBackward0";
}

const QkvOp op_squeeze = {.name = "squeeze",
                          .signature = "input:T dim:i=",
                          .homes = QKV_IN_BOTH,
                          .formula = "the same cells without axes of size 1",
                          .plan = plan_squeeze,
                          .stride = stride_squeeze,
                          .named = squeeze_named,
                          RESHAPED};

const QkvTensor *qkv_squeeze_axis(Qkv *q, const QkvTensor *a, int64_t axis)
{
    return apply_with(q, &op_squeeze, a, 1, &axis, (QkvParams){0});
}

/* --- flatten: params at[] are the first and the last of the axes that become one ----------------- */

static bool is_one_axis(const QkvCall *c)
{
    int64_t rank = c->in[0]->rank, first = c->params.at[0], last = c->params.at[1];
    first += first < 0 ? rank : 0;
    last += last < 0 ? rank : 0;
    return first == last && first >= 0 && first < rank;
}

static bool plan_flatten(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    int64_t size[QKV_MAX_RANK] = {1};
    int from, to, rank = 0;
    if (!qkv_axis(q, "flatten", a->rank, c->params.at[0], &from) ||
        !qkv_axis(q, "flatten", a->rank, c->params.at[1], &to))
        return false;
    if (from > to)
        return qkv_fail(q, "flatten: the first axis, %d, comes after the last, %d", from, to);
    for (int d = 0; d < a->rank; d++)
        if (d > from && d <= to)
            size[rank - 1] *= a->size[d];
        else
            size[rank++] = a->size[d];
    return plan_sizes(q, c, a->rank == 0 ? 1 : rank, size);
}

const QkvOp op_flatten = {.name = "flatten",
                          .signature = "input:T start_dim:i=0 end_dim:i=-1",
                          .homes = QKV_IN_BOTH,
                          .formula = "the same cells in one row",
                          .idle = is_one_axis,
                          .plan = plan_flatten,
                          .stride = stride_reshape,
                          .named = view_or_copy,
                          RESHAPED};

const QkvTensor *qkv_flatten(Qkv *q, const QkvTensor *a, int64_t first, int64_t last)
{
    return apply_with(q, &op_flatten, a, 2, (int64_t[]){first, last}, (QkvParams){0});
}

/* --- expand: params at[] are the sizes; -1 keeps one --------------------------------------------- */

static bool plan_expand(Qkv *q, QkvCall *c)
{
    if (c->params.count > QKV_MAX_RANK)
        return qkv_shape(q, c->out, QKV_BOOL, c->params.count, c->params.at); /* fails */
    const QkvTensor *a = c->in[0];
    int more = c->params.count - a->rank;
    int64_t size[QKV_MAX_PARAMS];
    if (more < 0) {
        FAULT(q, QKV_FAULT_EXPAND_LESS, a->rank, c->params.count);
        return qkv_fail(q, "expand: %d sizes for a tensor with %d axes: too few", c->params.count,
                        a->rank);
    }
    for (int d = 0; d < c->params.count; d++) {
        int64_t own = d < more ? 1 : a->size[d - more];
        size[d] = c->params.at[d] == -1 && d >= more ? own : c->params.at[d];
        if (size[d] < 0 || (own != 1 && size[d] != own)) {
            FAULT_OF(q, c, QKV_FAULT_EXPAND, size[d], own);
            context_fault_shape(q, c->params.count, c->params.at);
            return qkv_fail(q, "expand: an axis of size %lld cannot become %lld: only size 1 can",
                            (long long)own, (long long)size[d]);
        }
        c->stride[d] = d < more || own == 1 ? 0 : qkv_tensor_pitch(a, d - more);
    }
    return qkv_shape(q, c->out, a->dtype, c->params.count, size) && qkv_spend(q, c->out->count);
}

static void stride_expand(QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    QkvTensor *out = c->out;
    int more = out->rank - a->rank;
    for (int d = out->rank - 1; d >= 0; d--) {
        int64_t own = d < more ? 1 : a->size[d - more];
        int64_t next = d < more && a->rank > 0 ? wrap_mul(out->size[d + 1], out->stride[d + 1]) : 0;
        out->stride[d] = out->size[d] != own ? 0 : d < more ? next : a->stride[d - more];
    }
    storage_share(c);
}

const QkvOp op_expand = {.name = "expand",
                         .signature = "input:T *size:I",
                         .homes = QKV_IN_TENSOR,
                         .formula = "the same cells, repeated along axes of size 1",
                         .how = QKV_HOW_COPY,
                         .plan = plan_expand,
                         .kernel = move_kernel,
                         .label = label_broadcast,
                         .stride = stride_expand,
                         .back = back_same,
                         .terms = move_terms};

/* --- contiguous, clone, to: the same cells at other places in PyTorch's memory, or of the type in
 * params at[0] ------------------------------------------------------------------------------------ */

static bool plan_cells(Qkv *q, QkvCall *c, QkvDType dtype)
{
    const QkvTensor *a = c->in[0];
    for (int d = 0; d < a->rank; d++)
        c->stride[d] = qkv_tensor_pitch(a, d);
    return qkv_shape(q, c->out, dtype, a->rank, a->size) && qkv_spend(q, a->count);
}

static bool plan_copy(Qkv *q, QkvCall *c)
{
    return plan_cells(q, c, c->in[0]->dtype);
}

static bool plan_to(Qkv *q, QkvCall *c)
{
    return plan_cells(q, c, (QkvDType)c->params.at[0]);
}

static bool is_contiguous(const QkvCall *c)
{
    return qkv_tensor_is_contiguous(c->in[0]);
}

const QkvOp op_contiguous = {.name = "contiguous",
                             .signature = "input:T",
                             .homes = QKV_IN_TENSOR,
                             .idle = is_contiguous,
                             .formula = "the same cells, laid out in memory row after row",
                             .how = QKV_HOW_COPY,
                             .plan = plan_copy,
                             .kernel = move_kernel,
                             .label = label_broadcast,
                             .back = back_same,
                             .grad_fn = "CloneBackward0",
                             .terms = move_terms};

const QkvOp op_clone = {.name = "clone",
                        .signature = "input:T",
                        .homes = QKV_IN_BOTH,
                        .formula = "the same cells, copied",
                        .how = QKV_HOW_COPY,
                        .plan = plan_copy,
                        .kernel = move_kernel,
                        .label = label_broadcast,
                        .stride = stride_copy,
                        .back = back_same,
                        .terms = move_terms};

static void kernel_to(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++)
        copy_cell(c->out, i, c->in[0], i);
}

static bool fits_already(const QkvCall *c)
{
    return c->in[0]->dtype == (QkvDType)c->params.at[0] && !c->in[0]->is_number;
}

const QkvOp op_to = {.name = "to",
                     .idle = fits_already,
                     .formula = "the same numbers as another type",
                     .how = QKV_HOW_COPY,
                     .plan = plan_to,
                     .kernel = kernel_to,
                     .label = label_broadcast,
                     .stride = stride_copy,
                     .back = back_same,
                     .grad_fn = "ToCopyBackward0",
                     .terms = move_terms};

const QkvTensor *qkv_to(Qkv *q, const QkvTensor *a, QkvDType dtype)
{
    QkvParams p = {.count = 1, .at = {dtype}};
    return qkv_apply(q, &op_to, 1, &a, &p);
}
