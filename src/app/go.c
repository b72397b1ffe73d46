/* Along the lesson, and in and out of it: the commands that go somewhere. */
#include "app/act.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/common.h"

/* --- on and back ------------------------------------------------------------------------------------ */

/* The nearest lesson in that direction that can be opened, in the order of the menu, or -1. */
static int lesson_beside(const Act *act, int by)
{
    const Library *library = act->w->library;
    const int *order = library_order(act->a, library);
    int at = 0, found = -1, here = model_spot(act->m).lesson;
    while (at < library->count && order[at] != here)
        at++;
    for (int i = at + by; i >= 0 && i < library->count && found < 0; i += by)
        if (library_outline(&library->entry[order[i]]))
            found = order[i];
    return found;
}

static void to_next_lesson(Act *act)
{
    if (library_is_path(&act->w->library->entry[model_spot(act->m).lesson])) {
        act_say(act, "This is where the path ends. %s shows all lessons.",
                act_way(act, "q", "lesson"));
        return;
    }
    int next = lesson_beside(act, 1);
    if (next < 0) {
        act_say(act, "This was the last step of the last lesson.");
        return;
    }
    act->m->way = (Arrival){model_spot(act->m).lesson, -1, -1, -1};
    act_do(act, EFFECT_OPEN, next, NULL);
    act->effect.opening.is_fresh = true;
}

static void step_on(Act *act)
{
    if (list_reads(act, 1) || class_shows_more(act))
        return;
    act_settle(act);
    Page *page = act_page(act);
    Spot to = page->spot;
    if (!page->answers && ask_is_step(act, page, &to)) {
        page->answers = true;
        page->scroll = 0;
    } else if (path_step(act, &to, 1)) {
        act_arrive(act, to);
    } else if (!path_opens(act, 1)) {
        to_next_lesson(act);
    }
}

static void step_back(Act *act)
{
    Page *page = act_page(act);
    if (list_reads(act, -1))
        return;
    if (page->answers && ask_is_step(act, page, &page->spot)) {
        page->answers = false;
        list_to_end(act);
        return;
    }
    if (class_hides_row(act))
        return;
    act_settle(act);
    page = act_page(act);
    Spot to = page->spot;
    if (path_step(act, &to, -1)) {
        bool to_answers = ask_is_step(act, page, &to);
        act_return(act, to);
        page = act_page(act);
        page->answers = to_answers;
        page->is_back = true;
        list_to_end(act);
    } else if (!path_opens(act, -1) && act->m->way.from >= 0) {
        act_do(act, EFFECT_OPEN, act->m->way.from, NULL);
        act_no_way(act);
    } else if (act->effect.kind == EFFECT_NONE) {
        act_say(act, "This is where the lesson begins.");
    }
}

void go_next(Act *act, const char *none)
{
    (void)none;
    DocKind kind = act_kind(act);
    if (kind == DOC_STAGE && act_run(act))
        step_on(act);
    else if (act_is_on_menu(act))
        open_run(act, "");
    else if (kind == DOC_NUMBER || !list_turn(act, 1))
        act_close(act);
}

void go_back(Act *act, const char *none)
{
    (void)none;
    if (act_kind(act) == DOC_STAGE && act_run(act))
        step_back(act);
    else if (!act_is_on_menu(act))
        model_pop(act->m);
    else
        act_say(act, "This is the menu: q leaves.");
}

/* --- out -------------------------------------------------------------------------------------------- */

static void to_menu(Act *act)
{
    int lesson = model_spot(act->m).lesson;
    act->m->pages = 1;
    Page *menu = &act->m->page[0];
    const Doc *d = pages_doc(act);
    const DocRow *row = doc_row_at(d, menu->row);
    if (*menu->text && row && row->target.of == lesson) /* keeps in sight what was found */
        return;
    menu->text[0] = '\0';
    d = pages_doc(act);
    for (int i = 0; i < doc_rows(d); i++)
        if (doc_row_at(d, i)->target.of == lesson)
            menu->row = i;
}

/* Back to the lesson that this one was looked up from, where that was left. */
static void to_asked(Act *act)
{
    const int asked = act->m->way.asked;
    act_no_way(act);
    act_do(act, EFFECT_OPEN, asked, NULL);
}

void go_up(Act *act, const char *none)
{
    (void)none;
    Page *page = act_page(act);
    if (act_is_on_menu(act)) {
        act_do(act, EFFECT_LEAVE, 0, NULL);
        return;
    }
    Spot to = page->spot;
    bool is_stage = page_kind(page) == DOC_STAGE && act_run(act);
    int depth = is_stage ? spot_depth(act_run(act), &to) : 0;
    if (is_stage && depth > (page->is_jump ? page->depth : 0) && spot_leave(&to, act_run(act)))
        act_arrive(act, to);
    else if (is_stage && !page->is_jump && act->m->way.asked >= 0)
        to_asked(act);
    else if (is_stage && !page->is_jump)
        to_menu(act);
    else
        model_pop(act->m);
}

int go_levels(const Model *m, const World *w)
{
    const int first = model_lesson(m) ? 1 : 0;
    int levels = m->pages - 1 - first;
    for (int i = first; i < m->pages && w->lens.run; i++) {
        const Page *page = &m->page[i];
        if (i > 0 && page_kind(page) == DOC_STAGE)
            levels += max_int(
                spot_depth(w->lens.run, &page->spot) - (page->is_jump ? page->depth : 0), 0);
    }
    return levels;
}

/* --- by larger steps ---------------------------------------------------------------------------------- */

const char *go_no_loop(const Act *act)
{
    const Spot s = model_spot(act->m);
    if (act_no_lesson(act))
        return act_no_lesson(act);
    bool is_there = spot_loop(act_run(act), &s) >= 0 || spot_trained(act_run(act), &s) > 1;
    return is_there ? NULL : "there is no loop at this step";
}

static void to_stage(Act *act, int by)
{
    Spot to = act_page(act)->spot;
    int stage = by < 0 && to.stop > 0 ? to.stage : path_stage(act, by);
    if (stage != to.stage && path_leaves(act, by))
        path_opens(act, by);
    else if (stage < 0)
        act_say(act, "This is where the lesson begins.");
    else if (stage >= act_run(act)->lesson->stages)
        act_say(act, "This is the last stage.");
    else
        act_arrive(act, spot_at(to, act_run(act), stage, 0));
}

void go_skip(Act *act, int by)
{
    int passes;
    const char *what;
    if (practice_beside(act, by) || open_beside(act, by))
        return;
    Spot to = act_page(act)->spot;
    int pass = spot_pass(act->a, act_run(act), &to, &passes, &what);
    if (pass == 0)
        to_stage(act, by);
    else if (spot_to_pass(&to, act_run(act), pass + by))
        act_arrive(act, to);
    else
        act_say(act, by > 0 ? "Nothing comes after this loop in its stage."
                            : "This is the first pass of the loop.");
}

/* Without a number: the list of all. */
void go_pass(Act *act, const char *number)
{
    Spot to = model_spot(act->m);
    if (!*number) {
        act_push(act, PAGE_PASSES);
        return;
    }
    int loop = spot_loop(act_run(act), &to);
    int passes = loop >= 0 ? run_passes(act_run(act), loop) : 0;
    int pass = is_digits(number) && strlen(number) < 9 ? atoi(number) : 0;
    if (loop < 0)
        act_say(act, "pass: the passes of a hidden line can be listed, and not gone to.");
    else if (pass < 1 || pass > passes)
        act_say(act, "pass: this loop has passes 1 to %d.", passes);
    else if (spot_pass_line(act_run(act), &to) < 0)
        act_jump(act, spot_of_pass(to, act_run(act), loop, pass));
    else if (spot_to_pass(&to, act_run(act), pass))
        act_arrive(act, to);
}

/* --- to a place --------------------------------------------------------------------------------------- */

/* False for a number that an int may not hold. */
static bool has_short_numbers(const char *text)
{
    enum { DIGITS = 9 };
    int digits = 0;
    for (; *text && digits <= DIGITS; text++)
        digits = is_digit(*text) ? digits + 1 : 0;
    return digits <= DIGITS;
}

bool go_is_place(const char *text)
{
    int stage, step, line, end = 0, length = (int)strlen(text);
    if (!has_short_numbers(text))
        return false;
    if (is_digits(text))
        return true;
    if (sscanf(text, "line %d%n", &line, &end) == 1 && end == length)
        return true;
    return sscanf(text, "%d.%d%n", &stage, &step, &end) == 2 && end == length && is_digit(*text);
}

/* Finds the first stop of the statement in a line of the file, or after it. */
static bool spot_of_line(Spot *s, const Run *run, int line)
{
    int at = line < 1 ? run->statements : run_statement_at(run, line);
    while (at < run->statements &&
           run->statement[at].first_stop == run->statement[at + 1].first_stop)
        at++;
    if (at >= run->statements)
        return false;
    const Stop *found = &run->stop[run->statement[at].first_stop];
    for (int i = run->statement[at].first_stop; i < run->statement[at + 1].first_stop; i++)
        if (run->stop[i].line >= 0 && run->line[run->stop[i].line].first == line) {
            found = &run->stop[i];
            break;
        }
    *s = spot_at(*s, run, run_stage_of_stop(run, found), run_number_of_stop(run, found));
    return true;
}

bool go_spot(Spot *s, const Run *run, const char *place, Buf *why)
{
    int stage = 0, step = 0, line;
    Spot to = *s;
    to.anchor = 0;
    if (!go_is_place(place)) {
        buf_puts(why, "expected a stage, a step or a line, like 4, 4.2 or line 19");
        return false;
    }
    if (sscanf(place, "line %d", &line) == 1) {
        bool is_there = spot_of_line(s, run, line);
        buf_puts(why, is_there ? "" : "there is no code at or after that line");
        return is_there;
    }
    sscanf(place, "%d.%d", &stage, &step);
    if (stage < 0 || stage >= run->lesson->stages) {
        buf_printf(why, "the lesson has stages 0 to %d", run->lesson->stages - 1);
        return false;
    }
    to.stage = stage;
    int number = spot_nth(run, &to, stage, step);
    if (number < 0) {
        buf_printf(why, "stage %d has steps 0 to %d", stage,
                   spot_count(run, &to, run_stops(run, stage)));
        return false;
    }
    *s = spot_at(to, run, stage, number);
    return true;
}

void go_lesson(Act *act, const char *name)
{
    int lesson = library_named(act->w->library, name);
    if (!*name && act->m->pages > 1) {
        to_menu(act);
    } else if (lesson >= 0) {
        act_no_way(act);
        act_do(act, EFFECT_OPEN, lesson, NULL);
    } else if (*name) {
        act_say(act, "There is no lesson %s here.", name);
    }
}

void go_to(Act *act, const char *place)
{
    Spot to = model_spot(act->m);
    Buf why = {.arena = act->a};
    if (!act_run(act))
        go_lesson(act, place);
    else if (go_spot(&to, act_run(act), place, &why))
        act_jump(act, to);
    else
        act_say(act, "goto %s: %s.", place, buf_text(&why));
}

const char *go_hint_back(const Act *act)
{
    Spot s = model_spot(act->m);
    return act_run(act) ? arena_format(act->a, "to %s", spot_number(act->a, act_run(act), &s))
                        : NULL;
}
