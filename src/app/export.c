/* The command that takes lessons along: as pages of HTML, which are made from runs, and as pictures of screens, made
 * from an app that nobody sits at. */

#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "app/script.h"
#include "app/shell.h"
#include "show/handout.h"
#include "show/picture.h"

static bool ends_in_slash(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] == '\0';
}

/* --- pages ---------------------------------------------------------------------------------------- */

/* To standard output, a file, or a file in a folder. */
static bool write_page(Shell *s, const Entry *entry, const char *to, Buf *out, Err *err)
{
    Buf path = {0}, page = {0};
    handout(&page, entry->run, s->option[OPTION_NOTES]);
    bool ok = true;
    if (strcmp(to, "-") == 0) {
        buf_add(out, buf_text(&page), page.length);
    } else {
        buf_puts(&path, to);
        if (export_is_folder(to))
            buf_printf(&path, "%s%s.html", ends_in_slash(to) ? "" : "/", entry->lesson->name);
        ok = export_file(out, buf_text(&path), &page, err);
    }
    buf_release(&path);
    buf_release(&page);
    return ok;
}

/* --- pictures ------------------------------------------------------------------------------------- */

/* The screen as it is, as FOLDER/NAME.svg or FOLDER/NAME-STAGE.svg. */
static bool write_picture(const Shell *s, App *app, const Lesson *lesson, int stage, Buf *out,
                          Err *err)
{
    Buf path = {0}, picture = {0};
    const char *title = stage >= 0 ? lesson->stage[stage].title : lesson->title;
    picture_svg(&picture, app_frame(app), title);
    buf_printf(&path, "%s/%s", s->option[OPTION_SVG], lesson->name);
    if (stage >= 0)
        buf_printf(&path, "-%d", stage);
    buf_puts(&path, ".svg");
    bool ok = export_file(out, buf_text(&path), &picture, err);
    buf_release(&path);
    buf_release(&picture);
    return ok;
}

/* Of the screen at a place or after some keys, or else of every stage. */
static bool write_pictures(const Shell *s, int i, Buf *out, Err *err)
{
    const Entry *entry = &s->library->entry[i];
    const char *go = s->option[OPTION_GOTO], *keys = s->option[OPTION_SCRIPT];
    App *app = app_new(s->library, false);
    app_open(app, i);
    app_colors(app, true);
    bool is_one = keys || go;
    bool ok = (!go || app_goto(app, go, err)) &&
              script_press(app, keys ? keys : "", s->option[OPTION_SIZE], err);
    if (ok && is_one)
        ok = write_picture(s, app, entry->lesson, -1, out, err);
    for (int at = 0; ok && !is_one && at < entry->lesson->stages; at++) {
        Model m = *app_model(app);
        Spot spot = spot_at(model_spot(&m), entry->run, at, run_stops(entry->run, at));
        model_open(&m, app_world(app), spot);
        app_put(app, &m);
        ok = write_picture(s, app, entry->lesson, at, out, err);
    }
    app_free(app);
    return ok;
}

/* --- the whole ------------------------------------------------------------------------------------ */

/* Makes the folders that are needed. */
static bool make_folders(const Shell *s, const char *html, const char *svg, Err *err)
{
    html = html && strcmp(html, "-") != 0 ? html : NULL;
    if (html && ends_in_slash(html) && !export_folder("--html", html, err))
        return false;
    if (html && s->entries > 1 && !export_is_folder(html))
        return err_set(err, (Loc){0},
                       "--html %s: several lessons need a folder, but this is not one: "
                       "a / at its end creates it",
                       html);
    return !svg || export_folder("--svg", svg, err);
}

/* Each lesson is run, written and forgotten. */
int shell_export(Shell *s)
{
    const char *html = s->option[OPTION_HTML], *svg = s->option[OPTION_SVG];
    const char *page = s->option[OPTION_PAGE];
    Buf text = {0};
    Err err = {0};
    if (s->option[OPTION_WORKSHEET])
        return sheet_hand_out(s);
    if (!html && !svg && !page && isatty(STDOUT_FILENO))
        return shell_misuse(s, "export: --html FILE is where the page goes; - is the terminal");
    html = html || svg || page ? html : "-";
    bool ok = make_folders(s, html, svg, &err) && (!page || export_page(s, page, &text, &err));
    for (int i = 0; i < s->entries && ok && (html || svg); i++) {
        Entry *entry = &s->library->entry[s->entry[i]];
        library_load(entry);
        if (entry->run)
            ok = (!html || write_page(s, entry, html, &text, &err)) &&
                 (!svg || write_pictures(s, s->entry[i], &text, &err));
        library_forget(entry);
    }
    int status = shell_put(&text, STATUS_FINE);
    return ok ? shell_all_mistakes(s, status) : shell_fail(s, &err);
}
