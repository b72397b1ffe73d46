/* torch: cells that stay where they are in memory, or move. */
#include "lesson/names.h"

static bool unary(Eval *e, Value *args, Value *out)
{
    const Tensor *a;
    return arg_tensor(e, &args[0], "input", &a) &&
           eval_result(e, eval_callee(e)->unary(e->q, a), out);
}

/* --- in memory ---------------------------------------------------------------------------------- */

static bool call_view(Eval *e, Value *args, Value *out)
{
    int64_t size[QKV_MAX_RANK];
    int count;
    return arg_integers(e, &args[1], "size", QKV_MAX_RANK, size, &count) &&
           eval_result(e, qkv_view(e->q, args[0].tensor, count, size), out);
}

static bool call_is_contiguous(Eval *e, Value *args, Value *out)
{
    (void)e;
    *out = value_bool(tensor_is_contiguous(args[0].tensor));
    return true;
}

/* How far apart in memory neighbours along each axis lie. */
static bool call_stride(Eval *e, Value *args, Value *out)
{
    const Tensor *t = args[0].tensor;
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
        return eval_fail(e, "%s", qkv_error(e->q));
    *out = value_int(t->stride[d]);
    return true;
}

static bool call_clone(Eval *e, Value *args, Value *out)
{
    const Tensor *a;
    bool ok = arg_tensor(e, &args[0], "input", &a) && eval_result(e, qkv_clone(e->q, a), out);
    out->is_data = ok; /* not the parameter that it may be a copy of */
    return ok;
}

/* clang-format off: one row, one line */
const Function names_move[] = {
    {"view", OF_TENSOR, "self *size", call_view},
    {"contiguous", OF_TENSOR, "input", unary, .unary = qkv_contiguous},
    {"clone", IN_TORCH | OF_TENSOR, "input", call_clone},
    {"is_contiguous", OF_TENSOR, "self", call_is_contiguous},
    {"stride", OF_TENSOR, "self dim=", call_stride},
    {0},
};
/* clang-format on */
