/* A frame: a plain grid of characters, widths and styles. Every screen is drawn into one,
 * printed as text by tests, and copied to the terminal by the tui room. */
#ifndef SHOW_FRAME_H
#define SHOW_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "tell/doc.h"

enum { GLYPH_BYTES = 15, SHADES = 4 };

/* Matrices that are a heat map: none, those of weights and masks, all. */
typedef enum Shading { SHADE_NONE, SHADE_WEIGHTS, SHADE_ALL } Shading;

/* The meaning of a click on a column: small, as there is one in every column; show_target makes a target of it. */
typedef struct Link {
    TargetKind kind;
    int of;
    int64_t cell;
} Link;

/* A column. A wide character sits in its first column; the next has width 0 and no bytes. */
typedef struct Glyph {
    char
        bytes[GLYPH_BYTES + 1]; /* UTF-8 with its combining marks, NUL at the end; " " when blank */
    unsigned char width;        /* 1 or 2; 0 for the right half of a wide one                     */
    unsigned char style;
    signed char shade;  /* how far above 0 the number here is, or below: -SHADES .. SHADES */
    unsigned char link; /* a TargetKind ... */
    int link_of;        /* ... and of which  */
    int64_t link_cell;
} Glyph;

typedef struct Frame {
    int width, height;
    Glyph *glyph;               /* height rows of width; NULL: what is written is only measured */
    int cursor_row, cursor_col; /* where the terminal's cursor belongs, -1 when it is hidden */
} Frame;

/* Caller owns; sizes below 1 count as 1. `resize` to another size blanks the frame. */
Frame *frame_new(int width, int height);
void frame_free(Frame *f);
void frame_resize(Frame *f, int width, int height);
void frame_clear(Frame *f);

/* Writes text at a place and returns how many columns it takes; what falls outside the frame, or
 * begins left of it, is cut at a character. Control characters become '?'; a tab becomes a
 * blank. */
int frame_put(Frame *f, int row, int col, Style style, const char *text);
/* The same, cut to `columns`; a text that was cut ends in '~'. */
int frame_fit(Frame *f, int row, int col, int columns, Style style, const char *text);
/* Gives a stretch of columns a style, or fills it with blanks in one. */
void frame_style(Frame *f, int row, int col, int columns, Style style);
void frame_fill(Frame *f, int row, int col, int columns, Style style);

/* Gives a stretch of columns a shade. A terminal without colours shows none. */
void frame_shade(Frame *f, int row, int col, int columns, int shade);

/* Gives a stretch of columns what a click on it means; what is written there afterwards takes it
 * away again. Outside the frame nothing is meant. */
void frame_link(Frame *f, int row, int col, int columns, Link link);
Link frame_linked(const Frame *f, int row, int col);

/* The frame as lines of text without trailing blanks. `ascii` writes what is not ASCII in ASCII
 * (frame_ascii) instead. */
void frame_text(Buf *out, const Frame *f, bool ascii);
/* Writes an ASCII stand-in of the same width in columns for a character: 'x' for a times sign, '?' for
 * one that has none. Returns `text`. */
const char *frame_ascii(const Glyph *g, char text[3]);
/* Adds a text with its signs written out, and a stand-in for what else is not ASCII. */
void frame_ascii_text(Buf *out, const char *text);

#endif
