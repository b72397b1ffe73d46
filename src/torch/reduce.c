/* torch: what makes one number of many and is more than its row of core: the tuples of max and min,
 * means, and the two ways to say how var and std divide. */
#include <string.h>

#include "torch/torch.h"

static bool is_argument_given(const Arg *arg)
{
    return arg->value.kind != VALUE_ABSENT;
}

/* keepdim is about an axis: most functions of PyTorch refuse it where none is named. */
bool torch_wants_axis(Eval *e, bool has_axis, const Arg *keepdim)
{
    if (has_axis || !is_argument_given(keepdim))
        return true;
    eval_blame(e, &keepdim->value);
    return eval_raise(e, "TypeError", "%s: 'keepdim' is given without 'dim'",
                      e->call->function->name);
}

/* --- the largest and the smallest --------------------------------------------------------------- */

typedef const QkvTensor *OfOne(Qkv *q, const QkvTensor *a, const int64_t *axis, bool keepdim);
typedef const QkvTensor *OfTwo(Qkv *q, const QkvTensor *a, const QkvTensor *b);

typedef struct Extreme {
    OfOne *value, *place;
    OfTwo *of_two;
} Extreme;

static const Extreme largest = {qkv_max, qkv_max_place, qkv_maximum};
static const Extreme smallest = {qkv_min, qkv_min_place, qkv_minimum};

/* max(x), max(x, dim, keepdim), max(x, other), and min. Along an axis it is the tuple (values,
 * indices), each a step of its own. */
static bool call_tensor_extreme(Eval *e, Arg *args, Value *out)
{
    enum { INPUT, DIM, KEEPDIM, OTHER };
    const char *name = e->call->function->name;
    const Extreme *extreme = e->call->function->data;
    bool of_two = args[DIM].value.kind == VALUE_TENSOR;
    const QkvTensor *a = args[INPUT].tensor, *b = of_two ? args[DIM].value.tensor : NULL;
    if (!torch_wants_axis(e, is_argument_given(&args[DIM]), &args[KEEPDIM]))
        return false;
    if (of_two && (is_argument_given(&args[KEEPDIM]) || is_argument_given(&args[OTHER])))
        return eval_refuse_name(
            e, "%s: with a second tensor, neither 'keepdim' nor 'other' can be given", name);
    if (!of_two && is_argument_given(&args[OTHER]) && is_argument_given(&args[DIM]))
        return eval_refuse_name(e, "%s: either 'dim' or 'other' can be given", name);
    b = args[OTHER].has ? args[OTHER].tensor : b;
    if (b)
        return torch_result(e, extreme->of_two(e->q, a, b), out);
    if (!is_argument_given(&args[DIM]))
        return torch_result(e, extreme->value(e->q, a, NULL, false), out);

    int64_t axis;
    Value values = {0}, indices = {0};
    bool keepdim = args[KEEPDIM].truth;
    if (args[DIM].value.kind == VALUE_BOOL || !value_integer(&args[DIM].value, &axis))
        return arg_wrong(e, &args[DIM].value, "dim", "an integer");
    *out = value_list(e->arena, VALUE_TUPLE);
    row_in(out)->named = name;
    bool ok = torch_result(e, extreme->value(e->q, a, &axis, keepdim), &values) &&
              torch_result(e, extreme->place(e->q, a, &axis, keepdim), &indices);
    list_add(e->arena, row_in(out), values);
    list_add(e->arena, row_in(out), indices);
    return ok;
}

/* amax and amin: the values alone, over some axes or over all. */
typedef struct OverAxes {
    const QkvTensor *(*call)(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                             bool keepdim);
} OverAxes;

static const OverAxes amax = {qkv_amax}, amin = {qkv_amin};

static bool call_over_axes(Eval *e, Arg *args, Value *out)
{
    const OverAxes *over = e->call->function->data;
    return torch_result(
        e, over->call(e->q, args[0].tensor, args[1].count, args[1].at, args[2].truth), out);
}

/* --- mean, var, std, norm ----------------------------------------------------------------------- */

static bool call_mean(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    if (!torch_wants_axis(e, is_argument_given(&args[1]), &args[2]))
        return false;
    a = qkv_to(e->q, a, torch_type(&args[3], a->dtype));
    return torch_result(e, qkv_mean(e->q, a, args[1].count, args[1].at, args[2].truth), out);
}

typedef struct SpreadRow {
    const QkvTensor *(*call)(Qkv *q, const QkvTensor *a, int count, const int64_t *axes,
                             double correction, bool keepdim);
} SpreadRow;

static const SpreadRow var = {qkv_var}, std = {qkv_std};

/* A truth in the place of dim is `unbiased`. */
static bool call_spread(Eval *e, Arg *args, Value *out)
{
    enum { INPUT, DIM, UNBIASED, KEEPDIM, CORRECTION };
    const char *name = e->call->function->name;
    bool is_short = args[DIM].value.kind == VALUE_BOOL;
    bool has_axis = is_argument_given(&args[DIM]) && !is_short;
    bool has_unbiased = is_short || is_argument_given(&args[UNBIASED]);
    bool unbiased = is_short ? args[DIM].value.truth : args[UNBIASED].truth;
    Arg axes = {.count = 0};
    if (is_short && is_argument_given(&args[UNBIASED]))
        return eval_refuse_name(e, "%s: 'unbiased' is given twice", name);
    if (has_axis && !arg_integers(e, &args[DIM].value, "dim", QKV_MAX_RANK, &axes))
        return false;
    if (has_unbiased && !torch_wants_axis(e, has_axis, &args[KEEPDIM]))
        return false;
    if (has_unbiased && is_argument_given(&args[CORRECTION]))
        return eval_refuse_name(
            e, "%s: 'unbiased' and 'correction' say the same thing: only one can be given", name);
    double correction = !unbiased ? 0 : args[CORRECTION].has ? args[CORRECTION].number : 1;
    const SpreadRow *spread = e->call->function->data;
    const QkvTensor *t = spread->call(e->q, args[INPUT].tensor, axes.count, axes.at, correction,
                                      args[KEEPDIM].truth);
    return torch_result(e, t, out);
}

static bool call_norm(Eval *e, Arg *args, Value *out)
{
    double p = 2;
    const Value *v = &args[1].value;
    bool is_two = v->kind == VALUE_ABSENT || v->kind == VALUE_NONE ||
                  (text_in(v) && strcmp(text_in(v)->bytes, "fro") == 0);
    if (!is_two && !value_number(v, &p))
        return text_in(v) ? torch_lack(e, &args[1], "norm: 'p' is a number or 'fro' here")
                          : arg_wrong(e, v, "p", "a number");
    if (is_two && args[2].count > 2)
        return torch_refuse(e, &args[2],
                            "norm: without 'p' it runs along at most 2 axes, but these are %d",
                            args[2].count);
    const QkvTensor *a = args[0].tensor;
    return torch_result(e, qkv_norm(e->q, a, p, args[2].count, args[2].at, args[3].truth), out);
}

/* clang-format off: one row, one line */
const Function torch_reducing[] = {
    {"amax", IN_BOTH, "input:T dim:I= keepdim:b=False", call_over_axes, &amax},
    {"amin", IN_BOTH, "input:T dim:I= keepdim:b=False", call_over_axes, &amin},
    {"max", IN_BOTH, "input:T dim= keepdim:b=False | other:T=", call_tensor_extreme, &largest},
    {"min", IN_BOTH, "input:T dim= keepdim:b=False | other:T=", call_tensor_extreme, &smallest},
    {"mean", IN_BOTH, "input:T dim:I= keepdim:b=False | dtype:d=", call_mean},
    {"var", IN_BOTH, "input:T dim= unbiased:b=True keepdim:b=False | correction:x=None",
     call_spread, &var},
    {"std", IN_BOTH, "input:T dim= unbiased:b=True keepdim:b=False | correction:x=None",
     call_spread, &std},
    {"norm", IN_BOTH, "input:T p= dim:I= keepdim:b=False", call_norm},
    {0},
};
/* clang-format on */
