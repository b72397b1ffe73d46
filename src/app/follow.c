/* The place of one qkv, written as numbers for another to read. */
#include "app/follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "app/saved.h"
#include "app/update.h"
#include "base/common.h"
#include "base/file.h"
#include "view/matrix.h"

enum { MOST_NAME = 300, MOST_PATH = 4096 };

const char *follow_path(Arena *a)
{
    return saved_path(a, "now");
}

/* What both know the lesson by, also when one of them shows a copy of it. */
static const char *name_of(Arena *a, const Entry *entry)
{
    return entry->original ? lesson_name(a, entry->original) : entry->name;
}

void follow_write(const char *path, const Library *library, const Place *p)
{
    Arena arena = {0};
    const Entry *entry = p->page == PAGE_MENU ? NULL : &library->entry[p->where.lesson];
    const char *name = entry ? name_of(&arena, entry) : "";
    char *copy = entry && entry->original ? realpath(entry->path, NULL) : NULL;
    Buf text = {0};
    const Teach *t = &p->teach;
    buf_printf(&text, "qkv place 5\n%d %d %d %d %lld %lld %lld %d %d %d %d", (int)p->page,
               p->where.stage, p->where.stop, p->asked.step, (long long)p->asked.cell,
               (long long)p->view.item, (long long)p->view.hidden, (int)t->unit, (int)t->blank,
               (int)p->where.detail, p->where.opens);
    for (int i = 0; i < p->where.opens; i++)
        buf_printf(&text, " %d %d", (int)p->where.opened[i].kind, p->where.opened[i].of);
    buf_printf(&text, "\n%s\n%s\n", name, copy && !strchr(copy, '\n') ? copy : "");
    if (strlen(name) <= MOST_NAME && !strchr(name, '\n')) {
        saved_make_folders(path);
        file_replace(path, &text);
    }
    free(copy);
    buf_release(&text);
    arena_release(&arena);
}

/* The numbers of the file, as they were written. */
typedef struct Written {
    int page, stage, stop, step, unit, blank, detail, opens;
    struct {
        int kind, of;
    } opened[OPENED_MOST];
    long long cell, item, hidden;
    char name[MOST_NAME + 1], copy[MOST_PATH + 1];
} Written;

static bool read_numbers(Written *w, const char *text)
{
    int used = 0;
    if (sscanf(text, "%d %d %d %d %lld %lld %lld %d %d %d %d%n", &w->page, &w->stage, &w->stop,
               &w->step, &w->cell, &w->item, &w->hidden, &w->unit, &w->blank, &w->detail, &w->opens,
               &used) != 11)
        return false;
    for (int i = 0; i < w->opens && i < OPENED_MOST; i++) {
        text += used;
        if (sscanf(text, "%d %d%n", &w->opened[i].kind, &w->opened[i].of, &used) != 2)
            return false;
    }
    return true;
}

static bool read_file(const char *path, Written *w)
{
    struct stat st; /* looked at first: opening a FIFO would wait */
    FILE *file = path && stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "r") : NULL;
    char head[16] = "", numbers[200 + 16 * OPENED_MOST] = "", name[MOST_NAME + 2] = "",
         copy[MOST_PATH + 2] = "";
    if (!file)
        return false;
    bool ok = fgets(head, sizeof head, file) && fgets(numbers, sizeof numbers, file) &&
              fgets(name, sizeof name, file) && fgets(copy, sizeof copy, file);
    fclose(file);
    snprintf(w->name, sizeof w->name, "%.*s", (int)strcspn(name, "\n"), name);
    snprintf(w->copy, sizeof w->copy, "%.*s", (int)strcspn(copy, "\n"), copy);
    return ok && strcmp(head, "qkv place 5\n") == 0 && read_numbers(w, numbers);
}

/* How closely the other one looks, and what it has opened: only what the run has. */
static void open_as(Place *p, const Written *w, const Run *run)
{
    int64_t opens = clamp_int64(w->opens, 0, OPENED_MOST);
    p->where.detail = (Detail)(DETAIL_BRIEF + clamp_int64(w->detail - DETAIL_BRIEF, 0,
                                                          DETAIL_EVERY - DETAIL_BRIEF));
    for (int i = 0; i < opens; i++) {
        Inside in = {(InsideKind)clamp_int(w->opened[i].kind, 0, INSIDE_LINE_CODE),
                     w->opened[i].of};
        const int most[] = {[INSIDE_STATEMENT] = run->statements,
                            [INSIDE_GROUP] = run->tape->groups,
                            [INSIDE_LINE] = run->lines,
                            [INSIDE_STATEMENT_CODE] = run->statements,
                            [INSIDE_LINE_CODE] = run->lines};
        if (in.of < 0 || in.of >= most[in.kind] ||
            (in.kind == INSIDE_GROUP && run->tape->group[in.of].count == 0))
            return;
        p->where.opened[p->where.opens++] = in;
    }
}

/* Brings every number into the range that the run gives it. */
static Place place_of(const Written *w, Place p, const Run *run, int lesson)
{
    p = place_start(p, lesson);
    open_as(&p, w, run);
    p = place_at(p, run, w->stage, w->stop);
    bool asks = w->page == PAGE_CELL && w->step >= 0 && w->step < run->tape->count &&
                run->tape->step[w->step].call.out->count > 0;
    if (asks) {
        p.page = PAGE_CELL;
        p.asked.step = w->step;
        p.asked.pick = 0;
        p.asked.cell = clamp_int64(w->cell, 0, run->tape->step[w->step].call.out->count - 1);
    }
    p = place_hide(place_item(p, run, w->item), run, w->hidden);
    p.teach.blank = w->blank != 0;
    p.teach.unit = (Unit)clamp_int64(w->unit, 0, UNITS - 1);
    return p;
}

/* The lesson of the file; -1 for none that is here. */
static int lesson_of(const Written *w, const Library *library)
{
    Arena arena = {0};
    int found = -1;
    for (int i = 0; i < library->count && w->page != PAGE_MENU && found < 0; i++)
        if (strcmp(name_of(&arena, &library->entry[i]), w->name) == 0)
            found = i;
    arena_release(&arena);
    return found;
}

int follow_copy(const char *path, const Library *library, Buf *copy)
{
    Written w;
    if (!read_file(path, &w))
        return -1;
    buf_puts(copy, w.copy);
    return lesson_of(&w, library);
}

bool follow_read(const char *path, Library *library, Place *p)
{
    Written w;
    int lesson = read_file(path, &w) ? lesson_of(&w, library) : -1;
    const Run *run = lesson < 0 ? NULL : library_run(library, lesson);
    if (run)
        *p = place_of(&w, *p, run, lesson);
    return run;
}
