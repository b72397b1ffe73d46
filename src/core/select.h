/* The k places that come first, in the order that PyTorch's topk leaves them in. Private to core. */
#ifndef CORE_SELECT_H
#define CORE_SELECT_H

#include "core/qkv_trace.h"

/* Whether the cell at one place comes before that at another. */
typedef bool Before(const void *data, int64_t a, int64_t b);

typedef struct Selection {
    Before *before;
    const void *data;
    const QkvCall *call; /* that is asked whether it goes on */
    int64_t *place;      /* n of them, which are moved       */
    int64_t n;
} Selection;

/* Of n places, 0 < k <= n. */
void select_first(const Selection *s, int64_t k);

#endif
