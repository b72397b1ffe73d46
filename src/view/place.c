/* Places among the stops of a run: which of them are seen, and the ways in and out.
 *
 * What is opened is coded in one number: g for the group g, -1 - l for the statement l. Inside of a
 * thing lie the operations that belong to it and to no group in it, and the results of the groups in
 * it. */
#include "view/place.h"

#include <string.h>

#include "view/explain.h"
#include "view/matrix.h"

/* --- what is seen --------------------------------------------------------------------------- */

int place_beats(const Run *run, int stage)
{
    return run->stage_stop[stage + 1] - run->stage_stop[stage];
}

static const Beat *stop_of(const Run *run, int stage, int beat)
{
    return &run->stop[run->stage_stop[stage] + beat - 1];
}

const Beat *place_beat(const Run *run, const Place *p)
{
    if (p->beat < 1 || p->beat > place_beats(run, p->stage))
        return NULL;
    return stop_of(run, p->stage, p->beat);
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

static bool is_inside(const Run *run, int opened, const Beat *stop)
{
    return stop->statement == opened_statement(run, opened) &&
           is_directly_in(run, stop->step, opened < 0 ? -1 : opened);
}

static bool sees(const Run *run, const Place *p, const Beat *stop)
{
    bool seen = stop->detail <= p->detail;
    for (int i = 0; i < p->opens && !seen; i++)
        seen = is_inside(run, p->opened[i], stop);
    return seen;
}

bool place_sees(const Run *run, const Place *p, int beat)
{
    return sees(run, p, stop_of(run, p->stage, beat));
}

int place_next(const Run *run, const Place *p, int beat, int by)
{
    int beats = place_beats(run, p->stage);
    do
        beat += by;
    while (beat > 0 && beat <= beats && !place_sees(run, p, beat));
    return beat < 0 ? 0 : beat;
}

int place_count(const Run *run, const Place *p, int beat)
{
    int count = 0;
    for (int b = 1; b <= beat; b++)
        count += place_sees(run, p, b);
    return count;
}

Place place_settle(Place p, const Run *run)
{
    if (p.beat == 0 || place_sees(run, &p, p.beat))
        return p;
    int next = place_next(run, &p, p.beat, 1);
    p.beat = next <= place_beats(run, p.stage) ? next : place_next(run, &p, p.beat, -1);
    return p;
}

/* --- going somewhere ---------------------------------------------------------------------- */

void place_reset_view(Place *p)
{
    p->item = p->row = p->col = 0;
    p->focus = p->scroll = 0;
    p->number = -1;
    p->teach.hidden = p->teach.hints = p->teach.seconds = 0;
}

Place place_menu(int width, int height)
{
    return (Place){.width = width,
                   .height = height,
                   .page = PAGE_MENU,
                   .number = -1,
                   .decimals = NUMBER_DECIMALS};
}

Place place_start(Place from, int lesson)
{
    Place p = from;
    p.page = PAGE_STAGE;
    p.overlay = OVERLAY_NONE;
    p.lesson = lesson;
    p.stage = p.beat = 0;
    p.opens = 0;
    p.search[0] = '\0';
    p.trails = 0;
    place_reset_view(&p);
    return p;
}

Place place_at(Place p, const Run *run, int stage, int beat)
{
    int last = run->lesson->stages - 1;
    p.page = PAGE_STAGE;
    p.stage = stage < 0 ? 0 : stage > last ? last : stage;
    int beats = place_beats(run, p.stage);
    p.beat = beat < 0 ? 0 : beat > beats ? beats : beat;
    place_reset_view(&p);
    return place_settle(p, run);
}

Place place_block(Place p, const Run *run, int64_t item)
{
    const QkvTensor *t = place_items(run, &p);
    p.item = t ? clamp_to(item, matrix_items(t) - 1) : 0;
    return p;
}

static bool same_teach(const Teach *a, const Teach *b)
{
    return a->on == b->on && a->unit == b->unit && a->hidden == b->hidden && a->aim == b->aim &&
           a->hints == b->hints && a->blank == b->blank && a->follows == b->follows &&
           a->notes == b->notes && a->seconds == b->seconds && strcmp(a->guess, b->guess) == 0;
}

bool place_is_same(const Place *a, const Place *b)
{
    return a->width == b->width && a->height == b->height && a->page == b->page &&
           a->overlay == b->overlay && a->lesson == b->lesson && a->stage == b->stage &&
           a->beat == b->beat && a->detail == b->detail && a->opens == b->opens &&
           a->step == b->step && a->cell == b->cell && a->pick == b->pick && a->item == b->item &&
           a->focus == b->focus && a->row == b->row && a->col == b->col && a->scroll == b->scroll &&
           a->help_scroll == b->help_scroll && a->choice == b->choice && a->number == b->number &&
           a->decimals == b->decimals && a->full == b->full && a->shade == b->shade &&
           a->sums == b->sums && a->trails == b->trails && a->leaves == b->leaves &&
           memcmp(a->opened, b->opened, sizeof a->opened) == 0 &&
           same_teach(&a->teach, &b->teach) && strcmp(a->search, b->search) == 0 &&
           strcmp(a->filter, b->filter) == 0;
}

/* --- in and out ----------------------------------------------------------------------------- */

/* The stops that lead to one thing that a statement shows, that one the last: those of a tuple lie
 * one behind the other. */
typedef struct Stretch {
    int first, last; /* in run->stop */
} Stretch;

static Stretch stretch_of(const Run *run, int stop)
{
    const Line *line = &run->line[run->stop[stop].statement];
    Stretch s = {stop, stop};
    while (s.first > line->first_stop && run->stop[s.first - 1].detail != DETAIL_BRIEF)
        s.first--;
    while (s.last + 1 < line[1].first_stop && run->stop[s.last].detail != DETAIL_BRIEF)
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
static int groups_of_result(const Run *run, int step, int room, int *group)
{
    int count = 0, g = step >= 0 ? run->tape->step[step].group : -1;
    for (; g >= 0 && run_group_result(run, g) == step && count < room;
         g = run->tape->group[g].parent)
        group[count++] = g;
    return count;
}

bool place_into(Place *p, const Run *run)
{
    enum { NESTED = 64 };
    int group[NESTED];
    const Beat *stop = place_beat(run, p);
    if (!stop)
        return false;
    Place q = *p;
    if (q.opens > 0 && opened_statement(run, q.opened[0]) != stop->statement)
        q.opens = 0;
    Stretch s = stretch_of(run, (int)(stop - run->stop));
    int groups = groups_of_result(run, stop->step, NESTED, group);
    bool is_result = stop->detail == DETAIL_BRIEF;
    /* From the outside: the statement, then the groups. */
    for (int i = is_result ? groups : groups - 1; i >= 0 && q.opens < OPENED_MOST; i--) {
        int opened = i == groups ? -stop->statement - 1 : group[i];
        int inside = first_inside(run, &q, opened, s);
        if (inside < 0)
            continue;
        q.opened[q.opens++] = opened;
        q.beat = inside - run->stage_stop[q.stage] + 1;
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
    const Beat *stop = place_beat(run, p);
    if (!stop)
        return false;
    Stretch s = stretch_of(run, (int)(stop - run->stop));
    bool is_open = p->opens > 0 && opened_statement(run, p->opened[0]) == stop->statement;
    if (!is_open && stop->detail == DETAIL_BRIEF)
        return false;
    int result = is_open ? result_of(run, p->opened[p->opens - 1], s) : s.last;
    p->beat = result - run->stage_stop[p->stage] + 1;
    if (is_open)
        p->opened[--p->opens] = 0;
    *p = place_settle(*p, run);
    return true;
}

/* --- where a stop lies ---------------------------------------------------------------------- */

const char *place_path(Arena *a, const Run *run, const Place *p)
{
    const Beat *stop = place_beat(run, p);
    if (!stop || stop->detail == DETAIL_BRIEF)
        return NULL;
    return explain_path(a, run, stop->step);
}

/* --- matrices ------------------------------------------------------------------------------- */

const QkvStep *place_step(const Run *run, const Place *p)
{
    const Beat *beat = place_beat(run, p);
    return beat && beat->kind == BEAT_TENSOR && beat->step >= 0 ? &run->tape->step[beat->step]
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

int64_t place_hidden(const Run *run, const Place *p)
{
    const QkvStep *step = place_step(run, p);
    bool is_other = p->page == PAGE_CELL && step != &run->tape->step[p->step];
    return is_other ? 0 : p->teach.hidden;
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
