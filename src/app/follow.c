/* Writes and reads the screen of one qkv as lines for another to read. */
#include "app/follow.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app/saved.h"
#include "base/common.h"
#include "base/file.h"

enum { MOST_BYTES = 1 << 24, FORMAT = 1, ROWS_MOST = 1 << 20 };

const char *follow_path(Arena *a)
{
    return saved_path(a, "now");
}

int64_t follow_speaker(void)
{
    return getpid();
}

/* A process of another user lives, too. */
bool follow_lives(int64_t speaker)
{
    return speaker > 0 && speaker <= INT_MAX && (kill((pid_t)speaker, 0) == 0 || errno == EPERM);
}

/* --- one who hears -------------------------------------------------------------------------------- */

static void heard_path(char path[PATH_MAX], const char *now)
{
    snprintf(path, PATH_MAX, "%s-heard", now);
}

bool follow_is_heard(const char *path)
{
    enum { SECONDS = 10 };
    char heard[PATH_MAX];
    struct stat st;
    if (!path)
        return false;
    heard_path(heard, path);
    return lstat(heard, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == getuid() &&
           time(NULL) - st.st_mtime < SECONDS;
}

void follow_hear(const char *path)
{
    char heard[PATH_MAX];
    const Buf nothing = {0};
    heard_path(heard, path);
    saved_make_folders(heard);
    file_replace_private(heard, &nothing, false);
}

void follow_hear_no_more(const char *path)
{
    char heard[PATH_MAX];
    heard_path(heard, path);
    unlink(heard);
}

/* --- numbers -------------------------------------------------------------------------------------- */

/* A number of a struct, by where it lies. */
typedef struct Field {
    size_t at, size;
    int64_t least, most;
} Field;

/* clang-format off */
#define FIELD(type, member, least, most) {offsetof(type, member), sizeof(((type *)NULL)->member), least, most}
static const Field of_page[] = {
    FIELD(Page, name, PAGE_STAGE, PAGE_NAMES - 1),  FIELD(Page, spot.stage, 0, INT_MAX),
    FIELD(Page, spot.stop, 0, INT_MAX),             FIELD(Page, spot.anchor, 0, INT_MAX),
    FIELD(Page, spot.detail, DETAIL_BRIEF, DETAIL_EVERY), FIELD(Page, pointer.thing, -ROWS_MOST, ROWS_MOST),
    FIELD(Page, pointer.cell, 0, INT64_MAX),        FIELD(Page, is_jump, 0, 1),
    FIELD(Page, answers, 0, 1),                     FIELD(Page, tab, 0, TABS - 1),
    FIELD(Page, step, 0, INT_MAX),                  FIELD(Page, pick, 0, ROWS_MOST),
    FIELD(Page, cell, 0, INT64_MAX),                FIELD(Page, row, 0, ROWS_MOST),
    FIELD(Page, scroll, 0, ROWS_MOST),
};
static const Field of_look[] = {
    FIELD(Look, decimals, 0, NUMBER_MOST_DECIMALS), FIELD(Look, detail, DETAIL_BRIEF, DETAIL_EVERY),
    FIELD(Look, full, 0, 1),                        FIELD(Look, sums, 0, 1),
};
static const Field of_class[] = {
    FIELD(ClassState, on, 0, 1),                    FIELD(ClassState, unit, 0, UNITS - 1),
};
/* clang-format on */

static int64_t get(const void *from, const Field *f)
{
    const char *at = (const char *)from + f->at;
    int64_t wide;
    int plain;
    if (f->size == sizeof wide)
        return memcpy(&wide, at, sizeof wide), wide;
    if (f->size == sizeof plain)
        return memcpy(&plain, at, sizeof plain), plain;
    return *(const bool *)at;
}

static void put(void *to, const Field *f, int64_t value)
{
    char *at = (char *)to + f->at;
    int64_t wide = clamp_int64(value, f->least, f->most);
    int plain = (int)wide;
    if (f->size == sizeof wide)
        memcpy(at, &wide, sizeof wide);
    else if (f->size == sizeof plain)
        memcpy(at, &plain, sizeof plain);
    else
        *(bool *)at = wide != 0;
}

static void write_fields(Buf *out, const char *word, const void *from, const Field *f, int count)
{
    buf_puts(out, word);
    for (int i = 0; i < count; i++)
        buf_printf(out, " %lld", (long long)get(from, &f[i]));
    buf_putc(out, '\n');
}

static bool read_fields(const char *rest, void *to, const Field *f, int count)
{
    for (int i = 0; i < count; i++) {
        long long value;
        int used = 0;
        if (sscanf(rest, "%lld%n", &value, &used) != 1)
            return false;
        put(to, &f[i], value);
        rest += used;
    }
    return true;
}

/* --- telling -------------------------------------------------------------------------------------- */

/* A line of its own, whatever is in the text. */
static void put_text(Buf *out, const char *word, const char *text)
{
    if (!*text)
        return;
    buf_printf(out, "%s ", word);
    buf_shown(out, text, strlen(text));
    buf_putc(out, '\n');
}

void follow_text(Buf *out, const Told *told)
{
    const Model *m = &told->model;
    buf_printf(out, "qkv model %d\nspeaker %lld\n", FORMAT, (long long)told->speaker);
    put_text(out, "lesson", told->lesson);
    put_text(out, "copy", told->copy);
    for (int i = 0; i < told->lines; i++)
        put_text(out, told->line[i].is_off ? "change off" : "change on", told->line[i].text);
    buf_printf(out, "side %d\nblank %d\n", m->side, m->blank);
    write_fields(out, "look", &m->look, of_look, COUNT(of_look));
    write_fields(out, "class", &m->class, of_class, COUNT(of_class));
    for (int i = 1; i < m->pages; i++) {
        const Page *page = &m->page[i];
        write_fields(out, "page", page, of_page, COUNT(of_page));
        put_text(out, "text", page->text);
        for (int k = 0; k < page->folds; k++)
            buf_printf(out, "fold %d\n", page->fold[k]);
    }
    for (int i = 0; i < m->pins.count; i++)
        put_text(out, "pin", m->pins.name[i]);
    for (int i = 0; i < told->shown; i++)
        put_text(out, "shown", told->show[i]);
    put_text(out, "said", m->said);
}

void follow_write(const char *path, const Buf *text)
{
    saved_make_folders(path);
    file_replace_private(path, text, false);
}

/* --- reading -------------------------------------------------------------------------------------- */

static bool take_change(Told *told, const char *rest)
{
    bool is_off = strncmp(rest, "off ", 4) == 0;
    if ((!is_off && strncmp(rest, "on ", 3) != 0) || told->lines == WHATIF_LINES)
        return false;
    told->line[told->lines++] = (ChangeLine){rest + (is_off ? 4 : 3), is_off};
    return true;
}

static bool take_page(Model *m, const char *rest)
{
    bool is_lesson = strncmp(rest, "1 ", 2) == 0; /* the first is PAGE_STAGE */
    if (m->pages == PAGES_MOST || (m->pages == 1 && !is_lesson))
        return false;
    return read_fields(rest, &m->page[m->pages++], of_page, COUNT(of_page));
}

static bool take_short(char *to, size_t size, const char *rest)
{
    return snprintf(to, size, "%s", rest) < (int)size;
}

/* A line about the model. */
static bool take_line(Model *m, const char *word, const char *rest)
{
    Page *page = m->pages > 1 ? &m->page[m->pages - 1] : NULL;
    int number;
    bool is_number = sscanf(rest, "%d", &number) == 1;
    if (strcmp(word, "side") == 0 && is_number)
        m->side = clamp_int(number, SIDE_DIFFERENCE, WHATIF_VARIANTS);
    else if (strcmp(word, "blank") == 0 && is_number)
        m->blank = number != 0;
    else if (strcmp(word, "look") == 0)
        return read_fields(rest, &m->look, of_look, COUNT(of_look));
    else if (strcmp(word, "class") == 0)
        return read_fields(rest, &m->class, of_class, COUNT(of_class));
    else if (strcmp(word, "page") == 0)
        return take_page(m, rest);
    else if (strcmp(word, "text") == 0 && page)
        return take_short(page->text, sizeof page->text, rest);
    else if (strcmp(word, "fold") == 0 && page && is_number && page->folds < FOLDS_MOST)
        page->fold[page->folds++] = number;
    else if (strcmp(word, "pin") == 0 && m->pins.count < PINS_MOST)
        return take_short(m->pins.name[m->pins.count++], PIN_BYTES, rest);
    else if (strcmp(word, "said") == 0)
        return take_short(m->said, sizeof m->said, rest);
    else
        return false;
    return true;
}

static bool take(Arena *a, Told *told, const char *word, const char *rest)
{
    if (strcmp(word, "speaker") == 0)
        return sscanf(rest, "%" SCNd64, &told->speaker) == 1 && told->speaker > 0;
    if (strcmp(word, "change") == 0)
        return take_change(told, rest);
    if (strcmp(word, "lesson") == 0)
        told->lesson = rest;
    else if (strcmp(word, "copy") == 0)
        told->copy = rest;
    else if (strcmp(word, "shown") == 0)
        arena_push(a, told->show, told->shown, rest);
    else
        return take_line(&told->model, word, rest);
    return true;
}

/* Only a file of the same user is read, and no link: the folder may lie where others write. */
static bool read_ours(Buf *text, const char *path)
{
    struct stat st;
    char bytes[4096];
    ssize_t got = 0;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool ok = file >= 0 && fstat(file, &st) == 0 && S_ISREG(st.st_mode) && st.st_uid == getuid();
    while (ok && text->length < MOST_BYTES && (got = read(file, bytes, sizeof bytes)) > 0)
        buf_add(text, bytes, (size_t)got);
    if (file >= 0)
        close(file);
    return ok && got == 0;
}

bool follow_read(const char *path, Arena *a, Told *told)
{
    Buf text = {.arena = a};
    *told = (Told){.lesson = "", .copy = "", .model = {.pages = 1}};
    if (!path || !read_ours(&text, path) || text.length == 0 ||
        strlen(buf_text(&text)) != text.length)
        return false;
    int number = 0, format = 0;
    for (char *line = text.text, *next; line && *line; line = next, number++) {
        next = strchr(line, '\n');
        if (!next) /* each line ends */
            return false;
        *next++ = '\0';
        char *rest = line + strcspn(line, " ");
        if (number == 0 ? sscanf(line, "qkv model %d", &format) != 1 || format != FORMAT : !*rest)
            return false;
        *rest = '\0';
        if (number > 0 && !take(a, told, line, rest + 1))
            return false;
    }
    return number > 1 && (*told->lesson ? told->model.pages > 1 : told->model.pages == 1);
}

static Page fit_page(Page page, const Run *run, int lesson)
{
    const int steps = run->tape->count;
    Spot s = {.lesson = lesson, .detail = page.spot.detail};
    int stage = min_int(page.spot.stage, run->lesson->stages - 1);
    int stops = run_stops(run, stage);
    s = spot_at(s, run, stage, min_int(page.spot.stop, stops));
    s.anchor = min_int(page.spot.anchor, stops);
    page.spot = s;
    const QkvTensor *t = spot_tensor(run, &s, page.pointer.thing);
    if (page.pointer.thing >= 0)
        page.pointer.cell = t && t->count > 0 ? min_int64(page.pointer.cell, t->count - 1) : 0;
    if (page.pointer.thing >= 0 && (!t || t->count == 0))
        page.pointer = (Pointer){.thing = POINT_NOTHING};
    page.step = steps > 0 ? min_int(page.step, steps - 1) : 0;
    const int64_t cells = steps > 0 ? run->tape->step[page.step].call.out->count : 0;
    page.cell = cells > 0 ? min_int64(page.cell, cells - 1) : 0;
    return page;
}

/* True for a page that there is nothing for: a number of a run without any. */
static bool has_nothing(const Page *page, const Run *run)
{
    return page->name == PAGE_NUMBER &&
           (run->tape->count == 0 || run->tape->step[page->step].call.out->count == 0);
}

void follow_fit(Told *told, const Run *run, int lesson)
{
    Model *m = &told->model;
    for (int i = 1; i < m->pages; i++) {
        m->page[i] = fit_page(m->page[i], run, lesson);
        if (has_nothing(&m->page[i], run))
            m->pages = i;
    }
}
