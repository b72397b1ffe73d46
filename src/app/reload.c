/* After a lesson was read again the run is another one: stages are found by title, stops and steps by
 * name, and the nearest wins. */
#include "app/reload.h"

#include <stdlib.h>
#include <string.h>

#include "app/update.h"

/* The stage with this title that is nearest to `stage`; without one, `stage` itself. */
static int stage_titled(const Lesson *lesson, const char *title, int stage)
{
    int found = -1;
    for (int s = 1; s < lesson->stages; s++)
        if (strcmp(lesson->stage[s].title, title) == 0 &&
            (found < 0 || abs(s - stage) < abs(found - stage)))
            found = s;
    return found < 0 || stage == 0 ? stage : found;
}

/* The stop of the new stage that shows what the old one showed: results with a name are looked for,
 * the others counted. */
static int beat_named(const Run *before, const Place *p, const Run *now, int stage)
{
    const Beat *old = place_stop(before, p->where.stage, p->where.beat);
    if (!old || !old->name)
        return p->where.beat;
    int found = -1;
    for (int b = 1; b <= place_beats(now, stage); b++) {
        const Beat *beat = place_stop(now, stage, b);
        if (beat->name && strcmp(beat->name, old->name) == 0 && beat->detail == old->detail &&
            (found < 0 || abs(b - p->where.beat) < abs(found - p->where.beat)))
            found = b;
    }
    return found < 0 ? p->where.beat : found;
}

static bool is_same_name(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* Whether a step of the new run computes what one of the old run did, as far as can be seen. */
static bool is_same_step(const QkvStep *a, const QkvStep *b)
{
    if (a->call.op != b->call.op || !is_same_name(a->name, b->name) ||
        !is_same_name(a->text, b->text) || a->call.out->rank != b->call.out->rank)
        return false;
    for (int d = 0; d < a->call.out->rank; d++)
        if (a->call.out->size[d] != b->call.out->size[d])
            return false;
    return true;
}

/* The step of the new run nearest in number; -1 for none. */
static int step_like(const Run *before, int step, const Run *now)
{
    int found = -1;
    for (int i = 0; i < now->tape->count; i++)
        if (is_same_step(&before->tape->step[step], &now->tape->step[i]) &&
            (found < 0 || abs(i - step) < abs(found - step)))
            found = i;
    return found;
}

/* Places to return to hold the numbers of steps: those that are gone take the older ones along. */
static void move_trail(Place *p, const Run *before, const Run *now)
{
    int kept = 0;
    for (int i = 0; i < p->trails; i++) {
        Trail t = p->trail[i];
        Place was = *p;
        was.where.stage = t.stage;
        was.where.beat = t.beat;
        t.stage = stage_titled(now->lesson, before->lesson->stage[t.stage].title, t.stage);
        if (t.stage >= now->lesson->stages)
            t.stage = now->lesson->stages - 1;
        t.beat = beat_named(before, &was, now, t.stage);
        t.asked.step = t.page == PAGE_CELL ? step_like(before, t.asked.step, now) : 0;
        t.asked.pick = 0;
        if (t.asked.step < 0)
            kept = 0;
        else
            p->trail[kept++] = t;
    }
    p->trails = kept;
}

Place reload_place(Place p, const Run *before, const Run *now)
{
    int stage = stage_titled(now->lesson, before->lesson->stage[p.where.stage].title,
                             p.where.stage);
    stage = stage < now->lesson->stages ? stage : now->lesson->stages - 1;
    int step = p.page == PAGE_CELL ? step_like(before, p.asked.step, now) : -1;
    p.where.opens = 0; /* what was opened is told by numbers of the old run */
    Place q = place_at(p, now, stage, beat_named(before, &p, now, stage));
    q.overlay = p.overlay == OVERLAY_HELP ? OVERLAY_HELP : OVERLAY_NONE;
    q = place_item(q, now, p.view.item);
    q.view.scroll = p.view.scroll;
    if (step >= 0) {
        q.page = PAGE_CELL;
        q.asked.step = step;
        q.asked.pick = 0;
    }
    move_trail(&q, before, now);
    return q;
}
