/* Attention: PyTorch's function. */
#include "lesson/names.h"

/* A tensor that can be None or left out: then *out is NULL. */
static bool maybe_tensor(Eval *e, const Value *v, const char *param, const Tensor **out)
{
    *out = NULL;
    return v->kind == VALUE_ABSENT || v->kind == VALUE_NONE || arg_tensor(e, v, param, out);
}

static bool call_scaled_dot_product(Eval *e, Value *args, Value *out)
{
    enum { QUERY, KEY, VALUE, MASK, DROPOUT, CAUSAL, SCALE };
    const Tensor *query, *key, *value, *mask;
    bool causal = false, has_scale = args[SCALE].kind != VALUE_NONE;
    double p = 0, scale = 0;
    has_scale = has_scale && args[SCALE].kind != VALUE_ABSENT;
    if (!arg_tensor(e, &args[QUERY], "query", &query) || !arg_tensor(e, &args[KEY], "key", &key) ||
        !arg_tensor(e, &args[VALUE], "value", &value) ||
        !maybe_tensor(e, &args[MASK], "attn_mask", &mask) ||
        !arg_number(e, &args[DROPOUT], "dropout_p", &p) ||
        !arg_truth(e, &args[CAUSAL], "is_causal", &causal) ||
        (has_scale && !arg_number(e, &args[SCALE], "scale", &scale)))
        return false;
    const Tensor *y = qkv_scaled_dot_product_attention(e->q, query, key, value, mask, p, causal,
                                                       has_scale ? &scale : NULL);
    return eval_result(e, y, out);
}

/* clang-format off */
const Function names_attention[] = {
    {"scaled_dot_product_attention", IN_FUNCTIONAL,
     "query key value attn_mask= dropout_p= is_causal= | scale=", call_scaled_dot_product,
     NULL, NULL},
    {NULL, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */
