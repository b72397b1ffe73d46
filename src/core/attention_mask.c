/* Masking: which keys a query may look at. */
#include <math.h>
#include <string.h>

#include "core/attention_internal.h"
#include "core/label.h"

/* --- whether a mask fits -------------------------------------------------------------------- */

/* Axis `d` of the scores, counted from their last. */
static const char *axis_name(const Pipe *p, int d)
{
    static const char *const with_heads[] = {"key", "query", "head", "batch"};
    static const char *const without[] = {"key", "query", "batch"};
    int known = p->s->heads > 0 ? 4 : 3;
    return d >= known ? "..." : p->s->heads > 0 ? with_heads[d] : without[d];
}

/* "the scores (3, 4, 4), which are (batch, query, key)" */
static void put_scores(const Pipe *p, Buf *out, const QkvTensor *scores)
{
    buf_printf(out, "the scores %s, which are (", SIZES(scores));
    for (int d = scores->rank - 1; d >= 0; d--)
        buf_printf(out, "%s%s", axis_name(p, d), d ? ", " : ")");
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

/* Whether axes from..from+count-1 of `t` have these sizes of the scores, counted from its last. */
static bool is_row_mask(const QkvTensor *t, const QkvTensor *scores)
{
    return t->rank == 2 && scores->rank > 2 && t->size[0] == scores->size[0] &&
           t->size[1] == scores->size[scores->rank - 1];
}

static bool is_headless(const Pipe *p, const QkvTensor *t, const QkvTensor *scores)
{
    return p->s->heads > 0 && t->rank == 3 && scores->rank == 4 && t->size[0] == scores->size[0];
}

bool pipe_fits(Pipe *p, const char *what, const QkvTensor *t, const QkvTensor *scores)
{
    int d = misfit(t, scores);
    if (d < 0)
        return true;
    Buf text = {.arena = qkv_arena(p->q)};
    buf_printf(&text, "attention: the %s %s does not fit ", what, SIZES(t));
    put_scores(p, &text, scores);
    if (d >= scores->rank)
        buf_puts(&text, ": it has too many axes");
    else
        buf_printf(&text,
                   ": counted from the right, axes must be equal or 1, and %lld meets %lld %s",
                   (long long)t->size[t->rank - 1 - d],
                   (long long)scores->size[scores->rank - 1 - d], axis_name(p, d));
    if (is_row_mask(t, scores) && !p->s->heads)
        buf_printf(&text, ": %s.unsqueeze(1) gives every query of a sentence the same keys", what);
    else if (is_headless(p, t, scores))
        buf_printf(&text, ": %s.unsqueeze(1) gives every head the same", what);
    return qkv_fail(p->q, "%s", buf_text(&text));
}

static bool fail_mask(Pipe *p, const char *wanted, const QkvTensor *scores)
{
    Buf text = {.arena = qkv_arena(p->q)};
    buf_printf(&text, "attention: this mask must be %s, and it is %s: ", wanted,
               SIZES(p->in->mask));
    put_scores(p, &text, scores);
    return qkv_fail(p->q, "%s", buf_text(&text));
}

/* --- the mask, made ready ------------------------------------------------------------------- */

/* (B, S), the keys that count in each sentence -> (B, T, S), or (B, 1, T, S) for all heads. */
static const QkvTensor *repeat_keys(Pipe *p, const QkvTensor *scores)
{
    Qkv *q = p->q;
    const QkvTensor *mask = p->in->mask;
    bool has_heads = p->s->heads > 0;
    int64_t queries = scores->size[scores->rank - 2];
    if (scores->rank != 3 + has_heads || !is_row_mask(mask, scores)) {
        fail_mask(p, "(batch, key), the keys that count in each sentence", scores);
        return NULL;
    }
    mask = qkv_unsqueeze(q, mask, 1);
    if (!has_heads)
        return pipe_step(p, qkv_expand(q, mask, 3, (const int64_t[]){-1, queries, -1}),
                         "mask.unsqueeze(1).expand(-1, %lld, -1)", (long long)queries);
    mask = qkv_unsqueeze(q, mask, 1);
    return pipe_step(p, qkv_expand(q, mask, 4, (const int64_t[]){-1, -1, queries, -1}),
                     "mask.unsqueeze(1).unsqueeze(1).expand(-1, -1, %lld, -1)", (long long)queries);
}

/* The mask that was given, as the switches take it. */
static const QkvTensor *given_mask(Pipe *p, const QkvTensor *scores)
{
    const QkvTensor *mask = p->in->mask;
    switch (p->s->mask_shape) {
    case QKV_MASK_OF_KEYS:
        return repeat_keys(p, scores);
    case QKV_MASK_SHARED:
        if (mask->rank == 2 && misfit(mask, scores) < 0 &&
            mask->size[0] == scores->size[scores->rank - 2] &&
            mask->size[1] == scores->size[scores->rank - 1])
            return mask;
        fail_mask(p, "(query, key), one for all", scores);
        return NULL;
    case QKV_MASK_BROADCASTS:
        return pipe_fits(p, "mask", mask, scores) ? mask : NULL;
    }
    return NULL;
}

/* (T, S): whether key j stands no later than query i, or, where a mask means hiding, later. */
static const QkvTensor *causal_mask(Pipe *p, const QkvTensor *scores)
{
    Qkv *q = p->q;
    int64_t queries = scores->size[scores->rank - 2], keys = scores->size[scores->rank - 1];
    const QkvTensor *i = qkv_unsqueeze(q, qkv_arange(q, QKV_INT64, 0, (double)queries, 1), 1);
    const QkvTensor *j = qkv_arange(q, QKV_INT64, 0, (double)keys, 1);
    pipe_step(p, i, "torch.arange(%lld).unsqueeze(1)", (long long)queries);
    pipe_step(p, j, "torch.arange(%lld)", (long long)keys);
    return p->s->mask_meaning == QKV_MASK_LOOK ? qkv_le(q, j, i) : qkv_gt(q, j, i);
}

/* Both masks as one: a key is looked at when both let it be. */
static const QkvTensor *with_causal(Pipe *p, const QkvTensor *mask, const QkvTensor *causal)
{
    Qkv *q = p->q;
    if (!mask)
        return pipe_step(p, causal, "key place %s query place",
                         p->s->mask_meaning == QKV_MASK_LOOK ? "<=" : ">");
    if (mask->dtype != QKV_BOOL)
        mask = qkv_ne(q, mask, qkv_integer(q, 0));
    if (p->s->mask_meaning == QKV_MASK_LOOK)
        return pipe_step(p, qkv_and(q, mask, causal), "mask & causal");
    return pipe_step(p, qkv_or(q, mask, causal), "mask | causal");
}

/* --- applying it ---------------------------------------------------------------------------- */

/* What the scores are called before they are masked. */
static const char *before(const Pipe *p)
{
    return qkv_attention_stage_name(p->run->stage[QKV_STAGE_SCALED] ? QKV_STAGE_SCALED
                                                                    : QKV_STAGE_SCORES);
}

/* Where the mask is 0, with the tokens of the scores. */
static const QkvTensor *is_zero(Pipe *p, const QkvTensor *mask, const QkvTensor *scores)
{
    const QkvTensor *zero = qkv_eq(p->q, mask, qkv_integer(p->q, 0));
    label_like(zero, scores);
    return pipe_step(p, zero, "mask == 0");
}

static const QkvTensor *fill(Pipe *p, const QkvTensor *scores, const QkvTensor *mask)
{
    const QkvTensor *hidden = mask;
    if (p->s->mask_meaning == QKV_MASK_LOOK)
        hidden = is_zero(p, mask, scores);
    const QkvTensor *value = qkv_number(p->q, p->s->mask_fill);
    return pipe_stage(p, QKV_STAGE_MASKED, qkv_masked_fill(p->q, scores, hidden, value),
                      "%s.masked_fill(%s, %g)", before(p),
                      p->s->mask_meaning == QKV_MASK_LOOK ? "mask == 0" : "mask", p->s->mask_fill);
}

/* scores * mask leaves 0 where nothing may be looked at, which softmax would still count: so
 * infinity is taken away there. */
static const QkvTensor *multiply(Pipe *p, const QkvTensor *scores, const QkvTensor *mask)
{
    Qkv *q = p->q;
    if (p->s->mask_meaning == QKV_MASK_HIDE)
        mask = is_zero(p, mask, scores);
    const QkvTensor *masked = pipe_stage(p, QKV_STAGE_MASKED, qkv_mul(q, scores, mask), "%s * mask",
                                         before(p));
    const QkvTensor *look = pipe_step(p, qkv_gt(q, mask, qkv_integer(q, 0)), "mask > 0");
    label_like(look, scores);
    const QkvTensor *away = qkv_where(q, look, qkv_number(q, 0), qkv_number(q, (double)INFINITY));
    pipe_step(p, away, "torch.where(mask > 0, 0.0, inf)");
    return pipe_stage(p, QKV_STAGE_PREPARED, qkv_sub(q, masked, away),
                      "masked - torch.where(mask > 0, 0.0, inf)");
}

const QkvTensor *pipe_mask(Pipe *p, const QkvTensor *scores)
{
    const QkvTensor *mask = p->in->mask;
    if (!scores || (!mask && !p->s->causal))
        return scores;
    if (mask && p->s->causal && p->s->mask_action == QKV_MASK_ADD) {
        qkv_fail(p->q, "attention: a mask that is added, and causal attention: give one of them");
        return NULL;
    }
    if (mask && !(mask = given_mask(p, scores)))
        return NULL;
    if (p->s->causal)
        mask = with_causal(p, mask, causal_mask(p, scores));
    if (mask != p->in->mask)
        label_like(pipe_stage(p, QKV_STAGE_MASK, mask, "mask"), scores);
    if (p->s->mask_action == QKV_MASK_ADD && p->in->mask)
        return pipe_stage(p, QKV_STAGE_MASKED, qkv_add(p->q, scores, mask), "%s + mask", before(p));
    return p->s->mask_action == QKV_MASK_MULTIPLY ? multiply(p, scores, mask)
                                                  : fill(p, scores, mask);
}
