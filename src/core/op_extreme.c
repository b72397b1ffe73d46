/* Reductions that choose one cell: the largest, the smallest, where they are, and whether any or
 * all cells are true. The terms are all cells that were looked at, `self` the chosen one. */
#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/reduce.h"
#include "core/rows.h"

/* --- what beats what: a nan beats all numbers ------------------------------------------------- */

static bool larger_f(double a, double b)
{
    return a > b || (isnan(a) && !isnan(b));
}

static bool smaller_f(double a, double b)
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

/* A true cell decides `any`, a false cell `all`. */
static bool true_f(double a, double b)
{
    return a != 0 && b == 0;
}

static bool true_i(int64_t a, int64_t b)
{
    return a != 0 && b == 0;
}

static bool false_f(double a, double b)
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
    if (!plan_choice(q, c, c->op->is_place ? QKV_INT64 : c->in[0]->dtype))
        return false;
    if (terms_of_each(c) > 0)
        return true;
    FAULT_OF(q, c, c->op->is_place ? QKV_FAULT_NO_PLACE : QKV_FAULT_NO_LEAST, 0);
    return qkv_fail(q, "%s: there is nothing to choose from: an axis has size 0", c->op->name);
}

/* A place of truths is known only beside their largest. Along an axis of size 1, or without cells,
 * PyTorch does not look at them. */
static bool plan_place(Qkv *q, QkvCall *c)
{
    if (c->in[0]->dtype == QKV_BOOL)
        return qkv_fail(q, "%s: bool tensors are not numbers: use .long() first", c->op->name);
    return plan_extreme(q, c);
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

/* The best of n floats along a walk, and its place among them. */
static int64_t best_float(const QkvCall *c, Walk *w, int64_t n, int64_t *place)
{
    bool (*beats)(double a, double b) = c->op->compare_f, takes_last = op_takes_last(c);
    const float *in = c->in[0]->data.f;
    int64_t best = w->cell[0];
    double most = (double)in[best];
    walk_join(w);
    int64_t run = walk_run(w), step = walk_step(w, 0);
    for (int64_t done = 0; done < n; done += run, walk_next_run(w))
        for (int64_t k = 0, cell = w->cell[0]; k < run; k++, cell += step)
            if (takes_last ? !beats(most, (double)in[cell]) : beats((double)in[cell], most)) {
                *place = done + k;
                best = cell;
                most = (double)in[cell];
            }
    return best;
}

static int64_t chosen_of(const QkvCall *c, Walk *w, int64_t n, int64_t *place)
{
    *place = 0;
    if (c->in[0]->dtype == QKV_FLOAT32)
        return best_float(c, w, n, place);
    int64_t best = w->cell[0];
    walk_next(w);
    for (int64_t k = 1; k < n; k++, walk_next(w))
        if (op_beats(c, w->cell[0], best)) {
            *place = k;
            best = w->cell[0];
        }
    return best;
}

static void kernel_extreme(const QkvCall *c)
{
    if (c->out->count == 0)
        return;
    QkvTensor shape;
    Walk first, at = walk_begin(c->out);
    int64_t n = reduce_cells(c, 0, &shape, &first), place;
    walk_strided(&at, 0, 0, c->stride);
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, 4 * n); i++, walk_next(&at)) {
        if (n == 0) {
            c->out->data.b[i] = c->op->of_nothing != 0;
            continue;
        }
        Walk w = first;
        w.cell[0] = at.cell[0];
        int64_t best = chosen_of(c, &w, n, &place);
        put_chosen(c, i, place, best);
    }
}

static uint32_t bits_of(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* Floats beside each other that are looked through in vectors, because no compare among them ends that. */
enum { BLOCK = 64 };

static bool has_bits(const float *block, uint32_t bits)
{
    uint32_t found = 0;
    for (int k = 0; k < BLOCK; k++)
        found |= bits_of(block[k]) == bits;
    return found;
}

/* The place of the first or the last float with the same bits as one that was chosen. */
static int64_t place_of_bits(const QkvCall *c, Walk *w, int64_t n, const float *chosen)
{
    const float *in = c->in[0]->data.f;
    int64_t place = 0;
    uint32_t bits = bits_of(*chosen);
    walk_join(w);
    int64_t run = walk_run(w), step = walk_step(w, 0);
    for (int64_t done = 0; done < n; done += run, walk_next_run(w))
        for (int64_t k = 0; k < run; k += BLOCK) {
            const float *block = in + w->cell[0] + k * step;
            int64_t cells = run - k < BLOCK ? run - k : BLOCK;
            if (step == 1 && cells == BLOCK && !has_bits(block, bits))
                continue;
            for (int64_t i = 0; i < cells; i++)
                if (bits_of(block[i * step]) == bits) {
                    place = done + k + i;
                    if (!op_takes_last(c))
                        return place;
                }
        }
    return place;
}

/* Finds by the result what was chosen; only that of truths has to be looked for. */
static void terms_extreme(const QkvCall *c, int64_t cell, Arena *arena, QkvTerms *t)
{
    QkvTensor shape;
    Walk w;
    reduce_terms(c, cell, arena, t);
    reduce_cells(c, cell, &shape, &w);
    if (t->count == 0)
        return;
    if (c->op->is_place)
        t->self = c->out->data.i[cell];
    else if (c->out->dtype == QKV_FLOAT32)
        t->self = place_of_bits(c, &w, t->count, c->out->data.f + cell);
    else
        chosen_of(c, &w, t->count, &t->self);
}

/* --- gradients: see QkvOp.back ------------------------------------------------------------------- */

/* Of all cells the largest ones share it; along an axis it goes to the place that was chosen. */
BACK(extreme)
{
    if (c->params.count > 0)
        return back_copy(q, c, operand, g);
    const QkvTensor *a = c->in[0], *mask = qkv_eq(q, a, c->out);
    if (isnan(qkv_tensor_at(c->out, 0)))
        mask = qkv_isnan(q, a);
    return qkv_where(q, mask, qkv_div(q, g, qkv_sum(q, mask, 0, NULL, false)), qkv_number(q, 0));
}

static const char *named_max(const QkvCall *c)
{
    return c->params.count ? "MaxBackward0" : "MaxBackward1";
}

static const char *named_min(const QkvCall *c)
{
    return c->params.count ? "MinBackward0" : "MinBackward1";
}

/* --- the rows ----------------------------------------------------------------------------------- */

#define EXTREME                                                                                    \
    .how = QKV_HOW_EXTREME, .kernel = kernel_extreme, .label = reduce_label, .terms = terms_extreme
#define LARGEST .told = "the largest", .compare_f = larger_f, .compare_i = larger_i, EXTREME
#define SMALLEST .told = "the smallest", .compare_f = smaller_f, .compare_i = smaller_i, EXTREME
#define PLACE_OF_LARGEST                                                                           \
    .name = "argmax", .formula = "out[..] = the position of the largest over .. of a[..]",         \
    .is_place = true, LARGEST
#define PLACE_OF_SMALLEST                                                                          \
    .name = "argmin", .formula = "out[..] = the position of the smallest over .. of a[..]",        \
    .is_place = true, SMALLEST

/* clang-format off: one row, one line */
const QkvOp op_max = {.name = "max",
                      .signature = "input:T dim:i= keepdim:b=False",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[..] = the largest over .. of a[..]",
                      .plan = plan_extreme,
                      .back = back_extreme,
                      .named = named_max,
                      LARGEST};
const QkvOp op_min = {.name = "min",
                      .signature = "input:T dim:i= keepdim:b=False",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[..] = the smallest over .. of a[..]",
                      .plan = plan_extreme,
                      .back = back_extreme,
                      .named = named_min,
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
                      .signature = "input:T dim:I=None keepdim:b=False",
                      .homes = QKV_IN_BOTH,
                      .formula = "out[..] = whether any over .. of a[..] is not 0",
                      .is_truth = true,
                      .told = "the deciding one",
                      .plan = plan_truth,
                      .compare_f = true_f,
                      .compare_i = true_i,
                      EXTREME};
const QkvOp op_all = {.name = "all",
                      .signature = "input:T dim:I=None keepdim:b=False",
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
