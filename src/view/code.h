/* The reader's own code as it is stepped through: the source with the line in hand, what the lines
 * before it bound, and the way there. */
#ifndef VIEW_CODE_H
#define VIEW_CODE_H

#include "lesson/run.h"
#include "view/prose.h"

/* Where a stop in one's own code lies: "y = net(x) > Net.forward > head 2 of 4", in `width` columns if
 * that can be: what is further outside goes first. */
const char *code_way(Arena *a, const Run *run, const Stop *stop, int width);

/* At most `rows` rows of the function that a stop lies in, with numbers: > marks the line in hand, -
 * those that were not run because of a test. What does not fit of a line goes on below, further in.
 * Beside them stands what they bound; that of the line in hand only when `tells`. */
Prose code_window(Arena *a, const Run *run, const Stop *stop, int rows, int width, bool tells);
/* How many rows all of it takes. */
int code_rows(Arena *a, const Run *run, const Stop *stop, int width);

/* The names that the call of a stop has bound by then: "scores [6 x 6]", "n = 2". */
Prose code_names(Arena *a, const Run *run, const Stop *stop, int width, bool tells);

/* What a line did: "b = 2, n = 3", "true", "head: pass 2 of 4"; "" when it bound nothing. */
const char *code_said(Arena *a, const Run *run, int line);
/* "# 2 lines not shown": what stands in a listing for statements that the author hides. */
const char *code_not_shown(Arena *a, int lines);
/* How many lines of the source a statement has that are shown nowhere. */
int code_hidden_lines(const Run *run, int statement);
/* How many lie between the result shown before a statement and the statement. */
int code_hidden_before(const Run *run, int statement);
/* All code of a stage as it ran; before each line a mark: > of the statement in hand (-1: none), + of those
 * that the author hides. Of the statements of the run that `hides` marks, the numbers are not written. */
void code_of_stage(Buf *out, const Run *run, int stage, int statement, const bool *hides);

/* A line of the source, without the indentation of what it lies in. */
const char *code_line(Arena *a, const Run *run, int line);

#endif
