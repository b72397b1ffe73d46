/* Cells put at places along an axis, the other way round than gather: scatter, where the last one
 * stays, and scatter_add, which adds them up. params.at[0] is the axis. */
#include <string.h>

#include "core/context.h"
#include "core/gradient.h"
#include "core/integer.h"
#include "core/label.h"
#include "core/rows.h"

enum { INPUT, INDEX, SOURCE }; /* the operands */

static int64_t axis_size(const QkvTensor *t, int d)
{
    return t->rank ? t->size[d] : 1;
}

/* Along axis d there must be a source for each place, and a cell for it to go to. */
static bool check_axis(Qkv *q, const QkvCall *c, int d, int axis)
{
    const QkvTensor *index = c->in[INDEX], *source = c->in[SOURCE];
    bool is_short = source->rank > 0 && index->size[d] > source->size[d];
    bool fits = !is_short && (d == axis || index->size[d] <= c->in[INPUT]->size[d]);
    return fits || qkv_fail(q, "%s: sizes do not fit: the positions are %s and the %s is %s",
                            c->op->name, SIZES(index), is_short ? "source" : "tensor",
                            SIZES(c->in[is_short ? SOURCE : INPUT]));
}

static bool check_places(Qkv *q, const QkvCall *c, int axis)
{
    const QkvTensor *a = c->in[INPUT], *index = c->in[INDEX], *source = c->in[SOURCE];
    if (!qkv_is_long(index->dtype))
        return qkv_fail(q, "%s: positions must be int64, but these are %s: use .long()",
                        c->op->name, qkv_dtype_name(index->dtype));
    if (index->rank != a->rank || (!source->is_number && source->rank != a->rank))
        return qkv_fail(q, "%s: the tensor, the positions and the source need equally many axes",
                        c->op->name);
    for (int d = 0; d < a->rank; d++)
        if (index->count > 0 && !check_axis(q, c, d, axis))
            return false;
    int64_t size = axis_size(a, axis);
    for (int64_t i = 0; i < index->count; i++)
        if (index->data.i[i] < 0 || index->data.i[i] >= size)
            return qkv_fail(q, "%s: there is no position %lld: axis %d has %lld, from 0",
                            c->op->name, (long long)index->data.i[i], axis, (long long)size);
    return true;
}

static bool check_source(Qkv *q, const QkvCall *c)
{
    const QkvTensor *a = c->in[INPUT], *source = c->in[SOURCE];
    if (source->is_number && c->op == &op_scatter)
        return constant_fits(q, "scatter", a->dtype, cell_double(source, 0));
    if (source->is_number)
        return qkv_fail(q, "scatter_add: the source is a tensor, but this is a number");
    if (source->dtype != a->dtype)
        return (source->rank == 0 ? qkv_lack : qkv_fail)(
            q, "%s: the tensor is %s and the source is %s: one type is needed", c->op->name,
            qkv_dtype_name(a->dtype), qkv_dtype_name(source->dtype));
    return true;
}

static bool plan_places(Qkv *q, QkvCall *c)
{
    const QkvTensor *a = c->in[INPUT];
    int axis;
    if (!qkv_axis(q, c->op->name, a->rank, c->params.at[0], &axis) || !check_source(q, c) ||
        !check_places(q, c, axis))
        return false;
    c->params.at[0] = axis;
    return qkv_shape(q, c->out, a->dtype, a->rank, a->size) &&
           qkv_spend(q, c->in[INDEX]->count + a->count);
}

/* Where place i puts its source: the cell of the result, and the cell of the source. */
static int64_t scatter_target(const QkvCall *c, int64_t i, int64_t *source)
{
    int64_t at[QKV_MAX_RANK] = {0};
    qkv_tensor_index(c->in[INDEX], i, at);
    *source = c->in[SOURCE]->rank ? qkv_tensor_cell(c->in[SOURCE], at) : 0;
    at[c->params.at[0]] = c->in[INDEX]->data.i[i];
    return c->out->rank ? qkv_tensor_cell(c->out, at) : 0;
}

static void label_input(Qkv *q, QkvCall *c)
{
    (void)q;
    for (int d = 0; d < c->out->rank; d++)
        label_pass(c->out, d, c->in[INPUT], d, true);
}

/* A source gets what lies where it was put, also where another took its place. */
static const QkvTensor *back_source(Qkv *q, const QkvCall *c, const QkvTensor *g)
{
    const QkvTensor *index = c->in[INDEX], *source = c->in[SOURCE];
    if (!back_knows(q, index))
        return NULL;
    if (qkv_tensor_same_shape(source, index))
        return qkv_gather(q, g, c->params.at[0], index);
    context_say(q,
                "Function %sBackward0 returned an invalid gradient at index 1 - got %s but "
                "expected shape compatible with %s",
                c->op == &op_scatter ? "Scatter" : "ScatterAdd", SIZES_LIST(index),
                SIZES_LIST(source));
    qkv_lack(q,
             "backward: the gradient of %s needs a source with the sizes of the positions, and not "
             "%s for %s",
             c->op->name, SIZES(source), SIZES(index));
    return NULL;
}

/* --- scatter: map is the place that wrote a cell, the last one, or -1 ------------------------------ */

static bool plan_scatter(Qkv *q, QkvCall *c)
{
    int64_t *map = NULL, source;
    if (!plan_places(q, c) || !(map = map_new(q, c)))
        return false;
    for (int64_t i = 0; i < c->out->count; i++)
        map[i] = -1;
    for (int64_t i = 0; i < c->in[INDEX]->count && qkv_goes_on(c, CELL_WORK); i++)
        map[scatter_target(c, i, &source)] = i;
    return true;
}

/* The operand that a cell is a copy of, and its cell there. */
static QkvSource chosen(const QkvCall *c, int64_t cell)
{
    QkvSource from = {INPUT, cell};
    if (c->map[cell] < 0)
        return from;
    from.operand = SOURCE;
    scatter_target(c, c->map[cell], &from.cell);
    return from;
}

static void kernel_scatter(const QkvCall *c)
{
    for (int64_t i = 0; i < c->out->count && qkv_goes_on(c, CELL_WORK); i++) {
        QkvSource from = chosen(c, i);
        copy_cell(c->out, i, c->in[from.operand], from.cell);
    }
}

/* The place stands beside the cell that it has put there. */
static void terms_scatter(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    bool is_put = c->map[cell] >= 0;
    t->how = is_put ? QKV_HOW_CHOICE : QKV_HOW_COPY;
    QkvTerm term = {chosen(c, cell), {-1, 0}};
    if (is_put)
        term.b = (QkvSource){INDEX, c->map[cell]};
    qkv_terms_new(a, t, 1, &term);
}

BACK(scatter)
{
    int64_t *map = NULL;
    if (operand == SOURCE)
        return back_source(q, c, g);
    if (back_knows(q, c->in[INDEX]))
        map = arena_many(qkv_arena(q), (size_t)g->count + 1, int64_t);
    for (int64_t i = 0; map && i < g->count; i++)
        map[i] = c->map[i] < 0 ? i : -1;
    return back_put(q, c->in[operand], g, map, false);
}

static const char *scatter_named(const QkvCall *c)
{
    return c->in[SOURCE]->is_number ? "ScatterBackward1" : "ScatterBackward0";
}

const QkvOp op_scatter = {.name = "scatter",
                          .signature = "input:T dim:i index:T src:O",
                          .formula = "a, with cells written at the positions in b[..]",
                          .how = QKV_HOW_CHOICE,
                          .plan = plan_scatter,
                          .kernel = kernel_scatter,
                          .label = label_input,
                          .back = back_scatter,
                          .named = scatter_named,
                          .terms = terms_scatter};

const QkvTensor *qkv_scatter(Qkv *q, const QkvTensor *a, int64_t axis, const QkvTensor *index,
                             const QkvTensor *source)
{
    const QkvTensor *in[] = {a, index, source};
    return qkv_apply(q, &op_scatter, 3, in, &(QkvParams){.count = 1, .at = {axis}});
}

/* --- scatter_add ------------------------------------------------------------------------------------ */

static bool plan_scatter_add(Qkv *q, QkvCall *c)
{
    return c->in[INPUT]->dtype == QKV_BOOL
               ? qkv_lack(q, "scatter_add: bool tensors are not added up: use .long() first")
               : plan_places(q, c);
}

static void kernel_scatter_add(const QkvCall *c)
{
    QkvTensor *out = c->out;
    const QkvTensor *from = c->in[SOURCE];
    int64_t source;
    for (int64_t i = 0; i < out->count; i++)
        copy_cell(out, i, c->in[INPUT], i);
    for (int64_t i = 0; i < c->in[INDEX]->count; i++) {
        int64_t to = scatter_target(c, i, &source);
        if (out->dtype == QKV_FLOAT32)
            out->data.f[to] += from->data.f[source];
        else
            put_integer(out, to, wrap_add(cell_integer(out, to), cell_integer(from, source)));
    }
}

/* Adds one after the other, from the cell that was there. */
static float sum_in_order(const QkvCall *c, int64_t cell, const float *x, int64_t n)
{
    (void)c;
    (void)cell;
    float sum = x[0];
    for (int64_t i = 1; i < n; i++)
        sum += x[i];
    return sum;
}

static void terms_scatter_add(const QkvCall *c, int64_t cell, Arena *a, QkvTerms *t)
{
    int64_t n = 1, source;
    for (int64_t i = 0; i < c->in[INDEX]->count; i++)
        n += scatter_target(c, i, &source) == cell;
    qkv_terms_new(a, t, n, NULL);
    if (t->count == 0)
        return;
    t->term[0] = (QkvTerm){.a = {INPUT, cell}, .b = {-1, 0}};
    for (int64_t i = 0, k = 1; i < c->in[INDEX]->count; i++)
        if (scatter_target(c, i, &source) == cell)
            t->term[k++] = (QkvTerm){.a = {SOURCE, source}, .b = {-1, 0}};
}

BACK(scatter_add)
{
    return operand == SOURCE ? back_source(q, c, g) : g;
}

const QkvOp op_scatter_add = {.name = "scatter_add",
                              .signature = "input:T dim:i index:T src:T",
                              .homes = QKV_IN_BOTH,
                              .formula = "a, with cells added at the positions in b[..]",
                              .how = QKV_HOW_SUM,
                              .plan = plan_scatter_add,
                              .kernel = kernel_scatter_add,
                              .label = label_input,
                              .back = back_scatter_add,
                              .terms = terms_scatter_add,
                              .i2 = wrap_add,
                              .sum_row = sum_in_order};

const QkvTensor *qkv_scatter_add(Qkv *q, const QkvTensor *a, int64_t axis, const QkvTensor *index,
                                 const QkvTensor *source)
{
    const QkvTensor *in[] = {a, index, source};
    return qkv_apply(q, &op_scatter_add, 3, in, &(QkvParams){.count = 1, .at = {axis}});
}

/* --- whole slices: the places are one row ---------------------------------------------------------- */

const QkvTensor *qkv_index_put(Qkv *q, const char *name, const QkvTensor *a, int64_t axis,
                               const QkvTensor *index, const QkvTensor *source)
{
    int d;
    if (!a || !index || !source || !qkv_axis(q, name, a->rank, axis, &d))
        return NULL;
    int64_t row[QKV_MAX_RANK] = {0}, size[QKV_MAX_RANK] = {0};
    for (int i = 0; i < a->rank; i++) {
        row[i] = i == d ? index->count : 1;
        size[i] = i == d ? index->count : a->size[i];
    }
    bool fits = index->rank <= 1 && (source->is_number || source->rank == a->rank);
    for (int i = 0; fits && !source->is_number && i < a->rank; i++)
        fits = source->size[i] == size[i];
    if (!fits) {
        qkv_fail(
            q,
            "%s: a row of positions and as many slices of the tensor are needed, but these are "
            "%s and %s",
            name, SIZES(index), SIZES(source));
        return NULL;
    }
    qkv_enter(q, name);
    const QkvTensor *places = qkv_expand(q, qkv_reshape(q, index, a->rank, row), a->rank, size);
    const QkvTensor *out = strcmp(name, "index_add") == 0 ? qkv_scatter_add(q, a, d, places, source)
                                                          : qkv_scatter(q, a, d, places, source);
    qkv_leave(q);
    if (strcmp(name, "index_fill") == 0)
        return gradient_named(out, "IndexFillBackward0");
    return gradient_named(out, strcmp(name, "index_add") == 0 ? "IndexAddBackward0"
                                                              : "IndexCopyBackward0");
}
