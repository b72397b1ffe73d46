/* The k places that come first, in the order that PyTorch's topk leaves them in. Private to core. */
#ifndef CORE_SELECT_H
#define CORE_SELECT_H

#include "core/qkv_trace.h"

/* True when the cell at place a comes before that at b. A strict weak order: with another one the search runs
 * past the ends. */
typedef bool Before(const void *data, int64_t a, int64_t b);

typedef struct Selection {
    Before *before;
    const void *data;
    const QkvCall *call; /* call asked whether it goes on    */
    int64_t *place;      /* n of them, which are moved       */
    int64_t n;
} Selection;

/* Puts the first k of the n places in front, in order; 0 < k <= n. They stay a permutation, also when the
 * call gives up. */
void select_first(const Selection *s, int64_t k);

#endif
