/* torch: the generator, and tensors of random numbers. */
#include "torch/torch.h"

static bool call_manual_seed(Eval *e, Arg *args, Value *out)
{
    qkv_seed(e->q, args[0].integer);
    *out = value_none;
    return true;
}

/* Checks the type of a draw: it is float32, and another one is asked for in vain. */
static bool draws_float(Eval *e, const Arg *type)
{
    return torch_type(type, QKV_FLOAT32) == QKV_FLOAT32 ||
           torch_lack(e, type, "%s draws float32, and not %s", e->call->function->name,
                      qkv_dtype_name(type->dtype));
}

typedef struct DrawRow {
    const QkvTensor *(*sizes)(Qkv *q, int rank, const int64_t *size);
    const QkvTensor *(*like)(Qkv *q, const QkvTensor *a);
} DrawRow;

static const DrawRow uniform = {qkv_rand, qkv_rand_like}, normal = {qkv_randn, qkv_randn_like};

/* rand and randn. */
static bool call_draw(Eval *e, Arg *args, Value *out)
{
    const DrawRow *draw = e->call->function->data;
    return draws_float(e, &args[1]) &&
           torch_result(e, draw->sizes(e->q, args[0].count, args[0].at), out);
}

static bool call_draw_like(Eval *e, Arg *args, Value *out)
{
    const char *name = e->call->function->name;
    const DrawRow *draw = e->call->function->data;
    const QkvTensor *a = args[0].tensor;
    if (!draws_float(e, &args[1]))
        return false;
    if (a->dtype != QKV_FLOAT32 && args[1].value.kind == VALUE_ABSENT)
        return torch_lack(e, &args[0],
                          "%s draws float32, but this is %s: write %s(..., dtype=torch.float32)",
                          name, qkv_dtype_name(a->dtype), name);
    return torch_result(e, draw->like(e->q, a), out);
}

/* randint(high, size) or randint(low, high, size). */
static bool call_randint(Eval *e, Arg *args, Value *out)
{
    enum { LOW, HIGH, SIZE, TYPE };
    int64_t low = 0, high = 0;
    Arg size = {.count = 0};
    const Value *of_low = &args[LOW].value, *of_high = &args[HIGH].value;
    const Value *of_size = &args[SIZE].value;
    if (of_size->kind == VALUE_ABSENT && value_is_row(of_high)) {
        of_size = of_high;
        of_high = of_low;
        of_low = NULL;
    } else if (of_high->kind == VALUE_ABSENT) {
        of_high = of_low;
        of_low = NULL;
    }
    if (of_high->kind == VALUE_ABSENT || !value_is_row(of_size))
        return eval_refuse_name(
            e, "randint: write randint(high, size) or randint(low, high, size), the "
               "size as a tuple");
    if (of_low && of_low->kind != VALUE_ABSENT && !value_integer(of_low, &low))
        return arg_wrong(e, of_low, "low", "an integer");
    if (!value_integer(of_high, &high))
        return arg_wrong(e, of_high, "high", "an integer");
    if (!arg_integers(e, of_size, "size", QKV_MAX_RANK, &size))
        return false;
    const QkvTensor *t = qkv_randint(e->q, low, high, size.count, size.at);
    return torch_result(e, qkv_to(e->q, t, torch_type(&args[TYPE], QKV_INT64)), out);
}

static bool call_bernoulli(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *a = args[0].tensor;
    if (!args[1].has)
        return torch_result(e, qkv_bernoulli(e->q, a), out);
    if (!(args[1].number > 0 && args[1].number < 1))
        return torch_refuse(e, &args[1], "bernoulli: the probability must be between 0 and 1");
    /* Drawn like the cells that dropout leaves. */
    const QkvTensor *kept = qkv_dropout_mask(e->q, a->rank, a->size, 1 - args[1].number);
    return torch_result(e, qkv_to(e->q, qkv_ne(e->q, kept, qkv_integer(e->q, 0)), a->dtype), out);
}

static bool call_multinomial(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_multinomial(e->q, args[0].tensor, args[1].integer, args[2].truth),
                        out);
}

/* normal(mean, std, size) of two numbers, or in the shape of a tensor of either. */
static bool call_normal(Eval *e, Arg *args, Value *out)
{
    Qkv *q = e->q;
    const QkvTensor *mean = args[0].has ? args[0].tensor : qkv_integer(q, 0);
    const QkvTensor *deviation = args[1].has ? args[1].tensor : qkv_integer(q, 1);
    double m = qkv_tensor_at(mean, 0), s = qkv_tensor_at(deviation, 0);
    if (mean->is_number && deviation->is_number && args[2].value.kind == VALUE_ABSENT)
        return eval_refuse_name(e, "normal: the argument 'size' is missing");
    if (mean->is_number && deviation->is_number)
        return torch_result(e, qkv_normal(q, args[2].count, args[2].at, m, s), out);
    const QkvTensor *like = mean->is_number ? deviation : mean;
    if (!mean->is_number && !deviation->is_number && deviation->count != mean->count)
        return eval_fail(e, "normal: the mean and the deviation have different numbers of cells");
    const QkvTensor *t = deviation->is_number
                             ? qkv_normal(q, like->rank, like->size, 0, s)
                             : qkv_mul(q, qkv_randn(q, like->rank, like->size), deviation);
    return torch_result(e, qkv_add(q, t, mean), out);
}

static bool call_randperm(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = qkv_randperm(e->q, args[0].integer);
    return torch_result(e, qkv_to(e->q, t, torch_type(&args[1], QKV_INT64)), out);
}

/* True if a parameter was made empty by the code of the library that runs, so that nobody else has seen it. */
static bool is_new(const Eval *e, const Value *v)
{
    const CallFrame *in = NULL;
    for (const CallFrame *f = e->frame; f && eval_is_librarys(f->function); f = f->outer)
        in = f;
    const QkvTensor *t = value_now(v);
    return in && v->parameter && t->hole && t->step >= in->first_step;
}

/* Draws into the memory of a tensor, which may be a parameter; a new one begins with the numbers. */
static bool draw_into(Eval *e, const Value *to, const QkvTensor *numbers, Value *out)
{
    Value v = *to;
    if (numbers && is_new(e, to)) {
        const QkvTensor *typed = qkv_to(e->q, numbers, value_now(to)->dtype);
        if (!typed)
            return torch_fail(e);
        to->parameter->value = qkv_replace(e->q, typed, to->parameter->value);
        *out = value_parameter(to->parameter);
        return true;
    }
    v.tensor = value_now(to);
    bool had = qkv_gradients(e->q, false), ok = torch_write(e, &v, numbers, out);
    qkv_gradients(e->q, had);
    if (!ok)
        return false;
    *out = *to;
    return true;
}

static bool call_uniform_into(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = value_now(&args[0].value);
    return draw_into(e, &args[0].value, qkv_uniform_like(e->q, t, args[1].number, args[2].number),
                     out);
}

static bool call_normal_into(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *t = value_now(&args[0].value);
    return draw_into(e, &args[0].value, qkv_normal_like(e->q, t, args[1].number, args[2].number),
                     out);
}

/* The order in which a DataLoader takes its items. */
static bool call_loader_order(Eval *e, Arg *args, Value *out)
{
    return torch_result(e, qkv_loader_order(e->q, args[0].integer), out);
}

const Function torch_random[] = {
    {"manual_seed", IN_TORCH, "seed:i", call_manual_seed},
    {"rand", IN_TORCH, "*size:I | dtype:d=", call_draw, &uniform},
    {"randn", IN_TORCH, "*size:I | dtype:d=", call_draw, &normal},
    {"rand_like", IN_TORCH, "input:T | dtype:d=", call_draw_like, &uniform},
    {"randn_like", IN_TORCH, "input:T | dtype:d=", call_draw_like, &normal},
    {"randint", IN_TORCH, "low= high= size= | dtype:d=", call_randint},
    {"bernoulli", IN_BOTH, "input:T p:x=None", call_bernoulli},
    {"multinomial", IN_BOTH, "input:T num_samples:i replacement:b=False", call_multinomial},
    {"normal", IN_TORCH, "mean:O=None std:O=None size:I=", call_normal},
    {"randperm", IN_TORCH, "n:i | dtype:d=", call_randperm},
    {"_loader_order", IN_HIDDEN, "n:i", call_loader_order},
    {"uniform_", OF_TENSOR, "self:T from:x=0.0 to:x=1.0", call_uniform_into},
    {"normal_", OF_TENSOR, "self:T mean:x=0.0 std:x=1.0", call_normal_into},
    {0},
};
