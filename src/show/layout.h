/* Where matrices go: side by side in one band, operands over result, or the one that is pointed at alone. The blocks of
 * one tensor stand in a row below its name, each below what it is called itself:
 *
 *     scores [2 head x 3 query x 3 key]
 *     head a (1 of 2)   head b (2 of 2)
 *        x1  x2  x3        x1  x2  x3
 *     x1  1   0   0     x1  0   1   0                                                            */
#ifndef SHOW_LAYOUT_H
#define SHOW_LAYOUT_H

#include "show/looks.h"
#include "show/matrix.h"
#include "show/table.h"

enum { LAYOUT_MOST = 32, LAYOUT_GAP = 3 };

/* A matrix and its window, rows and columns counted from the corner of the layout. */
typedef struct Panel {
    Matrix matrix;
    int of;       /* the matrix of the piece          */
    bool is_more; /* another block of the tensor in the panel before */
    int row, col, height, width;
    bool is_named; /* name of its tensor stands in the row above it, in so many columns */
    int name_width;
} Panel;

typedef struct Layout {
    int operands, results; /* the panels: operands first             */
    Panel panel[LAYOUT_MOST];
    LooksView looks; /* or who looks at whom, or a table: no panels */
    TableView table;
    int height;       /* rows used                                      */
    bool is_whole;    /* every matrix of the step is shown in full      */
    bool is_full;     /* at least that pointed at is                    */
    bool is_tight;    /* no empty row between bands                     */
    const char *note; /* of what is not shown: how to see it; or NULL */
} Layout;

/* Lays out the matrices of a piece, marked as it says, in such a space: all blocks of all of them, or one of each, or
 * the one pointed at with or without the result, scrolled so that the number pointed at is seen. */
typedef struct LayoutAs {
    int height, width;
    Shading shade;
    bool bars, sums; /* `bars` in the place of shades */
} LayoutAs;
Layout layout_of(Arena *a, const Lens *lens, const Piece *piece, const LayoutAs *as);

void layout_draw(Frame *f, int row, int col, const Layout *l);

#endif
