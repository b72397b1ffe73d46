#include "tell/memo.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "lesson/compare.h"
#include "lesson/placed.h"

/* Of the result of a step; each NULL until it is asked for. */
typedef struct MemoEntry {
    const NumberRange *range;
    const Sums *sums;
    const Beside *beside;
} MemoEntry;

struct Memo {
    const Run *run;
    Arena arena;
    MemoEntry *kept; /* of each step */
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
    arena_release(&m->arena);
    for (int i = 0; i < MEMO_KINDS; i++)
        arena_release(&m->slot[i].arena);
    *m = (Memo){0};
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
    m->kept = arena_many(&m->arena, (size_t)run->tape->count, MemoEntry);
}

/* The place for what is kept of a tensor; NULL: nothing is. */
static MemoEntry *kept_of(Memo *m, const Run *run, const QkvTensor *t)
{
    if (!m || t->step < 0)
        return NULL;
    turn_to(m, run);
    return &m->kept[t->step];
}

NumberRange memo_range(Memo *m, const Run *run, const QkvTensor *t)
{
    MemoEntry *k = kept_of(m, run, t);
    if (k && k->range)
        return *k->range;
    NumberRange range = t->dtype == QKV_BOOL ? (NumberRange){.high = 1, .any = true, .whole = true}
                                             : number_range(t);
    if (k) {
        NumberRange *kept = arena_new(&m->arena, NumberRange);
        *kept = range;
        k->range = kept;
    }
    return range;
}

/* --- sums ----------------------------------------------------------------------------------- */

/* A copy of a tensor in an arena, without its labels. */
static const QkvTensor *copy_of(Arena *a, const QkvTensor *t)
{
    if (!t)
        return NULL;
    QkvTensor *copy = arena_new(a, QkvTensor);
    size_t size = qkv_dtype_size(t->dtype);
    *copy = *t;
    copy->axis = arena_many(a, (size_t)t->rank, QkvAxis);
    copy->data.raw = arena_array(a, (size_t)t->count, size);
    if (t->count > 0)
        memcpy(copy->data.raw, t->data.raw, (size_t)t->count * size);
    return copy;
}

/* The sum over an axis in a context of its own: a run does not change. The numbers are summed as the tensor has them
 * there: a later step may have written to its memory. */
static const QkvTensor *sum_over(const QkvTensor *t, int64_t axis, Arena *a)
{
    if (t->rank + axis < 0)
        return NULL;
    Qkv *q = qkv_new();
    if (!q)
        base_die("out of memory: a sum");
    const QkvTensor *own = qkv_given(q, t->dtype, t->rank, t->size, t->data.raw);
    const QkvTensor *sum = copy_of(a, qkv_sum(q, own, 1, &axis, false));
    qkv_free(q);
    return sum;
}

Sums memo_sums(Memo *m, const Run *run, const QkvTensor *t, Arena *a)
{
    MemoEntry *k = kept_of(m, run, t);
    if (k && k->sums)
        return *k->sums;
    Arena *home = k ? &m->arena : a;
    Sums *sums = arena_new(home, Sums);
    sums->across = sum_over(t, -1, home);
    sums->down = sum_over(t, -2, home);
    if (sums->across)
        sums->across_range = number_range(sums->across);
    if (sums->down)
        sums->down_range = number_range(sums->down);
    if (k)
        k->sums = sums;
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
        if (qkv_is_long(t->dtype))
            d->data.i[i] = (int64_t)difference_at(t, other, i);
        else if (t->dtype == QKV_FLOAT64)
            d->data.d[i] = difference_at(t, other, i);
        else
            d->data.f[i] = (float)difference_at(t, other, i);
    return d;
}

Beside memo_beside(Memo *m, const Run *run, const QkvTensor *t, const QkvTensor *other)
{
    MemoEntry *k = kept_of(m, run, t);
    if (!k || other->dtype != t->dtype || !qkv_tensor_same_shape(t, other))
        return (Beside){0};
    if (k->beside && k->beside->partner == other)
        return *k->beside;
    const QkvTensor *partner = other;
    other = tensor_placed(&m->arena, other, t);
    Beside *b = arena_new(&m->arena, Beside);
    NumberRange now = memo_range(m, run, t), before = memo_range(NULL, run, other);
    unsigned char *differs = arena_many(&m->arena, (size_t)t->count + 1, unsigned char);
    compare_cells(t, other, differs);
    NumberRange both = number_range_of_both(&now, &before);
    *b = (Beside){partner, other, difference_of(t, other, &m->arena), differs, both};
    NumberRange off = b->difference ? number_range(b->difference) : now;
    off.high = fmax(fabs(off.low), fabs(off.high)); /* with a sign, and the same for both runs */
    off.low = -off.high;
    b->range = number_range_of_both(&both, &off);
    b->range.shares = both.shares; /* shares in both runs, however far off one is */
    k->beside = b;
    return *b;
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
    bool fits = strlen(key) < sizeof s->key;
    snprintf(s->key, sizeof s->key, "%s", fits ? key : "\n"); /* no key is that */
    return s;
}
