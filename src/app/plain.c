/* Plain mode: a line comes in, a command or the name of a key; what it leads to is told as text. It
 * drives the same app as the full screens, so places, keys and messages are theirs. */
#include "app/plain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "app/cell_words.h"
#include "app/editor.h"
#include "app/keys.h"
#include "app/predict.h"
#include "app/update.h"
#include "base/common.h"
#include "core/print.h"
#include "lesson/library.h"
#include "view/changed.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/page.h"
#include "view/report.h"
#include "view/search.h"
#include "view/spoken.h"
#include "view/transcript.h"

enum { LINE_BYTES = 1000, COLUMNS = 78 };

typedef struct Plain {
    App *app;
    Library *library;
    const char *rest; /* what follows the word of a command */
    Buf out;          /* the answer to one line             */
    Hinted hinted;
    bool quit;
} Plain;

/* --- telling where the reader is -------------------------------------------------------------- */

static const Run *run_of(const Plain *p)
{
    return app_run(p->app);
}

/* The step whose result can be asked: on the cell page the one asked already. NULL for none. */
static const QkvStep *step_asked(const Plain *p)
{
    const Place *place = app_place(p->app);
    if (place->page == PAGE_CELL)
        return &run_of(p)->tape->step[place->asked.step];
    const Stop *stop = place->page == PAGE_STAGE ? place_stop(run_of(p), place) : NULL;
    return stop && stop->kind == STOP_TENSOR && stop->step >= 0 ? &run_of(p)->tape->step[stop->step]
                                                                : NULL;
}

static void say(Plain *p, const char *text)
{
    buf_printf(&p->out, "%s\n", text);
}

static void tell_menu(Plain *p)
{
    Arena arena = {0};
    Scene scene = {.library = p->library};
    int count, at, *index = menu_lessons(&arena, &scene, app_place(p->app), &count, &at);
    for (int i = 0; i < count; i++) {
        const Entry *entry = &p->library->entry[index[i]];
        buf_printf(&p->out, "%s %s: %s%s\n", i == at ? ">" : " ", entry->name,
                   entry->lesson ? entry->lesson->title : "", entry->err.set ? " (broken)" : "");
    }
    say(p, count == 0 ? "No lessons." : "-- lessons: a number opens one; Enter, help, quit --");
    arena_release(&arena);
}

/* What a change does to the result at hand. */
static void tell_changed(Plain *p)
{
    Arena arena = {0};
    const Place *place = app_place(p->app);
    const WhatIf *w = app_what_if(p->app);
    const Stop *stop = w && place->page == PAGE_STAGE ? place_stop(run_of(p), place) : NULL;
    if (stop) {
        int now = (int)(stop - run_of(p)->stop);
        const char *numbers = changed_numbers(&arena, w->variant[0].align, now);
        const char *winners = changed_winners(&arena, w->variant[0].align, now);
        buf_printf(&p->out, "What if: %s\n", numbers ? numbers : "this shows no number.");
        changed_list(&p->out, w->variant[0].align, now, place_decimals(place));
        if (winners)
            say(p, winners);
    }
    arena_release(&arena);
}

static void tell_stage(Plain *p)
{
    const Place *place = app_place(p->app);
    const Lesson *lesson = run_of(p)->lesson;
    int steps = place_count(run_of(p), place, run_stops(run_of(p), place->where.stage));
    if (place->where.stage == 0 && place->where.stop == 0)
        buf_printf(&p->out, "%s\n\n", lesson->title);
    transcript_spoken(&p->out, run_of(p), place);
    tell_changed(p);
    buf_printf(&p->out, "-- stage %d/%d", place->where.stage, lesson->stages - 1);
    if (steps > 0)
        buf_printf(&p->out, ", step %d/%d", place_count(run_of(p), place, place->where.stop),
                   steps);
    bool asks = place->where.stop == 0 && lesson_asks(&lesson->stage[place->where.stage]);
    buf_printf(&p->out, "; Enter next, back%s%s, help, quit --\n", step_asked(p) ? ", cell" : "",
               asks && !place->view.answered ? ", answer" : "");
}

static void tell_cell(Plain *p)
{
    Arena arena = {0};
    const Place *place = app_place(p->app);
    const Run *run = run_of(p);
    const QkvStep *step = &run->tape->step[place->asked.step];
    QkvTerms terms = qkv_terms(&step->call, place->asked.cell, &arena);
    Explanation e = explain(&arena, run, place->asked.step, place->asked.cell, &terms,
                            place->asked.pick, COLUMNS, place_decimals(place));
    say(p, e.what);
    if (step->call.count > 0)
        say(p, explain_formula_rows(&arena, run, -1, place->asked.step, 2, COLUMNS));
    for (int i = 0; i < e.lines; i++)
        say(p, e.line[i]);
    say(p, e.full);
    say(p, "-- a cell; terms, follow N, Enter next cell, up, help --");
    arena_release(&arena);
}

static void tell_contents(Plain *p)
{
    const Place *place = app_place(p->app);
    const Lesson *lesson = run_of(p)->lesson;
    for (int s = 0; s < lesson->stages; s++)
        buf_printf(&p->out, "%s %2d %s\n", s == place->where.stage ? ">" : " ", s,
                   s == 0 ? "Introduction" : lesson->stage[s].title);
    say(p, "-- contents; a number goes to a stage --");
}

/* What the last key had to say, if anything. */
static bool say_message(Plain *p)
{
    if (app_message(p->app))
        say(p, app_message(p->app));
    return app_message(p->app) != NULL;
}

/* The lessons, a step, or a cell. */
static void tell(Plain *p)
{
    static void (*const pages[])(Plain *) = {
        [PAGE_MENU] = tell_menu, [PAGE_STAGE] = tell_stage, [PAGE_CELL] = tell_cell};
    pages[app_place(p->app)->page](p);
}

/* The matrix of the result that is told, or that the cell in question lies in. */
static int64_t item_here(const Plain *p, const QkvTensor *t)
{
    const Place *at = app_place(p->app);
    int64_t item = at->page == PAGE_CELL ? matrix_item(t, at->asked.cell) : at->view.item;
    return item < matrix_items(t) ? item : 0;
}

/* All the numbers of the matrix in question, row by row. */
static void tell_numbers(Plain *p)
{
    enum { MOST_ROWS = 100 };
    const Place *place = app_place(p->app);
    const QkvStep *step = step_asked(p);
    const QkvTensor *t = step ? step->call.out : NULL;
    if (!t || t->count == 0) {
        say(p, "There are no numbers here.");
        return;
    }
    spoken_matrix(&p->out, run_of(p), place, t, item_here(p, t), MOST_ROWS);
}

/* As PyTorch prints it. */
static void tell_printed(Plain *p)
{
    const QkvStep *step = step_asked(p);
    if (step)
        print_tensor(&p->out, step->call.out, &print_default);
    say(p, step ? "" : "There are no numbers here.");
}

/* --- keys ------------------------------------------------------------------------------------- */

/* Whether a key led to something that is told here: another page, step or cell. */
static bool is_news(const Place *before, const Place *now)
{
    return before->page != now->page || before->where.lesson != now->where.lesson ||
           before->where.stage != now->where.stage || before->where.stop != now->where.stop ||
           before->view.answered != now->view.answered || before->asked.step != now->asked.step ||
           before->asked.cell != now->asked.cell || before->look.decimals != now->look.decimals ||
           before->look.full != now->look.full || before->view.item != now->view.item ||
           before->look.sums != now->look.sums;
}

static void run_command(Plain *p, const char *name);

static void edit(Plain *p)
{
    Arena arena = {0};
    int line;
    if (!app_copy(p->app))
        return;
    const char *path = app_source(p->app, &line);
    app_edited(p->app, editor_run(editor_command(&arena, path, line)));
    arena_release(&arena);
}

/* What a key lays over the page on the full screens, the command of its row tells. */
static void press(Plain *p, int key)
{
    Place before = *app_place(p->app);
    const KeyRow *row = keys_find(update_context(&before), key);
    AppWish wish = app_key(p->app, key);
    const Place *now = app_place(p->app);
    if (wish == APP_QUIT) {
        p->quit = true;
        return;
    }
    if (now->overlay != OVERLAY_NONE) {
        app_key(p->app, K_ESCAPE);
        run_command(p, row->command);
        return;
    }
    if (wish == APP_EDIT)
        edit(p);
    if (wish == APP_MOUSE || wish == APP_REDRAW || wish == APP_SUSPEND)
        say(p, "That is a key of the full screens.");
    say_message(p);
    if (is_news(&before, now))
        tell(p);
}

/* --- commands --------------------------------------------------------------------------------- */

static bool is_number(const char *text)
{
    return *text && strlen(text) < 6 && text[strspn(text, "0123456789")] == '\0';
}

static void open_lesson(Plain *p, const char *wanted)
{
    for (int i = 0; i < p->library->count; i++) {
        const Entry *entry = &p->library->entry[i];
        bool fits = is_number(wanted) ? atoi(entry->name) == atoi(wanted)
                                      : strncmp(entry->name, wanted, strlen(wanted)) == 0;
        if (!fits)
            continue;
        if (!entry->lesson) {
            buf_printf(&p->out, "%s is ", entry->name);
            library_broken(&p->out, entry);
            buf_printf(&p->out, ": %s\n", entry->err.message);
            return;
        }
        app_open(p->app, i);
        say_message(p);
        tell(p);
        return;
    }
    buf_puts(&p->out, "There is no lesson ");
    buf_shown(&p->out, wanted, strlen(wanted));
    say(p, ".");
}

/* From a cell to its stage, without a word; what the page is then. */
static Page leave_cell(Plain *p)
{
    if (app_place(p->app)->page == PAGE_CELL)
        app_key(p->app, 'q');
    return app_place(p->app)->page;
}

/* "4" or "4.2". */
static bool is_step(const char *text)
{
    size_t stage = strspn(text, "0123456789"), step = stage;
    if (text[stage] == '.')
        step += 1 + strspn(text + stage + 1, "0123456789");
    return stage > 0 && text[step] == '\0' && step < 9 && text[step - 1] != '.';
}

static void do_go(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU) {
        open_lesson(p, p->rest);
        return;
    }
    if (!is_step(p->rest)) {
        say(p, "Which stage? contents lists them.");
        return;
    }
    leave_cell(p); /* numbers are stages on the stage page alone */
    for (const char *digit = p->rest; *digit; digit++)
        app_key(p->app, *digit);
    int before = app_place(p->app)->trails;
    app_key(p->app, K_ENTER);
    say_message(p);
    if (app_place(p->app)->trails > before)
        tell(p);
}

/* From a cell that another one led to back to that one. */
static void do_back(Plain *p)
{
    const Place *place = app_place(p->app);
    bool has_jumped = place_chain(place) > 0;
    press(p, has_jumped ? '\'' : keys_of_command(update_context(place), "back"));
}

static void do_ask(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU) {
        say(p, "In a lesson: cell x2 x3 asks where that number comes from.");
        return;
    }
    CellHere here = {.run = run_of(p), .step = step_asked(p)};
    Place place = *app_place(p->app);
    const QkvTensor *now = here.step ? here.step->call.out : NULL;
    bool is_named = strchr(p->rest, '[') || cell_tensor(&here, p->rest, strcspn(p->rest, " "));
    if ((!now || now->count == 0) && !is_named) {
        press(p, K_ENTER); /* says why there is nothing to ask */
        return;
    }
    if (now)
        here.cell = place.page == PAGE_CELL
                        ? place.asked.cell
                        : item_here(p, now) * matrix_rows(now) * matrix_cols(now);
    int64_t cell;
    const QkvTensor *t = cell_of_words(&here, p->rest, &cell, &p->out);
    if (!t)
        return;
    if (place.page == PAGE_CELL && t != now) { /* back leads back from there */
        update_leave_trail(&place);
        place.chain = min_int(place.chain + 1, TRAIL_DEPTH);
    } else if (place.page == PAGE_STAGE) {
        place.chain = 0;
    }
    place.page = PAGE_CELL;
    place.asked = place_ask(here.run, t->step, cell);
    app_put(p->app, &place);
    tell(p);
}

/* The matrix that "2", or "sentence b" without the names of the axes, means; -1 after saying why not. */
static int64_t matrix_said(Plain *p, const QkvTensor *t)
{
    char word[LINE_BYTES];
    int64_t item = 0;
    int axis = 0;
    if (is_number(p->rest)) {
        item = atoi(p->rest);
        if (item >= 1 && item <= matrix_items(t))
            return item - 1;
        buf_printf(&p->out, "matrix 1 to %lld\n", (long long)matrix_items(t));
        return -1;
    }
    for (const char *rest = p->rest; *rest && axis < t->rank - 2; axis++) {
        size_t length = strcspn(rest, " ,");
        snprintf(word, sizeof word, "%.*s", (int)length, rest);
        int64_t index = cell_index(t, axis, word, 0);
        if (index < 0) {
            cell_refuse_index(&p->out, t, axis, word, 0);
            return -1;
        }
        item = item * t->size[axis] + index;
        rest += length + strspn(rest + length, " ,");
    }
    for (; axis < t->rank - 2; axis++)
        item *= t->size[axis];
    return item;
}

/* Another matrix of the result, on the page of a number the same cell of that. */
static void do_matrix(Plain *p)
{
    const QkvStep *step = step_asked(p);
    const QkvTensor *t = step ? step->call.out : NULL;
    if (!t || t->count == 0 || matrix_items(t) < 2) {
        say(p, "There is only one matrix here.");
        return;
    }
    int64_t item = *p->rest ? matrix_said(p, t) : (item_here(p, t) + 1) % matrix_items(t);
    if (item < 0)
        return;
    Place place = *app_place(p->app);
    int64_t size = matrix_rows(t) * matrix_cols(t);
    if (place.page == PAGE_CELL)
        place.asked = (Asked){.cell = item * size + place.asked.cell % size,
                              .step = place.asked.step};
    else
        place.view.item = item;
    app_put(p->app, &place);
    if (place.page == PAGE_CELL)
        tell(p);
    else
        tell_numbers(p);
}

static void do_predict_told(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU)
        say(p, "In a lesson: predict x2 x3 0.5 says whether that comes out next.");
    else
        predict_next(&p->out, run_of(p), app_place(p->app), p->rest);
}

static void do_hint_told(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU || !*p->rest)
        say(p, "For a prediction: hint x2 x3 helps with that number of the next result.");
    else
        predict_hint(&p->out, run_of(p), app_place(p->app), p->rest, &p->hinted);
}

/* The cells that made the one in question; memory from `a`. */
static QkvTerms terms_of(const Plain *p, Arena *a)
{
    return qkv_terms(&step_asked(p)->call, app_place(p->app)->asked.cell, a);
}

static bool is_on_cell(Plain *p)
{
    if (app_place(p->app)->page == PAGE_CELL)
        return true;
    say(p, "First ask a cell, such as: cell 0 0");
    return false;
}

static void do_terms(Plain *p)
{
    enum { MOST = 200 };
    if (!is_on_cell(p))
        return;
    Arena arena = {0};
    QkvTerms t = terms_of(p, &arena);
    const QkvCall *call = &step_asked(p)->call;
    int count = explain_picks(&t);
    for (int i = 0; i < count && i < MOST; i++) {
        QkvSource s = explain_source(&t, i);
        const QkvTensor *in = call->in[s.operand];
        buf_printf(&p->out, "%3d %s = ", i + 1, explain_cell(&arena, run_of(p), in, s.cell));
        number_full(&p->out, in, s.cell);
        if (in->step >= 0)
            buf_printf(&p->out, ", made in stage %d", run_stage_of_step(run_of(p), in->step));
        say(p, "");
    }
    if (count > MOST)
        buf_printf(&p->out, "and %d more\n", count - MOST);
    say(p, count > 0 ? "-- follow N goes to one of them --"
                     : "Nothing made this number: it is written in the lesson.");
    arena_release(&arena);
}

static void do_follow(Plain *p)
{
    if (!is_on_cell(p))
        return;
    Arena arena = {0};
    QkvTerms t = terms_of(p, &arena);
    int count = explain_picks(&t), which = is_number(p->rest) ? atoi(p->rest) : *p->rest ? 0 : 1;
    arena_release(&arena);
    if (count > 0 && (which < 1 || which > count)) {
        buf_printf(&p->out, "follow 1 to %d: terms lists them\n", count);
        return;
    }
    Place place = *app_place(p->app);
    place.asked.pick = count > 0 ? which - 1 : 0;
    app_put(p->app, &place);
    press(p, K_ENTER);
}

static void do_list(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU)
        tell_menu(p);
    else
        tell_contents(p);
}

static void do_search(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU) {
        Place place = *app_place(p->app);
        snprintf(place.filter, sizeof place.filter, "%s", p->rest);
        app_put(p->app, &place);
        tell_menu(p);
        return;
    }
    Arena arena = {0};
    Place at = *app_place(p->app);
    snprintf(at.search, sizeof at.search, "%s", p->rest);
    int hits;
    const Hit *hit = search_hits(&arena, NULL, run_of(p), &at, &hits);
    if (hits > 0)
        spoken_hits(&p->out, run_of(p), &at, hit, hits);
    else
        say(p, !*p->rest              ? "Search for what?"
               : strchr(p->rest, '[') ? "It is nowhere: cell and such a place ask for a number."
                                      : "It is nowhere.");
    arena_release(&arena);
}

static void do_menu(Plain *p)
{
    if (leave_cell(p) == PAGE_STAGE)
        press(p, 'q');
    else
        tell_menu(p);
}

static void do_other_lesson(Plain *p)
{
    if (*p->rest) {
        open_lesson(p, p->rest);
        return;
    }
    press(p, leave_cell(p) == PAGE_MENU ? K_ENTER : ')');
}

/* A report over the page is told at once. */
static void tell_report(Plain *p, int key)
{
    Place before = *app_place(p->app);
    app_key(p->app, key);
    if (!say_message(p)) {
        const WhatIf *w = app_what_if(p->app);
        Scene scene = {.library = p->library,
                       .run = run_of(p),
                       .whatif = w,
                       .align = w ? w->variant[0].align : NULL};
        page_report_text(&p->out, &scene, app_place(p->app));
    }
    app_put(p->app, &before);
}

static void do_columns(Plain *p)
{
    if (run_of(p))
        tell_report(p, 'C');
    else
        say(p, "In a lesson: what-if x[0, 0] = 0, 1, 2, then columns");
}

static void do_what_if(Plain *p)
{
    Err err = {0};
    const WhatIf *w = app_what_if(p->app);
    ChangeLine line[WHATIF_LINES + 1];
    int lines = 0;
    if (app_place(p->app)->page == PAGE_MENU || !*p->rest) {
        say(p, "In a lesson: what-if x[0, 0] = 2");
        return;
    }
    for (; w && lines < w->lines; lines++)
        line[lines] = w->line[lines];
    line[lines++] = (ChangeLine){p->rest, false};
    if (!app_change(p->app, line, lines, &err)) {
        err_write(&p->out, &err, p->rest, strlen(p->rest));
        return;
    }
    say_message(p);
    if (app_what_if(p->app)->several && step_asked(p))
        do_columns(p);
    else
        tell(p);
}

/* What the full screens begin to type is told, to be typed here. */
static void do_change_told(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU) {
        say(p, "In a lesson: change says how to change what is told.");
        return;
    }
    app_key(p->app, '=');
    say_message(p);
    if (app_place(p->app)->typing.text[0])
        buf_printf(&p->out, "Type it with another right side: what-if %s\n",
                   app_place(p->app)->typing.text);
    app_key(p->app, K_ESCAPE);
}

static void list_changes(Plain *p)
{
    const WhatIf *w = app_what_if(p->app);
    for (int i = 0; w && i < w->lines; i++)
        buf_printf(&p->out, "%d %s%s\n", i + 1, w->line[i].text, w->line[i].is_off ? " (off)" : "");
    if (!w)
        say(p, "Nothing is changed: what-if x[0, 0] = 2");
}

/* A key on one of the changes in their list. */
static void do_to_change(Plain *p, int key)
{
    const WhatIf *w = app_what_if(p->app);
    int number = is_number(p->rest) ? atoi(p->rest) : 0;
    if (!w || number < 1 || number > w->lines) {
        say(p, w ? "Which one? By its number in changes." : "Nothing is changed.");
        return;
    }
    app_key(p->app, 'w');
    Place place = *app_place(p->app);
    place.choice = number - 1;
    app_put(p->app, &place);
    app_key(p->app, key);
    say_message(p);
    app_key(p->app, K_ESCAPE);
    tell(p);
}

static void do_switch(Plain *p)
{
    do_to_change(p, ' ');
}

static void do_delete(Plain *p)
{
    do_to_change(p, 'd');
}

/* What is the difference, result by result. */
static void do_difference(Plain *p)
{
    const WhatIf *w = app_what_if(p->app);
    if (w)
        report_compare(&p->out, align_comparison(w->variant[0].align), "as it is", "what if");
    else
        say(p, "Nothing is changed: what-if x[0, 0] = 2");
}

static void do_why(Plain *p)
{
    if (is_on_cell(p))
        tell_report(p, 'D');
}

static void do_inputs(Plain *p)
{
    if (is_on_cell(p))
        tell_report(p, 'I');
}

static void do_uses(Plain *p)
{
    if (is_on_cell(p))
        tell_report(p, 'U');
}

static void do_links_told(Plain *p)
{
    if (app_place(p->app)->page == PAGE_MENU)
        say(p, "In a lesson: links says who looks at whom.");
    else
        tell_report(p, '&');
}

static void do_code(Plain *p)
{
    if (app_place(p->app)->page == PAGE_STAGE)
        tell_report(p, '#');
    else
        say(p, "In a stage: code lists all of its code.");
}

static void do_notes(Plain *p)
{
    const Place *place = app_place(p->app);
    if (place->page == PAGE_MENU ||
        lesson_notes(&p->out, &run_of(p)->lesson->stage[place->where.stage]) == 0)
        say(p, "There are no notes for the speaker here.");
}

/* --- the table -------------------------------------------------------------------------------- */

static void tell_help(Plain *p);

typedef struct Command {
    const char *name;
    const char *args;
    void (*run)(Plain *p); /* NULL: the row of the key table that has this command */
    const char *words;
} Command;

static const Command commands[] = {
    {"next", "", NULL, "the next step or cell; an empty line does the same"},
    {"back", "", do_back, "the step or cell before; after follow, where that began"},
    {"first", "", NULL, "the beginning of the lesson"},
    {"begin", "", NULL, "the beginning of this stage, or the one before"},
    {"up", "", NULL, "from a number to its stage"},
    {"answer", "", NULL, "the answer to the question of a stage"},
    {"into", "", NULL, "into the code that a result's call ran, line by line"},
    {"out", "", NULL, "out again, to the result"},
    {"over", "", NULL, "over the rest of the function, to its end"},
    {"pass", "", NULL, "the next pass of the loop"},
    {"past", "", NULL, "over the rest of the loop"},
    {"stage", "N", do_go, "go to a stage, or with N.M to a step; the number alone will do"},
    {"cell", "ROW COLUMN", do_ask, "where is it from? x2 x3, or 1 2 from 0 on, or weights[x2][x3]"},
    {"terms", "", do_terms, "the cells that made this one"},
    {"follow", "N", do_follow, "to one of them: where does that come from?"},
    {"matrix", "N", do_matrix, "another matrix of a result, such as a head: its number, or labels"},
    {"predict", "CELL NUMBER", do_predict_told,
     "is that what comes next? without words: what comes next"},
    {"hint", "CELL", do_hint_told, "a hint at such a number; again, another one"},
    {"read", "", tell_numbers, "the numbers row by row, with their labels"},
    {"print", "", tell_printed, "the same as PyTorch prints it"},
    {"why", "", do_why, "on a cell: all that it is made of"},
    {"inputs", "", do_inputs, "on a cell: which written or drawn numbers it comes from"},
    {"columns", "", do_columns, "where a change has several values: this result, one for each"},
    {"uses", "", do_uses, "on a cell: all that it leads to, and how that moves with it"},
    {"code", "", do_code, "all code of the stage, also what is not shown"},
    {"links", "", do_links_told, "who looks at whom: each query with the keys that get most"},
    {"what-if", "CHANGE", do_what_if, "change the lesson: x[0, 0] = 2; its file stays as it is"},
    {"change", "", do_change_told, "what to type to change this number, or this result"},
    {"changed", "", NULL, "the next step that the changes make another"},
    {"earlier", "", NULL, "the one before"},
    {"compare", "", do_difference, "all results with the changes and without them"},
    {"changes", "", list_changes, "the list of changes"},
    {"switch", "N", do_switch, "one of them off, or on again"},
    {"delete", "N", do_delete, "one of them, for good"},
    {"undo", "", NULL, "undo the last change"},
    {"list", "", do_list, "the contents, or the lessons"},
    {"contents", "", do_list, "the same"},
    {"search", "WORD", do_search, "where a word is"},
    {"lesson", "N", do_other_lesson, "another lesson; the next one without a number"},
    {"menu", "", do_menu, "the lessons"},
    {"notes", "", do_notes, "what the lesson notes for the speaker"},
    {"help", "COMMAND", tell_help,
     "this; of one command; help keys: the keys that do something, too"},
    {"quit", "", NULL, "leave; your place is kept"},
};

enum { COMMANDS = COUNT(commands) };

static const Command *find_command(const char *word, size_t length, bool whole)
{
    for (int i = 0; i < COMMANDS; i++)
        if (strncmp(commands[i].name, word, length) == 0 &&
            (!whole || strlen(commands[i].name) == length))
            return &commands[i];
    return NULL;
}

static void put_command(Plain *p, const Command *c)
{
    int columns = (int)(strlen(c->name) + strlen(c->args)) + 1;
    buf_printf(&p->out, "  %s %s", c->name, c->args);
    buf_fill(&p->out, ' ', 20 - columns);
    buf_printf(&p->out, " %s\n", c->words);
}

static void tell_help(Plain *p)
{
    KeyContext where = update_helped_context(app_place(p->app));
    const Command *one = *p->rest ? find_command(p->rest, strlen(p->rest), false) : NULL;
    if (strcmp(p->rest, "keys") == 0) {
        buf_printf(&p->out, "The keys of the %s, by their names:\n", keys_context(where));
        keys_lines(&p->out, where, 18, true);
    } else if (one) {
        put_command(p, one);
    } else {
        say(p, "Where a lesson says Enter on a number, that is cell here.");
        for (int i = 0; i < COMMANDS; i++)
            put_command(p, &commands[i]);
    }
}

/* Nothing where there is no such command, or none that tells something by itself. */
static void run_command(Plain *p, const char *name)
{
    const Command *command = name ? find_command(name, strlen(name), true) : NULL;
    if (command && command->run)
        command->run(p);
    else
        say(p, "That is for the full screens.");
}

/* Some keys are about what only a screen has. */
static void obey_key(Plain *p, const KeyRow *row, int key)
{
    if (row->act == do_shade)
        say(p, "Shades are for the eye: that is a key of the full screens.");
    else if (row->act == do_side)
        say(p, "A screen shows the other run then: compare tells what differs.");
    else if (row->act == do_names)
        say(p, "A screen lists the names then: search finds one.");
    else
        press(p, key);
}

/* A command that presses the key of a row. */
static void obey_command(Plain *p, KeyContext where, const char *name)
{
    int key = keys_of_command(where, name);
    if (key != K_NONE)
        press(p, key);
    else
        buf_printf(&p->out, "%s does nothing here: help lists what does.\n", name);
}

/* A line, its blanks at both ends cut off: a command, a number, a key, or how a command begins.
 * An empty one is "next". */
static void obey(Plain *p, const char *line)
{
    size_t length = strcspn(line, " ");
    p->rest = line + length + strspn(line + length, " ");
    KeyContext where = update_context(app_place(p->app));
    const Command *command = *line ? find_command(line, length, true) : &commands[0];
    int key = *p->rest ? K_NONE : keys_code(line, length);
    const KeyRow *row = keys_find(where, key);
    bool is_key = row && key != '/' && key != K_ENTER && row->kind != KIND_TEACHING;
    if (!command && !is_key)
        command = find_command(line, length, false);
    if (command && !*command->args && *p->rest)
        buf_printf(&p->out, "%s takes no words after it: it is about what was told last.\n",
                   command->name);
    else if (command && command->run)
        command->run(p);
    else if (command)
        obey_command(p, where, command->name);
    else if (is_step(line)) {
        p->rest = line;
        do_go(p);
    } else if (is_key)
        obey_key(p, row, key);
    else if (*line == '/') {
        p->rest = line + 1;
        do_search(p);
    } else if (app_place(p->app)->page == PAGE_MENU)
        open_lesson(p, line);
    else
        say(p, "That is no command: help lists them.");
}

/* Reads a line and cuts off the blanks at both ends. What is too long for `line` is read and lost.
 * NULL at the end. */
static char *read_line(FILE *in, char line[LINE_BYTES])
{
    if (!fgets(line, LINE_BYTES, in))
        return NULL;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] != '\n')
        for (int c = getc(in); c != EOF && c != '\n';)
            c = getc(in);
    while (length > 0 && strchr(" \t\r\n", line[length - 1]))
        line[--length] = '\0';
    return line + strspn(line, " \t");
}

static bool answer(Plain *p, FILE *out)
{
    Buf ascii = {0}, told = {0};
    if (p->library->is_ascii)
        frame_ascii_text(&ascii, buf_text(&p->out));
    spoken_lines(&told, buf_text(p->library->is_ascii ? &ascii : &p->out));
    bool ok = fwrite(buf_text(&told), 1, told.length, out) == told.length;
    ok = ok && fflush(out) == 0;
    buf_clear(&p->out);
    buf_release(&ascii);
    buf_release(&told);
    return ok;
}

bool plain_run(App *app, Library *library, FILE *in, FILE *out)
{
    Plain p = {.app = app, .library = library};
    char buffer[LINE_BYTES], *line;
    app_plain(app);
    say_message(&p);
    tell(&p);
    bool ok = answer(&p, out);
    while (ok && !p.quit && (line = read_line(in, buffer)) != NULL) {
        if (app_tick(app, (int64_t)time(NULL) * 1000)) {
            say(&p, app_message(app));
            tell(&p);
        }
        obey(&p, line);
        app_save(app);
        ok = answer(&p, out);
    }
    buf_release(&p.out);
    return ok;
}

bool plain_print(App *app, Library *library, FILE *out)
{
    Plain p = {.app = app, .library = library};
    Place at = *app_place(app);
    const Lesson *lesson = run_of(&p)->lesson;
    buf_printf(&p.out, "%s\n\n", lesson->title);
    bool ok = true;
    for (; ok && at.where.stage < lesson->stages; at.where.stage++) {
        at.view.answered = false;
        transcript_spoken_stage(&p.out, run_of(&p), &at, NULL);
        at.view.answered = true;
        transcript_spoken(&p.out, run_of(&p), &at);
        ok = answer(&p, out);
    }
    buf_release(&p.out);
    return ok;
}
