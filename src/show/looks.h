/* Picture of who looks at whom, on a screen: a bar in eighth blocks for each number, in the order of rows and columns.
 *
 *     weights [3 query x 3 key]
 *            x1     x2     x3
 *      x1          ██▊    ██▊     x2, x3
 *     >x2         >█████▉<▏       itself
 *
 * Several matrices, and one that is too wide, have one column of the screen for each number: heads stand beside each other. */
#ifndef SHOW_LOOKS_H
#define SHOW_LOOKS_H

#include "show/frame.h"

/* The part of it that a window shows, and how. */
typedef struct LooksView {
    const Lens *lens;
    const DocLooks *d;
    int height, width; /* used                                                            */
    int head;          /* rows above the bars: title, matrices, columns: those above go first  */
    int labels;        /* columns of the names of rows                                          */
    bool own;          /* each matrix has rows of its own names                                 */
    int bar;           /* columns of a bar; 1: it stands upright                          */
    int pitch;         /* columns from one number to the next                             */
    int64_t row, rows; /* seen of each matrix                                             */
    int64_t col, cols;
    int64_t item;      /* the first matrix                                                */
    int across, bands; /* so many beside each other, and below                            */
    int block;         /* columns of one matrix, with its own names, without the gap after it */
    int side;          /* columns for what a row mostly looks at; 0: there is no room     */
    bool was;          /* under a row that changed stands what it was                     */
    bool is_whole;     /* all of it is seen                                               */
} LooksView;

LooksView looks_view(const Lens *lens, const DocLooks *d, int height, int width);
void looks_draw(Frame *f, int row, int col, const LooksView *v);

/* A bar of `columns` columns, lying or, of one, upright; NULL-terminated. Returns its eighths. */
int looks_bar(Buf *out, double part, int columns);

/* The matrix of the number pointed at as a picture alone: a complete <svg>, whose classes handout_style.css has, told in
 * words to those who do not see it. */
void looks_svg(Buf *out, const Lens *l, const DocLooks *d);

#endif
