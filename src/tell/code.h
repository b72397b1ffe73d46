/* The reader's own code as it is stepped through: the source with the line in hand, what the lines
 * before it bound, and the way there. */
#ifndef TELL_CODE_H
#define TELL_CODE_H

#include "tell/lens.h"
#include "tell/prose.h"

/* Where a stop in one's own code lies: "y = net(x) > Net.forward > head 2 of 4", in `width` columns if that can be: what is
 * further outside goes first. `root`: the line that it begins with, -1: the statement. */
const char *code_way(Arena *a, const Run *run, const Stop *stop, int root, int width);

/* The function that a stop lies in, with numbers: > marks the line in hand, - those that were not run because of a
 * test. What does not fit of a line goes on below, further in. Beside them stands what they bound; that of the line in
 * hand only when `tells`. */
Prose code_window(Arena *a, const Lens *l, const Stop *stop, int width, bool tells);

/* Tells what a line did: "b = 2, n = 3", "true", "head: pass 2 of 4"; "" when it bound nothing. */
const char *code_said(Arena *a, const Lens *l, int line);
/* "# 2 lines not shown": what stands in a listing for statements that the author hides. */
const char *code_not_shown(Arena *a, int lines);
/* How many lines of the source a statement has that are shown nowhere. */
int code_hidden_lines(const Run *run, int statement);
/* How many lie between the result shown before a statement and the statement. */
int code_hidden_before(const Run *run, int statement);
/* Names what the passes of a loop are called: by its target when that is one name, or "pass". */
const char *code_loop_name(const RunLine *pass);

/* A line of the source, without the indentation of what it lies in. */
const char *code_line(Arena *a, const Run *run, int line);

#endif
