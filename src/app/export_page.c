/* The page of the browser with lessons in it: the parts that make web has made, and beside them, or inside of one file, each
 * lesson with all that it reads, in JSON:
 *
 *     {"lessons": [{"file": "09-who-is-she.md", "headings": "# Who is she?..."}],
 *      "files": {"09-who-is-she.md": "the text", "x.npy": {"base64": "..."}}}
 *
 * A folder has the list of its lessons, with their headings, in lessons/list.js, and each in lessons/FILE.js: scripts, which
 * a page may load where it may read no file, as in a file of its own or in a frame without an origin. */
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "app/shell.h"
#include "base/common.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/files.h"
#include "show/json.h"

/* The place of the lessons in the template, and how a script hands them over. */
#define PLACE "{{lessons}}"
#define HANDS_OVER "qkvHere("

/* Where the parts are in a program of one file: see src/lesson/inside.sh. */
#define PARTS_INSIDE FILE_INSIDE "/page"

enum { MOST_PART = 1 << 25, MOST_FILE = 1 << 26 };

typedef struct Site {
    Arena arena;
    const char *parts; /* the folder of the page's parts: PARTS_INSIDE, or one on the disk */
    Fact *lessons;     /* of the list                                             */
    Fact *whole;       /* files that come with the list; of one file, all of them */
    Fact *files;       /* where the files of a lesson go                          */
    Fact *seen;        /* all files: two of one name are the same file            */
    const char *clash; /* or else this is the name                                */
} Site;

/* --- what is inside --------------------------------------------------------------------------------- */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static void add_file(Site *t, const char *path, const char *name)
{
    Buf bytes = {0}, coded = {.arena = &t->arena};
    name = arena_string(&t->arena, name);
    const Fact *seen = fact_find(t->seen, name);
    if (seen && strcmp(seen->text, path) != 0)
        t->clash = name;
    if (!seen)
        fact_text(t->seen, name, path);
    if (fact_find(t->files, name) || !file_read(&bytes, path, MOST_FILE))
        return;
    bool is_text = !memchr(buf_text(&bytes), '\0', bytes.length) &&
                   utf8_check(buf_text(&bytes), bytes.length) == bytes.length;
    if (is_text) {
        fact_text(t->files, name, buf_text(&bytes));
    } else {
        buf_base64(&coded, buf_text(&bytes), bytes.length);
        fact_text(fact_map(t->files, name), "base64", buf_text(&coded));
    }
    buf_release(&bytes);
}

static void note_read(void *of, const char *path, const char *name)
{
    add_file(of, path, name);
}

/* Plain words as Markdown that reads so. */
static void put_words(Buf *out, const char *words)
{
    for (; *words; words++) {
        if (strchr("\\`*_[]<>&#!~", *words))
            buf_putc(out, '\\');
        buf_putc(out, *words);
    }
}

/* Writes a lesson without all that stands under its headings: the menu needs no more of it. */
static const char *headings(Arena *a, const Lesson *lesson)
{
    Buf text = {.arena = a};
    buf_puts(&text, "# ");
    put_words(&text, lesson->title);
    if (lesson->track)
        buf_printf(&text, "\n\n<!-- track: %s %d -->", lesson->track, lesson->place);
    if (lesson->minutes)
        buf_printf(&text, "\n\n<!-- minutes: %d -->", lesson->minutes);
    if (lesson->needs)
        buf_printf(&text, "\n\n<!-- needs: %s -->", lesson->needs);
    if (lesson->front)
        buf_printf(&text, "\n\n<!-- front: %s -->", lesson->front);
    for (int i = 1; i < lesson->stages; i++) {
        buf_puts(&text, "\n\n## ");
        put_words(&text, lesson->stage[i].title);
        if (lesson->stage[i].leads)
            buf_printf(&text, "\n\n<!-- stages: %s -->", lesson->stage[i].leads);
    }
    buf_putc(&text, '\n');
    return buf_text(&text);
}

/* Runs a lesson and adds it, with the files that it reads, to those that `files` are. */
static void add_lesson(Site *t, Entry *entry, Fact *files)
{
    t->files = files;
    files_tell(note_read, t);
    library_load(entry);
    files_tell(NULL, NULL);
    add_file(t, entry->path, base_name(entry->path));
}

static void put_json(Buf *out, const Fact *fact)
{
    Buf text = {0};
    json_write(&text, fact);
    for (size_t i = 0; i < text.length; i++)
        if (text.text[i] == '<') /* ends no script */
            buf_puts(out, "\\u003c");
        else if (text.text[i] != '\n')
            buf_putc(out, text.text[i]);
    buf_release(&text);
}

/* --- files ------------------------------------------------------------------------------------------ */

bool export_is_folder(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 && S_ISDIR(s.st_mode);
}

bool export_folder(const char *option, const char *path, Err *err)
{
    return export_is_folder(path) || mkdir(path, 0777) == 0 ||
           err_set(err, (Loc){0}, "%s %s: %s", option, path, strerror(errno));
}

bool export_file(Buf *said, const char *path, const Buf *text, Err *err)
{
    if (!file_replace(path, text))
        return err_set(err, (Loc){0}, "%s: %s", path, strerror(errno));
    buf_shown(said, path, strlen(path));
    buf_puts(said, ": written\n");
    return true;
}

static bool read_part(Site *t, const char *name, Buf *text, Err *err)
{
    const char *path = arena_format(&t->arena, "%s/%s", t->parts, name);
    return file_read(text, path, MOST_PART) ||
           err_set(err, (Loc){0}, "%s: %s", path, strerror(errno));
}

/* The parts lie in the program where it is one file, else where it was built, or where it was installed. */
static bool find_parts(Site *t, Err *err)
{
    const char *const folder[] = {PARTS_INSIDE, file_of_program(&t->arena, "page"),
                                  file_installed(&t->arena, "page")};
    struct stat st;
    for (int i = 0; i < COUNT(folder) && !t->parts; i++)
        if (folder[i] && file_look(arena_format(&t->arena, "%s/one.html", folder[i]), &st))
            t->parts = folder[i];
    return t->parts || err_set(err, (Loc){0},
                               "--page: the page itself is not here: make web in the source of qkv "
                               "makes it, which needs "
                               "emscripten, and make install puts it beside the program "
                               "(share/qkv/page); that folder may "
                               "also be copied from another machine. export --html needs nothing");
}

/* --- one file --------------------------------------------------------------------------------------- */

/* Adds the template with each part in the place of its name, {{page.js}}, as it is: the policy of the page has its hash. */
static bool put_template(Site *t, Buf *out, const char *page, const Fact *all, Err *err)
{
    if (!strstr(page, PLACE))
        return err_set(err, (Loc){0}, "%s/one.html is not of this qkv", t->parts);
    for (const char *place; (place = strstr(page, "{{")) != NULL;) {
        const char *name = place + strlen("{{");
        const size_t length = strcspn(name, "}");
        buf_add(out, page, (size_t)(place - page));
        if (strncmp(place, PLACE, strlen(PLACE)) == 0)
            put_json(out, all);
        else if (!read_part(t, arena_text(&t->arena, name, length), out, err))
            return false;
        page = name + length + strspn(name + length, "}");
    }
    buf_puts(out, page);
    return true;
}

static bool write_one(Site *t, const char *to, const Fact *all, Buf *said, Err *err)
{
    Buf page = {0}, text = {0};
    bool ok = read_part(t, "one.html", &page, err) &&
              put_template(t, &text, buf_text(&page), all, err);
    if (ok && strcmp(to, "-") == 0)
        buf_add(said, buf_text(&text), text.length);
    else if (ok)
        ok = export_file(said, to, &text, err);
    buf_release(&page);
    buf_release(&text);
    return ok;
}

/* --- a folder --------------------------------------------------------------------------------------- */

static bool ends_in(const char *name, const char *end)
{
    size_t length = strlen(name), size = strlen(end);
    return length > size && strcmp(name + length - size, end) == 0;
}

/* Copies a file of the parts' folder into another, unless it is none of a folder's page. */
static bool copy_part(Site *t, const char *name, const char *to, Err *err)
{
    Buf text = {0};
    const char *path = arena_format(&t->arena, "%s/%s", to, name);
    bool is_part = strcmp(name, "index.html") == 0 || ends_in(name, ".js") || ends_in(name, ".css");
    bool ok = !is_part || (read_part(t, name, &text, err) &&
                           (file_replace(path, &text) ||
                            err_set(err, (Loc){0}, "%s: %s", path, strerror(errno))));
    buf_release(&text);
    return ok;
}

static bool copy_parts_inside(Site *t, const char *to, Err *err)
{
    static const char folder[] = "page/";
    bool ok = true;
    for (const FileInside *f = file_all_inside(); ok && f && f->name; f++)
        if (strncmp(f->name, folder, sizeof folder - 1) == 0)
            ok = copy_part(t, f->name + sizeof folder - 1, to, err);
    return ok;
}

static bool copy_parts(Site *t, const char *to, Err *err)
{
    if (strcmp(t->parts, PARTS_INSIDE) == 0)
        return copy_parts_inside(t, to, err);
    DIR *dir = opendir(t->parts);
    bool ok = dir || err_set(err, (Loc){0}, "%s: %s", t->parts, strerror(errno));
    for (const struct dirent *d; ok && (d = readdir(dir)) != NULL;)
        ok = copy_part(t, d->d_name, to, err);
    if (dir)
        closedir(dir);
    return ok;
}

static bool write_script(Site *t, const char *to, const char *name, const Fact *fact, Buf *said,
                         Err *err)
{
    Buf text = {0};
    buf_puts(&text, HANDS_OVER);
    put_json(&text, fact);
    buf_puts(&text, ");\n");
    bool ok = export_file(said, arena_format(&t->arena, "%s/lessons/%s.js", to, name), &text, err);
    buf_release(&text);
    return ok;
}

/* --- the whole -------------------------------------------------------------------------------------- */

/* A lesson in Markdown lies in a script of its own, and its headings in the list; others lie in the list. */
static bool take_lesson(Site *t, Entry *entry, const char *folder, Buf *said, Err *err)
{
    const char *file = base_name(entry->path);
    const bool is_apart = folder && ends_in(file, ".md");
    Fact *parcel = is_apart ? fact_new(&t->arena) : NULL;
    add_lesson(t, entry, is_apart ? fact_map(parcel, "files") : t->whole);
    if (t->clash)
        return err_set(err, (Loc){0}, "%s: two lessons read different files of this name",
                       t->clash);
    if (!entry->lesson)
        return true;
    Fact *row = fact_map(t->lessons, NULL);
    fact_text(row, "file", file);
    if (is_apart)
        fact_text(row, "headings", headings(&t->arena, entry->lesson));
    return !is_apart || write_script(t, folder, file, parcel, said, err);
}

bool export_page(Shell *s, const char *to, Buf *said, Err *err)
{
    Site t = {0};
    const size_t length = strlen(to);
    const bool is_one = !export_is_folder(to) && !(length > 0 && to[length - 1] == '/');
    bool ok = find_parts(&t, err);
    const char *folder = arena_text(&t.arena, to, length - (length > 1 && to[length - 1] == '/'));
    Fact *all = fact_new(&t.arena);
    t.lessons = fact_list(all, "lessons");
    t.whole = fact_map(all, "files");
    t.seen = fact_new(&t.arena);
    if (ok && !is_one)
        ok = export_folder("--page", folder, err) && copy_parts(&t, folder, err) &&
             export_folder("--page", arena_format(&t.arena, "%s/lessons", folder), err);
    for (int i = 0; i < s->entries && ok; i++) {
        Entry *entry = &s->library->entry[s->entry[i]];
        ok = take_lesson(&t, entry, is_one ? NULL : folder, said, err);
        library_forget(entry);
    }
    if (ok)
        ok = is_one ? write_one(&t, to, all, said, err)
                    : write_script(&t, folder, "list", all, said, err);
    arena_release(&t.arena);
    return ok;
}
