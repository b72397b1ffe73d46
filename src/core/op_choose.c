/* Choosing between cells by a condition: where and masked_fill. A cell is a copy of the one chosen;
 * the cell of the condition stands beside it in the terms. */
#include "core/context.h"
#include "core/integer.h"
#include "core/label.h"
#include "core/rows.h"
#include "core/stride.h"
#include "core/walk.h"

enum { CONDITION, YES, NO }; /* the operands of where */

/* Which operand a cell comes from. */
static int chosen(const Call *c, const Walk *w)
{
    return c->in[CONDITION]->data.b[w->cell[CONDITION]] ? YES : NO;
}

static void kernel_where(const Call *c)
{
    Walk w = walk_operands(c->out, c->count, c->in);
    for (int64_t i = 0; i < c->out->count; i++, walk_next(&w)) {
        int from = chosen(c, &w);
        copy_cell(c->out, i, c->in[from], w.cell[from]);
    }
}

static void terms_where(const Call *c, int64_t cell, Arena *a, Terms *t)
{
    Walk w = walk_operands(c->out, c->count, c->in);
    walk_to(&w, cell);
    int from = chosen(c, &w);
    t->count = 1;
    t->term = arena_new(a, Term);
    *t->term = (Term){.a = {from, w.cell[from]}, .b = {CONDITION, w.cell[CONDITION]}};
}

/* Labels come from what is chosen among rather than from the condition. */
static void label_where(Qkv *q, Call *c)
{
    (void)q;
    for (int i = c->count - 1; i >= 0; i--) {
        int shift = c->out->rank - c->in[i]->rank;
        for (int d = 0; d < c->in[i]->rank; d++)
            label_pass(c->out, d + shift, c->in[i], d, shift == 0);
    }
}

static bool wants_bool(Qkv *q, const Call *c)
{
    return c->in[CONDITION]->dtype == DTYPE_BOOL ||
           qkv_fail(q, "%s: the condition is %s and must be bool: compare it with something first",
                    c->op->name, dtype_name(c->in[CONDITION]->dtype));
}

static bool plan_where(Qkv *q, Call *c)
{
    DType yes = c->in[YES]->dtype, no = c->in[NO]->dtype;
    return wants_bool(q, c) && plan_broadcast(q, c, yes > no ? yes : no) &&
           qkv_spend(q, c->out->count);
}

/* The number takes the type of the tensor. */
static bool plan_masked_fill(Qkv *q, Call *c)
{
    const Tensor *value = c->in[YES];
    if (!wants_bool(q, c))
        return false;
    if (value->rank > 0)
        return qkv_fail(q, "masked_fill: the value must be a single number");
    double x = tensor_at(value, 0);
    if (c->in[NO]->dtype == DTYPE_INT64 && !integer_fits(x))
        return qkv_fail(q,
                        "masked_fill: an int64 tensor cannot hold this number: use .float() first");
    return plan_broadcast(q, c, c->in[NO]->dtype) && qkv_spend(q, c->out->count);
}

static const char formula_choice[] = "out[..] = b[..] where a[..] is True, else c[..]";

const Op op_where = {.name = "where",
                     .formula = formula_choice,
                     .how = HOW_CHOICE,
                     .plan = plan_where,
                     .kernel = kernel_where,
                     .label = label_where,
                     .stride = stride_cellwise,
                     .terms = terms_where};

const Op op_masked_fill = {.name = "masked_fill",
                           .formula = formula_choice,
                           .how = HOW_CHOICE,
                           .plan = plan_masked_fill,
                           .kernel = kernel_where,
                           .label = label_where,
                           .terms = terms_where};

const Tensor *qkv_where(Qkv *q, const Tensor *condition, const Tensor *yes, const Tensor *no)
{
    const Tensor *in[] = {condition, yes, no};
    return qkv_apply(q, &op_where, 3, in, NULL);
}

const Tensor *qkv_masked_fill(Qkv *q, const Tensor *a, const Tensor *mask, const Tensor *value)
{
    const Tensor *in[] = {mask, value, a};
    return qkv_apply(q, &op_masked_fill, 3, in, NULL);
}
