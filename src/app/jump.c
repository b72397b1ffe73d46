/* Jumps: to a stage by its number, to what was looked for, and back to where they started. */
#include <stdio.h>
#include <string.h>

#include "app/named.h"
#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/page_names.h"
#include "view/search.h"

void update_leave_trail(Place *p)
{
    if (p->trails == TRAIL_DEPTH) {
        memmove(&p->trail[0], &p->trail[1], (TRAIL_DEPTH - 1) * sizeof p->trail[0]);
        p->trails--;
    }
    p->trail[p->trails++] = (Trail){p->page,  p->where.stage, p->where.stop,
                                    p->asked, p->view.item,   p->chain};
}

/* To a stage, or after a number with a point to that step of it. */
void jump_to_stage(Update *u, int stage)
{
    Place *p = &u->place;
    bool is_there = stage < update_run(u)->lesson->stages;
    int step = max_int(p->decimal, 0);
    int stop = is_there ? place_stop_of_step(update_run(u), p, stage, step) : -1;
    p->number = p->decimal = -1;
    if (!is_there) {
        u->message = "There is no stage with this number: {contents} lists them.";
        return;
    }
    if (stop < 0) {
        u->message = "This stage has fewer steps than that.";
        return;
    }
    update_leave_trail(p);
    *p = place_at(*p, update_run(u), stage, stop);
    p->overlay = OVERLAY_NONE;
    teach_arrive(u, 1);
}

void jump_to_result(Place *place, const Run *run, const QkvTensor *t, int64_t cell)
{
    const Stop *found = NULL; /* what a call returns has a stop in there, too */
    for (int i = 0; i < run->stops; i++) {
        const Stop *stop = &run->stop[i];
        if (stop->tensor == t && (!found || stop->detail < found->detail))
            found = stop;
    }
    if (!found)
        return;
    int stage = run_stage_of_stop(run, found), number = run_number_of_stop(run, found);
    *place = found->detail == DETAIL_BRIEF ? place_at(*place, run, stage, number)
                                           : place_inside(*place, run, stage, number);
    *place = place_item(*place, run, matrix_item(t, cell));
}

void do_jump_back(Update *u)
{
    Place *p = &u->place;
    bool asks = p->page == PAGE_CELL;
    if (asks && place_chain(p) == 0) {
        u->message = "No way back from number to number is kept here: {up} goes to the stage.";
        return;
    }
    if (p->trails == 0) {
        u->message = "There was no jump to come back from.";
        return;
    }
    Trail t = p->trail[--p->trails];
    /* The stop may no longer be seen, or after an edit show another result. */
    *p = place_at(*p, update_run(u), t.stage, t.stop);
    teach_arrive(u, 1);
    *p = place_item(*p, update_run(u), t.item);
    p->page = t.page;
    p->chain = t.chain;
    p->asked = t.asked;
    if (p->page == PAGE_CELL && !ask_may(u, ask_tensor(u), p->asked.cell)) {
        p->page = PAGE_STAGE; /* a change has made it another since then */
        u->message = "The number is another by now, and still hidden.";
    }
}

/* --- searching -------------------------------------------------------------------------------- */

/* The first number of a row, a column or a matrix that has a label; false for none. */
static bool find_labelled(const QkvTensor *t, const char *label, int64_t *cell)
{
    int64_t at[QKV_MAX_RANK] = {0};
    for (int d = t->rank - 1; t->count > 0 && d >= 0; d--) {
        int64_t i = t->axis[d].labels ? named_index(t, d, label, 0) : -1;
        if (i >= 0) {
            at[d] = i;
            *cell = qkv_tensor_cell(t, at);
            return true;
        }
    }
    return false;
}

/* Enter asks the number that was found, or the first of the row or matrix; one place may have many. */
static void aim_at_cell(Update *u, bool is_only)
{
    Place *p = &u->place;
    const Run *run = update_run(u);
    const QkvTensor *t = place_tensor(run, p, 0);
    const Stop *stop = place_stop(run, p);
    int64_t cell;
    int64_t cells = p->page == PAGE_STAGE && t ? search_cells(u->scene, p, t, &cell, 1) : 0;
    if (cells == 0 &&
        !(t && stop && t == stop->tensor && ask_may(u, t, 0) && find_labelled(t, p->search, &cell)))
        return;
    if (is_only && cells > 0) /* other pages may show it, too */
        snprintf(u->said, sizeof u->said,
                 cells == 1 ? "No other result has it."
                            : "No other result has it; here %lld numbers do.",
                 (long long)cells);
    Arena arena = {0};
    size_t length = strlen(u->said);
    p->asked = place_ask(run, t->step, cell);
    if (t == place_items(run, p))
        p->view.item = matrix_item(t, cell);
    snprintf(u->said + length, sizeof u->said - length, " Enter asks %s.",
             explain_cell(&arena, run, t, cell));
    arena_release(&arena);
}

/* Goes to one of the places found, and says which of how many it is. What is hidden stays so. */
static void go_to_hit(Update *u, const Hit *hit, int hits, int which, const char *how)
{
    Place *p = &u->place;
    const Hit *to = &hit[which];
    bool is_here = p->page == PAGE_STAGE && p->where.stage == to->stage &&
                   p->where.stop == to->stop;
    update_leave_trail(p);
    if (!is_here) {
        *p = place_at(*p, update_run(u), to->stage, to->stop);
        teach_arrive(u, 1);
    }
    static const char ways[] = ": keys ; and , go on and back";
    /* A second row would lie over the last of the matrix: then it is said without the keys. */
    for (int i = 0; i < 2; i++) {
        if (hits == 1)
            snprintf(u->said, sizeof u->said, "This is the only place.");
        else
            snprintf(u->said, sizeof u->said, "%d of %d%s%s.", which + 1, hits, how,
                     i == 0 ? ways : "");
        aim_at_cell(u, hits == 1);
        if (utf8_columns(u->said) <= p->width - 2)
            break;
    }
}

/* To a number that is nearly the one that was looked for. */
static void go_to_nearest(Update *u, const char *nearest, const Stop *stop, int64_t cell)
{
    const Run *run = update_run(u);
    update_leave_trail(&u->place);
    u->place = place_at(u->place, run, run_stage_of_stop(run, stop), run_number_of_stop(run, stop));
    if (stop->tensor->step >= 0)
        u->place.asked = place_ask(run, stop->tensor->step, cell);
    u->place = place_item(u->place, run, matrix_item(stop->tensor, cell));
    snprintf(u->said, sizeof u->said, "Not found. The nearest is %s: Enter asks it.", nearest);
}

/* The next hit in a direction, around the end of the lesson if it must be; 0: here counts, too. */
static void find(Update *u)
{
    Arena arena = {0};
    const Place *p = &u->place;
    int hits, by = u->by;
    const Hit *hit = search_hits(&arena, u->scene, p, &hits);
    if (hits == 0 && ask_words(u, p->search)) {
        arena_release(&arena); /* the name of a cell stands nowhere: it leads there */
        return;
    }
    int at = search_at(hit, hits, p);
    bool is_here = at >= 0 && hit[at].stage == p->where.stage && hit[at].stop == p->where.stop;
    int to = by < 0 ? at - is_here : by == 0 && is_here ? at : at + 1;
    const char *how = to < 0 ? ", from the end" : to >= hits ? ", from the beginning" : "";
    const Stop *stop;
    int64_t cell;
    const char *nearest = hits == 0 && !place_has_class(p)
                              ? search_nearest(&arena, update_run(u), p, &stop, &cell)
                              : NULL;
    if (nearest)
        go_to_nearest(u, nearest, stop, cell);
    else if (hits == 0)
        u->message = place_has_class(p)
                         ? "Not found: it is in nothing that was shown so far."
                         : "Not found: it is in no text, name, label or number of this lesson.";
    else
        go_to_hit(u, hit, hits, (to + hits) % hits, how);
    arena_release(&arena);
}

void do_look_for(Update *u)
{
    Place *p = &u->place;
    place_lay_over(p, OVERLAY_SEARCH);
    p->search[0] = '\0';
    if (p->page == PAGE_MENU)
        do_filter(u);
}

void do_looked_for(Update *u)
{
    u->place.overlay = OVERLAY_NONE;
    if (u->place.search[0])
        find(u);
}

void do_find(Update *u)
{
    if (u->place.search[0])
        find(u);
    else
        u->message = "Nothing to find yet: {search} asks for a text.";
}

/* The list of all of them, with the cursor on the one where we are. */
void do_hits(Update *u)
{
    Arena arena = {0};
    Place *p = &u->place;
    int rows;
    if (!p->search[0]) {
        p->overlay = OVERLAY_NONE;
        do_find(u); /* says so */
        return;
    }
    const HitRow *row = search_rows(&arena, u->scene, p, &rows);
    p->overlay = rows > 0 ? OVERLAY_HITS : OVERLAY_NONE;
    p->choice = 0;
    for (int i = 0; i < rows; i++)
        if (search_at(&row[i].hit, 1, p) == 0)
            p->choice = i;
    if (rows == 0)
        find(u);
    arena_release(&arena);
}

void do_hit(Update *u)
{
    Arena arena = {0};
    int rows, hits;
    const HitRow *row = search_rows(&arena, u->scene, &u->place, &rows);
    const Hit *hit = search_hits(&arena, u->scene, &u->place, &hits);
    u->place.overlay = OVERLAY_NONE;
    if (rows > 0)
        go_to_hit(u, hit, hits, row[min_int(u->place.choice, rows - 1)].index, "");
    arena_release(&arena);
}
