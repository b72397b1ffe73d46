/* Guessing a number of the next result, which was not told yet. */
#ifndef APP_GUESS_NEXT_H
#define APP_GUESS_NEXT_H

#include "base/buf.h"
#include "view/place.h"

/* The subject of the last hint or guess, and how many hints there were. */
typedef struct Hinted {
    int lesson, stage, stop;
    int64_t cell;
    short hints;
    bool is_set;
} Hinted;

/* Judges "weights[x2, x3] = 1/2", or as a whole row "weights[x2] = 0.2 0.3 0.5", of the next result after a place; a
 * line that begins with "=" is about the number of `last`. Without a "=" it tells how the next result is made. */
void guess_next(Buf *out, const Run *run, const Place *at, const char *line, Hinted *last);
/* A hint at the number of a place, or else at the last one, or the first; at the same number again the next one. */
void guess_hint(Buf *out, const Run *run, const Place *at, const char *place, Hinted *hinted);

#endif
