/* A cell computed from its terms, as the explanation of a cell has them: in the type that its operation computes
 * in. It is how a number is explained, and how sums, products and shares of float64 are computed at all, so
 * that one piece of code serves all operations; the fast kernels are those of float32.
 *
 * Sums of float64 are taken in the order of NumPy (github.com/numpy/numpy, loops_utils.h.src: pairwise_sum), whose
 * float64 this is for; printed digits of PyTorch's float64 are the same. */
#include <math.h>

#include "core/elementwise.h"
#include "core/half.h"
#include "core/integer.h"
#include "core/reduce.h"
#include "core/rows.h"

static bool is_double(const QkvCall *c)
{
    return c->out->dtype == QKV_FLOAT64;
}

/* A source cell as an operation on float32, on integers or on float64 sees it. */
static float float_of(const QkvCall *c, QkvSource s)
{
    return cell_float(c->in[s.operand], s.cell);
}

static int64_t integer_of(const QkvCall *c, QkvSource s)
{
    return cell_integer(c->in[s.operand], s.cell);
}

static double double_of(const QkvCall *c, QkvSource s)
{
    return cell_double(c->in[s.operand], s.cell);
}

/* --- copies and functions of one cell of each operand ------------------------------------------------- */

/* The constant that an operation puts where it has no source, as the type of the result. */
static double from_constant(const QkvCall *c)
{
    double x = c->params.value;
    switch ((int)c->out->dtype) {
    case QKV_BOOL:
        return x != 0;
    case QKV_FLOAT32:
        return (double)(float)x;
    case QKV_FLOAT64:
        return x;
    default:
        return (double)number_as(c->out->dtype, x);
    }
}

static double from_copy(const QkvCall *c, const QkvTerms *t)
{
    if (t->count == 0)
        return from_constant(c);
    QkvSource s = qkv_term(t, 0).a;
    switch ((int)c->out->dtype) {
    case QKV_BOOL:
        return qkv_tensor_at(c->in[s.operand], s.cell) != 0;
    case QKV_FLOAT32:
        return (double)float_of(c, s);
    case QKV_FLOAT64:
        return cell_double(c->in[s.operand], s.cell);
    default:
        return (double)cell_as(c->out->dtype, c->in[s.operand], s.cell);
    }
}

/* A cell of float32: as the row's f1 or f2 has it, or that of float64 rounded once; of half types h1 or h2. */
static float float_of_one(const QkvCall *c, int64_t cell, float a)
{
    const QkvOp *op = c->op;
    if (op->h1 && qkv_is_half(c->kept))
        return op->h1(c, cell, a);
    return op->f1 ? op->f1(a) : (float)op->d1((double)a);
}

static float float_of_two(const QkvCall *c, int64_t cell, float a, float b)
{
    const QkvOp *op = c->op;
    if (op->h2 && qkv_is_half(c->kept))
        return op->h2(c, cell, a, b);
    return op->f2 ? op->f2(a, b) : (float)op->d2((double)a, (double)b);
}

static double from_apply(const QkvCall *c, int64_t cell, const QkvTerms *t)
{
    const QkvOp *op = c->op;
    if (t->count == 0) /* for want of memory */
        return 0;
    QkvSource a = qkv_term(t, 0).a, b = qkv_term(t, 0).b;
    bool is_one = b.operand < 0;
    QkvDType type = op->compare_f ? promoted(c) : c->out->dtype;
    if (op->test)
        return op->test(qkv_tensor_at(c->in[a.operand], a.cell));
    if (type == QKV_FLOAT64) {
        double x = double_of(c, a), y = is_one ? 0 : double_of(c, b);
        return op->compare_f ? op->compare_f(x, y) : is_one ? op->d1(x) : op->d2(x, y);
    }
    if (type == QKV_FLOAT32) {
        float x = float_of(c, a), y = is_one ? 0 : float_of(c, b);
        return op->compare_f
                   ? op->compare_f((double)x, (double)y)
                   : (double)(is_one ? float_of_one(c, cell, x) : float_of_two(c, cell, x, y));
    }
    int64_t x = integer_as(promoted(c), integer_of(c, a));
    int64_t y = is_one ? 0 : integer_as(promoted(c), integer_of(c, b));
    if (op->compare_f)
        return op->compare_i(x, y);
    return (double)integer_as(c->out->dtype, is_one ? op->i1(x) : op->i2(x, y));
}

/* --- sums and other folds ------------------------------------------------------------------------------ */

/* The terms as they lie in the operand, side by side; NULL where they do not. */
static const float *floats_beside(const QkvCall *c, const QkvTerms *t)
{
    const QkvTensor *in = t->count > 0 ? c->in[qkv_term(t, 0).a.operand] : NULL;
    bool is_run = in && !t->term && t->axes == 1 && t->a_step[0] == 1 && in->dtype == QKV_FLOAT32;
    return is_run ? in->data.f + t->first.a.cell : NULL;
}

/* The terms as floats in x, which has places for them. */
static void put_floats(float *x, const QkvCall *c, const QkvTerms *t)
{
    const QkvTensor *in = t->count > 0 ? c->in[qkv_term(t, 0).a.operand] : NULL;
    bool is_line = in && !t->term && t->axes == 1 && in->dtype == QKV_FLOAT32;
    for (int64_t i = 0; is_line && i < t->count; i++)
        x[i] = in->data.f[t->first.a.cell + i * t->a_step[0]];
    for (int64_t i = 0; !is_line && i < t->count; i++)
        x[i] = float_of(c, qkv_term(t, i).a);
}

/* The same with memory of their own, and places for as many again; NULL where memory ends. */
static float *floats_of(const QkvCall *c, const QkvTerms *t, Arena *memory)
{
    float *x = arena_many(memory, 2 * (size_t)t->count, float);
    if (x)
        put_floats(x, c, t);
    return x;
}

/* Eight sums side by side of at most 128 numbers, and of more the sum of two halves. */
static double sum_pairwise(const double *x, int64_t n)
{
    enum { SIDE = 8, BLOCK = 128 };
    if (n > BLOCK) {
        int64_t half = n / 2;
        half -= half % SIDE;
        return sum_pairwise(x, half) + sum_pairwise(x + half, n - half);
    }
    double sum = 0, r[SIDE];
    int64_t i = 0;
    if (n >= SIDE) {
        for (; i < SIDE; i++)
            r[i] = x[i];
        for (; i + SIDE <= n; i += SIDE)
            for (int k = 0; k < SIDE; k++)
                r[k] += x[i + k];
        sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]));
    }
    for (; i < n; i++)
        sum += x[i];
    return sum;
}

/* The numbers of the last axes are added up in pairs; sums over other axes take one row after the other. */
static double sum_of(const QkvCall *c, const double *x, int64_t n)
{
    int64_t cols, run = c->op->terms == reduce_terms ? reduce_run(c, &cols) : 1;
    if (c->op->next || run <= 1 || cols > 1)
        run = 1;
    double sum = c->op->of_nothing;
    for (int64_t i = 0; i < n; i += run)
        sum += run > 1 ? sum_pairwise(x + i, run) : x[i];
    return sum;
}

static double fold_doubles(const QkvCall *c, const QkvTerms *t, Arena *memory)
{
    double *x = arena_many(memory, (size_t)t->count, double), so_far = c->op->of_nothing;
    for (int64_t i = 0; x && i < t->count; i++)
        x[i] = double_of(c, qkv_term(t, i).a);
    if (!x)
        return 0;
    if (c->op->fold)
        return c->op->fold(c, x, t->count);
    for (int64_t i = 0; i < t->count && c->op->next; i++)
        so_far = c->op->next(so_far, x[i]);
    return c->op->next ? so_far : sum_of(c, x, t->count);
}

static double from_sum(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    if (is_double(c))
        return fold_doubles(c, t, memory);
    if (c->out->dtype != QKV_FLOAT32) {
        int64_t sum = integer_from(c->op->of_nothing);
        for (int64_t i = 0; i < t->count; i++)
            sum = c->op->i2(sum, integer_of(c, qkv_term(t, i).a));
        return (double)integer_as(c->out->dtype, sum);
    }
    const float *x = floats_of(c, t, memory);
    return x ? (double)c->op->sum_row(c, cell, x, t->count) : 0;
}

/* --- products -------------------------------------------------------------------------------------------- */

static double from_integers(const QkvCall *c, const QkvTerms *t)
{
    int64_t sum = 0;
    for (int64_t i = 0; i < t->count; i++)
        sum = wrap_add(sum,
                       wrap_mul(integer_of(c, qkv_term(t, i).a), integer_of(c, qkv_term(t, i).b)));
    return (double)integer_as(c->out->dtype, sum);
}

static float add_product(float a, float b, float sum, bool is_fused)
{
    float product = a * b;
    return is_fused ? fmaf(a, b, sum) : sum + product;
}

static double from_products(const QkvCall *c, const QkvTerms *t)
{
    if (!qkv_is_float(c->out->dtype))
        return from_integers(c, t);
    int64_t products = t->count;
    double sum = 0;
    if (products > 0 && qkv_term(t, products - 1).b.operand < 0) {
        QkvSource last = qkv_term(t, --products).a;
        sum = is_double(c) ? double_of(c, last) : (double)float_of(c, last);
    }
    for (int64_t i = 0; i < products; i++) {
        QkvTerm x = qkv_term(t, i);
        double a = double_of(c, x.a), b = double_of(c, x.b), product = a * b;
        if (is_double(c))
            sum = c->fused ? fma(a, b, sum) : sum + product;
        else
            sum = (double)add_product(float_of(c, x.a), float_of(c, x.b), (float)sum, c->fused);
        if (c->op->rounds && qkv_is_half(c->kept))
            sum = (double)half_rounded(c->kept, (float)sum);
    }
    return sum;
}

double qkv_term_value(const QkvCall *c, QkvTerm t)
{
    double a = qkv_tensor_at(c->in[t.a.operand], t.a.cell);
    if (t.b.operand < 0)
        return a;
    double product = a * qkv_tensor_at(c->in[t.b.operand], t.b.cell);
    return c->out->dtype == QKV_FLOAT32 ? (double)(float)product : product;
}

/* --- softmax ----------------------------------------------------------------------------------------------- */

static SoftmaxWay way_of(const QkvCall *c, const QkvTerms *t)
{
    return (SoftmaxWay)c->op->way(c, qkv_term(t, t->self).a.cell);
}

static QkvSoftmaxParts parts_of_doubles(const QkvCall *c, const QkvTerms *t)
{
    QkvSoftmaxParts p = {.max = -(double)INFINITY};
    for (int64_t i = 0; i < t->count; i++) {
        double x = double_of(c, qkv_term(t, i).a);
        p.max = x > p.max || isnan(x) ? x : p.max;
    }
    for (int64_t i = 0; i < t->count; i++)
        p.sum += exp(double_of(c, qkv_term(t, i).a) - p.max);
    return p;
}

QkvSoftmaxParts qkv_softmax_parts(const QkvCall *c, const QkvTerms *t, Arena *a)
{
    if (is_double(c))
        return parts_of_doubles(c, t);
    const float *x = floats_beside(c, t);
    x = x ? x : floats_of(c, t, a);
    if (!x || t->count == 0)
        return (QkvSoftmaxParts){0};
    SoftmaxWay way = way_of(c, t);
    float max, sum = powers32(way, NULL, x, t->count, &max);
    if (c->op->is_log && way == SOFTMAX_ROW)
        sum = half_rounded(half_kept(c), sum);
    return (QkvSoftmaxParts){.max = (double)max, .sum = (double)sum};
}

double qkv_softmax_power(const QkvCall *c, const QkvTerms *t, double max, int64_t i)
{
    if (is_double(c))
        return exp(double_of(c, qkv_term(t, i).a) - max);
    SoftmaxWay way = way_of(c, t);
    float power = power32(way, float_of(c, qkv_term(t, i).a) - (float)max);
    bool is_rounded = way == SOFTMAX_COLUMN_LEFT && !c->op->is_log;
    return (double)(is_rounded ? half_rounded(half_kept(c), power) : power);
}

double qkv_softmax_max(const QkvCall *c, const QkvTerms *t, Arena *a)
{
    if (is_double(c))
        return parts_of_doubles(c, t).max;
    const float *x = floats_beside(c, t);
    x = x ? x : floats_of(c, t, a);
    return x && t->count > 0 ? (double)largest32(x, t->count) : 0;
}

static double from_softmax(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    if (t->count > 0 && is_double(c)) {
        QkvSoftmaxParts p = parts_of_doubles(c, t);
        double x = double_of(c, qkv_term(t, t->self).a) - p.max;
        return c->op->is_log ? x - log(p.sum) : exp(x) / p.sum;
    }
    float *x = floats_of(c, t, memory);
    if (!x || t->count == 0)
        return 0;
    softmax_row(c, cell, x, t->count);
    return (double)x[t->self];
}

/* --- the chosen one --------------------------------------------------------------------------------------- */

/* Of equal numbers (0 and -0) PyTorch takes the first along an axis, and the last of all. */
bool op_takes_last(const QkvCall *c)
{
    return c->params.count == 0 && !c->op->is_place && c->out->dtype == QKV_FLOAT32;
}

bool op_beats(const QkvCall *c, int64_t challenger, int64_t best)
{
    QkvSource x = {0, challenger}, y = {0, best};
    if (!qkv_is_float(c->in[0]->dtype))
        return c->op->compare_i(integer_of(c, x), integer_of(c, y));
    double a = qkv_tensor_at(c->in[0], challenger), b = qkv_tensor_at(c->in[0], best);
    return op_takes_last(c) ? !c->op->compare_f(b, a) : c->op->compare_f(a, b);
}

static double from_extreme(const QkvCall *c, const QkvTerms *t)
{
    if (t->count == 0)
        return c->op->of_nothing;
    int64_t best = c->op->place && t->self >= 0 ? t->self : 0; /* of equals any can come first */
    for (int64_t k = 0; k < t->count; k++)
        if (k != best && op_beats(c, qkv_term(t, k).a.cell, qkv_term(t, best).a.cell))
            best = k;
    double x = qkv_tensor_at(c->in[0], qkv_term(t, best).a.cell);
    if (c->op->place)
        return (double)c->op->place(c, qkv_term(t, best).a.cell);
    return c->op->is_place ? (double)best : c->op->is_truth ? x != 0 : x;
}

/* --- all of them ------------------------------------------------------------------------------------------ */

static double from_terms(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    switch (t->how) {
    case QKV_HOW_GIVEN:
        return qkv_tensor_at(c->out, cell);
    case QKV_HOW_COPY:
    case QKV_HOW_CHOICE:
        return from_copy(c, t);
    case QKV_HOW_APPLY:
        return from_apply(c, cell, t);
    case QKV_HOW_SUM:
    case QKV_HOW_FOLD:
        return from_sum(c, cell, t, memory);
    case QKV_HOW_PRODUCTS:
        return from_products(c, t);
    case QKV_HOW_SOFTMAX:
        return from_softmax(c, cell, t, memory);
    case QKV_HOW_EXTREME:
        return from_extreme(c, t);
    }
    return 0;
}

double qkv_unrounded(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    QkvCall wide;
    ArenaMark mark = arena_mark(memory);
    double x = from_terms(half_wide(c, &wide, memory), cell, t, memory);
    arena_back(memory, mark);
    return x;
}

double qkv_recompute(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    double x = qkv_unrounded(c, cell, t, memory);
    return qkv_is_half(c->out->dtype) ? (double)half_rounded(c->out->dtype, (float)x) : x;
}

bool has_fast_kernel(const QkvCall *c)
{
    QkvHow how = c->op->how;
    return !is_double(c) || (how != QKV_HOW_SUM && how != QKV_HOW_FOLD && how != QKV_HOW_PRODUCTS &&
                             how != QKV_HOW_SOFTMAX);
}

void kernel_recompute(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++) {
        ArenaMark mark = arena_mark(c->memory);
        QkvTerms t = qkv_terms(c, i, c->memory);
        if (!qkv_goes_on(c, CELL_WORK * (t.count + 1)))
            return;
        c->out->data.d[i] = qkv_recompute(c, i, &t, c->memory);
        arena_back(c->memory, mark);
    }
}
