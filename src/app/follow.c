#include "app/follow.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/saved.h"
#include "app/update.h"
#include "view/matrix.h"

enum { MOST_NAME = 300 };

const char *follow_path(Arena *a)
{
    return saved_path(a, "now");
}

void follow_write(const char *path, const Library *library, const Place *p)
{
    const char *name = p->page == PAGE_MENU ? "" : library->entry[p->lesson].name;
    if (strlen(name) > MOST_NAME || strchr(name, '\n'))
        return;
    Arena arena = {0};
    const char *other = arena_format(&arena, "%s.%ld", path, (long)getpid());
    saved_make_folders(path);
    FILE *file = fopen(other, "w");
    if (file) {
        const Teach *t = &p->teach;
        fprintf(file, "qkv place 1\n%d %d %d %d %lld %lld %lld %d %d\n%s\n", (int)p->page, p->stage,
                p->beat, p->step, (long long)p->cell, (long long)p->item, (long long)t->hidden,
                (int)t->unit, (int)t->blank, name);
        bool ok = !ferror(file);
        ok = fclose(file) == 0 && ok;
        if (!ok || rename(other, path) != 0)
            unlink(other);
    }
    arena_release(&arena);
}

/* The numbers of the file, as they were written. */
typedef struct Written {
    int page, stage, beat, step, unit, blank;
    long long cell, item, hidden;
    char name[MOST_NAME + 1];
} Written;

static bool read_file(const char *path, Written *w)
{
    struct stat st; /* looked at first: opening a FIFO would wait */
    FILE *file = path && stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "r") : NULL;
    char head[16] = "", numbers[200] = "", name[MOST_NAME + 2] = "";
    if (!file)
        return false;
    bool ok = fgets(head, sizeof head, file) && fgets(numbers, sizeof numbers, file) &&
              fgets(name, sizeof name, file);
    fclose(file);
    name[strcspn(name, "\n")] = '\0';
    memcpy(w->name, name, sizeof w->name);
    w->name[MOST_NAME] = '\0';
    return ok && strcmp(head, "qkv place 1\n") == 0 &&
           sscanf(numbers, "%d %d %d %d %lld %lld %lld %d %d", &w->page, &w->stage, &w->beat,
                  &w->step, &w->cell, &w->item, &w->hidden, &w->unit, &w->blank) == 9;
}

static int64_t within(long long x, int64_t most)
{
    return x < 0 || most < 0 ? 0 : x > most ? most : (int64_t)x;
}

/* Brings every number into the range that the run gives it. */
static Place place_of(const Written *w, Place p, const Run *run, int lesson)
{
    p = place_at(place_start(p, lesson), run, w->stage, w->beat);
    const Tensor *t = place_tensor(run, &p, 0);
    bool asks = w->page == PAGE_CELL && w->step >= 0 && w->step < run->tape->count &&
                run->tape->step[w->step].call.out->count > 0;
    if (asks) {
        p.page = PAGE_CELL;
        p.step = w->step;
        p.pick = 0;
        p.cell = within(w->cell, run->tape->step[w->step].call.out->count - 1);
    }
    p = place_block(p, run, w->item);
    p.teach.hidden = within(w->hidden, t ? t->count : place_beat(run, &p) ? 1 : 0);
    p.teach.unit = (Unit)within(w->unit, UNITS - 1);
    return p;
}

bool follow_read(const char *path, const Library *library, Place *p)
{
    Written w;
    if (!read_file(path, &w))
        return false;
    for (int i = 0; i < library->count && w.page != PAGE_MENU; i++) {
        const Entry *entry = &library->entry[i];
        if (strcmp(entry->name, w.name) == 0 && entry->run && !entry->err.set) {
            *p = place_of(&w, *p, entry->run, i);
            return true;
        }
    }
    return false;
}
