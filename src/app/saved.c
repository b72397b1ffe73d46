/* Places are kept as lines of text. What changed here is merged into what the file holds by then. */
#include "app/saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

enum { MOST_BYTES = 1 << 26, MOST_NAME = 300 };

/* How the lines of each kind begin. */
static const char *const words[SAVED_KINDS] = {[SAVED_CHANGES] = "if ", [SAVED_SEEN] = "class "};

const char *saved_path(Arena *a, const char *name)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        return arena_format(a, "%s/qkv/%s", state, name);
    if (home && *home == '/')
        return arena_format(a, "%s/.local/state/qkv/%s", home, name);
    return NULL;
}

SavedPlace *saved_find(const Saved *s, const char *name)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->place[i].name, name) == 0)
            return &s->place[i];
    return NULL;
}

static SavedPlace *entry_for(Saved *s, const char *name)
{
    SavedPlace *known = saved_find(s, name);
    if (known)
        return known;
    arena_push(&s->arena, s->place, s->count, (SavedPlace){.name = arena_string(&s->arena, name)});
    return &s->place[s->count - 1];
}

static SavedLines *saved_lines(SavedPlace *p, SavedKind kind)
{
    return kind == SAVED_CHANGES ? &p->changes : &p->seen;
}

/* Tells whether a line can be read again. */
static bool is_kept(const char *line)
{
    return *line && *line != ' ' && !strchr(line, '\n');
}

/* A line that belongs to the place before it: "if CHANGE", or "class" with what was shown of a result. */
static bool read_more(SavedPlace *p, const char *line)
{
    for (int k = 0; k < SAVED_KINDS; k++) {
        size_t length = strlen(words[k]);
        if (strncmp(line, words[k], length) != 0)
            continue;
        SavedLines *to = p ? saved_lines(p, (SavedKind)k) : NULL;
        if (to && is_kept(line + length))
            arena_push(&to->arena, to->line, to->count, arena_string(&to->arena, line + length));
        return true;
    }
    return false;
}

static void release_lines(SavedPlace *p)
{
    for (int k = 0; k < SAVED_KINDS; k++) {
        SavedLines *lines = saved_lines(p, (SavedKind)k);
        arena_release(&lines->arena);
        *lines = (SavedLines){0};
    }
}

/* "shows 2" is the unit, "teaches 1" that a class is on, "decimals 6" and "shades 2" how numbers look, "in NAME" the lesson that the
 * reader was in. Any other line: stage, stop, furthest stage, and the name, which may have blanks in it. */
static void saved_read_line(Saved *s, int *at, const char *line)
{
    SavedPlace p = {0};
    SavedFacts *f = &s->facts;
    char name[MOST_NAME + 1];
    if (sscanf(line, "teaches %d", &f->teaches) == 1 || sscanf(line, "shows %d", &f->unit) == 1 ||
        sscanf(line, "decimals %d", &f->decimals) == 1 ||
        sscanf(line, "shades %d", &f->shades) == 1 ||
        read_more(*at >= 0 ? &s->place[*at] : NULL, line))
        return;
    *at = -1;
    if (sscanf(line, "in %300[^\n]", name) == 1)
        f->last = arena_string(&s->arena, name);
    else if (sscanf(line, "%d %d %d %300[^\n]", &p.stage, &p.stop, &p.furthest, name) == 4 &&
             p.stage >= 0 && p.stop >= 0 && p.furthest >= 0) {
        SavedPlace *entry = entry_for(s, name);
        p.name = entry->name;
        release_lines(entry);
        *entry = p;
        *at = (int)(entry - s->place);
    }
}

void saved_read(Saved *s, char *text)
{
    int at = -1; /* the place that a line is about */
    for (char *line = text, *next; line && *line; line = next) {
        size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        saved_read_line(s, &at, line);
    }
}

static void read_places(Saved *s, const char *path)
{
    Buf text = {0};
    if (path && file_read(&text, path, MOST_BYTES))
        saved_read(s, text.text);
    buf_release(&text);
}

void saved_load(Saved *s, bool off)
{
    *s = (Saved){.facts.decimals = -1};
    s->path = off ? NULL : saved_path(&s->arena, "places");
    read_places(s, s->path);
    s->stored = s->facts;
}

void saved_put(Saved *s, const char *name, int stage, int stop)
{
    if (strlen(name) > MOST_NAME || strchr(name, '\n'))
        return;
    SavedPlace *p = entry_for(s, name);
    p->is_changed = p->is_changed || p->stage != stage || p->stop != stop || stage > p->furthest;
    p->stage = stage;
    p->stop = stop;
    p->furthest = stage > p->furthest ? stage : p->furthest;
}

void saved_put_lines(Saved *s, const char *name, SavedKind kind, const char *const *line, int count)
{
    SavedPlace *p = saved_find(s, name);
    SavedLines *to = p ? saved_lines(p, kind) : NULL;
    bool is_same = to != NULL;
    int kept = 0;
    for (int i = 0; i < count && is_same; i++)
        if (is_kept(line[i])) {
            is_same = kept < to->count && strcmp(to->line[kept], line[i]) == 0;
            kept++;
        }
    if (!to || (is_same && kept == to->count))
        return;
    arena_release(&to->arena);
    *to = (SavedLines){0};
    for (int i = 0; i < count; i++)
        if (is_kept(line[i]))
            arena_push(&to->arena, to->line, to->count, arena_string(&to->arena, line[i]));
    p->is_changed = true;
}

void saved_make_folders(const char *path)
{
    Buf folder = {0};
    for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        buf_clear(&folder);
        buf_add(&folder, path, (size_t)(slash - path));
        mkdir(buf_text(&folder), 0700);
    }
    buf_release(&folder);
}

void saved_text(Buf *out, const Saved *s)
{
    const SavedFacts *f = &s->facts;
    if (f->unit > 0)
        buf_printf(out, "shows %d\n", f->unit);
    buf_puts(out, f->teaches ? "teaches 1\n" : "");
    if (f->decimals >= 0)
        buf_printf(out, "decimals %d\n", f->decimals);
    if (f->shades > 0)
        buf_printf(out, "shades %d\n", f->shades);
    if (f->last)
        buf_printf(out, "in %s\n", f->last);
    for (int i = 0; i < s->count; i++) {
        SavedPlace *p = &s->place[i];
        buf_printf(out, "%d %d %d %s\n", p->stage, p->stop, p->furthest, p->name);
        for (int k = 0; k < SAVED_KINDS; k++)
            for (int n = 0; n < saved_lines(p, (SavedKind)k)->count; n++)
                buf_printf(out, "%s%s\n", words[k], saved_lines(p, (SavedKind)k)->line[n]);
    }
}

static bool is_changed(const Saved *s)
{
    const SavedFacts *f = &s->facts, *was = &s->stored;
    bool is_any = f->unit != was->unit || f->decimals != was->decimals ||
                  f->shades != was->shades || f->teaches != was->teaches || f->last != was->last;
    for (int i = 0; i < s->count && !is_any; i++)
        is_any = s->place[i].is_changed;
    return is_any;
}

/* Returns what the file holds by now (another window may have written it) with what changed here: lines of that stay in the
 * arenas of `s`. */
static Saved merged(const Saved *s)
{
    Saved all = {.facts.decimals = -1};
    read_places(&all, s->path);
    SavedFacts *f = &all.facts;
    f->unit = s->facts.unit != s->stored.unit ? s->facts.unit : f->unit;
    f->decimals = s->facts.decimals != s->stored.decimals ? s->facts.decimals : f->decimals;
    f->shades = s->facts.shades != s->stored.shades ? s->facts.shades : f->shades;
    f->teaches = s->facts.teaches != s->stored.teaches ? s->facts.teaches : f->teaches;
    f->last = s->facts.last != s->stored.last ? s->facts.last : f->last;
    for (int i = 0; i < s->count; i++)
        if (s->place[i].is_changed || !saved_find(&all, s->place[i].name)) {
            SavedPlace *p = entry_for(&all, s->place[i].name), ours = s->place[i];
            ours.name = p->name;
            ours.changes.arena = ours.seen.arena = (Arena){0};
            release_lines(p);
            ours.furthest = ours.furthest > p->furthest ? ours.furthest : p->furthest;
            *p = ours;
        }
    return all;
}

bool saved_store(Saved *s)
{
    if (!s->path || !is_changed(s))
        return s->path != NULL;
    saved_make_folders(s->path);
    Saved all = merged(s);
    Buf text = {0};
    saved_text(&text, &all);
    bool ok = file_replace_private(s->path, &text, true);
    buf_release(&text);
    for (int i = 0; i < s->count && ok; i++)
        s->place[i].is_changed = false;
    s->stored = ok ? s->facts : s->stored;
    saved_release(&all);
    return ok;
}

void saved_release(Saved *s)
{
    for (int i = 0; i < s->count; i++)
        release_lines(&s->place[i]);
    Arena arena = s->arena;
    arena_release(&arena);
}
