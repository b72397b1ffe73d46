/* Ways back that many rows share: the gradient as it is, in another shape, 0, and that of a copy, whose cells go back to
 * where they came from. */
#include <string.h>

#include "core/cells.h"
#include "core/context.h"
#include "core/gradient.h"
#include "core/rows.h"
#include "core/walk.h"

/* --- for the rows -------------------------------------------------------------------------------------- */

const QkvTensor *gradient_unknown(Qkv *q, const QkvCall *c)
{
    context_say(q, "derivative for aten::%s is not implemented", c->op->name);
    qkv_lack(q, "backward: the gradient of %s is not known here", c->op->name);
    return NULL;
}

const QkvTensor *back_same(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g)
{
    (void)q;
    (void)c;
    (void)operand;
    return g;
}

const QkvTensor *back_shape(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g)
{
    const QkvTensor *in = c->in[operand];
    return qkv_tensor_same_shape(g, in) ? g : qkv_reshape(q, g, in->rank, in->size);
}

const QkvTensor *back_zero(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g)
{
    (void)operand;
    (void)c;
    return qkv_full_like(q, g, g->dtype, 0);
}

/* --- the way back of a copy: in[0] is the gradient; params.at are the sizes of the operand, map says for each
 * cell of the gradient where it goes, -1 for nowhere; keepdim: the sum begins with 0 ---------------- */

static bool plan_put(Qkv *q, QkvCall *c)
{
    c->map = c->params.data;
    return qkv_shape(q, c->out, c->in[0]->dtype, c->params.count, c->params.at) &&
           qkv_spend(q, c->in[0]->count + c->out->count);
}

static void kernel_put(const QkvCall *c)
{
    const float *g = c->in[0]->data.f; /* of float64 each cell is made from its terms */
    float *out = c->out->data.f;
    bool *has = arena_many(c->memory, (size_t)c->out->count + 1, bool);
    for (int64_t i = 0; has && i < c->in[0]->count && qkv_goes_on(c, CELL_WORK); i++) {
        int64_t to = c->map[i];
        if (to < 0)
            continue;
        if (has[to])
            out[to] += g[i];
        else
            out[to] = c->params.keepdim ? 0.0f + g[i] : g[i]; /* of -0: 0 */
        has[to] = true;
    }
}

static void terms_put(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    int64_t n = 0, count = c->in[0]->count;
    for (int64_t i = 0; i < count; i++)
        n += c->map[i] == cell;
    qkv_terms_new(a, t, n, NULL);
    for (int64_t i = 0, k = 0; i < count && k < t->count; i++)
        if (c->map[i] == cell)
            t->term[k++] = (QkvTerm){.a = {0, i}, .b = {-1, 0}};
}

static float sum_in_order(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    (void)cell;
    float sum = 0;
    for (int64_t i = 0; i < n; i++) {
        bool is_first = i == 0 && !c->params.keepdim;
        float next = sum + x[i];
        sum = is_first ? x[0] : next;
    }
    return sum;
}

static const QkvOp op_put = {
    .name = "put",
    .formula = "out[..] = the gradients of all copies of this number, added; 0 where there is none",
    .how = QKV_HOW_SUM,
    .plan = plan_put,
    .kernel = kernel_put,
    .terms = terms_put,
    .sum_row = sum_in_order};

static bool plan_take(Qkv *q, QkvCall *c)
{
    c->map = c->params.data;
    return qkv_shape(q, c->out, c->in[0]->dtype, c->params.count, c->params.at) &&
           qkv_spend(q, c->out->count);
}

static const QkvOp op_take = {.name = "take",
                              .formula = "the gradient of the cell where this number came to be",
                              .how = QKV_HOW_COPY,
                              .plan = plan_take,
                              .kernel = move_kernel,
                              .terms = move_terms};

/* The map of a copy: which cell of the operand each cell of the result is, -1 for none. */
static const int64_t *map_of(Qkv *q, const QkvCall *c, int operand)
{
    if (c->op->kernel == move_kernel && c->map && operand == 0)
        return c->map;
    int64_t *map = arena_many(qkv_arena(q), (size_t)c->out->count + 1, int64_t);
    Walk w = walk_begin(c->out);
    walk_strided(&w, 0, c->offset, c->stride);
    for (int64_t i = 0; map && c->op->terms == move_terms && i < c->out->count; i++, walk_next(&w))
        map[i] = w.cell[0];
    if (c->op->terms == move_terms)
        return map;
    Arena scratch = {0};
    ArenaMark mark = arena_mark(&scratch);
    for (int64_t i = 0; map && i < c->out->count; i++) {
        QkvTerms t = qkv_terms(c, i, &scratch);
        int64_t one = t.how == QKV_HOW_EXTREME ? t.self : 0;
        QkvSource a = t.count > 0 ? qkv_term(&t, one).a : (QkvSource){-1, 0};
        map[i] = a.operand == operand ? a.cell : -1;
        arena_back(&scratch, mark);
    }
    arena_release(&scratch);
    return map;
}

const QkvTensor *back_put(Qkv *q, const QkvTensor *in, const QkvTensor *g, const int64_t *map,
                          bool from_0)
{
    QkvParams p = {.count = in->rank, .keepdim = from_0, .data = map};
    memcpy(p.at, in->size, (size_t)in->rank * sizeof *in->size);
    return map && qkv_spend(q, g->count * CELL_WORK) ? qkv_apply(q, &op_put, 1, &g, &p) : NULL;
}

const QkvTensor *back_taken(Qkv *q, const QkvTensor *g, const int64_t *map, int rank,
                            const int64_t *size)
{
    QkvParams p = {.count = rank, .data = map};
    memcpy(p.at, size, (size_t)rank * sizeof *size);
    return qkv_apply(q, &op_take, 1, &g, &p);
}

bool back_knows(Qkv *q, const QkvTensor *places)
{
    return gradient_may_read(q, 1, &places);
}

const QkvTensor *back_copy(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g)
{
    return back_put(q, c->in[operand], g, map_of(q, c, operand), false);
}

const QkvTensor *back_added(Qkv *q, const QkvCall *c, int operand, const QkvTensor *g)
{
    return back_put(q, c->in[operand], g, map_of(q, c, operand), true);
}
