/* Signs that can be seen in the numbers of an answer alone, beside the right ones. Private to the judge. */
#ifndef LESSON_JUDGE_SIGNS_H
#define LESSON_JUDGE_SIGNS_H

#include "base/arena.h"
#include "core/qkv.h"

/* The same result of several runs, with other inputs each: the right one and the answer's, of one shape. */
typedef struct SignPair {
    const QkvTensor *right, *now;
} SignPair;

/* A sentence that is true of all of them, or NULL. It lives in `a`. */
const char *judge_sign(Arena *a, const SignPair *pair, int pairs);

#endif
