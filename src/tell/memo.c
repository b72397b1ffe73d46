#include "tell/memo.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "lesson/compare.h"

struct Memo {
    const Run *run;
    Arena kept;                /* what `range`, `sums` and `beside` point to */
    const NumberRange **range; /* per step; NULL until asked for */
    const Sums **sums;         /* the same                       */
    const Beside **beside;     /* the same                       */
    Arena of_terms;            /* what `terms` lie in            */
    int step;                  /* of the terms; -1: none are kept */
    int64_t cell;
    QkvTerms terms;
    MemoSlot slot[MEMO_KINDS];
};

Memo *memo_new(void)
{
    Memo *m = calloc(1, sizeof *m);
    if (!m)
        base_die("out of memory: a memo");
    return m;
}

static void forget(Memo *m)
{
    arena_release(&m->kept);
    arena_release(&m->of_terms);
    for (int i = 0; i < MEMO_KINDS; i++)
        arena_release(&m->slot[i].arena);
    *m = (Memo){.step = -1};
}

void memo_free(Memo *m)
{
    if (m)
        forget(m);
    free(m);
}

static void turn_to(Memo *m, const Run *run)
{
    if (m->run == run)
        return;
    forget(m);
    m->run = run;
    m->range = arena_many(&m->kept, (size_t)run->tape->count, const NumberRange *);
    m->sums = arena_many(&m->kept, (size_t)run->tape->count, const Sums *);
    m->beside = arena_many(&m->kept, (size_t)run->tape->count, const Beside *);
}

static NumberRange range_of(Memo *m, const Run *run, const QkvTensor *t)
{
    if (t->dtype == QKV_BOOL)
        return (NumberRange){.high = 1, .any = true, .whole = true};
    if (!m || t->step < 0)
        return number_range(t);
    turn_to(m, run);
    if (!m->range[t->step]) {
        NumberRange *range = arena_new(&m->kept, NumberRange);
        *range = number_range(t);
        m->range[t->step] = range;
    }
    return *m->range[t->step];
}

NumberRange memo_range(Memo *m, const Run *run, const QkvTensor *t)
{
    return range_of(m, run, t);
}

/* --- sums ----------------------------------------------------------------------------------- */

/* The same numbers in another arena. */
static const QkvTensor *kept(Arena *a, const QkvTensor *t)
{
    if (!t)
        return NULL;
    QkvTensor *copy = arena_new(a, QkvTensor);
    size_t size = qkv_dtype_size(t->dtype);
    *copy = *t;
    copy->axis = arena_many(a, (size_t)t->rank, QkvAxis);
    copy->data.raw = arena_array(a, (size_t)t->count, size);
    memcpy(copy->data.raw, t->data.raw, (size_t)t->count * size);
    return copy;
}

/* The sum over an axis in a context of its own: a run does not change. It is of the numbers as they are there: the memory
 * of a tensor may have been written to by a later step. */
static const QkvTensor *sum_over(const QkvTensor *t, int64_t axis, Arena *a)
{
    if (t->rank + axis < 0)
        return NULL;
    Qkv *q = qkv_new();
    if (!q)
        base_die("out of memory: a sum");
    const QkvTensor *own = qkv_given(q, t->dtype, t->rank, t->size, t->data.raw);
    const QkvTensor *sum = kept(a, qkv_sum(q, own, 1, &axis, false));
    qkv_free(q);
    return sum;
}

Sums memo_sums(Memo *m, const Run *run, const QkvTensor *t, Arena *a)
{
    bool is_kept = m && t->step >= 0;
    if (is_kept)
        turn_to(m, run);
    if (is_kept && m->sums[t->step])
        return *m->sums[t->step];
    Sums *sums = arena_new(is_kept ? &m->kept : a, Sums);
    sums->across = sum_over(t, -1, is_kept ? &m->kept : a);
    sums->down = sum_over(t, -2, is_kept ? &m->kept : a);
    if (sums->across)
        sums->across_range = number_range(sums->across);
    if (sums->down)
        sums->down_range = number_range(sums->down);
    if (is_kept)
        m->sums[t->step] = sums;
    return *sums;
}

/* --- another run ---------------------------------------------------------------------------- */

static double difference_at(const QkvTensor *t, const QkvTensor *other, int64_t cell)
{
    double x = qkv_tensor_at(t, cell), y = qkv_tensor_at(other, cell);
    return x == y || (isnan(x) && isnan(y)) ? 0 : x - y;
}

static const QkvTensor *difference_of(const QkvTensor *t, const QkvTensor *other, Arena *a)
{
    if (t->dtype == QKV_BOOL)
        return NULL;
    QkvTensor *d = arena_new(a, QkvTensor);
    *d = *t;
    d->data.raw = arena_array(a, (size_t)t->count + 1, qkv_dtype_size(t->dtype));
    for (int64_t i = 0; i < t->count; i++)
        if (t->dtype == QKV_INT64)
            d->data.i[i] = (int64_t)difference_at(t, other, i);
        else
            d->data.f[i] = (float)difference_at(t, other, i);
    return d;
}

Beside memo_beside(Memo *m, const Run *run, const QkvTensor *t, const QkvTensor *other, Arena *a)
{
    if (!other || other->dtype != t->dtype || t->step < 0 || !qkv_tensor_same_shape(t, other))
        return (Beside){0};
    if (m)
        turn_to(m, run);
    if (m && m->beside[t->step] && m->beside[t->step]->other == other)
        return *m->beside[t->step];
    Arena *home = m ? &m->kept : a;
    Beside *b = arena_new(home, Beside);
    NumberRange now = range_of(m, run, t), before = range_of(NULL, run, other);
    unsigned char *differs = arena_many(home, (size_t)t->count + 1, unsigned char);
    compare_cells(t, other, differs);
    *b = (Beside){other, difference_of(t, other, home), differs,
                  number_range_of_both(&now, &before)};
    NumberRange off = b->difference ? number_range(b->difference) : now;
    off.high = fmax(fabs(off.low), fabs(off.high)); /* with a sign, and the same for both runs */
    off.low = -off.high;
    b->range = number_range_of_both(&b->range, &off);
    if (m)
        m->beside[t->step] = b;
    return *b;
}

/* --- terms ---------------------------------------------------------------------------------- */

QkvTerms memo_terms(Memo *m, const Run *run, int step, int64_t cell, Arena *a)
{
    const QkvCall *call = &run->tape->step[step].call;
    if (!m)
        return qkv_terms(call, cell, a);
    turn_to(m, run);
    if (m->step != step || m->cell != cell) {
        arena_release(&m->of_terms);
        m->terms = qkv_terms(call, cell, &m->of_terms);
        m->step = step;
        m->cell = cell;
    }
    return m->terms;
}

/* --- slots ---------------------------------------------------------------------------------- */

MemoSlot *memo_slot(Memo *m, const Run *run, int kind, const char *key)
{
    if (!m)
        return NULL;
    turn_to(m, run);
    MemoSlot *s = &m->slot[kind];
    if (s->made && strcmp(s->key, key) == 0)
        return s;
    arena_release(&s->arena);
    *s = (MemoSlot){0};
    size_t length = strlen(key);
    if (length < sizeof s->key)
        memcpy(s->key, key, length + 1);
    else
        memcpy(s->key, "\n", 2); /* no key is that */
    return s;
}
