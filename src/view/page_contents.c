/* Contents: the stages in a box over the page, to jump to, and below each what its calls compute. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/changed.h"
#include "view/explain.h"
#include "view/page.h"
#include "view/page_text.h"

enum { BOX_WIDEST = 64, NUMBER = 6, CUT = 3 /* " .." */ };

/* The shapes of what a stage computes: "3x3 3x3". */
static void put_shapes(Buf *out, const Run *run, int stage)
{
    for (int b = run->stage_stop[stage]; b < run->stage_stop[stage + 1]; b++) {
        const Stop *stop = &run->stop[b];
        const QkvTensor *t = stop->detail == DETAIL_BRIEF ? stop->tensor : NULL;
        if (!t)
            continue;
        for (int d = 0; d < t->rank; d++)
            buf_printf(out, d ? "x%lld" : " %lld", (long long)t->size[d]);
    }
}

/* With changes, how many numbers these change: no class is told of what it has not seen, but only where. */
static void put_changed(Buf *out, Align *align, int stage, bool has_class)
{
    int64_t count = changed_count(align, stage);
    if (count > 0 && has_class)
        buf_puts(out, " changed");
    else if (count > 0)
        buf_printf(out, " %lld changed", (long long)count);
    else
        buf_puts(out, " -");
}

static void draw_stage(Frame *f, int row, int col, int width, const Scene *s, const Place *p,
                       int stage)
{
    const Lesson *lesson = s->run->lesson;
    bool chosen = stage == p->choice;
    Style style = chosen ? STYLE_SELECTED : STYLE_TEXT;
    frame_fill(f, row, col, width, style);
    frame_put(f, row, col, style, chosen ? ">" : " ");
    if (stage > 0)
        frame_printf(f, row, col + 2, style, "%2d", stage);
    Buf shapes = {0};
    if (s->align)
        put_changed(&shapes, s->align, stage, place_has_class(p));
    else
        put_shapes(&shapes, s->run, stage);
    const char *now = stage == p->where.stage ? "  now" : "";
    const char *all = buf_text(&shapes), *last = all;
    const char *title = page_stage_title(lesson, stage);
    int columns = utf8_columns(all) + (int)strlen(now);
    int room = width - NUMBER - 1 - utf8_columns(title);
    bool is_cut = columns > max_int(width / 3, room);
    for (; is_cut && *last && columns > room; last += 1 + strcspn(last + 1, " "))
        columns = utf8_columns(last + 1 + strcspn(last + 1, " ")) + (int)strlen(now) + CUT;
    is_cut = is_cut && *last; /* the last ones are seen */
    columns = *last ? columns : (int)strlen(now);
    frame_put(f, row, col + width - columns, style, is_cut ? " .." : "");
    frame_put(f, row, col + width - columns + is_cut * CUT, style, last);
    frame_put(f, row, col + width - (int)strlen(now), style, now);
    frame_fit(f, row, col + NUMBER, width - NUMBER - columns - 1, style, title);
    frame_link(f, row, col, width, (Link){.kind = LINK_ROW, .of = stage});
    buf_release(&shapes);
}

/* A line of the list: a stage, or the named results inside the calls of one of its statements. */
typedef struct Row {
    int stage;
    const char *calls; /* NULL for the stage itself */
} Row;

/* "y = net(x): q k v scores weights"; the stops from *stop on are those of the statement. */
static const char *calls_text(Arena *a, const Run *run, int *stop, int last)
{
    enum { CODE = 24 };
    int statement = run->stop[*stop].statement;
    Buf text = {0};
    buf_printf(&text, "%s:", explain_code(a, run, statement, CODE));
    for (; *stop < last && run->stop[*stop].statement == statement; ++*stop)
        if (run->stop[*stop].detail == DETAIL_NORMAL)
            buf_printf(&text, " %s", run->stop[*stop].name);
    return arena_keep(a, &text);
}

static int list_rows(Arena *a, const Run *run, Row **rows)
{
    int count = 0;
    *rows = arena_many(a, (size_t)(run->lesson->stages + run->stops), Row);
    for (int s = 0; s < run->lesson->stages; s++) {
        (*rows)[count++] = (Row){s, NULL};
        for (int i = run->stage_stop[s]; i < run->stage_stop[s + 1];)
            if (run->stop[i].detail == DETAIL_NORMAL)
                (*rows)[count++] = (Row){s, calls_text(a, run, &i, run->stage_stop[s + 1])};
            else
                i++;
    }
    return count;
}

/* Whether the words stand beside the numbers and have columns enough: these stay in sight. */
static bool covers_words(const Scene *s, const Place *p, int window)
{
    enum { LEAST = 60 };
    const Stop *stop = p->page == PAGE_STAGE ? place_stop(s->run, p) : NULL;
    return stop && stop->line < 0 && page_left_columns(window) >= LEAST;
}

void page_contents(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    Row *row;
    int count = list_rows(&arena, s->run, &row), at = 0;
    while (at < count - 1 && row[at].stage < p->choice)
        at++;
    int width = min_int(f->width - 8, BOX_WIDEST);
    if (f->width < BOX_WIDEST)
        width = f->width; /* slivers of the page beside it would be mistaken for it */
    int rows = min_int(f->height - 6, count);
    int top = 2, left = f->width > width ? f->width - width - 2 : 0;
    if (covers_words(s, p, f->width)) {
        width = page_left_columns(f->width);
        left = 1;
    }
    int first = clamp_int(at - rows / 2, 0, count - rows);
    page_box_edge(f, top, left, width,
                  arena_format(&arena, " contents%s %s", s->align ? ": what changed" : "",
                               first > 0 ? "  ^ more " : ""));
    for (int i = 0; i < rows; i++) {
        const Row *r = &row[first + i];
        frame_put(f, top + 1 + i, left, STYLE_FAINT, "|");
        frame_put(f, top + 1 + i, left + width - 1, STYLE_FAINT, "|");
        frame_fill(f, top + 1 + i, left + 1, width - 2, STYLE_TEXT);
        if (r->calls)
            frame_fit(f, top + 1 + i, left + 2 + NUMBER + 2, width - NUMBER - 6, STYLE_FAINT,
                      r->calls);
        else
            draw_stage(f, top + 1 + i, left + 2, width - 4, s, p, r->stage);
    }
    page_box_edge(f, top + 1 + rows, left, width,
                  first + rows < count ? " v more   Enter or number go   Esc close "
                                       : " Enter or number go   Esc close ");
    arena_release(&arena);
}
