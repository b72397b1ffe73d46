/* Sums of products are held against their weights: the terms of a cell say which of them were taken. */
#include "lesson/astray.h"

#include <math.h>

#include "base/common.h"

/* Operands that were made of other tensors: the step that made one; NULL for none. */
static const QkvCall *made_by(const Run *run, const QkvTensor *t)
{
    return t && t->step >= 0 && t->step < run->tape->count ? &run->tape->step[t->step].call : NULL;
}

/* e / e.sum(..): the sum, or NULL. Whether it is a division is seen in the numbers. */
static const QkvCall *sum_of_shares(const Run *run, const QkvCall *c)
{
    const QkvCall *sum = c->op->how == QKV_HOW_APPLY && c->count == 2 ? made_by(run, c->in[1])
                                                                      : NULL;
    if (!sum || sum->op->how != QKV_HOW_SUM || sum->in[0] != c->in[0] || c->out->count < 2)
        return NULL;
    double all = 0, parts = 0; /* shares add up to as many as there are sums */
    for (int64_t i = 0; i < c->out->count; i++)
        all += qkv_tensor_at(c->out, i);
    parts = (double)sum->out->count;
    return fabs(all - parts) <= 1e-3 * parts ? sum : NULL;
}

/* Finds what makes the shares that an operand holds, through steps that scale cell by cell, such as dropout. */
static const QkvCall *shares_in(const Run *run, const QkvTensor *t, const QkvCall **group)
{
    const QkvCall *c = made_by(run, t);
    while (c && c->op->how == QKV_HOW_APPLY && c->op->scales && !sum_of_shares(run, c) &&
           qkv_tensor_same_shape(c->in[0], c->out))
        c = made_by(run, c->in[0]);
    bool is_softmax = c && c->op->how == QKV_HOW_SOFTMAX && !c->op->is_log;
    *group = !c ? NULL : is_softmax ? c : sum_of_shares(run, c);
    return *group && qkv_tensor_same_shape(c->out, t) ? c : NULL;
}

/* How many of the shares add up to 1 with one another. */
static int64_t group_size(const QkvCall *group)
{
    int64_t size = 1;
    for (int d = 0; d < group->in[0]->rank; d++)
        size *= group->reduced[d] ? group->in[0]->size[d] : 1;
    return size;
}

/* The axis along which two cells of a tensor lie; -1: there is none. */
static int axis_between(const QkvTensor *t, int64_t a, int64_t b)
{
    int64_t x[QKV_MAX_RANK], y[QKV_MAX_RANK];
    int axis = -1, others = 0;
    qkv_tensor_index(t, a, x);
    qkv_tensor_index(t, b, y);
    for (int d = 0; d < t->rank; d++)
        if (x[d] != y[d]) {
            axis = d;
            others++;
        }
    return others == 1 ? axis : -1;
}

/* The axis of the weights that a sum of products runs over, where they do not add up to 1 in one of the cells
 * looked at; -1: they do, or it cannot be told. */
static int astray_axis(const QkvCall *product, const QkvTensor *shares, Arena *a)
{
    enum { LOOKED_AT = 16 };
    bool off = false;
    int axis = -1;
    int64_t step = product->out->count / LOOKED_AT + 1;
    for (int64_t cell = 0; cell < product->out->count; cell += step) {
        QkvTerms terms = qkv_terms(product, cell, a);
        double sum = 0;
        for (int64_t i = 0; i < terms.count; i++) {
            QkvTerm t = qkv_term(&terms, i);
            if (t.a.operand != 0)
                return -1;
            sum += qkv_tensor_at(shares, t.a.cell);
        }
        if (terms.count < 2 || !isfinite(sum))
            return -1;
        axis = axis_between(shares, qkv_term(&terms, 0).a.cell, qkv_term(&terms, 1).a.cell);
        off = off || fabs(sum - 1) > 1e-2;
    }
    return off ? axis : -1;
}

/* The line of the reader's own code in which a step was made. */
static int own_line(const Run *run, int step)
{
    int line = run_line_of_step(run, step);
    while (line >= 0 && run->line[line].library)
        line = run->line[line].outer;
    return line >= 0 ? run->line[line].first : run->statement[run->tape->step[step].tag].first;
}

static bool look_at_product(Arena *a, const Run *run, int step, Astray *out)
{
    const QkvCall *product = &run->tape->step[step].call, *group;
    if (product->op->how != QKV_HOW_PRODUCTS || product->count < 2 || product->in[0]->rank < 2)
        return false;
    const QkvCall *shares = shares_in(run, product->in[0], &group);
    int64_t size = shares ? group_size(group) : 0;
    int axis = size > 1 ? astray_axis(product, shares->out, a) : -1;
    const QkvTensor *t = shares ? shares->out : NULL;
    if (axis < 0 || axis != t->rank - 1) /* keys along another axis may have shares of features */
        return false;
    int sum_line = own_line(run, step);
    out->line = own_line(run, t->step);
    const char *sums = lesson_line_text(a, run->lesson, sum_line);
    const char *where = size > t->size[axis] && group->reduced[axis] ? "all together"
                        : group->reduced[t->rank - 2]                ? "down columns"
                                                                     : "on another axis";
    out->text = arena_format(a, "weights add up to 1 %s, not along rows%s: dim=-1?", where,
                             sum_line == out->line ? "" : arena_format(a, " (%s)", sums));
    return true;
}

bool astray_find(Arena *a, const Run *run, Astray *out)
{
    for (int i = 0; i < run->tape->count; i++)
        if (look_at_product(a, run, i, out))
            return true;
    return false;
}
