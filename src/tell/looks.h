/* Picture of who looks at whom: the rows of a result look at its columns, each in their own order, as a bar for each
 * number. What is said of a row or a cell is asked for where it is shown. */
#ifndef TELL_LOOKS_H
#define TELL_LOOKS_H

#include "tell/roles.h"

typedef struct DocLooks {
    const QkvTensor *t;
    int64_t cell; /* pointed at: its row, its column, its matrix                             */
    double most;  /* number of a full bar: 1 of shares, else the largest; 0: it may not be told */
} DocLooks;

/* Signs that stand for a cell. */
typedef enum LookKind {
    LOOK_BAR,
    LOOK_MASKED, /* a mask hides it                         */
    LOOK_UNSEEN, /* not shown yet                           */
    LOOK_NONE    /* no number: a row without any keys       */
} LookKind;

typedef struct LookCell {
    LookKind kind;
    double part;     /* of a full bar: -1 .. 1 */
    bool is_changed; /* another number in the other run, where it was so much of a bar */
    double was;
} LookCell;

/* Tells whether rows of a result look at its columns: queries and keys by name or by what they are made of, or shares of as
 * many columns as rows. */
bool looks_has(const Lens *l, const QkvTensor *t);
DocLooks looks_of(const Lens *l, const QkvTensor *t, int64_t cell);
LookCell looks_cell(const Lens *l, const DocLooks *d, int64_t cell);
/* Names the columns that the row of a cell mostly looks at: "itself", "Anna", "x2, x3", "3 alike"; "not shown yet" where some of it is hidden. */
const char *looks_mostly(Arena *a, const Lens *l, const DocLooks *d, int64_t cell);
/* Names those of the row in the other run; NULL where they are the same, or there is no such row. */
const char *looks_mostly_was(Arena *a, const Lens *l, const DocLooks *d, int64_t cell);
/* Tells at what the word pointed at looks, and who looks at it, the largest first: "0.9997 of Anna, 0.0003 of she", "0.2 by him". */
const char *looks_row(Arena *a, const Lens *l, const DocLooks *d);
const char *looks_column(Arena *a, const Lens *l, const DocLooks *d);
/* Context of a word as the sum that it is: "context of she [-4 0] = 0.9997 x [-4 0] + ..". NULL: no values are mixed,
 * or some of it may not be told. */
const char *looks_mix(Arena *a, const Lens *l, const DocLooks *d);
/* The first cell of the matrix pointed at. */
int64_t looks_first(const DocLooks *d);
/* The names of a row and a column of the matrix pointed at. */
const char *looks_name(Arena *a, const DocLooks *d, bool is_row, int64_t index);

#endif
