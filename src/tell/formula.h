/* The formula of an operation with the names of its operands. A plain number that may have been computed from what is
 * hidden is ??? in it. */
#ifndef TELL_FORMULA_H
#define TELL_FORMULA_H

#include "tell/lens.h"

/* The formula of a step, in `width` columns if that can be. */
const char *explain_formula(Arena *a, const Lens *l, int step, int width);
/* The formula of a step with the names that the tensors have in a line of code, in so many rows at most: new lines are
 * between these, and all but the first are to be indented. Names are cut only where the rows are not enough. */
const char *explain_formula_rows(Arena *a, const Lens *l, int line, int step, int rows, int width);

#endif
