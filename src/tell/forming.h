/* How a row of attention weights forms: from the product of its query with each key, step by step of the tape, to the weights
 * that mix the values, and the row of the context that they make. */
#ifndef TELL_FORMING_H
#define TELL_FORMING_H

#include "tell/roles.h"

typedef struct Forming {
    const Attention *at;
    int stages;
    const QkvTensor **
        stage; /* the results on the way: from the product, or the first there is, to the last weights */
    int shares; /* the stage that shares were made in                                  */
    int64_t keys;
    int64_t *cell;  /* of stage s and key k: cell[s * keys + k]                             */
    int64_t key;    /* the one that it was asked for                                        */
    int64_t values; /* cells of the context that the row makes; 0: it mixes none            */
    int64_t *context;
} Forming;

/* Tells whether a result is a stage of some attention. */
bool forming_has(const Lens *l, const QkvTensor *t);
/* Finds the row that a cell of scores or weights lies in; false: it is of no attention, or too large to be told. */
bool forming_of(Arena *a, const Lens *l, const QkvTensor *t, int64_t cell, Forming *f);
/* The context that it makes. */
const QkvTensor *forming_context(const Run *run, const Forming *f);
/* The value of a key in the context's cell number `column`; NULL: it cannot be told which. */
const QkvTensor *forming_value(Arena *a, const Run *run, const Forming *f, int64_t key,
                               int64_t column, int64_t *cell);

#endif
