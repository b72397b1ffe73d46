/* What teaching lays over a page: how much is shown, the prompt for a prediction, notes. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/page.h"
#include "view/page_text.h"

const char *page_state(Arena *a, const Scene *s, const Place *p)
{
    static const char *const units[] = {
        [UNIT_CELL] = "cell", [UNIT_ROW] = "row", [UNIT_MATRIX] = "matrix"};
    static const char *const following[] = {
        [FOLLOWING_NOBODY] = "waiting for a speaker",
        [FOLLOWING_SPEAKER] = "following",
        [FOLLOWING_PART] = "following in part",
        [FOLLOWING_AWAY] = "moved away: Esc follows again",
        [FOLLOWING_BEHIND] = "the speaker has moved on: Esc follows again",
        [FOLLOWING_NO_LESSON] = "the speaker is in no lesson that is here",
        [FOLLOWING_UNREAD] = "the speaker cannot be followed",
        [FOLLOWING_NO_MORE] = "the speaker has left",
    };
    Buf text = {.arena = a};
    bool is_stage = p->page == PAGE_STAGE && s->run;
    if (p->page == PAGE_CELL && (!p->teach.follows || p->teach.following == FOLLOWING_SPEAKER))
        return "";
    const QkvTensor *t = is_stage ? place_tensor(s->run, p, 0) : NULL;
    if (p->teach.follows)
        buf_puts(&text, following[p->teach.following]);
    else if (p->teach.on)
        buf_printf(&text, is_stage && p->view.hidden > 0 ? "by %s" : "teacher by %s",
                   units[p->teach.unit]);
    int64_t shown = t ? t->count - p->view.hidden : 0;
    if (is_stage && p->view.hidden > 0 && t)
        buf_printf(&text, "%s%lld of %lld shown", text.length ? ", " : "", (long long)shown,
                   (long long)t->count);
    else if (is_stage && p->view.hidden > 0)
        buf_printf(&text, "%shidden", text.length ? ", " : "");
    if (p->teach.blank)
        buf_printf(&text, "%sblank", text.length ? ", " : "");
    if (p->view.seconds > 0)
        buf_printf(&text, "%splaying", text.length ? ", " : "");
    return buf_text(&text);
}

static void draw_state(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    const char *text = page_state(&arena, s, p);
    int columns = utf8_columns(text);
    if (columns > 0 && columns + 2 < f->width) {
        int from = f->width - columns - 2; /* what is cut there says so */
        bool cuts = strcmp(f->glyph[f->width + from].bytes, " ") != 0;
        frame_fill(f, 1, from, columns + 2, STYLE_TEXT);
        frame_put(f, 1, from - 1, STYLE_HEADING, cuts ? "~" : " ");
        frame_put(f, 1, f->width - columns - 1, STYLE_EMPHASIS, text);
    }
    arena_release(&arena);
}

static void draw_prompt(Frame *f, const Scene *s, const Place *p)
{
    enum { SHORT_GUESS = 8, GAP = 3 };
    Arena arena = {0};
    const QkvTensor *t = place_tensor(s->run, p, 0);
    int row = f->height - 2;
    if (t && p->view.hidden > 0) {
        const char *cell = explain_cell(&arena, s->run, t, place_aim(&p->view, t));
        const char *asks = arena_format(&arena, "Predict %s: ", cell);
        int typed = max_int(utf8_columns(p->guess), SHORT_GUESS);
        if (utf8_columns(asks) > f->width - typed - 3) /* which cell it is matters more */
            asks = arena_format(&arena, "%s: ", cell);
        frame_fill(f, row, 0, f->width, STYLE_TEXT);
        int columns = frame_fit(f, row, 1, max_int(f->width - typed - 3, 0), STYLE_STRONG, asks);
        columns += frame_put(f, row, 1 + columns, STYLE_TEXT, p->guess);
        f->cursor_row = row;
        f->cursor_col = 1 + columns;
        const char *ways = same_text(p->guess, "i")   ? "Enter gives a hint"
                           : same_text(p->guess, "v") ? "Enter shows more"
                           : p->guess[0]              ? NULL
                           : matrix_cols(t) > 1       ? "12.5, 1/3, exp(-2), or the row: 7 8 9"
                                                      : "12.5, 1/3, exp(-2)";
        if (ways && 1 + columns + GAP + utf8_columns(ways) < f->width)
            frame_put(f, row, 1 + columns + GAP, STYLE_FAINT, ways);
    }
    arena_release(&arena);
}

/* --- notes ------------------------------------------------------------------------------------ */

static Prose notes_of(Arena *a, const Scene *s, const Place *p)
{
    Buf text = {.arena = a};
    bool has_any = lesson_notes(&text, &s->run->lesson->stage[p->where.stage]) > 0;
    return has_any ? page_plain(a, buf_text(&text), page_text_width(p->width)) : (Prose){0};
}

/* A third of the window at most, and so few rows that the page above keeps what it needs, twice where two
 * runs stand above each other. */
static int notes_rows(const Place *p, const Prose *notes)
{
    enum { LEAST = 14 };
    bool is_double = p->look.side == SIDE_BOTH && p->width < PAGE_BESIDE;
    int room = p->height - 1 - (is_double ? 2 * PAGE_BOTH_HEIGHT : LEAST);
    return max_int(min_int(notes->lines, min_int(p->height / 3, room)), 0);
}

int page_notes_rows(const Scene *s, const Place *p)
{
    static const bool covers[OVERLAY_LINKS + 1] = {[OVERLAY_HELP] = true,
                                                   [OVERLAY_WHY] = true,
                                                   [OVERLAY_COMPARE] = true,
                                                   [OVERLAY_NAMES] = true,
                                                   [OVERLAY_LINKS] = true};
    if (!p->teach.notes || p->page == PAGE_MENU || !s->run || covers[p->overlay] ||
        page_is_report(p) || (p->teach.blank && !p->teach.follows))
        return 0;
    Arena arena = {0};
    Prose notes = notes_of(&arena, s, p);
    int rows = notes_rows(p, &notes);
    arena_release(&arena);
    return rows > 0 ? rows + 1 : 0;
}

void page_notes(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    Prose notes = notes_of(&arena, s, p);
    int rows = notes_rows(p, &notes), top = f->height - rows - 1;
    const char *more = rows < notes.lines
                           ? arena_format(&arena, "   %d more lines", notes.lines - rows)
                           : "";
    frame_fill(f, top, 0, f->width, STYLE_BAR);
    frame_fit(f, top, 1, f->width - 2, STYLE_BAR,
              arena_format(&arena, "notes for the speaker   N closes%s", more));
    prose_draw(f, top + 1, 1, &notes, 0, rows);
    arena_release(&arena);
}

/* --- all of it -------------------------------------------------------------------------------- */

void page_teach(Frame *f, const Scene *s, const Place *p)
{
    draw_state(f, s, p);
    if (p->page == PAGE_MENU || !s->run)
        return;
    if (p->overlay == OVERLAY_PREDICT)
        draw_prompt(f, s, p);
}
