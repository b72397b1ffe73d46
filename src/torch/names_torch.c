/* torch: making tensors, products, sums, softmax and moves, each under PyTorch's names. */
#include <string.h>

#include "torch/torch.h"

/* --- torch.tensor --------------------------------------------------------------------------- */

/* A nested list read as a block of numbers. */
typedef struct Numbers {
    const Value *data; /* the whole list: an argument */
    int rank;
    int64_t size[QKV_MAX_RANK];
    int64_t at[QKV_MAX_RANK]; /* the item being read, along each axis */
    QkvDType dtype;
    List cells; /* row-major, plain numbers */
} Numbers;

static bool is_row(const Value *v)
{
    return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE ||
           v->kind == VALUE_RANGE;
}

static int64_t row_length(const Value *v)
{
    return v->kind == VALUE_RANGE ? range_count(&v->range) : v->list->count;
}

/* An error is about the item being read, `depth` lists deep: where it is written out, it is
 * marked. */
static void blame_item(Eval *e, const Numbers *b, int depth)
{
    eval_blame(e, b->data);
    for (int d = 0; d < depth; d++) {
        const Node *n = e->at->kind == NODE_KEYWORD ? e->at->kid[0] : e->at;
        if ((n->kind != NODE_LIST && n->kind != NODE_TUPLE) || b->at[d] >= n->kids)
            return;
        e->at = n->kid[b->at[d]];
    }
}

static bool add_cell(Eval *e, Numbers *b, const Value *v)
{
    Value cell = *v;
    if (v->kind == VALUE_TENSOR && v->tensor->count == 1)
        tensor_item(v->tensor, 0, &cell);
    QkvDType dtype = cell.kind == VALUE_FLOAT ? QKV_FLOAT32
                     : cell.kind == VALUE_INT ? QKV_INT64
                                              : QKV_BOOL;
    if (cell.kind != VALUE_FLOAT && cell.kind != VALUE_INT && cell.kind != VALUE_BOOL) {
        blame_item(e, b, b->rank);
        return eval_fail(e, "tensor: the cells of a tensor are numbers or truths, and this is %s",
                         value_kind(v));
    }
    b->dtype = dtype > b->dtype ? dtype : b->dtype;
    if (b->cells.count >= LIMIT_CELLS)
        return eval_fail(e, "tensor: more than %d cells: too many", LIMIT_CELLS);
    list_add(e->arena, &b->cells, cell);
    return true;
}

typedef struct Reader {
    Numbers *block;
    int depth;
} Reader;

static bool read_row(Eval *e, Numbers *b, const Value *v, int depth);

static bool read_item(Eval *e, void *context, Value item)
{
    Reader *r = context;
    bool ok = read_row(e, r->block, &item, r->depth + 1);
    r->block->at[r->depth]++;
    return ok;
}

static bool read_row(Eval *e, Numbers *b, const Value *v, int depth)
{
    if (is_row(v) != (depth < b->rank)) {
        blame_item(e, b, depth);
        return eval_fail(e, "tensor: expected a %s, as in the rows before, and this is %s",
                         is_row(v) ? "number" : "list", value_kind(v));
    }
    if (depth == b->rank)
        return add_cell(e, b, v);
    if (row_length(v) != b->size[depth]) {
        blame_item(e, b, depth);
        return eval_fail(e, "tensor: this list has %lld item%s, and those before it have %lld",
                         (long long)row_length(v), row_length(v) == 1 ? "" : "s",
                         (long long)b->size[depth]);
    }
    Reader r = {b, depth};
    b->at[depth] = 0;
    return eval_each(e, v, read_item, &r);
}

/* The sizes are those of the first row of the first row of ... */
static bool measure(Eval *e, Numbers *b)
{
    for (const Value *v = b->data; is_row(v); v = &v->list->item[0]) {
        if (b->rank == QKV_MAX_RANK)
            return eval_fail(e, "tensor: lists inside each other more than %d deep", QKV_MAX_RANK);
        int64_t count = row_length(v);
        b->size[b->rank++] = count;
        if (count == 0 || v->kind == VALUE_RANGE)
            break;
    }
    return true;
}

static const QkvTensor *make_tensor(Eval *e, const Numbers *b, QkvDType dtype)
{
    int64_t n = b->cells.count;
    float *f = arena_many(e->arena, dtype == QKV_FLOAT32 ? (size_t)n : 0, float);
    int64_t *i = arena_many(e->arena, dtype == QKV_INT64 ? (size_t)n : 0, int64_t);
    bool *t = arena_many(e->arena, dtype == QKV_BOOL ? (size_t)n : 0, bool);
    for (int64_t k = 0; k < n; k++) {
        const Value *cell = &b->cells.item[k];
        double x = 0;
        value_number(cell, &x);
        if (dtype == QKV_FLOAT32)
            f[k] = cell->kind == VALUE_INT ? (float)cell->integer : (float)x;
        else if (dtype == QKV_BOOL)
            t[k] = x != 0;
        else
            i[k] = cell->kind == VALUE_INT ? cell->integer : (int64_t)x;
    }
    return dtype == QKV_FLOAT32 ? qkv_floats(e->q, b->rank, b->size, f)
           : dtype == QKV_INT64 ? qkv_ints(e->q, b->rank, b->size, i)
                                : qkv_bools(e->q, b->rank, b->size, t);
}

static bool build(Eval *e, const Value *data, const Value *dtype, QkvDType none, Value *out)
{
    Numbers b = {.data = data, .dtype = QKV_BOOL};
    if (data->kind == VALUE_TENSOR) {
        QkvDType type = dtype ? data->tensor->dtype : none;
        return (!dtype || arg_dtype(e, dtype, &type)) &&
               torch_result(e, qkv_to(e->q, data->tensor, type), out);
    }
    if (!measure(e, &b) || !read_row(e, &b, data, 0))
        return false;
    if (b.cells.count == 0)
        b.dtype = QKV_FLOAT32;
    QkvDType type = dtype ? b.dtype : none;
    if (dtype && !arg_dtype(e, dtype, &type))
        return false;
    for (int64_t i = 0; type == QKV_INT64 && i < b.cells.count; i++)
        if (b.cells.item[i].kind == VALUE_FLOAT &&
            !(b.cells.item[i].number > -9.2e18 && b.cells.item[i].number < 9.2e18))
            return eval_fail(e, "tensor: a number does not fit in int64");
    return torch_result(e, make_tensor(e, &b, type), out);
}

static bool call_tensor(Eval *e, Value *args, Value *out)
{
    return build(e, &args[0], &args[1], QKV_FLOAT32, out);
}

static bool call_float_tensor(Eval *e, Value *args, Value *out)
{
    return build(e, &args[0], NULL, QKV_FLOAT32, out);
}

static bool call_long_tensor(Eval *e, Value *args, Value *out)
{
    return build(e, &args[0], NULL, QKV_INT64, out);
}

/* --- operations ----------------------------------------------------------------------------- */

/* Rows that hand their tensors on to core: the row says to which function. */
static bool call_unary(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    return arg_tensor(e, &args[0], "input", &a) &&
           torch_result(e, eval_callee(e)->unary(e->q, a), out);
}

static bool call_binary(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a, *b;
    return arg_operand(e, &args[0], "input", &a) && arg_operand(e, &args[1], "other", &b) &&
           torch_result(e, eval_callee(e)->binary(e->q, a, b), out);
}

/* PyTorch's comparisons want a tensor first, where its arithmetic takes a plain number, too. */
static bool call_compare(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    return arg_tensor(e, &args[0], "input", &a) && call_binary(e, args, out);
}

/* Of two tensors and nothing else. */
static bool call_tensors(Eval *e, Value *args, Value *out)
{
    const QkvTensor *b;
    return arg_tensor(e, &args[1], "other", &b) && call_compare(e, args, out);
}

/* Of two plain numbers these make no tensor, as the arithmetic above does. */
static bool call_with_tensor(Eval *e, Value *args, Value *out)
{
    const Function *f = eval_callee(e);
    if (args[0].kind != VALUE_TENSOR && args[1].kind != VALUE_TENSOR)
        return eval_fail(e, "%s: one of the two must be a tensor: for plain numbers there is %s",
                         f->name, f->binary == qkv_pow ? "**" : "%");
    return call_binary(e, args, out);
}

static bool call_sum(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t axes[QKV_MAX_RANK];
    int count;
    bool keepdim = false;
    return arg_tensor(e, &args[0], "input", &a) &&
           arg_integers(e, &args[1], "dim", QKV_MAX_RANK, axes, &count) &&
           arg_truth(e, &args[2], "keepdim", &keepdim) &&
           torch_result(e, qkv_sum(e->q, a, count, axes, keepdim), out);
}

static bool call_softmax(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t axis = 0;
    QkvDType dtype;
    if (!arg_tensor(e, &args[0], "input", &a) || !arg_integer(e, &args[1], "dim", &axis))
        return false;
    dtype = a->dtype;
    if (!arg_dtype(e, &args[2], &dtype))
        return false;
    return torch_result(e, qkv_softmax(e->q, qkv_to(e->q, a, dtype), axis), out);
}

static bool call_transpose(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t axis0 = 0, axis1 = 0;
    return arg_tensor(e, &args[0], "input", &a) && arg_integer(e, &args[1], "dim0", &axis0) &&
           arg_integer(e, &args[2], "dim1", &axis1) &&
           torch_result(e, qkv_transpose(e->q, a, axis0, axis1), out);
}

/* --- conversions ---------------------------------------------------------------------------- */

static bool call_to(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    QkvDType dtype = QKV_FLOAT32;
    return arg_tensor(e, &args[0], "input", &a) && arg_dtype(e, &args[1], &dtype) &&
           torch_result(e, qkv_to(e->q, a, dtype), out);
}

static bool call_float(Eval *e, Value *args, Value *out)
{
    return torch_result(e, qkv_to(e->q, args[0].tensor, QKV_FLOAT32), out);
}

static bool call_long(Eval *e, Value *args, Value *out)
{
    return torch_result(e, qkv_to(e->q, args[0].tensor, QKV_INT64), out);
}

static bool call_bool(Eval *e, Value *args, Value *out)
{
    return torch_result(e, qkv_to(e->q, args[0].tensor, QKV_BOOL), out);
}

/* clang-format off: one row, one line */
const Function names_torch[] = {
    {"tensor", IN_TORCH, "data | dtype=", call_tensor},
    {"FloatTensor", IN_TORCH, "data", call_float_tensor},
    {"LongTensor", IN_TORCH, "data", call_long_tensor},

    {"matmul", IN_TORCH | OF_TENSOR, "input other", call_binary, .binary = qkv_matmul},
    {"add", IN_TORCH | OF_TENSOR, "input other", call_binary, .binary = qkv_add},
    {"sub", IN_TORCH | OF_TENSOR, "input other", call_binary, .binary = qkv_sub},
    {"mul", IN_TORCH | OF_TENSOR, "input other", call_binary, .binary = qkv_mul},
    {"div", IN_TORCH | OF_TENSOR, "input other", call_binary, .binary = qkv_div},
    {"pow", IN_TORCH | OF_TENSOR, "input exponent", call_with_tensor, .binary = qkv_pow},
    {"eq", IN_TORCH | OF_TENSOR, "input other", call_compare, .binary = qkv_eq},
    {"ne", IN_TORCH | OF_TENSOR, "input other", call_compare, .binary = qkv_ne},
    {"lt", IN_TORCH | OF_TENSOR, "input other", call_compare, .binary = qkv_lt},
    {"le", IN_TORCH | OF_TENSOR, "input other", call_compare, .binary = qkv_le},
    {"gt", IN_TORCH | OF_TENSOR, "input other", call_compare, .binary = qkv_gt},
    {"ge", IN_TORCH | OF_TENSOR, "input other", call_compare, .binary = qkv_ge},
    {"neg", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_neg},
    {"exp", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_exp},
    {"log", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_log},
    {"sqrt", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_sqrt},
    {"abs", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_abs},
    {"sin", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_sin},
    {"cos", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_cos},
    {"isnan", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_isnan},
    {"isinf", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_isinf},
    {"isfinite", IN_TORCH | OF_TENSOR, "input", call_unary, .unary = qkv_isfinite},
    {"tanh", IN_TORCH | IN_FUNCTIONAL | OF_TENSOR, "input", call_unary, .unary = qkv_tanh},
    {"sigmoid", IN_TORCH | IN_FUNCTIONAL | OF_TENSOR, "input", call_unary, .unary = qkv_sigmoid},
    {"relu", IN_TORCH | IN_FUNCTIONAL | OF_TENSOR, "input", call_unary, .unary = qkv_relu},
    {"maximum", IN_TORCH | OF_TENSOR, "input other", call_tensors, .binary = qkv_maximum},
    {"minimum", IN_TORCH | OF_TENSOR, "input other", call_tensors, .binary = qkv_minimum},
    {"floor_divide", IN_TORCH | OF_TENSOR, "input other", call_binary, .binary = qkv_floor_divide},
    {"remainder", IN_TORCH | OF_TENSOR, "input other", call_with_tensor, .binary = qkv_remainder},

    {"sum", IN_TORCH | OF_TENSOR, "input dim= keepdim=", call_sum},
    {"softmax", IN_TORCH | IN_FUNCTIONAL | OF_TENSOR, "input dim dtype=", call_softmax},
    {"transpose", IN_TORCH | OF_TENSOR, "input dim0 dim1", call_transpose},

    {"to", OF_TENSOR, "self dtype", call_to},
    {"float", OF_TENSOR, "self", call_float},
    {"long", OF_TENSOR, "self", call_long},
    {"bool", OF_TENSOR, "self", call_bool},
    {0},
};
/* clang-format on */
