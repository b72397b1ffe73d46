/* The table of variants, and what makes a module of a row. */
#include "core/variants.h"

#include <math.h>
#include <string.h>

#include "core/layers.h"
#include "core/qkv.h"

/* What a module of attention keeps. */
typedef struct Own {
    const Variant *variant;
    AttentionSwitches switches;
    AttentionRun run;
} Own;

/* --- calling one ---------------------------------------------------------------------------- */

static const Tensor *value_of(const Module *m, const char *name)
{
    const Parameter *p = m ? module_parameter(m, name) : NULL;
    return p ? p->value : NULL;
}

static AttentionParameters parameters_of(const Module *m, const AttentionSwitches *s)
{
    AttentionParameters p = {{NULL}, {NULL}};
    for (int l = 0; l < ATTENTION_LAYERS; l++) {
        const Module *layer = s->layer[l] ? module_child(m, s->layer[l]) : NULL;
        p.weight[l] = value_of(layer, "weight");
        p.bias[l] = value_of(layer, "bias");
    }
    return p;
}

static const Tensor *call_attention(Qkv *q, Module *m, const Tensor *const in[])
{
    enum { X, MASK, KEEP, KEY, VALUE };
    Own *own = m->own;
    AttentionParameters parameters = parameters_of(m, &own->switches);
    const Module *dropout = module_child(m, "dropout");
    AttentionInput input = {.query = in[X],
                            .key = in[KEY],
                            .value = in[VALUE],
                            .mask = in[MASK],
                            .keep = in[KEEP],
                            .training = dropout && dropout->training};
    return qkv_attention(q, m->kind->name, &own->switches, &parameters, &input, &own->run);
}

static const Tensor *left_behind(const Module *m)
{
    const Own *own = m->own;
    return own->run.weights;
}

/* What the constructor of a class calls a switch. */
static const char *parameter_of(const Variant *v, const char *name)
{
    for (int i = 0; i < VARIANT_MOST_ALIASES && v->alias[i][0]; i++)
        if (strcmp(v->alias[i][1], name) == 0)
            return v->alias[i][0];
    return name;
}

/* The sizes; print(m) does not write them. */
static bool attention_setting(const Module *m, int i, Setting *out)
{
    const Own *own = m->own;
    const AttentionSwitches *s = &own->switches;
    const struct Size {
        const char *name;
        int64_t size;
    } sizes[] = {{"dim", s->model}, {"head_dim", s->head}, {"heads", s->heads}};
    if (i >= (s->heads > 0 ? 3 : 2))
        return false;
    *out = (Setting){.name = parameter_of(own->variant, sizes[i].name),
                     .kind = SETTING_INTEGER,
                     .is_silent = true,
                     .integer = sizes[i].size};
    return true;
}

/* --- the table ------------------------------------------------------------------------------ */

#define SHORT [LAYER_Q] = "q", [LAYER_K] = "k", [LAYER_V] = "v"
#define LONG [LAYER_Q] = "query_proj", [LAYER_K] = "key_proj", [LAYER_V] = "value_proj"

#define KIND(words, takes)                                                                         \
    .kind = {.name = (words),                                                                      \
             .inputs = (takes),                                                                    \
             .call = call_attention,                                                               \
             .setting = attention_setting,                                                         \
             .left = left_behind,                                                                  \
             .leaves = "attention_weights"}
#define MASKED "x mask= keep="

/* clang-format off */
static const Variant table[] = {
    {KIND("SelfAttentionV1", "x"),
     .switches = {.projections = PROJECTIONS_SEPARATE, .bias = true, .scale = SCALE_HEAD,
                  .layer = {SHORT}},
     .bare = {LONG}},

    {KIND("SelfAttentionV2", "x"),
     .switches = {.projections = PROJECTIONS_FUSED, .bias = true, .scale = SCALE_HEAD,
                  .scale_place = SCALE_WEIGHTS, .layer = {[LAYER_FUSED] = "proj"}},
     .alias = {{"scale", "scale_place"}}},

    {KIND("SelfAttentionV3", MASKED), .drops = true,
     .switches = {.projections = PROJECTIONS_FUSED, .bias = true, .scale = SCALE_HEAD,
                  .mask_fill = -(double)INFINITY, .dropout = 0.8, .output = true,
                  .output_bias = true,
                  .layer = {[LAYER_FUSED] = "proj", [LAYER_OUTPUT] = "output_proj"}}},

    {KIND("SelfAttentionV4", MASKED), .drops = true,
     .switches = {.projections = PROJECTIONS_SEPARATE, .bias = true, .scale = SCALE_HEAD,
                  .mask_fill = -(double)INFINITY, .dropout = 0.8, .layer = {SHORT}}},

    {KIND("SelfAttentionInterView", MASKED), .drops = true,
     .switches = {.projections = PROJECTIONS_SEPARATE, .bias = true, .scale = SCALE_HEAD,
                  .mask_fill = -(double)INFINITY, .dropout = 0.1, .output = true,
                  .output_bias = true, .layer = {LONG, [LAYER_OUTPUT] = "output_proj"}}},

    {KIND("MultiHeadAttention", MASKED), .drops = true,
     .switches = {.heads = 1, .projections = PROJECTIONS_SEPARATE, .bias = true,
                  .scale = SCALE_HEAD, .mask_fill = -1e20, .dropout = 0.1, .output = true,
                  .output_bias = true, .wants_batch = true,
                  .layer = {LONG, [LAYER_OUTPUT] = "output_proj"}},
     .alias = {{"hidden_dim", "dim"}, {"num_heads", "heads"}}},

    {KIND("SelfAttentionAISummer", "x mask="),
     .switches = {.projections = PROJECTIONS_FUSED, .order = FUSED_DKH, .scale = SCALE_HEAD,
                  .scale_form = SCALE_MULTIPLIES, .mask_meaning = MASK_HIDE,
                  .mask_shape = MASK_SHARED, .mask_fill = -(double)INFINITY, .wants_batch = true,
                  .layer = {[LAYER_FUSED] = "to_qvk"}}},

    {KIND("MultiHeadSelfAttentionAISummer", "x mask="), .rounds = true,
     .switches = {.heads = 8, .projections = PROJECTIONS_FUSED, .order = FUSED_DKH,
                  .scale = SCALE_HEAD, .scale_form = SCALE_MULTIPLIES, .mask_meaning = MASK_HIDE,
                  .mask_shape = MASK_SHARED, .mask_fill = -(double)INFINITY, .output = true,
                  .wants_batch = true,
                  .layer = {[LAYER_FUSED] = "to_qvk", [LAYER_OUTPUT] = "W_0"}},
     .alias = {{"dim_head", "head_dim"}}},

    {KIND("Atten", "x mask"),
     .switches = {.model = 4, .head = 3, .projections = PROJECTIONS_SEPARATE, .bias = true,
                  .scale = SCALE_HEAD, .mask_action = MASK_MULTIPLY, .mask_shape = MASK_OF_KEYS,
                  .wants_batch = true,
                  .layer = {[LAYER_EMBED] = "word_embeddings", [LAYER_Q] = "q_w",
                            [LAYER_K] = "k_w", [LAYER_V] = "v_w"}},
     .alias = {{"embedding_dim", "dim"}, {"d", "head_dim"}}},

    {KIND("Attention", MASKED " key= value="), .drops = true,
     .switches = {.projections = PROJECTIONS_SEPARATE, .bias = true, .scale = SCALE_HEAD,
                  .scale_value = 1, .mask_fill = -(double)INFINITY, .output_bias = true,
                  .layer = {[LAYER_EMBED] = "word_embeddings", LONG, [LAYER_FUSED] = "proj",
                            [LAYER_OUTPUT] = "output_proj"}}},
};
/* clang-format on */

enum { VARIANTS = sizeof table / sizeof table[0] };

const Variant *attention_variants(int *count)
{
    *count = VARIANTS;
    return table;
}

const Variant *attention_variant(const char *name)
{
    for (int i = 0; i < VARIANTS; i++)
        if (strcmp(table[i].kind.name, name) == 0)
            return &table[i];
    return NULL;
}

const Switch *variant_switch(const Variant *v, const char *parameter)
{
    for (int i = 0; i < VARIANT_MOST_ALIASES && v->alias[i][0]; i++)
        if (strcmp(v->alias[i][0], parameter) == 0)
            return attention_switch(v->alias[i][1]);
    return attention_switch(parameter);
}

/* --- making one ----------------------------------------------------------------------------- */

/* The size of a head, where it is not given. */
static bool complete(Qkv *q, const Variant *v, AttentionSwitches *s)
{
    const char *name = v->kind.name;
    if (s->model < 1)
        return qkv_fail(q, "%s: a token needs at least 1 feature", name);
    if (v->switches.heads > 0 && s->heads < 1)
        return qkv_fail(q, "%s: there must be at least 1 head", name);
    if (s->head > 0)
        return true;
    s->head = s->heads > 0 ? s->model / s->heads : s->model;
    if (s->heads > 0 && (s->head == 0 || (!v->rounds && s->head * s->heads != s->model)))
        return qkv_fail(q, "%s: %lld features cannot be shared out among %lld heads", name,
                        (long long)s->model, (long long)s->heads);
    return true;
}

static void add_layer(Qkv *q, Module *m, const AttentionSwitches *s, AttentionLayer layer)
{
    int64_t out, in;
    bool bias;
    if (attention_layer(s, layer, &out, &in, &bias))
        qkv_add_child(q, m, s->layer[layer], qkv_linear_new(q, in, out, bias));
}

Module *qkv_attention_new(Qkv *q, const Variant *variant, const AttentionSwitches *switches)
{
    Own *own = arena_new(qkv_arena(q), Own);
    own->variant = variant;
    AttentionSwitches *s = &own->switches;
    *s = *switches;
    if (!complete(q, variant, s))
        return NULL;
    for (int l = 0; l < ATTENTION_LAYERS; l++)
        if (!s->bias && variant->bare[l])
            s->layer[l] = variant->bare[l];

    Module *m = qkv_module_new(q, &variant->kind, own);
    for (int l = 0; l < LAYER_OUTPUT; l++)
        add_layer(q, m, s, (AttentionLayer)l);
    if (variant->drops)
        qkv_add_child(q, m, "dropout", qkv_dropout_new(q, s->dropout));
    add_layer(q, m, s, LAYER_OUTPUT);
    return qkv_error(q) ? NULL : m;
}

static const Own *own_of(const Module *m)
{
    return m && m->kind->call == call_attention ? m->own : NULL;
}

const AttentionSwitches *attention_switches_of(const Module *m)
{
    const Own *own = own_of(m);
    return own ? &own->switches : NULL;
}

const AttentionRun *attention_run(const Module *m)
{
    const Own *own = own_of(m);
    return own ? &own->run : NULL;
}

/* --- the function --------------------------------------------------------------------------- */

static bool check_type(Qkv *q, const char *what, const Tensor *t)
{
    return t->dtype == DTYPE_FLOAT32 ||
           qkv_fail(q,
                    "scaled_dot_product_attention: %s must be float32, and it is %s: use .float()",
                    what, dtype_name(t->dtype));
}

static bool check_mask(Qkv *q, const Tensor *mask, bool causal)
{
    if (mask && causal)
        return qkv_fail(q, "scaled_dot_product_attention: attn_mask and is_causal: give one of "
                           "them");
    if (mask && mask->dtype == DTYPE_INT64)
        return qkv_fail(q, "scaled_dot_product_attention: attn_mask must be bool (True = look) or "
                           "float32 (it is added to the scores), and it is int64");
    return true;
}

const Tensor *qkv_scaled_dot_product_attention(Qkv *q, const Tensor *query, const Tensor *key,
                                               const Tensor *value, const Tensor *mask, double p,
                                               bool causal, const double *scale)
{
    static const AttentionParameters none;
    AttentionSwitches s = {.projections = PROJECTIONS_NONE,
                           .scale = scale ? SCALE_GIVEN : SCALE_HEAD,
                           .scale_form = SCALE_MULTIPLIES,
                           .scale_value = scale ? *scale : 1,
                           .mask_action = mask && mask->dtype != DTYPE_BOOL ? MASK_ADD : MASK_FILL,
                           .mask_fill = -(double)INFINITY,
                           .causal = causal,
                           .dropout = p};
    AttentionInput input = {
        .query = query, .key = key, .value = value, .mask = mask, .training = true};
    if (!query || !key || !value || !check_type(q, "query", query) || !check_type(q, "key", key) ||
        !check_type(q, "value", value) || !check_mask(q, mask, causal))
        return NULL;
    return qkv_attention(q, "scaled_dot_product_attention", &s, &none, &input, NULL);
}
