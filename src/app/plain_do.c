/* What the commands of plain mode do that is more than to press a key. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "app/cell_words.h"
#include "app/change_words.h"
#include "app/guess.h"
#include "app/keys.h"
#include "app/plain_internal.h"
#include "app/update.h"
#include "base/common.h"
#include "base/utf8.h"
#include "lesson/library.h"
#include "view/explain.h"
#include "view/number.h"
#include "view/page_text.h"
#include "view/report.h"
#include "view/search.h"
#include "view/spoken.h"

/* How well a lesson is named: 0 not at all, 1 by a part of its title, more by all of that, or by its number or how
 * its file begins. */
static int fits(const Entry *entry, const char *wanted)
{
    const char *title = entry->lesson ? entry->lesson->title : "";
    if (plain_is_number(wanted))
        return atoi(entry->name) == atoi(wanted) ? 3 : 0;
    if (strncmp(entry->name, wanted, strlen(wanted)) == 0)
        return 3;
    bool is_part = utf8_contains(title, strlen(title), wanted);
    return is_part + (is_part && strlen(title) == strlen(wanted));
}

static void open_entry(Plain *p, int index)
{
    const Entry *entry = &p->library->entry[index];
    if (entry->lesson) {
        app_open(p->app, index);
        plain_message(p);
        plain_tell(p);
        return;
    }
    buf_printf(&p->out, "%s is ", entry->name);
    library_broken(&p->out, entry);
    buf_printf(&p->out, ": %s\n", entry->err.message);
}

void plain_open(Plain *p, const char *wanted)
{
    int which = p->offers ? plain_ordinal(wanted) : 0;
    if (which > 0 && p->offered[which - 1] >= 0) {
        p->offers = false;
        open_entry(p, p->offered[which - 1]);
        return;
    }
    int best = 0, found = -1, several = 0;
    for (int i = 0; i < p->library->count; i++) {
        int fit = fits(&p->library->entry[i], wanted);
        several = fit > best ? 1 : several + (fit > 0 && fit == best);
        found = fit > best ? i : found;
        best = max_int(best, fit);
    }
    size_t length = strlen(wanted);
    if (best > 1 || several == 1) {
        open_entry(p, found);
        return;
    }
    Arena arena = {0};
    const char *one = several == 0 && length > 3 && wanted[length - 1] == 's'
                          ? arena_text(&arena, wanted, length - 1) /* "masks" */
                          : NULL;
    int fit_one = 0;
    for (int i = 0; one && i < p->library->count; i++)
        fit_one = max_int(fit_one, fits(&p->library->entry[i], one));
    if (fit_one > 0)
        plain_open(p, one);
    arena_release(&arena);
    if (fit_one > 0)
        return;
    buf_puts(&p->out,
             several ? "Several lessons have that in their titles:\n" : "There is no lesson ");
    int offered = 0;
    for (int i = 0; i < OFFERED_MOST; i++)
        p->offered[i] = -1;
    for (int i = 0; several && i < p->library->count; i++)
        if (fits(&p->library->entry[i], wanted) == best && offered++ < OFFERED_MOST)
            p->offered[offered - 1] = i;
    for (int i = 0; several && i < p->library->count; i++)
        if (fits(&p->library->entry[i], wanted) == best)
            buf_printf(&p->out, "%s: %s\n", p->library->entry[i].name,
                       p->library->entry[i].lesson->title);
    buf_shown(&p->out, wanted, several ? 0 : strlen(wanted));
    plain_say(p, several ? "-- a number opens one --" : ".");
    p->offers = several > 0;
}

/* From a cell to its stage, without a word; what the page is then. */
static Page leave_cell(Plain *p)
{
    if (app_place(p->app)->page == PAGE_CELL)
        app_key(p->app, 'q');
    return app_place(p->app)->page;
}

/* To a stage, or to its step with a number. Numbers are stages on the stage page alone. */
static void go_to(Plain *p, const char *stage, const char *step)
{
    leave_cell(p);
    for (const char *digit = stage; *digit; digit++)
        app_key(p->app, *digit);
    if (*step)
        app_key(p->app, '.');
    for (const char *digit = step; *digit; digit++)
        app_key(p->app, *digit);
    int before = app_place(p->app)->trails;
    app_key(p->app, K_ENTER);
    plain_message(p);
    if (app_place(p->app)->trails > before)
        plain_tell(p);
}

/* Whether words are about the title of a lesson. */
static bool is_lesson(const Plain *p, const char *words)
{
    bool is_it = false;
    for (int i = 0; i < p->library->count && strlen(words) > 3; i++)
        is_it = is_it || fits(&p->library->entry[i], words) > 0;
    return is_it;
}

/* To the stage that has words in its title; of several, they are told. */
static void go_to_titled(Plain *p, const char *words)
{
    const Lesson *lesson = plain_run_of(p)->lesson;
    Buf found = {0};
    int count = 0, last = 0;
    for (int i = 0; i < lesson->stages; i++) {
        const char *title = page_stage_title(lesson, i);
        if (!utf8_contains(title, strlen(title), words))
            continue;
        buf_printf(&found, "%s%d %s", count++ ? ", " : "", i, title);
        last = i;
    }
    char number[12];
    snprintf(number, sizeof number, "%d", last);
    if (count == 1)
        go_to(p, number, "");
    else if (count == 0 && plain_is_place(p, words))
        plain_cell(p); /* "go to x2 x3" */
    else if (count == 0 && is_lesson(p, words))
        plain_open(p, words);
    else if (count == 0)
        plain_say(p, "Which stage? contents lists them.");
    else
        buf_printf(&p->out, "Several stages have that in their titles: %s.\n", buf_text(&found));
    buf_release(&found);
}

void plain_stage(Plain *p)
{
    bool is_menu = app_place(p->app)->page == PAGE_MENU;
    char stage[5], step[4], line[7];
    int end = 0;
    if (is_menu && *p->rest)
        plain_open(p, p->rest);
    else if (is_menu || !*p->rest)
        plain_press(p, is_menu ? K_ENTER : 'n');
    else if (sscanf(p->rest, "%4[0-9]%*[, ]step %3[0-9]%n", stage, step, &end) == 2 &&
             !p->rest[end])
        go_to(p, stage, step);
    else if (sscanf(p->rest, "%4[0-9], line %6[0-9]%n", stage, line, &end) == 2 && !p->rest[end])
        go_to(p, stage, ""); /* as it is said where the numbers are written */
    else if (plain_is_step(p->rest))
        go_to(p, p->rest, "");
    else
        go_to_titled(p, p->rest);
}

/* A number alone is a step of the stage that the reader is in. */
void plain_go_to_step(Plain *p)
{
    char stage[12];
    snprintf(stage, sizeof stage, "%d", app_place(p->app)->where.stage);
    if (strchr(p->rest, '.') || !plain_is_number(p->rest))
        plain_stage(p);
    else
        go_to(p, stage, p->rest);
}

static bool is_named(const Plain *p)
{
    const Place *place = app_place(p->app);
    return place->page == PAGE_CELL && place->asked.step == p->named.step &&
           place->asked.cell == p->named.cell;
}

/* From a number that was asked by its name to the stage where that was said. */
static void leave_named(Plain *p)
{
    if (p->is_jump)
        app_key(p->app, 'q');
    plain_press(p, p->is_jump ? '\'' : 'q');
    p->is_jump = false;
}

/* From a cell that another one led to back to that one; from one that was asked by its name to the stage. */
void plain_back(Plain *p)
{
    const Place *place = app_place(p->app);
    bool has_jumped = place_chain(place) > 0;
    if (place->page == PAGE_MENU)
        plain_say(p, "There is nothing to go back to: these are the lessons.");
    else if (is_named(p) && !has_jumped)
        leave_named(p);
    else
        plain_press(p, has_jumped ? '\'' : keys_of_command(update_context(place), "back"));
}

/* A number that was asked by its name was not come to from another one: back to where that was said. */
void plain_return(Plain *p)
{
    const Place *place = app_place(p->app);
    bool is_first = place->page == PAGE_CELL && place_chain(place) == 0;
    if (is_named(p) && is_first)
        leave_named(p);
    else if (place->page != PAGE_CELL && place->trails == 0 && p->before >= 0)
        open_entry(p, p->before);
    else
        plain_press(p, is_first ? 'q' : '\'');
}

bool plain_ask(Plain *p, const char *words, bool follows)
{
    CellHere here = plain_here(p);
    int64_t cell;
    Place near = *app_place(p->app);
    const QkvTensor *now = here.step ? here.step->call.out : NULL;
    bool is_named = strchr(words, '[') || cell_tensor(&here, words, strcspn(words, " "));
    bool has_none = (!now || now->count == 0) && !is_named;
    near.where.stop = has_none ? place_numbers_near(here.run, &near) : 0;
    if (has_none && (!*words || near.where.stop == 0)) {
        plain_press(p, K_ENTER); /* asks a number near here, or says why there is none to ask */
        return false;
    }
    if (has_none)
        here.step = place_step(here.run, &near);
    const QkvTensor *t = cell_of_words(&here, words, &cell, &p->out);
    Place place = *app_place(p->app);
    if (t) {
        ask_go(&place, plain_run_of(p), t, cell, follows);
        p->named = *words && place_chain(&place) == 0 ? place.asked : (Asked){.step = -1};
        p->is_jump = false;
        app_put(p->app, &place);
    }
    return t != NULL;
}

bool plain_ask_found(Plain *p)
{
    Place place = *app_place(p->app);
    const QkvStep *step = plain_step(p);
    bool is_at_it = place.page == PAGE_STAGE && step && step->call.out->step == p->found.step;
    if (*p->rest || !(plain_is_where(p, &p->found) || (is_at_it && plain_is_there(p, &p->found))))
        return false;
    const Run *run = plain_run_of(p);
    const QkvTensor *t = run->tape->step[p->found.step].call.out;
    p->found.is_set = false;
    p->is_jump = place.page == PAGE_STAGE && !is_at_it;
    if (p->is_jump) {
        update_leave_trail(&place);
        jump_to_result(&place, run, t, p->found.cell);
    }
    ask_go(&place, run, t, p->found.cell, false);
    p->named = place.asked;
    app_put(p->app, &place);
    return true;
}

/* "where does weights x2 x3 come from", too. */
void plain_cell(Plain *p)
{
    static const char end[] = " come from";
    static const char *const the[] = {"the number ", "the ", "that ", "this "};
    Arena arena = {0};
    CellHere here = plain_here(p);
    size_t length = strlen(p->rest), last = strlen(end);
    bool is_asked_for = length > last && strcmp(p->rest + length - last, end) == 0;
    if (is_asked_for)
        p->rest = arena_text(&arena, p->rest, length - last);
    for (int i = 0; i < COUNT(the) && is_asked_for; i++)
        p->rest += strncmp(p->rest, the[i], strlen(the[i])) == 0 ? strlen(the[i]) : 0;
    double number;
    if (cell_is_item(&here, p->rest))
        plain_matrix(p);
    else if (is_asked_for && guess_read(p->rest, &number) && !plain_is_place(p, p->rest)) {
        if (!plain_follow_value(p, number))
            plain_search(p);
    } else if (plain_ask_found(p) || plain_ask(p, p->rest, false))
        plain_tell(p);
    p->rest = "";
    arena_release(&arena);
}

void plain_predict(Plain *p)
{
    predict_next(&p->out, plain_run_of(p), app_place(p->app), p->rest, &p->hinted);
    p->guesses = p->hinted.is_set;
}

void plain_hint(Plain *p)
{
    predict_hint(&p->out, plain_run_of(p), app_place(p->app), p->rest, &p->hinted);
    p->guesses = p->hinted.is_set;
}

/* Asks for the number that a command is about, with an example that is there. */
void plain_which(Plain *p, const char *command)
{
    Arena arena = {0};
    const Run *run = plain_run_of(p);
    const QkvStep *step = plain_here(p).step;
    for (int i = run->tape->count - 1; i >= 0 && !step; i--)
        step = run_name_of_step(run, i, false) ? &run->tape->step[i] : NULL;
    bool has_one = step && step->call.out->count > 0;
    buf_printf(&p->out, "Of which number? Such as: %s %s\n", command,
               has_one ? explain_cell(&arena, run, step->call.out, 0) : "weights[0][0]");
    arena_release(&arena);
}

/* Only the lessons that have some words. */
static void tell_lessons(Plain *p, const char *words)
{
    Place place = *app_place(p->app);
    snprintf(place.filter, sizeof place.filter, "%s", words);
    app_put(p->app, &place);
    plain_tell_menu(p);
}

void plain_list(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU)
        tell_lessons(p, "");
    else
        plain_tell_contents(p);
}

/* Keeps the first number that was found: cell alone asks it, until the reader has gone on. */
static bool keep_found(Plain *p, const Place *at, const Hit *hit, int hits)
{
    enum { FIRST = 2 }; /* with room for one alone it would be one that has it as shown */
    const Run *run = plain_run_of(p);
    for (int i = 0; i < hits; i++) {
        int64_t cell[FIRST];
        const Stop *stop = run_stop(run, hit[i].stage, hit[i].stop);
        const QkvTensor *t = stop && stop->step >= 0 ? stop->tensor : NULL;
        if (t && search_cells(&(Scene){.run = run}, at, t, cell, FIRST) > 0) {
            p->found = (Told){.from = *app_place(p->app), t->step, cell[0], .is_set = true};
            return true;
        }
    }
    return false;
}

/* "head 1": words of which the first is no result, so that they can be a part of several. */
static bool is_of_axis(const Plain *p, const char *words)
{
    CellHere here = {.run = plain_run_of(p)};
    size_t first = strcspn(words, " ");
    return words[first] && !cell_tensor(&here, words, first);
}

static void say_nowhere(Plain *p, const Place *at)
{
    Arena arena = {0};
    const Stop *stop;
    int64_t cell;
    const char *nearest = search_nearest(&arena, plain_run_of(p), at, &stop, &cell);
    if (nearest && stop->tensor->step >= 0)
        p->found = (Told){.from = *app_place(p->app), stop->tensor->step, cell, .is_set = true};
    buf_putc(&p->out, '"'); /* it may be any bytes */
    buf_shown(&p->out, at->search, strlen(at->search));
    buf_puts(&p->out, "\" is in no text, name, label or number of this lesson.");
    buf_printf(&p->out, nearest ? " The nearest is %s.\n" : "%s\n", nearest ? nearest : "");
    arena_release(&arena);
}

void plain_search(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU) {
        tell_lessons(p, p->rest);
        return;
    }
    Arena arena = {0};
    Place at = *app_place(p->app);
    snprintf(at.search, sizeof at.search, "%s", p->rest);
    int hits;
    const Hit *hit = search_hits(&arena, &(Scene){.run = plain_run_of(p), .is_plain = true}, &at,
                                 &hits);
    p->found.is_set = false;
    p->found_at[0] = '\0';
    if (hits > 0) {
        at.where.stage = hit[0].stage;
        snprintf(p->found_at, sizeof p->found_at, "%d.%d", hit[0].stage,
                 place_count(plain_run_of(p), &at, hit[0].stop));
        spoken_hits(&p->out, plain_run_of(p), &at, hit, hits, keep_found(p, &at, hit, hits));
        if (is_of_axis(p, p->rest))
            plain_tell_having(p, p->rest);
        if (strcasecmp(p->rest, "minus infinity") == 0)
            plain_say(p, "-- these are words; search -inf finds the numbers --");
    } else if (!*p->rest)
        plain_say(p, "Search for what?");
    else if (!plain_tell_having(p, p->rest)) {
        if (strchr(p->rest, '[') || plain_is_place(p, p->rest))
            plain_cell(p);
        else
            say_nowhere(p, &at);
    }
    arena_release(&arena);
}

void plain_menu(Plain *p)
{
    if (leave_cell(p) == PAGE_STAGE)
        plain_press(p, 'q');
    else
        tell_lessons(p, "");
}

void plain_lesson(Plain *p)
{
    bool is_before = same_text(p->rest, "before");
    if (is_before && p->before >= 0)
        open_entry(p, p->before);
    else if (is_before)
        plain_say(p, "You were in no lesson before this one.");
    else if (*p->rest && !same_text(p->rest, "next"))
        plain_open(p, p->rest);
    else
        plain_press(p, leave_cell(p) == PAGE_MENU ? K_ENTER : ')');
}

/* The cell that words name; NULL for none, without a word. */
static const QkvTensor *cell_named(const Plain *p, const char *words, int64_t *cell)
{
    CellHere here = plain_here(p);
    Buf said = {0};
    const QkvTensor *t = cell_of_words(&here, words, cell, &said);
    buf_release(&said);
    return t;
}

/* A number with all its digits, before what else there is to say of it. */
static void tell_full(Plain *p)
{
    Arena arena = {0};
    int64_t cell;
    const QkvTensor *t = cell_named(p, p->rest, &cell);
    if (t) {
        buf_printf(&p->out, "%s in full: ", explain_cell(&arena, plain_run_of(p), t, cell));
        number_full(&p->out, t, cell);
        plain_say(p, "");
    }
    arena_release(&arena);
    plain_cell(p);
}

/* The keys for more and fewer, as often as it takes. */
void plain_decimals(Plain *p)
{
    bool is_all = same_text(p->rest, "all");
    int wanted = plain_is_number(p->rest) ? atoi(p->rest) : -1;
    if (is_all && place_decimals(app_place(p->app)) == NUMBER_MOST_DECIMALS) {
        buf_printf(&p->out,
                   "Numbers have %d decimals already: decimals alone goes back to fewer.\n",
                   NUMBER_MOST_DECIMALS);
        return;
    }
    if (!*p->rest || is_all) {
        plain_press(p, 'x');
        return;
    }
    if (wanted < 0 && plain_is_place(p, p->rest)) {
        tell_full(p);
        return;
    }
    if (wanted < 0 || wanted > NUMBER_MOST_DECIMALS) {
        buf_printf(&p->out, "decimals 0 to %d; a number that is asked is told with all\n",
                   NUMBER_MOST_DECIMALS);
        return;
    }
    for (int by = wanted - place_decimals(app_place(p->app)); by != 0; by += by > 0 ? -1 : 1)
        app_key(p->app, by > 0 ? '+' : '-');
    plain_message(p);
    plain_tell(p);
}

bool plain_number(Plain *p, const char *command)
{
    if (*p->rest && !plain_ask(p, p->rest, false))
        return false;
    bool has_one = plain_ask_found(p) || app_place(p->app)->page == PAGE_CELL;
    if (!has_one)
        plain_which(p, command);
    return has_one;
}

/* Of the result that is named, or was told last. */
static void report_meant(Plain *p, int key)
{
    Place before = *app_place(p->app);
    if (plain_go_to_meant(p))
        plain_report(p, key);
    app_put(p->app, &before);
}

void plain_columns(Plain *p)
{
    report_meant(p, 'C');
}

/* What is wrong with a line, and from where on: a mark under it tells a listener nothing. */
static void say_wrong(Plain *p, const Err *err, const char *line)
{
    const char *at = line;
    unsigned code;
    for (int i = 1; i < err->at.col && *at; i++)
        at += utf8_next(at, strlen(at), &code);
    bool is_in_it = at > line && *at;
    buf_shown(&p->out, err->message, strlen(err->message));
    buf_puts(&p->out, is_in_it ? ", at: " : "");
    buf_shown(&p->out, at, is_in_it ? strlen(at) : 0);
    buf_putc(&p->out, '\n');
}

/* The change, with the cell that its words mean in what was told last, if they mean none as they are. */
static const char *change_told(Arena *a, const Plain *p)
{
    CellHere here = plain_here(p);
    Change change;
    Err err = {0};
    const char *meant = here.step == plain_step(p) ||
                                change_parse(a, here.run, p->rest, &change, &err)
                            ? NULL
                            : change_of_words(a, &here, p->rest);
    return meant ? meant : p->rest;
}

/* Words before a = that begin with a result and name none of its cells: why not. False where they do. */
static bool say_no_cell(Plain *p, const char *line)
{
    Arena arena = {0};
    Buf said = {.arena = &arena};
    CellHere here = plain_here(p);
    here.is_exact = true; /* as of a change */
    const char *left = arena_text(&arena, line, strcspn(line, "="));
    size_t name = strcspn(left, " ");
    bool is_words = left[name] && left[name + 1] && !strpbrk(left, "[(.+-*/");
    int64_t cell;
    bool is_none = is_words && cell_tensor(&here, left, name) &&
                   !cell_of_words(&here, left, &cell, &said) && said.length > 0;
    if (is_none)
        buf_puts(&p->out, buf_text(&said));
    arena_release(&arena);
    return is_none;
}

/* What becomes of the number from which the reader followed the way to this one. */
static void tell_origin(Plain *p)
{
    const Place *place = app_place(p->app);
    int chain = place->page == PAGE_CELL ? place_chain(place) : 0;
    if (chain == 0)
        return;
    const Asked *first = &place->trail[place->trails - chain].asked;
    plain_tell_before(p, plain_run_of(p)->tape->step[first->step].call.out, first->cell);
}

void plain_what_if(Plain *p)
{
    Err err = {0};
    const WhatIf *w = app_what_if(p->app);
    Arena arena = {0};
    ChangeLine line[WHATIF_LINES + 1];
    int lines = 0;
    for (; w && lines < w->lines; lines++)
        line[lines] = w->line[lines];
    line[lines++] = (ChangeLine){change_told(&arena, p), false};
    bool ok = app_change(p->app, line, lines, &err);
    arena_release(&arena);
    if (!ok) {
        if (!say_no_cell(p, p->rest))
            say_wrong(p, &err, p->rest);
        return;
    }
    plain_message(p);
    tell_origin(p);
    if (app_what_if(p->app)->several && plain_step(p))
        plain_report(p, 'C');
    else
        plain_tell(p);
}

/* What the full screens begin to type is told, to be typed here; the reader stays where that was asked. */
void plain_change(Plain *p)
{
    if (plain_is_change(p->rest)) {
        plain_what_if(p);
        return;
    }
    Place before = *app_place(p->app);
    CellHere here = plain_here(p);
    bool is_result = !*p->rest || cell_tensor(&here, p->rest, strlen(p->rest));
    if (!(is_result ? plain_go_to_meant(p) : plain_ask(p, p->rest, false)))
        return;
    app_key(p->app, '=');
    plain_message(p);
    if (app_place(p->app)->typing.text[0])
        buf_printf(&p->out, "Type it with another right side: what-if %s\n",
                   app_place(p->app)->typing.text);
    app_put(p->app, &before);
}

/* "the same cell of head 0": what is another there. */
static const char *beyond_same(const char *words)
{
    static const char *const same[] = {"the same cell of ",
                                       "the same cell in ",
                                       "the same number of ",
                                       "the same number in ",
                                       "the same of ",
                                       "the same in ",
                                       "that of ",
                                       "that in ",
                                       "the one of ",
                                       "the one in "};
    for (int i = 0; i < COUNT(same); i++)
        if (strncasecmp(words, same[i], strlen(same[i])) == 0)
            return words + strlen(same[i]);
    return words;
}

static void tell_pair(Plain *p, const QkvTensor *a, int64_t x, const QkvTensor *b, int64_t y)
{
    Arena arena = {0};
    double first = qkv_tensor_at(a, x), second = qkv_tensor_at(b, y);
    buf_printf(&p->out, "%s is ", explain_cell(&arena, plain_run_of(p), a, x));
    number_full(&p->out, a, x);
    buf_printf(&p->out, ", %s is ", explain_cell(&arena, plain_run_of(p), b, y));
    number_full(&p->out, b, y);
    buf_printf(&p->out, ": %s.\n",
               isnan(first) || isnan(second) ? "nan is no number to compare"
               : first > second              ? "the first is larger"
               : first < second              ? "the second is larger"
                                             : "they are the same");
    bool are_apart = isfinite(first) && isfinite(second) && first != second;
    if (are_apart && second != 0)
        buf_printf(&p->out, "%.6g apart; the first is %.6g times the second.\n",
                   fabs(first - second), first / second);
    else if (are_apart)
        buf_printf(&p->out, "%.6g apart.\n", fabs(first - second));
    plain_say(p, "-- the name of each tells what it is made of --");
    arena_release(&arena);
}

/* "weights[x3][x2] with weights[x3][x3]", "scores a x1 x2 with head b", of one run, or what is wrong with them; false
 * where no two were named. */
static bool compare_pair(Plain *p)
{
    static const char with[] = " with ";
    Arena arena = {0};
    const Run *run = plain_run_of(p);
    const char *line = arena_format(&arena, " %s",
                                    p->rest); /* "with head b" is of the number at hand */
    const char *at = strstr(line, with);
    if (!at) {
        arena_release(&arena);
        return false;
    }
    const char *one = at > line ? arena_text(&arena, line + 1, (size_t)(at - line - 1)) : "";
    const char *other = beyond_same(at + strlen(with));
    one = plain_is_it(one) ? "" : one;
    other = plain_is_it(other) ? "" : other;
    int64_t x, y;
    CellHere here = plain_here(p);
    if (!*one && !here.is_asked) {
        plain_say(p, "Compare which number? Ask one, or name two: compare A with B.");
        arena_release(&arena);
        return true;
    }
    const QkvTensor *a = cell_of_words(&here, one, &x, &p->out);
    if (a) { /* what the other leaves out is as in this one */
        here.step = &run->tape->step[a->step];
        here.cell = x;
        here.is_asked = true;
    }
    const QkvTensor *b = a ? cell_of_words(&here, other, &y, &p->out) : NULL;
    if (b) {
        tell_pair(p, a, x, b, y);
        plain_keep_told(p, a, x, true);
    }
    arena_release(&arena);
    return true;
}

/* Of one number; false for none. */
static bool compare_cell(Plain *p)
{
    CellHere here = plain_here(p);
    Arena arena = {0};
    Buf said = {.arena = &arena};
    int64_t cell;
    bool is_it = plain_is_place(p, p->rest) && !cell_is_item(&here, p->rest);
    const QkvTensor *t = is_it ? cell_of_words(&here, p->rest, &cell, &said) : NULL;
    if (t && !plain_tell_before(p, t, cell))
        buf_printf(&p->out, "%s is the same, or there was no such number before.\n",
                   explain_cell(&arena, here.run, t, cell));
    arena_release(&arena);
    return t != NULL;
}

/* What is the difference, result by result, or of the one that is named. */
void plain_compare(Plain *p)
{
    const WhatIf *w = app_what_if(p->app);
    const Run *run = plain_run_of(p);
    if (plain_is_number(p->rest)) {
        buf_printf(&p->out, "Two lessons are compared in the shell: qkv compare %s %s\n",
                   p->library->entry[app_place(p->app)->where.lesson].name, p->rest);
        return;
    }
    if (compare_pair(p) || (w && *p->rest && compare_cell(p)))
        return;
    const QkvTensor *t = w && *p->rest ? plain_tensor_meant(p) : NULL;
    const Stop *stop = NULL;
    for (int i = 0; t && i < run->stops && !stop; i++)
        stop = run->stop[i].tensor == t ? &run->stop[i] : NULL;
    if (!w && (same_text(p->rest, "with") || (*p->rest && plain_is_place(p, p->rest))))
        plain_say(p, "With which other? compare A with B.");
    else if (!w)
        plain_say(p, "Nothing is changed: what-if x[0, 0] = 2");
    else if (stop)
        plain_tell_changed(p, stop);
    else if (t)
        plain_say(p, "No step tells this one alone: compare without a name lists all.");
    else if (!*p->rest)
        report_compare(&p->out, align_comparison(w->variant[0].align), "as it is", "what if",
                       REPORT_WHOLE);
}

void plain_changes(Plain *p)
{
    const WhatIf *w = app_what_if(p->app);
    for (int i = 0; w && i < w->lines; i++)
        buf_printf(&p->out, "%d %s%s\n", i + 1, w->line[i].text, w->line[i].is_off ? " (off)" : "");
    if (!w)
        plain_say(p, "Nothing is changed: what-if x[0, 0] = 2");
}

/* A key on one of the changes in their list. */
static void do_to_change(Plain *p, int key)
{
    const WhatIf *w = app_what_if(p->app);
    int number = plain_is_number(p->rest) ? atoi(p->rest) : 0;
    if (!w || number < 1 || number > w->lines) {
        plain_say(p, w ? "Which one? By its number in changes." : "Nothing is changed.");
        return;
    }
    app_key(p->app, 'w');
    Place place = *app_place(p->app);
    place.choice = number - 1;
    app_put(p->app, &place);
    app_key(p->app, key);
    plain_message(p);
    app_key(p->app, K_ESCAPE);
    plain_tell(p);
}

/* All of them off, or if none is on, all on again: the one and the other run. */
static void switch_all(Plain *p)
{
    Err err = {0};
    const WhatIf *w = app_what_if(p->app);
    ChangeLine line[WHATIF_LINES + 1];
    bool is_any_on = false;
    for (int i = 0; w && i < w->lines; i++)
        is_any_on = is_any_on || !w->line[i].is_off;
    for (int i = 0; w && i < w->lines; i++)
        line[i] = (ChangeLine){w->line[i].text, is_any_on};
    if (!w) {
        plain_say(p, "Nothing is changed.");
    } else if (app_change(p->app, line, w->lines, &err)) {
        plain_say(p, is_any_on ? "As it was, without the changes; switch again brings them back."
                               : "With the changes; switch again is without them.");
        plain_tell(p);
    } else {
        buf_printf(&p->out, "%s\n", err.message);
    }
}

void plain_switch(Plain *p)
{
    if (*p->rest)
        do_to_change(p, ' ');
    else
        switch_all(p);
}

void plain_delete(Plain *p)
{
    do_to_change(p, 'd');
}

void plain_links(Plain *p)
{
    report_meant(p, '&');
}

void plain_code(Plain *p)
{
    if (app_place(p->app)->page == PAGE_STAGE)
        plain_report(p, '#');
    else
        plain_say(p, "In a stage: code lists all of its code.");
}

void plain_notes(Plain *p)
{
    const Place *place = app_place(p->app);
    if (lesson_notes(&p->out, &plain_run_of(p)->lesson->stage[place->where.stage]) == 0)
        plain_say(p, "There are no notes for the speaker here.");
}
