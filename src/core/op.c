/* Applying a row of the table: plan, compute, label, record. And the way back: the terms of a cell,
 * and the cell from its terms. */
#include "core/op.h"

#include <assert.h>
#include <math.h>

#include "core/context.h"
#include "core/integer.h"
#include "core/rows.h"
#include "core/storage.h"
#include "core/stride.h"

const QkvTensor *qkv_apply(Qkv *q, const QkvOp *op, int count, const QkvTensor *const in[],
                           const QkvParams *params)
{
    if (q->err.set)
        return NULL;
    for (int i = 0; i < count; i++)
        if (!in[i])
            return NULL;
    if (!storage_refresh(q, count, &in))
        return NULL;

    QkvCall c = {.op = op, .count = count, .in = in};
    if (params)
        c.params = *params;
    if (op->idle && op->idle(&c))
        return in[0];
    c.out = arena_new(&q->arena, QkvTensor);
    if (!op->plan(q, &c))
        return NULL;
    op = c.op;
    c.out->data.raw = arena_array(&q->arena, (size_t)c.out->count, qkv_dtype_size(c.out->dtype));
    stride_new(c.out);
    if (!storage_own(q, c.out))
        return NULL;
    if (op->stride)
        op->stride(&c);
    q->all_cells += c.out->count;
    op->kernel(&c);
    if (op->label)
        op->label(q, &c);
    if (!storage_holes(q, &c))
        return NULL;
    if (q->recording && !tape_add(q, &c))
        return NULL;
    return c.out;
}

const char *qkv_formula(const QkvCall *c)
{
    return c->params.text ? c->params.text : c->op->formula;
}

const char *qkv_written(const QkvOp *op)
{
    return op->symbol ? op->symbol : op->name;
}

QkvTerms op_terms(const QkvCall *c, int64_t cell, Arena *a)
{
    assert(cell >= 0 && cell < c->out->count);
    QkvTerms t = {.how = c->op->how};
    if (c->op->terms)
        c->op->terms(c, cell, a, &t);
    return t;
}

/* A source cell as an operation on floats or on integers sees it. */
static float float_of(const QkvCall *c, QkvSource s)
{
    return cell_float(c->in[s.operand], s.cell);
}

static int64_t integer_of(const QkvCall *c, QkvSource s)
{
    return cell_integer(c->in[s.operand], s.cell);
}

static bool any_float(const QkvCall *c)
{
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->dtype == QKV_FLOAT32)
            return true;
    return false;
}

/* The constant that an operation puts where it has no source, as the type of the result. */
static double from_constant(const QkvCall *c)
{
    double x = c->params.value;
    switch (c->out->dtype) {
    case QKV_BOOL:
        return x != 0;
    case QKV_INT64:
        return (double)integer_from(x);
    case QKV_FLOAT32:
        return (double)(float)x;
    }
    return x;
}

static double from_copy(const QkvCall *c, const QkvTerms *t)
{
    if (t->count == 0)
        return from_constant(c);
    QkvSource s = t->term[0].a;
    switch (c->out->dtype) {
    case QKV_BOOL:
        return qkv_tensor_at(c->in[s.operand], s.cell) != 0;
    case QKV_INT64:
        return (double)integer_of(c, s);
    case QKV_FLOAT32:
        return (double)float_of(c, s);
    }
    return 0;
}

static double from_apply(const QkvCall *c, const QkvTerms *t)
{
    const QkvOp *op = c->op;
    QkvSource a = t->term[0].a, b = t->term[0].b;
    if (op->test)
        return op->test(float_of(c, a));
    if (op->compare_f)
        return any_float(c) ? op->compare_f(float_of(c, a), float_of(c, b))
                            : op->compare_i(integer_of(c, a), integer_of(c, b));
    if (c->out->dtype == QKV_FLOAT32)
        return (double)(b.operand < 0 ? op->f1(float_of(c, a))
                                      : op->f2(float_of(c, a), float_of(c, b)));
    int64_t i = b.operand < 0 ? op->i1(integer_of(c, a))
                              : op->i2(integer_of(c, a), integer_of(c, b));
    return c->out->dtype == QKV_BOOL ? i != 0 : (double)i;
}

static double from_sum(const QkvCall *c, int64_t cell, const QkvTerms *t)
{
    if (c->out->dtype != QKV_FLOAT32) {
        int64_t sum = 0;
        for (int64_t i = 0; i < t->count; i++)
            sum = wrap_add(sum, integer_of(c, t->term[i].a));
        return (double)sum;
    }
    Arena scratch = {0};
    float *x = arena_many(&scratch, (size_t)t->count, float);
    for (int64_t i = 0; i < t->count; i++)
        x[i] = float_of(c, t->term[i].a);
    float sum = c->op->sum_row(c, cell, x, t->count);
    arena_release(&scratch);
    return (double)sum;
}

static double from_products(const QkvCall *c, const QkvTerms *t)
{
    if (c->out->dtype != QKV_FLOAT32) {
        int64_t sum = 0;
        for (int64_t i = 0; i < t->count; i++)
            sum = wrap_add(sum, wrap_mul(integer_of(c, t->term[i].a), integer_of(c, t->term[i].b)));
        return (double)sum;
    }
    int64_t products = t->count;
    float sum = 0;
    if (products > 0 && t->term[products - 1].b.operand < 0)
        sum = float_of(c, t->term[--products].a);
    for (int64_t i = 0; i < products; i++) {
        float a = float_of(c, t->term[i].a), b = float_of(c, t->term[i].b);
        float product = a * b;
        sum = c->fused ? fmaf(a, b, sum) : sum + product;
    }
    return (double)sum;
}

double qkv_term_value(const QkvCall *c, const QkvTerm *t)
{
    double a = qkv_tensor_at(c->in[t->a.operand], t->a.cell);
    if (t->b.operand < 0)
        return a;
    double product = a * qkv_tensor_at(c->in[t->b.operand], t->b.cell);
    return c->out->dtype == QKV_FLOAT32 ? (double)(float)product : product;
}

QkvSoftmaxParts op_softmax_parts(const QkvCall *c, const QkvTerms *t, Arena *a)
{
    float *power = arena_many(a, (size_t)t->count, float), max;
    for (int64_t i = 0; i < t->count; i++)
        power[i] = float_of(c, t->term[i].a);
    SoftmaxWay way = op_softmax_way(c, t->term[t->self].a.cell);
    float sum = powers32(way, power, power, t->count, &max);
    return (QkvSoftmaxParts){.max = (double)max, .power = power, .sum = (double)sum};
}

bool op_beats(const QkvCall *c, int64_t challenger, int64_t best)
{
    QkvSource x = {0, challenger}, y = {0, best};
    if (c->in[0]->dtype != QKV_FLOAT32)
        return c->op->compare_i(integer_of(c, x), integer_of(c, y));
    float a = float_of(c, x), b = float_of(c, y);
    /* Of equal numbers (0 and -0) PyTorch takes the first along an axis, and the last of all. */
    bool takes_last = c->params.count == 0 && !c->op->is_place && c->out->dtype == QKV_FLOAT32;
    return takes_last ? !c->op->compare_f(b, a) : c->op->compare_f(a, b);
}

static double from_extreme(const QkvCall *c, const QkvTerms *t)
{
    if (t->count == 0)
        return c->op->of_nothing;
    int64_t best = 0;
    for (int64_t k = 1; k < t->count; k++)
        if (op_beats(c, t->term[k].a.cell, t->term[best].a.cell))
            best = k;
    double x = qkv_tensor_at(c->in[0], t->term[best].a.cell);
    return c->op->is_place ? (double)best : c->out->dtype == QKV_BOOL ? x != 0 : x;
}

static double from_softmax(const QkvCall *c, int64_t cell, const QkvTerms *t)
{
    Arena scratch = {0};
    float *x = arena_many(&scratch, (size_t)t->count, float);
    for (int64_t i = 0; i < t->count; i++)
        x[i] = float_of(c, t->term[i].a);
    (c->op->is_log ? log_softmax32 : softmax32)(op_softmax_way(c, cell), x, x, t->count);
    float result = x[t->self];
    arena_release(&scratch);
    return (double)result;
}

double qkv_recompute(const QkvCall *c, int64_t cell, const QkvTerms *t)
{
    switch (t->how) {
    case QKV_HOW_GIVEN:
        return qkv_tensor_at(c->out, cell);
    case QKV_HOW_COPY:
    case QKV_HOW_CHOICE:
        return from_copy(c, t);
    case QKV_HOW_APPLY:
        return from_apply(c, t);
    case QKV_HOW_SUM:
    case QKV_HOW_FOLD:
        return from_sum(c, cell, t);
    case QKV_HOW_PRODUCTS:
        return from_products(c, t);
    case QKV_HOW_SOFTMAX:
        return from_softmax(c, cell, t);
    case QKV_HOW_EXTREME:
        return from_extreme(c, t);
    }
    return 0;
}
