/* Where a number comes from, in words and digits: the arithmetic of one cell written out. */
#ifndef VIEW_EXPLAIN_H
#define VIEW_EXPLAIN_H

#include "base/arena.h"
#include "lesson/run.h"

enum { EXPLAIN_NARROW = 60, EXPLAIN_INDENT = 4 /* of a second row */ };

/* A term in parts, for who lays it out in another way than its line. */
typedef struct ExplainTerm {
    const char *text; /* what becomes of it: "exp(2 - 4) = 0.1353"                            */
    const char *name; /* "scores[x1][x1]", "q[x1][0] * k[0][x1]"                              */
    const char *mark; /* "this cell's own", or ""                                             */
    const char *
        brief; /* where the name has no room, "[x1][0] * [0][x1]": of the operands in their order; or
                          NULL */
} ExplainTerm;

typedef struct Explanation {
    const char *what; /* one sentence: which cell this is and what made it                    */
    int lines;
    const char *
        *line; /* the arithmetic: no line longer than the width, or two rows of a narrow one */
    int first, last; /* the lines first .. last-1 are terms, a line for each                 */
    const ExplainTerm *term; /* these                                                         */
    int64_t before;   /* terms before them that no line is written for, there being so many   */
    int64_t after;    /* ... and after them                                                   */
    int picked;       /* the line that shows the picked term; -1 when none does               */
    int own;          /* the line of the term that decides, or is the cell's own; -1: none    */
    int sides;        /* where the names begin that stand beside the terms; 0: there are none */
    const char *full; /* the value with all its digits, and a remark on rounding where needed */
} Explanation;

/* How a cell is explained: `pick` counts its source cells in the order in which they are taken. */
typedef struct ExplainAs {
    int pick, width, decimals;
    bool is_list; /* a sum has a line for each of its terms, even if one would do for all */
} ExplainAs;

/* Explains a cell of the result of a step, whose terms are `terms`. Everything lives in `a`. */
Explanation explain(Arena *a, const Run *run, int step, int64_t cell, const QkvTerms *terms,
                    ExplainAs as);

/* The same as a question: the result is left open. Only the lines are made. */
Explanation explain_question(Arena *a, const Run *run, int step, int64_t cell,
                             const QkvTerms *terms, int width, int decimals);

/* How many source cells can be picked. */
int explain_picks(const QkvTerms *t);
/* The source cell that `pick` means; operand -1 when the cell has none. */
QkvSource explain_source(const QkvTerms *t, int pick);

/* What a result is called: its name, its expression, or the operation. */
const char *explain_name(Arena *a, const Run *run, const QkvTensor *t);
/* What a line of a function calls it: by the function's own names. -1: as above. */
const char *explain_name_in(Arena *a, const Run *run, int line, const QkvTensor *t);
/* "scores[x1][x2]": a cell by the labels of its indices. */
const char *explain_cell(Arena *a, const Run *run, const QkvTensor *t, int64_t cell);
/* "[x1][x2]" of it. */
const char *explain_indices(Arena *a, const QkvTensor *t, int64_t cell);
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
