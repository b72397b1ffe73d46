/* A curve as columns of blocks, and as SVG.
 *
 *     loss of each pass                   The axis has its two ends at the left, the points that there is room for
 *     2.40 |#:                            have their names below. Where there are more points than columns a column is
 *          |##:                           the mean of several. A point that is not seen has a ?, and of one that a change
 *        0 |####:..........               made another a line tells how high it was.
 *           1            80                                                                                     */
#ifndef SHOW_CURVE_H
#define SHOW_CURVE_H

#include "show/frame.h"
#include "tell/curve.h"

enum { CURVE_LEAST = 4, CURVE_MOST = 8 /* rows: the title, the blocks, the names below */ };

/* How many rows it takes of so many that are free; 0: there is no room. */
int curve_rows(int free);
/* Draws it into a window of `rows` such rows, `at` is the point pointed at, -1: none. */
void curve_draw(Frame *f, int row, int col, int rows, int width, const Lens *l, const Piece *p,
                int at);

/* The picture alone: a complete <svg>, whose classes handout_style.css has; every point has its name and number as a
 * title, and it all is told in words to those who do not see it. */
void curve_svg(Buf *out, const Lens *l, const DocCurve *c);

#endif
