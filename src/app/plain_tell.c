/* Plain mode: what is told of the menu, a step, a cell. */
#include <string.h>

#include "app/cell_words.h"
#include "app/plain_internal.h"
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

const QkvStep *plain_step(const Plain *p)
{
    return cell_here(plain_run_of(p), app_place(p->app)).step;
}

void plain_say(Plain *p, const char *text)
{
    buf_printf(&p->out, "%s\n", text);
}

void plain_tell_menu(Plain *p)
{
    Arena arena = {0};
    Scene scene = {.library = p->library};
    int count, at, *index = menu_lessons(&arena, &scene, app_place(p->app), &count, &at);
    const char *track = NULL;
    for (int i = 0; i < count; i++) {
        const Entry *entry = &p->library->entry[index[i]];
        const char *own = library_track(p->library, index[i]);
        Buf facts = {.arena = &arena};
        if (own ? !track || strcmp(own, track) != 0 : track != NULL)
            buf_printf(&p->out, "%s:\n", own ? own : "Others");
        track = own;
        buf_printf(&p->out, "%s%s: %s%s", i == at ? "> " : "", entry->name,
                   entry->lesson ? entry->lesson->title : "", entry->err.set ? " (broken)" : "");
        if (own && lesson_facts(&facts, entry->lesson))
            buf_printf(&p->out, " (%s)", buf_text(&facts));
        plain_say(p, "");
    }
    if (count > 0 && count < p->library->count)
        plain_say(p, "-- these have it; list tells all; a number opens one; Enter, help, quit --");
    else
        plain_say(p, count > 0 ? "-- lessons: a number opens one; Enter, help, quit --"
                     : p->library->count > 0 ? menu_none
                                             : "No lessons.");
    arena_release(&arena);
}

void plain_greet(Plain *p)
{
    const Library *library = p->library;
    if (app_place(p->app)->page != PAGE_MENU || library->count == 0) {
        plain_tell(p);
        return;
    }
    const Entry *first = &library->entry[app_place(p->app)->where.lesson];
    buf_printf(&p->out,
               "qkv replays lessons on attention step by step, with every number: %d %s.\n",
               library->count, library->count == 1 ? "lesson" : "lessons");
    buf_printf(&p->out, "Enter opens %s%s%s; a number opens another.\n", first->name,
               first->lesson ? ": " : "", first->lesson ? first->lesson->title : "");
    plain_say(p, "-- lessons lists them, help the commands, quit leaves --");
}

void plain_tell_changed(Plain *p, const Stop *stop)
{
    Arena arena = {0};
    const WhatIf *w = app_what_if(p->app);
    Align *align = w->variant[0].align;
    int now = (int)(stop - plain_run_of(p)->stop);
    const char *numbers = changed_numbers(&arena, align, w, now);
    const char *winners = changed_winners(&arena, align, now);
    buf_printf(&p->out, "What if: %s\n", numbers ? numbers : "this shows no number.");
    changed_list(&p->out, align, now, place_decimals(app_place(p->app)));
    if (winners)
        plain_say(p, winners);
    arena_release(&arena);
}

bool plain_tell_before(Plain *p, const QkvTensor *t, int64_t cell)
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
    return is_other;
}

/* Whoever listens is told once that what comes now was computed inside of a statement. */
static void tell_inside(Plain *p)
{
    Arena arena = {0};
    const Place *place = app_place(p->app);
    const Stop *stop = place_stop(plain_run_of(p), place);
    bool is_inside = stop && stop->detail > DETAIL_BRIEF;
    if (is_inside && p->told_in != stop->statement + 1)
        buf_printf(&p->out, "Inside of %s:\n",
                   explain_code(&arena, plain_run_of(p), stop->statement, REPORT_WHOLE));
    p->told_in = is_inside ? stop->statement + 1 : 0;
    arena_release(&arena);
}

static void tell_stage(Plain *p)
{
    const Place *place = app_place(p->app);
    const Lesson *lesson = plain_run_of(p)->lesson;
    int steps = place_count(plain_run_of(p), place, run_stops(plain_run_of(p), place->where.stage));
    if (place->where.stage == 0 && place->where.stop == 0)
        buf_printf(&p->out, "%s\n\n", lesson->title);
    tell_inside(p);
    transcript_spoken(&p->out, plain_run_of(p), place);
    const WhatIf *w = app_what_if(p->app);
    const Stop *stop = w && w->on > 0 ? place_stop(plain_run_of(p), place) : NULL;
    if (stop)
        plain_tell_changed(p, stop);
    buf_printf(&p->out, "-- stage %d/%d", place->where.stage, lesson->stages - 1);
    if (steps > 0)
        buf_printf(&p->out, ", step %d/%d", place_count(plain_run_of(p), place, place->where.stop),
                   steps);
    if (w)
        buf_puts(&p->out, w->on > 0 ? ", what if" : ", what if, switched off");
    bool asks = place->where.stop == 0 && lesson_asks(&lesson->stage[place->where.stage]);
    Place in = *place, out = *place;
    buf_printf(&p->out, "; Enter next, back%s%s%s%s, help, quit --\n",
               plain_step(p) ? ", cell" : "", asks && !place->view.answered ? ", answer" : "",
               place_into(&in, plain_run_of(p)) ? ", into" : "",
               place_out(&out, plain_run_of(p)) ? ", out" : "");
}

/* Who listens hears first what a term is, then what becomes of it: "scores[x1][x1], this cell's own, follow goes
 * there: exp(2 - 4) = 0.1353". */
static void tell_term(Plain *p, const ExplainTerm *t, bool is_picked)
{
    buf_printf(&p->out, "%s%s%s%s: %s\n", t->name, *t->mark ? ", " : "", t->mark,
               is_picked ? ", follow goes there" : "", t->text);
}

/* "step 4.2", where a result is shown; "stage 4" where no step of the reader's shows it. */
static const char *where_shown(Arena *a, const Plain *p, const QkvTensor *t)
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
    plain_tell_before(p, step->call.out, place->asked.cell);
    bool is_made = explain_picks(&terms) > 0;
    buf_printf(&p->out, "-- a cell, %s in %s; %s, Enter next cell, up, help --\n",
               is_made ? "made" : "written", where_shown(&arena, p, step->call.out),
               is_made ? "why, terms, follow N" : "uses");
    arena_release(&arena);
}

void plain_tell_contents(Plain *p)
{
    const Place *place = app_place(p->app);
    const Lesson *lesson = plain_run_of(p)->lesson;
    for (int s = 0; s < lesson->stages; s++)
        buf_printf(&p->out, "%s %2d %s\n", s == place->where.stage ? ">" : " ", s,
                   page_stage_title(lesson, s));
    plain_say(p, "-- contents; a number goes to a stage --");
}

void plain_tell_kept(Plain *p)
{
    const Place *place = app_place(p->app);
    if (place->page != PAGE_MENU && app_save(p->app))
        buf_printf(&p->out, "Your place is kept: stage %d of %s.\n", place->where.stage,
                   plain_run_of(p)->lesson->title);
}

bool plain_message(Plain *p)
{
    if (app_message(p->app))
        plain_say(p, app_message(p->app));
    return app_message(p->app) != NULL;
}

void plain_tell(Plain *p)
{
    static void (*const pages[])(Plain *) = {
        [PAGE_MENU] = plain_tell_menu, [PAGE_STAGE] = tell_stage, [PAGE_CELL] = tell_cell};
    p->told.is_set = false;
    pages[app_place(p->app)->page](p);
}

void plain_report(Plain *p, int key)
{
    Place before = *app_place(p->app);
    app_key(p->app, key);
    if (!plain_message(p)) {
        const WhatIf *w = app_what_if(p->app);
        Scene scene = {.library = p->library,
                       .run = plain_run_of(p),
                       .whatif = w,
                       .align = w ? w->variant[0].align : NULL,
                       .is_plain = true};
        page_report_text(&p->out, &scene, app_place(p->app));
    }
    app_put(p->app, &before);
}
