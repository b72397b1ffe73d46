/* What keys do on the cell page, and the way there: a number, the numbers that made it, and on from one
 * to the other. */
#include <stdio.h>
#include <string.h>

#include "app/named.h"
#include "app/update.h"
#include "base/common.h"
#include "view/explain.h"
#include "view/matrix.h"

/* On the cell page: the tensor it is about. */
const QkvTensor *ask_tensor(const Update *u)
{
    return update_run(u)->tape->step[u->place.asked.step].call.out;
}

bool ask_may(const Update *u, const QkvTensor *t, int64_t cell)
{
    Sight sight = page_sight(u->scene, &u->place, t);
    return u->place.teach.follows || !matrix_conceals(&sight, cell);
}

/* Another cell of it, if the class may see it. */
void ask_cell(Update *u, int64_t cell)
{
    Place *p = &u->place;
    if (!ask_may(u, ask_tensor(u), cell)) {
        bool is_result = ask_tensor(u) == place_tensor(update_run(u), p, 0);
        u->message = is_result ? "It is still hidden: after Esc, v shows more and a predicts it."
                               : "It is still hidden where it was made.";
        return;
    }
    p->asked = place_ask(update_run(u), p->asked.step, cell);
}

/* The matrix of a tensor that the stage page has chosen, by Tab and [ ] { }. */
static int64_t chosen_item(const Update *u, const QkvTensor *t)
{
    const Place *p = &u->place;
    bool counts_on = t == place_items(update_run(u), p);
    int64_t item = page_items_first(u->scene, p, t) + (counts_on ? p->view.item : 0);
    return item % max_int64(matrix_items(t), 1);
}

/* The cell of the matrix chosen that was asked the last time, or found, or else its first; if that is hidden the
 * last that is not, or -1. */
static int64_t first_to_ask(const Update *u, const QkvTensor *t)
{
    const View *view = &u->place.view;
    const Asked *last = &u->place.asked;
    if (last->step == t->step && last->cell < t->count &&
        matrix_item(t, last->cell) == chosen_item(u, t) && ask_may(u, t, last->cell))
        return last->cell;
    int64_t first = chosen_item(u, t) * matrix_rows(t) * matrix_cols(t);
    bool is_shown = view->focus > 0 || view->hidden == 0 || u->place.teach.follows;
    bool is_by_cell = u->place.teach.unit == UNIT_CELL; /* then the last one is what was shown */
    return is_shown || (!is_by_cell && !place_hides(view, first)) ? first
                                                                  : place_last_seen(view, t);
}

static void say_hidden(Update *u)
{
    static const char *const more[] = {
        [UNIT_ROW] = "the next row", [UNIT_MATRIX] = "this matrix", [UNIT_CELL] = "the next cell"};
    bool has_parts = teach_unseen(u, place_step(update_run(u), &u->place), false);
    snprintf(u->said, sizeof u->said,
             has_parts ? "It is still hidden: v shows what it is made of, then %s."
                       : "It is still hidden: s shows all of the result, v %s.",
             more[u->place.teach.unit]);
}

/* What the class has not seen: the result of the page, a part of that or of the number in question, or another. */
static void say_unseen(Update *u, const QkvTensor *t)
{
    Arena arena = {0};
    const Run *run = update_run(u);
    const Place *p = &u->place;
    bool asks = p->page == PAGE_CELL, is_part = false;
    const QkvStep *step = asks ? &run->tape->step[p->asked.step] : place_step(run, p);
    for (int i = 0; step && i < step->call.count; i++)
        is_part = is_part || step->call.in[i] == t;
    if (!asks && step && step->call.out == t)
        say_hidden(u);
    else
        snprintf(u->said, sizeof u->said, "%s is still hidden%s.", explain_name(&arena, run, t),
                 is_part ? ": press v to see it" : " where it was made");
    arena_release(&arena);
}

/* Where there is nothing to ask: a number of the next result of the stage, or else of the last one; that which was
 * asked the last time, or the first. A class is not led past what it has not seen. */
static bool ask_near(Update *u)
{
    Place *p = &u->place;
    const Run *run = update_run(u);
    Place near = *p;
    near.where.stop = place_has_class(p) ? 0 : place_numbers_near(run, p);
    const QkvTensor *t = place_tensor(run, &near, 0);
    const struct ShownResult *known = place_shown(u->scene->shown, &near);
    if (!t || !ask_may(u, t, 0) || (known && known->view.hidden > 0))
        return false;
    if (p->asked.step != t->step || p->asked.cell >= t->count)
        p->asked = place_ask(run, t->step, 0);
    p->page = PAGE_CELL;
    p->chain = 0;
    snprintf(u->said, sizeof u->said, "%s are the numbers of step %d.%d.",
             p->where.stop > 0 ? "That was no tensor: these" : "These", p->where.stage,
             place_count(run, p, near.where.stop));
    return true;
}

void ask_open(Update *u)
{
    Place *p = &u->place;
    const Stop *stop = place_stop(update_run(u), p);
    const QkvTensor *t = place_tensor(update_run(u), p, p->view.focus);
    if (!t && ask_near(u))
        return;
    if (!stop)
        update_say_nothing_yet(u);
    else if (!t)
        u->message = "This is not a tensor: it has no cells to ask.";
    else if (t->count == 0)
        u->message = "This tensor has no cells.";
    else if (first_to_ask(u, t) < 0)
        say_hidden(u);
    else if (!ask_may(u, t, first_to_ask(u, t)))
        say_unseen(u, t);
    else {
        int64_t cell = first_to_ask(u, t), size = matrix_rows(t) * matrix_cols(t);
        if (p->asked.step == t->step && p->asked.cell == cell && cell % size > 0)
            u->message = "The number that was asked or found last: g goes to the first.";
        p->asked = place_ask(update_run(u), t->step, cell);
        p->page = PAGE_CELL;
        p->chain = 0;
    }
}

void do_move(Update *u)
{
    Place *p = &u->place;
    const QkvTensor *t = ask_tensor(u);
    int64_t cols = matrix_cols(t), size = matrix_rows(t) * cols,
            start = p->asked.cell / size * size;
    int64_t row = clamp_int64((p->asked.cell - start) / cols + u->by / 2, 0, matrix_rows(t) - 1);
    int64_t col = clamp_int64(p->asked.cell % cols + u->by % 2, 0, cols - 1);
    ask_cell(u, start + row * cols + col);
}

/* Back to the stage; the jumps from cell to cell on the way are no places to come back to. */
void ask_leave(Update *u)
{
    Place *p = &u->place;
    int made = run_stage_of_step(update_run(u), p->asked.step);
    int chain = place_chain(p);
    p->trails -= chain;
    if (chain > 0) /* Enter goes to the number again with which that began */
        p->asked = p->trail[p->trails].asked;
    p->page = PAGE_STAGE;
    if (made == p->where.stage)
        return;
    Arena arena = {0};
    snprintf(u->said, sizeof u->said,
             "Back in %s, where the question began: the number was made in stage %d.",
             p->where.stage ? arena_format(&arena, "stage %d", p->where.stage) : "the introduction",
             made);
    arena_release(&arena);
}

void do_cell(Update *u)
{
    Place *p = &u->place;
    int64_t cell = p->asked.cell + u->by, count = ask_tensor(u)->count;
    bool is_hidden = cell >= 0 && cell < count;
    while (cell >= 0 && cell < count && !ask_may(u, ask_tensor(u), cell))
        cell += u->by;
    if (cell >= 0 && cell < count)
        ask_cell(u, cell);
    else if (is_hidden)
        u->message = "The other numbers are still hidden: Esc, then v shows more.";
    else
        ask_leave(u);
}

void do_cell_end(Update *u)
{
    const QkvTensor *t = ask_tensor(u);
    int64_t size = matrix_rows(t) * matrix_cols(t), start = u->place.asked.cell / size * size;
    int64_t to = u->by < 0 ? start : start + size - 1;
    if (to == u->place.asked.cell)
        snprintf(u->said, sizeof u->said,
                 "This is the %s cell of the matrix: {up} goes to the stage.",
                 u->by < 0 ? "first" : "last");
    ask_cell(u, to);
}

void do_row_end(Update *u)
{
    int64_t cols = matrix_cols(ask_tensor(u)), start = u->place.asked.cell / cols * cols;
    ask_cell(u, u->by < 0 ? start : start + cols - 1);
}

void ask_go(Place *p, const Run *run, const QkvTensor *t, int64_t cell, bool follows)
{
    if (p->page == PAGE_CELL && (follows || p->asked.step != t->step)) {
        update_leave_trail(p);
        p->chain = min_int(p->chain + 1, TRAIL_DEPTH);
    } else if (p->page == PAGE_STAGE) {
        p->chain = 0;
    }
    p->page = PAGE_CELL;
    p->asked = place_ask(run, t->step, cell);
}

bool ask_words(Update *u, const char *words)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    NamedHere here = named_here(update_run(u), &u->place);
    NamedPart part;
    bool is_place = named_read(&here, named_of_words(&arena, &here, words), &part, &said);
    const QkvTensor *t = is_place ? part.t : NULL;
    int64_t cell = t ? named_first(&part) : 0;
    arena_release(&arena);
    bool may = t && ask_may(u, t, cell);
    if (may && u->place.page == PAGE_STAGE && t != place_tensor(update_run(u), &u->place, 0)) {
        Update there = *u; /* it is asked where it was made, if it may be seen there, too */
        update_leave_trail(&there.place);
        jump_to_result(&there.place, update_run(u), t, cell);
        teach_arrive(&there, 1);
        if (ask_may(&there, t, cell))
            *u = there;
    }
    if (may)
        ask_go(&u->place, update_run(u), t, cell, false);
    else if (t)
        say_unseen(u, t);
    return t != NULL;
}

/* The source cells of the cell in question. */
static QkvTerms terms_of(const Update *u, Arena *a)
{
    return memo_terms(u->scene->memo, update_run(u), u->place.asked.step, u->place.asked.cell, a);
}

static const char *nothing_made_it(const QkvTerms *t)
{
    return t->how == QKV_HOW_GIVEN
               ? "Nothing made this number: it is written in the lesson, or drawn."
               : "No other number went into this one: there is nothing to pick.";
}

void do_pick(Update *u)
{
    Arena arena = {0};
    QkvTerms t = terms_of(u, &arena);
    int picks = explain_picks(&t);
    if (picks > 0)
        u->place.asked.pick = (u->place.asked.pick + u->by + picks) % picks;
    else
        u->message = nothing_made_it(&t);
    arena_release(&arena);
}

void do_dive(Update *u)
{
    Place *p = &u->place;
    if (p->number >= 0) {
        jump_to_stage(u, p->number);
        return;
    }
    Arena arena = {0};
    QkvTerms t = terms_of(u, &arena);
    QkvSource s = explain_source(&t, p->asked.pick);
    const QkvCall *c = &update_run(u)->tape->step[p->asked.step].call;
    const QkvTensor *source = s.operand >= 0 ? c->in[s.operand] : NULL;
    const char *nothing = nothing_made_it(&t);
    arena_release(&arena);
    if (!source) {
        u->message = nothing;
    } else if (source->step < 0) {
        Arena at = {0};
        snprintf(u->said, sizeof u->said, "This is a plain number, written in the code: %s.",
                 explain_where(&at, update_run(u), p->asked.step));
        arena_release(&at);
    } else if (!ask_may(u, source, s.cell)) {
        say_unseen(u, source);
    } else {
        ask_go(p, update_run(u), source, s.cell, true);
    }
}
