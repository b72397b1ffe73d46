/* The cell that somebody names in words: "x2 x3", "0, 1", "[x2][x3]", "weights[x2, x3]", "weights x2 x3", and
 * as the program itself prints it anywhere, "keys.T[k1][x2]". Every command that is about a cell, and every
 * line in plain mode, comes here. */
#ifndef APP_CELL_WORDS_H
#define APP_CELL_WORDS_H

#include "lesson/run.h"

/* Where the words are said: at a cell of what a step made, whose indices along the first axes hold where they
 * are left out. `step` is NULL where there is none: then the tensor must be named. */
typedef struct CellHere {
    const Run *run;
    const QkvStep *step;
    int64_t cell;
} CellHere;

/* NULL after saying what is wrong in `said`, as lines. */
const QkvTensor *cell_of_words(const CellHere *here, const char *words, int64_t *cell, Buf *said);

/* The tensor with a name, as it is printed: the result at hand or what it is made of, or else the last that
 * was made by then, "y.weights" inside of calls, too, or else the last of all. NULL for none. */
const QkvTensor *cell_tensor(const CellHere *here, const char *name, size_t length);
void cell_refuse_name(Buf *said, const Run *run, const char *name, size_t length);

/* The index along an axis that a word means in a cell's batch item: a label, or a number from 0 on, or from -1 back. -1 for
 * none. */
int64_t cell_index(const QkvTensor *t, int axis, const char *word, int64_t cell);
/* Says that a word means none of them, and which there are. */
void cell_refuse_index(Buf *said, const QkvTensor *t, int axis, const char *word, int64_t cell);

#endif
