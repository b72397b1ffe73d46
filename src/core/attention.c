/* The pipeline, stage by stage. What a stage does is written in the order of the formula; a stage
 * that its switches leave out hands on what it got. */
#include "core/qkv_attention.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/attention_internal.h"
#include "core/label.h"

/* --- names ---------------------------------------------------------------------------------- */

static const char *const stage_names[] = {
    [QKV_STAGE_EMBEDDED] = "embedded",
    [QKV_STAGE_QKV] = "qkv",
    [QKV_STAGE_Q] = "q",
    [QKV_STAGE_K] = "k",
    [QKV_STAGE_V] = "v",
    [QKV_STAGE_SCORES] = "scores",
    [QKV_STAGE_SCALED] = "scaled",
    [QKV_STAGE_MASK] = "mask",
    [QKV_STAGE_MASKED] = "masked",
    [QKV_STAGE_PREPARED] = "prepared",
    [QKV_STAGE_WEIGHTS] = "weights",
    [QKV_STAGE_DROPPED] = "dropped",
    [QKV_STAGE_CONTEXT] = "context",
    [QKV_STAGE_MERGED] = "merged",
    [QKV_STAGE_OUTPUT] = "output",
};

const char *qkv_attention_stage_name(QkvAttentionStage stage)
{
    return stage_names[stage];
}

QkvAttentionStage qkv_attention_stage(const char *name)
{
    int stage = 0;
    while (stage < QKV_STAGES && strcmp(stage_names[stage], name) != 0)
        stage++;
    return (QkvAttentionStage)stage;
}

static void caption(Pipe *p, const QkvTensor *t, const char *format, va_list args)
{
    char text[240];
    vsnprintf(text, sizeof text, format, args);
    qkv_caption(p->q, t, text, strlen(text));
}

const QkvTensor *pipe_step(Pipe *p, const QkvTensor *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    caption(p, t, format, args);
    va_end(args);
    return t;
}

const QkvTensor *pipe_stage(Pipe *p, QkvAttentionStage stage, const QkvTensor *t,
                            const char *format, ...)
{
    va_list args;
    va_start(args, format);
    caption(p, t, format, args);
    va_end(args);
    qkv_name(p->q, t, stage_names[stage]);
    p->run->stage[stage] = t;
    return t;
}

/* --- sizes ---------------------------------------------------------------------------------- */

/* The size of an axis counted from the last: 0 is the last. */
static int64_t last(const QkvTensor *t, int d)
{
    return t->size[t->rank - 1 - d];
}

/* The shape of `t` with its last `cut` axes replaced by `count` sizes; returns the rank. */
static int shape_with(const QkvTensor *t, int cut, int count, const int64_t *sizes, int64_t *out)
{
    int rank = t->rank - cut;
    memcpy(out, t->size, (size_t)rank * sizeof *out);
    memcpy(out + rank, sizes, (size_t)count * sizeof *out);
    return rank + count;
}

static const QkvTensor *reshape(Pipe *p, const QkvTensor *t, int cut, int count,
                                const int64_t *sizes)
{
    int64_t shape[QKV_MAX_RANK + 3];
    return qkv_reshape(p->q, t, shape_with(t, cut, count, sizes, shape), shape);
}

static bool fail_shape(Pipe *p, const QkvTensor *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail_shape(Pipe *p, const QkvTensor *t, const char *format, ...)
{
    char text[240];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return qkv_fail(p->q, "attention: %s, and it is %s", text, SIZES(t));
}

static bool check_input(Pipe *p, const char *what, const QkvTensor *t)
{
    if (p->s->wants_batch && t->rank != 3)
        return fail_shape(p, t, "%s needs the three axes (batch, token, feature)", what);
    return t->rank >= 2 || fail_shape(p, t, "%s needs the axes (token, feature) at its end", what);
}

/* --- layers --------------------------------------------------------------------------------- */

bool qkv_attention_layer(const QkvAttentionSwitches *s, QkvAttentionLayer layer, int64_t *out,
                         int64_t *in, bool *bias)
{
    int64_t width = s->heads > 0 ? s->heads * s->head : s->head;
    *in = s->model;
    *out = width;
    *bias = s->bias;
    switch (layer) {
    case QKV_LAYER_EMBED:
        *in = s->words;
        *out = s->model;
        *bias = true;
        return s->words > 0;
    case QKV_LAYER_Q:
    case QKV_LAYER_K:
    case QKV_LAYER_V:
        return s->projections == QKV_PROJECTIONS_SEPARATE;
    case QKV_LAYER_FUSED:
        *out = 3 * width;
        return s->projections == QKV_PROJECTIONS_FUSED;
    case QKV_LAYER_OUTPUT:
        *in = width;
        *out = s->model;
        *bias = s->output_bias;
        return s->output;
    case QKV_LAYERS:
        break;
    }
    return false;
}

/* Whether a parameter is there and has this shape: (OUT, IN) of a weight, (OUT) of a bias. */
static bool check_parameter(Pipe *p, QkvAttentionLayer layer, const char *what, const QkvTensor *t,
                            int rank, const int64_t *size)
{
    if (!t)
        return qkv_fail(p->q, "attention: %s has no %s", p->s->layer[layer], what);
    if (t->rank == rank && memcmp(t->size, size, (size_t)rank * sizeof *size) == 0)
        return true;
    if (rank == 1)
        return fail_shape(p, t, "the %s of %s needs the shape (%lld,)", what, p->s->layer[layer],
                          (long long)size[0]);
    return fail_shape(p, t, "the %s of %s needs the shape (%lld, %lld)", what, p->s->layer[layer],
                      (long long)size[0], (long long)size[1]);
}

static const QkvTensor *linear(Pipe *p, QkvAttentionLayer layer, const QkvTensor *x)
{
    int64_t size[2];
    bool has_bias;
    qkv_attention_layer(p->s, layer, &size[0], &size[1], &has_bias);
    const QkvTensor *weight = p->w->weight[layer], *bias = p->w->bias[layer];
    if (!check_parameter(p, layer, "weight", weight, 2, size) ||
        (has_bias && !check_parameter(p, layer, "bias", bias, 1, size)))
        return NULL;
    return qkv_linear(p->q, x, weight, has_bias ? bias : NULL);
}

static const QkvTensor *embed(Pipe *p, const QkvTensor *x)
{
    if (!p->s->words)
        return x;
    return linear(p, QKV_LAYER_EMBED, qkv_to(p->q, x, QKV_FLOAT32));
}

/* --- q, k and v ----------------------------------------------------------------------------- */

static bool is_interleaved(const QkvAttentionSwitches *s)
{
    return s->projections == QKV_PROJECTIONS_FUSED && s->order == QKV_FUSED_DKH;
}

/* (.., T, H d) -> (.., H, T, d). */
static const QkvTensor *split_heads(Pipe *p, const QkvTensor *t)
{
    int64_t heads = p->s->heads;
    if (!t || heads == 0)
        return t;
    int64_t tokens = last(t, 1), columns = last(t, 0), head = columns / heads;
    if (head * heads != columns) {
        fail_shape(p, t, "%lld columns do not make %lld heads of one size", (long long)columns,
                   (long long)heads);
        return NULL;
    }
    if (p->s->split == QKV_SPLIT_RESHAPE)
        return reshape(p, t, 2, 3, (const int64_t[]){heads, tokens, head});
    return qkv_transpose(p->q, reshape(p, t, 1, 2, (const int64_t[]){heads, head}), -3, -2);
}

/* The columns of qkv (.., T, 3 H d) numbered: (.., T, d, 3) or (.., T, d, 3, H). */
static const QkvTensor *number_columns(Pipe *p, const QkvTensor *qkv)
{
    int64_t heads = p->s->heads, parts = heads > 0 ? 3 * heads : 3;
    const int64_t sizes[] = {last(qkv, 0) / parts, 3, heads};
    const QkvTensor *t = reshape(p, qkv, 1, heads > 0 ? 3 : 2, sizes);
    return pipe_step(p, t, "qkv.reshape(.., d, 3%s)", heads > 0 ? ", heads" : "");
}

/* (.., T, d, H) -> (.., H, T, d). */
static const QkvTensor *heads_first(Pipe *p, const QkvTensor *t)
{
    if (!t || p->s->heads == 0)
        return t;
    int64_t axes[QKV_MAX_RANK];
    int rank = t->rank;
    for (int d = 0; d < rank; d++)
        axes[d] = d;
    axes[rank - 3] = rank - 1;
    axes[rank - 2] = rank - 3;
    axes[rank - 1] = rank - 2;
    return qkv_permute(p->q, t, rank, axes);
}

/* Names q, k or v, which is number i. */
static const QkvTensor *finish(Pipe *p, int i, const QkvTensor *t, const char *text)
{
    QkvAttentionStage stage = (QkvAttentionStage)(QKV_STAGE_Q + i);
    if (!t)
        return NULL;
    if (p->s->heads > 0) {
        pipe_stage(p, stage, t, "%s in %lld heads", text, (long long)p->s->heads);
        qkv_label(p->q, t, -3, "head", 0, 0, NULL);
    } else {
        pipe_stage(p, stage, t, "%s", text);
    }
    qkv_label(p->q, t, -2, i == 0 ? "query" : "key", 0, 0, NULL);
    qkv_label(p->q, t, -1, "feature", 0, 0, NULL);
    return t;
}

static const QkvTensor *given(Pipe *p, int i, const QkvTensor *x)
{
    static const char *const names[] = {"query", "key", "value"};
    const QkvTensor *t = split_heads(p, x);
    return t == x ? x : finish(p, i, t, names[i]); /* the caller's own tensor is left alone */
}

static const QkvTensor *separate(Pipe *p, int i, const QkvTensor *x)
{
    QkvAttentionLayer layer = (QkvAttentionLayer)(QKV_LAYER_Q + i);
    char text[80];
    snprintf(text, sizeof text, "%s(%s)", p->s->layer[layer], p->s->words ? "embedded" : "x");
    const QkvTensor *t = pipe_step(p, linear(p, layer, x), "%s", text);
    return finish(p, i, split_heads(p, t), text);
}

/* Part i of columns that make three blocks. */
static const QkvTensor *block(Pipe *p, int i, const QkvTensor *qkv)
{
    char text[80];
    int64_t width = last(qkv, 0) / 3, from = i * width, to = from + width;
    const QkvSubscript s[] = {{.kind = QKV_SUBSCRIPT_REST},
                              {QKV_SUBSCRIPT_SLICE, from, to, 1, true, true}};
    snprintf(text, sizeof text, "qkv[..., %lld:%lld]", (long long)from, (long long)to);
    const QkvTensor *t = pipe_step(p, qkv_index(p->q, qkv, 2, s), "%s", text);
    return finish(p, i, split_heads(p, t), text);
}

/* Part i of columns that take turns, and are numbered. */
static const QkvTensor *turn(Pipe *p, int i, const QkvTensor *numbered)
{
    const QkvSubscript s[] = {{.kind = QKV_SUBSCRIPT_REST},
                              {.kind = QKV_SUBSCRIPT_AT, .start = i},
                              {.kind = QKV_SUBSCRIPT_SLICE, .step = 1}};
    char text[80];
    int count = p->s->heads > 0 ? 3 : 2;
    snprintf(text, sizeof text, "qkv.reshape(.., d, 3%s)[..., %d%s]", count == 3 ? ", heads" : "",
             i, count == 3 ? ", :" : "");
    const QkvTensor *t = qkv_index(p->q, numbered, count, s);
    return finish(p, i, heads_first(p, pipe_step(p, t, "%s", text)), text);
}

static bool fused(Pipe *p, const QkvTensor *const x[3], const QkvTensor *qkv[3])
{
    if (x[1] != x[0] || x[2] != x[0]) {
        qkv_fail(p->q, "attention: a fused projection makes q, k and v from one x: keys and values "
                       "from elsewhere need projections of their own");
        return false;
    }
    const QkvTensor *t = linear(p, QKV_LAYER_FUSED, x[0]);
    pipe_stage(p, QKV_STAGE_QKV, t, "%s(x)", p->s->layer[QKV_LAYER_FUSED]);
    const QkvTensor *numbered = t && is_interleaved(p->s) ? number_columns(p, t) : NULL;
    for (int i = 0; t && i < 3; i++)
        qkv[i] = is_interleaved(p->s) ? turn(p, i, numbered) : block(p, i, t);
    return qkv[0] && qkv[1] && qkv[2];
}

/* q, k and v from what each of them is made of. */
static bool project(Pipe *p, const QkvTensor *const x[3], const QkvTensor *qkv[3])
{
    if (p->s->projections == QKV_PROJECTIONS_FUSED)
        return fused(p, x, qkv);
    for (int i = 0; i < 3; i++)
        qkv[i] = p->s->projections == QKV_PROJECTIONS_NONE ? given(p, i, x[i])
                                                           : separate(p, i, x[i]);
    return qkv[0] && qkv[1] && qkv[2];
}

/* --- scores and weights --------------------------------------------------------------------- */

static bool check_pair(Pipe *p, const QkvTensor *a, const QkvTensor *b, int axis, const char *why)
{
    return last(a, axis) == last(b, axis) ||
           qkv_fail(p->q, "attention: %s: %s and %s", why, SIZES(a), SIZES(b));
}

static bool check_parts(Pipe *p, const QkvTensor *const qkv[3])
{
    return check_pair(p, qkv[0], qkv[1], 0, "queries and keys need the same number of features") &&
           check_pair(p, qkv[1], qkv[2], 1, "there must be a value for each key");
}

static const QkvTensor *score(Pipe *p, const QkvTensor *query, const QkvTensor *key)
{
    const QkvTensor *turned = pipe_step(p, qkv_transpose(p->q, key, -2, -1), "k.mT");
    const QkvTensor *t = qkv_matmul(p->q, query, turned);
    pipe_stage(p, QKV_STAGE_SCORES, t, "q @ k.mT");
    if (t) {
        qkv_label(p->q, t, -2, "query", 0, 0, NULL);
        qkv_label(p->q, t, -1, "key", 0, 0, NULL);
    }
    return t;
}

/* Divides the scores, or the weights, if this is the place for it. `size` is the D or d that the
 * root is taken of. */
static const QkvTensor *scale(Pipe *p, QkvScalePlace place, const QkvTensor *t, int64_t size)
{
    const QkvAttentionSwitches *s = p->s;
    const char *name =
        stage_names[place == QKV_SCALE_SCORES ? QKV_STAGE_SCORES : QKV_STAGE_WEIGHTS];
    long long n = size;
    if (s->scale == QKV_SCALE_NONE || s->scale_place != place)
        return t;
    if (s->scale == QKV_SCALE_GIVEN)
        return pipe_stage(p, QKV_STAGE_SCALED, qkv_mul(p->q, t, qkv_number(p->q, s->scale_value)),
                          "%s * %g", name, s->scale_value);
    double root = sqrt((double)size);
    if (s->scale_form == QKV_SCALE_MULTIPLIES)
        return pipe_stage(p, QKV_STAGE_SCALED, qkv_mul(p->q, t, qkv_number(p->q, 1 / root)),
                          "%s * %lld ** -0.5", name, n);
    return pipe_stage(p, QKV_STAGE_SCALED, qkv_div(p->q, t, qkv_number(p->q, root)),
                      "%s / math.sqrt(%lld)", name, n);
}

static const QkvTensor *soften(Pipe *p, const QkvTensor *t)
{
    int axis = p->s->softmax == QKV_SOFTMAX_KEYS ? -1 : -2;
    return pipe_stage(p, QKV_STAGE_WEIGHTS, qkv_softmax(p->q, t, axis), "softmax(dim=%d)", axis);
}

/* Weights that stay are made larger by 1 / (1 - p), so that their sum stays about the same. */
static const QkvTensor *drop(Pipe *p, const QkvTensor *weights)
{
    Qkv *q = p->q;
    const QkvTensor *keep = p->in->keep;
    double rate = p->s->dropout;
    if (!weights || !p->in->training || (rate == 0 && !keep))
        return weights;
    if (!keep)
        return pipe_stage(p, QKV_STAGE_DROPPED, qkv_dropout(q, weights, rate, true),
                          "dropout(weights, p=%g)", rate);
    if (!pipe_fits(p, "keep mask", keep, weights))
        return NULL;
    keep = qkv_div(q, qkv_to(q, keep, weights->dtype), qkv_number(q, 1 - rate));
    label_like(pipe_step(p, keep, "keep / (1 - %g)", rate), weights);
    return pipe_stage(p, QKV_STAGE_DROPPED, qkv_mul(q, weights, keep), "weights * keep / (1 - %g)",
                      rate);
}

/* --- the result ----------------------------------------------------------------------------- */

/* (.., H, T, d) -> (.., T, H d). */
static const QkvTensor *merge(Pipe *p, const QkvTensor *t)
{
    if (!t || p->s->heads == 0)
        return t;
    const int64_t sizes[] = {last(t, 1), last(t, 2) * last(t, 0)};
    if (p->s->split == QKV_SPLIT_TRANSPOSE || is_interleaved(p->s))
        t = pipe_step(p, qkv_transpose(p->q, t, -3, -2), "context.transpose(-3, -2)");
    t = t ? reshape(p, t, 3, 2, sizes) : NULL;
    return pipe_stage(p, QKV_STAGE_MERGED, t, "context of all heads, side by side");
}

static const QkvTensor *output(Pipe *p, const QkvTensor *t)
{
    if (!t || !p->s->output)
        return t;
    return pipe_stage(p, QKV_STAGE_OUTPUT, linear(p, QKV_LAYER_OUTPUT, t), "%s(%s)",
                      p->s->layer[QKV_LAYER_OUTPUT],
                      stage_names[p->s->heads ? QKV_STAGE_MERGED : QKV_STAGE_CONTEXT]);
}

/* --- the pipeline --------------------------------------------------------------------------- */

/* softmax(q k^T / sqrt(d)) v, with what is switched on. */
static const QkvTensor *attend(Pipe *p, const QkvTensor *const qkv[3], int64_t model)
{
    int64_t size = p->s->scale == QKV_SCALE_MODEL ? model : last(qkv[0], 0);
    if (!check_parts(p, qkv))
        return NULL;
    const QkvTensor *scores = scale(p, QKV_SCALE_SCORES, score(p, qkv[0], qkv[1]), size);
    const QkvTensor *weights = soften(p, pipe_mask(p, scores));
    weights = drop(p, scale(p, QKV_SCALE_WEIGHTS, weights, size));
    p->run->weights = weights;
    const QkvTensor *context = qkv_matmul(p->q, weights, qkv[2]);
    const char *mixed = p->run->stage[QKV_STAGE_DROPPED]              ? "dropped"
                        : weights != p->run->stage[QKV_STAGE_WEIGHTS] ? "scaled"
                                                                      : "weights";
    pipe_stage(p, QKV_STAGE_CONTEXT, context, "%s @ v", mixed);
    return output(p, merge(p, context));
}

static const QkvTensor *run_stages(Pipe *p)
{
    const QkvAttentionInput *in = p->in;
    const QkvTensor *key = in->key ? in->key : in->query, *value = in->value ? in->value : key;
    if (!check_input(p, "x", in->query) || !check_input(p, "the input of the keys", key) ||
        !check_input(p, "the input of the values", value))
        return NULL;
    const QkvTensor *x[3], *qkv[3] = {NULL};
    x[0] = embed(p, in->query);
    if (p->s->words)
        pipe_stage(p, QKV_STAGE_EMBEDDED, x[0], "%s(x)", p->s->layer[QKV_LAYER_EMBED]);
    x[1] = key == in->query ? x[0] : embed(p, key);
    x[2] = value == key ? x[1] : embed(p, value);
    if (!x[0] || !x[1] || !x[2] || !project(p, x, qkv))
        return NULL;
    return attend(p, qkv, last(x[0], 0));
}

const QkvTensor *qkv_attention(Qkv *q, const char *name, const QkvAttentionSwitches *switches,
                               const QkvAttentionParameters *parameters,
                               const QkvAttentionInput *input, QkvAttentionRun *run)
{
    QkvAttentionRun own;
    Pipe p = {q, switches, parameters, input, run ? run : &own};
    *p.run = (QkvAttentionRun){0};
    if (!input->query || qkv_error(q) || !pipe_counts(q, name, switches))
        return NULL;
    qkv_enter(q, name);
    p.run->result = run_stages(&p);
    qkv_leave(q);
    return p.run->result;
}
