/* Weights that add up to 1, but not over what is summed with them: softmax over the queries, e / e.sum().
 *
 *     Astray found;
 *     if (astray_find(&arena, run, &found))
 *         found.line, found.text    9, "weights add up to 1 down columns, not along rows (line 10): dim=-1?"
 *
 * Only numbers are asked: a run in which they add up to 1 both ways, or in which what was divided later does, has
 * none. */
#ifndef LESSON_ASTRAY_H
#define LESSON_ASTRAY_H

#include "lesson/run.h"

typedef struct Astray {
    int line;         /* of the source, where the weights are made */
    const char *text; /* a sentence, in the arena                  */
} Astray;

/* The first that the reader's own code makes; false: there is none. */
bool astray_find(Arena *a, const Run *run, Astray *out);

#endif
