/* torch: tensors made from nested lists, or by a rule. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "torch/torch.h"

/* --- torch.tensor --------------------------------------------------------------------------- */

/* A nested list read as a block of numbers. */
typedef struct NestedList {
    const Value *data; /* the whole list: an argument */
    int rank;
    int64_t size[QKV_MAX_RANK];
    int64_t at[QKV_MAX_RANK]; /* the item being read, along each axis */
    bool is_array;
    QkvDType dtype, floats; /* floats: what a plain float asks for */
    List cells;             /* row-major, plain numbers */
} NestedList;

static bool is_row(const Value *v)
{
    return value_is_row(v) || v->kind == VALUE_RANGE;
}

static int64_t row_length(const Value *v)
{
    return v->kind == VALUE_RANGE ? range_count(&v->range) : row_in(v)->count;
}

/* An error is about the item being read, `depth` lists deep: where it is written out, it is
 * marked. */
static void blame_item(Eval *e, const NestedList *b, int depth)
{
    eval_blame(e, b->data);
    for (int d = 0; d < depth; d++) {
        const Node *n = e->at->kind == NODE_KEYWORD ? e->at->kid[0] : e->at;
        if ((n->kind != NODE_LIST && n->kind != NODE_TUPLE) || b->at[d] >= n->kids)
            return;
        e->at = n->kid[b->at[d]];
    }
}

/* The type of cells of two types: as NumPy, which has no float32 of longs. */
static QkvDType joined(QkvDType a, QkvDType b)
{
    QkvDType less = a < b ? a : b, more = a < b ? b : a;
    return more == QKV_FLOAT32 && qkv_is_long(less) ? QKV_FLOAT64 : more;
}

static bool add_cell(Eval *e, NestedList *b, const Value *v)
{
    bool is_scalar = b->is_array && v->kind == VALUE_TENSOR && v->tensor->is_array;
    Value cell = *v;
    if (v->kind == VALUE_TENSOR && v->tensor->count == 1)
        tensor_item(v->tensor, 0, &cell);
    QkvDType dtype = cell.kind == VALUE_FLOAT ? b->floats
                     : cell.kind == VALUE_INT ? QKV_INT64
                                              : QKV_BOOL;
    if (cell.kind != VALUE_FLOAT && cell.kind != VALUE_INT && cell.kind != VALUE_BOOL) {
        bool stands_for = v->kind != VALUE_TENSOR && names_is_made_by(v, "Tensor");
        blame_item(e, b, b->rank);
        return (b->floats == QKV_FLOAT64 || stands_for ? eval_refuse_name : eval_fail)(
            e, "tensor: the cells of a tensor are numbers or booleans, but this is %s",
            value_kind(v));
    }
    dtype = is_scalar ? v->tensor->dtype : dtype;
    b->dtype = b->is_array ? joined(dtype, b->dtype) : dtype > b->dtype ? dtype : b->dtype;
    if (b->cells.count >= LIMIT_CELLS)
        return eval_refuse_name(e, "tensor: more than %d cells: too many", LIMIT_CELLS);
    list_add(e->arena, &b->cells, cell);
    return true;
}

/* A row at some depth is not as those before it. */
static bool fail_ragged(Eval *e, const NestedList *b, int depth, int64_t length)
{
    QkvFault f = {.kind = TORCH_FAULT_RAGGED,
                  .is_of_arrays = b->is_array,
                  .number = {depth},
                  .shapes = 1,
                  .rank = {depth}};
    memcpy(f.size[0], b->size, sizeof f.size[0]);
    return torch_raise(e, &f, "tensor: this list has %lld item%s, and those before it have %lld",
                       (long long)length, length == 1 ? "" : "s", (long long)b->size[depth]);
}

static bool read_row(Eval *e, NestedList *b, const Value *v, int depth)
{
    if (!eval_written(e, v))
        return false;
    if (is_row(v) != (depth < b->rank)) {
        blame_item(e, b, depth);
        if (b->is_array)
            return fail_ragged(e, b, depth, 0);
        return eval_fail(e, "tensor: expected a %s, as in the rows before, but this is %s",
                         is_row(v) ? "number" : "list", value_kind(v));
    }
    if (depth == b->rank)
        return add_cell(e, b, v);
    if (row_length(v) != b->size[depth]) {
        blame_item(e, b, depth);
        return fail_ragged(e, b, depth, row_length(v));
    }
    for (b->at[depth] = 0; b->at[depth] < b->size[depth]; b->at[depth]++) {
        int64_t i = b->at[depth];
        Value item = v->kind == VALUE_RANGE ? value_int(v->range.start + i * v->range.step)
                                            : row_in(v)->item[i];
        if (!eval_spend(e, 1) || !read_row(e, b, &item, depth + 1))
            return false;
    }
    return true;
}

/* The sizes are those of the first row of the first row of ... */
static bool measure(Eval *e, NestedList *b)
{
    enum { MOST_RESERVED = 4096 }; /* cells: other rows may be shorter than the first */
    for (const Value *v = b->data; is_row(v); v = &row_in(v)->item[0]) {
        if (b->rank == QKV_MAX_RANK)
            return eval_refuse_name(e, "tensor: lists inside each other more than %d deep",
                                    QKV_MAX_RANK);
        int64_t count = row_length(v);
        b->size[b->rank++] = count;
        if (count == 0 || v->kind == VALUE_RANGE)
            break;
    }
    int64_t cells = 1;
    for (int d = 0; d < b->rank; d++)
        cells = min_int64(cells * min_int64(b->size[d], MOST_RESERVED), MOST_RESERVED);
    list_reserve(e->arena, &b->cells, cells);
    return true;
}

/* A list of plain numbers is read where it lies: one of a million would be copied for nothing. */
static bool read_numbers(Eval *e, NestedList *b)
{
    const List *list = value_items(b->data);
    bool is_plain = list_in(b->data) && list->count > 0 && list->count < LIMIT_CELLS;
    for (int64_t i = 0; is_plain && i < list->count; i++) {
        const ValueKind kind = list->item[i].kind;
        QkvDType dtype = kind == VALUE_FLOAT ? b->floats : kind == VALUE_INT ? QKV_INT64 : QKV_BOOL;
        is_plain = kind == VALUE_FLOAT || kind == VALUE_INT || kind == VALUE_BOOL;
        b->dtype = dtype > b->dtype ? dtype : b->dtype;
    }
    if (!is_plain || !eval_written(e, b->data) || !eval_spend(e, list->count))
        return false;
    b->rank = 1;
    b->size[0] = list->count;
    b->cells = *list;
    return true;
}

static const QkvTensor *make_tensor(Eval *e, const NestedList *b, QkvDType dtype)
{
    int64_t n = b->cells.count;
    bool is_float = qkv_is_float(dtype) && dtype != QKV_FLOAT64;
    float *f = arena_many(e->arena, is_float ? (size_t)n : 0, float);
    double *d = arena_many(e->arena, dtype == QKV_FLOAT64 ? (size_t)n : 0, double);
    int64_t *i = arena_many(e->arena, qkv_is_long(dtype) ? (size_t)n : 0, int64_t);
    unsigned char *t = arena_array(e->arena, dtype < QKV_INT32 ? (size_t)n : 0, sizeof *t);
    for (int64_t k = 0; k < n; k++) {
        const Value *cell = &b->cells.item[k];
        double x = 0;
        value_number(cell, &x);
        if (is_float)
            f[k] = cell->kind == VALUE_INT ? (float)cell->integer : (float)x;
        else if (dtype == QKV_FLOAT64)
            d[k] = x;
        else if (qkv_is_long(dtype))
            i[k] = cell->kind == VALUE_INT ? cell->integer : (int64_t)x;
        else
            t[k] = dtype == QKV_BOOL ? x != 0 : (unsigned char)x;
    }
    const void *data = is_float               ? (void *)f
                       : dtype == QKV_FLOAT64 ? (void *)d
                       : qkv_is_long(dtype)   ? (void *)i
                                              : (void *)t;
    return qkv_given(e->q, dtype, b->rank, b->size, data);
}

static bool fits_type(const Value *cell, QkvDType dtype)
{
    double x = 0;
    value_number(cell, &x);
    return dtype == QKV_UINT8   ? x >= 0 && x <= 255
           : dtype == QKV_INT32 ? x >= INT32_MIN && x <= INT32_MAX
           : dtype == QKV_INT64 ? cell->kind != VALUE_FLOAT || fabs(x) < 9.2e18
                                : true;
}

static bool has_tensors(const Value *v)
{
    for (int64_t i = 0; value_is_row(v) && i < row_in(v)->count; i++)
        if (row_in(v)->item[i].kind == VALUE_TENSOR && row_in(v)->item[i].tensor->rank > 0)
            return true;
    return false;
}

/* Tells whether there are some and all of them are NumPy's. */
static bool has_arrays(const Value *v)
{
    bool has = has_tensors(v);
    for (int64_t i = 0; has && i < row_in(v)->count; i++)
        has = row_in(v)->item[i].kind != VALUE_TENSOR || row_in(v)->item[i].tensor->is_array;
    return has;
}

/* np.array([a, b]) of arrays; torch.tensor of such a list. */
static bool stack_arrays(Eval *e, const Value *v, const Arg *type, const QkvTensor **out)
{
    int64_t n = row_in(v)->count;
    const QkvTensor **in = arena_many(e->arena, (size_t)n + 1, const QkvTensor *);
    for (int64_t i = 0; i < n; i++)
        if (!eval_spend(e, 1) || !torch_array(e, &row_in(v)->item[i], "object", &in[i]))
            return false;
    *out = qkv_stack(e->q, (int)n, in, 0);
    *out = *out ? qkv_to(e->q, *out, torch_type(type, (*out)->dtype)) : NULL;
    return *out || torch_fail(e);
}

static bool fail_number(Eval *e, const NestedList *b, int64_t i, QkvDType dtype)
{
    double x = 0;
    value_number(&b->cells.item[i], &x);
    const QkvFault f = {.kind = TORCH_FAULT_NUMBER,
                        .is_of_arrays = b->is_array,
                        .number = {fabs(x) < 9.2e18 ? (int64_t)x : 0},
                        .to = dtype};
    return torch_raise(e, &f, "tensor: a number does not fit in %s", qkv_dtype_name(dtype));
}

bool torch_nested(Eval *e, const Value *v, const Arg *type, bool is_array, const QkvTensor **out)
{
    const QkvDType floats = is_array ? QKV_FLOAT64 : QKV_FLOAT32;
    NestedList b = {.data = v, .is_array = is_array, .dtype = QKV_BOOL, .floats = floats};
    if (is_array ? has_tensors(v) : has_arrays(v)) {
        if (!stack_arrays(e, v, type, out))
            return false;
        *out = torch_of_kind(e, *out, is_array);
        return *out || torch_fail(e);
    }
    const NestedList unread = b;
    if (!read_numbers(e, &b)) {
        b = unread;
        if (e->err->set || !measure(e, &b) || !read_row(e, &b, b.data, 0))
            return false;
    }
    QkvDType dtype = torch_type(type, b.cells.count == 0 ? floats : b.dtype);
    for (int64_t i = 0; i < b.cells.count; i++)
        if (!fits_type(&b.cells.item[i], dtype))
            return fail_number(e, &b, i, dtype);
    *out = make_tensor(e, &b, dtype);
    if (is_array)
        qkv_as_array(*out, true);
    return *out || torch_fail(e);
}

/* The tensor of a type, or of the one that the cells ask for when `type` has none. */
static bool build(Eval *e, const Arg *data, const Arg *type, Value *out)
{
    const QkvTensor *t = data->value.kind == VALUE_TENSOR ? data->value.tensor : NULL;
    if (t)
        return torch_result(e, torch_of_kind(e, qkv_to(e->q, t, torch_type(type, t->dtype)), false),
                            out);
    return torch_nested(e, &data->value, type, false, &t) && torch_result(e, t, out);
}

static bool call_as_tensor(Eval *e, Arg *args, Value *out)
{
    return build(e, &args[0], &args[1], out);
}

/* A tensor of its own, also where it is given one. */
static bool call_tensor(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[0].value;
    if (!build(e, &args[0], &args[1], out))
        return false;
    bool is_same = v->kind == VALUE_TENSOR && qkv_shares_memory(out->tensor, v->tensor);
    return !is_same || torch_result(e, qkv_clone(e->q, out->tensor), out);
}

/* --- made by a rule: by PyTorch's functions and by NumPy's -------------------------------------------- */

static bool is_numpys(const Eval *e)
{
    return (e->call->function->homes & IN_NUMPY) != 0;
}

/* The type of floats that nobody chose. */
static QkvDType floats(const Eval *e)
{
    return is_numpys(e) ? QKV_FLOAT64 : QKV_FLOAT32;
}

static bool made(Eval *e, const QkvTensor *t, Value *out)
{
    return torch_result(e, is_numpys(e) ? qkv_held(qkv_as_array(t, true)) : t, out);
}

/* zeros and ones, and NumPy's empty. */
static bool call_filled(Eval *e, Arg *args, Value *out)
{
    QkvDType dtype = torch_type(&args[1], floats(e));
    int value = e->call->function->which;
    return made(e, qkv_full(e->q, dtype, args[0].count, args[0].at, value), out);
}

/* The type that a plain number would give a tensor. */
static QkvDType natural(const Eval *e, const Value *v)
{
    return v->kind == VALUE_BOOL ? QKV_BOOL : v->kind == VALUE_INT ? QKV_INT64 : floats(e);
}

/* An integer beyond 2^53 is more than a double can say. */
static bool call_full(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[1].value;
    int rank = args[0].count;
    QkvDType dtype = torch_type(&args[2], natural(e, v));
    const QkvTensor *t = v->kind == VALUE_INT
                             ? qkv_full_integer(e->q, dtype, rank, args[0].at, v->integer)
                             : qkv_full(e->q, dtype, rank, args[0].at, args[1].number);
    return made(e, t, out);
}

static bool call_full_like(Eval *e, Arg *args, Value *out)
{
    const Value *v = &args[1].value;
    const QkvTensor *a = args[0].tensor;
    QkvDType dtype = torch_type(&args[2], a->dtype);
    const QkvTensor *t = v->kind == VALUE_INT ? qkv_full_like_integer(e->q, a, dtype, v->integer)
                                              : qkv_full_like(e->q, a, dtype, args[1].number);
    return made(e, t, out);
}

/* zeros_like and ones_like. */
static bool call_filled_like(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    QkvDType dtype = torch_type(&args[1], a->dtype);
    return made(e, qkv_full_like_integer(e->q, a, dtype, e->call->function->which), out);
}

static bool call_eye(Eval *e, Arg *args, Value *out)
{
    int64_t rows = args[0].integer, cols = args[1].has ? args[1].integer : rows;
    return made(e, qkv_eye(e->q, torch_type(&args[2], floats(e)), rows, cols), out);
}

/* arange(end), arange(start, end), arange(start, end, step): whole numbers give whole numbers. NumPy's has
 * nothing where the step leads away from the end, and goes by the distance of its first two numbers. */
static bool call_arange(Eval *e, Arg *args, Value *out)
{
    double part[3] = {0, 0, 1};
    int64_t whole[3] = {0, 0, 1};
    QkvDType dtype = QKV_INT64;
    if (!args[1].has) {
        args[1] = args[0];
        args[0] = (Arg){.has = false};
    }
    if (!args[1].has)
        return eval_refuse_name(e, "arange: the argument 'end' is missing");
    bool are_whole = true;
    for (int i = 0; i < 3; i++) {
        if (!args[i].has)
            continue;
        part[i] = args[i].number;
        are_whole = value_integer(&args[i].value, &whole[i]) && are_whole;
        if (natural(e, &args[i].value) == floats(e))
            dtype = floats(e);
    }
    dtype = torch_type(&args[3], dtype);
    if (is_numpys(e) && part[2] == 0)
        return eval_raise_as(e, "ZeroDivisionError", "division by zero", "arange: the step is 0");
    if (is_numpys(e) && (part[2] > 0 ? part[1] < part[0] : part[1] > part[0]))
        return made(e, qkv_full(e->q, dtype, 1, (int64_t[]){0}, 0), out);
    if (dtype == QKV_INT64 && are_whole)
        return made(e, qkv_arange_integers(e->q, whole[0], whole[1], whole[2]), out);
    if (is_numpys(e) && qkv_is_float(dtype))
        part[2] = part[0] + part[2] - part[0];
    return made(e, qkv_arange(e->q, dtype, part[0], part[1], part[2]), out);
}

static bool call_linspace(Eval *e, Arg *args, Value *out)
{
    QkvDType dtype = torch_type(&args[3], floats(e));
    return made(e, qkv_linspace(e->q, dtype, args[0].number, args[1].number, args[2].integer), out);
}

/* --- room, and more like a tensor ----------------------------------------------------------------- */

static bool call_empty(Eval *e, Arg *args, Value *out)
{
    QkvDType dtype = torch_type(&args[1], QKV_FLOAT32);
    return torch_result(e, qkv_empty(e->q, dtype, args[0].count, args[0].at), out);
}

static bool call_empty_like(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    QkvDType dtype = torch_type(&args[1], a->dtype);
    return torch_result(e, qkv_empty(e->q, dtype, a->rank, a->size), out);
}

/* x.new_zeros(2, 3), new_ones, new_empty: of its type. */
static bool call_new(Eval *e, Arg *args, Value *out)
{
    char letter = e->call->function->name[strlen("new_")];
    QkvDType dtype = torch_type(&args[2], args[0].tensor->dtype);
    int rank = args[1].count;
    const int64_t *size = args[1].at;
    return torch_result(e,
                        letter == 'e' ? qkv_empty(e->q, dtype, rank, size)
                                      : qkv_full(e->q, dtype, rank, size, letter == 'o'),
                        out);
}

static bool call_new_full(Eval *e, Arg *args, Value *out)
{
    QkvDType dtype = torch_type(&args[3], args[0].tensor->dtype);
    return torch_result(e, qkv_full(e->q, dtype, args[1].count, args[1].at, args[2].number), out);
}

static bool call_new_tensor(Eval *e, Arg *args, Value *out)
{
    Arg type = {.has = true, .dtype = torch_type(&args[2], args[0].tensor->dtype)};
    return build(e, &args[1], &type, out);
}

/* torch.Tensor([..]) of numbers, torch.Tensor(2, 3) of sizes; FloatTensor, LongTensor, BoolTensor. */
static bool call_of_type(Eval *e, Arg *args, Value *out)
{
    Arg type = {.has = true, .dtype = (QkvDType)e->call->function->which};
    Arg sizes = {.count = 0}, data = args[0];
    const List *given = data.value.kind == VALUE_ABSENT ? NULL : row_in(&data.value);
    if (given && given->count == 1 && given->item[0].kind != VALUE_INT) {
        data.value = given->item[0];
        if (data.value.kind != VALUE_SIZE)
            return build(e, &data, &type, out);
    }
    if (!given) {
        int64_t none = 0;
        return torch_result(e, qkv_full(e->q, type.dtype, 1, &none, 0), out);
    }
    return arg_integers(e, &data.value, "size", QKV_MAX_RANK, &sizes) &&
           torch_result(e, qkv_empty(e->q, type.dtype, sizes.count, sizes.at), out);
}

static bool call_dtype_of(Eval *e, Arg *args, Value *out)
{
    (void)args;
    *out = value_none;
    return eval_raise(e, "TypeError", "cannot create 'torch.dtype' instances");
}

static bool call_size_of(Eval *e, Arg *args, Value *out)
{
    if (args[0].value.kind == VALUE_ABSENT) {
        *out = value_list(e->arena, VALUE_SIZE);
        return true;
    }
    return eval_gather(e, &args[0].value, VALUE_SIZE, out);
}

/* clang-format off: one row, one line */
const Function torch_making[] = {
    {"tensor", IN_TORCH, "data | dtype:d=", call_tensor},
    {"as_tensor", IN_TORCH, "data dtype:d=", call_as_tensor},
    {"Tensor", IN_TORCH | IS_TYPE, "*data", call_of_type, .module = "torch", .which = QKV_FLOAT32},
    {"FloatTensor", IN_TORCH, "*data", call_of_type, .which = QKV_FLOAT32},
    {"DoubleTensor", IN_TORCH, "*data", call_of_type, .which = QKV_FLOAT64},
    {"IntTensor", IN_TORCH, "*data", call_of_type, .which = QKV_INT32},
    {"LongTensor", IN_TORCH, "*data", call_of_type, .which = QKV_INT64},
    {"ByteTensor", IN_TORCH, "*data", call_of_type, .which = QKV_UINT8},
    {"BoolTensor", IN_TORCH, "*data", call_of_type, .which = QKV_BOOL},
    {"Size", IN_TORCH | IS_TYPE, "sizes=", call_size_of, .module = "torch"},
    {"dtype", IN_TORCH | IS_TYPE, "*args", call_dtype_of, .module = "torch"},
    {"empty", IN_TORCH, "*size:I | dtype:d=", call_empty},
    {"empty_like", IN_TORCH, "input:T | dtype:d=", call_empty_like},
    {"new_zeros", OF_TENSOR, "self:T *size:I | dtype:d=", call_new},
    {"new_ones", OF_TENSOR, "self:T *size:I | dtype:d=", call_new},
    {"new_empty", OF_TENSOR, "self:T *size:I | dtype:d=", call_new},
    {"new_full", OF_TENSOR, "self:T size:I fill_value:x | dtype:d=", call_new_full},
    {"new_tensor", OF_TENSOR, "self:T data | dtype:d=", call_new_tensor},
    {"zeros", IN_TORCH, "*size:I | dtype:d=", call_filled, .which = 0},
    {"ones", IN_TORCH, "*size:I | dtype:d=", call_filled, .which = 1},
    {"full", IN_TORCH, "size:I fill_value:x | dtype:d=", call_full},
    {"zeros_like", IN_TORCH, "input:T | dtype:d=", call_filled_like, .which = 0},
    {"ones_like", IN_TORCH, "input:T | dtype:d=", call_filled_like, .which = 1},
    {"full_like", IN_TORCH, "input:T fill_value:x | dtype:d=", call_full_like},
    {"eye", IN_TORCH, "n:i m:i= | dtype:d=", call_eye},
    {"arange", IN_TORCH, "start:x= end:x= step:x= | dtype:d=", call_arange},
    {"linspace", IN_TORCH, "start:x end:x steps:i | dtype:d=", call_linspace},
    {"ndarray", IN_NUMPY | IS_TYPE, "shape:I dtype:d=None", call_filled, .module = "numpy"},
    {"empty", IN_NUMPY, "shape:I dtype:d=None", call_filled, .which = 0},
    {"zeros", IN_NUMPY, "shape:I dtype:d=None", call_filled, .which = 0},
    {"ones", IN_NUMPY, "shape:I dtype:d=None", call_filled, .which = 1},
    {"full", IN_NUMPY, "shape:I fill_value:x dtype:d=None", call_full},
    {"zeros_like", IN_NUMPY, "a:A dtype:d=None", call_filled_like, .which = 0},
    {"ones_like", IN_NUMPY, "a:A dtype:d=None", call_filled_like, .which = 1},
    {"full_like", IN_NUMPY, "a:A fill_value:x dtype:d=None", call_full_like},
    {"eye", IN_NUMPY, "N:i M:i=None dtype:d=None", call_eye},
    {"arange", IN_NUMPY, "start:x stop:x=None step:x=None dtype:d=None", call_arange},
    {"linspace", IN_NUMPY, "start:x stop:x num:i=50 dtype:d=None", call_linspace},
    {0},
};
/* clang-format on */
