/* One matrix of a tensor, drawn with its labels: the last axis runs across, the one before it down.
 *
 *     scores  [3 query x 3 key]
 *             x1      x2      x3
 *     x1       2   [   4 ]     4
 *
 * Every number has a column on either side for a mark, so that marking moves nothing. */
#ifndef VIEW_MATRIX_H
#define VIEW_MATRIX_H

#include "base/arena.h"
#include "view/frame.h"
#include "view/number.h"

/* t.sum(dim=-1) and t.sum(dim=-2) of a tensor, NULL where there is no such axis, and the ranges of
 * their numbers. */
typedef struct Sums {
    const QkvTensor *across, *down;
    NumberRange across_range, down_range;
} Sums;

/* Cells of a tensor that lie one after the other. */
typedef struct Cells {
    int64_t from, count;
} Cells;

/* What of a tensor may be seen: all of it where `hidden` is 0, or else only some cells. `seen` may be of a larger
 * one that this is a part of, from its cell `first` on. */
typedef struct Sight {
    int64_t hidden, first;
    const Cells *seen;
    int seens;
} Sight;

typedef enum Mark {
    MARK_NONE,
    MARK_OPERAND, /* [x] takes part                         */
    MARK_PICKED,  /* {x} takes part, and Enter goes there   */
    MARK_RESULT,  /* >x< the cell in question               */
} Mark;

/* What a heading says: all of it, only which of its tensor's matrices this is, or all but that; the same above a
 * pile. */
typedef enum Head { HEAD_ALL, HEAD_BLOCK, HEAD_TENSOR, HEAD_PILE, HEADS } Head;

/* What a heading leaves out where there is no room: so much, and what stands above it here. */
typedef enum Terse {
    TERSE_NOT,
    TERSE_TOLD,  /* the names of axes that say which matrix it is: "sentence 0  head 1" */
    TERSE_AXES,  /* names of all axes */
    TERSE_SHAPE, /* the shape */
    TERSE_BLOCK, /* the word "blocks": "weights, 10-15 of 24" */
    TERSE_COUNT, /* how many matrices there are */
    TERSE_INDEX, /* the names of axes before the one that is shown: "[0][1]" */
    TERSES
} Terse;

/* Several matrices of a tensor below each other, under one heading and one row of column labels; each has its
 * name before its first row:
 *
 *     scores [2 head x 2 query x 3 key]
 *           x1  x2  x3
 *     a x1   1   0   0
 *       x2   0   1   0
 *     b x1   0   0   1
 *       x2   1   0   0
 *
 * Where the columns of each have labels of their own, it is named before these.                  */
typedef enum Pile { PILE_NONE, PILE_FIRST, PILE_MORE } Pile;

typedef struct Matrix {
    const QkvTensor *t;
    const char *name;
    int64_t item;     /* which matrix of a tensor with more than two axes, from 0     */
    int64_t row, col; /* the first ones shown                                     */
    bool is_focus;
    bool is_chosen; /* of several that are seen: > stands before its heading */
    Head head;
    int64_t blocks; /* of several matrices so many are shown from this one on; 0: all     */
    Terse terse;    /* the heading                                                    */
    Pile pile;
    bool is_narrow; /* a number shares the column for a mark with the next: nothing is marked */
    int pile_names,
        pile_labels;       /* in a pile: columns of their names, and of the row labels of all */
    unsigned char **marks; /* of the item's cells in blocks; NULL where none is marked    */
    int64_t first_marked, last_marked; /* cells of the item, if any is                      */
    Sight sight; /* what is hidden is shown as ???                             */
    bool peeks;  /* it is shown all the same, with a ? before it               */
    NumberFormat format;
    int label_width;                /* of the row labels                                         */
    const QkvTensor *across, *down; /* the sum of each row and of each column; NULL: not shown   */
    NumberFormat across_format, down_format;
    double most; /* numbers are shaded by their distance from 0, this is the largest; 0: none are */
    bool is_below, is_above; /* some of them are below 0, or above: the scale tells these shades */
    bool strips; /* a strip of characters beside each row tells the shades                     */
    const QkvTensor *other; /* what stands in its place in another run: *x is not the same there */
    const unsigned char *differs; /* of each cell of `t`: even if it is not seen here; or NULL */
    const QkvTensor *difference;  /* from that one, shown instead of the numbers: = where none is */
} Matrix;

enum {
    MATRIX_HEAD = 2 /* rows above the numbers */,
    MATRIX_LABEL = 6 /* columns of a label at most */,
    MATRIX_WIDE_LABEL = 12 /* the same where there is room */
};

/* Prepares a matrix in the format of its tensor. `name` must live on. */
Matrix matrix_of(const QkvTensor *t, const char *name, int64_t item, NumberFormat format);
/* Gives long labels more columns; false when there are none. */
bool matrix_widen_labels(Matrix *m);
/* Piles up `count` matrices of a tensor; false where that cannot be. */
bool matrix_pile(Matrix *const *m, int count);
/* Marks a cell; the strongest mark counts. Cells of other items are passed over. */
void matrix_mark(Matrix *m, Arena *a, int64_t cell, Mark mark);
Mark matrix_mark_of(const Matrix *m, int64_t cell);

/* Shows the sums of the matrix's tensor beside and below. Their tensors must live on. */
void matrix_sums(Matrix *m, const Sums *sums);

/* How many rows and columns of numbers a matrix has, and how many matrices its tensor. */
int64_t matrix_rows(const QkvTensor *t);
int64_t matrix_cols(const QkvTensor *t);
int64_t matrix_items(const QkvTensor *t);
/* The matrix that a cell lies in. */
int64_t matrix_item(const QkvTensor *t, int64_t cell);
bool matrix_conceals(const Sight *sight, int64_t cell);

/* The columns and rows of the screen that all of it takes. */
int matrix_width(const Matrix *m);
int matrix_height(const Matrix *m);
/* The columns of its heading alone, and what all of it takes below a heading of so many. */
int matrix_heading(const Matrix *m);
/* Leaves out of it what there is no room for. */
void matrix_fit_heading(Matrix *m, int width);
/* The columns of its line that a window leaves to saying which row it shows: where that is one of several. */
int matrix_heading_note(const Matrix *m, int height);
int matrix_width_under(const Matrix *m, int heading);

/* Draws into a window of the frame; what does not fit is counted at its edge: "+3". */
void matrix_draw(Frame *f, int row, int col, int height, int width, const Matrix *m);
/* Moves row and col, in whole windows, so that a cell of this item is seen in a window of that size. */
void matrix_scroll_to(Matrix *m, int64_t cell, int height, int width);

/* What an index along an axis is called in a cell's batch item: its label, or the number. */
const char *matrix_index_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell);
/* The same, with the number where others of the axis are called so, too: "[PAD] 3". */
const char *matrix_own_name(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell);
/* The same after the name of its axis, "sentence s0": in headings, messages and spoken text. */
const char *matrix_index_title(Arena *a, const QkvTensor *t, int axis, int64_t index, int64_t cell);
/* The name of an axis, or "item". */
const char *matrix_axis_name(const QkvTensor *t, int axis);
/* Whether it is one of several of its tensor. */
bool matrix_is_block(const Matrix *m);
/* The name, the shape and, for one matrix of several, which: as terse as it says. */
const char *matrix_title(Arena *a, const Matrix *m);
/* The same in so many columns where it would be cut: then the end of the name is left out before it is not said
 * which of several this is. */
const char *matrix_title_in(Arena *a, const Matrix *m, int width);
/* How the number in a cell is shaded: 0 for the nearest to 0, up to SHADES or down to -SHADES. Those
 * that are not finite have none. */
int matrix_shade(const Matrix *m, int64_t cell);
/* At which numbers the shades begin, at the end of a row, in so many columns at most. */
void matrix_scale(Frame *f, int row, int end, int width, const Matrix *m);
/* "[3 query x 3 key]". */
const char *matrix_shape(Arena *a, const QkvTensor *t);
/* "[3 x 3]". */
const char *matrix_sizes(Arena *a, const QkvTensor *t);

#endif
