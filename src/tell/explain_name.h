/* Names of results, cells, steps and statements: by the author, by the expression they were written as, or by the
 * operation. */
#ifndef TELL_EXPLAIN_NAME_H
#define TELL_EXPLAIN_NAME_H

#include "base/arena.h"
#include "lesson/run.h"

enum { EXPLAIN_INDENT = 4 /* of what goes on from the line before */ };

/* At most `columns` of a text; one that is cut ends in '~', and not in an open bracket before it. */
const char *explain_cut(Arena *a, const char *text, int columns);
/* Names what a result is called: its name, its expression, or the operation. */
const char *explain_name(Arena *a, const Run *run, const QkvTensor *t);
/* Names what a line of a function calls it: by the function's own names. -1: as above. */
const char *explain_name_in(Arena *a, const Run *run, int line, const QkvTensor *t);
/* Tells whether a name is an expression, and so needs brackets before an index. */
bool explain_is_expression(const char *name);
/* "Rule of tanh: g * (1 - out * out), where ..": by which a step of the way back made the gradient of an operand; NULL
 * where it made none, or by no rule that is shown. */
const char *explain_rule(Arena *a, const Run *run, int step);
/* "scores[x1, x2]": a cell by the labels of its indices. */
const char *explain_cell(Arena *a, const Run *run, const QkvTensor *t, int64_t cell);
/* "stage 1, line 12": where a step was made. */
const char *explain_where(Arena *a, const Run *run, int step);
/* The lines of a statement as written. */
const char *explain_statement(Arena *a, const Run *run, int statement);
/* The lines of a statement as written that come after `line`: statements can share lines. */
const char *explain_statement_after(Arena *a, const Run *run, int statement, int line);
/* Tells what one operation inside a call does, "k = qkv[..., 2:4]": as the code of the call would say it,
 * or its statement where nobody has put it in words. */
const char *explain_operation(Arena *a, const Run *run, int step);
/* The code of a statement in one line of at most so many columns. */
const char *explain_code(Arena *a, const Run *run, int statement, int columns);
/* Where a step lies: "y = net(x) > weights, operation 12 of 20"; of the statement only as much as there are columns
 * for. */
const char *explain_path(Arena *a, const Run *run, int step, int width);

#endif
