/* Finding lessons: a folder read once, sorted by name. */
#include "lesson/library.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/common.h"
#include "base/file.h"
#include "base/utf8.h"
#include "lesson/glossary.h"
#include "lesson/path.h"
#include "lesson/prepared.h"
#include "python/names.h"

/* The names of the lessons that come with the program, each between blanks. */
#ifndef QKV_SHIPPED
#define QKV_SHIPPED ""
#endif

static bool is_lesson_name(const char *name)
{
    size_t n = strlen(name);
    return n > 3 && name[0] != '.' && strcmp(name + n - 3, ".md") == 0 &&
           strcmp(name, "README.md") != 0;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool can_be_shown(const char *text)
{
    size_t length = strlen(text);
    uint32_t c;
    for (size_t i = 0; i < length;) {
        i += utf8_next(text + i, length - i, &c);
        if (c == UTF8_BAD || utf8_is_control(c))
            return false;
    }
    return true;
}

/* A path is written in many places: one that a terminal would obey is not opened, and stands in the
 * list as far as it can be shown. */
static int add_entry(Library *library, const char *path)
{
    Arena *a = &library->arena;
    Buf shown = {0};
    buf_shown(&shown, path, strlen(path));
    Entry entry = {.path = arena_keep(a, &shown)};
    entry.name = lesson_name(a, entry.path);
    entry.is_odd = !can_be_shown(path);
    if (entry.is_odd)
        err_set(&entry.err, (Loc){.file = entry.path},
                "the name of this file has characters that cannot be shown: rename it");
    arena_push(a, library->entry, library->count, entry);
    return library->count - 1;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

/* Fails for a folder that cannot be read; one that is not there has no lessons. */
static bool fail_folder(Library *library, const char *folder)
{
    if (errno != ENOENT && errno != ENOTDIR)
        err_set(&library->err, (Loc){0}, "%s: this folder cannot be read: %s", folder,
                strerror(errno));
    return false;
}

static void sort_from(Library *library, int from)
{
    if (library->count > from) /* else there may be no array */
        qsort(library->entry + from, (size_t)(library->count - from), sizeof *library->entry,
              by_name);
}

/* Adds the lessons of a folder; false when it has none. */
static bool read_folder(Library *library, const char *folder)
{
    int from = library->count;
    DIR *dir = opendir(folder);
    if (!dir)
        return fail_folder(library, folder);
    for (const struct dirent *d; (errno = 0, d = readdir(dir)) != NULL;) {
        if (!is_lesson_name(d->d_name))
            continue;
        Buf path = {0};
        buf_printf(&path, "%s/%s", folder, d->d_name);
        add_entry(library, buf_text(&path));
        buf_release(&path);
    }
    if (errno != 0)
        fail_folder(library, folder);
    closedir(dir);
    sort_from(library, from);
    return library->count > from;
}

/* Adds the lessons that the program has inside; false when it has none. */
static bool read_inside(Library *library)
{
    int from = library->count;
    for (const FileInside *f = file_all_inside(); f && f->name; f++)
        if (f->is_lesson || is_lesson_name(f->name))
            add_entry(library, arena_format(&library->arena, FILE_INSIDE "/%s", f->name));
    sort_from(library, from);
    return library->count > from;
}

/* Takes out those from `from` on whose name an earlier one has. */
static void drop_taken(Library *library, int from)
{
    int kept = from;
    for (int i = from; i < library->count; i++) {
        bool is_taken = false;
        for (int k = 0; k < from && !is_taken; k++)
            is_taken = strcmp(library->entry[k].name, library->entry[i].name) == 0;
        if (!is_taken)
            library->entry[kept++] = library->entry[i];
    }
    library->count = kept;
}

/* Tells whether a lesson of this name came with the program. */
static bool is_shipped(const char *name)
{
    Buf word = {0};
    buf_printf(&word, " %s ", name);
    bool found = strstr(QKV_SHIPPED, buf_text(&word)) != NULL;
    buf_release(&word);
    return found;
}

/* Tells whether a folder is the one whose lessons are there already, as in a checkout. */
static bool is_own_folder(const Library *library, const char *folder)
{
    struct stat own, st;
    return library->folder && stat(library->folder, &own) == 0 && stat(folder, &st) == 0 &&
           own.st_dev == st.st_dev && own.st_ino == st.st_ino;
}

/* Adds the lessons of the first of two folders that has any, and says which; what cannot be read may have lessons,
 * and others are not taken for them. */
static const char *read_first(Library *library, const char *one, const char *other)
{
    const char *const folders[] = {one, other};
    for (int i = 0; i < COUNT(folders) && !library->err.set; i++)
        if (folders[i] && *folders[i] && is_own_folder(library, folders[i]))
            return library->folder;
        else if (folders[i] && *folders[i] && read_folder(library, folders[i]))
            return arena_string(&library->arena, folders[i]);
    return NULL;
}

Library *library_open(void)
{
    Arena arena = {0};
    Library *library = arena_new(&arena, Library);
    library->arena = arena;
    const char *named = getenv("QKV_LESSONS");
    library->folder = read_first(library, "lessons", named);
    library->own = library->count;
    bool is_named = library->folder && named && strcmp(library->folder, named) == 0;
    for (int i = 0; i < library->own; i++)
        library->entry[i].ships = !is_named && is_shipped(library->entry[i].name);
    if (!library->err.set)
        library->shipped = read_first(library, file_of_program(&library->arena, "../lessons"),
                                      file_installed(&library->arena, "lessons"));
    if (!library->err.set && !library->shipped && read_inside(library))
        library->shipped = FILE_INSIDE;
    for (int i = library->own; i < library->count; i++)
        library->entry[i].ships = is_shipped(library->entry[i].name) ||
                                  file_inside(library->entry[i].path);
    drop_taken(library, library->own);
    if (!library->folder) {
        library->folder = library->shipped;
        library->own = library->count;
    }
    return library;
}

/* Entry of a lesson before its file is read. */
static Entry unread(const Entry *entry)
{
    return (Entry){.path = entry->path,
                   .name = entry->name,
                   .is_odd = entry->is_odd,
                   .ships = entry->ships,
                   .original = entry->original,
                   .is_ascii = entry->is_ascii};
}

void library_release(Entry *entry)
{
    run_free(entry->run);
    lesson_free(entry->lesson);
    lesson_free(entry->outline);
    buf_release(&entry->source);
    buf_release(&entry->mistakes);
    *entry = unread(entry);
}

void library_free(Library *library)
{
    if (!library)
        return;
    for (int i = 0; i < library->count; i++)
        library_release(&library->entry[i]);
    Arena arena = library->arena;
    arena_release(&arena);
}

/* The number that a name begins with; -1 for none. */
static long lesson_number(const char *name)
{
    char *end;
    long n = strtol(name, &end, 10);
    return end != name && n >= 0 ? n : -1;
}

static bool is_lesson_number(const char *text)
{
    return *text != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/* A name without the number that it begins with: lessons may get other numbers, and keep their names. */
static const char *words_of_lesson(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && name[digits] == '-' ? name + digits + 1 : name;
}

static bool fits_wanted(const char *name, const char *wanted, bool by_words)
{
    if (is_lesson_number(wanted))
        return lesson_number(name) == lesson_number(wanted);
    if (!by_words)
        return strncmp(name, wanted, strlen(wanted)) == 0;
    wanted = words_of_lesson(wanted);
    return *wanted != '\0' && strncmp(words_of_lesson(name), wanted, strlen(wanted)) == 0;
}

/* Index of the only one of the entries from .. to-1 that `wanted` fits; -1 for none, -2 for several. */
static int match_among(const Library *library, int from, int to, const char *wanted)
{
    int found = -1;
    for (int by_words = 0; by_words < 2 && found == -1; by_words++)
        for (int i = from; i < to; i++)
            if (fits_wanted(library->entry[i].name, wanted, by_words))
                found = found == -1 ? i : -2;
    return found;
}

/* The same of all: a whole name comes first, then the reader's own lessons. */
static int match(const Library *library, const char *wanted)
{
    for (int i = 0; i < library->count; i++)
        if (strcmp(library->entry[i].name, wanted) == 0)
            return i;
    int found = match_among(library, 0, library->own, wanted);
    return found != -1 ? found : match_among(library, library->own, library->count, wanted);
}

/* A word that can only mean a file. */
static bool is_file_name(const char *word)
{
    static const char *const ends[] = {".md", ".py", ".ipynb", ".txt", ".out"};
    size_t length = strlen(word);
    for (int i = 0; i < COUNT(ends); i++)
        if (length > strlen(ends[i]) && strcmp(word + length - strlen(ends[i]), ends[i]) == 0)
            return true;
    return false;
}

/* The name of a lesson that is spelled nearly so, or NULL. */
static const char *nearest_name(const Library *library, const char *wanted)
{
    const char *best = NULL;
    for (int i = 0; i < library->count; i++) {
        const char *name = library->entry[i].name;
        best = names_closer(wanted, name, best);
        best = names_closer(wanted, name + strspn(name, "0123456789-"), best);
    }
    return best;
}

static bool fail_find(const Library *library, const char *wanted, int found, Err *err)
{
    Loc none = {0};
    const char *nearest = nearest_name(library, wanted);
    if (is_file_name(wanted))
        return err_set(err, none, "there is no file %s here", wanted);
    if (found == -2)
        return err_set(err, none, "more than one lesson fits '%s': see qkv list", wanted);
    if (!library->folder)
        return err_set(
            err, none,
            "no lesson '%s', and no lessons folder: there is none here, $QKV_LESSONS names "
            "none, and none is installed",
            wanted);
    if (nearest)
        return err_set(err, none, "no lesson '%s': did you mean '%s'?", wanted, nearest);
    return err_set(err, none, "no lesson '%s' in %s: see qkv list", wanted, library->folder);
}

int library_find(Library *library, const char *wanted, Err *err)
{
    struct stat st;
    bool is_path = strchr(wanted, '/') || strcmp(wanted, "-") == 0 || is_lesson_name(wanted);
    if (!is_path) {
        int found = *wanted ? match(library, wanted) : -1;
        if (found >= 0)
            return found;
        if (stat(wanted, &st) != 0) {
            fail_find(library, wanted, found, err);
            return -1;
        }
    }
    for (int i = 0; i < library->count; i++)
        if (!library->entry[i].is_odd && strcmp(library->entry[i].path, wanted) == 0) {
            library->entry[i].ships = false; /* meant as a file, being named as one */
            return i;
        }
    return add_entry(library, wanted);
}

/* Keys by which the lessons are ordered. */
typedef struct Rank {
    int index;         /* in the library: the order of names                                */
    const char *track; /* NULL: on none                                                     */
    int first; /* the index of the first lesson of the track; paths come first, and last those on none */
    int place; /* in the track                                                      */
} Rank;

static int by_track(const void *a, const void *b)
{
    const Rank *x = a, *y = b;
    int order = x->track && y->track ? strcmp(x->track, y->track) : !x->track - !y->track;
    return order != 0 ? order : x->index - y->index;
}

static int by_place(const void *a, const void *b)
{
    const Rank *x = a, *y = b;
    int order = x->first - y->first;
    order = order != 0 ? order : x->place - y->place;
    return order != 0 ? order : x->index - y->index;
}

/* Paths come first, and a glossary, in which one looks things up, after all that is read. */
static int rank_of_path(Entry *entry, int first, int last)
{
    if (!library_is_path(entry))
        return first;
    return glossary_is(library_outline(entry)) ? last + 1 : -1;
}

/* Tracks come in the order of their first lessons. */
int *library_order(Arena *a, const Library *library)
{
    int *order = arena_many(a, (size_t)library->count + 1, int), count = library->count;
    Rank *rank = arena_many(a, (size_t)count + 1, Rank);
    for (int i = 0; i < count; i++) {
        const Lesson *lesson = library_outline(&library->entry[i]);
        const char *track = lesson ? lesson->track : NULL;
        rank[i] = (Rank){i, track, count, track ? lesson->place : 0};
    }
    qsort(rank, (size_t)count, sizeof *rank, by_track);
    for (int i = 0; i < count && rank[i].track; i++)
        rank[i].first = i > 0 && strcmp(rank[i - 1].track, rank[i].track) == 0 ? rank[i - 1].first
                                                                               : rank[i].index;
    for (int i = 0; i < count; i++)
        rank[i].first = rank_of_path(&library->entry[rank[i].index], rank[i].first, count);
    qsort(rank, (size_t)count, sizeof *rank, by_place);
    for (int i = 0; i < count; i++)
        order[i] = rank[i].index;
    return order;
}

int library_named(const Library *library, const char *name)
{
    int found = -1, count = 0;
    for (int i = 0; i < library->count; i++) {
        const char *its = library->entry[i].name;
        if (is_digits(name) && is_digit(*its) && atoi(its) == atoi(name) && strlen(name) < 9)
            return i;
        if (strcmp(its, name) == 0)
            return i;
        if (!is_digits(name) && *name && strncmp(its, name, strlen(name)) == 0) {
            found = i;
            count++;
        }
    }
    return count == 1 ? found : -1;
}

bool library_is_path(Entry *entry)
{
    const Lesson *lesson = library_outline(entry);
    return lesson && path_is(lesson);
}

int library_lessons(const Library *library)
{
    int count = 0;
    for (int i = 0; i < library->count; i++)
        count += !library_is_path(&library->entry[i]);
    return count;
}

const char *library_track(const Library *library, int index)
{
    const Lesson *lesson = library_outline(&library->entry[index]);
    return lesson ? lesson->track : NULL;
}

Stamp library_stamp(const Entry *entry)
{
    struct stat st;
    if (file_inside(entry->path))
        return (Stamp){.inode = 1};
    if (strcmp(entry->path, "-") == 0 || stat(entry->path, &st) != 0)
        return (Stamp){0};
    return (Stamp){.device = (int64_t)st.st_dev,
                   .inode = (int64_t)st.st_ino,
                   .size = (int64_t)st.st_size,
                   .seconds = (int64_t)st.st_mtim.tv_sec,
                   .nanoseconds = (int64_t)st.st_mtim.tv_nsec};
}

bool stamp_is(const Stamp *a, const Stamp *b)
{
    return a->device == b->device && a->inode == b->inode && a->size == b->size &&
           a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

void library_to_ascii(Library *library)
{
    library->is_ascii = true;
    for (int i = 0; i < library->count; i++)
        library->entry[i].is_ascii = true;
}

const Lesson *library_outline(Entry *entry)
{
    Buf text = {0};
    Err err = {0};
    if (entry->lesson || entry->outline || entry->err.set)
        return entry->lesson ? entry->lesson : entry->outline;
    if (strcmp(entry->path, "-") != 0 && lesson_load(entry->path, &text, &err))
        entry->outline = lesson_outline(entry->path, &text);
    if (entry->outline && entry->is_ascii)
        lesson_to_ascii(entry->outline);
    buf_release(&text);
    return entry->outline ? entry->outline : library_read(entry) ? entry->lesson : NULL;
}

bool library_read(Entry *entry)
{
    Buf *text = &entry->source;
    if (entry->lesson || entry->err.set)
        return entry->lesson != NULL;
    const double began = clock_used();
    entry->stamp = library_stamp(entry); /* first: what changes while we read is read again */
    if (lesson_load(entry->path, text, &entry->err))
        entry->lesson = lesson_parse(entry->path, buf_text(text), text->length, &entry->err);
    if (entry->lesson && entry->is_ascii)
        lesson_to_ascii(entry->lesson);
    if (entry->lesson) {
        entry->lesson->seconds = clock_used() - began;
        buf_release(text);
    }
    return entry->lesson != NULL;
}

bool library_load(Entry *entry)
{
    return library_load_next(entry, NULL);
}

bool library_load_next(Entry *entry, const Run *kept)
{
    if (library_read(entry) && !entry->run) {
        entry->run = kept ? run_next(kept, entry->lesson) : run_lesson(entry->lesson);
        prepared_run(entry->run);
        entry->err = entry->run->err;
    }
    return !entry->err.set;
}

Run *library_run_again(Entry *entry, int count, const KeptPass kept[])
{
    Run *before = entry->run;
    Lesson *lesson = entry->lesson;
    const int keeps = lesson->keeps;
    KeptPass was[LIMIT_KEPT_PASSES];
    memcpy(was, lesson->kept, sizeof was);
    memcpy(lesson->kept, kept, (size_t)count * sizeof *kept);
    lesson->keeps = count;
    Run *now = run_next(before, lesson);
    if (now->err.set && !before->err.set) { /* time or memory are at an end */
        lesson->keeps = keeps;
        memcpy(lesson->kept, was, sizeof was);
        run_free(now);
        return NULL;
    }
    prepared_run(now);
    entry->run = now;
    return before;
}

Run *library_run(Library *library, int index)
{
    library_load(&library->entry[index]);
    return library->entry[index].run;
}

void library_unload(Entry *entry)
{
    if (entry->run && entry->err.set) {
        buf_clear(&entry->mistakes);
        run_write_mistakes(&entry->mistakes, entry->run);
        if (entry->mistakes.length == 0) /* mistakes lie in no line of code: path_check */
            err_write(&entry->mistakes, &entry->err, entry->lesson->source, entry->lesson->length);
    }
    run_free(entry->run);
    entry->run = NULL;
}

void library_forget(Entry *entry)
{
    library_unload(entry);
    if (entry->err.set || strcmp(entry->path, "-") == 0)
        return;
    lesson_free(entry->lesson);
    entry->lesson = NULL;
}

/* Replaces what can be shown by what is fine, or when it was broken itself, or its run is gone. */
bool library_renew(Entry *entry, bool is_gone, Entry *before, Err *err)
{
    Entry fresh = unread(entry);
    bool fine = library_load(&fresh);
    *before = unread(entry);
    if (!fine) {
        *err = fresh.err;
        err->at.file = entry->path;
    }
    bool keeps = fresh.run ? entry->run && !entry->err.set : entry->run || is_gone;
    if (!fine && keeps) {
        entry->stamp = fresh.stamp;
        entry->stale = err->at.line > 0 ? err->at.line : -1;
        library_release(&fresh);
        return false;
    }
    *before = *entry;
    *entry = fresh;
    return true;
}

void library_copied(Library *library, Entry *entry, const char *path)
{
    const char *original = entry->original ? entry->original : entry->path;
    entry->original = path ? original : NULL;
    entry->path = path ? arena_string(&library->arena, path) : original;
    entry->name = lesson_name(&library->arena, entry->path);
    entry->ships = !path;
}

/* The folder beside the one that a lesson lies in: "lessons/x.md" -> "snapshots". */
static void sibling_folder(Buf *out, const char *path)
{
    const char *end = base_name(path);
    size_t folder = end > path ? (size_t)(end - path - 1) : 0; /* without its slash */
    size_t start = folder;
    while (start > 0 && path[start - 1] != '/')
        start--;
    bool has_name = folder > start && path[start] != '.';
    buf_clear(out);
    buf_add(out, path, has_name ? start : (size_t)(end - path));
    buf_puts(out, has_name ? "snapshots" : "../snapshots");
}

bool library_snapshot(const Entry *entry, Buf *path)
{
    struct stat st;
    sibling_folder(path, entry->path);
    if (strcmp(entry->path, "-") == 0 || file_inside(entry->path))
        return false;
    bool is_looked_at = stat(buf_text(path), &st) == 0;
    if (is_looked_at ? !S_ISDIR(st.st_mode) : errno == ENOENT || errno == ENOTDIR)
        return false; /* else reading or writing there says what is wrong */
    buf_printf(path, "/%s.txt", entry->name);
    return true;
}

void library_broken(Buf *out, const Entry *entry)
{
    buf_puts(out, "broken");
    if (entry->err.at.line == 0)
        return;
    buf_puts(out, ", ");
    if (entry->lesson)
        lesson_line(out, entry->lesson, entry->err.at.line);
    else
        buf_printf(out, "line %d", entry->err.at.line);
}
