/* Changes in words: that of a cell as it would be typed, "E[she, f1] = 2", and one that names its cell as pages
 * do, "E she f1 = 2". */
#ifndef APP_CHANGE_WORDS_H
#define APP_CHANGE_WORDS_H

#include "app/cell_words.h"
#include "lesson/change.h"
#include "lesson/result.h"

/* The result that a step made, as a change names it; NULL for none, or one that is made again. */
const Result *change_result(Arena *a, const Run *run, int step);
/* A cell with its number, to be changed; NULL where no change names it. */
const char *change_of_cell(Arena *a, const Run *run, const QkvTensor *t, int64_t cell);
/* A line whose left side names a cell, a row or a column in words, as a change; NULL where it does not. */
const char *change_of_words(Arena *a, const CellHere *here, const char *line);
/* change_parse, of such a line, too. */
bool change_read(Arena *a, const Run *run, const char *line, Change *out, Err *err);

#endif
