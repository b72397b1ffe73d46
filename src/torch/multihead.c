/* nn.MultiheadAttention as a class, and F.multi_head_attention_forward, which is the same with the
 * parameters in hand. What they compute is core's. */
#include "torch/torch.h"

/* The last layer is an object of its own class, as in PyTorch: one of nn.Linear. */
static bool own_layer(Eval *e, QkvModule *m)
{
    Value layer, unused;
    Class *class = names_class(e, IN_HIDDEN, "NonDynamicallyQuantizableLinear");
    Object *o = arena_new(e->arena, Object);
    *o = (Object){.class = class, .eval = e};
    layer = (Value){.kind = VALUE_OBJECT, .object = o};
    if (!torch_module_begin(e, &layer, NULL) ||
        !torch_take_over(e, &layer, qkv_module_child(m, "out_proj"), &unused))
        return false;
    return torch_module_put(e, m, "out_proj", (QkvMember){.child = o->own});
}

static bool call_init(Eval *e, Arg *args, Value *out)
{
    enum { SELF, EMBED, HEADS, DROPOUT, BIAS, BIAS_KV, ZERO, KDIM, VDIM, BATCH_FIRST };
    const QkvMultiheadOptions options = {.embed = args[EMBED].integer,
                                         .heads = args[HEADS].integer,
                                         .kdim = args[KDIM].has ? args[KDIM].integer : 0,
                                         .vdim = args[VDIM].has ? args[VDIM].integer : 0,
                                         .dropout = args[DROPOUT].number,
                                         .bias = args[BIAS].truth,
                                         .bias_kv = args[BIAS_KV].truth,
                                         .adds_zero = args[ZERO].truth,
                                         .batch_first = args[BATCH_FIRST].truth};
    if (options.embed > 0 && options.heads > 0 && options.embed % options.heads != 0)
        return eval_raise_as(e, "AssertionError", "embed_dim must be divisible by num_heads",
                             "embed_dim must be divisible by num_heads, and they are %lld and %lld",
                             (long long)options.embed, (long long)options.heads);
    return torch_take_over(e, &args[SELF].value, qkv_multihead_new(e->q, &options), out) &&
           own_layer(e, torch_module_of(&args[SELF].value));
}

/* (result, weights), or (result, None) */
static bool both(Eval *e, const QkvTensor *result, const QkvTensor *weights, Value *out)
{
    Value first, second = weights ? value_tensor(weights) : value_none;
    if (!torch_result(e, result, &first))
        return false;
    *out = value_pair(e->arena, first, second);
    return true;
}

static QkvMultiheadWeights wanted(const Arg *any, const Arg *averaged)
{
    return !any->truth       ? QKV_WEIGHTS_NONE
           : averaged->truth ? QKV_WEIGHTS_AVERAGED
                             : QKV_WEIGHTS_OF_HEADS;
}

static bool call_forward(Eval *e, Arg *args, Value *out)
{
    enum { SELF, QUERY, KEY, VALUE, PADDING, WEIGHTS, MASK, AVERAGED };
    const QkvTensor *weights = NULL;
    const QkvMultiheadInput in = {.query = args[QUERY].tensor,
                                  .key = args[KEY].tensor,
                                  .value = args[VALUE].tensor,
                                  .key_padding_mask = args[PADDING].tensor,
                                  .attn_mask = args[MASK].tensor,
                                  .weights = wanted(&args[WEIGHTS], &args[AVERAGED])};
    const QkvModule *m = torch_module_of(&args[SELF].value);
    if (!m->kind->call)
        return torch_not_made(e, &args[SELF].value);
    const QkvTensor *result = qkv_multihead_call(e->q, m, &in, &weights);
    return both(e, result, weights, out);
}

static bool call_function(Eval *e, Arg *args, Value *out)
{
    enum { QUERY, KEY, VALUE, WIDTH, HEADS, IN_WEIGHT, IN_BIAS, BIAS_K, BIAS_V, ZERO, DROPOUT };
    enum { OUT_WEIGHT = DROPOUT + 1, OUT_BIAS, TRAINING, PADDING, WEIGHTS, MASK, SEPARATE };
    enum { Q_WEIGHT = SEPARATE + 1, K_WEIGHT, V_WEIGHT, STATIC_K, STATIC_V, AVERAGED };
    const QkvTensor *weights = NULL;
    bool separate = args[SEPARATE].truth;
    const QkvMultihead m = {.heads = args[HEADS].integer,
                            .in_weight = separate ? NULL : args[IN_WEIGHT].tensor,
                            .q_weight = separate ? args[Q_WEIGHT].tensor : NULL,
                            .k_weight = separate ? args[K_WEIGHT].tensor : NULL,
                            .v_weight = separate ? args[V_WEIGHT].tensor : NULL,
                            .in_bias = args[IN_BIAS].tensor,
                            .bias_k = args[BIAS_K].tensor,
                            .bias_v = args[BIAS_V].tensor,
                            .out_weight = args[OUT_WEIGHT].tensor,
                            .out_bias = args[OUT_BIAS].tensor,
                            .adds_zero = args[ZERO].truth,
                            .dropout = args[DROPOUT].number};
    const QkvMultiheadInput in = {.query = args[QUERY].tensor,
                                  .key = args[KEY].tensor,
                                  .value = args[VALUE].tensor,
                                  .key_padding_mask = args[PADDING].tensor,
                                  .attn_mask = args[MASK].tensor,
                                  .weights = wanted(&args[WEIGHTS], &args[AVERAGED]),
                                  .training = args[TRAINING].truth};
    const char *name = e->call->function->name;
    if (args[STATIC_K].has || args[STATIC_V].has)
        return eval_refuse_name(e, "%s: static_k and static_v are not part of the lesson language",
                                name);
    if (separate ? !m.q_weight || !m.k_weight || !m.v_weight : !m.in_weight)
        return eval_fail(e, "%s: the weights of the first layer are missing", name);
    const QkvTensor *result = qkv_multihead(e->q, name, &m, &in, &weights);
    return both(e, result, weights, out);
}

const Function init_multihead = {
    "MultiheadAttention", 0,
    "self embed_dim:i num_heads:i dropout:x=0.0 bias:b=True add_bias_kv:b=False "
    "add_zero_attn:b=False kdim:i=None vdim:i=None batch_first:b=False device= dtype=",
    call_init};
const Function forward_multihead = {
    "forward", 0,
    "self query:T key:T value:T key_padding_mask:T=None need_weights:b=True attn_mask:T=None "
    "average_attn_weights:b=True",
    call_forward};

const Function torch_multihead[] = {
    {"multi_head_attention_forward", IN_FUNCTIONAL,
     "query:T key:T value:T embed_dim_to_check:i num_heads:i in_proj_weight:T=None "
     "in_proj_bias:T=None bias_k:T=None bias_v:T=None add_zero_attn:b dropout_p:x "
     "out_proj_weight:T "
     "out_proj_bias:T=None training:b=True key_padding_mask:T=None need_weights:b=True "
     "attn_mask:T=None use_separate_proj_weight:b=False q_proj_weight:T=None k_proj_weight:T=None "
     "v_proj_weight:T=None static_k:T=None static_v:T=None average_attn_weights:b=True",
     call_function},
    {0},
};
