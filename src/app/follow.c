/* What is on the screen of one qkv, written as lines for another to read. */
#include "app/follow.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/saved.h"
#include "base/common.h"
#include "base/file.h"
#include "view/explain.h"
#include "view/matrix.h"
#include "view/page_names.h"

enum { MOST_BYTES = 1 << 18, FORMAT = 9, WORD_BYTES = 16, HOST_BYTES = 256 };

const char *follow_path(Arena *a)
{
    return saved_path(a, "now");
}

/* --- the numbers of a place ----------------------------------------------------------------------- */

typedef struct Number {
    const char *word;
    size_t at, size; /* in Place */
    int64_t least, most;
} Number;

/* clang-format off */
enum { ROWS_MOST = 1 << 20 }; /* of what is scrolled through: keys add to such a number */
#define NUMBER(word, member, least, most) \
    {word, offsetof(Place, member), sizeof(((Place *)NULL)->member), least, most}

/* Those that are another than here are written; what depends on the window or its colours is not told. */
static const Number numbers[] = {
    NUMBER("page", page, PAGE_MENU, PAGE_CELL),
    NUMBER("over", overlay, OVERLAY_NONE, OVERLAY_LINKS),
    NUMBER("under", under, OVERLAY_NONE, OVERLAY_LINKS),
    NUMBER("stage", where.stage, 0, INT_MAX),
    NUMBER("stop", where.stop, 0, INT_MAX),
    NUMBER("detail", where.detail, DETAIL_BRIEF, DETAIL_EVERY),
    NUMBER("step", asked.step, 0, INT_MAX),
    NUMBER("cell", asked.cell, 0, INT64_MAX),
    NUMBER("pick", asked.pick, 0, INT_MAX),
    NUMBER("item", view.item, 0, INT64_MAX),
    NUMBER("row", view.row, 0, INT64_MAX),
    NUMBER("column", view.col, 0, INT64_MAX),
    NUMBER("hidden", view.hidden, 0, INT64_MAX),
    NUMBER("aims", view.aims, 0, 1),
    NUMBER("aim", view.aim, 0, INT64_MAX),
    NUMBER("focus", view.focus, 0, INT_MAX),
    NUMBER("scroll", view.scroll, 0, ROWS_MOST),
    NUMBER("answered", view.answered, 0, 1),
    NUMBER("seconds", view.seconds, 0, INT_MAX),
    NUMBER("decimals", look.decimals, 0, NUMBER_MOST_DECIMALS),
    NUMBER("side", look.side, SIDE_NOW, SIDES - 1),
    NUMBER("full", look.full, 0, 1),
    NUMBER("sums", look.sums, 0, 1),
    NUMBER("unit", teach.unit, 0, UNITS - 1),
    NUMBER("teaches", teach.on, 0, 1),
    NUMBER("blank", teach.blank, 0, 1),
    NUMBER("down", help_scroll, 0, ROWS_MOST),
    NUMBER("report", report_scroll, 0, ROWS_MOST),
    NUMBER("choice", choice, 0, ROWS_MOST),
    NUMBER("number", number, -1, TYPED_MOST),
    NUMBER("decimal", decimal, -1, TYPED_MOST),
    NUMBER("kind", typing.kind, TYPED_CHANGE, TYPED_TITLE),
    NUMBER("caret", typing.at, 0, TYPED_BYTES),
    NUMBER("marked", typing.marked, 0, TYPED_BYTES),
    NUMBER("fault", typing.fault, 0, TYPED_BYTES),
    NUMBER("faults", typing.faults, 0, TYPED_BYTES),
};
/* clang-format on */

static const Place nothing = {.number = -1, .decimal = -1};

static int64_t number_of(const Place *p, const Number *n)
{
    const char *at = (const char *)p + n->at;
    int64_t wide;
    int plain;
    short narrow;
    if (n->size == sizeof wide)
        return memcpy(&wide, at, sizeof wide), wide;
    if (n->size == sizeof plain)
        return memcpy(&plain, at, sizeof plain), plain;
    if (n->size == sizeof narrow)
        return memcpy(&narrow, at, sizeof narrow), narrow;
    return *(const bool *)at;
}

static void put_number(Place *p, const Number *n, int64_t value)
{
    char *at = (char *)p + n->at;
    int64_t wide = clamp_int64(value, n->least, n->most);
    int plain = (int)wide;
    short narrow = (short)wide;
    if (n->size == sizeof wide)
        memcpy(at, &wide, sizeof wide);
    else if (n->size == sizeof plain)
        memcpy(at, &plain, sizeof plain);
    else if (n->size == sizeof narrow)
        memcpy(at, &narrow, sizeof narrow);
    else
        *(bool *)at = wide != 0;
}

typedef struct Typed {
    const char *word;
    size_t at, size; /* in Place */
} Typed;

/* clang-format off */
#define TEXT(word, member) {word, offsetof(Place, member), sizeof(((Place *)NULL)->member)}
/* clang-format on */
static const Typed texts[] = {
    TEXT("search", search),
    TEXT("guess", guess),
    TEXT("typed", typing.text),
    TEXT("wrong", typing.said),
};

/* --- telling -------------------------------------------------------------------------------------- */

/* What both know the lesson by, also when one of them shows a copy of it. */
static const char *name_of(Arena *a, const Entry *entry)
{
    return entry->original ? lesson_name(a, entry->original) : entry->name;
}

/* Without what the screen does not show now. */
static Place seen_of(Place p)
{
    bool types = p.overlay == OVERLAY_TYPE;
    if (p.page != PAGE_CELL) {
        p.asked = (Asked){0};
        p.chain = 0;
    }
    if (p.overlay == OVERLAY_NONE)
        p.choice = p.help_scroll = p.report_scroll = 0;
    if (p.overlay != OVERLAY_HELP)
        p.under = OVERLAY_NONE;
    if (p.overlay != OVERLAY_WHY)
        p.folds = (Folds){0};
    if (p.overlay != OVERLAY_PREDICT)
        p.guess[0] = '\0';
    if (!types)
        p.typing = (Typing){0};
    if (p.view.hidden == 0)
        p.view.aims = 0;
    if (!p.view.aims)
        p.view.aim = 0;
    return p;
}

Told follow_told(Arena *a, const Library *library, const Place *p, const WhatIf *w)
{
    const Entry *entry = library->count > 0 ? &library->entry[p->where.lesson] : NULL;
    bool is_menu = p->page == PAGE_MENU;
    char *copy = entry && !is_menu && entry->original ? realpath(entry->path, NULL) : NULL;
    Told told = {.speaker = getpid(),
                 .lesson = entry ? name_of(a, entry) : "",
                 .copy = copy ? arena_string(a, copy) : "",
                 .said = "",
                 .place = seen_of(*p)};
    for (; w && told.lines < w->lines && told.lines < WHATIF_LINES; told.lines++)
        told.line[told.lines] = w->line[told.lines];
    free(copy);
    return told;
}

/* A line of its own, whatever is in the text. */
static void put_text(Buf *out, const char *word, const char *text)
{
    if (!*text)
        return;
    buf_printf(out, "%s ", word);
    buf_shown(out, text, strlen(text));
    buf_putc(out, '\n');
}

static void put_lists(Buf *out, const Place *p)
{
    for (int i = 0; i < p->where.opens; i++)
        buf_printf(out, "opened %d %d\n", (int)p->where.opened[i].kind, p->where.opened[i].of);
    for (int i = 0; i < p->view.seens; i++)
        buf_printf(out, "seen %lld %lld\n", (long long)p->view.seen[i].from,
                   (long long)p->view.seen[i].count);
    for (int i = p->trails - place_chain(p); i < p->trails; i++)
        buf_printf(out, "from %d %d %d %lld\n", p->trail[i].stage, p->trail[i].stop,
                   p->trail[i].asked.step, (long long)p->trail[i].asked.cell);
    for (int i = 0; i < TREE_LINES; i++)
        if (place_folds(p, i))
            buf_printf(out, "folded %d\n", i);
    for (int i = 0; i < p->pins.count; i++)
        put_text(out, "pin", p->pins.name[i]);
}

/* This machine's; "-" for none, and no sign in it that ends a line. */
static const char *host_name(char host[HOST_BYTES])
{
    memset(host, 0, HOST_BYTES);
    bool has_one = gethostname(host, HOST_BYTES - 1) == 0;
    bool is_plain = host[strspn(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789-._")] == '\0';
    return has_one && *host && is_plain ? host : "-";
}

void follow_text(Buf *out, const Told *told)
{
    char host[HOST_BYTES];
    buf_printf(out, "qkv place %d\nspeaker %lld %s\n", FORMAT, (long long)told->speaker,
               host_name(host));
    put_text(out, "lesson", told->lesson);
    put_text(out, "copy", told->copy);
    buf_puts(out, told->compares ? "compares\n" : "");
    for (int i = 0; i < told->lines; i++)
        put_text(out, told->line[i].is_off ? "change off" : "change on", told->line[i].text);
    put_text(out, "said", told->said);
    for (int i = 0; i < COUNT(numbers); i++) {
        int64_t value = number_of(&told->place, &numbers[i]);
        if (value != number_of(&nothing, &numbers[i]))
            buf_printf(out, "%s %lld\n", numbers[i].word, (long long)value);
    }
    for (int i = 0; i < COUNT(texts); i++)
        put_text(out, texts[i].word, (const char *)&told->place + texts[i].at);
    put_lists(out, &told->place);
    for (int i = 0; i < told->results; i++)
        put_text(out, "result", told->result[i]);
}

void follow_write(const char *path, const Buf *text)
{
    saved_make_folders(path);
    file_replace_private(path, text, false);
}

/* One that is of another user lives, too. */
bool follow_lives(int64_t speaker)
{
    return speaker > 0 && speaker <= INT_MAX && (kill((pid_t)speaker, 0) == 0 || errno == EPERM);
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

/* A folder of several machines: the processes of another one are not known here. */
static bool take_speaker(Told *told, const char *rest)
{
    long long process;
    int used = 0;
    char host[HOST_BYTES];
    if (sscanf(rest, "%lld %n", &process, &used) != 1 || process <= 0)
        return false;
    told->speaker = same_text(rest + used, host_name(host)) ? process : 0;
    return true;
}

/* An item of one of the lists. */
static bool take_item(Place *p, const char *word, const char *rest)
{
    Trail from = {.page = PAGE_CELL};
    Inside in;
    int kind, number;
    long long cell, count;
    if (strcmp(word, "opened") == 0 && sscanf(rest, "%d %d", &kind, &in.of) == 2 &&
        p->where.opens < OPENED_MOST) {
        in.kind = (InsideKind)clamp_int(kind, 0, INSIDE_LINE_CODE);
        p->where.opened[p->where.opens++] = in;
    } else if (strcmp(word, "seen") == 0 && sscanf(rest, "%lld %lld", &cell, &count) == 2 &&
               p->view.seens < SEEN_MOST && cell >= 0 && count > 0) {
        p->view.seen[p->view.seens++] = (Cells){cell, min_int64(count, INT64_MAX - cell)};
    } else if (strcmp(word, "from") == 0 && p->trails < TRAIL_DEPTH &&
               sscanf(rest, "%d %d %d %lld", &from.stage, &from.stop, &from.asked.step, &cell) ==
                   4) {
        from.asked.cell = cell;
        p->trail[p->trails++] = from;
        p->chain = p->trails;
    } else if (strcmp(word, "folded") == 0 && sscanf(rest, "%d", &number) == 1 && number >= 0 &&
               number < TREE_LINES) {
        place_fold(p, number, true);
    } else if (strcmp(word, "pin") == 0 && p->pins.count < PINS_MOST && strlen(rest) < PIN_BYTES) {
        snprintf(p->pins.name[p->pins.count++], PIN_BYTES, "%s", rest);
    } else {
        return false;
    }
    return true;
}

static bool take_line(Told *told, const char *word, const char *rest)
{
    Place *p = &told->place;
    long long value;
    if (strcmp(word, "speaker") == 0)
        return take_speaker(told, rest);
    for (int i = 0; i < COUNT(numbers); i++)
        if (strcmp(word, numbers[i].word) == 0) {
            if (sscanf(rest, "%lld", &value) != 1)
                return false;
            put_number(p, &numbers[i], value);
            return true;
        }
    for (int i = 0; i < COUNT(texts); i++)
        if (strcmp(word, texts[i].word) == 0)
            return snprintf((char *)p + texts[i].at, texts[i].size, "%s", rest) <
                   (int)texts[i].size;
    const char **whole = strcmp(word, "lesson") == 0 ? &told->lesson
                         : strcmp(word, "copy") == 0 ? &told->copy
                         : strcmp(word, "said") == 0 ? &told->said
                                                     : NULL;
    if (whole)
        *whole = rest;
    else if (strcmp(word, "compares") == 0)
        told->compares = true;
    else if (strcmp(word, "result") == 0 && told->results < RESULTS_MOST)
        told->result[told->results++] = rest;
    else
        return strcmp(word, "change") == 0 ? take_change(told, rest) : take_item(p, word, rest);
    return true;
}

bool follow_read(const char *path, Arena *a, Told *told)
{
    Buf file = {.arena = a}, shown = {.arena = a};
    int format = 0, used = 0;
    if (!path || !file_read(&file, path, MOST_BYTES))
        return false;
    buf_shown_lines(&shown, buf_text(&file), file.length, 0);
    const char *text = buf_text(&shown);
    *told = (Told){.lesson = "", .copy = "", .said = "", .place = nothing};
    if (sscanf(text, "qkv place %d%n", &format, &used) != 1 || format != FORMAT ||
        text[used] != '\n')
        return false;
    for (const char *line = text + used + 1, *end; *line; line = end + 1) {
        size_t length = strcspn(line, " \n");
        end = strchr(line, '\n');
        if (!end || length >= WORD_BYTES)
            return false;
        const char *rest = line + length + (line[length] == ' ');
        if (!take_line(told, arena_text(a, line, length),
                       arena_text(a, rest, (size_t)(end - rest))))
            return false;
    }
    return true;
}

int follow_lesson(const Told *told, const Library *library)
{
    Arena arena = {0};
    int found = -1;
    for (int i = 0; i < library->count && *told->lesson && found < 0; i++)
        if (strcmp(name_of(&arena, &library->entry[i]), told->lesson) == 0)
            found = i;
    arena_release(&arena);
    return found;
}

/* --- the place in a run --------------------------------------------------------------------------- */

/* What the other one has opened: only what the run has. */
static void open_as(Place *p, const Place *told, const Run *run)
{
    for (int i = 0; i < told->where.opens; i++) {
        Inside in = told->where.opened[i];
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

static bool is_cell(const Run *run, const Asked *asked)
{
    return asked->step >= 0 && asked->step < run->tape->count && asked->cell >= 0 &&
           asked->cell < run->tape->step[asked->step].call.out->count;
}

/* The number in question, and those that led to it. */
static void ask_as(Place *p, const Place *told, const Run *run)
{
    Arena arena = {0};
    QkvTerms terms = qkv_terms(&run->tape->step[told->asked.step].call, told->asked.cell, &arena);
    p->asked = told->asked;
    p->asked.pick = clamp_int(told->asked.pick, 0, max_int(explain_picks(&terms) - 1, 0));
    p->trails = p->chain = 0;
    for (int i = 0; i < told->trails && is_cell(run, &told->trail[i].asked); i++) {
        Place from = place_at(*p, run, told->trail[i].stage, told->trail[i].stop);
        p->trail[p->trails++] = (Trail){.page = PAGE_CELL,
                                        .stage = from.where.stage,
                                        .stop = from.where.stop,
                                        .asked = told->trail[i].asked};
    }
    p->chain = p->trails;
    p->page = PAGE_CELL;
    arena_release(&arena);
}

/* What is seen of the stop. */
static void see_as(Place *p, const View *told, const Scene *s)
{
    View *v = &p->view;
    *p = place_item(*p, s->run, told->item);
    if (told->hidden > 0)
        *p = place_hide(*p, s->run);
    int64_t cells = place_cells(s->run, p);
    for (int i = 0; i < told->seens; i++)
        place_show(v, cells, told->seen[i]);
    v->aims = told->aims && place_hides(v, told->aim) && told->aim < cells;
    v->aim = v->aims ? told->aim : 0;
    v->seconds = told->seconds;
    v->answered = told->answered && p->where.stop == 0 &&
                  lesson_asks(&s->run->lesson->stage[p->where.stage]);
    const QkvTensor *focused = told->focus < place_matrices(s->run, p)
                                   ? place_tensor(s->run, p, told->focus)
                                   : NULL;
    if (focused && told->row < matrix_rows(focused) && told->col < matrix_cols(focused)) {
        v->focus = told->focus;
        v->row = told->row;
        v->col = told->col;
    }
}

/* What lies over the page: whether there is such a thing here. */
static bool can_lie_over(const Scene *s, const Place *p, Overlay overlay)
{
    Arena arena = {0};
    bool is_stage = p->page == PAGE_STAGE, can = true;
    if (overlay == OVERLAY_WHY || overlay == OVERLAY_USES || overlay == OVERLAY_INPUTS)
        can = !is_stage;
    else if (overlay == OVERLAY_CODE)
        can = is_stage;
    else if (overlay == OVERLAY_PREDICT)
        can = is_stage && p->view.hidden > 0 && place_tensor(s->run, p, 0);
    else if (overlay == OVERLAY_COMPARE)
        can = s->align != NULL;
    else if (overlay == OVERLAY_VALUES)
        can = s->whatif && s->whatif->several;
    else if (overlay == OVERLAY_LINKS)
        can = !page_links_missing(s->run, p);
    else if (overlay == OVERLAY_NAMES)
        can = names_so_far(&arena, s->run, p).count > 0;
    else if (overlay == OVERLAY_FILTER)
        can = false;
    arena_release(&arena);
    return can;
}

static void lay_over_as(Place *p, const Place *told)
{
    p->overlay = told->overlay;
    p->choice = told->choice;
    p->help_scroll = told->help_scroll;
    p->report_scroll = told->report_scroll;
    p->folds = told->folds;
    p->typing = told->typing;
    p->typing.line = -1;
    p->typing.at = min_int(told->typing.at, (int)strlen(told->typing.text));
    while (p->typing.at > 0 && ((unsigned char)p->typing.text[p->typing.at] & 0xC0) == 0x80)
        p->typing.at--; /* not inside of a sign */
    p->typing.marked = min_int(told->typing.marked, p->typing.at);
    snprintf(p->guess, sizeof p->guess, "%s", told->guess);
}

Place follow_place(const Told *told, Place mine, const Scene *s, bool *all)
{
    const Place *there = &told->place;
    Place p = place_start(mine, mine.where.lesson);
    p.where.detail = there->where.detail;
    open_as(&p, there, s->run);
    p = place_at(p, s->run, there->where.stage, there->where.stop);
    *all = p.where.stage == there->where.stage && p.where.stop == there->where.stop;
    see_as(&p, &there->view, s);
    if (there->page == PAGE_CELL && is_cell(s->run, &there->asked))
        ask_as(&p, there, s->run);
    p.look.decimals = there->look.decimals;
    p.look.full = there->look.full;
    p.look.sums = there->look.sums;
    p.look.side = s->align ? there->look.side : SIDE_NOW;
    p.teach.unit = there->teach.unit;
    p.teach.on = there->teach.on;
    p.teach.blank = there->teach.blank;
    p.number = there->number;
    p.decimal = there->decimal;
    p.pins = there->pins;
    snprintf(p.search, sizeof p.search, "%s", there->search);
    if (there->view.scroll > 0 && p.page == PAGE_STAGE)
        p.view.scroll = min_int(there->view.scroll, page_scroll_most(s, &p));
    bool is_title = there->overlay == OVERLAY_TYPE && there->typing.kind == TYPED_TITLE;
    if (can_lie_over(s, &p, there->overlay) && (s->whatif || !is_title))
        lay_over_as(&p, there);
    if (p.overlay == OVERLAY_HELP && there->under != OVERLAY_HELP &&
        can_lie_over(s, &p, there->under))
        p.under = there->under;
    *all = *all && p.page == there->page && p.overlay == there->overlay;
    return p;
}
