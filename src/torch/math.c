/* torch: products by an equation, bounds, comparisons of whole tensors, and operators that want a
 * tensor. */
#include <string.h>

#include "torch/torch.h"

typedef struct WithTensor {
    const QkvTensor *(*call)(Qkv *q, const QkvTensor *a, const QkvTensor *b);
    const char *sign;
} WithTensor;

static const WithTensor power = {qkv_pow, "**"}, rest = {qkv_remainder, "%"};

/* Of two plain numbers these make no tensor, as other arithmetic does. */
static bool call_with_tensor(Eval *e, Arg *args, Value *out)
{
    const WithTensor *f = e->call->function->data;
    const QkvTensor *a = args[0].tensor, *b = args[1].tensor;
    if (a->is_number && b->is_number)
        return eval_fail(e, "%s: one of the two must be a tensor: for plain numbers there is %s",
                         e->call->function->name, f->sign);
    return torch_result(e, f->call(e->q, a, b), out);
}

/* einsum(equation, a), einsum(equation, a, b), or the operands in one list. */
static bool call_einsum(Eval *e, Arg *args, Value *out)
{
    const Text *equation = args[0].text;
    if (strlen(equation->bytes) != equation->length)
        return eval_fail(e, "einsum: the equation has a character that is no letter");
    if (args[1].count < 1 || args[1].count > 2)
        return eval_fail(e, "einsum: %d operands, and here it takes one or two", args[1].count);
    return torch_result(e, qkv_einsum(e->q, equation->bytes, args[1].count, args[1].tensors), out);
}

static bool call_clamp(Eval *e, Arg *args, Value *out)
{
    const QkvTensor *low = args[1].has ? args[1].tensor : NULL;
    const QkvTensor *high = args[2].has ? args[2].tensor : NULL;
    if (!low && !high)
        return eval_fail(e, "clamp: min, max or both must be given");
    bool mixed = low && high && low->is_number != high->is_number;
    if (mixed && low->rank + high->rank > 0)
        return eval_fail(e, "clamp: min and max must both be numbers or both be tensors");
    return torch_result(e, qkv_clamp(e->q, args[0].tensor, low, high), out);
}

/* A truth, unless core has refused. */
static bool answer(Eval *e, bool truth, Value *out)
{
    *out = value_bool(truth);
    return !qkv_error(e->q) || torch_fail(e);
}

static bool call_equal(Eval *e, Arg *args, Value *out)
{
    return answer(e, qkv_equal(e->q, args[0].tensor, args[1].tensor), out);
}

static bool call_allclose(Eval *e, Arg *args, Value *out)
{
    bool close = qkv_allclose(e->q, args[0].tensor, args[1].tensor, args[2].number, args[3].number,
                              args[4].truth);
    return answer(e, close, out);
}

/* clang-format off: one row, one line */
const Function torch_math[] = {
    {"pow", IN_BOTH, "input:O exponent:O", call_with_tensor, &power},
    {"remainder", IN_BOTH, "input:O other:O", call_with_tensor, &rest},
    {"einsum", IN_TORCH, "equation:s *operands:E", call_einsum},
    {"clamp", IN_BOTH, "input:T min:O=None max:O=None", call_clamp},
    {"equal", IN_BOTH, "input:T other:T", call_equal},
    {"allclose", IN_BOTH, "input:T other:T rtol:x=1e-5 atol:x=1e-8 equal_nan:b=False",
     call_allclose},
    {0},
};
/* clang-format on */
