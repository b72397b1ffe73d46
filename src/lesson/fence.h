/* Fenced code in the source: where its lines lie, whether it was closed, what follows the fence. */
#ifndef LESSON_FENCE_H
#define LESSON_FENCE_H

#include "lesson/source.h"

typedef struct Fence {
    int line;         /* of the opening fence                             */
    size_t at;        /* of the fence in its line, in bytes               */
    size_t info;      /* of the first word behind it                      */
    const char *text; /* its line                                         */
    size_t length;
    int content; /* how many lines it encloses                            */
} Fence;

/* The fence that opens the code block which begins at `line`, byte `at`, and holds `literal`.
 * False for indented code. */
bool fence_find(const Source *s, int line, size_t at, const char *literal, Fence *fence);

/* `next_line` is where the block after this one begins, 0 for none. */
bool fence_is_closed(const Source *s, const Fence *fence, int next_line);

/* The end of the word that begins at byte `at` of the fence's line. */
size_t fence_word_end(const Fence *fence, size_t at);

/* True when `word` is the first word behind the fence. */
bool fence_is(const Fence *fence, const char *word);

#endif
