/* rearrange, repeat and reduce of einops, by the rows that each pattern comes down to: the axes taken
 * apart, some of them summed up, brought into another order, repeated, and put together. */
#include <string.h>

#include "base/common.h"
#include "core/context.h"
#include "core/pattern.h"

/* A call while it runs. `axis` are the names of the pattern that `t` has as its axes. */
typedef struct Move {
    Qkv *q;
    Pattern *p;
    const QkvTensor *given, *t;
    int count, axis[PATTERN_MOST];
} Move;

/* --- what a pattern may do -------------------------------------------------------------------- */

typedef enum Kind { REARRANGE, REPEAT, REDUCE } Kind;

/* A name that only one side has: the left one when it is reduced, the right one when it is new. */
static bool check_axis(Qkv *q, const Pattern *p, Kind kind, const PatternAxis *a)
{
    bool is_dots = a == &p->axis[p->dots >= 0 ? p->dots : 0] && p->dots >= 0;
    if (kind == REARRANGE && a->is_number)
        return pattern_fail(q, p, a->at, "an axis of rearrange has a name, or is 1");
    if (a->on[PATTERN_LEFT] && a->on[PATTERN_RIGHT])
        return true;
    if (a->on[PATTERN_LEFT] && kind != REDUCE)
        return pattern_fail(q, p, a->at, "'%.*s' is on the left side only: %s leaves no axis out",
                            a->length, a->text, p->who);
    if (a->on[PATTERN_RIGHT] && (kind != REPEAT || is_dots))
        return pattern_fail(q, p, a->at, "'%.*s' is on the right side only", a->length, a->text);
    return true;
}

static bool check_axes(Qkv *q, const Pattern *p, Kind kind)
{
    for (int i = 0; i < p->axes; i++)
        if (!check_axis(q, p, kind, &p->axis[i]))
            return false;
    return true;
}

/* New axes have the sizes that they are given. */
static bool check_new(Qkv *q, const Pattern *p)
{
    for (int i = 0; i < p->axes; i++) {
        const PatternAxis *a = &p->axis[i];
        if (a->size < 0 && i != p->dots)
            return pattern_fail(q, p, a->at, "how often? Give the size of the new axis, %.*s=...",
                                a->length, a->text);
    }
    return true;
}

/* --- steps ------------------------------------------------------------------------------------ */

/* "b t h d": what the axes are now, after a few words. */
static void caption(const Move *m, const QkvTensor *t, const char *words)
{
    Buf text = {.arena = qkv_arena(m->q)};
    buf_puts(&text, words);
    for (int i = 0; i < m->count; i++) {
        const PatternAxis *a = &m->p->axis[m->axis[i]];
        buf_printf(&text, " %.*s", a->length, a->text);
    }
    if (t && text_of(&text))
        qkv_caption(m->q, t, text.text, text.length);
}

/* The axes of what was made here are called as in the pattern, unless they have names. */
static void name_axes(const Move *m)
{
    for (int i = 0; i < m->count; i++) {
        const PatternAxis *a = &m->p->axis[m->axis[i]];
        if (m->t != m->given && !m->t->axis[i].name && !a->is_number)
            qkv_label(m->q, m->t, i, arena_text(qkv_arena(m->q), a->text, (size_t)a->length), 0, 0,
                      NULL);
    }
}

static bool check_rank(const Move *m, int rank)
{
    return rank <= QKV_MAX_RANK ||
           qkv_lack(m->q,
                    "%s: '%s' takes the tensor apart into %d axes, but at most %d are possible",
                    m->p->who, m->p->text, rank, QKV_MAX_RANK);
}

/* The next step has made `t`. */
static bool done(Move *m, const QkvTensor *t, const char *words)
{
    if (!t)
        return false;
    if (t != m->t)
        caption(m, t, words);
    m->t = t;
    name_axes(m);
    return true;
}

/* A tensor that has these sizes stays as it is. */
static const QkvTensor *reshape(const Move *m, int rank, const int64_t *size)
{
    bool same = rank == m->t->rank;
    for (int d = 0; same && d < rank; d++)
        same = m->t->size[d] == size[d];
    return same ? m->t : qkv_reshape(m->q, m->t, rank, size);
}

static bool take_apart(Move *m)
{
    const PatternSide *left = &m->p->side[PATTERN_LEFT];
    int64_t size[PATTERN_MOST];
    m->count = left->places;
    for (int i = 0; i < m->count; i++) {
        m->axis[i] = left->axis[i];
        size[i] = m->p->axis[left->axis[i]].size;
    }
    return check_rank(m, m->count) && done(m, reshape(m, m->count, size), "as");
}

static const QkvTensor *reduced(Qkv *q, const char *how, const QkvTensor *t, int count,
                                const int64_t *axes)
{
    if (strcmp(how, "sum") == 0)
        return qkv_sum(q, t, count, axes, false);
    if (strcmp(how, "mean") == 0)
        return qkv_mean(q, t, count, axes, false);
    if (strcmp(how, "prod") == 0)
        return qkv_prod(q, t, count, axes, false);
    return strcmp(how, "max") == 0 ? qkv_amax(q, t, count, axes, false)
                                   : qkv_amin(q, t, count, axes, false);
}

static bool leave_out_axes(Move *m, const char *how)
{
    int64_t axes[PATTERN_MOST];
    int gone = 0, kept = 0;
    for (int i = 0; i < m->count; i++)
        if (m->p->axis[m->axis[i]].on[PATTERN_RIGHT])
            m->axis[kept++] = m->axis[i];
        else
            axes[gone++] = i;
    if (gone == 0)
        return true;
    m->count = kept;
    return done(m, reduced(m->q, how, m->t, gone, axes), how);
}

/* The axes that are there, in the order of the right side. */
static bool order(Move *m)
{
    const PatternSide *right = &m->p->side[PATTERN_RIGHT];
    int64_t from[PATTERN_MOST];
    int old[PATTERN_MOST], count = 0;
    bool moves = false;
    memcpy(old, m->axis, sizeof old);
    for (int i = 0; i < right->places; i++) {
        int place = 0;
        while (place < m->count && old[place] != right->axis[i])
            place++;
        if (place == m->count)
            continue; /* new */
        moves = moves || place != count;
        from[count] = place;
        m->axis[count++] = right->axis[i];
    }
    return !moves || done(m, qkv_permute(m->q, m->t, count, from), "in the order");
}

/* New axes of size 1, and then as long as they should be. */
static bool spread(Move *m)
{
    const PatternSide *right = &m->p->side[PATTERN_RIGHT];
    int64_t one[PATTERN_MOST], size[PATTERN_MOST];
    bool grows = false;
    for (int i = 0; i < right->places; i++) {
        const PatternAxis *a = &m->p->axis[right->axis[i]];
        m->axis[i] = right->axis[i];
        size[i] = a->size;
        one[i] = a->on[PATTERN_LEFT] ? a->size : 1;
        grows = grows || !a->on[PATTERN_LEFT];
    }
    m->count = right->places;
    return !grows ||
           (check_rank(m, m->count) && done(m, reshape(m, m->count, one), "with new axes as") &&
            done(m, qkv_expand(m->q, m->t, m->count, size), "repeated:"));
}

/* Joins what is in brackets on the right side into one axis. */
static bool put_together(Move *m)
{
    const PatternSide *right = &m->p->side[PATTERN_RIGHT];
    int64_t size[PATTERN_MOST];
    for (int i = 0; i < right->groups; i++)
        size[i] = 1;
    for (int i = 0; i < right->places; i++)
        size[right->group[i]] *= m->p->axis[right->axis[i]].size;
    const QkvTensor *t = reshape(m, right->groups, size);
    if (t && t != m->t)
        qkv_caption(m->q, t, m->p->text, strlen(m->p->text));
    m->t = t;
    return t != NULL;
}

static Kind kind_of(const char *how)
{
    return strcmp(how, "rearrange") == 0 ? REARRANGE : strcmp(how, "repeat") == 0 ? REPEAT : REDUCE;
}

static bool check_how(Qkv *q, const char *how)
{
    static const char *const known[] = {"rearrange", "repeat", "sum", "mean", "max", "min", "prod"};
    for (int i = 0; i < COUNT(known); i++)
        if (strcmp(how, known[i]) == 0)
            return true;
    return qkv_lack(q, "reduce: '%s' is not one of 'min', 'max', 'sum', 'mean' and 'prod'", how);
}

const QkvTensor *qkv_rearrange(Qkv *q, const char *how, const QkvTensor *a, const char *pattern,
                               int count, const QkvLength *lengths)
{
    Pattern p;
    Kind kind = kind_of(how);
    const char *who = kind == REDUCE ? "reduce" : how;
    Move m = {.q = q, .p = &p, .given = a, .t = a};
    if (!a || qkv_error(q) || !check_how(q, how) || !pattern_read(q, who, pattern, &p) ||
        !check_axes(q, &p, kind) || !pattern_measure(q, &p, a, count, lengths) || !check_new(q, &p))
        return NULL;
    qkv_enter(q, who);
    bool ok = take_apart(&m) && leave_out_axes(&m, how) && order(&m) && spread(&m) &&
              put_together(&m);
    qkv_leave(q);
    return ok ? m.t : NULL;
}
