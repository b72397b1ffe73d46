/* A place is LESSON/STEP/CELL?point=CELL&page=LINE&change=CHANGE&change=..., each of them percent-encoded.
 *
 *     LESSON  the number that its name begins with, or its name where another lesson has that number
 *     STEP    5.1 as pages write it, 5 for the text of a stage; 5:12 for the twelfth stop of stage 5, inside of code,
 *             where that does not lead there
 *     CELL    x2,x2 of the result of the step, or weights[x2,x2]; 17:3 for cell 3 of operation 17 where these do not
 *             lead there. It is there where the page of a number is on top.
 *
 * What is written is read again to see whether it leads back: names need not be unique, and labels may have any signs. */
#include "web/place.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/act.h"
#include "base/common.h"
#include "base/utf8.h"
#include "tell/axes.h"
#include "tell/explain_name.h"

enum { MOST_BYTES = 1 << 16, MOST_DIGITS = 9, MOST_COLUMNS = 300 };

/* --- percent signs -------------------------------------------------------------------------------- */

static void put_encoded(Buf *out, const char *text)
{
    for (; *text; text++)
        if (isalnum((unsigned char)*text) || strchr("-._~,:", *text))
            buf_putc(out, *text);
        else
            buf_printf(out, "%%%02X", (unsigned char)*text);
}

static int hex_digit(char c)
{
    return is_digit(c)            ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

/* The text without percent signs; what is no text becomes '?', and so does what would command a terminal. */
static const char *decoded(Arena *a, const char *text, size_t length)
{
    Buf bytes = {.arena = a}, shown = {.arena = a};
    for (size_t i = 0; i < length; i++) {
        int high = i + 2 < length && text[i] == '%' ? hex_digit(text[i + 1]) : -1;
        int low = high >= 0 ? hex_digit(text[i + 2]) : -1;
        buf_putc(&bytes, low >= 0 ? (char)(16 * high + low) : text[i]);
        i += low >= 0 ? 2 : 0;
    }
    buf_shown(&shown, buf_text(&bytes), bytes.length);
    return buf_text(&shown);
}

/* "5:12": two numbers with a colon between them, and nothing else. */
static bool read_pair(const char *text, int *first, int64_t *second)
{
    size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits + 1;
    if (digits == 0 || digits > MOST_DIGITS || text[digits] != ':' || !is_digits(rest) ||
        strlen(rest) > MOST_DIGITS)
        return false;
    *first = atoi(text);
    *second = atoll(rest);
    return true;
}

/* --- steps ---------------------------------------------------------------------------------------- */

/* Steps are counted as in a lesson that is seen in normal detail, whatever the reader has chosen. */
static bool read_step(Spot *s, const Run *run, const char *text, Buf *why)
{
    int stage;
    int64_t stop;
    Spot to = {.lesson = s->lesson, .detail = DETAIL_NORMAL};
    if (read_pair(text, &stage, &stop)) {
        if (stage >= run->lesson->stages || stop > run_stops(run, stage)) {
            buf_printf(why, "There is no step %s in this lesson.", text);
            return false;
        }
        *s = spot_at(*s, run, stage, (int)stop);
        return true;
    }
    Buf reason = {0};
    bool is_there = go_spot(&to, run, text, &reason);
    if (is_there)
        *s = spot_at(*s, run, to.stage, to.stop);
    else
        buf_printf(why, "There is no step %s: %s.", text, buf_text(&reason));
    buf_release(&reason);
    return is_there;
}

static void put_step(Buf *out, const Run *run, const Spot *s)
{
    Arena arena = {0};
    Buf why = {.arena = &arena};
    Spot plain = {.lesson = s->lesson, .stage = s->stage, .stop = s->stop, .detail = DETAIL_NORMAL};
    Spot back = plain;
    const char *number = spot_number(&arena, run, &plain);
    bool leads = read_step(&back, run, number, &why) && back.stage == s->stage &&
                 back.stop == s->stop;
    put_encoded(out, leads ? number : arena_format(&arena, "%d:%d", s->stage, s->stop));
    arena_release(&arena);
}

/* --- cells ---------------------------------------------------------------------------------------- */

static bool read_cell(const Lens *l, const Spot *s, const char *text, int *step, int64_t *cell,
                      Buf *why)
{
    Arena arena = {0};
    const NamedHere here = named_here(l, s, -1, 0);
    Buf indices = {.arena = &arena}, name = {.arena = &arena}; /* mistakes, read as these */
    const QkvTensor *t = NULL;
    if (read_pair(text, step, cell)) {
        bool is_there = *step < l->run->tape->count &&
                        *cell < l->run->tape->step[*step].call.out->count;
        if (!is_there)
            buf_printf(why, "There is no number %s in this lesson.", text);
        return is_there;
    }
    if (here.step)
        t = named_number(&here, arena_format(&arena, "[%s]", text), cell, &indices);
    if (!t)
        t = named_number(&here, text, cell, &name);
    if (!t)
        buf_puts(why, buf_text(here.step && !strchr(text, '[') ? &indices : &name));
    if (t && t->step < 0) {
        buf_printf(why, "Nothing in this lesson makes %s.", text);
        t = NULL;
    }
    *step = t ? t->step : -1;
    arena_release(&arena);
    return t != NULL;
}

static bool leads_to(const Lens *l, const Spot *s, const char *text, const Page *page)
{
    Buf why = {0};
    int step;
    int64_t cell;
    bool is_it = read_cell(l, s, text, &step, &cell, &why) && step == page->step &&
                 cell == page->cell;
    buf_release(&why);
    return is_it;
}

/* "[x2, x2]" -> "x2,x2". */
static const char *short_place(Arena *a, const char *place)
{
    Buf text = {.arena = a};
    for (const char *at = place; *at; at++) {
        bool is_bracket = at == place || !at[1];
        if (!is_bracket && !(*at == ' ' && at[-1] == ','))
            buf_putc(&text, *at);
    }
    return buf_text(&text);
}

static void put_cell(Buf *out, const Lens *l, const Page *page)
{
    Arena arena = {0};
    const QkvTensor *t = l->run->tape->step[page->step].call.out;
    const char *place = matrix_place(&arena, t, page->cell);
    const char *const way[] = {short_place(&arena, place), place,
                               explain_cell(&arena, l->run, t, page->cell)};
    const char *found = NULL;
    for (int i = 0; i < COUNT(way) && !found; i++)
        if (*way[i] && strlen(way[i]) <= MOST_COLUMNS && leads_to(l, &page->spot, way[i], page))
            found = way[i];
    put_encoded(out,
                found ? found : arena_format(&arena, "%d:%lld", page->step, (long long)page->cell));
    arena_release(&arena);
}

/* --- the whole, written ------------------------------------------------------------------------------ */

void place_put_lesson(Buf *out, const Library *library, int lesson)
{
    Arena arena = {0};
    const char *name = library->entry[lesson].name;
    const char *number = arena_text(&arena, name, strspn(name, "0123456789"));
    put_encoded(out, *number && library_named(library, number) == lesson ? number : name);
    arena_release(&arena);
}

/* Pages that are opened by a word, and so by a link. */
static const struct {
    PageName name;
    const char *line;
} openers[] = {{PAGE_CONTENTS, "contents"},
               {PAGE_PASSES, "pass"},
               {PAGE_CHANGES, "changes"},
               {PAGE_NOTES, "notes"},
               {PAGE_SIGNS, "signs"}};

/* The line that opens what is on top of the lesson, or turns the page of a number to its tab; NULL: there is none. */
static const char *line_of(Arena *a, const Page *page)
{
    for (int i = 0; i < COUNT(openers); i++)
        if (openers[i].name == page->name)
            return openers[i].line;
    bool is_tab = page_asks(page) && page->tab != TAB_MADE;
    return is_tab ? arena_format(a, "inspect %s", tell_tab_name(page->tab)) : NULL;
}

/* Only what line_of writes is obeyed. */
static bool is_line(const char *line)
{
    static const char tab[] = "inspect ";
    bool is = false;
    for (int i = 0; i < COUNT(openers); i++)
        is = is || strcmp(openers[i].line, line) == 0;
    for (int i = 0; i < TABS && strncmp(line, tab, sizeof tab - 1) == 0; i++)
        is = is || strcmp(line + sizeof tab - 1, tell_tab_name((Tab)i)) == 0;
    return is;
}

/* The number that the pointer of a stage is on, as a page that asks about it; false where it is on none, or where it is by
 * itself. */
static bool pointed(App *app, const Page *page, Page *at)
{
    const Run *run = app_world(app)->lens.run;
    const PageRow *row = page_row(page);
    Model m = *app_model(app);
    *at = *page;
    const QkvTensor *t = page->name == PAGE_STAGE && row->where ? row->where(run, page, &at->cell)
                                                                : NULL;
    if (!t || t->step < 0)
        return false;
    at->step = t->step;
    model_open(&m, app_world(app), page->spot);
    const Pointer *first = &model_page(&m)->pointer;
    return first->thing != page->pointer.thing || first->cell != page->pointer.cell;
}

static void put_after(Buf *out, int *count, const char *word)
{
    buf_printf(out, "%c%s=", (*count)++ ? '&' : '?', word);
}

void place_write(Buf *out, App *app)
{
    Arena arena = {0};
    const Model *m = app_model(app);
    const World *w = app_world(app);
    const Page *page = model_page(m);
    Page at;
    if (!w->lens.run || !model_lesson(m))
        return;
    Spot spot = model_spot(m);
    place_put_lesson(out, w->library, spot.lesson);
    buf_putc(out, '/');
    put_step(out, w->lens.run, &spot);
    if (page_asks(page) && page->step < w->lens.run->tape->count) {
        buf_putc(out, '/');
        put_cell(out, &w->lens, page);
    }
    int count = 0;
    if (pointed(app, page, &at)) {
        put_after(out, &count, "point");
        put_cell(out, &w->lens, &at);
    }
    const char *line = line_of(&arena, page);
    if (line) {
        put_after(out, &count, "page");
        put_encoded(out, line);
    }
    for (int i = 0; w->whatif && m->side != SIDE_WITHOUT && i < w->whatif->lines; i++)
        if (!w->whatif->line[i].is_off) {
            put_after(out, &count, "change");
            put_encoded(out, w->whatif->line[i].text);
        }
    arena_release(&arena);
}

/* --- the whole, read --------------------------------------------------------------------------------- */

typedef struct Place {
    const char *lesson, *step, *cell, *point, *page; /* "" for none */
    int changes;
    const char *change[WHATIF_LINES];
} Place;

/* The rest of one of the words after the "?", if it begins so; or NULL. */
static const char *word_of(Arena *a, const char *text, size_t length, const char *word)
{
    size_t begin = strlen(word);
    return strncmp(text, word, begin) == 0 ? decoded(a, text + begin, length - begin) : NULL;
}

static bool read_words(Arena *a, const char *text, Place *p, Buf *said)
{
    p->point = p->page = "";
    while (*text) {
        size_t length = strcspn(text, "&");
        const char *change = word_of(a, text, length, "change=");
        const char *point = word_of(a, text, length, "point=");
        const char *page = word_of(a, text, length, "page=");
        if (change && p->changes == WHATIF_LINES) {
            buf_printf(said, "This link has more than %d changes.", WHATIF_LINES);
            return false;
        }
        if (change && strlen(change) >= LINE_BYTES) {
            buf_puts(said, "A change of this link is too long.");
            return false;
        }
        if (change && *change)
            p->change[p->changes++] = change;
        p->point = point ? arena_text(a, point, utf8_fit(point, strlen(point), MOST_COLUMNS))
                         : p->point;
        p->page = page ? page : p->page;
        text += length + (text[length] == '&');
    }
    return true;
}

static bool read_place(Arena *a, const char *fragment, Place *p, Buf *said)
{
    const char **part[] = {&p->lesson, &p->step, &p->cell};
    if (strlen(fragment) > MOST_BYTES) {
        buf_puts(said, "This link is too long.");
        return false;
    }
    const char *at = fragment + (*fragment == '#');
    for (int i = 0; i < COUNT(part); i++) {
        size_t length = strcspn(at, i + 1 < COUNT(part) ? "/?" : "?");
        const char *text = decoded(a, at, length);
        *part[i] = arena_text(a, text, utf8_fit(text, strlen(text), MOST_COLUMNS));
        at += length + (at[length] == '/');
    }
    return read_words(a, at + (*at == '?'), p, said);
}

/* The lesson that a link names: only of those that there are, so that it opens no file. */
static bool open_lesson(App *app, const Place *p, Buf *said)
{
    const Library *library = app_world(app)->library;
    int lesson = library_named(library, p->lesson);
    if (lesson < 0) {
        buf_printf(said, "There is no lesson %.*s.",
                   (int)utf8_fit(p->lesson, strlen(p->lesson), 60), p->lesson);
        return false;
    }
    const Page *page = model_lesson(app_model(app));
    if (page && page->spot.lesson == lesson)
        return true;
    app_open(app, lesson);
    page = model_lesson(app_model(app));
    bool is_open = page && page->spot.lesson == lesson;
    if (!is_open)
        buf_puts(said, app_message(app) ? app_message(app) : "This lesson cannot be opened");
    return is_open;
}

static bool is_one_of(const char *text, const ChangeLine *line, int lines)
{
    for (int i = 0; i < lines; i++)
        if (strcmp(line[i].text, text) == 0)
            return true;
    return false;
}

/* The changes of the link are on; the reader's others stay, off. */
static bool make_changes(App *app, Arena *a, const Place *p, Buf *said)
{
    const WhatIf *w = app_world(app)->whatif;
    ChangeLine line[WHATIF_LINES];
    Err err = {0};
    int lines = 0, on = 0, same = 0;
    for (int i = 0; i < p->changes; i++)
        if (!is_one_of(p->change[i], line, lines))
            line[lines++] = (ChangeLine){p->change[i], false};
    const int wanted = lines;
    for (int i = 0; w && i < w->lines; i++) {
        on += !w->line[i].is_off;
        same += !w->line[i].is_off && is_one_of(w->line[i].text, line, wanted);
    }
    if (on == wanted && same == wanted)
        return true;
    for (int i = 0; w && i < w->lines && lines < WHATIF_LINES; i++)
        if (!is_one_of(w->line[i].text, line, lines))
            line[lines++] = (ChangeLine){arena_string(a, w->line[i].text), true};
    if (app_change(app, line, lines, &err))
        return true;
    buf_printf(said, "The change of this link cannot be made: %s", err.message);
    return false;
}

/* The page of a number as a click opens it: one that stands on the page is pointed at first. */
void place_ask(App *app, int step, int64_t cell)
{
    const Target target = {.kind = TARGET_NUMBER, .of = step, .cell = cell};
    for (int i = 0; i < 2 && !page_asks(model_page(app_model(app))); i++)
        app_target(app, target);
}

void place_begin(App *app)
{
    const Run *run = app_world(app)->lens.run;
    Model m = *app_model(app);
    Spot spot = model_spot(&m);
    Buf why = {0};
    bool is_empty = run && spot.stage == 0 && spot.stop == 0 && run->lesson->stages > 1 &&
                    run->lesson->stage[0].parts == 0 && run_stops(run, 0) == 0;
    if (is_empty && (read_step(&spot, run, "1.1", &why) || read_step(&spot, run, "1", &why))) {
        model_open(&m, app_world(app), spot);
        app_put(app, &m);
    }
    buf_release(&why);
}

static bool go_to_step(App *app, const Place *p, Buf *said)
{
    const Run *run = app_world(app)->lens.run;
    Model m = *app_model(app);
    Spot spot = {.lesson = model_spot(&m).lesson, .detail = m.look.detail};
    bool is_there = !*p->step || read_step(&spot, run, p->step, said);
    model_open(&m, app_world(app), spot);
    m.said[0] = '\0';
    app_put(app, &m);
    if (!*p->step)
        place_begin(app);
    return is_there;
}

static void close_prompt(App *app)
{
    Model m = *app_model(app);
    m.prompt = (Prompt){.kind = PROMPT_NONE};
    m.blank = false;
    app_put(app, &m);
}

/* The page of the cell, or the pointer on a number, and then the page that a word opens. */
static bool go_on(App *app, const Place *p, Buf *said)
{
    const Spot spot = model_spot(app_model(app));
    const Lens *l = &app_world(app)->lens;
    Page at = *model_page(app_model(app));
    int step;
    int64_t cell;
    bool ok = true;
    if (*p->cell && (ok = read_cell(l, &spot, p->cell, &step, &cell, said))) {
        place_ask(app, step, cell);
    } else if (ok && *p->point && (ok = read_cell(l, &spot, p->point, &step, &cell, said))) {
        const QkvTensor *t = page_row(&at)->where ? page_row(&at)->where(l->run, &at, &at.cell)
                                                  : NULL;
        if (!t || t->step != step || at.cell != cell)
            app_target(app, (Target){.kind = TARGET_NUMBER, .of = step, .cell = cell});
    }
    if (ok && is_line(p->page))
        app_line(app, p->page);
    return ok;
}

bool place_go(App *app, const char *fragment, Buf *said)
{
    Arena arena = {0};
    Place p = {0};
    bool ok = read_place(&arena, fragment, &p, said);
    if (ok)
        close_prompt(app);
    if (ok && !*p.lesson)
        app_line(app, "lesson");
    else if (ok)
        ok = open_lesson(app, &p, said) && make_changes(app, &arena, &p, said) &&
             go_to_step(app, &p, said) && go_on(app, &p, said);
    arena_release(&arena);
    return ok;
}
