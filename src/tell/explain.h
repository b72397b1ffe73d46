/* Where a number comes from, in words and digits: the arithmetic of one cell written out. */
#ifndef TELL_EXPLAIN_H
#define TELL_EXPLAIN_H

#include "tell/lens.h"

enum { EXPLAIN_INDENT = 4 /* of what goes on from the line before */ };

typedef struct Explanation {
    const char
        *what; /* "weights[x2, x2] = 0.9820078015327454": which cell this is, all its digits */
    int lines; /* 0 where it is not to be told                                    */
    const char **line; /* the arithmetic, no line longer than the width                    */
    int first, last;   /* the lines first .. last-1 are terms, a line for each             */
    int64_t before;    /* terms before them that no line is written for, there being so many */
    int64_t after;     /* ... and after them                                               */
    int picked;        /* the line that shows the picked term; -1 when none does           */
} Explanation;

/* How a cell is explained: `pick` counts its source cells in the order in which they are taken. */
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

/* What a result is called: its name, its expression, or the operation. */
const char *explain_name(Arena *a, const Run *run, const QkvTensor *t);
/* What a line of a function calls it: by the function's own names. -1: as above. */
const char *explain_name_in(Arena *a, const Run *run, int line, const QkvTensor *t);
/* "scores[x1, x2]": a cell by the labels of its indices. */
const char *explain_cell(Arena *a, const Run *run, const QkvTensor *t, int64_t cell);
/* The operation's formula with the names of the operands; in `width` columns if that can be. */
const char *explain_formula(Arena *a, const Run *run, int step, int width);
/* The same with the names that a line has for them, in so many rows at most: new lines are between these, and
 * all but the first are to be indented. Names are cut only where the rows are not enough. */
const char *explain_formula_rows(Arena *a, const Run *run, int line, int step, int rows, int width);
/* "stage 1, line 12": where a step was made. */
const char *explain_where(Arena *a, const Run *run, int step);
/* The lines of a statement as written. */
const char *explain_statement(Arena *a, const Run *run, int statement);
/* How many numbers a piece of code has, and the code with a ? for each and its sign. */
int64_t explain_numbers(const char *code);
const char *explain_without_numbers(Arena *a, const char *code);
/* What one operation inside a call does, "k = qkv[..., 2:4]": as the code of the call would say it,
 * or its statement where nobody has put it in words. */
const char *explain_operation(Arena *a, const Run *run, int step);
/* The same in one line of at most so many columns. */
const char *explain_code(Arena *a, const Run *run, int statement, int columns);
/* Where a step lies: "y = net(x) > weights, operation 12 of 20"; of the statement only as much as there are columns
 * for. */
const char *explain_path(Arena *a, const Run *run, int step, int width);

#endif
