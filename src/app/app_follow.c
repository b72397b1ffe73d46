/* A second screen, qkv --follow: what happened at the first one (app_log.c) happens here, too, and goes through the same
 * step(). So there is a model of the leader here, and the one that is seen; while the reader looks around the two are
 * different. What is read is not trusted: keys and lines can do no harm, and what would reach out of the app is left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app_internal.h"
#include "base/common.h"
#include "lesson/starter.h"

/* --- what happened -------------------------------------------------------------------------------- */

static int find_named(const App *app, const char *name, size_t length)
{
    Arena arena = {0};
    int found = -1;
    for (int i = 0; i < app->keeps && found < 0; i++) {
        const char *its = app_name_of(&arena, &app->library->entry[i]);
        found = strlen(its) == length && strncmp(its, name, length) == 0 ? i : -1;
    }
    arena_release(&arena);
    return found;
}

/* The line after the event names it. */
static int opens(const App *app)
{
    const char *name = strncmp(app->ahead, "enter ", 6) == 0 ? app->ahead + 6 : "\n";
    return find_named(app, name, strcspn(name, "\n"));
}

/* The leader is in this lesson from here on. */
static void open_named(App *app, const char *name, bool is_open)
{
    int found = find_named(app, name, strlen(name));
    app->is_lost = found < 0 || !app_own_run(app, found);
    if (app->is_lost)
        app_say(app, "The speaker is in a lesson that is not here: %s.", name);
    else if (!is_open)
        app_open(app, found);
}

/* A speaker who edits a lesson goes on in a copy of it, and the follower goes along. But the file may lie where others
 * write, and a lesson is run: not in a copy that may be anybody's. The file may be a later one than the speaker's was. */
static void read_again(App *app, int stage, int stop, const char *copy)
{
    Entry *entry = app_entry(app);
    if (!entry)
        return;
    bool is_copy = starter_is_copy(copy, entry->original ? entry->original : entry->path);
    const char *path = is_copy ? copy : "";
    if (strcmp(entry->original ? entry->path : "", path) != 0)
        library_copied(app->library, entry, is_copy ? copy : NULL);
    app_read_again(app);
    const Spot at = model_spot(&app->model);
    if (app->world.lens.run && (at.stage != stage || at.stop != stop))
        model_open(&app->model, &app->world, spot_at(at, app->world.lens.run, stage, stop));
    if (*copy && !is_copy)
        app_say(app, "The speaker's copy is not here: this is the lesson that it was made from.");
}

/* A change of a command line; is_more: there is one already. */
static void change(App *app, bool is_more, const char *text)
{
    const WhatIf *w = app->lesson >= 0 && is_more ? app->kept[app->lesson].whatif : NULL;
    ChangeLine line[WHATIF_LINES + 1];
    Err err = {0};
    int lines = w ? min_int(w->lines, WHATIF_LINES - 1) : 0;
    for (int i = 0; i < lines; i++)
        line[i] = w->line[i];
    line[lines++] = (ChangeLine){text, false};
    app_change(app, line, lines, &err);
}

/* Replays a line of the log that is no event: options of the command line, and what came from outside. */
static bool replay_start(App *app, const char *word, const char *text, int number)
{
    Err err = {0};
    Model m = app->model;
    if (strcmp(word, "teach") == 0)
        app_teach(app);
    else if (strcmp(word, "plain") == 0)
        app_plain(app);
    else if (strcmp(word, "goto") == 0)
        app_goto(app, text, &err);
    else if (strcmp(word, "change") == 0 || strcmp(word, "more") == 0)
        change(app, *word == 'm', text);
    else if (strcmp(word, "heard") == 0) {
        app->is_heard = number != 0;
        app_refresh(app, -1);
    } else if (strcmp(word, "detail") == 0) {
        m.look.detail = (Detail)clamp_int(number, DETAIL_BRIEF, DETAIL_EVERY);
        app_put(app, &m);
    } else
        return false;
    return true;
}

/* Only what a page may mean by itself: what is opened by its place in a list has a row there. */
static void replay_press(App *app, const char *text, bool does)
{
    char *rest;
    const long kind = strtol(text, &rest, 10), of = strtol(rest, &rest, 10);
    const long long cell = strtoll(rest, &rest, 10);
    const long page = strtol(rest, &rest, 10);
    static const bool may[] = {[TARGET_NUMBER] = true, [TARGET_TERM] = true, [TARGET_CALL] = true,
                               [TARGET_ROW] = true,    [TARGET_TAB] = true,  [TARGET_FOLD] = true};
    bool is_fine = kind >= 0 && kind < COUNT(may) && may[kind] && of >= 0 && of < 1 << 30 &&
                   cell >= 0 && page >= -1 && page < PAGES_MOST;
    if (is_fine)
        app_press(app, (Target){.kind = (TargetKind)kind, .of = (int)of, .cell = cell}, (int)page,
                  does);
}

/* Does what a line says; false for one that says nothing. A lesson that is not here is left out, up to the next. */
static bool replay(App *app, const char *word, const char *text)
{
    enum { MOST_SIZE = 1000, MOST_WHEEL = 100 };
    char *rest;
    const int a = (int)strtol(text, &rest, 10), b = (int)strtol(rest, &rest, 10);
    const bool is_menu = strcmp(word, "menu") == 0;
    app->is_lost = app->is_lost && !is_menu;
    if (strcmp(word, "open") == 0 || strcmp(word, "enter") == 0)
        open_named(app, text, *word == 'e');
    else if (app->is_lost)
        return true;
    else if (is_menu)
        app->model.pages = 1;
    else if (strcmp(word, "key") == 0)
        app_key(app, a);
    else if (strcmp(word, "click") == 0)
        app_click(app, a, b);
    else if (strcmp(word, "press") == 0 || strcmp(word, "point") == 0)
        replay_press(app, text, word[1] == 'r');
    else if (strcmp(word, "wheel") == 0)
        app_wheel(app, clamp_int(a, -MOST_WHEEL, MOST_WHEEL));
    else if (strcmp(word, "line") == 0)
        app_line(app, text);
    else if (strcmp(word, "paste") == 0)
        app_paste(app, text);
    else if (strcmp(word, "step") == 0)
        app_step(app);
    else if (strcmp(word, "size") == 0)
        app_resize(app, clamp_int(a, 1, MOST_SIZE), clamp_int(b, 1, MOST_SIZE));
    else if (strcmp(word, "reload") == 0)
        read_again(app, a, b, rest + (*rest == ' '));
    else
        return replay_start(app, word, text, a);
    return true;
}

/* False at a line that is none. */
static bool replay_all(App *app, char *text)
{
    bool ok = true;
    for (char *line = text, *next; ok && *line; line = next) {
        size_t length = strcspn(line, "\n"), word = strcspn(line, " \n");
        next = line + length + (line[length] == '\n');
        ok = line[length] == '\n';
        line[length] = '\0';
        char *rest = line + word + (word < length);
        line[word] = '\0';
        app->ahead = next;
        ok = ok && replay(app, line, rest);
    }
    return ok;
}

/* --- the two models ------------------------------------------------------------------------------- */

/* The leader's model as it is seen here: what depends on this window and its colors is its own, and what is half typed
 * there is not seen. */
static Model seen_of(const Model *led, const Model *own)
{
    Model m = *led;
    m.width = own->width;
    m.height = own->height;
    m.look.shade = own->look.shade;
    m.look.has_colors = own->look.has_colors;
    m.look.mouse = own->look.mouse;
    m.look.notes = m.follows = true;
    m.is_plain = m.blank = false; /* the notes go on */
    m.class.seconds = 0;
    m.prompt = (Prompt){0};
    return m;
}

/* Does what has happened since; all of it where the world is not the leader's any more, or another one leads. What is
 * saved is in front of the first empty line. */
static bool replay_log(App *app, const char *log)
{
    const Model own = app->model;
    size_t done = app->log.length;
    Buf text = {0};
    if (app->is_touched || done == 0 || strncmp(log, buf_text(&app->log), done) != 0) {
        const char *events = *log == '\n' ? log : strstr(log, "\n\n");
        if (!events)
            return false;
        done = (size_t)(events - log) + (*log == '\n' ? 1 : 2);
        buf_add(&text, log, done);
        app_begin_again(app, text.text);
        app->led = app->model;
        buf_clear(&text);
    }
    app->model = app->led;
    app->replays = true;
    app_refresh(app, -1);
    buf_puts(&text, log + done);
    bool ok = replay_all(app, text.length ? text.text : "");
    buf_release(&text);
    buf_clear(&app->log);
    buf_puts(&app->log, log);
    app->replays = app->is_touched = false;
    if (ok && !app->is_lost && app->model.pages == 1)
        app_say(app, "The speaker is in the menu.");
    app->led = app->model;
    app->model = seen_of(&app->led, &own);
    return ok;
}

/* Goes to all that the leader tells now. */
static void listen(App *app)
{
    const Stamp none = {0};
    Buf text = {0};
    LogHead head = {0};
    bool is_there = !stamp_is(&app->read, &none);
    bool is_read = is_there && app_read_log(app->now, &text, &head);
    app->speaker = is_read && head.lives ? head.speaker : 0;
    app->is_away = app->is_behind = false;
    if (is_there ? is_read && !head.lives : true) {
        if (app->log.length > 0)
            app_say(app, "The speaker has left: this is what was shown last.");
    } else if (!is_read || !replay_log(app, head.log)) {
        app_say(app, "The speaker cannot be followed: both need the same version of qkv.");
    }
    buf_release(&text);
    app_refresh(app, -1);
}

/* --- following ------------------------------------------------------------------------------------ */

static bool hear(App *app)
{
    const Entry file = {.path = app->now ? app->now : "-"};
    Stamp stamp = library_stamp(&file);
    if (app->now && !app_is_heard(app->now))
        app_hear(app->now, true);
    if (stamp_is(&stamp, &app->read) && (app->speaker == 0 || app_lives(app->speaker)))
        return false;
    app->read = stamp;
    /* a half-typed line stays */
    app->is_away = app->is_away || app->model.prompt.kind != PROMPT_NONE;
    if (!app->is_away) {
        listen(app);
        return true;
    }
    app->is_behind = true;
    app_say(app, "The speaker has moved on: q goes there.");
    return true;
}

/* q comes back to what the leader shows; once more, to the menu. True when the key was that. */
static bool come_back(App *app, const Event *e)
{
    const Stamp none = {0};
    bool is_q = (e->kind == EVENT_KEY && e->key == 'q') ||
                (e->kind == EVENT_LINE && e->text && strcmp(e->text, "up") == 0);
    if (!is_q || app->model.prompt.kind != PROMPT_NONE || stamp_is(&app->read, &none))
        return false;
    if (app->is_away) {
        listen(app);
        return true;
    }
    if (app->model.pages == 1 || app->log.length == 0) /* the leader is in the menu, too */
        return false;
    app->model.pages = 1;
    app->is_away = true;
    app_refresh(app, -1);
    return true;
}

/* Member by member: between them lie bytes that nobody sets. */
static bool same_look(const Look *a, const Look *b)
{
    return a->decimals == b->decimals && a->detail == b->detail && a->full == b->full &&
           a->shade == b->shade && a->has_colors == b->has_colors && a->sums == b->sums &&
           a->answers == b->answers && a->notes == b->notes && a->mouse == b->mouse;
}

static bool same_class(const ClassState *a, const ClassState *b)
{
    return a->on == b->on && a->unit == b->unit && a->seconds == b->seconds;
}

/* Finds out after an event whether the reader looks around, and whether the world is the leader's. */
static void look_around(App *app, EffectKind did)
{
    const Model *m = &app->model, led = seen_of(&app->led, m);
    app->is_touched = app->is_touched || did == EFFECT_EDIT || app_changes_world(did);
    if (app->log.length == 0 || app->is_behind)
        return;
    app->is_away = app->is_touched || m->pages != led.pages || m->side != led.side ||
                   memcmp(m->page, led.page, (size_t)m->pages * sizeof *m->page) != 0 ||
                   !same_look(&m->look, &led.look) || !same_class(&m->class, &led.class) ||
                   memcmp(&m->pins, &led.pins, sizeof led.pins) != 0;
    app_refresh(app, -1);
}

void app_follow(App *app)
{
    static const Follower follower = {hear, come_back, look_around, opens};
    app->model.class.on = false;
    app->model.follows = app->model.look.notes = true;
    app->now = saved_path(&app->arena, "now");
    app->follower = &follower;
    buf_clear(&app->log);
    app_refresh(app, -1);
}
