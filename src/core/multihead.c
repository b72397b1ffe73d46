/* nn.MultiheadAttention, step by step: q, k and v of all heads, softmax(q k^T / sqrt(d)) v in each head,
 * and the heads side by side through the last layer. PyTorch divides q before the product, and keeps
 * the layers of q, k and v in one weight as long as all three have the same width. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/common.h"
#include "core/context.h"
#include "core/qkv_attention.h"

/* A call while it runs. Its inputs have the tokens first and then the batch, if there is one. */
typedef struct Run {
    Qkv *q;
    const QkvMultihead *m;
    const QkvMultiheadInput *in;
    const QkvTensor *x[3];    /* query, key, value */
    const QkvTensor *mask[2]; /* made ready for the scores: of pairs, of keys; or NULL */
    bool is_batched;
} Run;

enum { Q, K, V };
static const char *const part_names[] = {"q", "k", "v"};

/* What a program would write for a step; and, unless it is NULL, what it would call the result. */
static const QkvTensor *step(const Run *r, const QkvTensor *t, const char *name, const char *format,
                             ...) __attribute__((format(printf, 4, 5)));
static const QkvTensor *step(const Run *r, const QkvTensor *t, const char *name, const char *format,
                             ...)
{
    char text[160];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    qkv_caption(r->q, t, text, strlen(text));
    if (name)
        qkv_name(r->q, t, name);
    return t;
}

static void name_axes(const Run *r, const QkvTensor *t, const char *row, const char *col)
{
    qkv_label(r->q, t, -3, "head", 0, 0, NULL);
    qkv_label(r->q, t, -2, row, 0, 0, NULL);
    qkv_label(r->q, t, -1, col, 0, 0, NULL);
}

/* --- what it is called with ------------------------------------------------------------------- */

static bool check_type(Qkv *q, const char *what, const QkvTensor *t, bool may_be_bool)
{
    return t->dtype == QKV_FLOAT32 || (may_be_bool && t->dtype == QKV_BOOL) ||
           qkv_fail(q, "MultiheadAttention: %s must be float32%s, and it is %s", what,
                    may_be_bool ? " or bool" : "", qkv_dtype_name(t->dtype));
}

static bool check_inputs(Qkv *q, const QkvMultiheadInput *in)
{
    const QkvTensor *x[] = {in->query, in->key, in->value};
    static const char *const names[] = {"query", "key", "value"};
    for (int i = 0; i < 3; i++) {
        if (!check_type(q, names[i], x[i], false))
            return false;
        if (x[i]->rank != x[0]->rank || x[i]->rank < 2 || x[i]->rank > 3)
            return qkv_fail(q,
                            "MultiheadAttention: query, key and value have 3 axes each, or 2 "
                            "without a batch, and here they are %s, %s and %s",
                            SIZES(x[0]), SIZES(x[1]), SIZES(x[2]));
    }
    int batch = in->batch_first ? 0 : 1;
    bool fits = in->key->size[0] == in->value->size[0] &&
                (x[0]->rank == 2 || (in->key->size[1] == in->value->size[1] &&
                                     in->query->size[batch] == in->key->size[batch]));
    return fits || qkv_fail(q,
                            "MultiheadAttention: there is a value for each key, in as many batch "
                            "items as there are of queries: query is %s, key %s and value %s (%s)",
                            SIZES(x[0]), SIZES(x[1]), SIZES(x[2]),
                            x[0]->rank == 2   ? "token, feature"
                            : in->batch_first ? "batch, token, feature"
                                              : "token, batch, feature: see batch_first");
}

/* The inputs with the tokens first; what is one tensor stays one. */
static bool begin(Run *r)
{
    const QkvTensor *x[] = {r->in->query, r->in->key, r->in->value};
    static const char *const names[] = {"query", "key", "value"};
    for (int i = 0; i < 3; i++) {
        r->x[i] = x[i];
        for (int k = 0; k < i; k++)
            if (x[k] == x[i])
                r->x[i] = r->x[k];
        if (r->x[i] == x[i] && r->is_batched && r->in->batch_first)
            r->x[i] = step(r, qkv_transpose(r->q, x[i], 0, 1), NULL, "%s.transpose(0, 1)",
                           names[i]);
    }
    return r->x[Q] && r->x[K] && r->x[V];
}

/* (query, key), (batch * head, query, key), or without a batch (head, query, key). */
static const QkvTensor *ready_mask(const Run *r)
{
    const QkvTensor *mask = r->in->attn_mask;
    int64_t queries = r->x[Q]->size[0], keys = r->x[K]->size[0];
    int64_t batch = r->is_batched ? r->x[Q]->size[1] : 1, heads = r->m->heads;
    if (!check_type(r->q, "attn_mask", mask, true))
        return NULL;
    bool fits = (mask->rank == 2 || (mask->rank == 3 && mask->size[0] == batch * heads)) &&
                mask->size[mask->rank - 2] == queries && mask->size[mask->rank - 1] == keys;
    if (!fits) {
        qkv_fail(r->q,
                 "MultiheadAttention: attn_mask must be (%lld, %lld), for each query and key, "
                 "or (%lld, %lld, %lld) for each head, too, and it is %s",
                 (long long)queries, (long long)keys, (long long)batch * heads, (long long)queries,
                 (long long)keys, SIZES(mask));
        return NULL;
    }
    if (mask->rank == 2 || !r->is_batched)
        return mask;
    return step(r, qkv_reshape(r->q, mask, 4, (const int64_t[]){batch, heads, queries, keys}), NULL,
                "attn_mask.reshape(%lld, %lld, ..)", (long long)batch, (long long)heads);
}

/* (batch, key), or (key) without a batch. */
static const QkvTensor *ready_keys(const Run *r)
{
    const QkvTensor *mask = r->in->key_padding_mask, *k = r->x[K];
    if (!check_type(r->q, "key_padding_mask", mask, true))
        return NULL;
    long long batch = k->size[1], keys = k->size[0];
    bool fits = r->is_batched ? mask->rank == 2 && mask->size[0] == batch && mask->size[1] == keys
                              : mask->rank == 1 && mask->size[0] == keys;
    if (!fits && r->is_batched)
        qkv_fail(r->q,
                 "MultiheadAttention: key_padding_mask must be (%lld, %lld), for each key of each "
                 "batch item, and it is %s",
                 batch, keys, SIZES(mask));
    else if (!fits)
        qkv_fail(r->q,
                 "MultiheadAttention: key_padding_mask must be (%lld,), for each key, and it is %s",
                 keys, SIZES(mask));
    if (!fits)
        return NULL;
    if (!r->is_batched)
        return mask;
    return step(r, qkv_unsqueeze(r->q, qkv_unsqueeze(r->q, mask, 1), 1), NULL,
                "key_padding_mask[:, None, None, :]");
}

static bool ready_masks(Run *r)
{
    if (r->in->attn_mask)
        r->mask[0] = ready_mask(r);
    if (r->in->key_padding_mask)
        r->mask[1] = ready_keys(r);
    return !qkv_error(r->q);
}

/* The keys have become one more, which is never hidden. */
static bool widen_masks(Run *r)
{
    for (int i = 0; i < 2; i++)
        if (r->mask[i])
            r->mask[i] = step(r, qkv_pad(r->q, r->mask[i], 2, (const int64_t[]){0, 1}, 0), NULL,
                              "F.pad(mask, (0, 1))");
    return !qkv_error(r->q);
}

/* --- q, k and v ----------------------------------------------------------------------------------- */

/* Rows i * width .. (i + 1) * width - 1, or the columns. */
static const QkvTensor *third(const Run *r, const QkvTensor *t, int axis, int i)
{
    int64_t width = t ? t->size[axis < 0 ? axis + t->rank : axis] / 3 : 0;
    return t ? qkv_narrow(r->q, t, axis, i * width, width) : NULL;
}

static const QkvTensor *one_layer(const Run *r, int i, const QkvTensor *weight,
                                  const QkvTensor *bias)
{
    return step(r, qkv_linear(r->q, r->x[i], weight, bias), NULL, "F.linear(%s, %s_proj_weight)",
                i == Q   ? "query"
                : i == K ? "key"
                         : "value",
                part_names[i]);
}

/* One layer for all three, a third of it for each, or three layers. */
static bool project(const Run *r, const QkvTensor *part[3])
{
    const QkvMultihead *m = r->m;
    const QkvTensor *own[] = {m->q_weight, m->k_weight, m->v_weight}, *all = NULL;
    bool is_self = m->in_weight && r->x[Q] == r->x[K] && r->x[K] == r->x[V];
    if (is_self)
        all = step(r, qkv_linear(r->q, r->x[Q], m->in_weight, m->in_bias), "qkv",
                   "F.linear(query, in_proj_weight, in_proj_bias)");
    for (int i = 0; i < 3; i++) {
        if (is_self) {
            part[i] = step(r, third(r, all, -1, i), NULL, "qkv.chunk(3, dim=-1)[%d]", i);
            continue;
        }
        const QkvTensor *weight = m->in_weight ? third(r, m->in_weight, 0, i) : own[i];
        const QkvTensor *bias = m->in_bias ? third(r, m->in_bias, 0, i) : NULL;
        part[i] = weight && !qkv_error(r->q) ? one_layer(r, i, weight, bias) : NULL;
    }
    return part[Q] && part[K] && part[V];
}

/* One more key or value, the same for every batch item: (1, 1, E) after (S, .., E). */
static const QkvTensor *with_bias(const Run *r, const QkvTensor *t, const QkvTensor *bias)
{
    const int64_t sizes[] = {1, t->size[1], t->size[t->rank - 1]};
    const QkvTensor *more = r->is_batched ? qkv_expand(r->q, bias, 3, sizes)
                                          : qkv_reshape(r->q, bias, 2, sizes);
    return qkv_cat(r->q, 2, (const QkvTensor *[]){t, more}, 0);
}

/* (S, .., H d) -> (.., H, S, d). */
static const QkvTensor *split(const Run *r, int i, const QkvTensor *t)
{
    static const int64_t batched[] = {1, 2, 0, 3}, alone[] = {1, 0, 2};
    int64_t size[QKV_MAX_RANK], width = t->size[t->rank - 1];
    memcpy(size, t->size, sizeof size);
    size[t->rank - 1] = r->m->heads;
    size[t->rank] = width / r->m->heads;
    t = qkv_reshape(r->q, t, t->rank + 1, size);
    t = t ? qkv_permute(r->q, t, t->rank, r->is_batched ? batched : alone) : NULL;
    step(r, t, part_names[i], "%s in %lld heads", part_names[i], (long long)r->m->heads);
    name_axes(r, t, i == Q ? "query" : "key", "feature");
    return t;
}

static const QkvTensor *with_zero(const Run *r, int i, const QkvTensor *t)
{
    int64_t size[QKV_MAX_RANK];
    memcpy(size, t->size, sizeof size);
    size[t->rank - 2] = 1;
    const QkvTensor *zero = qkv_full(r->q, QKV_FLOAT32, t->rank, size, 0);
    return step(r, qkv_cat(r->q, 2, (const QkvTensor *[]){t, zero}, -2), NULL,
                "%s and a row of zeros", part_names[i]);
}

static bool make_parts(Run *r, const QkvTensor *part[3])
{
    const QkvTensor *more[] = {NULL, r->m->bias_k, r->m->bias_v};
    if (!project(r, part))
        return false;
    for (int i = K; i <= V && more[K] && more[V] && part[i]; i++)
        part[i] = step(r, with_bias(r, part[i], more[i]), NULL, "%s and bias_%s", part_names[i],
                       part_names[i]);
    for (int i = Q; i <= V; i++)
        part[i] = part[i] ? split(r, i, part[i]) : NULL;
    for (int i = K; i <= V && r->m->adds_zero && part[i]; i++)
        part[i] = with_zero(r, i, part[i]);
    return part[Q] && part[K] && part[V] && (!more[K] || widen_masks(r)) &&
           (!r->m->adds_zero || widen_masks(r));
}

/* --- scores, weights, result ---------------------------------------------------------------------- */

/* Both masks as one. Truths hide; numbers are added. */
static const QkvTensor *one_mask(const Run *r)
{
    const QkvTensor *pairs = r->mask[0], *keys = r->mask[1];
    if (!pairs || !keys)
        return pairs ? pairs : keys;
    if (pairs->dtype == QKV_BOOL)
        return step(r, qkv_logical_or(r->q, pairs, keys), NULL,
                    "attn_mask.logical_or(key_padding_mask)");
    return step(r, qkv_masked_fill(r->q, pairs, keys, qkv_number(r->q, -(double)INFINITY)), NULL,
                "attn_mask.masked_fill(key_padding_mask, -inf)");
}

static const QkvTensor *masked(const Run *r, const QkvTensor *scores)
{
    const QkvTensor *mask = one_mask(r);
    if (!scores || !mask)
        return qkv_error(r->q) ? NULL : scores;
    if (mask->dtype != QKV_BOOL)
        return step(r, qkv_add(r->q, scores, mask), "masked", "scores + mask");
    return step(r, qkv_masked_fill(r->q, scores, mask, qkv_number(r->q, -(double)INFINITY)),
                "masked", "scores.masked_fill(mask, -inf)");
}

static const QkvTensor *weigh(const Run *r, const QkvTensor *q, const QkvTensor *k)
{
    int64_t d = q->size[q->rank - 1];
    double p = r->in->training ? r->m->dropout : 0;
    q = step(r, qkv_div(r->q, q, qkv_number(r->q, sqrt((double)d))), "q_scaled",
             "q / math.sqrt(%lld)", (long long)d);
    const QkvTensor *turned = step(r, qkv_transpose(r->q, k, -2, -1), NULL, "k.mT");
    const QkvTensor *scores = step(r, qkv_matmul(r->q, q, turned), "scores", "q_scaled @ k.mT");
    if (!scores)
        return NULL;
    name_axes(r, scores, "query", "key");
    const QkvTensor *weights = step(r, qkv_softmax(r->q, masked(r, scores), -1), "weights",
                                    "softmax(dim=-1)");
    return p > 0 ? step(r, qkv_dropout(r->q, weights, p, true), "dropped", "dropout(weights, p=%g)",
                        p)
                 : weights;
}

/* (.., H, T, d) -> (T, .., H d), and through the last layer. */
static const QkvTensor *finish(const Run *r, const QkvTensor *context)
{
    static const int64_t batched[] = {2, 0, 1, 3}, alone[] = {1, 0, 2};
    const QkvTensor *t = context ? qkv_permute(r->q, context, context->rank,
                                               r->is_batched ? batched : alone)
                                 : NULL;
    if (!t)
        return NULL;
    int64_t size[QKV_MAX_RANK];
    memcpy(size, t->size, sizeof size);
    size[t->rank - 2] *= size[t->rank - 1];
    t = step(r, qkv_reshape(r->q, t, t->rank - 1, size), "merged",
             "context of all heads, side by side");
    t = step(r, qkv_linear(r->q, t, r->m->out_weight, r->m->out_bias), "output",
             "out_proj(merged)");
    if (!r->is_batched || !r->in->batch_first)
        return t;
    return step(r, qkv_transpose(r->q, t, 0, 1), NULL, "output.transpose(0, 1)");
}

/* The mean of all heads. */
static const QkvTensor *averaged(const Run *r, const QkvTensor *weights)
{
    const int64_t heads[] = {-3};
    const QkvTensor *sum = qkv_sum(r->q, weights, 1, heads, false);
    return step(r, qkv_div(r->q, sum, qkv_integer(r->q, r->m->heads)), "averaged",
                "weights.sum(dim=-3) / %lld", (long long)r->m->heads);
}

static const QkvTensor *run(Run *r, const QkvTensor **left)
{
    const QkvTensor *part[3] = {NULL};
    if (!begin(r) || !ready_masks(r) || !make_parts(r, part))
        return NULL;
    const QkvTensor *weights = weigh(r, part[Q], part[K]);
    if (!weights)
        return NULL;
    if (r->in->weights != QKV_WEIGHTS_NONE)
        *left = r->in->weights == QKV_WEIGHTS_AVERAGED ? averaged(r, weights) : weights;
    const char *mixed = r->in->training && r->m->dropout > 0 ? "dropped" : "weights";
    return finish(r, step(r, qkv_matmul(r->q, weights, part[V]), "context", "%s @ v", mixed));
}

const QkvTensor *qkv_multihead(Qkv *q, const char *name, const QkvMultihead *m,
                               const QkvMultiheadInput *in, const QkvTensor **weights)
{
    const QkvTensor *unwanted = NULL;
    Run r = {.q = q, .m = m, .in = in};
    if (!in->query || !in->key || !in->value || !m->out_weight || qkv_error(q))
        return NULL;
    r.is_batched = in->query->rank == 3;
    int64_t width = in->query->size[in->query->rank - 1];
    if (!check_inputs(q, in))
        return NULL;
    if (m->heads < 1 || width % m->heads != 0 || width != m->out_weight->size[0]) {
        qkv_fail(
            q, "MultiheadAttention: %lld features in %lld heads were expected, and the query is %s",
            (long long)m->out_weight->size[0], (long long)m->heads, SIZES(in->query));
        return NULL;
    }
    qkv_enter(q, name);
    const QkvTensor *out = run(&r, weights ? weights : &unwanted);
    qkv_leave(q);
    return out;
}

/* --- the module ------------------------------------------------------------------------------------- */

static const QkvTensor *value_of(const QkvModule *m, const char *name)
{
    const QkvParameter *p = qkv_module_parameter(m, name);
    return p ? p->value : NULL;
}

static bool setting(const QkvModule *m, int i, QkvSetting *out);

const QkvTensor *qkv_multihead_call(Qkv *q, const QkvModule *m, const QkvMultiheadInput *in,
                                    const QkvTensor **weights)
{
    if (!m || qkv_error(q))
        return NULL;
    if (m->kind->setting != setting) {
        qkv_fail(q, "this is a %s, and no MultiheadAttention", m->kind->name);
        return NULL;
    }
    const QkvMultiheadOptions *own = m->own;
    const QkvMultihead all = {.heads = own->heads,
                              .in_weight = value_of(m, "in_proj_weight"),
                              .q_weight = value_of(m, "q_proj_weight"),
                              .k_weight = value_of(m, "k_proj_weight"),
                              .v_weight = value_of(m, "v_proj_weight"),
                              .in_bias = value_of(m, "in_proj_bias"),
                              .bias_k = value_of(m, "bias_k"),
                              .bias_v = value_of(m, "bias_v"),
                              .out_weight = value_of(m, "out_proj.weight"),
                              .out_bias = value_of(m, "out_proj.bias"),
                              .adds_zero = own->adds_zero,
                              .dropout = own->dropout};
    QkvMultiheadInput input = *in;
    input.batch_first = own->batch_first;
    input.training = m->training;
    return qkv_multihead(q, m->kind->name, &all, &input, weights);
}

static const QkvTensor *call(Qkv *q, const QkvModule *m, const QkvTensor *const in[],
                             const QkvTensor **left)
{
    const QkvMultiheadInput input = {.query = in[0],
                                     .key = in[1],
                                     .value = in[2],
                                     .key_padding_mask = in[3],
                                     .attn_mask = in[4],
                                     .weights = QKV_WEIGHTS_AVERAGED};
    return qkv_multihead_call(q, m, &input, left);
}

static bool setting(const QkvModule *m, int i, QkvSetting *out)
{
    const QkvMultiheadOptions *own = m->own;
    const QkvSetting settings[] = {
        {"embed_dim", QKV_SETTING_INTEGER, .integer = own->embed},
        {"num_heads", QKV_SETTING_INTEGER, .integer = own->heads},
        {"head_dim", QKV_SETTING_INTEGER, .integer = own->embed / own->heads},
        {"kdim", QKV_SETTING_INTEGER, .integer = own->kdim},
        {"vdim", QKV_SETTING_INTEGER, .integer = own->vdim},
        {"dropout", QKV_SETTING_NUMBER, .number = own->dropout},
        {"batch_first", QKV_SETTING_TRUTH, .integer = own->batch_first},
        {"add_zero_attn", QKV_SETTING_TRUTH, .integer = own->adds_zero},
    };
    if (i >= COUNT(settings))
        return false;
    *out = settings[i];
    out->is_silent = true;
    return true;
}

static const QkvModuleKind kind = {.name = "MultiheadAttention",
                                   .inputs = "query key value key_padding_mask= attn_mask=",
                                   .call = call,
                                   .setting = setting,
                                   .leaves = "attention_weights"};

/* nn.init.xavier_uniform_ of a weight (OUT, IN). */
static const QkvTensor *xavier(Qkv *q, int64_t out, int64_t in)
{
    double bound = sqrt(3.0) * sqrt(2.0 / ((double)in + (double)out));
    return qkv_uniform(q, 2, (const int64_t[]){out, in}, -bound, bound);
}

/* The last layer is drawn first. */
static void add_weights(Qkv *q, QkvModule *m, const QkvMultiheadOptions *o)
{
    const int64_t e = o->embed, three[] = {3 * e}, more[] = {1, 1, e};
    QkvModule *output = qkv_linear_new(q, e, e, o->bias);
    const QkvTensor *zeros = o->bias ? qkv_full(q, QKV_FLOAT32, 1, &e, 0) : NULL;
    if (zeros)
        qkv_set_parameter(q, output, "bias", zeros);
    bool is_packed = o->kdim == e && o->vdim == e;
    qkv_add_parameter(q, m, "in_proj_weight", is_packed ? xavier(q, 3 * e, e) : NULL);
    qkv_add_parameter(q, m, "q_proj_weight", is_packed ? NULL : xavier(q, e, e));
    qkv_add_parameter(q, m, "k_proj_weight", is_packed ? NULL : xavier(q, e, o->kdim));
    qkv_add_parameter(q, m, "v_proj_weight", is_packed ? NULL : xavier(q, e, o->vdim));
    qkv_add_parameter(q, m, "in_proj_bias", o->bias ? qkv_full(q, QKV_FLOAT32, 1, three, 0) : NULL);
    double deviation = sqrt(2.0 / (2 * (double)e));
    qkv_add_parameter(q, m, "bias_k", o->bias_kv ? qkv_normal(q, 3, more, 0, deviation) : NULL);
    qkv_add_parameter(q, m, "bias_v", o->bias_kv ? qkv_normal(q, 3, more, 0, deviation) : NULL);
    qkv_add_child(q, m, "out_proj", output);
}

QkvModule *qkv_multihead_new(Qkv *q, const QkvMultiheadOptions *options)
{
    QkvMultiheadOptions own = *options;
    own.kdim = own.kdim > 0 ? own.kdim : own.embed;
    own.vdim = own.vdim > 0 ? own.vdim : own.embed;
    if (own.embed < 1 || own.heads < 1 || own.embed % own.heads != 0) {
        qkv_fail(
            q,
            "MultiheadAttention: embed_dim must be divisible by num_heads, and they are %lld and "
            "%lld",
            (long long)own.embed, (long long)own.heads);
        return NULL;
    }
    if (own.embed > INT64_MAX / 3) {
        qkv_fail(q, "MultiheadAttention: an embed_dim of %lld: too many", (long long)own.embed);
        return NULL;
    }
    QkvModule *m = qkv_module_new(q, &kind, &own, sizeof own);
    if (m)
        add_weights(q, m, &own);
    return qkv_error(q) ? NULL : m;
}
