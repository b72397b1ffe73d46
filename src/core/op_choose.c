/* Choosing between cells by a condition: where and masked_fill. A cell is a copy of the one chosen;
 * the cell of the condition stands beside it in the terms. */
#include "core/gradient.h"
#include "core/label.h"
#include "core/lanes.h"
#include "core/rows.h"
#include "core/stride.h"
#include "core/walk.h"

enum { CONDITION, YES, NO }; /* the operands of where */

/* Number of the operand that a cell comes from. */
static int chosen(const QkvCall *c, const Walk *w)
{
    return c->in[CONDITION]->data.b[w->cell[CONDITION]] ? YES : NO;
}

/* A run where one number takes the place of some cells of a row, as a mask does it. One plain loop: gcc
 * 12 makes other cells of one that goes in blocks of 16, at -O3 with AVX2. */
CLONED static void fill_run(float *restrict out, const unsigned char *restrict condition, float x,
                            const float *restrict y, int64_t n)
{
    for (int64_t k = 0; k < n; k++)
        out[k] = condition[k] ? x : y[k];
}

/* Chooses where both choices are floats. */
static void where_floats(const QkvCall *c)
{
    const QkvTensor *yes = c->in[YES], *no = c->in[NO];
    Walk w = walk_operands(c->out, c->count, c->in);
    walk_join(&w);
    int64_t n = walk_run(&w), step[] = {walk_step(&w, 0), walk_step(&w, 1), walk_step(&w, 2)};
    for (int64_t i = 0; i < c->out->count; i += n, walk_next_run(&w)) {
        const unsigned char *condition = c->in[CONDITION]->data.b + w.cell[CONDITION];
        const float *a = yes->data.f + w.cell[YES], *b = no->data.f + w.cell[NO];
        float *out = c->out->data.f + i;
        bool fills = step[CONDITION] == 1 && step[YES] == 0 && step[NO] == 1;
        if (fills)
            fill_run(out, condition, *a, b, n);
        for (int64_t k = 0; k < n && !fills; k++) {
            float x = a[k * step[YES]], y = b[k * step[NO]];
            out[k] = condition[k * step[CONDITION]] ? x : y;
        }
    }
}

static void kernel_where(const QkvCall *c)
{
    if (c->out->dtype == QKV_FLOAT32 && c->in[YES]->dtype == QKV_FLOAT32 &&
        c->in[NO]->dtype == QKV_FLOAT32) {
        where_floats(c);
        return;
    }
    Walk w = walk_operands(c->out, c->count, c->in);
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++, walk_next(&w)) {
        int from = chosen(c, &w);
        copy_cell(c->out, i, c->in[from], w.cell[from]);
    }
}

static void terms_where(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    Walk w = walk_operands(c->out, c->count, c->in);
    walk_to(&w, cell);
    int from = chosen(c, &w);
    qkv_terms_new(a, t, 1,
                  &(QkvTerm){.a = {from, w.cell[from]}, .b = {CONDITION, w.cell[CONDITION]}});
}

/* Labels come from what is chosen among rather than from the condition. */
static void label_where(Qkv *q, QkvCall *c)
{
    (void)q;
    for (int i = c->count - 1; i >= 0; i--) {
        int shift = c->out->rank - c->in[i]->rank;
        for (int d = 0; d < c->in[i]->rank; d++)
            label_pass(c->out, d + shift, c->in[i], d, shift == 0);
    }
}

/* A condition of uint8 holds where it is not 0. */
static bool is_condition(Qkv *q, const QkvCall *c)
{
    return is_mask(c->in[CONDITION]->dtype) ||
           qkv_fail(q, "%s: the condition is %s and must be bool: compare it with something first",
                    c->op->name, qkv_dtype_name(c->in[CONDITION]->dtype));
}

static bool plan_where(Qkv *q, QkvCall *c)
{
    QkvDType type = qkv_promoted(2, c->in + YES);
    for (int i = YES; i <= NO; i++)
        if (c->in[i]->is_number && !qkv_is_float(type) &&
            !constant_fits(q, "where", type, qkv_tensor_at(c->in[i], 0)))
            return false;
    return is_condition(q, c) && plan_broadcast(q, c, type) && qkv_spend(q, c->out->count);
}

bool mask_is_bool(Qkv *q, const char *op, const QkvTensor *mask)
{
    return mask->dtype == QKV_BOOL ||
           qkv_fail(q, "%s: the mask is %s and must be bool: %s", op, qkv_dtype_name(mask->dtype),
                    mask->dtype == QKV_UINT8 ? "use .bool()" : "compare it with something first");
}

/* The number takes the type of the tensor. */
static bool plan_masked_fill(Qkv *q, QkvCall *c)
{
    const QkvTensor *value = c->in[YES];
    if (!mask_is_bool(q, "masked_fill", c->in[CONDITION]))
        return false;
    if (value->rank > 0)
        return qkv_fail(q, "masked_fill: the value must be a single number");
    return constant_fits(q, "masked_fill", c->in[NO]->dtype, cell_double(value, 0)) &&
           plan_broadcast(q, c, c->in[NO]->dtype) && qkv_spend(q, c->out->count);
}

/* --- gradients: see QkvOp.back ---------------------------------------------------------------- */

/* The number that was put in has the gradients of all its places. */
BACK(masked_fill)
{
    const QkvTensor *mask = c->in[CONDITION];
    if (operand == YES)
        return qkv_sum(q, qkv_masked_select(q, g, mask), 0, NULL, false);
    return qkv_masked_fill(q, g, mask, qkv_number(q, 0));
}

static const char *named_masked_fill(const QkvCall *c)
{
    return c->in[YES]->is_number ? "MaskedFillBackward0" : "MaskedFillBackward1";
}

/* PyTorch multiplies by whether it was kept: of -1 a zero is -0. */
BACK(replaced)
{
    (void)operand;
    return qkv_mul(q, g, qkv_logical_not(q, c->in[CONDITION]));
}

static const char formula_choice[] = "out[..] = b[..] where a[..] is True, else c[..]";

const QkvOp op_where = {.name = "where",
                        .signature = "condition:T input:O other:O",
                        .homes = QKV_IN_TORCH,
                        .formula = formula_choice,
                        .how = QKV_HOW_CHOICE,
                        .rule = {NULL, "g if a else 0", "0 if a else g"},
                        .plan = plan_where,
                        .kernel = kernel_where,
                        .label = label_where,
                        .stride = stride_cellwise,
                        .terms = terms_where};

#define FILL                                                                                       \
    .name = "masked_fill", .signature = "input:T2 mask:T0 value:O1", .formula = formula_choice,    \
    .masks = true, .how = QKV_HOW_CHOICE, .plan = plan_masked_fill, .kernel = kernel_where,        \
    .label = label_where, .terms = terms_where

const QkvOp op_masked_fill = {.homes = QKV_IN_BOTH,
                              .back = back_masked_fill,
                              .rule = {NULL, NULL, "0 if a else g"},
                              .named = named_masked_fill,
                              FILL};
/* The same for nan_to_num. */
const QkvOp op_replaced = {.back = back_replaced, .grad_fn = "NanToNumBackward0", FILL};

const QkvTensor *qkv_where(Qkv *q, const QkvTensor *condition, const QkvTensor *yes,
                           const QkvTensor *no)
{
    const QkvTensor *in[] = {condition, yes, no};
    return qkv_apply(q, &op_where, 3, in, NULL);
}

const QkvTensor *qkv_masked_fill(Qkv *q, const QkvTensor *a, const QkvTensor *mask,
                                 const QkvTensor *value)
{
    const QkvTensor *in[] = {mask, value, a};
    return qkv_apply(q, &op_masked_fill, 3, in, NULL);
}
