/* Where a number comes from, in words and digits: the arithmetic of one cell written out. */
#ifndef TELL_EXPLAIN_H
#define TELL_EXPLAIN_H

#include "tell/doc.h"
#include "tell/explain_name.h"

typedef struct Explanation {
    int lines;         /* 0 where it is not to be told                                    */
    const char **line; /* the arithmetic, no line longer than the width                    */
    int first, last;   /* the lines first .. last-1 are terms, a line for each             */
    DocTerm *term;     /* of these lines                                                   */
    int64_t before;    /* terms before them that no line is written for, there being so many */
    int64_t after;     /* terms after the lines that no line is written for                */
    int picked;        /* the line that shows the picked term; -1 when none does           */
} Explanation;

/* How a cell is explained: `pick` counts its source cells in the order in which they are taken; -1: none is marked. */
typedef struct ExplainAs {
    int pick, width;
} ExplainAs;

/* Explains a cell of the result of a step, whose terms are `terms`. What is hidden is not told, nor what would give it
 * away. Everything lives in `a`. */
Explanation explain(Arena *a, const Lens *l, int step, int64_t cell, const QkvTerms *terms,
                    ExplainAs as);

/* How many source cells can be picked. */
int explain_picks(const QkvTerms *t);
/* The source cell that `pick` means; operand -1 when the cell has none. */
QkvSource explain_source(const QkvTerms *t, int pick);

#endif
