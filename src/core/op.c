/* Applying a row of the table: plan, compute, label, record. And the way back: the terms of a cell,
 * and the cell from its terms. */
#include "core/qkv_trace.h"

#include <math.h>
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/integer.h"
#include "core/rows.h"
#include "core/storage.h"
#include "core/stride.h"
#include "core/walk.h"
#include "core/wide.h"

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

/* One of NumPy's plain numbers. */
static bool is_plain(const QkvTensor *t)
{
    return t->is_array && t->rank == 0 && !t->is_held;
}

/* Whether a result without axes is an array all the same, as NumPy has it: a part that `...` takes, another shape of an
 * array, a copy of such a one. What is computed, and a[0], is a plain number. */
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
        out->data.raw = c->op->fills ? arena_array_raw(&q->arena, count, size)
                                     : arena_array(&q->arena, count, size);
    out->axis = arena_many(&q->arena, (size_t)out->rank, QkvAxis);
    out->is_array = are_arrays(c->count, c->in);
    out->is_held = is_held(c);
    stride_new(out);
    out->is_inference = q->infers;
    return out->data.raw && out->axis && storage_own(q, out);
}

/* Fills the result. A kernel cannot fail but for memory, and then the context has an error. */
static bool compute(Qkv *q, QkvCall *c)
{
    ArenaMark mark = arena_mark(&q->arena);
    bool of_number = c->op->kernel == move_kernel && (is_plain(c->out) || is_plain(c->in[0]));
    if (c->op->stride && !of_number) /* which shares no memory */
        c->op->stride(c);
    if (is_wide(c))
        wide_kernel(c);
    else if (!cells_in_place(c))
        c->op->kernel(c);
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
        return is_float ? op->f2 ? NULL : "f2" : op->i2 ? NULL : "i2";
    return is_float ? op->f1 ? NULL : "f1" : op->i1 ? NULL : "i1";
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
    return !is_wide(c) || wide_has(c->op, c->count) ||
           qkv_lack(q, "%s: for float32 only, not for float64: use .float() first",
                    qkv_written(c->op));
}

/* --- applying --------------------------------------------------------------------------------- */

static const QkvTensor *apply(Qkv *q, const QkvOp *op, int count, const QkvTensor *const in[],
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
    const QkvTensor *out = storage_refresh(q, count, &in) ? apply(q, op, count, in, params) : NULL;
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

/* A source cell as an operation on floats or on integers sees it. */
static float float_of(const QkvCall *c, QkvSource s)
{
    return cell_float(c->in[s.operand], s.cell);
}

static int64_t integer_of(const QkvCall *c, QkvSource s)
{
    return cell_integer(c->in[s.operand], s.cell);
}

/* The constant that an operation puts where it has no source, as the type of the result. */
static double from_constant(const QkvCall *c)
{
    double x = c->params.value;
    switch (c->out->dtype) {
    case QKV_BOOL:
        return x != 0;
    case QKV_UINT8:
    case QKV_INT32:
    case QKV_INT64:
        return (double)number_as(c->out->dtype, x);
    case QKV_FLOAT32:
        return (double)(float)x;
    case QKV_FLOAT64:
        break;
    }
    return x;
}

static double from_copy(const QkvCall *c, const QkvTerms *t)
{
    if (t->count == 0)
        return from_constant(c);
    QkvSource s = qkv_term(t, 0).a;
    switch (c->out->dtype) {
    case QKV_BOOL:
        return qkv_tensor_at(c->in[s.operand], s.cell) != 0;
    case QKV_UINT8:
    case QKV_INT32:
    case QKV_INT64:
        return (double)cell_as(c->out->dtype, c->in[s.operand], s.cell);
    case QKV_FLOAT32:
        return (double)float_of(c, s);
    case QKV_FLOAT64:
        return cell_double(c->in[s.operand], s.cell);
    }
    return 0;
}

static double from_apply(const QkvCall *c, const QkvTerms *t)
{
    const QkvOp *op = c->op;
    if (t->count == 0) /* for want of memory */
        return 0;
    QkvSource a = qkv_term(t, 0).a, b = qkv_term(t, 0).b;
    QkvDType type = promoted(c);
    if (op->test)
        return op->test(qkv_tensor_at(c->in[a.operand], a.cell));
    if (op->compare_f && type == QKV_FLOAT32)
        return op->compare_f((double)float_of(c, a), (double)float_of(c, b));
    if (c->out->dtype == QKV_FLOAT32)
        return (double)(b.operand < 0 ? op->f1(float_of(c, a))
                                      : op->f2(float_of(c, a), float_of(c, b)));
    int64_t x = integer_as(type, integer_of(c, a));
    int64_t y = b.operand < 0 ? 0 : integer_as(type, integer_of(c, b));
    if (op->compare_f)
        return op->compare_i(x, y);
    return (double)integer_as(c->out->dtype, b.operand < 0 ? op->i1(x) : op->i2(x, y));
}

/* The terms as they lie in the operand, side by side; NULL where they do not. */
static const float *floats_beside(const QkvCall *c, const QkvTerms *t)
{
    const QkvTensor *in = t->count > 0 ? c->in[qkv_term(t, 0).a.operand] : NULL;
    bool is_run = in && !t->term && t->axes == 1 && t->a_step[0] == 1 && in->dtype == QKV_FLOAT32;
    return is_run ? in->data.f + t->first.a.cell : NULL;
}

/* The terms as floats in x, which has places for them. */
static void put_floats(float *x, const QkvCall *c, const QkvTerms *t)
{
    const QkvTensor *in = t->count > 0 ? c->in[qkv_term(t, 0).a.operand] : NULL;
    bool is_line = in && !t->term && t->axes == 1 && in->dtype == QKV_FLOAT32;
    for (int64_t i = 0; is_line && i < t->count; i++)
        x[i] = in->data.f[t->first.a.cell + i * t->a_step[0]];
    for (int64_t i = 0; !is_line && i < t->count; i++)
        x[i] = float_of(c, qkv_term(t, i).a);
}

/* The same with memory of their own, and places for as many again; NULL where memory ends. */
static float *floats_of(const QkvCall *c, const QkvTerms *t, Arena *memory)
{
    float *x = arena_many(memory, 2 * (size_t)t->count, float);
    if (x)
        put_floats(x, c, t);
    return x;
}

static double from_sum(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    if (c->out->dtype != QKV_FLOAT32) {
        int64_t sum = integer_from(c->op->of_nothing);
        for (int64_t i = 0; i < t->count; i++)
            sum = c->op->i2(sum, integer_of(c, qkv_term(t, i).a));
        return (double)integer_as(c->out->dtype, sum);
    }
    const float *x = floats_of(c, t, memory);
    return x ? (double)c->op->sum_row(c, cell, x, t->count) : 0;
}

static double from_products(const QkvCall *c, const QkvTerms *t)
{
    if (c->out->dtype != QKV_FLOAT32) {
        int64_t sum = 0;
        for (int64_t i = 0; i < t->count; i++)
            sum = wrap_add(
                sum, wrap_mul(integer_of(c, qkv_term(t, i).a), integer_of(c, qkv_term(t, i).b)));
        return (double)integer_as(c->out->dtype, sum);
    }
    int64_t products = t->count;
    float sum = 0;
    if (products > 0 && qkv_term(t, products - 1).b.operand < 0)
        sum = float_of(c, qkv_term(t, --products).a);
    for (int64_t i = 0; i < products; i++) {
        float a = float_of(c, qkv_term(t, i).a), b = float_of(c, qkv_term(t, i).b);
        float product = a * b;
        sum = c->fused ? fmaf(a, b, sum) : sum + product;
    }
    return (double)sum;
}

double qkv_term_value(const QkvCall *c, QkvTerm t)
{
    double a = qkv_tensor_at(c->in[t.a.operand], t.a.cell);
    if (t.b.operand < 0)
        return a;
    double product = a * qkv_tensor_at(c->in[t.b.operand], t.b.cell);
    return c->out->dtype == QKV_FLOAT32 ? (double)(float)product : product;
}

static SoftmaxWay way_of(const QkvCall *c, const QkvTerms *t)
{
    return (SoftmaxWay)c->op->way(c, qkv_term(t, t->self).a.cell);
}

QkvSoftmaxParts qkv_softmax_parts(const QkvCall *c, const QkvTerms *t, Arena *a)
{
    if (is_wide(c))
        return wide_softmax(c, t);
    const float *x = floats_beside(c, t);
    x = x ? x : floats_of(c, t, a);
    if (!x || t->count == 0)
        return (QkvSoftmaxParts){0};
    SoftmaxWay way = way_of(c, t);
    float max, sum = powers32(way, NULL, x, t->count, &max);
    return (QkvSoftmaxParts){.max = (double)max, .sum = (double)sum};
}

double qkv_softmax_power(const QkvCall *c, const QkvTerms *t, double max, int64_t i)
{
    if (is_wide(c))
        return exp(cell_double(c->in[0], qkv_term(t, i).a.cell) - max);
    SoftmaxWay way = way_of(c, t);
    return (double)power32(way, float_of(c, qkv_term(t, i).a) - (float)max);
}

double qkv_softmax_max(const QkvCall *c, const QkvTerms *t, Arena *a)
{
    if (is_wide(c))
        return wide_softmax(c, t).max;
    const float *x = floats_beside(c, t);
    x = x ? x : floats_of(c, t, a);
    return x && t->count > 0 ? (double)largest32(x, t->count) : 0;
}

/* Of equal numbers (0 and -0) PyTorch takes the first along an axis, and the last of all. */
bool op_takes_last(const QkvCall *c)
{
    return c->params.count == 0 && !c->op->is_place && c->out->dtype == QKV_FLOAT32;
}

bool op_beats(const QkvCall *c, int64_t challenger, int64_t best)
{
    QkvSource x = {0, challenger}, y = {0, best};
    if (!qkv_is_float(c->in[0]->dtype))
        return c->op->compare_i(integer_of(c, x), integer_of(c, y));
    double a = qkv_tensor_at(c->in[0], challenger), b = qkv_tensor_at(c->in[0], best);
    return op_takes_last(c) ? !c->op->compare_f(b, a) : c->op->compare_f(a, b);
}

static double from_extreme(const QkvCall *c, const QkvTerms *t)
{
    if (t->count == 0)
        return c->op->of_nothing;
    int64_t best = c->op->place && t->self >= 0 ? t->self : 0; /* of equals any can come first */
    for (int64_t k = 0; k < t->count; k++)
        if (k != best && op_beats(c, qkv_term(t, k).a.cell, qkv_term(t, best).a.cell))
            best = k;
    double x = qkv_tensor_at(c->in[0], qkv_term(t, best).a.cell);
    if (c->op->place)
        return (double)c->op->place(c, qkv_term(t, best).a.cell);
    return c->op->is_place ? (double)best : c->op->is_truth ? x != 0 : x;
}

static double from_softmax(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    float *x = floats_of(c, t, memory);
    if (!x || t->count == 0)
        return 0;
    softmax_row(c, cell, x, t->count);
    return (double)x[t->self];
}

static double from_terms(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
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
        return from_sum(c, cell, t, memory);
    case QKV_HOW_PRODUCTS:
        return from_products(c, t);
    case QKV_HOW_SOFTMAX:
        return from_softmax(c, cell, t, memory);
    case QKV_HOW_EXTREME:
        return from_extreme(c, t);
    }
    return 0;
}

double qkv_recompute(const QkvCall *c, int64_t cell, const QkvTerms *t, Arena *memory)
{
    ArenaMark mark = arena_mark(memory);
    double x = is_wide(c) ? wide_cell(c, cell, t, memory) : from_terms(c, cell, t, memory);
    arena_back(memory, mark);
    return x;
}
