#include "show/snapshot.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/common.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/expect.h"
#include "show/transcript.h"

/* --- files ---------------------------------------------------------------------------------- */

typedef enum Found { FOUND_FILE, FOUND_NONE, FOUND_BAD } Found;

/* The path goes into the message: an error outlives the paths that are made here. */
static bool fail_io(Err *err, const char *path, const char *what)
{
    Loc none = {0};
    return err_set(err, none, "%s: %s: %s", path, what, strerror(errno));
}

/* At most so many bytes of it. */
static Found read_file(Buf *out, const char *path, size_t most, Err *err)
{
    buf_clear(out);
    if (file_read(out, path, most))
        return FOUND_FILE;
    if (errno == ENOENT)
        return FOUND_NONE;
    fail_io(err, path, "cannot be read");
    return FOUND_BAD;
}

/* The folder that a snapshot lies in. */
static const char *folder_of(Arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? arena_text(a, path, (size_t)(slash - path)) : ".";
}

static bool is_same(const Buf *a, const Buf *b)
{
    return a->length == b->length && memcmp(buf_text(a), buf_text(b), a->length) == 0;
}

/* --- comparing ------------------------------------------------------------------------------ */

static bool begins_line(const Buf *text, size_t at)
{
    return at == 0 || text->text[at - 1] == '\n';
}

/* The length of the line that begins at a place, with its newline; 0 at the end. */
static size_t line_length(const Buf *text, size_t at)
{
    const char *newline = at < text->length ? memchr(text->text + at, '\n', text->length - at)
                                            : NULL;
    return newline ? (size_t)(newline + 1 - (text->text + at)) : text->length - at;
}

/* Counts the lines that differ from a place on, each beside the one in its place, up to the lines that both texts end
 * with. */
static int count_different(const Buf *a, const Buf *b, size_t from)
{
    size_t most = (a->length < b->length ? a->length : b->length) - from, tail = 0;
    while (tail < most && a->text[a->length - tail - 1] == b->text[b->length - tail - 1])
        tail++;
    while (tail > 0 && !(begins_line(a, a->length - tail) && begins_line(b, b->length - tail)))
        tail--;
    int count = 0;
    for (size_t i = from, j = from; i < a->length - tail || j < b->length - tail;) {
        size_t n = i < a->length - tail ? line_length(a, i) : 0;
        size_t m = j < b->length - tail ? line_length(b, j) : 0;
        count += n != m || memcmp(a->text + i, b->text + j, n) != 0;
        i += n;
        j += m;
    }
    return count;
}

/* Sets the line and column of the first character that differs, which comes after so many bytes that are the same.
 * Returns where its line begins, in both texts. */
static size_t find_difference(const Buf *a, const Buf *b, Loc *at, size_t *found)
{
    size_t same = 0, begin = 0, size;
    uint32_t c;
    while (same < a->length && same < b->length && a->text[same] == b->text[same]) {
        at->line += a->text[same++] == '\n';
        begin = begins_line(a, same) ? same : begin;
    }
    for (size_t i = begin; i < same; i += size) {
        size = utf8_next(a->text + i, a->length - i, &c);
        at->col += i + size <= same;
    }
    *found = same;
    return begin;
}

/* True where from a place on nothing but blanks is left of a line: they cannot be seen. */
static bool ends_in_blanks(const Buf *text, size_t at)
{
    while (at < text->length && text->text[at] != '\n' && is_blank(text->text[at]))
        at++;
    return at == text->length || text->text[at] == '\n';
}

static void write_side(Buf *report, const Err *err, const Buf *text)
{
    size_t start, end;
    err_write_message(report, err, buf_text(text), text->length);
    if (!err_line(buf_text(text), text->length, err->at.line, &start, &end))
        buf_puts(report, "      | (nothing more)\n");
}

static void write_difference(Buf *report, const char *path, const Buf *stored, const Entry *entry,
                             const Buf *printed)
{
    Loc at = {.line = 1, .col = 1};
    Err old = {0}, now = {0};
    Buf summary = {0};
    size_t same, begin = find_difference(stored, printed, &at, &same);
    int more = count_different(stored, printed, begin) - 1;
    bool has_both = begin < stored->length && begin < printed->length;
    if (has_both && ends_in_blanks(stored, same) && ends_in_blanks(printed, same))
        buf_puts(&summary, "blanks at the end of the line, or how it ends");
    else
        expect_summary(&summary, buf_text(stored), buf_text(printed));
    if (more > 0)
        err_set(&old, at, "different, and %d more line%s: %s", more, plural(more),
                buf_text(&summary));
    else
        err_set(&old, at, "different: %s", buf_text(&summary));
    err_set(&now, at, "%s prints", entry->path);
    buf_printf(report, "%s:%d:%d: ", path, at.line, at.col);
    write_side(report, &old, stored);
    write_side(report, &now, printed);
    buf_release(&summary);
}

/* A snapshot is missed of what lies in a folder of that name; elsewhere nobody need keep any. */
static bool is_of_lessons(const Entry *entry)
{
    static const char folder[] = "lessons";
    const char *slash = strrchr(entry->path, '/'), *from = slash;
    while (from && from > entry->path && from[-1] != '/')
        from--;
    return slash && (size_t)(slash - from) == strlen(folder) &&
           strncmp(from, folder, strlen(folder)) == 0;
}

enum { MOST_OTHER = 8 << 20 }; /* bytes that a snapshot can have more, and still be compared */

int snapshot_compare(Buf *report, const Entry *entry, Err *err)
{
    Buf path = {0}, stored = {0}, printed = {0};
    int result = 0;
    if (library_snapshot(entry, &path)) {
        transcript(&printed, entry->run, DETAIL_NORMAL);
        size_t most = printed.length + MOST_OTHER;
        Found found = read_file(&stored, buf_text(&path), most, err);
        bool is_asked_for = found != FOUND_NONE || is_of_lessons(entry);
        result = found == FOUND_BAD ? -1 : is_asked_for && !is_same(&stored, &printed);
        if (!is_asked_for)
            buf_clear(&stored);
        else if (found == FOUND_NONE)
            buf_printf(report, "%s: missing (make snapshots writes it)\n", buf_text(&path));
        else if (stored.length == most)
            buf_printf(report, "%s: different: %d MiB larger than what is printed, or more\n",
                       buf_text(&path), MOST_OTHER >> 20);
        else if (result == 1)
            write_difference(report, buf_text(&path), &stored, entry, &printed);
    }
    buf_release(&path);
    buf_release(&stored);
    buf_release(&printed);
    return result;
}

/* --- orphans -------------------------------------------------------------------------------- */

static bool has_lesson(const Library *library, const char *file)
{
    for (int i = 0; i < library->count; i++) {
        size_t n = strlen(library->entry[i].name);
        if (strncmp(file, library->entry[i].name, n) == 0 && strcmp(file + n, ".txt") == 0)
            return true;
    }
    return false;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The regular files of a folder that no lesson makes, sorted: memory from `a`. What cannot be read may
 * have some. */
static const char **orphans(Arena *a, const Library *library, const char *folder, int *count,
                            Err *err)
{
    const char **found = NULL;
    *count = 0;
    DIR *dir = opendir(folder);
    if (!dir) {
        fail_io(err, folder, "this folder cannot be read");
        return NULL;
    }
    for (const struct dirent *d; (errno = 0, d = readdir(dir)) != NULL;) {
        struct stat st;
        const char *path = arena_format(a, "%s/%s", folder, d->d_name);
        if (has_lesson(library, d->d_name))
            continue;
        bool is_there = stat(path, &st) == 0;
        if (!is_there && errno != ENOENT) /* a link may lead nowhere */
            fail_io(err, path, "cannot be examined");
        if (is_there && S_ISREG(st.st_mode))
            arena_push(a, found, *count, path);
    }
    if (errno != 0)
        fail_io(err, folder, "this folder cannot be read");
    closedir(dir);
    if (*count > 0)
        qsort(found, (size_t)*count, sizeof *found, by_text);
    return found;
}

/* A snapshot or what is left of one (x.txt, x.txt.tmp.123, x.txt.orig): nothing else is ever removed. */
static bool is_snapshot_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *end = strstr(slash ? slash : path, ".txt");
    return end && (end[4] == '\0' || end[4] == '.');
}

/* The folder of snapshots that belongs to the lessons of the library; NULL for none. */
static const char *snapshot_folder(Arena *a, const Library *library)
{
    Buf path = {0};
    const char *folder = NULL;
    if (library->count > 0 && library_snapshot(&library->entry[0], &path))
        folder = folder_of(a, buf_text(&path));
    buf_release(&path);
    return folder;
}

int snapshot_orphans(Buf *report, const Library *library, Err *err)
{
    Arena arena = {0};
    int found = 0;
    const char *folder = snapshot_folder(&arena, library);
    const char **path = folder ? orphans(&arena, library, folder, &found, err) : NULL;
    if (!folder)
        buf_puts(report,
                 "snapshots: not compared (there is no snapshots folder beside the lessons)\n");
    for (int i = 0; i < found; i++)
        buf_printf(report, "%s: orphan (no lesson makes it%s)\n", path[i],
                   is_snapshot_name(path[i]) ? "; make snapshots removes it" : "");
    arena_release(&arena);
    return err->set ? -1 : found;
}

/* --- writing -------------------------------------------------------------------------------- */

static bool prune(Buf *report, const Library *library, const char *folder, int *removed, Err *err)
{
    Arena arena = {0};
    int found = 0;
    const char **path = orphans(&arena, library, folder, &found, err);
    bool ok = !err->set;
    for (int i = 0; ok && i < found; i++) {
        if (!is_snapshot_name(path[i]))
            continue;
        ok = unlink(path[i]) == 0 || fail_io(err, path[i], "cannot be removed");
        buf_printf(report, "%s: removed\n", path[i]);
        ++*removed;
    }
    arena_release(&arena);
    return ok;
}

static bool write_one(Buf *report, const Entry *entry, const Buf *text, int *written, Err *err)
{
    Buf path = {0}, stored = {0};
    bool ok = true;
    if (library_snapshot(entry, &path)) {
        Found found = read_file(&stored, buf_text(&path), text->length + 1, err);
        ok = found != FOUND_BAD;
        if (ok && (found == FOUND_NONE || !is_same(&stored, text))) {
            ok = file_replace(buf_text(&path), text) ||
                 fail_io(err, buf_text(&path), "cannot be written");
            if (ok)
                buf_printf(report, "%s: written\n", buf_text(&path));
            *written += ok;
        }
    } else {
        buf_printf(report, "%s: no snapshots folder beside it\n", entry->path);
    }
    buf_release(&path);
    buf_release(&stored);
    return ok;
}

/* The transcript of a lesson, which is not kept. */
static bool render(Buf *out, Entry *entry)
{
    bool ok = library_load(entry);
    if (ok)
        transcript(out, entry->run, DETAIL_NORMAL);
    library_forget(entry);
    return ok;
}

bool snapshot_write(Buf *report, Library *library, const int *entry, int count, bool whole,
                    bool prunes, Err *err)
{
    Arena arena = {0};
    Buf *text = arena_many(&arena, (size_t)count, Buf);
    int written = 0, removed = 0;
    bool ok = true;
    for (int i = 0; i < count; i++)
        ok = render(&text[i], &library->entry[entry[i]]) && ok;
    for (int i = 0; ok && i < count; i++)
        ok = write_one(report, &library->entry[entry[i]], &text[i], &written, err);
    const char *folder = snapshot_folder(&arena, library);
    if (ok && prunes && whole && folder)
        ok = prune(report, library, folder, &removed, err);
    if (ok)
        buf_printf(report, "%d written, %d unchanged, %d removed\n", written, count - written,
                   removed);
    for (int i = 0; i < count; i++)
        buf_release(&text[i]);
    arena_release(&arena);
    return ok;
}
