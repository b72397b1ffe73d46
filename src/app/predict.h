/* Predicting in words: a number of the next result, which was not told yet. */
#ifndef APP_PREDICT_H
#define APP_PREDICT_H

#include "base/buf.h"
#include "view/place.h"

/* What the last hint or wrong guess was about, and how many hints there were. */
typedef struct Hinted {
    int lesson, stage, stop;
    int64_t cell;
    short hints;
    bool is_set;
} Hinted;

/* Says whether "x2 x3 0.5" or "weights[x2][x3] = 1/2", or as a whole row "x2 0.2 0.3 0.5", comes out at the
 * next result after a place, or without words which that is and how it is made. A number alone is that of
 * `last`. */
void predict_next(Buf *out, const Run *run, const Place *at, const char *words, Hinted *last);
/* A hint at the number of the cell that the words name, or else the last one, or the first; at the same cell again
 * the next one. */
void predict_hint(Buf *out, const Run *run, const Place *at, const char *words, Hinted *hinted);

#endif
