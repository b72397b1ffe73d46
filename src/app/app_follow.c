/* Two of them: the leader tells what it shows, and the other, which follows, shows that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app_internal.h"
#include "app/follow.h"
#include "base/common.h"
#include "lesson/starter.h"

void app_follow(App *app)
{
    app->model.class.on = false;
    app->model.follows = app->model.look.notes = true;
    app->now = follow_path(&app->arena);
    app_refresh(app, -1);
}

/* --- leading -------------------------------------------------------------------------------------- */

/* Both know a lesson by this, also when one of them shows a copy of it. */
static const char *name_of(Arena *a, const Entry *entry)
{
    return entry->original ? lesson_name(a, entry->original) : entry->name;
}

static void tell_lesson(App *app, Arena *a, Told *told)
{
    const Entry *entry = app_entry(app);
    const WhatIf *w = app->kept[app->lesson].whatif;
    const Reveal *r = app_reveal_of(app, app->lesson, app->model.side);
    told->lesson = name_of(a, entry);
    char *copy = entry->original ? realpath(entry->path, NULL) : NULL;
    told->copy = copy ? arena_string(a, copy) : "";
    free(copy);
    for (; w && told->lines < min_int(w->lines, WHATIF_LINES); told->lines++)
        told->line[told->lines] = w->line[told->lines];
    for (int i = 0; i < r->count && app->model.class.on; i++) {
        Buf line = {.arena = a};
        reveal_write(&line, &r->item[i]);
        arena_push(a, told->show, told->shown, buf_text(&line));
    }
}

static void put_told(App *app, Buf *out, bool with_said)
{
    Arena arena = {0};
    Told *told = arena_new(&arena, Told);
    *told = (Told){.speaker = follow_speaker(), .lesson = "", .copy = "", .model = app->model};
    if (app->lesson >= 0 && app->world.lens.run)
        tell_lesson(app, &arena, told);
    else
        told->model.pages = 1;
    if (!with_said)
        told->model.said[0] = '\0';
    follow_text(out, told);
    arena_release(&arena);
}

/* The one that began is followed until it ends: of another qkv, as that of an author, nobody hears. But a
 * teacher is heard before one who does not teach. */
static bool may_speak(const App *app)
{
    Arena arena = {0};
    Told *told = arena_new(&arena, Told);
    bool is_told = follow_read(app->now, &arena, told);
    bool is_ours = is_told && told->speaker == follow_speaker();
    bool is_first = !is_told || !follow_lives(told->speaker) ||
                    (app->model.class.on && !told->model.class.on);
    arena_release(&arena);
    return is_ours || is_first;
}

bool app_tell(App *app)
{
    Buf text = {0};
    if (!app->now)
        return false;
    put_told(app, &text, true);
    bool is_new = strcmp(buf_text(&text), buf_text(&app->told)) != 0, was_first = !app->told.length;
    buf_release(&app->told);
    app->told = text;
    if (!is_new)
        return false;
    app->speaks = may_speak(app);
    if (app->speaks)
        follow_write(app->now, &app->told);
    bool says = !app->speaks && was_first && app->model.class.on && !*app->model.said;
    if (says)
        app_say(app, "Another qkv is open: qkv --follow shows that one.");
    return says;
}

void app_tell_end(App *app)
{
    if (app->now && app->model.follows)
        follow_hear_no_more(app->now);
    else if (app->now && app->speaks && may_speak(app))
        remove(app->now);
    app->now = NULL;
}

/* --- following ------------------------------------------------------------------------------------ */

static int lesson_of(const App *app, const Told *told)
{
    Arena arena = {0};
    int found = -1;
    for (int i = 0; i < app->library->count && found < 0; i++)
        if (strcmp(name_of(&arena, &app->library->entry[i]), told->lesson) == 0)
            found = i;
    arena_release(&arena);
    return found;
}

/* A speaker who edits a lesson goes on in a copy of it, and the follower goes along. But the file may lie where others
 * write, and a lesson is run: false for a copy that may be anybody's. */
static bool follow_to_copy(App *app, const Told *told)
{
    Entry *entry = app_entry(app);
    const char *path = entry->original ? entry->path : "";
    bool is_copy = starter_is_copy(told->copy, entry->original ? entry->original : entry->path);
    const char *copy = is_copy ? told->copy : "";
    if (strcmp(path, copy) != 0) {
        library_copied(app->library, entry, is_copy ? copy : NULL);
        app_read_again(app);
    }
    return is_copy || !*told->copy;
}

/* The changes that the leader has made; false where they cannot be made here. */
static bool follow_changes(App *app, Told *told, Err *err)
{
    const WhatIf *w = app->kept[app->lesson].whatif;
    bool is_same = told->lines == (w ? w->lines : 0);
    for (int i = 0; is_same && i < told->lines; i++)
        is_same = told->line[i].is_off == w->line[i].is_off &&
                  strcmp(told->line[i].text, w->line[i].text) == 0;
    return is_same || app_change(app, told->line, told->lines, err);
}

/* Takes over what the leader's model says; what depends on this window and its colors stays, and
 * what is not told. */
static void take_model(App *app, const Told *told, int lesson)
{
    Model *m = &app->model;
    const Model *its = &told->model;
    const Look own = m->look;
    m->pages = its->pages;
    memcpy(&m->page[1], &its->page[1], sizeof m->page[0] * (PAGES_MOST - 1));
    m->look = its->look;
    m->look.shade = own.shade;
    m->look.mouse = own.mouse;
    m->look.answers = own.answers;
    m->look.notes = true;
    m->class = its->class;
    m->class.seconds = 0;
    m->blank = false; /* the notes go on */
    m->side = its->side;
    m->pins = its->pins;
    m->prompt = (Prompt){0};
    if (lesson < 0)
        m->pages = 1;
}

static void follow_told(App *app, Told *told, int lesson)
{
    Err err = {0};
    const int before = app->lesson;
    if (before != lesson && !app_open_lesson(app, lesson, true))
        return;
    bool has_file = follow_to_copy(app, told);
    bool changed = follow_changes(app, told, &err);
    if (!changed) /* the pages must fit the run that is seen here */
        told->model.side = app->model.side;
    const WhatIf *w = app->kept[lesson].whatif;
    told->model.side = w ? min_int(told->model.side, w->variants - 1) : told->model.side;
    const Run *run = app_run_of(app, lesson, told->model.side);
    Reveal *r = app_reveal_of(app, lesson, told->model.side);
    follow_fit(told, run, lesson);
    take_model(app, told, lesson);
    reveal_release(r);
    for (int i = 0; i < told->shown; i++)
        reveal_read(r, run, told->show[i]);
    if (!has_file)
        app_say(app, "The speaker's copy is not here: this is the lesson that it was made from.");
    else if (!changed)
        app_say(app, "The speaker's changes cannot be made here: %s", err.message);
    else
        app_say(app, "%s", told->model.said);
}

/* Goes to all that the leader tells now. */
static void listen(App *app)
{
    Arena arena = {0};
    const Stamp none = {0};
    Told *told = arena_new(&arena, Told);
    bool is_read = follow_read(app->now, &arena, told);
    int lesson = is_read && *told->lesson ? lesson_of(app, told) : -1;
    app->speaker = is_read && follow_lives(told->speaker) ? told->speaker : 0;
    bool has_left = stamp_is(&app->read, &none) ||
                    (is_read && told->speaker > 0 && !follow_lives(told->speaker));
    app->is_away = app->is_behind = false;
    if (has_left) {
        if (app->told.length > 0)
            app_say(app, "The speaker has left: this is what was shown last.");
    } else if (!is_read) {
        app_say(app, "The speaker cannot be followed: both need the same version of qkv.");
    } else if (!*told->lesson) {
        take_model(app, told, -1);
        app_say(app, "The speaker is in the menu.");
    } else if (lesson < 0 || !app_own_run(app, lesson)) {
        app_say(app, "The speaker is in a lesson that is not here: %s.", told->lesson);
    } else {
        follow_told(app, told, lesson);
    }
    app_refresh(app, -1);
    buf_clear(&app->told);
    put_told(app, &app->told, false);
    arena_release(&arena);
}

bool app_listen(App *app)
{
    const Entry file = {.path = app->now ? app->now : "-"};
    Stamp stamp = library_stamp(&file);
    if (app->now && !follow_is_heard(app->now))
        follow_hear(app->now);
    bool has_gone = app->speaker > 0 && !follow_lives(app->speaker);
    if (stamp_is(&stamp, &app->read) && !has_gone)
        return false;
    app->read = stamp;
    bool types = app->model.prompt.kind != PROMPT_NONE; /* what is half typed stays */
    app->is_away = app->is_away || types;
    if (!app->is_away) {
        listen(app);
        return true;
    }
    app->is_behind = true;
    app_say(app, "The speaker has moved on: q goes there.");
    return true;
}

bool app_comes_back(App *app, const Event *e)
{
    const Stamp none = {0};
    bool is_q = (e->kind == EVENT_KEY && e->key == 'q') ||
                (e->kind == EVENT_LINE && e->text && strcmp(e->text, "up") == 0);
    if (!app->model.follows || !is_q || app->model.prompt.kind != PROMPT_NONE ||
        stamp_is(&app->read, &none))
        return false;
    bool is_menu = app->model.pages == 1;
    if (app->is_away) {
        listen(app);
        return true;
    }
    if (is_menu || app->told.length == 0) /* the leader is in the menu, too */
        return false;
    app->model.pages = 1; /* once more: the menu */
    app->is_away = true;
    app_refresh(app, -1);
    return true;
}

void app_note_away(App *app)
{
    Buf text = {0};
    if (!app->model.follows || app->told.length == 0 || app->is_behind)
        return;
    put_told(app, &text, false);
    app->is_away = strcmp(buf_text(&text), buf_text(&app->told)) != 0;
    buf_release(&text);
    app_refresh(app, -1);
}
