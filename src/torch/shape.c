/* torch: tensors cut into pieces, padded, or filled up; other moves are rows of core. */
#include <string.h>

#include "torch/torch.h"

/* --- cut into pieces ---------------------------------------------------------------------------- */

/* The axis that is cut. */
static bool cut_axis(Eval *e, const QkvTensor *a, const Arg *dim, int *axis)
{
    const char *name = e->call->function->name;
    if (a->rank == 0)
        return eval_fail(e, "%s: a single number has no axis to cut", name);
    return qkv_axis(e->q, name, a->rank, dim->integer, axis) || torch_fail(e);
}

static bool add_narrowed(Eval *e, const QkvTensor *a, int axis, int64_t start, int64_t length,
                         const char *grad_fn, Value *out)
{
    Value piece = {0};
    const QkvTensor *t = qkv_narrow(e->q, a, axis, start, length);
    return torch_result(e, qkv_of_several(t, a, row_in(out)->count, grad_fn), &piece) &&
           eval_append(e, row_in(out), piece);
}

/* Pieces of `step` each, the last with what is left; at least one. */
static bool cut_evenly(Eval *e, const QkvTensor *a, int axis, int64_t step, Value *out)
{
    int64_t size = a->size[axis], start = 0;
    *out = value_list(e->arena, VALUE_TUPLE);
    do {
        int64_t length = size - start < step ? size - start : step;
        if (!eval_spend(e, 1) || !add_narrowed(e, a, axis, start, length, "SplitBackward0", out))
            return false;
        start += length;
    } while (start < size);
    return true;
}

/* Pieces of the given sizes, which must be the whole. */
static bool cut_unevenly(Eval *e, const QkvTensor *a, int axis, const List *sizes, Value *out)
{
    int64_t start = 0, length = 0;
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int64_t i = 0; i < sizes->count; i++) {
        if (!value_integer(&sizes->item[i], &length))
            return eval_fail(e, "split: the sizes are integers, and item %lld is %s", (long long)i,
                             value_kind(&sizes->item[i]));
        if (length < 0 || length > a->size[axis] - start)
            break;
        if (!eval_spend(e, 1) ||
            !add_narrowed(e, a, axis, start, length, "SplitWithSizesBackward0", out))
            return false;
        start += length;
    }
    if (start != a->size[axis] || row_in(out)->count != sizes->count)
        return eval_fail(
            e,
            "split: the sizes must add up to %lld, the size of axis %d, and none may be "
            "negative",
            (long long)a->size[axis], axis);
    return true;
}

static bool call_split(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    int axis = 0;
    int64_t step = 0;
    if (!cut_axis(e, a, &args[2], &axis))
        return false;
    if (value_is_row(&args[1].value))
        return cut_unevenly(e, a, axis, row_in(&args[1].value), out);
    if (!value_integer(&args[1].value, &step))
        return arg_wrong(e, &args[1].value, "split_size", "an integer");
    if (step < 0 || (step == 0 && a->size[axis] > 0))
        return eval_fail(e, "split: pieces of %lld are not possible: axis %d has %lld",
                         (long long)step, axis, (long long)a->size[axis]);
    return cut_evenly(e, a, axis, step, out);
}

static bool call_chunk(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    int axis = 0;
    int64_t chunks = args[1].integer;
    if (!cut_axis(e, a, &args[2], &axis))
        return false;
    if (chunks <= 0)
        return eval_fail(e, "chunk: the number of pieces must be positive, but it is %lld",
                         (long long)chunks);
    int64_t size = a->size[axis];
    if (size > 0)
        return cut_evenly(e, a, axis, size / chunks + (size % chunks != 0), out);
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int64_t i = 0; i < chunks; i++)
        if (!eval_spend(e, 1) || !add_narrowed(e, a, axis, 0, 0, "SplitBackward0", out))
            return false;
    return true;
}

/* --- padded --------------------------------------------------------------------------------------- */

static bool call_pad(Eval *e, Arg *args, Value *out)
{
    Arg ends = {.count = 0};
    if (!value_is_row(&args[1].value))
        return arg_wrong(e, &args[1].value, "pad", "a list or tuple of integers");
    if (!arg_integers(e, &args[1].value, "pad", 2 * QKV_MAX_RANK, &ends))
        return false;
    if (args[2].has && strcmp(args[2].text->bytes, "constant") != 0)
        return torch_lack(e, &args[2], "pad: lessons have only the mode 'constant'");
    double value = args[3].has ? args[3].number : 0;
    return torch_result(e, qkv_pad(e->q, args[0].tensor, ends.count, ends.at, value), out);
}

/* The sequences are a list, or the rows of a tensor. */
static bool call_pad_sequence(Eval *e, Arg *args, Value *out)
{
    Arg *sequences = &args[0];
    const Value given = sequences->value;
    if (given.kind == VALUE_TENSOR && given.tensor->rank > 0 &&
        !eval_gather(e, &given, VALUE_LIST, &sequences->value))
        return false;
    return torch_tensors(e, "sequences", sequences) &&
           torch_result(e,
                        qkv_pad_sequence(e->q, sequences->count, sequences->tensors, args[1].truth,
                                         args[2].number),
                        out);
}

static bool call_one_hot(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_one_hot(e->q, args[0].tensor, args[1].integer), out);
}

/* clang-format off: one row, one line */
const Function torch_shaping[] = {
    {"split", IN_TORCH, "tensor:T split_size_or_sections dim:i=0", call_split},
    {"split", OF_TENSOR, "self:T split_size dim:i=0", call_split},
    {"chunk", IN_BOTH, "input:T chunks:i dim:i=0", call_chunk},
    {"pad", IN_FUNCTIONAL, "input:T pad mode:s= value:x=None", call_pad},
    {"pad_sequence", IN_HIDDEN, "sequences batch_first:b=False padding_value:x=0.0",
     call_pad_sequence},
    {"one_hot", IN_FUNCTIONAL, "input:T num_classes:i=-1", call_one_hot},
    {0},
};
/* clang-format on */
