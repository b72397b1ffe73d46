/* Places among the stops of a run: which of them are seen, and the ways in and out.
 *
 * What is opened is coded in one number: 0 for nothing, 1 + g for the group g, -1 - l for the
 * statement l. Inside of a thing lie the operations that belong to it and to no group in it, and
 * the results of the groups in it. */
#include "view/place.h"

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

static int opened_group(int opened)
{
    return opened > 0 ? opened - 1 : -1;
}

static int opened_statement(const Run *run, int opened)
{
    if (opened <= 0)
        return -opened - 1;
    return run->tape->step[run->tape->group[opened - 1].first].tag;
}

/* What the opened thing lies in. */
static int around(const Run *run, int opened)
{
    if (opened <= 0)
        return 0;
    int parent = run->tape->group[opened - 1].parent;
    return parent >= 0 ? parent + 1 : -opened_statement(run, opened) - 1;
}

static bool sees(const Run *run, Detail detail, int opened, const Beat *stop)
{
    if (stop->detail <= detail)
        return true;
    if (opened == 0 || stop->statement != opened_statement(run, opened))
        return false;
    for (; opened != 0; opened = around(run, opened))
        if (is_directly_in(run, stop->step, opened_group(opened)))
            return true;
    return false;
}

bool place_sees(const Run *run, const Place *p, int beat)
{
    return sees(run, p->detail, p->opened, stop_of(run, p->stage, beat));
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

/* --- in and out ----------------------------------------------------------------------------- */

/* How many stops of a statement are seen with something opened. */
static int seen_of(const Run *run, Detail detail, int opened, int statement)
{
    int count = 0;
    for (int i = run->line[statement].first_stop; i < run->line[statement + 1].first_stop; i++)
        count += sees(run, detail, opened, &run->stop[i]);
    return count;
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

/* Goes to the first stop of a statement that is seen now and was not before. */
static void go_inside(Place *p, const Run *run, int statement, int before)
{
    for (int i = run->line[statement].first_stop; i < run->line[statement + 1].first_stop; i++)
        if (!sees(run, p->detail, before, &run->stop[i]) &&
            sees(run, p->detail, p->opened, &run->stop[i])) {
            p->beat = i - run->stage_stop[p->stage] + 1;
            return;
        }
}

bool place_into(Place *p, const Run *run)
{
    enum { NESTED = 64 };
    int group[NESTED], before = p->opened;
    const Beat *stop = place_beat(run, p);
    if (!stop)
        return false;
    int now = seen_of(run, p->detail, before, stop->statement);
    int groups = groups_of_result(run, stop->step, NESTED, group);
    bool is_result = stop->detail == DETAIL_BRIEF;
    /* From the outside: the statement, then the groups. */
    for (int i = is_result ? groups : groups - 1; i >= 0; i--) {
        int opened = i == groups ? -stop->statement - 1 : group[i] + 1;
        if (seen_of(run, p->detail, opened, stop->statement) <= now)
            continue;
        p->opened = opened;
        go_inside(p, run, stop->statement, before);
        return true;
    }
    return false;
}

/* The stop that shows the result of what is opened, or of the statement. */
static int result_of(const Run *run, int opened, int statement)
{
    int group = opened_group(opened), last = run->line[statement + 1].first_stop - 1;
    for (int i = run->line[statement].first_stop; i <= last; i++)
        if (group >= 0 ? run->stop[i].step == run_group_result(run, group) : i == last)
            return i;
    return last;
}

bool place_out(Place *p, const Run *run)
{
    const Beat *stop = place_beat(run, p);
    if (!stop)
        return false;
    int statement = stop->statement;
    bool is_open = p->opened != 0 && opened_statement(run, p->opened) == statement;
    if (!is_open && stop->detail == DETAIL_BRIEF)
        return false;
    p->beat = result_of(run, is_open ? p->opened : 0, statement) - run->stage_stop[p->stage] + 1;
    if (!is_open)
        return true;
    int seen = seen_of(run, p->detail, p->opened, statement);
    while (p->opened != 0 && seen_of(run, p->detail, p->opened, statement) == seen)
        p->opened = around(run, p->opened);
    int left = seen_of(run, p->detail, p->opened, statement);
    while (p->opened != 0 && seen_of(run, p->detail, around(run, p->opened), statement) == left)
        p->opened = around(run, p->opened);
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

const Step *place_step(const Run *run, const Place *p)
{
    const Beat *beat = place_beat(run, p);
    return beat && beat->kind == BEAT_TENSOR && beat->step >= 0 ? &run->tape->step[beat->step]
                                                                : NULL;
}

int place_matrices(const Run *run, const Place *p)
{
    const Step *step = place_step(run, p);
    int count = step ? 1 : 0;
    for (int i = 0; step && i < step->call.count; i++)
        count += step->call.in[i]->step >= 0; /* plain numbers have no matrix */
    return count;
}

const Tensor *place_tensor(const Run *run, const Place *p, int which)
{
    const Step *step = place_step(run, p);
    if (!step || which == 0)
        return step ? step->call.out : NULL;
    for (int i = 0; i < step->call.count; i++)
        if (step->call.in[i]->step >= 0 && --which == 0)
            return step->call.in[i];
    return NULL;
}

const Tensor *place_items(const Run *run, const Place *p)
{
    const Tensor *most = place_tensor(run, p, 0);
    for (int i = 1; most && matrix_items(place_tensor(run, p, 0)) <= 1; i++) {
        const Tensor *t = place_tensor(run, p, i);
        if (!t)
            break;
        most = matrix_items(t) > matrix_items(most) ? t : most;
    }
    return most;
}
