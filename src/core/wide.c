/* float64. The fast kernels are those of float32; here each cell is computed from its terms, as the
 * explanation of a cell has them, so that one piece of code serves all operations.
 *
 * Sums are taken in the order of NumPy (github.com/numpy/numpy, loops_utils.h.src: pairwise_sum), whose
 * float64 this is for; printed digits of PyTorch's float64 are the same. */
#include "core/wide.h"

#include <math.h>

#include "core/integer.h"
#include "core/reduce.h"
#include "core/rows.h"

bool is_wide(const QkvCall *c)
{
    switch (c->op->how) {
    case QKV_HOW_APPLY:
        return (c->op->compare_f ? promoted(c) : c->out->dtype) == QKV_FLOAT64;
    case QKV_HOW_SUM:
    case QKV_HOW_PRODUCTS:
    case QKV_HOW_SOFTMAX:
    case QKV_HOW_FOLD:
        return c->out->dtype == QKV_FLOAT64;
    case QKV_HOW_GIVEN:
    case QKV_HOW_COPY:
    case QKV_HOW_CHOICE:
    case QKV_HOW_EXTREME:
        break;
    }
    return false;
}

bool wide_has(const QkvOp *op, int count)
{
    if (op->how == QKV_HOW_APPLY)
        return op->compare_f || (count > 1 ? op->d2 != NULL : op->d1 != NULL);
    return op->how != QKV_HOW_FOLD || op->fold || op->next;
}

static double number_of(const QkvCall *c, QkvSource s)
{
    return cell_double(c->in[s.operand], s.cell);
}

static double apply_to_term(const QkvCall *c, QkvTerm t)
{
    const QkvOp *op = c->op;
    double a = number_of(c, t.a), b = t.b.operand < 0 ? 0 : number_of(c, t.b);
    return op->compare_f ? op->compare_f(a, b) : c->count > 1 ? op->d2(a, b) : op->d1(a);
}

/* --- sums ------------------------------------------------------------------------------------------- */

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

static double fold(const QkvCall *c, const QkvTerms *t, Arena *memory)
{
    double *x = arena_many(memory, (size_t)t->count, double), so_far = c->op->of_nothing;
    for (int64_t i = 0; x && i < t->count; i++)
        x[i] = number_of(c, qkv_term(t, i).a);
    if (!x)
        return 0;
    if (c->op->fold)
        return c->op->fold(c, x, t->count);
    for (int64_t i = 0; i < t->count && c->op->next; i++)
        so_far = c->op->next(so_far, x[i]);
    return c->op->next ? so_far : sum_of(c, x, t->count);
}

/* --- products --------------------------------------------------------------------------------------- */

static double sum_products(const QkvCall *c, const QkvTerms *t)
{
    int64_t products = t->count;
    double sum = 0;
    if (products > 0 && qkv_term(t, products - 1).b.operand < 0)
        sum = number_of(c, qkv_term(t, --products).a);
    for (int64_t i = 0; i < products; i++) {
        QkvTerm term = qkv_term(t, i);
        double a = number_of(c, term.a), b = number_of(c, term.b), product = a * b;
        sum = c->fused ? fma(a, b, sum) : sum + product;
    }
    return sum;
}

/* --- softmax ---------------------------------------------------------------------------------------- */

QkvSoftmaxParts wide_softmax(const QkvCall *c, const QkvTerms *t)
{
    QkvSoftmaxParts p = {.max = -(double)INFINITY};
    for (int64_t i = 0; i < t->count; i++) {
        double x = number_of(c, qkv_term(t, i).a);
        p.max = x > p.max || isnan(x) ? x : p.max;
    }
    for (int64_t i = 0; i < t->count; i++)
        p.sum += exp(number_of(c, qkv_term(t, i).a) - p.max);
    return p;
}

static double share(const QkvCall *c, const QkvTerms *t)
{
    QkvSoftmaxParts p = wide_softmax(c, t);
    double x = number_of(c, qkv_term(t, t->self).a) - p.max;
    return c->op->is_log ? x - log(p.sum) : exp(x) / p.sum;
}

/* --- cells ------------------------------------------------------------------------------------------ */

double wide_cell(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    switch (t->how) {
    case QKV_HOW_APPLY:
        return t->count > 0 ? apply_to_term(c, qkv_term(t, 0)) : 0;
    case QKV_HOW_SUM:
    case QKV_HOW_FOLD:
        return fold(c, t, memory);
    case QKV_HOW_PRODUCTS:
        return sum_products(c, t);
    case QKV_HOW_SOFTMAX:
        return t->count > 0 ? share(c, t) : 0;
    case QKV_HOW_GIVEN:
    case QKV_HOW_COPY:
    case QKV_HOW_CHOICE:
    case QKV_HOW_EXTREME:
        break;
    }
    return qkv_tensor_at(c->out, cell);
}

void wide_kernel(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++) {
        ArenaMark mark = arena_mark(c->memory);
        QkvTerms t = qkv_terms(c, i, c->memory);
        if (!qkv_goes_on(c, CELL_WORK * (t.count + 1)))
            return;
        put_number(c->out, i, wide_cell(c, i, &t, c->memory));
        arena_back(c->memory, mark);
    }
}
