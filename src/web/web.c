/* A single app, and the last text that a script asked for. */
#include "web/web.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/act.h"
#include "app/app.h"
#include "app/practice_answers.h"
#include "app/practice_due.h"
#include "app/saved.h"
#include "base/common.h"
#include "base/die.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/diagnose.h"
#include "lesson/files.h"
#include "lesson/sheet.h"
#include "tell/report.h"
#include "web/frame_json.h"
#include "web/front.h"
#include "web/live.h"
#include "web/place.h"

enum { MOST_STATE = 1 << 24, MOST_SIDE = 1000, MOST_FILE = 10 << 20, DIAGNOSE_SECONDS = 3 };

static App *app;
static Library *library;
static bool has_elements;
static Buf answer, report;
static FileInside *inside; /* `insides` of them, and one that ends the table */
static int insides;

/* A text to be returned, in place of the last one. */
static Buf *anew(void)
{
    buf_clear(&answer);
    return &answer;
}

/* The same of what went wrong: one sentence, whoever wrote it. */
static const char *sentence(Buf *said)
{
    if (said->length > 0 && !strchr(".?!", said->text[said->length - 1]))
        buf_putc(said, '.');
    return buf_text(said);
}

/* --- files beside the module ------------------------------------------------------------------------ */

static void *more(void *old, size_t size)
{
    void *made = realloc(old, size);
    if (!made)
        base_die("qkv: out of memory");
    return made;
}

static FileInside *row_of(const char *name)
{
    for (int i = 0; i < insides; i++)
        if (strcmp(inside[i].name, name) == 0)
            return &inside[i];
    inside = more(inside, (size_t)(insides + 2) * sizeof *inside);
    inside[insides] = (FileInside){.name = strcpy(more(NULL, strlen(name) + 1), name)};
    inside[insides + 1] = (FileInside){0};
    file_put_inside(inside);
    return &inside[insides++];
}

/* The library's entry of a file beside the module; NULL without one. */
static Entry *entry_of(const char *name)
{
    for (int i = 0; library && i < library->count; i++) {
        const FileInside *file = file_inside(library->entry[i].path);
        if (file && strcmp(file->name, name) == 0)
            return &library->entry[i];
    }
    return NULL;
}

void qkv_web_put(const char *name, const unsigned char *bytes, int size, int kind)
{
    FileInside *f = row_of(name);
    unsigned char *old = (unsigned char *)f->bytes;
    const bool was_away = f->is_away;
    const size_t length = (size_t)clamp_int(size, 0, INT_MAX - 1);
    f->bytes = more(NULL, length + 1);
    memcpy((unsigned char *)f->bytes, bytes, length);
    f->length = length;
    f->is_lesson = kind != WEB_FILE;
    f->is_away = kind == WEB_HEADINGS;
    free(old);
    Entry *entry = was_away ? entry_of(name) : NULL;
    if (entry)
        library_release(entry);
}

/* --- beginning ------------------------------------------------------------------------------------ */

static void begin_app(int width, int height)
{
    app = app_new(library, true);
    app_colors(app, true);
    app_mouse(app, true);
    app_resize(app, clamp_int(width, 1, MOST_SIDE), clamp_int(height, 1, MOST_SIDE));
    app_whole(app, has_elements);
}

static void end_app(void)
{
    if (app)
        app_end(app);
    app_free(app);
    app = NULL;
    front_end();
    live_forget();
}

const char *qkv_web_start(int width, int height)
{
    base_say_no_memory();
    end_app();
    library_free(library);
    library = library_open();
    files_of_lessons(library->shipped);
    if (library->count == 0) {
        buf_puts(anew(), "There are no lessons here.");
        return buf_text(&answer);
    }
    begin_app(width, height);
    return "";
}

/* --- events --------------------------------------------------------------------------------------- */

static void leave(void)
{
    if (model_lesson(app_model(app)))
        app_line(app, "lesson");
    else
        app_say(app, "This is the menu: to leave, close the page. It keeps your place.");
}

/* Does what the app wishes, as far as a page can. */
static int grant(AppWish wish)
{
    switch (wish) {
    case APP_QUIT:
        leave();
        break;
    case APP_EDIT:
        app_say(app,
                "There is no editor on this page: = tries out another number or line of code.");
        break;
    case APP_SUSPEND:
        app_say(app, "There is no shell to go back to from this page.");
        break;
    case APP_MOUSE:
        app_mouse(app, true);
        app_say(app, "The mouse always works on this page.");
        break;
    default:
        return (int)wish;
    }
    return APP_GO_ON;
}

/* The app that an event is for: that of a number on the first screen, while its page is open. */
static App *at_hand(void)
{
    App *asked = front_asked();
    return asked ? asked : app;
}

int qkv_web_key(const char *name)
{
    int key = key_named(name, strlen(name));
    return app && key != K_NONE ? grant(app_key(at_hand(), key)) : APP_GO_ON;
}

int qkv_web_click(int row, int col)
{
    return app ? grant(app_click(app, row, col)) : APP_GO_ON;
}

int qkv_web_wheel(int by)
{
    return app ? grant(app_wheel(app, clamp_int(by, -MOST_SIDE, MOST_SIDE))) : APP_GO_ON;
}

int qkv_web_paste(const char *text)
{
    return app ? grant(app_paste(app, text)) : APP_GO_ON;
}

int qkv_web_line(const char *line)
{
    return app ? grant(app_line(app, line)) : APP_GO_ON;
}

int qkv_web_typing(void)
{
    return app && app_model(app)->prompt.kind != PROMPT_NONE;
}

void qkv_web_resize(int width, int height)
{
    if (app)
        app_resize(app, clamp_int(width, 1, MOST_SIDE), clamp_int(height, 1, MOST_SIDE));
}

int qkv_web_tick(double ms)
{
    return app && ms >= 0 && ms < 1e15 ? app_tick(app, (int64_t)ms) : 0;
}

int qkv_web_patience(void)
{
    return app ? app_patience(app) : -1;
}

/* --- the page as elements ---------------------------------------------------------------------------- */

void qkv_web_elements(int is_shown)
{
    has_elements = is_shown != 0;
    live_forget();
    if (!app)
        return;
    if (has_elements)
        app_resize(app, LIVE_WIDTH, LIVE_HEIGHT);
    app_whole(app, has_elements);
}

const char *qkv_web_page(void)
{
    anew();
    if (app)
        live_write(&answer, at_hand());
    return buf_text(&answer);
}

const char *qkv_web_part(const char *name)
{
    return live_part(name);
}

int qkv_web_press(int number)
{
    Deed deed;
    if (!app || !live_deed(number, &deed))
        return APP_GO_ON;
    if (deed.key)
        return qkv_web_key(deed.key);
    return grant(app_press(at_hand(), deed.target, deed.page, true));
}

int qkv_web_point(int number)
{
    Deed deed;
    bool can = app && live_deed(number, &deed) && !deed.key;
    return can ? grant(app_press(at_hand(), deed.target, deed.page, false)) : APP_GO_ON;
}

const char *qkv_web_about(int number)
{
    anew();
    if (app)
        live_about(&answer, at_hand(), number);
    return buf_text(&answer);
}

/* --- the first screen ------------------------------------------------------------------------------- */

const char *qkv_web_front(void)
{
    anew();
    if (app && !model_lesson(app_model(app)) && front_begin(library))
        front_write(&answer, app_world(app));
    return buf_text(&answer);
}

const char *qkv_web_front_wanted(void)
{
    const FileInside *file = app ? front_wanted(library) : NULL;
    return file ? file->name : "";
}

void qkv_web_front_pick(int word)
{
    front_pick(word);
}

void qkv_web_front_hold(int word)
{
    front_hold(word);
}

void qkv_web_front_move(double score)
{
    front_move(score);
}

void qkv_web_front_undo(void)
{
    front_undo();
}

void qkv_web_front_ask(int word)
{
    front_ask(word);
}

int qkv_web_front_asked(void)
{
    return front_asked() != NULL;
}

void qkv_web_front_close(void)
{
    front_close();
}

int qkv_web_typed(const char *line)
{
    if (!qkv_web_typing())
        return APP_GO_ON;
    app_key(app, K_CONTROL('U'));
    return grant(app_paste(app, line));
}

/* --- what is seen, heard and copied ------------------------------------------------------------------ */

const char *qkv_web_frame(void)
{
    if (!app)
        return "{}";
    frame_json(anew(), app_frame(app));
    return buf_text(&answer);
}

const char *qkv_web_told(void)
{
    if (!app)
        return "";
    app_told(app, anew());
    return buf_text(&answer);
}

const char *qkv_web_message(void)
{
    const char *message = app ? app_message(app) : NULL;
    return message ? message : "";
}

const char *qkv_web_copied(void)
{
    return app ? app_copied(app) : "";
}

void qkv_web_not_copied(void)
{
    if (app)
        app_say(app, "The browser did not let this page write into the clipboard.");
}

const char *qkv_web_wanted(void)
{
    const int lesson = app ? app_wanted(app) : -1;
    const FileInside *file = lesson >= 0 ? file_inside(library->entry[lesson].path) : NULL;
    return file ? file->name : "";
}

void qkv_web_brought(void)
{
    if (app)
        app_brought(app);
}

const char *qkv_web_title(void)
{
    const Run *run = app ? app_world(app)->lens.run : NULL;
    if (!run)
        return "qkv";
    buf_printf(anew(), "%s - qkv", run->lesson->title);
    return buf_text(&answer);
}

/* The lesson on the page, as it is written; NULL: there is none. */
static const Entry *entry_open(void)
{
    const Page *page = app ? model_lesson(app_model(app)) : NULL;
    const Entry *entry = page ? &library->entry[page->spot.lesson] : NULL;
    return entry && entry->run ? entry : NULL;
}

const char *qkv_web_score(void)
{
    const Entry *entry = entry_open();
    if (!entry)
        return "";
    Arena arena = {0};
    Due *due;
    const Exercises all = exercises_of(&arena, entry->run);
    const int dues = due_read(&arena, due_path(&arena), &due);
    int done = 0;
    for (int i = 0; i < all.count; i++)
        done += due_find(due, dues, entry->name, due_name(&arena, &all.item[i])) != NULL;
    anew();
    if (all.count > 0)
        buf_printf(&answer, "%d of %d", done, all.count);
    arena_release(&arena);
    return buf_text(&answer);
}

/* --- files of the reader ---------------------------------------------------------------------------- */

static bool ends_in(const char *name, const char *const *ends)
{
    size_t length = strlen(name);
    for (; *ends; ends++)
        if (length > strlen(*ends) && strcmp(name + length - strlen(*ends), *ends) == 0)
            return true;
    return false;
}

/* Adds the name without folders, and without what would make it another file or could not be shown. */
static void safe_name(Buf *out, const char *name)
{
    const size_t folder = out->length;
    for (const char *at = name; *at; at++)
        name = *at == '/' || *at == '\\' ? at + 1 : name;
    while (*name == '.' || *name == ' ')
        name++;
    buf_shown(out, name, utf8_fit(name, strlen(name), 100));
    for (size_t i = folder; i < out->length; i++)
        if (strchr("?*:|<>\"", out->text[i]))
            out->text[i] = '_';
    if (out->length == folder)
        buf_puts(out, "file");
    for (char *end = strrchr(out->text, '.'); end && *end;
         end++) /* endings of lessons are written so */
        *end = (char)tolower((unsigned char)*end);
}

/* The app begins anew, with a library that has one lesson more or less; how it looks stays. */
static void open_anew(int lesson, Buf *said)
{
    const Look look = app_model(app)->look;
    const int width = app_model(app)->width, height = app_model(app)->height;
    end_app();
    library_release(&library->entry[lesson]);
    begin_app(width, height);
    Model m = *app_model(app);
    m.look = look;
    app_put(app, &m);
    app_open(app, lesson);
    place_begin(app);
    if (!model_lesson(app_model(app)))
        buf_puts(said, app_message(app) ? app_message(app) : "This file cannot be opened");
}

static void open_path(const char *path, Buf *said)
{
    Err err = {0};
    int lesson = library_find(library, path, &err);
    const Page *page = model_lesson(app_model(app));
    if (lesson < 0)
        buf_puts(said, err.message);
    else if (page && page->spot.lesson == lesson)
        app_edited(app, true);
    else
        open_anew(lesson, said);
}

/* A lesson that stopped may have missed the file: it is run again. */
static void take_data(const char *name, Buf *said)
{
    const Page *page = model_lesson(app_model(app));
    if (page && library->entry[page->spot.lesson].err.set)
        open_anew(page->spot.lesson, said);
    app_say(app, "%s lies beside your lessons now.", name);
}

static void diagnose_text(const char *name, const char *text, size_t length, Buf *said)
{
    Arena arena = {0};
    Printout printed;
    Err err = {0};
    const Entry *entry = entry_open();
    if (!entry) {
        buf_puts(said,
                 "Open the lesson first in which the numbers of this file are to be looked for.");
        return;
    }
    Diagnosis *d = printout_read(&arena, text, length, &printed, &err)
                       ? diagnose(entry->run, NULL, &printed,
                                  (DiagnoseBounds){.seconds = DIAGNOSE_SECONDS}, &err)
                       : NULL;
    if (d)
        report_diagnosis(&report, NULL, d, entry->name, name);
    else
        buf_printf(said, "%s: %s", name, err.message);
    diagnosis_free(d);
    arena_release(&arena);
}

const char *qkv_web_open(const char *name, const unsigned char *bytes, int size)
{
    static const char *const lessons[] = {".md", ".py", ".ipynb", NULL}, *const tensors[] = {
                                                                             ".npy", ".safetensors",
                                                                             NULL};
    Buf path = {0}, *said = anew();
    buf_clear(&report);
    if (!app)
        return "";
    if (size < 0 || size > MOST_FILE) {
        buf_puts(said, "This file is larger than 10 MB, and is not opened.");
        return buf_text(said);
    }
    Buf file = {0};
    buf_add(&file, (const char *)bytes, (size_t)size);
    buf_puts(&path, "files/");
    safe_name(&path, name);
    if (!ends_in(buf_text(&path), lessons) && !ends_in(buf_text(&path), tensors)) {
        diagnose_text(buf_text(&path) + strlen("files/"), buf_text(&file), file.length, said);
    } else {
        mkdir("files", 0700);
        if (!file_replace(buf_text(&path), &file))
            buf_printf(said, "%s cannot be kept", buf_text(&path));
        else if (ends_in(buf_text(&path), lessons))
            open_path(buf_text(&path), said);
        else
            take_data(buf_text(&path) + strlen("files/"), said);
    }
    buf_release(&file);
    buf_release(&path);
    return sentence(said);
}

const char *qkv_web_report(void)
{
    return buf_text(&report);
}

/* --- places --------------------------------------------------------------------------------------- */

const char *qkv_web_place(void)
{
    if (app)
        place_write(anew(), app);
    return app ? buf_text(&answer) : "";
}

int qkv_web_levels(void)
{
    return app ? go_levels(app_model(at_hand()), app_world(at_hand())) : 0;
}

const char *qkv_web_go(const char *fragment)
{
    if (!app)
        return "";
    place_go(app, fragment, anew());
    return sentence(&answer);
}

/* The file of what is kept; NULL: nothing is called so. */
static const char *path_kept(Arena *a, const char *name)
{
    static const char *const kept[] = {"places", "practice", "answers"};
    for (int i = 0; i < COUNT(kept); i++)
        if (strcmp(kept[i], name) == 0)
            return saved_path(a, name);
    return NULL;
}

const char *qkv_web_saved(const char *name)
{
    Arena arena = {0};
    const char *path = path_kept(&arena, name);
    anew();
    if (app && path && app_save(app))
        file_read(&answer, path, MOST_STATE);
    arena_release(&arena);
    return buf_text(&answer);
}

void qkv_web_restore(const char *name, const char *text)
{
    Arena arena = {0};
    Buf state = {0};
    const char *path = path_kept(&arena, name);
    if (path && strlen(text) <= MOST_STATE) {
        saved_make_folders(path);
        buf_puts(&state, text);
        file_replace_private(path, &state, false);
    }
    buf_release(&state);
    arena_release(&arena);
}

/* --- a sheet to hand in ------------------------------------------------------------------------------- */

const char *qkv_web_sheet(void)
{
    const Entry *entry = entry_open();
    Arena arena = {0};
    Worksheet *sheet = entry ? sheet_of(entry->run) : NULL;
    anew();
    if (sheet && sheet->parts > 0) {
        answers_put(sheet, answers_path(&arena), entry->name);
        sheet_write(&answer, sheet, false);
    }
    sheet_free(sheet);
    arena_release(&arena);
    return buf_text(&answer);
}

const char *qkv_web_sheet_name(void)
{
    const Entry *entry = entry_open();
    anew();
    if (entry)
        buf_printf(&answer, "%s" SHEET_ENDING, entry->name);
    return buf_text(&answer);
}
