/* Results for the ear, and for lines that nothing is aligned in: each number after its label. */
#ifndef VIEW_SPOKEN_H
#define VIEW_SPOKEN_H

#include "view/place.h"

/* One matrix of a tensor, `item`, row by row; with sums if the place shows them. Of more rows than
 * `rows` it says how many. */
void spoken_matrix(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t item,
                   int rows);
/* The row of a tensor that a cell is in, or the column. */
void spoken_row(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t cell);
void spoken_column(Buf *out, const Run *run, const Place *p, const QkvTensor *t, int64_t cell);
/* The result of the stop of a place: what it is made of, by which formula, and the numbers of its
 * matrices, or, where they are many, of that which the place shows, and how to ask for more; `whole`: of all
 * within reason, for one who cannot ask. */
void spoken_result(Buf *out, const Run *run, const Place *p, bool whole);
/* What there is to be predicted of it: how it is made, and its shape. */
void spoken_task(Buf *out, const Run *run, const Place *p);
/* The text in lines as wide as a terminal, which would break them inside of words. */
void spoken_lines(Buf *out, const char *text);

#endif
