/* Lessons that are opened, left, edited and read again, and what is written down of them for the next time. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app_internal.h"
#include "app/practice_due.h"
#include "base/common.h"
#include "base/file.h"
#include "lesson/astray.h"
#include "lesson/starter.h"
#include "python/limits.h"

/* --- what is written down ------------------------------------------------------------------------- */

/* Adds to what the menu says of a lesson how many exercises were done in it, and that some are due. */
static void note_done(App *app, int k, const Due *all, int count)
{
    int done = 0, due = 0;
    for (int i = 0; i < count; i++) {
        bool is_its = strcmp(app->library->entry[k].name, all[i].lesson) == 0;
        done += is_its;
        due += is_its && all[i].day <= due_today();
    }
    if (done == 0)
        return;
    char *text = app->seen_text[k];
    size_t length = app->seen[k] ? strlen(text) : 0;
    snprintf(text + length, sizeof *app->seen_text - length, "%s%d done%s", length ? ", " : "",
             done, due ? ", due" : "");
    app->seen[k] = text;
}

static void note_practised(App *app)
{
    Arena a = {0};
    Due *due;
    int count = due_read(&a, app->saved.path ? due_path(&a) : NULL, &due);
    for (int k = 0; k < app->keeps; k++)
        note_done(app, k, due, count);
    arena_release(&a);
}

static void note(App *app, int lesson, const char *text)
{
    snprintf(app->seen_text[lesson], sizeof *app->seen_text, "%s", text);
    app->seen[lesson] = app->seen_text[lesson];
}

static bool is_end_seen(const App *app, int lesson)
{
    const Lesson *outline = library_outline(&app->library->entry[lesson]);
    const SavedPlace *saved = saved_find(&app->saved, app->library->entry[lesson].name);
    return outline && saved && saved->furthest >= outline->stages - 1;
}

/* Says what comes next: the first lesson in reading order, or after the one that was read last the first that was not begun. */
void app_note_next(App *app)
{
    Arena arena = {0};
    const int *order = library_order(&arena, app->library);
    const char *last = app->saved.facts.last;
    bool is_after = !last, is_done = false;
    for (int k = 0; k < app->keeps && !is_done; k++) {
        const int i = order[k];
        const bool is_it = last && strcmp(app->library->entry[i].name, last) == 0;
        if (is_it && !is_end_seen(app, i))
            break; /* the one to go on with */
        is_done = is_after && !app->seen[i] && !library_is_path(&app->library->entry[i]);
        if (is_done)
            note(app, i, last ? "next" : "begin here");
        is_after = is_after || is_it;
    }
    arena_release(&arena);
}

void app_note_seen(App *app)
{
    for (int i = 0; i < app->keeps; i++) {
        Entry *entry = &app->library->entry[i];
        const SavedPlace *saved = saved_find(&app->saved, entry->name);
        const bool is_seen = saved && saved->furthest > 0;
        const Lesson *lesson = is_seen ? library_outline(entry) : NULL;
        app->seen[i] = NULL;
        if (!lesson)
            continue;
        if (is_end_seen(app, i))
            note(app, i, "end seen");
        else if (saved->stage > 0)
            snprintf(app->seen_text[i], sizeof *app->seen_text, "at %d of %d", saved->stage,
                     lesson->stages - 1);
        else
            note(app, i, "begun");
        app->seen[i] = app->seen_text[i];
    }
    note_practised(app);
}

static void note_changes(App *app, const char *name)
{
    const WhatIf *w = app->kept[app->lesson].whatif;
    const char *text[WHATIF_LINES];
    int lines = w ? min_int(w->lines, WHATIF_LINES) : 0;
    for (int i = 0; i < lines; i++)
        text[i] = w->line[i].text;
    saved_put_lines(&app->saved, name, SAVED_CHANGES, text, lines);
}

static void note_shown(App *app, const char *name)
{
    Arena arena = {0};
    const Reveal *r = &app->kept[app->lesson].own;
    const char **line = arena_many(&arena, (size_t)r->count + 1, const char *);
    for (int i = 0; i < r->count; i++) {
        Buf text = {.arena = &arena};
        reveal_write(&text, &r->item[i]);
        line[i] = buf_text(&text);
    }
    saved_put_lines(&app->saved, name, SAVED_SEEN, line, r->count);
    arena_release(&arena);
}

Shading app_shading(const App *app)
{
    int chosen = app->saved.facts.shades;
    Shading own = app->model.look.has_colors ? SHADE_WEIGHTS : SHADE_NONE;
    return chosen > 0 ? (Shading)clamp_int(chosen - 1, SHADE_NONE, SHADE_ALL) : own;
}

void app_note(App *app)
{
    const Model *m = &app->model;
    const Run *own = app_own_run(app, app->lesson);
    const Run *run = own ? app_run_of(app, app->lesson, m->side) : NULL;
    if (m->follows)
        return;
    app->saved.facts.unit = (int)m->class.unit;
    app->is_taught = app->is_taught && m->class.on;
    if (!app->is_taught)
        app->saved.facts.teaches = m->class.on;
    if (app->saved.facts.decimals >= 0 || m->look.decimals != NUMBER_DECIMALS)
        app->saved.facts.decimals = m->look.decimals;
    if (m->look.shade != app_shading(app))
        app->saved.facts.shades = (int)m->look.shade + 1;
    if (!own || !run)
        return;
    const char *name = app_entry(app)->name;
    Spot spot = model_lesson(m)->spot;
    if (run != own)
        spot = spot_beside(spot, app_align_of(app, app->lesson, m->side), run);
    app->kept[app->lesson].left = *model_lesson(m);
    app->kept[app->lesson].left.is_jump = false;
    saved_put(&app->saved, name, spot.stage, spot.stop);
    const SavedPlace *place = saved_find(&app->saved, name);
    SavedFacts *facts = &app->saved.facts;
    facts->last = place && (!facts->last || strcmp(facts->last, name) != 0) ? place->name
                                                                            : facts->last;
    note_changes(app, name);
    if (m->class.on)
        note_shown(app, name);
}

/* --- opening and leaving -------------------------------------------------------------------------- */

/* Brings back all that a class was shown the last time, and the changes tried out: these are off, the lesson is read
 * as it is. Returns how many changes these are. */
static int resume(App *app, const SavedPlace *saved, const Run *own)
{
    Kept *k = &app->kept[app->lesson];
    ChangeLine line[WHATIF_LINES + 1];
    ChangeList list = {0, line};
    Err err = {0};
    if (k->is_resumed || !saved)
        return 0;
    k->is_resumed = true;
    for (int i = 0; i < saved->seen.count; i++)
        reveal_read(&k->own, own, saved->seen.line[i]);
    for (; list.lines < min_int(saved->changes.count, WHATIF_LINES); list.lines++)
        line[list.lines] = (ChangeLine){saved->changes.line[list.lines], true};
    if (list.lines == 0 || k->whatif || app->model.follows)
        return 0;
    k->whatif = experiment_make(NULL, own, list, &err);
    return k->whatif ? list.lines : 0;
}

/* A script begins where it fails, or at its first result. */
static Spot first_spot(Spot spot, const Run *run)
{
    for (int i = 0; run->err.set && i < run->stops; i++)
        if (run->stop[i].kind == STOP_ERROR)
            return spot_at(spot, run, run_stage_of_stop(run, &run->stop[i]),
                           run_number_of_stop(run, &run->stop[i]));
    Spot s = spot;
    const Stop *stop;
    while (!(stop = spot_stop(run, &s)) || stop->kind == STOP_LINE)
        if (!spot_step_on(&s, run))
            return spot;
    return s;
}

/* The beginning of a stage, or its last step. */
static Spot spot_of_opening(Spot spot, const Run *run, Opening at)
{
    const int stage = min_int(at.stage, run->lesson->stages - 1);
    return at.at_end ? spot_end(spot, run, stage) : spot_at(spot, run, stage, 0);
}

static bool is_script(const Entry *entry)
{
    size_t length = strlen(entry->path);
    return length > 3 && strcmp(entry->path + length - 3, ".py") == 0;
}

/* Tells whether a class, if one is on, has seen the result that was not as expected: the message has its numbers. */
static bool has_seen_failure(const App *app, const Run *own)
{
    const Failure *f = &own->failure[0];
    if (!app->model.class.on)
        return true;
    Hidden *hidden = hidden_of(own, &app->kept[app->lesson].own);
    const Lens l = {.run = own, .hidden = hidden};
    const Stop *stop = f->stop >= 0 && f->stop < own->stops ? &own->stop[f->stop] : NULL;
    const int stage = stop ? run_stage_of_stop(own, stop) : 0;
    const int number = stop ? run_number_of_stop(own, stop) : 0;
    Spot first; /* an earlier result may be the one expected */
    bool has = !stop || (lens_shows_stop(&l, stage, number) &&
                         !lens_withholds_text(&l, stage, number, &first));
    hidden_free(hidden);
    return has;
}

/* Says the first expectation of a lesson that does not hold, after what there is to say. */
static void tell_failure(App *app, const Run *run)
{
    Buf text = {0};
    if (run->failures == 0)
        return;
    buf_puts(&text, app->model.said);
    buf_puts(&text, text.length ? " Not as expected: " : "Not as expected: ");
    lesson_line(&text, run->lesson, run->failure[0].at.line);
    if (has_seen_failure(app, run))
        buf_printf(&text, ": %s. qkv check shows both.", run->failure[0].message);
    else
        buf_puts(&text, ", not shown yet.");
    app_say(app, "%s", buf_text(&text));
    buf_release(&text);
}

/* Says which weights do not add up to 1 over what is summed with them, after what there is to say. */
static void tell_astray(App *app, const Run *run)
{
    Buf text = {0};
    Arena arena = {0};
    Astray found;
    if (astray_find(&arena, run, &found)) {
        buf_printf(&text, "%s%s", app->model.said, *app->model.said ? " " : "");
        lesson_line(&text, run->lesson, found.line);
        buf_printf(&text, ": %s", found.text);
        app_say(app, "%s", buf_text(&text));
    }
    arena_release(&arena);
    buf_release(&text);
}

static void tell_resumed(App *app, const Spot *spot, const Run *own, int changes)
{
    Buf text = {0};
    if (spot->stage > 0 || spot->stop > 0) {
        buf_puts(&text, "You were here");
        if (app->model.is_plain) /* on the screens it stands above the page */
            buf_printf(&text, ", in stage %d of %s", spot->stage, own->lesson->title);
        buf_printf(&text, ". %s goes to the start.", app_way(app, "0 Enter", "goto 0"));
    }
    if (changes > 0)
        buf_printf(&text, "%s%s lists your %d change%s, off now.", text.length ? " " : "",
                   app_way(app, "c", "changes"), changes, plural(changes));
    app_say(app, "%s", buf_text(&text));
    buf_release(&text);
}

static void refuse_lesson(App *app, const Entry *entry)
{
    Buf text = {0};
    buf_printf(&text, "%s is ", entry->name);
    library_broken(&text, entry);
    buf_printf(&text, ": %s", entry->err.message);
    app_say(app, "%s", buf_text(&text));
    buf_release(&text);
}

/* The run of a lesson; of one that is broken, if its file was changed since. */
static const Run *run_to_open(App *app, int lesson)
{
    const Run *run = app_own_run(app, lesson);
    Entry *entry = lesson >= 0 && lesson < app->library->count ? &app->library->entry[lesson]
                                                               : NULL,
          before = {0};
    if (run || !entry || strcmp(entry->path, "-") == 0)
        return run;
    const Stamp stamp = library_stamp(entry);
    Err err = {0};
    if (stamp_is(&stamp, &entry->stamp))
        return NULL;
    library_renew(entry, true, &before, &err);
    library_release(&before);
    return app_own_run(app, lesson);
}

/* Tells whether a lesson is to be brought before it is opened; says so, and keeps what is to be done then. */
static bool is_to_come(App *app, int lesson, Opening at)
{
    const Entry *entry = lesson >= 0 && lesson < app->library->count ? &app->library->entry[lesson]
                                                                     : NULL;
    const FileInside *file = entry ? file_inside(entry->path) : NULL;
    if (!file || !file->is_away)
        return false;
    app->wanted = (Wanted){true, lesson, at, app->model.way};
    app_say(app, "%s is not here yet.", entry->name);
    return true;
}

bool app_open_lesson(App *app, int lesson, Opening at)
{
    if (is_to_come(app, lesson, at))
        return false;
    const int before = app->lesson;
    const Run *own = run_to_open(app, lesson);
    if (!own) {
        if (lesson >= 0 && lesson < app->library->count)
            refuse_lesson(app, &app->library->entry[lesson]);
        return false;
    }
    const Entry *entry = &app->library->entry[lesson];
    const SavedPlace *saved = saved_find(&app->saved, entry->name);
    Spot spot = {.lesson = lesson, .detail = app->model.look.detail};
    app->lesson = lesson;
    app->gone = 0;
    app->model.side = 0;
    app->kept[lesson].is_alone = false;
    int changes = resume(app, saved, own);
    bool fails = is_script(entry) && own->err.set;
    bool is_resumed = saved && !at.is_fresh && !fails;
    if (is_resumed)
        spot = spot_at(spot, own, saved->stage, saved->stop);
    else if (at.is_fresh)
        spot = spot_of_opening(spot, own, at);
    else if (is_script(entry))
        spot = first_spot(spot, own);
    app_refresh(app, lesson);
    const Spot here = spot;
    if (app->world.lens.run != own)
        spot = spot_beside(spot, app_align_of(app, lesson, 0), own);
    model_open(&app->model, &app->world, spot);
    app->model.said[0] = '\0';
    Page *page = &app->model.page[app->model.pages - 1];
    const Page *left = &app->kept[lesson].left;
    if (left->name == page->name && spot_is_same(&left->spot, &page->spot))
        *page = *left; /* also scrolled, and with the pointer where it was */
    else if (is_resumed)
        tell_resumed(app, &here, own, changes);
    tell_failure(app, own);
    tell_astray(app, own);
    app_refresh(app, -1);
    if (before >= 0 && before != lesson)
        app_leave(app, before);
    return true;
}

/* A lesson that was left is read and run again when it is opened: texts and runs of all would take much memory. One stays
 * that has been changed or is compared, since these hold on to its run. */
void app_leave(App *app, int lesson)
{
    if (lesson != app->lesson) /* a prompt asks about the run that goes */
        app->model.prompt = (Prompt){.kind = PROMPT_NONE};
    bool is_compared = app->compared &&
                       (lesson == app->compared_with || lesson == app->compared_to);
    app_forget_practice(app, lesson);
    if (lesson == app->lesson || is_compared || app->kept[lesson].whatif)
        return;
    app_forget_runs(app);
    library_forget(&app->library->entry[lesson]);
    app_refresh(app, -1);
}

/* --- reading again -------------------------------------------------------------------------------- */

/* Says how reading went: the first mistake, or how much is another now. */
static void tell_news(App *app, const Entry *entry, bool is_taken, const Err *err,
                      const Align *align)
{
    Buf text = {0};
    const Comparison *c = align ? align_comparison(align) : NULL;
    if (err->set) {
        buf_puts(&text, is_taken ? "Reloaded: " : "Not reloaded: ");
        if (entry->lesson && is_taken)
            lesson_line(&text, entry->lesson, err->at.line);
        else
            buf_printf(&text, "line %d", err->at.line);
        buf_printf(&text, ": %s", err->message);
    } else {
        buf_puts(&text, entry->original ? entry->path : "Reloaded"); /* a copy tells its name */
        if (c && c->first >= 0)
            buf_printf(&text, ": %d of %d results differ", c->rows - c->same, c->rows);
        buf_puts(&text, c && c->first < 0       ? ": the results are the same."
                        : entry->original && !c ? " was read."
                                                : ".");
    }
    app_say(app, "%s", buf_text(&text));
    if (!err->set && entry->run)
        tell_failure(app, entry->run);
    if (entry->run)
        tell_astray(app, entry->run);
    buf_release(&text);
}

/* Gives back all that holds much memory before the lesson is run again, so that both take no more than one may. True
 * if its run had to go, too. */
static bool make_room(App *app)
{
    Entry *entry = app_entry(app);
    WhatIf *w = app->kept[app->lesson].whatif;
    size_t bytes = entry->run ? entry->run->cost.bytes : 0;
    if (w)
        bytes = w->variant[w->variants - 1].run->cost.bytes;
    if (bytes <= LIMIT_KEPT)
        return false;
    whatif_forget(w);
    library_unload(entry);
    return true;
}

/* Back to the lesson as it is: what lies over it is made again from the changes' lines. */
static void put_aside(App *app)
{
    app_turn(app, app->model.side, SIDE_WITHOUT);
    app->model.side = SIDE_WITHOUT;
    align_free(app->compared);
    app->compared = NULL;
    app_forget_runs(app);
}

/* The class sees what it has seen and is the same; the reader looks at what he looked at. */
static void go_on(App *app, const Run *before, const Run *now, Align *align)
{
    Kept *k = &app->kept[app->lesson];
    Reveal seen = {0};
    k->is_alone = false;
    k->left = (Page){0};
    if (align)
        reveal_beside(&seen, &k->own, align, before);
    reveal_release(&k->own);
    seen.edition += k->own.edition;
    k->own = seen;
    app_forget_with(k);
    if (align)
        model_beside(&app->model, align, before);
    else
        model_renew(&app->model, now);
}

void app_read_again(App *app)
{
    Entry *entry = app_entry(app), before;
    Err err = {0};
    Buf lost = {0};
    WhatIf *old = NULL;
    if (!entry)
        return;
    const int side = app->model.side;
    app_forget_practice(app, app->lesson);
    put_aside(app);
    bool is_gone = make_room(app);
    bool is_taken = library_renew(entry, is_gone, &before, &err);
    const Run *now = library_run(app->library, app->lesson);
    Align *align = is_taken && before.run && now ? align_runs(before.run, now) : NULL;
    if (!now) {
        app->model = model_menu(app->model.width, app->model.height);
        refuse_lesson(app, entry);
    } else {
        if (is_taken || is_gone)
            go_on(app, before.run, now, align);
        tell_news(app, entry, is_taken, &err, align);
        if (is_taken || is_gone) {
            old = app->kept[app->lesson].whatif;
            app->kept[app->lesson].whatif = experiment_renew(old, now, &lost);
        }
        if (lost.length > 0)
            app_say(app, "%s%s", app->model.said, buf_text(&lost));
        app->model.side = side;
        app_turn(app, SIDE_WITHOUT, side);
    }
    whatif_free(old);
    align_free(align);
    library_release(&before);
    app_forget_runs(app);
    buf_release(&lost);
    app_refresh(app, -1);
}

/* --- passes that were given back ------------------------------------------------------------------ */

/* The page of a stage that lies on top, or NULL. */
static Page *stage_page(Model *m)
{
    for (int i = m->pages - 1; i > 0; i--)
        if (page_kind(&m->page[i]) == DOC_STAGE)
            return &m->page[i];
    return NULL;
}

static int left_pass(const Run *run, const Spot *s)
{
    const Stop *stop = run && s->stage < run->lesson->stages ? spot_stop(run, s) : NULL;
    return stop ? run_left_pass(run, stop->line) : -1;
}

/* The pass in the run that is looked at now, and in it what the reader was at in another pass before. */
static void go_to_pass(App *app, int count, const KeptPass way[], const SpotInPass *was)
{
    Page *page = stage_page(&app->model);
    const Run *run = app->world.lens.run;
    int line = page && run ? run_find_pass(run, count, way) : -1;
    if (line < 0 || run->line[line].is_left)
        return;
    if (!spot_to_alike(&page->spot, run, line, was))
        page->spot = spot_in_line(page->spot, run, line);
    page->depth = page->is_jump ? spot_depth(run, &page->spot) : page->depth;
    page->pointer = tell_pointer(&app->world.lens, &page->spot, NULL, NULL);
}

/* The changes are made again in the new run. */
static void turn_to_run(App *app, const Run *before, int side)
{
    Kept *k = &app->kept[app->lesson];
    const Run *now = app_own_run(app, app->lesson);
    Align *align = align_runs(before, now);
    Buf lost = {0};
    WhatIf *old = k->whatif;
    go_on(app, before, now, align);
    k->whatif = experiment_renew(old, now, &lost);
    app->model.side = side;
    app_turn(app, SIDE_WITHOUT, side);
    whatif_free(old);
    align_free(align);
    buf_release(&lost);
}

/* Finds what the page on top was at, if it was one of a stage. */
static SpotInPass was_in_pass(const Run *run, const Model *before)
{
    const Page *top = before && run ? &before->page[before->pages - 1] : NULL;
    bool is_stage = top && before->pages > 1 && page_kind(top) == DOC_STAGE &&
                    top->spot.stage < run->lesson->stages;
    return is_stage ? spot_in_pass(run, &top->spot) : (SpotInPass){0};
}

void app_bring_pass(App *app, const Model *before_event)
{
    const Page *page = stage_page(&app->model);
    const Run *run = app->world.lens.run;
    KeptPass way[LIMIT_KEPT_PASSES];
    int pass = page && app_entry(app) ? left_pass(run, &page->spot) : -1;
    if (pass < 0 || app_practice(app) || app->compared)
        return;
    const SpotInPass was = was_in_pass(run, before_event);
    int count = run_way_to_pass(run, pass, way), side = app->model.side;
    put_aside(app);
    Run *before = library_run_again(app_entry(app), count, way);
    if (before) {
        turn_to_run(app, before, side);
    } else {
        app_say(app, "This pass was given back, and there is no room or time to run it again.");
        app->model.side = side;
        app_turn(app, SIDE_WITHOUT, side);
    }
    run_free(before);
    app_forget_runs(app);
    app_refresh(app, -1);
    go_to_pass(app, count, way, &was);
    app_refresh(app, -1);
}

/* Reads it again without an event that asks for it. */
static void read_changed(App *app)
{
    const Entry *entry = app_entry(app);
    app_read_again(app);
    app_note(app);
    const Spot spot = model_spot(&app->model);
    char *copy = entry->original ? realpath(entry->path, NULL) : NULL;
    app_log(app, "reload %d %d %s", spot.stage, spot.stop, copy ? copy : "");
    free(copy);
}

/* Says once that the file is not there any more, when it has been gone for longer than an editor takes. */
static bool is_gone(App *app, const Entry *entry, int64_t now)
{
    enum { PATIENCE = 1000 };
    if (app->gone == 0 || (app->gone > 0 && now < app->gone))
        app->gone = max_int64(now, 1);
    if (app->gone < 0 || now - app->gone < PATIENCE)
        return false;
    app->gone = -1;
    app_say(app, "%s is gone: this is the version that was read last.", entry->path);
    app_refresh(app, -1);
    return true;
}

/* Some editors write a file bit by bit, others remove it for a moment: a change counts once the file
 * has been the same for as long as it takes to look again. */
bool app_look(App *app, int64_t now)
{
    enum { LOOK_AGAIN = 200 };
    const Stamp none = {0};
    const Entry *entry = app_entry(app);
    if (!entry || (now >= app->looked && now < app->looked + LOOK_AGAIN))
        return false;
    app->looked = now;
    Stamp stamp = library_stamp(entry);
    if (stamp_is(&stamp, &none))
        return is_gone(app, entry, now);
    bool was_gone = app->gone < 0;
    app->gone = 0;
    if (was_gone)
        app_refresh(app, -1);
    bool rests = stamp_is(&stamp, &app->pending);
    app->pending = stamp;
    if (!rests || stamp_is(&stamp, &entry->stamp))
        return was_gone;
    read_changed(app);
    return true;
}

/* --- editing -------------------------------------------------------------------------------------- */

const char *app_source(const App *app, int *line)
{
    const Entry *entry = app_entry(app);
    const Run *run = app->world.lens.run;
    if (!entry || strcmp(entry->path, "-") == 0)
        return NULL;
    *line = entry->err.set ? entry->err.at.line : 1;
    if (!run)
        return entry->path;
    const Page *page = model_page(&app->model);
    Spot spot = model_spot(&app->model);
    const Stop *stop = spot_stop(run, &spot);
    bool asks = page_asks(page) && page->step < run->tape->count;
    int inside = asks ? run_line_of_step(run, page->step) : stop ? stop->line : -1;
    int statement = asks ? run->tape->step[page->step].tag : stop ? stop->statement : -1;
    *line = inside >= 0      ? run->line[inside].first
            : statement >= 0 ? run->statement[statement].first
                             : run->lesson->stage[spot.stage].line;
    if (run->lesson->is_notebook)
        *line = 1; /* lines are not those of the file */
    return entry->path;
}

bool app_copy_lesson(App *app)
{
    Entry *entry = app_entry(app);
    Buf path = {0};
    Err err = {0};
    if (!entry || !entry->ships)
        return true;
    bool ok = starter_copy(entry->path, &path, &err);
    if (ok) {
        library_copied(app->library, entry, buf_text(&path));
        read_changed(app);
    } else {
        app_say(app, "The editor opens a copy, but none can be made here: %s", err.message);
    }
    buf_release(&path);
    return ok;
}

void app_edited(App *app, bool ran)
{
    const Entry *entry = app_entry(app);
    const Stamp none = {0};
    if (!entry)
        return;
    Stamp stamp = library_stamp(entry);
    app_say(app, ran ? "" : "The editor did not start: set $VISUAL or $EDITOR.");
    if (!stamp_is(&stamp, &none) && !stamp_is(&stamp, &entry->stamp))
        read_changed(app);
    app_refresh(app, -1);
}
