/* Layer normalization: (x - mean) * scale, where scale is 1 / deviation. PyTorch takes mean and variance in one
 * pass over the row, by Welford's method (Technometrics 4, 1962) in eight lanes, which are joined as Chan, Golub
 * and LeVeque join samples (Stanford STAN-CS-79-773, 1979). The order, and where its wheels of PyPI round once
 * for a product and a sum, decide the last bits, and with them all that is seen of a row whose numbers are nearly
 * the same. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "core/context.h"
#include "core/gradient.h"
#include "core/half.h"
#include "core/kinds.h"
#include "core/label.h"
#include "core/lanes.h"
#include "core/walk.h"

/* --- mean and variance of a row ----------------------------------------------------------------- */

/* A chunk is so many numbers in each lane; a group, chunks that are taken side by side. As many rows as
 * there are lanes are taken together. */
enum { CHUNK = 16, WHOLE = CHUNK * LANES, GROUP = 4, LEVELS = 60 };

/* Of `count` numbers: their mean, and the sum of the squares of their distances from it. In lanes,
 * each of so many numbers. */
typedef struct Moments {
    int64_t count;
    float mean;
    float squares;
} Moments;

typedef struct LaneMoments {
    int64_t count;
    Lanes mean;
    Lanes squares;
} LaneMoments;

/* Joins what is counted in each lane: the means weighed by their counts, and the squares with what the
 * distance of the means adds. */
INLINED void join_lanes(LaneMoments *m, const LaneMoments *other)
{
    int64_t count = m->count + other->count;
    float share = count ? (float)other->count / (float)count : 0;
    Lanes distance = other->mean - m->mean, moved = distance * share;
    m->mean += moved;
    m->squares += other->squares;
    distance *= (float)m->count;
    lanes_fuse(&m->squares, &moved, &distance);
    m->count = count;
}

/* Joins the lanes of a row to what is left over of it; here PyTorch fuses other steps. */
INLINED void join_row(LaneMoments *m, const LaneMoments *other)
{
    int64_t count = m->count + other->count;
    const Lanes none = {0}, before = none + (float)m->count;
    const Lanes share = none + (count ? (float)other->count / (float)count : 0);
    Lanes distance = other->mean - m->mean, square = distance * distance * share;
    Lanes squares = other->squares;
    lanes_fuse(&m->mean, &share, &distance);
    lanes_fuse(&squares, &square, &before);
    m->squares += squares;
    m->count = count;
}

/* The moments of at most GROUP chunks, a constant, so many vectors long and `apart`: side by side, because
 * a number more has to wait for the one before it. */
INLINED void chunk_moments(LaneMoments *m, int chunks, const float *x, int64_t apart,
                           int64_t vectors)
{
    static const float share_of[CHUNK] = {
        1.0f / 1, 1.0f / 2,  1.0f / 3,  1.0f / 4,  1.0f / 5,  1.0f / 6,  1.0f / 7,  1.0f / 8,
        1.0f / 9, 1.0f / 10, 1.0f / 11, 1.0f / 12, 1.0f / 13, 1.0f / 14, 1.0f / 15, 1.0f / 16};
    Lanes mean[GROUP] = {0}, squares[GROUP] = {0};
    for (int64_t i = 0; i < vectors; i++) {
        const Lanes none = {0}, share = none + share_of[i];
        UNROLLED for (int c = 0; c < chunks; c++)
        {
            Lanes next = lanes_at(x + c * apart + i * LANES), distance = next - mean[c];
            lanes_fuse(&mean[c], &distance, &share);
            Lanes left = next - mean[c];
            lanes_fuse(&squares[c], &distance, &left);
        }
    }
    UNROLLED for (int c = 0; c < chunks; c++) m[c] = (LaneMoments){vectors, mean[c], squares[c]};
}

/* Chunk number c is done. Chunks are joined in pairs, pairs of chunks in pairs, and so on: level[i]
 * waits for its partner with 2^i chunks. */
INLINED void join_up(LaneMoments *level, int levels, int64_t c, const LaneMoments *chunk)
{
    join_lanes(&level[0], chunk);
    for (int up = 1; up < levels && (c + 1) % (INT64_C(1) << up) == 0; up++) {
        join_lanes(&level[up], &level[up - 1]);
        level[up - 1] = (LaneMoments){0};
    }
}

/* The lanes of n numbers, n a multiple of LANES. */
INLINED void lanes_of(const float *x, int64_t n, LaneMoments *lanes)
{
    LaneMoments level[LEVELS];
    int64_t vectors = n / LANES, chunks = (vectors + CHUNK - 1) / CHUNK, c = 0;
    int levels = 1;
    while (INT64_C(1) << levels < chunks)
        levels++;
    memset(level, 0, (size_t)levels * sizeof *level);
    while ((c + GROUP) * CHUNK <= vectors) {
        LaneMoments chunk[GROUP];
        chunk_moments(chunk, GROUP, x + c * WHOLE, WHOLE, CHUNK);
        for (int k = 0; k < GROUP; k++, c++)
            join_up(level, levels, c, &chunk[k]);
    }
    for (; c < chunks; c++) {
        LaneMoments chunk;
        chunk_moments(&chunk, 1, x + c * WHOLE, 0, min_int64(CHUNK, vectors - c * CHUNK));
        join_up(level, levels, c, &chunk);
    }
    for (int up = 1; up < levels; up++)
        join_lanes(&level[0], &level[up]);
    *lanes = level[0];
}

/* Of rows that are a chunk at most: those of a group wait for nobody but themselves. */
INLINED void lanes_of_short(const float *x, int64_t apart, int64_t n, LaneMoments *lanes)
{
    LaneMoments chunk[GROUP];
    chunk_moments(chunk, GROUP, x, apart, n / LANES);
    for (int k = 0; k < GROUP; k++) {
        lanes[k] = (LaneMoments){0};
        join_lanes(&lanes[k], &chunk[k]);
    }
}

/* Gives the moments of the numbers of a row that do not fill the lanes. PyTorch divides by the count here, and
 * multiplies by 1 / count in the lanes. */
static Moments moments_left(const float *x, int64_t n)
{
    Moments all = {0};
    for (int64_t i = 0; i < n; i++) {
        float distance = x[i] - all.mean;
        all.mean += distance / (float)++all.count;
        all.squares += distance * (x[i] - all.mean);
    }
    return all;
}

/* Of `rows` rows, at most LANES, of n numbers each: those left over come first, then lane after lane. All
 * rows take that way at once, each in a lane. */
CLONED static void moments_of(Moments *m, const float *x, int rows, int64_t n)
{
    LaneMoments lanes[LANES], all = {.count = n % LANES};
    int64_t whole = n / LANES * LANES;
    int row = 0;
    for (; row + GROUP <= rows && whole <= WHOLE; row += GROUP)
        lanes_of_short(x + row * n, n, whole, &lanes[row]);
    for (; row < rows; row++)
        lanes_of(x + row * n, whole, &lanes[row]);
    for (row = 0; row < rows; row++) {
        Moments left = moments_left(x + row * n + whole, n - whole);
        all.mean[row] = left.mean;
        all.squares[row] = left.squares;
    }
    for (int lane = 0; lane < LANES; lane++) {
        LaneMoments one = {.count = n / LANES};
        for (row = 0; row < rows; row++) {
            one.mean[row] = lanes[row].mean[lane];
            one.squares[row] = lanes[row].squares[lane];
        }
        join_row(&all, &one);
    }
    for (row = 0; row < rows; row++)
        m[row] = (Moments){all.count, all.mean[row], all.squares[row]};
}

static float variance_of(const Moments *m, int64_t n)
{
    float variance = m->squares / (float)n;
    return variance < 0 ? 0 : variance;
}

static float mean_row(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    Moments m;
    (void)c, (void)cell;
    moments_of(&m, x, 1, n);
    return m.mean;
}

static float variance_row(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    Moments m;
    (void)c, (void)cell;
    moments_of(&m, x, 1, n);
    return variance_of(&m, n);
}

static double mean64(const QkvCall *c, const double *x, int64_t n)
{
    double sum = 0;
    (void)c;
    for (int64_t i = 0; i < n; i++)
        sum += x[i];
    return sum / (double)n;
}

static double variance64(const QkvCall *c, const double *x, int64_t n)
{
    double mean = mean64(c, x, n), squares = 0;
    for (int64_t i = 0; i < n; i++)
        squares += (x[i] - mean) * (x[i] - mean);
    return squares / (double)n;
}

const QkvOp op_layer_mean = {.name = "layer_mean",
                             .formula = "out[..] = the mean over .. of a[..]",
                             .told = "the sum of these / %n",
                             .sum_row = mean_row,
                             .fold = mean64,
                             FOLD};
const QkvOp op_layer_var = {
    .name = "layer_var",
    .formula = "out[..] = the mean over .. of the squared distances of a[..] from the mean",
    .told = "the distances from the mean are squared and added;\nthat sum / %d",
    .sum_row = variance_row,
    .fold = variance64,
    FOLD};

/* --- multiply_add: a * b + c, rounded once ------------------------------------------------------ */

static bool plan_multiply_add(Qkv *q, QkvCall *c)
{
    c->fused = true;
    return plan_broadcast(q, c, floating(c)) && qkv_spend(q, c->out->count);
}

static void kernel_multiply_add(const QkvCall *c)
{
    bool are_floats = true, is_one[3];
    for (int i = 0; i < c->count; i++)
        are_floats = are_floats && c->in[i]->dtype == QKV_FLOAT32;
    Walk w = walk_operands(c->out, c->count, c->in);
    walk_join(&w);
    int64_t n = walk_run(&w);
    for (int i = 0; i < c->count; i++)
        is_one[i] = walk_step(&w, i) == 0;
    for (int64_t i = 0; i < c->out->count && are_floats; i += n, walk_next_run(&w)) {
        const float *in[3];
        for (int k = 0; k < c->count; k++)
            in[k] = c->in[k]->data.f + w.cell[k];
        multiply_add_run(c->out->data.f + i, in, is_one, n);
    }
    for (int64_t i = 0; i < c->out->count && !are_floats; i++, walk_next(&w))
        c->out->data.f[i] = fused32(cell_float(c->in[0], w.cell[0]),
                                    cell_float(c->in[1], w.cell[1]),
                                    cell_float(c->in[2], w.cell[2]));
}

static void terms_multiply_add(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    Walk w = walk_operands(c->out, c->count, c->in);
    walk_to(&w, cell);
    const QkvTerm terms[] = {{{0, w.cell[0]}, {1, w.cell[1]}}, {{2, w.cell[2]}, {-1, 0}}};
    qkv_terms_new(a, t, 2, terms);
}

/* torch.add with its alpha is all that lets a lesson see it. */
const QkvOp op_multiply_add = {.name = "multiply_add",
                               .rule = {"g * b", "g * a", "g"},
                               .grad_fn = "AddBackward0",
                               .formula = "out[..] = a[..] * b[..] + c[..], rounded once",
                               .how = QKV_HOW_PRODUCTS,
                               .casts = true,
                               .plan = plan_multiply_add,
                               .kernel = kernel_multiply_add,
                               .label = label_broadcast,
                               .terms = terms_multiply_add,
                               .fills = true};

const QkvTensor *qkv_multiply_add(Qkv *q, const QkvTensor *a, const QkvTensor *b,
                                  const QkvTensor *c)
{
    const QkvTensor *in[] = {a, b, c};
    return qkv_apply(q, &op_multiply_add, 3, in, NULL);
}

/* --- the way back of the whole: in PyTorch's order, which fuses some steps and not others ---------- */

/* The operands; missing are a weight or a bias, and mean and scale are what was made on the way. */
enum { X, WEIGHT, BIAS, MEAN, SCALE, OPERANDS };

static const QkvTensor *called(Qkv *q, const QkvTensor *t, const char *name)
{
    qkv_name(q, t, name);
    return t;
}

/* Gives (slope * x + g * scale * weight) + level: what g loses to the mean of the row is in `level`, and what it loses
 * to the deviation in both. params.count is how many axes a row has. */
static const QkvTensor *back_input(Qkv *q, const QkvCall *c, const QkvTensor *g)
{
    int64_t axes[QKV_MAX_RANK], n = 1;
    const QkvTensor *x = c->in[X], *weight = c->in[WEIGHT], *mean = c->in[MEAN];
    const QkvTensor *scale = c->in[SCALE], *own = qkv_mul(q, g, x);
    int rank = c->params.count;
    for (int d = 0; d < rank; d++) {
        axes[d] = d - rank;
        n *= x->size[x->rank - rank + d];
    }
    const QkvTensor *share = qkv_number(q, (double)(1.0f / (float)n));
    const QkvTensor *sum = reduce_folded(q, weight ? qkv_mul(q, g, weight) : g, rank, axes);
    const QkvTensor *along = reduce_folded(q, weight ? qkv_mul(q, own, weight) : own, rank, axes);
    const QkvTensor *slope = qkv_multiply_add(q, sum, mean, qkv_neg(q, along));
    for (int i = 0; i < 3; i++)
        slope = qkv_mul(q, slope, scale);
    slope = called(q, qkv_mul(q, slope, share), "slope");
    const QkvTensor *level = qkv_mul(q, qkv_mul(q, sum, scale), share);
    level = qkv_multiply_add(q, qkv_neg(q, slope), mean, qkv_neg(q, level));
    called(q, level, "level");
    const QkvTensor *passed = qkv_mul(q, scale, g);
    passed = weight ? qkv_mul(q, passed, weight) : passed;
    return qkv_add(q, qkv_multiply_add(q, slope, x, passed), level);
}

/* Of weight and bias: the sum over all rows, one after the other. params.value is the type of the input. */
BACK(layer_norm)
{
    int64_t axes[QKV_MAX_RANK];
    const QkvTensor *x = c->in[X], *scale = c->in[SCALE];
    int count = x->rank - c->params.count;
    for (int d = 0; d < count; d++)
        axes[d] = d;
    if (operand == X)
        return back_input(q, c, g);
    if (qkv_is_half((QkvDType)c->params.value)) /* each sum is rounded */
        g = qkv_to(q, g, (QkvDType)c->params.value);
    if (operand == BIAS)
        return count > 0 ? reduce_in_order(q, g, count, axes, false) : g;
    const QkvTensor *shift = qkv_neg(q, qkv_mul(q, scale, c->in[MEAN]));
    const QkvTensor *normal = called(q, qkv_multiply_add(q, scale, x, shift), "normalized");
    return count > 0 ? reduce_products(q, g, normal, count, axes, false) : qkv_mul(q, g, normal);
}

static const QkvOp whole_layer_norm = {
    .name = "layer_norm", .grad_fn = "NativeLayerNormBackward0", .back = back_layer_norm};

/* --- the whole ---------------------------------------------------------------------------------- */

/* Checks that the last `rank` axes of `t` have these sizes; of a weight or a bias, all axes. */
static bool check_sizes(Qkv *q, const char *what, const QkvTensor *t, bool is_input, int rank,
                        const int64_t *size)
{
    bool fits = rank > 0 && (is_input ? t->rank >= rank : t->rank == rank);
    for (int d = 0; fits && d < rank; d++)
        fits = t->size[t->rank - rank + d] == size[d];
    if (fits && !qkv_is_float(t->dtype))
        return qkv_fail(q, "layer_norm: the %s is %s: use .float()", what,
                        qkv_dtype_name(t->dtype));
    if (fits)
        return true;
    return qkv_fail(q, "layer_norm: the %s is %s, and %s must have the sizes %s", what, SIZES(t),
                    is_input ? "its last axes" : "it", sizes_text(SIZES_TEXT, rank, size));
}

/* Where weight or bias is missing PyTorch takes 1 or 0, which makes 0 of -0. */
static const QkvTensor *scaled(Qkv *q, const QkvTensor *normal, const QkvTensor *weight,
                               const QkvTensor *bias)
{
    qkv_name(q, normal, "normalized");
    return qkv_multiply_add(q, normal, weight ? weight : qkv_number(q, 1),
                            bias ? bias : qkv_number(q, 0));
}

/* Gives (x - mean) * scale * weight + bias with the moments of the last `rank` axes. Without a weight PyTorch rounds once
 * for the scale and the bias. `shifts`: x * scale - mean * scale in its place. */
static const QkvTensor *normalized(Qkv *q, const QkvTensor **in, int rank, double eps, bool shifts)
{
    const QkvTensor *x = in[X], *weight = in[WEIGHT], *bias = in[BIAS];
    int64_t axes[QKV_MAX_RANK];
    for (int d = 0; d < rank; d++)
        axes[d] = d - rank;
    const QkvTensor *mean = apply_with(q, &op_layer_mean, x, rank, axes,
                                       (QkvParams){.keepdim = true});
    const QkvTensor *variance = apply_with(q, &op_layer_var, x, rank, axes,
                                           (QkvParams){.keepdim = true});
    const QkvTensor *deviation = qkv_sqrt(q, qkv_add(q, variance, qkv_number(q, eps)));
    const QkvTensor *scale = qkv_div(q, qkv_number(q, 1), deviation);
    const QkvTensor *centered = shifts ? NULL : qkv_sub(q, x, mean);
    in[MEAN] = mean;
    in[SCALE] = scale;
    qkv_name(q, mean, "mean");
    qkv_name(q, variance, "variance");
    qkv_name(q, deviation, "deviation");
    qkv_name(q, scale, "scale");
    if (shifts) {
        const QkvTensor *shift = qkv_neg(q, qkv_mul(q, scale, mean));
        return scaled(q, qkv_multiply_add(q, scale, x, shift), weight, bias);
    }
    qkv_name(q, centered, "centered");
    if (!weight && bias)
        return qkv_multiply_add(q, centered, scale, bias);
    return scaled(q, qkv_mul(q, centered, scale), weight, bias);
}

/* --- the whole at once, when no tape wants the steps: the same arithmetic, row by row ------------ */

static bool plan_at_once(Qkv *q, QkvCall *c)
{
    return plan_broadcast(q, c, QKV_FLOAT32) && qkv_spend(q, 4 * c->out->count);
}

/* A row with its moments. params.value is what is added to the variance. */
static void normalize_row(const QkvCall *c, float *out, const float *x, int64_t n, const Moments *m)
{
    const float *in[] = {c->in[WEIGHT]->data.f, c->in[BIAS]->data.f};
    const bool are_one[] = {c->in[WEIGHT]->rank == 0, c->in[BIAS]->rank == 0};
    float deviation = sqrtf(variance_of(m, n) + (float)c->params.value);
    normalize_run(out, x, (const float[]){m->mean, 1.0f / deviation}, in, are_one, n);
}

/* params.at[0] is the length of a row. Rows are taken together that stay in the cache until the second
 * step. */
static void kernel_at_once(const QkvCall *c)
{
    enum { NEAR = 2048 };
    Moments m[LANES];
    int64_t n = c->params.at[0], together = n <= NEAR ? LANES : 1;
    for (int64_t i = 0, some; i < c->out->count; i += some * n) {
        some = min_int64(together, (c->out->count - i) / n);
        moments_of(m, c->in[X]->data.f + i, (int)some, n);
        for (int64_t k = 0; k < some; k++)
            normalize_row(c, c->out->data.f + i + k * n, c->in[X]->data.f + i + k * n, n, &m[k]);
    }
}

static const QkvOp op_at_once = {.name = "layer_norm",
                                 .plan = plan_at_once,
                                 .kernel = kernel_at_once,
                                 .label = label_broadcast,
                                 .fills = true};

static const QkvTensor *at_once(Qkv *q, const QkvTensor *x, int rank, const QkvTensor *weight,
                                const QkvTensor *bias, double eps)
{
    const QkvTensor *in[] = {x, weight, bias};
    int64_t n = 1;
    for (int d = x->rank - rank; d < x->rank; d++)
        n *= x->size[d];
    return qkv_apply(q, &op_at_once, 3, in, &(QkvParams){.count = 1, .at = {n}, .value = eps});
}

static bool is_wanted(const QkvTensor *const in[])
{
    bool wants = false;
    for (int i = X; i <= BIAS; i++)
        wants = wants || (in[i] && in[i]->wants_grad);
    return wants;
}

/* Of an input of `type`: a half type has been widened, and `is_mixed` says that weight or bias had not to be. The way back
 * has mean and scale as PyTorch keeps them. */
static const QkvTensor *layer_norm(Qkv *q, const QkvTensor *x, int rank, const QkvTensor *weight,
                                   const QkvTensor *bias, double eps, QkvDType type, bool is_mixed)
{
    if (!x)
        return NULL;
    const QkvTensor *in[OPERANDS] = {qkv_now(q, x), weight ? qkv_now(q, weight) : NULL,
                                     bias ? qkv_now(q, bias) : NULL};
    bool was = qkv_gradients(q, false),
         is_rounded = qkv_is_half(type) && !is_mixed && is_wanted(in);
    const QkvTensor *out = normalized(q, in, rank, eps, qkv_is_half(type));
    for (int i = MEAN; out && is_rounded && i <= SCALE; i++)
        in[i] = half_widened(q, qkv_to(q, in[i], type));
    qkv_gradients(q, was);
    QkvParams p = {.count = rank, .value = type};
    return gradient_whole(q, out, &whole_layer_norm, OPERANDS, in, &p);
}

/* Weight and bias are of the type of the input, or float32 beside a half type. */
static bool check_types(Qkv *q, const QkvTensor *x, const QkvTensor *t)
{
    return !t || !(qkv_is_half(x->dtype) || qkv_is_half(t->dtype)) || t->dtype == x->dtype ||
           (t->dtype == QKV_FLOAT32 && qkv_is_half(x->dtype)) ||
           qkv_fail(q, "layer_norm: the input is %s, and weight or bias %s: use .to() on one",
                    qkv_dtype_name(x->dtype), qkv_dtype_name(t->dtype));
}

const QkvTensor *qkv_layer_norm(Qkv *q, const QkvTensor *x, int rank, const int64_t *size,
                                const QkvTensor *weight, const QkvTensor *bias, double eps)
{
    if (!x || !check_sizes(q, "input", x, true, rank, size) ||
        (weight && !check_sizes(q, "weight", weight, false, rank, size)) ||
        (bias && !check_sizes(q, "bias", bias, false, rank, size)) || !check_types(q, x, weight) ||
        !check_types(q, x, bias))
        return NULL;
    bool is_float = x->dtype == QKV_FLOAT32 && (!weight || weight->dtype == QKV_FLOAT32) &&
                    (!bias || bias->dtype == QKV_FLOAT32);
    if (!q->recording && is_float && (weight || !bias))
        return at_once(q, x, rank, weight ? weight : qkv_number(q, 1),
                       bias ? bias : qkv_number(q, 0), eps);
    qkv_enter(q, "layer_norm");
    const QkvTensor *out;
    if (qkv_is_half(x->dtype)) {
        bool is_mixed = (weight && weight->dtype != x->dtype) || (bias && bias->dtype != x->dtype);
        out = layer_norm(q, half_widened(q, x), rank, half_widened(q, weight),
                         half_widened(q, bias), eps, x->dtype, is_mixed);
        out = half_narrowed(q, out, x, whole_layer_norm.grad_fn);
    } else
        out = layer_norm(q, x, rank, weight, bias, eps, x->dtype, false);
    qkv_leave(q);
    return out;
}
