/* A matrix of a tensor, drawn with its labels: the last axis runs across, the one before it down.
 *
 *     scores [3 query x 3 key]
 *             x1      x2      x3
 *     x1       2   [   4 ]     4
 *
 * Every number has a column on either side for a mark, so that marking moves nothing. Its digits come from the
 * lens: what is hidden is ???, what only the speaker sees ?x, what a change made another *x. */
#ifndef SHOW_MATRIX_H
#define SHOW_MATRIX_H

#include "show/frame.h"
#include "tell/axes.h"
#include "tell/doc.h"

/* Parts of a heading: all of it, only which of its tensor's matrices this is, or all but that. */
typedef enum Head { HEAD_ALL, HEAD_BLOCK, HEAD_TENSOR, HEADS } Head;

/* A heading leaves out, where there is no room: so much, and all that stands above it here. */
typedef enum Terse {
    TERSE_NOT,
    TERSE_AXES,  /* the names of the axes                                     */
    TERSE_SHAPE, /* the shape                                                 */
    TERSE_INDEX, /* how many matrices there are, and what they are of: "[1]"; the end of a long name */
    TERSES
} Terse;

typedef struct Matrix {
    const Lens *lens;
    const QkvTensor *t;
    const char *name;
    int64_t item;     /* number in a tensor with more than two axes, from 0       */
    int64_t row, col; /* the first ones shown                                     */
    Head head;
    Terse terse;
    int marks; /* of cells of the item                          */
    DocMark *mark;
    NumberFormat format;
    int label_width; /* of the row labels                                          */
    Sums sums;       /* beside each row and below each column; NULL: not shown     */
    NumberFormat across_format, down_format;
    double most; /* numbers are shaded by their distance from 0, this is the largest; 0: none are */
    bool bars;   /* ... and that is a bar at the right of each, and no colour           */
} Matrix;

enum {
    MATRIX_HEAD = 2, /* rows above the numbers        */
    MATRIX_LABEL = 9 /* columns of a label at most    */
};

/* Prepares a matrix in the format of its tensor. `name` must live on. */
Matrix matrix_of(const Lens *lens, const QkvTensor *t, const char *name, int64_t item);
/* Marks a cell; the strongest mark counts. Cells of other items are passed over. */
void matrix_mark(Matrix *m, Arena *a, int64_t cell, Mark mark);
/* Tells whether a tensor is to be a heat map: weights, which are shares or came from such, and masks are where not all are. */
bool matrix_is_heat(Shading shade, const QkvTensor *t, Role role, bool shares);
/* Shows the sums of the matrix's tensor beside and below; shades its numbers. */
void matrix_sum(Matrix *m, Arena *a);
void matrix_shaded(Matrix *m);

/* The columns and rows of the screen that all of it takes; the columns of its heading alone. */
int matrix_width(const Matrix *m);
int matrix_height(const Matrix *m);
int matrix_heading(const Matrix *m);

/* Draws into a window of the frame; what does not fit is counted at its edge: "+3". */
void matrix_draw(Frame *f, int row, int col, int height, int width, const Matrix *m);
/* Moves row and col, in whole windows, so that a cell of this item is seen in a window of that size. */
void matrix_scroll_to(Matrix *m, int64_t cell, int height, int width);

/* The name, the shape and, for one matrix of several, which: as terse as it says. */
const char *matrix_title(Arena *a, const Matrix *m);
/* The class of an element that shows a cell in such a state, after a blank; "" of a plain one. */
const char *matrix_state(LensState state);
/* Heads a row or a column with its label; or the number with a colon, so that it does not look like
 * data, and nothing where there is only one. Where batch items have words of their own and each item
 * is one row, no word heads a whole column. */
const char *matrix_head_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell);
/* How the number in a cell is shaded: 0 for the nearest to 0, up to SHADES or down to -SHADES. */
int matrix_shade(const Matrix *m, int64_t cell);
/* In a heat map a number near 0 is pale, on any ground. */
bool matrix_is_pale(const Matrix *m, int64_t cell);

#endif
