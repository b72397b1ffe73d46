/* Scaled dot-product attention, stage by stage: softmax(q k^T * scale) v. It follows Vaswani et al.,
 * "Attention Is All You Need" (2017), section 3.2. Each stage is named on the tape. */
#include "core/attention.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "core/context.h"
#include "core/gradient.h"
#include "core/label.h"
#include "core/rows.h"
#include "core/tensor.h"

static const char group[] = "scaled_dot_product_attention";

/* --- whether a mask fits -------------------------------------------------------------------- */

/* Axis `d` of the scores, counted from their last. */
static const char *axis_name(bool has_heads, int d)
{
    static const char *const with_heads[] = {"key", "query", "head", "batch"};
    static const char *const without[] = {"key", "query", "batch"};
    int known = has_heads ? 4 : 3;
    return d >= known ? "..." : has_heads ? with_heads[d] : without[d];
}

/* The axis, counted from the last, where `t` does not broadcast to the scores; -1 for none. */
static int misfit(const QkvTensor *t, const QkvTensor *scores)
{
    for (int d = 0; d < t->rank; d++) {
        int64_t n = t->size[t->rank - 1 - d];
        if (d >= scores->rank || (n != 1 && n != scores->size[scores->rank - 1 - d]))
            return d;
    }
    return -1;
}

/* Advice that makes it fit: a mask of the keys of each sentence, or one that has no axis for heads. */
static const char *advice(const QkvTensor *t, const QkvTensor *scores, bool has_heads)
{
    bool is_of_keys = !has_heads && t->rank == 2 && scores->rank > 2 &&
                      t->size[0] == scores->size[0] && t->size[1] == scores->size[scores->rank - 1];
    bool is_headless = has_heads && t->rank == 3 && scores->rank == 4 &&
                       t->size[0] == scores->size[0];
    return is_of_keys    ? "gives every query of a sentence the same keys"
           : is_headless ? "gives every head the same"
                         : NULL;
}

bool attention_fits(Qkv *q, const char *what, const QkvTensor *t, const QkvTensor *scores,
                    bool has_heads)
{
    int d = t && scores ? misfit(t, scores) : -1;
    if (d < 0)
        return t && scores;
    Buf text = {.arena = qkv_arena(q)};
    buf_printf(&text, "attention: the %s %s does not fit the scores %s, which are (", what,
               SIZES(t), SIZES(scores));
    for (int i = scores->rank - 1; i >= 0; i--)
        buf_printf(&text, "%s%s", axis_name(has_heads, i), i ? ", " : ")");
    if (d >= scores->rank)
        buf_puts(&text, ": it has too many axes");
    else
        buf_printf(&text,
                   ": counted from the right, axes must be equal or 1, and %lld meets %lld %s",
                   (long long)t->size[t->rank - 1 - d],
                   (long long)scores->size[scores->rank - 1 - d], axis_name(has_heads, d));
    if (advice(t, scores, has_heads))
        buf_printf(&text, ": %s.unsqueeze(1) %s", what, advice(t, scores, has_heads));
    return qkv_fail(q, "%s", buf_text(&text));
}

/* --- what it is called with ------------------------------------------------------------------- */

static bool check_input(Qkv *q, const char *what, const QkvTensor *t)
{
    if (!qkv_is_float(t->dtype) || qkv_is_half(t->dtype))
        return qkv_lack(q, "%s: %s must be float32, but it is %s: use .float()", group, what,
                        qkv_dtype_name(t->dtype));
    return t->rank >= 2 ||
           qkv_fail(q, "attention: %s needs the axes (token, feature) at its end, but it is %s",
                    what, SIZES(t));
}

/* Axis `d` from the last has the same size in both. */
static bool check_pair(Qkv *q, const QkvTensor *a, const QkvTensor *b, int d, const char *why)
{
    return a->size[a->rank - 1 - d] == b->size[b->rank - 1 - d] ||
           qkv_fail(q, "attention: %s: %s and %s", why, SIZES(a), SIZES(b));
}

static bool check_mask(Qkv *q, const QkvTensor *mask, bool causal)
{
    if (mask && causal)
        return qkv_fail(q, "%s: attn_mask and is_causal: give one of them", group);
    return !mask || mask->dtype == QKV_BOOL ||
           (qkv_is_float(mask->dtype) && !qkv_is_half(mask->dtype)) ||
           qkv_fail(q,
                    "%s: attn_mask must be bool (True = look) or float32 (it is added to the "
                    "scores), but it is %s",
                    group, qkv_dtype_name(mask->dtype));
}

/* --- stages ----------------------------------------------------------------------------------- */

/* Captions a step with the text that a program would have for it; `name`, unless NULL, is its stage. */
static const QkvTensor *step(Qkv *q, const QkvTensor *t, const char *name, const char *text)
{
    qkv_caption(q, t, text, strlen(text));
    if (name)
        qkv_name(q, t, name);
    return t;
}

static const QkvTensor *score(Qkv *q, const QkvTensor *query, const QkvTensor *key)
{
    const QkvTensor *turned = step(q, qkv_transpose(q, key, -2, -1), NULL, "k.mT");
    const QkvTensor *t = step(q, qkv_matmul(q, query, turned), "scores", "q @ k.mT");
    if (t) {
        qkv_label(q, t, -2, "query", 0, 0, NULL);
        qkv_label(q, t, -1, "key", 0, 0, NULL);
    }
    return t;
}

/* The scores are multiplied with d ** -0.5, which rounds otherwise than a division. */
static const QkvTensor *divide(Qkv *q, const QkvTensor *scores, int64_t d, const double *scale)
{
    char text[80];
    if (scale)
        snprintf(text, sizeof text, "scores * %g", *scale);
    else
        snprintf(text, sizeof text, "scores * %lld ** -0.5", (long long)d);
    const QkvTensor *by = qkv_number(q, scale ? *scale : 1 / sqrt((double)d));
    return step(q, qkv_mul(q, scores, by), "scaled", text);
}

/* (T, S): key j stands no later than query i. */
static const QkvTensor *causal_mask(Qkv *q, const QkvTensor *scores)
{
    char text[60];
    int64_t queries = scores->size[scores->rank - 2], keys = scores->size[scores->rank - 1];
    const QkvTensor *i = qkv_unsqueeze(q, qkv_arange(q, QKV_INT64, 0, (double)queries, 1), 1);
    const QkvTensor *j = qkv_arange(q, QKV_INT64, 0, (double)keys, 1);
    snprintf(text, sizeof text, "torch.arange(%lld).unsqueeze(1)", (long long)queries);
    step(q, i, NULL, text);
    snprintf(text, sizeof text, "torch.arange(%lld)", (long long)keys);
    step(q, j, NULL, text);
    const QkvTensor *mask = step(q, qkv_le(q, j, i), "mask", "key position <= query position");
    label_like(mask, scores);
    return mask;
}

static const QkvTensor *hide(Qkv *q, const QkvTensor *scores, const QkvTensor *mask, bool causal)
{
    if (!scores || (!mask && !causal))
        return scores;
    if (mask && !attention_fits(q, "mask", mask, scores, false))
        return NULL;
    if (mask && mask->dtype != QKV_BOOL)
        return step(q, qkv_add(q, scores, mask), "masked", "scaled + mask");
    mask = causal ? causal_mask(q, scores) : mask;
    const QkvTensor *hidden = qkv_eq(q, mask, qkv_integer(q, 0));
    label_like(hidden, scores);
    step(q, hidden, NULL, "mask == 0");
    return step(q, qkv_masked_fill(q, scores, hidden, qkv_number(q, -(double)INFINITY)), "masked",
                "scaled.masked_fill(mask == 0, -inf)");
}

/* Gives (.., T, 1): whether all scores of the row are -inf. */
static const QkvTensor *empty_rows(Qkv *q, const QkvTensor *masked)
{
    int64_t last = -1;
    const QkvTensor *hidden = qkv_eq(q, masked, qkv_number(q, -(double)INFINITY));
    const QkvTensor *empty = apply_with(q, &op_all, hidden, 1, &last, (QkvParams){.keepdim = true});
    return step(q, empty, NULL, "(masked == -inf).all(-1, keepdim=True)");
}

static bool has_empty_row(const QkvTensor *t)
{
    int64_t keys = t->size[t->rank - 1];
    for (int64_t row = 0; row < t->count; row += keys) {
        int64_t hidden = 0;
        while (hidden < keys && t->data.f[row + hidden] == -INFINITY)
            hidden++;
        if (hidden == keys)
            return true;
    }
    return false;
}

/* The softmax of a row without any key is nan; PyTorch gives it weights of 0 here, since 2.5. */
static const QkvTensor *weigh(Qkv *q, const QkvTensor *masked)
{
    const char *name = masked && has_empty_row(masked) ? "softmax" : "weights";
    const QkvTensor *weights = step(q, qkv_softmax(q, masked, -1), name, "softmax(dim=-1)");
    if (!weights || strcmp(name, "weights") == 0)
        return weights;
    return step(q, qkv_masked_fill(q, weights, empty_rows(q, masked), qkv_number(q, 0)), "weights",
                "softmax.masked_fill(empty, 0)");
}

static const QkvTensor *drop(Qkv *q, const QkvTensor *weights, double p)
{
    char text[60];
    if (p == 0)
        return weights;
    snprintf(text, sizeof text, "dropout(weights, p=%g)", p);
    return step(q, qkv_dropout(q, weights, p, true), "dropped", text);
}

/* Gives each head of `t` as often as there are heads of queries for it. */
static const QkvTensor *shared(Qkv *q, const QkvTensor *query, const QkvTensor *t, const char *what)
{
    int64_t heads = query->rank < 3 ? 0 : query->size[query->rank - 3], axis = -3;
    int64_t groups = t->rank < 3 ? 0 : t->size[t->rank - 3];
    if (groups == 0 || heads % groups != 0) {
        qkv_fail(
            q,
            "%s: with enable_gqa the heads of the %s, %lld, must divide those of the query, %lld",
            group, what, (long long)groups, (long long)heads);
        return NULL;
    }
    char text[60];
    snprintf(text, sizeof text, "%s.repeat_interleave(%lld, -3)", what,
             (long long)(heads / groups));
    const QkvTensor *times = qkv_integer(q, heads / groups);
    return step(q, qkv_repeat_interleave(q, t, times, &axis), NULL, text);
}

static const QkvTensor *attend(Qkv *q, const QkvTensor *query, const QkvTensor *key,
                               const QkvTensor *value, const QkvAttention *with)
{
    if (!check_pair(q, query, key, 0, "queries and keys need the same number of features") ||
        !check_pair(q, key, value, 1, "there must be a value for each key"))
        return NULL;
    const QkvTensor *scaled = divide(q, score(q, query, key), query->size[query->rank - 1],
                                     with->scale);
    const QkvTensor *masked = hide(q, scaled, with->mask, with->is_causal);
    const QkvTensor *weights = weigh(q, masked);
    const QkvTensor *mixed = drop(q, weights, with->dropout);
    return step(q, qkv_matmul(q, mixed, value), "context",
                with->dropout == 0 ? "weights @ v" : "dropped @ v");
}

const QkvTensor *qkv_attention(Qkv *q, const QkvTensor *query, const QkvTensor *key,
                               const QkvTensor *value, const QkvAttention *with)
{
    static const QkvAttention plain;
    with = with ? with : &plain;
    if (!query || !key || !value || qkv_error(q) || !check_input(q, "query", query) ||
        !check_input(q, "key", key) || !check_input(q, "value", value) ||
        !check_mask(q, with->mask, with->is_causal))
        return NULL;
    qkv_enter(q, group);
    if (with->is_grouped) {
        key = shared(q, query, key, "key");
        value = shared(q, query, value, "value");
    }
    const QkvTensor *out = key && value ? attend(q, query, key, value, with) : NULL;
    qkv_leave(q);
    if (query->rank != 4 || with->dropout != 0)
        return out;
    return gradient_named(out, "ScaledDotProductFlashAttentionForCpuBackward0");
}
