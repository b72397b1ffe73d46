/* Contents: the stages in a box over the page, to jump to. */
#include <string.h>

#include "base/utf8.h"
#include "view/page.h"

enum { BOX_WIDEST = 64, NUMBER = 6 };

/* The shapes of what a stage computes: "3x3 3x3". */
static void put_shapes(Buf *out, const Run *run, int stage)
{
    for (int b = run->stage_beat[stage]; b < run->stage_beat[stage + 1]; b++) {
        const Tensor *t = run->beat[b].tensor;
        if (!t)
            continue;
        for (int d = 0; d < t->rank; d++)
            buf_printf(out, d ? "x%lld" : " %lld", (long long)t->size[d]);
    }
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
    put_shapes(&shapes, s->run, stage);
    const char *now = stage == p->stage ? "  now" : "";
    int columns = utf8_columns(buf_text(&shapes)) + (int)strlen(now);
    if (columns > width / 3)
        columns = (int)strlen(now);
    else
        frame_put(f, row, col + width - columns, style, buf_text(&shapes));
    frame_put(f, row, col + width - (int)strlen(now), style, now);
    frame_fit(f, row, col + NUMBER, width - NUMBER - columns - 1, style,
              stage == 0 ? "Introduction" : lesson->stage[stage].title);
    buf_release(&shapes);
}

static void draw_edge(Frame *f, int row, int col, int width, const char *text)
{
    frame_put(f, row, col, STYLE_FAINT, "+");
    for (int i = 1; i < width - 1; i++)
        frame_put(f, row, col + i, STYLE_FAINT, "-");
    frame_put(f, row, col + width - 1, STYLE_FAINT, "+");
    frame_fit(f, row, col + 2, width - 4, STYLE_HEADING, text);
}

void page_contents(Frame *f, const Scene *s, const Place *p)
{
    int stages = s->run->lesson->stages;
    int width = f->width - 8 < BOX_WIDEST ? f->width - 8 : BOX_WIDEST;
    int rows = f->height - 6 < stages ? f->height - 6 : stages;
    int top = 2, left = f->width - width - 2;
    int first = p->choice - rows / 2;
    first = first > stages - rows ? stages - rows : first;
    first = first < 0 ? 0 : first;
    draw_edge(f, top, left, width, " contents ");
    for (int i = 0; i < rows; i++) {
        frame_put(f, top + 1 + i, left, STYLE_FAINT, "|");
        frame_put(f, top + 1 + i, left + width - 1, STYLE_FAINT, "|");
        frame_fill(f, top + 1 + i, left + 1, width - 2, STYLE_TEXT);
        draw_stage(f, top + 1 + i, left + 2, width - 4, s, p, first + i);
    }
    draw_edge(f, top + 1 + rows, left, width, " Enter or number go   Esc close ");
}
