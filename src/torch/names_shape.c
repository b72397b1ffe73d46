/* torch: tensors made by a rule, other shapes, and choosing by a condition. */
#include <math.h>

#include "torch/torch.h"

/* --- made by a rule ----------------------------------------------------------------------------- */

/* Sizes given one by one or as one tuple. */
static bool arg_sizes(Eval *e, const Value *v, int64_t *size, int *rank)
{
    return arg_integers(e, v, "size", QKV_MAX_RANK, size, rank);
}

static bool fill(Eval *e, Value *args, double value, Value *out)
{
    int64_t size[QKV_MAX_RANK];
    int rank;
    QkvDType dtype = QKV_FLOAT32;
    return arg_sizes(e, &args[0], size, &rank) && arg_dtype(e, &args[1], &dtype) &&
           torch_result(e, qkv_full(e->q, dtype, rank, size, value), out);
}

static bool call_zeros(Eval *e, Value *args, Value *out)
{
    return fill(e, args, 0, out);
}

static bool call_ones(Eval *e, Value *args, Value *out)
{
    return fill(e, args, 1, out);
}

/* The type that a plain number would give a tensor. */
static QkvDType natural(const Value *v)
{
    return v->kind == VALUE_BOOL ? QKV_BOOL : v->kind == VALUE_INT ? QKV_INT64 : QKV_FLOAT32;
}

static bool call_full(Eval *e, Value *args, Value *out)
{
    int64_t size[QKV_MAX_RANK];
    int rank;
    double value = 0;
    QkvDType dtype = natural(&args[1]);
    return arg_integers(e, &args[0], "size", QKV_MAX_RANK, size, &rank) &&
           arg_number(e, &args[1], "fill_value", &value) && arg_dtype(e, &args[2], &dtype) &&
           torch_result(e,
                        args[1].kind == VALUE_INT
                            ? qkv_full_integer(e->q, dtype, rank, size, args[1].integer)
                            : qkv_full(e->q, dtype, rank, size, value),
                        out);
}

static bool fill_like(Eval *e, const Value *like, const Value *type, const Value *fill, Value *out)
{
    const QkvTensor *a;
    double value = 0;
    if (!arg_tensor(e, like, "input", &a))
        return false;
    QkvDType dtype = a->dtype;
    return arg_number(e, fill, "fill_value", &value) && arg_dtype(e, type, &dtype) &&
           torch_result(e,
                        fill->kind == VALUE_INT
                            ? qkv_full_like_integer(e->q, a, dtype, fill->integer)
                            : qkv_full_like(e->q, a, dtype, value),
                        out);
}

static bool call_zeros_like(Eval *e, Value *args, Value *out)
{
    const Value zero = value_int(0);
    return fill_like(e, &args[0], &args[1], &zero, out);
}

static bool call_ones_like(Eval *e, Value *args, Value *out)
{
    const Value one = value_int(1);
    return fill_like(e, &args[0], &args[1], &one, out);
}

static bool call_full_like(Eval *e, Value *args, Value *out)
{
    return fill_like(e, &args[0], &args[2], &args[1], out);
}

static bool call_eye(Eval *e, Value *args, Value *out)
{
    int64_t rows = 0, cols;
    QkvDType dtype = QKV_FLOAT32;
    if (!arg_integer(e, &args[0], "n", &rows))
        return false;
    cols = rows;
    return arg_integer(e, &args[1], "m", &cols) && arg_dtype(e, &args[2], &dtype) &&
           torch_result(e, qkv_eye(e->q, dtype, rows, cols), out);
}

/* arange(end), arange(start, end), arange(start, end, step): whole numbers give whole numbers. */
static bool call_arange(Eval *e, Value *args, Value *out)
{
    static const char *const names[] = {"start", "end", "step"};
    double part[3] = {0, 0, 1};
    QkvDType dtype = QKV_INT64;
    if (args[1].kind == VALUE_ABSENT) {
        args[1] = args[0];
        args[0] = (Value){.kind = VALUE_ABSENT};
    }
    if (args[1].kind == VALUE_ABSENT)
        return eval_fail(e, "arange: the argument 'end' is missing");
    for (int i = 0; i < 3; i++) {
        if (args[i].kind != VALUE_ABSENT && natural(&args[i]) == QKV_FLOAT32)
            dtype = QKV_FLOAT32;
        if (!arg_number(e, &args[i], names[i], &part[i]))
            return false;
    }
    if (!arg_dtype(e, &args[3], &dtype))
        return false;
    int64_t whole[3] = {0, 0, 1};
    bool all_whole = dtype == QKV_INT64;
    for (int i = 0; i < 3; i++)
        all_whole = all_whole &&
                    (args[i].kind == VALUE_ABSENT || value_integer(&args[i], &whole[i]));
    if (all_whole)
        return torch_result(e, qkv_arange_integers(e->q, whole[0], whole[1], whole[2]), out);
    return torch_result(e, qkv_arange(e->q, dtype, part[0], part[1], part[2]), out);
}

/* --- shapes ------------------------------------------------------------------------------------- */

typedef const QkvTensor *SizesFunction(Qkv *q, const QkvTensor *a, int count, const int64_t *sizes);

static bool with_sizes(Eval *e, Value *args, const char *param, SizesFunction *f, Value *out)
{
    const QkvTensor *a;
    int64_t size[QKV_MAX_RANK];
    int count;
    return arg_tensor(e, &args[0], "input", &a) &&
           arg_integers(e, &args[1], param, QKV_MAX_RANK, size, &count) &&
           torch_result(e, f(e->q, a, count, size), out);
}

static bool call_permute(Eval *e, Value *args, Value *out)
{
    return with_sizes(e, args, "dims", qkv_permute, out);
}

static bool call_reshape(Eval *e, Value *args, Value *out)
{
    return with_sizes(e, args, "shape", qkv_reshape, out);
}

static bool call_expand(Eval *e, Value *args, Value *out)
{
    return with_sizes(e, args, "size", qkv_expand, out);
}

static bool call_unsqueeze(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t axis = 0;
    return arg_tensor(e, &args[0], "input", &a) && arg_integer(e, &args[1], "dim", &axis) &&
           torch_result(e, qkv_unsqueeze(e->q, a, axis), out);
}

static bool call_squeeze(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t axis = 0;
    if (!arg_tensor(e, &args[0], "input", &a) || !arg_integer(e, &args[1], "dim", &axis))
        return false;
    bool all = args[1].kind == VALUE_ABSENT;
    return torch_result(e, all ? qkv_squeeze(e->q, a) : qkv_squeeze_axis(e->q, a, axis), out);
}

static bool call_flatten(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t first = 0, last = -1;
    return arg_tensor(e, &args[0], "input", &a) && arg_integer(e, &args[1], "start_dim", &first) &&
           arg_integer(e, &args[2], "end_dim", &last) &&
           torch_result(e, qkv_flatten(e->q, a, first, last), out);
}

/* --- choosing ----------------------------------------------------------------------------------- */

static bool call_where(Eval *e, Value *args, Value *out)
{
    const QkvTensor *condition, *yes, *no;
    return arg_tensor(e, &args[0], "condition", &condition) &&
           arg_operand(e, &args[1], "input", &yes) && arg_operand(e, &args[2], "other", &no) &&
           torch_result(e, qkv_where(e->q, condition, yes, no), out);
}

static bool call_masked_fill(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a, *mask, *value;
    return arg_tensor(e, &args[0], "input", &a) && arg_tensor(e, &args[1], "mask", &mask) &&
           arg_operand(e, &args[2], "value", &value) &&
           torch_result(e, qkv_masked_fill(e->q, a, mask, value), out);
}

/* What a parameter holds, as a plain tensor. */
static bool call_detach(Eval *e, Value *args, Value *out)
{
    (void)e;
    *out = args[0];
    out->is_data = true;
    return true;
}

/* clang-format off: one row, one line */
const Function names_shape[] = {
    {"zeros", IN_TORCH, "*size | dtype=", call_zeros},
    {"ones", IN_TORCH, "*size | dtype=", call_ones},
    {"full", IN_TORCH, "size fill_value | dtype=", call_full},
    {"zeros_like", IN_TORCH, "input | dtype=", call_zeros_like},
    {"ones_like", IN_TORCH, "input | dtype=", call_ones_like},
    {"full_like", IN_TORCH, "input fill_value | dtype=", call_full_like},
    {"eye", IN_TORCH, "n m= | dtype=", call_eye},
    {"arange", IN_TORCH, "start= end= step= | dtype=", call_arange},

    {"permute", OF_TENSOR, "input *dims", call_permute},
    {"permute", IN_TORCH, "input dims", call_permute},
    {"reshape", OF_TENSOR, "input *shape", call_reshape},
    {"reshape", IN_TORCH, "input shape", call_reshape},
    {"expand", OF_TENSOR, "input *size", call_expand},
    {"unsqueeze", IN_TORCH | OF_TENSOR, "input dim", call_unsqueeze},
    {"squeeze", IN_TORCH | OF_TENSOR, "input dim=", call_squeeze},
    {"flatten", IN_TORCH | OF_TENSOR, "input start_dim= end_dim=", call_flatten},
    {"detach", OF_TENSOR, "input", call_detach},

    {"where", IN_TORCH, "condition input other", call_where},
    {"masked_fill", IN_TORCH | OF_TENSOR, "input mask value", call_masked_fill},
    {0},
};
/* clang-format on */
