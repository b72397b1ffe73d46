/* Help: the keys of a page, made from the key table. */
#include "base/common.h"
#include "view/page.h"

enum {
    TOP = 2,
    FOOT = 2,
    KEYS = 22,
    LEFT = 2,
    WORDS = LEFT + 2 + KEYS,
    NARROW = WORDS + PROSE_LEAST_WIDTH + 4
};

/* The words stand beside the keys, or below them where there is little room. */
static int words_column(int width)
{
    return width < NARROW ? LEFT + 4 : WORDS;
}

/* What a key does, in as many lines as it takes. */
static Prose words_of(Arena *a, const HelpRow *row, int width)
{
    Span span = {SPAN_TEXT, row->words};
    Block block = {.kind = BLOCK_PARAGRAPH, .spans = 1, .span = &span};
    return prose_layout(a, &block, 1, width - words_column(width) - 1, PROSE_STYLED);
}

/* In a wide window the table goes on in the next column. */
static int help_columns(int window)
{
    enum { COLUMN = 80 };
    return max_int(window / COLUMN, 1);
}

static int rows_of_column(int height)
{
    return max_int(height - TOP - FOOT, 1);
}

/* How many lines the keys take above the words. */
static int lines_above(const HelpRow *row, int width)
{
    return row->keys && width < NARROW ? 1 : 0;
}

static int lines_of(Arena *a, const HelpRow *row, int width)
{
    return lines_above(row, width) + words_of(a, row, width).lines;
}

/* Draws a row of the table whose first line is the `line`-th of the page, as far as it is seen. */
static void draw_row(Frame *f, Arena *a, const HelpRow *row, int line)
{
    int columns = help_columns(f->width), width = f->width / columns;
    int rows = rows_of_column(f->height);
    Prose words = words_of(a, row, width);
    int above = lines_above(row, width);
    if (row->keys && line >= 0 && line < rows * columns)
        frame_fit(f, TOP + line % rows, line / rows * width + LEFT + 2,
                  width < NARROW ? width - LEFT - 2 : KEYS - 1, STYLE_STRONG, row->keys);
    for (int i = 0; i < words.lines; i++) {
        int at = line + above + i;
        if (at < 0 || at >= rows * columns)
            continue;
        int left = at / rows * width, top = TOP + at % rows;
        if (row->keys)
            prose_draw(f, top, left + words_column(width), &words, i, 1);
        else
            frame_fit(f, top, left + LEFT, width - LEFT, STYLE_HEADING, row->words);
    }
}

int page_help_rows(const Place *p)
{
    return rows_of_column(p->height);
}

int page_help_most(const Scene *s, const Place *p)
{
    Arena arena = {0};
    int lines = 0, rows = page_help_rows(p) * help_columns(p->width);
    for (int i = 0; i < s->help_rows; i++)
        lines += lines_of(&arena, &s->help[i], p->width / help_columns(p->width));
    arena_release(&arena);
    return lines > rows ? lines - rows : 0;
}

void page_help(Frame *f, const Scene *s, const Place *p)
{
    Arena arena = {0};
    page_title(f, s->help_title ? s->help_title : "keys", "Esc or ? closes");
    int most = page_help_most(s, p), first = p->help_scroll < most ? p->help_scroll : most;
    int line = -first;
    for (int i = 0; i < s->help_rows; i++) {
        draw_row(f, &arena, &s->help[i], line);
        line += lines_of(&arena, &s->help[i], f->width / help_columns(f->width));
    }
    if (first < most && !s->message)
        frame_printf(f, f->height - 2, f->width - 12, STYLE_STRONG, " v %3d more", most - first);
    page_foot(f, s, p);
    arena_release(&arena);
}
