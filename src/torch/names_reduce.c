/* torch: what makes one number of many (max, mean, std, norm, ...) or runs along an axis, and
 * comparisons of whole tensors. */
#include <math.h>
#include <string.h>

#include "core/layers.h"
#include "torch/torch.h"

static bool is_given(const Value *v)
{
    return v->kind != VALUE_ABSENT;
}

/* The argument `dim`: PyTorch takes no truth for an axis. */
static bool arg_axis(Eval *e, const Value *v, int64_t *axis)
{
    if (v->kind != VALUE_BOOL)
        return arg_integer(e, v, "dim", axis);
    eval_blame(e, v);
    return eval_fail(e, "'dim' must be an integer, and this is a bool");
}

/* keepdim is about an axis: PyTorch refuses it where none is named. */
static bool wants_axis(Eval *e, const Value *dim, const Value *other, const char *param)
{
    if (is_given(dim) || !is_given(other))
        return true;
    eval_blame(e, other);
    return eval_fail(e, "%s: '%s' is given without 'dim'", eval_callee(e)->name, param);
}

/* --- the largest and the smallest --------------------------------------------------------------- */

typedef const QkvTensor *Choose(Qkv *q, const QkvTensor *a, const int64_t *axis, bool keepdim);

/* Along an axis: the tuple (values, indices), each a step of its own. */
static bool choose_both(Eval *e, const QkvTensor *a, const Value *args, Choose *value,
                        Choose *place, Value *out)
{
    int64_t axis = 0;
    bool keepdim = false;
    const char *name = eval_callee(e)->name;
    Value values = {0}, indices = {0};
    if (!arg_axis(e, &args[1], &axis) || !arg_truth(e, &args[2], "keepdim", &keepdim))
        return false;
    bool ok = torch_result(e, value(e->q, a, &axis, keepdim), &values) &&
              torch_result(e, place(e->q, a, &axis, keepdim), &indices);
    *out = value_list(e->arena, VALUE_TUPLE);
    out->list->named = name;
    list_add(e->arena, out->list, values);
    list_add(e->arena, out->list, indices);
    return ok;
}

/* max(x), max(x, dim, keepdim), max(x, other): args are input, dim, keepdim, other. */
static bool extreme(Eval *e, const Value *args, Choose *value, Choose *place,
                    const QkvTensor *(*of_two)(Qkv *, const QkvTensor *, const QkvTensor *),
                    Value *out)
{
    const QkvTensor *a, *b;
    const Value *other = args[1].kind == VALUE_TENSOR ? &args[1] : &args[3];
    if (!arg_tensor(e, &args[0], "input", &a) || !wants_axis(e, &args[1], &args[2], "keepdim"))
        return false;
    if (other == &args[1] && (is_given(&args[2]) || is_given(&args[3])))
        return eval_fail(e, "%s: of two tensors nothing else can be asked", eval_callee(e)->name);
    if (is_given(other) && other == &args[3] && is_given(&args[1]))
        return eval_fail(e, "%s: either 'dim' or 'other' can be given", eval_callee(e)->name);
    if (is_given(other))
        return arg_tensor(e, other, "other", &b) && torch_result(e, of_two(e->q, a, b), out);
    if (is_given(&args[1]))
        return choose_both(e, a, args, value, place, out);
    return torch_result(e, value(e->q, a, NULL, false), out);
}

static bool call_max(Eval *e, Value *args, Value *out)
{
    return extreme(e, args, qkv_max, qkv_argmax, qkv_maximum, out);
}

static bool call_min(Eval *e, Value *args, Value *out)
{
    return extreme(e, args, qkv_min, qkv_argmin, qkv_minimum, out);
}

/* Along one axis, or over all cells. */
static bool choose(Eval *e, const Value *args, Choose *f, Value *out)
{
    const QkvTensor *a;
    int64_t axis = 0;
    bool keepdim = false;
    bool all = !is_given(&args[1]) || args[1].kind == VALUE_NONE;
    return arg_tensor(e, &args[0], "input", &a) && (all || arg_axis(e, &args[1], &axis)) &&
           arg_truth(e, &args[2], "keepdim", &keepdim) &&
           torch_result(e, f(e->q, a, all ? NULL : &axis, keepdim), out);
}

/* Along an axis of size 1, or without cells, PyTorch does not look at the numbers. */
static bool has_no_choice(const QkvTensor *a, const Value *dim)
{
    int64_t axis;
    if (dim->kind == VALUE_BOOL || !value_integer(dim, &axis) || a->rank == 0)
        return false;
    axis += axis < 0 ? a->rank : 0;
    return a->count == 0 || (axis >= 0 && axis < a->rank && a->size[axis] == 1);
}

static bool place(Eval *e, const Value *args, Choose *f, Value *out)
{
    if (args[0].kind == VALUE_TENSOR && args[0].tensor->dtype == QKV_BOOL &&
        !has_no_choice(args[0].tensor, &args[1]))
        return eval_fail(e, "%s: bool tensors are not numbers: use .long() first",
                         eval_callee(e)->name);
    return choose(e, args, f, out);
}

static bool call_argmax(Eval *e, Value *args, Value *out)
{
    return place(e, args, qkv_argmax, out);
}

static bool call_argmin(Eval *e, Value *args, Value *out)
{
    return place(e, args, qkv_argmin, out);
}

/* any and all take an axis or nothing: None is no axis to them. */
static bool truth(Eval *e, const Value *args, Choose *f, Value *out)
{
    int64_t axis;
    return wants_axis(e, &args[1], &args[2], "keepdim") &&
           (!is_given(&args[1]) || arg_axis(e, &args[1], &axis)) && choose(e, args, f, out);
}

static bool call_any(Eval *e, Value *args, Value *out)
{
    return truth(e, args, qkv_any, out);
}

static bool call_all(Eval *e, Value *args, Value *out)
{
    return truth(e, args, qkv_all, out);
}

/* --- mean, var, std, norm ----------------------------------------------------------------------- */

/* The arguments that reductions along several axes share. */
typedef struct Along {
    const QkvTensor *a;
    int64_t axes[QKV_MAX_RANK];
    int count;
    bool keepdim;
} Along;

static bool arg_along(Eval *e, const Value *input, const Value *dim, const Value *keepdim,
                      Along *out)
{
    *out = (Along){0};
    if (!arg_tensor(e, input, "input", &out->a))
        return false;
    if (dim->kind == VALUE_BOOL)
        return arg_axis(e, dim, NULL); /* a truth is no axis: the error says so */
    return arg_integers(e, dim, "dim", QKV_MAX_RANK, out->axes, &out->count) &&
           arg_truth(e, keepdim, "keepdim", &out->keepdim);
}

static bool call_mean(Eval *e, Value *args, Value *out)
{
    Along x;
    if (!arg_along(e, &args[0], &args[1], &args[2], &x) ||
        !wants_axis(e, &args[1], &args[2], "keepdim"))
        return false;
    QkvDType dtype = x.a->dtype;
    if (!arg_dtype(e, &args[3], &dtype))
        return false;
    return torch_result(e, qkv_mean(e->q, qkv_to(e->q, x.a, dtype), x.count, x.axes, x.keepdim),
                        out);
}

typedef const QkvTensor *Spread(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                                int64_t correction, bool keepdim);

/* Args: input, dim, unbiased, keepdim, correction. A truth in the place of dim is `unbiased`. */
static bool spread(Eval *e, const Value *args, Spread *f, Value *out)
{
    static const Value absent = {.kind = VALUE_ABSENT};
    bool is_short = args[1].kind == VALUE_BOOL, unbiased = true;
    const Value *dim = is_short ? &absent : &args[1], *wanted = is_short ? &args[1] : &args[2];
    int64_t correction = 1;
    Along x;
    if (is_short && is_given(&args[2]))
        return eval_fail(e, "%s: 'unbiased' is given twice", eval_callee(e)->name);
    if (!arg_along(e, &args[0], dim, &args[3], &x) || !wants_axis(e, dim, &args[3], "keepdim") ||
        !wants_axis(e, dim, &args[4], "correction") || !arg_truth(e, wanted, "unbiased", &unbiased))
        return false;
    if (is_given(wanted) && is_given(&args[4]))
        return eval_fail(e,
                         "%s: 'unbiased' and 'correction' say the same thing: only one can be "
                         "given",
                         eval_callee(e)->name);
    if (args[4].kind != VALUE_NONE && !arg_integer(e, &args[4], "correction", &correction))
        return false;
    return torch_result(e, f(e->q, x.a, x.count, x.axes, unbiased ? correction : 0, x.keepdim),
                        out);
}

static bool call_var(Eval *e, Value *args, Value *out)
{
    return spread(e, args, qkv_var, out);
}

static bool call_std(Eval *e, Value *args, Value *out)
{
    return spread(e, args, qkv_std, out);
}

static bool call_norm(Eval *e, Value *args, Value *out)
{
    Along x;
    double p = 2;
    const Value *given = &args[1];
    bool is_two = given->kind == VALUE_ABSENT || given->kind == VALUE_NONE ||
                  (given->kind == VALUE_STR && strcmp(given->text->bytes, "fro") == 0);
    if ((!is_two && !arg_number(e, given, "p", &p)) ||
        !arg_along(e, &args[0], &args[2], &args[3], &x))
        return false;
    if (is_two && x.count > 2) {
        eval_blame(e, &args[2]);
        return eval_fail(e, "norm: without 'p' it runs along at most 2 axes, and these are %d",
                         x.count);
    }
    return torch_result(e, qkv_norm(e->q, x.a, p, x.count, x.axes, x.keepdim), out);
}

/* --- along an axis ------------------------------------------------------------------------------ */

static bool along(Eval *e, const Value *args,
                  const QkvTensor *(*f)(Qkv *, const QkvTensor *, int64_t), Value *out)
{
    const QkvTensor *a;
    int64_t axis = 0;
    if (!arg_tensor(e, &args[0], "input", &a) || !arg_axis(e, &args[1], &axis))
        return false;
    QkvDType dtype = a->dtype;
    return arg_dtype(e, &args[2], &dtype) &&
           torch_result(e, f(e->q, qkv_to(e->q, a, dtype), axis), out);
}

static bool call_cumsum(Eval *e, Value *args, Value *out)
{
    return along(e, args, qkv_cumsum, out);
}

static bool call_log_softmax(Eval *e, Value *args, Value *out)
{
    return along(e, args, qkv_log_softmax, out);
}

static bool call_layer_norm(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a, *weight, *bias;
    int64_t size[QKV_MAX_RANK];
    int rank;
    double eps = 1e-5;
    if (args[1].kind != VALUE_LIST && args[1].kind != VALUE_TUPLE && args[1].kind != VALUE_SIZE) {
        eval_blame(e, &args[1]);
        return eval_fail(e, "'normalized_shape' must be a tuple of sizes, and this is %s",
                         value_kind(&args[1]));
    }
    return arg_tensor(e, &args[0], "input", &a) &&
           arg_integers(e, &args[1], "normalized_shape", QKV_MAX_RANK, size, &rank) &&
           arg_tensor_or_none(e, &args[2], "weight", &weight) &&
           arg_tensor_or_none(e, &args[3], "bias", &bias) && arg_number(e, &args[4], "eps", &eps) &&
           torch_result(e, qkv_layer_norm(e->q, a, rank, size, weight, bias, eps), out);
}

/* --- bounds and comparisons --------------------------------------------------------------------- */

static bool arg_bound(Eval *e, const Value *v, const char *param, const QkvTensor **out)
{
    *out = NULL;
    return !is_given(v) || v->kind == VALUE_NONE || arg_operand(e, v, param, out);
}

static bool call_clamp(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a, *low, *high;
    if (!arg_tensor(e, &args[0], "input", &a) || !arg_bound(e, &args[1], "min", &low) ||
        !arg_bound(e, &args[2], "max", &high))
        return false;
    if (!low && !high)
        return eval_fail(e, "clamp: min, max or both must be given");
    bool mixed = low && high && low->is_number != high->is_number;
    if (mixed && low->rank + high->rank > 0)
        return eval_fail(e, "clamp: min and max must both be numbers or both be tensors");
    return torch_result(e, qkv_clamp(e->q, a, low, high), out);
}

/* A truth, unless core has refused. */
static bool answer(Eval *e, bool truth, Value *out)
{
    const char *message = qkv_error(e->q);
    *out = value_bool(truth);
    return !message || eval_fail(e, "%s", message);
}

static bool call_equal(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a, *b;
    return arg_tensor(e, &args[0], "input", &a) && arg_tensor(e, &args[1], "other", &b) &&
           answer(e, qkv_equal(e->q, a, b), out);
}

static bool call_allclose(Eval *e, Value *args, Value *out)
{
    const QkvTensor *a, *b;
    double rtol = 1e-5, atol = 1e-8;
    bool equal_nan = false;
    return arg_tensor(e, &args[0], "input", &a) && arg_tensor(e, &args[1], "other", &b) &&
           arg_number(e, &args[2], "rtol", &rtol) && arg_number(e, &args[3], "atol", &atol) &&
           arg_truth(e, &args[4], "equal_nan", &equal_nan) &&
           answer(e, qkv_allclose(e->q, a, b, rtol, atol, equal_nan), out);
}

/* clang-format off: one row, one line */
const Function names_reduce[] = {
    {"max", IN_TORCH | OF_TENSOR, "input dim= keepdim= | other=", call_max},
    {"min", IN_TORCH | OF_TENSOR, "input dim= keepdim= | other=", call_min},
    {"argmax", IN_TORCH | OF_TENSOR, "input dim= keepdim=", call_argmax},
    {"argmin", IN_TORCH | OF_TENSOR, "input dim= keepdim=", call_argmin},
    {"any", IN_TORCH | OF_TENSOR, "input dim= keepdim=", call_any},
    {"all", IN_TORCH | OF_TENSOR, "input dim= keepdim=", call_all},
    {"mean", IN_TORCH | OF_TENSOR, "input dim= keepdim= | dtype=", call_mean},
    {"var", IN_TORCH | OF_TENSOR, "input dim= unbiased= keepdim= | correction=", call_var},
    {"std", IN_TORCH | OF_TENSOR, "input dim= unbiased= keepdim= | correction=", call_std},
    {"norm", IN_TORCH | OF_TENSOR, "input p= dim= keepdim=", call_norm},
    {"cumsum", IN_TORCH | OF_TENSOR, "input dim | dtype=", call_cumsum},
    {"log_softmax", IN_TORCH | IN_FUNCTIONAL | OF_TENSOR, "input dim dtype=", call_log_softmax},
    {"layer_norm", IN_FUNCTIONAL, "input normalized_shape weight= bias= eps=", call_layer_norm},
    {"clamp", IN_TORCH | OF_TENSOR, "input min= max=", call_clamp},
    {"equal", IN_TORCH | OF_TENSOR, "input other", call_equal},
    {"allclose", IN_TORCH | OF_TENSOR, "input other rtol= atol= equal_nan=", call_allclose},
    {0},
};
/* clang-format on */
