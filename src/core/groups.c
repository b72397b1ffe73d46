/* Operations of PyTorch that are made of several here: products of more axes, places of
 * cells, lengths and likenesses of vectors, losses. Each is a group on the tape, in which every step
 * can be looked at. */
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/half.h"
#include "core/reduce.h"
#include "core/rows.h"

static const QkvTensor *of_group(Qkv *q, const QkvTensor *out)
{
    qkv_leave(q);
    return out;
}

/* --- sums ------------------------------------------------------------------------------------ */

typedef const QkvTensor *OfOneAxis(Qkv *q, const QkvTensor *a, const int64_t *axis, bool keepdim);

/* A result over these axes, or its gradient, with axes of size 1 in their place. */
static const QkvTensor *kept(Qkv *q, const QkvCall *c, const QkvTensor *t)
{
    const QkvTensor *a = c->in[0];
    int64_t size[QKV_MAX_RANK];
    if (!t || t->rank == a->rank || t->rank == 0)
        return t;
    memcpy(size, a->size, sizeof size);
    for (int i = 0; i < c->params.count; i++)
        size[c->params.at[i] < 0 ? c->params.at[i] + a->rank : c->params.at[i]] = 1;
    return qkv_reshape(q, t, a->rank, size);
}

/* Of several that are the largest each gets as much. */
BACK(extremes)
{
    (void)operand;
    const QkvTensor *mask = qkv_eq(q, c->in[0], kept(q, c, c->out));
    const QkvTensor *count = qkv_sum(q, mask, c->params.count, c->params.at, true);
    return qkv_mul(q, qkv_div(q, kept(q, c, g), count), mask);
}

static const QkvOp whole_amax = {.name = "amax", .grad_fn = "AmaxBackward0", .back = back_extremes};
static const QkvOp whole_amin = {.name = "amin", .grad_fn = "AminBackward0", .back = back_extremes};

BACK(logsumexp)
{
    (void)operand;
    const QkvTensor *below = qkv_sub(q, c->in[0], kept(q, c, c->out));
    return qkv_mul(q, kept(q, c, g), qkv_exp(q, below));
}

static const QkvOp whole_logsumexp = {
    .name = "logsumexp", .grad_fn = "LogsumexpBackward0", .back = back_logsumexp};

/* The way back of a group that runs over axes of `a`. */
static const QkvTensor *over_axes(Qkv *q, const QkvTensor *out, const QkvOp *whole,
                                  const QkvTensor *a, int count, const int64_t *axes)
{
    QkvParams p = {.count = count};
    if (out == a)
        return out;
    for (int i = 0; i < count; i++)
        p.at[i] = axes[i];
    return gradient_whole(q, out, whole, 1, &a, &p);
}

/* The last axis first, so that the others keep their places. */
static const QkvTensor *extreme(Qkv *q, const QkvOp *whole, OfOneAxis *of_one, const QkvTensor *a,
                                int count, const int64_t *axes, bool keepdim)
{
    const char *name = whole->name;
    bool is_chosen[QKV_MAX_RANK] = {false};
    for (int i = 0; a && i < count; i++) {
        int d;
        if (!qkv_axis(q, name, a->rank, axes[i], &d))
            return NULL;
        if (is_chosen[d]) {
            qkv_fail(q, "%s: axis %d is given twice", name, d);
            return NULL;
        }
        is_chosen[d] = a->rank > 0;
    }
    qkv_enter(q, name);
    const QkvTensor *all = a = a ? qkv_now(q, a) : NULL;
    bool was = qkv_gradients(q, false);
    for (int64_t d = a ? a->rank - 1 : -1; d >= 0; d--)
        if (count == 0 || is_chosen[d])
            a = of_one(q, a, &d, keepdim);
    qkv_gradients(q, was);
    return of_group(q, over_axes(q, a, whole, all, count, axes));
}

const QkvTensor *qkv_amax(Qkv *q, const QkvTensor *a, int count, const int64_t *axes, bool keepdim)
{
    return extreme(q, &whole_amax, qkv_max, a, count, axes, keepdim);
}

const QkvTensor *qkv_amin(Qkv *q, const QkvTensor *a, int count, const int64_t *axes, bool keepdim)
{
    return extreme(q, &whole_amin, qkv_min, a, count, axes, keepdim);
}

const QkvTensor *qkv_logsumexp(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                               bool keepdim)
{
    if (!a)
        return NULL;
    qkv_enter(q, "logsumexp");
    a = qkv_is_float(a->dtype) ? qkv_now(q, a) : qkv_to(q, a, QKV_FLOAT32);
    bool was = qkv_gradients(q, false);
    const QkvTensor *most = qkv_amax(q, a, count, axes, true);
    bool is_finite = true;
    for (int64_t i = 0; most && i < most->count; i++)
        is_finite = is_finite && isfinite(qkv_tensor_at(most, i));
    if (!is_finite) /* takes nothing off where that would leave inf - inf */
        most = qkv_masked_fill(q, most, qkv_isinf(q, most), qkv_number(q, 0));
    const QkvTensor *power = qkv_exp(q, qkv_sub(q, a, most));
    const QkvTensor *out = qkv_log(q, qkv_sum(q, power, count, axes, keepdim));
    if (out && most && out->rank != most->rank)
        most = qkv_reshape(q, most, out->rank, out->size);
    out = qkv_add(q, out, most);
    qkv_gradients(q, was);
    return of_group(q, over_axes(q, out, &whole_logsumexp, a, count, axes));
}

const QkvTensor *qkv_trace(Qkv *q, const QkvTensor *a)
{
    if (a && a->rank != 2) {
        qkv_fail(q, "trace: a matrix is needed, but this tensor has %d axes", a->rank);
        return NULL;
    }
    qkv_enter(q, "trace");
    const QkvTensor *out = qkv_sum(q, qkv_diagonal(q, a, 0, 0, 1), 0, NULL, false);
    return of_group(q, gradient_named(out, "TraceBackward0"));
}

/* --- products -------------------------------------------------------------------------------- */

static const QkvTensor *times_factor(Qkv *q, const QkvTensor *a, const QkvTensor *factor)
{
    return qkv_tensor_at(factor, 0) == 1 ? a : qkv_mul(q, a, factor);
}

const QkvTensor *qkv_addmm(Qkv *q, const char *name, const QkvTensor *c, const QkvTensor *a,
                           const QkvTensor *b, const QkvTensor *beta, const QkvTensor *alpha)
{
    qkv_enter(q, name);
    const QkvTensor *given = c; /* of half types all is rounded once */
    if (a && b && c && qkv_is_half(c->dtype) && a->dtype == c->dtype && b->dtype == c->dtype) {
        a = half_widened(q, a);
        b = half_widened(q, b);
        c = half_widened(q, c);
    }
    const QkvTensor *product = times_factor(q, qkv_matmul(q, a, b), alpha);
    const QkvTensor *out = qkv_add(q, times_factor(q, c, beta), product);
    out = c == given || !out ? out : qkv_to(q, out, given->dtype);
    bool is_batch = a && a->rank == 3, is_vector = b && b->rank == 1;
    return of_group(q, gradient_named(out, is_batch    ? "BaddbmmBackward0"
                                           : is_vector ? "AddmvBackward0"
                                                       : "AddmmBackward0"));
}

/* The axes that are not summed, with those that are after them or before them; as a matrix. Returns
 * how many are kept, their sizes in `kept`; -1 after an error. */
static int as_matrix(Qkv *q, const QkvTensor **t, int count, const int64_t *axes, bool summed_first,
                     int64_t *kept)
{
    const QkvTensor *a = *t;
    bool is_summed[QKV_MAX_RANK] = {false};
    int64_t order[QKV_MAX_RANK], size[] = {1, 1};
    int n = 0, kinds = 0, free = 0;
    for (int i = 0; i < count; i++) {
        int d;
        if (!qkv_axis(q, "tensordot", a->rank, axes[i], &d))
            return -1;
        if (a->rank == 0 || is_summed[d]) {
            qkv_fail(q, "tensordot: axis %lld cannot be summed twice", (long long)axes[i]);
            return -1;
        }
        is_summed[d] = true;
    }
    for (kinds = 0; kinds < 2; kinds++) {
        bool summed = (kinds == 0) == summed_first;
        for (int i = 0; summed && i < count; i++)
            order[n++] = axes[i] < 0 ? axes[i] + a->rank : axes[i];
        for (int d = 0; !summed && d < a->rank; d++)
            if (!is_summed[d]) {
                order[n++] = d;
                kept[free++] = a->size[d];
            }
    }
    for (int d = 0; d < a->rank; d++)
        size[is_summed[d] != summed_first] *= a->size[d];
    *t = qkv_reshape(q, qkv_permute(q, a, n, order), 2, size);
    return free;
}

const QkvTensor *qkv_tensordot(Qkv *q, const QkvTensor *a, const QkvTensor *b, int count,
                               const int64_t *of_a, const int64_t *of_b)
{
    int64_t size[2 * QKV_MAX_RANK];
    if (!a || !b)
        return NULL;
    for (int i = 0; i < count; i++) {
        int x, y;
        if (!qkv_axis(q, "tensordot", a->rank, of_a[i], &x) ||
            !qkv_axis(q, "tensordot", b->rank, of_b[i], &y))
            return NULL;
        if (a->rank > 0 && b->rank > 0 && a->size[x] != b->size[y]) {
            FAULT(q, QKV_FAULT_TENSORDOT, a->size[x], b->size[y]);
            qkv_fail(q, "tensordot: axis %d of %s and axis %d of %s are summed together and differ",
                     x, SIZES(a), y, SIZES(b));
            return NULL;
        }
    }
    qkv_enter(q, "tensordot");
    int left = as_matrix(q, &a, count, of_a, false, size);
    int right = left < 0 ? -1 : as_matrix(q, &b, count, of_b, true, size + left);
    if (right < 0)
        return of_group(q, NULL);
    return of_group(q, qkv_reshape(q, qkv_mm(q, a, b), left + right, size));
}

/* --- places ----------------------------------------------------------------------------------- */

static const QkvTensor *where_true(Qkv *q, const QkvTensor *a, const QkvTensor *mask)
{
    const QkvSubscript s = {.kind = QKV_SUBSCRIPT_TENSOR, .tensor = mask};
    return qkv_index(q, a, 1, &s);
}

/* The places of all cells, and of these the ones that are not 0. */
const QkvTensor *qkv_nonzero(Qkv *q, const QkvTensor *a)
{
    if (!a)
        return NULL;
    if (a->rank == 0) {
        qkv_fail(q, "nonzero: a single number has no positions");
        return NULL;
    }
    qkv_enter(q, "nonzero");
    const QkvTensor *along[QKV_MAX_RANK];
    for (int d = 0; d < a->rank; d++) {
        int64_t size[QKV_MAX_RANK] = {0};
        for (int k = 0; k < a->rank; k++)
            size[k] = k == d ? a->size[d] : 1;
        along[d] = qkv_reshape(q, qkv_arange_integers(q, 0, a->size[d], 1), a->rank, size);
        along[d] = qkv_expand(q, along[d], a->rank, a->size);
    }
    const QkvTensor *places = qkv_stack(q, a->rank, along, -1);
    return of_group(q, where_true(q, places, qkv_ne(q, a, qkv_integer(q, 0))));
}

const QkvTensor *qkv_masked_select(Qkv *q, const QkvTensor *a, const QkvTensor *mask)
{
    QkvTensor shape = {0};
    QkvCall c = {
        .op = &op_masked_fill, .count = 2, .in = (const QkvTensor *[]){a, mask}, .out = &shape};
    if (!a || !mask || !plan_broadcast(q, &c, a->dtype))
        return NULL;
    if (!mask_is_bool(q, "masked_select", mask))
        return NULL;
    qkv_enter(q, "masked_select");
    if (!qkv_tensor_same_shape(a, &shape))
        a = qkv_expand(q, a, shape.rank, shape.size);
    if (!qkv_tensor_same_shape(mask, &shape))
        mask = qkv_expand(q, mask, shape.rank, shape.size);
    const QkvTensor *out = a && mask ? where_true(q, a, mask) : NULL;
    return of_group(q, gradient_named(out, "MaskedSelectBackward0"));
}

/* As large as the other along all axes but one. */
static const QkvTensor *spread(Qkv *q, const QkvTensor *a, const QkvTensor *like, int axis)
{
    int64_t size[QKV_MAX_RANK] = {0};
    bool same = true;
    for (int d = 0; d < a->rank; d++) {
        size[d] = d == axis || a->size[d] != 1 ? a->size[d] : like->size[d];
        same = same && size[d] == a->size[d];
    }
    return same ? a : qkv_expand(q, a, a->rank, size);
}

const QkvTensor *qkv_take_along_dim(Qkv *q, const QkvTensor *a, const QkvTensor *index,
                                    const int64_t *axis)
{
    int d = 0;
    if (!a || !index || (axis && !qkv_axis(q, "take_along_dim", a->rank, *axis, &d)))
        return NULL;
    qkv_enter(q, "take_along_dim");
    if (!axis) {
        a = qkv_flatten(q, a, 0, -1);
        index = qkv_flatten(q, index, 0, -1);
    } else if (a->rank == index->rank) {
        const QkvTensor *places = index;
        index = spread(q, index, a, d);
        a = spread(q, a, places, d);
    }
    return of_group(q, qkv_gather(q, a, d, index));
}

static const QkvTensor *replaced(Qkv *q, const QkvTensor *a, const QkvTensor *mask, double x)
{
    const QkvTensor *in[] = {mask, qkv_number(q, x), a};
    return qkv_apply(q, &op_replaced, 3, in, NULL);
}

const QkvTensor *qkv_nan_to_num(Qkv *q, const QkvTensor *a, double nan, double most, double least)
{
    if (!a || !qkv_is_float(a->dtype))
        return a ? qkv_clone(q, a) : NULL;
    qkv_enter(q, "nan_to_num");
    const QkvTensor *out = replaced(q, a, qkv_isnan(q, a), nan);
    out = replaced(q, out, qkv_eq(q, a, qkv_number(q, (double)INFINITY)), most);
    out = replaced(q, out, qkv_eq(q, a, qkv_number(q, -(double)INFINITY)), least);
    return of_group(q, out);
}

/* --- vectors ----------------------------------------------------------------------------------- */

static const QkvTensor *unit(Qkv *q, const QkvTensor *a, double p, int64_t axis, double eps)
{
    const QkvTensor *length = qkv_norm(q, a, p, 1, &axis, true);
    return qkv_div(q, a, qkv_clamp(q, length, qkv_number(q, eps), NULL));
}

const QkvTensor *qkv_normalize(Qkv *q, const QkvTensor *a, double p, int64_t axis, double eps)
{
    qkv_enter(q, "normalize");
    return of_group(q, unit(q, a, p, axis, eps));
}

/* The operand with the axes of both and with as many cells along one of them, which its norm is taken over: a
 * single cell that stands for several is as long as these. Sizes that do not fit are left to the product. */
static const QkvTensor *full_along(Qkv *q, const QkvTensor *a, const QkvTensor *b, int axis)
{
    int rank = a->rank > b->rank ? a->rank : b->rank;
    int64_t size[QKV_MAX_RANK];
    for (int d = 0; d < rank; d++) {
        int of_a = d - (rank - a->rank), of_b = d - (rank - b->rank);
        bool is_one = of_a < 0 || a->size[of_a] == 1;
        size[d] = !is_one ? a->size[of_a] : d == axis && of_b >= 0 ? b->size[of_b] : 1;
    }
    bool is_full = a->rank == rank && (rank == 0 || a->size[axis] == size[axis]);
    return is_full ? a : qkv_expand(q, a, rank, size);
}

const QkvTensor *qkv_cosine_similarity(Qkv *q, const QkvTensor *a, const QkvTensor *b, int64_t axis,
                                       double eps)
{
    int d;
    if (!a || !b ||
        !qkv_axis(q, "cosine_similarity", a->rank > b->rank ? a->rank : b->rank, axis, &d))
        return NULL;
    qkv_enter(q, "cosine_similarity");
    const QkvTensor *first = full_along(q, a, b, d);
    b = full_along(q, b, a, d);
    a = first;
    const QkvTensor *product = qkv_mul(q, unit(q, a, 2, axis, eps), unit(q, b, 2, axis, eps));
    return of_group(q, qkv_sum(q, product, 1, &axis, false));
}

/* --- losses ------------------------------------------------------------------------------------ */

static const QkvTensor *reduced(Qkv *q, const QkvTensor *loss, QkvReduction reduction)
{
    return reduction == QKV_REDUCE_NONE  ? loss
           : reduction == QKV_REDUCE_SUM ? qkv_sum(q, loss, 0, NULL, false)
                                         : qkv_mean(q, loss, 0, NULL, false);
}

/* Twice the distance from the other, divided by how many there are: params.value is 2 / n. */
BACK(mse_loss)
{
    const QkvTensor *distance = qkv_sub(q, c->in[operand], c->in[1 - operand]);
    double share = c->params.value;
    if (qkv_is_half(c->in[operand]->dtype))
        share = (double)half_rounded(c->in[operand]->dtype, (float)share);
    return qkv_mul(q, qkv_mul(q, distance, qkv_number(q, share)), g);
}

static const QkvOp whole_mse_loss = {.name = "mse_loss", .back = back_mse_loss};

const QkvTensor *qkv_mse_loss(Qkv *q, const QkvTensor *a, const QkvTensor *b,
                              QkvReduction reduction)
{
    if (!a || !b)
        return NULL;
    qkv_enter(q, "mse_loss");
    const QkvTensor *in[] = {qkv_now(q, a), qkv_now(q, b)};
    bool was = qkv_gradients(q, false);
    const QkvTensor *squares = qkv_square(q, qkv_sub(q, in[0], in[1]));
    const QkvTensor *out = reduced(q, squares, reduction);
    qkv_gradients(q, was);
    QkvParams p = {.value = 2};
    if (squares && reduction == QKV_REDUCE_MEAN)
        p.value = 2 / (double)squares->count;
    return of_group(q, gradient_whole(q, out, &whole_mse_loss, 2, in, &p));
}

const QkvTensor *qkv_l1_loss(Qkv *q, const QkvTensor *a, const QkvTensor *b, QkvReduction reduction)
{
    qkv_enter(q, "l1_loss");
    return of_group(q, reduced(q, qkv_abs(q, qkv_sub(q, a, b)), reduction));
}

/* Where the classes are: axis 1 of a batch, axis 0 of a single item. */
static int64_t class_axis(const QkvTensor *a)
{
    return a->rank > 1;
}

static bool check_classes(Qkv *q, const char *name, const QkvTensor *a, const QkvTensor *target)
{
    if (a->rank == 0 || !qkv_is_long(target->dtype) || target->rank != a->rank - 1)
        return qkv_fail(
            q,
            "%s: of %s the classes of the targets are needed, int64 without the axis of "
            "the classes, but these are %s of %s",
            name, SIZES(a), qkv_dtype_name(target->dtype), SIZES(target));
    return true;
}

/* How many targets are to be left out. */
static int64_t count_ignored(const QkvTensor *target, int64_t ignored)
{
    int64_t n = 0;
    for (int64_t i = 0; i < target->count; i++)
        n += target->data.i[i] == ignored;
    return n;
}

/* The operands of the whole: each target counts `share` as much, and those under `mask` not at all; the mean is the sum
 * divided by `divisor`. */
enum { INPUT, TARGET, MASK, SHARE, DIVISOR, NLL_OPERANDS };

/* At the target -1, times what it counts; 0 at the other classes. */
BACK(nll_loss)
{
    (void)operand;
    const QkvTensor *a = c->in[INPUT], *target = c->in[TARGET], *share = c->in[SHARE];
    int64_t axis = class_axis(a);
    g = c->in[DIVISOR] ? qkv_div(q, g, c->in[DIVISOR]) : g;
    g = share ? qkv_mul(q, qkv_neg(q, share), g) : qkv_neg(q, g);
    if (g && g->rank < target->rank)
        g = qkv_expand(q, g, target->rank, target->size);
    if (c->in[MASK])
        g = qkv_masked_fill(q, g, c->in[MASK], qkv_number(q, 0));
    const QkvTensor *zeros = qkv_full(q, a->dtype, a->rank, a->size, 0);
    return qkv_scatter(q, zeros, axis, qkv_unsqueeze(q, target, axis), qkv_unsqueeze(q, g, axis));
}

static const char *named_nll_loss(const QkvCall *c)
{
    int rank = c->in[INPUT]->rank;
    bool is_seen = rank > 2 && rank != 4 && c->out->rank > 0; /* as one of four axes */
    return is_seen ? "ViewBackward0" : rank > 2 ? "NllLoss2DBackward0" : "NllLossBackward0";
}

static const QkvOp whole_nll_loss = {
    .name = "nll_loss", .named = named_nll_loss, .back = back_nll_loss};

/* The loss of each target; what was made on the way goes to `in`. */
static const QkvTensor *nll_of_each(Qkv *q, const QkvTensor **in, const QkvTensor *weight,
                                    int64_t ignored, bool leaves_out)
{
    const QkvTensor *a = in[INPUT], *target = in[TARGET];
    int64_t axis = class_axis(a);
    if (leaves_out) {
        in[MASK] = qkv_eq(q, target, qkv_integer(q, ignored));
        in[TARGET] = target = qkv_masked_fill(q, target, in[MASK], qkv_integer(q, 0));
    }
    const QkvTensor *chosen = qkv_gather(q, a, axis, qkv_unsqueeze(q, target, axis));
    const QkvTensor *loss = qkv_neg(q, qkv_squeeze_axis(q, chosen, axis));
    if (weight) {
        const QkvSubscript s = {.kind = QKV_SUBSCRIPT_TENSOR, .tensor = target};
        in[SHARE] = target ? qkv_index(q, weight, 1, &s) : NULL;
        loss = qkv_mul(q, loss, in[SHARE]);
    }
    return leaves_out ? qkv_masked_fill(q, loss, in[MASK], qkv_number(q, 0)) : loss;
}

/* The sum of all, or their mean. */
static const QkvTensor *in_levels(Qkv *q, const QkvTensor *loss, const QkvTensor *count)
{
    if (!count)
        return reduce_in_levels(q, loss);
    qkv_enter(q, "mean");
    return of_group(q, qkv_div(q, reduce_in_levels(q, loss), count));
}

static const QkvTensor *nll_in_steps(Qkv *q, const QkvTensor **in, const QkvTensor *weight,
                                     int64_t ignored, QkvReduction reduction)
{
    int64_t left_out = count_ignored(in[TARGET], ignored);
    const QkvTensor *loss = nll_of_each(q, in, weight, ignored, left_out > 0);
    if (reduction != QKV_REDUCE_MEAN || !loss)
        return reduction == QKV_REDUCE_NONE ? loss : in_levels(q, loss, NULL);
    in[DIVISOR] = qkv_integer(q, loss->count - left_out);
    if (left_out == 0 && !weight)
        return in_levels(q, loss, in[DIVISOR]);
    const QkvTensor *share = in[SHARE];
    if (left_out > 0 && share)
        share = qkv_masked_fill(q, share, in[MASK], qkv_number(q, 0));
    const QkvTensor *sum = in_levels(q, loss, NULL);
    if (share)
        in[DIVISOR] = in_levels(q, share, NULL);
    return qkv_div(q, sum, in[DIVISOR]);
}

static const QkvTensor *nll(Qkv *q, const QkvTensor *a, const QkvTensor *target,
                            const QkvTensor *weight, int64_t ignored, QkvReduction reduction)
{
    const QkvTensor *in[NLL_OPERANDS] = {qkv_now(q, a), qkv_now(q, target)};
    if (!in[INPUT] || !in[TARGET])
        return NULL;
    bool was = qkv_gradients(q, false);
    const QkvTensor *out = nll_in_steps(q, in, weight, ignored, reduction);
    qkv_gradients(q, was);
    return gradient_whole(q, out, &whole_nll_loss, NLL_OPERANDS, in, NULL);
}

const QkvTensor *qkv_nll_loss(Qkv *q, const QkvTensor *a, const QkvTensor *target,
                              const QkvTensor *weight, int64_t ignored, QkvReduction reduction)
{
    if (!a || !target || !check_classes(q, "nll_loss", a, target))
        return NULL;
    qkv_enter(q, "nll_loss");
    return of_group(q, nll(q, a, target, weight, ignored, reduction));
}

/* Targets that are themselves shares of all classes. */
static const QkvTensor *of_shares(Qkv *q, const QkvTensor *log_share, const QkvTensor *target,
                                  QkvReduction reduction)
{
    int64_t axis = class_axis(log_share);
    int64_t items = log_share->size[axis] ? log_share->count / log_share->size[axis] : 0;
    bool is_one = reduction != QKV_REDUCE_NONE;
    const QkvTensor *product = qkv_mul(q, log_share, target);
    const QkvTensor *loss = qkv_neg(q, qkv_sum(q, product, !is_one, is_one ? NULL : &axis, false));
    return reduction == QKV_REDUCE_MEAN
               ? gradient_named(qkv_div(q, loss, qkv_integer(q, items)), "DivBackward1")
               : loss;
}

const QkvTensor *qkv_cross_entropy(Qkv *q, const QkvTensor *a, const QkvTensor *target,
                                   const QkvTensor *weight, int64_t ignored, QkvReduction reduction,
                                   double smoothing)
{
    if (!a || !target)
        return NULL;
    bool shares = qkv_is_float(target->dtype) && qkv_tensor_same_shape(a, target) && a->rank > 0;
    if (!shares && !check_classes(q, "cross_entropy", a, target))
        return NULL;
    if ((smoothing != 0 || shares) && weight) {
        qkv_lack(q, "cross_entropy: weights need class numbers as targets, and no smoothing");
        return NULL;
    }
    qkv_enter(q, "cross_entropy");
    int64_t axis = class_axis(a), classes = a->size[axis];
    const QkvTensor *log_share = qkv_log_softmax(q, a, axis);
    if (!log_share)
        return of_group(q, NULL);
    if (shares && smoothing != 0)
        target = qkv_add(q, qkv_mul(q, target, qkv_number(q, 1 - smoothing)),
                         qkv_number(q, smoothing / (double)classes));
    const QkvTensor *loss = shares ? of_shares(q, log_share, target, reduction)
                                   : nll(q, log_share, target, weight, ignored, reduction);
    if (shares || smoothing == 0)
        return of_group(q, loss);
    const QkvTensor *all = qkv_neg(q, qkv_sum(q, log_share, 1, &axis, false));
    int64_t left_out = count_ignored(target, ignored);
    if (left_out > 0)
        all = qkv_masked_fill(q, all, qkv_eq(q, target, qkv_integer(q, ignored)), qkv_number(q, 0));
    all = reduced(q, all, reduction == QKV_REDUCE_MEAN ? QKV_REDUCE_SUM : reduction);
    if (reduction == QKV_REDUCE_MEAN)
        all = qkv_div(q, all, qkv_integer(q, target->count - left_out));
    loss = qkv_mul(q, loss, qkv_number(q, 1 - smoothing));
    all = qkv_mul(q, all, qkv_number(q, smoothing / (double)classes));
    return of_group(q, qkv_add(q, loss, all));
}
