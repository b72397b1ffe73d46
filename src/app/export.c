/* Pages are made from runs, pictures from an app that nobody sits at. */
#include "app/export.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "app/app.h"
#include "app/script.h"
#include "base/file.h"
#include "show/handout.h"
#include "show/picture.h"

static bool is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

static bool ends_in_slash(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] == '\0';
}

/* Makes the folder that an option names, if it is not there. */
static bool make_folder(const char *option, const char *path, Err *err)
{
    Loc none = {0};
    return is_folder(path) || mkdir(path, 0777) == 0 ||
           err_set(err, none, "%s %s: %s", option, path, strerror(errno));
}

/* Writes a file, and says so. */
static bool write_file(Buf *said, const char *path, const Buf *text, Err *err)
{
    Loc none = {0};
    if (!file_replace(path, text))
        return err_set(err, none, "%s: %s", path, strerror(errno));
    buf_shown(said, path, strlen(path));
    buf_puts(said, ": written\n");
    return true;
}

/* --- pages ---------------------------------------------------------------------------------------- */

static bool write_page(const Export *e, const Entry *entry, Buf *out, Err *err)
{
    const char *to = e->html ? e->html : "-";
    Buf path = {0}, page = {0};
    handout(&page, entry->run, e->notes);
    bool ok = true;
    if (strcmp(to, "-") == 0) {
        buf_add(out, buf_text(&page), page.length);
    } else {
        buf_puts(&path, to);
        if (is_folder(to))
            buf_printf(&path, "%s%s.html", ends_in_slash(to) ? "" : "/", entry->lesson->name);
        ok = write_file(out, buf_text(&path), &page, err);
    }
    buf_release(&path);
    buf_release(&page);
    return ok;
}

/* --- pictures ------------------------------------------------------------------------------------- */

/* The screen as it is, as FOLDER/NAME.svg or FOLDER/NAME-STAGE.svg. */
static bool write_picture(const Export *e, App *app, const Lesson *lesson, int stage, Buf *out,
                          Err *err)
{
    Buf path = {0}, picture = {0};
    const char *title = stage >= 0 ? lesson->stage[stage].title : lesson->title;
    picture_svg(&picture, app_frame(app), title);
    buf_printf(&path, "%s/%s", e->svg, lesson->name);
    if (stage >= 0)
        buf_printf(&path, "-%d", stage);
    buf_puts(&path, ".svg");
    bool ok = write_file(out, buf_text(&path), &picture, err);
    buf_release(&path);
    buf_release(&picture);
    return ok;
}

static bool write_pictures(const Export *e, int i, Buf *out, Err *err)
{
    const Entry *entry = &e->library->entry[i];
    App *app = app_new(e->library, false);
    app_open(app, i);
    app_colors(app, true);
    bool is_one = e->keys || e->go;
    bool ok = (!e->go || app_goto(app, e->go, err)) &&
              script_press(app, e->keys ? e->keys : "", e->size, err);
    if (ok && is_one)
        ok = write_picture(e, app, entry->lesson, -1, out, err);
    for (int s = 0; ok && !is_one && s < entry->lesson->stages; s++) {
        Model m = *app_model(app);
        Spot spot = spot_at(model_spot(&m), entry->run, s, run_stops(entry->run, s));
        model_open(&m, app_world(app), spot);
        app_put(app, &m);
        ok = write_picture(e, app, entry->lesson, s, out, err);
    }
    app_free(app);
    return ok;
}

/* --- the whole ------------------------------------------------------------------------------------ */

bool export_write(const Export *e, Buf *out, Err *err)
{
    Loc none = {0};
    const char *html = e->html && strcmp(e->html, "-") != 0 ? e->html : NULL;
    if (html && ends_in_slash(html) && !make_folder("--html", html, err))
        return false;
    if (html && e->entries > 1 && !is_folder(html))
        return err_set(err, none,
                       "--html %s: several lessons need a folder, but this is not one: "
                       "a / at its end creates it",
                       html);
    if (e->svg && !make_folder("--svg", e->svg, err))
        return false;
    bool ok = true;
    for (int i = 0; i < e->entries && ok; i++) {
        Entry *entry = &e->library->entry[e->entry[i]];
        library_load(entry);
        if (entry->run)
            ok = ((!e->html && e->svg) || write_page(e, entry, out, err)) &&
                 (!e->svg || write_pictures(e, e->entry[i], out, err));
        library_forget(entry);
    }
    return ok;
}
