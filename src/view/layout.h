/* Where matrices go: side by side in one band, operands over result, or one at a time. */
#ifndef VIEW_LAYOUT_H
#define VIEW_LAYOUT_H

#include "view/matrix.h"

enum { LAYOUT_MOST = 32, LAYOUT_GAP = 3, LAYOUT_TERSE = 4 /* kinds of headings */ };

/* A matrix and its window, rows and columns counted from the corner of the layout. */
typedef struct Spot {
    Matrix matrix;
    int row, col, height, width;
    bool is_shown;
    int heading[LAYOUT_TERSE]; /* one more than the columns of its heading; 0 until measured */
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
