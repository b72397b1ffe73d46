/* Tensors put one after the other: cat along an axis they have, stack along a new one. In memory
 * both do the same: a block of the first, a block of the second, ... and again from the first. */
#include "core/context.h"
#include "core/gradient.h"
#include "core/label.h"
#include "core/rows.h"

/* PyTorch lets a tensor of shape (0,) go with any others. */
static bool is_nothing(const QkvTensor *t)
{
    return t->rank == 1 && t->size[0] == 0;
}

/* How many cells of an operand come together, with the joined axis at params at[0]. */
static int64_t block_size(const QkvCall *c, const QkvTensor *t)
{
    int64_t block = 1;
    for (int d = (int)c->params.at[0]; d < t->rank; d++)
        block *= t->size[d];
    return t->count == 0 ? 0 : block;
}

/* Where the blocks end, and the work: each round visits every operand, empty ones, too. */
static bool plan_blocks(Qkv *q, QkvCall *c)
{
    int64_t *ends = arena_many(qkv_arena(q), (size_t)c->count, int64_t), all = 0;
    if (!ends)
        return false;
    for (int i = 0; i < c->count; i++)
        ends[i] = all += block_size(c, c->in[i]);
    c->ends = ends;
    int64_t rounds = all > 0 ? c->out->count / all : 0;
    return qkv_spend(q, c->out->count + (rounds + 1) * c->count);
}

static int64_t block_begin(const QkvCall *c, int operand)
{
    return operand > 0 ? c->ends[operand - 1] : 0;
}

/* The operand whose block holds cell `at` of a round: the first that ends after it. */
static int operand_at(const QkvCall *c, int64_t at)
{
    int low = 0, high = c->count - 1;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (c->ends[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void kernel_join(const QkvCall *c)
{
    int64_t to = 0;
    for (int64_t round = 0; to < c->out->count; round++)
        for (int i = 0; i < c->count; i++) {
            int64_t block = c->ends[i] - block_begin(c, i);
            for (int64_t k = 0; k < block; k++)
                copy_cell(c->out, to++, c->in[i], round * block + k);
        }
}

static void terms_join(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    int64_t all = c->ends[c->count - 1], round = cell / all, rest = cell % all;
    int operand = operand_at(c, rest);
    int64_t begin = block_begin(c, operand), block = c->ends[operand] - begin;
    qkv_terms_new(a, t, 1, &(QkvTerm){.a = {operand, round * block + rest - begin}, .b = {-1, 0}});
}

static bool fail_shapes(Qkv *q, const QkvCall *c, int i, int first, const char *why)
{
    return qkv_fail(q, "%s: sizes do not fit: number %d is %s and number %d is %s: %s", c->op->name,
                    first + 1, SIZES(c->in[first]), i + 1, SIZES(c->in[i]), why);
}

/* --- cat ---------------------------------------------------------------------------------------- */

/* Checks that operand i fits the first one that is not nothing. */
static bool check_part(Qkv *q, const QkvCall *c, int i, int first, int axis)
{
    const QkvTensor *t = c->in[i], *like = c->in[first];
    for (int d = 0; d < like->rank; d++) {
        if (t->rank == like->rank && (d == axis || t->size[d] == like->size[d]))
            continue;
        if (t->rank != like->rank)
            FAULT(q, QKV_FAULT_JOIN_RANKS, like->rank, i, t->rank, first);
        else
            FAULT(q, QKV_FAULT_JOIN_SIZES, d, i, t->size[d], like->size[d]);
        return fail_shapes(q, c, i, first, "only the axis along which they are joined may differ");
    }
    return true;
}

static bool plan_cat(Qkv *q, QkvCall *c)
{
    int first = -1, axis = 0;
    if (c->count == 0)
        return qkv_fail(q, "cat: there is nothing to join");
    for (int i = 0; i < c->count; i++) {
        if (c->in[i]->rank == 0)
            FAULT(q, QKV_FAULT_JOIN_NUMBERS, i);
        if (c->in[i]->rank == 0)
            return qkv_fail(q,
                            "cat: number %d is a single number, without an axis to join along: "
                            "use stack",
                            i + 1);
        if (first < 0 && !is_nothing(c->in[i]))
            first = i;
    }
    const QkvTensor *like = c->in[first < 0 ? 0 : first];
    int64_t size[QKV_MAX_RANK] = {0}, joined = 0;
    if (first >= 0 && !qkv_axis(q, "cat", like->rank, c->params.at[0], &axis))
        return false;
    for (int i = 0; i < c->count && first >= 0; i++) {
        if (is_nothing(c->in[i]))
            continue;
        if (!check_part(q, c, i, first, axis))
            return false;
        if (__builtin_add_overflow(joined, c->in[i]->size[axis], &joined))
            return qkv_lack(q, "cat: the sizes are too large");
    }
    for (int d = 0; d < like->rank; d++)
        size[d] = d == axis ? joined : like->size[d];
    c->params.at[0] = axis;
    return qkv_shape(q, c->out, promoted(c), like->rank, size) && plan_blocks(q, c);
}

/* The labels along the joined axis are joined, too; those of the other axes come from the first
 * operand that has some, or item by item where items are joined. */
static void label_cat(Qkv *q, QkvCall *c)
{
    int axis = (int)c->params.at[0];
    for (int d = 0; d < c->out->rank; d++)
        if (d == axis || axis == 0)
            label_moved(q, c, d, d, 0, d != axis);
        else
            for (int i = 0; i < c->count; i++)
                if (!is_nothing(c->in[i]))
                    label_pass(c->out, d, c->in[i], d, true);
}

BACK(cat)
{
    const QkvTensor *in = c->in[operand];
    int64_t axis = c->params.at[0], start = 0;
    for (int i = 0; i < operand; i++)
        start += is_nothing(c->in[i]) ? 0 : c->in[i]->size[axis];
    return is_nothing(in) ? qkv_full(q, g->dtype, 1, in->size, 0)
                          : qkv_narrow(q, g, axis, start, in->size[axis]);
}

const QkvOp op_cat = {.name = "cat",
                      .signature = "tensors:L dim:i=0",
                      .homes = QKV_IN_TORCH,
                      .formula = "the tensors joined along an axis",
                      .how = QKV_HOW_COPY,
                      .plan = plan_cat,
                      .kernel = kernel_join,
                      .label = label_cat,
                      .back = back_cat,
                      .terms = terms_join};

const QkvTensor *qkv_cat(Qkv *q, int count, const QkvTensor *const in[], int64_t axis)
{
    QkvParams p = {.count = 1, .at = {axis}};
    return qkv_apply(q, &op_cat, count, in, &p);
}

/* --- stack -------------------------------------------------------------------------------------- */

static bool plan_stack(Qkv *q, QkvCall *c)
{
    int64_t size[QKV_MAX_RANK + 1];
    int axis;
    if (c->count == 0)
        return qkv_fail(q, "stack: there is nothing to join");
    const QkvTensor *like = c->in[0];
    if (!qkv_axis(q, "stack", like->rank + 1, c->params.at[0], &axis))
        return false;
    for (int i = 1; i < c->count; i++)
        for (int d = 0; d < like->rank || c->in[i]->rank != like->rank; d++)
            if (c->in[i]->rank != like->rank || c->in[i]->size[d] != like->size[d]) {
                FAULT(q, QKV_FAULT_JOIN_STACK, i);
                return fail_shapes(q, c, i, 0, "all must have the same shape");
            }
    for (int d = 0; d <= like->rank; d++)
        size[d] = d == axis ? c->count : like->size[d < axis ? d : d - 1];
    c->params.at[0] = axis;
    return qkv_shape(q, c->out, promoted(c), like->rank + 1, size) && plan_blocks(q, c);
}

static void label_stack(Qkv *q, QkvCall *c)
{
    int axis = (int)c->params.at[0];
    for (int d = 0; d < c->out->rank; d++) {
        if (d != axis && axis == 0)
            label_moved(q, c, d, d - 1, 1, true);
        for (int i = 0; i < c->count && d != axis && axis > 0; i++)
            label_pass(c->out, d, c->in[i], d < axis ? d : d - 1, true);
    }
}

BACK(stack)
{
    QkvSubscript at[QKV_MAX_RANK];
    int axis = (int)c->params.at[0];
    for (int d = 0; d < axis; d++)
        at[d] = (QkvSubscript){.kind = QKV_SUBSCRIPT_SLICE, .step = 1};
    at[axis] = (QkvSubscript){.kind = QKV_SUBSCRIPT_AT, .start = operand};
    return qkv_index(q, g, axis + 1, at);
}

const QkvOp op_stack = {.name = "stack",
                        .signature = "tensors:L dim:i=0",
                        .homes = QKV_IN_TORCH,
                        .formula = "the tensors joined along a new axis",
                        .how = QKV_HOW_COPY,
                        .plan = plan_stack,
                        .kernel = kernel_join,
                        .label = label_stack,
                        .back = back_stack,
                        .terms = terms_join};

const QkvTensor *qkv_stack(Qkv *q, int count, const QkvTensor *const in[], int64_t axis)
{
    QkvParams p = {.count = 1, .at = {axis}};
    return qkv_apply(q, &op_stack, count, in, &p);
}
