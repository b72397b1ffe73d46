/* The list of the names so far: going to where one was made, and pinning it. */
#include "app/update.h"
#include "base/common.h"
#include "view/page_names.h"

void do_names(Update *u)
{
    Arena arena = {0};
    Place *p = &u->place;
    int count = names_so_far(&arena, update_run(u), p).count;
    if (count == 0)
        u->message = "Nothing has a name yet: {next} goes on.";
    else
        p->overlay = OVERLAY_NAMES;
    p->choice = max_int(count - 1, 0);
    arena_release(&arena);
}

static const Stop *chosen(Arena *a, const Run *run, const Place *p)
{
    Names n = names_so_far(a, run, p);
    return n.count > 0 ? n.stop[clamp_int(p->choice, 0, n.count - 1)] : NULL;
}

bool names_is_pinned(const Run *run, const Place *p)
{
    Arena arena = {0};
    const Stop *stop = chosen(&arena, run, p);
    bool is_pinned = stop && place_pinned(p, stop->name) >= 0;
    arena_release(&arena);
    return is_pinned;
}

void do_named(Update *u)
{
    Arena arena = {0};
    const Run *run = update_run(u);
    const Stop *stop = chosen(&arena, run, &u->place);
    u->place.overlay = OVERLAY_NONE;
    if (stop && (stop != place_stop(run, &u->place) || u->place.page != PAGE_STAGE)) {
        update_leave_trail(&u->place);
        u->place = place_inside(u->place, run, run_stage_of_stop(run, stop),
                                run_number_of_stop(run, stop));
    }
    arena_release(&arena);
}

void do_pin(Update *u)
{
    Arena arena = {0};
    const Stop *stop = chosen(&arena, update_run(u), &u->place);
    if (stop && !place_pin(&u->place, stop->name))
        u->message = "No more can be pinned: unpin one first.";
    arena_release(&arena);
}
