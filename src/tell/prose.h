/* Prose laid out in lines of a given width, for the screen and for the transcript.
 *
 *     Prose p = prose_layout(&arena, blocks, count, 76, PROSE_STYLED);
 *     prose_text(&out, &p);
 *
 * Blocks are kept apart by one empty line; items that follow each other directly are not. The lines of an item
 * hang under its text, those of a quote begin with >, code is indented by four. A line is broken at blanks and
 * beside CJK characters; a word that is longer than a line is broken after a sign like . or _, or where the
 * line ends. Code is broken at blanks, and goes on further in. No line ends in a blank or is too wide. */
#ifndef TELL_PROSE_H
#define TELL_PROSE_H

#include "base/arena.h"
#include "base/buf.h"
#include "lesson/lesson.h"
#include "tell/style.h"

enum { PROSE_LEAST_WIDTH = 20, PROSE_CODE_INDENT = 4 };

/* Code has its `backticks` in either form. */
typedef enum ProseMarks {
    PROSE_STYLED, /* emphasis and headings are told by their style                     */
    PROSE_MARKED, /* and by marks, as in Markdown: *emphasis*, **strong**, ### heading */
} ProseMarks;

/* A text in one style; the pieces of a line go from left to right. */
typedef struct ProsePiece {
    Style style;
    int column;
    const char *text; /* never empty, no control characters */
} ProsePiece;

/* An empty line has no pieces. */
typedef struct ProseLine {
    int pieces;
    ProsePiece *piece;
} ProseLine;

typedef struct Prose {
    int lines;
    ProseLine *line;
} Prose;

/* Lays out `count` blocks in `width` columns; less than PROSE_LEAST_WIDTH counts as that.
 * Everything lives in `a`. No blocks give no lines. Cannot fail. */
Prose prose_layout(Arena *a, const Block *blocks, int count, int width, ProseMarks marks);

/* The lines as text, each with its newline. */
void prose_text(Buf *out, const Prose *p);

#endif
