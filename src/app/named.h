/* PLACE, the one way to name numbers: scores[x2, x3] is one, scores[x2] a row, scores a result, [x2, x3] a number of
 * the result told last. It is the place of a change, and what pages write; scores[x2][x3], as code may have it, means
 * the same. */
#ifndef APP_NAMED_H
#define APP_NAMED_H

#include "tell/lens.h"

/* Where a place is named. */
typedef struct NamedHere {
    const Run *run;
    const QkvStep *step; /* [i, j] is of its result; NULL: a name must be given */
    int64_t cell;        /* ... and in the matrix that this cell lies in        */
    const QkvStep *by;   /* names mean what was made by then; NULL: by `step`   */
} NamedHere;

/* A part of a tensor: an index along each axis, -1 for all of it. */
typedef struct NamedPart {
    const QkvTensor *t;
    int64_t index[QKV_MAX_RANK];
} NamedPart;

/* At the number `cell` of the result of step `step`; with step -1 of the result of a spot, which may be NULL: then a
 * name must be given. The lens has a run. */
NamedHere named_here(const Lens *l, const Spot *spot, int step, int64_t cell);

/* False after saying what is wrong, as a line. */
bool named_read(const NamedHere *here, const char *text, NamedPart *out, Buf *said);
/* The number that a place names; false after saying that these are several, and how one of them is named. */
bool named_cell(const NamedHere *here, const NamedPart *part, int64_t *cell, Buf *said);
/* Does both; returns the tensor, or NULL. */
const QkvTensor *named_number(const NamedHere *here, const char *text, int64_t *cell, Buf *said);
/* The first number of a place. */
int64_t named_first(const NamedPart *part);

/* Reads words typed to look for a number, "E she f1" or "she f1", as a place: "E[she, f1]". What has brackets or no
 * blank is left as it is. Memory from `a`. */
const char *named_of_words(Arena *a, const NamedHere *here, const char *words);

/* The tensor with a name, as it is printed: the result at hand or what it is made of, or else the last that was made
 * by then, "y.weights" inside of calls, too, or else the last of all. NULL for none. */
const QkvTensor *named_tensor(const NamedHere *here, const char *name, size_t length);

/* The index along an axis that a label or a number means; -1 for none. `cell` says whose labels these are. */
int64_t named_index(const QkvTensor *t, int axis, const char *word, int64_t cell);

#endif
