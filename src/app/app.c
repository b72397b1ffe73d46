/* The app ties together what pages and keys keep apart: the library, the place, what is saved of it,
 * and what happens without a key. Its state is the place; the rest is found again from files. */
#include "app/app_internal.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "app/follow.h"
#include "app/signs.h"
#include "app/update.h"
#include "base/common.h"
#include "base/file.h"
#include "base/utf8.h"
#include "view/explain.h"

enum { START_WIDTH = 80, START_HEIGHT = 24 };

/* --- scenes ----------------------------------------------------------------------------------- */

/* The lesson of the place as it is, and what it becomes with changes. */
static const Run *lesson_run(const App *app)
{
    return library_run(app->library, app->place.where.lesson);
}

static const Variant *variant_here(const App *app)
{
    const WhatIf *w = app->experiment[app->place.where.lesson].now;
    return w ? &w->variant[0] : NULL;
}

const Run *app_run(const App *app)
{
    if (app->place.page == PAGE_MENU)
        return NULL;
    const Variant *v = variant_here(app);
    return v ? v->run : lesson_run(app);
}

/* A place in the run that is shown as one in the lesson's own, and back. */
Place app_without_changes(const App *app, Place p)
{
    const Variant *v = p.page == PAGE_MENU ? NULL : variant_here(app);
    return v ? place_beside(p, v->align, v->run) : p;
}

Place app_with_changes(const App *app, Place p)
{
    const Variant *v = p.page == PAGE_MENU ? NULL : variant_here(app);
    return v ? place_beside(p, v->align, lesson_run(app)) : p;
}

/* The comparison that the open lesson is the second of. */
static Align *compared_here(const App *app)
{
    return app->place.where.lesson == app->compared_to ? app->compared : NULL;
}

/* The lesson as it was before it was read again. */
static Align *renewed_here(const App *app)
{
    return app->place.where.lesson == app->renewal.lesson ? app->renewal.align : NULL;
}

/* The rows of the help page: the keys of one context, in the order of the table, but who teaches needs those for
 * that first; and its signs. */
static HelpRow *help_rows(Arena *a, KeyContext where, bool teaches, int *count)
{
    int rows, signs, first;
    const KeyRow *table = keys_table(&rows);
    const SignRow *sign = signs_table(&signs);
    HelpRow *help = arena_many(a, (size_t)(rows + signs) + 1, HelpRow);
    *count = 0;
    for (int i = 0; i < 2 * rows; i++) {
        const KeyRow *row = &table[i % rows];
        bool is_first = teaches && row->kind == KIND_TEACHING;
        if (!(row->where & where) || is_first != (i < rows))
            continue;
        Buf keys = {0};
        keys_of_row(&keys, row);
        help[(*count)++] = (HelpRow){arena_string(a, buf_text(&keys)), row->words};
        buf_release(&keys);
    }
    first = (*count)++;
    help[first] = (HelpRow){NULL, "signs"};
    for (int i = 0; i < signs; i++)
        if (sign[i].where & where)
            help[(*count)++] = (HelpRow){sign[i].sign, sign[i].words};
    *count -= *count == first + 1; /* there are none */
    return help;
}

/* All that a page or a key needs to know; what the help page shows lives in `a`. */
Scene app_scene(const App *app, Arena *a)
{
    Scene s = {.library = app->library,
               .run = app_run(app),
               .memo = app->memo,
               .other_memo = app->other_memo,
               .has_colors = app->has_colors,
               .is_plain = app->is_plain,
               .message = app->message,
               .shown = &app->shown,
               .seen_before = &app->unchanged,
               .seen = app->seen};
    const Variant *v = s.run ? variant_here(app) : NULL;
    s.whatif = v ? app->experiment[app->place.where.lesson].now : NULL;
    s.align = v ? v->align : s.run ? compared_here(app) : NULL;
    s.is_renewed = s.run && !s.align && renewed_here(app);
    if (s.is_renewed)
        s.align = renewed_here(app);
    if (app->place.overlay == OVERLAY_HELP) {
        KeyContext where = update_helped_context(&app->place);
        const Teach *teach = &app->place.teach;
        s.help = help_rows(a, where, teach->on && !teach->follows, &s.help_rows);
        s.help_title = arena_format(a, "keys: %s", keys_context(where));
    }
    return s;
}

/* What the menu says of every lesson: where it goes on, or that its end was seen. */
static void note_seen(App *app)
{
    for (int i = 0; i < app->library->count; i++) {
        const Entry *entry = &app->library->entry[i];
        const SavedPlace *saved = saved_find(&app->saved, entry->name);
        if (!entry->lesson || !saved || saved->furthest == 0)
            continue;
        if (saved->furthest >= entry->lesson->stages - 1)
            snprintf(app->seen_text[i], sizeof(SeenText), "end seen");
        else if (saved->stage > 0)
            snprintf(app->seen_text[i], sizeof(SeenText), "at %d", saved->stage);
        else
            snprintf(app->seen_text[i], sizeof(SeenText), "begun");
        app->seen[i] = app->seen_text[i];
    }
}

/* --- life ------------------------------------------------------------------------------------- */

App *app_new(Library *library, bool resume)
{
    Arena arena = {0};
    App *app = arena_new(&arena, App);
    app->arena = arena; /* the app lives in its own arena */
    app->library = library;
    app->frame = frame_new(START_WIDTH, START_HEIGHT);
    app->place = place_menu(START_WIDTH, START_HEIGHT);
    saved_load(&app->saved, !resume);
    app->place.teach.unit = (Unit)clamp_int(app->saved.unit, 0, UNITS - 1);
    app->place.teach.on = app->saved.teaches;
    if (app->saved.decimals >= 0)
        app->place.look.decimals = min_int(app->saved.decimals, NUMBER_MOST_DECIMALS);
    app->now = resume ? follow_path(&app->arena) : NULL;
    for (int i = 0; i < library->count; i++)
        library_read(&library->entry[i]);
    app->memo = memo_new();
    app->other_memo = memo_new();
    app->experiment = arena_many(&app->arena, (size_t)library->count + 1, Experiment);
    app->seen_text = arena_many(&app->arena, (size_t)library->count, SeenText);
    app->seen = arena_many(&app->arena, (size_t)library->count, const char *);
    note_seen(app);
    for (int i = 0; i < library->count && app->saved.last; i++)
        if (strcmp(library->entry[i].name, app->saved.last) == 0)
            app->place.where.lesson = i;
    return app;
}

void app_free(App *app)
{
    if (!app)
        return;
    frame_free(app->frame);
    memo_free(app->memo);
    memo_free(app->other_memo);
    app_compare_no_more(app);
    renewal_end(&app->renewal);
    for (int i = 0; i < app->library->count; i++)
        experiment_release(&app->experiment[i]);
    buf_release(&app->said);
    buf_release(&app->told);
    saved_release(&app->saved);
    arena_release(&app->seen_there);
    Arena arena = app->arena;
    arena_release(&arena);
}

/* The number in question, after those that led to it; on the page of a stage the one that Enter asks again. */
static void note_question(App *app, const char *name, const Place *p)
{
    Arena arena = {0};
    const Run *run = lesson_run(app);
    bool is_left = p->page == PAGE_STAGE && (p->asked.step > 0 || p->asked.cell > 0) &&
                   p->asked.step < run->tape->count &&
                   p->asked.cell < run->tape->step[p->asked.step].call.out->count;
    int asks = p->page == PAGE_CELL ? place_chain(p) + 1 : is_left;
    SavedAsked *asked = arena_many(&arena, (size_t)asks + 1, SavedAsked);
    for (int i = 0; i < asks; i++) {
        const Asked *a = i < asks - 1 ? &p->trail[p->trails - asks + 1 + i].asked : &p->asked;
        const QkvTensor *t = run->tape->step[a->step].call.out;
        asked[i] = (SavedAsked){a->step, a->cell, explain_cell(&arena, run, t, a->cell)};
    }
    saved_put_asked(&app->saved, name, asked, asks, is_left);
    arena_release(&arena);
}

/* What was tried out the last time stays until something else is. */
static void note_changes(App *app, const char *name)
{
    const Experiment *x = &app->experiment[app->place.where.lesson];
    const char *text[WHATIF_LINES];
    int lines = x->now ? x->now->lines : 0;
    for (int i = 0; i < lines; i++)
        text[i] = x->now->line[i].text;
    if (x->now || x->past > 0 || x->is_undone)
        saved_put_changes(&app->saved, name, text, lines);
}

static void note_decimals(App *app)
{
    int decimals = place_decimals(&app->place);
    if (app->saved.decimals >= 0 || decimals != NUMBER_DECIMALS)
        saved_put_decimals(&app->saved, decimals);
}

static void note_place(App *app)
{
    const Place here = app_without_changes(app, app->place), *p = &here;
    if (!p->teach.follows) {
        saved_put_unit(&app->saved, (int)p->teach.unit);
        note_decimals(app);
    }
    if (app->place.page == PAGE_STAGE && !p->teach.follows)
        teach_keep(&app->shown, &app->arena, &app->place, app_run(app));
    if (p->page == PAGE_MENU)
        return;
    const char *name = app->library->entry[p->where.lesson].name;
    saved_put(&app->saved, name, p->where.stage, p->where.stop);
    saved_put_item(&app->saved, name, p->view.item);
    if (p->teach.follows)
        return;
    saved_put_last(&app->saved, name);
    note_question(app, name, p);
    note_changes(app, name);
}

bool app_save(App *app)
{
    note_place(app);
    app_keep_class(app);
    return saved_store(&app->saved);
}

void app_end(App *app)
{
    app_save(app);
    app_tell_end(app);
}

/* --- going somewhere -------------------------------------------------------------------------- */

/* A memo knows a run by its address, and the next may lie there. */
void app_forget_runs(App *app)
{
    memo_free(app->memo);
    memo_free(app->other_memo);
    app->memo = memo_new();
    app->other_memo = memo_new();
}

/* A lesson that was left is run again when it is opened: the runs of all would take much memory. It is
 * kept where it has been changed or compared, which holds on to its run. */
void app_leave(App *app, int lesson)
{
    if (lesson == app->place.where.lesson || app_compares(app, lesson) ||
        app->experiment[lesson].now)
        return;
    if (app->renewal.lesson == lesson)
        renewal_end(&app->renewal);
    app_forget_runs(app);
    library_unload(&app->library->entry[lesson]);
}

/* What was tried out the last time is in the list of changes again, switched off: the lesson is read as it
 * is. Returns how many changes these are. */
static int resume_changes(App *app, const SavedPlace *saved)
{
    Arena arena = {0};
    Err err = {0};
    WhatIf *before = NULL;
    Experiment *x = &app->experiment[app->place.where.lesson];
    ChangeList list = {0, arena_many(&arena, (size_t)saved->changes + 1, ChangeLine)};
    while (list.lines < saved->changes) {
        list.line[list.lines] = (ChangeLine){saved->change[list.lines], true};
        list.lines++;
    }
    bool is_fresh = !x->now && x->past == 0 && list.lines > 0 && !app->place.teach.follows;
    bool ok = is_fresh && experiment_set(x, lesson_run(app), list, &before, &err);
    x->past = is_fresh ? 0 : x->past; /* nothing was changed yet that could be undone */
    arena_release(&arena);
    return ok ? saved->changes : 0;
}

static bool is_there(const Run *run, const SavedAsked *asked)
{
    Arena arena = {0};
    const QkvTensor *t = asked->step < run->tape->count ? run->tape->step[asked->step].call.out
                                                        : NULL;
    bool is_cell = t && asked->cell < t->count &&
                   strcmp(explain_cell(&arena, run, t, asked->cell), asked->name) == 0;
    arena_release(&arena);
    return is_cell;
}

/* To the number that was asked about, by those that led to it, if all are there; not before a class that has not
 * seen them. */
static bool resume_question(App *app, const Run *run, const SavedPlace *saved)
{
    bool are_there = saved->asks > 0 && !app->place.teach.on;
    for (int i = 0; i < saved->asks && are_there; i++)
        are_there = is_there(run, &saved->asked[i]);
    for (int i = 0; i < saved->asks && are_there; i++) {
        const QkvTensor *t = run->tape->step[saved->asked[i].step].call.out;
        ask_go(&app->place, run, t, saved->asked[i].cell, true);
    }
    if (saved->was_left)
        app->place.page = PAGE_STAGE;
    return are_there && !saved->was_left;
}

static void come_back(App *app)
{
    const Run *run = lesson_run(app);
    const SavedPlace *saved = saved_find(&app->saved,
                                         app->library->entry[app->place.where.lesson].name);
    if (!saved)
        return;
    app_resume_class(app, saved);
    int changes = resume_changes(app, saved);
    if (saved->stage == 0 && saved->stop == 0 && changes == 0 &&
        (saved->asks == 0 || saved->was_left))
        return;
    app->place = place_at(app->place, run, saved->stage, saved->stop);
    app->place = place_item(app->place, run, saved->item);
    app->place = teach_hide(app->place, run, &app->shown);
    bool asks = resume_question(app, run, saved);
    app->place = app_with_changes(app, app->place);
    buf_clear(&app->said);
    buf_puts(&app->said, "You were here");
    if (app->is_plain) /* on the screens it stands above the page */
        buf_printf(&app->said, ", in stage %d of %s", app->place.where.stage, run->lesson->title);
    Arena arena = {0};
    const int stage = app->place.where.stage;
    const char *ways = !asks       ? ". {first} goes to the start."
                       : stage > 0 ? arena_format(&arena, ". {up} goes to stage %d.", stage)
                                   : ". {up} goes to the introduction.";
    keys_say(&app->said, ways, app->is_plain);
    if (changes > 0) {
        ways = arena_format(&arena, " {changes} lists your %d change%s, off now.", changes,
                            plural(changes));
        keys_say(&app->said, ways, app->is_plain);
    }
    app->message = buf_text(&app->said);
    arena_release(&arena);
}

/* A lesson that was opened: the reader goes on in it, and is told what is not right with it. */
static void resume(App *app)
{
    come_back(app);
    app_tell_failure(app);
}

void app_open(App *app, int lesson)
{
    int before = app->place.where.lesson;
    app->place = place_start(app->place, lesson);
    app->message = NULL; /* what was said of the lesson before */
    app_leave(app, before);
    resume(app);
}

bool app_goto(App *app, const char *where, Err *err)
{
    int stage = 0, stop = 0, end = 0, length = (int)strlen(where);
    bool is_stage = sscanf(where, "%d%n", &stage, &end) == 1 && end == length;
    bool is_step = !is_stage && sscanf(where, "%d.%d%n", &stage, &stop, &end) == 2 && end == length;
    const Run *run = app_run(app);
    Loc none = {0};
    if (!is_stage && !is_step)
        return err_set(err, none,
                       "--goto %s: expected a stage or a stage and a step, like 4 or 4.2", where);
    if (!run)
        return err_set(err, none, "--goto %s: name a lesson, too", where);
    if (stage < 0 || stage >= run->lesson->stages)
        return err_set(err, none, "--goto %s: the lesson has stages 0 to %d", where,
                       run->lesson->stages - 1);
    Place p = place_at(app->place, run, stage, 0);
    int steps = place_count(run, &p, run_stops(run, stage));
    if (stop < 0 || stop > steps)
        return err_set(err, none, "--goto %s: stage %d has steps 0 to %d", where, stage, steps);
    p.where.stop = place_stop_of_step(run, &p, stage, stop);
    p.asked = (Asked){0}; /* who names a step begins there anew */
    app->place = teach_hide(p, run, &app->shown);
    app->message = NULL;
    return true;
}

/* --- lessons that change ---------------------------------------------------------------------- */

Entry *app_entry(const App *app)
{
    return app->library->count > 0 ? &app->library->entry[app->place.where.lesson] : NULL;
}

static Experiment *experiment_here(App *app)
{
    return &app->experiment[app->place.where.lesson];
}

bool app_compares(const App *app, int lesson)
{
    return app->compared && (lesson == app->compared_with || lesson == app->compared_to);
}

void app_compare_no_more(App *app)
{
    align_free(app->compared);
    app->compared = NULL;
}

/* The one that is run already stays, and the other one has the memory that is left. */
void app_compare_lessons(App *app, int first, int second)
{
    Entry *a = &app->library->entry[first], *b = &app->library->entry[second];
    library_load_next(a, b->run);
    library_load_next(b, a->run);
    app_compare_no_more(app);
    app->compared = a->run && b->run ? align_runs(a->run, b->run) : NULL;
    app->compared_with = first;
    app->compared_to = second;
}

void app_compare(App *app, int first)
{
    if (first >= 0)
        app_compare_lessons(app, first, app->place.where.lesson);
    app_key(app, 'B');
}

bool app_differs(const App *app)
{
    const Variant *v = variant_here(app);
    const Align *k = v ? v->align : compared_here(app);
    return k && align_comparison(k)->first >= 0;
}

/* What was changed is marked until the next step. */
static void end_renewal(App *app, const Place *before)
{
    const Place *now = &app->place;
    if (!app->renewal.align ||
        (now->page != PAGE_MENU && now->where.lesson == before->where.lesson &&
         now->where.stage == before->where.stage && now->where.stop == before->where.stop))
        return;
    app->place.look.side = SIDE_NOW;
    renewal_end(&app->renewal);
    app_forget_runs(app);
}

/* A step by itself, when its time has come; at the end it stops. */
static bool play(App *app, int64_t now)
{
    int seconds = app->place.view.seconds;
    bool is_told = app->place.teach.follows && !app_is_away(app);
    bool waits = is_told || app->place.page != PAGE_STAGE || app->place.overlay != OVERLAY_NONE;
    if (seconds == 0 || waits || app->played < 0 || now < app->played)
        app->played = now;
    if (seconds == 0 || now - app->played < (int64_t)seconds * 1000)
        return false;
    Place before = app->place;
    app->played = now;
    app->place.view.seconds = 0; /* a step of the reader's would stop it */
    app_key(app, ' ');
    bool moved = app->has_shown || before.where.stage != app->place.where.stage ||
                 before.where.stop != app->place.where.stop ||
                 before.view.hidden != app->place.view.hidden ||
                 before.view.scroll != app->place.view.scroll;
    app->place.view.seconds = moved ? seconds : 0;
    return true;
}

/* --- changes ---------------------------------------------------------------------------------- */

void app_hide_changed(App *app)
{
    Place *p = &app->place, stage = *p;
    const Run *run = app_run(app);
    if (!p->teach.on || p->page == PAGE_MENU)
        return;
    stage.page = PAGE_STAGE;
    stage.view = (View){.item = p->view.item, .scroll = p->view.scroll};
    stage = teach_hide(stage, run, &app->shown);
    p->view = stage.view;
    if (p->page == PAGE_CELL) {
        Sight sight = place_sight(&app->shown, run, p, run->tape->step[p->asked.step].call.out);
        p->page = matrix_conceals(&sight, p->asked.cell) ? PAGE_STAGE : PAGE_CELL;
    }
}

/* The run that is shown is another one: to the place in it that shows the same as `here` in the
 * lesson's own. */
static void show_changes(App *app, Place here, WhatIf *before)
{
    const Run *own = lesson_run(app), *old = before ? before->variant[0].run : own;
    if (old == own)
        app_keep_shown(app);
    app_change_shown(app, old);
    app->place = app_with_changes(app, here);
    app->place.look.side = SIDE_NOW;
    app_hide_changed(app);
    app_forget_runs(app);
    whatif_free(before);
}

/* ", the first in 2.1, before this", where it lies before: {changed} goes on from here. */
static void tell_first_changed(App *app)
{
    Arena arena = {0};
    Scene scene = app_scene(app, &arena);
    Where made = app->place.where, *here = &made;
    if (app->place.page == PAGE_CELL) /* told is a number, and where that was made */
        made.stage = run_stage_of_step(scene.run, app->place.asked.step);
    Place first = place_at(app->place, scene.run, 0, 0);
    bool is_before = whatif_find_changed(&first, &scene, 1) &&
                     (first.where.stage < here->stage ||
                      (first.where.stage == here->stage && first.where.stop < here->stop &&
                       app->place.page == PAGE_STAGE));
    if (is_before)
        buf_printf(&app->said, ", the first in %d.%d, before this", first.where.stage,
                   place_count(scene.run, &first, first.where.stop));
    arena_release(&arena);
}

/* What the changes come to, and how to get there; `undone`: what was taken back, or "". */
static void tell_changes(App *app, const char *undone)
{
    const Variant *v = variant_here(app);
    const Comparison *c = v ? align_comparison(v->align) : NULL;
    const WhatIf *w = app_what_if(app);
    buf_clear(&app->said);
    buf_puts(&app->said, undone);
    if (c &&
        place_has_class(&app->place)) { /* how many differ would tell whether a guess was right */
        keys_say(&app->said,
                 "What comes out as another is hidden: {changed} goes to the "
                 "next, {undo} undoes.",
                 app->is_plain);
        app->message = buf_text(&app->said);
        return;
    }
    if (v && w->several)
        buf_printf(&app->said, "With %s, the first of the %d values: ", v->value, w->variants);
    if (!c)
        buf_puts(&app->said, "All changes are gone: this is the lesson as it is.");
    else if (c->first < 0)
        buf_printf(&app->said, "All %d results are the same, digit for digit. ", c->rows);
    else
        buf_printf(&app->said, "%d of %d results differ", c->rows - c->same, c->rows);
    if (c && c->first >= 0 && app->is_plain && !w->several)
        tell_first_changed(app);
    buf_puts(&app->said, c && c->first >= 0 ? ". " : "");
    if (v && w->several && !place_has_class(&app->place))
        keys_say(&app->said, "{columns} tells a result with each of them.", app->is_plain);
    else if (c && c->first >= 0)
        keys_say(
            &app->said,
            app->is_plain
                ? "{changes} lists them, {switch} tells how it was, {undo} takes the change back."
                : "{changed} goes on, {compare} lists all, {switch} is before, {undo} undoes.",
            app->is_plain);
    app->message = buf_text(&app->said);
}

/* The text stays to be mended, with a mark where it is wrong. */
static void tell_fault(App *app, const Err *err, bool is_typed)
{
    Typing *t = &app->place.typing;
    buf_clear(&app->said);
    buf_puts(&app->said, err->message);
    app->message = buf_text(&app->said);
    if (!is_typed)
        return;
    t->fault = err->at.col;
    t->faults = err->at.width;
    size_t length = strlen(err->message);
    length = length < sizeof t->said ? length : utf8_fit(err->message, sizeof t->said - 1, INT_MAX);
    snprintf(t->said, sizeof t->said, "%.*s", (int)length, err->message);
    app->place.overlay = OVERLAY_TYPE;
}

static void take_typed(App *app, ChangeList *list)
{
    const Typing *t = &app->place.typing;
    int line = t->line >= 0 && t->line < list->lines ? t->line : list->lines++;
    list->line[line] = (ChangeLine){t->text, false};
}

static void take_chosen(App *app, ChangeList *list, AppWish wish)
{
    int line = app->place.choice;
    if (line < 0 || line >= list->lines)
        return;
    if (wish == APP_CHANGE_SWITCH) {
        list->line[line].is_off = !list->line[line].is_off;
        return;
    }
    list->lines--;
    memmove(&list->line[line], &list->line[line + 1],
            (size_t)(list->lines - line) * sizeof *list->line);
    app->place.choice = max_int(line < list->lines ? line : line - 1, 0);
}

static void undo_change(App *app)
{
    WhatIf *before = NULL;
    Place here = app_without_changes(app, app->place);
    Buf undone = {0};
    if (experiment_undo(experiment_here(app), lesson_run(app), &before)) {
        if (app->is_plain) /* the screens show the changes above the page */
            experiment_tell_undone(&undone, before, app_what_if(app));
        show_changes(app, here, before);
        tell_changes(app, buf_text(&undone));
        buf_release(&undone);
    } else {
        buf_clear(&app->said);
        keys_say(&app->said,
                 app_what_if(app) ? "The changes are off: {changes} lists them."
                                  : "There is no change to undo.",
                 app->is_plain);
        app->message = buf_text(&app->said);
    }
}

/* All changes as a block for a lesson, at the end of a file of their own in the folder that qkv was
 * called in. */
static void write_changes(App *app)
{
    Buf text = {0}, path = {0};
    enum { MOST_BYTES = 1 << 20 };
    buf_printf(&path, "%s-what-if.md", app->library->entry[app->place.where.lesson].name);
    file_read(&text, buf_text(&path), MOST_BYTES);
    buf_puts(&text, text.length ? "\n" : "");
    experiment_write(&text, experiment_here(app), app->place.typing.text);
    bool ok = file_replace(buf_text(&path), &text);
    buf_clear(&app->said);
    buf_printf(&app->said, ok ? "Written to %s, for a lesson." : "%s cannot be written.",
               buf_text(&path));
    app->message = buf_text(&app->said);
    app->place.overlay = OVERLAY_NONE;
    buf_release(&text);
    buf_release(&path);
}

/* These changes instead of those that there are; the place stays. */
static bool set_changes(App *app, ChangeList list, Err *err)
{
    WhatIf *before = NULL;
    Place here = app_without_changes(app, app->place);
    if (!experiment_set(experiment_here(app), lesson_run(app), list, &before, err))
        return false;
    show_changes(app, here, before);
    tell_changes(app, "");
    return true;
}

const WhatIf *app_what_if(const App *app)
{
    return app->place.page == PAGE_MENU ? NULL : app->experiment[app->place.where.lesson].now;
}

bool app_change(App *app, const ChangeLine *line, int lines, Err *err)
{
    Arena arena = {0};
    ChangeList list = {lines, arena_many(&arena, (size_t)lines + 1, ChangeLine)};
    memcpy(list.line, line, (size_t)lines * sizeof *line);
    bool ok = app->place.page != PAGE_MENU && set_changes(app, list, err);
    arena_release(&arena);
    return ok;
}

/* Several values are seen beside each other at once, where there is a result to show with them. */
static bool shows_columns(const App *app)
{
    const Place *p = &app->place;
    return app_what_if(app)->several && !place_has_class(p) &&
           (p->page == PAGE_CELL || place_tensor(app_run(app), p, 0));
}

static void change(App *app, AppWish wish)
{
    Arena arena = {0};
    Err err = {0};
    ChangeList list = experiment_list(&arena, experiment_here(app));
    bool is_typed = wish == APP_CHANGE;
    if (is_typed)
        take_typed(app, &list);
    else
        take_chosen(app, &list, wish);
    if (!set_changes(app, list, &err))
        tell_fault(app, &err, is_typed);
    else if (is_typed)
        app->place.overlay = app->place.typing.line >= 0 ? OVERLAY_CHANGES
                             : shows_columns(app)        ? OVERLAY_VALUES
                                                         : OVERLAY_NONE;
    arena_release(&arena);
}

static AppWish change_wish(App *app, AppWish wish)
{
    if (wish == APP_CHANGE_UNDO)
        undo_change(app);
    else if (wish == APP_CHANGES_WRITE)
        write_changes(app);
    else
        change(app, wish);
    note_place(app);
    return APP_GO_ON;
}

/* --- time ------------------------------------------------------------------------------------- */

bool app_tick(App *app, int64_t now)
{
    bool plays = play(app, now);
    bool has_news = app->place.teach.follows ? app_listen(app) : app_tell(app);
    return app_look(app, now) || has_news || plays;
}

/* --- keys and frames -------------------------------------------------------------------------- */

/* What is pasted is text for a prompt; elsewhere its letters would act as keys. Whether a key is taken
 * for that. */
static bool is_of_paste(App *app, int key)
{
    bool has_prompt = (update_context(&app->place) & ON_PROMPTS) != 0;
    if (key == K_PASTE || key == K_PASTED || (app->is_pasting && key == K_ESCAPE)) {
        app->is_pasting = key == K_PASTE;
        if (!has_prompt)
            app->message = "A paste does nothing here: it is taken where something is typed.";
        return true;
    }
    return app->is_pasting && (!has_prompt || key < ' ' || key >= K_SPECIAL);
}

/* What a key or a click led to. */
static AppWish take(App *app, Update u)
{
    bool opened = u.place.resumed;
    int before = app->place.where.lesson;
    bool is_other = u.place.where.lesson != before;
    if (u.place.view.seconds != app->place.view.seconds)
        app->played = -1; /* the time begins with the next tick */
    Place was = app->place;
    app->place = u.place;
    app->place.resumed = false;
    if (!u.among_changes)
        end_renewal(app, &was);
    app->message = u.message;
    if (u.said[0] != '\0') {
        buf_clear(&app->said);
        buf_puts(&app->said, u.said);
        app->message = buf_text(&app->said);
    }
    if (is_other) {
        app_leave(app, before);
        app->place = app_with_changes(app, app->place);
    }
    if (opened)
        resume(app);
    if (u.is_new_class)
        app_new_class(app);
    app->has_shown = u.shows != NULL;
    if (u.hides)
        app_hide_unchanged(app);
    teach_show(&app->shown, &app->arena, &app->place, app_run(app), u.shows);
    note_place(app);
    if (u.wish >= APP_CHANGE && u.wish <= APP_CHANGES_WRITE)
        return change_wish(app, u.wish);
    if (app->place.page == PAGE_MENU)
        note_seen(app);
    if (u.wish == APP_RELOAD)
        app_read_again(app);
    int line;
    if (u.wish == APP_EDIT && !app_source(app, &line)) {
        app->message = "There is no file to edit: it came through standard input.";
        return APP_GO_ON;
    }
    return u.wish == APP_RELOAD ? APP_GO_ON : u.wish;
}

AppWish app_key(App *app, int key)
{
    Arena arena = {0};
    if (is_of_paste(app, key) || app_listens_again(app, key))
        return APP_GO_ON;
    app->message = NULL;
    Scene scene = app_scene(app, &arena);
    note_place(app);
    Update u = update(&app->place, &scene, key);
    arena_release(&arena);
    AppWish wish = take(app, u);
    app_note_away(app);
    return wish;
}

/* The key that the last line of the page names in a column: "Space next  Bksp back" are two. */
static int key_in_line(const App *app, int row, int col)
{
    Arena arena = {0};
    const Frame *f = app->frame;
    char *line = arena_many(&arena, (size_t)f->width + 2, char);
    for (int c = 0; c < f->width; c++) /* all of it is ASCII */
        line[c] = f->glyph[row * f->width + c].bytes[0];
    int start = min_int(col, f->width - 1);
    while (start > 0 &&
           !(line[start] != ' ' && line[start - 1] == ' ' && (start < 2 || line[start - 2] == ' ')))
        start--;
    const char *end = strstr(line + start, "  ");
    bool is_on_it = line[start] != ' ' && (!end || end > line + col);
    int key = is_on_it ? keys_code(line + start, strcspn(line + start, " ")) : K_NONE;
    arena_release(&arena);
    return key;
}

AppWish app_click(App *app, int row, int col)
{
    Arena arena = {0};
    const Frame *f = app_frame(app);
    Scene scene = app_scene(app, &arena);
    int last = page_above_notes(&scene, &app->place).height - 1;
    int key = row == last ? key_in_line(app, row, col) : K_NONE;
    if (key != K_NONE) {
        arena_release(&arena);
        return app_key(app, key);
    }
    Link link = frame_linked(f, row, col);
    scene.message = app->message = NULL;
    note_place(app);
    Update u = update_click(app->place, &scene, link);
    arena_release(&arena);
    AppWish wish = take(app, u);
    app_note_away(app);
    return wish;
}

/* On a page an arrow would go into the numbers, or from one to the next. */
AppWish app_wheel(App *app, int by)
{
    Arena arena = {0};
    Place *p = &app->place;
    if (p->page != PAGE_STAGE || p->overlay != OVERLAY_NONE)
        return app_key(app, by < 0 ? K_UP : K_DOWN);
    Scene scene = app_scene(app, &arena);
    int most = page_scroll_most(&scene, p);
    arena_release(&arena);
    p->view.scroll = clamp_int(p->view.scroll + by, 0, most);
    app->message = most == 0 ? "All of the text is seen." : NULL;
    app_note_away(app);
    return APP_GO_ON;
}

void app_mouse(App *app, bool is_taken)
{
    app->message = is_taken
                       ? "The mouse is taken: click a number to ask it, a row of a list, a key in "
                         "the last line; the wheel scrolls. M gives it back."
                       : "The mouse is the terminal's again: it selects text. M takes it.";
}

const Place *app_place(const App *app)
{
    return &app->place;
}

const char *app_message(const App *app)
{
    return app->message;
}

void app_put(App *app, const Place *place)
{
    app->message = NULL;
    app->place = *place;
    app->played = -1;
    app_resize(app, place->width, place->height);
}

void app_colors(App *app, bool has_colors)
{
    app->has_colors = has_colors;
    app->place.look.shade = has_colors;
}

void app_teach(App *app)
{
    app->place.teach.on = true;
    if (app->place.page == PAGE_CELL) /* where the reader was the last time: not before a class */
        app->place.page = PAGE_STAGE;
    if (app_run(app))
        app->place = teach_hide(app->place, app_run(app), &app->shown);
}

void app_plain(App *app)
{
    app->is_plain = true;
    app_no_class(app);
}

void app_resize(App *app, int width, int height)
{
    frame_resize(app->frame, width, height);
    app->place.width = app->frame->width;
    app->place.height = app->frame->height;
}
