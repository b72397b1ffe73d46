/* Where matrices go: side by side in one band, operands over result, or one at a time. Those of one
 * tensor stand in a row below its name, each below what it is called itself:
 *
 *     scores [2 head x 3 query x 3 key]
 *     head a          head b
 *        x1  x2  x3      x1  x2  x3
 *     x1  1   0   0   x1  0   1   0                                                            */
#ifndef VIEW_LAYOUT_H
#define VIEW_LAYOUT_H

#include "view/matrix.h"

enum { LAYOUT_MOST = 32, LAYOUT_GAP = 3 };

/* A matrix and its window, rows and columns counted from the corner of the layout. */
typedef struct Spot {
    Matrix matrix;
    bool is_more; /* another matrix of the tensor in the spot before */
    int row, col, height, width;
    bool is_shown;
    int title_row, title_col, title_width; /* where the name of its tensor stands that its own
                                              heading leaves out; width 0: nowhere else */
    int heading[HEADS][TERSES];            /* one more than the columns; 0 until measured */
} Spot;

typedef struct Layout {
    int operands, results; /* the spots: operands first                               */
    Spot spot[LAYOUT_MOST];
    bool is_tight; /* bands without an empty row between them; set before it is arranged */
    int height;    /* rows used                                               */
    bool is_whole; /* every matrix is shown in full                           */
} Layout;

/* Arranges the matrices in the spots. When they do not all fit, only the focused one is shown, in
 * all of the space. `focus` is an index into the spots. */
void layout_arrange(Layout *l, int height, int width, int focus);

void layout_draw(Frame *f, int row, int col, const Layout *l);

#endif
