/* torch: products under the names of their kinds, and einsum. */
#include <string.h>

#include "torch/torch.h"

/* The second operand is `mat2`, `vec` and so on: the row says how it is called. */
static bool call_product(Eval *e, Value *args, Value *out)
{
    const Function *f = eval_callee(e);
    const QkvTensor *a, *b;
    const char *second = strchr(f->params, ' ') + 1;
    return arg_tensor(e, &args[0], "input", &a) && arg_tensor(e, &args[1], second, &b) &&
           torch_result(e, f->binary(e->q, a, b), out);
}

/* einsum(equation, a), einsum(equation, a, b), or the operands in one list. */
static bool call_einsum(Eval *e, Value *args, Value *out)
{
    enum { MOST = 2 };
    const Text *equation;
    const QkvTensor *in[MOST];
    if (!arg_text(e, &args[0], "equation", &equation))
        return false;
    if (strlen(equation->bytes) != equation->length)
        return eval_fail(e, "einsum: the equation has a character that is no letter");
    const List *operands = args[1].list;
    if (operands->count < 1 || operands->count > MOST)
        return eval_fail(e, "einsum: %lld operands, and here it takes one or two",
                         (long long)operands->count);
    for (int64_t i = 0; i < operands->count; i++)
        if (!arg_tensor(e, &operands->item[i], "operands", &in[i]))
            return false;
    return torch_result(e, qkv_einsum(e->q, equation->bytes, (int)operands->count, in), out);
}

/* clang-format off: one row, one line */
const Function names_product[] = {
    {"mm", IN_TORCH | OF_TENSOR, "input mat2", call_product, .binary = qkv_mm},
    {"bmm", IN_TORCH | OF_TENSOR, "input mat2", call_product, .binary = qkv_bmm},
    {"mv", IN_TORCH | OF_TENSOR, "input vec", call_product, .binary = qkv_mv},
    {"dot", IN_TORCH | OF_TENSOR, "input other", call_product, .binary = qkv_dot},
    {"outer", IN_TORCH | OF_TENSOR, "input vec2", call_product, .binary = qkv_outer},
    {"einsum", IN_TORCH, "equation *operands", call_einsum},
    {0},
};
/* clang-format on */
