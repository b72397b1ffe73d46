/* The cell that somebody names in words: "x2 x3", "0, 1", "[x2][x3]", "weights[x2, x3]", and as the program
 * itself prints it, "keys.T[k1][x2]". */
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

/* The index along an axis that a word means in a cell's batch item: a label, or a number from 0 on. -1 for
 * none. */
int64_t cell_index(const QkvTensor *t, int axis, const char *word, int64_t cell);
/* Says that a word means none of them, and which there are. */
void cell_refuse_index(Buf *said, const QkvTensor *t, int axis, const char *word, int64_t cell);

#endif
