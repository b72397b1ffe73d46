/* The first help with a number: which numbers it is made of, by the names of their row and column, and what is
 * done with them. It tells none of them. */
#ifndef VIEW_HINT_H
#define VIEW_HINT_H

#include "base/arena.h"
#include "lesson/run.h"

/* "row x1 of queries times column x2 of keys.T, number by number, all added up": a cell of the result of a step,
 * whose terms are `terms`. In `a`. */
const char *hint_words(Arena *a, const Run *run, int step, const QkvTerms *terms);

#endif
