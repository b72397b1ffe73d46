/* The pipeline, stage by stage. What a stage does is written in the order of the formula; a stage
 * that its switches leave out hands on what it got. */
#include "core/attention.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/attention_internal.h"
#include "core/label.h"
#include "core/layers.h"
#include "core/linear.h"

/* --- names ---------------------------------------------------------------------------------- */

static const char *const stage_names[] = {
    [STAGE_EMBEDDED] = "embedded",
    [STAGE_QKV] = "qkv",
    [STAGE_Q] = "q",
    [STAGE_K] = "k",
    [STAGE_V] = "v",
    [STAGE_SCORES] = "scores",
    [STAGE_SCALED] = "scaled",
    [STAGE_MASK] = "mask",
    [STAGE_MASKED] = "masked",
    [STAGE_PREPARED] = "prepared",
    [STAGE_WEIGHTS] = "weights",
    [STAGE_DROPPED] = "dropped",
    [STAGE_CONTEXT] = "context",
    [STAGE_MERGED] = "merged",
    [STAGE_OUTPUT] = "output",
};

const char *attention_stage_name(AttentionStage stage)
{
    return stage_names[stage];
}

AttentionStage attention_stage(const char *name)
{
    int stage = 0;
    while (stage < ATTENTION_STAGES && strcmp(stage_names[stage], name) != 0)
        stage++;
    return (AttentionStage)stage;
}

static void caption(Pipe *p, const Tensor *t, const char *format, va_list args)
{
    Buf text = {0};
    buf_vprintf(&text, format, args);
    qkv_caption(p->q, t, buf_text(&text), text.length);
    buf_release(&text);
}

const Tensor *pipe_step(Pipe *p, const Tensor *t, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    caption(p, t, format, args);
    va_end(args);
    return t;
}

const Tensor *pipe_stage(Pipe *p, AttentionStage stage, const Tensor *t, const char *format, ...)
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
static int64_t last(const Tensor *t, int d)
{
    return t->size[t->rank - 1 - d];
}

/* The shape of `t` with its last `cut` axes replaced by `count` sizes; returns the rank. */
static int shape_with(const Tensor *t, int cut, int count, const int64_t *sizes, int64_t *out)
{
    int rank = t->rank - cut;
    memcpy(out, t->size, (size_t)rank * sizeof *out);
    memcpy(out + rank, sizes, (size_t)count * sizeof *out);
    return rank + count;
}

static const Tensor *reshape(Pipe *p, const Tensor *t, int cut, int count, const int64_t *sizes)
{
    int64_t shape[QKV_MAX_RANK + 3];
    return qkv_reshape(p->q, t, shape_with(t, cut, count, sizes, shape), shape);
}

static bool fail_shape(Pipe *p, const Tensor *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail_shape(Pipe *p, const Tensor *t, const char *format, ...)
{
    Buf text = {0};
    va_list args;
    buf_puts(&text, "attention: ");
    va_start(args, format);
    buf_vprintf(&text, format, args);
    va_end(args);
    buf_puts(&text, ", and it is ");
    tensor_shape(&text, t);
    qkv_fail(p->q, "%s", buf_text(&text));
    buf_release(&text);
    return false;
}

static bool check_input(Pipe *p, const char *what, const Tensor *t)
{
    if (p->s->wants_batch && t->rank != 3)
        return fail_shape(p, t, "%s needs the three axes (batch, token, feature)", what);
    return t->rank >= 2 || fail_shape(p, t, "%s needs the axes (token, feature) at its end", what);
}

/* --- layers --------------------------------------------------------------------------------- */

bool attention_layer(const AttentionSwitches *s, AttentionLayer layer, int64_t *out, int64_t *in,
                     bool *bias)
{
    int64_t width = s->heads > 0 ? s->heads * s->head : s->head;
    *in = s->model;
    *out = width;
    *bias = s->bias;
    switch (layer) {
    case LAYER_EMBED:
        *in = s->words;
        *out = s->model;
        *bias = true;
        return s->words > 0;
    case LAYER_Q:
    case LAYER_K:
    case LAYER_V:
        return s->projections == PROJECTIONS_SEPARATE;
    case LAYER_FUSED:
        *out = 3 * width;
        return s->projections == PROJECTIONS_FUSED;
    case LAYER_OUTPUT:
        *in = width;
        *out = s->model;
        *bias = s->output_bias;
        return s->output;
    case ATTENTION_LAYERS:
        break;
    }
    return false;
}

/* Whether a parameter is there and has this shape: (OUT, IN) of a weight, (OUT) of a bias. */
static bool check_parameter(Pipe *p, AttentionLayer layer, const char *what, const Tensor *t,
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

static const Tensor *linear(Pipe *p, AttentionLayer layer, const Tensor *x)
{
    int64_t size[2];
    bool has_bias;
    attention_layer(p->s, layer, &size[0], &size[1], &has_bias);
    const Tensor *weight = p->w->weight[layer], *bias = p->w->bias[layer];
    if (!check_parameter(p, layer, "weight", weight, 2, size) ||
        (has_bias && !check_parameter(p, layer, "bias", bias, 1, size)))
        return NULL;
    return qkv_linear(p->q, x, weight, has_bias ? bias : NULL);
}

static const Tensor *embed(Pipe *p, const Tensor *x)
{
    if (!p->s->words)
        return x;
    return linear(p, LAYER_EMBED, qkv_to(p->q, x, DTYPE_FLOAT32));
}

/* --- q, k and v ----------------------------------------------------------------------------- */

static bool is_interleaved(const AttentionSwitches *s)
{
    return s->projections == PROJECTIONS_FUSED && s->order == FUSED_DKH;
}

/* (.., T, H d) -> (.., H, T, d). */
static const Tensor *split_heads(Pipe *p, const Tensor *t)
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
    if (p->s->split == SPLIT_RESHAPE)
        return reshape(p, t, 2, 3, (const int64_t[]){heads, tokens, head});
    return qkv_transpose(p->q, reshape(p, t, 1, 2, (const int64_t[]){heads, head}), -3, -2);
}

/* The columns of qkv (.., T, 3 H d) numbered: (.., T, d, 3) or (.., T, d, 3, H). */
static const Tensor *number_columns(Pipe *p, const Tensor *qkv)
{
    int64_t heads = p->s->heads, parts = heads > 0 ? 3 * heads : 3;
    const int64_t sizes[] = {last(qkv, 0) / parts, 3, heads};
    const Tensor *t = reshape(p, qkv, 1, heads > 0 ? 3 : 2, sizes);
    return pipe_step(p, t, "qkv.reshape(.., d, 3%s)", heads > 0 ? ", heads" : "");
}

/* (.., T, d, H) -> (.., H, T, d). */
static const Tensor *heads_first(Pipe *p, const Tensor *t)
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
static const Tensor *finish(Pipe *p, int i, const Tensor *t, const char *text)
{
    AttentionStage stage = (AttentionStage)(STAGE_Q + i);
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

static const Tensor *given(Pipe *p, int i, const Tensor *x)
{
    static const char *const names[] = {"query", "key", "value"};
    const Tensor *t = split_heads(p, x);
    return t == x ? x : finish(p, i, t, names[i]); /* the caller's own tensor is left alone */
}

static const Tensor *separate(Pipe *p, int i, const Tensor *x)
{
    AttentionLayer layer = (AttentionLayer)(LAYER_Q + i);
    char text[80];
    snprintf(text, sizeof text, "%s(%s)", p->s->layer[layer], p->s->words ? "embedded" : "x");
    const Tensor *t = pipe_step(p, linear(p, layer, x), "%s", text);
    return finish(p, i, split_heads(p, t), text);
}

/* Part i of columns that make three blocks. */
static const Tensor *block(Pipe *p, int i, const Tensor *qkv)
{
    char text[80];
    int64_t width = last(qkv, 0) / 3, from = i * width, to = from + width;
    const Subscript s[] = {{.kind = SUBSCRIPT_REST}, {SUBSCRIPT_SLICE, from, to, 1, true, true}};
    snprintf(text, sizeof text, "qkv[..., %lld:%lld]", (long long)from, (long long)to);
    const Tensor *t = pipe_step(p, qkv_index(p->q, qkv, 2, s), "%s", text);
    return finish(p, i, split_heads(p, t), text);
}

/* Part i of columns that take turns, and are numbered. */
static const Tensor *turn(Pipe *p, int i, const Tensor *numbered)
{
    const Subscript s[] = {{.kind = SUBSCRIPT_REST},
                           {.kind = SUBSCRIPT_AT, .start = i},
                           {.kind = SUBSCRIPT_SLICE, .step = 1}};
    char text[80];
    int count = p->s->heads > 0 ? 3 : 2;
    snprintf(text, sizeof text, "qkv.reshape(.., d, 3%s)[..., %d%s]", count == 3 ? ", heads" : "",
             i, count == 3 ? ", :" : "");
    const Tensor *t = qkv_index(p->q, numbered, count, s);
    return finish(p, i, heads_first(p, pipe_step(p, t, "%s", text)), text);
}

static bool fused(Pipe *p, const Tensor *const x[3], const Tensor *qkv[3])
{
    if (x[1] != x[0] || x[2] != x[0]) {
        qkv_fail(p->q, "attention: a fused projection makes q, k and v from one x: keys and values "
                       "from elsewhere need projections of their own");
        return false;
    }
    const Tensor *t = linear(p, LAYER_FUSED, x[0]);
    pipe_stage(p, STAGE_QKV, t, "%s(x)", p->s->layer[LAYER_FUSED]);
    const Tensor *numbered = t && is_interleaved(p->s) ? number_columns(p, t) : NULL;
    for (int i = 0; t && i < 3; i++)
        qkv[i] = is_interleaved(p->s) ? turn(p, i, numbered) : block(p, i, t);
    return qkv[0] && qkv[1] && qkv[2];
}

/* q, k and v from what each of them is made of. */
static bool project(Pipe *p, const Tensor *const x[3], const Tensor *qkv[3])
{
    if (p->s->projections == PROJECTIONS_FUSED)
        return fused(p, x, qkv);
    for (int i = 0; i < 3; i++)
        qkv[i] = p->s->projections == PROJECTIONS_NONE ? given(p, i, x[i]) : separate(p, i, x[i]);
    return qkv[0] && qkv[1] && qkv[2];
}

/* --- scores and weights --------------------------------------------------------------------- */

static bool check_pair(Pipe *p, const Tensor *a, const Tensor *b, int axis, const char *why)
{
    if (last(a, axis) == last(b, axis))
        return true;
    Buf text = {0};
    tensor_shape(&text, a);
    buf_puts(&text, " and ");
    tensor_shape(&text, b);
    qkv_fail(p->q, "attention: %s: %s", why, buf_text(&text));
    buf_release(&text);
    return false;
}

static bool check_parts(Pipe *p, const Tensor *const qkv[3])
{
    return check_pair(p, qkv[0], qkv[1], 0, "queries and keys need the same number of features") &&
           check_pair(p, qkv[1], qkv[2], 1, "there must be a value for each key");
}

static const Tensor *score(Pipe *p, const Tensor *query, const Tensor *key)
{
    const Tensor *turned = pipe_step(p, qkv_transpose(p->q, key, -2, -1), "k.mT");
    const Tensor *t = qkv_matmul(p->q, query, turned);
    pipe_stage(p, STAGE_SCORES, t, "q @ k.mT");
    if (t) {
        qkv_label(p->q, t, -2, "query", 0, 0, NULL);
        qkv_label(p->q, t, -1, "key", 0, 0, NULL);
    }
    return t;
}

/* Divides the scores, or the weights, if this is the place for it. `size` is the D or d that the
 * root is taken of. */
static const Tensor *scale(Pipe *p, ScalePlace place, const Tensor *t, int64_t size)
{
    const AttentionSwitches *s = p->s;
    const char *name = stage_names[place == SCALE_SCORES ? STAGE_SCORES : STAGE_WEIGHTS];
    long long n = size;
    if (s->scale == SCALE_NONE || s->scale_place != place)
        return t;
    if (s->scale == SCALE_GIVEN)
        return pipe_stage(p, STAGE_SCALED, qkv_mul(p->q, t, qkv_number(p->q, s->scale_value)),
                          "%s * %g", name, s->scale_value);
    double root = sqrt((double)size);
    if (s->scale_form == SCALE_MULTIPLIES)
        return pipe_stage(p, STAGE_SCALED, qkv_mul(p->q, t, qkv_number(p->q, 1 / root)),
                          "%s * %lld ** -0.5", name, n);
    return pipe_stage(p, STAGE_SCALED, qkv_div(p->q, t, qkv_number(p->q, root)),
                      "%s / math.sqrt(%lld)", name, n);
}

static const Tensor *soften(Pipe *p, const Tensor *t)
{
    int axis = p->s->softmax == SOFTMAX_KEYS ? -1 : -2;
    return pipe_stage(p, STAGE_WEIGHTS, qkv_softmax(p->q, t, axis), "softmax(dim=%d)", axis);
}

/* Weights that stay are made larger by 1 / (1 - p), so that their sum stays about the same. */
static const Tensor *drop(Pipe *p, const Tensor *weights)
{
    Qkv *q = p->q;
    const Tensor *keep = p->in->keep;
    double rate = p->s->dropout;
    if (!weights || !p->in->training || (rate == 0 && !keep))
        return weights;
    if (!keep)
        return pipe_stage(p, STAGE_DROPPED, qkv_dropout(q, weights, rate, true),
                          "dropout(weights, p=%g)", rate);
    if (!pipe_fits(p, "keep mask", keep, weights))
        return NULL;
    keep = qkv_div(q, qkv_to(q, keep, weights->dtype), qkv_number(q, 1 - rate));
    label_like(pipe_step(p, keep, "keep / (1 - %g)", rate), weights);
    return pipe_stage(p, STAGE_DROPPED, qkv_mul(q, weights, keep), "weights * keep / (1 - %g)",
                      rate);
}

/* --- the result ----------------------------------------------------------------------------- */

/* (.., H, T, d) -> (.., T, H d). */
static const Tensor *merge(Pipe *p, const Tensor *t)
{
    if (!t || p->s->heads == 0)
        return t;
    const int64_t sizes[] = {last(t, 1), last(t, 2) * last(t, 0)};
    if (p->s->split == SPLIT_TRANSPOSE || is_interleaved(p->s))
        t = pipe_step(p, qkv_transpose(p->q, t, -3, -2), "context.transpose(-3, -2)");
    t = t ? reshape(p, t, 3, 2, sizes) : NULL;
    return pipe_stage(p, STAGE_MERGED, t, "context of all heads, side by side");
}

static const Tensor *output(Pipe *p, const Tensor *t)
{
    if (!t || !p->s->output)
        return t;
    return pipe_stage(p, STAGE_OUTPUT, linear(p, LAYER_OUTPUT, t), "%s(%s)",
                      p->s->layer[LAYER_OUTPUT],
                      stage_names[p->s->heads ? STAGE_MERGED : STAGE_CONTEXT]);
}

/* --- the pipeline --------------------------------------------------------------------------- */

/* softmax(q k^T / sqrt(d)) v, with what is switched on. */
static const Tensor *attend(Pipe *p, const Tensor *const qkv[3], int64_t model)
{
    int64_t size = p->s->scale == SCALE_MODEL ? model : last(qkv[0], 0);
    if (!check_parts(p, qkv))
        return NULL;
    const Tensor *scores = scale(p, SCALE_SCORES, score(p, qkv[0], qkv[1]), size);
    const Tensor *weights = soften(p, pipe_mask(p, scores));
    weights = drop(p, scale(p, SCALE_WEIGHTS, weights, size));
    p->run->weights = weights;
    const Tensor *context = qkv_matmul(p->q, weights, qkv[2]);
    const char *mixed = p->run->stage[STAGE_DROPPED]              ? "dropped"
                        : weights != p->run->stage[STAGE_WEIGHTS] ? "scaled"
                                                                  : "weights";
    pipe_stage(p, STAGE_CONTEXT, context, "%s @ v", mixed);
    return output(p, merge(p, context));
}

static const Tensor *run_stages(Pipe *p)
{
    const AttentionInput *in = p->in;
    const Tensor *key = in->key ? in->key : in->query, *value = in->value ? in->value : key;
    if (!check_input(p, "x", in->query) || !check_input(p, "the input of the keys", key) ||
        !check_input(p, "the input of the values", value))
        return NULL;
    const Tensor *x[3], *qkv[3] = {NULL};
    x[0] = embed(p, in->query);
    if (p->s->words)
        pipe_stage(p, STAGE_EMBEDDED, x[0], "%s(x)", p->s->layer[LAYER_EMBED]);
    x[1] = key == in->query ? x[0] : embed(p, key);
    x[2] = value == key ? x[1] : embed(p, value);
    if (!x[0] || !x[1] || !x[2] || !project(p, x, qkv))
        return NULL;
    return attend(p, qkv, last(x[0], 0));
}

const Tensor *qkv_attention(Qkv *q, const char *name, const AttentionSwitches *switches,
                            const AttentionParameters *parameters, const AttentionInput *input,
                            AttentionRun *run)
{
    AttentionRun own;
    Pipe p = {q, switches, parameters, input, run ? run : &own};
    *p.run = (AttentionRun){0};
    if (!input->query || qkv_error(q))
        return NULL;
    qkv_enter(q, name);
    p.run->result = run_stages(&p);
    qkv_leave(q);
    return p.run->result;
}
