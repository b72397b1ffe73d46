/* torch.nn and torch.nn.functional: layers, and the functions behind them. */
#include "torch/torch.h"

/* inplace=True would change a tensor that has been shown. */
static bool refuse_inplace(Eval *e, const Value *v)
{
    bool inplace = false;
    if (!arg_truth(e, v, "inplace", &inplace))
        return false;
    if (!inplace)
        return true;
    eval_blame(e, v);
    return eval_fail(e, "tensors are not changed in place: leave 'inplace' out");
}

/* --- layers --------------------------------------------------------------------------------- */

static bool call_linear_new(Eval *e, Value *args, Value *out)
{
    int64_t in = 0, size = 0;
    bool bias = true;
    return arg_integer(e, &args[0], "in_features", &in) &&
           arg_integer(e, &args[1], "out_features", &size) &&
           arg_truth(e, &args[2], "bias", &bias) &&
           torch_made(e, qkv_linear_new(e->q, in, size, bias), out);
}

static bool call_embedding_new(Eval *e, Value *args, Value *out)
{
    int64_t rows = 0, d = 0, padding = -1;
    bool has_padding = args[2].kind != VALUE_ABSENT && args[2].kind != VALUE_NONE;
    if (!arg_integer(e, &args[0], "num_embeddings", &rows) ||
        !arg_integer(e, &args[1], "embedding_dim", &d) ||
        (has_padding && !arg_integer(e, &args[2], "padding_idx", &padding)))
        return false;
    if (has_padding && padding < 0)
        padding += rows;
    if (has_padding && padding < 0)
        return eval_fail(e, "Embedding: there is no row %lld for 'padding_idx'",
                         (long long)(padding - rows));
    return torch_made(e, qkv_embedding_new(e->q, rows, d, padding), out);
}

static bool call_dropout_new(Eval *e, Value *args, Value *out)
{
    double p = 0.5;
    if (!arg_number(e, &args[0], "p", &p) || !refuse_inplace(e, &args[1]))
        return false;
    QkvModule *m = args[0].kind == VALUE_INT ? qkv_dropout_new_integer(e->q, args[0].integer)
                                             : qkv_dropout_new(e->q, p);
    return torch_made(e, m, out);
}

static bool call_softmax_new(Eval *e, Value *args, Value *out)
{
    int64_t axis = 0;
    return arg_integer(e, &args[0], "dim", &axis) &&
           torch_made(e, qkv_softmax_new(e->q, axis), out);
}

static bool call_layer_norm_new(Eval *e, Value *args, Value *out)
{
    int64_t size[QKV_MAX_RANK];
    int rank;
    double eps = 1e-5;
    bool affine = true;
    return arg_integers(e, &args[0], "normalized_shape", QKV_MAX_RANK, size, &rank) &&
           arg_number(e, &args[1], "eps", &eps) &&
           arg_truth(e, &args[2], "elementwise_affine", &affine) &&
           torch_made(e, qkv_layer_norm_new(e->q, rank, size, eps, affine), out);
}

static bool call_parameter_new(Eval *e, Value *args, Value *out)
{
    const QkvTensor *t;
    bool grad = true;
    if (!arg_tensor(e, &args[0], "data", &t) || !arg_truth(e, &args[1], "requires_grad", &grad))
        return false;
    if (t->dtype != QKV_FLOAT32)
        return eval_fail(e, "Parameter: a parameter is float32, and this is %s: use .float()",
                         qkv_dtype_name(t->dtype));
    if (!grad)
        return eval_fail(e, "Parameter: without a gradient it is a plain tensor: use the tensor");
    QkvParameter *p = arena_new(e->arena, QkvParameter);
    p->value = t;
    *out = value_parameter(p);
    return true;
}

/* --- functions ------------------------------------------------------------------------------ */

static bool call_linear(Eval *e, Value *args, Value *out)
{
    const QkvTensor *x, *weight, *bias;
    return arg_tensor(e, &args[0], "input", &x) && arg_tensor(e, &args[1], "weight", &weight) &&
           arg_tensor_or_none(e, &args[2], "bias", &bias) &&
           torch_result(e, qkv_linear(e->q, x, weight, bias), out);
}

static bool call_embedding(Eval *e, Value *args, Value *out)
{
    const QkvTensor *x, *weight;
    return arg_tensor(e, &args[0], "input", &x) && arg_tensor(e, &args[1], "weight", &weight) &&
           torch_result(e, qkv_embedding(e->q, x, weight), out);
}

static bool call_dropout(Eval *e, Value *args, Value *out)
{
    const QkvTensor *x;
    double p = 0.5;
    bool training = true;
    return arg_tensor(e, &args[0], "input", &x) && arg_number(e, &args[1], "p", &p) &&
           arg_truth(e, &args[2], "training", &training) && refuse_inplace(e, &args[3]) &&
           torch_result(e, qkv_dropout(e->q, x, p, training), out);
}

/* clang-format off: one row, one line */
const Function names_nn[] = {
    {"Linear", IN_NN, "in_features out_features bias=", call_linear_new},
    {"Embedding", IN_NN, "num_embeddings embedding_dim padding_idx=", call_embedding_new},
    {"Dropout", IN_NN, "p= inplace=", call_dropout_new},
    {"Softmax", IN_NN, "dim", call_softmax_new},
    {"LayerNorm", IN_NN, "normalized_shape eps= elementwise_affine=", call_layer_norm_new},
    {"Parameter", IN_NN, "data requires_grad=", call_parameter_new},

    {"linear", IN_FUNCTIONAL, "input weight bias=", call_linear},
    {"embedding", IN_FUNCTIONAL, "input weight", call_embedding},
    {"dropout", IN_FUNCTIONAL, "input p= training= inplace=", call_dropout},
    {0},
};
/* clang-format on */
