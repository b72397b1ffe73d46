/* Reductions that make one number of many: variance, standard deviation and norm; and the mean and
 * clamp, which are groups of other operations.
 *
 * PyTorch's variance is Welford's in double, rounded once, and so is this. Its norm adds up floats
 * in vectors: to the bit the same only when few are added, else within 1e-6. */
#include <math.h>
#include <string.h>

#include "core/gradient.h"
#include "core/half.h"
#include "core/integer.h"
#include "core/kinds.h"

bool plan_fold(Qkv *q, QkvCall *c)
{
    QkvDType dtype = c->in[0]->dtype;
    if (!qkv_is_float(dtype))
        return qkv_fail(q, "%s: the numbers are %s and must be float32: use .float() first",
                        c->op->name, qkv_dtype_name(dtype));
    return reduce_plan(q, c, dtype) && qkv_spend(q, 4 * c->in[0]->count);
}

/* --- var and std: params.value is what is taken off the number of cells ------------------------ */

/* Of a single result PyTorch takes the mean first, in float32, and then the squares of the distances from it. */
static double squares_from_mean(const QkvCall *c, const float *x, int64_t n)
{
    double mean = (double)(reduce_sum(c, 0, x, n) / (float)n), squares = 0;
    for (int64_t i = 0; i < n; i++)
        squares += ((double)x[i] - mean) * ((double)x[i] - mean);
    return squares;
}

/* Of several the mean moves with each number; the squares are those of the distances before and after. */
static double squares_on_the_way(const float *x, int64_t n)
{
    double mean = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) {
        double distance = (double)x[i] - mean;
        mean += distance / (double)(i + 1);
        squares += distance * ((double)x[i] - mean);
    }
    return squares;
}

/* Of no numbers it is a nan, whatever is taken off. */
static double variance(const QkvCall *c, const float *x, int64_t n)
{
    double squares = c->out->count == 1 ? squares_from_mean(c, x, n) : squares_on_the_way(x, n);
    double divisor = n > 0 ? (double)n - c->params.value : 0;
    return squares / (divisor > 0 ? divisor : 0);
}

static float var_row(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    (void)cell;
    return (float)variance(c, x, n);
}

static float std_row(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    (void)cell;
    return (float)sqrt(variance(c, x, n));
}

static double variance64(const QkvCall *c, const double *x, int64_t n)
{
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i];
    for (int64_t i = 0; i < n; i++)
        squares += (x[i] - sum / (double)n) * (x[i] - sum / (double)n);
    double divisor = n > 0 ? (double)n - c->params.value : 0;
    return squares / (divisor > 0 ? divisor : 0);
}

static double deviation64(const QkvCall *c, const double *x, int64_t n)
{
    return sqrt(variance64(c, x, n));
}

/* --- norm: params.value is p -------------------------------------------------------------------- */

/* The largest or the smallest size; a nan wins. */
static float outermost(const float *x, int64_t n, bool largest)
{
    float best = largest ? 0 : INFINITY;
    for (int64_t i = 0; i < n; i++) {
        float size = fabsf(x[i]);
        if (isnan(size) || (largest ? size > best : size < best))
            best = size; /* no number is larger or smaller than a nan */
    }
    return best;
}

static float norm_row(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    (void)cell;
    float p = (float)c->params.value, sum = 0;
    if (n == 1 && p != 0 && (c->in[0]->rank > 0 || c->params.count == 0))
        return fabsf(x[0]); /* and so no square that is too large or too small */
    if (isinf(p))
        return outermost(x, n, p > 0);
    for (int64_t i = 0; i < n; i++) {
        float size = fabsf(x[i]), square = size * size;
        sum += p == 2 ? square : p == 1 ? size : p == 0 ? (float)(x[i] != 0) : pow32(size, p);
    }
    return p == 2 ? sqrtf(sum) : p == 1 || p == 0 ? sum : pow32(sum, 1.0f / p);
}

static double norm64(const QkvCall *c, const double *x, int64_t n)
{
    double p = c->params.value, sum = 0, least = (double)INFINITY, most = 0;
    for (int64_t i = 0; i < n; i++) {
        double size = fabs(x[i]);
        least = size < least || isnan(size) ? size : least;
        most = size > most || isnan(size) ? size : most;
        sum += p == 2 ? size * size : p == 0 ? x[i] != 0 : pow(size, p);
    }
    return isinf(p) ? (p > 0 ? most : least) : p == 2 ? sqrt(sum) : p == 0 ? sum : pow(sum, 1 / p);
}

/* Of no numbers there is a norm where a sum of none is one. */
static bool plan_norm(Qkv *q, QkvCall *c)
{
    if (!plan_fold(q, c))
        return false;
    double p = c->params.value;
    return (p >= 0 && !isinf(p)) || c->in[0]->count > 0 || c->out->count == 0 ||
           qkv_fail(q, "norm: the tensor is empty, and of no numbers there is no norm with p = %g",
                    p);
}

/* --- prod ------------------------------------------------------------------------------------------ */

/* Tells whether the numbers of a cell are neighbours in PyTorch's memory: the last axis alone, or all of
 * them. */
static bool is_inner_spread(const QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    bool all = true, last = a->rank > 0 && c->reduced[a->rank - 1];
    for (int d = 0; d < a->rank; d++) {
        all = all && c->reduced[d];
        last = last && (d == a->rank - 1 || !c->reduced[d]);
    }
    return (all || last) && qkv_tensor_is_contiguous(a);
}

/* In order; but PyTorch's AVX2 kernel multiplies neighbours in 4 vectors of 8 lanes, of half types of 16, which it then
 * joins, before those that are left over. Of half types each product is rounded. */
static float prod_row(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    enum { LANES = 8, VECTORS = 4, MOST = 2 * LANES * VECTORS };
    (void)cell;
    const QkvDType kept = half_kept(c);
    const int lanes = qkv_is_half(kept) ? 2 * LANES : LANES, block = lanes * VECTORS;
    float product = 1, lane[MOST] = {0};
    int64_t blocks = is_inner_spread(c) ? n / block : 0;
    for (int64_t i = 0; i < blocks * block; i++)
        lane[i % block] = i < block ? x[i] : half_rounded(kept, lane[i % block] * x[i]);
    for (int k = 0; blocks > 0 && k < lanes; k++) {
        float left = half_rounded(kept, lane[k] * lane[k + lanes]);
        float right = half_rounded(kept, lane[k + 2 * lanes] * lane[k + 3 * lanes]);
        lane[k] = half_rounded(kept, left * right);
        lane[0] = k > 0 ? half_rounded(kept, lane[0] * lane[k]) : lane[0];
    }
    if (blocks > 0)
        product = half_rounded(kept, product * lane[0]);
    for (int64_t i = blocks * block; i < n; i++)
        product = half_rounded(kept, product * x[i]);
    return product;
}

static double multiply(double so_far, double x)
{
    return so_far * x;
}

static bool plan_prod(Qkv *q, QkvCall *c)
{
    QkvDType dtype = summed(c->in[0]->dtype);
    return reduce_plan(q, c, dtype) && qkv_spend(q, c->in[0]->count);
}

/* The axes that a call runs over; returns how many. */
static int axes_of(const QkvCall *c, int64_t *axes)
{
    int count = 0;
    for (int d = 0; d < c->in[0]->rank; d++)
        if (c->reduced[d])
            axes[count++] = d;
    return count;
}

/* How many of the numbers are 0. */
static int64_t zeros_in(const QkvTensor *t)
{
    int64_t zeros = 0;
    for (int64_t i = 0; i < t->count; i++)
        zeros += qkv_tensor_at(t, i) == 0;
    return zeros;
}

/* The products of all numbers before each one along an axis. */
static const QkvTensor *products_before(Qkv *q, const QkvTensor *t, int64_t axis)
{
    int64_t size[QKV_MAX_RANK], n = t ? t->size[axis] : 0;
    if (!t)
        return NULL;
    memcpy(size, t->size, sizeof size);
    size[axis] = 1;
    const QkvTensor *parts[] = {qkv_full(q, t->dtype, t->rank, size, 1),
                                qkv_narrow(q, t, axis, 0, n - 1)};
    return qkv_cumprod(q, qkv_cat(q, 2, parts, axis), axis);
}

/* Where a number is 0 the quotient of the product and the number does not say what the others make. */
static const QkvTensor *products_of_others(Qkv *q, const QkvTensor *t, int64_t axis)
{
    const QkvTensor *after = products_before(q, qkv_flip(q, t, 1, &axis), axis);
    return qkv_mul(q, products_before(q, t, axis), qkv_flip(q, after, 1, &axis));
}

BACK(prod)
{
    (void)operand;
    const QkvTensor *x = c->in[0], *kept = reduce_kept(q, c, g);
    int64_t zeros = zeros_in(x), axis = c->params.count && x->rank ? c->params.at[0] : 0;
    axis = axis < 0 ? axis + x->rank : axis;
    if (x->rank == 0)
        return g;
    if (zeros == 0)
        return qkv_mul(q, kept, qkv_div(q, reduce_kept(q, c, c->out), x));
    if (c->params.count > 0)
        return x->size[axis] == 1 ? kept : qkv_mul(q, kept, products_of_others(q, x, axis));
    if (zeros > 1)
        return qkv_full_like(q, x, x->dtype, 0);
    const QkvTensor *others = x->count == 1 ? NULL
                                            : products_of_others(q, qkv_flatten(q, x, 0, -1), 0);
    return qkv_reshape(q, others ? qkv_mul(q, g, others) : g, x->rank, x->size);
}

static const char *named_prod(const QkvCall *c)
{
    return c->params.count ? "ProdBackward1" : "ProdBackward0";
}

const QkvOp op_prod = {.name = "prod",
                       .signature = "input:T dim:i= keepdim:b=False | dtype:d=",
                       .homes = QKV_IN_BOTH,
                       .formula = "out[..] = the product over .. of a[..]",
                       .how = QKV_HOW_FOLD,
                       .told = "the product of these",
                       .of_nothing = 1,
                       .plan = plan_prod,
                       .kernel = kernel_sum,
                       .label = reduce_label,
                       .terms = reduce_terms,
                       .i2 = wrap_mul,
                       .next = multiply,
                       .sum_row = prod_row,
                       .back = back_prod,
                       .named = named_prod};

/* --- gradients: see QkvOp.back ------------------------------------------------------------------- */

/* In proportion to the distance from the mean, which is computed again. */
static const QkvTensor *of_variance(Qkv *q, const QkvCall *c, const QkvTensor *g)
{
    const QkvTensor *x = c->in[0];
    int64_t axes[QKV_MAX_RANK], n = 1;
    int count = axes_of(c, axes);
    for (int i = 0; i < count; i++)
        n *= x->size[axes[i]];
    double freedom = (double)n - c->params.value;
    const QkvTensor *mean = qkv_mean(q, x, count, axes, true);
    if (freedom <= 0 && c->params.count == 0)
        return qkv_mul(q, g,
                       qkv_where(q, qkv_eq(q, x, mean), qkv_number(q, (double)NAN),
                                 qkv_number(q, (double)INFINITY)));
    const QkvTensor *scaled = qkv_mul(q, reduce_kept(q, c, g), qkv_number(q, 2 / freedom));
    return qkv_mul(q, scaled, qkv_sub(q, x, mean));
}

BACK(var)
{
    (void)operand;
    return of_variance(q, c, g);
}

/* t, or 0 where the result is 0. */
static const QkvTensor *unless_zero(Qkv *q, const QkvTensor *result, const QkvTensor *t)
{
    const QkvTensor *zero = qkv_integer(q, 0);
    return qkv_masked_fill(q, t, qkv_eq(q, result, zero), zero);
}

BACK(std)
{
    (void)operand;
    const QkvTensor *h = qkv_div(q, g, qkv_mul(q, c->out, qkv_number(q, 2)));
    return of_variance(q, c, unless_zero(q, c->out, h));
}

/* The largest or the smallest sizes share it. */
static const QkvTensor *of_outermost(Qkv *q, const QkvCall *c, const QkvTensor *g,
                                     const QkvTensor *norm)
{
    int64_t axes[QKV_MAX_RANK];
    const QkvTensor *x = c->in[0], *mask = qkv_eq(q, qkv_abs(q, x), norm);
    mask = qkv_or(q, mask, qkv_isnan(q, x));
    const QkvTensor *count = qkv_sum(q, mask, axes_of(c, axes), axes, true);
    return qkv_mul(q, qkv_sign(q, x), qkv_mul(q, qkv_div(q, g, count), mask));
}

BACK(norm)
{
    (void)operand;
    double p = c->params.value;
    const QkvTensor *x = c->in[0], *norm = reduce_kept(q, c, c->out);
    g = reduce_kept(q, c, g);
    if (p == 0)
        return qkv_full_like(q, x, x->dtype, 0);
    if (p == 1)
        return qkv_mul(q, g, qkv_sign(q, x));
    if (p == 2)
        return qkv_mul(q, g, unless_zero(q, norm, qkv_div(q, x, norm)));
    if (isinf(p))
        return of_outermost(q, c, g, norm);
    const QkvTensor *size = qkv_abs(q, x);
    if (p < 1) {
        const QkvTensor *power = unless_zero(q, x, qkv_pow(q, size, qkv_number(q, p - 1)));
        const QkvTensor *own = qkv_mul(q, qkv_mul(q, qkv_sign(q, x), power), g);
        return qkv_mul(q, own, qkv_pow(q, norm, qkv_number(q, 1 - p)));
    }
    const QkvTensor *own = p < 2
                               ? qkv_mul(q, qkv_sign(q, x), qkv_pow(q, size, qkv_number(q, p - 1)))
                               : qkv_mul(q, x, qkv_pow(q, size, qkv_number(q, p - 2)));
    const QkvTensor *scale = qkv_div(q, g, qkv_pow(q, norm, qkv_number(q, p - 1)));
    return qkv_mul(q, own, unless_zero(q, norm, scale));
}

/* clang-format off: one row, one line */
const QkvOp op_var = {
    .name = "var",
    .signature = "input:T dim:I= | correction:x=1 keepdim:b=False",
    .homes = QKV_IN_BOTH,
    .formula = "out[..] = the mean over .. of the squared distances of a[..] from the mean",
    .told = "the distances from the mean are squared and added;\nthat sum / %d",
    .sum_row = var_row,
    .fold = variance64,
    .back = back_var,
    .is_near = true,
    FOLD};
const QkvOp op_std = {
    .name = "std",
    .signature = "input:T dim:I= | correction:x=1 keepdim:b=False",
    .homes = QKV_IN_BOTH,
    .formula =
        "out[..] = the root of the mean over .. of the squared distances of a[..] from the mean",
    .told = "the distances from the mean are squared and added;\nthe root of that sum / %d",
    .sum_row = std_row,
    .fold = deviation64,
    .back = back_std,
    .is_near = true,
    FOLD};
const QkvOp op_norm = {
    .name = "norm",
    .signature = "input:T p:x=2 dim:I= keepdim:b=False",
    .homes = QKV_IN_BOTH,
    .formula = "out[..] = the p-th root of the sum over .. of |a[..]| to the power p",
    .told = "the norm with p = %v",
    .sum_row = norm_row,
    .fold = norm64,
    .back = back_norm,
    .grad_fn = "LinalgVectorNormBackward0",
    .plan = plan_norm,
    .is_near = true,
    FOLDED};
/* clang-format on */

const QkvTensor *qkv_var(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                         double correction, bool keepdim)
{
    QkvParams p = {.value = correction, .keepdim = keepdim};
    return apply_with(q, &op_var, a, count, axes, p);
}

const QkvTensor *qkv_std(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                         double correction, bool keepdim)
{
    QkvParams p = {.value = correction, .keepdim = keepdim};
    return apply_with(q, &op_std, a, count, axes, p);
}

const QkvTensor *qkv_norm(Qkv *q, const QkvTensor *a, double p, int count, const int64_t *axes,
                          bool keepdim)
{
    return apply_with(q, &op_norm, a, count, axes, (QkvParams){.value = p, .keepdim = keepdim});
}

/* --- groups ------------------------------------------------------------------------------------- */

/* How many cells lie along the axes, which are those of the tensor. */
static int64_t cells_along(const QkvTensor *a, int count, const int64_t *axes)
{
    int64_t n = count == 0 ? a->count : 1;
    for (int i = 0; i < count && a->rank > 0; i++)
        n *= a->size[axes[i] < 0 ? axes[i] + a->rank : axes[i]];
    return n;
}

const QkvTensor *qkv_mean(Qkv *q, const QkvTensor *a, int count, const int64_t *axes, bool keepdim)
{
    if (!a)
        return NULL;
    if (!qkv_is_float(a->dtype)) {
        qkv_fail(q, "mean: the numbers are %s and must be float32: use .float() first",
                 qkv_dtype_name(a->dtype));
        return NULL;
    }
    qkv_enter(q, "mean");
    const QkvTensor *wide = qkv_is_half(a->dtype) ? half_widened(q, a) : a;
    const QkvTensor *sum = qkv_sum(q, wide, count, axes, keepdim);
    const QkvTensor *mean = sum ? qkv_div(q, sum, qkv_integer(q, cells_along(a, count, axes)))
                                : NULL;
    mean = qkv_to(q, mean, a->dtype);
    qkv_leave(q);
    return gradient_named(mean, count ? "MeanBackward1" : "MeanBackward0");
}

const QkvTensor *qkv_clamp(Qkv *q, const QkvTensor *a, const QkvTensor *low, const QkvTensor *high)
{
    qkv_enter(q, "clamp");
    const QkvTensor *out = a;
    if (low)
        out = qkv_apply(q, &op_at_least, 2, (const QkvTensor *[]){out, low}, NULL);
    if (high)
        out = qkv_apply(q, &op_at_most, 2, (const QkvTensor *[]){out, high}, NULL);
    qkv_leave(q);
    return out;
}
