/* Along a path: its pages name stages of other lessons, which are opened as they are, with all that can be done in them;
 * Space goes from the end of these stages back to the path's next page. */
#include "lesson/path.h"

#include "app/act.h"
#include "base/common.h"

static const Stage *stage_of(const Act *act, int lesson, int stage)
{
    const Library *library = act->w->library;
    const Lesson *of = lesson >= 0 && lesson < library->count
                           ? library_outline(&library->entry[lesson])
                           : NULL;
    return of && stage >= 0 && stage < of->stages ? &of->stage[stage] : NULL;
}

static int lesson_of(const Act *act, const char *leads)
{
    return library_named(act->w->library, path_lesson(act->a, leads));
}

/* The stages that a path leads through in the lesson at hand; NULL: it is on none. */
static const char *leads_here(const Act *act)
{
    const Arrival *way = &act->m->way;
    const Stage *stage = stage_of(act, way->path, way->leads);
    bool is_here = stage && stage->leads &&
                   lesson_of(act, stage->leads) == model_spot(act->m).lesson;
    return is_here ? stage->leads : NULL;
}

/* The stages that a page of a path at hand leads to, on or back; *page receives its number. */
static const char *leads_of_page(const Act *act, int by, int *page)
{
    const Spot here = model_spot(act->m);
    *page = by > 0 ? here.stage : here.stage - 1;
    const Stage *stage = stage_of(act, here.lesson, *page);
    return stage ? stage->leads : NULL;
}

int path_stage(const Act *act, int by)
{
    const char *leads = leads_here(act);
    const int stage = model_spot(act->m).stage;
    return leads ? path_beside(leads, stage, by) : stage + by;
}

bool path_leaves(const Act *act, int by)
{
    int page;
    return leads_of_page(act, by, &page) || (leads_here(act) && path_stage(act, by) < 0);
}

static void open_at(Act *act, int lesson, int stage, bool at_end)
{
    act_do(act, EFFECT_OPEN, lesson, NULL);
    act->effect.opening = (Opening){true, at_end, stage};
}

bool path_opens(Act *act, int by)
{
    enum { PAST_ALL = 10000 };
    int page;
    const char *leads = leads_of_page(act, by, &page);
    const Arrival way = act->m->way;
    if (!path_leaves(act, by))
        return false;
    if (!leads) {
        const int next = by > 0 ? way.leads + 1 : way.leads;
        act->m->way = (Arrival){-1, -1, -1, -1};
        open_at(act, way.path, next, false);
    } else if (lesson_of(act, leads) < 0) {
        act_say(act, "There is no lesson %s here.", path_lesson(act->a, leads));
    } else {
        act->m->way = (Arrival){-1, model_spot(act->m).lesson, page, -1};
        open_at(act, lesson_of(act, leads), path_beside(leads, by > 0 ? -1 : PAST_ALL, by), by < 0);
    }
    return true;
}

/* Says what is left out between two stages of the lesson. */
static void say_left_out(Act *act, int from, int to)
{
    if (to - from == 2)
        act_say(act, "Stage %d is not on this path.", from + 1);
    else if (to - from > 2)
        act_say(act, "Stages %d %s %d are not on this path.", from + 1,
                to - from == 3 ? "and" : "to", to - 1);
}

bool path_step(Act *act, Spot *to, int by)
{
    const Run *run = act_run(act);
    const int stage = to->stage;
    bool is_there = by > 0 ? spot_step_on(to, run) : spot_step_back(to, run);
    if (is_there && to->stage == stage)
        return true;
    if (path_leaves(act, by))
        return false;
    const int next = path_stage(act, by);
    if (!is_there || next == to->stage)
        return is_there;
    *to = by > 0 ? spot_at(*to, run, next, 0) : spot_end(*to, run, next);
    say_left_out(act, min_int(stage, next), max_int(stage, next));
    return true;
}
