/* The table of variants, and what makes a module of a row. */
#include <math.h>
#include <string.h>

#include "base/common.h"
#include "core/attention_internal.h"
#include "core/qkv_attention.h"

/* What a module of attention keeps. */
typedef struct Own {
    const QkvVariant *variant;
    QkvAttentionSwitches switches;
} Own;

/* --- calling one ---------------------------------------------------------------------------- */

static const QkvTensor *value_of(const QkvModule *m, const char *name)
{
    const QkvParameter *p = m ? qkv_module_parameter(m, name) : NULL;
    return p ? p->value : NULL;
}

static QkvAttentionParameters parameters_of(const QkvModule *m, const QkvAttentionSwitches *s)
{
    QkvAttentionParameters p = {{NULL}, {NULL}};
    for (int l = 0; l < QKV_LAYERS; l++) {
        const QkvModule *layer = s->layer[l] ? qkv_module_child(m, s->layer[l]) : NULL;
        p.weight[l] = value_of(layer, "weight");
        p.bias[l] = value_of(layer, "bias");
    }
    return p;
}

static const QkvTensor *call_attention(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                                       const QkvTensor **left)
{
    enum { X, MASK, KEEP, KEY, VALUE };
    QkvAttentionRun run;
    QkvAttentionInput input = {
        .query = in[X], .key = in[KEY], .value = in[VALUE], .mask = in[MASK], .keep = in[KEEP]};
    const QkvTensor *out = qkv_attention_call(q, m, &input, &run);
    *left = run.weights;
    return out;
}

/* What the constructor of a class calls a switch. */
static const char *parameter_of(const QkvVariant *v, const char *name)
{
    for (int i = 0; i < QKV_MAX_ALIASES && v->alias[i][0]; i++)
        if (strcmp(v->alias[i][1], name) == 0)
            return v->alias[i][0];
    return name;
}

/* The sizes; print(m) does not write them. */
static bool attention_setting(const QkvModule *m, int i, QkvSetting *out)
{
    const Own *own = m->own;
    const QkvAttentionSwitches *s = &own->switches;
    const struct Size {
        const char *name;
        int64_t size;
    } sizes[] = {{"dim", s->model}, {"head_dim", s->head}, {"heads", s->heads}};
    if (i >= (s->heads > 0 ? 3 : 2))
        return false;
    *out = (QkvSetting){.name = parameter_of(own->variant, sizes[i].name),
                        .kind = QKV_SETTING_INTEGER,
                        .is_silent = true,
                        .integer = sizes[i].size};
    return true;
}

/* --- the table ------------------------------------------------------------------------------ */

#define SHORT [QKV_LAYER_Q] = "q", [QKV_LAYER_K] = "k", [QKV_LAYER_V] = "v"
#define LONG [QKV_LAYER_Q] = "query_proj", [QKV_LAYER_K] = "key_proj", [QKV_LAYER_V] = "value_proj"

#define KIND(words, takes)                                                                         \
    .kind = {.name = (words),                                                                      \
             .inputs = (takes),                                                                    \
             .call = call_attention,                                                               \
             .setting = attention_setting,                                                         \
             .leaves = "attention_weights"}
#define MASKED "x mask= keep="

/* clang-format off */
static const QkvVariant table[] = {
    {KIND("SelfAttentionV1", "x"), .takes = "dim bias=",
     .switches = {.projections = QKV_PROJECTIONS_SEPARATE, .bias = true, .scale = QKV_SCALE_HEAD,
                  .layer = {SHORT}},
     .bare = {LONG}},

    {KIND("SelfAttentionV2", "x"), .takes = "dim scale=",
     .switches = {.projections = QKV_PROJECTIONS_FUSED, .bias = true, .scale = QKV_SCALE_HEAD,
                  .scale_place = QKV_SCALE_WEIGHTS, .layer = {[QKV_LAYER_FUSED] = "proj"}},
     .alias = {{"scale", "scale_place"}}},

    {KIND("SelfAttentionV3", MASKED), .takes = "dim dropout_rate= mask_fill=", .drops = true,
     .switches = {.projections = QKV_PROJECTIONS_FUSED, .bias = true, .scale = QKV_SCALE_HEAD,
                  .mask_fill = -(double)INFINITY, .dropout = 0.8, .output = true,
                  .output_bias = true,
                  .layer = {[QKV_LAYER_FUSED] = "proj", [QKV_LAYER_OUTPUT] = "output_proj"}}},

    {KIND("SelfAttentionV4", MASKED), .takes = "dim dropout_rate=", .drops = true,
     .switches = {.projections = QKV_PROJECTIONS_SEPARATE, .bias = true, .scale = QKV_SCALE_HEAD,
                  .mask_fill = -(double)INFINITY, .dropout = 0.8, .layer = {SHORT}}},

    {KIND("SelfAttentionInterView", MASKED), .takes = "dim dropout_rate=", .drops = true,
     .switches = {.projections = QKV_PROJECTIONS_SEPARATE, .bias = true, .scale = QKV_SCALE_HEAD,
                  .mask_fill = -(double)INFINITY, .dropout = 0.1, .output = true,
                  .output_bias = true, .layer = {LONG, [QKV_LAYER_OUTPUT] = "output_proj"}}},

    {KIND("MultiHeadAttention", MASKED), .takes = "hidden_dim num_heads dropout_rate=", .drops = true,
     .switches = {.heads = 1, .projections = QKV_PROJECTIONS_SEPARATE, .bias = true,
                  .scale = QKV_SCALE_HEAD, .mask_fill = -1e20, .dropout = 0.1, .output = true,
                  .output_bias = true, .wants_batch = true,
                  .layer = {LONG, [QKV_LAYER_OUTPUT] = "output_proj"}},
     .alias = {{"hidden_dim", "dim"}, {"num_heads", "heads"}}},

    {KIND("SelfAttentionAISummer", "x mask="), .takes = "dim",
     .switches = {.projections = QKV_PROJECTIONS_FUSED, .order = QKV_FUSED_DKH, .scale = QKV_SCALE_HEAD,
                  .scale_form = QKV_SCALE_MULTIPLIES, .mask_meaning = QKV_MASK_HIDE,
                  .mask_shape = QKV_MASK_SHARED, .mask_fill = -(double)INFINITY, .wants_batch = true,
                  .layer = {[QKV_LAYER_FUSED] = "to_qvk"}}},

    {KIND("MultiHeadSelfAttentionAISummer", "x mask="), .takes = "dim heads= dim_head=", .rounds = true,
     .switches = {.heads = 8, .projections = QKV_PROJECTIONS_FUSED, .order = QKV_FUSED_DKH,
                  .scale = QKV_SCALE_HEAD, .scale_form = QKV_SCALE_MULTIPLIES, .mask_meaning = QKV_MASK_HIDE,
                  .mask_shape = QKV_MASK_SHARED, .mask_fill = -(double)INFINITY, .output = true,
                  .wants_batch = true,
                  .layer = {[QKV_LAYER_FUSED] = "to_qvk", [QKV_LAYER_OUTPUT] = "W_0"}},
     .alias = {{"dim_head", "head_dim"}}},

    {KIND("Atten", "x mask"), .takes = "vocab_size embedding_dim= d=",
     .switches = {.model = 4, .head = 3, .projections = QKV_PROJECTIONS_SEPARATE, .bias = true,
                  .scale = QKV_SCALE_HEAD, .mask_action = QKV_MASK_MULTIPLY, .mask_shape = QKV_MASK_OF_KEYS,
                  .wants_batch = true,
                  .layer = {[QKV_LAYER_EMBED] = "word_embeddings", [QKV_LAYER_Q] = "q_w",
                            [QKV_LAYER_K] = "k_w", [QKV_LAYER_V] = "v_w"}},
     .alias = {{"embedding_dim", "dim"}, {"d", "head_dim"}}},

    {KIND("Attention", MASKED " key= value="), .drops = true,
     .switches = {.projections = QKV_PROJECTIONS_SEPARATE, .bias = true, .scale = QKV_SCALE_HEAD,
                  .scale_value = 1, .mask_fill = -(double)INFINITY, .output_bias = true,
                  .layer = {[QKV_LAYER_EMBED] = "word_embeddings", LONG, [QKV_LAYER_FUSED] = "proj",
                            [QKV_LAYER_OUTPUT] = "output_proj"}}},
};
/* clang-format on */

enum { VARIANTS = COUNT(table) };

const QkvVariant *qkv_attention_variants(int *count)
{
    *count = VARIANTS;
    return table;
}

const QkvVariant *qkv_attention_variant(const char *name)
{
    for (int i = 0; i < VARIANTS; i++)
        if (strcmp(table[i].kind.name, name) == 0)
            return &table[i];
    return NULL;
}

const QkvSwitch *qkv_variant_switch(const QkvVariant *v, const char *parameter)
{
    for (int i = 0; i < QKV_MAX_ALIASES && v->alias[i][0]; i++)
        if (strcmp(v->alias[i][0], parameter) == 0)
            return qkv_attention_switch(v->alias[i][1]);
    return qkv_attention_switch(parameter);
}

/* --- making one ----------------------------------------------------------------------------- */

/* The size of a head, where it is not given. */
static bool complete(Qkv *q, const QkvVariant *v, QkvAttentionSwitches *s)
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

static void add_layer(Qkv *q, QkvModule *m, const QkvAttentionSwitches *s, QkvAttentionLayer layer)
{
    int64_t out, in;
    bool bias;
    if (qkv_attention_layer(s, layer, &out, &in, &bias))
        qkv_add_child(q, m, s->layer[layer], qkv_linear_new(q, in, out, bias));
}

QkvModule *qkv_attention_new(Qkv *q, const QkvVariant *variant,
                             const QkvAttentionSwitches *switches)
{
    Own own = {variant, *switches};
    QkvAttentionSwitches *s = &own.switches;
    if (!pipe_counts(q, variant->kind.name, s) || !complete(q, variant, s))
        return NULL;
    for (int l = 0; l < QKV_LAYERS; l++)
        if (!s->bias && variant->bare[l])
            s->layer[l] = variant->bare[l];

    QkvModule *m = qkv_module_new(q, &variant->kind, &own, sizeof own);
    for (int l = 0; l < QKV_LAYER_OUTPUT; l++)
        add_layer(q, m, s, (QkvAttentionLayer)l);
    if (variant->drops)
        qkv_add_child(q, m, "dropout", qkv_dropout_new(q, s->dropout));
    add_layer(q, m, s, QKV_LAYER_OUTPUT);
    return qkv_error(q) ? NULL : m;
}

static const Own *own_of(const QkvModule *m)
{
    return m && m->kind->call == call_attention ? m->own : NULL;
}

const QkvAttentionSwitches *qkv_attention_switches_of(const QkvModule *m)
{
    const Own *own = own_of(m);
    return own ? &own->switches : NULL;
}

const QkvTensor *qkv_attention_call(Qkv *q, const QkvModule *m, const QkvAttentionInput *input,
                                    QkvAttentionRun *run)
{
    const Own *own = own_of(m);
    if (!own) {
        *run = (QkvAttentionRun){0};
        if (m)
            qkv_fail(q, "this is a %s, and no attention of a variant", m->kind->name);
        return NULL;
    }
    QkvAttentionParameters parameters = parameters_of(m, &own->switches);
    const QkvModule *dropout = qkv_module_child(m, "dropout");
    QkvAttentionInput in = *input;
    in.training = dropout && dropout->training;
    return qkv_attention(q, m->kind->name, &own->switches, &parameters, &in, run);
}

/* --- the function --------------------------------------------------------------------------- */

static bool check_type(Qkv *q, const char *what, const QkvTensor *t)
{
    return t->dtype == QKV_FLOAT32 ||
           qkv_fail(q,
                    "scaled_dot_product_attention: %s must be float32, and it is %s: use .float()",
                    what, qkv_dtype_name(t->dtype));
}

static bool check_mask(Qkv *q, const QkvTensor *mask, bool causal)
{
    if (mask && causal)
        return qkv_fail(q, "scaled_dot_product_attention: attn_mask and is_causal: give one of "
                           "them");
    if (mask && mask->dtype != QKV_BOOL && mask->dtype != QKV_FLOAT32)
        return qkv_fail(q,
                        "scaled_dot_product_attention: attn_mask must be bool (True = look) or "
                        "float32 (it is added to the scores), and it is %s",
                        qkv_dtype_name(mask->dtype));
    return true;
}

const QkvTensor *qkv_scaled_dot_product_attention(Qkv *q, const QkvTensor *query,
                                                  const QkvTensor *key, const QkvTensor *value,
                                                  const QkvTensor *mask, double p, bool causal,
                                                  const double *scale)
{
    static const QkvAttentionParameters none;
    QkvAttentionSwitches s = {.projections = QKV_PROJECTIONS_NONE,
                              .scale = scale ? QKV_SCALE_GIVEN : QKV_SCALE_HEAD,
                              .scale_form = QKV_SCALE_MULTIPLIES,
                              .scale_value = scale ? *scale : 1,
                              .mask_action = mask && mask->dtype != QKV_BOOL ? QKV_MASK_ADD
                                                                             : QKV_MASK_FILL,
                              .mask_fill = -(double)INFINITY,
                              .causal = causal,
                              .dropout = p};
    QkvAttentionInput input = {
        .query = query, .key = key, .value = value, .mask = mask, .training = true};
    if (!query || !key || !value || !check_type(q, "query", query) || !check_type(q, "key", key) ||
        !check_type(q, "value", value) || !check_mask(q, mask, causal))
        return NULL;
    return qkv_attention(q, "scaled_dot_product_attention", &s, &none, &input, NULL);
}
