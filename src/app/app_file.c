/* The file of the lesson on the page: where it lies, who edits it, and reading it again when it has
 * changed. */
#include <string.h>

#include "app/app_internal.h"
#include "app/reload.h"
#include "lesson/starter.h"
#include "python/limits.h"

/* Says whose file it is, after what there is to say. */
static void tell_copy(App *app, const Entry *entry)
{
    const Buf *said = &app->said;
    bool ends = said->length == 0 || said->text[said->length - 1] == '.';
    if (entry->original)
        buf_printf(&app->said, "%s%sThis is your copy, %s: the lesson stays as it is.",
                   ends ? "" : ".", app->said.length ? " " : "", entry->path);
    app->message = app->said.length ? buf_text(&app->said) : NULL;
}

/* The first expectation of a lesson that does not hold. */
static void tell_failure(App *app, const Run *run)
{
    lesson_line(&app->said, run->lesson, run->failure[0].at.line);
    buf_printf(&app->said, ": %s", run->failure[0].message);
}

void app_tell_failure(App *app)
{
    const Run *run = app_entry(app)->run;
    if (!run || run->failures == 0)
        return;
    bool goes_on = app->message && app->message == app->said.text; /* "You were here." */
    if (!goes_on)
        buf_clear(&app->said);
    buf_puts(&app->said, goes_on ? " Not as expected: " : "Not as expected: ");
    tell_failure(app, run);
    buf_puts(&app->said, ". qkv check shows both.");
    app->message = buf_text(&app->said);
}

static void tell_news(App *app, const Entry *entry, bool taken, const Err *err)
{
    buf_clear(&app->said);
    if (err->set) {
        buf_puts(&app->said, taken ? "Read again: " : "Not read (r says it again): ");
        if (entry->lesson && taken)
            lesson_line(&app->said, entry->lesson, err->at.line);
        else
            buf_printf(&app->said, "line %d", err->at.line);
        buf_printf(&app->said, ": %s", err->message);
    } else if (entry->run->failures > 0) {
        buf_puts(&app->said, "Read again: ");
        tell_failure(app, entry->run);
    } else
        buf_puts(&app->said, "Read again: what has changed is here.");
    tell_copy(app, entry);
}

/* What a lesson holds that takes much goes before it is run again, so that both take no more than one may:
 * its run, that of its changes, whose lines stay, and what it is compared with. */
static bool make_room(App *app, int lesson)
{
    Entry *entry = app->library->entry;
    WhatIf *w = app->experiment[lesson].now;
    const Run *run = w ? w->variant[w->variants - 1].run : entry[lesson].run;
    size_t bytes = run ? run->cost.bytes : 0;
    if (app_compares(app, lesson))
        bytes += entry[app->compared_with].run->cost.bytes +
                 entry[app->compared_to].run->cost.bytes;
    if (bytes <= LIMIT_KEPT)
        return false;
    if (app_compares(app, lesson)) {
        int other = lesson == app->compared_to ? app->compared_with : app->compared_to;
        app_compare_no_more(app);
        if (!app->experiment[other].now) /* which holds on to its run */
            library_unload(&entry[other]);
    }
    whatif_forget(w);
    library_unload(&entry[lesson]);
    return true;
}

/* To the place in the lesson as it is now that shows what `here` showed in the lesson before. */
static void go_on(App *app, Place here, const Run *before, const Run *now)
{
    if (here.page != PAGE_MENU)
        here = reload_place(here, before, now);
    if (before && now)
        reload_shown(&app->shown, here.teach.on, app->place.where.lesson, before, now);
    if (before && now)
        reload_shown(&app->unchanged, here.teach.on, app->place.where.lesson, before, now);
    app->place = app_with_changes(app, here);
    app_hide_changed(app);
}

void app_read_again(App *app)
{
    int lesson = app->place.where.lesson;
    Entry *entry = app_entry(app), before;
    Err err = {0};
    if (!entry)
        return;
    Place here = app_without_changes(app, app->place);
    bool compares = app_compares(app, lesson);
    renewal_end(&app->renewal);
    app->place.look.side = here.look.side = SIDE_NOW;
    bool is_gone = make_room(app, lesson);
    bool taken = library_renew(entry, is_gone, &before, &err);
    tell_news(app, entry, taken, &err);
    if (taken || is_gone) {
        WhatIf *old = NULL;
        const Run *now = library_run(app->library, lesson);
        experiment_renew(&app->experiment[lesson], now, &old, &app->said);
        app->message = buf_text(&app->said);
        go_on(app, here, taken ? before.run : now, now);
        whatif_free(old);
    }
    if (compares && (taken || is_gone))
        app_compare_lessons(app, app->compared_with, app->compared_to);
    app_forget_runs(app);
    if (here.page == PAGE_MENU || compares || app->experiment[lesson].now)
        library_release(&before);
    else
        renewal_begin(&app->renewal, before, entry->run, lesson);
}

static bool is_there(const Stamp *stamp)
{
    const Stamp none = {0};
    return !stamp_is(stamp, &none);
}

const char *app_source(const App *app, int *line)
{
    const Entry *entry = app_entry(app);
    if (!entry || strcmp(entry->path, "-") == 0)
        return NULL;
    const Place *p = &app->place;
    const Run *run = app_run(app);
    *line = entry->err.set ? entry->err.at.line : 1;
    if (run) {
        const Stop *stop = place_stop(run, p);
        bool asks = p->page == PAGE_CELL;
        int inside = asks ? run_line_of_step(run, p->asked.step) : stop ? stop->line : -1;
        int statement = asks ? run->tape->step[p->asked.step].tag : stop ? stop->statement : -1;
        *line = inside >= 0      ? run->line[inside].first
                : statement >= 0 ? run->statement[statement].first
                                 : run->lesson->stage[p->where.stage].line;
        if (run->lesson->is_notebook)
            *line = 1; /* its lines are not those of the file */
    }
    return entry->path;
}

bool app_copy(App *app)
{
    Entry *entry = app_entry(app);
    Buf path = {0};
    Err err = {0};
    if (!entry || !entry->ships)
        return true;
    bool ok = starter_copy(entry->path, &path, &err);
    if (ok) {
        library_copied(app->library, entry, buf_text(&path));
        app_read_again(app);
    } else {
        buf_clear(&app->said);
        buf_printf(&app->said, "What is edited is a copy, and there can be none here: %s",
                   err.message);
        app->message = buf_text(&app->said);
    }
    buf_release(&path);
    return ok;
}

void app_edited(App *app, bool ran)
{
    const Entry *entry = app_entry(app);
    Stamp stamp = library_stamp(entry);
    buf_clear(&app->said);
    buf_puts(&app->said, ran ? "" : "The editor did not start: set $VISUAL or $EDITOR.");
    tell_copy(app, entry);
    if (is_there(&stamp) && !stamp_is(&stamp, &entry->stamp))
        app_read_again(app);
}

/* Some editors write a file bit by bit, others remove it for a moment: a change counts once the file
 * has been the same for as long as it takes to look again. */
enum { LOOK_AGAIN = 200 };

int app_patience(const App *app)
{
    const Entry *entry = app_entry(app);
    bool plays = app->place.view.seconds > 0 || app->place.teach.follows;
    return plays || (entry && strcmp(entry->path, "-") != 0) ? LOOK_AGAIN : -1;
}

bool app_look(App *app, int64_t now)
{
    const Entry *entry = app_entry(app);
    if (!entry || (now >= app->looked && now < app->looked + LOOK_AGAIN))
        return false;
    app->looked = now;
    Stamp stamp = library_stamp(entry);
    bool rests = stamp_is(&stamp, &app->pending);
    app->pending = stamp;
    if (!rests || !is_there(&stamp) || stamp_is(&stamp, &entry->stamp))
        return false;
    app_read_again(app);
    return true;
}
