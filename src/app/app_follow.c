/* Two of them: what one shows it tells, and the other, which follows, shows that. */
#include <string.h>

#include "app/app_internal.h"
#include "app/follow.h"
#include "app/keys.h"

void app_follow(App *app)
{
    app_no_class(app);
    app->place.teach.follows = app->place.teach.notes = true;
    app->now = follow_path(&app->arena);
}

/* What there is to tell of the place as a text. */
static void put_told(const App *app, Buf *out, const char *said)
{
    Arena arena = {0};
    Told told = follow_told(&arena, app->library, &app->place, app_what_if(app));
    told.said = said;
    told.compares = app->place.page != PAGE_MENU && !app_what_if(app) && app->compared &&
                    app->compared_to == app->place.where.lesson;
    follow_text(out, &told);
    arena_release(&arena);
}

/* Tells those who follow what is shown here. */
void app_tell(App *app)
{
    Buf text = {0};
    if (!app->now)
        return;
    put_told(app, &text, app->message ? app->message : "");
    if (strcmp(buf_text(&text), buf_text(&app->told)) != 0)
        follow_write(app->now, &text);
    buf_release(&app->told);
    app->told = text;
}

/* Who edits a lesson goes on in a copy of it, and whoever follows goes along. */
static void follow_to_copy(App *app, const Told *told)
{
    Entry *entry = &app->library->entry[app->place.where.lesson];
    const char *path = entry->original ? entry->path : "";
    if (strcmp(path, told->copy) == 0)
        return;
    library_copied(app->library, entry, *told->copy ? told->copy : NULL);
    app_read_again(app);
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

/* Shows what the other one shows, as far as that can be here, and says what cannot. */
static void follow_told_one(App *app, Told *told, int lesson)
{
    Arena arena = {0};
    Err err = {0};
    int before = app->place.where.lesson;
    bool all;
    app->place = place_start(app->place, lesson);
    follow_to_copy(app, told);
    app_leave(app, before);
    bool changed = follow_changes(app, told, &err);
    Scene scene = app_scene(app, &arena);
    app->place = follow_place(told, app->place, &scene, &all);
    buf_clear(&app->said);
    if (!changed)
        buf_printf(&app->said, "The speaker's changes cannot be made here: %s", err.message);
    else if (told->compares)
        buf_puts(&app->said, "The speaker compares two lessons; here is one of them.");
    else if (!all)
        buf_puts(&app->said, "Not all that the speaker shows is here.");
    else
        buf_puts(&app->said, told->said);
    app->message = app->said.length ? buf_text(&app->said) : NULL;
    app->place.teach.following = changed && all && !told->compares ? FOLLOWING_SPEAKER
                                                                   : FOLLOWING_PART;
    arena_release(&arena);
}

/* The menu, too, with the cursor where it is there if that lesson is here. */
static void follow_to_menu(App *app, const Told *told, int lesson)
{
    Place *p = &app->place;
    int before = p->where.lesson;
    p->page = PAGE_MENU;
    p->overlay = OVERLAY_NONE;
    p->where.lesson = lesson >= 0 ? lesson : before;
    p->teach.blank = told->place.teach.blank;
    p->number = p->decimal = -1;
    p->filter[0] = '\0';
    p->teach.following = FOLLOWING_SPEAKER;
    app->message = "The speaker is in the menu.";
    app_leave(app, before);
}

/* The speaker is where there is nothing to follow to. */
static void say_where(App *app, const Told *told, bool is_read)
{
    buf_clear(&app->said);
    if (!is_read)
        buf_puts(&app->said, "What the speaker shows cannot be read: is it another qkv?");
    else
        buf_printf(&app->said, "The speaker is in a lesson that is not here: %s.", told->lesson);
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
    if (stamp_is(&app->read, &none)) {
        teach->following = FOLLOWING_NO_MORE;
        app->message = was_away ? "The speaker has left."
                                : "The speaker has left: this is what was shown last.";
    } else if (is_read && told.place.page == PAGE_MENU) {
        follow_to_menu(app, &told, lesson);
    } else if (lesson < 0 || !library_run(app->library, lesson)) {
        teach->following = FOLLOWING_NO_LESSON;
        say_where(app, &told, is_read);
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
    if (stamp_is(&stamp, &app->read))
        return false;
    app->read = stamp;
    if (is_busy(app))
        app->place.teach.following = FOLLOWING_BEHIND;
    else
        listen(app);
    return true;
}

/* A reader who follows and has gone elsewhere comes back with Esc. */
bool app_listens_again(App *app, int key)
{
    bool is_away = app->place.teach.follows && app_is_away(app);
    if (!is_away || app->place.overlay != OVERLAY_NONE || key != K_ESCAPE)
        return false;
    listen(app);
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
