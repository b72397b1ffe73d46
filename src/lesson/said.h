/* Numbers as a text says them: "0.98", "−1.5", "160,000", "98%", which is 0.98. */
#ifndef LESSON_SAID_H
#define LESSON_SAID_H

#include "core/qkv_trace.h"

typedef struct Said {
    double number;
    int decimals;
    const char *text; /* digits, without a sign */
    size_t length;
} Said;

/* Finds the first number from *at on, and moves *at behind it; false for none up to `end`. Digits in names, x1, and numbers
 * of lessons and stages, "lesson 12", are none. */
bool said_next(const char **at, const char *end, Said *out);

/* Tells whether a number of a tensor, or of a text, is the one that is said, rounded as it is said. */
bool said_is_cell(const Said *s, double cell);
bool said_in_tensor(const Said *s, const QkvTensor *t);
bool said_in_text(const Said *s, const char *text);

#endif
