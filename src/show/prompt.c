/* A prompt over the last lines of a page: suggestions below a head line, what is to be said, the line, the keys. */
#include <stdio.h>
#include <string.h>

#include "base/common.h"
#include "base/utf8.h"
#include "show/lines.h"
#include "show/show.h"

enum { LEFT = 1 };

/* "-- 7 commands ------" */
static void draw_head(Frame *f, int row, const char *head)
{
    frame_fill(f, row, 0, f->width, STYLE_TEXT);
    int col = LEFT + frame_put(f, row, LEFT, STYLE_FAINT, "-- ");
    int used = frame_fit(f, row, col, f->width - col - 4, STYLE_HEADING, head);
    col += used > 0 ? used + 1 : -1;
    for (; col < f->width - LEFT; col++)
        frame_put(f, row, col, STYLE_FAINT, "-");
}

/* The line with its head, scrolled so that the caret is seen; at its end the caret is shown as in print. */
static void draw_line(Frame *f, int row, const ShowPrompt *p)
{
    int col = LEFT + frame_fit(f, row, LEFT, f->width - 2 * LEFT - 1, STYLE_STRONG, p->head);
    int room = max_int(f->width - col - 1, 1);
    const char *line = p->line;
    int caret = clamp_int(p->caret, 0, (int)strlen(line)), from = 0;
    while (from < caret && utf8_columns_n(line + from, (size_t)(caret - from)) > room - 1) {
        uint32_t c;
        from += (int)utf8_next(line + from, strlen(line + from), &c);
    }
    frame_fit(f, row, col, room, STYLE_TEXT, line + from);
    f->cursor_row = row;
    f->cursor_col = min_int(col + utf8_columns_n(line + from, (size_t)(caret - from)),
                            f->width - 1);
    if (!line[caret])
        frame_put(f, row, f->cursor_col, STYLE_TEXT, "_");
}

/* How much of the page is out of sight, where the line leaves room for it. */
static void draw_more(Frame *f, int row, const ShowPrompt *p, int lines)
{
    enum { ROOM = 12 };
    char text[40];
    snprintf(text, sizeof text, "v %d more", p->more + lines);
    int used = LEFT + utf8_columns(p->head) + utf8_columns(p->line);
    if (p->more > 0 && used + ROOM < f->width)
        frame_put(f, row, f->width - LEFT - utf8_columns(text), STYLE_STRONG, text);
}

static void add_said(ShowLines *l, const char *said, int width)
{
    for (size_t length; said && *said; said += length + (said[length] == '\n')) {
        length = strcspn(said, "\n");
        lines_words(l, arena_text(l->a, said, length), width);
    }
}

/* Suggestions in the rows before `end`, from the one on that lets the marked one be seen; how many are. */
static int draw_suggestions(Frame *f, Arena *a, const ShowPrompt *p, int end)
{
    ShowLines l = {.a = a};
    int width = max_int(f->width - 2 * LEFT, 1), first = 1, seen = 0;
    for (int i = 0; i < p->suggestions->pieces; i++)
        lines_add(&l, &p->suggestions->piece[i], width, true);
    int rows = min_int(l.count, end - first - 1), marked = lines_of_row(&l, p->marked);
    if (rows < 1)
        return 0;
    int from = clamp_int(marked - rows + 1, 0, l.count - rows), row = end - rows;
    draw_head(f, row - 1, p->suggestions->head ? p->suggestions->head : "");
    for (int i = 0; i < rows; i++) {
        frame_fill(f, row + i, 0, f->width, STYLE_TEXT);
        seen += l.line[from + i].row && l.line[from + i].number >= 0;
    }
    lines_draw(f, row, LEFT, width, &l, from, rows, p->marked);
    return seen;
}

int show_prompt(Frame *f, const ShowPrompt *p)
{
    enum { LOW = 12 };
    Arena scratch = {0};
    ShowLines said = {.a = &scratch};
    int keys = f->height > 2 ? f->height - 1 : f->height, row = keys - 1, seen = 0;
    add_said(&said, p->said, max_int(f->width - 2 * LEFT, 1));
    int lines = clamp_int(said.count, 0, max_int(row - 1, 0)), top = row - lines;
    if (keys < f->height)
        lines_keys(f, keys, p->keys ? p->keys : "");
    if (p->suggestions && doc_rows(p->suggestions) > 0) {
        int gap = f->height >= LOW && lines == 0;
        for (int i = 0; i < gap; i++)
            frame_fill(f, top - 1, 0, f->width, STYLE_TEXT);
        seen = draw_suggestions(f, &scratch, p, top - gap);
    }
    for (int i = top; i <= row; i++)
        frame_fill(f, i, 0, f->width, STYLE_TEXT);
    lines_draw(f, top, LEFT, max_int(f->width - 2 * LEFT, 1), &said, 0, lines, -1);
    draw_line(f, row, p);
    draw_more(f, row, p, lines);
    arena_release(&scratch);
    return seen;
}
