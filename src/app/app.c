/* The app ties together what the reducer keeps apart: the library, runs and changes, what a class was shown, what is saved,
 * and what happens without a key. */
#include "app/app.h"

#include <stdio.h>
#include <string.h>

#include "app/act.h"
#include "app/app_internal.h"
#include "base/common.h"

enum { START_WIDTH = 80, START_HEIGHT = 24 };

const World *app_world(App *app)
{
    return &app->world;
}

/* --- life ----------------------------------------------------------------------------------------- */

/* The menu marks the lesson that the reader was in, or else the first after the paths: a row for each lesson, in reading order,
 * for which all are looked into. Who opens a lesson at once does not wait for that. */
static void mark_last(App *app)
{
    Arena arena = {0};
    bool is_seen = app->is_new && app->model.pages == 1;
    app->is_new = false;
    if (!is_seen)
        return;
    const int *order = library_order(&arena, app->library), count = app->library->count;
    const char *last = app->saved.facts.last;
    int row = 0;
    while (row < count && library_is_path(&app->library->entry[order[row]]))
        row++;
    app->model.page[0].row = row < count ? row : 0;
    for (int i = 0; i < count && last; i++)
        if (strcmp(app->library->entry[order[i]].name, last) == 0)
            app->model.page[0].row = i;
    arena_release(&arena);
    app_note_next(app);
}

/* As it is at the beginning, and after what was saved. */
static void app_begin(App *app)
{
    const SavedFacts *facts = &app->saved.facts;
    app->model = model_menu(START_WIDTH, START_HEIGHT);
    app->played = -1;
    app->model.class.unit = (Unit)clamp_int(facts->unit, 0, UNITS - 1);
    app->model.class.on = facts->teaches;
    if (facts->decimals >= 0)
        app->model.look.decimals = min_int(facts->decimals, NUMBER_MOST_DECIMALS);
    app->model.look.shade = app_shading(app);
    app_note_seen(app);
    app->is_new = true;
    app_refresh(app, -1);
}

App *app_new(Library *library, bool resume)
{
    Arena arena = {0};
    App *app = arena_new(&arena, App);
    app->arena = arena; /* the app lives in its own arena */
    app->library = library;
    app->frame = frame_new(START_WIDTH, START_HEIGHT);
    app->keeps = library->count;
    app->kept = arena_many(&app->arena, (size_t)library->count + 1, Kept);
    app->seen_text = arena_array(&app->arena, (size_t)library->count + 1, sizeof *app->seen_text);
    app->seen = arena_many(&app->arena, (size_t)library->count + 1, const char *);
    saved_load(&app->saved, !resume);
    app->now = resume ? saved_path(&app->arena, "now") : NULL;
    saved_text(&app->log, &app->saved);
    buf_putc(&app->log, '\n');
    app_begin(app);
    return app;
}

/* Forgets all that came of events. */
static void forget(App *app)
{
    for (int i = 0; i < app->keeps; i++) {
        Kept *k = &app->kept[i];
        whatif_free(k->whatif);
        reveal_release(&k->own);
        reveal_release(&k->alone);
        app_forget_with(k);
        *k = (Kept){0};
    }
    for (int i = 0; i < app->undos; i++)
        app_forget_undo(&app->undo[i]);
    app->undos = app->earliers = 0;
    app_forget_runs(app);
    practice_free(app->practice);
    app->practice = NULL;
    saved_release(&app->saved);
}

void app_begin_again(App *app, char *text)
{
    forget(app);
    for (int i = 0; i < app->keeps; i++)
        library_unload(&app->library->entry[i]);
    app->is_lost = app->is_taught = app->is_heard = false;
    app->saved = (Saved){.facts.decimals = -1};
    saved_read(&app->saved, text);
    app_begin(app);
}

void app_free(App *app)
{
    if (!app)
        return;
    forget(app);
    frame_free(app->frame);
    align_free(app->compared);
    buf_release(&app->copied);
    buf_release(&app->log);
    arena_release(&app->event);
    arena_release(&app->drawn);
    Arena arena = app->arena;
    arena_release(&arena);
}

bool app_save(App *app)
{
    app_note(app);
    return saved_store(&app->saved);
}

void app_end(App *app)
{
    app_save(app);
    app_tell_end(app);
}

void app_colors(App *app, bool has_colors)
{
    app->model.look.has_colors = has_colors;
    app->model.look.shade = app_shading(app);
    app_refresh(app, -1);
}

void app_whole(App *app, bool is_whole)
{
    app->model.is_whole = is_whole;
}

void app_plain(App *app)
{
    app_log(app, "plain");
    app->model.is_plain = true;
    app_refresh(app, -1);
}

static void log_lesson(App *app, const char *word, int lesson)
{
    Arena arena = {0};
    if (lesson >= 0 && lesson < app->library->count)
        app_log(app, "%s %s", word, app_name_of(&arena, &app->library->entry[lesson]));
    arena_release(&arena);
}

void app_open(App *app, int lesson)
{
    app->wanted = (Wanted){0};
    log_lesson(app, "open", lesson);
    app_open_lesson(app, lesson, (Opening){0});
    app_note(app);
    app_refresh(app, -1);
}

int app_wanted(const App *app)
{
    return app->wanted.is_wanted ? app->wanted.lesson : -1;
}

void app_brought(App *app)
{
    const Wanted w = app->wanted;
    const Arrival before = app->model.way;
    app->wanted = (Wanted){0};
    if (!w.is_wanted)
        return;
    app->model.way = w.way;
    if (!app_open_lesson(app, w.lesson, w.opening))
        app->model.way = before;
    app_note(app);
    app_refresh(app, -1);
}

void app_teach(App *app)
{
    app_log(app, "teach");
    app->is_taught = !app->model.class.on;
    app->model.class.on = true;
    app_refresh(app, -1);
    if (page_asks(model_page(&app->model))) /* a class begins at the step */
        model_open(&app->model, &app->world, model_lesson(&app->model)->spot);
}

void app_play(App *app, int seconds)
{
    app->model.class.seconds = seconds;
    app->played = -1;
}

/* --- going somewhere ------------------------------------------------------------------------------ */

bool app_goto(App *app, const char *where, Err *err)
{
    const Run *run = app->world.lens.run;
    Spot spot = {.lesson = app->lesson, .detail = app->model.look.detail};
    Loc none = {0};
    Buf why = {0};
    if (!run)
        return err_set(err, none, "--goto %s: name a lesson, too", where);
    bool ok = go_spot(&spot, run, where, &why);
    if (ok) {
        app_log(app, "goto %s", where);
        model_open(&app->model, &app->world, spot);
        app->model.said[0] = '\0';
        app_refresh(app, -1);
        app_bring_pass(app, NULL);
        app_note(app);
    } else {
        err_set(err, none, "--goto %s: %s", where, buf_text(&why));
    }
    buf_release(&why);
    return ok;
}

void app_compare(App *app, int first)
{
    if (first >= 0) { /* the one that is run stays, and the other one has the memory that is left */
        Entry *a = &app->library->entry[first], *b = app_entry(app);
        library_load_next(a, b->run);
        library_load_next(b, a->run);
        align_free(app->compared);
        app->compared = a->run && b->run ? align_runs(a->run, b->run) : NULL;
        app->compared_with = first;
        app->compared_to = app->lesson;
        app_refresh(app, -1);
    }
    app_key(app, 'c');
}

bool app_differs(const App *app)
{
    const Align *k = app->world.lens.align;
    return k && align_comparison(k)->first >= 0;
}

/* --- events --------------------------------------------------------------------------------------- */

static AppWish app_copy_text(App *app, const Effect *e)
{
    buf_clear(&app->copied);
    buf_puts(&app->copied, e->text ? e->text : "");
    return APP_COPY;
}

static AppWish edit(App *app)
{
    int line;
    if (app_source(app, &line))
        return APP_EDIT;
    app_say(app, "There is no file to edit: the lesson came from standard input.");
    return APP_GO_ON;
}

bool app_changes_world(EffectKind kind)
{
    return kind == EFFECT_RELOAD || (kind >= EFFECT_OPEN && kind <= EFFECT_UNDO);
}

static AppWish do_effect(App *app, const Effect *e, const Model *before)
{
    static const AppWish wish[] = {[EFFECT_LEAVE] = APP_QUIT,
                                   [EFFECT_REDRAW] = APP_REDRAW,
                                   [EFFECT_SUSPEND] = APP_SUSPEND,
                                   [EFFECT_MOUSE] = APP_MOUSE};
    if (app->replays && !app_changes_world(e->kind))
        return APP_GO_ON; /* effects out of the app are done once */
    switch (e->kind) {
    case EFFECT_EDIT:
        return edit(app);
    case EFFECT_RELOAD:
        app_read_again(app);
        break;
    case EFFECT_COPY:
        return app_copy_text(app, e);
    case EFFECT_TELL:
        return !app->model.is_plain  ? APP_GO_ON
               : e->text && *e->text ? app_copy_text(app, e)
                                     : APP_REDRAW;
    case EFFECT_OPEN:
        log_lesson(app, "enter", e->index);
        if (!app_open_lesson(app, app->replays ? app->follower->opens(app) : e->index, e->opening))
            app->model.way = before->way;
        break;
    case EFFECT_REVEAL:
        app_reveal(app, e);
        break;
    case EFFECT_NEW_CLASS:
        app_new_class(app);
        break;
    case EFFECT_CHANGE:
    case EFFECT_SWITCH:
        app_do_change(app, e, &before->prompt);
        break;
    case EFFECT_PRACTICE:
        app_do_practice(app, e);
        break;
    case EFFECT_UNDO:
        app_take_back(app);
        break;
    case EFFECT_WRITE:
        app_write_changes(app, e->text);
        break;
    default:
        return e->kind < COUNT(wish) ? wish[e->kind] : APP_GO_ON;
    }
    return APP_GO_ON;
}

/* Keeps a line that Enter ends, to be brought back. */
static void note_line(App *app, const Prompt *typed, const Event *e)
{
    bool is_line = typed->kind != PROMPT_NONE && typed->kind != PROMPT_GUESS && *typed->line;
    if (!is_line || e->kind != EVENT_KEY || key_row(e->key) != key_row(K_ENTER))
        return;
    if (app->earliers == EARLIER_MOST)
        memmove(&app->earlier[0], &app->earlier[1],
                (size_t)--app->earliers * sizeof app->earlier[0]);
    Earlier *line = &app->earlier[app->earliers++];
    line->kind = typed->kind;
    memcpy(line->line, typed->line, sizeof line->line);
    app->is_touched = true;
}

static AppWish app_take(App *app, Event e)
{
    const ArenaMark mark = {0};
    const Follower *follower = app->model.follows ? app->follower : NULL;
    if (follower && follower->come_back(app, &e))
        return APP_GO_ON;
    arena_back(&app->event, mark);
    app->wanted = (Wanted){0};
    mark_last(app);
    const Model before = app->model;
    const Run *run = app->world.lens.run;
    const int lesson = app->lesson;
    Outcome o = step(&app->event, &app->model, &app->world, e);
    note_line(app, &before.prompt, &e);
    Undo undo = app_before(app, &e, &o.effect, &o.model);
    app->model = o.model;
    if (before.side != app->model.side && app->lesson >= 0)
        app_turn(app, before.side, app->model.side);
    if (before.class.seconds != app->model.class.seconds)
        app->played = -1; /* the time begins with the next tick */
    app_refresh(app, -1);
    const bool is_barred = app_practice_bars(app, &o.effect);
    AppWish wish = is_barred ? APP_GO_ON : do_effect(app, &o.effect, &before);
    if (is_barred)
        o.effect = (Effect){0};
    app_note_undo(app, undo, &before, &e, &o.effect);
    app_log_heard(app);
    app_refresh(app, -1);
    app_bring_pass(app, app->world.lens.run == run ? &before : NULL);
    if (lesson >= 0 && app->lesson != lesson)
        app_leave(app, lesson);
    app_note(app);
    if (app->lesson < 0) {
        app_note_seen(app);
        app_note_next(app);
    }
    if (lesson >= 0 && app->lesson < 0)
        app_log(app, "menu");
    if (follower)
        follower->look_around(app, o.effect.kind);
    return app->wanted.is_wanted ? APP_BRING : wish;
}

AppWish app_key(App *app, int key)
{
    app_log(app, "key %d", key);
    return app_take(app, (Event){.kind = EVENT_KEY, .key = key});
}

AppWish app_target(App *app, Target target)
{
    return app_take(app, (Event){.kind = EVENT_TARGET, .target = target});
}

AppWish app_click(App *app, int row, int col)
{
    app_log(app, "click %d %d", row, col);
    return app_target(app, show_target(app_frame(app), row, col));
}

AppWish app_press(App *app, Target target, int page, bool does)
{
    app_log(app, "%s %d %d %lld %d", does ? "press" : "point", target.kind, target.of,
            (long long)target.cell, page);
    return app_take(
        app, (Event){.kind = does ? EVENT_PRESS : EVENT_POINT, .target = target, .page = page});
}

AppWish app_wheel(App *app, int by)
{
    app_log(app, "wheel %d", by);
    return app_take(app, (Event){.kind = EVENT_WHEEL, .by = by});
}

AppWish app_paste(App *app, const char *text)
{
    Buf shown = {0};
    buf_shown(&shown, text, strlen(text));
    app_log(app, "paste %s", buf_text(&shown));
    AppWish wish = app_take(app, (Event){.kind = EVENT_PASTE, .text = buf_text(&shown)});
    buf_release(&shown);
    return wish;
}

AppWish app_line(App *app, const char *line)
{
    app_log(app, "line %s", line);
    return app_take(app, (Event){.kind = EVENT_LINE, .text = line});
}

void app_resize(App *app, int width, int height)
{
    app_log(app, "size %d %d", width, height);
    frame_resize(app->frame, width, height);
    app_take(app,
             (Event){.kind = EVENT_SIZE, .width = app->frame->width, .height = app->frame->height});
}

/* --- time ----------------------------------------------------------------------------------------- */

enum { LOOK_AGAIN = 200 };

int app_patience(const App *app)
{
    const Entry *entry = app_entry(app);
    bool waits = app->model.class.seconds > 0 || app->model.follows;
    return waits || (entry && strcmp(entry->path, "-") != 0) ? LOOK_AGAIN : -1;
}

/* Where nothing more happens it ends. */
void app_step(App *app)
{
    const Page *page = model_page(&app->model);
    const Spot before = page->spot;
    const int scroll = page->scroll;
    const bool answers = page->answers;
    const int64_t edition = app->world.reveal ? app->world.reveal->edition : 0;
    app_log(app, "step");
    app_take(app, (Event){.kind = EVENT_STEP});
    page = model_page(&app->model);
    bool moved = !spot_is_same(&before, &page->spot) || scroll != page->scroll ||
                 (app->world.reveal && app->world.reveal->edition != edition) ||
                 page->answers != answers;
    app->model.class.seconds = moved ? app->model.class.seconds : 0;
}

/* Makes a step when its time has come. */
static bool play(App *app, int64_t now)
{
    const int seconds = app->model.class.seconds;
    const Page *page = model_page(&app->model);
    bool waits = page_kind(page) != DOC_STAGE || app->model.prompt.kind != PROMPT_NONE ||
                 app->model.blank;
    if (seconds == 0 || waits || app->played < 0 || now < app->played)
        app->played = now;
    if (seconds == 0 || now - app->played < (int64_t)seconds * 1000)
        return false;
    app->played = now;
    app_step(app);
    return true;
}

bool app_tick(App *app, int64_t now)
{
    if (app->follower)
        return app->follower->hear(app);
    bool plays = play(app, now);
    bool has_news = app_tell(app);
    return app_look(app, now) || has_news || plays;
}

/* --- what comes of it ----------------------------------------------------------------------------- */

const Frame *app_frame(App *app)
{
    mark_last(app);
    pages_draw(app->frame, &app->model, &app->world);
    return app->frame;
}

void app_told(App *app, Buf *out)
{
    enum { MOST_ROWS = 12 };
    const ArenaMark mark = {0};
    arena_back(&app->drawn, mark);
    show_speech(out, pages_tell(&app->drawn, &app->model, &app->world), MOST_ROWS);
}

const char *app_message(const App *app)
{
    return *app->model.said ? app->model.said : NULL;
}

const char *app_copied(const App *app)
{
    return buf_text(&app->copied);
}

void app_mouse(App *app, bool is_taken)
{
    app->model.look.mouse = is_taken;
    app_refresh(app, -1);
}

const Model *app_model(const App *app)
{
    return &app->model;
}

void app_put(App *app, const Model *m)
{
    const int lesson = app->lesson;
    app_log(app, "detail %d", m->look.detail);
    app->model = *m;
    app->played = -1;
    app_refresh(app, -1);
    if (lesson >= 0 && lesson != app->lesson)
        app_leave(app, lesson);
    app_resize(app, m->width, m->height);
}
