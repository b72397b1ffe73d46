/* Partners are kept as one number for each step and stop, in both directions. */
#include "lesson/align.h"

#include "base/common.h"

/* The partners of the items of one kind: of `now` in `before`, and back. -1 for none. */
typedef struct Partners {
    int *before, *now; /* of each item of `now`; of each of `before` */
    int befores, nows;
} Partners;

struct Align {
    Arena arena;
    const Run *before, *now;
    Comparison *comparison;
    Partners step, stop;
    const CompareRow **row;   /* per step of `now`; NULL until asked for */
    const CompareRow **shown; /* the same per stop                       */
};

/* --- pairing -------------------------------------------------------------------------------------- */

static int *none_of(Arena *a, int count)
{
    int *partner = arena_many(a, (size_t)count + 1, int);
    for (int i = 0; i < count; i++)
        partner[i] = -1;
    return partner;
}

static Partners no_partners(Arena *a, int befores, int nows)
{
    return (Partners){none_of(a, nows), none_of(a, befores), befores, nows};
}

static void join(Partners *p, int before, int now)
{
    if (p->now[before] >= 0 || p->before[now] >= 0)
        return;
    p->now[before] = now;
    p->before[now] = before;
}

typedef bool Alike(const Align *k, int before, int now);

/* Where the partner of the next item that has one stands, from an item on. */
static int next_partner(const Partners *p, int now)
{
    while (now < p->nows && p->before[now] < 0)
        now++;
    return now < p->nows ? p->before[now] : p->befores;
}

/* Pairs what lies between items that have partners: in order, each with the next that is like it. */
static void join_between(const Align *k, Partners *p, Alike *alike)
{
    enum { FAR = 64 };
    int from = 0, end = next_partner(p, 0);
    for (int i = 0; i < p->nows; i++) {
        if (p->before[i] >= 0) {
            from = max_int(from, p->before[i] + 1);
            end = next_partner(p, i + 1);
            continue;
        }
        for (int j = from; j < end && j < from + FAR; j++)
            if (p->now[j] < 0 && alike(k, j, i)) {
                join(p, j, i);
                from = j + 1;
                break;
            }
    }
}

static bool steps_alike(const Align *k, int before, int now)
{
    const QkvStep *a = &k->before->tape->step[before], *b = &k->now->tape->step[now];
    return a->call.op == b->call.op && a->call.out->rank == b->call.out->rank &&
           same_text(run_name_of_step(k->before, before, true),
                     run_name_of_step(k->now, now, true));
}

static bool stops_alike(const Align *k, int before, int now)
{
    const Stop *a = &k->before->stop[before], *b = &k->now->stop[now];
    return a->kind == b->kind && a->detail == b->detail && a->in.kind == b->in.kind &&
           same_text(a->name, b->name);
}

static void align_steps(Align *k)
{
    const Comparison *c = k->comparison;
    k->step = no_partners(&k->arena, k->before->tape->count, k->now->tape->count);
    for (int i = 0; i < c->rows; i++) {
        const Result *a = c->row[i].a, *b = c->row[i].b;
        if (a && b && a->kind == RESULT_TENSOR && b->kind == RESULT_TENSOR && a->step >= 0 &&
            b->step >= 0)
            join(&k->step, a->step, b->step);
    }
    join_between(k, &k->step, steps_alike);
}

/* Stops of steps that are partners are partners; a step may have several. */
static void align_stops(Align *k)
{
    const Run *a = k->before, *b = k->now;
    k->stop = no_partners(&k->arena, a->stops, b->stops);
    ArenaMark mark = arena_mark(&k->arena);
    int *first = none_of(&k->arena, a->tape->count), *next = none_of(&k->arena, a->stops);
    for (int i = a->stops - 1; i >= 0; i--) {
        int step = a->stop[i].kind == STOP_TENSOR ? a->stop[i].step : -1;
        if (step < 0)
            continue;
        next[i] = first[step];
        first[step] = i;
    }
    for (int i = 0; i < b->stops; i++) {
        int step = b->stop[i].kind == STOP_TENSOR ? b->stop[i].step : -1;
        int partner = step >= 0 ? k->step.before[step] : -1;
        for (int j = partner >= 0 ? first[partner] : -1; j >= 0; j = next[j])
            if (stops_alike(k, j, i))
                join(&k->stop, j, i);
    }
    arena_back(&k->arena, mark);
    join_between(k, &k->stop, stops_alike);
}

Align *align_runs(const Run *before, const Run *now)
{
    Arena arena = {0};
    Align *k = arena_new(&arena, Align);
    *k = (Align){.arena = arena, .before = before, .now = now};
    k->comparison = compare_runs(before, now);
    align_steps(k);
    align_stops(k);
    k->shown = arena_many(&k->arena, (size_t)now->stops + 1, const CompareRow *);
    k->row = arena_many(&k->arena, (size_t)now->tape->count + 1, const CompareRow *);
    return k;
}

void align_free(Align *k)
{
    if (!k)
        return;
    compare_free(k->comparison);
    Arena arena = k->arena;
    arena_release(&arena);
}

/* --- asking --------------------------------------------------------------------------------------- */

const Run *align_before(const Align *k)
{
    return k->before;
}

const Run *align_now(const Align *k)
{
    return k->now;
}

const Comparison *align_comparison(const Align *k)
{
    return k->comparison;
}

/* A number that the run has not, as one of a run that is no more, has no partner: -1. */
static int partner_of(const Partners *p, bool of_now, int item)
{
    int items = of_now ? p->nows : p->befores;
    return item < 0 || item >= items ? -1 : of_now ? p->before[item] : p->now[item];
}

int align_step(const Align *k, const Run *of, int step)
{
    return partner_of(&k->step, of == k->now, step);
}

int align_stop(const Align *k, const Run *of, int stop)
{
    return partner_of(&k->stop, of == k->now, stop);
}

const QkvTensor *align_tensor(const Align *k, const Run *of, const QkvTensor *t)
{
    int step = align_step(k, of, t->step);
    const Run *other = of == k->now ? k->before : k->now;
    return step >= 0 ? other->tape->step[step].call.out : NULL;
}

static const Result *result_for(Align *k, const QkvTensor *t)
{
    Result *r = arena_new(&k->arena, Result);
    *r = (Result){.name = "", .statement = -1, .tensor = t, .step = t->step};
    return r;
}

static const CompareRow *row_for(Align *k, const QkvTensor *before, const QkvTensor *now)
{
    CompareRow *row = arena_new(&k->arena, CompareRow);
    *row = before ? compare_tensors(&k->arena, before, now, &before)
                  : (CompareRow){.state = ROW_RIGHT};
    row->a = before ? result_for(k, before) : NULL;
    row->b = result_for(k, now);
    return row;
}

const CompareRow *align_compare(Align *k, int step)
{
    if (!k->row[step]) {
        const QkvTensor *now = k->now->tape->step[step].call.out;
        k->row[step] = row_for(k, align_tensor(k, k->now, now), now);
    }
    return k->row[step];
}

const QkvTensor *align_shown_tensor(const Align *k, const Run *of, int stop)
{
    int partner = align_stop(k, of, stop);
    const Run *other = of == k->now ? k->before : k->now;
    bool is_tensor = partner >= 0 && other->stop[partner].kind == STOP_TENSOR;
    return is_tensor ? other->stop[partner].tensor : NULL;
}

const CompareRow *align_shown(Align *k, int stop)
{
    if (!k->shown[stop])
        k->shown[stop] = row_for(k, align_shown_tensor(k, k->now, stop), k->now->stop[stop].tensor);
    return k->shown[stop];
}

RowState align_state(Align *k, int stop)
{
    const Stop *now = &k->now->stop[stop];
    int partner = align_stop(k, k->now, stop);
    if (now->kind == STOP_TENSOR)
        return align_shown(k, stop)->state;
    if (partner < 0)
        return now->kind == STOP_LINE ? ROW_SAME : ROW_RIGHT;
    const Stop *before = &k->before->stop[partner];
    return same_text(before->text, now->text) ? ROW_SAME : ROW_TEXT;
}

bool align_differs(Align *k, int stop)
{
    return align_state(k, stop) > ROW_BITS;
}

bool align_is_reached(Align *k, int step)
{
    const QkvCall *c = &k->now->tape->step[step].call;
    for (int i = 0; i < c->count; i++)
        if (c->in[i]->step >= 0 && align_compare(k, c->in[i]->step)->state != ROW_SAME)
            return true;
    return false;
}
