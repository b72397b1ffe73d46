/* Slips are what an author may not have meant: a block or a comment whose first word is nearly one that lessons know, a
 * lesson without a title, text that says a result before the code that computes it, and code that answers its question.
 *
 *     Slips s = slips_of(&arena, run);
 *     s.item[0].line, s.item[0].text    9, "'pyhton' is shown and not run: did you mean 'python'?"
 *
 * None of them is a mistake: a lesson may show a block of another kind. */
#ifndef LESSON_SLIPS_H
#define LESSON_SLIPS_H

#include "lesson/run.h"

typedef struct Slip {
    int line;
    const char *text; /* a sentence */
} Slip;

typedef struct Slips {
    int count;
    Slip *item; /* in the order of their lines */
} Slips;

/* Finds slips, which live in `a`. */
Slips slips_of(Arena *a, const Run *run);

#endif
