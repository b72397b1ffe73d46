/* Applying a row of the table: plan, compute, label, record. And the way back: the terms of a cell. */
#include "core/qkv_trace.h"

#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/half.h"
#include "core/integer.h"
#include "core/rows.h"
#include "core/storage.h"
#include "core/stride.h"
#include "core/walk.h"

/* The cells of a move that lie side by side in its operand, or NULL: a tensor never changes, so that they
 * need not be copied. */
static void *cells_in_place(const QkvCall *c)
{
    if (c->op->kernel != move_kernel || c->map || c->out->count == 0)
        return NULL;
    Walk w = walk_begin(c->out);
    walk_strided(&w, 0, c->offset, c->stride);
    walk_join(&w);
    if (w.rank > 1 || (w.rank == 1 && walk_step(&w, 0) != 1))
        return NULL;
    return (char *)c->in[0]->data.raw + (size_t)c->offset * qkv_dtype_size(c->out->dtype);
}

/* Tells whether a tensor is one of NumPy's plain numbers. */
static bool is_plain_number(const QkvTensor *t)
{
    return t->is_array && t->rank == 0 && !t->is_held;
}

/* Tells whether a result without axes is an array all the same, as NumPy has it: a part that `...` takes, another shape
 * of an array, a copy of such a one. What is computed, and a[0], is a plain number. */
static bool is_held(const QkvCall *c)
{
    const QkvTensor *a = c->count > 0 ? c->in[0] : NULL;
    if (!c->out->is_array || c->out->rank > 0 || !a)
        return false;
    if (c->op == &op_index)
        return c->params.index.is_rest;
    return c->op == &op_clone || c->op == &op_to
               ? a->is_held
               : c->op->kernel == move_kernel && (a->is_held || a->rank > 0);
}

/* The cells and axes of the result, whose shape is known. */
static bool make_result(Qkv *q, const QkvCall *c)
{
    QkvTensor *out = c->out;
    size_t count = (size_t)out->count, size = qkv_dtype_size(out->dtype);
    out->data.raw = cells_in_place(c);
    if (!out->data.raw)
        out->data.raw = arena_numbers(&q->arena, count, size, c->op->fills);
    out->axis = arena_many(&q->arena, (size_t)out->rank, QkvAxis);
    out->is_array = are_arrays(c->count, c->in);
    out->is_held = is_held(c);
    stride_new(out);
    out->is_inference = q->infers;
    return out->data.raw && out->axis && storage_own(q, out);
}

static void run_kernel(const QkvCall *c, Arena *memory)
{
    QkvCall wide;
    const QkvCall *run = half_wide(c, &wide, memory);
    if (has_fast_kernel(run))
        c->op->kernel(run);
    else
        kernel_recompute(run);
    half_round(c);
}

/* Fills the result. A kernel cannot fail but for memory, and then the context has an error. */
static bool compute(Qkv *q, QkvCall *c)
{
    ArenaMark mark = arena_mark(&q->arena);
    bool of_number = c->op->kernel == move_kernel &&
                     (is_plain_number(c->out) || is_plain_number(c->in[0]));
    if (c->op->stride && !of_number) /* a number shares no memory */
        c->op->stride(c);
    if (!cells_in_place(c))
        run_kernel(c, &q->arena);
    arena_back(&q->arena, mark);
    if (c->op->label && !q->err.set)
        c->op->label(q, c);
    bool ok = !q->err.set && storage_holes(q, c) && !q->err.set;
    if (ok)
        gradient_mark(q, c);
    c->asker = NULL; /* the tape keeps the call */
    return ok;
}

/* --- what a row must have --------------------------------------------------------------------- */

bool op_lacks(Qkv *q, const QkvOp *op, const char *field)
{
    return qkv_lack(q, "%s: the row of this operation lacks its '%s'",
                    op->name ? op->name : "an operation", field);
}

const char *op_row_lacks(const QkvOp *op)
{
    bool is_given = op->how == QKV_HOW_GIVEN;
    bool is_told = op->how == QKV_HOW_FOLD || op->how == QKV_HOW_EXTREME;
    bool compares = op->how == QKV_HOW_EXTREME ||
                    (op->how == QKV_HOW_APPLY && (op->compare_f || op->compare_i));
    return !op->name || !*op->name                  ? "name"
           : !op->plan                              ? "plan"
           : !op->kernel                            ? "kernel"
           : !is_given && !op->terms                ? "terms"
           : is_told && !op->told                   ? "told"
           : compares && !op->compare_f             ? "compare_f"
           : compares && !op->compare_i             ? "compare_i"
           : op->how == QKV_HOW_SOFTMAX && !op->way ? "way"
                                                    : NULL;
}

/* The arithmetic that makes one cell of one or of two cells. */
static const char *cell_lacks(const QkvCall *c)
{
    const QkvOp *op = c->op;
    bool is_float = qkv_is_float(c->out->dtype);
    if (op->test || op->compare_f || c->count > 2)
        return NULL;
    if (c->count > 1)
        return is_float ? op->f2 || op->d2 ? NULL : "d2" : op->i2 ? NULL : "i2";
    return is_float ? op->f1 || op->d1 ? NULL : "d1" : op->i1 ? NULL : "i1";
}

const char *op_call_lacks(const QkvCall *c)
{
    const QkvOp *op = c->op;
    const char *lacked = op_row_lacks(op);
    if (lacked || op->how == QKV_HOW_APPLY)
        return lacked ? lacked : cell_lacks(c);
    if (op->how != QKV_HOW_SUM && op->how != QKV_HOW_FOLD)
        return NULL;
    bool is_float = qkv_is_float(c->out->dtype);
    return is_float ? op->sum_row ? NULL : "sum_row" : op->i2 ? NULL : "i2";
}

/* Tells whether a row has the arithmetic of float64, for so many operands. */
static bool has_doubles(const QkvOp *op, int count)
{
    if (op->how == QKV_HOW_APPLY)
        return op->compare_f || (count > 1 ? op->d2 != NULL : op->d1 != NULL);
    return op->how != QKV_HOW_FOLD || op->fold || op->next;
}

/* Plans a call. A row that lacks something is an error before anything of it is called. */
static bool plan(Qkv *q, QkvCall *c)
{
    const char *lacked = op_row_lacks(c->op);
    if (lacked)
        return op_lacks(q, c->op, lacked);
    if (!c->op->plan(q, c))
        return false;
    lacked = op_call_lacks(c);
    if (lacked)
        return op_lacks(q, c->op, lacked);
    return c->out->dtype != QKV_FLOAT64 || has_doubles(c->op, c->count) ||
           qkv_lack(q, "%s: for float32 only, not for float64: use .float() first",
                    qkv_written(c->op));
}

/* --- applying --------------------------------------------------------------------------------- */

static const QkvTensor *apply_op(Qkv *q, const QkvOp *op, int count, const QkvTensor *const in[],
                                 const QkvParams *params)
{
    ArenaMark mark = arena_mark(&q->arena);
    QkvCall c = {.op = op, .count = count, .in = in, .memory = &q->arena, .asker = q};
    if (params)
        c.params = *params;
    if (op->idle && op->idle(&c))
        return in[0];
    for (int i = 0; i < count; i++)
        if (!qkv_has_way(q, in[i]))
            return NULL;
    if (!gradient_may_keep(q, op, count, in))
        return NULL;
    c.out = arena_new(&q->arena, QkvTensor);
    if (!c.out || !plan(q, &c) || !qkv_goes_on(&c, c.out->count) || !make_result(q, &c) ||
        !compute(q, &c) || (q->recording && !tape_add(q, &c))) {
        arena_back(&q->arena, mark);
        q->fault.is_of_arrays = are_arrays(count, in);
        return NULL;
    }
    q->all_cells += c.out->count;
    return c.out;
}

const QkvTensor *qkv_apply(Qkv *q, const QkvOp *op, int count, const QkvTensor *const in[],
                           const QkvParams *params)
{
    if (!q || q->err.set)
        return NULL;
    for (int i = 0; i < count; i++)
        if (!in[i])
            return NULL;
    size_t held = context_hold(q);
    bool ok = storage_refresh(q, count, &in) && half_cast(q, op, count, &in);
    const QkvTensor *out = ok ? apply_op(q, op, count, in, params) : NULL;
    context_let_go(q, held);
    return out;
}

const char *qkv_formula(const QkvCall *c)
{
    return c->params.text ? c->params.text : c->op->formula;
}

const char *qkv_written(const QkvOp *op)
{
    return op->symbol ? op->symbol : op->name;
}

void *qkv_memory(Arena *memory, size_t count, size_t size)
{
    return arena_array(memory, count, size);
}

void qkv_terms_new(Arena *memory, QkvTerms *t, int64_t count, const QkvTerm *from)
{
    t->term = arena_many(memory, (size_t)count, QkvTerm);
    t->count = t->term ? count : 0;
    if (from && t->count > 0)
        memcpy(t->term, from, (size_t)count * sizeof *from);
}

void qkv_terms_along(QkvTerms *t, QkvTerm first, int axes, const int64_t *size,
                     const int64_t *a_step, const int64_t *b_step)
{
    t->first = first;
    t->axes = axes;
    t->count = 1;
    for (int d = 0; d < axes; d++) {
        t->count *= size[d];
        t->size[d] = size[d];
        t->a_step[d] = a_step[d];
        t->b_step[d] = b_step ? b_step[d] : 0;
    }
}

QkvTerm qkv_term(const QkvTerms *t, int64_t i)
{
    if (i < 0 || i >= t->count)
        return (QkvTerm){.a = {-1, 0}, .b = {-1, 0}};
    if (t->term)
        return t->term[i];
    QkvTerm x = t->first;
    for (int d = t->axes - 1; d >= 0; d--) {
        int64_t at = d > 0 ? i % t->size[d] : i; /* a division takes longer than all the rest */
        x.a.cell += at * t->a_step[d];
        x.b.cell += at * t->b_step[d];
        i = d > 0 ? i / t->size[d] : 0;
    }
    return x;
}

QkvTerms qkv_terms(const QkvCall *c, int64_t cell, Arena *a)
{
    QkvTerms t = {.how = c->op->how};
    if (c->op->terms && cell >= 0 && cell < c->out->count)
        c->op->terms(c, cell, a, &t);
    return t;
}
