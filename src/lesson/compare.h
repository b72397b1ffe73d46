/* Two runs, side by side: which results agree, which do not, and where the difference begins.
 *
 *     Comparison *c = compare_runs(a, b);
 *     for (int i = 0; i < c->rows; i++) ...
 *     compare_free(c);
 *
 * Results are aligned by name, in their order; what has no partner of its name may have one of its
 * bits, or its shape. A difference is *inherited* where the second run does the same as the first and
 * only begins with other numbers: that is found out by asking again, what the second run's steps make
 * of the first run's results. */
#ifndef LESSON_COMPARE_H
#define LESSON_COMPARE_H

#include "lesson/printout.h"
#include "lesson/result.h"

typedef enum RowState {
    ROW_SAME,
    ROW_BITS,  /* the same printed digits, but other bits */
    ROW_MOVED, /* the same numbers under the same labels, in another order */
    ROW_CELLS, /* some cells differ                       */
    ROW_SHAPE, /* another shape or type                   */
    ROW_TEXT,  /* another text                            */
    ROW_KIND,  /* a tensor and a text                     */
    ROW_LEFT,  /* only in the first                       */
    ROW_RIGHT, /* only in the second                      */
} RowState;

typedef enum RowCause {
    CAUSE_NONE,
    CAUSE_OWN,       /* operands are the same         */
    CAUSE_INHERITED, /* only what goes in is not      */
    CAUSE_ALSO_OWN,  /* own and inherited             */
} RowCause;

typedef struct CompareRow {
    const Result *a, *b; /* NULL in one run at most                 */
    RowState state;
    RowCause cause;
    int64_t differ; /* how many cells, to the printed digits   */
    int64_t cell;   /* the one that differs most               */
} CompareRow;

typedef struct Comparison {
    Arena arena;
    const Run *a, *b;
    int rows;
    CompareRow *row;
    int first; /* the first row that is not ROW_SAME or ROW_BITS; -1: none */
    int same;  /* how many rows are                                         */
} Comparison;

/* Never NULL. Both runs must live as long. */
Comparison *compare_runs(const Run *a, const Run *b);
void compare_free(Comparison *c);

/* A run and what somebody printed: a row for each block of numbers that was found, with the result of
 * its name, or the next one of its shape. The second run is NULL. */
Comparison *compare_printout(const Run *a, const Printout *printed);

/* How two tensors compare, cell by cell: by labels (placed.h). *placed, which may be NULL, receives the first with its cells
 * at the places of the second, in `arena`: `cell` is one of both. */
CompareRow compare_tensors(Arena *arena, const QkvTensor *a, const QkvTensor *b,
                           const QkvTensor **placed);
/* How far apart a cell of two tensors of one shape is; infinite where only one is nan. */
double compare_distance(const QkvTensor *a, const QkvTensor *b, int64_t cell);
/* The same, and marks each cell of `b` that differs with 1 in `differs`, where that is not NULL. */
CompareRow compare_cells(const QkvTensor *a, const QkvTensor *b, unsigned char *differs);

#endif
