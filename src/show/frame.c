/* A frame is an array of glyphs, row by row.
 *
 * One invariant does the work: a glyph of width 2 is always followed by one of width 0, and a glyph
 * of width 0 always follows one of width 2. Whoever writes into one half blanks the other. */
#include "show/frame.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/utf8.h"

static const Glyph blank = {.bytes = " ", .width = 1, .style = STYLE_TEXT};

Frame *frame_new(int width, int height)
{
    Frame *f = calloc(1, sizeof *f);
    if (!f)
        base_die("out of memory: a frame");
    frame_resize(f, width, height);
    return f;
}

void frame_free(Frame *f)
{
    if (!f)
        return;
    free(f->glyph);
    free(f);
}

void frame_resize(Frame *f, int width, int height)
{
    width = width < 1 ? 1 : width;
    height = height < 1 ? 1 : height;
    if (f->glyph && f->width == width && f->height == height)
        return;
    free(f->glyph);
    f->width = width;
    f->height = height;
    f->glyph = malloc((size_t)width * (size_t)height * sizeof *f->glyph);
    if (!f->glyph)
        base_die("out of memory: a frame of %d x %d", width, height);
    frame_clear(f);
}

void frame_clear(Frame *f)
{
    for (size_t i = 0; i < (size_t)f->width * (size_t)f->height; i++)
        f->glyph[i] = blank;
    f->cursor_row = -1;
    f->cursor_col = -1;
}

static Glyph *glyph_at(const Frame *f, int row, int col)
{
    return &f->glyph[(size_t)row * (size_t)f->width + (size_t)col];
}

static bool is_inside(const Frame *f, int row, int col)
{
    return f->glyph && row >= 0 && row < f->height && col >= 0 && col < f->width;
}

/* ---- one column ---- */

/* A blank in the style that the half had. */
static void blank_half(Glyph *g)
{
    unsigned char style = g->style;
    *g = blank;
    g->style = style;
}

/* Makes a column ready to be written: a wide character that it is half of becomes blanks. */
static Glyph *frame_take(Frame *f, int row, int col)
{
    Glyph *g = glyph_at(f, row, col);
    if (g->width == 2)
        blank_half(g + 1);
    else if (g->width == 0)
        blank_half(g - 1);
    return g;
}

static void put_blank(Frame *f, int row, int col, Style style)
{
    if (!is_inside(f, row, col))
        return;
    Glyph *g = frame_take(f, row, col);
    *g = blank;
    g->style = (unsigned char)style;
}

/* ---- one character ---- */

/* A wide character of which only one half is inside leaves a blank there. The glyph, or NULL. */
static Glyph *put_character(Frame *f, int row, int col, Style style, uint32_t c)
{
    int width = utf8_width(c);
    if (!is_inside(f, row, col) || !is_inside(f, row, col + width - 1)) {
        for (int i = 0; i < width; i++)
            put_blank(f, row, col + i, style);
        return NULL;
    }
    Glyph *g = frame_take(f, row, col);
    if (width == 2)
        *frame_take(f, row, col + 1) = (Glyph){.width = 0, .style = (unsigned char)style};
    *g = (Glyph){.width = (unsigned char)width, .style = (unsigned char)style};
    utf8_put(g->bytes, c);
    return g;
}

/* Marks beyond what a glyph holds are left off whole. */
static void add_mark(Glyph *g, uint32_t c)
{
    char bytes[4];
    size_t size = utf8_put(bytes, c);
    size_t length = strlen(g->bytes);
    if (length + size <= GLYPH_BYTES)
        memcpy(g->bytes + length, bytes, size);
}

static uint32_t shown(uint32_t c)
{
    if (c == '\t')
        return ' ';
    return utf8_is_control(c) ? '?' : c;
}

/* ---- text ---- */

static int put_bytes(Frame *f, int row, int col, Style style, const char *text, size_t length)
{
    Glyph *last = NULL;
    int start = col;
    for (size_t at = 0; at < length;) {
        uint32_t c;
        at += utf8_next(text + at, length - at, &c);
        c = shown(c);
        int width = utf8_width(c);
        if (width > 0)
            last = f->glyph ? put_character(f, row, col, style, c) : NULL;
        else if (last)
            add_mark(last, c);
        col += width;
    }
    return col - start;
}

int frame_put(Frame *f, int row, int col, Style style, const char *text)
{
    return put_bytes(f, row, col, style, text, strlen(text));
}

int frame_fit(Frame *f, int row, int col, int columns, Style style, const char *text)
{
    size_t length = strlen(text);
    if (columns <= 0)
        return 0;
    if (utf8_fit(text, length, columns) == length)
        return put_bytes(f, row, col, style, text, length);
    size_t fits = utf8_fit(text, length, columns - 1);
    int used = put_bytes(f, row, col, style, text, fits);
    return used + frame_put(f, row, col + used, style, "~");
}

/* ---- stretches ---- */

/* Where a stretch ends inside the frame. */
static int end_of(const Frame *f, int col, int columns)
{
    return col >= f->width || columns > f->width - col ? f->width : col + columns;
}

void frame_style(Frame *f, int row, int col, int columns, Style style)
{
    for (int at = col < 0 ? 0 : col; is_inside(f, row, at) && at < end_of(f, col, columns); at++) {
        Glyph *g = glyph_at(f, row, at);
        g->style = (unsigned char)style;
        if (g->width == 0)
            g[-1].style = (unsigned char)style;
        else if (g->width == 2)
            g[1].style = (unsigned char)style;
    }
}

void frame_fill(Frame *f, int row, int col, int columns, Style style)
{
    for (int at = col < 0 ? 0 : col; is_inside(f, row, at) && at < end_of(f, col, columns); at++)
        put_blank(f, row, at, style);
}

void frame_shade(Frame *f, int row, int col, int columns, int shade)
{
    for (int at = col < 0 ? 0 : col; is_inside(f, row, at) && at < end_of(f, col, columns); at++)
        glyph_at(f, row, at)->shade = (signed char)shade;
}

void frame_link(Frame *f, int row, int col, int columns, Link link)
{
    for (int at = col < 0 ? 0 : col; is_inside(f, row, at) && at < end_of(f, col, columns); at++) {
        Glyph *g = glyph_at(f, row, at);
        g->link = (unsigned char)link.kind;
        g->link_of = link.of;
        g->link_cell = link.cell;
    }
}

Link frame_linked(const Frame *f, int row, int col)
{
    if (!is_inside(f, row, col))
        return (Link){.kind = TARGET_NONE};
    const Glyph *g = glyph_at(f, row, col);
    return (Link){(TargetKind)g->link, g->link_of, g->link_cell};
}

/* ---- as text ---- */

static bool is_blank(const char *bytes)
{
    while (*bytes == ' ')
        bytes++;
    return *bytes == '\0';
}

static int length_of_row(const Frame *f, int row)
{
    int length = f->width;
    while (length > 0 && is_blank(glyph_at(f, row, length - 1)->bytes))
        length--;
    return length;
}

void frame_text(Buf *out, const Frame *f, bool ascii)
{
    for (int row = 0; row < f->height; row++) {
        int length = length_of_row(f, row);
        for (int col = 0; col < length; col++) {
            const Glyph *g = glyph_at(f, row, col);
            char text[3];
            const char *bytes = ascii ? frame_ascii(g, text) : g->bytes;
            if (bytes[0] && !bytes[1])
                buf_putc(out, bytes[0]);
            else
                buf_puts(out, bytes);
        }
        buf_putc(out, '\n');
    }
}
