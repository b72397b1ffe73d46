/* torch.nn.functional: activations that are told a number or a way, losses, and lengths of vectors. */
#include <string.h>

#include "core/gradient.h"
#include "torch/torch.h"

/* inplace=True: what was computed is written where the input was. */
static bool result(Eval *e, const QkvTensor *t, const Value *input, const Arg *inplace, Value *out)
{
    return inplace && inplace->truth ? torch_write(e, input, t, out) : torch_result(e, t, out);
}

/* --- activations ------------------------------------------------------------------------------- */

static bool call_gelu(Eval *e, Arg *args, Value *out)
{
    static const char *const ways[] = {"none", "tanh", NULL};
    int way = torch_choose(e, &args[1], "approximate", ways);
    const QkvTensor *a = args[0].tensor;
    return way >= 0 && torch_result(e, way ? qkv_gelu_tanh(e->q, a) : qkv_gelu(e->q, a), out);
}

typedef struct OfOne {
    const QkvTensor *(*call)(Qkv *q, const QkvTensor *a);
} OfOne;

static const OfOne of_relu = {qkv_relu}, of_relu6 = {qkv_relu6}, of_silu = {qkv_silu};

static bool call_activation(Eval *e, Arg *args, Value *out)
{
    const OfOne *f = e->call->function->data;
    return result(e, f->call(e->q, args[0].tensor), &args[0].value, &args[1], out);
}

typedef struct WithNumber {
    const QkvTensor *(*call)(Qkv *q, const QkvTensor *a, const QkvTensor *b);
} WithNumber;

static const WithNumber leaky_relu = {qkv_leaky_relu}, elu = {qkv_elu};

static bool call_with_number(Eval *e, Arg *args, Value *out)
{
    const WithNumber *f = e->call->function->data;
    const QkvTensor *t = f->call(e->q, args[0].tensor, qkv_number(e->q, args[1].number));
    return result(e, t, &args[0].value, &args[2], out);
}

static bool call_softplus(Eval *e, Arg *args, Value *out)
{
    if (args[2].number != 20)
        return torch_lack(e, &args[2], "softplus: lessons have only the threshold 20");
    return torch_result(e, qkv_softplus(e->q, args[0].tensor, qkv_number(e->q, args[1].number)),
                        out);
}

/* Without an axis PyTorch warns, and takes the first of rows, of matrices in a batch and of one number, and the
 * second of all else. */
static int64_t softmax_axis(const Arg *dim, const QkvTensor *a)
{
    return dim->has ? dim->integer : a->rank == 0 || a->rank == 1 || a->rank == 3 ? 0 : 1;
}

typedef struct SoftmaxRow {
    const QkvTensor *(*call)(Qkv *q, const QkvTensor *a, int64_t axis);
} SoftmaxRow;

static const SoftmaxRow softmax = {qkv_softmax}, log_softmax = {qkv_log_softmax};

static bool call_softmax(Eval *e, Arg *args, Value *out)
{
    const SoftmaxRow *row = e->call->function->data;
    const QkvTensor *a = qkv_to(e->q, args[0].tensor, torch_type(&args[3], args[0].tensor->dtype));
    return torch_result(e, row->call(e->q, a, softmax_axis(&args[1], a)), out);
}

/* The softmax of the opposite numbers: the smallest has the largest weight. */
static bool call_softmin(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    qkv_enter(e->q, "softmin");
    const QkvTensor *opposite = qkv_neg(e->q, qkv_to(e->q, a, torch_type(&args[3], a->dtype)));
    const QkvTensor *result = qkv_softmax(e->q, opposite, softmax_axis(&args[1], a));
    qkv_leave(e->q);
    return torch_result(e, result, out);
}

/* --- vectors ----------------------------------------------------------------------------------- */

static bool call_normalize(Eval *e, Arg *args, Value *out)
{
    return torch_result(
        e, qkv_normalize(e->q, args[0].tensor, args[1].number, args[2].integer, args[3].number),
        out);
}

/* For what PyTorch's compiler fuses. */
static bool call_multiply_add(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_multiply_add(e->q, args[0].tensor, args[1].tensor, args[2].tensor),
                        out);
}

static bool call_cosine_similarity(Eval *e, Arg *args, Value *out)
{
    return torch_result(e,
                        qkv_cosine_similarity(e->q, args[0].tensor, args[1].tensor, args[2].integer,
                                              args[3].number),
                        out);
}

/* --- losses ------------------------------------------------------------------------------------ */

static bool is_said(const Arg *arg)
{
    return arg->value.kind != VALUE_ABSENT && arg->value.kind != VALUE_NONE;
}

/* size_average and reduce are the older words for it: where one of them is given, they say it alone. */
static bool read_reduction(Eval *e, const Arg *average, const Arg *reduce, const Arg *arg,
                           QkvReduction *out)
{
    static const char *const ways[] = {"mean", "sum", "none", NULL};
    static const QkvReduction reductions[] = {QKV_REDUCE_MEAN, QKV_REDUCE_SUM, QKV_REDUCE_NONE};
    int way = torch_choose(e, arg, "reduction", ways);
    *out = reductions[way < 0 ? 0 : way];
    if (is_said(average) || is_said(reduce))
        *out = is_said(reduce) && !value_truth(&reduce->value)     ? QKV_REDUCE_NONE
               : is_said(average) && !value_truth(&average->value) ? QKV_REDUCE_SUM
                                                                   : QKV_REDUCE_MEAN;
    return way >= 0;
}

typedef struct Loss {
    const QkvTensor *(*call)(Qkv *q, const QkvTensor *a, const QkvTensor *b, QkvReduction r);
} Loss;

static const Loss mse_loss = {qkv_mse_loss}, l1_loss = {qkv_l1_loss};

static bool call_loss(Eval *e, Arg *args, Value *out)
{
    QkvReduction reduction;
    const Loss *f = e->call->function->data;
    return read_reduction(e, &args[2], &args[3], &args[4], &reduction) &&
           torch_result(e, f->call(e->q, args[0].tensor, args[1].tensor, reduction), out);
}

/* input, target, weight, size_average, ignore_index, reduce, reduction, label_smoothing */
static bool call_nll_loss(Eval *e, Arg *args, Value *out)
{
    QkvReduction reduction;
    return read_reduction(e, &args[3], &args[5], &args[6], &reduction) &&
           torch_result(e,
                        qkv_nll_loss(e->q, args[0].tensor, args[1].tensor, args[2].tensor,
                                     args[4].integer, reduction),
                        out);
}

static bool call_cross_entropy(Eval *e, Arg *args, Value *out)
{
    QkvReduction reduction;
    return read_reduction(e, &args[3], &args[5], &args[6], &reduction) &&
           torch_result(e,
                        qkv_cross_entropy(e->q, args[0].tensor, args[1].tensor, args[2].tensor,
                                          args[4].integer, reduction, args[7].number),
                        out);
}

/* The way back of a loss that Python has computed in steps, by its name. */
static bool call_loss_way(Eval *e, Arg *args, Value *out)
{
    enum { LOSS, NAME, INPUT, TARGET, WEIGHT, POS_WEIGHT, IS_MEAN, BETA };
    const QkvTensor *given[] = {args[INPUT].tensor, args[TARGET].tensor, args[WEIGHT].tensor,
                                args[POS_WEIGHT].tensor};
    const QkvTensor *loss = gradient_loss(e->q, args[NAME].text->bytes, args[LOSS].tensor, given,
                                          args[IS_MEAN].truth, args[BETA].number);
    return torch_result(e, loss, out);
}

/* torch.dropout has a name for the third that F.dropout has not. */
static bool call_dropout(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_dropout(e->q, args[0].tensor, args[1].number, args[2].truth), out);
}

/* clang-format off: one row, one line */
const Function torch_functional[] = {
    {"gelu", IN_FUNCTIONAL, "input:T | approximate:s=", call_gelu},
    {"relu", IN_FUNCTIONAL, "input:T inplace:b=False", call_activation, &of_relu},
    {"relu6", IN_FUNCTIONAL, "input:T inplace:b=False", call_activation, &of_relu6},
    {"silu", IN_FUNCTIONAL, "input:T inplace:b=False", call_activation, &of_silu},
    {"leaky_relu", IN_FUNCTIONAL, "input:T negative_slope:x=0.01 inplace:b=False", call_with_number,
     &leaky_relu},
    {"elu", IN_FUNCTIONAL, "input:T alpha:x=1.0 inplace:b=False", call_with_number, &elu},
    {"softplus", IN_FUNCTIONAL, "input:T beta:x=1 threshold:x=20", call_softplus},
    {"softmax", IN_FUNCTIONAL, "input:T dim:i=None _stacklevel= dtype:d=", call_softmax, &softmax},
    {"log_softmax", IN_FUNCTIONAL, "input:T dim:i=None _stacklevel= dtype:d=", call_softmax,
     &log_softmax},
    {"softmin", IN_FUNCTIONAL, "input:T dim:i=None _stacklevel= dtype:d=", call_softmin},
    {"normalize", IN_FUNCTIONAL, "input:T p:x=2.0 dim:i=1 eps:x=1e-12", call_normalize},
    {"_loss_way", IN_HIDDEN,
     "loss:T name:s input:T target:T weight:T=None pos_weight:T=None is_mean:b=False beta:x=1",
     call_loss_way},
    {"_multiply_add", IN_HIDDEN, "a:T b:T c:T", call_multiply_add},
    {"cosine_similarity", IN_FUNCTIONAL | IN_TORCH, "x1:T x2:T dim:i=1 eps:x=1e-8",
     call_cosine_similarity},
    {"mse_loss", IN_FUNCTIONAL, "input:T target:T size_average= reduce= reduction:s=", call_loss,
     &mse_loss},
    {"l1_loss", IN_FUNCTIONAL, "input:T target:T size_average= reduce= reduction:s=", call_loss,
     &l1_loss},
    {"nll_loss", IN_FUNCTIONAL,
     "input:T target:T weight:T=None size_average= ignore_index:i=-100 reduce= reduction:s=",
     call_nll_loss},
    {"cross_entropy", IN_FUNCTIONAL,
     "input:T target:T weight:T=None size_average= ignore_index:i=-100 reduce= reduction:s= "
     "label_smoothing:x=0.0",
     call_cross_entropy},
    {"dropout", IN_TORCH, "input:T p:x train:b", call_dropout},
    {0},
};
/* clang-format on */
