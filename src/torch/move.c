/* torch: other shapes, orders and parts of a tensor that are made of rows of core: views under other
 * names, pieces, places, sorting. */
#include <string.h>

#include "torch/torch.h"

static bool add_tensor_to(Eval *e, Value *list, const QkvTensor *t)
{
    Value item = {0};
    return torch_result(e, t, &item) && eval_append(e, row_in(list), item);
}

/* (values, indices), called by the function. */
static bool pair(Eval *e, bool ok, const QkvTensor *values, const QkvTensor *indices, Value *out)
{
    *out = value_list(e->arena, VALUE_TUPLE);
    row_in(out)->named = e->call->function->name;
    return ok ? add_tensor_to(e, out, values) && add_tensor_to(e, out, indices) : torch_fail(e);
}

/* --- axes ------------------------------------------------------------------------------------- */

static bool call_transpose(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_transpose(e->q, args[0].tensor, args[1].integer, args[2].integer),
                        out);
}

/* A matrix turned round; of fewer axes a view of all. */
static bool call_t(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    if (a->rank > 2)
        return eval_fail(e, "t: needs at most two axes, but this tensor has %d axes", a->rank);
    const QkvTensor *t = a->rank < 2 ? qkv_view(e->q, a, a->rank, a->size)
                                     : qkv_transpose(e->q, a, 0, 1);
    return torch_result(e, qkv_grad_fn(t, a, "TBackward0"), out);
}

/* Axes at some places move to others; the rest keeps its order. */
static bool call_movedim(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    int64_t order[QKV_MAX_RANK];
    bool moved[QKV_MAX_RANK] = {false}, filled[QKV_MAX_RANK] = {false};
    const char *name = e->call->function->name;
    if (args[1].count != args[2].count)
        return eval_fail(e, "%s: needs one position for each axis", name);
    for (int i = 0; i < args[1].count; i++) {
        int from, to;
        if (!qkv_axis(e->q, name, a->rank, args[1].at[i], &from) ||
            !qkv_axis(e->q, name, a->rank, args[2].at[i], &to))
            return torch_fail(e);
        if (moved[from] || filled[to])
            return eval_fail(e, "%s: an axis is named twice", name);
        moved[from] = filled[to] = true;
        order[to] = from;
    }
    for (int to = 0, from = 0; to < a->rank; to++) {
        while (from < a->rank && moved[from])
            from++;
        if (!filled[to])
            order[to] = from++;
    }
    const QkvTensor *t = a->rank > 0 ? qkv_permute(e->q, a, a->rank, order)
                                     : qkv_grad_fn(qkv_view(e->q, a, 0, NULL), a, "AliasBackward0");
    return torch_result(e, t, out);
}

static bool call_unflatten(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    int64_t size[2 * QKV_MAX_RANK];
    int axis, count = 0;
    if (!qkv_axis(e->q, "unflatten", a->rank, args[1].integer, &axis))
        return torch_fail(e);
    for (int d = 0; d < a->rank; d++) {
        if (d != axis)
            size[count++] = a->size[d];
        for (int i = 0; d == axis && i < args[2].count; i++)
            size[count++] = args[2].at[i];
    }
    int64_t product = 1, open = 0;
    bool fits = true;
    for (int i = 0; i < args[2].count; i++) {
        open += args[2].at[i] == -1;
        fits = fits &&
               !__builtin_mul_overflow(product, args[2].at[i] == -1 ? 1 : args[2].at[i], &product);
    }
    fits = !fits  ? false
           : open ? product > 0 && a->size[axis] % product == 0
                  : product == a->size[axis];
    if (!fits)
        return eval_fail(e, "unflatten: the sizes do not make %lld, the size of axis %d",
                         (long long)a->size[axis], axis);
    return torch_result(e, qkv_view(e->q, a, count, size), out);
}

/* --- sizes -------------------------------------------------------------------------------------- */

static bool call_expand(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_expand(e->q, args[0].tensor, args[1].count, args[1].at), out);
}

static bool call_expand_as(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *like = args[1].tensor;
    return torch_result(e, qkv_expand(e->q, args[0].tensor, like->rank, like->size), out);
}

/* All cells in one row. */
static bool call_ravel(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor, *row = qkv_reshape(e->q, a, 1, (int64_t[]){-1});
    return torch_result(e, qkv_grad_fn(row, a, "ViewBackward0"), out);
}

static bool call_view_as(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *like = args[1].tensor;
    return torch_result(e, qkv_view(e->q, args[0].tensor, like->rank, like->size), out);
}

static bool call_reshape_as(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *like = args[1].tensor;
    return torch_result(e, qkv_reshape(e->q, args[0].tensor, like->rank, like->size), out);
}

/* repeat, but fewer numbers than axes count from the last axis on. */
static bool call_tile(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    int64_t times[QKV_MAX_RANK];
    int missing = a->rank > args[1].count ? a->rank - args[1].count : 0;
    for (int d = 0; d < missing; d++)
        times[d] = 1;
    for (int i = 0; i < args[1].count; i++)
        times[missing + i] = args[1].at[i];
    return torch_result(e, qkv_repeat(e->q, a, missing + args[1].count, times), out);
}

/* --- joined and cut ------------------------------------------------------------------------------ */

static bool call_cat(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_cat(e->q, args[0].count, args[0].tensors, args[1].integer), out);
}

/* Of rows vstack makes a matrix, and of single numbers both make rows first. */
static bool call_stack(Eval *e, Arg *args, Value *out)
{
    bool is_vertical = *e->call->function->name == 'v';
    const QkvTensor **in = arena_many(e->arena, (size_t)args[0].count + 1, const QkvTensor *);
    int64_t axis = 0;
    for (int i = 0; i < args[0].count; i++) {
        const QkvTensor *t = args[0].tensors[i];
        t = t->rank == 0 ? qkv_reshape(e->q, t, 1, (int64_t[]){1}) : t;
        t = is_vertical && t && t->rank == 1 ? qkv_unsqueeze(e->q, t, 0) : t;
        axis = !is_vertical && t && t->rank > 1;
        if (!(in[i] = t))
            return torch_fail(e);
    }
    return torch_result(e, qkv_cat(e->q, args[0].count, in, axis), out);
}

static bool call_unbind(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    int axis;
    if (a->rank == 0)
        return eval_raise(e, "IndexError",
                          "Dimension specified as %lld but tensor has no dimensions",
                          (long long)args[1].integer);
    if (!qkv_axis(e->q, "unbind", a->rank, args[1].integer, &axis))
        return torch_fail(e);
    QkvSubscript s[QKV_MAX_RANK];
    for (int d = 0; d < axis; d++)
        s[d] = (QkvSubscript){.kind = QKV_SUBSCRIPT_SLICE, .step = 1};
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int64_t i = 0; i < a->size[axis]; i++) {
        s[axis] = (QkvSubscript){.kind = QKV_SUBSCRIPT_AT, .start = i};
        if (!eval_spend(e, 1) ||
            !add_tensor_to(
                e, out, qkv_of_several(qkv_index(e->q, a, axis + 1, s), a, i, "UnbindBackward0")))
            return false;
    }
    return true;
}

/* Each row along an axis of its own, and as large as all of them. With indexing="xy" the first two
 * change places. */
static bool call_meshgrid(Eval *e, Arg *args, Value *out)
{
    const Value *rows = &args[0].value;
    int64_t size[QKV_MAX_RANK];
    if (rows->kind == VALUE_TUPLE && row_in(rows)->count == 1 && value_is_row(row_in(rows)->item))
        rows = row_in(rows)->item;
    int64_t count = rows->kind == VALUE_ABSENT ? 0 : row_in(rows)->count;
    bool xy = args[1].has && strcmp(args[1].text->bytes, "xy") == 0 && count > 1;
    if (count == 0 || count > QKV_MAX_RANK)
        return eval_refuse_name(e, "meshgrid: 1 to %d rows are needed", QKV_MAX_RANK);
    for (int64_t i = 0; i < count; i++) {
        const Value *v = &row_in(rows)->item[i];
        if (v->kind != VALUE_TENSOR || v->tensor->rank > 1)
            return eval_fail(e, "meshgrid: number %lld must be a tensor with one axis",
                             (long long)i + 1);
        size[xy && i < 2 ? 1 - i : i] = v->tensor->count;
    }
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int64_t i = 0; i < count; i++) {
        int64_t shape[QKV_MAX_RANK], axis = xy && i < 2 ? 1 - i : i;
        for (int64_t d = 0; d < count; d++)
            shape[d] = d == axis ? size[d] : 1;
        const QkvTensor *t = qkv_view(e->q, row_in(rows)->item[i].tensor, (int)count, shape);
        if (!add_tensor_to(e, out, qkv_expand(e->q, t, (int)count, size)))
            return false;
    }
    return true;
}

/* --- places -------------------------------------------------------------------------------------- */

static bool call_index_select(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor, *index = args[2].tensor;
    QkvSubscript s[QKV_MAX_RANK];
    int axis;
    if (!qkv_axis(e->q, "index_select", a->rank, args[1].integer, &axis))
        return torch_fail(e);
    if (a->rank == 0 || !qkv_is_long(index->dtype) || index->rank > 1)
        return index->rank > 1
                   ? eval_raise(e, "IndexError", "index_select(): Index is supposed to be a vector")
                   : eval_refuse_name(e, "index_select: the positions are a row of int64");
    for (int64_t i = 0; i < index->count; i++)
        if (qkv_tensor_at(index, i) < 0)
            return eval_raise_as(e, "IndexError", "index out of range in self",
                                 "index_select: positions are counted from 0, but one is %lld",
                                 (long long)index->data.i[i]);
    if (index->rank == 0)
        index = qkv_unsqueeze(e->q, index, 0);
    for (int d = 0; d < axis; d++)
        s[d] = (QkvSubscript){.kind = QKV_SUBSCRIPT_SLICE, .step = 1};
    s[axis] = (QkvSubscript){.kind = QKV_SUBSCRIPT_TENSOR, .tensor = index};
    const QkvTensor *t = index ? qkv_index(e->q, a, axis + 1, s) : NULL;
    return torch_result(e, qkv_grad_fn(t, a, "IndexSelectBackward0"), out);
}

/* x[:, i] with the axis as a number. */
static bool call_select(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    QkvSubscript s[QKV_MAX_RANK];
    int axis;
    if (a->rank == 0)
        return eval_raise_as(e, "IndexError", "select() cannot be applied to a 0-dim tensor.",
                             "select: a single number has no axis to select from");
    if (!qkv_axis(e->q, "select", a->rank, args[1].integer, &axis))
        return torch_fail(e);
    for (int d = 0; d < axis; d++)
        s[d] = (QkvSubscript){.kind = QKV_SUBSCRIPT_SLICE, .step = 1};
    s[axis] = (QkvSubscript){.kind = QKV_SUBSCRIPT_AT, .start = args[2].integer};
    return torch_result(e, qkv_index(e->q, a, axis + 1, s), out);
}

/* The source is called src, or, where it is a number, value. */
static bool call_scatter(Eval *e, Arg *args, Value *out)
{
    const Arg *source = args[3].has ? &args[3] : &args[4];
    if (!source->has)
        return eval_refuse_name(e, "scatter: what to write there, 'src' or 'value', is missing");
    return torch_result(
        e, qkv_scatter(e->q, args[0].tensor, args[1].integer, args[2].tensor, source->tensor), out);
}

static bool call_index_put(Eval *e, Arg *args, Value *out)
{
    const char *name = e->call->function->plain ? e->call->function->plain->name
                                                : e->call->function->name;
    const QkvTensor *source = args[3].tensor;
    bool scales = e->call->params->count > 4 && args[4].has;
    if (strcmp(name, "index_fill") == 0 && source->rank == 0 && !source->is_number)
        source = qkv_is_float(source->dtype) ? qkv_number(e->q, qkv_tensor_at(source, 0))
                                             : qkv_integer(e->q, (int64_t)qkv_tensor_at(source, 0));
    source = scales ? qkv_mul(e->q, source, args[4].tensor) : source;
    const QkvTensor *t = qkv_index_put(e->q, name, args[0].tensor, args[1].integer, args[2].tensor,
                                       source);
    if (strcmp(name, "index_fill") == 0 && !args[3].tensor->is_number)
        qkv_grad_fn(t, NULL, "IndexFillBackward1");
    return torch_result(e, t, out);
}

static bool call_take_along_dim(Eval *e, Arg *args, Value *out)
{
    const int64_t *axis = args[2].has ? &args[2].integer : NULL;
    return torch_result(e, qkv_take_along_dim(e->q, args[0].tensor, args[1].tensor, axis), out);
}

static bool call_masked_select(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_masked_select(e->q, args[0].tensor, args[1].tensor), out);
}

/* (n, rank), or a tuple of one row for each axis. */
static bool call_nonzero(Eval *e, Arg *args, Value *out)
{
    if (args[0].tensor->rank == 0)
        return eval_refuse_name(e, "nonzero: a single number has no positions here");
    const QkvTensor *places = qkv_nonzero(e->q, args[0].tensor);
    if (!args[1].truth)
        return torch_result(e, places, out);
    Value all = {0};
    Arg unbound[] = {{.tensor = places}, {.has = true, .integer = 1}};
    return torch_result(e, places, &all) && call_unbind(e, unbound, out);
}

/* torch.where(condition): its places, a row for each axis; or a choice. */
static bool call_where(Eval *e, Arg *args, Value *out)
{
    Arg places[] = {args[0], {.truth = true}};
    if (!args[1].has && !args[2].has)
        return call_nonzero(e, places, out);
    if (!args[1].has || !args[2].has)
        return eval_refuse_name(e, "where: the argument '%s' is missing",
                                args[1].has ? "other" : "input");
    return torch_result(e, qkv_where(e->q, args[0].tensor, args[1].tensor, args[2].tensor), out);
}

/* x.where(condition, other) */
static bool call_where_else(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_where(e->q, args[1].tensor, args[0].tensor, args[2].tensor), out);
}

static bool call_sort(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *values = NULL, *places = NULL;
    bool ok = qkv_sort(e->q, args[0].tensor, args[1].integer, args[2].truth, &values, &places);
    return pair(e, ok, values, places, out);
}

static bool call_topk(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *values = NULL, *places = NULL;
    bool ok = qkv_topk(e->q, args[0].tensor, args[1].integer, args[2].integer, args[3].truth,
                       &values, &places);
    return pair(e, ok, values, places, out);
}

static bool call_triangle(Eval *e, Arg *args, Value *out)
{
    bool is_upper = e->call->function->name[3] == 'u';
    return torch_result(
        e, qkv_triangle_places(e->q, args[0].integer, args[1].integer, args[2].integer, is_upper),
        out);
}

/* clang-format off: one row, one line */
/* Shifts and axes are one list to core: no shifts at all would be taken for axes. */
static bool call_roll(Eval *e, Arg *args, Value *out)
{
    int64_t at[2 * QKV_MAX_RANK];
    int count = args[1].count;
    if (count == 0)
        return eval_fail(e, "roll: shifts is missing: by how many positions");
    memcpy(at, args[1].at, (size_t)count * sizeof *at);
    memcpy(at + count, args[2].at, (size_t)args[2].count * sizeof *at);
    return torch_result(e, qkv_roll(e->q, args[0].tensor, count + args[2].count, at), out);
}

const Function torch_moving[] = {
    {"roll", IN_BOTH, "input:T shifts:I dims:I=", call_roll},
    {"swapaxes", IN_BOTH, "input:T axis0:i axis1:i", call_transpose},
    {"swapdims", IN_BOTH, "input:T dim0:i dim1:i", call_transpose},
    {"t", IN_BOTH, "input:T", call_t},
    {"movedim", IN_BOTH, "input:T source:I destination:I", call_movedim},
    {"moveaxis", IN_BOTH, "input:T source:I destination:I", call_movedim},
    {"unflatten", IN_BOTH, "input:T dim:i sizes:I", call_unflatten},
    {"broadcast_to", IN_BOTH, "input:T size:I", call_expand},
    {"expand_as", OF_TENSOR, "self:T other:T", call_expand_as},
    {"view_as", OF_TENSOR, "self:T other:T", call_view_as},
    {"reshape_as", OF_TENSOR, "self:T other:T", call_reshape_as},
    {"ravel", IN_BOTH, "input:T", call_ravel},
    {"tile", IN_BOTH, "input:T *dims:I", call_tile},
    {"concat", IN_TORCH, "tensors:L dim:i=0", call_cat},
    {"concatenate", IN_TORCH, "tensors:L dim:i=0", call_cat},
    {"vstack", IN_TORCH, "tensors:L", call_stack},
    {"hstack", IN_TORCH, "tensors:L", call_stack},
    {"unbind", IN_BOTH, "input:T dim:i=0", call_unbind},
    {"meshgrid", IN_TORCH, "*tensors | indexing:s=", call_meshgrid},
    {"index_select", IN_BOTH, "input:T dim:i index:T", call_index_select},
    {"select", IN_BOTH, "input:T dim:i index:i", call_select},
    {"scatter", IN_BOTH, "input:T dim:i index:T src:O= value:O=", call_scatter},
    {"index_add", IN_BOTH, "input:T dim:i index:T source:T | alpha:O=", call_index_put},
    {"index_copy", IN_BOTH, "input:T dim:i index:T source:T", call_index_put},
    {"index_fill", IN_BOTH, "input:T dim:i index:T value:O", call_index_put},
    {"take_along_dim", IN_BOTH, "input:T indices:T dim:i=None", call_take_along_dim},
    {"masked_select", IN_BOTH, "input:T mask:T", call_masked_select},
    {"nonzero", IN_BOTH, "input:T | as_tuple:b=False", call_nonzero},
    {"where", IN_TORCH, "condition:T input:O= other:O=", call_where},
    {"where", OF_TENSOR, "self:T condition:T other:O", call_where_else},
    {"sort", IN_BOTH, "input:T dim:i=-1 descending:b=False stable:b=False", call_sort},
    {"topk", IN_BOTH, "input:T k:i dim:i=-1 largest:b=True sorted:b=True", call_topk},
    {"tril_indices", IN_TORCH, "row:i col:i offset:i=0 | dtype:d=", call_triangle},
    {"triu_indices", IN_TORCH, "row:i col:i offset:i=0 | dtype:d=", call_triangle},
    {0},
};
/* clang-format on */
