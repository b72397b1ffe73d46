/* torch.nn and torch.nn.functional: layers, and the functions of theirs that are no rows of core. */
#include "torch/torch.h"

static bool new_parameter(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = args[0].tensor;
    if (!qkv_is_float(t->dtype))
        return eval_fail(e, "Parameter: a parameter holds floats, but this is %s: use .float()",
                         qkv_dtype_name(t->dtype));
    ValueParameter *p = arena_new(e->arena, ValueParameter);
    p->value = qkv_parameter(e->q, t, args[1].truth);
    e->parameters += t->count;
    *out = value_parameter(p);
    return p->value || torch_fail(e);
}

/* --- functions ------------------------------------------------------------------------------ */

static bool call_linear(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_linear(e->q, args[0].tensor, args[1].tensor, args[2].tensor), out);
}

static bool call_dropout(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *x = args[0].tensor, *t = qkv_dropout(e->q, x, args[1].number, args[2].truth);
    return args[3].truth && t != x ? torch_write(e, &args[0].value, t, out)
                                   : torch_result(e, t, out);
}

static bool call_layer_norm(Eval *e, Arg *args, Value *out)
{
    Arg size = {.count = 0};
    if (!value_is_row(&args[1].value))
        return arg_wrong(e, &args[1].value, "normalized_shape", "a tuple of sizes");
    return arg_integers(e, &args[1].value, "normalized_shape", QKV_MAX_RANK, &size) &&
           torch_result(e,
                        qkv_layer_norm(e->q, args[0].tensor, size.count, size.at, args[2].tensor,
                                       args[3].tensor, args[4].number),
                        out);
}

static bool call_scaled_dot_product(Eval *e, Arg *args, Value *out)
{
    enum { QUERY, KEY, VALUE, MASK, DROPOUT, CAUSAL, SCALE, GROUPED };
    const QkvAttention with = {.mask = args[MASK].tensor,
                               .dropout = args[DROPOUT].number,
                               .is_causal = args[CAUSAL].truth,
                               .scale = args[SCALE].has ? &args[SCALE].number : NULL,
                               .is_grouped = args[GROUPED].truth};
    return torch_result(
        e, qkv_attention(e->q, args[QUERY].tensor, args[KEY].tensor, args[VALUE].tensor, &with),
        out);
}

/* clang-format off: one row, one line */
const Function torch_layers[] = {
    {"Parameter", IN_NN | IS_TYPE, "data:T requires_grad:b=True", new_parameter,
     .module = "torch.nn.parameter"},

    {"linear", IN_FUNCTIONAL, "input:T weight:T bias:T=None", call_linear},
    {"dropout", IN_FUNCTIONAL, "input:T p:x=0.5 training:b=True inplace:b=False", call_dropout},
    {"layer_norm", IN_FUNCTIONAL, "input:T normalized_shape weight:T=None bias:T=None eps:x=1e-5",
     call_layer_norm},
    {"scaled_dot_product_attention", IN_FUNCTIONAL,
     "query:T key:T value:T attn_mask:T=None dropout_p:x=0.0 is_causal:b=False | scale:x=None "
     "enable_gqa:b=False",
     call_scaled_dot_product},
    {0},
};
/* clang-format on */
