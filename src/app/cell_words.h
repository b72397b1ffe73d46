/* The cell that somebody names in words: "x2 x3", "0, 1", "[x2][x3]", "weights[x2, x3]", "weights x2 x3", with
 * the names of axes, "head 1 query 2 key 3", and as the program itself prints it anywhere, "keys.T[k1][x2]". Every
 * command that is about a cell, and every line in plain mode, comes here. */
#ifndef APP_CELL_WORDS_H
#define APP_CELL_WORDS_H

#include "lesson/run.h"
#include "view/place.h"

/* Where the words are said: at a cell of what a step made, whose indices along the first axes hold where they
 * are left out. `step` is NULL where there is none: then the tensor must be named. */
typedef struct CellHere {
    const Run *run;
    const QkvStep *step;
    int64_t cell;
    bool is_asked;     /* that cell is: a word that names its axis leads from it to another */
    const QkvStep *by; /* names mean what was made by this one; NULL: by `step` */
    bool is_exact;     /* another result's indices are all to be named, and none is guessed */
} CellHere;

/* At the cell that is asked, or at the first of the matrix that the page tells. */
CellHere cell_here(const Run *run, const Place *place);

/* NULL after saying what is wrong in `said`, as lines. */
const QkvTensor *cell_of_words(const CellHere *here, const char *words, int64_t *cell, Buf *said);

/* The tensor with a name, as it is printed: the result at hand or what it is made of, or else the last that
 * was made by then, "y.weights" inside of calls, too, or else the last of all. NULL for none. */
const QkvTensor *cell_tensor(const CellHere *here, const char *name, size_t length);
void cell_refuse_name(Buf *said, const Run *run, const char *name, size_t length);

/* The tensor at hand, or the one that is named first, and which of its matrices words mean, "head 1",
 * "sentence 1 head b", "b"; of the one at hand what they leave out is as it is here. NULL after saying what is
 * wrong. */
const QkvTensor *cell_item(const CellHere *here, const char *words, int64_t *item, Buf *said);
/* Whether words name a matrix by the axes that its tensor has before the last two. */
bool cell_is_item(const CellHere *here, const char *words);
/* A row or a column that one word names, "x2", "row x2", "weights column x3": its first cell. NULL for none. `said`:
 * how a word was understood; NULL if nobody is told. */
const QkvTensor *cell_line(const CellHere *here, const char *words, int64_t *cell, bool *is_column,
                           Buf *said);
/* Whether a result has a row, a column or a matrix that words name: its first cell. */
bool cell_has_line(const Run *run, const Stop *stop, const char *words, int64_t *cell);
/* Whether the first word is that of a result; or, where more follow, of an axis or an index of what is at hand. */
bool cell_begins(const CellHere *here, const char *words);

#endif
