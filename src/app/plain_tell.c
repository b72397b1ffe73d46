/* The line mode: what is told of the menu, a step, a number, and where one is. */
#include <string.h>

#include "app/plain_internal.h"
#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/compare.h"
#include "lesson/library.h"
#include "view/changed.h"
#include "view/explain.h"
#include "view/number.h"
#include "view/page.h"
#include "view/page_text.h"
#include "view/report.h"
#include "view/transcript.h"

const Run *plain_run_of(const Plain *p)
{
    return app_run(p->app);
}

bool plain_is_menu(const Plain *p)
{
    return app_place(p->app)->page == PAGE_MENU;
}

const QkvStep *plain_step(const Plain *p)
{
    return named_here(plain_run_of(p), app_place(p->app)).step;
}

void plain_say(Plain *p, const char *text)
{
    buf_printf(&p->out, "%s\n", text);
}

bool plain_message(Plain *p)
{
    if (app_message(p->app))
        plain_say(p, app_message(p->app));
    return app_message(p->app) != NULL;
}

const char *plain_add_row(Plain *p, Row row)
{
    if (p->rows.count == ROWS_MOST)
        return "";
    Row *now = &p->rows.row[p->rows.count++];
    *now = row;
    if (!*row.label)
        snprintf(now->label, sizeof now->label, "%d", p->rows.count);
    return now->label;
}

/* --- the menu --------------------------------------------------------------------------------- */

void plain_tell_lessons(Plain *p, const char *words)
{
    Arena arena = {0};
    Scene scene = {.library = p->library};
    Place place = *app_place(p->app);
    snprintf(place.filter, sizeof place.filter, "%s", words);
    int count, at, *index = menu_lessons(&arena, &scene, &place, &count, &at);
    const char *track = NULL;
    p->rows.count = 0;
    for (int i = 0; i < count; i++) {
        const Entry *entry = &p->library->entry[index[i]];
        const char *own = library_track(p->library, index[i]);
        if (own ? !track || strcmp(own, track) != 0 : track != NULL)
            buf_printf(&p->out, "%s:\n", own ? own : "Others");
        track = own;
        const char *label = plain_add_row(p, (Row){.kind = ROW_LESSON, .lesson = index[i]});
        buf_printf(&p->out, "%s %s: %s%s", label, entry->name,
                   entry->lesson ? entry->lesson->title : "", entry->err.set ? " (broken)" : "");
        Buf facts = {.arena = &arena};
        if (own && lesson_facts(&facts, entry->lesson))
            buf_printf(&p->out, " (%s)", buf_text(&facts));
        plain_say(p, "");
    }
    if (count == 0)
        plain_say(p, *words ? "No lesson has that." : "No lessons.");
    arena_release(&arena);
}

void plain_greet(Plain *p)
{
    const Library *library = p->library;
    if (!plain_is_menu(p) || library->count == 0) {
        plain_tell(p);
        return;
    }
    const Entry *first = &library->entry[app_place(p->app)->where.lesson];
    buf_printf(&p->out,
               "qkv replays lessons on attention step by step, with every number: %d %s.\n",
               library->count, library->count == 1 ? "lesson" : "lessons");
    buf_printf(&p->out, "next opens %s%s%s; lesson lists them.\n", first->name,
               first->lesson ? ": " : "", first->lesson ? first->lesson->title : "");
}

void plain_tell_kept(Plain *p)
{
    const Place *place = app_place(p->app);
    if (place->page != PAGE_MENU && app_save(p->app))
        buf_printf(&p->out, "Your place is kept: stage %d of %s.\n", place->where.stage,
                   plain_run_of(p)->lesson->title);
}

/* --- a step ----------------------------------------------------------------------------------- */

void plain_tell_changed(Plain *p, const Stop *stop)
{
    Arena arena = {0};
    const WhatIf *w = app_what_if(p->app);
    Align *align = w->variant[0].align;
    int now = (int)(stop - plain_run_of(p)->stop);
    const char *numbers = changed_numbers(&arena, align, w, now);
    const char *winners = changed_winners(&arena, align, now);
    buf_printf(&p->out, "With the changes: %s\n", numbers ? numbers : "this shows no number.");
    changed_list(&p->out, align, now, place_decimals(app_place(p->app)));
    if (winners)
        plain_say(p, winners);
    arena_release(&arena);
}

const char *plain_step_name(Arena *a, const Plain *p, int stage, int stop)
{
    Place at = *app_place(p->app);
    at.where.stage = stage;
    return arena_format(a, "%d.%d", stage, place_count(plain_run_of(p), &at, stop));
}

void plain_tell_opened(Plain *p, const Place *before)
{
    enum { WIDE = 200 };
    Arena arena = {0};
    const Place *now = app_place(p->app);
    bool goes_in = now->where.opens > before->where.opens;
    const Stop *stop = now->page == PAGE_STAGE ? place_stop(plain_run_of(p), now) : NULL;
    if (stop && before->page == PAGE_STAGE && now->where.opens != before->where.opens) {
        buf_printf(&p->out, goes_in ? "Into %s\n" : "Out again, to %s\n",
                   explain_code(&arena, plain_run_of(p), stop->statement, WIDE));
        p->told_inside = stop->statement + 1;
    }
    arena_release(&arena);
}

/* A listener is told once that what comes now was computed inside of a statement. */
static void tell_inside(Plain *p)
{
    Arena arena = {0};
    const Place *place = app_place(p->app);
    const Stop *stop = place_stop(plain_run_of(p), place);
    bool is_inside = stop && stop->detail > DETAIL_BRIEF;
    if (is_inside && p->told_inside != stop->statement + 1)
        buf_printf(&p->out, "Inside of %s:\n",
                   explain_code(&arena, plain_run_of(p), stop->statement, REPORT_WHOLE));
    p->told_inside = is_inside ? stop->statement + 1 : 0;
    arena_release(&arena);
}

static void tell_stage(Plain *p)
{
    const Place *place = app_place(p->app);
    if (place->where.stage == 0 && place->where.stop == 0)
        buf_printf(&p->out, "%s\n\n", plain_run_of(p)->lesson->title);
    tell_inside(p);
    transcript_spoken(&p->out, plain_run_of(p), place);
    const WhatIf *w = app_what_if(p->app);
    const Stop *stop = w && w->on > 0 ? place_stop(plain_run_of(p), place) : NULL;
    if (stop)
        plain_tell_changed(p, stop);
}

/* --- a number --------------------------------------------------------------------------------- */

/* Tells what a number was without the changes that are on, where that is another. */
static void tell_before(Plain *p, const QkvTensor *t, int64_t cell)
{
    Arena arena = {0};
    const WhatIf *w = app_what_if(p->app);
    const QkvTensor *old = w && w->on > 0 ? align_tensor(w->variant[0].align, plain_run_of(p), t)
                                          : NULL;
    bool is_other = old && qkv_tensor_same_shape(old, t) && compare_distance(old, t, cell) != 0;
    if (is_other) {
        buf_printf(&p->out, "%s is ", explain_cell(&arena, plain_run_of(p), t, cell));
        number_full(&p->out, t, cell);
        buf_puts(&p->out, ", and was ");
        number_full(&p->out, old, cell);
        buf_puts(&p->out, " without the changes.\n");
    }
    arena_release(&arena);
}

/* A listener hears first what a term is, then what becomes of it: "scores[x1][x1], this cell's own, follow goes
 * there: exp(2 - 4) = 0.1353". */
static void tell_term(Plain *p, const ExplainTerm *t, bool is_picked)
{
    buf_printf(&p->out, "%s%s%s%s: %s\n", t->name, *t->mark ? ", " : "", t->mark,
               is_picked ? ", open goes there" : "", t->text);
}

const char *plain_where_shown(Arena *a, const Plain *p, const QkvTensor *t)
{
    const Run *run = plain_run_of(p);
    Place at = *app_place(p->app);
    at.where.stage = run_stage_of_step(run, t->step);
    for (int b = 1; b <= run_stops(run, at.where.stage); b++)
        if (run_stop(run, at.where.stage, b)->tensor == t && place_sees(run, &at, b))
            return arena_format(a, "%d.%d", at.where.stage, place_count(run, &at, b));
    return arena_format(a, "stage %d", at.where.stage);
}

static void tell_cell(Plain *p)
{
    enum { FEW = 12 };
    Arena arena = {0};
    const Place *place = app_place(p->app);
    const Run *run = plain_run_of(p);
    const QkvStep *step = &run->tape->step[place->asked.step];
    QkvTerms terms = qkv_terms(&step->call, place->asked.cell, &arena);
    ExplainAs as = {
        .pick = place->asked.pick, .width = REPORT_WHOLE, .decimals = place_decimals(place)};
    Explanation e = explain(&arena, run, place->asked.step, place->asked.cell, &terms, as);
    plain_say(p, e.what);
    if (step->call.count > 0)
        plain_say(p, explain_formula_rows(&arena, run, -1, place->asked.step, 2, REPORT_WHOLE));
    for (int i = 0; i < e.lines; i++)
        if (i >= e.first && i < e.last)
            tell_term(p, &e.term[i - e.first], i == e.picked);
        else
            plain_say(p, e.line[i]);
    plain_say(p, e.full);
    tell_before(p, step->call.out, place->asked.cell);
    p->rows.count = 0;
    plain_tell_sources(p, FEW);
    arena_release(&arena);
}

void plain_tell(Plain *p)
{
    p->told_in_run = NULL;
    p->rows.count = 0;
    if (plain_is_menu(p))
        plain_tell_lessons(p, app_place(p->app)->filter);
    else if (app_place(p->app)->page == PAGE_CELL)
        tell_cell(p);
    else
        tell_stage(p);
}

/* --- the last line ---------------------------------------------------------------------------- */

/* "made of scores, mask" */
static void put_made(Plain *p, const QkvStep *step)
{
    enum { MOST = 4 };
    Arena arena = {0};
    int told = 0;
    for (int i = 0; i < step->call.count && told < MOST; i++)
        if (step->call.in[i]->step >= 0)
            buf_printf(&p->out, "%s %s", told++ ? "," : ", made of",
                       explain_name(&arena, plain_run_of(p), step->call.in[i]));
    arena_release(&arena);
}

static void put_stage(Plain *p)
{
    Arena arena = {0};
    const Place *place = app_place(p->app);
    const Run *run = plain_run_of(p);
    const WhatIf *w = app_what_if(p->app);
    const QkvStep *step = plain_step(p);
    buf_puts(&p->out, plain_step_name(&arena, p, place->where.stage, place->where.stop));
    if (place->where.stop == 0) {
        int steps = place_count(run, place, run_stops(run, place->where.stage));
        if (steps > 0)
            buf_printf(&p->out, ", before %d step%s", steps, plural(steps));
    } else if (step) {
        put_made(p, step);
    }
    buf_puts(&p->out, !w ? "" : w->on > 0 ? ", what if" : ", what if, off");
    bool asks = place->where.stop == 0 && lesson_asks(&run->lesson->stage[place->where.stage]);
    buf_printf(&p->out, ". %snext, back%s", asks && !place->view.answered ? "answer, " : "",
               step && p->rows.count == 0 ? ", open" : "");
    arena_release(&arena);
}

static void put_cell(Plain *p)
{
    Arena arena = {0};
    const Asked *asked = &app_place(p->app)->asked;
    const QkvStep *step = &plain_run_of(p)->tape->step[asked->step];
    QkvTerms terms = qkv_terms(&step->call, asked->cell, &arena);
    bool is_made = explain_picks(&terms) > 0;
    buf_printf(&p->out, "%s, %s in %s. next, up, inspect %s",
               explain_cell(&arena, plain_run_of(p), step->call.out, asked->cell),
               is_made ? "made" : "written", plain_where_shown(&arena, p, step->call.out),
               is_made ? "tree" : "leads");
    arena_release(&arena);
}

void plain_status(Plain *p)
{
    const Rows *rows = &p->rows;
    buf_puts(&p->out, "-- ");
    if (plain_is_menu(p))
        buf_puts(&p->out, "lessons. next, lesson");
    else
        (app_place(p->app)->page == PAGE_CELL ? put_cell : put_stage)(p);
    if (rows->count > 1)
        buf_printf(&p->out, ", open %s to %s", rows->row[0].label,
                   rows->row[rows->count - 1].label);
    else if (rows->count == 1)
        buf_printf(&p->out, ", open %s", rows->row[0].label);
    buf_puts(&p->out, ", help --\n");
}
