/* What teaching lays over a page: how much is shown, the prompt for a prediction, notes. */
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "view/explain.h"
#include "view/page.h"
#include "view/page_text.h"

static void draw_state(Frame *f, const Scene *s, const Place *p)
{
    static const char *const units[] = {
        [UNIT_CELL] = "cell", [UNIT_ROW] = "row", [UNIT_MATRIX] = "matrix"};
    static const char *const following[] = {
        [FOLLOWING_NOBODY] = "waiting for a speaker",
        [FOLLOWING_SPEAKER] = "following",
        [FOLLOWING_PART] = "following in part",
        [FOLLOWING_AWAY] = "moved away: Esc follows again",
        [FOLLOWING_BEHIND] = "the speaker has moved on: Esc follows again",
        [FOLLOWING_NO_LESSON] = "the speaker is in no lesson",
        [FOLLOWING_NO_MORE] = "the speaker has left",
    };
    Buf text = {0};
    bool is_stage = p->page == PAGE_STAGE && s->run;
    const QkvTensor *t = is_stage ? place_tensor(s->run, p, 0) : NULL;
    if (p->teach.follows)
        buf_puts(&text, following[p->teach.following]);
    else if (p->teach.on)
        buf_printf(&text, "teacher by %s", units[p->teach.unit]);
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
    int columns = utf8_columns(buf_text(&text));
    if (columns > 0 && columns + 2 < f->width) {
        frame_fill(f, 1, f->width - columns - 2, columns + 2, STYLE_TEXT);
        frame_put(f, 1, f->width - columns - 1, STYLE_EMPHASIS, buf_text(&text));
    }
    buf_release(&text);
}

static void draw_prompt(Frame *f, const Scene *s, const Place *p)
{
    enum { SHORT_GUESS = 8 };
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
    }
    arena_release(&arena);
}

/* The notes of the stage in a pane above the foot, a third of the page at most. */
static void draw_notes(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    Buf text = {0};
    if (lesson_notes(&text, &s->run->lesson->stage[p->where.stage]) == 0)
        buf_puts(&text, "There are no notes in this stage.\n");
    Prose prose = page_plain(&arena, buf_text(&text), page_text_width(f->width));
    int most = f->height / 3, rows = prose.lines < most ? prose.lines : most;
    int top = f->height - 2 - rows - 1;
    frame_fill(f, top, 0, f->width, STYLE_BAR);
    frame_fit(f, top, 1, f->width - 2, STYLE_BAR, "notes for the speaker   N closes");
    for (int i = 0; i < rows; i++)
        frame_fill(f, top + 1 + i, 0, f->width, STYLE_TEXT);
    prose_draw(f, top + 1, 1, &prose, 0, rows);
    buf_release(&text);
    arena_release(&arena);
}

void page_teach(Frame *f, const Scene *s, const Place *p)
{
    bool follows = p->teach.follows && p->teach.following != FOLLOWING_SPEAKER;
    if (p->page == PAGE_STAGE || follows)
        draw_state(f, s, p);
    if (p->page == PAGE_MENU || !s->run)
        return;
    if (p->teach.notes)
        draw_notes(f, s, p);
    if (p->overlay == OVERLAY_PREDICT)
        draw_prompt(f, s, p);
}
