/* Places are kept as lines of text. What changed here is merged into what the file holds by then. */
#include "app/saved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

enum { MOST_LINES = 10000, MOST_NAME = 300, MOST_TEXT = 400, MOST_CHANGES = 32, MOST_SEEN = 300 };

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

/* Reads what follows the line of a place: "if CHANGE", and "class" with what was shown of a result. True if it is that.
 * Lines of versions before, "asks" and "asked", are passed over. */
static bool read_more(Saved *s, SavedPlace *p, const char *line)
{
    char text[MOST_TEXT + 1];
    bool changes = sscanf(line, "if %400[^\n]", text) == 1;
    if (changes && p && p->changes < MOST_CHANGES)
        arena_push(&s->arena, p->change, p->changes, arena_string(&s->arena, text));
    bool sees = sscanf(line, "class %400[^\n]", text) == 1;
    if (sees && p && p->seens < MOST_SEEN)
        arena_push(&s->arena, p->seen, p->seens, arena_string(&s->arena, text));
    return changes || sees || strncmp(line, "ask", 3) == 0;
}

/* "shows 2" is the unit, "teaches 1" that a class is on, "decimals 6" how numbers look, "in NAME" the lesson that the
 * reader was in. Any other line: stage, stop, furthest stage (with ":" and a block, as versions before wrote), and the
 * name, which may have blanks in it. */
static void read_line(Saved *s, int *at, const char *line)
{
    SavedPlace p = {0};
    char name[MOST_NAME + 1];
    long long item = 0;
    int teaches;
    if (sscanf(line, "teaches %d", &teaches) == 1) {
        s->teaches = teaches != 0;
        return;
    }
    if (sscanf(line, "shows %d", &s->unit) == 1 || sscanf(line, "decimals %d", &s->decimals) == 1 ||
        read_more(s, *at >= 0 ? &s->place[*at] : NULL, line))
        return;
    *at = -1;
    if (sscanf(line, "in %300[^\n]", name) == 1) {
        s->last = arena_string(&s->arena, name);
        return;
    }
    if (sscanf(line, "%d %d %d:%lld %300[^\n]", &p.stage, &p.stop, &p.furthest, &item, name) != 5 &&
        sscanf(line, "%d %d %d %300[^\n]", &p.stage, &p.stop, &p.furthest, name) != 4)
        return;
    if (p.stage < 0 || p.stop < 0 || p.furthest < 0)
        return;
    SavedPlace *entry = entry_for(s, name);
    p.name = entry->name;
    *entry = p;
    *at = (int)(entry - s->place);
}

static void read_places(Saved *s, const char *path)
{
    struct stat st; /* looked at first: opening a FIFO would wait */
    bool is_file = path && stat(path, &st) == 0 && S_ISREG(st.st_mode);
    FILE *file = is_file ? fopen(path, "r") : NULL;
    if (!file)
        return;
    char line[MOST_TEXT + 64];
    int at = -1; /* the place that a line is about */
    for (int i = 0; i < MOST_LINES && fgets(line, sizeof line, file); i++)
        read_line(s, &at, line);
    fclose(file);
}

void saved_load(Saved *s, bool off)
{
    *s = (Saved){.decimals = -1};
    s->path = off ? NULL : saved_path(&s->arena, "places");
    read_places(s, s->path);
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

static bool is_line(const char *text)
{
    return *text && *text != ' ' && strlen(text) <= MOST_TEXT && !strchr(text, '\n');
}

/* Replaces the lines that belong to a place; true if they are others. */
static bool put_lines(Saved *s, const char ***kept, int *count, const char *const *line, int lines,
                      int most)
{
    bool is_same = *count == lines;
    for (int i = 0; i < lines && is_same; i++)
        is_same = strcmp((*kept)[i], line[i]) == 0;
    if (is_same)
        return false;
    *kept = NULL;
    *count = 0;
    for (int i = 0; i < lines && *count < most; i++)
        if (is_line(line[i]))
            arena_push(&s->arena, *kept, *count, arena_string(&s->arena, line[i]));
    return true;
}

void saved_put_changes(Saved *s, const char *name, const char *const *change, int changes)
{
    SavedPlace *p = saved_find(s, name);
    if (p && put_lines(s, &p->change, &p->changes, change, changes, MOST_CHANGES))
        p->is_changed = true;
}

void saved_put_seen(Saved *s, const char *name, const char *const *seen, int seens)
{
    SavedPlace *p = saved_find(s, name);
    if (p && put_lines(s, &p->seen, &p->seens, seen, seens, MOST_SEEN))
        p->is_changed = true;
}

void saved_put_teaches(Saved *s, bool teaches)
{
    s->teaches_is_changed = s->teaches_is_changed || s->teaches != teaches;
    s->teaches = teaches;
}

void saved_put_decimals(Saved *s, int decimals)
{
    s->decimals_are_changed = s->decimals_are_changed || s->decimals != decimals;
    s->decimals = decimals;
}

void saved_put_unit(Saved *s, int unit)
{
    s->unit_is_changed = s->unit_is_changed || s->unit != unit;
    s->unit = unit;
}

void saved_put_last(Saved *s, const char *name)
{
    if (strlen(name) > MOST_NAME || strchr(name, '\n') || (s->last && strcmp(s->last, name) == 0))
        return;
    s->last = arena_string(&s->arena, name);
    s->last_is_changed = true;
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

static void write_places(Buf *out, const Saved *s)
{
    if (s->unit > 0)
        buf_printf(out, "shows %d\n", s->unit);
    buf_puts(out, s->teaches ? "teaches 1\n" : "");
    if (s->decimals >= 0)
        buf_printf(out, "decimals %d\n", s->decimals);
    if (s->last)
        buf_printf(out, "in %s\n", s->last);
    for (int i = 0; i < s->count; i++) {
        const SavedPlace *p = &s->place[i];
        buf_printf(out, "%d %d %d %s\n", p->stage, p->stop, p->furthest, p->name);
        for (int k = 0; k < p->changes; k++)
            buf_printf(out, "if %s\n", p->change[k]);
        for (int k = 0; k < p->seens; k++)
            buf_printf(out, "class %s\n", p->seen[k]);
    }
}

static bool is_changed(const Saved *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->place[i].is_changed)
            return true;
    return s->unit_is_changed || s->decimals_are_changed || s->teaches_is_changed ||
           s->last_is_changed;
}

/* Returns what the file holds by now (another window may have written it) with what changed here. */
static Saved merged(const Saved *s)
{
    Saved all = {.decimals = -1};
    read_places(&all, s->path);
    all.decimals = s->decimals_are_changed ? s->decimals : all.decimals;
    all.teaches = s->teaches_is_changed ? s->teaches : all.teaches;
    all.unit = s->unit_is_changed ? s->unit : all.unit;
    all.last = s->last_is_changed ? s->last : all.last;
    for (int i = 0; i < s->count; i++)
        if (s->place[i].is_changed || !saved_find(&all, s->place[i].name)) {
            SavedPlace *p = entry_for(&all, s->place[i].name), ours = s->place[i];
            ours.name = p->name;
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
    write_places(&text, &all);
    bool ok = file_replace_private(s->path, &text, true);
    buf_release(&text);
    for (int i = 0; i < s->count && ok; i++)
        s->place[i].is_changed = false;
    s->unit_is_changed = s->unit_is_changed && !ok;
    s->decimals_are_changed = s->decimals_are_changed && !ok;
    s->teaches_is_changed = s->teaches_is_changed && !ok;
    s->last_is_changed = s->last_is_changed && !ok;
    saved_release(&all);
    return ok;
}

void saved_release(Saved *s)
{
    Arena arena = s->arena;
    arena_release(&arena);
}
