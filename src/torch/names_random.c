/* torch: the generator, and tensors of random numbers. */
#include "torch/torch.h"

static bool call_manual_seed(Eval *e, Value *args, Value *out)
{
    int64_t seed = 0;
    if (!arg_integer(e, &args[0], "seed", &seed))
        return false;
    qkv_seed(e->q, seed);
    *out = value_none;
    return true;
}

/* What is drawn is float32, and another type is asked for in vain. */
static bool wants_float(Eval *e, const char *name, const Value *type)
{
    QkvDType dtype = QKV_FLOAT32;
    if (!arg_dtype(e, type, &dtype))
        return false;
    if (dtype == QKV_FLOAT32)
        return true;
    eval_blame(e, type);
    return eval_fail(e, "%s draws float32, and not %s", name, qkv_dtype_name(dtype));
}

typedef const QkvTensor *DrawFunction(Qkv *q, int rank, const int64_t *size);

static bool draw(Eval *e, const Value *args, DrawFunction *function, Value *out)
{
    int64_t size[QKV_MAX_RANK];
    int rank;
    return arg_integers(e, &args[0], "size", QKV_MAX_RANK, size, &rank) &&
           wants_float(e, eval_callee(e)->name, &args[1]) &&
           torch_result(e, function(e->q, rank, size), out);
}

static bool call_rand(Eval *e, Value *args, Value *out)
{
    return draw(e, args, qkv_rand, out);
}

static bool call_randn(Eval *e, Value *args, Value *out)
{
    return draw(e, args, qkv_randn, out);
}

static bool draw_like(Eval *e, const Value *args,
                      const QkvTensor *(*function)(Qkv *, const QkvTensor *), Value *out)
{
    const char *name = eval_callee(e)->name;
    const QkvTensor *a;
    if (!arg_tensor(e, &args[0], "input", &a) || !wants_float(e, name, &args[1]))
        return false;
    if (a->dtype != QKV_FLOAT32 && args[1].kind == VALUE_ABSENT) {
        eval_blame(e, &args[0]);
        return eval_fail(e, "%s draws float32, and this is %s: write %s(..., dtype=torch.float32)",
                         name, qkv_dtype_name(a->dtype), name);
    }
    return torch_result(e, function(e->q, a), out);
}

static bool call_rand_like(Eval *e, Value *args, Value *out)
{
    return draw_like(e, args, qkv_rand_like, out);
}

static bool call_randn_like(Eval *e, Value *args, Value *out)
{
    return draw_like(e, args, qkv_randn_like, out);
}

static bool is_size(const Value *v)
{
    return v->kind == VALUE_LIST || v->kind == VALUE_TUPLE || v->kind == VALUE_SIZE;
}

/* randint(high, size) or randint(low, high, size). */
static bool call_randint(Eval *e, Value *args, Value *out)
{
    enum { LOW, HIGH, SIZE, TYPE };
    int64_t low = 0, high = 0, size[QKV_MAX_RANK];
    int rank;
    QkvDType dtype = QKV_INT64;
    Value *of_low = &args[LOW], *of_high = &args[HIGH], *of_size = &args[SIZE];
    if (of_size->kind == VALUE_ABSENT && is_size(of_high)) {
        of_size = of_high;
        of_high = of_low;
        of_low = NULL;
    } else if (of_high->kind == VALUE_ABSENT) {
        of_high = of_low;
        of_low = NULL;
    }
    if (of_high->kind == VALUE_ABSENT || !is_size(of_size))
        return eval_fail(e, "randint: write randint(high, size) or randint(low, high, size), the "
                            "size as a tuple");
    return (!of_low || arg_integer(e, of_low, "low", &low)) &&
           arg_integer(e, of_high, "high", &high) &&
           arg_integers(e, of_size, "size", QKV_MAX_RANK, size, &rank) &&
           arg_dtype(e, &args[TYPE], &dtype) &&
           torch_result(e, qkv_to(e->q, qkv_randint(e->q, low, high, rank, size), dtype), out);
}

static bool call_randperm(Eval *e, Value *args, Value *out)
{
    int64_t n = 0;
    QkvDType dtype = QKV_INT64;
    return arg_integer(e, &args[0], "n", &n) && arg_dtype(e, &args[1], &dtype) &&
           torch_result(e, qkv_to(e->q, qkv_randperm(e->q, n), dtype), out);
}

const Function names_random[] = {
    {"manual_seed", IN_TORCH, "seed", call_manual_seed},
    {"rand", IN_TORCH, "*size | dtype=", call_rand},
    {"randn", IN_TORCH, "*size | dtype=", call_randn},
    {"rand_like", IN_TORCH, "input | dtype=", call_rand_like},
    {"randn_like", IN_TORCH, "input | dtype=", call_randn_like},
    {"randint", IN_TORCH, "low= high= size= | dtype=", call_randint},
    {"randperm", IN_TORCH, "n | dtype=", call_randperm},
    {0},
};
