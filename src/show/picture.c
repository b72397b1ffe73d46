/* A frame becomes, row by row, the grounds of stretches that have one, and then a line of text in
 * which each stretch of one style is a tspan with a list of places, one for each character. A
 * character of several code points has a tspan of its own: what counts as one in such a list is told
 * differently by different browsers. */
#include "show/picture.h"

#include <string.h>

#include "base/utf8.h"
#include "show/markup.h"

enum { CELL_WIDTH = 9, CELL_HEIGHT = 19, BASELINE = 14, MARGIN = 9 };

/* Classes: one for each style that is not plain text, and one for each shade. As in a terminal, the
 * title, the bar and what is selected are the other way round. */
static const char look[] =
    "svg{--text:#1b1b1f;--ground:#fff;--faint:#6b6b76;--blue:#0b57a4;--cyan:#00707a;"
    "--yellow:#8a5a00;--plus:#0b57a4;--minus:#b25400}\n"
    "@media(prefers-color-scheme:dark){svg{--text:#e6e6ea;--ground:#17171a;--faint:#9a9aa6;"
    "--blue:#8ec3ff;--cyan:#6fd6de;--yellow:#ffc66d;--plus:#6eafff;--minus:#ffa046}}\n"
    "text{font:15px ui-monospace,\"DejaVu Sans Mono\",Menlo,Consolas,monospace;fill:var(--text);"
    "white-space:pre}\n"
    ".ground{fill:var(--ground)}.turned{fill:var(--text)}\n"
    ".s1,.s2,.s11,.s12{fill:var(--ground)}.s1,.s3,.s4,.s9,.s11,.s13{font-weight:bold}\n"
    ".s3,.s7{fill:var(--blue)}.s6,.s9{fill:var(--cyan)}.s8{fill:var(--faint)}"
    ".s10,.s13{fill:var(--yellow)}.s5,.s10{text-decoration:underline}\n"
    ".p{fill:var(--plus)}.n{fill:var(--minus)}.d1{opacity:.12}.d2{opacity:.24}.d3{opacity:.36}"
    ".d4{opacity:.48}\n";

_Static_assert(STYLE_TITLE == 1 && STYLE_BAR == 2 && STYLE_HEADING == 3 && STYLE_STRONG == 4 &&
                   STYLE_EMPHASIS == 5 && STYLE_CODE == 6 && STYLE_LABEL == 7 && STYLE_FAINT == 8 &&
                   STYLE_OPERAND == 9 && STYLE_OTHER == 10 && STYLE_RESULT == 11 &&
                   STYLE_SELECTED == 12 && STYLE_ERROR == 13,
               "the classes are named by number");

static bool is_turned(const Glyph *g)
{
    return g->style == STYLE_TITLE || g->style == STYLE_BAR || g->style == STYLE_RESULT ||
           g->style == STYLE_SELECTED;
}

static bool has_same_ground(const Glyph *a, const Glyph *b)
{
    return is_turned(a) == is_turned(b) && a->shade == b->shade;
}

/* How many columns from `col` on are as `same` says of the first and each other. */
static int stretch(const Glyph *row, int width, int col,
                   bool (*same)(const Glyph *a, const Glyph *b))
{
    int end = col + 1;
    while (end < width && same(&row[col], &row[end]))
        end++;
    return end - col;
}

static void put_grounds(Buf *out, const Glyph *row, int width, int y)
{
    for (int col = 0, n; col < width; col += n) {
        const Glyph *g = &row[col];
        n = stretch(row, width, col, has_same_ground);
        if (!is_turned(g) && !g->shade)
            continue;
        buf_printf(out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" class=\"",
                   MARGIN + col * CELL_WIDTH, MARGIN + y * CELL_HEIGHT, n * CELL_WIDTH,
                   CELL_HEIGHT);
        if (is_turned(g))
            buf_puts(out, "turned\"/>\n");
        else
            buf_printf(out, "%c d%d\"/>\n", g->shade > 0 ? 'p' : 'n',
                       g->shade > 0 ? g->shade : -g->shade);
    }
}

static bool is_single(const Glyph *g)
{
    uint32_t c;
    size_t length = strlen(g->bytes);
    return length == 0 || (utf8_next(g->bytes, length, &c) == length && c < 0x10000);
}

static bool is_one_piece(const Glyph *a, const Glyph *b)
{
    return a->style == b->style && is_single(a) && is_single(b);
}

/* The columns col .. col+n-1 in one style. The right half of a wide character has no text. */
static void picture_put_piece(Buf *out, const Glyph *row, int col, int n)
{
    buf_puts(out, row[col].style ? "<tspan class=\"" : "<tspan");
    if (row[col].style)
        buf_printf(out, "s%d\"", row[col].style);
    buf_puts(out, " x=\"");
    const char *gap = "";
    for (int i = col; i < col + n; i++) {
        if (row[i].bytes[0])
            buf_printf(out, "%s%d", gap, MARGIN + i * CELL_WIDTH);
        gap = " ";
    }
    buf_puts(out, "\">");
    for (int i = col; i < col + n; i++)
        markup_text(out, row[i].bytes);
    buf_puts(out, "</tspan>");
}

static int used_columns(const Glyph *row, int width)
{
    while (width > 0 && strcmp(row[width - 1].bytes, " ") == 0)
        width--;
    return width;
}

static void put_line(Buf *out, const Glyph *row, int width, int y)
{
    int used = used_columns(row, width);
    if (used == 0)
        return;
    buf_printf(out, "<text y=\"%d\" xml:space=\"preserve\">", MARGIN + y * CELL_HEIGHT + BASELINE);
    for (int col = 0, n; col < used; col += n) {
        n = stretch(row, used, col, is_one_piece);
        picture_put_piece(out, row, col, n);
    }
    buf_puts(out, "</text>\n");
}

void picture_svg(Buf *out, const Frame *f, const char *title)
{
    int width = 2 * MARGIN + f->width * CELL_WIDTH, height = 2 * MARGIN + f->height * CELL_HEIGHT;
    buf_printf(out,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
               "viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
               width, height, width, height);
    markup_text(out, title);
    buf_printf(out,
               "</title>\n<style>\n%s</style>\n"
               "<rect width=\"%d\" height=\"%d\" rx=\"6\" class=\"ground\"/>\n",
               look, width, height);
    for (int y = 0; y < f->height; y++)
        put_grounds(out, f->glyph + (size_t)y * (size_t)f->width, f->width, y);
    for (int y = 0; y < f->height; y++)
        put_line(out, f->glyph + (size_t)y * (size_t)f->width, f->width, y);
    buf_puts(out, "</svg>\n");
}
