/* Reductions that choose one cell: the largest, the smallest, where they are, and whether any or
 * all cells are true. The terms are all cells that were looked at, `self` the chosen one. */
#include <math.h>

#include "core/context.h"
#include "core/reduce.h"
#include "core/rows.h"

/* --- what beats what: a nan beats all numbers ------------------------------------------------- */

static bool larger_f(float a, float b)
{
    return a > b || (isnan(a) && !isnan(b));
}

static bool smaller_f(float a, float b)
{
    return a < b || (isnan(a) && !isnan(b));
}

static bool larger_i(int64_t a, int64_t b)
{
    return a > b;
}

static bool smaller_i(int64_t a, int64_t b)
{
    return a < b;
}

/* One true cell decides `any`, one false cell `all`. */
static bool true_f(float a, float b)
{
    return a != 0 && b == 0;
}

static bool true_i(int64_t a, int64_t b)
{
    return a != 0 && b == 0;
}

static bool false_f(float a, float b)
{
    return a == 0 && b != 0;
}

static bool false_i(int64_t a, int64_t b)
{
    return a == 0 && b != 0;
}

/* --- plans -------------------------------------------------------------------------------------- */

/* How many cells of the operand make one of the result. */
static int64_t terms_of_each(const QkvCall *c)
{
    int64_t n = 1;
    for (int d = 0; d < c->in[0]->rank; d++)
        n *= c->reduced[d] ? c->in[0]->size[d] : 1;
    return n;
}

/* Comparing two cells costs more than adding them. */
static bool plan_choice(Qkv *q, QkvCall *c, QkvDType dtype)
{
    return reduce_plan(q, c, dtype) && qkv_spend(q, 2 * c->in[0]->count);
}

static bool plan_extreme(Qkv *q, QkvCall *c)
{
    return plan_choice(q, c, c->op->is_place ? QKV_INT64 : c->in[0]->dtype) &&
           (terms_of_each(c) > 0 ||
            qkv_fail(q, "%s: there is nothing to choose from: an axis has size 0", c->op->name));
}

/* A place of truths is known only beside their largest. Along an axis of size 1, or without cells,
 * PyTorch does not look at them. */
static bool plan_place(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[0];
    bool planned = plan_extreme(q, c);
    bool has_choice = c->params.count == 0 || a->rank == 0 ||
                      (a->count > 0 && terms_of_each(c) > 1);
    if (planned && a->dtype == QKV_BOOL && has_choice)
        return qkv_fail(q, "%s: bool tensors are not numbers: use .long() first", c->op->name);
    return planned;
}

static bool plan_truth(Qkv *q, QkvCall *c)
{
    return plan_choice(q, c, c->in[0]->dtype == QKV_UINT8 ? QKV_UINT8 : QKV_BOOL);
}

/* --- kernel and terms --------------------------------------------------------------------------- */

static void put_chosen(const QkvCall *c, int64_t to, int64_t place, int64_t from)
{
    if (c->op->is_place)
        c->out->data.i[to] = place;
    else if (c->op->is_truth)
        c->out->data.b[to] = qkv_tensor_at(c->in[0], from) != 0;
    else
        copy_cell(c->out, to, c->in[0], from);
}

static void kernel_extreme(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count; i++) {
        QkvTensor shape;
        Walk w;
        int64_t n = reduce_cells(c, i, &shape, &w), place = 0, best = w.cell[0];
        if (n == 0) {
            c->out->data.b[i] = c->op->of_nothing != 0;
            continue;
        }
        for (int64_t k = 0; k < n; k++, walk_next(&w))
            if (k > 0 && op_beats(c, w.cell[0], best)) {
                place = k;
                best = w.cell[0];
            }
        put_chosen(c, i, place, best);
    }
}

static void terms_extreme(const QkvCall *c, int64_t cell, Arena *arena, QkvTerms *t)
{
    reduce_terms(c, cell, arena, t);
    for (int64_t k = 1; k < t->count; k++)
        if (op_beats(c, t->term[k].a.cell, t->term[t->self].a.cell))
            t->self = k;
}

/* --- the rows ----------------------------------------------------------------------------------- */

#define EXTREME                                                                                    \
    .how = QKV_HOW_EXTREME, .kernel = kernel_extreme, .label = reduce_label, .terms = terms_extreme
#define LARGEST .told = "the largest", .compare_f = larger_f, .compare_i = larger_i, EXTREME
#define SMALLEST .told = "the smallest", .compare_f = smaller_f, .compare_i = smaller_i, EXTREME
#define PLACE_OF_LARGEST                                                                           \
    .name = "argmax", .formula = "out[..] = the place of the largest over .. of a[..]",            \
    .is_place = true, LARGEST
#define PLACE_OF_SMALLEST                                                                          \
    .name = "argmin", .formula = "out[..] = the place of the smallest over .. of a[..]",           \
    .is_place = true, SMALLEST

/* clang-format off: one row, one line */
const QkvOp op_max = {.name = "max",
                      .signature = "input:T dim:i= keepdim:b=False",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[..] = the largest over .. of a[..]",
                      .plan = plan_extreme,
                      LARGEST};
const QkvOp op_min = {.name = "min",
                      .signature = "input:T dim:i= keepdim:b=False",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[..] = the smallest over .. of a[..]",
                      .plan = plan_extreme,
                      SMALLEST};
const QkvOp op_argmax = {.signature = "input:T dim:i=None keepdim:b=False",
                         .homes = QKV_IN_BOTH,
                         .plan = plan_place,
                         PLACE_OF_LARGEST};
const QkvOp op_argmin = {.signature = "input:T dim:i=None keepdim:b=False",
                         .homes = QKV_IN_BOTH,
                         .plan = plan_place,
                         PLACE_OF_SMALLEST};
/* The places beside the values of max and min along an axis. */
const QkvOp op_max_place = {
    .signature = "input:T dim:i keepdim:b=False", .plan = plan_extreme, PLACE_OF_LARGEST};
const QkvOp op_min_place = {
    .signature = "input:T dim:i keepdim:b=False", .plan = plan_extreme, PLACE_OF_SMALLEST};
const QkvOp op_any = {.name = "any",
                      .signature = "input:T dim:i= keepdim:b=False",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[..] = whether any over .. of a[..] is not 0",
                      .is_truth = true,
                      .told = "the deciding one",
                      .plan = plan_truth,
                      .compare_f = true_f,
                      .compare_i = true_i,
                      EXTREME};
const QkvOp op_all = {.name = "all",
                      .signature = "input:T dim:i= keepdim:b=False",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[..] = whether none over .. of a[..] is 0",
                      .is_truth = true,
                      .of_nothing = 1,
                      .told = "the deciding one",
                      .plan = plan_truth,
                      .compare_f = false_f,
                      .compare_i = false_i,
                      EXTREME};
/* clang-format on */
