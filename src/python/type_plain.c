/* The rows of None and its like, of slices, and of types of tensors. */
#include "python/type.h"

static bool always(const Value *v)
{
    (void)v;
    return true;
}

static bool never(const Value *v)
{
    (void)v;
    return false;
}

/* CPython's. */
static uint64_t none_hash(const Value *v)
{
    (void)v;
    return UINT64_C(0xFCA86420);
}

/* Writes what there is one of: its name without "Type". */
static void single_write(Writer *w, const Value *v, const Writing *around)
{
    (void)around;
    buf_puts(w->out, v->kind == VALUE_NONE       ? "None"
                     : v->kind == VALUE_ELLIPSIS ? "Ellipsis"
                                                 : "NotImplemented");
}

static const void *slice_place(const Value *v)
{
    return v->slice;
}

static void slice_write(Writer *w, const Value *v, const Writing *around)
{
    const ValueSlice *slice = v->slice;
    const List parts = {.item = (Value[]){slice->start, slice->stop, slice->step}, .count = 3};
    write_items(w, &parts, "slice(", ")", around);
}

/* As those of the tuples of their parts. */
static bool slice_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    return equal_in(b, &x->slice->start, &y->slice->start, depth + 1) &&
           equal_in(b, &x->slice->stop, &y->slice->stop, depth + 1) &&
           equal_in(b, &x->slice->step, &y->slice->step, depth + 1);
}

static bool dtype_equal(Budget *b, const Value *x, const Value *y, int depth)
{
    (void)b, (void)depth;
    return x->dtype == y->dtype;
}

static void dtype_write(Writer *w, const Value *v, const Writing *around)
{
    bool is_name = v->is_numpy && writes_str(w, around);
    buf_printf(w->out,
               is_name       ? "%s"
               : v->is_numpy ? "dtype('%s')"
                             : "torch.%s",
               qkv_dtype_name(v->dtype));
}

const Kind absent_kind = {.name = "nothing", .phrase = "nothing"};
/* clang-format off */
const Kind none_kind = {
    .name = "NoneType", .phrase = "None", .is_single = true, .is_true = never, .hash = none_hash,
    .has_fixed_hash = always, .write = single_write,
};
const Kind ellipsis_kind = {
    .name = "ellipsis", .phrase = "an ellipsis", .is_single = true, .write = single_write,
};
const Kind not_implemented_kind = {
    .name = "NotImplementedType", .phrase = "a NotImplementedType", .is_single = true,
    .write = single_write,
};
const Kind slice_kind = {
    .name = "slice", .phrase = "a slice", .methods = OF_SLICE, .place = slice_place,
    .equal = slice_equal, .write = slice_write,
};
const Kind dtype_kind = {
    .name = "torch.dtype", .phrase = "a torch.dtype", .equal = dtype_equal, .write = dtype_write,
};
/* clang-format on */

/* --- tensors ------------------------------------------------------------------------------------ */

static const char *tensor_named(const Value *v)
{
    if (v->tensor && v->tensor->is_array)
        return v->tensor->rank > 0 || v->tensor->is_held ? "ndarray"
                                                         : qkv_dtype_name(v->tensor->dtype);
    return v->tensor && v->parameter && !v->is_data ? "Parameter" : "Tensor";
}

static bool tensor_true(const Value *v)
{
    return v->tensor->count == 1 && qkv_tensor_at(v->tensor, 0) != 0;
}

static bool tensor_number(const Value *v, double *x)
{
    if (v->tensor->count != 1 || v->tensor->hole)
        return false;
    *x = qkv_tensor_at(v->tensor, 0);
    return true;
}

static bool tensor_integer(const Value *v, int64_t *x)
{
    if (v->tensor->count != 1 || qkv_is_float(v->tensor->dtype) || v->tensor->hole)
        return false;
    *x = qkv_is_long(v->tensor->dtype) ? v->tensor->data.i[0] : v->tensor->data.b[0];
    return true;
}

static bool tensor_is(const Value *a, const Value *b)
{
    return a->tensor == b->tensor && a->parameter == b->parameter &&
           (!a->parameter || a->is_data == b->is_data);
}

static void tensor_write(Writer *w, const Value *v, const Writing *around)
{
    if (v->tensor->is_array)
        print_array(w->out, v->tensor, &w->options->array, w->is_repr || around);
    else if (v->parameter && !v->is_data)
        print_parameter(w->out, value_now(v), w->options);
    else {
        bool wants = qkv_wants_grad(value_now(v)) && !v->is_data;
        QkvTensor t = *value_now(v);
        t.wants_grad = wants;
        print_tensor(w->out, &t, w->options);
    }
}

/* clang-format off */
const Kind tensor_kind = {
    .phrase = "a Tensor", .named = tensor_named, .is_true = tensor_true, .as_number = tensor_number,
    .as_integer = tensor_integer, .is = tensor_is, .write = tensor_write,
};
/* clang-format on */
const Kind array_kind = {.name = "ndarray", .phrase = "an ndarray"};
