/* torch.nn and torch.nn.functional: layers, and the functions of theirs that are no rows of core. */
#include "torch/torch.h"

/* inplace=True would change a tensor that has been shown. */
static bool refuse_inplace(Eval *e, const Arg *inplace)
{
    return !inplace->truth ||
           torch_refuse(e, inplace, "tensors are not changed in place: leave 'inplace' out");
}

/* --- layers --------------------------------------------------------------------------------- */

static bool new_linear(Eval *e, Arg *args, Value *out)
{
    return torch_made(e, qkv_linear_new(e->q, args[0].integer, args[1].integer, args[2].truth),
                      out);
}

static bool new_embedding(Eval *e, Arg *args, Value *out)
{
    int64_t rows = args[0].integer, padding = args[2].has ? args[2].integer : -1;
    if (args[2].has && padding < 0)
        padding += rows;
    if (args[2].has && padding < 0)
        return eval_fail(e, "Embedding: there is no row %lld for 'padding_idx'",
                         (long long)(padding - rows));
    return torch_made(e, qkv_embedding_new(e->q, rows, args[1].integer, padding), out);
}

static bool new_dropout(Eval *e, Arg *args, Value *out)
{
    if (!refuse_inplace(e, &args[1]))
        return false;
    const Value *p = &args[0].value;
    QkvModule *m = p->kind == VALUE_INT ? qkv_dropout_new_integer(e->q, p->integer)
                                        : qkv_dropout_new(e->q, args[0].number);
    return torch_made(e, m, out);
}

static bool new_softmax(Eval *e, Arg *args, Value *out)
{
    return torch_made(e, qkv_softmax_new(e->q, args[0].integer), out);
}

static bool new_layer_norm(Eval *e, Arg *args, Value *out)
{
    QkvModule *m = qkv_layer_norm_new(e->q, args[0].count, args[0].at, args[1].number,
                                      args[2].truth);
    return torch_made(e, m, out);
}

static bool new_parameter(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = args[0].tensor;
    if (t->dtype != QKV_FLOAT32)
        return eval_fail(e, "Parameter: a parameter is float32, and this is %s: use .float()",
                         qkv_dtype_name(t->dtype));
    if (!args[1].truth)
        return eval_fail(e, "Parameter: without a gradient it is a plain tensor: use the tensor");
    QkvParameter *p = arena_new(e->arena, QkvParameter);
    p->value = t;
    *out = value_parameter(p);
    return true;
}

/* --- functions ------------------------------------------------------------------------------ */

static bool call_linear(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_linear(e->q, args[0].tensor, args[1].tensor, args[2].tensor), out);
}

static bool call_dropout(Eval *e, Arg *args, Value *out)
{
    return refuse_inplace(e, &args[3]) &&
           torch_result(e, qkv_dropout(e->q, args[0].tensor, args[1].number, args[2].truth), out);
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
    enum { QUERY, KEY, VALUE, MASK, DROPOUT, CAUSAL, SCALE };
    const QkvTensor *y = qkv_scaled_dot_product_attention(
        e->q, args[QUERY].tensor, args[KEY].tensor, args[VALUE].tensor, args[MASK].tensor,
        args[DROPOUT].number, args[CAUSAL].truth, args[SCALE].has ? &args[SCALE].number : NULL);
    return torch_result(e, y, out);
}

/* clang-format off: one row, one line */
const Function torch_layers[] = {
    {"Linear", IN_NN, "in_features:i out_features:i bias:b=True", new_linear},
    {"Embedding", IN_NN, "num_embeddings:i embedding_dim:i padding_idx:i=None", new_embedding},
    {"Dropout", IN_NN, "p:x=0.5 inplace:b=False", new_dropout},
    {"Softmax", IN_NN, "dim:i", new_softmax},
    {"LayerNorm", IN_NN, "normalized_shape:I eps:x=1e-5 elementwise_affine:b=True", new_layer_norm},
    {"Parameter", IN_NN, "data:T requires_grad:b=True", new_parameter},

    {"linear", IN_FUNCTIONAL, "input:T weight:T bias:T=None", call_linear},
    {"dropout", IN_FUNCTIONAL, "input:T p:x=0.5 training:b=True inplace:b=False", call_dropout},
    {"layer_norm", IN_FUNCTIONAL, "input:T normalized_shape weight:T=None bias:T=None eps:x=1e-5",
     call_layer_norm},
    {"scaled_dot_product_attention", IN_FUNCTIONAL,
     "query:T key:T value:T attn_mask:T=None dropout_p:x=0.0 is_causal:b=False | scale:x=None",
     call_scaled_dot_product},
    {0},
};
/* clang-format on */
