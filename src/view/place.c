/* Places among the stops of a run: which of them are seen, and the ways in and out.
 *
 * What is opened is coded in one number: g for the group g, -1 - l for the statement l. Inside of a
 * thing lie the operations that belong to it and to no group in it, and the results of the groups in
 * it. */
#include "view/place.h"

#include <string.h>

#include "base/common.h"
#include "view/explain.h"
#include "view/matrix.h"

/* --- what is seen ----------------------------------------------------------------------------- */

const Stop *place_stop(const Run *run, const Place *p)
{
    return run_stop(run, p->where.stage, p->where.stop);
}

/* Whether a step lies directly in a group (-1: in none), or is the result of one that does. */
static bool is_directly_in(const Run *run, int step, int group)
{
    int g = run->tape->step[step].group;
    while (g != group && g >= 0 && run_group_result(run, g) == step)
        g = run->tape->group[g].parent;
    return g == group;
}

static int opened_statement(const Run *run, int opened)
{
    return opened < 0 ? -opened - 1 : run->tape->step[run->tape->group[opened].first].tag;
}

static bool is_inside(const Run *run, int opened, const Stop *stop)
{
    return stop->statement == opened_statement(run, opened) &&
           is_directly_in(run, stop->step, opened < 0 ? -1 : opened);
}

static bool sees(const Run *run, const Place *p, const Stop *stop)
{
    bool is_line = stop->in.kind >= INSIDE_STATEMENT_CODE && stop->detail == DETAIL_EVERY;
    bool seen = stop->detail <= p->where.detail && !is_line;
    for (int i = 0; i < p->where.opens && !seen && !is_line; i++)
        seen = is_inside(run, p->where.opened[i], stop);
    return seen;
}

bool place_sees(const Run *run, const Place *p, int number)
{
    const Stop *stop = run_stop(run, p->where.stage, number);
    return stop && sees(run, p, stop);
}

int place_next(const Run *run, const Place *p, int stop, int by)
{
    int stops = run_stops(run, p->where.stage);
    do
        stop += by;
    while (stop > 0 && stop <= stops && !place_sees(run, p, stop));
    return stop < 0 ? 0 : stop;
}

int place_count(const Run *run, const Place *p, int stop)
{
    int count = 0;
    for (int b = 1; b <= stop; b++)
        count += place_sees(run, p, b);
    return count;
}

Place place_settle(Place p, const Run *run)
{
    if (p.where.stop == 0 || place_sees(run, &p, p.where.stop))
        return p;
    int next = place_next(run, &p, p.where.stop, 1);
    p.where.stop = next <= run_stops(run, p.where.stage) ? next
                                                         : place_next(run, &p, p.where.stop, -1);
    return p;
}

/* --- going somewhere -------------------------------------------------------------------------- */

int place_decimals(const Place *p)
{
    return p->look.full ? NUMBER_MOST_DECIMALS : p->look.decimals;
}

void place_reset_view(Place *p)
{
    p->view = (View){0};
    p->number = -1;
}

Place place_menu(int width, int height)
{
    return (Place){.width = width,
                   .height = height,
                   .page = PAGE_MENU,
                   .number = -1,
                   .look.decimals = NUMBER_DECIMALS};
}

Place place_start(Place p, int lesson)
{
    p.page = PAGE_STAGE;
    p.overlay = OVERLAY_NONE;
    p.where = (Where){.lesson = lesson, .detail = p.where.detail};
    p.search[0] = '\0';
    p.trails = 0;
    place_reset_view(&p);
    return p;
}

Place place_at(Place p, const Run *run, int stage, int stop)
{
    int last = run->lesson->stages - 1;
    p.page = PAGE_STAGE;
    p.where.stage = clamp_int(stage, 0, last);
    int stops = run_stops(run, p.where.stage);
    p.where.stop = clamp_int(stop, 0, stops);
    place_reset_view(&p);
    return place_settle(p, run);
}

Place place_item(Place p, const Run *run, int64_t item)
{
    const QkvTensor *t = place_items(run, &p);
    p.view.item = t ? clamp_int64(item, 0, matrix_items(t) - 1) : 0;
    return p;
}

Place place_hide(Place p, const Run *run, int64_t hidden)
{
    p.view.hidden = clamp_int64(hidden, 0, place_cells(run, &p));
    return p;
}

/* Parts are compared as bytes, so that a new member needs no line here: they have no padding. */
_Static_assert(sizeof(Where) == (5 + OPENED_MOST) * sizeof(int), "no padding");
_Static_assert(sizeof(Asked) == sizeof(int64_t) + 2 * sizeof(int), "no padding");
_Static_assert(sizeof(View) == 4 * sizeof(int64_t) + 4 * sizeof(int), "no padding");
_Static_assert(sizeof(Teach) == sizeof(int64_t) + sizeof(Unit) + 4 * sizeof(bool), "no padding");

#define SAME(part) (memcmp(&a->part, &b->part, sizeof a->part) == 0)

bool place_is_same(const Place *a, const Place *b)
{
    const Look *x = &a->look, *y = &b->look;
    return SAME(where) && SAME(asked) && SAME(view) && SAME(teach) && x->decimals == y->decimals &&
           x->full == y->full && x->shade == y->shade && x->sums == y->sums &&
           a->width == b->width && a->height == b->height && a->page == b->page &&
           a->overlay == b->overlay && a->help_scroll == b->help_scroll && a->choice == b->choice &&
           a->number == b->number && a->once_more == b->once_more && a->trails == b->trails &&
           strcmp(a->search, b->search) == 0 && strcmp(a->filter, b->filter) == 0 &&
           strcmp(a->guess, b->guess) == 0;
}

/* --- in and out ------------------------------------------------------------------------------- */

/* The stops that lead to one thing that a statement shows, that one the last: those of a tuple lie
 * one after the other. */
typedef struct Stretch {
    int first, last; /* in run->stop */
} Stretch;

static Stretch stretch_of(const Run *run, int stop)
{
    const RunStatement *x = &run->statement[run->stop[stop].statement];
    Stretch s = {stop, stop};
    while (s.first > x->first_stop && run->stop[s.first - 1].detail != DETAIL_BRIEF)
        s.first--;
    while (s.last + 1 < x[1].first_stop && run->stop[s.last].detail != DETAIL_BRIEF)
        s.last++;
    return s;
}

/* The first stop of a stretch that would be seen with one thing more opened, or -1. */
static int first_inside(const Run *run, const Place *p, int opened, Stretch s)
{
    for (int i = s.first; i <= s.last; i++)
        if (!sees(run, p, &run->stop[i]) && is_inside(run, opened, &run->stop[i]))
            return i;
    return -1;
}

/* The groups that a step is the result of, from the innermost on. */
static int groups_of_result(const Run *run, int step, int capacity, int *group)
{
    int count = 0, g = step >= 0 ? run->tape->step[step].group : -1;
    for (; g >= 0 && run_group_result(run, g) == step && count < capacity;
         g = run->tape->group[g].parent)
        group[count++] = g;
    return count;
}

bool place_into(Place *p, const Run *run)
{
    enum { NESTED = 64 };
    int group[NESTED];
    const Stop *stop = place_stop(run, p);
    if (!stop)
        return false;
    Place q = *p;
    if (q.where.opens > 0 && opened_statement(run, q.where.opened[0]) != stop->statement)
        q.where.opens = 0;
    Stretch s = stretch_of(run, (int)(stop - run->stop));
    int groups = groups_of_result(run, stop->step, NESTED, group);
    bool is_result = stop->detail == DETAIL_BRIEF;
    /* From the outside: the statement, then the groups. */
    for (int i = is_result ? groups : groups - 1; i >= 0 && q.where.opens < OPENED_MOST; i--) {
        int opened = i == groups ? -stop->statement - 1 : group[i];
        int inside = first_inside(run, &q, opened, s);
        if (inside < 0)
            continue;
        q.where.opened[q.where.opens++] = opened;
        q.where.stop = inside - run->stage_stop[q.where.stage] + 1;
        *p = q;
        return true;
    }
    return false;
}

/* The stop of a stretch that shows the result of what was opened: a group, or the statement. */
static int result_of(const Run *run, int opened, Stretch s)
{
    for (int i = s.first; i < s.last; i++)
        if (opened >= 0 && run->stop[i].step == run_group_result(run, opened))
            return i;
    return s.last;
}

bool place_out(Place *p, const Run *run)
{
    const Stop *stop = place_stop(run, p);
    if (!stop)
        return false;
    Stretch s = stretch_of(run, (int)(stop - run->stop));
    bool is_open = p->where.opens > 0 &&
                   opened_statement(run, p->where.opened[0]) == stop->statement;
    if (!is_open && stop->detail == DETAIL_BRIEF)
        return false;
    int result = is_open ? result_of(run, p->where.opened[p->where.opens - 1], s) : s.last;
    p->where.stop = result - run->stage_stop[p->where.stage] + 1;
    if (is_open)
        p->where.opened[--p->where.opens] = 0;
    *p = place_settle(*p, run);
    return true;
}

/* --- where a stop lies ------------------------------------------------------------------------ */

const char *place_path(Arena *a, const Run *run, const Place *p)
{
    const Stop *stop = place_stop(run, p);
    if (!stop || stop->detail == DETAIL_BRIEF)
        return NULL;
    return explain_path(a, run, stop->step);
}

/* --- matrices --------------------------------------------------------------------------------- */

const QkvStep *place_step(const Run *run, const Place *p)
{
    const Stop *stop = place_stop(run, p);
    return stop && stop->kind == STOP_TENSOR && stop->step >= 0 ? &run->tape->step[stop->step]
                                                                : NULL;
}

int place_matrices(const Run *run, const Place *p)
{
    const QkvStep *step = place_step(run, p);
    int count = step ? 1 : 0;
    for (int i = 0; step && i < step->call.count; i++)
        count += step->call.in[i]->step >= 0; /* plain numbers have no matrix */
    return count;
}

const QkvTensor *place_tensor(const Run *run, const Place *p, int which)
{
    const QkvStep *step = place_step(run, p);
    if (!step || which == 0)
        return step ? step->call.out : NULL;
    for (int i = 0; i < step->call.count; i++)
        if (step->call.in[i]->step >= 0 && --which == 0)
            return step->call.in[i];
    return NULL;
}

int64_t place_cells(const Run *run, const Place *p)
{
    const QkvTensor *t = place_tensor(run, p, 0);
    return t ? t->count : place_stop(run, p) ? 1 : 0;
}

int64_t place_hidden(const Run *run, const Place *p)
{
    const QkvStep *step = place_step(run, p);
    bool is_other = p->page == PAGE_CELL && step != &run->tape->step[p->asked.step];
    return is_other ? 0 : p->view.hidden;
}

const QkvTensor *place_items(const Run *run, const Place *p)
{
    const QkvTensor *most = place_tensor(run, p, 0);
    for (int i = 1; most && matrix_items(place_tensor(run, p, 0)) <= 1; i++) {
        const QkvTensor *t = place_tensor(run, p, i);
        if (!t)
            break;
        most = matrix_items(t) > matrix_items(most) ? t : most;
    }
    return most;
}
