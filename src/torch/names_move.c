/* torch: cells that stay where they are in memory, and cells that move: repeated, cut into pieces,
 * joined, turned, padded. */
#include <string.h>

#include "torch/torch.h"

static bool unary(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    return arg_tensor(e, &args[0], "input", &a) &&
           torch_result(e, eval_callee(e)->unary(e->q, a), out);
}

/* --- in memory ---------------------------------------------------------------------------------- */

static bool call_view(Eval *e, Value *args, Value *out)
{
    int64_t size[QKV_MAX_RANK];
    int count;
    return arg_integers(e, &args[1], "size", QKV_MAX_RANK, size, &count) &&
           torch_result(e, qkv_view(e->q, args[0].tensor, count, size), out);
}

static bool call_is_contiguous(Eval *e, Value *args, Value *out)
{
    (void)e;
    *out = value_bool(qkv_tensor_is_contiguous(args[0].tensor));
    return true;
}

/* How far apart in memory neighbours along each axis lie. */
static bool call_stride(Eval *e, Value *args, Value *out)
{
    const QkvTensor *t = args[0].tensor;
    int64_t axis = 0;
    int d;
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int i = 0; i < t->rank; i++)
        list_add(e->arena, out->list, value_int(t->stride[i]));
    if (args[1].kind == VALUE_ABSENT)
        return true;
    if (!arg_integer(e, &args[1], "dim", &axis))
        return false;
    if (t->rank == 0)
        return eval_fail(e, "stride: a single number has no axes");
    if (!qkv_axis(e->q, "stride", t->rank, axis, &d))
        return torch_fail(e);
    *out = value_int(t->stride[d]);
    return true;
}

static bool call_clone(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    bool ok = arg_tensor(e, &args[0], "input", &a) && torch_result(e, qkv_clone(e->q, a), out);
    out->parameter = NULL;
    out->is_data = ok; /* not the parameter that it may be a copy of */
    return ok;
}

/* --- repeated, turned, padded ------------------------------------------------------------------- */

static bool call_repeat(Eval *e, Value *args, Value *out)
{
    int64_t times[QKV_MAX_RANK];
    int count;
    return arg_integers(e, &args[1], "repeats", QKV_MAX_RANK, times, &count) &&
           torch_result(e, qkv_repeat(e->q, args[0].tensor, count, times), out);
}

static bool is_sequence(const Value *v)
{
    return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE;
}

/* Where PyTorch wants a tuple and nothing else. */
static bool want_sequence(Eval *e, const Value *v, const char *param, const char *of)
{
    if (is_sequence(v))
        return true;
    eval_blame(e, v);
    return eval_fail(e, "'%s' must be a list or tuple of %s, and this is %s", param, of,
                     value_kind(v));
}

static bool call_flip(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t axes[QKV_MAX_RANK];
    int count;
    return arg_tensor(e, &args[0], "input", &a) &&
           arg_integers(e, &args[1], "dims", QKV_MAX_RANK, axes, &count) &&
           torch_result(e, qkv_flip(e->q, a, count, axes), out);
}

static bool call_torch_flip(Eval *e, Value *args, Value *out)
{
    return want_sequence(e, &args[1], "dims", "integers") && call_flip(e, args, out);
}

static bool call_pad(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t ends[2 * QKV_MAX_RANK];
    int count;
    double value = 0;
    const Text *mode = NULL;
    if (!arg_tensor(e, &args[0], "input", &a) || !want_sequence(e, &args[1], "pad", "integers") ||
        !arg_integers(e, &args[1], "pad", 2 * QKV_MAX_RANK, ends, &count) ||
        !arg_text(e, &args[2], "mode", &mode))
        return false;
    if (mode && strcmp(mode->bytes, "constant") != 0) {
        eval_blame(e, &args[2]);
        return eval_fail(e, "pad: lessons have only the mode 'constant'");
    }
    if (args[3].kind != VALUE_NONE && !arg_number(e, &args[3], "value", &value))
        return false;
    return torch_result(e, qkv_pad(e->q, a, count, ends, value), out);
}

typedef const QkvTensor *Triangle(Qkv *q, const QkvTensor *a, int64_t diagonal);

static bool triangle(Eval *e, Value *args, Triangle *f, Value *out)
{
    const QkvTensor *a;
    int64_t diagonal = 0;
    return arg_tensor(e, &args[0], "input", &a) &&
           arg_integer(e, &args[1], "diagonal", &diagonal) &&
           torch_result(e, f(e->q, a, diagonal), out);
}

static bool call_tril(Eval *e, Value *args, Value *out)
{
    return triangle(e, args, qkv_tril, out);
}

static bool call_triu(Eval *e, Value *args, Value *out)
{
    return triangle(e, args, qkv_triu, out);
}

/* --- cut into pieces ---------------------------------------------------------------------------- */

/* The axis that is cut, and its size. */
static bool cut_axis(Eval *e, const QkvTensor *a, const Value *dim, int *axis, int64_t *size)
{
    const char *name = eval_callee(e)->name;
    int64_t d = 0;
    if (!arg_integer(e, dim, "dim", &d))
        return false;
    if (a->rank == 0)
        return eval_fail(e, "%s: a single number has no axis to cut", name);
    if (!qkv_axis(e->q, name, a->rank, d, axis))
        return torch_fail(e);
    *size = a->size[*axis];
    return true;
}

static bool add_piece(Eval *e, const QkvTensor *a, int axis, int64_t start, int64_t length,
                      Value *out)
{
    Value piece = {0};
    return torch_result(e, qkv_narrow(e->q, a, axis, start, length), &piece) &&
           eval_append(e, out->list, piece);
}

/* Pieces of `step` each, the last with what is left; at least one. */
static bool cut_evenly(Eval *e, const QkvTensor *a, int axis, int64_t step, Value *out)
{
    int64_t size = a->size[axis], start = 0;
    *out = value_list(e->arena, VALUE_TUPLE);
    do {
        int64_t length = size - start < step ? size - start : step;
        if (!eval_spend(e, 1) || !add_piece(e, a, axis, start, length, out))
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
        if (!eval_spend(e, 1) || !add_piece(e, a, axis, start, length, out))
            return false;
        start += length;
    }
    if (start != a->size[axis] || out->list->count != sizes->count)
        return eval_fail(e,
                         "split: the sizes must not be negative and make %lld together, the size "
                         "of axis %d",
                         (long long)a->size[axis], axis);
    return true;
}

static bool call_split(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int axis = 0;
    int64_t size = 0, step = 0;
    if (!arg_tensor(e, &args[0], "tensor", &a) || !cut_axis(e, a, &args[2], &axis, &size))
        return false;
    if (is_sequence(&args[1]))
        return cut_unevenly(e, a, axis, args[1].list, out);
    if (!arg_integer(e, &args[1], "split_size", &step))
        return false;
    if (step < 0 || (step == 0 && size > 0))
        return eval_fail(e, "split: pieces of %lld are not possible: axis %d has %lld",
                         (long long)step, axis, (long long)size);
    return cut_evenly(e, a, axis, step, out);
}

static bool call_chunk(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int axis = 0;
    int64_t size = 0, chunks = 1;
    if (!arg_tensor(e, &args[0], "input", &a) || !arg_integer(e, &args[1], "chunks", &chunks) ||
        !cut_axis(e, a, &args[2], &axis, &size))
        return false;
    if (chunks <= 0)
        return eval_fail(e, "chunk: the number of pieces must be positive, and it is %lld",
                         (long long)chunks);
    if (size > 0)
        return cut_evenly(e, a, axis, size / chunks + (size % chunks != 0), out);
    *out = value_list(e->arena, VALUE_TUPLE);
    for (int64_t i = 0; i < chunks; i++)
        if (!eval_spend(e, 1) || !add_piece(e, a, axis, 0, 0, out))
            return false;
    return true;
}

static bool call_narrow(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t axis = 0, start = 0, length = 0;
    int d;
    if (!arg_tensor(e, &args[0], "input", &a) || !arg_integer(e, &args[1], "dim", &axis) ||
        !arg_integer(e, &args[2], "start", &start) || !arg_integer(e, &args[3], "length", &length))
        return false;
    if (start < 0 && a->rank > 0 && qkv_axis(e->q, "narrow", a->rank, axis, &d))
        start += start >= -a->size[d] ? a->size[d] : 0;
    return torch_result(e, qkv_narrow(e->q, a, axis, start, length), out);
}

/* --- joined ------------------------------------------------------------------------------------- */

typedef const QkvTensor *Join(Qkv *q, int count, const QkvTensor *const in[], int64_t axis);

/* The tensors of a list; NULL after an error. */
static const QkvTensor **tensors_of(Eval *e, const Value *v, const char *param)
{
    if (!want_sequence(e, v, param, "tensors"))
        return NULL;
    const QkvTensor **in = arena_many(e->arena, (size_t)v->list->count + 1, const QkvTensor *);
    for (int64_t i = 0; i < v->list->count; i++) {
        if (v->list->item[i].kind != VALUE_TENSOR) {
            eval_blame(e, v);
            eval_fail(e, "'%s' must be a list or tuple of tensors, and item %lld is %s", param,
                      (long long)i, value_kind(&v->list->item[i]));
            return NULL;
        }
        in[i] = v->list->item[i].tensor;
    }
    return in;
}

static bool join(Eval *e, Value *args, Join *f, Value *out)
{
    int64_t axis = 0;
    const QkvTensor **in = tensors_of(e, &args[0], "tensors");
    return in && arg_integer(e, &args[1], "dim", &axis) &&
           torch_result(e, f(e->q, (int)args[0].list->count, in, axis), out);
}

static bool call_cat(Eval *e, Value *args, Value *out)
{
    return join(e, args, qkv_cat, out);
}

static bool call_stack(Eval *e, Value *args, Value *out)
{
    return join(e, args, qkv_stack, out);
}

static bool call_pad_sequence(Eval *e, Value *args, Value *out)
{
    bool batch_first = false;
    double value = 0;
    Value sequences = args[0];
    if (sequences.kind == VALUE_TENSOR && sequences.tensor->rank > 0 &&
        !eval_gather(e, &args[0], VALUE_LIST, &sequences))
        return false;
    const QkvTensor **in = tensors_of(e, &sequences, "sequences");
    return in && arg_truth(e, &args[1], "batch_first", &batch_first) &&
           arg_number(e, &args[2], "padding_value", &value) &&
           torch_result(
               e, qkv_pad_sequence(e->q, (int)sequences.list->count, in, batch_first, value), out);
}

/* --- made --------------------------------------------------------------------------------------- */

static bool call_linspace(Eval *e, Value *args, Value *out)
{
    double start = 0, end = 0;
    int64_t steps = 0;
    QkvDType dtype = QKV_FLOAT32;
    return arg_number(e, &args[0], "start", &start) && arg_number(e, &args[1], "end", &end) &&
           arg_integer(e, &args[2], "steps", &steps) && arg_dtype(e, &args[3], &dtype) &&
           torch_result(e, qkv_linspace(e->q, dtype, start, end, steps), out);
}

static bool call_one_hot(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a;
    int64_t classes = -1;
    return arg_tensor(e, &args[0], "input", &a) &&
           arg_integer(e, &args[1], "num_classes", &classes) &&
           torch_result(e, qkv_one_hot(e->q, a, classes), out);
}

static bool call_int(Eval *e, Value *args, Value *out)
{
    (void)args;
    (void)out;
    return eval_fail(e, "int: this would be int32, and lessons count in int64 alone: use .long()");
}

/* clang-format off: one row, one line */
const Function names_move[] = {
    {"view", OF_TENSOR, "self *size", call_view},
    {"contiguous", OF_TENSOR, "input", unary, .unary = qkv_contiguous},
    {"clone", IN_TORCH | OF_TENSOR, "input", call_clone},
    {"is_contiguous", OF_TENSOR, "self", call_is_contiguous},
    {"stride", OF_TENSOR, "self dim=", call_stride},

    {"repeat", OF_TENSOR, "self *repeats", call_repeat},
    {"flip", OF_TENSOR, "input *dims", call_flip},
    {"flip", IN_TORCH, "input dims", call_torch_flip},
    {"pad", IN_FUNCTIONAL, "input pad mode= value=", call_pad},
    {"tril", IN_TORCH | OF_TENSOR, "input diagonal=", call_tril},
    {"triu", IN_TORCH | OF_TENSOR, "input diagonal=", call_triu},

    {"split", IN_TORCH, "tensor split_size_or_sections dim=", call_split},
    {"split", OF_TENSOR, "self split_size dim=", call_split},
    {"chunk", IN_TORCH | OF_TENSOR, "input chunks dim=", call_chunk},
    {"narrow", IN_TORCH | OF_TENSOR, "input dim start length", call_narrow},

    {"cat", IN_TORCH, "tensors dim=", call_cat},
    {"stack", IN_TORCH, "tensors dim=", call_stack},
    {"pad_sequence", IN_RNN, "sequences batch_first= padding_value=", call_pad_sequence},

    {"linspace", IN_TORCH, "start end steps | dtype=", call_linspace},
    {"one_hot", IN_FUNCTIONAL, "input num_classes=", call_one_hot},
    {"int", OF_TENSOR, "self", call_int},
    {0},
};
/* clang-format on */
