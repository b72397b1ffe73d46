/* Operations along axes: the sum of some axes, and the softmax along one. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "core/context.h"
#include "core/gradient.h"
#include "core/half.h"
#include "core/integer.h"
#include "core/kinds.h"
#include "core/label.h"
#include "core/lanes.h"
#include "core/walk.h"

/* --- reductions: params at[] are the axes, none meaning all --------------------------------- */

static bool mark_reduced(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    for (int i = 0; i < c->params.count; i++) {
        int d;
        if (!qkv_axis(q, c->op->name, a->rank, c->params.at[i], &d))
            return false;
        if (c->reduced[d]) {
            FAULT(q, QKV_FAULT_AXIS_TWICE, d, a->rank);
            return qkv_fail(q, "%s: axis %d is named twice", c->op->name, d);
        }
        c->reduced[d] = true;
    }
    for (int d = 0; d < a->rank && c->params.count == 0; d++)
        c->reduced[d] = true;
    return true;
}

bool reduce_plan(Qkv *q, QkvCall *c, QkvDType dtype)
{
    const QkvTensor *a = c->in[0];
    if (!mark_reduced(q, c))
        return false;
    int64_t size[QKV_MAX_RANK];
    int rank = 0;
    for (int d = 0; d < a->rank; d++) {
        if (c->reduced[d] && !c->params.keepdim)
            continue;
        c->stride[rank] = c->reduced[d] ? 0 : qkv_tensor_pitch(a, d);
        size[rank++] = c->reduced[d] ? 1 : a->size[d];
    }
    return qkv_shape(q, c->out, dtype, rank, size) && qkv_spend(q, a->count);
}

static bool plan_sum(Qkv *q, QkvCall *c)
{
    QkvDType dtype = summed(c->in[0]->dtype);
    return reduce_plan(q, c, dtype) && qkv_spend(q, c->in[0]->count);
}

int64_t reduce_cells(const QkvCall *c, int64_t cell, QkvTensor *shape, Walk *w)
{
    const QkvTensor *a = c->in[0];
    Walk place = walk_begin(c->out);
    walk_strided(&place, 0, 0, c->stride);
    walk_to(&place, cell);
    int64_t stride[QKV_MAX_RANK];
    *shape = (QkvTensor){.count = 1};
    for (int d = 0; d < a->rank; d++) {
        if (!c->reduced[d])
            continue;
        stride[shape->rank] = qkv_tensor_pitch(a, d);
        shape->size[shape->rank++] = a->size[d];
        shape->count *= a->size[d];
    }
    *w = walk_begin(shape);
    walk_strided(w, 0, place.cell[0], stride);
    return shape->count;
}

int64_t reduce_run(const QkvCall *c, int64_t *cols)
{
    const QkvTensor *a = c->in[0];
    int64_t run = 1;
    *cols = 1;
    for (int d = a->rank - 1; d >= 0; d--) {
        if (a->size[d] == 1)
            continue;
        if (c->reduced[d])
            run *= a->size[d];
        else if (run == 1)
            *cols *= a->size[d];
        else
            break;
    }
    return run;
}

/* PyTorch sums the last axes and other axes in different orders, and other axes differently for the
 * columns that fill whole vectors. Where a kept axis lies between reduced ones, each run of the
 * last reduced axes is summed by itself, and the sums are added one by one. */
float reduce_sum(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    enum { BLOCK = 4 * LANES, SCALARS = 4 };
    int64_t cols, run = reduce_run(c, &cols);
    if (run == n && cols > 1) {
        int64_t block = cols >= LANES ? BLOCK : SCALARS;
        return cell % cols < cols / block * block ? sum_straight(x, n) : sum_strided(x, n);
    }
    float sum = 0;
    for (int64_t i = 0; i < n; i += run)
        sum += cols == 1 && run >= LANES ? sum_lanes(x + i, run) : sum_strided(x + i, run);
    return sum;
}

static bool sum_rows(float *out, const float *x, int64_t rows, int64_t n)
{
    if (n >= LANES)
        sum_rows_in_lanes(out, x, rows, n);
    return n >= LANES;
}

/* The addends of each cell lie together: those of the first cell, then those of the second. */
static bool sums_rows(const QkvCall *c)
{
    int64_t cols, run = reduce_run(c, &cols);
    return c->out->dtype == QKV_FLOAT32 && cols == 1 && c->out->count > 0 &&
           run == c->in[0]->count / c->out->count;
}

void kernel_sum(const QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    float *x = NULL;
    if (sums_rows(c)) {
        int64_t n = a->count / c->out->count;
        if (c->op->sum_rows && c->op->sum_rows(c->out->data.f, a->data.f, c->out->count, n))
            return;
        for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, n); i++)
            c->out->data.f[i] = c->op->sum_row(c, i, a->data.f + i * n, n);
        return;
    }
    for (int64_t i = 0; i < c->out->count; i++) {
        QkvTensor shape;
        Walk w;
        int64_t n = reduce_cells(c, i, &shape, &w), sum = integer_from(c->op->of_nothing);
        if (!qkv_goes_on(c, 8 * n))
            return;
        if (c->out->dtype == QKV_FLOAT32) {
            x = x ? x : arena_many(c->memory, (size_t)n, float);
            if (!x)
                return;
            for (int64_t k = 0; k < n; k++, walk_next(&w))
                x[k] = a->data.f[w.cell[0]];
            c->out->data.f[i] = c->op->sum_row(c, i, x, n);
            continue;
        }
        for (int64_t k = 0; k < n; k++, walk_next(&w))
            sum = c->op->i2(sum, cell_integer(a, w.cell[0]));
        c->out->data.i[i] = sum;
    }
}

void reduce_terms(const QkvCall *c, int64_t cell, Arena *arena, QkvTerms *t)
{
    QkvTensor shape;
    Walk w;
    (void)arena;
    reduce_cells(c, cell, &shape, &w);
    qkv_terms_along(t, (QkvTerm){.a = {0, w.cell[0]}, .b = {-1, 0}}, w.rank, w.size, w.stride[0],
                    NULL);
}

void reduce_label(Qkv *q, QkvCall *c)
{
    (void)q;
    int to = 0;
    for (int d = 0; d < c->in[0]->rank; d++) {
        if (!c->reduced[d])
            label_pass(c->out, to, c->in[0], d, !c->reduced[0]);
        to += !c->reduced[d] || c->params.keepdim;
    }
}

const QkvTensor *reduce_kept(Qkv *q, const QkvCall *c, const QkvTensor *t)
{
    const QkvTensor *a = c->in[0];
    int64_t size[QKV_MAX_RANK];
    if (!t || t->rank == a->rank || t->rank == 0)
        return t;
    for (int d = 0; d < a->rank; d++)
        size[d] = c->reduced[d] ? 1 : a->size[d];
    return qkv_reshape(q, t, a->rank, size);
}

BACK(sum)
{
    const QkvTensor *in = c->in[operand], *kept = reduce_kept(q, c, g);
    return kept && !qkv_tensor_same_shape(kept, in) ? qkv_expand(q, kept, in->rank, in->size)
                                                    : kept;
}

static const char *named_sum(const QkvCall *c)
{
    return c->params.count ? "SumBackward1" : "SumBackward0";
}

const QkvOp op_sum = {.name = "sum",
                      .signature = "input:T dim:I= keepdim:b=False | dtype:d=",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[..] = sum over .. of a[..]",
                      .how = QKV_HOW_SUM,
                      .plan = plan_sum,
                      .kernel = kernel_sum,
                      .label = reduce_label,
                      .terms = reduce_terms,
                      .fills = true,
                      .is_near = true,
                      .i2 = wrap_add,
                      .sum_row = reduce_sum,
                      .sum_rows = sum_rows,
                      .back = back_sum,
                      .named = named_sum};

/* --- sums that PyTorch takes in orders of their own, in losses and on the way back ---------------------- */

static float folded_row(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    (void)c, (void)cell;
    return sum_folded(x, n);
}

static float row_in_order(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    float sum = 0;
    (void)cell;
    for (int64_t i = 0; i < n; i++)
        sum = half_rounded(half_kept(c), sum + x[i]);
    return sum;
}

static float row_in_levels(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    (void)cell;
    return sum_in_levels(x, n, half_kept(c));
}

#define SUM_IN_ORDER                                                                               \
    .name = "sum", .formula = "out[..] = sum over .. of a[..]", .how = QKV_HOW_SUM,                \
    .plan = plan_sum, .kernel = kernel_sum, .label = reduce_label, .terms = reduce_terms,          \
    .fills = true, .i2 = wrap_add, .back = back_sum

static const QkvOp op_sum_folded = {.sum_row = folded_row, SUM_IN_ORDER};
static const QkvOp op_sum_in_order = {.sum_row = row_in_order, SUM_IN_ORDER};
static const QkvOp op_sum_in_levels = {.sum_row = row_in_levels, SUM_IN_ORDER};

const QkvTensor *reduce_folded(Qkv *q, const QkvTensor *a, int count, const int64_t *axes)
{
    return apply_with(q, &op_sum_folded, a, count, axes, (QkvParams){.keepdim = true});
}

const QkvTensor *reduce_in_order(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                                 bool keepdim)
{
    return apply_with(q, &op_sum_in_order, a, count, axes, (QkvParams){.keepdim = keepdim});
}

const QkvTensor *reduce_in_levels(Qkv *q, const QkvTensor *a)
{
    return apply_with(q, &op_sum_in_levels, a, 0, NULL, (QkvParams){0});
}

/* The same of the products of two tensors of one shape, with fused steps. */
static bool plan_products(Qkv *q, QkvCall *c)
{
    c->fused = true;
    return plan_sum(q, c);
}

static void kernel_products(const QkvCall *c)
{
    const float *a = c->in[0]->data.f, *b = c->in[1]->data.f;
    for (int64_t i = 0; i < c->out->count; i++) {
        QkvTensor shape;
        Walk w;
        int64_t n = reduce_cells(c, i, &shape, &w);
        float sum = 0;
        if (!qkv_goes_on(c, 8 * n))
            return;
        for (int64_t k = 0; k < n; k++, walk_next(&w))
            sum = half_rounded(c->kept, fused32(a[w.cell[0]], b[w.cell[0]], sum));
        c->out->data.f[i] = sum;
    }
}

static void terms_products(const QkvCall *c, int64_t cell, Arena *arena, QkvTerms *t)
{
    QkvTensor shape;
    Walk w;
    (void)arena;
    reduce_cells(c, cell, &shape, &w);
    qkv_terms_along(t, (QkvTerm){.a = {0, w.cell[0]}, .b = {1, w.cell[0]}}, w.rank, w.size,
                    w.stride[0], w.stride[0]);
}

static const QkvOp op_sum_products = {.name = "sum_of_products",
                                      .formula = "out[..] = sum over .. of a[..] * b[..]",
                                      .how = QKV_HOW_PRODUCTS,
                                      .rounds = true,
                                      .plan = plan_products,
                                      .kernel = kernel_products,
                                      .label = reduce_label,
                                      .terms = terms_products,
                                      .fills = true};

const QkvTensor *reduce_products(Qkv *q, const QkvTensor *a, const QkvTensor *b, int count,
                                 const int64_t *axes, bool keepdim)
{
    const QkvTensor *in[] = {a, b};
    QkvParams p = {.count = count, .keepdim = keepdim};
    memcpy(p.at, axes, (size_t)count * sizeof *axes);
    return qkv_apply(q, &op_sum_products, 2, in, &p);
}

/* --- softmax: params at[0] is the axis ------------------------------------------------------ */

/* The result has the sizes of the operand; the cells of a row along the axis belong together. */
static bool plan_along(Qkv *q, QkvCall *c, QkvDType dtype)
{
    const QkvTensor *a = c->in[0];
    int d;
    if (!qkv_axis(q, c->op->name, a->rank, c->params.at[0], &d))
        return false;
    c->params.at[0] = d;
    c->reduced[d] = true;
    return qkv_shape(q, c->out, dtype, a->rank, a->size) && qkv_spend(q, a->count);
}

static bool plan_softmax(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    if (!qkv_is_float(a->dtype))
        return qkv_fail(q, "%s: the numbers are %s and must be float32: use .float() first",
                        c->op->name, qkv_dtype_name(a->dtype));
    return plan_along(q, c, a->dtype) && qkv_spend(q, 3 * a->count);
}

/* The row that a cell lies in: its first cell, the pitch along it and its length. */
static int64_t row_of_cell(const QkvCall *c, int64_t cell, int64_t *pitch, int64_t *first)
{
    const QkvTensor *a = c->in[0];
    if (a->rank == 0) {
        *pitch = 1;
        *first = cell;
        return 1;
    }
    int d = (int)c->params.at[0];
    *pitch = qkv_tensor_pitch(a, d);
    *first = cell - cell / *pitch % a->size[d] * *pitch;
    return a->size[d];
}

/* How many columns fill a vector: of half types twice as many. */
static int64_t columns_of_vector(const QkvCall *c)
{
    return qkv_is_half(half_kept(c)) ? 2 * LANES : LANES;
}

static int softmax_way(const QkvCall *c, int64_t cell)
{
    const QkvTensor *a = c->in[0];
    int d = (int)c->params.at[0];
    if (d >= a->rank - 1)
        return SOFTMAX_ROW;
    int64_t cols = qkv_tensor_pitch(a, d), vector = columns_of_vector(c);
    return cell % cols < cols / vector * vector ? SOFTMAX_COLUMN : SOFTMAX_COLUMN_LEFT;
}

/* Of half types PyTorch keeps some numbers on the way in their type: the sum and its logarithm along the last axis, and
 * the powers of columns that do not fill a vector. */
static void softmax_row_of_halves(const QkvCall *c, SoftmaxWay way, float *row, int64_t n)
{
    QkvDType kept = half_kept(c);
    float *power = row + n, max, sum = powers32(way, power, row, n, &max);
    bool is_rounded = way == SOFTMAX_ROW;
    float total = is_rounded ? half_rounded(kept, sum) : sum, logarithm = (float)log((double)total);
    for (int64_t i = 0; i < n; i++)
        row[i] = c->op->is_log
                     ? row[i] - max - (is_rounded ? half_rounded(kept, logarithm) : logarithm)
                     : half_rounded(kept, power[i]) / sum;
}

void softmax_row(const QkvCall *c, int64_t cell, float *row, int64_t n)
{
    SoftmaxWay way = (SoftmaxWay)c->op->way(c, cell);
    if (qkv_is_half(half_kept(c)) && (c->op->is_log || way == SOFTMAX_COLUMN_LEFT))
        softmax_row_of_halves(c, way, row, n);
    else if (c->op->is_log)
        log_softmax32(way, row, row + n, n);
    else
        softmax32(way, row, row, n);
}

/* From cell `first` on, how many columns side by side fill whole vectors; at most SOFTMAX_COLUMNS. */
static int64_t whole_columns(const QkvCall *c, int64_t first, int64_t pitch)
{
    int64_t vector = columns_of_vector(c), whole = pitch / vector * vector - first % pitch;
    return c->op->is_log ? 0 : clamp_int64(whole, 0, SOFTMAX_COLUMNS);
}

/* Other columns are taken out some at a time, so that the rows in which they lie are read once for
 * all. */
static void kernel_softmax(const QkvCall *c)
{
    enum { SOME = 16 };
    const float *a = c->in[0]->data.f;
    float *out = c->out->data.f, *taken = NULL;
    int64_t pitch = 1, first, n = c->out->count > 0 ? row_of_cell(c, 0, &pitch, &first) : 0;
    bool is_plain = !qkv_is_half(half_kept(c)) || (n > 0 && c->op->way(c, 0) == SOFTMAX_ROW);
    bool in_place = pitch == 1 && !c->op->is_log && is_plain;
    if (!in_place && !(taken = arena_many(c->memory, 2 * SOME * (size_t)n, float)))
        return;
    for (int64_t i = 0; i < c->out->count && in_place; i += n)
        softmax32((SoftmaxWay)c->op->way(c, i), out + i, a + i, n);
    for (int64_t row = 0, cols; row * n < c->out->count && !in_place; row += cols) {
        first = row / pitch * n * pitch + row % pitch;
        if ((cols = whole_columns(c, row, pitch)) > 0) {
            softmax_columns32(out + first, a + first, pitch, n, cols);
            continue;
        }
        cols = min_int64(SOME, pitch - row % pitch);
        for (int64_t k = 0; k < n; k++)
            for (int64_t j = 0; j < cols; j++)
                taken[2 * j * n + k] = a[first + k * pitch + j];
        for (int64_t j = 0; j < cols; j++)
            softmax_row(c, first + j, taken + 2 * j * n, n);
        for (int64_t k = 0; k < n; k++)
            for (int64_t j = 0; j < cols; j++)
                out[first + k * pitch + j] = taken[2 * j * n + k];
    }
}

static void terms_softmax(const QkvCall *c, int64_t cell, Arena *arena, QkvTerms *t)
{
    int64_t pitch, first, n = row_of_cell(c, cell, &pitch, &first);
    (void)arena;
    t->self = (cell - first) / pitch;
    qkv_terms_along(t, (QkvTerm){.a = {0, first}, .b = {-1, 0}}, 1, &n, &pitch, NULL);
}

/* The gradient of a row of shares: each share times how far its own gradient lies above the mean of them all, which
 * the shares weigh. */
BACK(softmax)
{
    (void)operand;
    const QkvTensor *y = c->out;
    int64_t axis = c->params.at[0];
    const QkvTensor *mean = axis >= y->rank - 1 ? reduce_folded(q, qkv_mul(q, g, y), 1, &axis)
                                                : reduce_products(q, g, y, 1, &axis, true);
    return qkv_mul(q, qkv_sub(q, g, mean), y);
}

/* In columns that do not fill a vector the way back takes the powers as the way there does. */
static const QkvOp op_exp_left = {.name = "exp",
                                  .formula = "out[..] = e to the power a[..]",
                                  .plan = plan_float,
                                  .kernel = kernel_unary,
                                  .f1 = exp32_libm,
                                  .d1 = exp,
                                  CELLWISE};

/* The cell's own gradient less its share of all of them. */
BACK(log_softmax)
{
    (void)operand;
    int64_t axis = c->params.at[0];
    const QkvTensor *all = axis >= c->out->rank - 1 ? reduce_folded(q, g, 1, &axis)
                                                    : reduce_in_order(q, g, 1, &axis, true);
    const QkvTensor *y = c->out;
    bool is_left = y->count > 0 && softmax_way(c, 0) == SOFTMAX_COLUMN_LEFT;
    const QkvTensor *share = is_left ? qkv_apply(q, &op_exp_left, 1, &y, NULL) : qkv_exp(q, y);
    return qkv_multiply_add(q, qkv_neg(q, share), all, g);
}

const QkvOp op_softmax = {.at_once = QKV_AT_ONCE_RESULT,
                          .name = "softmax",
                          .signature = "input:T dim:i dtype:d=",
                          .homes = QKV_IN_BOTH,
                          .formula = "out[..] = exp(a[..] - max) / their sum over ..",
                          .how = QKV_HOW_SOFTMAX,
                          .plan = plan_softmax,
                          .kernel = kernel_softmax,
                          .label = label_broadcast,
                          .terms = terms_softmax,
                          .way = softmax_way,
                          .back = back_softmax,
                          .rule = {"(g - sum(g * out)) * out"},
                          .fills = true};

const QkvOp op_log_softmax = {
    .at_once = QKV_AT_ONCE_RESULT,
    .name = "log_softmax",
    .signature = "input:T dim:i dtype:d=",
    .homes = QKV_IN_BOTH,
    .formula = "out[..] = a[..] - max - log(sum over .. of exp(a[..] - max))",
    .how = QKV_HOW_SOFTMAX,
    .plan = plan_softmax,
    .kernel = kernel_softmax,
    .label = label_broadcast,
    .terms = terms_softmax,
    .way = softmax_way,
    .back = back_log_softmax,
    .rule = {"g - exp(out) * sum(g)"},
    .is_log = true,
    .fills = true,
    .is_near = true};

/* --- running: what a cell and those before it along axis params at[0] make, by next or i2 ------------- */

static bool plan_running(Qkv *q, QkvCall *c)
{
    if (!c->op->next)
        return op_lacks(q, c->op, "next");
    return plan_along(q, c, summed(c->in[0]->dtype));
}

/* PyTorch goes on in double, of half types in float, and rounds what it writes; NumPy goes on with what it has written. */
static double go_on_along(const QkvCall *c, double so_far, float x)
{
    double next = c->op->next(so_far, (double)x);
    return c->out->is_array || qkv_is_half(c->kept) ? (double)(float)next : next;
}

static float running_row(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    (void)cell;
    double so_far = c->op->of_nothing;
    for (int64_t i = 0; i < n; i++)
        so_far = go_on_along(c, so_far, x[i]);
    return (float)so_far;
}

/* Each cell goes on where the one before it in its row ended. */
static void kernel_running(const QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    for (int64_t i = 0; i < c->out->count; i++) {
        int64_t pitch, first, n = row_of_cell(c, i, &pitch, &first),
                              whole = integer_from(c->op->of_nothing);
        if (!qkv_goes_on(c, first == i ? CELL_WORK * n : 1))
            return;
        double so_far = c->op->of_nothing;
        for (int64_t cell = i; first == i && cell < i + n * pitch; cell += pitch)
            if (a->dtype == QKV_FLOAT32)
                c->out->data.f[cell] = (float)(so_far = go_on_along(c, so_far, a->data.f[cell]));
            else
                c->out->data.i[cell] = whole = c->op->i2(whole, cell_integer(a, cell));
    }
}

static void terms_running(const QkvCall *c, int64_t cell, Arena *arena, QkvTerms *t)
{
    terms_softmax(c, cell, arena, t);
    t->count = t->self + 1;
}

#define RUNNING                                                                                    \
    .signature = "input:T dim:i | dtype:d=", .homes = QKV_IN_BOTH, .plan = plan_running,           \
    .kernel = kernel_running, .label = label_broadcast, .terms = terms_running,                    \
    .sum_row = running_row

static double add_d(double a, double b)
{
    return a + b;
}

static const QkvTensor *sums_from_end(Qkv *q, const QkvTensor *t, int64_t axis)
{
    return qkv_flip(q, qkv_cumsum(q, qkv_flip(q, t, 1, &axis), axis), 1, &axis);
}

BACK(cumsum)
{
    (void)operand;
    int64_t axis = c->params.at[0];
    bool is_one = g->count <= 1 || g->size[axis] == 1;
    return is_one ? g : sums_from_end(q, g, axis);
}

const QkvOp op_cumsum = {.name = "cumsum",
                         .formula = "out[..] = a[..] and all before it over .., added up",
                         .how = QKV_HOW_SUM,
                         .next = add_d,
                         .i2 = wrap_add,
                         .back = back_cumsum,
                         RUNNING};

static double multiply_d(double a, double b)
{
    return a * b;
}

static bool has_zero(const QkvTensor *t)
{
    for (int64_t i = 0; i < t->count; i++)
        if (qkv_tensor_at(t, i) == 0)
            return true;
    return false;
}

/* Where a row has zeros: of the numbers before the first one their own products decide, of the first one those that
 * it would let through, up to the second; the others change nothing. */
static const QkvTensor *past_zeros(Qkv *q, const QkvCall *c, const QkvTensor *g)
{
    const QkvTensor *x = c->in[0], *none = qkv_integer(q, 0), *one = qkv_integer(q, 1);
    int64_t axis = c->params.at[0];
    const QkvTensor *zero = qkv_eq(q, x, none), *zeros = qkv_cumsum(q, zero, axis);
    const QkvTensor *is_past = qkv_ne(q, zeros, none), *is_other = qkv_ne(q, zeros, one);
    const QkvTensor *own = qkv_masked_fill(q, qkv_mul(q, c->out, g), is_past, none);
    own = qkv_div(q, sums_from_end(q, own, axis), x);
    const QkvTensor *factors = qkv_masked_fill(q, x, qkv_or(q, is_other, zero), one);
    const QkvTensor *through = qkv_mul(q, qkv_cumprod(q, factors, axis),
                                       qkv_masked_fill(q, g, is_other, none));
    const QkvTensor *before = qkv_cumprod(q, qkv_masked_fill(q, x, is_past, one), axis);
    before = qkv_narrow(q, before, axis, x->size[axis] - 1, 1);
    through = qkv_mul(q, qkv_sum(q, through, 1, &axis, true), before);
    const QkvTensor *is_first = qkv_and(q, zero, qkv_eq(q, zeros, one));
    return qkv_where(q, is_past, qkv_where(q, is_first, through, qkv_number(q, 0)), own);
}

BACK(cumprod)
{
    (void)operand;
    int64_t axis = c->params.at[0];
    if (g->count <= 1 || g->size[axis] == 1)
        return g;
    if (has_zero(c->in[0]))
        return past_zeros(q, c, g);
    return qkv_div(q, sums_from_end(q, qkv_mul(q, c->out, g), axis), c->in[0]);
}

const QkvOp op_cumprod = {.name = "cumprod",
                          .formula = "out[..] = a[..] and all before it over .., multiplied",
                          .how = QKV_HOW_FOLD,
                          .told = "the product of these, in order",
                          .of_nothing = 1,
                          .next = multiply_d,
                          .i2 = wrap_mul,
                          .back = back_cumprod,
                          RUNNING};
