/* Attention: PyTorch's function, and the classes of the variants. */
#include <assert.h>

#include "torch/torch.h"

static bool call_scaled_dot_product(Eval *e, Value *args, Value *out)
{
    enum { QUERY, KEY, VALUE, MASK, DROPOUT, CAUSAL, SCALE };
    const QkvTensor *query, *key, *value, *mask;
    bool causal = false, has_scale = args[SCALE].kind != VALUE_NONE;
    double p = 0, scale = 0;
    has_scale = has_scale && args[SCALE].kind != VALUE_ABSENT;
    if (!arg_tensor(e, &args[QUERY], "query", &query) || !arg_tensor(e, &args[KEY], "key", &key) ||
        !arg_tensor(e, &args[VALUE], "value", &value) ||
        !arg_tensor_or_none(e, &args[MASK], "attn_mask", &mask) ||
        !arg_number(e, &args[DROPOUT], "dropout_p", &p) ||
        !arg_truth(e, &args[CAUSAL], "is_causal", &causal) ||
        (has_scale && !arg_number(e, &args[SCALE], "scale", &scale)))
        return false;
    const QkvTensor *y = qkv_scaled_dot_product_attention(e->q, query, key, value, mask, p, causal,
                                                          has_scale ? &scale : NULL);
    return torch_result(e, y, out);
}

/* --- the classes ---------------------------------------------------------------------------- */

static bool set_value(QkvAttentionSwitches *s, const QkvSwitch *w, const Value *v)
{
    switch (v->kind) {
    case VALUE_NONE: /* heads=None */
        return qkv_switch_set_count(s, w, 0) && w->kind == QKV_SWITCH_COUNT;
    case VALUE_BOOL:
        return qkv_switch_set_truth(s, w, v->truth);
    case VALUE_INT:
        return qkv_switch_set_count(s, w, v->integer);
    case VALUE_FLOAT:
        return qkv_switch_set_number(s, w, v->number);
    case VALUE_STR:
        return qkv_switch_set_choice(s, w, v->text->bytes);
    default:
        return false;
    }
}

static bool set_switch(Eval *e, QkvAttentionSwitches *s, const QkvSwitch *w, const Value *v,
                       const char *parameter)
{
    if (v->kind == VALUE_ABSENT || set_value(s, w, v))
        return true;
    Buf wanted = {0};
    switch_wanted(&wanted, w);
    eval_blame(e, v);
    eval_fail(e, "'%s' must be %s", parameter, buf_text(&wanted));
    buf_release(&wanted);
    return false;
}

/* The parameters of a class are switches, under the names that the class has for them. */
static bool call_variant(Eval *e, Value *args, Value *out)
{
    const QkvVariant *variant = qkv_attention_variant(eval_callee(e)->name);
    assert(variant);
    QkvAttentionSwitches s = variant->switches;
    const char *parameter;
    for (int i = 0; (parameter = eval_parameter(e, i)) != NULL; i++) {
        const QkvSwitch *w = qkv_variant_switch(variant, parameter);
        assert(w);
        if (!set_switch(e, &s, w, &args[i], parameter))
            return false;
    }
    return torch_made(e, qkv_attention_new(e->q, variant, &s), out);
}

#define CLASS(name, parameters)                                                                    \
    {                                                                                              \
        (name), IN_BUILTIN, (parameters), call_variant, NULL, NULL                                 \
    }

/* clang-format off */
const Function names_attention[] = {
    {"scaled_dot_product_attention", IN_FUNCTIONAL,
     "query key value attn_mask= dropout_p= is_causal= | scale=", call_scaled_dot_product,
     NULL, NULL},

    CLASS("SelfAttentionV1", "dim bias="),
    CLASS("SelfAttentionV2", "dim scale="),
    CLASS("SelfAttentionV3", "dim dropout_rate= mask_fill="),
    CLASS("SelfAttentionV4", "dim dropout_rate="),
    CLASS("SelfAttentionInterView", "dim dropout_rate="),
    CLASS("MultiHeadAttention", "hidden_dim num_heads dropout_rate="),
    CLASS("SelfAttentionAISummer", "dim"),
    CLASS("MultiHeadSelfAttentionAISummer", "dim heads= dim_head="),
    CLASS("Atten", "vocab_size embedding_dim= d="),
    CLASS("Attention",
          "dim | heads= head_dim= vocab_size= projections= bias= columns= split= scale= scale_form="
          " scale_place= scale_value= mask_means= mask_action= mask_shape= mask_fill= causal="
          " softmax_over= dropout_rate= output= output_bias="),
    {NULL, 0, NULL, NULL, NULL, NULL},
};
/* clang-format on */
