/* A class goes on the next time where it was: teacher mode, and what was shown of each result, are kept
 * with the places of the lessons. */
#include <stdio.h>

#include "app/app_internal.h"
#include "app/follow.h"
#include "app/reload.h"
#include "base/common.h"

/* "2 1 9 all", "2 1 9", "2 1 9 0+3 7+1": stage, stop, how many cells there are, and which were seen. */
const char *app_result_text(Arena *a, const struct ShownResult *r)
{
    Buf text = {.arena = a};
    buf_printf(&text, "%d %d %lld", r->stage, r->stop, (long long)r->cells);
    buf_puts(&text, r->view.hidden == 0 ? " all" : "");
    for (int i = 0; i < r->view.seens && r->view.hidden > 0; i++)
        buf_printf(&text, " %lld+%lld", (long long)r->view.seen[i].from,
                   (long long)r->view.seen[i].count);
    return buf_text(&text);
}

/* What of one lesson was seen. */
static Shown shown_of_lesson(Arena *a, const Shown *shown, int lesson)
{
    Shown own = {0};
    for (int i = 0; i < shown->count; i++)
        if (shown->item[i].lesson == lesson)
            arena_push(a, own.item, own.count, shown->item[i]);
    return own;
}

void app_keep_shown(App *app)
{
    const int lesson = app->place.where.lesson;
    int kept = 0;
    for (int i = 0; i < app->unchanged.count; i++)
        if (app->unchanged.item[i].lesson != lesson)
            app->unchanged.item[kept++] = app->unchanged.item[i];
    app->unchanged.count = kept;
    for (int i = 0; i < app->shown.count; i++)
        if (app->shown.item[i].lesson == lesson)
            arena_push(&app->arena, app->unchanged.item, app->unchanged.count, app->shown.item[i]);
}

void app_change_shown(App *app, const Run *before)
{
    Arena arena = {0};
    const int lesson = app->place.where.lesson;
    const Run *own = library_run(app->library, lesson), *now = app_run(app);
    Shown kept = shown_of_lesson(&arena, &app->unchanged, lesson);
    reload_shown(&app->shown, app->place.teach.on, lesson, before, now);
    if (now != own)
        reload_shown(&kept, app->place.teach.on, lesson, own, now);
    reload_shown_too(&app->shown, &app->arena, &kept);
    arena_release(&arena);
}

void app_hide_unchanged(App *app)
{
    const Place own = app_without_changes(app, app->place);
    struct ShownResult *r = place_shown(&app->unchanged, &own);
    if (r)
        r->view = place_hide(own, library_run(app->library, own.where.lesson)).view;
}

/* Of the results of a lesson, as they are without changes. */
static void keep_lesson(App *app, int lesson)
{
    Arena arena = {0};
    const WhatIf *w = app->experiment[lesson].now;
    const char **line = arena_many(&arena, RESULTS_MOST, const char *);
    Shown own = {0}, unchanged = {0};
    if (app->place.teach.on)
        own = shown_of_lesson(&arena, &app->shown, lesson);
    if (app->place.teach.on && w)
        unchanged = shown_of_lesson(&arena, &app->unchanged, lesson);
    if (w && own.count > 0)
        reload_shown(&own, true, lesson, w->variant[0].run, library_run(app->library, lesson));
    reload_shown_too(&own, &arena, &unchanged);
    const int count = min_int(own.count, RESULTS_MOST);
    for (int i = 0; i < count; i++)
        line[i] = app_result_text(&arena, &own.item[i]);
    if (count > 0 || !app->place.teach.on)
        saved_put_seen(&app->saved, app->library->entry[lesson].name, line, count);
    arena_release(&arena);
}

void app_keep_class(App *app)
{
    if (app->is_plain || app->place.teach.follows)
        return;
    saved_put_teaches(&app->saved, app->place.teach.on);
    for (int i = 0; i < app->library->count; i++)
        keep_lesson(app, i);
}

bool app_result_read(struct ShownResult *r, const char *line, const Run *run)
{
    int used = 0;
    long long cells, from, count;
    if (sscanf(line, "%d %d %lld%n", &r->stage, &r->stop, &cells, &used) != 3 || r->stage < 0 ||
        r->stage >= run->lesson->stages || r->stop < 0 || r->stop > run_stops(run, r->stage))
        return false;
    const Place there = {.where = {.stage = r->stage, .stop = r->stop}};
    r->cells = place_cells(run, &there);
    if (r->cells != cells || (cells == 0 && r->stop > 0)) /* a question has none */
        return false;
    r->view = place_hide(there, run).view;
    for (line += used; sscanf(line, " %lld+%lld%n", &from, &count, &used) == 2; line += used)
        if (from >= 0)
            place_show(&r->view, cells, (Cells){from, clamp_int64(count, 0, cells)});
    if (same_text(line, " all"))
        r->view = (View){0};
    return true;
}

void app_resume_class(App *app, const SavedPlace *saved)
{
    const int lesson = app->place.where.lesson;
    const Run *run = library_run(app->library, lesson);
    bool is_known = false;
    for (int i = 0; i < app->shown.count; i++)
        is_known = is_known || app->shown.item[i].lesson == lesson;
    for (int i = 0; i < saved->seens && app->place.teach.on && !is_known; i++) {
        struct ShownResult r = {.lesson = lesson};
        if (app_result_read(&r, saved->seen[i], run))
            arena_push(&app->arena, app->shown.item, app->shown.count, r);
    }
}

void app_no_class(App *app)
{
    app->place.teach.on = false;
    app->place.view = (View){.item = app->place.view.item};
}

void app_new_class(App *app)
{
    app->shown.count = app->unchanged.count = 0;
    for (int i = 0; i < app->saved.count; i++)
        saved_put_seen(&app->saved, app->saved.place[i].name, NULL, 0);
}
