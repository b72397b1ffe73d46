/* Two of them: what one shows it tells, and the other, which follows, shows that. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app_internal.h"
#include "app/follow.h"
#include "app/keys.h"
#include "lesson/starter.h"

void app_follow(App *app)
{
    app_no_class(app);
    app->place.teach.follows = app->place.teach.notes = true;
    app->now = follow_path(&app->arena);
}

/* What the class has seen of the results of the lesson. */
static void tell_results(const App *app, Arena *a, Told *told)
{
    const Shown *shown = &app->shown;
    for (int i = 0; i < shown->count && told->results < RESULTS_MOST; i++)
        if (shown->item[i].lesson == app->place.where.lesson)
            told->result[told->results++] = app_result_text(a, &shown->item[i]);
}

/* What there is to tell of the place as a text. */
static void put_told(const App *app, Buf *out, const char *said)
{
    Arena arena = {0};
    Told told = follow_told(&arena, app->library, &app->place, app_what_if(app));
    told.said = said;
    told.compares = app->place.page != PAGE_MENU && !app_what_if(app) && app->compared &&
                    app->compared_to == app->place.where.lesson;
    if (app->place.page != PAGE_MENU && app->place.teach.on)
        tell_results(app, &arena, &told);
    follow_text(out, &told);
    arena_release(&arena);
}

/* The one that began is followed until it ends: of another qkv, as that of an author, nobody hears. But a
 * teacher is heard before one who does not teach. */
static bool may_speak(const App *app)
{
    Arena arena = {0};
    Told told;
    bool is_told = follow_read(app->now, &arena, &told);
    bool is_ours = is_told && told.speaker == getpid();
    bool is_first = !is_told || !follow_lives(told.speaker) ||
                    (app->place.teach.on && !told.place.teach.on);
    arena_release(&arena);
    return is_ours || is_first;
}

bool app_tell(App *app)
{
    Buf text = {0};
    if (!app->now)
        return false;
    put_told(app, &text, app->message ? app->message : "");
    bool is_new = strcmp(buf_text(&text), buf_text(&app->told)) != 0;
    buf_release(&app->told);
    app->told = text;
    if (!is_new)
        return false;
    app->speaks = may_speak(app);
    if (app->speaks)
        follow_write(app->now, &app->told);
    bool says = !app->speaks && !app->is_silent && app->place.teach.on && !app->message;
    if (says)
        app->message = "Another qkv is open, and whoever follows sees that one.";
    app->is_silent = !app->speaks && (app->is_silent || says);
    return says;
}

void app_tell_end(App *app)
{
    if (app->now && app->speaks && may_speak(app))
        remove(app->now);
    app->now = NULL;
}

/* A speaker who edits a lesson goes on in a copy of it, and the follower goes along. But the follow file may lie
 * where others write, and a lesson is run: false for a copy that may be anybody's file. */
static bool follow_to_copy(App *app, const Told *told)
{
    Entry *entry = &app->library->entry[app->place.where.lesson];
    const char *path = entry->original ? entry->path : "";
    bool is_copy = starter_is_copy(told->copy, entry->original ? entry->original : entry->path);
    const char *copy = is_copy ? told->copy : "";
    if (strcmp(path, copy) != 0) {
        library_copied(app->library, entry, is_copy ? copy : NULL);
        app_read_again(app);
    }
    return is_copy || !*told->copy;
}

/* The same changes as the other one has made; false where they cannot be made here. */
static bool follow_changes(App *app, Told *told, Err *err)
{
    const WhatIf *w = app_what_if(app);
    bool is_same = told->lines == (w ? w->lines : 0);
    for (int i = 0; is_same && i < told->lines; i++)
        is_same = told->line[i].is_off == w->line[i].is_off &&
                  strcmp(told->line[i].text, w->line[i].text) == 0;
    return is_same || app_change(app, told->line, told->lines, err);
}

static void see_results(App *app, const Told *told, int lesson)
{
    arena_release(&app->seen_there);
    app->shown = (Shown){0};
    for (int i = 0; i < told->results; i++) {
        struct ShownResult r = {.lesson = lesson};
        if (app_result_read(&r, told->result[i], app_run(app)))
            arena_push(&app->seen_there, app->shown.item, app->shown.count, r);
    }
}

/* Shows what the other one shows, as far as that can be here, and says what cannot. */
static void follow_told_one(App *app, Told *told, int lesson)
{
    Arena arena = {0};
    Err err = {0};
    int before = app->place.where.lesson;
    bool all;
    app->place = place_start(app->place, lesson);
    bool has_file = follow_to_copy(app, told);
    app_leave(app, before);
    bool changed = follow_changes(app, told, &err);
    see_results(app, told, lesson);
    Scene scene = app_scene(app, &arena);
    app->place = follow_place(told, app->place, &scene, &all);
    buf_clear(&app->said);
    if (!has_file)
        buf_puts(&app->said,
                 "The speaker's copy is no file of yours: this is the lesson as it is.");
    else if (!changed)
        buf_printf(&app->said, "The speaker's changes cannot be made here: %s", err.message);
    else if (told->compares)
        buf_puts(&app->said, "The speaker compares two lessons; here is one of them.");
    else if (!all)
        buf_puts(&app->said, "Not all that the speaker shows is here.");
    else
        buf_puts(&app->said, told->said);
    app->message = app->said.length ? buf_text(&app->said) : NULL;
    app->place.teach.following = has_file && changed && all && !told->compares ? FOLLOWING_SPEAKER
                                                                               : FOLLOWING_PART;
    arena_release(&arena);
}

/* The menu, too, with the cursor where it is there if that lesson is here. */
static void follow_to_menu(App *app, const Told *told, int lesson)
{
    Place *p = &app->place;
    int before = p->where.lesson;
    p->page = PAGE_MENU;
    p->overlay = told->place.overlay == OVERLAY_HELP ? OVERLAY_HELP : OVERLAY_NONE;
    p->help_scroll = told->place.help_scroll;
    p->where.lesson = lesson >= 0 ? lesson : before;
    p->teach.blank = told->place.teach.blank;
    p->number = told->place.number;
    p->decimal = told->place.decimal;
    p->filter[0] = '\0';
    p->teach.following = FOLLOWING_SPEAKER;
    app->message = p->number < 0 ? "The speaker is in the menu." : NULL;
    app_leave(app, before);
}

/* The speaker is where there is nothing to follow to. */
static void follow_nowhere(App *app, const Told *told, bool is_read)
{
    app->place.teach.following = is_read ? FOLLOWING_NO_LESSON : FOLLOWING_UNREAD;
    buf_clear(&app->said);
    if (is_read)
        buf_printf(&app->said, "The speaker is in a lesson that is not here: %s.", told->lesson);
    else
        buf_puts(&app->said,
                 "What the speaker shows cannot be read: it must be the same version of qkv.");
    app->message = buf_text(&app->said);
}

bool app_is_away(const App *app)
{
    Following following = app->place.teach.following;
    return following == FOLLOWING_AWAY || following == FOLLOWING_BEHIND;
}

/* What the other one tells now. */
static void listen(App *app)
{
    Arena arena = {0};
    Told told;
    Teach *teach = &app->place.teach;
    const Stamp none = {0};
    bool is_read = follow_read(app->now, &arena, &told), was_away = app_is_away(app);
    int lesson = is_read ? follow_lesson(&told, app->library) : -1;
    app->speaker = is_read && follow_lives(told.speaker) ? told.speaker : 0;
    bool has_left = stamp_is(&app->read, &none) || (is_read && told.speaker > 0 && !app->speaker);
    if (has_left && app->told.length == 0) { /* before we came */
        arena_release(&arena);
        return;
    }
    if (has_left) {
        teach->following = FOLLOWING_NO_MORE;
        app->message = was_away ? "The speaker has left."
                                : "The speaker has left: this is what was shown last.";
    } else if (is_read && told.place.page == PAGE_MENU) {
        follow_to_menu(app, &told, lesson);
    } else if (lesson < 0 || !library_run(app->library, lesson)) {
        follow_nowhere(app, &told, is_read);
    } else {
        follow_told_one(app, &told, lesson);
    }
    app->heard = teach->following;
    buf_clear(&app->told);
    put_told(app, &app->told, "");
    arena_release(&arena);
}

/* Before anybody was heard a reader is nowhere that could be left: but what is half typed stays. */
static bool is_busy(const App *app)
{
    return app_is_away(app) ||
           (app->told.length == 0 && (update_context(&app->place) & ON_PROMPTS) != 0);
}

bool app_listen(App *app)
{
    const Entry file = {.path = app->now ? app->now : "-"};
    Stamp stamp = library_stamp(&file);
    bool has_gone = app->speaker > 0 && !follow_lives(app->speaker);
    if (stamp_is(&stamp, &app->read) && !has_gone)
        return false;
    app->read = stamp;
    if (is_busy(app))
        app->place.teach.following = FOLLOWING_BEHIND;
    else
        listen(app);
    app->speaker = has_gone ? 0 : app->speaker;
    return true;
}

/* A reader who follows and has gone elsewhere comes back with Esc. */
bool app_listens_again(App *app, int key)
{
    const Teach *teach = &app->place.teach;
    bool is_there = teach->following == FOLLOWING_SPEAKER || teach->following == FOLLOWING_PART;
    if (!teach->follows || app->place.overlay != OVERLAY_NONE || key != K_ESCAPE)
        return false;
    if (app_is_away(app))
        listen(app);
    else if (is_there)
        app->message = "This screen follows: other keys than Esc look around.";
    else
        return false;
    return true;
}

/* Whether what is shown is still what the other one shows. */
void app_note_away(App *app)
{
    Teach *teach = &app->place.teach;
    if (!teach->follows || app->told.length == 0 || teach->following == FOLLOWING_BEHIND)
        return;
    Buf text = {0};
    put_told(app, &text, "");
    bool is_away = strcmp(buf_text(&text), buf_text(&app->told)) != 0;
    if (is_away)
        teach->following = FOLLOWING_AWAY;
    else if (teach->following == FOLLOWING_AWAY)
        teach->following = app->heard;
    buf_release(&text);
}
