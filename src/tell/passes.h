/* The losses of passes as a curve, for pages that are not their list (tell_passes). */
#ifndef TELL_PASSES_H
#define TELL_PASSES_H

#include "tell/doc.h"

/* How many passes led to what a statement shows: those of a loop in it, also in a function that it called (0: there is
 * none), or of hidden lines that trained before it. */
int passes_before(const Lens *l, const Spot *here, bool *is_hidden);
/* Losses of the passes; NULL without passes, and where a class may not see of them. */
DocCurve *passes_curve(Arena *a, const Lens *l, const Spot *here);

#endif
